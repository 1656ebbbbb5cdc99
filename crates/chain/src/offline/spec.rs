//! `spec.md`: the brief as it is, and after it an index that gives each requirement an id, its force and its criteria. The brief
//! stays first and unchanged, so that the design flow reads the same requirements with the same ids, lines and open questions.

use std::borrow::Cow;
use std::collections::BTreeSet;

use frieze_design::brief::{Reading, Requirement};
use frieze_generator::{in_scope, requirement_id};

use super::demands::{answered, is_criterion, reading};
use super::page::{Page, listed};
use super::{NO_BRIEF, Sources};

/// What begins the index. Readers of briefs skip such a section. A number sign would turn a plain text into Markdown.
const INDEX: &str = "Traceability\n============\n\nThis section was added to the brief above. Lines are those of the brief.\n";
/// What ends the index: what a person adds below belongs to the document.
const END: &str = "\nEnd of the traceability.\n";
/// What begins the index where it has to be code, and what ends it there.
const FENCE: [&str; 2] = ["```text\n", "```\n"];

pub fn produce(sources: &Sources<'_>) -> Result<String, &'static str> {
    let own = without_index(sources.brief.ok_or(NO_BRIEF)?);
    let Some(before) = reading(&own) else {
        return Ok(Page::question(&sources.title, "What does the feature do? The brief cannot be read."));
    };
    let own = own.trim_end();
    let all = &before.requirements;
    if all.iter().all(|one| !one.label.is_empty()) && all.iter().any(is_criterion) {
        return Ok(format!("{own}\n"));
    }
    let index = index(&before, sources);
    // Its headings or its language could change how a short brief is read. Code has none.
    let forms = [["", ""], FENCE].map(|[begin, end]| format!("{own}\n\n{begin}{index}{end}"));
    let is_same = |form: &String| {
        let after = frieze_design::brief::read_prose(&before.file, form.as_bytes()).ok();
        after.is_some_and(|after| {
            after.requirements == *all && after.title == before.title && after.questions == before.questions
        })
    };
    Ok(forms.into_iter().find(is_same).unwrap_or_else(|| format!("{own}\n")))
}

/// A document without the index that the specifier adds.
pub fn without_index(text: &str) -> Cow<'_, str> {
    let Some((own, index)) = text.rfind(INDEX).and_then(|at| text.split_at_checked(at)) else {
        return text.into();
    };
    let after = index.split_once(END).map_or("", |(_, after)| after);
    let (own, end) = own.strip_suffix(FENCE[0]).map_or((own, ""), |own| (own, FENCE[1]));
    let after = after.strip_prefix(end).unwrap_or(after).trim_start_matches('\n');
    if after.trim().is_empty() { own.into() } else { format!("{own}{after}").into() }
}

fn index(reading: &Reading, sources: &Sources<'_>) -> String {
    let answers = answered(sources);
    let inside: BTreeSet<String> = in_scope(reading, &answers).into_iter().map(|one| one.id).collect();
    let section =
        |title: &str, page: Page| format!("\n{title}\n{}\n\n{}", "-".repeat(title.len()), page.finish());

    let (mut requirements, mut bare) = (Page::default(), Vec::new());
    let mut row = |(at, one): (usize, &Requirement)| {
        let id = requirement_id(at);
        let (is_inside, criteria) = (inside.contains(&id), criteria(reading, at));
        if is_inside && criteria.is_none() {
            bare.push(id.clone());
        }
        let criteria = criteria.unwrap_or_else(|| "a person checks it as written".to_owned());
        let accepted = if is_inside { criteria } else { "out of scope".to_owned() };
        let force = one.force.word().to_owned();
        vec![id, one.label.clone(), force, one.line.to_string(), one.text.clone(), accepted]
    };
    let rows = reading.requirements.iter().enumerate().map(&mut row).collect();
    requirements.table(&["ID", "Label", "Force", "Line", "Requirement", "Accepted when"], rows);

    let (mut open, mut questions) = (Page::default(), Vec::new());
    if inside.is_empty() {
        questions.push("What does the feature do? No requirement was read in the brief.".to_owned());
    }
    if !bare.is_empty() {
        let question = "what shows that each of them is met? No criterion was read in the brief.";
        questions.push(format!("{}: {question}", listed(&bare)));
    }
    if reading.exclusions.is_empty() {
        questions.push("What is out of scope? No such section was read in the brief.".to_owned());
    }
    questions.iter().for_each(|question| open.item(0, question));
    if questions.is_empty() || !reading.questions.is_empty() {
        let asked = reading.questions.iter().map(|one| vec![one.line.to_string(), one.text.clone()]);
        open.table(&["Line", "Question of the brief"], asked.collect());
    }
    // Readers of briefs look for open points in paragraphs and items, and skip tables.
    format!(
        "{INDEX}{}{}{END}",
        section("Scope and requirements", requirements),
        section("Open questions", open)
    )
}

/// What shows that a requirement is met, as the brief has it: itself, or the criteria of its story.
pub fn criteria(reading: &Reading, at: usize) -> Option<String> {
    let one = reading.requirements.get(at)?;
    if is_criterion(one) {
        return Some("as written".to_owned());
    }
    let story = one.story?;
    let others = reading.requirements.iter().enumerate();
    let others = others.filter(|(_, other)| other.story == Some(story) && is_criterion(other));
    let ids: Vec<String> = others.map(|(at, _)| requirement_id(at)).collect();
    (!ids.is_empty()).then(|| listed(&ids))
}
