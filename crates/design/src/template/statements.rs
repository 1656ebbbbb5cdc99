//! Parsing of text and statements, in one pass.

use super::parser::Parser;
use super::syntax_tree::Node;
use super::{Filter, TemplateError};

/// The end of a body of statements: a closing tag, or the end of the template.
#[derive(PartialEq, Eq, Clone, Copy)]
enum End {
    Template,
    Elif,
    Else,
    If,
    For,
}

pub(super) fn read<'t>(template: &'t str, filters: &[Filter]) -> Result<Vec<Node<'t>>, TemplateError> {
    // The last newline of a text file is not part of the template.
    let text = template.strip_suffix('\n').map_or(template, |text| text.strip_suffix('\r').unwrap_or(text));
    let mut parser = Parser::new(text, filters);
    let (nodes, end) = parser.body()?;
    match end {
        End::Template => Ok(nodes),
        End::Elif | End::Else | End::If | End::For => {
            Err(parser.syntax("this ends a block that was not opened"))
        }
    }
}

impl<'t> Parser<'t, '_> {
    /// Statements up to a closing tag, and only that tag's first word.
    fn body(&mut self) -> Result<(Vec<Node<'t>>, End), TemplateError> {
        let mut nodes = Vec::new();
        loop {
            let line = self.line;
            let mut text = self.text();
            if self.trims {
                text = text.trim_start();
            }
            let tag = self.rest.get(..2);
            // `-` removes the white space before a tag; `+` keeps it, which is what happens anyway.
            let mark = self.rest.as_bytes().get(2).copied();
            if tag.is_some() && mark == Some(b'-') {
                text = text.trim_end();
            }
            if !text.is_empty() {
                nodes.push(Node::Text { line, text });
            }
            let Some(tag) = tag else { return Ok((nodes, End::Template)) };
            self.take(if matches!(mark, Some(b'-' | b'+')) { 3 } else { 2 });
            let line = self.line;
            match tag {
                "{#" => self.comment()?,
                "{{" => {
                    let what = self.expression()?;
                    self.close("}}")?;
                    nodes.push(Node::Print { line, what });
                }
                _ => match self.statement()? {
                    Ok(node) => nodes.push(node),
                    Err(end) => return Ok((nodes, end)),
                },
            }
        }
    }

    /// The text up to the next tag, or to the end.
    fn text(&mut self) -> &'t str {
        let bytes = self.rest.as_bytes();
        let is_tag = |at: &usize| matches!(bytes.get(at + 1), Some(b'{' | b'%' | b'#'));
        let end = self.rest.match_indices('{').map(|(at, _)| at).find(is_tag);
        self.take(end.unwrap_or(bytes.len()))
    }

    fn comment(&mut self) -> Result<(), TemplateError> {
        let Some(end) = self.rest.find("#}") else { return Err(self.syntax("a comment does not end")) };
        self.trims = self.take(end).ends_with('-');
        self.take(2);
        Ok(())
    }

    /// The end of a tag.
    fn close(&mut self, end: &str) -> Result<(), TemplateError> {
        self.space();
        let marked = self.rest.strip_prefix(['-', '+']).is_some_and(|rest| rest.starts_with(end));
        self.trims = marked && self.rest.starts_with('-');
        if marked {
            self.take(1);
        }
        if self.takes(end) { Ok(()) } else { Err(self.expected(&format!("`{end}`"))) }
    }

    /// A statement, or the end of the block that it would be in.
    fn statement(&mut self) -> Result<Result<Node<'t>, End>, TemplateError> {
        let line = self.line;
        match self.name()? {
            "if" => self.deeper(|parser| parser.condition(line)).map(Ok),
            "for" => self.deeper(|parser| parser.repetition(line)).map(Ok),
            "set" => self.assignment(line).map(Ok),
            "elif" => Ok(Err(End::Elif)),
            "else" => Ok(Err(End::Else)),
            "endif" => Ok(Err(End::If)),
            "endfor" => Ok(Err(End::For)),
            "raw" => self.error("`{% raw %}` may not be used: write `{{ \"{{\" }}` for braces"),
            other => self.error(format!(
                "`{{% {other} %}}` may not be used: the statements of a template are `if`, `for` and `set`"
            )),
        }
    }

    fn assignment(&mut self, line: usize) -> Result<Node<'t>, TemplateError> {
        let name = self.variable()?;
        if self.rest.starts_with("%}") || self.rest.starts_with('|') {
            return self.error("a set block may not be used: write `{% set name = value %}`");
        }
        if !self.takes("=") {
            return Err(self.expected("`=`"));
        }
        let value = self.expression()?;
        self.close("%}")?;
        Ok(Node::Set { line, name, value })
    }

    fn condition(&mut self, line: usize) -> Result<Node<'t>, TemplateError> {
        let mut arms = Vec::new();
        loop {
            let condition = self.expression()?;
            self.close("%}")?;
            let (body, end) = self.body()?;
            arms.push((condition, body));
            let otherwise = match end {
                End::Elif => continue,
                End::Else => self.last_body(End::If, "endif")?,
                End::If => {
                    self.close("%}")?;
                    Vec::new()
                }
                End::Template | End::For => return Err(self.syntax("`{% endif %}` is missing")),
            };
            return Ok(Node::If { line, arms, otherwise });
        }
    }

    fn repetition(&mut self, line: usize) -> Result<Node<'t>, TemplateError> {
        let name = self.variable()?;
        if self.rest.starts_with(',') {
            return self.error("a loop has one name: write `{% for item in list %}`");
        }
        if !self.word("in") {
            return Err(self.syntax("`in` is missing"));
        }
        let list = self.expression()?;
        if self.word("recursive") {
            return self.error("`recursive` may not be used");
        }
        self.close("%}")?;
        let (body, end) = self.body()?;
        let otherwise = match end {
            End::Else => self.last_body(End::For, "endfor")?,
            End::For => {
                self.close("%}")?;
                Vec::new()
            }
            End::Template | End::Elif | End::If => return Err(self.syntax("`{% endfor %}` is missing")),
        };
        Ok(Node::For { line, name, list, body, otherwise })
    }

    /// The statements after `else`, up to the end of the block.
    fn last_body(&mut self, wanted: End, word: &str) -> Result<Vec<Node<'t>>, TemplateError> {
        self.close("%}")?;
        let (body, end) = self.body()?;
        if end != wanted {
            return Err(self.syntax(&format!("`{{% {word} %}}` is missing")));
        }
        self.close("%}")?;
        Ok(body)
    }

    /// A name that `set` or `for` may define.
    fn variable(&mut self) -> Result<&'t str, TemplateError> {
        let name = self.name()?;
        self.space();
        if self.rest.starts_with('.') || name == "loop" || name.starts_with(char::is_numeric) {
            return self.error(format!("`{name}` may not be given a value: write another name"));
        }
        Ok(name)
    }
}
