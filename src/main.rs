//! The program: everything is in the library, put together by `wire`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A keeper of a program has nothing to do with the command line.
    if let Some(code) = frieze::wire::keeper(std::env::args_os()) {
        return code;
    }
    frieze::cli::main(std::env::args_os(), &frieze::wire::Machine)
}
