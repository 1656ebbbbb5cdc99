//! Writer of artifacts: Markdown of a bounded size, in which quoted text has no effect.

use frieze_data::text::is_hidden;

/// The largest artifact, in bytes. It is the limit of a brief, because `spec.md` becomes one.
const MOST: usize = frieze_document::LARGEST - 64 * 1024;
/// Characters of a quoted text.
const TEXT: usize = 4_000;

/// A Markdown document.
#[derive(Default)]
pub struct Page {
    text: String,
    is_full: bool,
    /// Whether the last block is a list.
    is_in_list: bool,
}

impl Page {
    pub fn new(title: &str) -> Self {
        let mut page = Self::default();
        page.heading(1, title);
        page
    }

    /// Adds a heading. `title` is already inert.
    pub fn heading(&mut self, level: usize, title: &str) {
        self.block(&format!("{} {title}\n", "#".repeat(level)));
    }

    /// Adds a paragraph. `text` is already inert.
    pub fn paragraph(&mut self, text: &str) {
        self.block(&format!("{text}\n"));
    }

    /// Adds a list item. `text` is already inert.
    pub fn item(&mut self, depth: usize, text: &str) {
        let item = format!("{}- {text}\n", "  ".repeat(depth));
        if self.is_in_list {
            self.add(&item);
        } else {
            self.block(&item);
            self.is_in_list = true;
        }
    }

    /// Adds a text of the brief as a quotation with its line.
    pub fn quote(&mut self, text: &str, line: u32) {
        self.block(&format!("> {} (line {line})\n", inert(text)));
    }

    /// Adds a table. Cells are already inert.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        if rows.is_empty() {
            self.paragraph("None.");
            return;
        }
        self.block(&format!("| {} |\n|{}\n", head.join(" | "), " --- |".repeat(head.len())));
        for row in rows {
            self.add(&format!("| {} |\n", row.join(" | ")));
        }
    }

    /// Adds a section with the open questions, or that there are none.
    pub fn questions(&mut self, level: usize, questions: &[String]) {
        self.heading(level, "Open questions");
        for question in questions {
            self.item(0, question);
        }
        if questions.is_empty() {
            self.paragraph("None.");
        }
    }

    /// The document. It says at its end if it was too long.
    pub fn finish(mut self) -> String {
        if self.is_full {
            self.text.push_str("\nThe document was too long and ends here.\n");
        }
        self.text
    }

    /// Adds a block after an empty line.
    fn block(&mut self, text: &str) {
        self.is_in_list = false;
        if !self.text.is_empty() {
            self.add("\n");
        }
        self.add(text);
    }

    fn add(&mut self, text: &str) {
        self.is_full |= self.text.len() + text.len() > MOST;
        if !self.is_full {
            self.text.push_str(text);
        }
    }
}

/// A foreign text on one line, in which nothing is markup.
pub fn inert(text: &str) -> String {
    let mut inert = String::with_capacity(text.len() + 8);
    let mut chars = text.trim().chars().take(TEXT).peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            if !inert.ends_with(' ') {
                inert.push(' ');
            }
            continue;
        }
        if is_hidden(c) {
            continue;
        }
        let next = chars.peek().copied();
        if acts(c, inert.as_str(), next) {
            inert.push('\\');
        }
        inert.push(c);
    }
    let kept = inert.trim_end().len();
    inert.truncate(kept);
    if inert.is_empty() {
        inert.push('–');
    }
    if text.trim().chars().nth(TEXT).is_some() {
        inert.push('…');
    }
    inert
}

/// Whether a character would be markup after this text.
fn acts(c: char, before: &str, next: Option<char>) -> bool {
    let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let ends_or = |mark: char| next.is_none_or(|c| c.is_whitespace() || c == mark);
    match c {
        '\\' | '`' | '*' | '<' | '[' | '|' | '~' => true,
        '_' => !(is_word(before.chars().next_back()) && is_word(next)),
        '&' => next.is_some_and(|c| c.is_alphanumeric() || c == '#'),
        '>' => before.is_empty(),
        '#' | '+' | '-' | '=' => before.is_empty() && ends_or(c),
        '.' | ')' => ends_or(' ') && !before.is_empty() && before.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// A foreign text of several lines on one line.
pub fn inert_lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(inert).collect();
    if lines.is_empty() { inert("") } else { lines.join(" / ") }
}

/// Ids as a list, or a dash.
pub fn listed(ids: &[String]) -> String {
    if ids.is_empty() { "–".to_owned() } else { ids.join(", ") }
}

/// A JSON pointer into the frozen design, as code.
pub fn pointer(pointer: &str) -> String {
    format!("`{pointer}`")
}
