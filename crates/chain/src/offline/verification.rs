//! `verification.md`: every requirement, and whether the later artifacts name it.

use super::Sources;
use super::demands::Demands;
use super::page::Page;
use super::steps::is_designed;
use crate::entries;
use crate::sections::Sections;

/// The name of a document, and for each requirement whether it deals with it.
type Named = (&'static str, Vec<bool>);

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Verification: {}", sources.title));
    let demands = Demands::of(sources).all;
    let mut documents: [Named; 4] = [
        ("design", sources.design),
        ("plan", sources.plan),
        ("tasks", sources.tasks),
        ("implementation", sources.implementation),
    ]
    .map(|(name, text)| {
        let ids = text.map(Sections::read).unwrap_or_default().ids();
        (name, demands.iter().map(|demand| demand.is_in(&ids)).collect())
    });
    if let (Some(intent), [(_, designed), ..]) = (sources.intent, &mut documents) {
        // design.md lists requirements without a part, too.
        let is_designed = is_designed(intent);
        designed.iter_mut().zip(&demands).for_each(|(found, demand)| *found &= is_designed(&demand.id));
    }
    page.heading(2, "Requirements");
    let (mut rows, mut lost) = (Vec::new(), Vec::new());
    for (at, demand) in demands.iter().enumerate() {
        let missing =
            documents.iter().filter(|(_, found)| found.get(at) != Some(&true)).map(|(name, _)| *name);
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
    page.table(&["Check", "Result"], checks(sources, &documents));
    if demands.is_empty() {
        lost.push("What is verified? There is no requirement.".to_owned());
    }
    page.questions(&lost);
    page.finish()
}

/// The results. What an agent made has neither a frozen design nor a session.
fn checks(sources: &Sources<'_>, documents: &[Named]) -> Vec<Vec<String>> {
    let of_document = |(name, found): &Named| {
        let count = found.iter().filter(|found| **found).count();
        (format!("Requirements in the {name}"), format!("{count} of {}", found.len()))
    };
    let mut checks: Vec<(String, String)> = documents.iter().map(of_document).collect();
    let seal = match (sources.seal, sources.design) {
        (Some(seal), Some(design)) if design.contains(seal.checksum) => "same checksum",
        (Some(_), Some(_)) => "not the same checksum: the design changed after design.md was made",
        (Some(_), None) => "not described: there is no design.md",
        (None, _) => "not frozen",
    };
    if !sources.is_design_of_agent || sources.seal.is_some() {
        checks.push(("Frozen design".to_owned(), seal.to_owned()));
    }
    let verdict = sources.session.map_or("not there: no session is complete", |session| session.verdict);
    let files = sources.session.map_or("not there".to_owned(), |session| {
        let (text, all) = (sources.implementation.unwrap_or_default(), session.files.len());
        let same = session.files.iter().filter(|(_, hash)| text.contains(hash)).count();
        let begins = if same < all { "not all: " } else { "" };
        format!("{begins}{same} of {all} have the hash of implementation.md")
    });
    if sources.has_session || sources.session.is_some() {
        checks.push(("Verdict of the session".to_owned(), verdict.to_owned()));
        checks.push(("Files".to_owned(), files));
    }
    let tasks = sources.tasks.map(entries::tasks).unwrap_or_default();
    let done = tasks.iter().filter(|task| task.is_done).count();
    checks.push(("Tasks marked as done".to_owned(), format!("{done} of {}", tasks.len())));
    checks.into_iter().map(|(check, result)| vec![check, result]).collect()
}
