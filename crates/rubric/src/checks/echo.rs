//! Outcomes that only repeat their cause: "Press save" and then "Save is pressed".

use crate::checks::called;
use crate::checks::called::label;
use crate::ground::Ground;
use crate::sound::steps_at;
use crate::tally::Tally;
use crate::text::product::Product;
use crate::text::said::{Said, content_in_order, content_of, sentences};
use crate::text::stock::Stock;
use crate::text::texts::{At, Id, Texts};
use crate::text::vocabulary::Root;
use crate::text::words::{Key, KeySet};
use crate::text::{class, words};
use crate::text_ids::FlowTexts;
use frieze_intent::{Intent, UserFlow};

const CHECK: &str = "clarity/echo";

pub(crate) fn judge(intent: &Intent, ground: &Ground, texts: &Texts, stock: &Stock, tally: &mut Tally) {
    for (i, (flow, flow_texts)) in intent.user_flows.iter().zip(&texts.ids.flows).enumerate() {
        goal(i, flow, flow_texts, texts, stock, tally);
        for ((at, step), said) in steps_at(i, flow).zip(flow_texts.all_steps()) {
            let name = || called::step(intent, at);
            let around = || flow_texts.around(ground.component(&step.component), texts);
            let says = |outcome: &Id| texts.product.is_about(texts.said(*outcome), around());
            match said.outcome.filter(says) {
                Some(outcome) if echoes(texts.said(outcome), &[texts.said(said.action)], &texts.product) => {
                    repeats(name, at, tally);
                }
                None if matches!(at, At::Two(..)) => nothing_follows(name, at, tally),
                Some(_) | None => {}
            }
        }
    }
    let (known, mut keys) = (known_sentences(texts), Vec::new());
    for (i, (interaction, said)) in intent.interactions.iter().zip(&texts.ids.interactions).enumerate() {
        let (trigger, response) = (texts.said(said.trigger), texts.said(said.response));
        let echo = echoes(response, &[trigger], &texts.product);
        content_in_order([trigger, response], &mut keys);
        if echo || begins_with_known(&keys, &known, &texts.product, response) {
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

/// Whether every sentence of a text about the product occurs elsewhere, or the text only adds words about something else.
fn only_repeats(said: Said, known: &KeySet, product: &Product) -> bool {
    let mut keys = Vec::new();
    content_in_order([said], &mut keys);
    if begins_with_known(&keys, known, product, said) {
        return true;
    }
    if !said.has_sentences() {
        return false;
    }
    let sentences = sentences(said.text).map(content);
    // A sentence that does not speak of the product adds nothing, and hides no repetition.
    let pith: KeySet = said.pith().map(|word| word.key).collect();
    let is_of_it = |keys: &Vec<Key>| keys.iter().filter(|key| pith.contains(*key)).count() * 2 > keys.len();
    let mut sentences = sentences.filter(|keys| keys.len() >= SENTENCE && is_of_it(keys)).peekable();
    sentences.peek().is_some() && sentences.all(|keys| known.contains(&words::set_key(&keys)))
}

/// Whether a text begins with the words of a known sentence and adds nothing about the product.
fn begins_with_known(keys: &[Key], known: &KeySet, product: &Product, said: Said) -> bool {
    let mut head: Key = 0;
    keys.iter().enumerate().any(|(at, key)| {
        head = head.wrapping_add(*key);
        at + 1 >= SENTENCE && known.contains(&head) && {
            let beyond = said.pith().filter(|word| !keys[..=at].contains(&word.key));
            product.speaks(beyond) == 0
        }
    })
}

/// The sentences of requirements, steps and alternatives, as keys of their sets of words.
fn known_sentences(texts: &Texts) -> KeySet {
    let mut known = KeySet::default();
    let mut keys: Vec<Key> = Vec::new();
    let mut add = |said: &mut dyn Iterator<Item = Id>| {
        content_of(said.map(|id| texts.said(id)), &mut keys);
        if keys.len() >= SENTENCE {
            known.insert(words::set_key(&keys));
        }
    };
    for requirement in texts.ids.requirements.clone() {
        add(&mut std::iter::once(requirement));
    }
    for flow in &texts.ids.flows {
        for step in &flow.steps {
            add(&mut step.both());
        }
        for alternative in &flow.alternatives {
            for step in &alternative.steps {
                add(&mut std::iter::once(alternative.condition).chain(step.both()));
            }
        }
    }
    known
}

fn goal(i: usize, flow: &UserFlow, flow_texts: &FlowTexts, texts: &Texts, stock: &Stock, tally: &mut Tally) {
    let goal = flow_texts.goal.map(|goal| texts.said(goal));
    let says = |goal: Said| texts.product.is_about(goal, [texts.said(flow_texts.name)]);
    // A goal that all flows share is a goal of none.
    let missing = goal.is_none_or(|goal| !says(goal)) || flow_texts.goal.is_some_and(|goal| stock.has(goal));
    let echo = goal.is_some_and(|goal| {
        echoes(goal, &[texts.said(flow_texts.name), texts.said(flow_texts.actor)], &texts.product)
    });
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

/// Whether a text adds neither a specific word nor two others to what is said before it.
fn echoes(said: Said, before: &[Said], product: &Product) -> bool {
    let known = |root: Root| before.iter().any(|other| other.words().any(|word| word.root == root));
    let content = product.content(said);
    let added: Vec<_> = content.iter().filter(|word| !known(word.root)).collect();
    !content.is_empty() && added.len() < 2 && !added.iter().any(|word| word.is_specific())
}

/// The distinct content words of a text, sorted.
fn content(text: &str) -> Vec<Key> {
    words::distinct(words::keys(text).into_iter().filter(|key| class::of(*key) & class::STOP == 0))
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
