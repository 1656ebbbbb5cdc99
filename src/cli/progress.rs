//! Progress on standard error. A terminal shows one line that is redrawn, or, if it cannot redraw, a line for each new status of
//! an agent, plus a line for each repeated request. A pipe gets only what a person must know or do.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;

use super::out::{Out, remark};
use frieze_data::id::FeatureId;
use frieze_data::text::{Shown, size};
use frieze_engine::{Activity, Board, BoardEntry};
use frieze_kernel::NoteKind;
use frieze_ports::AgentStatus;

/// Maximum width of a line.
const LONGEST: usize = 300;

/// Prints changes of the board.
pub struct Progress {
    board: watch::Receiver<Board>,
    output: Output,
    reported: BTreeMap<FeatureId, LastReport>,
}

/// The kind of output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Output {
    /// One redrawn line, on a terminal with so many columns.
    Redrawn(usize),
    Lines,
    /// No terminal: only what a person must know or do.
    ImportantOnly,
    Silent,
}

/// The last report on one run.
#[derive(Default)]
struct LastReport {
    doing: (Activity, String),
    noted: u64,
}

impl Progress {
    pub fn of(board: watch::Receiver<Board>, out: &Out) -> Self {
        let output = match (out.plain, out.progress, out.watched) {
            (true, ..) => Output::Silent,
            (false, true, _) => Output::Redrawn(out.progress_width),
            (false, false, true) => Output::Lines,
            (false, false, false) => Output::ImportantOnly,
        };
        Self { board, output, reported: BTreeMap::new() }
    }

    /// Prints changes forever; the caller cancels it.
    pub async fn run(&mut self) -> Infallible {
        while self.output != Output::Silent {
            self.report();
            let changed = match self.output {
                // The elapsed time is redrawn every second.
                Output::Redrawn(_) => {
                    tokio::time::timeout(Duration::from_secs(1), self.board.changed()).await
                }
                Output::Lines | Output::ImportantOnly | Output::Silent => Ok(self.board.changed().await),
            };
            if let Ok(Err(_)) = changed {
                break;
            }
        }
        std::future::pending().await
    }

    /// Prints the last changes and removes the redrawn line.
    pub fn end(&mut self) {
        self.report();
        if let Output::Redrawn(_) = self.output {
            draw("");
        }
    }

    fn report(&mut self) {
        let board = self.board.borrow_and_update().clone();
        let news = self.news(&board);
        match self.output {
            Output::Silent => {}
            Output::Lines | Output::ImportantOnly => news.iter().for_each(|line| remark(line)),
            Output::Redrawn(width) => {
                for line in news {
                    draw("");
                    remark(&line);
                }
                draw(&running_line(&board, width, Timestamp::now()));
            }
        }
    }

    /// Lines that were not printed yet.
    fn news(&mut self, board: &Board) -> Vec<String> {
        let mut news = Vec::new();
        for (id, seen) in board {
            let reported = self.reported.entry(id.clone()).or_default();
            let before = reported.noted;
            for noted in seen.notes.iter().filter(|noted| noted.number > before) {
                reported.noted = noted.number;
                if is_printed(noted.kind, self.output) {
                    news.push(format!("{id}: {}", noted.text));
                }
            }
            let doing = agent(seen).zip(seen.progress.as_ref()).filter(|(_, progress)| match self.output {
                Output::Lines => {
                    matches!(progress.status, AgentStatus::Says(_) | AgentStatus::NeedsPerson(_))
                }
                Output::ImportantOnly => matches!(progress.status, AgentStatus::NeedsPerson(_)),
                Output::Redrawn(_) | Output::Silent => false,
            });
            if let Some((agent, progress)) = doing {
                // The model, which may be known a moment later, is no news.
                let doing = (seen.activity.clone(), progress.status.words().to_owned());
                if reported.doing != doing {
                    news.push(format!("{id}: {agent}: {}", doing.1));
                    reported.doing = doing;
                }
            }
        }
        news.iter().map(|line| Shown::cut(line, LONGEST).into_string()).collect()
    }
}

/// Whether a journal note is printed: repeated requests on terminals, and everywhere a prompt that may have been cut, because
/// that affects the result.
fn is_printed(kind: NoteKind, output: Output) -> bool {
    let is_repeated = matches!(kind, NoteKind::Retry | NoteKind::Repair | NoteKind::AskedAgain);
    kind == NoteKind::PromptCut || is_repeated && output != Output::ImportantOnly
}

/// The agent that is asked, with the model that answered before.
fn agent(seen: &BoardEntry) -> Option<String> {
    let Activity::Asking(role) = seen.activity else { return None };
    let by = seen.view.answered_by.iter().find(|(of, _)| of == role);
    Some(by.map_or_else(|| role.to_string(), |(_, model)| format!("{role} ({})", Shown::cut(model, 60))))
}

/// Elapsed time, status, and size of the answer so far.
fn doing(seen: &BoardEntry, now: Timestamp) -> String {
    if seen.is_queued() {
        return ": queued".to_owned();
    }
    let seconds = now.as_second().saturating_sub(seen.since.as_second()).max(0);
    let since = format!(" for {}:{:02}", seconds / 60, seconds % 60);
    let Some(progress) = &seen.progress else { return since };
    let words = progress.status.words();
    let doing = if words.is_empty() { String::new() } else { format!(": {words}") };
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

fn running_line(board: &Board, width: usize, now: Timestamp) -> String {
    let at_work: Vec<String> = board
        .values()
        // An order to a run that waits for a person is no work of its own.
        .filter(|seen| seen.activity != Activity::Idle && seen.view.needs.is_none())
        .map(|seen| {
            let view = &seen.view;
            let waiting = agent(seen).map(|agent| format!(", waiting for the {agent}{}", doing(seen, now)));
            let waiting = waiting.unwrap_or_default();
            let max = view.max_iterations.map(|max| format!("/{max}")).unwrap_or_default();
            format!("{} {} {}{max}{waiting}", view.id, view.state.to_lowercase(), view.iteration)
        })
        .collect();
    if at_work.is_empty() {
        return String::new();
    }
    let line = format!("{} running: {}", at_work.len(), at_work.join(" · "));
    Shown::cut(&line, width.saturating_sub(1)).into_string()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use frieze_kernel::{Need, RunView};

    #[test]
    fn the_words_of_an_agent_are_printed_once_though_its_model_becomes_known() {
        let (_, board) = watch::channel(Board::default());
        let mut progress = Progress { board, output: Output::Lines, reported: BTreeMap::new() };
        let mut news = |words: &str, answered_by| {
            let view = RunView::new("a".parse().unwrap(), "design", "GENERATING");
            let view = RunView { answered_by, ..view };
            let says = frieze_ports::Progress {
                status: AgentStatus::Says(words.to_owned()),
                ..frieze_ports::Progress::default()
            };
            let (activity, since) = (Activity::Asking("generator"), Timestamp::UNIX_EPOCH);
            let entry = BoardEntry { view, activity, since, progress: Some(says), notes: [].into() };
            progress.news(&[("a".parse().unwrap(), Arc::new(entry))].into())
        };
        let known = vec![("generator".to_owned(), "files (chat)".to_owned())];
        assert_eq!(news("waiting", Vec::new()), ["a: generator: waiting"]);
        assert_eq!(news("waiting", known.clone()), [""; 0]);
        assert_eq!(news("read", known), ["a: generator (files (chat)): read"]);
    }

    #[test]
    fn a_run_that_waits_for_a_person_is_not_running() {
        let line = |needs, max_iterations| {
            let view = RunView::new("a".parse().unwrap(), "session", "REVIEWED");
            let view = RunView { needs, max_iterations, iteration: 1, ..view };
            let (since, activity, notes) = (Timestamp::UNIX_EPOCH, Activity::Stepping, [].into());
            let entry = BoardEntry { view, activity, since, progress: None, notes };
            running_line(&[("a".parse().unwrap(), Arc::new(entry))].into(), 80, Timestamp::UNIX_EPOCH)
        };
        assert_eq!(line(Some(Need::Decision), None), "");
        assert_eq!(line(None, None), "1 running: a reviewed 1");
        assert_eq!(line(None, Some(3)), "1 running: a reviewed 1/3");
    }
}
