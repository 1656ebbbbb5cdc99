//! `design.md`: the frozen design as a document, each part with its JSON pointer.

use std::collections::BTreeMap;

use frieze_intent::Intent;
use serde_json::Value;

use super::Sources;
use super::demands::Demands;
use super::page::{Page, listed};
use super::steps::steps;

/// The lists of a design by the sections that describe them.
const SECTIONS: [(&str, &[&str]); 3] = [
    ("Components", &["/components"]),
    ("Interfaces", &["/interactions", "/userFlows"]),
    ("Data model", &["/dataModel/entities"]),
];

pub fn produce(sources: &Sources<'_>) -> Result<String, &'static str> {
    let intent = sources.intent.as_ref().ok_or("the design is not frozen")?;
    let mut page = Page::new(&format!("Design: {}", sources.title));
    if let Some(seal) = &sources.seal {
        page.item(0, &format!("Checksum: {}", seal.checksum_sha256));
        page.item(0, &format!("Freeze: {}", seal.freeze_number));
    }
    page.item(0, &format!("Version: {}", intent.version));
    page.paragraph("Paths like /components/0 are JSON pointers into the frozen design.");
    page.paragraph(&format!("Summary: {}", intent.summary));
    let demands = Demands::of(sources);
    let value = serde_json::to_value(intent).unwrap_or_default();
    for (name, lists) in SECTIONS {
        page.heading(2, name);
        let mut is_empty = true;
        for list in lists {
            let items = value.pointer(list).and_then(Value::as_array).into_iter().flatten();
            for (at, item) in items.enumerate() {
                is_empty = false;
                let text = |key: &str| item.get(key).and_then(Value::as_str);
                let title: Vec<&str> = ["id", "name"].into_iter().filter_map(text).collect();
                page.heading(3, &title.join(" "));
                let pointer = format!("{list}/{at}");
                page.item(0, &pointer);
                fields(item, &pointer, 0, &demands, &mut page);
            }
        }
        if is_empty {
            page.paragraph("None.");
        }
    }
    dependencies(intent, &mut page);
    risks(intent, &demands, &mut page);
    page.heading(2, "Requirements");
    let rows = demands.all.iter().map(|one| vec![one.name(), one.text.clone(), listed(&one.parts)]);
    page.table(&["Id", "Requirement", "Satisfied by"], rows.collect());
    Ok(page.finish())
}

/// The fields of an object as items; objects in it are below it with their own pointers.
fn fields(object: &Value, pointer: &str, depth: u8, demands: &Demands, page: &mut Page) {
    for (key, value) in object.as_object().into_iter().flatten() {
        let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
        if items.iter().any(Value::is_object) {
            for (at, item) in items.iter().enumerate() {
                let pointer = format!("{pointer}/{key}/{at}");
                page.item(depth, &pointer);
                fields(item, &pointer, depth.saturating_add(1), demands, page);
            }
            continue;
        }
        let texts: Vec<String> = items.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        let text = match value {
            Value::Array(_) if key == "satisfies" => demands.list(&texts),
            Value::Array(_) => listed(&texts),
            Value::String(text) => text.clone(),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => value.to_string(),
        };
        page.item(depth, &format!("{key}: {text}"));
    }
}

fn dependencies(intent: &Intent, page: &mut Page) {
    page.heading(2, "Dependencies");
    let about = "What each part needs within the design. The design names no technology, so its needs from \
                 outside are open.";
    page.paragraph(about);
    let steps = steps(intent);
    let titles: BTreeMap<&str, &str> = steps.iter().map(|step| (&*step.id, &*step.title)).collect();
    let rows = steps.iter().filter(|step| !step.needs.is_empty()).map(|step| {
        let needs: Vec<&str> = step.needs.iter().filter_map(|id| titles.get(id.as_str()).copied()).collect();
        vec![step.pointer.clone(), step.title.clone(), listed(&needs)]
    });
    page.table(&["Pointer", "Part", "Needs"], rows.collect());
}

/// What the design leaves open: requirements without a part, and its questions.
fn risks(intent: &Intent, demands: &Demands, page: &mut Page) {
    page.heading(2, "Risks");
    let risks = demands.uncovered().map(|open| format!("Not met: {open}"));
    let questions = intent.open_questions.iter().enumerate();
    let questions = questions.map(|(at, question)| format!("Open: {question} (/openQuestions/{at})"));
    let none = "None is known: every requirement has a part, and the design has no open question.";
    page.items(risks.chain(questions), none);
}
