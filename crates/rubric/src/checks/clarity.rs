//! Clarity: whether texts are specific, unambiguous and short enough for one reading.

use crate::checks::called::{label, quote};
use crate::checks::{called, questions, vague, verbs};
use crate::tally::Tally;
use crate::text::product::Product;
use crate::text::said::{Said, sentences};
use crate::text::stock::Stock;
use crate::text::texts::{Id, Kind, Text, Texts};
use crate::text::vocabulary::Word;
use crate::text::{class, words};
use frieze_intent::{Intent, RequirementKind};

/// Words of a sentence, and columns where words are not spaced, beyond which it is too long.
const LONGEST_SENTENCE: usize = 40;
const LONGEST_UNSPACED: usize = 110;

/// `said` returns whether the brief has a word: what it leaves vague is a question to its requirement, not to each text.
pub(crate) fn judge(
    intent: &Intent,
    texts: &Texts,
    stock: &Stock,
    said: &dyn Fn(&str) -> bool,
    tally: &mut Tally,
) {
    for text in texts.judged() {
        judge_text(&text, &texts.product, said, tally);
        // Several flows may fail in one way: what follows a condition says what is different.
        if text.place.kind != Kind::Condition && stock.has(text.id) {
            tally.fail("clarity/stock-phrase", || {
                let said = quote(text.said.text);
                let message = format!("\"{said}\" appears three or more times with only a name changed.");
                (text.place.pointer(), message, "Say what is different here.")
            });
        }
    }
    unmeasured(intent, texts, tally);
    let ids = &texts.ids;
    // What three descriptions say in the same words adds nothing to any of their names.
    let echoes = |name: Id, description: Id| {
        stock.has(description) || echoes(texts.said(name), texts.said(description), &texts.product)
    };
    for (i, (component, said)) in intent.components.iter().zip(&ids.components).enumerate() {
        if echoes(said.name, said.description) {
            echo(&label(&component.name, &component.id), || format!("/components/{i}/description"), tally);
        }
    }
    for (i, (entity, said)) in intent.data_model.entities.iter().zip(&ids.entities).enumerate() {
        if echoes(said.name, said.description) {
            echo(&entity.name, || format!("/dataModel/entities/{i}/description"), tally);
        }
    }
}

fn judge_text(text: &Text, product: &Product, is_of_brief: &dyn Fn(&str) -> bool, tally: &mut Tally) {
    // An open question may name what is vague: that is its purpose. Names of things are not sentences.
    let kind = text.place.kind;
    if kind == Kind::Question {
        return;
    }
    let said = text.said.text;
    let mut terms = vague::find(&text.said);
    terms.retain(|term| !is_of_brief(term));
    if !terms.is_empty() {
        tally.fail("clarity/vague-term", || {
            let message = {
                let list = terms.iter().map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(", ");
                format!("{list} {} vague.", if terms.len() == 1 { "is" } else { "are" })
            };
            (text.place.pointer(), message, "Be exact: give a number, a limit or the cases.")
        });
    }
    if kind == Kind::Goal
        && let Some(count) = listed(said)
    {
        tally.fail("clarity/compound-sentence", || {
            let message = format!("\"{}\" lists {count} things but no aim.", quote(said));
            (text.place.pointer(), message, "Say what someone gains, one gain per goal.")
        });
    }
    let verbal = matches!(
        kind,
        Kind::Goal
            | Kind::FlowGoal
            | Kind::Action
            | Kind::ComponentDescription
            | Kind::Response
            | Kind::Outcome
            | Kind::Feedback
            | Kind::Summary
    );
    let may_be_weak = verbal && (text.said.has_any(class::WEAK_VERB) || text.said.is_odd());
    if may_be_weak
        && let Some(verb) = verbs::weak(said)
        && !is_of_brief(verb)
    {
        tally.fail("clarity/weak-verb", || {
            let message = format!("\"{verb}\" does not say what is done.");
            (text.place.pointer(), message, "Use an exact verb: lists, adds, sends, deletes …")
        });
    }
    let bare = || product.content(text.said).len() < 2;
    if kind == Kind::Action && bare() {
        tally.fail("clarity/bare-step", || {
            let message = format!("\"{}\" does not say what is done to what.", quote(said));
            (text.place.pointer(), message, "Name the action and its object.")
        });
    }
    if let Some(length) = long_sentence(said) {
        tally.fail("clarity/long-sentence", || {
            let message = format!("A sentence of {length} words is hard to read.");
            (text.place.pointer(), message, "Split it into shorter sentences.")
        });
    }
}

/// How many things a goal lists, if one of its sentences is only a list.
fn listed(text: &str) -> Option<usize> {
    text.split(['.', '!', '?', '。']).find_map(listed_in)
}

/// A list has at least four parts of one to three words.
fn listed_in(sentence: &str) -> Option<usize> {
    let parts: Vec<usize> = sentence
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
    for sentence in sentences(text) {
        let unspaced = sentence.chars().filter(|c| words::is_spaceless(*c)).count();
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

/// A description has to add two words to the name, one of them specific, or five words with a measure.
fn echoes(name: Said, description: Said, product: &Product) -> bool {
    if description.filler().is_some() || product.is_strung(description) {
        return true;
    }
    let added = product.content(description).into_iter();
    let added: Vec<&Word> = added.filter(|word| name.content.binary_search(&word.key).is_err()).collect();
    let is_exact = added.len() > 4 && vague::has_measure(description.text);
    added.len() < 2 || !is_exact && !added.iter().any(|word| product.says(word))
}

fn echo(id: &str, pointer: impl Fn() -> String, tally: &mut Tally) {
    tally.fail("clarity/name-echo", || {
        let message = format!("The description of \"{id}\" adds nothing specific to its name.");
        (pointer(), message, "Say what it shows or contains, for whom, and when.")
    });
}

/// A quality in vague terms needs a measure, or an open question that asks for one by the requirement's id.
fn unmeasured(intent: &Intent, texts: &Texts, tally: &mut Tally) {
    let mut asked = questions::asked(intent, texts);
    for ((i, requirement), id) in intent.requirements.iter().enumerate().zip(texts.ids.requirements.clone()) {
        // References reach the first of two with one id, so no question asks about the second.
        let is_asked = asked.remove(requirement.id.as_str());
        if requirement.kind != RequirementKind::Quality || is_asked || vague::has_measure(&requirement.text) {
            continue;
        }
        if let [term, ..] = vague::find(&texts.said(id))[..] {
            tally.fail("clarity/unmeasured-quality", || {
                let what = called::requirement(requirement);
                let message = format!("The quality {what} has no measure: how much is \"{term}\"?");
                let suggestion = format!("Ask for a number in openQuestions and name {}.", requirement.id);
                (format!("/requirements/{i}"), message, suggestion)
            });
        }
    }
}
