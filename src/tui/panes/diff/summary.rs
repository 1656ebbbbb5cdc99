//! The changes by identity: how many of which, then each with its sign, its sentence and its fields.

use serde_json::Value;

use crate::domain::diff::{Change, Changes, Element, Field, Kind};
use crate::tui::panes::pen::Pen;
use crate::tui::theme::Look;

/// The most changes that are listed.
const MOST: usize = 2_000;

const ELEMENTS: [Element; 12] = [
    Element::Component,
    Element::Flow,
    Element::Entity,
    Element::Requirement,
    Element::Goal,
    Element::Step,
    Element::Alternative,
    Element::Attribute,
    Element::Relationship,
    Element::Interaction,
    Element::OpenQuestion,
    Element::Design,
];

pub fn write(pen: &mut Pen, changes: &Changes, is_current: bool, is_folded: impl Fn(usize) -> bool) {
    if changes.is_empty() {
        return pen.say("No element changed; only how the file is written did.", Look::Plain);
    }
    let mut counts = vec![[0_usize; Kind::ALL.len()]; ELEMENTS.len()];
    for change in &changes.changes {
        let element = ELEMENTS.iter().position(|element| *element == change.element).unwrap_or(0);
        let kind = Kind::ALL.iter().position(|kind| *kind == change.kind).unwrap_or(0);
        if let Some(count) = counts.get_mut(element).and_then(|kinds| kinds.get_mut(kind)) {
            *count += 1;
        }
    }
    for (element, counts) in ELEMENTS.iter().zip(counts) {
        let mut spans = vec![pen.own(format!("{:<15}", element.words().1), Look::Dim)];
        for (kind, count) in Kind::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0) {
            let (sign, look) = sign(kind);
            spans.push(pen.own(format!("{sign} {count} {}  ", kind.word()), look));
        }
        if spans.len() > 1 {
            pen.text(&spans, 15);
        }
    }
    pen.gap();
    let listed = changes.changes.iter().enumerate().filter(|(_, change)| change.kind != Kind::Renumbered);
    for (at, each) in listed.clone().take(MOST) {
        change(pen, each, at + 1, is_current, is_folded(at + 1));
    }
    let left = listed.skip(MOST).count();
    if left > 0 {
        pen.say(format!("… {left} more changes; frieze diff lists them all"), Look::Dim);
    }
}

fn change(pen: &mut Pen, change: &Change, tag: usize, is_current: bool, folded: bool) {
    let (sign, look) = sign(change.kind);
    let with_fields = !change.fields.is_empty() && change.kind != Kind::Moved;
    // What stands in the fields need not stand in the sentence as well.
    let before_fields = change.fields.first().filter(|_| with_fields && !folded);
    let sentence = before_fields
        .and_then(|field| change.sentence.split_once(&format!(": {} ", field.name)))
        .map_or(change.sentence.as_str(), |(before, _)| before);
    let mut spans = vec![
        pen.own(format!("{sign} "), look),
        pen.prose(sentence, if before_fields.is_some() { Look::Strong } else { Look::Plain }),
        pen.own("  ", Look::Plain),
        pen.name(&change.pointer, Look::Reference),
    ];
    if change.kind == Kind::Removed {
        spans.push(pen.own(" before", Look::Dim));
    }
    let about = (is_current && change.kind != Kind::Removed).then(|| change.pointer.clone());
    pen.item(&spans, 2, |row| {
        let row = row.tagged(tag);
        match about {
            Some(pointer) => row.about(pointer),
            None => row,
        }
    });
    if before_fields.is_some() {
        for each in &change.fields {
            field(pen, each);
        }
    }
}

fn field(pen: &mut Pen, field: &Field) {
    let name = pen.name(&field.name, Look::Dim);
    if let (Value::Array(old), Value::Array(new)) = (&field.old, &field.new)
        && let Some((gone, come)) = entries(old, new)
    {
        let mut spans = vec![pen.own("    ", Look::Plain), name];
        for entry in come.into_iter().take(200) {
            spans.extend([pen.own("  + ", Look::Added), pen.prose(entry, Look::Added)]);
        }
        for entry in gone.into_iter().take(200) {
            spans.extend([pen.own("  − ", Look::Removed), pen.prose(entry, Look::Removed)]);
        }
        return pen.text(&spans, 6);
    }
    pen.text(&[pen.own("    ", Look::Plain), name], 6);
    for (sign, value, look) in [("− ", &field.old, Look::Removed), ("+ ", &field.new, Look::Added)] {
        if !value.is_null() {
            let value = pen.prose(&told(value), look);
            pen.text(&[pen.own("      ", Look::Plain), pen.own(sign, look), value], 8);
        }
    }
}

/// The texts that a list lost and gained.
fn entries<'a>(old: &'a [Value], new: &'a [Value]) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
    let texts = |list: &'a [Value]| list.iter().map(Value::as_str).collect::<Option<Vec<&str>>>();
    let (old, new) = (texts(old)?, texts(new)?);
    let (before, after): (std::collections::HashSet<_>, std::collections::HashSet<_>) =
        (old.iter().copied().collect(), new.iter().copied().collect());
    let gone = old.into_iter().filter(|entry| !after.contains(entry)).collect();
    let come = new.into_iter().filter(|entry| !before.contains(entry)).collect();
    Some((gone, come))
}

fn told(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub fn sign(kind: Kind) -> (char, Look) {
    match kind {
        Kind::Added => ('+', Look::Added),
        Kind::Removed => ('−', Look::Removed),
        Kind::Renamed => ('→', Look::Attention),
        Kind::Reworded | Kind::Changed => ('~', Look::Attention),
        Kind::Moved => ('↕', Look::Reference),
        Kind::Renumbered => ('#', Look::Dim),
    }
}
