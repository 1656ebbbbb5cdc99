#!/usr/bin/env bash
# Checks the files that the built-in profile `contract` makes of frozen designs, with programs of others: schema.sql with
# SQLite, types.ts with the TypeScript compiler, openapi.yaml with an OpenAPI validator, acceptance.feature with the
# gherkin crate. The designs are those of the demo that are candidates: each is frozen, and a session makes its files.
# A tool that is missing prints "not run"; exit 77 if nothing could be checked, 1 if a file is wrong.
#
# usage: tests/session/artefacts.sh [FOLDER]     with FOLDER, checks the files in its subfolders instead
# FRIEZE names the binary; TSC names the TypeScript compiler.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
frieze=${FRIEZE:-$here/target/debug/frieze}
tsc=${TSC:-tsc}
unset FRIEZE TSC # frieze would report a variable that configures nothing
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
home=$HOME

# Freezes a candidate as a person does, who needs a terminal.
cat >"$place/freeze.py" <<'PY'
import os, pty, select, sys, time
frieze, feature = sys.argv[1:]
pid, fd = pty.fork()
if pid == 0:
    os.execv(frieze, ["frieze", "approve", feature])
seen, answered, end = b"", False, time.time() + 300
while time.time() < end:
    if select.select([fd], [], [], 0.05)[0]:
        try:
            got = os.read(fd, 4096)
        except OSError:
            break
        if not got:
            break
        seen += got
    if b"digits of the hash to" in seen and not answered:
        os.write(fd, feature.encode() + b"\r")
        answered = True
if time.time() >= end:
    os.kill(pid, 9)
_, status = os.waitpid(pid, 0)
if os.waitstatus_to_exitcode(status) != 0:
    sys.stdout.buffer.write(seen)
    sys.exit(1)
PY

phase() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["phase"])' ".aiwf/sessions/$1/session.json"; }

# Runs a session to its end, and approves whatever it waits for.
complete() {
    local id=$1 _
    for _ in 1 2 3 4 5 6 7 8 9 10 11 12; do
        "$frieze" run "session/$id" >"$place/run.txt" 2>&1
        [ "$(phase "$id")" = complete ] && return 0
        "$frieze" session approve "$id" >>"$place/run.txt" 2>&1 || break
    done
    echo "WRONG: session $id is $(phase "$id") and does not come to its end:"
    cat "$place/run.txt"
    return 1
}

made=$place/made
mkdir -p "$made"
wrong=0
if [ $# -gt 0 ]; then
    made=$(cd "$1" && pwd) || exit 2
else
    command -v python3 >/dev/null || { echo "not run: python3 is missing"; exit 77; }
    [ -x "$frieze" ] || { echo "not run: $frieze is missing (cargo build)"; exit 77; }
    mkdir -p "$place/home" "$place/shop"
    printf '[user]\n\tname = Ada\n\temail = ada@example.org\n' >"$place/home/gitconfig"
    export HOME=$place/home XDG_CONFIG_HOME=$place/home/config GIT_CONFIG_GLOBAL=$place/home/gitconfig NO_COLOR=1
    cd "$place/shop" || exit 2
    "$frieze" init --demo >"$place/init.txt" 2>&1 || { echo "WRONG: the demo fails"; cat "$place/init.txt"; exit 1; }
    candidates=$("$frieze" status --json | python3 -c '
import json, sys
for row in json.load(sys.stdin)["features"]:
    if row["state"] == "CANDIDATE":
        print(row["id"])')
    [ -n "$candidates" ] || { echo "WRONG: the demo has no candidate"; exit 1; }
    for feature in $candidates; do
        echo "== $feature: from the frozen design to the files"
        python3 "$place/freeze.py" "$frieze" "$feature" || { echo "WRONG: $feature was not frozen"; wrong=1; continue; }
        id=$feature-1
        "$frieze" session new "$id" --profile contract --feature "$feature" --planner built-in --generator built-in \
            --reviewer built-in --reviser built-in >/dev/null || { echo "WRONG: no session of $feature"; wrong=1; continue; }
        complete "$id" || { wrong=1; continue; }
        "$frieze" session take "$id" --into "$made/$feature" >/dev/null 2>"$place/take.txt" ||
            cp -a "$(ls -d ".aiwf/sessions/$id"/iteration-*/code | tail -n 1)" "$made/$feature"
        # Each requirement of the design is in a scenario.
        python3 - "features/$feature/design/final/intent.json" "$made/$feature/acceptance.feature" <<'PY' || wrong=1
import json, sys
text = open(sys.argv[2]).read()
lost = [r["id"] for r in json.load(open(sys.argv[1]))["requirements"] if r["id"] not in text]
if lost:
    sys.exit("WRONG: in no scenario: " + ", ".join(lost))
PY
    done
    cd "$here" || exit 2
    export HOME=$home
    unset XDG_CONFIG_HOME GIT_CONFIG_GLOBAL NO_COLOR
fi
[ -n "$(find "$made" -name schema.sql -print -quit)" ] || { echo "WRONG: no files were made"; exit 1; }

# Each check gets one file, prints what is wrong, and exits with 0 if nothing is.
sql() { sqlite3 -bail :memory: "PRAGMA foreign_keys = ON;" ".read '$1'" "PRAGMA foreign_key_check;" 2>&1; }
sql_by_python() {
    python3 - "$1" 2>&1 <<'PY'
import sqlite3, sys
database = sqlite3.connect(":memory:")
database.execute("PRAGMA foreign_keys = ON")
database.executescript(open(sys.argv[1]).read())
# Inserting makes SQLite resolve every foreign key; a wrong one is an error other than a violated constraint.
tables = [row[0] for row in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
if not tables:
    sys.exit("no table")
for table in tables:
    try:
        quoted = '"' + table.replace('"', '""') + '"'
        database.execute(f"INSERT INTO {quoted} DEFAULT VALUES")
    except sqlite3.IntegrityError:
        pass
PY
}
types() { "$tsc" --noEmit --strict --target es2022 --module es2022 --moduleResolution bundler "$1" 2>&1; }
openapi() { python3 -m openapi_spec_validator "$1" 2>&1; }
scenarios() { "$gherkin" "$1" 2>&1; }

ran=0
# check NAME FILE FUNCTION: runs a function on this file of every folder.
check() {
    local name=$1 file=$2 function=$3 path said count=0
    echo "== $name"
    while IFS= read -r path; do
        count=$((count + 1))
        said=$("$function" "$path") || { echo "WRONG: ${path#"$made"/}: $said"; wrong=1; }
    done < <(find "$made" -name "$file" | sort)
    [ "$count" -gt 0 ] || { echo "WRONG: no $file"; wrong=1; }
    echo "$count files"
    ran=$((ran + 1))
}

if command -v sqlite3 >/dev/null; then
    check "schema.sql, sqlite3" schema.sql sql
else
    echo "not run: sqlite3 is missing"
fi
if python3 -c 'import sqlite3' 2>/dev/null; then
    check "schema.sql, every table used" schema.sql sql_by_python
else
    echo "not run: python3 has no sqlite3"
fi
if command -v "$tsc" >/dev/null; then
    check "types.ts, the TypeScript compiler" types.ts types
else
    echo "not run: tsc is missing (set TSC to another name)"
fi
if python3 -c 'import openapi_spec_validator' 2>/dev/null; then
    check "openapi.yaml, openapi-spec-validator" openapi.yaml openapi
else
    echo "not run: the Python package openapi-spec-validator is missing"
fi

# The crate is no dependency of frieze: a package of its own is built, without a network.
mkdir -p "$place/reader/src"
cat >"$place/reader/Cargo.toml" <<'TOML'
[package]
name = "gherkin-reader"
version = "0.0.0"
edition = "2024"
publish = false

[dependencies]
gherkin = { version = "*", default-features = false, features = ["parser"] }

[workspace]
TOML
cat >"$place/reader/src/main.rs" <<'RS'
//! Reads a feature file; prints why it cannot be read, or what is empty in it.

fn main() {
    let path = std::env::args().nth(1).expect("a path");
    let feature = match gherkin::Feature::parse_path(&path, gherkin::GherkinEnv::default()) {
        Ok(feature) => feature,
        Err(why) => stop(&why.to_string()),
    };
    let scenarios = feature.scenarios.iter().chain(feature.rules.iter().flat_map(|rule| &rule.scenarios));
    let mut count = 0;
    for scenario in scenarios {
        if scenario.steps.is_empty() {
            stop(&format!("{} has no step", scenario.name));
        }
        count += 1;
    }
    if count == 0 {
        stop("no scenario");
    }
}

fn stop(why: &str) -> ! {
    println!("{why}");
    std::process::exit(1);
}
RS
gherkin=$place/reader/target/debug/gherkin-reader
if command -v cargo >/dev/null &&
    (cd "$place/reader" && CARGO_TARGET_DIR=$place/reader/target cargo build --offline --quiet) >"$place/build.txt" 2>&1; then
    check "acceptance.feature, the gherkin crate" acceptance.feature scenarios
else
    echo "not run: the gherkin crate is not available offline ($(grep -m 1 -i error "$place/build.txt" || echo "no cargo"))"
fi

[ "$wrong" = 0 ] || exit 1
[ "$ran" -gt 0 ] || exit 77
