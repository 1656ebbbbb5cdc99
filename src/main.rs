//! The program: everything is in the library, put together by `wire`.

use std::panic;
use std::process::{ExitCode, abort};

fn main() -> ExitCode {
    // A keeper of a program has nothing to do with the command line.
    if let Some(code) = frieze::wire::keeper(std::env::args_os()) {
        return code;
    }
    end_when_the_runtime_stands_still();
    frieze::cli::main(std::env::args_os(), &frieze::wire::Machine)
}

/// A runtime that cannot wake its threads would wait for ever, with the locks that it holds. The files are the record,
/// so ending at once loses nothing.
fn end_when_the_runtime_stands_still() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        before(panic);
        if panic.payload_as_str().is_some_and(|what| what.starts_with("failed to wake I/O driver")) {
            abort();
        }
    }));
}
