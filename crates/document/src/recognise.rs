//! Recognition of a text's format.

use crate::{Format, NotABrief, gherkin, html};

/// Markup that is not read, by the ends of its files' names.
const OTHER_MARKUP: &[(&[&str], &str)] = &[
    (&[".adoc", ".asciidoc"], "AsciiDoc"),
    (&[".rst"], "reStructuredText"),
    (&[".org"], "Org"),
    (&[".textile"], "Textile"),
    (&[".wiki", ".mediawiki"], "wiki markup"),
];
/// Source code, by the same.
#[rustfmt::skip]
const SOURCE_CODE: &[&str] = &[
    ".c", ".cc", ".cpp", ".cs", ".css", ".go", ".h", ".hpp", ".java", ".js", ".jsx", ".kt", ".php", ".pl", ".py", ".rb", ".rs", ".scala",
    ".sh", ".sql", ".swift", ".ts", ".tsx", ".vue",
];

/// The format of a text.
///
/// # Errors
///
/// If the text is other markup, data, XML, a picture or source code.
pub fn format(name: &str, text: &str) -> Result<Format, NotABrief> {
    let name = name.to_ascii_lowercase();
    let named = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
    if let Some((_, what)) = OTHER_MARKUP.iter().find(|(ends, _)| named(ends)) {
        return Err(NotABrief::OtherMarkup { what });
    }
    if named(SOURCE_CODE) {
        return Err(NotABrief::SourceCode);
    }
    let start = text.trim_start();
    let lower: String = start.chars().take(1024).collect::<String>().to_ascii_lowercase();
    let is_page =
        lower.starts_with("<!doctype html") || lower.starts_with("<html") || lower.contains("<html");
    if start.starts_with('<') {
        if is_page || named(&[".html", ".htm", ".xhtml"]) {
            return Ok(Format::Html);
        }
        if lower.starts_with("<svg") || (lower.starts_with("<?xml") && lower.contains("<svg")) {
            return Err(NotABrief::Image);
        }
        if lower.starts_with("<?xml") {
            return Err(NotABrief::Xml);
        }
        if text.trim_end().ends_with('>') && !text.lines().any(|line| line.starts_with(['#', '-', '*'])) {
            let tag = html::tag_name(&lower);
            if html::is_element(&tag) {
                return Ok(Format::Html);
            }
            if text.trim_end().ends_with(&format!("</{}>", tag_as_written(start))) {
                return Err(NotABrief::Xml);
            }
        }
    } else if named(&[".html", ".htm", ".xhtml"]) {
        return Ok(Format::Html);
    }
    // A text with Markdown headings is not a feature file, where headings would be comments.
    if named(&[".feature"])
        || (gherkin::names_feature(text)
            && !text.lines().any(|line| line.starts_with("## ") || line.starts_with("# Feature")))
    {
        return Ok(Format::Gherkin);
    }
    if let Some(refusal) = data(&name, start) {
        return Err(refusal);
    }
    if named(&[".csv", ".tsv"]) {
        return Ok(Format::Csv);
    }
    Ok(Format::Text)
}

fn tag_as_written(text: &str) -> &str {
    let inner = text.strip_prefix('<').unwrap_or(text);
    let length = inner.find(|c: char| c.is_whitespace() || matches!(c, '>' | '/')).unwrap_or(inner.len());
    inner.get(..length).unwrap_or_default()
}

/// The refusal of JSON and YAML.
fn data(name: &str, text: &str) -> Option<NotABrief> {
    let is_json = name.ends_with(".json") || is_json(text);
    let is_yaml = name.ends_with(".yaml") || name.ends_with(".yml");
    let mut lines = text.lines().filter(|line| !line.starts_with('#') && *line != "---");
    // A text of another name is an API description only if it begins as one.
    let most = if is_json || is_yaml { 40 } else { 1 };
    if lines.by_ref().take(most).any(is_interface) {
        return Some(NotABrief::Interface);
    }
    if is_json {
        return Some(NotABrief::Data { what: "JSON" });
    }
    is_yaml.then_some(NotABrief::Data { what: "YAML" })
}

/// Whether a line has the key that names the version of an API description.
fn is_interface(line: &str) -> bool {
    let key = line.trim_start_matches(['{', ' ', '"', '\t']);
    ["openapi", "swagger", "asyncapi"].iter().any(|word| {
        key.strip_prefix(word).is_some_and(|rest| rest.trim_start_matches('"').trim_start().starts_with(':'))
    })
}

fn is_json(text: &str) -> bool {
    let mut marks = text.chars().filter(|c| !c.is_whitespace());
    let last = text.trim_end().chars().next_back();
    let begins = (marks.next(), marks.next());
    matches!(
        (begins, last),
        ((Some('{'), Some('"' | '}')), Some('}')) | ((Some('['), Some('{' | '"')), Some(']'))
    )
}
