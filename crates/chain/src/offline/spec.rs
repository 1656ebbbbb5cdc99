//! `spec.md`: the brief as it is, and after it an index that gives each requirement an id, its force and its criteria. The brief
//! stays first and unchanged, so that the design flow reads the same requirements with the same ids, lines and open questions.

use std::collections::BTreeMap;

use frieze_design::brief::{Reading, Requirement};
use frieze_generator::in_scope;
use frieze_kernel::files::BRIEF;

use super::Sources;
use super::demands::{answered, force, is_criterion, letters, reading};
use super::page::{Page, inert, listed};
use super::sections::Sections;

/// The heading of the index. Readers of briefs skip such a section.
const INDEX: &str = "Traceability";
/// The criterion of a requirement for which the brief has none.
pub const BY_HAND: &str = "a person checks it as written";
/// What begins the index where it has to be code.
const FENCE: &str = "```text\n";
/// What the title begins with where the brief has no heading.
const TITLE: &str = "Specification: ";
/// The sentence that begins the index.
const NOTE: &str = "This section was added to the brief above. Lines are those of the brief.";

pub fn produce(sources: &Sources<'_>) -> String {
    let Some(text) = sources.brief.or(sources.brainstorm) else {
        return missing(sources, "What does the feature do? There is no brief.");
    };
    let own = without_index(text);
    let Some(reading) = reading(own) else {
        return missing(sources, "What does the feature do? The brief cannot be read.");
    };
    if is_specification(&reading) {
        return joined(own, "");
    }
    let plain = index(&reading, sources);
    // The first heading of a document is its title, so that the index cannot be the first.
    let titled = format!("# {TITLE}{}\n\n{plain}", inert(&reading.title.text));
    let underlined = [underlined(&plain), underlined(&titled)];
    let converted = frieze_document::read(BRIEF, own.as_bytes())
        .map(|document| frieze_document::to_markdown(&document))
        .unwrap_or_default();
    let added = [&plain, &titled, &underlined[0], &underlined[1]].map(|index| joined(own, index));
    let converted = [&plain, &titled].map(|index| joined(&converted, index));
    // Its English words would change the language of a short brief. Code has none.
    let fenced = joined(own, &format!("{FENCE}{plain}```\n"));
    let forms = added.into_iter().chain(converted).chain([fenced]);
    let found = forms.clone().find(|form| is_read_back(&reading, form, true));
    let found = found.or_else(|| forms.clone().find(|form| is_read_back(&reading, form, false)));
    found.unwrap_or_else(|| joined(own, ""))
}

fn joined(own: &str, index: &str) -> String {
    let gap = if index.is_empty() { "\n" } else { "\n\n" };
    format!("{}{gap}{index}", own.trim_end())
}

/// A document without the index that the specifier adds.
pub fn without_index(text: &str) -> &str {
    let before = text.rfind(NOTE).and_then(|at| text.get(..at)).unwrap_or_default();
    let before = before.trim_end().trim_end_matches('=').trim_end();
    let heading = before.strip_suffix(INDEX).map(|own| own.strip_suffix("# ").unwrap_or(own));
    let Some(own) = heading.filter(|own| own.is_empty() || own.ends_with('\n')) else { return text };
    let own = own.strip_suffix(FENCE).unwrap_or(own);
    let last = own.trim_end().trim_end_matches('=').trim_end();
    let title = last.rfind('\n').map_or(0, |at| at + 1);
    let is_title = last.get(title..).is_some_and(|line| line.trim_start_matches("# ").starts_with(TITLE));
    last.get(..title).filter(|_| is_title).unwrap_or(own)
}

fn missing(sources: &Sources<'_>, question: &str) -> String {
    let mut page = Page::new(&inert(sources.title));
    page.questions(2, &[question.to_owned()]);
    page.finish()
}

/// Whether a document labels all of its requirements and has criteria.
fn is_specification(reading: &Reading) -> bool {
    let all = &reading.requirements;
    all.iter().all(|requirement| !requirement.label.is_empty()) && all.iter().any(is_criterion)
}

/// Whether the reader finds the same requirements in a specification as in the brief, and the index can be seen in it. `all`: and the
/// same title and questions.
fn is_read_back(before: &Reading, spec: &str, all: bool) -> bool {
    let Ok(after) = frieze_design::brief::read_prose(BRIEF, spec.as_bytes()) else { return false };
    let same = |(a, b): (&Requirement, &Requirement)| {
        a.text == b.text && a.force == b.force && a.topic == b.topic && a.story == b.story
    };
    let is_seen = Sections::read(spec).blocks.iter().any(|block| block.text.contains(NOTE));
    let is_alike = letters(&before.title.text) == letters(&after.title.text)
        && before.questions.len() == after.questions.len();
    is_seen
        && (is_alike || !all)
        && before.requirements.len() == after.requirements.len()
        && before.requirements.iter().zip(&after.requirements).all(same)
}

fn index(reading: &Reading, sources: &Sources<'_>) -> String {
    let answers = answered(sources);
    let in_scope: BTreeMap<String, &Requirement> =
        in_scope(reading, &answers).into_iter().map(|one| (one.id, one.requirement)).collect();
    let mut page = Page::new(INDEX);
    page.paragraph(NOTE);
    scope(reading, &in_scope, &mut page);
    page.heading(2, "Requirements");
    let mut rows = Vec::new();
    let mut bare = Vec::new();
    for (at, requirement) in reading.requirements.iter().enumerate() {
        let id = id(at);
        let accepted = match criteria(reading, at) {
            _ if !in_scope.contains_key(&id) => "out of scope".to_owned(),
            Some(criteria) => criteria,
            None => {
                bare.push(id.clone());
                BY_HAND.to_owned()
            }
        };
        let label = if requirement.label.is_empty() { "–".to_owned() } else { inert(&requirement.label) };
        let line = requirement.line.to_string();
        rows.push(vec![
            id,
            label,
            force(requirement.force).to_owned(),
            line,
            inert(&requirement.text),
            accepted,
        ]);
    }
    page.table(&["ID", "Label", "Force", "Line", "Requirement", "Accepted when"], &rows);
    questions(reading, &in_scope, &bare, &mut page);
    page.finish()
}

fn scope(reading: &Reading, in_scope: &BTreeMap<String, &Requirement>, page: &mut Page) {
    page.heading(2, "Scope");
    // Consecutive requirements of one section.
    let mut sections: Vec<(&str, Vec<String>)> = Vec::new();
    for (at, requirement) in reading.requirements.iter().enumerate() {
        if !in_scope.contains_key(&id(at)) {
            continue;
        }
        let story = requirement.story.and_then(|story| reading.stories.get(story));
        let name = story.map_or(requirement.heading.as_str(), |story| story.title.as_str());
        let name = if name.is_empty() { reading.title.text.as_str() } else { name };
        match sections.last_mut().filter(|(last, _)| *last == name) {
            Some((_, ids)) => ids.push(id(at)),
            None => sections.push((name, vec![id(at)])),
        }
    }
    let row = |side: &str, what: String, place: String| vec![side.to_owned(), what, place];
    let mut rows: Vec<Vec<String>> =
        sections.into_iter().map(|(name, ids)| row("in", inert(name), listed(&ids))).collect();
    let excluded = reading.exclusions.iter();
    rows.extend(excluded.map(|one| row("out", inert(&one.text), format!("line {}", one.line))));
    let others = reading.requirements.iter().enumerate().filter(|(at, _)| !in_scope.contains_key(&id(*at)));
    rows.extend(others.map(|(at, one)| row("out", inert(&one.text), id(at))));
    // Readers of briefs look for open points in paragraphs and items, and skip these tables.
    page.table(&["Scope", "What", "Where"], &rows);
}

/// The reader's id of a requirement, by its position.
fn id(at: usize) -> String {
    format!("R{}", at + 1)
}

/// What shows that a requirement is met, as the brief has it.
fn criteria(reading: &Reading, at: usize) -> Option<String> {
    let requirement = reading.requirements.get(at)?;
    if is_criterion(requirement) {
        return Some("as written".to_owned());
    }
    let story = requirement.story?;
    let others = reading.requirements.iter().enumerate();
    let others = others.filter(|(_, other)| other.story == Some(story) && is_criterion(other));
    let ids: Vec<String> = others.map(|(at, _)| id(at)).collect();
    (!ids.is_empty()).then(|| listed(&ids))
}

fn questions(reading: &Reading, in_scope: &BTreeMap<String, &Requirement>, bare: &[String], page: &mut Page) {
    let mut questions = Vec::new();
    if in_scope.is_empty() {
        questions.push("What does the feature do? No requirement was read in the brief.".to_owned());
    }
    if !bare.is_empty() {
        questions.push(format!(
            "{}: what shows that each of them is met? No criterion was read in the brief.",
            listed(bare)
        ));
    }
    if reading.exclusions.is_empty() {
        questions.push("What is out of scope? No such section was read in the brief.".to_owned());
    }
    page.questions(2, &questions);
    if !reading.questions.is_empty() {
        let rows = reading.questions.iter().map(|one| vec![one.line.to_string(), inert(&one.text)]);
        page.table(&["Line", "Question of the brief"], &rows.collect::<Vec<_>>());
    }
}

/// The index with underlined headings. A number sign would turn a plain text into Markdown for the reader.
fn underlined(index: &str) -> String {
    let mut text = String::with_capacity(index.len());
    for line in index.lines() {
        let (title, mark) = match (line.strip_prefix("# "), line.strip_prefix("## ")) {
            (Some(title), _) => (title, "="),
            (None, Some(title)) => (title, "-"),
            (None, None) => (line, ""),
        };
        text.push_str(title);
        text.push('\n');
        if !mark.is_empty() {
            text.push_str(&mark.repeat(title.len()));
            text.push('\n');
        }
    }
    text
}
