//! Changes by identity: counts per kind of element, then each change with sign, sentence and fields.

use ratatui::text::Span;
use serde_json::Value;
use strum::VariantArray as _;

use super::text;
use crate::tui::panes::pen::Pen;
use crate::tui::panes::row_tag::RowTag;
use crate::tui::panes::wrap::{Ends, columns, wrapped};
use crate::tui::view::theme::TextStyle;
use crate::tui::widgets::listing::Row;
use frieze_data::text::Shown;
use frieze_intent::diff as lines;
use frieze_intent::diff::{Change, Changes, Element, Field, Kind, Tag};

/// The most changes listed.
const MOST: usize = 2_000;
/// The columns of a field with its old and its new value on one line.
const INLINE: usize = 80;
/// The longest pair of texts, in bytes, that is compared word by word.
const REFINED: usize = 2_000;

pub fn write(pen: &mut Pen, changes: &Changes, is_current: bool, is_folded: impl Fn(RowTag) -> bool) {
    if changes.is_empty() {
        return pen.say("No element changed, only the formatting of the file.", TextStyle::Plain);
    }
    if changes.shown().next().is_none() {
        return pen.say("Only the version number changed.", TextStyle::Plain);
    }
    for element in Element::VARIANTS {
        let mut spans = vec![pen.own(format!("{:<15}", element.words().1), TextStyle::Dim)];
        for kind in Kind::ALL {
            let count = changes.count(kind, *element);
            if count > 0 {
                let (sign, style) = sign(kind);
                spans.push(pen.own(format!("{sign} {count} {}  ", kind.word()), style));
            }
        }
        if spans.len() > 1 {
            pen.text(&spans, 15);
        }
    }
    pen.gap();
    let listed = changes.shown().filter(|(_, change)| change.kind != Kind::Renumbered);
    for (at, each) in listed.clone().take(MOST) {
        let tag = RowTag::Change(at);
        change(pen, each, tag, is_current, is_folded(tag));
    }
    let left = listed.skip(MOST).count();
    if left > 0 {
        pen.say(format!("… {left} more changes; frieze diff shows all"), TextStyle::Dim);
    }
}

fn change(pen: &mut Pen, change: &Change, tag: RowTag, is_current: bool, folded: bool) {
    let (sign, style) = sign(change.kind);
    let with_fields = !change.fields.is_empty() && change.kind != Kind::Moved;
    // The sentence ends before its fields if they are listed below it.
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
        pen.own(format!("{sign} "), style),
        pen.prose(sentence, if before_fields.is_some() { TextStyle::Strong } else { TextStyle::Plain }),
        pen.own("  ", TextStyle::Plain),
        pen.name(&change.pointer, TextStyle::Reference),
    ];
    if change.kind == Kind::Removed {
        spans.push(pen.own(" before", TextStyle::Dim));
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
    let name = pen.name(&field.name, TextStyle::Dim);
    if let (Some(old), Some(new)) = (list(&field.old), list(&field.new))
        && let Some((removed, added)) = entries(old, new)
    {
        let mut spans = vec![pen.own("    ", TextStyle::Plain), name];
        for entry in added.into_iter().take(200) {
            spans.extend([pen.own("  + ", TextStyle::Added), pen.prose(entry, TextStyle::Added)]);
        }
        for entry in removed.into_iter().take(200) {
            spans.extend([pen.own("  − ", TextStyle::Removed), pen.prose(entry, TextStyle::Removed)]);
        }
        if spans.len() == 2 {
            spans.push(pen.own("  same entries in another order", TextStyle::Dim));
        }
        return pen.text(&spans, 6);
    }
    let (old, new) = (plain(&field.old), plain(&field.new));
    if !field.old.is_null()
        && !field.new.is_null()
        && columns(&name.content) + old.len() + new.len() + 12 < pen.width.min(INLINE)
    {
        let (old, new) = (pen.prose(&old, TextStyle::Removed), pen.prose(&new, TextStyle::Added));
        return pen.text(
            &[
                pen.own("    ", TextStyle::Plain),
                name,
                pen.own("  ", TextStyle::Plain),
                old,
                pen.own(" → ", TextStyle::Dim),
                new,
            ],
            6,
        );
    }
    pen.text(&[pen.own("    ", TextStyle::Plain), name], 6);
    // With all lines of both texts.
    let compared =
        if old.len() + new.len() <= REFINED { lines::text(&old, &new, REFINED) } else { Vec::new() };
    let half = text::half(pen).filter(|_| !field.old.is_null() && !field.new.is_null());
    let side = |sign, value: &str, tag, styles: (TextStyle, TextStyle)| {
        let is_here = |line: &&lines::Line| line.tag == tag || line.tag == Tag::Same;
        let own = |part: &lines::Part| {
            let style = if part.changed { styles.1 } else { styles.0 };
            pen.own(Shown::line(&part.text).into_string(), style)
        };
        let here = compared.iter().flat_map(|hunk| &hunk.lines).filter(is_here);
        let mut texts: Vec<Vec<Span<'static>>> =
            here.map(|line| line.parts.iter().map(own).collect()).collect();
        if texts.is_empty() {
            texts = value.split('\n').take(MOST).map(|line| vec![pen.prose(line, styles.0)]).collect();
        }
        let mut rows = Vec::new();
        for (at, text) in texts.into_iter().enumerate() {
            let sign = pen.own(if at == 0 { sign } else { "  " }, styles.0);
            let lead = [pen.own("      ", TextStyle::Plain), sign];
            let spans: Vec<_> = lead.into_iter().chain(text).collect();
            rows.extend(wrapped(&spans, half.unwrap_or(pen.width), 8, Ends::Words));
        }
        rows
    };
    let removed = (TextStyle::Removed, TextStyle::RemovedPart);
    let added = (TextStyle::Added, TextStyle::AddedPart);
    let old = side("− ", &old, Tag::Removed, removed);
    let new = side("+ ", &new, Tag::Added, added);
    if let Some(half) = half {
        return text::pair(pen, half, old, new);
    }
    let old = old.into_iter().filter(|_| !field.old.is_null());
    let new = new.into_iter().filter(|_| !field.new.is_null());
    old.chain(new).for_each(|line| pen.row(Row::text(line)));
}

/// The entries of a list; one that is left out is empty.
fn list(value: &Value) -> Option<&[Value]> {
    match value {
        Value::Array(all) => Some(all),
        Value::Null => Some(&[]),
        Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_) => None,
    }
}

/// The texts that were removed from a list and added to it.
fn entries<'a>(old: &'a [Value], new: &'a [Value]) -> Option<(Vec<&'a str>, Vec<&'a str>)> {
    let texts = |list: &'a [Value]| list.iter().map(Value::as_str).collect::<Option<Vec<&str>>>();
    let (old, new) = (texts(old)?, texts(new)?);
    let (before, after): (std::collections::HashSet<_>, std::collections::HashSet<_>) =
        (old.iter().copied().collect(), new.iter().copied().collect());
    let removed = old.into_iter().filter(|entry| !after.contains(entry)).collect();
    let added = new.into_iter().filter(|entry| !before.contains(entry)).collect();
    Some((removed, added))
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

pub fn sign(kind: Kind) -> (char, TextStyle) {
    match kind {
        Kind::Added => ('+', TextStyle::Added),
        Kind::Removed => ('−', TextStyle::Removed),
        Kind::Renamed => ('→', TextStyle::Attention),
        Kind::Reworded | Kind::Changed => ('~', TextStyle::Attention),
        Kind::Moved => ('↕', TextStyle::Reference),
        Kind::Renumbered => ('#', TextStyle::Dim),
    }
}
