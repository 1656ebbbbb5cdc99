//! `verification.md`: every requirement, and whether the later artifacts name it.

use std::collections::BTreeSet;

use super::Sources;
use super::demands::{Demand, Demands};
use super::page::Page;
use super::steps::is_designed;
use crate::entries;
use crate::sections::Sections;

/// The name of a document, and the ids that it has.
type Named = (&'static str, BTreeSet<String>);

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Verification: {}", sources.title));
    let demands = Demands::of(sources).all;
    let ids: BTreeSet<&String> = demands.iter().map(|demand| &demand.id).collect();
    let mut documents: [Named; 4] = [
        ("design", sources.design),
        ("plan", sources.plan),
        ("tasks", sources.tasks),
        ("implementation", sources.implementation),
    ]
    .map(|(name, text)| (name, text.map(Sections::read).unwrap_or_default().ids()));
    if let Some(intent) = sources.intent {
        // design.md lists requirements without a part, too.
        let is_designed = is_designed(intent);
        documents[0].1.retain(|id| !ids.contains(id) || is_designed(id));
    }
    page.heading(2, "Requirements");
    let (mut rows, mut lost) = (Vec::new(), Vec::new());
    for demand in &demands {
        let missing = documents.iter().filter(|(_, ids)| !demand.is_in(ids)).map(|(name, _)| *name);
        let missing: Vec<&str> = missing.collect();
        let result = if missing.is_empty() { "found" } else { "not found everywhere" };
        if !missing.is_empty() {
            lost.push(format!("{}: where is it met? Not found in {}.", demand.name(), missing.join(", ")));
        }
        let cells =
            documents.each_ref().map(|(name, _)| if missing.contains(name) { "not found" } else { "found" });
        let cells = cells.into_iter().chain([result]).map(str::to_owned);
        rows.push([demand.name(), demand.line.to_string()].into_iter().chain(cells).collect());
    }
    page.table(&["Id", "Spec line", "Design", "Plan", "Tasks", "Implementation", "Result"], rows);
    page.heading(2, "Checks");
    page.table(&["Check", "Result"], checks(sources, &demands, &documents));
    if demands.is_empty() {
        lost.push("What is verified? There is no requirement.".to_owned());
    }
    page.questions(&lost);
    page.finish()
}

fn checks(sources: &Sources<'_>, demands: &[Demand], documents: &[Named]) -> Vec<Vec<String>> {
    let count = |ids: &BTreeSet<String>| demands.iter().filter(|demand| demand.is_in(ids)).count();
    let of_document = |(name, ids): &Named| {
        (format!("Requirements in the {name}"), format!("{} of {}", count(ids), demands.len()))
    };
    let mut checks: Vec<(String, String)> = documents.iter().map(of_document).collect();
    let seal = match (sources.seal, sources.design) {
        (Some(seal), Some(design)) if design.contains(seal.checksum) => "same checksum",
        (Some(_), Some(_)) => "not the same checksum: the design changed after design.md was made",
        (Some(_), None) => "not described: there is no design.md",
        (None, _) => "not frozen",
    };
    checks.push(("Frozen design".to_owned(), seal.to_owned()));
    let verdict = sources.session.map_or("not there: no session is complete", |session| session.verdict);
    checks.push(("Verdict of the session".to_owned(), verdict.to_owned()));
    let files = sources.session.map_or("not there".to_owned(), |session| {
        let (text, all) = (sources.implementation.unwrap_or_default(), session.files.len());
        let same = session.files.iter().filter(|(_, hash)| text.contains(hash)).count();
        let begins = if same < all { "not all: " } else { "" };
        format!("{begins}{same} of {all} have the hash of implementation.md")
    });
    checks.push(("Files".to_owned(), files));
    let tasks = sources.tasks.map(entries::tasks).unwrap_or_default();
    let done = tasks.iter().filter(|task| task.is_done).count();
    checks.push(("Tasks marked as done".to_owned(), format!("{done} of {}", tasks.len())));
    checks.into_iter().map(|(check, result)| vec![check, result]).collect()
}
