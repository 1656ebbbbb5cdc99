//! Skeletons of real documents: every name comes from the document, and answering makes candidates.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::path::PathBuf;

use frieze_data::score::Score;
use frieze_design::draft::NotApplied;
use frieze_design::{answers, brief, draft};
use frieze_document::{BlockKind, Document};
use frieze_intent as intent;
use frieze_rubric as rubric;

/// The letters and digits of a text, in lower case, for comparing phrases.
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

/// The real documents, by name.
fn documents() -> Vec<(String, Vec<u8>)> {
    let root = PathBuf::from(std::env::var_os("FRIEZE_CASES").expect("FRIEZE_CASES names a folder"));
    let folder = std::fs::read_dir(root.join("briefs")).unwrap();
    let mut paths: Vec<PathBuf> = folder.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(paths.len() >= 9, "{} documents", paths.len());
    let named = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (named(path), std::fs::read(path).unwrap())).collect()
}

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn every_name_is_a_phrase_of_its_document() {
    let mut foreign = Vec::new();
    for (name, bytes) in documents() {
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

/// A document that asks, and answers in plain forms that make its design a candidate: a part of each question, and the answer.
type Answered = (&'static str, &'static [(&'static str, &'static str)]);

const ANSWERED: [Answered; 4] = [
    (
        "photo-albums",
        &[(
            "Data of ",
            "An album has a name, a creation date, a position and a photo count. A photo has a file name, a format, a size and \
             a date taken.",
        )],
    ),
    (
        "design-system-tokens",
        &[
            (
                "what is to be gained",
                "Every product shows the same colours, sizes and fonts, from one set of tokens.",
            ),
            ("who does this", "Designer"),
            ("Spacing scale (line 183): which fields", "a step, a size and a density"),
            ("Elevation model (line 185): which fields", "a level, a surface colour and a shadow"),
            ("Density profile (line 186): which fields", "a name, a control height and a spacing factor"),
            (
                "Section \"Design System Tokens & Component Theming\" (line 122): what happens when it fails",
                "If a value of a token is missing, the check of the build fails. The designer reads which token it is.",
            ),
            (
                "Story \"Text and surfaces show the brand's real colors\" (line 20): what happens when it fails",
                "If a brand has no colour for a text, the text shows the standard colour. The designer reads which one is missing.",
            ),
            (
                "Story \"Components look the same everywhere without per-screen styling\" (line 70): what happens when it fails",
                "If a control has no size for a density, it shows the standard size. The designer reads which control it is.",
            ),
            (
                "Edge case (line 127)",
                "The comparison reports the control without a reference image, in \"A safety net before anything is restyled\".",
            ),
        ],
    ),
    (
        "face-clustering",
        &[
            ("Section \"Face Clustering and Person Recognition\" (line 23): who", "Photo owner"),
            ("Data of", "Face Cluster: label, size. Person: name, birthday. Face: position, sharpness."),
            (
                "Section \"Face Clustering and Person Recognition\" (line 23): what happens when it fails",
                "If no face is sharp enough, the photo stays without a person. The owner reads that no face was found.",
            ),
            (
                "View Face Clustering and Person Recognition",
                "empty: no face cluster exists yet, with a button to begin. loading: the photos that are read are counted. error: \
                 the photos could not be read, with a button to try again.",
            ),
        ],
    ),
    (
        "product-catalog",
        &[
            ("Product Price (line 113): which fields", "amount, currency, start date and end date"),
            (
                "Unit of Measurement (line 114): which fields",
                "A unit of measurement has a code, a name and a symbol.",
            ),
            ("Product Price (line 113): which view", "Product Catalog (Products CRUD)"),
            ("\"Browse and find products\" (line 13): who", "Catalog user"),
            ("\"Create a new product\" (line 30): who", "Catalog manager"),
            ("\"Edit an existing product\" (line 48): who", "Catalog manager"),
            ("\"Deactivate (soft-delete) a product\" (line 64): who", "Catalog manager"),
            (
                "\"Deactivate (soft-delete) a product\" (line 64): what happens when it fails",
                "If a transaction still uses the product, the product stays active. The manager reads which transaction it is.",
            ),
            ("what is to be gained", "Staff find every product and its price in one list."),
            (
                "View Browse and find products",
                "empty: no product matches, with a button to create one. loading: the list shows grey rows. error: the list \
                 could not be read, with a button to try again.",
            ),
        ],
    ),
];

/// The score that makes a candidate where no workspace says another.
const THRESHOLD: u16 = 8_000;

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn two_documents_become_candidates_by_answering() {
    let mut candidates = 0;
    for (name, bytes) in documents() {
        let (before, questions, _) = answered(&name, &bytes, &[]);
        let known = ANSWERED.iter().find(|(begins, _)| name.starts_with(begins));
        let Some((_, known)) = known else {
            println!("{name:40} {:>6} with {questions:>2} questions", before.to_string());
            continue;
        };
        let (after, left, unclear) = answered(&name, &bytes, known);
        println!(
            "{name:40} {:>6} with {questions:>2} questions, {:>6} with {left:>2} after {} answers",
            before.to_string(),
            after.to_string(),
            known.len()
        );
        assert_eq!(unclear, [], "{name}");
        assert!(after.hundredths() >= THRESHOLD, "{name}: {after} with answers");
        candidates += usize::from(before.hundredths() < THRESHOLD && after.hundredths() >= THRESHOLD);
    }
    assert!(candidates >= 2, "{candidates} became candidates");
}

/// The skeleton of a document with these answers: its score, the number of its open questions, and answers that are not understood.
/// An answer may lead to the next question.
fn answered(name: &str, bytes: &[u8], known: &[(&str, &str)]) -> (Score, usize, Vec<NotApplied>) {
    // As a feature reads its brief.
    let reading = brief::read("brief.md", bytes).unwrap();
    let mut file = String::new();
    loop {
        let answers = answers::read(file.as_bytes());
        let drafted = draft::begin(&reading, &answers, &"case".parse().unwrap(), &[]);
        let open = &drafted.intent.open_questions;
        let next = open.iter().find_map(|question| {
            let (_, text) = known.iter().find(|(part, _)| question.contains(part))?;
            (answers::find(&answers, question).is_none()).then_some((question, *text))
        });
        if let Some((question, text)) = next {
            file = answers::with_answer(file.as_bytes(), question, text);
            continue;
        }
        let read = intent::read_value(&serde_json::to_value(&drafted.intent).unwrap()).unwrap();
        let yardstick = brief::yardstick(bytes, file.as_bytes(), &[]);
        let unused = known.iter().filter(|(part, _)| !answers.iter().any(|one| one.question.contains(part)));
        assert_eq!(unused.count(), 0, "{name}: an answer has no question");
        return (rubric::evaluate_against(&read, &yardstick).overall, open.len(), drafted.not_applied);
    }
}
