//! How the program is linked.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|it| it == value);
    // At a place of its own choosing the program would correct 69,000 addresses at each start, and a screen starts it twice
    // (the guard and itself): half of the time until `--version` stands there, and 5 MB of memory. At a fixed place, as the Go
    // toolchain links too, it corrects none. Heap, stack and libraries still lie elsewhere at each start.
    if is("PROFILE", "release") && is("CARGO_CFG_TARGET_OS", "linux") && is("CARGO_CFG_TARGET_ENV", "gnu") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
