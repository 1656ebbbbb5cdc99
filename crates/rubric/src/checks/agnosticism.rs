//! Framework agnosticism: the design names no technology. Words of the brief cost nothing.

use crate::lexicon;
use crate::tally::Tally;
use crate::text::texts::Text;
use frieze_intent::Intent;

/// Judges texts of a design one by one. `said` returns whether the brief has the words of a term.
pub(crate) fn judge<'t>(
    texts: impl Iterator<Item = Text<'t>>,
    said: &dyn Fn(&str) -> bool,
    tally: &mut Tally,
) {
    for text in texts {
        let Some(check) = text.place.kind.technology() else { continue };
        if let Some(hit) = first(text.said.text, said) {
            tally.fail(check, || (text.place.pointer(), describe(&hit, text.said.text), SUGGESTION));
        }
    }
}

/// The first technology that a text names and the brief does not, neither as a term nor by all its words.
fn first(text: &str, said: &dyn Fn(&str) -> bool) -> Option<lexicon::Hit> {
    let is_term_said = |term: &str| said(term) || term.split_whitespace().all(said);
    let is_said = |hit: &lexicon::Hit| text.get(hit.start..hit.end).is_some_and(is_term_said);
    lexicon::find(text).into_iter().find(|hit| !is_said(hit))
}

/// The message. It quotes the text, because the term may have another spelling.
fn describe(hit: &lexicon::Hit, text: &str) -> String {
    format!("\"{}\" is {}.", text.get(hit.start..hit.end).unwrap_or(hit.term), hit.what)
}

const SUGGESTION: &str = "Describe what it does for people, without naming a technology.";

/// Shorter ids are numbers with a letter.
const SHORTEST_ID: usize = 4;

/// Judges ids as words: `redux-store` names Redux.
pub(crate) fn judge_identifiers(intent: &Intent, said: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    let components = intent.components.iter().enumerate().map(|(i, c)| ("components", i, &c.id));
    let flows = intent.user_flows.iter().enumerate().map(|(i, f)| ("userFlows", i, &f.id));
    let interactions = intent.interactions.iter().enumerate().map(|(i, x)| ("interactions", i, &x.id));
    // `S3` is the third flow here, not a storage service.
    let all = components.chain(flows).chain(interactions).filter(|(.., id)| id.len() >= SHORTEST_ID);
    for (section, i, id) in all {
        let spoken: String = id.chars().map(|c| if matches!(c, '-' | '_' | '.') { ' ' } else { c }).collect();
        if let Some(hit) = first(&spoken, said) {
            let pointer = || format!("/{section}/{i}/id");
            tally.fail("agnosticism/identifier", || (pointer(), describe(&hit, &spoken), SUGGESTION));
        }
    }
}
