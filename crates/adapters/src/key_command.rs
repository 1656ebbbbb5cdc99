//! A command that prints a key. It runs without a shell and under a keeper, so that it ends together with frieze. Its output is
//! bounded; its standard error is never shown, because it may contain the key too.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;

use super::agents::command::order::{KeeperEvent, Order};
use super::agents::command::{kept_process, program};

/// Longer than any key, in bytes.
const LARGEST: usize = 16 * 1024;
/// How long to read on after the command has ended: all of its output is there, but a process that it left behind may keep the
/// pipe open.
const REST: Duration = Duration::from_millis(100);

/// The output of a command. What it started ends with it. Daemons end only if the command is cancelled: some of them keep a
/// key unlocked.
///
/// It runs in the workspace's folder and is resolved from there: the folder in which frieze was started is arbitrary, and
/// programs in it are not trusted.
///
/// # Errors
/// If the command cannot be started, fails, or prints no text. The text continues a sentence: `PROGRAM failed …`.
pub async fn output(argv: &[String], root: &Path) -> Result<String, String> {
    let (program, arguments) = argv.split_first().ok_or("names no program")?;
    let program =
        program::executable(program, root).map_err(|e| format!("could not be started: {}", e.what))?;
    let text =
        |path: &Path| path.to_str().map(str::to_owned).ok_or("could not be started: its path is not UTF-8");
    let order = Order {
        program: text(&program)?,
        arguments: arguments.to_vec(),
        folder: Some(text(root)?),
        spares_daemons: true,
        ..Order::default()
    };
    let started = kept_process::start(order, None, Stdio::null()).await;
    let mut process = started.map_err(|e| format!("could not be started: {e}"))?;
    let mut out = process.outputs().0.ok_or("has no output")?;
    let (mut bytes, mut some) = (Vec::new(), vec![0; 4096]);
    let (mut is_open, mut ended) = (true, None);
    while is_open || ended.is_none() {
        tokio::select! {
            biased;
            read = out.read(&mut some), if is_open => {
                let read = read.map_err(|e| format!("could not be read: {e}"))?;
                is_open = read > 0;
                bytes.extend_from_slice(some.get(..read).unwrap_or_default());
                if bytes.len() > LARGEST {
                    return Err("printed more than a key".to_owned());
                }
            }
            event = process.next_event(), if ended.is_none() => {
                ended = outcome(event.map_err(|why| format!("was lost: {why}"))?)?;
            }
            () = tokio::time::sleep(REST), if ended.is_some() => is_open = false,
        }
    }
    ended.unwrap_or(Ok(()))?;
    String::from_utf8(bytes)
        .map(|text| text.trim().to_owned())
        .map_err(|_| "printed something that is not UTF-8".to_owned())
}

/// How the command ended, if the keeper's message says so; an error if it was never started.
fn outcome(event: Option<KeeperEvent>) -> Result<Option<Result<(), String>>, String> {
    Ok(match event {
        Some(KeeperEvent::Keeps { .. } | KeeperEvent::Started { .. }) => None,
        Some(KeeperEvent::NotStarted { why }) => return Err(format!("could not be started: {why}")),
        Some(KeeperEvent::Ended { code: Some(0), .. }) => Some(Ok(())),
        Some(KeeperEvent::Ended { code: Some(code), .. }) => {
            Some(Err(format!("failed (exit status: {code})")))
        }
        Some(KeeperEvent::Ended { signal: Some(signal), .. }) => {
            Some(Err(format!("failed (signal: {signal})")))
        }
        Some(KeeperEvent::Ended { .. } | KeeperEvent::Lost) | None => {
            Some(Err("ended for an unknown reason".to_owned()))
        }
    })
}
