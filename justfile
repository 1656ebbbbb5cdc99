# `just` lists the recipes; https://just.systems

# Lists the recipes.
default:
    @just --list

# Formats and lints everything.
lint:
    cargo fmt --all
    cargo clippy --workspace --all-targets -- -D warnings

# Tests everything, or one crate: `just test frieze-rubric`.
test package="":
    cargo test {{ if package == "" { "--workspace" } else { "-p " + package } }}

# Renews the snapshots of the screen. Look at the difference before you commit.
snapshots:
    INSTA_UPDATE=always INSTA_FORCE_PASS=1 cargo test -p frieze --test screen
    find tests -name '*.snap.new' -delete
    git diff --stat tests/screen/snapshots

# Measures operations and their yardsticks, all or some: `just bench verify status`.
bench *rows:
    cargo build --release
    cargo bench --bench ratios -- {{ rows }}

# Runs everything that CI runs, in a clone of HEAD.
ci:
    .ci/run

# Draws the README's pictures again.
pictures:
    cargo build
    python3 assets/screen.py target/debug/frieze
    python3 assets/picture.py target/debug/frieze
