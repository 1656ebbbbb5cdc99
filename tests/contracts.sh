#!/usr/bin/env bash
# The built-in contracts before the programs that they are for: SQLite runs schema.sql, TypeScript checks types.ts,
# validators read openapi.yaml and acceptance.feature. Needs python3. Optional are tsc, and for python3
# openapi-spec-validator and gherkin-official: a check without its program prints "not run".
set -euo pipefail
cd "$(dirname "$0")/.."
command -v python3 >/dev/null || { echo "not run: python3 is missing"; exit 77; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
FRIEZE_CONTRACTS=$place cargo test --quiet -p frieze-session --test contract
python3 - "$place" <<'PYTHON'
import importlib.util, pathlib, sqlite3, sys

def has(module):
    if importlib.util.find_spec(module):
        return True
    print(f"not run: python3 has no {module}")
    return False

with_openapi, with_gherkin = has("openapi_spec_validator"), has("gherkin")
folders = sorted(pathlib.Path(sys.argv[1]).iterdir())
for folder in folders:
    database = sqlite3.connect(":memory:")
    database.execute("PRAGMA foreign_keys = ON")
    database.executescript((folder / "schema.sql").read_text("utf-8"))
    tables = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    # Only a change finds a key that points to nothing. Ten thousand tables would take minutes.
    for (name,) in tables[:500]:
        database.execute('DELETE FROM "%s"' % name)
    # A validator takes minutes for ten thousand schemas.
    if with_openapi and len(tables) < 500:
        import openapi_spec_validator, yaml
        openapi_spec_validator.validate(yaml.safe_load((folder / "openapi.yaml").read_text("utf-8")))
    if with_gherkin:
        from gherkin.parser import Parser
        Parser().parse((folder / "acceptance.feature").read_text("utf-8"))
print(f"{len(folders)} contracts accepted")
PYTHON
if command -v tsc >/dev/null; then
  for target in es5 es2020; do
    tsc --noEmit --strict --target "$target" "$place"/*/types.ts
  done
  echo "types accepted"
else
  echo "not run: tsc is missing"
fi
