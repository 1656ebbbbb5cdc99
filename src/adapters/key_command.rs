//! A command that prints a key. No shell reads it, what it prints is bounded, and what it says on its standard error is
//! shown to nobody, since it may hold the key too. It runs under a keeper, so that it ends with us.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tokio::io::AsyncReadExt as _;

use super::agents::command::order::{News, Order};
use super::agents::command::{place, started};

/// More than any key, in bytes.
const LARGEST: usize = 16 * 1024;
/// How long more is waited for when the command has ended: all that it printed is there by then, but what it left behind
/// may hold its output open.
const REST: Duration = Duration::from_millis(100);

/// What a command prints, or how it failed; what it started ends with it, but for daemons, which end with it only where it
/// is ended: some of them keep what a key is locked with.
///
/// It works in the workspace's folder, and is looked for from there: where frieze was started is chance, and what lies there
/// is not what was trusted.
pub async fn output(argv: &[String], root: &Path) -> Result<String, String> {
    let (program, arguments) = argv.split_first().ok_or("names no program")?;
    let program =
        place::executable(program, root).map_err(|e| format!("could not be started: {}", e.what))?;
    let text =
        |path: &Path| path.to_str().map(str::to_owned).ok_or("could not be started: its path is not UTF-8");
    let order = Order {
        program: text(&program)?,
        arguments: arguments.to_vec(),
        input: None,
        folder: Some(text(root)?),
        is_own_folder: false,
        spares_daemons: true,
    };
    let begun =
        tokio::task::spawn_blocking(move || started::under_a_keeper(&order, None, Stdio::null())).await;
    let begun = begun.unwrap_or_else(|e| Err(std::io::Error::other(e)));
    let mut kept = begun.map_err(|e| format!("could not be started: {e}"))?;
    let mut out = kept.outputs().0.ok_or("has no output")?;
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
            news = kept.news(), if ended.is_none() => {
                ended = outcome(news.map_err(|why| format!("was lost: {why}"))?)?;
            }
            () = tokio::time::sleep(REST), if ended.is_some() => is_open = false,
        }
    }
    ended.unwrap_or(Ok(()))?;
    String::from_utf8(bytes)
        .map(|text| text.trim().to_owned())
        .map_err(|_| "printed something that is no text".to_owned())
}

/// How it ended, if that is what the keeper tells; the error says that it never began.
fn outcome(news: Option<News>) -> Result<Option<Result<(), String>>, String> {
    Ok(match news {
        Some(News::Keeps { .. } | News::Started { .. }) => None,
        Some(News::NotStarted { why }) => return Err(format!("could not be started: {why}")),
        Some(News::Ended { code: Some(0), .. }) => Some(Ok(())),
        Some(News::Ended { code: Some(code), .. }) => Some(Err(format!("failed (exit status: {code})"))),
        Some(News::Ended { signal: Some(signal), .. }) => Some(Err(format!("failed (signal: {signal})"))),
        Some(News::Ended { .. } | News::Lost) | None => Some(Err("ended, and how is not known".to_owned())),
    })
}
