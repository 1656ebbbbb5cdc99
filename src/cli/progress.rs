//! Progress on a terminal: one line on stderr that is rewritten as the board changes, and nothing at all
//! where stderr is no terminal.

use std::io::Write;

use tokio::sync::watch;

use super::out::Out;
use crate::domain::text::Shown;
use crate::engine::{Board, Doing};

/// Shows the board until the channel closes or the task is aborted.
pub async fn show(mut board: watch::Receiver<Board>, width: usize) {
    loop {
        let line = in_a_line(&board.borrow_and_update(), width);
        draw(&line);
        if board.changed().await.is_err() {
            return;
        }
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

fn in_a_line(board: &Board, width: usize) -> String {
    let at_work: Vec<String> = board
        .values()
        .filter(|seen| seen.doing != Doing::Resting)
        .map(|seen| {
            let view = &seen.view;
            let whom = match seen.doing {
                Doing::Asking(role) => format!(", waiting for the {role}"),
                Doing::Stepping | Doing::Resting => String::new(),
            };
            let max = view.max_iterations.unwrap_or(0);
            format!("{} {} {}/{max}{whom}", view.id, view.state.to_lowercase(), view.iteration)
        })
        .collect();
    let line = format!("{} running: {}", at_work.len(), at_work.join(" · "));
    Shown::cut(&line, width.saturating_sub(1)).into_string()
}
