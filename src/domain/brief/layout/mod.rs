//! Plain text that is laid out for the eye, as the Markdown that says the same: page furniture taken off, drawn
//! tables made tables, mail and minutes freed of what is no part of the product, outlines told by their
//! examples. Every line keeps the number that it has in the document.

use std::borrow::Cow;

mod annexes;
mod asciidoc;
mod banner;
mod cells;
mod columns;
mod counted;
mod decided;
mod glued;
mod grid;
mod html;
mod labelled;
mod letter;
mod mail;
mod minutes;
mod org;
mod outline;
mod pages;
mod restructured;
mod wiki;

/// One line, and where it stands in the document.
pub(super) struct Row<'t> {
    text: Cow<'t, str>,
    line: u32,
    /// Between the marks of fenced code.
    fenced: bool,
}

impl<'t> Row<'t> {
    fn like(&self, text: impl Into<Cow<'t, str>>) -> Self {
        Row { text: text.into(), line: self.line, fenced: self.fenced }
    }

    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// A document as it is read.
pub(super) struct Laid<'t> {
    text: Cow<'t, str>,
    /// The line in the document of each line of the text; none where nothing moved.
    lines: Option<Vec<u32>>,
    pub(super) manner: Manner,
}

/// In which manner a document is written.
#[derive(Default)]
pub(super) struct Manner {
    /// As people speak, to people: mail, minutes.
    pub(super) spoken: bool,
    /// A letter without a head.
    pub(super) letter: bool,
    /// Who was at the meeting, where its minutes mark what was decided: what one of them says is then no decision.
    pub(super) present: Vec<String>,
}

impl Laid<'_> {
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The line in the document of a line of the text, both from 1.
    pub(super) fn line(&self, line: u32) -> u32 {
        let Some(lines) = &self.lines else { return line };
        let at = usize::try_from(line).unwrap_or(usize::MAX).saturating_sub(1);
        lines.get(at).or(lines.last()).copied().unwrap_or(line)
    }
}

/// Lays a document out. What is Markdown already stays as it is.
pub(super) fn laid(source: &str) -> Laid<'_> {
    let source = with_line_ends(source);
    let mut rows = rows(&source);
    // Other languages of marks first: what is left is Markdown's own, or plain.
    let mut changed = org::unmark(&mut rows) | asciidoc::unmark(&mut rows);
    changed |= restructured::unmark(&mut rows) | html::unmark(&mut rows);
    changed |= wiki::lists(&mut rows);
    let plain = !rows.iter().any(|row| !row.fenced && is_heading(&row.text));
    changed |= outline::expand(&mut rows, source.len());
    let mut manner = Manner::default();
    changed |= banner::headings(&mut rows);
    if plain {
        manner.letter = letter::unwrap(&mut rows);
        manner.spoken = manner.letter || mail::unwrap(&mut rows);
    }
    if let Some(present) = minutes::unfold(&mut rows, plain) {
        (manner.spoken, manner.present) = (true, present);
    }
    changed |= manner.spoken;
    if plain {
        changed |= pages::strip(&mut rows) | counted::headings(&mut rows) | annexes::headings(&mut rows);
    }
    changed |= wiki::unmark(&mut rows);
    changed |= grid::tables(&mut rows);
    changed |= columns::tables(&mut rows);
    changed |= cells::tables(&mut rows);
    changed |= glued::bullets(&mut rows);
    changed |= labelled::lines(&mut rows);
    if !changed {
        drop(rows);
        return Laid { text: source, lines: None, manner };
    }
    let lines = rows.iter().map(|row| row.line).collect();
    let mut text = String::with_capacity(source.len());
    for row in &rows {
        text.push_str(&row.text);
        text.push('\n');
    }
    Laid { text: Cow::Owned(text), lines: Some(lines), manner }
}

/// Carriage returns end lines where nothing else does; beside line feeds they end none, for lines are counted by those.
fn with_line_ends(source: &str) -> Cow<'_, str> {
    if source.contains('\n') || !source.contains('\r') {
        return Cow::Borrowed(source);
    }
    Cow::Owned(source.replace('\r', "\n"))
}

fn rows(source: &str) -> Vec<Row<'_>> {
    let mut fence: Option<&str> = None;
    let lines: Vec<&str> = source.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line)).collect();
    // What is fenced ends with a line of marks that underlines nothing: before the last one, marks fence.
    let last = |mark: char| {
        let ends = |at: &usize| {
            let line = lines.get(*at).map_or("", |line| line.trim());
            line.len() >= 3 && line.chars().all(|c| c == mark) && !restructured::heads(&lines, *at)
        };
        (0..lines.len()).rev().find(ends).unwrap_or_default()
    };
    let (graves, tildes) = (last('`'), last('~'));
    let told = lines.iter().enumerate().map(|(index, text)| {
        let trimmed = text.trim_start();
        let drawn = |mark: &str| {
            let last = if mark == "```" { graves } else { tildes };
            fence.is_none() && last <= index && restructured::heads(&lines, index)
        };
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(mark) && !drawn(mark));
        let fenced = fence.is_some() || mark.is_some();
        match (fence, mark) {
            (None, Some(_)) => fence = mark,
            (Some(open), Some(mark)) if open == mark => fence = None,
            _ => {}
        }
        let line = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1);
        Row { text: Cow::Borrowed(text), line, fenced }
    });
    told.collect()
}

/// A heading with Markdown's own mark.
fn is_heading(line: &str) -> bool {
    let depth = line.bytes().take_while(|b| *b == b'#').count();
    (1..=6).contains(&depth) && line.get(depth..).is_some_and(|rest| rest.starts_with(' '))
}

/// A field such as `Subject: …` by one of several names, and what it says.
fn field<'l>(line: &'l str, names: &[&str]) -> Option<&'l str> {
    let (name, rest) = line.split_once(':')?;
    let lower = name.trim().trim_matches('*').to_lowercase();
    (name.len() < 40 && names.contains(&lower.as_str())).then(|| rest.trim_start_matches('*').trim())
}
