//! `.review-history.md`: Interface 4's format, and the forms of other tools (C15, C20).

use frieze_chain::history::{Entry, read, write};
use frieze_chain::phase::FeaturePhase;
use frieze_chain::review::{Issue, Review, Severity};
use proptest::prelude::*;

fn review(approved: bool) -> Review {
    let issues = vec![
        Issue { location: Some("R2".to_owned()), ..Issue::new(Severity::Blocker, "R2 has no\ncriteria") },
        Issue::new(Severity::Note, "typo"),
    ];
    let issues = if approved { Vec::new() } else { issues };
    Review { approved, issues, summary: "Two gaps.\n## Not a heading".to_owned() }
}

fn entry(review: &Review, iteration: u32) -> String {
    let at = "2026-01-02T03:04:05Z".parse().unwrap();
    let changes = if iteration == 1 { "First version." } else { "Changed: R2." };
    let phase = FeaturePhase::Specify;
    write(&Entry { phase, has_heading: iteration == 1, iteration, at, review, changes })
}

#[test]
fn an_entry_has_the_requirements_format() {
    let golden = "\
## Phase: specify

### Iteration 1 - 2026-01-02T03:04:05Z

**Reviewer Feedback:**
Not approved. Two gaps.
> ## Not a heading

**Issues:**
- [blocker] R2 has no criteria (R2)
- [note] typo

**Changes Made:**
First version.

---

### Iteration 2 - 2026-01-02T03:04:05Z

**Reviewer Feedback:**
Approved. Two gaps.
> ## Not a heading

**Issues:**
- none

**Changes Made:**
Changed: R2.

---

";
    assert_eq!(entry(&review(false), 1) + &entry(&review(true), 2), golden);
    let all = read(golden);
    assert_eq!(all.len(), 2);
    assert_eq!((all[0].number, all[0].approved, all[0].issues.len()), (Some(1), Some(false), 2));
    assert_eq!((all[1].number, all[1].approved, all[1].issues.len()), (Some(2), Some(true), 0));
    assert!(
        all.iter().all(|one| one.phase.as_deref() == Some("specify") && one.at == "2026-01-02T03:04:05Z")
    );
    assert_eq!(all[0].issues[0].description, "R2 has no criteria (R2)");
}

#[test]
fn histories_of_other_tools_are_read_as_far_as_they_can_be() {
    let text = "# Review history\n\nFreely written.\n\n## Iteration 1\nResult: ❌\n* **Critical**: no scope\n\
        | Severity | Issue | Where |\n|---|---|---|\n| high | no criteria | R2 |\n\n### Round 2 (design)\n\n✅ Approved\n- note that all is well\n\
        ## Phase - design\n### Iteration 1: PASS\n### Round x\nsomething\n";
    let all = read(text);
    let verdicts: Vec<_> = all.iter().map(|one| (one.number, one.approved)).collect();
    assert_eq!(
        verdicts,
        [(Some(1), Some(false)), (Some(2), Some(true)), (Some(1), Some(true)), (None, None)]
    );
    let issues: Vec<_> = all[0].issues.iter().map(|issue| issue.description.as_str()).collect();
    assert_eq!(issues, ["no scope", "no criteria"]);
    assert_eq!(all[0].issues[1].location.as_deref(), Some("R2"));
    assert!(all[1].issues.is_empty() && all[1].text.contains("note that all is well"));
    assert_eq!((all[0].phase.as_deref(), all[2].phase.as_deref()), (None, Some("design")));
    assert_eq!(read("only words"), []);
}

#[test]
fn verdicts_are_known_by_their_words() {
    for (line, expected) in [
        ("Approved", Some(true)),
        ("**Verdict:** PASS", Some(true)),
        ("Approved: no", Some(false)),
        ("approved: false", Some(false)),
        ("Not approved.", Some(false)),
        ("FAIL", Some(false)),
        ("passenger", None),
        ("", None),
    ] {
        assert_eq!(read(&format!("## Iteration 1\n{line}\n"))[0].approved, expected, "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a reviewer says, an entry is read back as one entry.
    #[test]
    fn a_written_entry_is_one_entry(summary in "[#*\\-a-z\n |]{0,80}", description in "[#*\\-a-z\n |]{0,80}", approved: bool) {
        let issues = vec![Issue::new(Severity::Warning, description)];
        let review = Review { approved, issues, summary };
        let text = write(&Entry {
            phase: FeaturePhase::Design,
            has_heading: true,
            iteration: 7,
            at: "2026-01-02T03:04:05Z".parse().unwrap(),
            review: &review,
            changes: "## x",
        });
        let all = read(&text);
        prop_assert_eq!(all.len(), 1);
        prop_assert_eq!((all[0].number, all[0].phase.as_deref()), (Some(7), Some("design")));
        prop_assert_eq!(all[0].approved, Some(approved));
    }

    #[test]
    fn any_text_is_read(text in "\\PC{0,200}", lines in prop::collection::vec("[#|*\\-\\[\\] a-z:0-9✅]{0,20}", 0..20)) {
        drop(read(&text));
        drop(read(&lines.join("\n")));
    }
}
