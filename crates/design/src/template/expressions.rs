//! Parsing of expressions: values, conditions, filters and tests.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use super::TemplateError;
use super::parser::Parser;
use super::syntax_tree::{Accepts, Comparison, Expr, Kind, Suffix};

impl<'t> Parser<'t, '_> {
    pub(super) fn expression(&mut self) -> Result<Expr<'t>, TemplateError> {
        self.deeper(|parser| parser.joined("or", Self::conjunction, Expr::Any))
    }

    fn conjunction(&mut self) -> Result<Expr<'t>, TemplateError> {
        self.joined("and", Self::negation, Expr::All)
    }

    /// One expression, or several with a word between them.
    fn joined(
        &mut self,
        word: &str,
        one: fn(&mut Self) -> Result<Expr<'t>, TemplateError>,
        all: fn(Vec<Expr<'t>>) -> Expr<'t>,
    ) -> Result<Expr<'t>, TemplateError> {
        let first = one(self)?;
        if !self.word(word) {
            return Ok(first);
        }
        let mut items = vec![first, one(self)?];
        while self.word(word) {
            items.push(one(self)?);
        }
        Ok(all(items))
    }

    fn negation(&mut self) -> Result<Expr<'t>, TemplateError> {
        if self.word("not") {
            return self.deeper(|parser| Ok(Expr::Not(Box::new(parser.negation()?))));
        }
        let left = self.followed()?;
        let Some(comparison) = self.comparison() else { return Ok(left) };
        let right = self.followed()?;
        if !matches!(left, Expr::Constant(_)) && !matches!(right, Expr::Constant(_)) {
            return self.error("two values may not be compared: one side must be a text, a number or `none`");
        }
        if self.comparison().is_some() {
            return self.error("comparisons may not follow one another: join them by `and`");
        }
        Ok(Expr::Compared(Box::new((left, comparison, right))))
    }

    fn comparison(&mut self) -> Option<Comparison> {
        self.space();
        let all: [(&str, Accepts, Option<bool>); 6] = [
            ("==", Ordering::is_eq, Some(false)),
            ("!=", Ordering::is_ne, Some(true)),
            ("<=", Ordering::is_le, None),
            (">=", Ordering::is_ge, None),
            ("<", Ordering::is_lt, None),
            (">", Ordering::is_gt, None),
        ];
        let mut all = all.into_iter();
        let (_, accepts, of_different_kinds) = all.find(|(sign, ..)| self.takes(sign))?;
        Some(Comparison { accepts, of_different_kinds })
    }

    /// A value with its attributes, items, filters and tests.
    fn followed(&mut self) -> Result<Expr<'t>, TemplateError> {
        let value = self.value()?;
        let mut suffixes = Vec::new();
        loop {
            self.space();
            suffixes.push(if self.takes(".") {
                Suffix::Attribute(self.name()?)
            } else if self.takes("[") {
                self.item()?
            } else if self.takes("|") {
                self.filter()?
            } else if self.word("is") {
                self.test()?
            } else if suffixes.is_empty() {
                return Ok(value);
            } else {
                return Ok(Expr::Followed(Box::new(value), suffixes));
            });
        }
    }

    fn test(&mut self) -> Result<Suffix<'t>, TemplateError> {
        let not = self.word("not");
        let (kind, not) = match self.name()? {
            "none" => (Kind::None, not),
            "defined" => (Kind::Undefined, !not),
            "undefined" => (Kind::Undefined, not),
            other => {
                return self.error(format!(
                    "the test `{other}` may not be used: `is` tests for `none`, `defined` or `undefined`"
                ));
            }
        };
        Ok(Suffix::Is { kind, not })
    }

    fn filter(&mut self) -> Result<Suffix<'t>, TemplateError> {
        let name = self.name()?;
        if name == "length" {
            return Ok(Suffix::Length);
        }
        if let Some((_, filter)) = self.filters.iter().find(|(own, _)| *own == name) {
            return Ok(Suffix::Filter(*filter));
        }
        let known: Vec<&str> = self.filters.iter().map(|(own, _)| *own).chain(["length"]).collect();
        self.error(format!(
            "the filter `{name}` may not be used: the filters of this template are `{}`",
            known.join("`, `")
        ))
    }

    fn item(&mut self) -> Result<Suffix<'t>, TemplateError> {
        self.space();
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let quote = self.rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let quoted = quote.and_then(|quote| self.rest.get(1..)?.split_once(quote)).map(|(name, _)| name);
        let item = if let Some(name) = quoted {
            self.take(name.len() + 2);
            Suffix::Attribute(self.short(name)?)
        } else if let Ok(index) = self.rest[..digits].parse() {
            self.take(digits);
            Suffix::Item(index)
        } else {
            return self.error("an item is named by a number or a text: `list[0]`, `item[\"name\"]`");
        };
        self.space();
        if self.takes("]") { Ok(item) } else { Err(self.expected("`]`")) }
    }

    fn value(&mut self) -> Result<Expr<'t>, TemplateError> {
        self.space();
        match self.rest.chars().next() {
            Some('(') => {
                self.take(1);
                let inner = self.expression()?;
                self.space();
                if self.takes(")") { Ok(inner) } else { Err(self.expected("`)`")) }
            }
            Some(quote @ ('"' | '\'')) => self.text_in(quote).map(|text| Expr::Constant(Value::String(text))),
            Some('-' | '0'..='9') => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.named(),
            Some('[' | '{') => {
                self.error("a list may not be written in a template: write its items one after another")
            }
            Some(_) | None => Err(self.expected("a value")),
        }
    }

    fn named(&mut self) -> Result<Expr<'t>, TemplateError> {
        Ok(match self.name()? {
            "true" | "True" => Expr::Constant(Value::Bool(true)),
            "false" | "False" => Expr::Constant(Value::Bool(false)),
            "none" | "None" => Expr::Constant(Value::Null),
            "not" | "and" | "or" | "in" | "is" | "if" | "else" => {
                return Err(self.syntax("a value is missing"));
            }
            name => Expr::Named(name),
        })
    }

    fn number(&mut self) -> Result<Expr<'t>, TemplateError> {
        let bytes = self.rest.bytes().take(40);
        let length = bytes.take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.')).count();
        let Ok(number) = self.rest[..length].parse::<Number>() else {
            return Err(self.syntax("this is not a number"));
        };
        self.take(length);
        Ok(Expr::Constant(Value::Number(number)))
    }

    /// A text in quotation marks.
    fn text_in(&mut self, quote: char) -> Result<String, TemplateError> {
        let mut text = String::new();
        let mut chars = self.rest.char_indices().skip(1);
        while let Some((at, c)) = chars.next() {
            if c == quote {
                self.take(at + 1);
                return Ok(text);
            }
            if c != '\\' {
                text.push(c);
                continue;
            }
            match chars.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, 't')) => text.push('\t'),
                Some((_, c @ ('"' | '\'' | '\\'))) => text.push(c),
                Some(_) | None => {
                    return Err(
                        self.syntax("in a text, `\\` is followed by `n`, `t`, `\\` or a quotation mark")
                    );
                }
            }
        }
        Err(self.syntax("a text does not end"))
    }
}
