//! Recognition of a text's format.

use crate::{Format, NotABrief, code, gherkin, html, separated};

/// The format of a text.
///
/// # Errors
///
/// If the text is data, XML, a picture or source code.
pub fn format(name: &str, text: &str) -> Result<Format, NotABrief> {
    let name = name.to_ascii_lowercase();
    let named = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
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
    if named(&[".csv", ".tsv"]) || separated::recognised(text).is_some() {
        return Ok(Format::Csv);
    }
    let is_fenced = text.lines().any(|line| line.trim_start().starts_with("```"));
    if !is_fenced && code::is_code(text.lines()) {
        return Err(NotABrief::SourceCode);
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
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with('#')).take(40);
    let is_interface = |line: &str| {
        let key = line.trim_start_matches(['{', ' ', '"', '\t']);
        ["openapi", "swagger", "asyncapi"].iter().any(|word| {
            key.strip_prefix(word)
                .is_some_and(|rest| rest.trim_start_matches('"').trim_start().starts_with(':'))
        })
    };
    let is_json = is_json(text);
    let is_yaml = name.ends_with(".yaml") || name.ends_with(".yml") || is_yaml(text);
    if (is_json || is_yaml || text.starts_with("openapi:") || text.starts_with("swagger:"))
        && lines.any(is_interface)
    {
        return Some(NotABrief::Interface);
    }
    if is_json || name.ends_with(".json") {
        return Some(NotABrief::Data { what: "JSON" });
    }
    is_yaml.then_some(NotABrief::Data { what: "YAML" })
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

/// Whether nearly every line begins with a key of one word, and some keys have no value on their line.
fn is_yaml(text: &str) -> bool {
    let (mut all, mut keys, mut parents) = (0_usize, 0_usize, 0_usize);
    for line in text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#') && *line != "---")
    {
        all += 1;
        let entry = line.strip_prefix("- ").unwrap_or(line);
        if let Some((key, value)) = entry.split_once(':')
            && (value.is_empty() || value.starts_with(' '))
            && key.starts_with(|c: char| c.is_ascii_lowercase() || matches!(c, '"' | '/' | '$'))
            && !key.contains(' ')
        {
            keys += 1;
            parents += usize::from(value.is_empty());
        }
    }
    all >= 4 && parents > 0 && keys * 5 >= all * 4
}
