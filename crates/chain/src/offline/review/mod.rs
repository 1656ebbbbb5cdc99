//! The built-in reviewer: the rows of "Next Phase Needs". It reads structure only and names place and lack. A blocker is what the
//! next phase cannot do without.

mod plan;
mod spec;

use std::collections::BTreeSet;

use frieze_data::text::{count, cut, first};

use super::demands::{Demand, Demands};
use super::{Sources, VERDICT};
use crate::phase::FeaturePhase;
use crate::review::Severity::{self, Blocker, Warning};
use crate::review::{Issue, Review};
use crate::sections::{self, Entry, Sections, leading_id};

/// The built-in reviewer's verdict on an artifact of a phase. The same input gives the same verdict.
pub fn review(phase: FeaturePhase, artifact: &str, sources: &Sources<'_>) -> Review {
    let mut found = Findings::default();
    let sections = match Sections::checked(artifact) {
        Ok(sections) => sections,
        Err(why) => {
            let why = why.to_string().replacen("the brief", "it", 1);
            found.add(Blocker, &format!("The document cannot be read: {why}. Write it as Markdown."));
            return found.close(phase);
        }
    };
    match phase {
        FeaturePhase::Brainstorm => found.sections(&sections, &BRAINSTORM),
        FeaturePhase::Specify => spec::review(artifact, &sections, sources, &mut found),
        FeaturePhase::Design => design(&sections, sources, &mut found),
        FeaturePhase::CreatePlan => plan::review(artifact, &sections, sources, &mut found),
        FeaturePhase::CreateTasks => tasks(artifact, &sections, sources, &mut found),
        FeaturePhase::Implement => implementation(&sections, sources, &mut found),
        FeaturePhase::Verify => verification(&sections, sources, &mut found),
        FeaturePhase::Finish => {}
    }
    found.close(phase)
}

/// "Spec needs: Clear problem statement, explored options, user intent captured".
const BRAINSTORM: [Needed; 3] = [("Problem", Blocker), ("Options", Warning), ("Intent", Warning)];

/// "Plan needs: Components defined, interfaces specified, dependencies identified, risks noted".
const DESIGN: [Needed; 4] =
    [("Components", Blocker), ("Interfaces", Blocker), ("Dependencies", Warning), ("Risks", Warning)];

fn design(sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    found.sections(sections, &DESIGN);
    let named = sections.ids();
    found.unnamed(Blocker, sources, &named, "not in the design");
    if sources.intent.is_none() {
        return;
    }
    let is_open = |one: &&Demand| one.is_in(&named) && !one.is_designed();
    let open: Vec<String> = Demands::of(sources).all.iter().filter(is_open).map(Demand::name).collect();
    let lack = "without a part in the frozen design (reject or unfreeze the design to change this)";
    found.each(Warning, &open, "requirement", lack);
    let checksum = sources.seal.as_ref().map(|seal| seal.checksum_sha256.to_string());
    if checksum.is_some_and(|checksum| !sections.0.iter().any(|block| block.text.contains(&checksum))) {
        found.add(Warning, "The document does not name the checksum of the frozen design.");
    }
}

/// The most details of a task that is still small.
const DETAILS: usize = 12;

/// "Implement needs: Small actionable tasks (<15 min each), clear acceptance criteria per task".
fn tasks(artifact: &str, sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let tasks = sections::tasks(artifact);
    if tasks.is_empty() {
        found.add(Blocker, "There is no task: write each as an item `- [ ] **T-1** …`.");
        return;
    }
    let ids = |is_bad: fn(&Entry) -> bool| -> Vec<String> {
        tasks.iter().filter(|task| is_bad(task)).map(|task| task.id.clone()).collect()
    };
    let lack = format!("with more than {DETAILS} details, so not small (under 15 minutes)");
    let is_large =
        |task: &Entry| task.details.iter().filter(|line| !line.starts_with("Files:")).count() > DETAILS;
    found.each(Warning, &ids(is_large), "task", &lack);
    let bare = ids(|task| task.details.is_empty());
    let severity = if bare.len() == tasks.len() { Blocker } else { Warning };
    found.each(severity, &bare, "task", "without an acceptance criterion");
    let named = sections.ids();
    let steps = sources.artifact(FeaturePhase::CreatePlan).map(sections::steps).unwrap_or_default();
    let lost: Vec<String> = steps.into_iter().map(|step| step.id).filter(|id| !named.contains(id)).collect();
    found.each(Blocker, &lost, "step", "of the plan without a task");
    found.unnamed(Warning, sources, &named, "in no task");
}

/// "Verify needs: All tasks addressed, tests exist/pass, no obvious issues".
fn implementation(sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    let says = |text: &str| sections.0.iter().any(|block| block.text.contains(text));
    if let Some(session) = &sources.session {
        if session.files.is_empty() {
            found.add(Blocker, "The session has no files.");
        }
        let paths = |is_bad: &dyn Fn(&str, &str) -> bool| -> Vec<String> {
            let bad = session.files.iter().filter(|(path, hash)| is_bad(path, hash));
            bad.map(|(path, _)| path.clone()).collect()
        };
        let lost = paths(&|path, _| !says(path));
        found.each(Blocker, &lost, "file", "of the session not listed");
        let other = paths(&|path, hash| says(path) && !says(hash));
        found.each(Blocker, &other, "file", "without its approved hash");
        if !says(VERDICT) {
            found.add(Warning, "The verdict of the session is not named.");
        }
    }
    let tasks = sources.tasks();
    let tasks: BTreeSet<String> = tasks.into_iter().map(|task| task.id).collect();
    let lost: Vec<String> = tasks.difference(&sections.ids()).cloned().collect();
    found.each(Blocker, &lost, "task", "not addressed");
    let bare = sections.0.iter().filter_map(|block| {
        let (id, _) = leading_id(&block.cells.first()?.1)?;
        let files = block.cell("Files")?;
        (tasks.contains(id) && !files.contains(char::is_alphanumeric)).then(|| id.to_owned())
    });
    found.each(Warning, &bare.collect::<Vec<_>>(), "task", "without files");
}

/// "Finish needs: Quality confirmed, implementation matches spec, ready to merge".
fn verification(sections: &Sections, sources: &Sources<'_>, found: &mut Findings) {
    sources.open_session.iter().for_each(|open| found.add(Blocker, &format!("{open}.")));
    found.unnamed(Blocker, sources, &sections.ids(), "not verified");
    let demands = Demands::of(sources).all;
    let names: BTreeSet<&str> = demands.iter().flat_map(Demand::names).collect();
    let results = sections.0.iter().filter_map(|block| {
        let name = block.cells.first().map_or("", |(_, cell)| cell);
        let is_requirement = leading_id(name).is_some_and(|(id, _)| names.contains(id));
        Some((is_requirement, short(name), block.cell("Result")?))
    });
    let results: Vec<_> = results.collect();
    let is_silent = |result: &str| result.trim_matches(['-', '–', '—', ' ']).is_empty();
    let is_negative = |result: &str| result.to_lowercase().starts_with("not ");
    for (of_requirements, noun) in [(true, "requirement"), (false, "check")] {
        let named = |is_such: &dyn Fn(&str) -> bool| -> Vec<String> {
            let such = results.iter().filter(|(of, _, result)| *of == of_requirements && is_such(result));
            such.map(|(_, name, _)| name.clone()).collect()
        };
        found.each(Blocker, &named(&is_silent), noun, "without a result");
        found.each(Blocker, &named(&is_negative), noun, "whose result begins with \"not\"");
    }
    if results.is_empty() {
        found.add(Blocker, "There is no check with a result: use a table with a column \"Result\".");
    }
}

/// The most ids or names that one issue lists.
const LISTED: usize = 10;
/// The most characters of a name in an issue.
const NAME: usize = 120;

/// The issues of one review.
#[derive(Default)]
pub struct Findings(Vec<Issue>);

/// A section that a document needs, and how much it weighs.
pub type Needed = (&'static str, Severity);

impl Findings {
    /// Adds an issue about a whole document.
    pub fn add(&mut self, severity: Severity, description: &str) {
        self.0.push(Issue::new(severity, description));
    }

    /// Adds an issue about several places, if there is any: `3 steps without a requirement: P-1, P-2, P-3.`
    pub fn each(&mut self, severity: Severity, places: &[String], noun: &str, lack: &str) {
        let names: Vec<String> = places.iter().map(|name| short(name)).collect();
        let Some(location) = names.first().cloned() else { return };
        let description = format!("{} {lack}: {}.", counted(names.len(), noun), first(&names, LISTED, ", "));
        self.0.push(Issue { location: Some(location), ..Issue::new(severity, description) });
    }

    /// Adds an issue about the requirements that a document with these ids does not name.
    pub fn unnamed(&mut self, severity: Severity, sources: &Sources<'_>, ids: &BTreeSet<String>, lack: &str) {
        let all = Demands::of(sources).all;
        let lost: Vec<String> = all.iter().filter(|one| !one.is_in(ids)).map(Demand::name).collect();
        self.each(severity, &lost, "requirement", lack);
    }

    /// Adds an issue for each needed section that is missing or says nothing.
    pub fn sections(&mut self, sections: &Sections, needed: &[Needed]) {
        for (name, severity) in needed {
            let below = sections.below(|block| block.is_heading(name));
            let mut texts = below.iter().copied().flatten().filter(|block| block.level.is_none()).peekable();
            if below.is_empty() {
                self.add(*severity, &format!("There is no section \"{name}\"."));
            } else if texts.peek().is_none() {
                self.add(*severity, &format!("The section \"{name}\" says nothing."));
            } else if texts.all(|block| block.text.starts_with("Open question")) {
                // A person may answer it later.
                let lack = format!("The section \"{name}\" has only an open question.");
                self.add((*severity).max(Warning), &lack);
            }
        }
    }

    pub fn close(self, phase: FeaturePhase) -> Review {
        let number = |severity| self.0.iter().filter(|issue| issue.severity == severity).count();
        let counts = Severity::ALL.map(|severity| counted(number(severity), severity.name()));
        let summary = match self.0.is_empty() {
            true => format!("{}: the next phase has what it needs.", phase.name()),
            false => format!("{}: {}.", phase.name(), counts.join(", ")),
        };
        Review { approved: number(Blocker) == 0, ..Review::refusal(self.0, summary) }
    }
}

fn counted(number: usize, name: &str) -> String {
    count(number, name, &format!("{name}s"))
}

/// A name on one line, cut to a readable length.
pub fn short(name: &str) -> String {
    cut(&name.split_whitespace().collect::<Vec<_>>().join(" "), NAME)
}
