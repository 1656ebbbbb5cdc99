//! What a record waits for. Derived, never stored: resuming and aborting need no code of their own.

use super::gate::gate;
use super::phase::DesignPhase;
use super::record::{DesignRecord, FeedbackGiven};
use super::{CRITIC, GENERATOR};
use super::{previewing, prompts};
use crate::domain::files::{Home, Seat};
use crate::domain::path::RelPath;
use crate::kernel::{Errand, Key, Request, Want};

/// What a record waits for.
pub fn wants(record: &DesignRecord) -> Vec<Request> {
    let paths = Home::of(&record.feature_id);
    let request = |key: String, want: Want| Request { key: Key(key), want };
    let (folder, repairs) = (record.folder(), record.repairs);
    // An answer that was put off is another request.
    let again = record.retry.as_ref().map_or_else(String::new, |retry| format!("/{}", retry.count));
    match record.state {
        // A frozen design that was put back is unfrozen like any other: by the deletion of its marker.
        DesignPhase::Idle if record.frozen.is_some() => {
            vec![request("marker".to_owned(), Want::Watch(paths.marker()))]
        }
        DesignPhase::Idle | DesignPhase::Failed => Vec::new(),
        DesignPhase::Generating | DesignPhase::Evaluating if record.broken.is_some() => {
            vec![request(format!("broken/{folder}"), Want::Proceed)]
        }
        DesignPhase::Generating => {
            vec![request(format!("generate/{folder}/{repairs}{again}"), Want::Agent(generate(record)))]
        }
        DesignPhase::Evaluating if record.artifact_invalid => {
            vec![request(format!("evaluate/{folder}"), Want::Proceed)]
        }
        DesignPhase::Evaluating => {
            let iteration = paths.iteration(folder);
            let errand = Errand {
                role: CRITIC,
                prompt: iteration.prompt(Seat::Critic, record.attempt()),
                exchange: iteration.exchange(Seat::Critic, record.attempt()),
                not_before: record.retry.as_ref().map(|retry| retry.not_before),
                material: documents(record, &paths).chain([("intent", paths.intent())]).collect(),
            };
            vec![request(format!("evaluate/{folder}/{repairs}{again}"), Want::Agent(errand))]
        }
        DesignPhase::Candidate => {
            let mut wants = vec![request("edited".to_owned(), Want::Watch(paths.intent()))];
            if let Some(gate) = gate(record) {
                wants.push(Request { key: gate.key.clone(), want: Want::Gate(gate) });
            }
            if let Some((key, errand)) = previewing::errand(record) {
                wants.push(Request { key, want: Want::Agent(errand) });
            }
            wants
        }
        DesignPhase::Revising => vec![request(format!("revise/{folder}"), Want::Proceed)],
        DesignPhase::Frozen => vec![request("marker".to_owned(), Want::Watch(paths.marker()))],
    }
}

/// What a design is made from: the brief, and the answers that the prompt quotes.
fn documents(record: &DesignRecord, paths: &Home) -> impl Iterator<Item = (&'static str, RelPath)> {
    let answers =
        record.run.as_ref().and_then(|run| run.answers_sha256).map(|_| ("answers", paths.answers()));
    std::iter::once(("brief", paths.brief())).chain(answers)
}

fn generate(record: &DesignRecord) -> Errand {
    let paths = Home::of(&record.feature_id);
    let mut material: Vec<_> = documents(record, &paths).collect();
    if prompts::has_previous(record) {
        material.push(("previous", prompts::previous(record)));
        material.push(("critique", prompts::previous_critique(record)));
    }
    // Only the words that the design which the iteration starts from has not answered: earlier ones were acted upon in
    // their turn. A run that begins anew starts from none.
    let led_here = |given: &&FeedbackGiven| match record.iteration {
        1 => record.seed_folder.is_none_or(|seed| given.folder >= seed),
        _ => given.folder.saturating_add(1) == record.folder(),
    };
    for given in record.feedback.iter().filter(led_here) {
        material.push(("feedback", paths.iteration(given.folder).feedback()));
    }
    let iteration = paths.iteration(record.folder());
    Errand {
        role: GENERATOR,
        prompt: iteration.prompt(Seat::Generator, record.attempt()),
        exchange: iteration.exchange(Seat::Generator, record.attempt()),
        not_before: record.retry.as_ref().map(|retry| retry.not_before),
        material,
    }
}
