//! `verification.md`: every requirement, and where the later artifacts name it, or that they do not.

use std::collections::BTreeMap;

use super::Sources;
use super::demands::{Demand, demands};
use super::page::{Page, inert};
use super::sections::{Sections, ids};
use super::steps::read_tasks;

/// The most lines that are named for one requirement in one document.
const LINES: usize = 4;

/// A document, and the lines in which it names an id.
struct Index {
    name: &'static str,
    /// `None` if there is no such document.
    lines: Option<BTreeMap<String, Vec<usize>>>,
}

impl Index {
    fn of(name: &'static str, text: Option<&str>) -> Self {
        let lines = text.map(|text| {
            let mut lines: BTreeMap<String, Vec<usize>> = BTreeMap::new();
            for block in Sections::read(text).blocks {
                for id in ids(&block.text) {
                    let known = lines.entry(id.to_owned()).or_default();
                    if known.len() < LINES && known.last() != Some(&block.line) {
                        known.push(block.line);
                    }
                }
            }
            lines
        });
        Self { name, lines }
    }

    fn lines(&self, demand: &Demand) -> Option<&[usize]> {
        let lines = self.lines.as_ref()?;
        let by_label = || lines.get(demand.own_label()?);
        lines.get(&demand.id).or_else(by_label).map(Vec::as_slice)
    }

    fn cell(&self, demand: &Demand) -> String {
        match (&self.lines, self.lines(demand)) {
            (None, _) => "no document".to_owned(),
            (Some(_), None) => "not found".to_owned(),
            (Some(_), Some(lines)) => {
                let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
                format!("line {}", lines.join(", "))
            }
        }
    }
}

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Verification: {}", inert(sources.title)));
    let demands = demands(sources);
    let documents = [
        Index::of("design", sources.design),
        Index::of("plan", sources.plan),
        Index::of("tasks", sources.tasks),
        Index::of("implementation", sources.implementation),
    ];
    page.heading(2, "Requirements");
    let mut lost = Vec::new();
    let rows = demands.iter().map(|demand| {
        let missing: Vec<&str> =
            documents.iter().filter(|one| one.lines(demand).is_none()).map(|one| one.name).collect();
        let result = if missing.is_empty() {
            "found".to_owned()
        } else {
            lost.push(format!("{}: where is it met? Not found in {}.", demand.name(), missing.join(", ")));
            "not found everywhere".to_owned()
        };
        let cells = documents.iter().map(|document| document.cell(demand));
        [demand.name(), demand.line.to_string()].into_iter().chain(cells).chain([result]).collect()
    });
    let rows: Vec<Vec<String>> = rows.collect();
    page.table(&["Id", "Spec line", "Design", "Plan", "Tasks", "Implementation", "Result"], &rows);
    checks(sources, &demands, &documents, &mut page);
    if demands.is_empty() {
        lost.push("What is verified? There is no requirement.".to_owned());
    }
    page.questions(2, &lost);
    page.finish()
}

fn checks(sources: &Sources<'_>, demands: &[Demand], documents: &[Index], page: &mut Page) {
    page.heading(2, "Checks");
    let mut rows = Vec::new();
    for document in documents {
        let found = demands.iter().filter(|demand| document.lines(demand).is_some()).count();
        let check = format!("Requirements in the {}", document.name);
        rows.push(vec![check, format!("{found} of {}", demands.len())]);
    }
    let seal = match (sources.seal, sources.design) {
        (Some(seal), Some(design)) if design.contains(seal.checksum) => "same checksum".to_owned(),
        (Some(_), Some(_)) => "another checksum: the design changed after design.md was made".to_owned(),
        (Some(_), None) => "frozen, but there is no design.md".to_owned(),
        (None, _) => "the design is not frozen".to_owned(),
    };
    rows.push(vec!["Frozen design".to_owned(), seal]);
    let verdict = sources.session.map_or_else(|| "no finished session".to_owned(), |one| inert(one.verdict));
    rows.push(vec!["Verdict of the session".to_owned(), verdict]);
    let files = sources.session.map_or_else(
        || "no finished session".to_owned(),
        |session| {
            let text = sources.implementation.unwrap_or_default();
            let same = session.files.iter().filter(|(_, hash)| text.contains(hash.as_str())).count();
            format!("{same} of {} have the hash of implementation.md", session.files.len())
        },
    );
    rows.push(vec!["Files".to_owned(), files]);
    let tasks = sources.tasks.map(read_tasks).unwrap_or_default();
    let done = tasks.iter().filter(|task| task.is_done).count();
    rows.push(vec!["Tasks marked as done".to_owned(), format!("{done} of {}", tasks.len())]);
    page.table(&["Check", "Result"], &rows);
}
