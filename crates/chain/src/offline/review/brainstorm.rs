//! "Spec needs: Clear problem statement, explored options, user intent captured".

use super::findings::{Findings, Needed, open_questions};
use crate::offline::sections::Sections;
use crate::review::Severity;

const NEEDED: [Needed; 3] = [
    Needed {
        name: "Problem",
        stems: &["problem", "why", "background", "overview", "context", "motivation", "summary"],
        severity: Severity::Blocker,
    },
    Needed { name: "Options", stems: &["option", "alternative", "approach"], severity: Severity::Warning },
    Needed {
        name: "Intent",
        stems: &["intent", "goal", "user", "benefit", "purpose", "who"],
        severity: Severity::Warning,
    },
];

pub fn review(sections: &Sections, found: &mut Findings) {
    found.sections(sections, &NEEDED);
    let open = open_questions(sections);
    if open > 0 {
        found.note(Some("Open questions"), &format!("Open questions for a person: {open}."));
    }
}
