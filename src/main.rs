//! The program. All code is in the library, composed by `wire`.

use std::panic;
use std::process::{ExitCode, abort};

use frieze_adapters::agents::command::keeper::run_if_asked;
use frieze_adapters::approvals::askpass;
use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};

fn main() -> ExitCode {
    // A keeper process does not parse the command line.
    if let Some(code) = run_if_asked(std::env::args_os()) {
        return code;
    }
    if let Some(code) = askpass(std::env::args_os()) {
        return code;
    }
    abort_when_the_runtime_fails();
    report_file_size_limit_as_error();
    frieze::cli::main(std::env::args_os(), &frieze::wire::Machine)
}

/// If a file would exceed `ulimit -f`, a signal kills the program unless it is handled; when handled, the write fails and is
/// reported like a full disk (promise P4). The handler is registered once and stays active without the runtime; child
/// processes do not inherit it.
fn report_file_size_limit_as_error() {
    // If registration fails, the signal keeps its default action.
    if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_io().build() {
        let _inside = runtime.enter();
        let _ = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()));
    }
}

/// A runtime that cannot wake its threads would wait forever, holding its locks. All state is in files, so aborting loses
/// nothing.
fn abort_when_the_runtime_fails() {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        before(panic);
        if panic.payload_as_str().is_some_and(|what| what.starts_with("failed to wake I/O driver")) {
            abort();
        }
    }));
}
