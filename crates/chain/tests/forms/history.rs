//! `.review-history.md`: Interface 4's format (C15, C20).

use frieze_chain::history::write;
use frieze_chain::phase::FeaturePhase;
use frieze_chain::review::{Issue, Review, Severity};
use proptest::prelude::*;

fn review(approved: bool) -> Review {
    let issues = vec![
        Issue { location: Some("R2".to_owned()), ..Issue::new(Severity::Blocker, "R2 has no\ncriteria") },
        Issue::new(Severity::Note, "typo"),
    ];
    let issues = if approved { Vec::new() } else { issues };
    Review { approved, ..Review::refusal(issues, "Two gaps.\n## Not a heading".to_owned()) }
}

fn entry(review: &Review, iteration: u32) -> String {
    let at = "2026-01-02T03:04:05Z".parse().unwrap();
    let changes = if iteration == 1 { "First version." } else { "Changed: R2." };
    let phase = FeaturePhase::Specify;
    write((iteration == 1).then_some(phase), iteration, at, review, changes)
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
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a reviewer says, an entry is read back as one entry.
    #[test]
    fn a_written_entry_is_one_entry(summary in "[#*\\-a-z\n |]{0,80}", description in "[#*\\-a-z\n |]{0,80}", approved: bool) {
        let issues = vec![Issue::new(Severity::Warning, description)];
        let review = Review { approved, ..Review::refusal(issues, summary) };
        let at = "2026-01-02T03:04:05Z".parse().unwrap();
        let text = write(Some(FeaturePhase::Design), 7, at, &review, "## x");
        let headings = text.lines().filter(|line| line.starts_with('#')).count();
        prop_assert_eq!(headings, 2, "{}", text);
        prop_assert_eq!(text.lines().filter(|line| line.starts_with("---")).count(), 1, "{}", text);
    }
}
