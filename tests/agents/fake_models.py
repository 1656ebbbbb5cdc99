"""A fake of three model providers on loopback, for the programs of real_programs.sh: Anthropic's messages, OpenAI's responses
and chat completions, and Gemini, each streamed. It answers every prompt with the text of one file, refuses requests without a
key, and writes one line for each request. Arguments: the file with the answer, the log, the file for its port."""
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

answer_file, log_file, port_file = sys.argv[1:]
ANSWER = open(answer_file).read()
LOCK = threading.Lock()
PIECE = 400


def pieces():
    return [ANSWER[at : at + PIECE] for at in range(0, len(ANSWER), PIECE)]


class Provider(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def note(self, **what):
        with LOCK, open(log_file, "a") as log:
            log.write(json.dumps(what) + "\n")

    def whole(self, value, status=200):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def stream(self, events):
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for name, data in events:
            head = f"event: {name}\n" if name else ""
            text = data if isinstance(data, str) else json.dumps(data)
            self.wfile.write(f"{head}data: {text}\n\n".encode())
            self.wfile.flush()
            time.sleep(0.01)
        self.close_connection = True

    def do_HEAD(self):
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):
        self.note(method="GET", path=self.path)
        if self.path.endswith("/models"):
            return self.whole({"object": "list", "data": [{"id": "fake-gpt", "object": "model"}], "models": []})
        self.whole({"error": {"type": "not_found_error", "message": "nothing is here"}}, 404)

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        try:
            said = json.loads(body or b"{}")
        except ValueError:
            said = {}
        path = self.path.split("?")[0]
        self.note(method="POST", path=path, bytes=len(body), model=said.get("model"), body=body.decode("utf-8", "replace"))
        if not any(self.headers.get(name) for name in ["Authorization", "x-api-key", "x-goog-api-key"]):
            return self.whole({"error": {"type": "invalid_request_error", "message": "Missing bearer authentication in header"}}, 401)
        if path.endswith("/messages"):
            return self.anthropic(said)
        if path.endswith("/responses"):
            return self.openai(said)
        if path.endswith("/chat/completions"):
            return self.completions(said)
        if "GenerateContent" in path or ":generateContent" in path:
            return self.gemini(path, said)
        if path.endswith("count_tokens"):
            return self.whole({"input_tokens": 9})
        if ":countTokens" in path:
            return self.whole({"totalTokens": 9})
        self.whole({}, 404 if "v1" in path else 200)

    def anthropic(self, said):
        model = "claude-fake-1"
        usage = {"input_tokens": 1000, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 34, "output_tokens": 1}
        message = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": [], "stop_reason": None, "stop_sequence": None, "usage": usage}
        if not said.get("stream"):
            return self.whole({**message, "content": [{"type": "text", "text": ANSWER}], "stop_reason": "end_turn", "usage": {**usage, "output_tokens": 567}})
        events = [("message_start", {"type": "message_start", "message": message})]
        events.append(("content_block_start", {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}))
        for piece in pieces():
            events.append(("content_block_delta", {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}))
        events.append(("content_block_stop", {"type": "content_block_stop", "index": 0}))
        events.append(("message_delta", {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": {"output_tokens": 567}}))
        events.append(("message_stop", {"type": "message_stop"}))
        self.stream(events)

    def openai(self, said):
        model = "gpt-fake-1"
        part = {"type": "output_text", "text": ANSWER, "annotations": []}
        item = {"id": "msg_1", "type": "message", "role": "assistant", "status": "completed", "content": [part]}
        usage = {"input_tokens": 1234, "input_tokens_details": {"cached_tokens": 34}, "output_tokens": 567, "output_tokens_details": {"reasoning_tokens": 7}, "total_tokens": 1801}
        response = {"id": "resp_1", "object": "response", "created_at": 1, "status": "in_progress", "model": model, "output": []}
        done = {**response, "status": "completed", "output": [item], "usage": usage}
        if not said.get("stream"):
            return self.whole(done)
        at = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
        events = [("response.created", {"type": "response.created", "response": response})]
        events.append(("response.output_item.added", {"type": "response.output_item.added", "output_index": 0, "item": {**item, "status": "in_progress", "content": []}}))
        events.append(("response.content_part.added", {"type": "response.content_part.added", **at, "part": {**part, "text": ""}}))
        for piece in pieces():
            events.append(("response.output_text.delta", {"type": "response.output_text.delta", **at, "delta": piece}))
        events.append(("response.output_text.done", {"type": "response.output_text.done", **at, "text": ANSWER}))
        events.append(("response.content_part.done", {"type": "response.content_part.done", **at, "part": part}))
        events.append(("response.output_item.done", {"type": "response.output_item.done", "output_index": 0, "item": item}))
        events.append(("response.completed", {"type": "response.completed", "response": done}))
        self.stream(events)

    def completions(self, said):
        head = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-fake-1"}
        usage = {"prompt_tokens": 1234, "completion_tokens": 567, "total_tokens": 1801}
        if not said.get("stream"):
            message = {"role": "assistant", "content": ANSWER}
            return self.whole({**head, "object": "chat.completion", "choices": [{"index": 0, "message": message, "finish_reason": "stop"}], "usage": usage})
        events = [(None, {**head, "choices": [{"index": 0, "delta": {"role": "assistant", "content": piece}, "finish_reason": None}]}) for piece in pieces()]
        events.append((None, {**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]}))
        events.append((None, {**head, "choices": [], "usage": usage}))
        events.append((None, "[DONE]"))
        self.stream(events)

    def gemini(self, path, said):
        usage = {"promptTokenCount": 1234, "candidatesTokenCount": 567, "totalTokenCount": 1801}
        model = "gemini-fake-1"
        chunk = lambda text, end: {"candidates": [{"index": 0, "content": {"role": "model", "parts": [{"text": text}]}, **({"finishReason": "STOP"} if end else {})}], "usageMetadata": usage, "modelVersion": model}
        if "responseJsonSchema" in said.get("generationConfig", {}):
            # The small model that chooses the model.
            return self.whole(chunk('{"reasoning": "a fake", "model_choice": "pro", "complexity_score": 80}', True))
        if "streamGenerateContent" not in path:
            return self.whole(chunk(ANSWER, True))
        texts = pieces()
        self.stream([(None, chunk(text, at == len(texts) - 1)) for at, text in enumerate(texts)])


server = ThreadingHTTPServer(("127.0.0.1", 0), Provider)
open(port_file, "w").write(str(server.server_port))
server.serve_forever()
