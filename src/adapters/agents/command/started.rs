//! Starts a keeper and gives it its order.

use std::ffi::OsString;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as Socket;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::OnceLock;

use tokio::net::UnixStream;
use tokio::process::{Child, Command};

use super::keeper;
use super::order::Order;

/// The program that is a keeper when it is asked to, where this one is not: what is linked with the library alone has no
/// such part.
pub static PROGRAM: OnceLock<PathBuf> = OnceLock::new();

/// Starts a program under a keeper, with our whole environment or with one of its own. Closing the socket ends it. Blocks.
pub fn under_a_keeper(
    order: &Order,
    environment: Option<Vec<(OsString, OsString)>>,
    complaints: Stdio,
) -> std::io::Result<(Child, UnixStream)> {
    let (mut ours, theirs) = Socket::pair()?;
    let mut command = Command::new(this_program()?);
    command.arg(keeper::ARGUMENT).stdin(Stdio::from(OwnedFd::from(theirs)));
    command.stdout(Stdio::piped()).stderr(complaints);
    if let Some(environment) = environment {
        command.env_clear().envs(environment);
    }
    let child = command.spawn()?;
    // The command has our copy of the keeper's end, which would keep the socket open.
    drop(command);
    let mut line = serde_json::to_vec(order)?;
    line.push(b'\n');
    // The keeper reads all of it before it does anything else.
    ours.write_all(&line)?;
    ours.set_nonblocking(true)?;
    Ok((child, UnixStream::from_std(ours)?))
}

/// This program's file, also when it was replaced meanwhile.
fn this_program() -> std::io::Result<PathBuf> {
    match PROGRAM.get() {
        Some(program) => Ok(program.clone()),
        None if cfg!(target_os = "linux") => Ok(PathBuf::from("/proc/self/exe")),
        None => std::env::current_exe(),
    }
}
