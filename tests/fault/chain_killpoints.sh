#!/usr/bin/env bash
# Stops `frieze chain specify`, `chain design` and `chain finish` at their system calls, by SIGKILL, EIO and ENOSPC, and checks what
# is left: the chain is as before, under way or as after, no document is changed, and going on ends where it would have (promises P1,
# P3, P4). Needs strace and python3; without them it prints "not run" and exits 77.
#
# usage: tests/fault/chain_killpoints.sh [TRIALS]     about so many in all; default 300
# FRIEZE_TOOLS names the folder of killpoints.py, which is not in this repository; FRIEZE names the binary.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
tools=${FRIEZE_TOOLS:-}
unset FRIEZE_TOOLS # frieze would report a variable that configures nothing
export FRIEZE=${FRIEZE:-$here/target/debug/frieze}
trials=${1:-300}
for need in strace python3; do
    command -v "$need" >/dev/null || { echo "not run: $need is missing"; exit 77; }
done
[ -n "$tools" ] || { echo "not run: FRIEZE_TOOLS names no folder"; exit 77; }
[ -f "$tools/killpoints.py" ] || { echo "not run: $tools/killpoints.py is missing"; exit 77; }
[ -x "$FRIEZE" ] || { echo "not run: $FRIEZE is missing (cargo build)"; exit 77; }

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/home"
printf '[user]\n\tname = Ada\n\temail = ada@example.org\n' >"$place/home/gitconfig"
export HOME=$place/home XDG_CONFIG_HOME=$place/home/config GIT_CONFIG_GLOBAL=$place/home/gitconfig NO_COLOR=1 PLACE=$place
cd "$place" || exit 2

# A chain for each order: the folder is a copy of the one before, brought on by one order.
order() { "$FRIEZE" -C "$1" chain "$2" a "${@:3}" >/dev/null 2>&1; }
next() { cp -a "$1" "$2"; }
printf '# Search\n\n## Requirements\n\n- The page must list the books.\n- A reader must find a book by its title.\n' >brief.md
"$FRIEZE" init begun >/dev/null && "$FRIEZE" -C begun new a --brief "$place/brief.md" --mode standard >/dev/null
order begun brainstorm
next begun specified && order specified specify
next begun edited && printf '# Spec\n\n- R1 The page must list the books.\n' >edited/features/a/spec.md

# What is checked after each trial; with EXPECT it writes what an order that was not stopped leaves.
cat >"$place/check.py" <<'PY'
import hashlib, json, os, subprocess, sys
frieze, place, base, order = os.environ["FRIEZE"], os.environ["PLACE"], sys.argv[1], sys.argv[2:]
folder, expected = "features/a/", f"{place}/{base}-{'-'.join(order)}.expected"
def run(*a): return subprocess.run([frieze, *a], stdin=subprocess.DEVNULL, capture_output=True, text=True)
def fail(why): print("LOST:", why); sys.exit(1)
def record(at="."): return json.load(open(f"{at}/{folder}.meta.json"))
def give(): return run("chain", order[0], "a", *order[1:])
def documents(at="."):
    names = [n for n in os.listdir(f"{at}/{folder}") if n.endswith(".md") and not n.startswith(".")]
    return {n: hashlib.sha256(open(f"{at}/{folder}{n}", "rb").read()).hexdigest() for n in names}
def history(at="."):
    try: return open(f"{at}/{folder}.review-history.md").read().count("### Iteration")
    except FileNotFoundError: return None
def state(at="."):
    now = record(at)
    own, phases = now["frieze"], now["phases"]
    kept = {p: [bool(s.get("completed")), s.get("iterations"), len(s.get("reviewerNotes") or [])] for p, s in phases.items()}
    return {"state": own["state"], "status": now["status"], "current": now["currentPhase"], "phases": kept, "history": history(at)}
if os.environ.get("EXPECT"):
    code = give().returncode
    json.dump({"code": code, "state": state(), "documents": documents()}, open(expected, "w"))
    sys.exit(0 if code in (0, 3) else f"{base}: the order ends with {code}")
wanted, before = json.load(open(expected)), state(f"{place}/{base}")
rc, out = os.environ["KILLPOINTS_RC"], open(os.environ["KILLPOINTS_OUT"], errors="replace").read()
# tokio's wake-up counter cannot really fail; if strace makes it fail, the process ends as if killed.
killed = rc in ("-9", "-6", "134", "137") or "failed to wake I/O driver" in out
if "panicked" in out and not killed: fail("panic: " + out[-300:])
if rc not in ("0", "3") and not killed and not any(sign in out for sign in ("frieze: ", "hint: ", "error")): fail(f"exit {rc} without a sentence: {out[-200:]!r}")
try: now = state()
except (OSError, ValueError, KeyError) as e: fail(f".meta.json: {e}")
for name, hash in documents(f"{place}/{base}").items():
    if documents().get(name) not in (hash, wanted["documents"].get(name)): fail(f"{name} changed")
listed = run("status", "--json")
if listed.returncode or "UNREADABLE" in listed.stdout.upper(): fail(f"status: {listed.stdout}{listed.stderr}")
if run("chain", "show", "a").returncode: fail("show")
now, was = state(), "as after"
if rc in ("0", "3") and now == before != wanted["state"]: fail(f"exit {rc}, and nothing was done")
if now != wanted["state"]:
    is_under_way = now["state"] in ("PRODUCING", "REVIEWING")
    was = "under way" if is_under_way else "as before" if now == before else now["state"]
    again = run("chain", "next", "a") if is_under_way else give()
    # A phase that was stopped in READY asks how to go on.
    if again.returncode == 3 != wanted["code"]: again = run("chain", order[0], "a", "--continue", "--proceed")
    if again.returncode != wanted["code"]: fail(f"again ends with {again.returncode}: {again.stderr}{again.stdout}")
    now = state()
if now != wanted["state"]: fail(f"{now} instead of {wanted['state']}")
if documents() != wanted["documents"]: fail(f"{documents()} instead of {wanted['documents']}")
log = run("chain", "log", "a", "--json")
if log.returncode or json.loads(log.stdout)["damage"]: fail("journal: " + log.stdout[-200:] + log.stderr)
print(was)
PY

orders=("begun specify" "edited specify --continue" "specified design --keep-brief" "edited design --proceed --take-spec"
    "specified finish --outcome merge --proceed" "specified finish --outcome discard")
kinds=("" EIO ENOSPC)
most=$(((trials + ${#orders[@]} * ${#kinds[@]} - 1) / (${#orders[@]} * ${#kinds[@]})))
changing=write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,flock,ftruncate
worst=0
for one in "${orders[@]}"; do
    read -r base verb rest <<<"$one"
    rm -rf "$place/sample" && cp -a "$place/$base" "$place/sample"
    (cd "$place/sample" && EXPECT=1 python3 "$place/check.py" "$base" "$verb" $rest) || exit 2
    for kind in "${kinds[@]}"; do
        echo "== $one, ${kind:-SIGKILL}"
        python3 "$tools/killpoints.py" --base "$place/$base" --run "$FRIEZE chain $verb a $rest" \
            --check "python3 $place/check.py $base $verb $rest" --calls "$changing${kind:+,openat}" --most "$most" ${kind:+--error "$kind"}
        code=$?
        [ "$code" -gt "$worst" ] && worst=$code
    done
done
exit "$worst"
