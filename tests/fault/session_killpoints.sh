#!/usr/bin/env bash
# Stops `frieze session step` and `frieze session approve` at their system calls, by SIGKILL, EIO and ENOSPC, and checks what is
# left: the session is as before or as after, no response is changed, and giving the order again ends where it would have
# (promises P1, P3, P4). Needs strace and python3; without them it prints "not run" and exits 77.
#
# usage: tests/fault/session_killpoints.sh [TRIALS]     about so many in all; default 300
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

# A session for each order: the folder is a copy of the one before, brought on by one order or one response.
order() { "$FRIEZE" -C "$1" session "$2" t1 "${@:3}" >/dev/null 2>&1; }
next() { cp -a "$1" "$2"; }
folder() { echo "$place/$1/.aiwf/sessions/t1"; }
verdict() { printf '@@@REVIEW_META\nverdict: %s\nissues_total: 0\nissues_critical: 0\nmissing_inputs: 0\n@@@\n' "$1"; }
code='<<<FILE: A.java>>>\nclass A {}\n<<<FILE: B.java>>>\nclass B {}\n<<<FILE: C.java>>>\nclass C {}\n'
"$FRIEZE" init initialized >/dev/null && order initialized new
next initialized planning && order planning step
printf '# Plan\n\n1. Write it.\n' >"$(folder planning)/planning-response.md"
next planning planned && order planned step
next planned generating && order generating approve
printf "$code" >"$(folder generating)/iteration-1/generating-response.md"
next generating generated && order generated step
printf 'class D {}\n' >"$(folder generated)/iteration-1/code/D.java"
next generated approved && order approved approve
next approved reviewing && order reviewing step
verdict FAIL >"$(folder reviewing)/iteration-1/reviewing-response.md"
next reviewing reviewed && order reviewed step
next reviewed judged && order judged approve
next judged revising && order revising step
printf "${code/class A/final class A}" >"$(folder revising)/iteration-2/revising-response.md"
next revising revised && order revised step
cp "$(folder revising)/iteration-1/code/A.java" "$(folder revised)/iteration-2/code/A.java"

# What is checked after each trial; with `expect` it writes what an order that was not stopped leaves.
cat >"$place/check.py" <<'PY'
import hashlib, json, os, subprocess, sys
frieze, place, base, order = os.environ["FRIEZE"], os.environ["PLACE"], sys.argv[1], sys.argv[2:]
folder, expected = ".aiwf/sessions/t1/", f"{place}/{base}.expected"
def run(*a): return subprocess.run([frieze, *a], stdin=subprocess.DEVNULL, capture_output=True, text=True)
def fail(why): print("LOST:", why); sys.exit(1)
def record(at="."): return json.load(open(f"{at}/{folder}session.json"))
def give(): return run("session", order[0], "t1", *order[1:])
def files(at="."):
    root = f"{at}/{folder}"
    names = [os.path.relpath(os.path.join(d, f), root) for d, _, fs in os.walk(root) for f in fs]
    return {n: hashlib.sha256(open(root + n, "rb").read()).hexdigest() for n in names if n not in ("session.json", "journal.jsonl", ".lock")}
def outcome():
    # An order that is refused lets frieze sweep what a killed process left.
    refused = run("session", "decide", "t1", "edit")
    if refused.returncode != 1 and base != "revised": fail(f"an order without effect ends with {refused.returncode}: {refused.stderr}")
    now = record()
    kept = {k: now[k] for k in ("phase", "status", "last_error", "current_iteration", "plan_approved", "plan_hash", "review_approved", "review_hash", "prompt_hashes", "standards_hash")}
    kept["artifacts"] = sorted((a["path"], a["phase"], a["iteration"], a["sha256"]) for a in now["artifacts"])
    kept["history"] = [h["phase"] for h in now["phase_history"]]
    return json.loads(json.dumps({"record": kept, "files": files()}))
def approved(one): return [one["plan_hash"], one["review_hash"], one["artifacts"], one["prompt_hashes"]]
if os.environ.get("EXPECT"):
    code = give().returncode
    json.dump({"code": code, "phase": record()["phase"], "outcome": outcome()}, open(expected, "w"))
    sys.exit(0 if code in (0, 3) else f"{base}: the order ends with {code}")
wanted, before = json.load(open(expected)), record(f"{place}/{base}")
rc, out = os.environ["KILLPOINTS_RC"], open(os.environ["KILLPOINTS_OUT"], errors="replace").read()
# tokio's wake-up counter cannot really fail; if strace makes it fail, the process ends as if killed.
killed = rc in ("-9", "-6", "134", "137") or "failed to wake I/O driver" in out
if "panicked" in out and not killed: fail("panic: " + out[-300:])
# strace counts per thread: after a failed write to the disk, the one that begins the sentence can fail too.
if rc not in ("0", "3") and not killed and not any(sign in out for sign in ("frieze: ", "hint: ", "error")): fail(f"exit {rc} without a sentence: {out[-200:]!r}")
try: now = record()
except (OSError, ValueError) as e: fail(f"session.json: {e}")
theirs, ours = files(f"{place}/{base}"), files()
for name, hash in theirs.items():
    if ours.get(name) not in (hash, wanted["outcome"]["files"].get(name)): fail(f"{name} changed")
for name, hash in ours.items():
    if not os.path.basename(name).startswith(".") and name not in theirs and wanted["outcome"]["files"].get(name) != hash: fail(f"{name} is neither old nor new")
listed = run("status", "--json")
if listed.returncode or "UNREADABLE" in listed.stdout.upper(): fail(f"status: {listed.stdout}{listed.stderr}")
shown = run("session", "show", "t1")
if shown.returncode: fail(f"show: {shown.stderr}")
now = record()
is_before = now["phase"] == before["phase"] and approved(now) == approved(before)
if now["phase"] not in (before["phase"], wanted["phase"]): fail("it is " + now["phase"])
if rc in ("0", "3") and is_before: fail(f"exit {rc}, and nothing was done")
if is_before:
    again = give()
    if again.returncode != wanted["code"]: fail(f"again ends with {again.returncode}: {again.stderr}{again.stdout}")
end = outcome()
if end != wanted["outcome"]:
    for part in ("record", "files"):
        for k in set(end[part]) | set(wanted["outcome"][part]):
            if end[part].get(k) != wanted["outcome"][part].get(k): fail(f"{part} {k}: {end[part].get(k)} instead of {wanted['outcome'][part].get(k)}")
log = run("session", "log", "t1", "--json")
if log.returncode or json.loads(log.stdout)["damage"]: fail("journal: " + log.stdout[-200:] + log.stderr)
print("as before, then " + wanted["phase"] if is_before else "as after: " + wanted["phase"])
PY

orders=("initialized step" "planning step" "planned approve" "planned approve --hash-prompts" "generating step" "generated approve"
    "generated approve --hash-prompts" "approved step" "reviewing step" "reviewed approve" "judged step" "revising step" "revised approve")
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
        python3 "$tools/killpoints.py" --base "$place/$base" --run "$FRIEZE session $verb t1 $rest" \
            --check "python3 $place/check.py $base $verb $rest" --calls "$changing${kind:+,openat}" --most "$most" ${kind:+--error "$kind"}
        code=$?
        [ "$code" -gt "$worst" ] && worst=$code
    done
done
exit "$worst"
