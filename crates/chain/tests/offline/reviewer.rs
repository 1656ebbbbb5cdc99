//! Each row of "Next Phase Needs": a document that a person wrote and that passes, and ones that lack one thing each.

use frieze_chain::offline::{Implemented, Sources, review};
use frieze_chain::phase::FeaturePhase;
use frieze_chain::review::{Review, Severity};

use crate::{Feature, seal, with};

const BRIEF: &str = "# Desk\n\n## Requirements\n\n- **FR-1**: When the clerk rings, the desk must open.\n\
- **FR-2**: If it rains, the desk must close.\n\n## Out of scope\n\n- Weekends\n";

fn sources() -> Sources<'static> {
    let artifacts = [(FeaturePhase::Specify, BRIEF)].into();
    Sources { title: "Desk".to_owned(), brief: Some(BRIEF), artifacts, ..Sources::default() }
}

/// Checks that a document passes without blockers and warnings, and that each replacement brings an issue of this severity with this
/// text.
fn rows(phase: FeaturePhase, sources: &Sources<'_>, good: &str, lacks: &[(&str, &str, Severity, &str)]) {
    let verdict = review(phase, good, sources);
    let graver = |verdict: &Review| verdict.issues.iter().any(|issue| issue.severity != Severity::Note);
    assert!(verdict.approved && !graver(&verdict), "{}: {verdict:#?}", phase.name());
    for (from, to, severity, text) in lacks {
        assert!(good.contains(from), "{from}");
        let bad = good.replace(from, to);
        let verdict = review(phase, &bad, sources);
        let is_found = verdict
            .issues
            .iter()
            .any(|issue| issue.severity == *severity && issue.description.contains(text));
        assert!(is_found, "{}: {text}\n{bad}\n{verdict:#?}", phase.name());
        assert_eq!(verdict.approved, verdict.issues.iter().all(|issue| issue.severity != Severity::Blocker));
    }
}

#[test]
fn a_refused_document_is_named_as_such() {
    for (text, why) in [
        ("{\"components\": []}".to_owned(), "it is JSON data"),
        ("# Desk\n".repeat(600_000), "more than the"),
    ] {
        let verdict = review(FeaturePhase::Design, &text, &sources());
        let said = &verdict.issues[0].description;
        assert!(!verdict.approved && verdict.issues.len() == 1, "{verdict:?}");
        assert!(said.starts_with("The document cannot be read: it") && said.contains(why), "{said}");
    }
}

/// A code block says something, and a scenario in one is no section.
#[test]
fn code_blocks_are_read() {
    let fence = "```ts\nring(): open;\n```\n";
    let design = DESIGN.replace("| Call | Answer |\n|---|---|\n| ring | open |\n", fence);
    let empty = [("ring(): open;\n", "", Severity::Blocker, "\"Interfaces\" says nothing")];
    rows(FeaturePhase::Design, &sources(), &design, &empty);
    let sources = with(sources(), FeaturePhase::CreatePlan, PLAN);
    let scenario = "\n  ```gherkin\n  Scenario: Rain\n    Given rain\n    Then P-2 and FR-2 hold\n  ```";
    for criterion in [
        scenario,
        "\n  ```sh\n  roof --step P-2 --for FR-2\n  ```",
        "\n  - ```sh\n    roof P-2 FR-2\n    ```",
    ] {
        let tasks = TASKS.replace("\n  - P-2, FR-2 holds", criterion);
        assert_ne!(tasks, TASKS);
        rows(
            FeaturePhase::CreateTasks,
            &sources,
            &format!("{tasks}\n## Notes\n\n- [x] 3 Rest\n  - it is done\n"),
            &[],
        );
    }
}

#[test]
fn nothing_is_approved_empty() {
    for phase in FeaturePhase::all().filter(|phase| *phase != FeaturePhase::Finish) {
        let verdict = review(phase, " \n", &sources());
        assert!(!verdict.approved && verdict.issues[0].description.contains("white space"), "{verdict:?}");
    }
}

#[test]
fn brainstorm() {
    let good = "Idea\n====\n\n## Problem\nThe desk is closed.\n## 2. Options\n* a bell\n* a door\n## Intent\nTo get in.\n";
    rows(
        FeaturePhase::Brainstorm,
        &sources(),
        good,
        &[
            ("## Problem\n", "## Problems of others\n", Severity::Blocker, "no section \"Problem\""),
            ("The desk is closed.\n", "", Severity::Blocker, "\"Problem\" says nothing"),
            ("Options", "Things", Severity::Warning, "no section \"Options\""),
            ("Intent", "Other", Severity::Warning, "no section \"Intent\""),
        ],
    );
    let hours = good.replace("## 2. Options", "## Options\nThree.\n## Opening hours");
    let verdict = review(FeaturePhase::Brainstorm, &hours, &sources());
    assert!(verdict.issues.is_empty(), "{verdict:?}");
}

#[test]
fn specify() {
    let lacks = [
        (
            "- **FR-1**: When the clerk rings, the desk must open.\n- **FR-2**: If it rains, the desk must close.\n",
            "",
            Severity::Blocker,
            "No requirement",
        ),
        ("**FR-2**: ", "", Severity::Warning, "1 requirement without an id: line 6"),
        (
            "If it rains, the desk",
            "The desk",
            Severity::Warning,
            "1 requirement without a criterion that can be tested: FR-2",
        ),
        ("## Out of scope\n\n- Weekends\n", "", Severity::Warning, "out of scope"),
    ];
    rows(FeaturePhase::Specify, &sources(), BRIEF, &lacks);
    let bare = "# Desk\n\n## Requirements\n\n- **FR-1**: The desk must open.\n\n## Scope\n\nOut: all else\n";
    let verdict = review(FeaturePhase::Specify, bare, &Sources::default());
    assert!(!verdict.approved, "{verdict:?}");
    let tables = "# Desk\n## In scope\nThe desk.\n## Requirements\n| ID | Requirement | Accepted when |\n|---|---|---|\n\
        | A-1 | The desk must open | a bell rings |\n";
    rows(
        FeaturePhase::Specify,
        &Sources::default(),
        tables,
        &[
            ("a bell rings", "", Severity::Blocker, "without a criterion"),
            ("A-1", "", Severity::Warning, "without an id"),
        ],
    );
}

const DESIGN: &str = "# Design\n\n## 1. Components\n\n### Door\nOpens: FR-1.\n### Roof\nCloses: FR-2.\n\n\
## 2. Interfaces\n\n| Call | Answer |\n|---|---|\n| ring | open |\n\n## Dependencies\n* a bell\n\n## Risks\n\nRain.\n";

#[test]
fn design() {
    rows(
        FeaturePhase::Design,
        &sources(),
        DESIGN,
        &[
            ("Components", "Things", Severity::Blocker, "no section \"Components\""),
            (
                "| Call | Answer |\n|---|---|\n| ring | open |\n",
                "",
                Severity::Blocker,
                "\"Interfaces\" says nothing",
            ),
            ("Dependencies", "Else", Severity::Warning, "no section \"Dependencies\""),
            ("## Risks", "## Rest", Severity::Warning, "no section \"Risks\""),
            ("FR-2", "that", Severity::Blocker, "1 requirement not in the design: R2 (FR-2)"),
        ],
    );
    let mut feature = Feature::of(BRIEF);
    feature.intent.components.iter_mut().for_each(|one| one.satisfies.clear());
    feature.intent.user_flows.iter_mut().for_each(|one| one.satisfies.clear());
    feature.intent.interactions.clear();
    let made = feature.made(FeaturePhase::Design).to_owned();
    let another = seal(&Feature::of("# Other\n\n- The shop must open.\n").intent);
    let verdict = review(FeaturePhase::Design, &made, &Sources { seal: Some(another), ..feature.sources() });
    assert!(verdict.approved, "{verdict:?}");
    let said: Vec<&str> = verdict.issues.iter().map(|issue| issue.description.as_str()).collect();
    assert!(said[0].contains("reject or unfreeze the design"), "{said:?}");
    assert!(said[1].contains("checksum"), "{said:?}");
}

const PLAN: &str = "# Plan\n\n## P-1 Door\nDepends on: nothing\nFor FR-1.\n## P-2: Roof\n\
- Depends on: P-1\n- For FR-2.\n";

#[test]
fn create_plan() {
    let sources = with(sources(), FeaturePhase::Design, DESIGN);
    // Days and requirements are no steps.
    let with_words = PLAN.replace("Depends on: P-1\n", "Depends on: P-1 (2 days, for R5)\n");
    assert!(review(FeaturePhase::CreatePlan, &with_words, &sources).approved);
    let lacks = [
        ("## P-", "## Step P-", Severity::Blocker, "no step: give each step a heading `### P-1 …`"),
        (
            "Depends on: nothing\n",
            "Depends on: P-2\n",
            Severity::Blocker,
            "with a dependency on a step that is not before it: P-1 needs P-2",
        ),
        (
            "- Depends on: P-1\n",
            "- It depends on P-1.\n",
            Severity::Warning,
            "1 step without a line \"Depends on: …\", with ids or \"nothing\": P-2",
        ),
        ("- Depends on: P-1\n", "- Depends on: P-7\n", Severity::Blocker, "P-2 needs P-7"),
        ("FR-2", "that", Severity::Warning, "1 requirement in no step: R2 (FR-2)"),
    ];
    rows(FeaturePhase::CreatePlan, &sources, PLAN, &lacks);
    let mut feature = Feature::of(BRIEF);
    "Roof".clone_into(&mut feature.intent.components[0].name);
    let plan = feature.made(FeaturePhase::CreatePlan).replace("/components/0", "/components/99");
    let verdict = review(FeaturePhase::CreatePlan, &plan, &feature.sources());
    let is_said = |text: &str| verdict.issues.iter().any(|issue| issue.description.contains(text));
    assert!(is_said("1 component in no step: Roof"), "{verdict:?}");
}

/// In a numbered list the own ids of tasks count, and else the numbers.
#[test]
fn numbered_tasks_keep_their_ids() {
    let tasks = "# Tasks\n\n1. [ ] T-1 Door\n   - P-1, FR-1\n2. [ ] Roof\n   - P-2, FR-2\n";
    let sources = with(with(sources(), FeaturePhase::CreatePlan, PLAN), FeaturePhase::CreateTasks, tasks);
    rows(FeaturePhase::CreateTasks, &sources, tasks, &[]);
    let made = "# Done\n\n| Task | Files |\n|---|---|\n| T-1 | a |\n| 2 | a |\n";
    let verdict = review(FeaturePhase::Implement, made, &sources);
    assert!(verdict.approved, "{verdict:?}");
}

const TASKS: &str = "# Tasks\n\n- [ ] 1.1 Hang the door\n  - P-1\n  - FR-1 holds\n\
- [x] **1.2** Build the roof\n  - P-2, FR-2 holds\n";

#[test]
fn create_tasks() {
    let sources = with(sources(), FeaturePhase::CreatePlan, PLAN);
    rows(
        FeaturePhase::CreateTasks,
        &sources,
        TASKS,
        &[
            (&TASKS[9..], "Nothing.\n", Severity::Blocker, "no task"),
            (
                "  - FR-1 holds\n",
                &"  - FR-1 holds\n".repeat(12),
                Severity::Warning,
                "1 task with more than 12 details, so not small (under 15 minutes): 1.1",
            ),
            (
                "\n  - P-2, FR-2 holds",
                " P-2 FR-2",
                Severity::Warning,
                "1 task without an acceptance criterion: 1.2",
            ),
            ("P-2", "that", Severity::Blocker, "1 step of the plan without a task: P-2"),
            ("FR-2", "that", Severity::Warning, "1 requirement in no task: R2 (FR-2)"),
        ],
    );
}

#[test]
fn implement() {
    let (hash, files) = ("a1".repeat(32), vec![("src/door.rs".to_owned(), "a1".repeat(32))]);
    let session = Implemented { id: "desk-1".to_owned(), files, iterations: 1 };
    let sources = with(Sources { session: Some(session), ..sources() }, FeaturePhase::CreateTasks, TASKS);
    let good = format!(
        "# Done\n\nVerdict: pass\n\n- `src/door.rs`: {hash}\n\n| Task | Files |\n|---|---|\n\
        | 1.1 | src/door.rs |\n| 1.2 | src/door.rs |\n"
    );
    rows(
        FeaturePhase::Implement,
        &sources,
        &good,
        &[
            ("| 1.2 | src/door.rs |\n", "", Severity::Blocker, "1 task not addressed: 1.2"),
            ("| 1.2 | src/door.rs |\n", "| 1.2 | – |\n", Severity::Warning, "1 task without files: 1.2"),
            (hash.as_str(), "b2", Severity::Blocker, "1 file without its approved hash: src/door.rs"),
            (
                "src/door.rs",
                "src/roof.rs",
                Severity::Blocker,
                "1 file of the session not listed: src/door.rs",
            ),
            ("pass", "refused", Severity::Warning, "verdict"),
        ],
    );
}

#[test]
fn verify() {
    let good = "# Verified\n\n| Requirement | Result |\n|---|---|\n| FR-1 | found |\n| FR-2 | passed |\n| FR-2 | yes |\n";
    rows(
        FeaturePhase::Verify,
        &sources(),
        good,
        &[
            (
                "| FR-2 | passed |\n| FR-2 | yes |\n",
                "",
                Severity::Blocker,
                "1 requirement not verified: R2 (FR-2)",
            ),
            ("passed", "", Severity::Blocker, "1 requirement without a result: FR-2"),
            (
                "passed",
                "Not found in the plan",
                Severity::Blocker,
                "1 requirement whose result begins with \"not\": FR-2",
            ),
            (
                "| FR-2 | yes |\n",
                "| FR-2 | yes |\n| Frozen design | not frozen |\n",
                Severity::Blocker,
                "1 check whose result begins with \"not\": Frozen design",
            ),
            ("Result", "Status", Severity::Blocker, "no check with a result: use a table with a column"),
        ],
    );
}
