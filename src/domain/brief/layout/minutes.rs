//! Minutes of a meeting: their topics are headings, every line is a thought of its own, and who was there is
//! nobody that the product knows.

use super::decided::{announcing, parted};
use super::{Row, field};

const PRESENT: &[&str] = &[
    "present",
    "attendees",
    "attending",
    "participants",
    "excused",
    "apologies",
    "absent",
    "anwesend",
    "anwesende",
    "teilnehmer",
    "entschuldigt",
    "présents",
    "participants",
    "excusés",
    "presentes",
    "asistentes",
    "participantes",
    "aanwezig",
];
#[rustfmt::skip]
const NAMES: &[&str] = &[
    "minutes", "protokoll", "besprechungsprotokoll", "sitzungsprotokoll", "meeting notes", "compte rendu",
    "compte-rendu", "acta", "ata", "notulen", "verbale",
];
const TOPICS: &[&str] =
    &["top", "agenda item", "item", "topic", "tagesordnungspunkt", "punkt", "point", "ponto", "punto"];
/// Further fields of the head of minutes.
#[rustfmt::skip]
const HEAD: &[&str] = &[
    "date", "time", "place", "location", "room", "chair", "chairman", "minutes", "minutes taken by", "minute taker", "copy to",
    "copies to", "distribution", "cc", "datum", "uhrzeit", "zeit", "ort", "raum", "leitung", "vorsitz", "protokoll",
    "protokollführung", "protokollant", "protokollantin", "schriftführung", "verteiler", "fecha", "lugar", "hora", "lieu",
    "heure", "rédaction", "plaats", "notulist",
];
/// Minutes say what they are this near to the top.
const NEAR: usize = 12;

/// So many decisions that are marked as such, and what else is said is talk.
const MARKED: usize = 3;

/// Sets what minutes say line by line apart. Nothing if it is no minutes; else who was there, where what they decided
/// is marked.
pub(super) fn unfold(rows: &mut Vec<Row<'_>>, plain: bool) -> Option<Vec<String>> {
    let mut top = rows.iter().filter(|row| !row.is_blank()).take(NEAR);
    let titled = rows.iter().find(|row| !row.is_blank()).is_some_and(|row| is_titled(&row.text));
    // With headings of its own only a title tells minutes from other texts that name people.
    let names_people = plain && top.any(|row| field(&row.text, PRESENT).is_some());
    // `Present: …` beside `Apologies: …` or `Date: …` heads nothing else.
    let told: Vec<&str> =
        rows.iter().filter(|row| !row.is_blank()).take(NEAR).map(|row| row.text.as_ref()).collect();
    let attended = told.iter().filter(|line| field(line, PRESENT).is_some()).count();
    let headed = attended > 1 || attended == 1 && told.iter().any(|line| field(line, HEAD).is_some());
    if !titled && !names_people && !headed {
        return None;
    }
    let people = people(rows);
    let mut out: Vec<Row<'_>> = Vec::with_capacity(rows.len() + rows.len() / 2);
    let mut ended = false;
    let mut listing = false;
    let mut marked = 0;
    // The last line decided something and its sentence did not end.
    let mut open = false;
    let mut announced = false;
    for row in std::mem::take(rows) {
        announced &= !row.is_blank();
        if row.fenced || row.is_blank() || row.text.starts_with(['|', '#']) {
            (ended, open, listing) = (false, false, false);
            out.push(row);
            continue;
        }
        let headed = usize::try_from(row.line).is_ok_and(|line| line <= NEAR);
        let lists = field(&row.text, PRESENT).is_some();
        listing = lists || listing && goes_on(&row.text);
        if listing || headed && field(&row.text, HEAD).is_some() {
            out.push(row.like(""));
            continue;
        }
        if let Some(title) = topic(&row.text) {
            let heading = format!("## {title}");
            out.extend([row.like(""), row.like(heading), row.like("")]);
            ended = false;
            continue;
        }
        let told = without_people(&row.text, &people);
        // `… it was agreed that` at the end of a line: the next one says what.
        let told =
            if std::mem::take(&mut announced) { format!("Decision: {}", told.trim_start()) } else { told };
        if let Some(before) = announcing(&told) {
            announced = true;
            ended = true;
            out.push(row.like(before.to_owned()));
            continue;
        }
        let (before, decided) = parted(&told);
        let starts = !row.text.starts_with([' ', '\t', '-', '*', '+', '•']);
        let sets_off = decided.is_some() || told.len() < row.text.len() && starts;
        let goes_on = open && row.text.starts_with(char::is_lowercase);
        if starts && (ended || sets_off) && !goes_on {
            out.push(row.like(""));
        }
        if !before.is_empty() {
            out.push(row.like(before.to_owned()));
        }
        let whole = told.trim_end().ends_with(['.', '!', '?', ')', '"', '”']);
        open = !whole && (decided.is_some() || goes_on);
        ended = whole || decided.is_some();
        if let Some(decided) = decided {
            marked += 1;
            out.extend([row.like(""), row.like(format!("DECISION: {decided}"))]);
        }
    }
    *rows = out;
    Some(if marked < MARKED { Vec::new() } else { people })
}

/// A line with more of those who were there: names and what they do, and no field and no sentence.
fn goes_on(line: &str) -> bool {
    let text = line.trim();
    !text.is_empty()
        && !text.contains(':')
        && !text.starts_with(['#', '-', '*', '|', '+'])
        && text.contains([',', '('])
        && text.chars().next().is_some_and(char::is_uppercase)
}

fn is_titled(line: &str) -> bool {
    let lower = line.trim_start_matches(['#', '*', ' ']).to_lowercase();
    NAMES.iter().any(|name| {
        lower.strip_prefix(name).is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric()))
    })
}

/// `TOP 3  members & fees`, `Item 2: Opening hours`.
fn topic(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let word = TOPICS.iter().find(|word| {
        lower.strip_prefix(**word).is_some_and(|rest| rest.starts_with(' ') || rest.starts_with(':'))
    })?;
    let rest = line.get(word.len()..)?.trim_start();
    let digits = rest.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let title = rest.get(digits..)?.trim_start_matches([':', '.', ')', '-', '–', ' ', '\t']).trim_end();
    let fits = digits > 0 && (1..=12).contains(&title.split_whitespace().count());
    (fits && !title.ends_with('.')).then_some(title)
}

/// The names of those whom the head lists.
fn people(rows: &[Row<'_>]) -> Vec<String> {
    let mut listed = String::new();
    let mut open = false;
    for row in rows.iter().take(NEAR * 2) {
        let list = field(&row.text, PRESENT);
        // The list goes on in the next line.
        open = list.is_some() || open && goes_on(&row.text);
        if open {
            let joint = if list.is_some() { ", " } else { " " };
            listed.push_str(joint);
            listed.push_str(list.unwrap_or(&row.text));
        }
    }
    let names = listed.split([',', ';']).flat_map(|one| {
        let named = one.split('(').next().unwrap_or_default();
        named.split_whitespace().filter(|word| {
            let title = word.ends_with('.') || matches!(*word, "Herr" | "Frau" | "later");
            word.starts_with(char::is_uppercase) && word.len() > 2 && !title
        })
    });
    names.take(60).map(str::to_owned).collect()
}

/// A line without who said it, and without what somebody takes care of.
fn without_people(line: &str, people: &[String]) -> String {
    let indent = line.len() - line.trim_start().len();
    let spoken = line.get(indent..).and_then(|told| told.split_once(": ")).filter(|(who, _)| {
        let mut words = who.split_whitespace();
        // An item keeps its mark, and with it the name.
        let item = who.starts_with(['-', '*', '+', '•']);
        let tasked = matches!(words.clone().next(), Some("TODO" | "ACTION" | "Action" | "Todo"));
        !item
            && !tasked
            && words.clone().count() <= 3
            && words.any(|word| people.iter().any(|name| name == word))
    });
    let mut told = match spoken {
        Some((_, rest)) => format!("{}{rest}", line.get(..indent).unwrap_or_default()),
        None => line.to_owned(),
    };
    if let Some(open) = told.rfind(" (")
        && let Some(close) = told.get(open..).and_then(|rest| rest.find(')')).map(|at| at + open + 1)
        && told
            .get(open..close)
            .is_some_and(|inside| people.iter().any(|name| inside.contains(name.as_str())))
    {
        told.replace_range(open..close, "");
    }
    told
}
