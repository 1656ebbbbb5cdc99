//! The program: everything is in the library, put together by `wire`.

use std::panic;
use std::process::{ExitCode, abort};

use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    // A keeper of a program has nothing to do with the command line.
    if let Some(code) = frieze::wire::keeper(std::env::args_os()) {
        return code;
    }
    if let Some(code) = frieze::wire::askpass(std::env::args_os()) {
        return code;
    }
    end_when_the_runtime_stands_still();
    be_told_that_a_file_is_too_large();
    frieze::cli::main(std::env::args_os(), &frieze::wire::Machine)
}

/// Where a file would grow beyond `ulimit -f`, a signal ends the program unless somebody takes it; then the write fails, and
/// that is told as on a full disk (promise P4). Who takes it is registered once, and stays when the runtime is gone. What is
/// started by us does not inherit that.
fn be_told_that_a_file_is_too_large() {
    // Where it cannot be registered, the signal acts as it does anywhere.
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() {
        let _inside = runtime.enter();
        let _ = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()));
    }
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
