#!/usr/bin/env bash
# Stops `frieze run` and a freeze at their system calls, by SIGKILL, EIO and ENOSPC, and checks what is
# left: every file is its old or its new version, nothing is lost, and the work continues to its end (promises P1,
# P3, P4). Needs strace and python3; without them it prints "not run" and exits 77.
#
# usage: tests/fault/killpoints.sh [POINTS]     about so many points per run; default 80
# FRIEZE_TOOLS names the folder of killpoints.py, which is not in this repository; FRIEZE names the binary.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
tools=${FRIEZE_TOOLS:-}
unset FRIEZE_TOOLS # frieze would report a variable that configures nothing
export FRIEZE=${FRIEZE:-$here/target/debug/frieze}
most=${1:-80}
for need in strace python3; do
    command -v "$need" >/dev/null || { echo "not run: $need is missing"; exit 77; }
done
[ -n "$tools" ] || { echo "not run: FRIEZE_TOOLS names no folder"; exit 77; }
[ -f "$tools/killpoints.py" ] || { echo "not run: $tools/killpoints.py is missing"; exit 77; }
[ -x "$FRIEZE" ] || { echo "not run: $FRIEZE is missing (cargo build)"; exit 77; }

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
mkdir -p "$place/home" "$place/idle" "$place/candidate"
printf '[user]\n\tname = Ada\n\temail = ada@example.org\n' >"$place/home/gitconfig"
export HOME=$place/home XDG_CONFIG_HOME=$place/home/config GIT_CONFIG_GLOBAL=$place/home/gitconfig NO_COLOR=1
cd "$place" || exit 2
{
    "$FRIEZE" init idle && cp "$here/assets/demo/checkout.md" brief.md &&
        "$FRIEZE" -C idle new pay --brief "$place/brief.md" && cp -a idle/. candidate/
    "$FRIEZE" -C candidate run pay
} >/dev/null
state() { "$FRIEZE" -C "$1" status --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["features"][0]["state"])'; }
[ "$(state candidate)" = CANDIDATE ] || { echo "not run: the sample is $(state candidate), not a candidate"; exit 77; }
"$FRIEZE" hash candidate/features/pay/design/intent.json >"$place/expected"
export PLACE=$place

# Common checks: the list can be read, the record is intact, the brief is unchanged.
cat >"$place/check.py" <<'PY'
import json, os, subprocess, sys
frieze, place, what = os.environ["FRIEZE"], os.environ["PLACE"], sys.argv[1]
def run(*a): return subprocess.run([frieze, *a], stdin=subprocess.DEVNULL, capture_output=True, text=True)
def state():
    said = run("status", "--json")
    if said.returncode: sys.exit(f"status ends with {said.returncode}: {said.stderr}")
    return json.loads(said.stdout)["features"][0]
def fail(why): print("LOST:", why); sys.exit(1)
design = "features/pay/design/"
before = state()
if before["state"] == "UNREADABLE": fail(before["reason"])
if open("features/pay/brief.md").read() != open(place + "/brief.md").read(): fail("brief.md changed")
for name in ("intent.json", "critique.json", "state.json"):
    try: json.load(open(design + name))
    except FileNotFoundError: pass
    except ValueError as e: fail(f"{name}: {e}")
rc, out = os.environ.get("KILLPOINTS_RC"), open(os.environ["KILLPOINTS_OUT"], errors="replace").read()
# tokio's wake-up counter cannot really fail; if strace makes it fail, the process ends as if killed.
killed = rc in ("-9", "-6", "134", "137") or "failed to wake I/O driver" in out
if "panicked" in out and not killed: fail("panic: " + out[-300:])
if rc not in ("0", "3") and not killed and "frieze: " not in out and "error" not in out: fail(f"exit {rc} without a sentence: {out[-200:]!r}")
expected = open(place + "/expected").read()
if what == "run":
    if rc == "3" and before["state"] != "CANDIDATE": fail("it said candidate and is " + before["state"])
    again = run("run", "pay")
    if again.returncode != 3: fail(f"run again ends with {again.returncode}: {again.stderr}{again.stdout}")
    if state()["state"] != "CANDIDATE": fail("no candidate after running again")
    if run("hash", design + "intent.json").stdout != expected: fail("another design")
else:
    if rc == "0" and before["state"] != "FROZEN" and not os.path.exists(design + "final/FROZEN.md"): fail("it said frozen and is " + before["state"])
    shown = run("show", "pay")
    if shown.returncode: fail(f"show: {shown.stderr}")
    after = state()
    if after["state"] not in ("CANDIDATE", "FROZEN"): fail(after["state"] + ": " + str(after["reason"]))
    verified = run("verify", "--json")
    if verified.returncode: fail("verify: " + verified.stdout)
    if (after["state"] == "FROZEN") != (len(json.loads(verified.stdout)) == 1): fail("record and marker disagree")
    before = after
    if run("hash", design + "intent.json").stdout != expected: fail("another design")
log = run("log", "pay")
if log.returncode: fail("journal: " + log.stderr)
left = [f for d, _, fs in os.walk(design) for f in fs if f.startswith(".") and f != ".lock"]
if left and what == "run": fail("left behind: " + ", ".join(left))
print("as " + before["state"] if what == "freeze" else "was " + before["state"] + ", then a candidate")
PY

# A freeze needs a terminal with a person.
cat >"$place/freeze.py" <<'PY'
import os, pty, select, sys, time
pid, fd = pty.fork()
if pid == 0: os.execv(os.environ["FRIEZE"], ["frieze", "approve", "pay"])
def put(to, text):
    # strace counts per process: the failing call may be this process's, once.
    try: os.write(to, text)
    except OSError: os.write(to, text)
seen, answered, end = b"", False, time.time() + 20
while time.time() < end:
    if select.select([fd], [], [], 0.05)[0]:
        try: got = os.read(fd, 4096)
        except OSError: break
        if not got: break
        seen += got
    if b"digits of the hash to" in seen and not answered:
        put(fd, b"pay\r"); answered = True
if time.time() >= end: os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
put(1, seen)
sys.exit(137 if os.WIFSIGNALED(status) else os.WEXITSTATUS(status))
PY
worst=0
try() {
    local name=$1 base=$2 run=$3 what=$4 calls=$5
    shift 5
    echo "== $name"
    python3 "$tools/killpoints.py" --base "$place/$base" --run "$run" --check "python3 $place/check.py $what" \
        --calls "$calls" --most "$most" "$@"
    local code=$?
    [ "$code" -gt "$worst" ] && worst=$code
}
changing=write,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,flock,ftruncate
try "run, SIGKILL" idle "$FRIEZE run pay" run "$changing,openat,close"
try "run, EIO" idle "$FRIEZE run pay" run "$changing,openat" --error EIO
try "run, ENOSPC" idle "$FRIEZE run pay" run "$changing,openat" --error ENOSPC
# strace also follows frieze's terminal, which makes almost none of these calls.
try "freeze, SIGKILL" candidate "python3 $place/freeze.py" freeze "$changing"
try "freeze, EIO" candidate "python3 $place/freeze.py" freeze "$changing" --error EIO
try "freeze, ENOSPC" candidate "python3 $place/freeze.py" freeze "$changing" --error ENOSPC
exit "$worst"
