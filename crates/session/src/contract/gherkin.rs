//! `acceptance.feature`: a scenario for each requirement, tagged with its id, and one for each flow and each of its
//! alternatives; and which requirements the scenarios of such a file name.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::{Intent, NotDesigned, Requirement, UserFlow};

use super::names::{line, slug};

/// The most elements of a design that one requirement's scenario goes through.
const MOST: usize = 5;
/// How many bytes of texts are repeated in all scenarios together. A hostile design names one long text in thousands
/// of places.
const REPEATED: usize = 8 * 1024 * 1024;

/// How a scenario begins, and what ends the scenarios before it.
const SCENARIOS: [&str; 4] = ["Scenario:", "Example:", "Scenario Outline:", "Scenario Template:"];
const OTHERS: [&str; 3] = ["Feature:", "Rule:", "Background:"];
/// How a step begins.
const STEPS: [&str; 5] = ["Given", "When", "Then", "And", "But"];

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
pub(super) struct Elements<'a> {
    /// What happens, and how an interaction responds. A flow and a component end as all of their requirements say together, so
    /// nothing of that is said of one.
    steps: BTreeMap<&'a str, Vec<String>>,
    not_designed: BTreeMap<&'a str, &'a NotDesigned>,
}

impl<'a> Elements<'a> {
    pub(super) fn of(intent: &'a Intent) -> Self {
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

/// The scenario of a requirement. It ends with the requirement's own words, or consists of them if they are a scenario.
pub(super) fn scenario(requirement: &Requirement, elements: &Elements, out: &mut String) {
    let Requirement { id, text, .. } = requirement;
    let (tag, text) = (slug(id, "requirement"), line(text, "the requirement is met"));
    put!(out, "\n  @{tag}");
    if let Some(not) = elements.not_designed.get(id.as_str()) {
        put!(out, "  @not-designed\n  Scenario: {tag} is left out on purpose");
        put!(out, "    Given the product\n    Then it does not have: {text}");
        put!(out, "    And the reason is: {}", line(&not.reason, "not given"));
        return;
    }
    put!(out, "  Scenario: {tag} {text}");
    if let Some(steps) = own_steps(&text) {
        out.push_str(&steps);
        return;
    }
    put!(out, "    Given the product");
    elements.steps.get(id.as_str()).into_iter().flatten().for_each(|step| out.push_str(step));
    // Without a word of its own, the sentence keeps the one that it begins with.
    let last = format!("    {} {text}\n", if starts(&text).is_some() { "*" } else { "Then" });
    if !out.ends_with(&last) {
        out.push_str(&last);
    }
}

/// The word of a step that a text starts with.
fn starts(text: &str) -> Option<&'static str> {
    let first = text.split(' ').next().filter(|word| word.starts_with(char::is_uppercase))?;
    STEPS.into_iter().find(|word| word.eq_ignore_ascii_case(first))
}

/// The steps of a requirement that is a scenario: `Given …, When …, Then …`.
fn own_steps(text: &str) -> Option<String> {
    let mut steps: Vec<(&str, Vec<&str>)> = Vec::new();
    for word in text.split(' ') {
        match (starts(word), steps.last_mut()) {
            (Some(step), _) => steps.push((step, Vec::new())),
            (None, last) => last?.1.push(word),
        }
    }
    let is_whole =
        ["Given", "When"].contains(&steps.first()?.0) && steps.iter().any(|(word, _)| *word == "Then");
    let line = |(word, rest): &(&str, Vec<&str>)| match rest.join(" ").trim_end_matches(',') {
        "" => None,
        rest => Some(format!("    {word} {rest}\n")),
    };
    is_whole.then(|| steps.iter().map(line).collect())?
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

/// All words inside scenarios and in their tags that may be ids. Comments and the feature's own text do not count.
pub(super) fn named(text: &str) -> BTreeSet<&str> {
    let (mut named, mut tags, mut is_inside) = (BTreeSet::new(), Vec::new(), false);
    for line in text.lines().map(str::trim) {
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        if line.starts_with('#') {
            continue;
        }
        if line.starts_with('@') {
            tags.extend(words(line));
            continue;
        }
        if begins(&OTHERS) {
            (is_inside, tags) = (false, Vec::new());
        }
        is_inside |= begins(&SCENARIOS);
        if is_inside {
            named.extend(tags.drain(..).chain(words(line)));
        }
    }
    named
}

/// Each word, and the word without the full stop after it.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let words = line.split(move |c| !is_part(c)).filter(|word| !word.is_empty());
    words.flat_map(|word| [word, word.trim_end_matches('.')])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_count_inside_scenarios_only() {
        let text = "# R0\n@R9\nFeature: R1\n  R2\n  @R3 @x\n  # R4\n  Scenario: R5.\n    Given R-6, (R7)\n  Rule: R8\n";
        let named = named(text);
        let ids = ["R0", "R1", "R2", "R3", "R4", "R5", "R-6", "R7", "R8", "R9"];
        let found: Vec<&str> = ids.into_iter().filter(|id| named.contains(id)).collect();
        assert_eq!(found, ["R3", "R5", "R-6", "R7"]);
    }
}
