//! Results that only say again what set them off: "Press save" and then "Save is pressed".

use super::ground::Ground;
use super::product::Product;
use super::said::{Said, content_in_order, content_of};
use super::sound::steps_at;
use super::stock::Stock;
use super::tally::Tally;
use super::telling::FlowTexts;
use super::texts::{At, Id, Texts};
use super::words::{self, Key, KeySet};
use crate::domain::intent::{Intent, Step, UserFlow};

const CHECK: &str = "clarity/echo";

pub(super) fn judge(
    intent: &Intent,
    ground: &Ground,
    texts: &Texts,
    product: &Product,
    stock: &Stock,
    tally: &mut Tally,
) {
    for (i, (flow, told)) in intent.user_flows.iter().zip(&texts.telling.flows).enumerate() {
        goal(i, flow, told, texts, product, stock, tally);
        for ((at, step), said) in steps_at(i, flow).zip(told.all_steps()) {
            let part = ground.component(&step.component);
            let around = || told.around(part, texts);
            let says = |outcome| product.substance(outcome) > 0 && product.is_told(outcome, around());
            let specific = said.outcome.filter(|outcome| says(texts.said(*outcome)));
            match specific {
                Some(outcome) if echoes(texts.said(outcome), &[texts.said(said.action)], product) => {
                    repeats(step, at, tally);
                }
                None if matches!(at, At::Two(..)) => nothing_follows(step, at, tally),
                Some(_) | None => {}
            }
        }
    }
    let (told, mut keys) = (told(texts), Vec::new());
    for (i, (interaction, said)) in intent.interactions.iter().zip(&texts.telling.interactions).enumerate() {
        let (trigger, response) = (texts.said(said.trigger), texts.said(said.response));
        let echo = echoes(response, &[trigger], product);
        content_in_order([trigger, response], &mut keys);
        if echo || begins_with_told(&keys, &told, product, response) {
            let of = if echo { "its trigger" } else { "a step of a flow" };
            tally.fail(
                CHECK,
                || format!("/interactions/{i}/response"),
                || {
                    (
                        format!("The response of \"{}\" only repeats {of}.", interaction.id),
                        "Say how the component itself responds: what appears, changes or is kept.".to_owned(),
                    )
                },
            );
        }
    }
    for (i, (component, said)) in intent.components.iter().zip(&texts.telling.components).enumerate() {
        if only_repeats(texts.said(said.description), &told, product) {
            tally.fail(
                CHECK,
                || format!("/components/{i}/description"),
                || {
                    (
                        format!(
                            "The description of \"{}\" only repeats a step or a requirement.",
                            component.id
                        ),
                        "Say what it shows or holds, and for whom.".to_owned(),
                    )
                },
            );
        }
    }
}

/// So many content words make a sentence that two sections would not write alike by chance.
const SENTENCE: usize = 5;

/// Whether every sentence of a text that speaks of the product is told elsewhere, or it goes on from one that is
/// without speaking of the product.
fn only_repeats(said: Said, told: &KeySet, product: &Product) -> bool {
    let mut keys = Vec::new();
    content_in_order([said], &mut keys);
    if begins_with_told(&keys, told, product, said) {
        return true;
    }
    if !said.has_sentences() {
        return false;
    }
    let sentences = said.text.split(['.', '!', '?', '\n', '。']).map(words::content);
    // What does not speak of the product adds nothing, and hides no repetition.
    let pith: KeySet = product.pith(said).into_iter().map(|word| word.key).collect();
    let is_of_it = |keys: &Vec<Key>| keys.iter().filter(|key| pith.contains(*key)).count() * 2 > keys.len();
    let mut sentences = sentences.filter(|keys| keys.len() >= SENTENCE && is_of_it(keys)).peekable();
    sentences.peek().is_some() && sentences.all(|keys| told.contains(&words::set_key(&keys)))
}

/// Whether words, in the order of a text, begin with all that is told elsewhere, and the text says no more of the
/// product than that.
fn begins_with_told(keys: &[Key], told: &KeySet, product: &Product, said: Said) -> bool {
    let mut head: Key = 0;
    keys.iter().enumerate().any(|(at, key)| {
        head = head.wrapping_add(*key);
        at + 1 >= SENTENCE && told.contains(&head) && {
            let beyond = product.pith(said).into_iter().filter(|word| !keys[..=at].contains(&word.key));
            product.speaks(beyond) == 0
        }
    })
}

/// What requirements, steps and alternatives say, by their sets of words.
fn told(texts: &Texts) -> KeySet {
    let mut told = KeySet::default();
    let mut keys: Vec<Key> = Vec::new();
    let mut add = |said: &mut dyn Iterator<Item = Id>| {
        content_of(said.map(|id| texts.said(id)), &mut keys);
        if keys.len() >= SENTENCE {
            told.insert(words::set_key(&keys));
        }
    };
    for requirement in texts.telling.requirements.clone() {
        add(&mut std::iter::once(requirement));
    }
    for flow in &texts.telling.flows {
        for step in &flow.steps {
            add(&mut step.both());
        }
        for alternative in &flow.alternatives {
            for step in &alternative.steps {
                add(&mut std::iter::once(alternative.condition).chain(step.both()));
            }
        }
    }
    told
}

fn goal(
    i: usize,
    flow: &UserFlow,
    told: &FlowTexts,
    texts: &Texts,
    product: &Product,
    stock: &Stock,
    tally: &mut Tally,
) {
    let goal = told.goal.map(|goal| texts.said(goal));
    let says = |goal: Said| product.substance(goal) > 0 && product.is_told(goal, [texts.said(told.name)]);
    // What is said of every flow is said of none.
    let missing = goal.is_none_or(|goal| !says(goal)) || told.goal.is_some_and(|goal| stock.has(goal));
    let echo =
        goal.is_some_and(|goal| echoes(goal, &[texts.said(told.name), texts.said(told.actor)], product));
    if missing || echo {
        let pointer =
            if flow.goal.is_some() { format!("/userFlows/{i}/goal") } else { format!("/userFlows/{i}") };
        tally.fail(
            CHECK,
            || pointer,
            || {
                let message = if missing {
                    format!("Flow \"{}\" does not say what it is for.", flow.id)
                } else {
                    format!("The goal of flow \"{}\" only repeats its name.", flow.id)
                };
                (
                    message,
                    "Say what the actor has, knows or no longer needs to do when it is done.".to_owned(),
                )
            },
        );
    }
}

fn nothing_follows(step: &Step, at: At, tally: &mut Tally) {
    tally.fail(
        CHECK,
        || at.step(),
        || {
            (
                format!("Step \"{}\" does not say what follows from it.", step.id),
                "Add \"outcome\": what appears, changes or is kept.".to_owned(),
            )
        },
    );
}

fn repeats(step: &Step, at: At, tally: &mut Tally) {
    tally.fail(
        CHECK,
        || format!("{}/outcome", at.step()),
        || {
            (
                format!("The outcome of step \"{}\" only repeats what is done.", step.id),
                "Say what is different afterwards: what appears, changes or is kept.".to_owned(),
            )
        },
    );
}

/// Whether a text has specific words, and none that is not in the others. Text without any is judged elsewhere.
fn echoes(said: Said, others: &[Said], product: &Product) -> bool {
    let known = |root: Key| others.iter().any(|other| other.words().any(|word| word.root == root));
    let mut own = product.pith(said).into_iter().filter(|word| product.says(word));
    said.substance() > 0 && own.all(|word| known(word.root))
}

#[cfg(test)]
mod tests {
    use super::super::product::Product;
    use super::super::said::Saying;
    use super::super::telling::Telling;
    use super::super::texts::Texts;

    fn echoes(response: &str, trigger: &str) -> bool {
        let mut saying = Saying::default();
        let (response, trigger) = (saying.read(response), saying.read(trigger));
        super::echoes(
            saying.said(&response),
            &[saying.said(&trigger)],
            &Product::of(&Texts::read(Vec::new(), &[], Telling::default())),
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
