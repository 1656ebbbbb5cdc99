//! `acceptance.feature`: a scenario for each requirement, tagged with its id, and one for each flow and each of its
//! alternatives; and the tags of the scenarios of such a file.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::{Intent, NotDesigned, Requirement, UserFlow};

use super::names::{line, slug};

/// The most elements of a design that one requirement's scenario goes through.
const MOST: usize = 5;
/// How many bytes of texts are repeated in all scenarios together. A hostile design names one long text in thousands
/// of places.
const REPEATED: usize = 8 * 1024 * 1024;

/// How a scenario begins.
const SCENARIOS: [&str; 4] = ["Scenario:", "Example:", "Scenario Outline:", "Scenario Template:"];

/// What may still be repeated.
struct Budget(usize);

impl Budget {
    /// The text, as long as there is room for it.
    fn take(&mut self, text: String) -> Option<String> {
        self.0 = self.0.checked_sub(text.len())?;
        Some(text)
    }
}

pub(super) fn feature(intent: &Intent) -> String {
    let mut out = format!("# language: en\nFeature: {}\n", line(&intent.title, "Feature"));
    let elements = Elements::of(intent);
    for requirement in &intent.requirements {
        scenario(requirement, &elements, &mut out);
    }
    let mut budget = Budget(REPEATED);
    for flow in &intent.user_flows {
        main_way(flow, &mut out);
        alternatives(flow, &mut budget, &mut out);
    }
    out
}

/// What satisfies each requirement, as steps.
struct Elements<'a> {
    /// What happens, and how an interaction responds. A flow and a component end as all of their requirements say together, so
    /// nothing of that is said of one.
    steps: BTreeMap<&'a str, Vec<String>>,
    not_designed: BTreeMap<&'a str, &'a NotDesigned>,
}

impl<'a> Elements<'a> {
    fn of(intent: &'a Intent) -> Self {
        let mut steps: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut budget = Budget(REPEATED);
        let mut add = |ids: &'a [String], step: String| {
            for id in ids {
                let of = steps.entry(id).or_default();
                if of.len() < MOST {
                    of.extend(budget.take(step.clone()));
                }
            }
        };
        for flow in &intent.user_flows {
            let (actor, name) = (line(&flow.actor, "the user"), line(&flow.name, "the flow"));
            add(&flow.satisfies, format!("    When {actor} goes through \"{name}\"\n"));
        }
        for interaction in &intent.interactions {
            let trigger = line(&interaction.trigger, "it is triggered");
            let response = line(&interaction.response, "it responds");
            add(&interaction.satisfies, format!("    When {trigger}\n    Then {response}\n"));
        }
        for component in &intent.components {
            let name = line(&component.name, "the component");
            add(&component.satisfies, format!("    When somebody uses \"{name}\"\n"));
        }
        let not_designed = intent.not_designed.iter().map(|not| (not.requirement.as_str(), not)).collect();
        Self { steps, not_designed }
    }
}

/// The scenario of a requirement. Its last step is the requirement in its own words, which may have a `Then` or none.
fn scenario(requirement: &Requirement, elements: &Elements, out: &mut String) {
    let Requirement { id, text, .. } = requirement;
    let (tag, text) = (slug(id, "requirement"), line(text, "the requirement is met"));
    put!(out, "\n  @{tag}");
    if let Some(not) = elements.not_designed.get(id.as_str()) {
        put!(out, "  @not-designed\n  Scenario: {tag} is left out on purpose");
        put!(out, "    Given the product\n    Then it does not have: {text}");
        put!(out, "    And the reason is: {}", line(&not.reason, "not given"));
        return;
    }
    put!(out, "  Scenario: {tag} {text}\n    Given the product");
    elements.steps.get(id.as_str()).into_iter().flatten().for_each(|step| out.push_str(step));
    put!(out, "    * {text}");
}

fn main_way(flow: &UserFlow, out: &mut String) {
    let tags: String = flow.satisfies.iter().map(|id| format!(" @{}", slug(id, "requirement"))).collect();
    put!(out, "\n  @flow{tags}\n  Scenario: {}", line(&flow.name, "Flow"));
    put!(out, "    Given {}", line(&flow.actor, "the user"));
    steps(&flow.steps, out);
    if let Some(goal) = &flow.goal {
        put!(out, "    Then {}", line(goal, "the flow ends"));
    }
}

fn alternatives(flow: &UserFlow, budget: &mut Budget, out: &mut String) {
    let actions: BTreeMap<&str, &str> =
        flow.steps.iter().map(|step| (step.id.as_str(), step.action.as_str())).collect();
    for alternative in &flow.alternatives {
        let condition = line(&alternative.condition, "something goes wrong");
        let name = budget.take(line(&flow.name, "the flow")).unwrap_or_else(|| "the flow".to_owned());
        let actor = budget.take(line(&flow.actor, "the user")).unwrap_or_else(|| "the user".to_owned());
        put!(out, "\n  @flow @alternative\n  Scenario: {name} – {condition}");
        put!(out, "    Given {actor} in \"{name}\"");
        let action = actions.get(alternative.at.as_str()).map(|action| line(action, "a step"));
        if let Some(action) = action.and_then(|action| budget.take(action)) {
            put!(out, "    And {action}");
        }
        put!(out, "    But {condition}");
        steps(&alternative.steps, out);
    }
}

fn steps(steps: &[frieze_intent::Step], out: &mut String) {
    for step in steps {
        put!(out, "    When {}", line(&step.action, "a step"));
        if let Some(outcome) = &step.outcome {
            put!(out, "    Then {}", line(outcome, "it is done"));
        }
    }
}

/// The tags of the scenarios, without `@`. A feature's own tags do not count.
pub(super) fn tags(text: &str) -> BTreeSet<&str> {
    let (mut found, mut tags) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('@') {
            tags.extend(line.split_whitespace().map_while(|tag| tag.strip_prefix('@')));
        } else if SCENARIOS.iter().any(|word| line.starts_with(word)) {
            found.append(&mut tags);
        } else {
            tags.clear();
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tags_of_scenarios_are_found() {
        let text = "# @R0\n@R9\nFeature: R1\n  @R2\n  R2\n  @R3 @x # @R4\n\n  # R4\n  @R5.\n  Scenario: R6.\n    Given R-7\n  @R8\n  \
            Rule: R8\n  @R-9\n  Scenario Outline: x\n  @R10";
        assert_eq!(tags(text).into_iter().collect::<Vec<_>>(), ["R-9", "R3", "R5.", "x"]);
    }
}
