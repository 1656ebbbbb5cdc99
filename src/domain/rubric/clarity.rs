//! Clarity: whether texts are specific, unambiguous and short enough to be read at once.

use super::class;
use super::product::Product;
use super::questions::Asked;
use super::said::Said;
use super::stock::Stock;
use super::tally::Tally;
use super::telling::{InteractionTexts, StepTexts};
use super::texts::{Id, Kind, Text, Texts};
use super::vocabulary::Word;
use super::words::{self, KeySet, NameMap, NameSet};
use super::{vague, verbs};
use crate::domain::intent::{Intent, RequirementKind};

/// Words of a sentence, and columns where words are not spaced, beyond which it is too long.
const LONGEST_SENTENCE: usize = 40;
const LONGEST_UNSPACED: usize = 110;

pub(super) fn judge(intent: &Intent, texts: &Texts, product: &Product, stock: &Stock, tally: &mut Tally) {
    for text in texts.judged() {
        judge_text(&text, product, tally);
        if stock.has(text.id) {
            tally.fail(
                "clarity/stock-phrase",
                || text.place.pointer(),
                || {
                    (
                        format!(
                            "\"{}\" is said three times and more with only a name changed.",
                            quote(text.said.text)
                        ),
                        "Say what holds here and nowhere else.".to_owned(),
                    )
                },
            );
        }
    }
    unmeasured(intent, texts, product, tally);
    let telling = &texts.telling;
    for (i, (component, told)) in intent.components.iter().zip(&telling.components).enumerate() {
        if echoes(texts.said(told.name), texts.said(told.description), product) {
            echo(&component.id, || format!("/components/{i}/description"), tally);
        }
    }
    for (i, (entity, told)) in intent.data_model.entities.iter().zip(&telling.entities).enumerate() {
        if echoes(texts.said(told.name), texts.said(told.description), product) {
            echo(&entity.name, || format!("/dataModel/entities/{i}/description"), tally);
        }
    }
}

fn judge_text(text: &Text, product: &Product, tally: &mut Tally) {
    // An open question may name what is vague: that is its purpose. Names of things are not sentences.
    let kind = text.place.kind;
    if kind == Kind::Question {
        return;
    }
    let said = text.said.text;
    let terms = vague::find(&text.said);
    if !terms.is_empty() {
        tally.fail(
            "clarity/vague-term",
            || text.place.pointer(),
            || {
                let list = terms.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(", ");
                (
                    format!("{list} can be read in several ways."),
                    "Say what exactly: a number, a limit, or the cases meant.".to_owned(),
                )
            },
        );
    }
    let acts = matches!(kind, Kind::Goal | Kind::FlowGoal | Kind::Action);
    let may_join = acts && (text.said.has_any(class::JOINS) || text.said.is_odd());
    if may_join && let Some(verb) = verbs::second_thing(said) {
        tally.fail(
            "clarity/compound-sentence",
            || text.place.pointer(),
            || {
                (
                    format!("Says two things in one sentence: the second is \"{verb}\"."),
                    "Make it two.".to_owned(),
                )
            },
        );
    }
    if kind == Kind::Goal
        && let Some(count) = listed(said)
    {
        tally.fail(
            "clarity/compound-sentence",
            || text.place.pointer(),
            || {
                (
                    format!("\"{}\" lists {count} things and names no aim.", quote(said)),
                    "Say what somebody gains by them, one gain per goal.".to_owned(),
                )
            },
        );
    }
    let verbal = acts
        || matches!(
            kind,
            Kind::ComponentDescription | Kind::Response | Kind::Outcome | Kind::Feedback | Kind::Summary
        );
    let may_be_weak = verbal && (text.said.has_any(class::WEAK_VERB) || text.said.is_odd());
    if may_be_weak && let Some(verb) = verbs::weak(said) {
        tally.fail(
            "clarity/weak-verb",
            || text.place.pointer(),
            || {
                (
                    format!("\"{verb}\" does not say what is done."),
                    "Use the verbs for what happens: lists, adds, sends, deletes, …".to_owned(),
                )
            },
        );
    }
    let bare = |substance| substance == 0 || substance == 1 && !verbs::begins_with_one(said);
    if kind == Kind::Action && bare(product.substance(text.said)) {
        tally.fail(
            "clarity/bare-step",
            || text.place.pointer(),
            || {
                (
                    format!("\"{}\" does not say what is done to what.", quote(said)),
                    "Name the act and its object.".to_owned(),
                )
            },
        );
    }
    if let Some(length) = long_sentence(said) {
        tally.fail(
            "clarity/long-sentence",
            || text.place.pointer(),
            || (format!("A sentence of {length} words is hard to take in."), "Split it.".to_owned()),
        );
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
fn echoes(name: Said, description: Said, product: &Product) -> bool {
    if description.filler().is_some() || product.is_strung(description) {
        return true;
    }
    let mut first = None;
    let adds = |word: &&Word| product.says(word) && name.content.binary_search(&word.key).is_err();
    for word in product.pith(description).into_iter().filter(adds) {
        if *first.get_or_insert(word.key) != word.key {
            return false;
        }
    }
    true
}

fn echo(id: &str, pointer: impl Fn() -> String, tally: &mut Tally) {
    tally.fail("clarity/name-echo", pointer, || {
        (
            format!("The description of \"{id}\" adds nothing specific to its name."),
            "Say what it shows or holds, for whom, and when.".to_owned(),
        )
    });
}

/// A quality that nobody can measure is none. The requirement's words are the brief's: so a measure in what
/// satisfies it serves as well, and so does an open question that asks for it by its id.
fn unmeasured(intent: &Intent, texts: &Texts, product: &Product, tally: &mut Tally) {
    let open: NameSet = intent
        .requirements
        .iter()
        .filter(|r| r.kind == RequirementKind::Quality && !vague::has_measure(&r.text))
        .map(|r| r.id.as_str())
        .collect();
    if open.is_empty() {
        return;
    }
    let at: NameMap<usize> =
        intent.requirements.iter().enumerate().rev().map(|(i, r)| (r.id.as_str(), i)).collect();
    let measures = |id: Id| product.is_spoken_of(texts.said(id)) && product.is_measured(texts.said(id));
    let mut measured = NameSet::default();
    // A claim is an id: what measures a requirement has to speak of it as well.
    let mut measure = |satisfies: &'_ [String], said: &mut dyn Iterator<Item = Id>| {
        let mut claimed = satisfies.iter().filter_map(|id| open.get(id.as_str())).peekable();
        if claimed.peek().is_none() {
            return;
        }
        let said: Vec<Id> = said.collect();
        if !said.iter().any(|id| measures(*id)) {
            return;
        }
        let spoken: KeySet =
            said.iter().flat_map(|id| texts.said(*id).short_roots()).map(|root| root.key).collect();
        let unspaced = said.iter().any(|id| texts.said(*id).has_unspaced());
        for id in claimed {
            let Some(demand) = at.get(id).map(|i| texts.said(texts.telling.requirements.start + i)) else {
                continue;
            };
            if demand.has_unspaced() != unspaced
                || demand.short_roots().any(|root| spoken.contains(&root.key))
            {
                measured.insert(*id);
            }
        }
    };
    for (flow, told) in intent.user_flows.iter().zip(&texts.telling.flows) {
        measure(
            &flow.satisfies,
            &mut told.goal.into_iter().chain(told.all_steps().flat_map(StepTexts::both)),
        );
    }
    for (component, told) in intent.components.iter().zip(&texts.telling.components) {
        measure(&component.satisfies, &mut (told.description..told.states.end));
    }
    for (interaction, told) in intent.interactions.iter().zip(&texts.telling.interactions) {
        measure(&interaction.satisfies, &mut InteractionTexts::all(told));
    }
    let asked = Asked::of(intent, texts);
    let mut seen = NameSet::default();
    for (i, requirement) in intent.requirements.iter().enumerate() {
        // References reach the first of two with one id, so nothing measures the second.
        let reached = seen.insert(requirement.id.as_str());
        let quality = requirement.kind == RequirementKind::Quality && !vague::has_measure(&requirement.text);
        let asks = || asked.for_a_measure(i, &requirement.id, texts);
        if quality && !(reached && (measured.contains(requirement.id.as_str()) || asks())) {
            tally.fail("clarity/unmeasured-quality", || format!("/requirements/{i}"), || {
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
