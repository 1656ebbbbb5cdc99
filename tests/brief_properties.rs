//! What holds for every brief whatsoever: no panic, lines within the file, words on their lines, linear work.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::{Brief, LARGEST, NotABrief, read};
use proptest::prelude::*;

/// Every line that a brief cites.
fn lines(brief: &Brief) -> Vec<u32> {
    let traced = [
        &brief.summary,
        &brief.goals,
        &brief.actors,
        &brief.edge_cases,
        &brief.open_questions,
        &brief.exclusions,
        &brief.assumptions,
        &brief.not_understood,
    ];
    let mut lines: Vec<u32> = traced.into_iter().flatten().map(|t| t.line).collect();
    lines.push(brief.title.line);
    lines.extend(brief.statements.iter().map(|s| s.line));
    lines.extend(brief.stories.iter().map(|s| s.line));
    lines.extend(brief.glossary.iter().map(|(_, t)| t.line));
    for entity in &brief.entities {
        lines.push(entity.line);
        lines.extend(entity.attributes.iter().map(|a| a.line).chain(entity.related.iter().map(|r| r.line)));
    }
    lines
}

fn check_lines(text: &str, brief: &Brief) {
    let last = u32::try_from(text.split('\n').count()).unwrap();
    for line in lines(brief) {
        assert!((1..=last).contains(&line), "line {line} of {last}\n{text}");
    }
}

/// The first word of every statement stands on its line.
fn check_words(text: &str, brief: &Brief) {
    let source: Vec<&str> = text.split('\n').collect();
    for statement in &brief.statements {
        let plain = |text: &str| text.replace(['*', '`', '_', '~'], "");
        let word = plain(statement.text.split_whitespace().next().unwrap_or_default());
        let line = plain(source[statement.line as usize - 1]);
        assert!(
            line.contains(&word),
            "`{word}` of `{}` is not on line {}: `{line}`",
            statement.text,
            statement.line
        );
    }
}

fn piece() -> impl Strategy<Value = String> {
    let fixed = prop::sample::select(vec![
        "# Orders",
        "## Requirements",
        "### Requirement 1: Take an order",
        "#### Acceptance Criteria",
        "## Out of Scope",
        "## Key Entities",
        "## Edge Cases",
        "## Assumptions",
        "## Open Questions",
        "## Glossary",
        "### User Story 1 - Pay (Priority: P1)",
        "- **FR-001**: The system MUST keep every order.",
        "- **FR-002**: The till MUST print\n  a receipt that",
        "1. WHEN a clerk pays THE till SHALL open",
        "1. **Given** an order, **When** it is paid, **Then** it is closed.",
        "- **WHEN** a clerk logs in",
        "- **THEN** the list is shown",
        "- **AND** it is sorted",
        "| ID | Requirement |\n|---|---|\n| REQ-1 | It shall work. |",
        "As a clerk, I want to pay, so that I am done.",
        "- As a clerk\n- I want to pay\n- So that I go home",
        "Text with `code` and *marks* that must be kept. And a second sentence, which shall be found too.",
        "> quoted: it must\n> be short",
        "```\ncode must not count\n```",
        "<!-- it must not count -->",
        "<details><summary>More</summary>\nIt shall open.\n</details>",
        "***",
        "- a\n  - b\n    - c must be\n      there",
        "Scenario: Pay\nGiven a\nWhen b\nThen c",
        "- **Order**: A purchase. Key attributes: number, optional note; belongs to one customer",
        "[NEEDS CLARIFICATION: which one?]",
        "システムは記録すること。",
        "• bullet that shall hold",
        "2.1 Scope\nThe text must be read.",
        "a) first must hold\nb) second must hold",
        "~~It must go~~",
        "Title\n=====",
        "Paragraph that must stand\n---",
        "![picture](a.png)",
        "&amp; it must &lt;b&gt;",
        "7. 7. 7. must",
        "\u{feff}",
        "\r",
        "  ",
        "\t- must tab",
    ]);
    prop_oneof![4 => fixed.prop_map(str::to_owned), 1 => "\\PC{0,40}", 1 => "[ >#*|_`\\-\\[\\](){}:.0-9a-zA-Z\\n\\t\\\\<&!~]{0,60}"]
}

fn document() -> impl Strategy<Value = String> {
    (prop::collection::vec(
        (piece(), prop::sample::select(vec!["\n", "\n\n", "\r\n", "\r\n\r\n", " "])),
        0..24,
    ))
    .prop_map(|pieces| pieces.into_iter().map(|(a, b)| a + b).collect())
}

/// Many more with `FRIEZE_LONG`; others with another `PROPTEST_RNG_SEED`.
fn config() -> ProptestConfig {
    let cases = if std::env::var_os("FRIEZE_LONG").is_some() { 2_000 } else { 120 };
    ProptestConfig { cases, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = read("a.md", &bytes);
        let _ = read("a.feature", &bytes);
    }

    #[test]
    fn lines_are_in_the_file(text in document()) {
        for name in ["a.md", "a.txt", "a.feature"] {
            if let Ok(brief) = read(name, text.as_bytes()) {
                check_lines(&text, &brief);
            }
        }
    }

    #[test]
    fn statements_start_on_their_lines(pieces in prop::collection::vec(piece(), 1..16)) {
        let text = pieces.join("\n\n");
        // Entities, escapes and tags are other letters in the file than in the text.
        let text = text.replace(['&', '\\', '\r', '\t', '<'], "");
        if let Ok(brief) = read("a.md", text.as_bytes()) {
            check_words(&text, &brief);
        }
    }

    #[test]
    fn reading_twice_reads_the_same(text in document()) {
        prop_assert_eq!(read("a.md", text.as_bytes()), read("a.md", text.as_bytes()));
    }
}

/// Whether it ends: what is not linear here takes hours.
fn reads(text: &str) -> Brief {
    let brief = read("big.md", text.as_bytes()).unwrap();
    check_lines(text, &brief);
    brief
}

fn filled(line: &str, size: usize) -> String {
    line.repeat(size / line.len())
}

#[test]
fn large_files_of_anything_are_read() {
    let most = LARGEST / 16;
    assert_eq!(reads(&filled("- The system MUST keep it.\n", most)).statements.len(), most / 27);
    // A share of it is enough to show work that grows with the square: what walks 30,000 words for each
    // of them takes minutes.
    let share = LARGEST / 128;
    assert_eq!(reads(&filled("It must do it. ", share)).statements.len(), share / 15);
    for line in [
        "word must ",
        "The system must do it. ",
        "**bold must** ",
        "a.b.c. ",
        "[",
        "`",
        "> ",
        "- ",
        "1. ",
        "* a\n",
        "| a | b |\n",
        "# a\n",
        "<b ",
        "<!-- ",
        "&amp;",
        "- [ ] x must\n",
        "Given a\n",
        "When a then b\n",
        "As a a, I want b, so that c\n\n",
        "FR-001: must\n",
        "A: b\n",
        "\\",
        "_a",
        "~~a~~ ",
        "    code\n",
        "\"",
        "(",
        "a\u{3000}。",
        "- **A**: has b, c, d\n",
        "  \n",
        "a\r\n",
        "1.1 A\nb must\n",
        "per per per ",
    ] {
        reads(&format!("x{}", filled(line, share)));
        reads(&format!("# Key entities\n\n- **A**: x {}", filled(line, share)));
    }
}

#[test]
fn large_briefs_in_other_languages_are_read() {
    let demand = "- Das System muss jede Buchung der Anlage prüfen und dem Büro melden.\n";
    let size = LARGEST / 32;
    let kept: String = (0..size / 60)
        .map(|at| format!("- Für jede Fahrt{at} muss gespeichert werden: Datum, Ort, Preis\n"))
        .collect();
    assert_eq!(reads(&format!("# Bootshaus\n\n## Anforderungen\n\n{demand}{kept}")).language, "German");
    let managed: String = (0..size / 60)
        .map(|at| format!("- CRUD de barca{at}: el socio debe guardar una barca{at}\n"))
        .collect();
    assert_eq!(reads(&format!("# Embarcadero\n\n## Requisitos\n\n{managed}")).language, "Spanish");
}

#[test]
fn thousands_of_levels_are_read() {
    for marker in ["> ", "- ", "* ", "1. ", "> - "] {
        let deep = marker.repeat(4_000);
        reads(&format!("{deep}it must hold\n"));
        reads(&format!("{deep}it must hold\n{deep}and this shall too\n"));
        reads(&format!("{}x\n", format!("{}it must hold\n", marker.repeat(300)).repeat(60)));
    }
    let stairs: String = (0..400).map(|level| format!("{}- it must hold\n", "  ".repeat(level))).collect();
    reads(&stairs);
    reads(&format!("{}x must y", "*a **b ".repeat(4_000)));
}

#[test]
fn what_is_no_brief_says_so_and_what_to_do() {
    let check = |bytes: &[u8], wanted: &NotABrief, sentence: &str| {
        let refused = read("a.md", bytes).unwrap_err();
        assert_eq!(&refused, wanted);
        assert!(refused.to_string().contains(sentence), "{refused}");
        assert!(!refused.hint().is_empty() && !refused.hint().ends_with('.'));
    };
    check(b"", &NotABrief::Empty, "empty");
    check("\u{feff}".as_bytes(), &NotABrief::Empty, "empty");
    check(b" \n\t\r\n", &NotABrief::OnlyWhiteSpace, "white space");
    check(b"one\ntwo \0 three", &NotABrief::Binary { line: 2 }, "line 2");
    check(b"one\n\ntwo \xE9t\xE9", &NotABrief::NotUtf8 { line: 3 }, "line 3");
    check(b"\xFF\xFEa\0b\0", &NotABrief::Utf16, "UTF-16");
    check(b"t\0h\0e\0 \0u\0s\0e\0r\0", &NotABrief::Utf16, "UTF-16");
    check(b"\0t\0h\0e\0 \0u\0s\0e\0r", &NotABrief::Utf16, "UTF-16");
    check(&vec![b'a'; LARGEST + 1], &NotABrief::TooLarge { bytes: LARGEST + 1 }, "4194304");
    check(b"---\n\n***\n<!-- nothing -->\n", &NotABrief::NothingReadable, "no words");
    let marked = read("a.md", "\u{feff}# A shop\n\nIt must open.\n".as_bytes()).unwrap();
    assert_eq!((marked.title.text.as_str(), marked.statements[0].line), ("A shop", 3));
}
