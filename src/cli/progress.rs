//! Progress on stderr, only when it is a terminal: one line that is rewritten as the board changes, or, on a terminal that can do
//! no such thing, a line whenever an agent says that it does something else; and a line for what is asked again. A pipe is told
//! what somebody has to know or do.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::io::Write;
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;

use super::out::{Out, remark};
use crate::domain::id::FeatureId;
use crate::domain::text::{Shown, size};
use crate::engine::{Board, Doing, Seen};
use crate::kernel::NoteKind;
use crate::ports::Stage;

/// The most columns of a line.
const LONGEST: usize = 300;

/// Tells what the board shows.
pub struct Progress {
    board: watch::Receiver<Board>,
    how: How,
    told: BTreeMap<FeatureId, Told>,
}

/// Where it is told.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// In one line of a terminal of so many columns, which is drawn anew.
    Drawn(usize),
    Lines,
    /// Where nobody looks: only what somebody has to know or do.
    Needed,
    Nowhere,
}

/// What was told of one run.
#[derive(Default)]
struct Told {
    doing: String,
    noted: u64,
}

impl Progress {
    pub fn of(board: watch::Receiver<Board>, out: &Out) -> Self {
        let how = match (out.plain, out.progress, out.watched) {
            (true, ..) => How::Nowhere,
            (false, true, _) => How::Drawn(out.progress_width),
            (false, false, true) => How::Lines,
            (false, false, false) => How::Needed,
        };
        Self { board, how, told: BTreeMap::new() }
    }

    /// Tells as long as it is waited for.
    pub async fn told(&mut self) -> Infallible {
        while self.how != How::Nowhere {
            self.tell();
            let changed = match self.how {
                // How long it has been is told anew while nothing else is.
                How::Drawn(_) => tokio::time::timeout(Duration::from_secs(1), self.board.changed()).await,
                How::Lines | How::Needed | How::Nowhere => Ok(self.board.changed().await),
            };
            if let Ok(Err(_)) = changed {
                break;
            }
        }
        std::future::pending().await
    }

    /// Tells the last of it, and removes the line that is drawn.
    pub fn end(&mut self) {
        self.tell();
        if let How::Drawn(_) = self.how {
            draw("");
        }
    }

    fn tell(&mut self) {
        let board = self.board.borrow_and_update().clone();
        let news = self.news(&board);
        match self.how {
            How::Nowhere => {}
            How::Lines | How::Needed => news.iter().for_each(|line| remark(line)),
            How::Drawn(width) => {
                for line in news {
                    draw("");
                    remark(&line);
                }
                draw(&in_a_line(&board, width, Timestamp::now()));
            }
        }
    }

    /// What was not told yet.
    fn news(&mut self, board: &Board) -> Vec<String> {
        let mut news = Vec::new();
        for (id, seen) in board {
            let told = self.told.entry(id.clone()).or_default();
            let before = told.noted;
            for noted in seen.noted.iter().filter(|noted| noted.number > before) {
                told.noted = noted.number;
                if is_told(noted.kind, self.how) {
                    news.push(format!("{id}: {}", noted.text));
                }
            }
            let doing = agent(seen).zip(seen.progress.as_ref()).filter(|(_, progress)| match self.how {
                How::Lines => matches!(progress.stage, Stage::Says(_) | Stage::Asks(_)),
                How::Needed => matches!(progress.stage, Stage::Asks(_)),
                How::Drawn(_) | How::Nowhere => false,
            });
            if let Some((agent, progress)) = doing {
                let line = format!("{id}: {agent}: {}", progress.stage.words());
                if told.doing != line {
                    news.push(line.clone());
                    told.doing = line;
                }
            }
        }
        news.iter().map(|line| Shown::cut(line, LONGEST).into_string()).collect()
    }
}

/// Whether a line of the journal is told: an answer was put off, or sent back, or was lost with an interruption, and is asked
/// for once more; or it answers what was perhaps a part of the prompt, which does not pass, and is told everywhere.
fn is_told(kind: NoteKind, how: How) -> bool {
    match kind {
        NoteKind::PromptCut => true,
        NoteKind::Retry | NoteKind::Repair | NoteKind::AskedAgain => how != How::Needed,
        NoteKind::Answer
        | NoteKind::AnswerUnusable
        | NoteKind::BriefChanged
        | NoteKind::AnswersChanged
        | NoteKind::Broken
        | NoteKind::Decision
        | NoteKind::Derived
        | NoteKind::Determinism
        | NoteKind::Evaluation
        | NoteKind::Feedback
        | NoteKind::Freeze
        | NoteKind::HumanEdit
        | NoteKind::Integrity
        | NoteKind::JournalDamaged
        | NoteKind::JournalRestored
        | NoteKind::Preview
        | NoteKind::Refused
        | NoteKind::Reset
        | NoteKind::Run
        | NoteKind::Schema
        | NoteKind::SetAside
        | NoteKind::Transition
        | NoteKind::Unfreeze
        | NoteKind::UnfreezeReason => false,
    }
}

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
    let words = progress.stage.words();
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
