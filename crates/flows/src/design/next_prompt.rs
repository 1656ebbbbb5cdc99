//! The prompt that would be sent next (`frieze prompt`): that of the pending request, or of a step on a record that is not
//! saved. So it is what a run sends.

use crate::design::phases::awaiting_agent::with_agents_of_now;
use crate::design::phases::evaluating;
use crate::design::record::phase::DesignPhase;
use crate::design::record::state_change::broken_guarantee;
use crate::design::record::{Broken, DesignRecord};
use crate::design::{Design, Facts, Step, prompts, refuse, requests};
use frieze_data::path::RelPath;
use frieze_intent as intent;
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::{By, Event, FileState, Flow as _, Key, Order, Refusal, RequestKind, WOULD_END};

/// Reads a file.
type Read<'a> = &'a dyn Fn(&RelPath) -> FileState;

/// The prompt that would be sent next to a role; `facts` has no files yet.
///
/// # Errors
/// Why there is none.
pub fn next_prompt(
    record: &DesignRecord,
    seat: Seat,
    mut facts: Facts,
    read: Read,
) -> Result<Vec<u8>, Refusal> {
    if let Some(refusal) = &facts.terms.refused {
        return Err(refusal.clone());
    }
    // A missing key or program matters only when an agent is asked.
    facts.terms.unready = None;
    match (seat, record.state) {
        (Seat::Generator, DesignPhase::Idle) => {
            after(record.clone(), &Event::Ordered(Order::Start), facts, read)
        }
        (Seat::Generator, DesignPhase::Candidate | DesignPhase::Revising) => {
            // As a rejection leaves a candidate, but without a person's words.
            let revising = DesignRecord { state: DesignPhase::Revising, candidate: None, ..record.clone() };
            let key = Key(format!("revise/{}", record.folder()));
            after(revising, &Event::Proceeded { key }, facts, read)
        }
        (Seat::Generator, DesignPhase::Generating) | (Seat::Critic, DesignPhase::Evaluating) => {
            pending(record, &facts, read)
        }
        (Seat::Generator, DesignPhase::Evaluating) => Err(Refusal::new(
            "no-prompt",
            format!(
                "{} is waiting for the critic, whose findings belong into the generator's next prompt",
                record.feature_id
            ),
            "continue the run (frieze run), or print the critic's prompt (--role critic)",
        )),
        (Seat::Generator, DesignPhase::Frozen | DesignPhase::Failed) => {
            Err(refuse(record, &Event::Ordered(Order::Start)))
        }
        (
            Seat::Critic,
            DesignPhase::Idle
            | DesignPhase::Generating
            | DesignPhase::Candidate
            | DesignPhase::Revising
            | DesignPhase::Frozen
            | DesignPhase::Failed,
        ) => on_current_design(record, facts, read),
    }
}

/// The prompt after a step that is not saved.
fn after(record: DesignRecord, event: &Event, mut facts: Facts, read: Read) -> Result<Vec<u8>, Refusal> {
    facts.files = Design::reads(&record, event).into_iter().map(|path| (path.clone(), read(&path))).collect();
    rendered(Design::step(record, event, &facts)?)
}

/// The prompt of a critic who would be asked about `design/intent.json` now.
fn on_current_design(record: &DesignRecord, mut facts: Facts, read: Read) -> Result<Vec<u8>, Refusal> {
    let id = &record.feature_id;
    let reads = evaluating::reads(record);
    facts.files = reads.into_iter().map(|path| (path.clone(), read(&path))).collect();
    for state in facts.files.values() {
        if let FileState::Unreadable(why) = state {
            return Err(Refusal::new("unreadable", why.clone(), "fix the file, then try again"));
        }
    }
    let path = Home::of(id).intent();
    let Some(bytes) = facts.bytes(&path) else {
        let hint = format!("`frieze run {id}` makes one");
        return Err(Refusal::new("no-prompt", format!("{id} has no design yet"), hint));
    };
    if let Err(e) = intent::read(bytes) {
        let why = format!("{path} is not a valid intent: {e}");
        return Err(Refusal::new("invalid", why, "fix the file, then try again"));
    }
    let judged = DesignRecord {
        state: DesignPhase::Evaluating,
        run: None,
        repairs: 0,
        retry: None,
        broken: None,
        invalid_answer: Vec::new(),
        artifact_invalid: false,
        ..record.clone()
    };
    rendered(prompts::add_prompt(Step::to(judged, By::Engine), &facts))
}

/// The prompt that a step wrote.
fn rendered(step: Step) -> Result<Vec<u8>, Refusal> {
    let path = prompt_path(&step.record)?;
    let written = step.writes.into_iter().find(|write| write.path == path);
    written.map(|write| write.bytes).ok_or_else(|| missing(&path))
}

/// The prompt of the pending request, which is on disk.
fn pending(record: &DesignRecord, facts: &Facts, read: Read) -> Result<Vec<u8>, Refusal> {
    let goes_on = match record.paused {
        Some(_) => with_agents_of_now(record.clone(), facts),
        None => record.clone(),
    };
    if let Some(broken) = broken_guarantee(&goes_on, facts) {
        return Err(ended(record, &broken));
    }
    let path = prompt_path(record)?;
    match read(&path) {
        FileState::Bytes(bytes) => Ok(bytes),
        FileState::Absent => Err(missing(&path)),
        FileState::Unreadable(why) => Err(Refusal::new("unreadable", why, "fix the file, then try again")),
    }
}

fn prompt_path(record: &DesignRecord) -> Result<RelPath, Refusal> {
    let prompt = requests::requests(record).into_iter().find_map(|request| match request.kind {
        RequestKind::Agent(ask) => Some(ask.prompt),
        RequestKind::Gate(_) | RequestKind::Watch(_) | RequestKind::Run { .. } | RequestKind::Proceed => None,
    });
    prompt.ok_or_else(|| match (&record.broken, &record.failure) {
        (Some(broken), _) => ended(record, broken),
        (None, Some(failure)) => Refusal::new("no-prompt", failure.message.clone(), failure.hint.clone()),
        (None, None) => refuse(record, &Event::Ordered(Order::Start)),
    })
}

/// The refusal for a run that ends instead of asking.
fn ended(record: &DesignRecord, broken: &Broken) -> Refusal {
    let why = format!("nothing would be sent for {}: {}", record.feature_id, broken.message);
    let hint = format!("put that back, or end the run (`frieze abort {}`)", record.feature_id);
    Refusal::new(WOULD_END, why, hint)
}

fn missing(path: &RelPath) -> Refusal {
    let hint = "restore the file from version control, or abort the run (frieze abort)";
    Refusal::new("no-prompt", format!("{path} is missing"), hint)
}
