//! Real documents: what the skeleton draws of them, and that it names nothing that they do not.

use std::path::PathBuf;

use frieze::domain::{brief, draft, intent, rubric};
use frieze_document::{BlockKind, Document};

/// The letters and digits of a text, in small letters: what a phrase is compared by.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn all_text(document: &Document) -> String {
    let mut text = String::new();
    for block in &document.blocks {
        match &block.kind {
            BlockKind::Heading { text: words, .. } => text.push_str(words),
            BlockKind::Paragraph(words) | BlockKind::Item { text: words, .. } => {
                words.lines.iter().for_each(|line| text.push_str(&line.text));
            }
            BlockKind::Table { head, rows } => {
                head.iter()
                    .chain(rows.iter().flat_map(|row| &row.cells))
                    .for_each(|cell| text.push_str(cell));
            }
        }
        text.push(' ');
    }
    letters(&text)
}

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn every_name_is_a_phrase_of_its_document() {
    let root = PathBuf::from(std::env::var_os("FRIEZE_CASES").expect("FRIEZE_CASES names a folder"));
    let folder = std::fs::read_dir(root.join("briefs")).unwrap();
    let mut paths: Vec<PathBuf> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(paths.len() >= 9, "{} documents", paths.len());
    let mut foreign = Vec::new();
    for path in paths {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).unwrap();
        let text = all_text(&frieze_document::read(&name, &bytes).unwrap());
        let reading = brief::read(&name, &bytes).unwrap();
        let design = draft::draft(&reading, &"case".parse().unwrap());
        let value = serde_json::to_value(&design).unwrap();
        let scored = rubric::evaluate(&intent::read_value(&value).unwrap());
        let views = design.components.iter().map(|part| part.name.as_str());
        let flows = design.user_flows.iter().flat_map(|flow| [flow.name.as_str(), flow.actor.as_str()]);
        let entities = design.data_model.entities.iter();
        let data = entities.flat_map(|e| {
            std::iter::once(e.name.as_str())
                .chain(e.attributes.iter().map(|attribute| attribute.name.as_str()))
        });
        for drawn in views.chain(flows).chain(data) {
            if !text.contains(&letters(drawn)) {
                foreign.push(format!("{name}: {drawn}"));
            }
        }
        println!(
            "{name:40} {:>4} requirements {:>3} views {:>3} flows {:>3} things {:>3} questions {:>6}",
            design.requirements.len(),
            design.components.len(),
            design.user_flows.len(),
            design.data_model.entities.len(),
            design.open_questions.len(),
            scored.overall
        );
    }
    assert!(foreign.is_empty(), "{foreign:#?}");
}
