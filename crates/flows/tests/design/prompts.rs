//! Tests of the prompts, section by section, and of the prompt that would be sent next.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

use std::collections::BTreeMap;

use frieze_data::digest::Digest;
use frieze_data::score::Dimension;
use frieze_design::{answer, answers, brief};
use frieze_flows::design::Design;
use frieze_intent::Widget;
use frieze_kernel::files::Seat;
use frieze_kernel::{Facts, FileState, Flow as _, Refusal};
use frieze_rubric as rubric;
use frieze_testkit::worlds::{BRIEF, World, design};
use serde_json::{Value, json};

/// The sections of a prompt: the heading (`head` before the first one), and the lines.
fn sections(prompt: &str) -> Vec<(&str, Vec<&str>)> {
    let mut all = vec![("head", Vec::new())];
    for line in prompt.lines() {
        match line.strip_prefix("=== ") {
            Some(heading) => all.push((heading.trim_end_matches(" ==="), Vec::new())),
            None => all.last_mut().unwrap().1.push(line),
        }
    }
    all
}

fn headings(prompt: &str) -> Vec<&str> {
    sections(prompt).into_iter().map(|(heading, _)| heading).collect()
}

/// The lines of the section whose heading begins so, without empty ones.
#[track_caller]
fn section<'a>(prompt: &'a str, heading: &str) -> Vec<&'a str> {
    let found = sections(prompt).into_iter().find(|(all, _)| all.starts_with(heading));
    let lines = found.unwrap_or_else(|| panic!("{heading} is not in {prompt}")).1;
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

/// The texts of sections, without empty lines around them.
fn texts(sections: Vec<(&str, Vec<&str>)>) -> Vec<String> {
    sections.into_iter().map(|(_, lines)| lines.join("\n").trim().to_owned()).collect()
}

/// Quoted lines as they were.
fn unquoted(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{}\n", line.strip_prefix("| ").unwrap_or(line.trim_end()))).collect()
}

/// The requirements as a prompt lists them.
fn reading() -> Vec<String> {
    let yardstick = brief::yardstick(BRIEF.as_bytes(), b"", &[]);
    let all = yardstick.demands().iter();
    all.map(|demand| format!("{} (line {}, must) | {}", demand.id, demand.line, demand.text)).collect()
}

#[test]
fn the_first_prompt_of_a_generator_has_all_that_a_design_is_held_against() {
    let prompt = World::after("start").prompt();
    assert_eq!(
        headings(&prompt),
        [
            "head",
            "REQUIREMENT DOCUMENT, WITH THE NUMBERS OF ITS LINES",
            "ITS REQUIREMENTS",
            "HOW A DESIGN EARNS ITS POINTS",
            "AN EXAMPLE OF ANOTHER PRODUCT",
            "SCHEMA OF THE ANSWER",
        ]
    );
    let head = section(&prompt, "head").join(" ");
    assert!(head.contains("featureId is \"checkout\"") && head.contains("iteration 1;"), "{head}");
    assert!(head.contains("scores 90 of 100") && !head.contains("patch"), "{head}");

    let quoted = section(&prompt, "REQUIREMENT DOCUMENT");
    let numbered = BRIEF.lines().zip(1..).map(|(line, number)| format!("{number} | {line}"));
    assert_eq!(quoted, numbered.collect::<Vec<_>>());

    let listed = section(&prompt, "ITS REQUIREMENTS");
    let listed = &listed[listed.iter().position(|line| line.starts_with("R1")).unwrap()..];
    assert_eq!(listed, reading());
    for line in [13, 14, 15] {
        assert!(listed.iter().any(|demand| demand.contains(&format!("(line {line}, must)"))), "{listed:?}");
    }

    let rules = section(&prompt, "HOW A DESIGN EARNS");
    for check in rubric::checks().iter().filter(|check| check.weight > 0) {
        let most = f64::from(check.dimension.weight()) * f64::from(check.weight) / 100.0;
        let line = format!("{} {most:.1}: {}", check.id, check.looks_at);
        assert!(rules.contains(&line.as_str()), "{line}");
    }
    let rules = rules.join(" ");
    let types = format!("Attribute types: {}.", rubric::ATTRIBUTE_TYPES.join(", "));
    let widgets = format!(
        "Widgets: {}.",
        Widget::ALL.iter().map(|widget| widget.name()).collect::<Vec<_>>().join(", ")
    );
    for said in [
        types.as_str(),
        widgets.as_str(),
        "\"requirements\": [\"R1\", \"R2\"]",
        "\"empty: …\", \"loading: …\", \"error: …\"",
        "costs 10 points if it is critical, 3 if major, half a point if minor",
    ] {
        assert!(rules.split_whitespace().collect::<Vec<_>>().join(" ").contains(said), "{said}: {rules}");
    }

    let example = section(&prompt, "AN EXAMPLE");
    let from = example.iter().position(|line| line.starts_with("| {")).unwrap();
    let example: Value = serde_json::from_str(&unquoted(&example[from..])).unwrap();
    // It names the requirements by their ids, as an answer may.
    let document = "# Lost property\n\n- The clerk must be able to register a found item.\n- The owner can collect an item with its receipt number.\n- An item that nobody collects for 90 days should be given to charity.\n";
    let yardstick = brief::yardstick(document.as_bytes(), b"", &[]);
    let id = example["featureId"].as_str().unwrap().parse().unwrap();
    let read = answer::design(&example.to_string(), &id, None, Some(&yardstick)).unwrap();
    assert_eq!(read.reading.intent.requirements.len(), 3);
    assert_eq!(unquoted(&section(&prompt, "SCHEMA")).trim_end(), answer::INTENT_SCHEMA.trim_end());
}

#[test]
fn a_later_prompt_says_what_was_asked_for_and_what_it_cost() {
    let mut world = World::new();
    world.terms.generator.patches = true;
    world.terms.pins.threshold = 75;
    let given = answers::with_answer(b"", "How long are notes kept?", "For a year.");
    world.put("answers.md", given.as_bytes());
    world.play("start · design A · score 80 · reject Put a search above the list.");
    let prompt = world.prompt();
    let score = world.record.best.as_ref().unwrap().score.to_string();
    let previous = format!("PREVIOUS DESIGN, WHICH SCORED {score}");
    assert_eq!(
        headings(&prompt),
        [
            "head",
            "WHAT THE PERSON WHO REJECTED AN EARLIER DESIGN ASKED FOR. THIS COMES FIRST",
            "REQUIREMENT DOCUMENT, WITH THE NUMBERS OF ITS LINES",
            "WHAT A PERSON ANSWERED TO OPEN QUESTIONS. IT COUNTS AS THE DOCUMENT DOES",
            "ITS REQUIREMENTS",
            "HOW A DESIGN EARNS ITS POINTS",
            &previous,
            "ITS SCORE BY DIMENSION",
            "WHAT IT LOST POINTS FOR, THE MOST EXPENSIVE FIRST",
            "AN EXAMPLE OF ANOTHER PRODUCT",
            "SCHEMA OF THE ANSWER",
        ]
    );
    let head = section(&prompt, "head").join(" ");
    assert!(head.contains("iteration 2;") && head.contains("{\"patch\": [...]}"), "{head}");
    assert_eq!(section(&prompt, "WHAT THE PERSON"), ["| iteration 1", "| Put a search above the list."]);
    assert_eq!(unquoted(&section(&prompt, "WHAT A PERSON ANSWERED")), given);
    let previous: Value = serde_json::from_str(&unquoted(&section(&prompt, "PREVIOUS"))).unwrap();
    assert_eq!(previous, world.intent());

    let critique: Value = serde_json::from_slice(world.file("design/critique.json").unwrap()).unwrap();
    let scores = world.record.evaluations[0].dimensions;
    let dimensions = Dimension::ALL.map(|one| format!("{} {}", one.name(), scores.score(one)));
    assert_eq!(section(&prompt, "ITS SCORE BY DIMENSION"), dimensions);

    let lost = section(&prompt, "WHAT IT LOST");
    let mut groups: BTreeMap<&str, f64> = BTreeMap::new();
    for finding in critique["findings"].as_array().unwrap() {
        let (check, points) = (finding["check"].as_str().unwrap(), finding["points"].as_f64().unwrap());
        *groups.entry(check).or_default() += points;
        let message = format!("| {}", finding["message"].as_str().unwrap());
        assert!(lost.contains(&message.as_str()), "{message}");
    }
    let listed: Vec<(&str, f64)> = lost
        .iter()
        .filter_map(|line| line.strip_suffix(" points:")?.split_once(", "))
        .map(|(check, points)| (check, points.parse().unwrap()))
        .collect();
    assert!(groups.len() > 1 && listed.len() == groups.len(), "{listed:?}");
    assert!(listed.is_sorted_by(|(_, a), (_, b)| a >= b), "the most expensive first: {listed:?}");
    for (check, points) in listed {
        assert!((groups[check] - points).abs() < 0.01, "{check}: {points}");
    }
    assert!(lost.iter().any(|line| line.starts_with("What to do: | ")), "{lost:?}");
    assert!(lost.contains(&"| and 3 more places of this check"), "{lost:?}");
}

/// A repair shows the model its own answer, and what is wrong where.
#[test]
fn a_repair_quotes_the_rejected_answer_and_its_invalid_places() {
    let mut world = World::after("start");
    let mut wrong = design(&world.id, "A");
    wrong["components"][1]["type"] = json!("widget");
    wrong["userFlows"][0].as_object_mut().unwrap().remove("actor");
    let name = wrong["userFlows"][0]["name"].as_str().unwrap().to_owned();
    let text = serde_json::to_string_pretty(&wrong).unwrap();
    world.answer(&text).unwrap();
    let prompt = world.prompt();
    let repair = section(&prompt, "YOUR LAST ANSWER WAS NOT ACCEPTED");
    let (said, answer) = repair.split_at(repair.iter().position(|l| *l == "That answer was:").unwrap());
    assert_eq!(unquoted(&answer[1..]).trim_end(), text);
    let of = |pointer: &str| said.iter().find(|line| line.starts_with(&format!("| {pointer}: "))).unwrap();
    assert!(of("/components/1/type").contains("\"widget\" is not one of \"view\", "), "{said:?}");
    let flow = of("/userFlows/0");
    assert!(flow.contains("\"actor\" is a required property") && flow.contains(&name), "{flow}");

    // The critic's repair has the same.
    let mut world = World::after("start · design A");
    world.answer("{\"findings\": [{\"check\": \"clarity/judgement\"}]}").unwrap();
    let prompt = world.prompt();
    let repair = section(&prompt, "YOUR LAST ANSWER WAS NOT ACCEPTED").join("\n");
    assert!(repair.contains("| /findings/0: ") && repair.contains("is a required property"), "{repair}");
    assert!(repair.contains("That answer was:\n| {\"findings\": [{\"check\""), "{repair}");
}

#[test]
fn the_prompt_of_a_critic_has_the_reading_and_the_design() {
    let world = World::after("start · design A");
    let prompt = world.prompt();
    assert_eq!(
        headings(&prompt),
        [
            "head",
            "CHECKS",
            "REQUIREMENT DOCUMENT OF checkout, WITH THE NUMBERS OF ITS LINES",
            "ITS REQUIREMENTS, AS A PROGRAM HAS READ THEM",
            "DESIGN",
            "SCHEMA OF THE ANSWER",
        ]
    );
    let checks = section(&prompt, "CHECKS");
    let all = rubric::checks().iter().map(|check| format!("{}: {}", check.id, check.looks_at));
    assert_eq!(checks, all.collect::<Vec<_>>());
    assert_eq!(section(&prompt, "ITS REQUIREMENTS"), reading());
    assert!(section(&prompt, "REQUIREMENT DOCUMENT").contains(&"1 | # Notes"));
    let shown: Value = serde_json::from_str(&unquoted(&section(&prompt, "DESIGN"))).unwrap();
    assert_eq!(shown, world.intent());
    assert!(prompt.contains("critical (costs 10 of 100 points"), "{prompt}");
}

/// The prompt that would be sent next.
fn next(world: &World, seat: Seat) -> Result<String, Refusal> {
    let facts = Facts {
        now: world.now,
        who: String::new(),
        journal_tip: Digest::of(b""),
        files: BTreeMap::new(),
        lists: BTreeMap::new(),
        terms: world.terms.clone(),
    };
    let read = |path: &frieze_data::path::RelPath| {
        let bytes = world.disk.get(path.as_str()).cloned();
        bytes.map_or(FileState::Absent, FileState::Bytes)
    };
    Design::next_prompt(&world.record, seat, facts, &read).map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn the_next_prompt_is_the_one_that_is_sent_next() {
    for before in [
        "",
        "start · design A · clean · abort no · reset",
        "start · design A · score 72 · stop x · reset best",
    ] {
        let mut world = World::after(before);
        assert_eq!(world.state(), "IDLE", "{before}");
        let printed = next(&world, Seat::Generator).unwrap();
        world.play("start");
        assert_eq!(printed, world.prompt(), "{before}");
    }
    for before in ["start", "start · say {}", "start · design A · score 72"] {
        let world = World::after(before);
        assert_eq!(next(&world, Seat::Generator).unwrap(), world.prompt(), "{before}");
    }
    for before in ["start · design A", "start · design A · say {}"] {
        let world = World::after(before);
        assert_eq!(next(&world, Seat::Critic).unwrap(), world.prompt(), "{before}");
    }
    let mut world = World::after("start · design A · clean");
    let sent = String::from_utf8(world.file("design/iterations/1/critic-prompt-1.txt").unwrap().to_vec());
    assert_eq!(next(&world, Seat::Critic).unwrap(), sent.unwrap());
    let without_words = next(&world, Seat::Generator).unwrap();
    world.decide("reject", Some("more")).unwrap();
    assert_eq!(world.state(), "REVISING");
    let printed = next(&world, Seat::Generator).unwrap();
    world.settle();
    assert_eq!(printed, world.prompt());
    // The words of the rejection are the only difference.
    let others =
        sections(&printed).into_iter().filter(|(heading, _)| !heading.starts_with("WHAT THE PERSON"));
    assert_eq!(texts(others.collect()), texts(sections(&without_words)));
}

#[test]
fn without_a_next_prompt_the_reason_is_reported() {
    let refused = |world: &World, seat: Seat| next(world, seat).unwrap_err().why;
    let generator = |world: &World| refused(world, Seat::Generator);
    let why = refused(&World::new(), Seat::Critic);
    assert_eq!(why, "checkout has no design yet");
    let why = generator(&World::after("start · design A"));
    assert!(why.starts_with("checkout is waiting for the critic, whose findings"), "{why}");
    assert_eq!(generator(&World::after("start · stop x")), "checkout has failed; it can't be run");
    let frozen = World::after("start · design A · clean · approve");
    assert_eq!(generator(&frozen), "checkout is frozen; it can't be run");
    assert!(next(&frozen, Seat::Critic).is_ok());

    let mut world = World::after("start");
    world.terms.pins.generator.model_version = "other".into();
    let why = generator(&world);
    assert!(why.contains("nothing would be sent") && why.contains("is now other"), "{why}");
    let mut world = World::new();
    world.terms.max_calls = 0;
    assert!(generator(&world).contains("maxCalls: 0"));
    let mut world = World::after("start");
    world.delete("design/iterations/1/generator-prompt-1.txt");
    assert!(generator(&world).ends_with("iterations/1/generator-prompt-1.txt is missing"));
    let mut world = World::after("start · design A · clean");
    world.put("design/intent.json", b"{}");
    assert!(refused(&world, Seat::Critic).contains("is not a valid intent"));

    // An agent without trust gets nothing shown either; a missing key is no reason.
    let mut world = World::new();
    let refusal = Refusal::new("x", "no trust", "trust it");
    world.terms.unready = Some(refusal.clone());
    assert!(next(&world, Seat::Generator).is_ok());
    world.terms.refused = Some(refusal);
    assert_eq!(generator(&world), "no trust");
}
