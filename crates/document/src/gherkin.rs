//! Reader of Gherkin feature files. Headings and steps keep their keyword (`Scenario: Pay by card`).

use crate::table::Table;
use crate::writer::{Writer, one_line};
use crate::{Block, BlockKind, Line, Skipped, Text, Why};

/// The part that a keyword begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keyword {
    Feature,
    Rule,
    /// A scenario, a scenario outline, or a background.
    Scenario,
    Examples,
}

/// What begins with a keyword and a colon, as the lexicons call it.
const HEADED: [(Keyword, &str); 4] = [
    (Keyword::Feature, "feature"),
    (Keyword::Rule, "rule"),
    (Keyword::Scenario, "scenario"),
    (Keyword::Examples, "examples"),
];

/// Whether the first line that is not a comment or a tag has a keyword.
pub fn is_feature(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '@']));
    first.is_some_and(|line| headed(line).is_some() || step(line).is_some_and(|keyword| keyword.len() > 2))
}

/// Whether the first line that is not a comment or a tag names a feature.
pub fn names_feature(text: &str) -> bool {
    let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '@']));
    first.and_then(headed).is_some_and(|(keyword, _)| keyword == Keyword::Feature)
}

/// Reads a feature file or a part of one. `before` is the number of lines before it in the document.
pub fn read(text: &str, before: u32, blocks: &mut Vec<Block>, skipped: &mut Vec<Skipped>) {
    let mut reader =
        FeatureReader { blocks, skipped, description: Writer::default(), table: None, in_rule: false };
    let mut quote: Option<&str> = None;
    for (index, line) in text.lines().enumerate() {
        let number = u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1).saturating_add(before);
        let line = line.trim();
        if let Some(mark) = quote {
            if line.starts_with(mark) {
                quote = None;
            }
            continue;
        }
        if let Some(mark) = ["\"\"\"", "```"].into_iter().find(|mark| line.starts_with(mark)) {
            quote = Some(mark);
            reader.end_part();
            reader.skipped.push(Skipped { line: number, why: Why::Code });
            continue;
        }
        reader.line(line, number);
    }
    reader.end_part();
}

struct FeatureReader<'a> {
    blocks: &'a mut Vec<Block>,
    skipped: &'a mut Vec<Skipped>,
    description: Writer,
    table: Option<Table>,
    in_rule: bool,
}

impl FeatureReader<'_> {
    fn line(&mut self, text: &str, line: u32) {
        if text.starts_with('|') {
            self.row(text, line);
            return;
        }
        if text.is_empty() {
            self.end_part();
        } else if text.starts_with(['#', '@']) {
            self.end_part();
            self.skipped.push(Skipped { line, why: Why::Comment });
        } else if let Some((keyword, name)) = headed(text) {
            self.end_part();
            self.headed(keyword, text, name, line);
        } else if let Some(keyword) = step(text) {
            self.end_part();
            let strong = keyword.to_owned();
            let text = Text { lines: vec![Line { line, text: text.to_owned(), strong, code: Vec::new() }] };
            self.item(text, line);
        } else if let Some(step) = text.strip_prefix("* ") {
            self.end_part();
            if let Some(text) = one_line(step, line) {
                self.item(text, line);
            }
        } else {
            self.end_table();
            self.description.push(text, line);
            self.description.end_line();
        }
    }

    fn headed(&mut self, keyword: Keyword, text: &str, name: &str, line: u32) {
        let level = match keyword {
            Keyword::Feature => 1,
            Keyword::Rule => 2,
            Keyword::Scenario => 2 + u8::from(self.in_rule),
            Keyword::Examples => {
                let name = one_line(name, line).map(BlockKind::Paragraph);
                self.blocks.extend(name.map(|kind| Block { line, kind }));
                return;
            }
        };
        self.in_rule = keyword == Keyword::Rule || (self.in_rule && keyword == Keyword::Scenario);
        self.blocks.push(Block { line, kind: BlockKind::Heading { level, text: text.to_owned() } });
    }

    fn item(&mut self, text: Text, line: u32) {
        self.blocks.push(Block { line, kind: BlockKind::Item { depth: 0, marker: String::new(), text } });
    }

    fn row(&mut self, text: &str, line: u32) {
        self.end_description();
        let inner = text.strip_prefix('|').unwrap_or(text);
        let inner = inner.strip_suffix('|').unwrap_or(inner);
        let cells: Vec<String> = inner.split('|').map(|cell| cell.trim().to_owned()).collect();
        match &mut self.table {
            Some(table) => table.row(line, cells, " | ", self.skipped),
            None => self.table = Some(Table::new(line, cells)),
        }
    }

    fn end_description(&mut self) {
        if let Some(text) = self.description.finish() {
            let line = text.lines.first().map_or(1, |line| line.line);
            self.blocks.push(Block { line, kind: BlockKind::Paragraph(text) });
        }
    }

    fn end_table(&mut self) {
        self.blocks.extend(self.table.take().and_then(Table::finish));
    }

    fn end_part(&mut self) {
        self.end_description();
        self.end_table();
    }
}

/// The keyword before the colon of a line, and the text after it.
fn headed(line: &str) -> Option<(Keyword, &str)> {
    let (before, after) = line.split_once([':', '：'])?;
    let before = before.trim_end();
    let is_known =
        |part| frieze_language::all().iter().any(|language| language.gherkin(part).contains(&before));
    let (keyword, _) = HEADED.into_iter().find(|(_, part)| is_known(part))?;
    Some((keyword, after.trim()))
}

/// The keyword of a step, the longest one if several fit.
fn step(line: &str) -> Option<&'static str> {
    let fitting = |part: &'static str, is_end: fn(&str) -> bool| {
        let keywords = frieze_language::all().iter().flat_map(move |language| language.gherkin(part));
        keywords
            .filter(move |word| line.strip_prefix(**word).is_some_and(is_end))
            .max_by_key(|word| word.len())
    };
    fitting("step", |rest| rest.starts_with(char::is_whitespace))
        .or_else(|| fitting("joined", |rest| !rest.is_empty()))
        .copied()
}
