//! A command that prints a key. No shell reads it, what it prints is bounded, and what it says on its standard error is
//! shown to nobody, since it may hold the key too.

use std::process::Stdio;

use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncReadExt as _;
use tokio::process::Command;

/// More than any key, in bytes.
const LARGEST: u64 = 16 * 1024;

/// What a command prints, or how it failed; what it started ends with it.
pub async fn output(argv: &[String]) -> Result<String, String> {
    let (program, arguments) = argv.split_first().ok_or("names no program")?;
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command
        .process_group(0)
        .kill_on_drop(true)
        .spawn()
        .map_err(|e| format!("could not be started: {e}"))?;
    let _group = Group(child.id().and_then(|id| Pid::from_raw(i32::try_from(id).ok()?)));
    let mut bytes = Vec::new();
    let out = child.stdout.take().ok_or("has no output")?;
    out.take(LARGEST + 1).read_to_end(&mut bytes).await.map_err(|e| format!("could not be read: {e}"))?;
    if bytes.len() as u64 > LARGEST {
        return Err("printed more than a key".to_owned());
    }
    let status = child.wait().await.map_err(|e| format!("was lost: {e}"))?;
    if !status.success() {
        return Err(format!("failed ({status})"));
    }
    String::from_utf8(bytes)
        .map(|text| text.trim().to_owned())
        .map_err(|_| "printed something that is no text".to_owned())
}

/// A command and what it started.
struct Group(Option<Pid>);

impl Drop for Group {
    fn drop(&mut self) {
        if let Some(pid) = self.0 {
            // Nobody may be left, which is as well.
            let _ = kill_process_group(pid, Signal::KILL);
        }
    }
}
