#!/usr/bin/env bash
# The real Claude Code, Codex, Gemini CLI and OpenCode against a fake of their providers on this machine (fake_models.py): each
# preset, and ACP, makes a candidate; its text streams; tokens, cost and model are recorded; a missing login is reported by doctor and
# run; a request has few bytes more than the prompt. By hand, since it installs the programs into a folder of its own:
# FRIEZE_REAL_PROGRAMS=1 and a built frieze (FRIEZE names another one).
set -euo pipefail
cd "$(dirname "$0")/../.."
not_run() { echo "not run: $1"; exit 77; }
[ "${FRIEZE_REAL_PROGRAMS:-}" = 1 ] || not_run "FRIEZE_REAL_PROGRAMS=1 asks for it"
for tool in npm python3; do command -v "$tool" >/dev/null || not_run "$tool is missing"; done
repository=$PWD
frieze=${FRIEZE:-$repository/target/debug/frieze}
[ -x "$frieze" ] || not_run "$frieze is missing (cargo test --no-run makes it)"
unset FRIEZE_REAL_PROGRAMS FRIEZE # frieze would report variables that configure nothing
unset ANTHROPIC_API_KEY OPENAI_API_KEY CODEX_API_KEY GEMINI_API_KEY GOOGLE_API_KEY XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME

place=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$place"' EXIT
npm install --silent --prefix "$place" @anthropic-ai/claude-code@2.1.197 @openai/codex@0.169.0 \
  @google/gemini-cli@0.61.0 opencode-ai@1.18.33 >/dev/null 2>&1 || not_run "the programs could not be installed"
export PATH=$place/node_modules/.bin:$PATH

export HOME=$place/home XDG_CONFIG_HOME=$place/home/.config CODEX_HOME=$place/home/.codex
mkdir -p "$XDG_CONFIG_HOME/frieze" "$XDG_CONFIG_HOME/opencode" "$CODEX_HOME" "$HOME/.gemini" "$place/shop"
cd "$place/shop"
"$frieze" init >/dev/null
sed -n '/^# Who drafts/,/^$/p' frieze.yaml
cp "$repository/assets/demo/checkout.md" brief.md
"$frieze" new checkout --brief brief.md >/dev/null
"$frieze" run checkout >/dev/null || true
cp features/checkout/design/intent.json "$place/answer.json"

python3 "$repository/tests/agents/fake_models.py" "$place/answer.json" "$place/requests" "$place/port" 2>"$place/server.log" &
server=$!
for _ in $(seq 50); do [ -s "$place/port" ] && break; sleep 0.1; done
url=http://127.0.0.1:$(cat "$place/port")

again() { rm -rf features/checkout; "$frieze" new checkout --brief brief.md >/dev/null; : >"$place/requests"; }
user() { printf '%s\n' "$@" >"$XDG_CONFIG_HOME/frieze/config.yaml"; }
failed=0

# Nobody is logged in.
printf 'openai_base_url = "%s/v1"\n' "$url" >"$CODEX_HOME/config.toml"
for kind in claude codex gemini-cli; do
  again
  user "generator: writer" "agents: {writer: {kind: $kind}}"
  "$frieze" doctor | grep -A1 "agent writer" || true
  code=0; timeout 120 "$frieze" run checkout >/dev/null 2>&1 || code=$?
  reason=$("$frieze" status --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["features"][0]["reason"])')
  echo "$kind without a login: exit code $code: $reason"
  case $reason in *"not logged in"*) ;; *) failed=1; echo "NOT OK: no word of the login";; esac
done

# With keys and the fake providers.
export ANTHROPIC_API_KEY=sk-fake-0123456789 OPENAI_API_KEY=sk-fake-0123456789 GEMINI_API_KEY=fake-0123456789
export ANTHROPIC_BASE_URL=$url GOOGLE_GEMINI_BASE_URL=$url
printf 'model = "gpt-5.1"\nmodel_provider = "fake"\n[model_providers.fake]\nname = "fake"\nbase_url = "%s/v1"\nwire_api = "responses"\nenv_key = "OPENAI_API_KEY"\n' "$url" >"$CODEX_HOME/config.toml"
echo '{"security": {"auth": {"selectedType": "gemini-api-key"}}}' >"$HOME/.gemini/settings.json"
printf '{"provider": {"fake": {"npm": "@ai-sdk/openai-compatible", "name": "fake", "options": {"baseURL": "%s/v1", "apiKey": "fake-0123"}, "models": {"m1": {"name": "m1", "cost": {"input": 2, "output": 8}}}}}, "model": "fake/m1"}' "$url" >"$XDG_CONFIG_HOME/opencode/opencode.json"

entry() {
  case $1 in
  claude) echo "{kind: claude, model: sonnet, environment: [ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL]}" ;;
  codex) echo "{kind: codex, model: gpt-5.1, environment: [OPENAI_API_KEY]}" ;;
  gemini-cli) echo "{kind: gemini-cli, model: gemini-2.5-pro, environment: [GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL]}" ;;
  opencode) echo "{kind: opencode}" ;;
  acp-gemini) echo "{kind: acp, command: [gemini, --acp, --skip-trust, --model=gemini-2.5-pro], environment: [GEMINI_API_KEY, GOOGLE_GEMINI_BASE_URL]}" ;;
  acp-opencode) echo "{kind: acp, command: [opencode, acp], environment: [XDG_CONFIG_HOME]}" ;;
  esac
}
for kind in claude codex gemini-cli opencode acp-gemini acp-opencode; do
  again
  user "generator: writer" "agents:" "  writer: $(entry "$kind")"
  "$frieze" doctor | grep -A1 "agent writer" || true
  python3 - "$frieze" "$place" "$kind" <<'PY' || failed=1
import json, os, pathlib, pty, sys
frieze, place, kind = sys.argv[1:]
shown = b""
child, terminal = pty.fork()
if child == 0:
    os.execv(frieze, [frieze, "run", "checkout"])
while True:
    try:
        some = os.read(terminal, 65536)
    except OSError:
        break
    if not some:
        break
    shown += some
code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
row = json.loads(os.popen(f"'{frieze}' status --json").read())["features"][0]
record = json.loads(pathlib.Path("features/checkout/design/state.json").read_text())
prompt = next(pathlib.Path("features/checkout/design/iterations/1").glob("generator-prompt-1*")).read_text()
requests = [json.loads(line) for line in open(f"{place}/requests")]
asked = [r for r in requests if r["method"] == "POST" and len(r.get("body", "")) > len(prompt) / 2]
overhead = [r["bytes"] - len(json.dumps(prompt, ensure_ascii=False).encode()) for r in asked]
by = record["run"]["answeredBy"].get("generator", {}) if record.get("run") else {}
streams = b"is answering" in shown
ok = code == 3 and row["state"] == "CANDIDATE" and by.get("model") and row["spent"]["inputTokens"] == 1234 and streams
# OpenCode over ACP also asks for a title.
ok = ok and (len(asked) == 1 or kind == "acp-opencode")
if kind == "claude":
    ok = ok and overhead[0] <= 20_000
print(f"{kind}: {'ok' if ok else 'NOT OK'}: exit code {code}, {row['state']}, model {by.get('model')}, tokens "
      f"{row['spent']['inputTokens']} + {row['spent']['outputTokens']}, cost {row['spent']['cost']}, text shown while it came: "
      f"{streams}, requests with the prompt: {len(asked)} of {len(requests)}, bytes without the prompt: {overhead}, {row.get('reason')}")
sys.exit(0 if ok else 1)
PY
done
exit "$failed"
