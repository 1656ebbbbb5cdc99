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
            Self::OrgCode => matches!(line.to_ascii_lowercase().as_str(), "#+end_src" | "#+end_example"),
            Self::AsciiTable => line == "|===",
            Self::WikiTable => line == "|}",
        }
    }

    /// Whether it is code and not a table.
    pub fn is_code(self) -> bool {
        matches!(self, Self::WikiCode | Self::OrgCode)
    }
}

/// How the first line of a region begins, in small letters.
const REGIONS: [(&str, Region); 6] = [
    ("{code", Region::WikiCode),
    ("{noformat", Region::WikiCode),
    ("#+begin_src", Region::OrgCode),
    ("#+begin_example", Region::OrgCode),
    ("|===", Region::AsciiTable),
    ("{|", Region::WikiTable),
];

/// How a line of other markup begins, and how it ends.
#[rustfmt::skip]
const LINES: [(&str, &str); 21] = [
    ("#+", ""), (".. _", ""), (".. ", "::"), ("= ", ""), ("== ", ""), ("=== ", ""), ("==== ", ""),
    ("h1. ", ""), ("h2. ", ""), ("h3. ", ""), ("h4. ", ""), ("bq. ", ""), ("[source", "]"), ("[cols", "]"), ("[[", "]]"), ("{{", "}}"),
    ("{panel", "}"), ("{toc", "}"), ("include::", "]"), ("image::", "]"), ("|}", ""),
];

/// The markup of a trimmed line, if any.
pub fn mark(line: &str) -> Option<Mark> {
    if !line.starts_with(|c: char| c.is_ascii_punctuation() || c.is_ascii_lowercase()) {
        return None;
    }
    let start = line.get(..16).unwrap_or(line).to_ascii_lowercase();
    if let Some((_, region)) = REGIONS.iter().find(|(begin, _)| start.starts_with(begin)) {
        return Some(Mark::Opens(*region));
    }
    let is_single = LINES.iter().any(|(begin, end)| line.starts_with(begin) && line.ends_with(end));
    (is_single || is_field(line)).then_some(Mark::Single)
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
