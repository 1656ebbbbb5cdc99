//! Linker options of the program.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    // A position-independent program corrects 69,000 addresses at each start, and the screen starts it twice (the guard and
    // itself): half of the time of `--version`, and 5 MB of memory. A fixed address, as the Go toolchain uses, avoids that.
    // Heap, stack and libraries are still at random addresses.
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
