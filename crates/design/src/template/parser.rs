//! The parser's position in a template: signs, words, names, and the errors about them.

use super::{Filter, TemplateError};

/// How deep blocks and expressions may be nested together; parsing, evaluation and dropping recurse that deep.
const DEEPEST: usize = 32;
/// The longest name, in bytes, which bounds the time of a lookup.
const LONGEST_NAME: usize = 64;

/// Unsupported parts of Jinja, by their first signs, with what to do instead.
const UNSUPPORTED: [(&str, &str); 12] = [
    ("~", "texts may not be joined: write them one after another, `{{ a }}{{ b }}`"),
    ("+", "`+` may not be used: write the parts one after another, `{{ a }}{{ b }}`"),
    ("-", "`-` may not be used: a template does not calculate"),
    ("*", "`*` may not be used: a template does not calculate"),
    ("/", "`/` may not be used: a template does not calculate"),
    ("%", "`%` may not be used: a template does not calculate"),
    ("(", "nothing may be called: a filter is written `{{ value|filter }}`, without brackets"),
    (",", "a list may not be written in a template: write its items one after another"),
    ("in ", "`in` may not be used: compare with `==`"),
    ("not in ", "`not in` may not be used: compare with `!=`"),
    ("if ", "`if` may not follow a value: write `{% if condition %}…{% endif %}`"),
    ("=", "a value is given by `{% set name = value %}`, and compared by `==`"),
];

pub(super) struct Parser<'t, 'f> {
    pub(super) rest: &'t str,
    pub(super) line: usize,
    /// Whether the tag before removes the white space after it (`-%}`).
    pub(super) trims: bool,
    pub(super) filters: &'f [Filter],
    depth: usize,
}

impl<'t, 'f> Parser<'t, 'f> {
    pub(super) fn new(text: &'t str, filters: &'f [Filter]) -> Self {
        Self { rest: text, line: 1, trims: false, filters, depth: 0 }
    }

    pub(super) fn error<T>(&self, why: impl Into<String>) -> Result<T, TemplateError> {
        Err(TemplateError { line: self.line, why: why.into() })
    }

    pub(super) fn syntax(&self, why: &str) -> TemplateError {
        TemplateError { line: self.line, why: format!("syntax error: {why}") }
    }

    /// The error that something else was expected here: an unsupported part of Jinja, or a syntax error.
    pub(super) fn expected(&self, wanted: &str) -> TemplateError {
        let is_end = self.rest.starts_with("%}");
        if let Some((_, why)) = UNSUPPORTED.iter().find(|(sign, _)| self.rest.starts_with(sign) && !is_end) {
            return TemplateError { line: self.line, why: (*why).to_owned() };
        }
        let found: String = self.rest.chars().take(20).take_while(|c| !c.is_whitespace()).collect();
        let found = if found.is_empty() { "the end".to_owned() } else { format!("`{found}`") };
        self.syntax(&format!("{wanted} is expected, and {found} is found"))
    }

    /// Takes this many bytes off the rest.
    pub(super) fn take(&mut self, bytes: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        taken
    }

    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, TemplateError>,
    ) -> Result<T, TemplateError> {
        if self.depth == DEEPEST {
            return self.error(format!("blocks and expressions are nested deeper than {DEEPEST} levels"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    pub(super) fn space(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    /// Takes a sign if it is here.
    pub(super) fn takes(&mut self, sign: &str) -> bool {
        let is_here = self.rest.starts_with(sign);
        if is_here {
            self.take(sign.len());
        }
        is_here
    }

    /// Takes a word if it is the next one.
    pub(super) fn word(&mut self, word: &str) -> bool {
        self.space();
        let after = self.rest.strip_prefix(word);
        let is_here = after.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
        if is_here {
            self.take(word.len());
        }
        is_here
    }

    pub(super) fn name(&mut self) -> Result<&'t str, TemplateError> {
        self.space();
        let end = self.rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(self.rest.len());
        if end == 0 {
            return Err(self.expected("a name"));
        }
        let name = self.take(end);
        self.short(name)
    }

    pub(super) fn short(&self, name: &'t str) -> Result<&'t str, TemplateError> {
        if name.len() > LONGEST_NAME {
            return self.error(format!("a name is longer than {LONGEST_NAME} bytes"));
        }
        Ok(name)
    }
}
