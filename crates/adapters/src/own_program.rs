//! This program as a child without a terminal. It runs under a keeper, so that it ends together with this process, and all that it
//! started with it. Its output is bounded.

use std::env::current_dir;
use std::ffi::OsString;
use std::process::Stdio;

use tokio::io::{AsyncRead, AsyncReadExt as _};

use super::agents::command::kept_process;
use super::agents::command::kept_process::{KeptProcess, this_program};
use super::agents::command::order::{KeeperEvent, Order};

/// The most bytes that are kept of each stream.
const MOST: u64 = 256 * 1024;

/// What this program prints with these arguments, and its exit code; `None` if a signal ended it. Dropping the future ends it.
///
/// # Errors
/// Why it could not be run.
pub async fn run(arguments: Vec<OsString>) -> Result<(String, Option<i32>), String> {
    let mut process = start(arguments).await.map_err(|e| e.to_string())?;
    let (out, err) = process.outputs();
    let (out, err, code) = tokio::join!(beginning(out), beginning(err), code(&mut process));
    Ok((out + &err, code?))
}

async fn start(arguments: Vec<OsString>) -> std::io::Result<KeptProcess> {
    let text = |text: OsString| {
        text.into_string().map_err(|text| std::io::Error::other(format!("{} is not UTF-8", text.display())))
    };
    let order = Order {
        program: text(this_program()?.into())?,
        arguments: arguments.into_iter().map(text).collect::<Result<_, _>>()?,
        folder: Some(text(current_dir()?.into())?),
        ..Order::default()
    };
    kept_process::start(order, None, Stdio::piped()).await
}

/// The exit code, when all that it started has ended too.
async fn code(process: &mut KeptProcess) -> Result<Option<i32>, String> {
    let mut code = None;
    while let Some(event) = process.next_event().await? {
        match event {
            KeeperEvent::NotStarted { why } => return Err(why),
            KeeperEvent::Ended { code: ended, .. } => code = ended,
            KeeperEvent::Keeps { .. } | KeeperEvent::Started { .. } | KeeperEvent::Lost => {}
        }
    }
    Ok(code)
}

/// The beginning of a stream.
async fn beginning(stream: Option<impl AsyncRead + Unpin>) -> String {
    let (mut bytes, Some(stream)) = (Vec::new(), stream) else { return String::new() };
    // What was read until an error is shown.
    let _ = stream.take(MOST).read_to_end(&mut bytes).await;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let is_cut = u64::try_from(bytes.len()).is_ok_and(|length| length >= MOST);
    if is_cut { text + "\n… the rest is shown in a shell only\n" } else { text }
}
