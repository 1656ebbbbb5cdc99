#!/usr/bin/env python3
"""Changes a design at the system calls between showing it and committing the decision upon it (promise P9).

A real `frieze approve` in a pseudo-terminal; strace holds one of its system calls for a moment, and in that moment
intent.json becomes another design. Whatever the call: either nothing is frozen, or exactly what was shown is. The
control freezes a design that was changed before it was shown, and must be told from the one that was meant.

usage: tests/fault/changed_meanwhile.py [POINTS]     about so many calls; default 60, 0 for all
FRIEZE names the binary. Needs strace; without it, it says "not run" and exits 77.
"""
import json, os, pty, re, select, shutil, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FRIEZE = os.environ.get("FRIEZE", HERE + "/target/debug/frieze")
HELD, BEFORE = 0.40, 0.20
CALLS = ("openat,openat2,read,pread64,statx,newfstatat,fstat,lseek,getdents64,flock,write,fsync,fdatasync,"
         "sync_file_range,rename,renameat,renameat2,unlinkat,mkdirat,fchmod,ftruncate,close")
PROMPT = b"digits of the hash to"
INTENT = "features/pay/design/intent.json"
FINAL = "features/pay/design/final/"

def run(where, *arguments):
    return subprocess.run([FRIEZE, *arguments], cwd=where, stdin=subprocess.DEVNULL, capture_output=True, text=True)

def hashed(path):
    return run(os.path.dirname(path), "hash", path).stdout.strip()

def change(where, new):
    """Another design takes the file's place at once, as an editor saves it."""
    path = os.path.join(where, INTENT)
    with open(path + ".swp", "w") as file: file.write(new)
    os.rename(path + ".swp", path)
    return time.time()

def approve(where, trace, inject, when_asked):
    """Approves at a terminal under strace; `when_asked` is called when the answer was typed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(where)
        os.execvp("strace", ["strace", "-f", "-qq", "-ttt", "-s", "400", "-o", trace, "-e", "trace=" + CALLS, *inject, FRIEZE, "approve", "pay"])
    seen, asked, end = b"", None, time.time() + 30
    while time.time() < end:
        if select.select([terminal], [], [], 0.02)[0]:
            try: got = os.read(terminal, 4096)
            except OSError: break
            if not got: break
            seen += got
        if PROMPT in seen and asked is None:
            time.sleep(0.05)
            os.write(terminal, b"pay\r")
            asked = when_asked()
    else:
        os.kill(pid, 9)
    os.waitpid(pid, 0)
    os.close(terminal)
    shown = re.search(rb"intent  ([0-9a-f]{64})", seen)
    return (shown[1].decode() if shown else None), asked

def wrong(where, meant):
    """What is wrong with what lies there, if this design was meant; and whether something is frozen."""
    marker = os.path.join(where, FINAL, "FROZEN.md")
    state = json.loads(run(where, "status", "--json").stdout)["features"][0]["state"]
    if not os.path.exists(marker):
        return (None if state == "CANDIDATE" else "nothing is frozen, and the state is " + state), False
    run(where, "show", "pay")
    said = re.search(r'checksumSHA256: "([0-9a-f]{64})"', open(marker).read())
    lies = hashed(os.path.join(where, FINAL, "intent.json"))
    if not said or said[1] != meant: return f"{meant[:8]} was meant, and the marker says {said and said[1][:8]}", True
    if lies != meant: return f"{meant[:8]} was meant, and {lies[:8]} lies there", True
    if run(where, "verify").returncode: return "it does not verify", True
    return None, True

def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    if not shutil.which("strace"): print("not run: strace is missing"); return 77
    if not os.access(FRIEZE, os.X_OK): print(f"not run: {FRIEZE} is missing (cargo build)"); return 77
    root = tempfile.mkdtemp(prefix="changed-")
    home, base, work, trace = (os.path.join(root, name) for name in ("home", "base", "work", "trace"))
    os.makedirs(home)
    with open(home + "/gitconfig", "w") as file: file.write("[user]\n\tname = Ada\n\temail = ada@example.org\n")
    os.environ.update(HOME=home, XDG_CONFIG_HOME=home + "/config", GIT_CONFIG_GLOBAL=home + "/gitconfig", NO_COLOR="1")
    try:
        os.makedirs(base)
        with open(root + "/brief.md", "w") as file:
            file.write("# Pay\n\n- The shopper can pay an order with a card.\n- The shopper can see all orders.\n")
        run(base, "init"); run(base, "new", "pay", "--brief", root + "/brief.md"); run(base, "run", "pay")
        intent = os.path.join(base, INTENT)
        if not os.path.exists(intent): print("not run: the sample has no design"); return 77
        original = json.load(open(intent))
        other = json.dumps({**original, "title": original["title"] + ", in another way"}, indent=2)
        meant = hashed(intent)

        def fresh():
            shutil.rmtree(work, ignore_errors=True); shutil.copytree(base, work, symlinks=True)

        # The whole run, to list its calls behind the question.
        fresh()
        shown, typed = approve(work, trace, [], time.time)
        problem, frozen = wrong(work, meant)
        if shown != meant or problem or not frozen: print("BAD: undisturbed it does not freeze:", problem); return 1
        # strace counts the calls of each thread apart; those behind the answer are wanted.
        counts, points = {}, []
        for line in open(trace, errors="replace"):
            found = re.match(r"(\d+) +([\d.]+) (\w+)\(", line)
            if found:
                n = counts[found[1], found[3]] = counts.get((found[1], found[3]), 0) + 1
                if float(found[2]) > typed and (found[3], n) not in points: points.append((found[3], n))
        if not points: print("not run: strace could not trace"); return 77
        if most and len(points) > most:
            points = [points[int(i * len(points) / most)] for i in range(most)]

        bad, froze, kept, missed = [], 0, 0, 0
        for call, n in points:
            fresh()
            def meddle():
                time.sleep(BEFORE)
                return change(work, other)
            shown, at = approve(work, trace, ["-e", f"inject={call}:delay_enter={int(HELD * 1e6)}:when={n}"], meddle)
            held = any("DELAYED" in l and float(l.split()[1]) <= at <= float(l.split()[1]) + HELD
                       for l in open(trace, errors="replace") if re.match(r"\d+ +[\d.]+ ", l)) if at else False
            missed += not held
            problem, frozen = wrong(work, meant)
            if shown != meant: problem = f"it showed {shown}"
            froze, kept = froze + frozen, kept + (not frozen)
            if problem: bad.append((call, n, problem))
        print(f"{len(points)} calls: {froze} freezes of what was shown, {kept} times nothing decided, "
              f"{missed} where the change came beside the call")
        for one in bad[:10]: print("  BAD:", *one)

        # Control: another design was shown than the one that is meant.
        fresh()
        change(work, other)
        approve(work, trace, [], time.time)
        problem, frozen = wrong(work, meant)
        if not frozen or not problem: print("BAD: the control passes, so the check sees nothing"); return 1
        print("control:", problem)
        return 1 if bad or missed > len(points) / 2 else 0
    finally:
        shutil.rmtree(root, ignore_errors=True)

sys.exit(main())
