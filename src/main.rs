//! The program: everything is in the library, put together by `wire`.

use std::process::ExitCode;

fn main() -> ExitCode {
    frieze::cli::main(std::env::args_os(), &frieze::wire::Machine)
}
