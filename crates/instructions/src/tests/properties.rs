//! Properties of any feedback: no panic, unique ids, valid references, and no change that is not reported.

use std::collections::{BTreeMap, BTreeSet};

use crate::apply;
use frieze_intent::Intent;
use proptest::prelude::*;

use super::grammar::EXAMPLES;
use super::sample::shop;

/// Words of instructions, and some others.
const WORDS: &[&str] = &[
    "add",
    "remove",
    "rename",
    "split",
    "merge",
    "move",
    "describe",
    "require",
    "set",
    "relate",
    "satisfy",
    "answer",
    "screen",
    "part",
    "control",
    "flow",
    "step",
    "alternative",
    "field",
    "entity",
    "state",
    "goal",
    "question",
    "interaction",
    "requirement",
    "relationship",
    "to",
    "into",
    "on",
    "at",
    "of",
    "as",
    "for",
    "with",
    "and",
    "by",
    "after",
    "before",
    "the",
    ",",
    ":",
    ";",
    "\n",
    "\"",
    "“",
    "'",
    "Cart",
    "Payment",
    "\"Pay button\"",
    "Checkout",
    "Order",
    "Customer",
    "total",
    "email",
    "S1",
    "S2",
    "S3",
    "S1a",
    "R1",
    "R2",
    "empty",
    "1",
    "2",
    "New",
    "Other thing",
    "/components/1",
    "/userFlows/0/steps/1:",
    "/goals/0",
    "/x",
    "money",
    "one-to-many",
    "yes",
    "type",
    "required",
    "actor",
    "outcome",
    "entities",
    "text",
    "condition",
    "\u{7}",
    "\u{202e}",
    "設計",
    "- ",
    "1.",
    "(",
    ")",
    ".",
    "\"The cart is empty\"",
    "email of Customer",
    "last order",
];

/// Instructions with `E` for an element and `N` for a name.
const TEMPLATES: &[&str] = &[
    "remove E",
    "rename E to N",
    "rename E to E",
    "split E into N and N",
    "split E into N and E with E, E",
    "merge E and E",
    "merge E and E into N",
    "move E to E",
    "move E after E",
    "describe E: N",
    "add control N to E",
    "add screen N",
    "E: remove",
    "add flow N for N",
    "add step N to E on E",
    "add alternative N at E: N",
    "add field N to E as reference(Order)",
    "add state N to E",
    "add entity N",
    "add interaction N on E: N",
    "require N",
    "set part of E to E",
    "set entities of E to E, E",
    "set at of E to E",
    "set text of E to N",
    "set condition of E to N",
    "relate E to E as many-to-many",
    "satisfy E by E",
];

/// Names of known and unknown elements.
const ELEMENTS: &[&str] = &[
    "Cart",
    "Payment",
    "\"Pay button\"",
    "Checkout",
    "Order",
    "Customer",
    "total",
    "email",
    "S1",
    "S2",
    "S3",
    "S1a",
    "R1",
    "R2",
    "/components/1",
    "/userFlows/0/steps/1",
    "/userFlows/0",
    "/dataModel/entities/0",
    "goal 1",
    "\"The cart is empty\"",
    "New",
    "Other",
    "relationship Customer to Order",
    "\"last order\"",
    "state empty of Cart",
    "\"Remove an item\"",
    "question 2",
    "new",
    "other",
];
const NAMES: &[&str] = &["New", "Other", "\"Cart\"", "Order", "\"\u{7}N\u{202e}\"", "設計", "\"S1\"", "X"];

/// Feedback in known forms, so that many instructions are carried out.
fn instructions() -> impl Strategy<Value = String> {
    let line = (
        prop::sample::select(TEMPLATES),
        prop::collection::vec(prop::sample::select(ELEMENTS), 3),
        prop::collection::vec(prop::sample::select(NAMES), 2),
    );
    let line = line.prop_map(|(template, elements, names)| {
        let (mut elements, mut names) = (elements.into_iter().cycle(), names.into_iter().cycle());
        let words = template.split(' ').map(|word| {
            let slot = word.trim_end_matches([',', ':']);
            let filled = match slot {
                "E" => elements.next(),
                "N" => names.next(),
                _ => None,
            };
            filled.map_or_else(|| word.to_owned(), |filled| word.replacen(slot, filled, 1))
        });
        words.collect::<Vec<_>>().join(" ")
    });
    prop::collection::vec(line, 1..12).prop_map(|lines| lines.join("\n"))
}

fn text() -> impl Strategy<Value = String> {
    let words = prop::collection::vec(prop::sample::select(WORDS), 0..24).prop_map(|words| words.join(" "));
    let examples =
        prop::collection::vec(prop::sample::select(EXAMPLES), 0..12).prop_map(|lines| lines.join("\n"));
    let free = ("[a-z]{1,8}", ".*").prop_map(|(verb, rest)| format!("{verb} {rest}"));
    prop_oneof![4 => instructions(), 1 => words, 1 => examples, 1 => any::<String>(), 1 => free]
}

/// A fault of a design that was valid before.
fn wrong(design: &Intent) -> Option<String> {
    let mut all = BTreeSet::new();
    let mut twice: Vec<String> = Vec::new();
    let mut id = |kind: &str, owner: &str, id: &str| {
        if !all.insert(format!("{kind} {owner} {id}")) {
            twice.push(format!("{kind} {id} twice"));
        }
    };
    let parts: BTreeSet<&str> = design.components.iter().map(|it| it.id.as_str()).collect();
    let requirements: BTreeSet<&str> = design.requirements.iter().map(|it| it.id.as_str()).collect();
    let entities: BTreeSet<&str> = design.data_model.entities.iter().map(|it| it.name.as_str()).collect();
    let mut lost: Vec<String> = Vec::new();
    let mut refer = |known: &BTreeSet<&str>, names: &[String]| {
        lost.extend(
            names
                .iter()
                .filter(|name| !known.contains(name.as_str()))
                .map(|name| format!("{name} is nowhere")),
        );
    };
    design.requirements.iter().for_each(|it| id("requirement", "", &it.id));
    for it in &design.components {
        id("part", "", &it.id);
        refer(&parts, &it.children);
        refer(&entities, &it.entities);
        refer(&requirements, &it.satisfies);
    }
    for it in &design.interactions {
        id("interaction", "", &it.id);
        refer(&parts, std::slice::from_ref(&it.component));
        refer(&requirements, &it.satisfies);
    }
    for it in &design.data_model.entities {
        id("entity", "", &it.name);
        it.attributes.iter().for_each(|field| id("field", &it.name, &field.name));
        it.relationships.iter().for_each(|to| refer(&entities, std::slice::from_ref(&to.to)));
    }
    for flow in &design.user_flows {
        id("flow", "", &flow.id);
        refer(&requirements, &flow.satisfies);
        let own: BTreeSet<&str> = flow.steps.iter().map(|it| it.id.as_str()).collect();
        for it in flow.steps.iter().chain(flow.alternatives.iter().flat_map(|it| &it.steps)) {
            id("step", &flow.id, &it.id);
            refer(&parts, std::slice::from_ref(&it.component));
            refer(&entities, &it.entities);
        }
        flow.alternatives.iter().for_each(|it| refer(&own, std::slice::from_ref(&it.at)));
    }
    twice.into_iter().chain(lost).next()
}

/// The texts of the elements with ids, by pointer, without references.
fn words(design: &Intent) -> BTreeMap<String, (String, String)> {
    let parts = design.components.iter().enumerate().map(|(i, it)| {
        (format!("/components/{i}"), (it.id.clone(), format!("{} {:?} {}", it.name, it.kind, it.description)))
    });
    let requirements = design.requirements.iter().enumerate().map(|(i, it)| {
        (format!("/requirements/{i}"), (it.id.clone(), format!("{} {:?} {:?}", it.text, it.kind, it.source)))
    });
    let flows = design.user_flows.iter().enumerate().map(|(i, it)| {
        (format!("/userFlows/{i}"), (it.id.clone(), format!("{} {} {:?}", it.name, it.actor, it.goal)))
    });
    let interactions = design.interactions.iter().enumerate().map(|(i, it)| {
        (
            format!("/interactions/{i}"),
            (it.id.clone(), format!("{} {} {:?}", it.trigger, it.response, it.feedback)),
        )
    });
    parts.chain(requirements).chain(flows).chain(interactions).collect()
}

fn check(feedback: &str) {
    let before = shop();
    let mut after = shop();
    let read = apply(&mut after, feedback);
    assert_eq!(wrong(&after), None, "{feedback:?}");
    let done: Vec<_> = read.iter().flat_map(|line| &line.done).collect();
    if done.is_empty() {
        assert_eq!(after, before, "{feedback:?}");
    }
    let now: BTreeSet<&String> = done.iter().flat_map(|done| &done.pointers).collect();
    let gone: BTreeSet<&String> = done.iter().flat_map(|done| &done.removed).collect();
    let (old, new) = (words(&before), words(&after));
    let by_id = |all: &BTreeMap<String, (String, String)>| -> BTreeMap<(String, String), (String, String)> {
        let section = |at: &str| at.split('/').nth(1).unwrap_or_default().to_owned();
        all.iter().map(|(at, (id, words))| ((section(at), id.clone()), (at.clone(), words.clone()))).collect()
    };
    let (old, new) = (by_id(&old), by_id(&new));
    for (key, (at, words)) in &new {
        if old.get(key).is_none_or(|(_, old)| old != words) {
            assert!(now.contains(at), "{at} differs unreported after {feedback:?}: {read:?}");
        }
    }
    for (key, (at, _)) in &old {
        assert!(
            new.contains_key(key) || gone.contains(at),
            "{at} is gone unreported after {feedback:?}: {read:?}"
        );
    }
    let readable = has_control(&after);
    assert!(!readable, "control characters after {feedback:?}");
}

/// Whether a name or text has invisible characters.
fn has_control(design: &Intent) -> bool {
    let shown = format!("{design:?}");
    shown.contains("\\u{7}") || shown.contains("\\u{202e}") || shown.contains("\\n") || shown.contains("\\0")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_leaves_a_valid_design(feedback in text()) {
        check(&feedback);
    }
}

#[test]
fn long_lines_and_large_designs_are_bounded() {
    let mut design = shop();
    let part = design.components[2].clone();
    for n in 0..2_000 {
        let mut part = part.clone();
        (part.id, part.name) = (format!("p{n}"), format!("Part number {n}"));
        design.components.push(part);
    }
    let quotes = "“".repeat(100_000);
    let feedback = format!(
        "remove {quotes}\nremove {}\n{}",
        "'a".repeat(50_000),
        "rename Part numbr 7 to X\n".repeat(200)
    );
    let mut copy = design.clone();
    let read = apply(&mut copy, &feedback);
    assert_eq!(copy, design);
    assert_eq!(read.len(), 202);
}
