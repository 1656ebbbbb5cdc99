//! Clarity: whether texts are specific, unambiguous and short enough to be read at once.

use std::collections::HashSet;

use super::ground::steps;
use super::stock::Stock;
use super::tally::Tally;
use super::texts::{Kind, Text};
use super::words::{self, KeySet};
use super::{filler, vague, verbs};
use crate::domain::intent::{Intent, RequirementKind};

/// Words of a sentence, and columns where words are not spaced, beyond which it is too long.
const LONGEST_SENTENCE: usize = 40;
const LONGEST_UNSPACED: usize = 110;

pub(super) fn judge(intent: &Intent, texts: &[Text], stock: &Stock, tally: &mut Tally) {
    for text in texts {
        judge_text(text, tally);
        if stock.has(text.kind, text.text) {
            tally.fail("clarity/stock-phrase", text.pointer(), || {
                (
                    format!(
                        "\"{}\" is said three times and more with only a name changed.",
                        quote(text.text)
                    ),
                    "Say what holds here and nowhere else.".to_owned(),
                )
            });
        }
    }
    unmeasured(intent, tally);
    for (i, component) in intent.components.iter().enumerate() {
        echo(
            &component.name,
            &component.description,
            &component.id,
            || format!("/components/{i}/description"),
            tally,
        );
    }
    for (i, entity) in intent.data_model.entities.iter().enumerate() {
        echo(
            &entity.name,
            &entity.description,
            &entity.name,
            || format!("/dataModel/entities/{i}/description"),
            tally,
        );
    }
}

fn judge_text(text: &Text, tally: &mut Tally) {
    // An open question may name what is vague: that is its purpose. Names of things are not sentences.
    if text.kind == Kind::Question {
        return;
    }
    let said = text.text;
    let terms = vague::find(said);
    if !terms.is_empty() {
        tally.fail("clarity/vague-term", text.pointer(), || {
            let list = terms.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(", ");
            (
                format!("{list} can be read in several ways."),
                "Say what exactly: a number, a limit, or the cases meant.".to_owned(),
            )
        });
    }
    let acts = matches!(text.kind, Kind::Goal | Kind::FlowGoal | Kind::Action);
    if acts && let Some(verb) = verbs::second_thing(said) {
        tally.fail("clarity/compound-sentence", text.pointer(), || {
            (format!("Says two things in one sentence: the second is \"{verb}\"."), "Make it two.".to_owned())
        });
    }
    if text.kind == Kind::Goal
        && let Some(count) = listed(said)
    {
        tally.fail("clarity/compound-sentence", text.pointer(), || {
            (
                format!("\"{}\" lists {count} things and names no aim.", quote(said)),
                "Say what somebody gains by them, one gain per goal.".to_owned(),
            )
        });
    }
    let verbal = acts
        || matches!(
            text.kind,
            Kind::ComponentDescription | Kind::Response | Kind::Outcome | Kind::Feedback | Kind::Summary
        );
    if verbal && let Some(verb) = verbs::weak(said) {
        tally.fail("clarity/weak-verb", text.pointer(), || {
            (
                format!("\"{verb}\" does not say what is done."),
                "Use the verbs for what happens: lists, adds, sends, deletes, …".to_owned(),
            )
        });
    }
    if text.kind == Kind::Action && words::substance(said) + usize::from(verbs::begins_with_one(said)) < 2 {
        tally.fail("clarity/bare-step", text.pointer(), || {
            (
                format!("\"{}\" does not say what is done to what.", quote(said)),
                "Name the act and its object.".to_owned(),
            )
        });
    }
    if let Some(length) = long_sentence(said) {
        tally.fail("clarity/long-sentence", text.pointer(), || {
            (format!("A sentence of {length} words is hard to take in."), "Split it.".to_owned())
        });
    }
}

/// How many things a goal lists, when it is nothing but a list: four and more parts of one to three words.
fn listed(text: &str) -> Option<usize> {
    let parts: Vec<usize> = text
        .split([',', ';', '、', '，'])
        .flat_map(|part| part.split(" and "))
        .map(|part| part.split_whitespace().count())
        .filter(|words| *words > 0)
        .collect();
    (parts.len() >= 4 && parts.iter().all(|words| *words <= 3)).then_some(parts.len())
}

fn long_sentence(text: &str) -> Option<usize> {
    if text.len() < 160 {
        return None;
    }
    let mut longest = 0;
    for sentence in text.split(['.', '!', '?', ';', '\n', '。', '！', '？']) {
        let unspaced = sentence.chars().filter(|c| words::unspaced(*c)).count();
        let spaced = sentence.split_whitespace().filter(|w| w.chars().any(char::is_alphanumeric)).count();
        let length = if unspaced > sentence.chars().count() / 2 {
            unspaced * LONGEST_SENTENCE / LONGEST_UNSPACED
        } else {
            spaced
        };
        longest = longest.max(length);
    }
    (longest > LONGEST_SENTENCE).then_some(longest)
}

/// A description has to add two specific words to the name, the kind and what fits any design.
fn echo(name: &str, description: &str, id: &str, pointer: impl Fn() -> String, tally: &mut Tally) {
    let (mut of_name, mut own) = (Vec::new(), Vec::new());
    words::content(name, &mut of_name);
    words::content(description, &mut own);
    let known: KeySet = of_name.into_iter().collect();
    let added = if filler::reason(description).is_some() {
        0
    } else {
        own.iter().filter(|key| !known.contains(key) && !words::is_generic(**key)).count()
    };
    if added < 2 {
        tally.fail("clarity/name-echo", pointer(), || {
            (
                format!("The description of \"{id}\" adds nothing specific to its name."),
                "Say what it shows or holds, for whom, and when.".to_owned(),
            )
        });
    }
}

/// A quality that nobody can measure is none. The requirement's words are the brief's: so a measure in what
/// satisfies it serves as well, and so does an open question that asks for it by its id.
fn unmeasured(intent: &Intent, tally: &mut Tally) {
    let open: HashSet<&str> = intent
        .requirements
        .iter()
        .filter(|r| r.kind == RequirementKind::Quality && !vague::has_measure(&r.text))
        .map(|r| r.id.as_str())
        .collect();
    if open.is_empty() {
        return;
    }
    let mut measured: HashSet<&str> = HashSet::new();
    for flow in &intent.user_flows {
        let claims: Vec<&str> =
            flow.satisfies.iter().map(String::as_str).filter(|id| open.contains(id)).collect();
        let any = || {
            steps(flow).any(|s| {
                vague::has_measure(&s.action) || s.outcome.as_deref().is_some_and(vague::has_measure)
            })
        };
        if !claims.is_empty() && (flow.goal.as_deref().is_some_and(vague::has_measure) || any()) {
            measured.extend(claims);
        }
    }
    for component in &intent.components {
        let any = vague::has_measure(&component.description)
            || component.states.iter().any(|s| vague::has_measure(s));
        if any {
            measured.extend(component.satisfies.iter().map(String::as_str));
        }
    }
    for interaction in &intent.interactions {
        let texts = [Some(&interaction.trigger), Some(&interaction.response), interaction.feedback.as_ref()];
        if texts.into_iter().flatten().any(|t| vague::has_measure(t)) {
            measured.extend(interaction.satisfies.iter().map(String::as_str));
        }
    }
    let ids: HashSet<&str> = intent.requirements.iter().map(|r| r.id.as_str()).collect();
    for question in &intent.open_questions {
        let (mut named, mut asked) = (Vec::new(), String::new());
        for word in question
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '?' | '"'))
        {
            match ids.get(word.trim_end_matches(['.', '-'])) {
                Some(id) => named.push(*id),
                None => asked.extend([word, " "]),
            }
        }
        // A list of ids is no question.
        if (1..=3).contains(&named.len()) && words::substance(&asked) >= 3 {
            measured.extend(named);
        }
    }
    let mut seen = HashSet::new();
    for (i, requirement) in intent.requirements.iter().enumerate() {
        // References reach the first of two with one id, so nothing measures the second.
        let reached = seen.insert(requirement.id.as_str());
        let quality = requirement.kind == RequirementKind::Quality && !vague::has_measure(&requirement.text);
        if quality && !(reached && measured.contains(requirement.id.as_str())) {
            tally.fail("clarity/unmeasured-quality", format!("/requirements/{i}"), || {
                (
                    format!("Quality {} has no measure, here or in what satisfies it.", requirement.id),
                    format!("State a number where it is satisfied, or ask for one under openQuestions, naming {}.", requirement.id),
                )
            });
        }
    }
}

/// The beginning of a text, short enough for a message.
pub(super) fn quote(text: &str) -> String {
    const MOST: usize = 40;
    let text = text.trim();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default().trim_end()),
        None => text.to_owned(),
    }
}
