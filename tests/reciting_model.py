"""llama.cpp's own server with a model made here, of a few megabytes and without training: whatever it is asked, it recites
one design, piece after piece. What frieze sends (the schema as a grammar, the stream) is what any llama.cpp is sent, and a
grammar that forbade a word of a valid design would be seen. Arguments: the design, its schema, the port."""
import json
import os
import sys
import tempfile
import time

import gguf
import numpy as np
import xllamacpp

design_file, schema_file, port = sys.argv[1:]
schema = json.load(open(schema_file))


def in_order(value, shape):
    """A grammar has the required properties first, each in the order of the schema."""
    if "$ref" in shape:
        shape = schema["$defs"][shape["$ref"].rsplit("/", 1)[1]]
    if isinstance(value, dict):
        names = sorted(shape["properties"], key=lambda name: name not in shape["required"])
        return {name: in_order(value[name], shape["properties"][name]) for name in names if name in value}
    return [in_order(each, shape["items"]) for each in value] if isinstance(value, list) else value


text = json.dumps(in_order(json.load(open(design_file)), schema), ensure_ascii=False).replace(" ", "\u2581")
pieces = []
while text:
    size = 12
    while text[:size] in pieces and size < len(text):
        size += 1
    pieces.append(text[:size])
    text = text[size:]

ASKED, END, BYTES = 3, 2, 256
first = ASKED + 1 + BYTES
words = ["<unk>", "<s>", "</s>", "<|asked|>"] + [f"<0x{byte:02X}>" for byte in range(BYTES)] + pieces
kinds = gguf.TokenType
kind = [kinds.UNKNOWN] + [kinds.CONTROL] * ASKED + [kinds.BYTE] * BYTES + [kinds.NORMAL] * len(pieces)
width = -(-len(words) // 32) * 32
# Each word has its own direction, which leads to its successor.
next_word = np.zeros((len(words), width), np.float32)
for before, after in zip([ASKED, *range(first, len(words))], [*range(first, len(words)), END]):
    next_word[after, before] = 1
# The server names a model after its file on the command line.
os.chdir(tempfile.mkdtemp())
model = "reciting.gguf"
out = gguf.GGUFWriter(model, "llama")
out.add_context_length(131072)
out.add_embedding_length(width)
out.add_block_count(1)
out.add_feed_forward_length(32)
out.add_head_count(1)
out.add_head_count_kv(1)
out.add_key_length(32)
out.add_value_length(32)
out.add_rope_dimension_count(32)
out.add_layer_norm_rms_eps(1e-5)
out.add_vocab_size(len(words))
out.add_tokenizer_model("llama")
out.add_token_list(words)
out.add_token_scores([0.0] * first + [-1000.0 - place for place in range(len(pieces))])
out.add_token_types(kind)
out.add_bos_token_id(1)
out.add_eos_token_id(END)
out.add_unk_token_id(0)
out.add_add_space_prefix(False)
out.add_chat_template("{% for message in messages %}{{ message.content }}{% endfor %}<|asked|>")
out.add_tensor("token_embd.weight", np.eye(len(words), width, dtype=np.float32))
out.add_tensor("output.weight", next_word)
out.add_tensor("output_norm.weight", np.ones(width, np.float32))
for name in ["attn_norm", "ffn_norm"]:
    out.add_tensor(f"blk.0.{name}.weight", np.ones(width, np.float32))
for name in ["attn_q", "attn_k", "attn_v", "ffn_gate", "ffn_up"]:
    out.add_tensor(f"blk.0.{name}.weight", np.zeros((32, width), np.float32))
for name in ["attn_output", "ffn_down"]:
    out.add_tensor(f"blk.0.{name}.weight", np.zeros((width, 32), np.float32))
out.write_header_to_file()
out.write_kv_data_to_file()
out.write_tensors_to_file()
out.close()

params = xllamacpp.CommonParams()
params.model.path = model
params.hostnames = ["127.0.0.1"]
params.port = int(port)
# One byte is one token.
params.n_ctx = 131072
params.n_parallel = 1
params.warmup = False
serving = xllamacpp.Server(params)
while True:
    time.sleep(60)
