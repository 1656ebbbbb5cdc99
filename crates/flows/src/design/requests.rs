//! Pending requests of a record. They are derived, not stored, so resuming and aborting need no code of their own.

use super::gate::gate;
use super::record::{DesignRecord, FeedbackGiven};
use super::{preview_server, prompts};
use crate::design::current_role::current_role;
use crate::design::record::phase::DesignPhase;
use frieze_data::path::RelPath;
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::{AgentRequest, Key, REJECTED, Request, RequestKind, Until, Watch};

/// What is ready to be judged is judged before anything is drafted; of equals, the later iteration comes first.
const JUDGING: u64 = 1 << 32;

/// The requests that a record waits for.
pub fn requests(record: &DesignRecord) -> Vec<Request> {
    let paths = Home::of(&record.feature_id);
    let request = |key: String, kind: RequestKind| Request { key: Key(key), kind };
    let until_gone = |path: RelPath| RequestKind::Watch(Watch { path, until: Until::Gone });
    let (folder, repairs) = (record.folder(), record.repairs);
    // Each retry is a new request, and so is the first one after a pause.
    let retry = match record.unanswered() {
        0 => String::new(),
        count => format!("/{count}"),
    };
    match record.state {
        // A restored frozen design is unfrozen like any other: by deleting its marker.
        DesignPhase::Idle if record.frozen.is_some() => {
            vec![request("marker".to_owned(), until_gone(paths.marker()))]
        }
        DesignPhase::Idle | DesignPhase::Failed => Vec::new(),
        DesignPhase::Generating | DesignPhase::Evaluating if record.broken.is_some() => {
            vec![request(format!("broken/{folder}"), RequestKind::Proceed)]
        }
        DesignPhase::Generating | DesignPhase::Evaluating if record.paused.is_some() => Vec::new(),
        DesignPhase::Generating => {
            vec![request(format!("generate/{folder}/{repairs}{retry}"), RequestKind::Agent(generate(record)))]
        }
        DesignPhase::Evaluating if record.artifact_invalid => {
            vec![request(format!("evaluate/{folder}"), RequestKind::Proceed)]
        }
        DesignPhase::Evaluating => {
            let material = documents(record, &paths).chain([("intent", paths.intent())]).collect();
            let ask = agent_request(record, Seat::Critic, JUDGING, material);
            vec![request(format!("evaluate/{folder}/{repairs}{retry}"), RequestKind::Agent(ask))]
        }
        DesignPhase::Candidate => {
            // An edited design is found by its hash; a missing one may be about to be replaced.
            let mut requests = vec![request("edited".to_owned(), until_gone(paths.intent()))];
            if let Some(gate) = gate(record) {
                requests.push(Request { key: gate.key.clone(), kind: RequestKind::Gate(gate) });
            }
            if let Some((key, ask)) = preview_server::agent_request(record) {
                requests.push(Request { key, kind: RequestKind::Agent(ask) });
            }
            requests
        }
        DesignPhase::Revising => vec![request(format!("revise/{folder}"), RequestKind::Proceed)],
        DesignPhase::Frozen => vec![request("marker".to_owned(), until_gone(paths.marker()))],
    }
}

/// The documents that a design is based on: the brief, and the answers if there are any.
fn documents(record: &DesignRecord, paths: &Home) -> impl Iterator<Item = (&'static str, RelPath)> {
    let answers =
        record.run.as_ref().and_then(|run| run.answers_sha256).map(|_| ("answers", paths.answers()));
    std::iter::once(("brief", paths.brief())).chain(answers)
}

fn generate(record: &DesignRecord) -> AgentRequest {
    let paths = Home::of(&record.feature_id);
    let mut material: Vec<_> = documents(record, &paths).collect();
    if prompts::has_previous(record) {
        material.push(("previous", prompts::previous(record)));
        material.push(("critique", prompts::previous_critique(record)));
    }
    // Only feedback that the previous design has not answered yet; a run from the brief has none.
    let is_new = |given: &&FeedbackGiven| match record.iteration {
        1 => record.seed_folder.is_none_or(|seed| given.folder >= seed),
        _ => given.folder.saturating_add(1) == record.folder(),
    };
    for given in record.feedback.iter().filter(is_new) {
        let folder = paths.iteration(given.folder);
        material.push((REJECTED, if given.edited { folder.edited_intent() } else { folder.intent() }));
        material.push(("feedback", folder.feedback()));
    }
    agent_request(record, Seat::Generator, 0, material)
}

/// The request of this attempt, ranked from `rank` on.
fn agent_request(
    record: &DesignRecord,
    seat: Seat,
    rank: u64,
    material: Vec<(&'static str, RelPath)>,
) -> AgentRequest {
    let iteration = Home::of(&record.feature_id).iteration(record.folder());
    let role = current_role(record);
    AgentRequest {
        role,
        agent: None,
        prompt: iteration.prompt(seat, record.attempt()),
        exchange: iteration.exchange(seat, record.attempt()),
        not_before: record.retry.as_ref().map(|retry| retry.not_before),
        rank: rank.saturating_add(record.iteration.into()),
        temperature_refused: record.refuses_temperature(role),
        material,
    }
}
