//! Properties of any document: no panic, lines in order and within it, rectangular tables, valid byte ranges.

use crate::common::word;
use frieze_document::{BlockKind, Text, read};
use proptest::prelude::*;

const NAMES: [&str; 6] = ["a.md", "a.txt", "a.feature", "a.html", "a.csv", "a.docx"];

/// Pieces of documents, which are put together in any order.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "\n", "\n", "\n\n", " ", "    ", "\t", "\r\n", "\r", "# ", "## ", "- ", "* ", "1. ", "3.2 ", "a) ", "> ", "| ", "|---|", "```", "```gherkin\n",
    "~~~", "===", "---", "**", "~~", "`", "[x] ", "[a](b)", "![", "<!--", "-->", "<p>", "<li>", "<ol>", "<table>", "<tr>", "<td>", "<th>", "</table>",
    "<b>", "</b>", "<pre>", "<script>", "</pre>", "<![CDATA[", "]]>", "<", ">", "&amp;", "&#0;", "&#10;", "\"", ",", ";", "a,b,c,d\n", "Feature: x\n", "Given x\n", "Scenario: ", "{code}", "h2. ",
    ".. note::", "|===", ":a: b\n", "#+BEGIN_SRC", "word", "CAPITALS", "Größe", "要件", "・", "•", "–", "{", "}", "\u{feff}", "\u{c}", "\u{200b}", "[^1]", "[^1]: ",
];

fn check(name: &str, bytes: &[u8], lines: Option<usize>) {
    let Ok(document) = read(name, bytes) else { return };
    let mut last = 1;
    let mut follows = |line: u32, what: &str| {
        assert!(line >= last, "{what} at line {line} follows line {last}");
        assert!(
            lines.is_none_or(|lines| usize::try_from(line).unwrap() <= lines),
            "line {line} of {lines:?}"
        );
        last = line;
    };
    let text = |text: &Text| {
        for line in &text.lines {
            assert!(!line.text.is_empty() && line.text.starts_with(&line.strong));
            assert!(line.code.iter().all(|range| line.text.get(range.clone()).is_some()), "{line:?}");
        }
    };
    for block in &document.blocks {
        follows(block.line, "a block");
        match &block.kind {
            BlockKind::Heading { level, text } => assert!((1..=9).contains(level) && !text.is_empty()),
            BlockKind::Paragraph(paragraph) => text(paragraph),
            BlockKind::Item { text: item, .. } => text(item),
            BlockKind::Table { head, rows } => {
                assert!(head.is_empty() || rows.iter().all(|row| row.cells.len() == head.len()));
                rows.iter().for_each(|row| follows(row.line, "a row"));
            }
        }
    }
    let within = |line: u32| lines.is_none_or(|lines| usize::try_from(line).unwrap() <= lines);
    assert!(document.skipped.iter().all(|part| within(part.line)), "{:?}", document.skipped);
    assert!(
        document.skipped.is_sorted_by_key(|part| part.line)
            && document.skipped.iter().all(|part| part.line > 0)
    );
}

fn count(text: &str) -> usize {
    text.replace("\r\n", "\n").replace('\r', "\n").lines().count().max(1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300), name in prop::sample::select(&NAMES[..])) {
        check(name, &bytes, None);
    }

    #[test]
    fn any_text(text in "\\PC{0,200}", name in prop::sample::select(&NAMES[..])) {
        check(name, text.as_bytes(), Some(count(&text)));
    }

    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60), name in prop::sample::select(&NAMES[..])) {
        let text = pieces.concat();
        check(name, text.as_bytes(), Some(count(&text)));
    }

    #[test]
    fn any_damage_to_word(at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = word("<w:p><w:r><w:t>The system must pay.</w:t></w:r></w:p>");
        let at = at.index(bytes.len());
        bytes[at] = byte;
        check("a.docx", &bytes, None);
    }

    #[test]
    fn any_elements_of_word(parts in prop::collection::vec(prop::sample::select(&["w:p", "w:r", "w:t", "w:tbl", "w:tr", "w:tc", "w:txbxContent", "w:del"][..]), 0..40)) {
        // Each element ends at the next one of the same name, or at the end.
        let mut xml = String::new();
        let mut open: Vec<&str> = Vec::new();
        for part in parts {
            while open.contains(&part) {
                xml.push_str(&format!("</{}>", open.pop().unwrap_or_default()));
            }
            open.push(part);
            xml.push_str(&format!("<{part}>x"));
        }
        while let Some(part) = open.pop() {
            xml.push_str(&format!("</{part}>"));
        }
        check("a.docx", &word(&xml), None);
    }
}
