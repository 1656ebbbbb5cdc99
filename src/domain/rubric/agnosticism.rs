//! Framework agnosticism: no technology named, wherever the design speaks for itself. The requirements' texts
//! are the brief's words and cost nothing.

use super::tally::Tally;
use super::texts::{Kind, Text};
use crate::domain::intent::Intent;
use crate::domain::lexicon;

/// Judges some of a design's texts, each for itself.
pub(super) fn judge<'t>(texts: impl Iterator<Item = Text<'t>>, tally: &mut Tally) {
    for text in texts {
        let Some(check) = check_of(text.place.kind) else { continue };
        if let Some(hit) = lexicon::find(text.said.text).first() {
            tally.fail(check, || text.place.pointer(), || told(hit, text.said.text));
        }
    }
}

fn check_of(kind: Kind) -> Option<&'static str> {
    Some(match kind {
        Kind::Title | Kind::Summary | Kind::Goal => "agnosticism/statement",
        Kind::FlowName | Kind::Actor | Kind::FlowGoal | Kind::Action | Kind::Outcome | Kind::Condition => {
            "agnosticism/flow"
        }
        Kind::ComponentName | Kind::ComponentDescription | Kind::State => "agnosticism/component",
        Kind::EntityName
        | Kind::EntityDescription
        | Kind::AttributeName
        | Kind::AttributeDescription
        | Kind::RelationDescription => "agnosticism/data",
        Kind::Trigger | Kind::Response | Kind::Feedback => "agnosticism/interaction",
        // A question may have to name what the brief names.
        Kind::Question | Kind::Requirement => return None,
    })
}

/// Quotes what stands there, which may be another spelling of the term.
fn told(hit: &lexicon::Hit, text: &str) -> (String, String) {
    (
        format!("\"{}\" is {}.", text.get(hit.start..hit.end).unwrap_or(hit.term), hit.what),
        "Say what it does for people, in words that fit any technology.".to_owned(),
    )
}

/// Ids are read as words: `redux-store` names what it says.
pub(super) fn judge_identifiers(intent: &Intent, tally: &mut Tally) {
    let components = intent.components.iter().enumerate().map(|(i, c)| ("components", i, &c.id));
    let flows = intent.user_flows.iter().enumerate().map(|(i, f)| ("userFlows", i, &f.id));
    let interactions = intent.interactions.iter().enumerate().map(|(i, x)| ("interactions", i, &x.id));
    for (section, i, id) in components.chain(flows).chain(interactions) {
        let spoken: String = id.chars().map(|c| if matches!(c, '-' | '_' | '.') { ' ' } else { c }).collect();
        if let Some(hit) = lexicon::find(&spoken).first() {
            tally.fail("agnosticism/identifier", || format!("/{section}/{i}/id"), || told(hit, &spoken));
        }
    }
}
