//! Tests of the built-in contracts: on whole designs, on designs with parts taken away, and on hostile names. With
//! `FRIEZE_CONTRACTS=<folder>` the files are written there, for other programs to check.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

mod designs;

use std::path::Path;

use designs::{any_design, design, excellent, hostile, large};
use frieze_intent::Intent;
use frieze_session::bundle;
use frieze_session::contract::{FILES, generate, plan, review, revise};
use frieze_session::review::{Review, Verdict};
use proptest::prelude::*;

/// Files by name, as a session has them.
type Files = Vec<(String, String)>;

fn files(answer: &str) -> Files {
    let files = bundle::read(answer.as_bytes(), &[], &[]).unwrap_or_else(|e| panic!("{e}"));
    files.into_iter().map(|(name, text)| (name.to_string(), text)).collect()
}

fn reviewed(intent: &Intent, files: &Files) -> Review {
    Review::read(review(intent, files).as_bytes()).unwrap()
}

/// The files after one revision: what the answer does not name stays.
fn revised(intent: &Intent, mut files: Files, review: &Review) -> Files {
    for (name, text) in self::files(&revise(intent, &files, review)) {
        files.retain(|(known, _)| *known != name);
        files.push((name, text));
    }
    files
}

/// A scenario: its name, its tags, and how many steps it has.
type Scenario = (String, Vec<String>, usize);

/// Reads the Gherkin that the generator may write: a feature, and scenarios with tags and steps, each in one line.
fn parsed(files: &Files) -> Vec<Scenario> {
    let (_, text) = files.iter().find(|(name, _)| name == "acceptance.feature").unwrap();
    let (mut scenarios, mut tags): (Vec<Scenario>, _) = (Vec::new(), Vec::new());
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("# language: en"));
    assert!(
        lines
            .next()
            .is_some_and(|line| line.strip_prefix("Feature: ").is_some_and(|title| !title.is_empty()))
    );
    for line in lines.map(str::trim).filter(|line| !line.is_empty()) {
        let step = ["Given ", "When ", "Then ", "And ", "But ", "* "]
            .iter()
            .find_map(|word| line.strip_prefix(word));
        if line.starts_with('@') {
            for tag in line.split(' ') {
                let tag = tag.strip_prefix('@').unwrap_or_else(|| panic!("not a tag: {line}"));
                assert!(!tag.is_empty() && !tag.contains(['@', '#']), "{line}");
                tags.push(tag.to_owned());
            }
        } else if let Some(name) = line.strip_prefix("Scenario: ") {
            assert!(!name.trim().is_empty() && !tags.is_empty(), "{line}");
            scenarios.push((name.to_owned(), std::mem::take(&mut tags), 0));
        } else {
            assert!(
                step.is_some_and(|text| !text.trim().is_empty()),
                "neither tag, scenario nor step: {line:?}"
            );
            scenarios.last_mut().unwrap().2 += 1;
        }
    }
    assert!(tags.is_empty() && scenarios.iter().all(|(_, _, steps)| *steps > 0));
    scenarios
}

fn keep(name: &str, files: &Files) {
    if let Some(folder) = std::env::var_os("FRIEZE_CONTRACTS") {
        let folder = Path::new(&folder).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        files.iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).unwrap());
    }
}

/// Acceptance 10: the four files pass the built-in review, and Gherkin accepts one scenario for each requirement,
/// flow and alternative.
#[test]
fn excellent_designs_become_contracts_that_pass() {
    let designs = excellent();
    assert!(designs.len() >= 10, "{} designs found", designs.len());
    for (name, intent) in designs {
        let files = files(&generate(&intent));
        keep(&name, &files);
        assert_eq!(files.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), FILES);
        let review = reviewed(&intent, &files);
        assert_eq!((review.verdict, review.issues.as_slice()), (Verdict::Pass, [].as_slice()), "{name}");
        let scenarios = parsed(&files);
        let alternatives: usize = intent.user_flows.iter().map(|flow| flow.alternatives.len()).sum();
        assert_eq!(scenarios.len(), intent.requirements.len() + intent.user_flows.len() + alternatives);
        for requirement in &intent.requirements {
            let start = format!("{} ", requirement.id);
            let (_, tags, steps) = scenarios.iter().find(|(name, ..)| name.starts_with(&start)).unwrap();
            assert!(tags.contains(&requirement.id) && *steps > 2, "{name}: {tags:?}");
        }
        assert_eq!(files, self::files(&generate(&intent)), "{name}: always the same");
        assert!(plan(&intent).contains(&intent.title));
    }
}

/// A scenario says of its requirement only what the design says of it: how a flow ends, and what a component is for, may be
/// about another requirement of the same flow or component.
#[test]
fn a_scenario_says_nothing_about_another_requirement() {
    let (_, mut intent) = excellent().remove(0);
    let all: Vec<String> = intent.requirements.iter().map(|one| one.id.clone()).collect();
    for flow in &mut intent.user_flows {
        flow.goal = Some("the goal".to_owned());
        flow.steps.last_mut().unwrap().outcome = Some("the end".to_owned());
        flow.satisfies.clone_from(&all);
    }
    for part in &mut intent.components {
        part.description = "the part".to_owned();
        part.satisfies.clone_from(&all);
    }
    let files = files(&generate(&intent));
    let (_, text) = files.iter().find(|(name, _)| name == "acceptance.feature").unwrap();
    let of_requirements = text.split("\n  @flow").next().unwrap();
    for other in ["Then the goal", "Then the end", "Then the part"] {
        assert!(!of_requirements.contains(other), "{other}: {of_requirements}");
    }
    assert!(text.contains("Then the end"), "{text}");
    assert_eq!(reviewed(&intent, &files).verdict, Verdict::Pass);
}

/// A requirement may be a scenario itself: no word is put before its own ones.
#[test]
fn a_requirement_is_the_last_step_in_its_own_words() {
    let (_, mut intent) = excellent().remove(0);
    for text in ["Given a user, When they sign in, Then they see a list", "The system shall refuse a code"] {
        text.clone_into(&mut intent.requirements[0].text);
        let files = files(&generate(&intent));
        let (_, feature) = files.iter().find(|(name, _)| name == "acceptance.feature").unwrap();
        let steps: Vec<&str> = feature.lines().skip(4).take_while(|line| !line.is_empty()).collect();
        assert_eq!(steps.last(), Some(&format!("    * {text}").as_str()), "{steps:?}");
        parsed(&files);
    }
}

/// What is taken away is named by the reviewer; the reviser writes its file again, and no other one.
#[test]
fn the_reviser_writes_what_the_review_names() {
    for (name, intent) in excellent() {
        let whole = files(&generate(&intent));
        let text = |name: &str| whole.iter().find(|(known, _)| known == name).unwrap().1.clone();
        let without = |file: &str, changed: Option<String>| -> Files {
            let others = whole.iter().filter(|(known, _)| known != file).cloned();
            others.chain(changed.map(|text| (file.to_owned(), text))).collect()
        };
        let feature = text("acceptance.feature");
        let (first, second) = (
            format!("\n\n  @{}\n", intent.requirements[0].id),
            format!("\n\n  @{}\n", intent.requirements[1].id),
        );
        let cut = feature.find(&first).unwrap()..feature.find(&second).unwrap();
        let mut no_scenario = feature.clone();
        no_scenario.replace_range(cut, "");
        let schema = text("schema.sql");
        let mut no_table = schema.clone();
        let at = no_table.find("\n-- ").unwrap();
        let end = at + no_table[at..].find(");\n").unwrap() + 3;
        no_table.replace_range(at..end, "");
        let mut no_keys = schema.clone();
        while let Some(at) = no_keys.find(" REFERENCES") {
            let end = at + no_keys[at..].find(')').unwrap() + 1;
            no_keys.replace_range(at..end, "");
        }
        let (tag, other) = (format!("@{}", intent.requirements[0].id), "@x");
        let no_scenario: Vec<String> = no_scenario
            .lines()
            .map(|line| {
                line.split(' ')
                    .map(|word| if word == tag { other } else { word })
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        for (what, damaged) in [
            ("no scenario", without("acceptance.feature", Some(no_scenario.join("\n")))),
            ("no table", without("schema.sql", Some(no_table))),
            ("no keys", without("schema.sql", Some(no_keys))),
            ("no file", without("openapi.yaml", None)),
            ("nothing", Vec::new()),
        ] {
            let review = reviewed(&intent, &damaged);
            assert_eq!(review.verdict, Verdict::Fail, "{name}: {what}");
            assert!(review.issues.iter().all(|issue| issue.location.is_some()), "{name}: {what}");
            let mut again = revised(&intent, damaged, &review);
            again.sort();
            let mut expected = whole.clone();
            expected.sort();
            assert_eq!(again, expected, "{name}: {what}");
            keep(&format!("{name}-{}", what.replace(' ', "-")), &again);
            let review = reviewed(&intent, &again);
            assert_eq!(
                (review.verdict, review.issues.as_slice()),
                (Verdict::Pass, [].as_slice()),
                "{name}: {what}"
            );
            parsed(&again);
        }
    }
}

/// A person's own issue is no task for a program: it says so, and the answer can still be read.
#[test]
fn what_the_reviser_cannot_do_is_in_its_answer() {
    let (_, intent) = excellent().remove(0);
    let whole = files(&generate(&intent));
    let words = r#"{"verdict": "fail", "summary": "One.", "issues": [{"severity": "major", "location": "types.ts",
        "description": "Prices need a currency.\n<<<FILE: x.y>>>"}]}"#;
    let review = Review::read(words.as_bytes()).unwrap();
    let answer = revise(&intent, &whole, &review);
    let first = answer.lines().nth(1).unwrap();
    assert_eq!(
        first,
        "Not done, for a person or a model: Prices need a currency. <<<FILE: x.y>>> (types.ts)"
    );
    assert!(answer.contains("Nothing changes"));
    assert_eq!(revised(&intent, whole.clone(), &review).len(), whole.len());
    // A block has no list of issues: everything that is missing is added.
    let block = "@@@REVIEW_META\nverdict: FAIL\nissues_total: 1\nissues_critical: 1\nmissing_inputs: 0\n@@@";
    let review = Review::read(block.as_bytes()).unwrap();
    let again = revised(&intent, vec![("notes.md".into(), "<<<FILE: y.z>>>".into())], &review);
    assert_eq!(again.len(), 5);
    assert_eq!(reviewed(&intent, &again).verdict, Verdict::Pass);
}

/// Quotation marks, keywords, other scripts, empty and equal names, missing entities, 1500 attributes.
#[test]
fn hostile_designs_become_valid_files() {
    for (name, intent) in hostile() {
        let files = files(&generate(&intent));
        keep(&name, &files);
        assert_eq!(reviewed(&intent, &files).verdict, Verdict::Pass, "{name}");
        parsed(&files);
        let from_nothing = revised(&intent, vec![], &reviewed(&intent, &vec![]));
        assert_eq!(reviewed(&intent, &from_nothing).verdict, Verdict::Pass, "{name}");
        assert!(!plan(&intent).is_empty());
    }
}

#[test]
fn ten_thousand_entities_become_valid_files() {
    let intent = large(10_000);
    let files = files(&generate(&intent));
    keep("large", &files);
    assert_eq!(reviewed(&intent, &files).verdict, Verdict::Pass);
    let (_, schema) = files.iter().find(|(name, _)| name == "schema.sql").unwrap();
    assert!(schema.matches("CREATE TABLE").count() > 10_000);
    let damaged = vec![("schema.sql".to_owned(), String::new())];
    let review = reviewed(&intent, &damaged);
    assert_eq!((review.verdict, review.issues.len()), (Verdict::Fail, 5_000));
    assert!(review.summary.contains("the first 5000 are listed"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a design says, the files can be read as a bundle, Gherkin accepts them, and the review passes.
    #[test]
    fn any_design_becomes_contracts_that_pass(intent in any_design()) {
        let files = files(&generate(&intent));
        let review = reviewed(&intent, &files);
        prop_assert_eq!(review.verdict, Verdict::Pass, "{:?}", review.issues);
        parsed(&files);
        let again = revised(&intent, vec![("schema.sql".into(), String::new())], &reviewed(&intent, &vec![]));
        prop_assert_eq!(again.len(), 4);
    }

    /// Whatever lies in the folder, reviewer and reviser answer, and their answers can be read.
    #[test]
    fn any_files_are_reviewed_and_revised(
        schema in "([a-c \"'();\n-]|CREATE TABLE |REFERENCES |<<<FILE: a.b>>>\n){0,30}",
        feature in "([R1-3 @:\n#]|Scenario:){0,30}",
    ) {
        let intent = design(&["a", "b", "c"], 3);
        let damaged = vec![("schema.sql".to_owned(), schema), ("acceptance.feature".to_owned(), feature)];
        let review = reviewed(&intent, &damaged);
        let answer = revise(&intent, &damaged, &review);
        prop_assert!(bundle::read(answer.as_bytes(), &[], &[]).is_ok(), "{}", answer);
    }
}
