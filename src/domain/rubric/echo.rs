//! Results that only say again what set them off: "Press save" and then "Save is pressed".

use super::tally::Tally;
use super::words::{self, Key, KeySet};
use crate::domain::intent::{Intent, Step, UserFlow};

const CHECK: &str = "clarity/echo";

pub(super) fn judge(intent: &Intent, tally: &mut Tally) {
    for (i, flow) in intent.user_flows.iter().enumerate() {
        goal(i, flow, tally);
        for (s, step) in flow.steps.iter().enumerate() {
            let pointer = format!("/userFlows/{i}/steps/{s}");
            if step.outcome.as_deref().is_none_or(|outcome| words::substance(outcome) == 0) {
                tally.fail(CHECK, pointer, || {
                    (
                        format!("Step \"{}\" does not say what follows from it.", step.id),
                        "Add \"outcome\": what appears, changes or is kept.".to_owned(),
                    )
                });
            } else {
                outcome(step, &pointer, tally);
            }
        }
        for (a, alternative) in flow.alternatives.iter().enumerate() {
            for (s, step) in alternative.steps.iter().enumerate() {
                outcome(step, &format!("/userFlows/{i}/alternatives/{a}/steps/{s}"), tally);
            }
        }
    }
    let told = told(intent);
    for (i, interaction) in intent.interactions.iter().enumerate() {
        let echo = echoes(&interaction.response, &[&interaction.trigger]);
        let copy = told.contains(&said(&[&interaction.trigger, &interaction.response]));
        if echo || copy {
            let of = if echo { "its trigger" } else { "a step of a flow" };
            tally.fail(CHECK, format!("/interactions/{i}/response"), || {
                (
                    format!("The response of \"{}\" only repeats {of}.", interaction.id),
                    "Say how the component itself responds: what appears, changes or is kept.".to_owned(),
                )
            });
        }
    }
    for (i, component) in intent.components.iter().enumerate() {
        let mut sentences = component
            .description
            .split(['.', '!', '?', '\n', '。'])
            .map(|sentence| words::content_of(&[sentence]))
            .filter(|keys| keys.len() >= SENTENCE)
            .peekable();
        if sentences.peek().is_some() && sentences.all(|keys| told.contains(&words::set_key(&keys))) {
            tally.fail(CHECK, format!("/components/{i}/description"), || {
                (
                    format!("The description of \"{}\" only repeats a step or a requirement.", component.id),
                    "Say what it shows or holds, and for whom.".to_owned(),
                )
            });
        }
    }
}

/// So many content words make a sentence that two sections would not write alike by chance.
const SENTENCE: usize = 5;

fn said(texts: &[&str]) -> Key {
    words::set_key(&words::content_of(texts))
}

/// What requirements, steps and alternatives say, by their sets of words.
fn told(intent: &Intent) -> KeySet {
    let mut told = KeySet::default();
    let mut add = |texts: &[&str]| {
        let keys = words::content_of(texts);
        if keys.len() >= SENTENCE {
            told.insert(words::set_key(&keys));
        }
    };
    for requirement in &intent.requirements {
        add(&[&requirement.text]);
    }
    for flow in &intent.user_flows {
        for step in &flow.steps {
            add(&[&step.action, step.outcome.as_deref().unwrap_or_default()]);
        }
        for alternative in &flow.alternatives {
            for step in &alternative.steps {
                add(&[&alternative.condition, &step.action, step.outcome.as_deref().unwrap_or_default()]);
            }
        }
    }
    told
}

fn goal(i: usize, flow: &UserFlow, tally: &mut Tally) {
    let missing = flow.goal.as_deref().is_none_or(|goal| words::substance(goal) == 0);
    let echo = flow.goal.as_deref().is_some_and(|goal| echoes(goal, &[&flow.name, &flow.actor]));
    if missing || echo {
        let pointer =
            if flow.goal.is_some() { format!("/userFlows/{i}/goal") } else { format!("/userFlows/{i}") };
        tally.fail(CHECK, pointer, || {
            let message = if missing {
                format!("Flow \"{}\" does not say what it is for.", flow.id)
            } else {
                format!("The goal of flow \"{}\" only repeats its name.", flow.id)
            };
            (message, "Say what the actor has, knows or no longer needs to do when it is done.".to_owned())
        });
    }
}

fn outcome(step: &Step, pointer: &str, tally: &mut Tally) {
    if step.outcome.as_deref().is_some_and(|outcome| echoes(outcome, &[&step.action])) {
        tally.fail(CHECK, format!("{pointer}/outcome"), || {
            (
                format!("The outcome of step \"{}\" only repeats what is done.", step.id),
                "Say what is different afterwards: what appears, changes or is kept.".to_owned(),
            )
        });
    }
}

/// Whether a text has specific words, and none that is not in the others. Text without any is judged elsewhere.
fn echoes(text: &str, others: &[&str]) -> bool {
    if words::substance(text) == 0 {
        return false;
    }
    let mut known = Vec::new();
    for other in others {
        words::each(other, |word| known.push(words::root(word, words::KEPT)));
    }
    let known: KeySet = known.into_iter().collect();
    let mut own = Vec::new();
    words::roots(text, words::KEPT, &mut own);
    own.iter().all(|root| known.contains(root))
}

#[cfg(test)]
mod tests {
    use super::echoes;

    #[test]
    fn an_echo_has_no_word_of_its_own() {
        for (trigger, response) in [
            ("The tenant presses confirm", "Confirm is pressed by the tenant."),
            ("Record the inspection", "The inspection is recorded."),
            ("保存を押す", "保存を押す"),
        ] {
            assert!(echoes(response, &[trigger]), "{response}");
        }
        for (trigger, response) in [
            ("The tenant presses confirm", "The cell is held for the household."),
            ("Save the inspection", "The inspection waits on the telephone."),
        ] {
            assert!(!echoes(response, &[trigger]), "{response}");
        }
    }
}
