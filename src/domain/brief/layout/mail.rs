//! A letter by mail: its subject is its title, its other fields and the letters it answers are no part of it.

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
    for row in rows.iter_mut().take(end).skip(first) {
        *row = row.like("");
    }
    for row in rows.iter_mut().skip(end).filter(|row| row.text.starts_with('>') && !row.fenced) {
        *row = row.like("");
    }
    if let Some(row) = rows.get_mut(at) {
        *row = row.like(format!("# {title}"));
    }
    true
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
