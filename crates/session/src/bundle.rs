//! Bundles: answers that carry files after `<<<FILE: name>>>` lines. A bundle is used whole or not at all.

use std::collections::BTreeMap;
use std::fmt;

use frieze_data::file_name::FileName;
use frieze_data::text::Shown;

/// The largest answer, in bytes.
pub const LARGEST: usize = frieze_data::json::LARGEST;
/// The most files of an answer.
pub const MOST_FILES: usize = 500;
/// How much of a line an error quotes, in columns.
const QUOTED: usize = 100;
const OPEN: &str = "<<<FILE:";
const CLOSE: &str = ">>>";
/// A marker, in messages.
const EXAMPLE: &str = "<<<FILE: name.ext>>>";

/// The files of an answer, in its order. Contents are as written: the last newline before a marker belongs to the file.
pub type Files = Vec<(FileName, String)>;

/// Reads an answer. The text before its first marker is not used.
///
/// `extensions` are those that the profile takes; empty: all. `known` are files of earlier iterations: the answer may repeat their
/// names, but not in another letter case.
///
/// # Errors
/// The first thing that makes it no bundle, or a name that the rules forbid, with its line, counted from 1. Nothing of such an
/// answer is used.
pub fn read(answer: &[u8], extensions: &[String], known: &[FileName]) -> Result<Files, String> {
    let mut files = Files::new();
    // The names so far, with the lines of those in the answer.
    let mut names: BTreeMap<String, (Option<usize>, FileName)> =
        known.iter().map(|name| (name.folded(), (None, name.clone()))).collect();
    for (line, part) in (1..).zip(text(answer)?.split_inclusive('\n')) {
        let Some(name) = marked(part).map_err(|why| format!("line {line}{why}"))? else {
            if let Some((_, content)) = files.last_mut() {
                content.push_str(part);
            }
            continue;
        };
        match names.insert(name.folded(), (Some(line), name.clone())) {
            Some((_, other)) if other != name => {
                let why = "differ in letter case alone, and some systems keep only one; rename one";
                return Err(format!("line {line}: {name} and {other} {why}"));
            }
            Some((Some(first), _)) => {
                return Err(format!("line {line}: {name} is already in line {first}; write each file once"));
            }
            Some((None, _)) | None => {}
        }
        check_extension(&name, extensions).map_err(|why| format!("line {line}: {why}"))?;
        if files.len() == MOST_FILES {
            return Err(format!("the answer has more than {MOST_FILES} files: answer with fewer"));
        }
        files.push((name, String::new()));
    }
    if files.is_empty() {
        return Err(format!(
            "the answer has no file: write a line `{EXAMPLE}` before each file, and nothing else on that line"
        ));
    }
    Ok(files)
}

/// An answer with these files after a text. A file whose last line has no line end gets one.
pub fn write(before: String, files: impl IntoIterator<Item = (impl fmt::Display, String)>) -> String {
    files.into_iter().fold(before, |out, (name, content)| {
        format!("{}{OPEN} {name}{CLOSE}\n{}", ended(out), ended(content))
    })
}

/// A text whose last line ends.
pub fn ended(mut text: String) -> String {
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// Whether a bundle can carry a file: it is text, and no line of it would be read as a marker.
pub fn can_carry(content: &str) -> bool {
    !content.contains('\0') && !content.lines().any(|line| line.starts_with(OPEN))
}

/// The text of an answer: UTF-8 without NUL. A byte order mark before it is not part of the text.
///
/// # Errors
/// More than [`LARGEST`] bytes, and bytes that are no text.
pub fn text(answer: &[u8]) -> Result<&str, String> {
    if answer.len() > LARGEST {
        let most = format!("at most {LARGEST} are read: answer with fewer files");
        return Err(format!("the answer has {} bytes; {most}", answer.len()));
    }
    let binary = |at: usize| format!("the answer is binary from byte {at} on: save it as text in UTF-8");
    let text = std::str::from_utf8(answer).map_err(|e| binary(e.valid_up_to()))?;
    match text.find('\0') {
        Some(at) => Err(binary(at)),
        None => Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text)),
    }
}

/// The name in a marker; `None` for other lines. White space after a marker does not count, because nobody sees it.
fn marked(line: &str) -> Result<Option<FileName>, String> {
    let Some(rest) = line.strip_prefix(OPEN) else { return Ok(None) };
    let Some(name) = rest.trim_end().strip_suffix(CLOSE) else {
        let shown = Shown::cut(line.trim_end(), QUOTED);
        return Err(format!(
            " begins like a marker but is none: “{shown}”; write `{EXAMPLE}` and nothing else"
        ));
    };
    name.trim().parse().map(Some).map_err(|why| format!(": {why}"))
}

fn check_extension(name: &FileName, allowed: &[String]) -> Result<(), String> {
    match name.extension() {
        None => Err(format!("{name} has no extension; write one, for example `{name}.txt`")),
        Some(own) if allowed.is_empty() || allowed.iter().any(|known| known == own) => Ok(()),
        Some(_) => Err(format!("{name} is not allowed; this profile takes .{}", allowed.join(", ."))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Files, String> {
        super::read(text.as_bytes(), &[], &[])
    }

    #[test]
    fn contents_are_taken_byte_for_byte() {
        let check = |answer: &str, expected: &[(&str, &str)]| {
            let files = read(answer).unwrap();
            let files: Vec<(&str, &str)> =
                files.iter().map(|(name, content)| (name.as_str(), content.as_str())).collect();
            assert_eq!(files, expected, "{answer:?}");
        };
        check("<<<FILE: A.java>>>\nclass A {}\n", &[("A.java", "class A {}\n")]);
        check("Here:\n<<<FILE: a.x>>>\n1\n<<<FILE: b.x>>>\n2", &[("a.x", "1\n"), ("b.x", "2")]);
        check("<<<FILE: a.x>>>\n\n 1\r\n\t\n<<<FILE: b.x>>>  \r\n", &[("a.x", "\n 1\r\n\t\n"), ("b.x", "")]);
        check("\u{FEFF}<<<FILE: a.x>>>\nä", &[("a.x", "ä")]);
        check(
            "<<<FILE:a.x>>>\n <<<FILE: b.x>>>\nx <<<FILE: c.x>>>\n",
            &[("a.x", " <<<FILE: b.x>>>\nx <<<FILE: c.x>>>\n")],
        );
    }

    /// Every refusal of the specification, with the words that a person reads.
    #[test]
    fn an_answer_that_is_no_bundle_is_refused_whole() {
        let twice = "<<<FILE: a.x>>>\n1\n<<<FILE: a.x>>>\n2\n";
        let many: String = (0..=MOST_FILES).map(|i| format!("<<<FILE: f{i}.x>>>\n")).collect();
        for (answer, expected) in [
            ("", "no file"),
            ("```java\nclass A {}\n```", "no file"),
            ("x\n<<<FILE: ../x.java>>>\n", "line 2: \"../x.java\" is not a file name but a path"),
            ("<<<FILE: /etc/passwd>>>\n", "not a file name but a path"),
            ("<<<FILE: .env.x>>>\n", "is not a file name"),
            ("<<<FILE: nul.java>>>\n", "reserved device name"),
            ("<<<FILE: >>>\n", "line 1: a file name is empty"),
            ("<<<FILE: Makefile>>>\n", "Makefile has no extension"),
            ("<<<FILE: a.x>>> // first\n", "line 1 begins like a marker but is none"),
            ("<<<FILE: a.x\n", "begins like a marker"),
            (twice, "line 3: a.x is already in line 1"),
            ("<<<FILE: A.x>>>\n<<<FILE: a.x>>>\n", "line 2: a.x and A.x differ in letter case alone"),
            (many.as_str(), "more than 500 files"),
            ("a\0<<<FILE: a.x>>>\n", "binary from byte 1"),
        ] {
            let why = read(answer).unwrap_err();
            assert!(why.contains(expected), "{answer:.60}: {why}");
        }
        let why = super::read(b"\x89PNG", &[], &[]).unwrap_err();
        assert!(why.contains("binary from byte 0"), "{why}");
        let why = super::read(&vec![b' '; LARGEST + 1], &[], &[]).unwrap_err();
        assert!(why.contains("answer with fewer files"), "{why}");
        let fits: String = (0..MOST_FILES).map(|i| format!("<<<FILE: f{i}.x>>>\n")).collect();
        assert_eq!(read(&fits).unwrap().len(), MOST_FILES);
    }

    #[test]
    fn rules_forbid_other_extensions_and_known_names_in_other_letter_case() {
        let extensions = ["java".to_owned()];
        let known: Vec<FileName> = vec!["Tier.java".parse().unwrap()];
        let read = |name: &str| super::read(format!("<<<FILE: {name}>>>\n").as_bytes(), &extensions, &known);
        assert!(read("Tier.java").is_ok() && read("Other.java").is_ok());
        for (name, expected) in [
            ("x.sql", "x.sql is not allowed; this profile takes .java"),
            ("x.JAVA", "not allowed"),
            ("TIER.java", "TIER.java and Tier.java differ in letter case alone"),
        ] {
            assert!(read(name).unwrap_err().contains(expected), "{name}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = super::read(&bytes, &[], &[]);
        }

        #[test]
        fn any_text_with_markers_is_read_or_refused(
            text in "((<<<FILE:)? ?[aA./\\x00-]{0,3}\\.?(>>>)?[ \\r\\n]{0,2}){0,9}",
        ) {
            let _ = read(&text);
        }

        /// Nothing is lost and nothing is added.
        #[test]
        fn a_written_bundle_reads_back(
            before in "([ -~ä]{0,9}\n){0,3}",
            files in prop::collection::btree_map("[a-z]{1,5}\\.[a-z]{1,3}", "([ -;=-~\r\t\u{e4}]{0,9}\n){0,4}", 1..5),
        ) {
            let valid = files.iter().filter_map(|(name, content)| Some((name.parse().ok()?, content.clone())));
            let files: Files = valid.collect();
            if !files.is_empty() {
                prop_assert_eq!(read(&write(before, files.clone())), Ok(files));
            }
        }
    }
}
