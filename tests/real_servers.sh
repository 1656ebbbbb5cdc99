#!/usr/bin/env bash
# Tests with servers from public registries: LiteLLM's proxy in OpenAI's and in Anthropic's dialect, streaming and
# not, with structured answers; llama.cpp's own, which turns the schema into a grammar and holds a small model to it
# (reciting_model.py); and the reference server of the MCP project over HTTP, for the handshake and the list of tools. By
# hand, since it installs a few hundred packages into a folder of its own: FRIEZE_REAL_SERVERS=1 and a built frieze.
set -euo pipefail
cd "$(dirname "$0")/.."
not_run() { echo "not run: $1"; exit 77; }
[ "${FRIEZE_REAL_SERVERS:-}" = 1 ] || not_run "FRIEZE_REAL_SERVERS=1 asks for it"
unset FRIEZE_REAL_SERVERS # frieze would report a variable that configures nothing
for tool in python3 npm curl; do command -v "$tool" >/dev/null || not_run "$tool is missing"; done
repository=$PWD
frieze=$repository/target/debug/frieze
[ -x "$frieze" ] || not_run "target/debug/frieze is missing (cargo test --no-run makes it)"

place=$(mktemp -d)
started=()
trap 'for id in "${started[@]}"; do kill "$id" 2>/dev/null || true; done; rm -rf "$place"' EXIT
python3 -m venv "$place/venv"
"$place/venv/bin/pip" install -q 'litellm[proxy]==1.106.2' xllamacpp gguf || not_run "the servers could not be installed"
(cd "$place" && npm install --silent @modelcontextprotocol/server-everything) || not_run "the MCP server could not be installed"

export HOME=$place/home XDG_CONFIG_HOME=$place/home/config
mkdir -p "$XDG_CONFIG_HOME/frieze" "$place/work"
cd "$place/work"
"$frieze" init >/dev/null
printf '# Checkout\n\nAs a shopper I want to pay for what is in the cart, so that it is sent to me.\n\n- On the cart page the shopper sees the goods with their prices and the total.\n- On the payment page the shopper enters the card and pays.\n- When the card is refused, the shopper sees why and can try another card.\n' >brief.md
"$frieze" new checkout --brief brief.md >/dev/null
"$frieze" run checkout >/dev/null || true
python3 - "$place" <<'PY'
import json, pathlib, sys
place = pathlib.Path(sys.argv[1])
design = (place / "work/features/checkout/design/intent.json").read_text()
model = lambda name, text: {"model_name": name, "litellm_params": {"model": "openai/none", "api_key": "x", "mock_response": text}}
(place / "proxy.yaml").write_text(json.dumps({"model_list": [model("drafts", design), model("judges", '{"findings": []}')]}))
PY
cp features/checkout/design/intent.json "$place/design.json"
rm -r features/checkout
"$frieze" new checkout --brief brief.md >/dev/null
port=$((20000 + RANDOM % 20000))
LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY=true \
  "$place/venv/bin/litellm" --config "$place/proxy.yaml" --host 127.0.0.1 --port "$port" >"$place/proxy.log" 2>&1 &
started+=($!)
PORT=$((port + 1)) "$place/node_modules/.bin/mcp-server-everything" streamableHttp >"$place/mcp.log" 2>&1 &
started+=($!)
TMPDIR=$place "$place/venv/bin/python" "$repository/tests/reciting_model.py" "$place/design.json" \
  "$repository/schemas/design-intent.schema.json" "$((port + 2))" >"$place/llama.log" 2>&1 &
started+=($!)
cat >"$XDG_CONFIG_HOME/frieze/config.yaml" <<YAML
generator: chat
critic: judge
agents:
  chat: {kind: openai, model: drafts, url: "http://127.0.0.1:$port/v1"}
  judge: {kind: openai, model: judges, url: "http://127.0.0.1:$port/v1", streaming: false}
  messages: {kind: anthropic, model: drafts, url: "http://127.0.0.1:$port/v1"}
  llama: {kind: openai, model: reciting.gguf, url: "http://127.0.0.1:$((port + 2))/v1"}
  whole: {kind: openai, model: reciting.gguf, url: "http://127.0.0.1:$((port + 2))/v1", streaming: false}
servers:
  everything: {kind: stitch, url: "http://127.0.0.1:$((port + 1))/mcp", key: {command: [echo, a-key-of-nobody]}}
YAML
for _ in $(seq 60); do
  curl -sf -o /dev/null "http://127.0.0.1:$port/v1/models" && curl -s -o /dev/null "http://127.0.0.1:$((port + 1))/mcp" \
    && curl -sf -o /dev/null "http://127.0.0.1:$((port + 2))/v1/models" && break
  sleep 1
done

said=$("$frieze" doctor || true)
for words in "agent chat: .* has drafts" "agent judge: .* has judges" "agent messages: .* has drafts" "agent llama: .* has reciting.gguf" \
  "server everything: .* lacks the tools create_project"; do
  grep -q "$words" <<<"$said" || { echo "the doctor does not say: $words"; echo "$said"; exit 1; }
done
for generator in chat messages llama whole; do
  status=0
  "$frieze" run checkout --set "generator=$generator" || status=$?
  [ "$status" = 3 ] || { echo "$generator: exit code $status"; "$frieze" show checkout; tail -20 "$place/proxy.log" "$place/llama.log"; exit 1; }
  rm -r features/checkout
  "$frieze" new checkout --brief brief.md >/dev/null
done
echo "every server took a brief to a candidate, and the tools of an MCP server were listed"
