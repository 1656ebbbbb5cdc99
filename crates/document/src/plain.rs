//! Conversion of plain text to Markdown, line by line: bullets and numbers that Markdown does not know, headings without marks,
//! indentation that is only layout. Every line keeps its number. In doubt, a line is not changed.

use std::collections::BTreeMap;

use crate::{Skipped, Why};

/// Deepest nesting; deeper levels are read as text. The parser needs a step for each level and line.
const DEEPEST: usize = 48;

/// The longest heading without marks, in characters.
const LONGEST_HEADING: usize = 80;

/// A text as Markdown.
pub struct Plain {
    pub source: String,
    /// Markers of items that Markdown does not know, by line: `a)`, `3.2.1`, `（１）`.
    pub markers: BTreeMap<u32, String>,
    pub skipped: Vec<Skipped>,
}

/// Converts a text for the Markdown reader. Line numbers in the result count from 1 in `text`.
pub fn lay_out(text: &str) -> Plain {
    let lines: Vec<&str> = text.lines().collect();
    let front = front_matter(&lines);
    let mut pass = Pass {
        lines: &lines,
        has_headings: has_marked_headings(&lines),
        has_outline: lines.iter().any(|line| outline(line.trim()).is_some_and(|(depth, _)| depth > 1)),
        out: Plain {
            source: String::with_capacity(text.len() + 64),
            markers: BTreeMap::new(),
            skipped: Vec::new(),
        },
        fence: None,
        shift: None,
        last_item: None,
    };
    let mut at = 0;
    if let Some(end) = front {
        pass.out.skipped.push(Skipped { line: 1, why: Why::Comment });
        for _ in 0..=end {
            pass.blank();
        }
        at = end + 1;
    }
    while at < lines.len() {
        at = pass.line(at);
    }
    pass.out
}

struct Pass<'t> {
    lines: &'t [&'t str],
    has_headings: bool,
    /// Whether some line has a number of several parts. Then a number of one part can belong to a heading.
    has_outline: bool,
    out: Plain,
    /// Mark and length of the open fence.
    fence: Option<(char, usize)>,
    /// Indentation of the whole list, inside a list.
    shift: Option<usize>,
    last_item: Option<usize>,
}

impl Pass<'_> {
    fn get(&self, at: usize) -> &str {
        self.lines.get(at).copied().unwrap_or_default()
    }

    fn is_blank(&self, at: Option<usize>) -> bool {
        at.is_none_or(|at| self.get(at).trim().is_empty())
    }

    fn blank(&mut self) {
        self.out.source.push('\n');
    }

    fn keep(&mut self, line: &str) {
        self.out.source.push_str(line);
        self.blank();
    }

    /// Reads the line at an index, and returns the index of the next one to read.
    fn line(&mut self, at: usize) -> usize {
        let line = self.lines.get(at).copied().unwrap_or_default();
        let trimmed = line.trim();
        if trimmed.is_empty() {
            self.blank();
            return at + 1;
        }
        if let Some((mark, length)) = self.fence {
            self.keep(&outdented(line, self.shift.unwrap_or(0)));
            if trimmed.chars().all(|c| c == mark) && trimmed.len() >= length {
                self.fence = None;
            }
            return at + 1;
        }
        let previous = at.checked_sub(1);
        if self.is_underline(trimmed, previous) {
            self.keep("---");
            return at + 1;
        }
        if self.is_overline(at, trimmed) {
            self.blank();
            return at + 1;
        }
        if let Some(fence) = fence(trimmed) {
            self.fence = Some(fence);
            self.keep(&outdented(line, self.shift.unwrap_or(0)));
            return at + 1;
        }
        if let Some(level) = self.heading_level(at, trimmed) {
            self.shift = None;
            let marked = format!("{} {trimmed}", "#".repeat(level));
            self.keep(&marked);
            return at + 1;
        }
        self.text(at, line, trimmed);
        at + 1
    }

    /// Whether a line of `~` underlines the title above it. In Markdown it would open a code fence.
    fn is_underline(&self, trimmed: &str, previous: Option<usize>) -> bool {
        let above = previous.map(|at| self.get(at).trim()).unwrap_or_default();
        trimmed.len() >= 4
            && trimmed.bytes().all(|byte| byte == b'~')
            && above.starts_with(char::is_alphanumeric)
            && above.chars().count() <= longest_title(trimmed)
            && previous.and_then(|at| at.checked_sub(1)).is_none_or(|at| {
                let before = self.get(at).trim();
                before.is_empty() || before == trimmed
            })
    }

    /// Whether a line is the first of two equal rules around a title. The second one makes the heading.
    fn is_overline(&self, at: usize, trimmed: &str) -> bool {
        let Some(mark) = trimmed.chars().next().filter(char::is_ascii_punctuation) else { return false };
        trimmed.len() >= 3
            && mark != '|'
            && trimmed.chars().all(|c| c == mark)
            && self.get(at + 2).trim() == trimmed
            && self.get(at + 1).trim().starts_with(char::is_alphanumeric)
            && self.get(at + 1).trim().chars().count() <= longest_title(trimmed)
    }

    /// The level of a heading without marks: a line between blank lines, with text below it, in capitals or with an outline number.
    /// A document with marked headings has no others.
    fn heading_level(&self, at: usize, trimmed: &str) -> Option<usize> {
        let alone = self.is_blank(at.checked_sub(1)) && self.get(at + 1).trim().is_empty();
        if self.has_headings || !alone || trimmed.chars().count() > LONGEST_HEADING {
            return None;
        }
        if trimmed.ends_with(['.', ',', ';', ':', '?', '!', '。', '、', '：', '；']) {
            return None;
        }
        let below = self.lines.get(at + 1..)?.iter().map(|line| line.trim()).find(|line| !line.is_empty())?;
        let numbers = outline(trimmed);
        if is_capitals(trimmed) {
            return Some(numbers.map_or(1, |(numbers, _)| numbers.clamp(1, 6)));
        }
        // A row of numbered lines is a list. A heading has text or deeper numbers below it.
        let (depth, _) = numbers.filter(|(numbers, _)| *numbers > 1 || self.has_outline)?;
        let above = self.lines.get(..at)?.iter().rposition(|line| !line.trim().is_empty());
        let follows_item = above.is_some() && above == self.last_item;
        let is_same = |line: &str| outline(line.trim()).is_some_and(|(other, _)| other == depth);
        let is_list = outline(below).is_some_and(|(below, _)| below <= depth)
            || (follows_item && above.is_some_and(|above| is_same(self.get(above))));
        (!is_list).then_some(depth.min(6))
    }

    fn text(&mut self, at: usize, line: &str, trimmed: &str) {
        let indent = indent(line);
        let previous = at.checked_sub(1);
        let begins = self.is_blank(previous)
            || previous.is_some_and(|previous| {
                self.last_item == Some(previous) || self.get(previous).trim_end().ends_with([':', '：'])
            });
        let item = item(trimmed, begins);
        if item.is_some() || is_markdown_item(trimmed) {
            self.last_item = Some(at);
            let shift = match self.shift {
                Some(shift) if indent >= shift => shift,
                Some(_) | None if indent >= 4 => indent,
                Some(_) | None => 0,
            };
            self.shift = Some(shift);
            let indent = " ".repeat(indent - shift.min(indent));
            let text = match item {
                Some(MarkedItem { marker, text }) => {
                    if !marker.is_empty() {
                        self.out.markers.insert(number(at), marker.to_owned());
                    }
                    format!("{indent}- {text}")
                }
                None => format!("{indent}{}", flattened(trimmed)),
            };
            self.keep(&text);
            return;
        }
        if let Some(shift) = self.shift {
            let goes_on = !self.is_blank(previous) || indent >= shift + 2;
            if goes_on {
                if self.last_item == previous {
                    self.last_item = Some(at);
                }
                self.keep(&outdented(line, shift));
                return;
            }
            self.shift = None;
        }
        // Indented text is code in a document that has marks; else it is only laid out.
        self.keep(&flattened(if indent < 4 || self.has_headings { line } else { trimmed }));
    }
}

fn number(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX).saturating_add(1)
}

/// The longest title, in characters, that a rule underlines. The rule may be an eighth too short, as people count badly.
fn longest_title(rule: &str) -> usize {
    rule.len() + rule.len() / 8
}

/// The index of the last line of the front matter, if a document begins with one.
pub fn front_matter(lines: &[&str]) -> Option<usize> {
    let mark = lines.first()?.trim_end();
    if !matches!(mark, "---" | "+++") {
        return None;
    }
    let sets = |line: &str| {
        line.trim().is_empty()
            || line.starts_with([' ', '\t', '#', '-', '[', '}', ']'])
            || line.split_once([':', '=']).is_some_and(|(key, _)| !key.trim().is_empty())
    };
    let inner = lines.iter().skip(1).take_while(|line| line.trim_end() != mark && sets(line)).count();
    let is_closed = lines.get(inner + 1).is_some_and(|line| line.trim_end() == mark);
    let is_set = lines.get(1).is_some_and(|line| line.contains([':', '=']));
    (is_closed && is_set).then_some(inner + 1)
}

fn has_marked_headings(lines: &[&str]) -> bool {
    let mut open: Option<(char, usize)> = None;
    for line in lines {
        let trimmed = line.trim();
        if let Some((mark, length)) = open {
            if trimmed.chars().all(|c| c == mark) && trimmed.len() >= length {
                open = None;
            }
        } else if let Some(fence) = fence(trimmed) {
            open = Some(fence);
        } else if trimmed.starts_with('#') {
            let rest = trimmed.trim_start_matches('#');
            if trimmed.len() - rest.len() <= 6 && rest.starts_with(' ') {
                return true;
            }
        }
    }
    false
}

/// Mark and length of the fence that a trimmed line opens.
fn fence(line: &str) -> Option<(char, usize)> {
    let mark = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
    let info = line.trim_start_matches(mark);
    let length = line.len() - info.len();
    // More backticks in the line mean code in running text.
    (length >= 3 && !(mark == '`' && info.contains('`'))).then_some((mark, length))
}

/// Columns of white space before the text; a tab ends at the next multiple of four.
fn indent(line: &str) -> usize {
    let mut columns = 0;
    for c in line.chars() {
        match c {
            '\t' => columns += 4 - columns % 4,
            _ if c.is_whitespace() => columns += 1,
            _ => break,
        }
    }
    columns
}

fn outdented(line: &str, by: usize) -> String {
    let indent = indent(line);
    if by == 0 {
        return flattened(line);
    }
    flattened(&format!("{}{}", " ".repeat(indent - by.min(indent)), line.trim_start()))
}

/// Replaces markers below the deepest level by spaces.
fn flattened(line: &str) -> String {
    let mut level = 0;
    let mut leading = true;
    line.chars()
        .map(|c| {
            match c {
                '>' | '-' | '*' | '+' | '.' | ')' if leading => level += 1,
                ' ' | '\t' | '0'..='9' => return c,
                _ => leading = false,
            }
            // A rule (`-----`) stays a rule when its end becomes blank.
            if leading && level > DEEPEST { ' ' } else { c }
        })
        .collect()
}

fn is_markdown_item(line: &str) -> bool {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    let mark = line.get(digits..).unwrap_or_default();
    let rest = match digits {
        0 => mark.strip_prefix(['-', '*', '+']),
        1..=9 => mark.strip_prefix(['.', ')']),
        _ => None,
    };
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
}

struct MarkedItem<'t> {
    marker: &'t str,
    text: &'t str,
}

/// An item with a mark that Markdown does not know. Marks that also occur in running text count only if `begins` is set.
fn item(line: &str, begins: bool) -> Option<MarkedItem<'_>> {
    let first = line.chars().next()?;
    let rest = line.get(first.len_utf8()..)?;
    let bulleted = if is_bullet(first) {
        Some(rest)
    } else {
        ["[ ] ", "[x] ", "[X] "].iter().find_map(|mark| line.strip_prefix(mark))
    };
    if let Some(text) = bulleted {
        return Some(MarkedItem { marker: "", text: text.trim_start() }).filter(|item| !item.text.is_empty());
    }
    if !begins {
        // As in Markdown, only a first item may follow a line of a paragraph.
        return lettered(line)
            .filter(|item| item.marker.trim_matches(['(', ')', '（', '）']).chars().all(is_first));
    }
    if matches!(first, '–' | '—' | '·' | '*' | '-') {
        let text = rest.trim_start_matches(first);
        // `** …` is a nested item of AsciiDoc or a wiki.
        let repeated = line.len() - text.len();
        let is_mark = repeated > first.len_utf8() || !first.is_ascii();
        return (is_mark && text.starts_with(char::is_whitespace) && text.contains(char::is_alphanumeric))
            .then(|| MarkedItem { marker: "", text: text.trim_start() });
    }
    if let Some((depth, text)) = outline(line)
        && depth > 1
    {
        return Some(MarkedItem { marker: line.get(..line.len() - text.len())?.trim_end(), text });
    }
    lettered(line)
}

fn is_first(c: char) -> bool {
    matches!(c, 'a' | 'A' | 'i' | '1' | '１')
}

/// An item with a letter or a number in brackets: `a)`, `(iv)`, `（１）`, `１．`.
fn lettered(line: &str) -> Option<MarkedItem<'_>> {
    let open = line.starts_with(['(', '（']);
    let body = line.strip_prefix(['(', '（']).unwrap_or(line);
    let length: usize = body.chars().take_while(|c| c.is_alphanumeric()).take(4).map(char::len_utf8).sum();
    let (name, rest) = body.split_at_checked(length)?;
    let close = rest.chars().next()?;
    let text = rest.get(close.len_utf8()..)?;
    let is_number = !name.is_empty() && name.chars().all(char::is_numeric);
    let is_letter = name.len() == 1 && name.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_roman = !name.is_empty() && name.bytes().all(|byte| matches!(byte, b'i' | b'v' | b'x'));
    let is_closed = match close {
        ')' => text.starts_with(char::is_whitespace) && (open || is_letter || is_roman),
        '）' => open || is_number,
        '．' | '、' => is_number && !open,
        _ => false,
    };
    (is_closed && (is_number || is_letter || is_roman) && !text.trim().is_empty()).then(|| MarkedItem {
        marker: line.get(..line.len() - text.len()).unwrap_or_default(),
        text: text.trim_start(),
    })
}

/// Marks that always begin an item. U+F0B7 is the bullet that Word pastes.
fn is_bullet(c: char) -> bool {
    matches!(
        c,
        '•' | '‣'
            | '◦'
            | '▪'
            | '▫'
            | '●'
            | '○'
            | '■'
            | '□'
            | '▸'
            | '►'
            | '➤'
            | '⁃'
            | '・'
            | '\u{F0B7}'
    )
}

/// The depth of a line's outline number (`3.2`, `3.2.`, `3.`), and the text after it.
fn outline(line: &str) -> Option<(usize, &str)> {
    let length = line.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (numbers, text) = line.split_at_checked(length)?;
    let is_closed = numbers.ends_with('.');
    let parts: Vec<&str> = numbers.strip_suffix('.').unwrap_or(numbers).split('.').collect();
    let are_numbers = parts.iter().all(|part| (1..=3).contains(&part.len()));
    let begins = text.starts_with(char::is_whitespace) && text.trim_start().starts_with(char::is_alphabetic);
    (are_numbers && begins && (is_closed || parts.len() > 1)).then(|| (parts.len(), text.trim_start()))
}

fn is_capitals(line: &str) -> bool {
    let mut letters = line.chars().filter(|c| c.is_alphabetic());
    let count = letters.clone().count();
    count >= 4
        && letters.all(char::is_uppercase)
        && !line.starts_with(['|', '#', '>', '[', '<', '`', '*', '-', '+'])
}
