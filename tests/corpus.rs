//! What the reader finds in documents of many shapes, measured against what a careful person finds.
//!
//! The documents were written before they were read, and the first reading of them found 94 % of the statements, 72 % of
//! the actors and 41 % of the entities. The reader has since learned from them (its list of professions holds
//! theirs), so the figures printed here guard against getting worse; they no longer foretell an unseen document.
//!
//! The same holds of the second set in `fixtures/briefs2`, whose first reading found 81 % of the statements, 64 % of the
//! actors and 37 % of the entities; and of the third in `fixtures/briefs3`, with 67 %, 72 % and 56 %.
//!
//! Each document has a `<file>.expected.json` beside it. A statement counts as found when it
//! stands on the expected line, starts with the expected words and binds; one that nobody expected counts
//! as invented unless the sidecar calls it optional, which is for sentences that people disagree about.

#![expect(clippy::panic, reason = "a test's own parts say what went wrong by panicking")]

use frieze::domain::brief::{Brief, Force, Shape, Statement, read};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    fs,
    path::PathBuf,
};

const LEAST_RECALL: f64 = 0.95;
const LEAST_RECALL_OF_ONE: f64 = 0.9;
const MOST_INVENTED: f64 = 0.1;
const LEAST_NAMES: f64 = 0.9;

/// Where the reader falls short of the above today.
const KNOWN_GAPS: &[&str] = &["ferry-booking.txt: 0 open questions of 1"];
const KNOWN_GAPS_OF_THE_SECOND_SET: &[&str] =
    &["overall: entities", "tutoring.md: shape userStories instead of kiro"];
const KNOWN_GAPS_OF_THE_THIRD_SET: &[&str] = &["hearing-aids.txt: recall", "overall: entities"];
const KNOWN_GAPS_OF_THE_DEMO: &[&str] = &["refunds.md: no entity Order_Line"];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Expected {
    shape: String,
    /// Shapes that a reader may as well see, where a document has no clear one.
    #[serde(default)]
    or_shape: Vec<String>,
    language: String,
    /// Empty where the document names none.
    title: String,
    normative: Vec<Place>,
    #[serde(default)]
    optional: Vec<Place>,
    actors: Vec<String>,
    entities: Vec<String>,
    not_entities: Vec<String>,
    open_questions: usize,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Place {
    line: u32,
    starts_with: String,
    /// The heading of a scenario, whose steps begin on `line`: it may be cited by either.
    or_line: Option<u32>,
    /// Where the sentence stands further on in a list item: the start of the item, which may be cited whole.
    or_starts_with: Option<String>,
}

struct Document {
    name: String,
    bytes: Vec<u8>,
    expected: Expected,
}

fn documents(folder: &str) -> Vec<Document> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(folder);
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder of fixtures")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.ends_with(".expected.json") && !name.starts_with('.'))
        .collect();
    names.sort();
    let load = |name: String| {
        let bytes = fs::read(folder.join(&name)).expect("a fixture");
        let sidecar =
            fs::read(folder.join(format!("{name}.expected.json"))).expect("a sidecar for each fixture");
        let expected =
            serde_json::from_slice(&sidecar).map_err(|e| format!("{name}: {e}")).expect("a valid sidecar");
        Document { name, bytes, expected }
    };
    names.into_iter().map(load).collect()
}

/// Letters and digits in lower case: markup, punctuation and spacing make no difference.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_at(statement: &Statement, place: &Place) -> bool {
    let (text, start) = (plain(&statement.text), plain(&place.starts_with));
    match place.or_line {
        // The name of a scenario may stand before its steps.
        Some(heading) => (statement.line == place.line || statement.line == heading) && text.contains(&start),
        None => {
            let whole = place.or_starts_with.as_deref().map(plain);
            let whole = whole.is_some_and(|whole| text.starts_with(&whole) && text.contains(&start));
            statement.line == place.line && (text.starts_with(&start) || whole)
        }
    }
}

/// Whether a name is among those found, whatever its case, its number or the words before it.
fn names(found: &[String], wanted: &str) -> bool {
    let wanted = plain(wanted);
    let wanted = wanted.trim_end_matches('s');
    found.iter().any(|name| plain(name).trim_end_matches('s').ends_with(wanted))
}

fn shape_name(shape: Shape) -> &'static str {
    match shape {
        Shape::SpecKit => "specKit",
        Shape::Kiro => "kiro",
        Shape::OpenSpec => "openSpec",
        Shape::UserStories => "userStories",
        Shape::Prose => "prose",
        Shape::Structure => "structure",
    }
}

#[expect(clippy::cast_precision_loss, reason = "counts of statements are far below 2^52")]
fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 1.0 } else { part as f64 / whole as f64 }
}

/// What was found in one document, and every difference in words.
struct Outcome {
    wanted: usize,
    found: usize,
    given: usize,
    invented: usize,
    actors: (usize, usize),
    entities: (usize, usize),
    notes: Vec<String>,
    wrong: Vec<String>,
}

fn compare(document: &Document, brief: &Brief) -> Outcome {
    let expected = &document.expected;
    let mut notes = Vec::new();
    let mut wrong = Vec::new();

    let given: Vec<&Statement> = brief.statements.iter().filter(|s| s.force == Force::Normative).collect();
    let mut by_line: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for (index, statement) in given.iter().enumerate() {
        by_line.entry(statement.line).or_default().push(index);
    }
    let mut used = vec![false; given.len()];
    let mut claim = |place: &Place| {
        let lines = [Some(place.line), place.or_line];
        let mut near = lines.into_iter().flatten().filter_map(|line| by_line.get(&line)).flatten();
        let hit = near.find(|index| !used[**index] && is_at(given[**index], place));
        hit.inspect(|index| used[**index] = true).is_some()
    };
    let mut found = 0;
    for place in &expected.normative {
        if claim(place) {
            found += 1;
        } else {
            notes.push(format!("missed    {:>4}  {}", place.line, place.starts_with));
        }
    }
    for place in &expected.optional {
        claim(place);
    }
    let invented: Vec<&&Statement> =
        given.iter().zip(&used).filter(|(_, used)| !**used).map(|(s, _)| s).collect();
    for statement in &invented {
        let text: String = statement.text.chars().take(70).collect();
        notes.push(format!("invented  {:>4}  {text}", statement.line));
    }

    let actors: Vec<String> = brief.actors.iter().map(|a| a.text.clone()).collect();
    let entities: Vec<String> = brief.entities.iter().map(|e| e.name.clone()).collect();
    let mut count = |kind: &str, found: &[String], wanted: &[String]| {
        let absent: Vec<&String> = wanted.iter().filter(|name| !names(found, name)).collect();
        if !absent.is_empty() {
            notes.push(format!("{kind}: {absent:?} not among {found:?}"));
        }
        (wanted.len() - absent.len(), wanted.len())
    };
    let actors = count("actors", &actors, &expected.actors);
    let entities_found = count("entities", &entities, &expected.entities);

    for name in &expected.not_entities {
        if entities.iter().any(|e| plain(e) == plain(name)) {
            wrong.push(format!("`{name}` is no entity"));
        }
    }
    if brief.language != expected.language {
        wrong.push(format!("language {} instead of {}", brief.language, expected.language));
    }
    let shape = shape_name(brief.shape);
    if shape != expected.shape && !expected.or_shape.iter().any(|s| s == shape) {
        wrong.push(format!("shape {shape} instead of {}", expected.shape));
    }
    if !plain(&brief.title.text).contains(&plain(&expected.title)) {
        wrong.push(format!("title `{}` instead of `{}`", brief.title.text, expected.title));
    }
    if brief.open_questions.len() < expected.open_questions {
        wrong.push(format!("{} open questions of {}", brief.open_questions.len(), expected.open_questions));
    }
    Outcome {
        wanted: expected.normative.len(),
        found,
        given: given.len(),
        invented: invented.len(),
        actors,
        entities: entities_found,
        notes,
        wrong,
    }
}

/// A new shortfall fails, and so does one that is gone but still listed.
fn only_known(faults: &BTreeSet<String>, gaps: &[&str], table: &str) {
    let known: BTreeSet<String> = gaps.iter().map(|gap| (*gap).to_owned()).collect();
    let new: Vec<&String> = faults.difference(&known).collect();
    let closed: Vec<&String> = known.difference(faults).collect();
    assert!(new.is_empty(), "{table}\nworse than before: {new:#?}");
    assert!(closed.is_empty(), "better than before, take these out of the known gaps: {closed:#?}");
}

fn hold_to(folder: &str, gaps: &[&str]) {
    let documents = documents(folder);
    assert!(documents.len() >= 8, "only {} documents", documents.len());
    let mut table = format!("{:28} recall        invented  actors  entities\n", "document");
    let mut faults = BTreeSet::new();
    let (mut wanted, mut found, mut given, mut invented) = (0, 0, 0, 0);
    let (mut actors, mut entities) = ((0, 0), (0, 0));
    for document in &documents {
        let brief =
            read(&document.name, &document.bytes).unwrap_or_else(|e| panic!("{}: {e}", document.name));
        let outcome = compare(document, &brief);
        let recall = share(outcome.found, outcome.wanted);
        let _ = writeln!(
            table,
            "{:28} {:>3}/{:<3} {:>5.2}  {:>3}/{:<3}   {}/{}     {}/{}",
            document.name,
            outcome.found,
            outcome.wanted,
            recall,
            outcome.invented,
            outcome.given,
            outcome.actors.0,
            outcome.actors.1,
            outcome.entities.0,
            outcome.entities.1,
        );
        for note in outcome.notes.iter().chain(&outcome.wrong) {
            let _ = writeln!(table, "    {note}");
        }
        if recall < LEAST_RECALL_OF_ONE {
            faults.insert(format!("{}: recall", document.name));
        }
        faults.extend(outcome.wrong.iter().map(|wrong| format!("{}: {wrong}", document.name)));
        wanted += outcome.wanted;
        found += outcome.found;
        given += outcome.given;
        invented += outcome.invented;
        actors = (actors.0 + outcome.actors.0, actors.1 + outcome.actors.1);
        entities = (entities.0 + outcome.entities.0, entities.1 + outcome.entities.1);
    }
    let overall = [
        ("recall", share(found, wanted), LEAST_RECALL),
        ("precision", 1.0 - share(invented, given.max(1)), 1.0 - MOST_INVENTED),
        ("actors", share(actors.0, actors.1), LEAST_NAMES),
        ("entities", share(entities.0, entities.1), LEAST_NAMES),
    ];
    for (name, value, least) in overall {
        let _ = writeln!(table, "{name:10} {value:.3} (at least {least})");
        if value < least {
            faults.insert(format!("overall: {name}"));
        }
    }
    println!("{table}");
    only_known(&faults, gaps, &table);
}

#[test]
fn the_reader_finds_what_a_careful_person_finds() {
    hold_to("briefs", KNOWN_GAPS);
}

#[test]
fn the_reader_finds_it_in_the_second_set_too() {
    hold_to("briefs2", KNOWN_GAPS_OF_THE_SECOND_SET);
}

#[test]
fn the_reader_finds_it_in_the_third_set_too() {
    hold_to("briefs3", KNOWN_GAPS_OF_THE_THIRD_SET);
}

#[test]
fn every_expectation_stands_where_its_sidecar_says() {
    for document in documents("briefs").into_iter().chain(documents("briefs2")).chain(documents("briefs3")) {
        let text = String::from_utf8(document.bytes).expect("fixtures are UTF-8");
        let lines: Vec<&str> = text.lines().collect();
        for place in document.expected.normative.iter().chain(&document.expected.optional) {
            let line = lines.get(place.line as usize - 1).copied().unwrap_or_default();
            let line = plain(&line.replace("<br>", " "));
            let at = format!("{}:{}", document.name, place.line);
            assert!(line.contains(&plain(&place.starts_with)), "{at}: `{}` is not there", place.starts_with);
        }
        assert!(!document.expected.normative.is_empty(), "{} asks for nothing", document.name);
    }
}

#[test]
fn the_document_with_a_byte_order_mark_still_has_it() {
    let documents = documents("briefs");
    let marked =
        documents.iter().find(|d| d.bytes.starts_with("\u{FEFF}".as_bytes())).expect("one with a mark");
    assert!(marked.bytes.windows(2).any(|pair| pair == b"\r\n"), "{} lost its line ends", marked.name);
}

#[test]
fn the_demo_briefs_are_read_as_what_they_are() {
    let cases: &[(&str, Shape, usize, &[&str], usize)] = &[
        ("checkout.md", Shape::SpecKit, 20, &["Cart", "Cart Line", "Order", "Address", "Payment"], 1),
        ("refunds.md", Shape::Kiro, 27, &["Refund_Request", "Order_Line", "Return_Label"], 0),
        ("store-pickup.md", Shape::OpenSpec, 18, &["Store", "Pickup Order", "Pickup Line"], 2),
        ("gift-cards.md", Shape::UserStories, 24, &["Gift card", "Booking", "Design"], 2),
        ("loyalty.txt", Shape::Prose, 5, &["Member", "Reward", "Campaign"], 2),
        ("ideas.md", Shape::Prose, 1, &[], 3),
    ];
    let mut faults = BTreeSet::new();
    for (name, shape, least, entities, questions) in cases {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/demo").join(name);
        let brief =
            read(name, &fs::read(path).expect("a demo brief")).unwrap_or_else(|e| panic!("{name}: {e}"));
        let normative = brief.statements.iter().filter(|s| s.force == Force::Normative).count();
        let found: Vec<String> = brief.entities.iter().map(|e| e.name.clone()).collect();
        let actors: Vec<&str> = brief.actors.iter().map(|a| a.text.as_str()).collect();
        println!("{name}: {normative} statements bind, actors {actors:?}, entities {found:?}");
        if brief.shape != *shape || brief.language != "en" {
            faults.insert(format!("{name}: {} in {}", shape_name(brief.shape), brief.language));
        }
        if normative < *least {
            faults.insert(format!("{name}: {normative} of {least} statements"));
        }
        if brief.open_questions.len() < *questions {
            faults.insert(format!("{name}: {} open questions of {questions}", brief.open_questions.len()));
        }
        let absent = entities.iter().filter(|entity| !names(&found, entity));
        faults.extend(absent.map(|entity| format!("{name}: no entity {entity}")));
    }
    only_known(&faults, KNOWN_GAPS_OF_THE_DEMO, "");
}
