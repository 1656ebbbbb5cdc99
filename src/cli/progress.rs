//! Progress: on a terminal one line on stderr that is rewritten as the board changes; else a line whenever an agent
//! says that it does something else.

use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;

use super::out::{Out, remark};
use crate::domain::id::FeatureId;
use crate::domain::text::{Shown, size};
use crate::engine::{Board, Doing, IN_THE_QUEUE, Seen};

/// Shows the board until the channel closes or the task is aborted.
pub async fn show(mut board: watch::Receiver<Board>, width: usize) {
    loop {
        let line = in_a_line(&board.borrow_and_update(), width, Timestamp::now());
        draw(&line);
        // How long it has been is told anew while nothing else is.
        if let Ok(Err(_)) = tokio::time::timeout(Duration::from_secs(1), board.changed()).await {
            return;
        }
    }
}

/// Tells what agents do, a line each time it is something else, until the channel closes or the task is aborted.
pub async fn tell(mut board: watch::Receiver<Board>) {
    let mut before: BTreeMap<FeatureId, String> = BTreeMap::new();
    loop {
        let news: Vec<String> = {
            let board = board.borrow_and_update();
            let doing =
                board.iter().filter_map(|(id, seen)| Some((id, agent(seen)?, seen.progress.as_ref()?)));
            let doing =
                doing.filter(|(.., progress)| !progress.doing.is_empty() && progress.doing != IN_THE_QUEUE);
            let lines = doing.map(|(id, agent, progress)| (id, format!("{id}: {agent}: {}", progress.doing)));
            let news =
                lines.filter(|(id, line)| before.insert((*id).clone(), line.clone()).as_ref() != Some(line));
            news.map(|(_, line)| line).collect()
        };
        for line in news {
            remark(&Shown::cut(&line, LONGEST).into_string());
        }
        if board.changed().await.is_err() {
            return;
        }
    }
}

/// The most columns of such a line.
const LONGEST: usize = 300;

/// Who is asked, by role and by the model that answered before.
fn agent(seen: &Seen) -> Option<String> {
    let Doing::Asking(role) = seen.doing else { return None };
    let by = seen.view.answered_by.iter().find(|(of, _)| of == role);
    Some(by.map_or_else(
        || format!("the {role}"),
        |(_, model)| format!("the {role} ({})", Shown::cut(model, 60)),
    ))
}

/// What it does, since when, and how much has come.
fn doing(seen: &Seen, now: Timestamp) -> String {
    let seconds = now.as_second().saturating_sub(seen.since.as_second()).max(0);
    let since = format!(" for {}:{:02}", seconds / 60, seconds % 60);
    let Some(progress) = &seen.progress else { return since };
    let doing = if progress.doing.is_empty() { String::new() } else { format!(": {}", progress.doing) };
    match progress.received {
        0 => format!("{since}{doing}"),
        bytes => format!("{since}{doing}, {}", size(bytes)),
    }
}

fn draw(line: &str) {
    let mut stderr = std::io::stderr().lock();
    let _ = write!(stderr, "\r\x1b[K{line}");
    let _ = stderr.flush();
}

/// Removes the line.
pub fn clear(out: &Out) {
    if out.progress {
        draw("");
    }
}

fn in_a_line(board: &Board, width: usize, now: Timestamp) -> String {
    let at_work: Vec<String> = board
        .values()
        .filter(|seen| seen.doing != Doing::Resting)
        .map(|seen| {
            let view = &seen.view;
            let whom = agent(seen).map(|agent| format!(", waiting for {agent}{}", doing(seen, now)));
            let whom = whom.unwrap_or_default();
            let max = view.max_iterations.unwrap_or(0);
            format!("{} {} {}/{max}{whom}", view.id, view.state.to_lowercase(), view.iteration)
        })
        .collect();
    let line = format!("{} running: {}", at_work.len(), at_work.join(" · "));
    Shown::cut(&line, width.saturating_sub(1)).into_string()
}
