//! Outcomes that only repeat their cause: "Press save" and then "Save is pressed".

use std::cell::LazyCell;

use crate::checks::called;
use crate::checks::called::label;
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::product::Product;
use crate::text::said::{Said, content_of, in_order};
use crate::text::stock::Stock;
use crate::text::texts::{At, Id, Texts};
use crate::text::vocabulary::Word;
use crate::text::words;
use crate::text::words::{Key, KeySet};
use crate::text_ids::{FlowTexts, StepTexts};
use frieze_intent::{Intent, UserFlow};

const CHECK: &str = "clarity/echo";

pub(crate) fn judge(
    intent: &Intent,
    ground: &Ground,
    texts: &Texts,
    stock: &Stock,
    is_of_brief: &dyn Fn(&str) -> bool,
    tally: &mut Tally,
) {
    for (i, (flow, flow_texts)) in intent.user_flows.iter().zip(&texts.ids.flows).enumerate() {
        goal(i, (flow, flow_texts), texts, stock, is_of_brief, tally);
        // What another step of the flow speaks of, as a mark that disappears there, belongs to the flow.
        let steps = LazyCell::new(|| words_of_steps(flow_texts, texts));
        for ((at, step), said) in steps_at(i, flow).zip(flow_texts.all_steps()) {
            let name = || called::step(intent, at);
            let (actor, action) = (texts.said(flow_texts.actor), texts.said(said.action));
            let around = || flow_texts.around(ground.component(&step.component), texts).chain([action]);
            let says = |outcome: &Id| {
                texts.product.is_about(texts.said(*outcome), actor, around(), |word| steps.contains(&word))
            };
            match said.outcome.filter(says) {
                Some(outcome) if echoes(texts.said(outcome), &[action], &texts.product) => {
                    repeats(name, at, tally);
                }
                None if matches!(at, At::Two(..)) => nothing_follows(name, at, tally),
                Some(_) | None => {}
            }
        }
    }
    let known = known_sentences(texts);
    for (i, (interaction, said)) in intent.interactions.iter().zip(&texts.ids.interactions).enumerate() {
        let (trigger, response) = (texts.said(said.trigger), texts.said(said.response));
        let echo = echoes(response, &[trigger], &texts.product);
        if echo || repeats_known(&trigger.words().chain(response.pith()), &known, &texts.product) {
            let of = if echo { "its trigger" } else { "a step of a flow" };
            tally.fail(CHECK, || {
                let message =
                    format!("The response to {} only repeats {of}.", called::interaction(interaction));
                let suggestion = "Say how the component responds: what appears, changes or is saved.";
                (format!("/interactions/{i}/response"), message, suggestion)
            });
        }
    }
    for (i, (component, said)) in intent.components.iter().zip(&texts.ids.components).enumerate() {
        if only_repeats(texts.said(said.description), &known, &texts.product) {
            tally.fail(CHECK, || {
                let name = label(&component.name, &component.id);
                let message = format!("The description of \"{name}\" only repeats a step or a requirement.");
                let suggestion = "Say what it shows or contains, and for whom.";
                (format!("/components/{i}/description"), message, suggestion)
            });
        }
    }
}

/// Two sections do not share a sentence of so many content words by chance.
const SENTENCE: usize = 5;

/// Whether every sentence of a text that speaks of the product only repeats a known one.
fn only_repeats(said: Said, known: &KeySet, product: &Product) -> bool {
    let mut all = true;
    product.pith_of(said, |_, words| {
        all = all && repeats_known(&said.words_from(words.start).take(words.len()), known, product);
    });
    all
}

/// Whether some words begin with those of a known sentence and add nothing about the product.
fn repeats_known<'w>(
    words: &(impl Iterator<Item = &'w Word> + Clone),
    known: &KeySet,
    product: &Product,
) -> bool {
    let (mut keys, mut head): (_, Key) = (Vec::new(), 0);
    in_order(words.clone(), &mut keys);
    keys.iter().enumerate().any(|(at, key)| {
        head = head.wrapping_add(*key);
        let is_beyond = |word: &Word| product.has(word) && !keys[..=at].contains(&word.key);
        at + 1 >= SENTENCE && known.contains(&head) && !words.clone().any(is_beyond)
    })
}

/// The sentences of requirements and steps, as keys of their sets of words.
fn known_sentences(texts: &Texts) -> KeySet {
    let requirements = texts.ids.requirements.clone().map(|action| StepTexts { action, outcome: None });
    let steps = texts.ids.flows.iter().flat_map(FlowTexts::all_steps).copied();
    let mut keys = Vec::new();
    let key = |sentence: StepTexts| {
        content_of(sentence.both().map(|id| texts.said(id)), &mut keys);
        (keys.len() >= SENTENCE).then(|| words::set_key(&keys))
    };
    requirements.chain(steps).filter_map(key).collect()
}

/// The words of the actions and outcomes of a flow that speak of the product.
fn words_of_steps(flow: &FlowTexts, texts: &Texts) -> KeySet {
    let all = flow.all_steps().flat_map(StepTexts::both).map(|id| texts.said(id));
    let spoken = all.filter(|said| said.filler().is_none() && texts.product.speaks_in(*said));
    spoken.flat_map(|said| said.pith().map(|word| word.key)).collect()
}

fn goal(
    i: usize,
    (flow, flow_texts): (&UserFlow, &FlowTexts),
    texts: &Texts,
    stock: &Stock,
    is_of_brief: &dyn Fn(&str) -> bool,
    tally: &mut Tally,
) {
    let goal = flow_texts.goal.map(|goal| texts.said(goal));
    let (name, actor) = (texts.said(flow_texts.name), texts.said(flow_texts.actor));
    let actions = || flow_texts.steps.iter().map(|step| texts.said(step.action));
    // A goal is beyond the flow: what the brief says around its requirements is enough.
    let says = |goal: Said| {
        texts.product.is_about(goal, actor, actions().chain([name]), |_| false)
            || goal.filler().is_none()
                && !texts.product.is_strung(goal)
                && has_word(goal, |word, spelling| {
                    word.is_specific()
                        && actor.content.binary_search(&word.key).is_err()
                        && is_of_brief(spelling)
                })
    };
    // A goal that all flows share is a goal of none.
    let missing = goal.is_none_or(|goal| !says(goal)) || flow_texts.goal.is_some_and(|goal| stock.has(goal));
    let echo = goal.is_some_and(|goal| echoes(goal, &[name, actor], &texts.product));
    if missing || echo {
        let rest = if flow.goal.is_some() { "/goal" } else { "" };
        tally.fail(CHECK, || {
            let message = match missing {
                true => format!("\"{}\" does not say what it is for.", label(&flow.name, &flow.id)),
                false => format!("The goal of \"{}\" only repeats its name.", label(&flow.name, &flow.id)),
            };
            (
                format!("/userFlows/{i}{rest}"),
                message,
                "Say what the actor has, knows or no longer needs to do when it is done.",
            )
        });
    }
}

/// Whether one of a text's words `is` so, by what is known of it and by its spelling.
fn has_word(said: Said, is: impl Fn(&Word, &str) -> bool) -> bool {
    let (mut words, mut found) = (said.words(), false);
    words::each(said.text, |spelling| found |= words.next().is_some_and(|word| is(word, spelling)));
    found
}

fn nothing_follows(step: impl Fn() -> String, at: At, tally: &mut Tally) {
    tally.fail(CHECK, || {
        let message = format!("{} has no specific outcome.", step());
        (at.step(), message, "Add \"outcome\": what appears, changes or is saved.")
    });
}

fn repeats(step: impl Fn() -> String, at: At, tally: &mut Tally) {
    tally.fail(CHECK, || {
        let message = format!("{} has an outcome that only repeats its action.", step());
        let suggestion = "Say what is different afterwards: what appears, changes or is saved.";
        (format!("{}/outcome", at.step()), message, suggestion)
    });
}

/// Whether a text adds no word to what is said before it.
fn echoes(said: Said, before: &[Said], product: &Product) -> bool {
    let known = |word: &&Word| before.iter().any(|other| other.content.binary_search(&word.key).is_ok());
    let content = product.content(said);
    !content.is_empty() && content.iter().all(known)
}

#[cfg(test)]
mod tests {
    use crate::text::said::Saying;
    use crate::text::texts::Texts;
    use crate::text_ids::TextIds;

    fn echoes(response: &str, trigger: &str) -> bool {
        let mut saying = Saying::default();
        let (response, trigger) = (saying.read(response), saying.read(trigger));
        super::echoes(
            saying.said(&response),
            &[saying.said(&trigger)],
            &Texts::read(Vec::new(), &[], TextIds::default()).product,
        )
    }

    #[test]
    fn an_echo_has_no_word_of_its_own() {
        for (trigger, response) in [
            ("The tenant presses confirm", "Confirm is pressed by the tenant."),
            ("Record the inspection", "The inspection is recorded."),
            ("保存を押す", "保存を押す"),
        ] {
            assert!(echoes(response, trigger), "{response}");
        }
        for (trigger, response) in [
            ("The tenant presses confirm", "The cell is held for the household."),
            ("Save the inspection", "The inspection waits on the telephone."),
        ] {
            assert!(!echoes(response, trigger), "{response}");
        }
    }
}
