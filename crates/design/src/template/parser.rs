//! Parser of templates: texts and tags, in one pass.

use super::syntax_tree::{Condition, Node, Path, Test, What};
use super::{Filter, TemplateError};

/// How deep blocks may be nested; parsing, evaluation and dropping recurse that deep.
const DEEPEST: usize = 32;
/// The longest tag, in bytes, which bounds the time that one takes.
const LONGEST_TAG: usize = 100;

const VALUES: &str = "a value is `name` or `name.field`";
const CONDITIONS: &str = "a condition is `value`, `not value`, `value is not none` or `value == \"word\"`, or several \
                          with `and` between them";
const STATEMENTS: &str = "the statements of a template are `{% if condition %}`, `{% else %}`, `{% endif %}`, \
                          `{% for name in list %}` and `{% endfor %}`";

struct Parser<'t, 'f> {
    rest: &'t str,
    line: usize,
    depth: usize,
    filters: &'f [Filter],
}

/// A tag without its signs.
struct Tag<'t> {
    prints: bool,
    /// Whether the white space before it is removed (`{%-`).
    trims: bool,
    inside: &'t str,
}

pub(super) fn parse<'t>(template: &'t str, filters: &[Filter]) -> Result<Vec<Node<'t>>, TemplateError> {
    // The last newline of a text file is not part of the template.
    let text = template.strip_suffix('\n').map_or(template, |text| text.strip_suffix('\r').unwrap_or(text));
    let mut parser = Parser { rest: text, line: 1, depth: 0, filters };
    match parser.body()? {
        (nodes, None) => Ok(nodes),
        (_, Some(end)) => parser.error(format!("`{{% {end} %}}` ends a block that was not opened")),
    }
}

impl<'t> Parser<'t, '_> {
    fn error<T>(&self, why: impl Into<String>) -> Result<T, TemplateError> {
        Err(TemplateError { line: self.line, why: why.into() })
    }

    /// The nodes up to the end of a block, and the statement there; `None` at the end of the template.
    fn body(&mut self) -> Result<(Vec<Node<'t>>, Option<&'t str>), TemplateError> {
        let mut nodes = Vec::new();
        loop {
            let (line, text) = (self.line, self.text());
            let tag = self.tag()?;
            let text = if tag.as_ref().is_some_and(|tag| tag.trims) { text.trim_end() } else { text };
            if !text.is_empty() {
                nodes.push(Node { line, what: What::Text(text) });
            }
            let Some(tag) = tag else { return Ok((nodes, None)) };
            let line = self.line;
            let what = if tag.prints {
                self.print(tag.inside)?
            } else {
                match tag.inside.split_whitespace().collect::<Vec<_>>().as_slice() {
                    [end @ ("else" | "endif" | "endfor")] => return Ok((nodes, Some(end))),
                    ["if", condition @ ..] => self.condition(condition)?,
                    ["for", name, "in", list] => self.repetition(name, list)?,
                    _ => {
                        let inside = tag.inside.trim();
                        return self.error(format!("`{{% {inside} %}}` may not be used: {STATEMENTS}"));
                    }
                }
            };
            nodes.push(Node { line, what });
        }
    }

    /// The text up to the next tag, or to the end.
    fn text(&mut self) -> &'t str {
        let bytes = self.rest.as_bytes();
        let is_tag = |at: &usize| matches!(bytes.get(at + 1), Some(b'{' | b'%' | b'#'));
        let end = self.rest.match_indices('{').map(|(at, _)| at).find(is_tag);
        let (text, rest) = self.rest.split_at(end.unwrap_or(bytes.len()));
        self.line += text.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        text
    }

    /// The tag that begins here; `None` at the end of the template.
    fn tag(&mut self) -> Result<Option<Tag<'t>>, TemplateError> {
        let Some((open, rest)) = self.rest.split_at_checked(2) else { return Ok(None) };
        let close = match open {
            "{{" => "}}",
            "{%" => "%}",
            _ => return self.error("`{#` may not be used: a template has no comments"),
        };
        let near = rest.as_bytes().get(..LONGEST_TAG + close.len()).unwrap_or(rest.as_bytes());
        let line = near.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let Some(end) = line.windows(close.len()).position(|bytes| bytes == close.as_bytes()) else {
            return self.error(format!(
                "syntax error: a tag ends by `{close}` on the same line, after at most {LONGEST_TAG} bytes"
            ));
        };
        let (inside, rest) = rest.split_at(end);
        self.rest = &rest[close.len()..];
        let prints = close == "}}";
        let trimmed = inside.strip_prefix('-').filter(|_| !prints);
        Ok(Some(Tag { prints, trims: trimmed.is_some(), inside: trimmed.unwrap_or(inside) }))
    }

    fn print(&self, inside: &'t str) -> Result<What<'t>, TemplateError> {
        let (value, filter) = match inside.split_once('|') {
            Some((value, filter)) => (value, Some(filter.trim())),
            None => (inside, None),
        };
        let path = self.path(value.trim())?;
        let Some(name) = filter else { return Ok(What::Print { path, filter: None }) };
        if let Some((_, filter)) = self.filters.iter().find(|(own, _)| *own == name) {
            return Ok(What::Print { path, filter: Some(*filter) });
        }
        let known: Vec<&str> = self.filters.iter().map(|(own, _)| *own).collect();
        let known = known.join("`, `");
        self.error(format!("the filter `{name}` may not be used: a value has at most one of `{known}`"))
    }

    fn path(&self, text: &'t str) -> Result<Path<'t>, TemplateError> {
        let (name, field) = match text.split_once('.') {
            Some((name, field)) => (name, Some(field)),
            None => (text, None),
        };
        if !is_name(name) || !field.is_none_or(is_name) {
            return self.error(format!("syntax error: `{text}` is no value: {VALUES}"));
        }
        Ok(Path { name, field })
    }

    fn condition(&mut self, words: &[&'t str]) -> Result<What<'t>, TemplateError> {
        let mut all = Vec::new();
        for part in words.split(|word| *word == "and") {
            let (value, test) = match part {
                [value] => (value, Test::True),
                ["not", value] => (value, Test::NotTrue),
                [value, "is", "not", "none"] => (value, Test::NotNone),
                [value, "==", text] => match text.strip_prefix('"').and_then(|t| t.strip_suffix('"')) {
                    Some(text) if !text.contains(['"', '\\']) => (value, Test::Is(text)),
                    _ => return self.error(format!("syntax error: `{text}` is no word: {CONDITIONS}")),
                },
                _ => {
                    let part = part.join(" ");
                    return self.error(format!("syntax error: `{part}` is no condition: {CONDITIONS}"));
                }
            };
            all.push(Condition { path: self.path(value)?, test });
        }
        let (body, end) = self.block("endif")?;
        let otherwise = if end == "else" { self.block("endif")? } else { (Vec::new(), end) };
        match otherwise {
            (otherwise, "endif") => Ok(What::If { all, body, otherwise }),
            _ => self.error("syntax error: `{% else %}` follows `{% else %}`"),
        }
    }

    fn repetition(&mut self, name: &'t str, list: &'t str) -> Result<What<'t>, TemplateError> {
        if !is_name(name) {
            return self.error(format!("syntax error: `{name}` is no name"));
        }
        let list = self.path(list)?;
        match self.block("endfor")? {
            (body, "endfor") => Ok(What::For { name, list, body }),
            _ => self.error("syntax error: `{% else %}` belongs to `{% if condition %}`"),
        }
    }

    /// A body that ends by `else` or by this statement.
    fn block(&mut self, wanted: &str) -> Result<(Vec<Node<'t>>, &'t str), TemplateError> {
        if self.depth == DEEPEST {
            return self.error(format!("blocks are nested deeper than {DEEPEST} levels"));
        }
        self.depth += 1;
        let (nodes, end) = self.body()?;
        self.depth -= 1;
        match end {
            Some(end) if end == wanted || end == "else" => Ok((nodes, end)),
            _ => self.error(format!("syntax error: `{{% {wanted} %}}` is missing")),
        }
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}
