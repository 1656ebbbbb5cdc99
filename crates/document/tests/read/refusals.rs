//! Tests of files that are refused.

use crate::common::{word, zipped};
use frieze_document::{LARGEST, MOST_LINES, NotABrief, read};

fn check(name: &str, bytes: &[u8], expected: &NotABrief) {
    let found = read(name, bytes).unwrap_err();
    assert_eq!(&found, expected, "{name}");
    assert!(found.to_string().starts_with("the brief") && found.hint().len() > 20, "{found}");
}

#[test]
fn nothing_to_read() {
    check("a.md", b"", &NotABrief::Empty);
    check("a.md", b"\xEF\xBB\xBF", &NotABrief::Empty);
    check("a.md", b" \r\n\t", &NotABrief::OnlyWhiteSpace);
    check("a.md", b"---\n***\n<!-- words -->\n", &NotABrief::NoWords);
    check("a.md", b"```sh\nls\n```\n", &NotABrief::NoWords);
    check("a.md", &vec![b'a'; LARGEST + 1], &NotABrief::TooLarge { bytes: LARGEST + 1 });
    check(
        "a.md",
        "a\n".repeat(MOST_LINES + 1).as_bytes(),
        &NotABrief::TooManyLines { lines: MOST_LINES + 1 },
    );
}

#[test]
fn binary_files() {
    check("a.md", b"one\ntwo\0", &NotABrief::Binary { line: 2 });
    check("a.md", b"one\r\rGr\xF6\xDFe", &NotABrief::NotUtf8 { line: 3 });
    check("a.md", b"\xFF\xFEa\0b", &NotABrief::Binary { line: 1 });
    check("a.md", b"a\0b\0", &NotABrief::Binary { line: 1 });
    check("a.pdf", b"%PDF-1.7\n\xE2", &NotABrief::Pdf);
    check("a.png", b"\x89PNG\r\n\x1a\n\0", &NotABrief::Image);
    check("a.svg", b"<svg xmlns=\"x\"><text>a</text></svg>", &NotABrief::Image);
    check("a.gz", b"\x1f\x8b\x08", &NotABrief::Archive);
}

#[test]
fn other_office_documents() {
    let old = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0";
    check("a.doc", old, &NotABrief::Office { what: "a document of an old office format" });
    check("a.rtf", b"{\\rtf1 text}", &NotABrief::Office { what: "Rich Text (RTF)" });
    check("a.xlsx", &zipped(&[("xl/workbook.xml", "<a/>")]), &NotABrief::Spreadsheet);
    check("a.pptx", &zipped(&[("ppt/x.xml", "<a/>")]), &NotABrief::Office { what: "a presentation" });
    check(
        "a.odt",
        &zipped(&[("mimetype", "x"), ("content.xml", "<a/>")]),
        &NotABrief::Office { what: "an OpenDocument file" },
    );
    check("a.zip", &zipped(&[("notes.md", "# A")]), &NotABrief::Archive);
}

#[test]
fn other_markup() {
    for (name, what) in [("a.ADOC", "AsciiDoc"), ("a.rst", "reStructuredText"), ("a.org", "Org")] {
        check(name, b"Title\n\nThe shop must send bills.\n", &NotABrief::OtherMarkup { what });
    }
    // Its marks alone do not decide.
    assert!(read("a.txt", b"= Shop\n:toc: left\n\nThe shop must send bills.\n").is_ok());
}

#[test]
fn data() {
    check("a.json", br#"{"openapi": "3.1.0", "paths": {}}"#, &NotABrief::Interface);
    check("a.yaml", b"openapi: 3.1.0\npaths:\n  /a: {}\n", &NotABrief::Interface);
    check("a.md", b"[{\"id\": 1}]", &NotABrief::Data { what: "JSON" });
    check("a.yml", b"name: x\nsteps:\n  - run: a\n  - uses: b\n", &NotABrief::Data { what: "YAML" });
    check("a.xml", b"<?xml version=\"1.0\"?><list><a/></list>", &NotABrief::Xml);
    check("a.txt", b"<model id=\"1\">\n<part/>\n</model>\n", &NotABrief::Xml);
    // Prose in keys and values, and prose that begins with a bracket, are read.
    assert!(read("a.txt", b"Actor: buyer\nGoal: pay\nSteps:\n- The buyer pays.\n").is_ok());
    assert!(read("a.txt", b"[Draft] The system shall pay. [TBD]").is_ok());
}

#[test]
fn source_code() {
    check("a.rs", b"use std::io;\n\nfn main() {\n    let a = 1;\n    call(a);\n}\n", &NotABrief::SourceCode);
    check(
        "a.py",
        b"import os\n\ndef main(a):\n    b = a + 1\n    return os.path(b)\n",
        &NotABrief::SourceCode,
    );
    check("a.h", b"#include <a.h>\nint f(void);\nint g(void);\n", &NotABrief::SourceCode);
    assert!(read("a.md", b"- Das System soll zahlen;\n- es soll senden;\n- es soll drucken;\n").is_ok());
    assert!(read("a.txt", b"Roses are red,\nviolets are blue;\nclass is over,\nand so are you.\n").is_ok());
}

#[test]
fn bombs() {
    let too_large = NotABrief::Damaged { why: "it is too large when unpacked" };
    check("a.docx", &word(&" ".repeat(8 << 20)), &too_large);
    let entities = r#"<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><w:document>&b;</w:document>"#;
    check(
        "a.docx",
        &zipped(&[("word/document.xml", entities)]),
        &NotABrief::Damaged { why: "it declares entities" },
    );
    let deep = NotABrief::Damaged { why: "its elements are nested too deep" };
    check("a.docx", &word(&("<w:sdt>".repeat(600) + &"</w:sdt>".repeat(600))), &deep);
    check("a.docx", b"PK\x03\x04", &NotABrief::Damaged { why: "it is not a complete zip file" });
    check("a.docx", &word("<w:p>"), &NotABrief::Damaged { why: "a part of it is not XML" });
    check("a.docx", &word("<w:p/>"), &NotABrief::NoWords);
}
