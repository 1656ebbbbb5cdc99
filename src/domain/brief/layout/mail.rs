//! A letter by mail: its subject is its title; its other fields, greetings and signatures are no part of it. A line that
//! it quotes to answer it is the question; the letters below that it goes on from are letters as well.

use std::collections::BTreeSet;

use super::{Row, field};

#[rustfmt::skip]
const FIELDS: &[&str] = &[
    "from", "to", "cc", "bcc", "date", "sent", "reply-to", "message-id", "importance", "attachments", "von", "an",
    "gesendet", "datum", "de", "para", "a", "à", "data", "fecha", "envoyé", "enviado",
];
const SUBJECT: &[&str] = &["subject", "betreff", "asunto", "assunto", "objet", "oggetto", "onderwerp"];
const ANSWERS: &[&str] = &["re", "fw", "fwd", "aw", "wg", "tr", "rv", "enc", "sv", "antw"];
/// A mail's head stands this near to the top.
const NEAR: usize = 14;

/// Takes a mail out of its head. False if it is none.
pub(super) fn unwrap(rows: &mut [Row<'_>]) -> bool {
    let Some(first) = rows.iter().position(|row| !row.is_blank()) else { return false };
    let head = rows.iter().skip(first).take(NEAR).take_while(|row| !row.is_blank());
    let (mut fields, mut subject) = (0, None);
    let mut end = first;
    for (at, row) in head.enumerate() {
        if let Some(told) = field(&row.text, SUBJECT) {
            subject = Some((first + at, unanswered(told).to_owned()));
        } else if field(&row.text, FIELDS).is_some() {
            fields += 1;
        }
        end = first + at + 1;
    }
    let Some((at, title)) = subject.filter(|(_, title)| fields > 0 && !title.is_empty()) else {
        return false;
    };
    let head = rows.iter().take(end).skip(first).filter(|row| field(&row.text, SUBJECT).is_none());
    let mut people: BTreeSet<String> = head.flat_map(|row| names(&row.text)).collect();
    for row in rows.iter_mut().take(end).skip(first) {
        *row = row.like("");
    }
    former(rows, end, &title, &mut people);
    unsigned(rows, end);
    for row in rows.iter_mut().skip(end).filter(|row| !row.fenced) {
        if is_address(&row.text, &people) {
            *row = row.like("");
        }
    }
    if let Some(row) = rows.get_mut(at) {
        *row = row.like(format!("# {title}"));
    }
    true
}

/// Opens the letters below, each under the subject, and takes out the lines that are quoted above them.
fn former(rows: &mut [Row<'_>], from: usize, title: &str, people: &mut BTreeSet<String>) {
    let quoted = |row: &Row<'_>| row.text.starts_with('>') && !row.fenced;
    let last = rows.iter().rposition(|row| !row.is_blank() && !quoted(row)).unwrap_or(from);
    // What follows the last words of the letter itself, where those say who wrote it.
    let below = if rows.get(last).is_some_and(|row| is_attribution(&row.text)) { last } else { rows.len() };
    // A long line of who wrote it was broken.
    let opened = ["On ", "Am ", "Le ", "El ", "Op ", "Em ", "Il "];
    if let Some(row) = below.checked_sub(1).and_then(|at| rows.get_mut(at))
        && opened.iter().any(|word| row.text.starts_with(word))
    {
        people.extend(names(&row.text));
        *row = row.like("");
    }
    let mut asked: BTreeSet<String> = BTreeSet::new();
    for row in rows.iter_mut().take(below).skip(from).filter(|row| quoted(row)) {
        asked.insert(unquoted(&row.text).to_owned());
        *row = row.like("");
    }
    for row in rows.iter_mut().skip(below).filter(|row| !row.fenced) {
        let told = unquoted(&row.text).to_owned();
        if is_attribution(&told) {
            people.extend(names(&told));
            *row = row.like(format!("# {title}"));
        } else if asked.contains(told.trim()) {
            *row = row.like("");
        } else {
            *row = row.like(told);
        }
    }
}

/// Takes out what stands below `--` at the end of a letter: who wrote it, and what they put under every one.
fn unsigned(rows: &mut [Row<'_>], from: usize) {
    const MOST: usize = 6;
    let signs = |at: &usize| {
        let marks = rows.get(*at).is_some_and(|row| !row.fenced && row.text.trim_end() == "--");
        // Straight below a line it makes a heading of that.
        let apart = at.checked_sub(1).and_then(|above| rows.get(above)).is_some_and(Row::is_blank);
        let below = || rows.iter().skip(at + 1);
        let size = below().take_while(|row| !row.is_blank()).count();
        let next = below().skip(size).find(|row| !row.is_blank());
        let is_last = next.is_none_or(|row| {
            row.text.starts_with('>')
                || row.text.trim().len() > 4 && row.text.trim().chars().all(|c| matches!(c, '-' | '_' | '='))
        });
        marks && apart && is_last && size <= MOST
    };
    let signed: Vec<usize> = (from..rows.len()).filter(signs).collect();
    for at in signed {
        for row in rows.iter_mut().skip(at).take_while(|row| !row.is_blank()) {
            *row = row.like("");
        }
    }
}

fn unquoted(line: &str) -> &str {
    let rest = line.trim_start_matches(['>', ' ']);
    // Where a list stands in the letter its indent is kept.
    let marks = line.len() - rest.len();
    let depth = line.get(..marks).and_then(|head| head.rfind('>')).map_or(0, |at| at + 1);
    let body = line.get(depth..).unwrap_or(rest);
    body.strip_prefix(' ').unwrap_or(body).trim_end()
}

/// `On Mon, 3 Feb, Ana Maier wrote:`
fn is_attribution(line: &str) -> bool {
    #[rustfmt::skip]
    const WROTE: &[&str] = &[
        "wrote:", "schrieb:", "a écrit :", "a écrit:", "escribió:", "escreveu:", "schreef:", "ha scritto:", "skrev:",
    ];
    let lower = line.trim().to_lowercase();
    lower.len() < 200 && WROTE.iter().any(|end| lower.ends_with(end))
}

/// The words of names in a field of the head, or before `wrote:`.
fn names(line: &str) -> Vec<String> {
    let told = line.split_once(':').filter(|(name, _)| FIELDS.contains(&name.trim().to_lowercase().as_str()));
    let told = told.map_or(line, |(_, rest)| rest);
    let fits = |word: &&str| word.chars().count() > 1 && word.chars().all(char::is_alphabetic);
    // Of an address only what stands before its sign.
    let words =
        told.split([' ', ',', ';', '<', '>', '"', '(', ')']).filter_map(|word| word.split('@').next());
    words.flat_map(|word| word.split(['.', '_', '-', '+'])).filter(fits).map(str::to_lowercase).collect()
}

/// `Dear Ana,`, `Best, Jo`, `J. Brown`: a name on a line of its own, whatever it is greeted with.
fn is_address(line: &str, people: &BTreeSet<String>) -> bool {
    #[rustfmt::skip]
    const GREETING: &[&str] = &[
        "dear", "hi", "hello", "hey", "best", "regards", "cheers", "thanks", "kind", "many", "yours", "sincerely", "love",
        "liebe", "lieber", "hallo", "gruß", "grüße", "viele", "beste", "herzliche", "hola", "saludos", "bonjour", "cordialement",
        "and", "all",
    ];
    let words: Vec<String> = line
        .split([' ', ',', '.', '!', '-', '–', '—'])
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    let named = words.iter().any(|word| people.contains(word));
    let known = |word: &String| {
        people.contains(word) || GREETING.contains(&word.as_str()) || word.chars().count() == 1
    };
    (1..=5).contains(&words.len()) && named && words.iter().all(known)
}

/// `Re: Fwd: A subject` → `A subject`.
fn unanswered(subject: &str) -> &str {
    let mut rest = subject.trim();
    while let Some((mark, after)) = rest.split_once(':')
        && ANSWERS.contains(&mark.trim().to_lowercase().as_str())
    {
        rest = after.trim();
    }
    rest
}
