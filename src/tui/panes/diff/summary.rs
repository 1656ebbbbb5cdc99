//! The changes by identity: how many of which, then each with its sign, its sentence and its fields.

use serde_json::Value;

use crate::domain::diff::{self as lines, Change, Changes, Element, Field, Kind, Tag};
use crate::domain::text::Shown;
use crate::tui::panes::pen::Pen;
use crate::tui::panes::wrap::columns;
use crate::tui::theme::Look;

/// The most changes that are listed.
const MOST: usize = 2_000;
/// The longest texts, in bytes, whose words are compared here.
const REFINED: usize = 2_000;

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
    if changes.changes.iter().all(is_its_number) {
        return pen.say("Nothing but the version of the design changed.", Look::Plain);
    }
    let mut counts = vec![[0_usize; Kind::ALL.len()]; ELEMENTS.len()];
    for change in changes.changes.iter().filter(|change| !is_its_number(change)) {
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
    let is_listed = |change: &Change| change.kind != Kind::Renumbered && !is_its_number(change);
    let listed = changes.changes.iter().enumerate().filter(|(_, change)| is_listed(change));
    for (at, each) in listed.clone().take(MOST) {
        change(pen, each, at + 1, is_current, is_folded(at + 1));
    }
    let left = listed.skip(MOST).count();
    if left > 0 {
        pen.say(format!("… {left} more changes; frieze diff lists them all"), Look::Dim);
    }
}

/// Whether only the number changed that every design has another one of.
fn is_its_number(change: &Change) -> bool {
    change.element == Element::Design
        && !change.fields.is_empty()
        && change.fields.iter().all(|field| field.name == "version")
}

fn change(pen: &mut Pen, change: &Change, tag: usize, is_current: bool, folded: bool) {
    let (sign, look) = sign(change.kind);
    let with_fields = !change.fields.is_empty() && change.kind != Kind::Moved;
    // What stands in the fields need not stand in the sentence as well.
    let before_fields = change.fields.first().filter(|_| with_fields && !folded);
    let sentence = match before_fields {
        Some(_) if change.element == Element::Design => "changed the design",
        Some(field) => {
            let cut = change.sentence.split_once(&format!(": {} ", field.name));
            cut.map_or(change.sentence.as_str(), |(before, _)| before)
        }
        None => change.sentence.as_str(),
    };
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
        if spans.len() == 2 {
            spans.push(pen.own("  the same entries, repeated or in another order", Look::Dim));
        }
        return pen.text(&spans, 6);
    }
    let (old, new) = (told(&field.old), told(&field.new));
    if !field.old.is_null()
        && !field.new.is_null()
        && columns(&name.content) + old.len() + new.len() + 12 < pen.width
    {
        let (old, new) = (pen.prose(&old, Look::Removed), pen.prose(&new, Look::Added));
        return pen.text(
            &[
                pen.own("    ", Look::Plain),
                name,
                pen.own("  ", Look::Plain),
                old,
                pen.own(" → ", Look::Dim),
                new,
            ],
            6,
        );
    }
    pen.text(&[pen.own("    ", Look::Plain), name], 6);
    let compared = if old.len() + new.len() <= REFINED { lines::text(&old, &new, 0) } else { Vec::new() };
    for (sign, value, is_null, tag, looks) in [
        ("− ", &old, field.old.is_null(), Tag::Removed, (Look::Removed, Look::RemovedPart)),
        ("+ ", &new, field.new.is_null(), Tag::Added, (Look::Added, Look::AddedPart)),
    ] {
        if is_null {
            continue;
        }
        let mut spans = vec![pen.own("      ", Look::Plain), pen.own(sign, looks.0)];
        let parts = compared.iter().flat_map(|hunk| &hunk.lines).filter(|line| line.tag == tag);
        let before = spans.len();
        for part in parts.flat_map(|line| &line.parts) {
            let look = if part.changed { looks.1 } else { looks.0 };
            spans.push(pen.own(Shown::line(&part.text).into_string(), look));
        }
        if spans.len() == before {
            spans.push(pen.prose(value, looks.0));
        }
        pen.text(&spans, 8);
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
