//! A reference model of a session, written from the requirement alone: phases, files, approvals and exit codes. It knows
//! no binary and no disk, so that a test of the pure flow can use it too.
//!
//! Where the requirement is silent, the model permits several exit codes or does not permit the act.

use std::collections::BTreeMap;

/// The phases, in the order of the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    Initialized,
    Planning,
    Planned,
    Generating,
    Generated,
    Reviewing,
    Reviewed,
    Revising,
    Revised,
    Complete,
}

impl Phase {
    /// The name as `session.json` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Initialized => "initialized",
            Self::Planning => "planning",
            Self::Planned => "planned",
            Self::Generating => "generating",
            Self::Generated => "generated",
            Self::Reviewing => "reviewing",
            Self::Reviewed => "reviewed",
            Self::Revising => "revising",
            Self::Revised => "revised",
            Self::Complete => "complete",
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Step,
    Approve,
    Review,
    Edit,
    Close,
    Reopen,
}

/// What a person writes into a response file; the number makes contents differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Response {
    Blank,
    Plan(u8),
    /// One file, two, or three.
    Code(u8, u8),
    /// The code that is in the iteration already.
    Same,
    NoMarker,
    Climbing,
    Repeated,
    Pass,
    Fail,
    NoVerdict,
}

/// What a person or a script does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    Give(Order),
    Respond(Response),
    DeleteResponse,
    /// Writes one of the code files, which need not be there.
    Write(u8, u8),
    Delete(u8),
}

/// What an act does to the files, apart from an order's own work.
#[derive(Debug, PartialEq, Eq)]
pub enum Change {
    Write(String, String),
    Delete(String),
}

const NAMES: [&str; 3] = ["Alpha.java", "Beta.java", "Gamma.java"];

type Files = BTreeMap<String, String>;

/// The exit codes that an order may end with.
pub type Codes = &'static [i32];

const DONE: Codes = &[0];
const REFUSED: Codes = &[1];
const UNUSABLE: Codes = &[2];
const WAITS: Codes = &[3];
/// A second order of the same effect: done again, or refused.
const AGAIN: Codes = &[0, 1];
/// A blank response is one that cannot be used, or none.
const BLANK: Codes = &[2, 3];
/// An approval of what cannot be read: not there, or not usable.
const UNREADABLE: Codes = &[1, 2];
/// A step while a decision is open.
const UNDECIDED: Codes = &[1, 3];

#[derive(Debug, Clone)]
pub struct Model {
    phase: Phase,
    iteration: u32,
    closed: bool,
    /// The prompts, which the program writes.
    prompts: Vec<String>,
    responses: BTreeMap<String, Response>,
    texts: Files,
    /// The code as it is, by path.
    code: Files,
    /// The code as it was approved, by path.
    approved: Files,
    plan_approved: bool,
    review_approved: bool,
    /// A revision without changes that is not decided.
    open: bool,
    /// A revision without changes that goes to the review.
    decided: bool,
}

impl Model {
    pub fn new() -> Self {
        Self {
            phase: Phase::Initialized,
            iteration: 1,
            closed: false,
            prompts: Vec::new(),
            responses: BTreeMap::new(),
            texts: Files::new(),
            code: Files::new(),
            approved: Files::new(),
            plan_approved: false,
            review_approved: false,
            open: false,
            decided: false,
        }
    }

    pub fn phase(&self) -> Phase {
        self.phase
    }

    pub fn iteration(&self) -> u32 {
        self.iteration
    }

    pub fn plan_approved(&self) -> bool {
        self.plan_approved
    }

    pub fn review_approved(&self) -> bool {
        self.review_approved
    }

    /// The code files of all iterations whose hashes are recorded, with the content that was hashed; unknown while a
    /// decision is open.
    pub fn approved(&self) -> Option<&Files> {
        (!self.open).then_some(&self.approved)
    }

    /// The files of the session: prompts with unknown contents, all others with theirs.
    pub fn files(&self) -> BTreeMap<String, Option<String>> {
        let prompts = self.prompts.iter().map(|path| (path.clone(), None));
        let known =
            self.texts.iter().chain(&self.code).map(|(path, text)| (path.clone(), Some(text.clone())));
        prompts.chain(known).collect()
    }

    /// Whether the requirement says what this act leads to.
    pub fn permits(&self, act: Act) -> bool {
        let in_code = matches!(self.phase, Phase::Generated | Phase::Revised);
        match act {
            Act::Give(Order::Approve) => !(self.decided && self.is_unchanged()),
            Act::Give(_) => true,
            Act::Respond(response) => self.takes(response),
            Act::DeleteResponse => {
                let before_approval = self.phase != Phase::Reviewed || !self.review_approved;
                before_approval && self.responses.contains_key(&self.answer())
            }
            Act::Write(..) => in_code && !self.open && !self.closed,
            // Without any file an approved phase would be complete and without its files at the same time.
            Act::Delete(name) => {
                let code = self.current(&self.code);
                let spare = code.len() > 1 || self.current(&self.approved).is_empty();
                in_code && !self.open && !self.closed && spare && code.contains_key(&self.code_path(name))
            }
        }
    }

    /// An act that brings the session on, so that random acts come far; the number chooses where there is a choice.
    pub fn useful(&self, number: u8) -> Act {
        if self.closed {
            return Act::Give(Order::Reopen);
        }
        if self.open {
            return Act::Give(if number.is_multiple_of(2) { Order::Review } else { Order::Edit });
        }
        let response = match self.phase {
            Phase::Planning | Phase::Planned => Response::Plan(number),
            Phase::Revising if number.is_multiple_of(2) => Response::Same,
            Phase::Generating | Phase::Revising => Response::Code(number, number),
            Phase::Reviewing | Phase::Reviewed if number.is_multiple_of(4) => Response::Pass,
            Phase::Reviewing | Phase::Reviewed => Response::Fail,
            Phase::Initialized | Phase::Complete => return Act::Give(Order::Step),
            Phase::Generated | Phase::Revised => {
                let approved = self.current(&self.approved);
                let is_approved = self.current(&self.code).keys().all(|path| approved.contains_key(path));
                let order = if is_approved && !approved.is_empty() { Order::Step } else { Order::Approve };
                return Act::Give(order);
            }
        };
        let is_usable = match self.responses.get(&self.answer()) {
            Some(
                Response::Plan(_) | Response::Code(..) | Response::Same | Response::Pass | Response::Fail,
            ) => true,
            Some(
                Response::Blank
                | Response::NoMarker
                | Response::Climbing
                | Response::Repeated
                | Response::NoVerdict,
            )
            | None => false,
        };
        let is_processed = matches!(self.phase, Phase::Planned | Phase::Reviewed);
        if self.phase == Phase::Reviewed && self.review_approved {
            Act::Give(Order::Step)
        } else if !is_usable {
            Act::Respond(response)
        } else {
            Act::Give(if is_processed { Order::Approve } else { Order::Step })
        }
    }

    /// Applies an act that changes files; orders have [`Model::order`].
    pub fn change(&mut self, act: Act) -> Option<Change> {
        match act {
            Act::Give(_) => None,
            Act::Respond(response) => {
                let (path, text) = (self.answer(), self.text(response));
                self.responses.insert(path.clone(), response);
                self.texts.insert(path.clone(), text.clone());
                Some(Change::Write(path, text))
            }
            Act::DeleteResponse => {
                let path = self.answer();
                self.responses.remove(&path);
                self.texts.remove(&path);
                Some(Change::Delete(path))
            }
            Act::Write(name, number) => {
                let path = self.code_path(name);
                let text = content(name, number);
                self.code.insert(path.clone(), text.clone());
                Some(Change::Write(path, text))
            }
            Act::Delete(name) => {
                let path = self.code_path(name);
                self.code.remove(&path);
                Some(Change::Delete(path))
            }
        }
    }

    /// Applies an order; returns the exit codes that it may end with.
    pub fn order(&mut self, order: Order) -> Codes {
        if self.phase == Phase::Complete {
            return REFUSED;
        }
        match order {
            Order::Close => {
                let again = self.closed;
                self.closed = true;
                if again { AGAIN } else { DONE }
            }
            Order::Reopen => {
                let again = !self.closed;
                self.closed = false;
                if again { AGAIN } else { DONE }
            }
            Order::Step | Order::Approve | Order::Review | Order::Edit if self.closed => REFUSED,
            Order::Step => self.step(),
            Order::Approve => self.approve(),
            Order::Review | Order::Edit if !self.open => REFUSED,
            Order::Review => {
                (self.open, self.decided) = (false, true);
                DONE
            }
            Order::Edit => {
                self.open = false;
                let folder = self.folder();
                self.approved.retain(|path, _| !path.starts_with(&folder));
                DONE
            }
        }
    }

    fn step(&mut self) -> Codes {
        match self.phase {
            Phase::Initialized => {
                self.enter(Phase::Planning);
                WAITS
            }
            Phase::Planned | Phase::Complete => REFUSED,
            Phase::Planning | Phase::Generating | Phase::Revising | Phase::Reviewing => self.process(),
            Phase::Generated | Phase::Revised => {
                let approved = self.current(&self.approved);
                let code = self.current(&self.code);
                if self.open {
                    UNDECIDED
                } else if approved.is_empty() || code.keys().any(|path| !approved.contains_key(path)) {
                    REFUSED
                } else {
                    self.enter(Phase::Reviewing);
                    DONE
                }
            }
            Phase::Reviewed if !self.review_approved => REFUSED,
            Phase::Reviewed => {
                if self.responses.get(&self.answer()) == Some(&Response::Pass) {
                    self.phase = Phase::Complete;
                } else {
                    self.begin_revision();
                }
                DONE
            }
        }
    }

    /// A step in a phase that waits for a response.
    fn process(&mut self) -> Codes {
        let Some(response) = self.responses.get(&self.answer()).copied() else { return WAITS };
        match (self.phase, response) {
            (_, Response::Blank) => BLANK,
            (Phase::Planning, _) => {
                self.phase = Phase::Planned;
                DONE
            }
            (Phase::Reviewing, Response::Pass | Response::Fail) => {
                self.phase = Phase::Reviewed;
                DONE
            }
            (Phase::Generating | Phase::Revising, Response::Code(..) | Response::Same) => {
                let text = self.texts.get(&self.answer()).cloned().unwrap_or_default();
                let files = parts(&text);
                let folder = self.folder();
                self.code.extend(files.into_iter().map(|(name, text)| (format!("{folder}{name}"), text)));
                self.phase = if self.phase == Phase::Generating { Phase::Generated } else { Phase::Revised };
                DONE
            }
            _ => UNUSABLE,
        }
    }

    fn approve(&mut self) -> Codes {
        let response = self.responses.get(&self.answer()).copied();
        match (self.phase, response) {
            (Phase::Planned | Phase::Reviewed, None) => REFUSED,
            (Phase::Planned | Phase::Reviewed, Some(Response::Blank)) => UNREADABLE,
            (Phase::Planned, Some(_)) => {
                self.plan_approved = true;
                self.enter(Phase::Generating);
                DONE
            }
            (Phase::Reviewed, Some(Response::Pass | Response::Fail)) => {
                let again = self.review_approved;
                self.review_approved = true;
                if again { AGAIN } else { DONE }
            }
            (Phase::Reviewed, Some(_)) => UNREADABLE,
            (Phase::Generated | Phase::Revised, _) => self.approve_code(),
            _ => REFUSED,
        }
    }

    fn approve_code(&mut self) -> Codes {
        let code = self.current(&self.code);
        if code.is_empty() {
            return REFUSED;
        }
        if self.open {
            return UNDECIDED;
        }
        let again = self.current(&self.approved) == code;
        let folder = self.folder();
        self.approved.retain(|path, _| !path.starts_with(&folder));
        self.approved.extend(code);
        self.decided = false;
        self.open = self.phase == Phase::Revised && self.is_unchanged();
        match (self.open, again) {
            (true, _) => WAITS,
            (false, true) => AGAIN,
            (false, false) => DONE,
        }
    }

    /// Whether the code is what was approved in the iteration before: the same names with the same contents.
    fn is_unchanged(&self) -> bool {
        let of = |files: &Files, iteration: u32| -> Files {
            let folder = folder_of(iteration);
            let below = files
                .iter()
                .filter_map(|(path, text)| Some((path.strip_prefix(&folder)?.to_owned(), text.clone())));
            below.collect()
        };
        of(&self.code, self.iteration) == of(&self.approved, self.iteration - 1)
    }

    /// The approved code goes into the new iteration, as it is now.
    fn begin_revision(&mut self) {
        let (before, approved) = (self.folder(), self.current(&self.approved));
        let code = self.current(&self.code);
        self.iteration += 1;
        (self.review_approved, self.decided) = (false, false);
        let folder = self.folder();
        for (path, text) in code.into_iter().filter(|(path, _)| approved.contains_key(path)) {
            self.code.insert(path.replacen(&before, &folder, 1), text);
        }
        self.enter(Phase::Revising);
    }

    /// Enters a phase that waits for a response, and writes its prompt.
    fn enter(&mut self, phase: Phase) {
        self.phase = phase;
        self.prompts.push(self.answer().replace("-response.md", "-prompt.md"));
    }

    /// The response file of the phase, or of the phase before.
    fn answer(&self) -> String {
        let name = match self.phase {
            Phase::Initialized | Phase::Planning | Phase::Planned => return "planning-response.md".into(),
            Phase::Generating | Phase::Generated => "generating",
            Phase::Revising | Phase::Revised => "revising",
            Phase::Reviewing | Phase::Reviewed | Phase::Complete => "reviewing",
        };
        format!("iteration-{}/{name}-response.md", self.iteration)
    }

    /// Whether a person may write this response now.
    fn takes(&self, response: Response) -> bool {
        match response {
            Response::Blank => self.phase != Phase::Complete && self.awaits(),
            Response::Plan(_) => matches!(self.phase, Phase::Planning | Phase::Planned),
            Response::Code(..) | Response::NoMarker | Response::Climbing | Response::Repeated => {
                matches!(self.phase, Phase::Generating | Phase::Revising)
            }
            Response::Same => self.phase == Phase::Revising,
            Response::Pass | Response::Fail | Response::NoVerdict => {
                self.phase == Phase::Reviewing || (self.phase == Phase::Reviewed && !self.review_approved)
            }
        }
    }

    fn awaits(&self) -> bool {
        match self.phase {
            Phase::Planning | Phase::Planned | Phase::Generating | Phase::Revising | Phase::Reviewing => true,
            Phase::Reviewed => !self.review_approved,
            Phase::Initialized | Phase::Generated | Phase::Revised | Phase::Complete => false,
        }
    }

    fn folder(&self) -> String {
        folder_of(self.iteration)
    }

    fn code_path(&self, name: u8) -> String {
        format!("{}{}", self.folder(), NAMES[usize::from(name) % NAMES.len()])
    }

    /// Those of these files that are of the current iteration.
    fn current(&self, files: &Files) -> Files {
        let folder = self.folder();
        let of_iteration = files.iter().filter(|(path, _)| path.starts_with(&folder));
        of_iteration.map(|(path, text)| (path.clone(), text.clone())).collect()
    }

    /// The bytes of a response.
    fn text(&self, response: Response) -> String {
        let named = |name: &str, text: &str| format!("<<<FILE: {name}>>>\n{text}");
        let verdict = |verdict: &str| {
            format!(
                "@@@REVIEW_META\nverdict: {verdict}\nissues_total: 0\nissues_critical: 0\nmissing_inputs: 0\n@@@\n"
            )
        };
        match response {
            Response::Blank => " \n".into(),
            Response::Plan(number) => format!("# Plan {number}\n\n1. Write it.\n"),
            Response::Code(count, number) => {
                (0..=count % 3).map(|name| named(NAMES[usize::from(name)], &content(name, number))).collect()
            }
            Response::Same => self
                .current(&self.code)
                .iter()
                .map(|(path, text)| named(path.trim_start_matches(&self.folder()), text))
                .collect(),
            Response::NoMarker => "Here is the code: class X {}\n".into(),
            Response::Climbing => named("../Alpha.java", "class X {}\n"),
            Response::Repeated => named(NAMES[0], "class X {}\n").repeat(2),
            Response::Pass => verdict("PASS"),
            Response::Fail => verdict("FAIL"),
            Response::NoVerdict => "Looks good to me.\n".into(),
        }
    }
}

fn folder_of(iteration: u32) -> String {
    format!("iteration-{iteration}/code/")
}

fn content(name: u8, number: u8) -> String {
    format!("class C{name} {{ int version = {number}; }}\n")
}

/// The files of a response as [`Model::text`] writes it.
fn parts(text: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let name = line.trim_end().strip_prefix("<<<FILE: ").and_then(|rest| rest.strip_suffix(">>>"));
        match (name, files.last_mut()) {
            (Some(name), _) => files.push((name.to_owned(), String::new())),
            (None, Some((_, text))) => text.push_str(line),
            (None, None) => {}
        }
    }
    files
}
