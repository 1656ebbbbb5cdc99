//! Results that only say again what set them off: "Press save" and then "Save is pressed".

use super::tally::Tally;
use super::words::{self, KeySet};
use crate::domain::intent::{Intent, Step};

const CHECK: &str = "clarity/echo";

pub(super) fn judge(intent: &Intent, tally: &mut Tally) {
    for (i, flow) in intent.user_flows.iter().enumerate() {
        if let Some(goal) = flow.goal.as_deref()
            && echoes(goal, &[&flow.name, &flow.actor])
        {
            tally.fail(CHECK, format!("/userFlows/{i}/goal"), || {
                (
                    format!("The goal of flow \"{}\" only repeats its name.", flow.id),
                    "Say what the actor has, knows or no longer needs to do when it is done.".to_owned(),
                )
            });
        }
        for (s, step) in flow.steps.iter().enumerate() {
            let pointer = format!("/userFlows/{i}/steps/{s}");
            // The last step's outcome is the flow's: completeness asks for it.
            let told = step.outcome.as_deref().is_some_and(|outcome| words::substance(outcome) > 0);
            if !told && s + 1 < flow.steps.len() {
                tally.fail(CHECK, pointer, || {
                    (
                        format!("Step \"{}\" does not say what follows from it.", step.id),
                        "Add \"outcome\": what appears, changes or is kept.".to_owned(),
                    )
                });
            } else {
                outcome(step, pointer, tally);
            }
        }
        for (a, alternative) in flow.alternatives.iter().enumerate() {
            for (s, step) in alternative.steps.iter().enumerate() {
                outcome(step, format!("/userFlows/{i}/alternatives/{a}/steps/{s}"), tally);
            }
        }
    }
    for (i, interaction) in intent.interactions.iter().enumerate() {
        if echoes(&interaction.response, &[&interaction.trigger]) {
            tally.fail(CHECK, format!("/interactions/{i}/response"), || {
                (
                    format!("The response of \"{}\" only repeats its trigger.", interaction.id),
                    "Say what is different afterwards: what appears, changes or is kept.".to_owned(),
                )
            });
        }
    }
}

fn outcome(step: &Step, pointer: String, tally: &mut Tally) {
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
        words::each(other, |word| known.push(words::root(word)));
    }
    let known: KeySet = known.into_iter().collect();
    let mut own = Vec::new();
    words::roots(text, &mut own);
    own.iter().all(|root| known.contains(root))
}

#[cfg(test)]
mod tests {
    use super::echoes;

    #[test]
    fn an_echo_has_no_word_of_its_own() {
        for (trigger, response) in [
            ("The tenant presses confirm", "Confirm is pressed by the tenant."),
            ("Save the inspection", "The inspection is saved."),
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
