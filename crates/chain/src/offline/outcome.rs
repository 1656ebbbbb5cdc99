//! What was made, and whether it is what was required.

use super::demands::{Demand, Demands};
use super::page::{Page, listed};
use super::{Sources, VERDICT};
use crate::phase::FeaturePhase;
use crate::sections::Sections;

/// The documents that each requirement has to be in.
const DOCUMENTS: [FeaturePhase; 4] =
    [FeaturePhase::Design, FeaturePhase::CreatePlan, FeaturePhase::CreateTasks, FeaturePhase::Implement];

/// `implementation.md`: the files of a session with their hashes, its iterations and verdict, and its tasks.
pub fn implementation(sources: &Sources<'_>) -> Result<String, &'static str> {
    let session = sources.session.as_ref().ok_or("the session is not complete")?;
    let mut page = Page::new(&format!("Implementation: {}", sources.title));
    page.item(0, &format!("Session: {}", session.id));
    page.item(0, &format!("Iterations: {}", session.iterations));
    page.item(0, &format!("Verdict: {VERDICT}"));
    page.heading(2, "Files");
    let files = session.files.iter().map(|(path, hash)| vec![path.clone(), hash.clone()]);
    page.table(&["File", "SHA-256"], files.collect());
    page.heading(2, "Tasks");
    let demands = Demands::of(sources);
    let tasks = sources.tasks();
    let rows = tasks.iter().map(|task| {
        let is_named = |path: &&String| {
            let name = path.rsplit('/').next().unwrap_or(path);
            task.lines().any(|line| line.contains(name))
        };
        let files: Vec<&String> = session.files.iter().map(|(path, _)| path).filter(is_named).collect();
        let named = task.ids();
        let served = demands.all.iter().filter(|demand| demand.is_in(&named)).map(Demand::name);
        vec![task.id.clone(), task.title.clone(), listed(&files), listed(&served.collect::<Vec<_>>())]
    });
    page.table(&["Task", "Title", "Files", "Requirements"], rows.collect());
    let without_tasks = tasks.is_empty().then_some("Which tasks were done? There is no list of tasks.");
    let without_files = session.files.is_empty().then_some("What was made? The session has no files.");
    let questions = without_tasks.into_iter().chain(without_files).map(str::to_owned);
    Ok(page.asking(questions.chain(sources.open())))
}

/// `verification.md`: every requirement, and whether the later artifacts name it.
pub fn verification(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Verification: {}", sources.title));
    let demands = Demands::of(sources).all;
    let named = DOCUMENTS.map(|phase| sources.artifact(phase).map(Sections::read).unwrap_or_default().ids());
    page.heading(2, "Requirements");
    let (mut rows, mut lost) = (Vec::new(), Vec::new());
    for demand in &demands {
        let mut found = named.each_ref().map(|ids| demand.is_in(ids));
        // design.md lists requirements without a part, too.
        found[0] &= sources.intent.is_none() || demand.is_designed();
        let missing = DOCUMENTS.iter().zip(found).filter(|(_, found)| !found);
        let missing: Vec<&str> =
            missing.filter_map(|(phase, _)| phase.artifact()?.strip_suffix(".md")).collect();
        let result = if missing.is_empty() { "found" } else { "not found everywhere" };
        if !missing.is_empty() {
            lost.push(format!("{}: where is it met? Not found in {}.", demand.name(), missing.join(", ")));
        }
        let cells = found.map(|found| if found { "found" } else { "not found" });
        let cells = cells.into_iter().chain([result]).map(str::to_owned);
        rows.push([demand.name(), demand.line.to_string()].into_iter().chain(cells).collect());
    }
    page.table(&["Id", "Spec line", "Design", "Plan", "Tasks", "Implementation", "Result"], rows);
    page.heading(2, "Checks");
    page.table(&["Check", "Result"], checks(sources));
    if demands.is_empty() {
        lost.push("What is verified? There is no requirement.".to_owned());
    }
    lost.extend(sources.open());
    page.asking(lost)
}

/// The results. What an agent made has neither a frozen design nor a session.
fn checks(sources: &Sources<'_>) -> Vec<Vec<String>> {
    let mut checks: Vec<(&str, String)> = Vec::new();
    let seal = match (&sources.seal, sources.artifact(FeaturePhase::Design)) {
        (Some(seal), Some(design)) if design.contains(&seal.checksum_sha256.to_string()) => "same checksum",
        (Some(_), Some(_)) => "not the same checksum: the design changed after design.md was made",
        (Some(_), None) => "not described: there is no design.md",
        (None, _) => "not frozen",
    };
    if !sources.is_design_of_agent || sources.seal.is_some() {
        checks.push(("Frozen design", seal.to_owned()));
    }
    let verdict = sources.session.as_ref().map_or("not there", |_| VERDICT);
    let files = sources.session.as_ref().map_or("not there".to_owned(), |session| {
        let text = sources.artifact(FeaturePhase::Implement).unwrap_or_default();
        let all = session.files.len();
        let same = session.files.iter().filter(|(_, hash)| text.contains(hash)).count();
        let begins = if same < all { "not all: " } else { "" };
        format!("{begins}{same} of {all} have the hash of implementation.md")
    });
    if sources.has_session || sources.session.is_some() {
        checks.push(("Verdict of the session", verdict.to_owned()));
        checks.push(("Files", files));
    }
    let tasks = sources.tasks();
    let done = tasks.iter().filter(|task| task.is_done).count();
    checks.push(("Tasks marked as done", format!("{done} of {}", tasks.len())));
    checks.into_iter().map(|(check, result)| vec![check.to_owned(), result]).collect()
}
