//! Transcripts of documents, and Word documents for the tests.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use frieze_document::{BlockKind, Document, Text, read};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// One line for each block: its line, kind and text.
pub fn transcript(name: &str, bytes: &[u8]) -> String {
    shown(&read(name, bytes).unwrap())
}

pub fn shown(document: &Document) -> String {
    let mut out = String::new();
    for block in &document.blocks {
        let line = block.line;
        match &block.kind {
            BlockKind::Heading { level, text } => {
                writeln!(out, "{line} {} {text}", "#".repeat((*level).into()))
            }
            BlockKind::Paragraph(text) => writeln!(out, "{line} {}", lines(text)),
            BlockKind::Item { depth, marker, text } => {
                writeln!(out, "{line} {}[{marker}] {}", "  ".repeat((*depth).into()), lines(text))
            }
            BlockKind::Table { head, rows } => {
                let _ = writeln!(out, "{line} | {}", head.join(" | "));
                for row in rows {
                    let _ = writeln!(out, "{} | {}", row.line, row.cells.join(" | "));
                }
                Ok(())
            }
        }
        .unwrap();
    }
    for part in &document.skipped {
        writeln!(out, "{} skipped: {:?}", part.line, part.why).unwrap();
    }
    out
}

/// Lines are separated by ` / `; bold text is in stars, code in backticks.
fn lines(text: &Text) -> String {
    let lines = text.lines.iter().map(|line| {
        let mut out = line.text.clone();
        for range in line.code.iter().rev() {
            out.insert(range.end, '`');
            out.insert(range.start, '`');
        }
        if !line.strong.is_empty() {
            assert!(line.text.starts_with(&line.strong), "{line:?}");
            out = out.replacen(&line.strong, &format!("*{}*", line.strong), 1);
        }
        out
    });
    lines.collect::<Vec<_>>().join(" / ")
}

/// A zip file of parts.
pub fn zipped(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// A Word document with a body.
pub fn word(body: &str) -> Vec<u8> {
    let document = format!(
        r#"<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>{body}</w:body></w:document>"#
    );
    let styles = r#"<w:styles>
        <w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
        <w:style w:type="paragraph" w:styleId="Eigene"><w:name w:val="Own"/><w:basedOn w:val="berschrift1"/></w:style>
        <w:style w:type="paragraph" w:styleId="Verzeichnis1"><w:name w:val="toc 1"/></w:style>
        <w:style w:type="character" w:styleId="Fett"><w:name w:val="Strong"/><w:rPr><w:b/></w:rPr></w:style>
    </w:styles>"#;
    let numbering = r#"<w:numbering>
        <w:abstractNum w:abstractNumId="7">
            <w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="FR-%1"/></w:lvl>
            <w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl>
        </w:abstractNum>
        <w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="·"/></w:lvl></w:abstractNum>
        <w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
        <w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
    </w:numbering>"#;
    zipped(&[
        ("word/document.xml", &document),
        ("word/styles.xml", styles),
        ("word/numbering.xml", numbering),
    ])
}
