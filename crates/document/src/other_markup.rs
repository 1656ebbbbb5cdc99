//! Recognition of markup that is not read: AsciiDoc, reStructuredText, Org, Confluence, Textile, MediaWiki. Marks that also occur
//! in running text are not recognised.

/// The effect of a line of other markup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// Only this line is markup.
    Single,
    /// Begins a part up to [`Region::is_closed_by`].
    Opens(Region),
}

/// A part of a document that is skipped as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// `{code}`, `{noformat}`.
    WikiCode,
    /// `#+BEGIN_SRC`.
    OrgCode,
    /// `|===`.
    AsciiTable,
    /// `{|`.
    WikiTable,
}

impl Region {
    /// Whether a trimmed line ends it.
    pub fn is_closed_by(self, line: &str) -> bool {
        match self {
            Self::WikiCode => matches!(line, "{code}" | "{noformat}"),
            Self::OrgCode => org_end(line),
            Self::AsciiTable => line == "|===",
            Self::WikiTable => line == "|}",
        }
    }

    /// Whether it is code and not a table.
    pub fn is_code(self) -> bool {
        matches!(self, Self::WikiCode | Self::OrgCode)
    }
}

/// The markup of a trimmed line, if any.
pub fn mark(line: &str) -> Option<Mark> {
    let first = line.chars().next()?;
    match first {
        '{' => brace(line),
        '#' => {
            let word = line.strip_prefix("#+")?;
            let name = word.split([' ', ':']).next().unwrap_or_default();
            let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            let is_code = matches!(name.to_ascii_lowercase().as_str(), "begin_src" | "begin_example");
            is_name.then_some(if is_code { Mark::Opens(Region::OrgCode) } else { Mark::Single })
        }
        '|' if line == "|===" => Some(Mark::Opens(Region::AsciiTable)),
        '|' => matches!(line, "|-" | "|}").then_some(Mark::Single),
        '.' => is_directive(line).then_some(Mark::Single),
        ':' => is_field(line).then_some(Mark::Single),
        '=' => is_equals_heading(line).then_some(Mark::Single),
        '[' => is_attribute_list(line).then_some(Mark::Single),
        '+' => is_grid_rule(line).then_some(Mark::Single),
        '_' => (line.len() > 4
            && line.starts_with("__")
            && line.ends_with("__")
            && is_upper(line.trim_matches('_')))
        .then_some(Mark::Single),
        _ => (is_wiki_block(line) || is_macro(line)).then_some(Mark::Single),
    }
}

/// `{code:java}`, `{panel}`, `{toc:maxLevel=2}`, `{| class=…`, `{{template}}`.
fn brace(line: &str) -> Option<Mark> {
    if line.starts_with("{|") {
        return Some(Mark::Opens(Region::WikiTable));
    }
    if line.starts_with("{{") {
        return line.ends_with("}}").then_some(Mark::Single);
    }
    let inner = line.strip_prefix('{')?.strip_suffix('}')?;
    let name = inner.split(':').next().unwrap_or_default();
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase()) || inner.contains(['{', '}']) {
        return None;
    }
    Some(if matches!(name, "code" | "noformat") { Mark::Opens(Region::WikiCode) } else { Mark::Single })
}

fn org_end(line: &str) -> bool {
    let name = line.strip_prefix("#+").unwrap_or_default().to_ascii_lowercase();
    matches!(name.trim_end(), "end_src" | "end_example")
}

/// `.. note::`, `.. _label:`, `.. [1] …`, `..`.
fn is_directive(line: &str) -> bool {
    line.strip_prefix("..").is_some_and(|rest| {
        let rest = rest.strip_prefix(' ').map(str::trim_start);
        rest.is_some_and(|rest| rest.contains("::") || rest.starts_with(['_', '[', '|']))
    })
}

/// `:PROPERTIES:`, `:toc: left`, `:maxdepth: 2`.
fn is_field(line: &str) -> bool {
    let Some((name, rest)) = line.strip_prefix(':').and_then(|rest| rest.split_once(':')) else {
        return false;
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    is_name && (rest.is_empty() || rest.starts_with(' '))
}

/// `= Title`, `== Section ==`.
fn is_equals_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('=');
    line.len() - rest.len() <= 6 && rest.starts_with(' ') && rest.chars().any(char::is_alphanumeric)
}

/// `[source,java]`, `[[anchor]]`, `[cols="1,2"]`, `[%header]`; not `[TBD]`.
fn is_attribute_list(line: &str) -> bool {
    let Some(inner) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) else {
        return false;
    };
    (inner.starts_with('[') && inner.ends_with(']'))
        || inner.starts_with(['%', '#', '.'])
        || inner.contains("=\"")
        || inner == "source"
        || inner.starts_with("source,")
}

/// `+-----+----+`.
fn is_grid_rule(line: &str) -> bool {
    line.len() > 3 && line.ends_with('+') && line.bytes().all(|byte| matches!(byte, b'+' | b'-' | b'='))
}

/// `h2. Heading`, `bq. Quotation`.
fn is_wiki_block(line: &str) -> bool {
    match line.as_bytes() {
        [b'h', b'1'..=b'6', b'.', b' ', ..] => true,
        _ => line.starts_with("bq. "),
    }
}

/// `include::part.adoc[]`, `image::login.png[Login]`.
fn is_macro(line: &str) -> bool {
    line.ends_with(']')
        && line.split_once("::").is_some_and(|(name, rest)| {
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase()) && !rest.starts_with(' ')
        })
}

fn is_upper(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_uppercase())
}
