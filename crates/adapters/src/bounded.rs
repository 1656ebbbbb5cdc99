//! Programs with a time limit: one that hangs must not block an approval (promise P13).

use std::io;
use std::io::Read;
use std::process::{Child, ExitStatus};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// Interval at which a program that closed its output is checked for its end.
const POLL_INTERVAL: Duration = Duration::from_micros(200);
/// Longer than any name and address, and than ssh-keygen's messages.
const MAX_OUTPUT: u64 = 64 * 1024;

/// Waits for a program, which leads its own process group. Returns how it ended and what it printed; `None` if it did not end
/// within the limit, and was killed with all that it started. A thread reads the pipe, because a process that the program started
/// may keep it open.
///
/// # Errors
/// If the system cannot wait for it.
pub fn finish(
    mut program: Child,
    pipe: Option<impl Read + Send + 'static>,
    limit: Duration,
) -> io::Result<Option<(ExitStatus, String)>> {
    let end = Instant::now() + limit;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut output = Vec::new();
        let _ = pipe.map(|pipe| pipe.take(MAX_OUTPUT).read_to_end(&mut output));
        let _ = sender.send(String::from_utf8_lossy(&output).into_owned());
    });
    let output = receiver.recv_timeout(limit).unwrap_or_default();
    loop {
        if let Some(status) = program.try_wait()? {
            return Ok(Some((status, output)));
        }
        if Instant::now() >= end {
            let _ = kill_process_group(Pid::from_child(&program), Signal::KILL);
            program.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL_INTERVAL);
    }
}
