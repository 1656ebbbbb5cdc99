//! Reader of artifacts: the blocks of a document with their lines, and its sections. It reads structure only.

use std::collections::BTreeSet;

use frieze_document::{BlockKind, NotABrief, Row, Why};
use frieze_kernel::files::BRIEF;

/// A document as blocks, in their order.
#[derive(Default)]
pub struct Sections(pub Vec<Block>);

/// A heading, a paragraph, an item, a row of a table or a code block. Its text has no markup.
#[derive(Default)]
pub struct Block {
    /// From 1.
    pub line: u32,
    pub text: String,
    /// Of a heading.
    pub level: Option<u8>,
    /// Of an item.
    pub depth: Option<u8>,
    /// The number of an item as written: `3.`; else empty.
    pub marker: String,
    /// Of an item with a checkbox.
    pub is_checked: Option<bool>,
    /// Of a row: the head of each column, and the cell.
    pub cells: Vec<(String, String)>,
}

impl Block {
    fn of_row(head: &[String], row: Row) -> Self {
        let text = row.cells.join(" | ");
        let heads = head.iter().cloned().chain(std::iter::repeat(String::new()));
        Self { line: row.line, text, cells: heads.zip(row.cells).collect(), ..Self::default() }
    }

    /// The cell of a row in the first column whose head has a word with one of these beginnings.
    pub fn cell(&self, stems: &[&str]) -> Option<&str> {
        self.cells.iter().find(|(head, _)| begins_word(head, stems)).map(|(_, cell)| cell.as_str())
    }

    /// The id at its beginning, or that of a row's first cell, or else its number, and the text after it.
    pub fn leading_id(&self) -> Option<(&str, &str)> {
        let number = || leading_id(&self.marker).map(|(number, _)| (number, self.text.as_str()));
        leading_id(self.cells.first().map_or(&self.text, |(_, cell)| cell)).or_else(number)
    }

    /// Whether it is a heading that has a word with one of these beginnings.
    pub fn is_heading(&self, stems: &[&str]) -> bool {
        self.level.is_some() && begins_word(&self.text, stems)
    }
}

impl Sections {
    /// A document that cannot be read has no blocks.
    pub fn read(text: &str) -> Self {
        Self::checked(text).unwrap_or_default()
    }

    /// # Errors
    /// The document is too large, or no text for people.
    pub fn checked(text: &str) -> Result<Self, NotABrief> {
        let document = frieze_document::read(BRIEF, text.as_bytes())?;
        let source: Vec<&str> = text.lines().collect();
        let in_code = in_code(&source);
        let code = document.skipped.iter().filter(|part| part.why == Why::Code);
        let mut blocks: Vec<Block> =
            code.filter_map(|part| code_block(part.line, &source, &in_code)).collect();
        for frieze_document::Block { line, kind } in document.blocks {
            let own = source.get(index(line)).copied().unwrap_or_default();
            // A scenario in a fence opens no section and ends no task.
            let is_code = in_code.get(index(line)) == Some(&true) && !own.trim_start().starts_with('#');
            let mut block = Block { line, ..Block::default() };
            match kind {
                BlockKind::Heading { level, text } => {
                    (block.level, block.text) = ((!is_code).then_some(level), text);
                }
                BlockKind::Paragraph(text) => block.text = joined(&text),
                BlockKind::Item { text, .. } if is_code => block.text = joined(&text),
                BlockKind::Item { depth, marker, text } => {
                    (block.depth, block.marker, block.text) = (Some(depth), marker, joined(&text));
                    block.is_checked = checkbox(own);
                }
                BlockKind::Table { head, rows } => {
                    blocks.extend(rows.into_iter().map(|row| Block::of_row(&head, row)));
                    continue;
                }
            }
            blocks.push(block);
        }
        blocks.sort_by_key(|block| block.line);
        Ok(Self(blocks))
    }

    /// The blocks below each such heading.
    pub fn below(&self, is_wanted: impl Fn(&Block) -> bool) -> Vec<&[Block]> {
        let headings = self.0.iter().enumerate().filter(|(_, block)| is_wanted(block));
        let below = headings.map(|(at, heading)| {
            let rest = self.0.get(at + 1..).unwrap_or_default();
            let is_end = |block: &Block| block.level.is_some_and(|level| Some(level) <= heading.level);
            rest.get(..rest.iter().position(is_end).unwrap_or(rest.len())).unwrap_or_default()
        });
        below.collect()
    }

    /// All ids that the document names. What only an open question names is not dealt with.
    pub fn ids(&self) -> BTreeSet<String> {
        let (mut found, mut questions) = (BTreeSet::new(), None);
        for block in &self.0 {
            if let Some(level) = block.level {
                let is_below = questions.is_some_and(|above| level > above);
                // Not a title, nor a part that is called so.
                let opens = level > 1 && block.is_heading(&["open"]) && block.is_heading(&["question"]);
                questions = questions.filter(|_| is_below).or(opens.then_some(level));
            }
            if questions.is_none() {
                found.extend(
                    [&block.marker, &block.text].into_iter().flat_map(|text| ids(text)).map(str::to_owned),
                );
            }
        }
        found
    }
}

fn joined(text: &frieze_document::Text) -> String {
    text.lines.iter().map(|line| line.text.as_str()).collect::<Vec<_>>().join("\n")
}

fn index(line: u32) -> usize {
    usize::try_from(line).unwrap_or_default().saturating_sub(1)
}

/// A code block or a picture, which the reader of briefs passes over; `None` if it is within a text or says nothing. A fence is one
/// line, and of other code only the first is taken.
fn code_block(line: u32, source: &[&str], in_code: &[bool]) -> Option<Block> {
    let at = index(line);
    let first = source.get(at)?;
    let is_inner = at.checked_sub(1).and_then(|before| in_code.get(before)) == Some(&true);
    let mut words: Vec<&str> = first.split_whitespace().collect();
    if in_code.get(at) == Some(&true) {
        let rest = source.iter().zip(in_code).skip(at + 1).take_while(|(_, is)| **is);
        words = rest.flat_map(|(line, _)| line.split_whitespace()).collect();
    } else if first.contains("![") && !first.trim_start().starts_with('!') {
        words.clear();
    }
    (!is_inner && !words.is_empty()).then(|| Block { line, text: words.join(" "), ..Block::default() })
}

/// For each line, whether it opens or is in a fence. A fence of Markdown is text.
fn in_code(source: &[&str]) -> Vec<bool> {
    let mut open: Option<(char, usize, bool)> = None;
    let is_in = |line: &&str| {
        let line =
            if open.is_none() { after_marker(line) } else { line.trim_start_matches([' ', '\t', '>']) };
        let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'));
        let info = mark.map_or(line, |mark| line.trim_start_matches(mark));
        let (length, info) = (line.len() - info.len(), info.trim());
        match (open, mark) {
            (Some((own, least, _)), Some(mark)) if mark == own && length >= least && info.is_empty() => {
                open = None;
            }
            (None, Some(mark)) if length >= 3 && !info.contains('`') => {
                open = Some((mark, length, !matches!(info.to_lowercase().as_str(), "md" | "markdown")));
            }
            (Some(_) | None, Some(_) | None) => {}
        }
        open.is_some_and(|(.., is_code)| is_code)
    };
    source.iter().map(is_in).collect()
}

/// A line without the marks of quotations and items.
fn after_marker(line: &str) -> &str {
    line.trim_start_matches(|c: char| c.is_whitespace() || c.is_ascii_digit() || ".)-*+>".contains(c))
}

/// Whether the checkbox of an item is checked; `None` if it has none.
fn checkbox(line: &str) -> Option<bool> {
    let text = after_marker(line);
    let (is, rest) = [("[ ]", false), ("[x]", true), ("[X]", true)]
        .into_iter()
        .find_map(|(mark, is)| Some((is, text.strip_prefix(mark)?)))?;
    rest.starts_with(char::is_whitespace).then_some(is)
}

/// Whether a word of a text begins with one of these stems, which are in lower case.
pub fn begins_word(text: &str, stems: &[&str]) -> bool {
    let text = text.to_lowercase();
    text.split(|c: char| !c.is_alphanumeric()).any(|word| stems.iter().any(|stem| word.starts_with(stem)))
}

/// The words of a text that can be ids: letters, digits, `-`, `_`, `.`, with at least one digit.
pub fn ids(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.')))
        .map(|word| word.trim_matches(['.', '-', '_']))
        .filter(|word| word.len() <= 24 && word.bytes().any(|b| b.is_ascii_digit()))
}

/// The id at the beginning of a text, and the text after it: `P-1`, `T001`, `1.2`, and `3` of `Step 3: …`.
pub fn leading_id(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches(['[', '(', ' ', '*']);
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, ':' | ')' | ']' | ',' | '|'));
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    let rest = after_mark(rest);
    let word = word.trim_end_matches('.');
    if is_id(word) {
        return Some((word, rest));
    }
    if !word.starts_with(char::is_uppercase) || !word.chars().all(char::is_alphabetic) {
        return None;
    }
    let end = rest.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(rest.len());
    let (number, rest) = rest.split_at(end);
    let number = number.trim_end_matches('.');
    is_id(number).then_some((number, after_mark(rest)))
}

fn after_mark(text: &str) -> &str {
    text.trim_start_matches([' ', ':', ')', ']', ',', '|', '-', '–', '—', '*', '.'])
}

/// Whether a word is up to eight capitals, and then a number: `R5`, `FR-001`, `1.2`.
pub fn is_id(word: &str) -> bool {
    let at = word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len());
    let (letters, number) = word.split_at(at);
    letters.len() <= 8
        && letters.bytes().all(|b| b.is_ascii_uppercase() || matches!(b, b'-' | b'_'))
        && (1..=8).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'-' | b'a'..=b'z'))
}
