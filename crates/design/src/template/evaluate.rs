//! Evaluation of a parsed template. Every step is counted and takes constant time; bytes are counted before they are
//! written, filtered or compared.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::{Number, Value};

use super::syntax_tree::{Comparison, Expr, Kind, Node, Suffix};
use super::{TemplateError, print_value};

/// How many steps a template may take: about a second, and far more than ten thousand findings need.
const STEPS: usize = 4_000_000;

/// A value during evaluation. Cloning one copies no text.
#[derive(Clone)]
enum Item<'a> {
    Undefined,
    Given(&'a Value),
    Made(Rc<Value>),
    Loop { index: usize, length: usize },
}

impl Item<'_> {
    fn json(&self) -> Option<&Value> {
        match self {
            Item::Given(value) => Some(value),
            Item::Made(value) => Some(value),
            Item::Undefined | Item::Loop { .. } => None,
        }
    }
}

struct Evaluator<'a> {
    values: &'a Value,
    /// Names defined in the template: the outermost scope, then one for each loop.
    scopes: Vec<BTreeMap<&'a str, Item<'a>>>,
    out: String,
    most: usize,
    /// Bytes that filters wrote and comparisons read.
    handled: usize,
    steps: usize,
    line: usize,
}

/// The text of a template. It has at most `most` bytes, and filters and comparisons handle at most as many.
pub(super) fn evaluate<'a>(
    nodes: &'a [Node<'a>],
    values: &'a Value,
    most: usize,
) -> Result<String, TemplateError> {
    let scopes = vec![BTreeMap::new()];
    let mut evaluator = Evaluator { values, scopes, out: String::new(), most, handled: 0, steps: 0, line: 1 };
    match evaluator.nodes(nodes) {
        Ok(()) => Ok(evaluator.out),
        Err(why) => Err(TemplateError { line: evaluator.line, why }),
    }
}

impl<'a> Evaluator<'a> {
    fn step(&mut self) -> Result<(), String> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(format!("the template takes more than {STEPS} steps"));
        }
        Ok(())
    }

    fn handle(&mut self, bytes: usize) -> Result<(), String> {
        self.handled = self.handled.saturating_add(bytes);
        if self.handled > self.most {
            let most = self.most;
            return Err(format!("filters and comparisons may handle at most {most} bytes"));
        }
        Ok(())
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        if text.len() > self.most - self.out.len() {
            let most = self.most;
            return Err(format!(
                "the template may write at most {most} bytes; shorten it, or the texts that it prints"
            ));
        }
        self.out.push_str(text);
        Ok(())
    }

    fn nodes(&mut self, nodes: &'a [Node<'a>]) -> Result<(), String> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &'a Node<'a>) -> Result<(), String> {
        self.step()?;
        match node {
            Node::Text { line, text } => {
                self.line = *line;
                self.write(text)
            }
            Node::Print { line, what } => {
                self.line = *line;
                let item = self.value(what)?;
                self.print(&item, what)
            }
            Node::Set { line, name, value } => {
                self.line = *line;
                let item = self.value(value)?;
                self.give(name, item);
                Ok(())
            }
            Node::If { line, arms, otherwise } => {
                for (condition, body) in arms {
                    self.line = *line;
                    self.step()?;
                    if self.is_true(condition)? {
                        return self.nodes(body);
                    }
                }
                self.nodes(otherwise)
            }
            Node::For { line, name, list, body, otherwise } => {
                self.line = *line;
                let item = self.value(list)?;
                let Item::Given(Value::Array(items)) = item else {
                    return Err(match item {
                        Item::Undefined => undefined(list),
                        Item::Given(_) | Item::Made(_) | Item::Loop { .. } => {
                            "`for` needs a list, and this value is not one".to_owned()
                        }
                    });
                };
                if items.is_empty() {
                    return self.nodes(otherwise);
                }
                self.scopes.push(BTreeMap::new());
                for (index, item) in items.iter().enumerate() {
                    self.step()?;
                    // Each turn has its own scope.
                    if let Some(scope) = self.scopes.last_mut() {
                        scope.clear();
                    }
                    self.give(name, Item::Given(item));
                    self.give("loop", Item::Loop { index, length: items.len() });
                    self.nodes(body)?;
                }
                self.scopes.pop();
                Ok(())
            }
        }
    }

    fn give(&mut self, name: &'a str, item: Item<'a>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name, item);
        }
    }

    fn print(&mut self, item: &Item<'a>, what: &Expr<'_>) -> Result<(), String> {
        match item.json() {
            Some(Value::Array(_) | Value::Object(_)) => {
                Err("a list or an object may not be printed: print its items, with `for` and `item.name`"
                    .to_owned())
            }
            Some(value) => self.write(&print_value(value)),
            None if matches!(item, Item::Undefined) => Err(undefined(what)),
            None => Err("`loop` may not be printed: print `loop.index`".to_owned()),
        }
    }

    fn value(&mut self, expression: &'a Expr<'a>) -> Result<Item<'a>, String> {
        self.step()?;
        Ok(match expression {
            Expr::Constant(value) => Item::Given(value),
            Expr::Named(name) => self.named(name)?,
            Expr::Followed(value, suffixes) => {
                let mut item = self.value(value)?;
                for suffix in suffixes {
                    self.step()?;
                    item = self.followed(&item, suffix, expression)?;
                }
                item
            }
            Expr::Not(value) => made(Value::Bool(!self.is_true(value)?)),
            Expr::All(values) => self.first(values, false)?,
            Expr::Any(values) => self.first(values, true)?,
            Expr::Compared(compared) => {
                let (left, comparison, right) = compared.as_ref();
                let (one, other) = (self.value(left)?, self.value(right)?);
                let (Some(one), Some(other)) = (one.json(), other.json()) else {
                    return Err(if one.json().is_none() { undefined(left) } else { undefined(right) });
                };
                made(Value::Bool(self.compare(one, *comparison, other)?))
            }
        })
    }

    fn named(&mut self, name: &str) -> Result<Item<'a>, String> {
        for at in (0..self.scopes.len()).rev() {
            self.step()?;
            if let Some(item) = self.scopes[at].get(name) {
                return Ok(item.clone());
            }
        }
        Ok(self.values.get(name).map_or(Item::Undefined, Item::Given))
    }

    /// The first of these values whose truth is `wanted`, else the last.
    fn first(&mut self, values: &'a [Expr<'a>], wanted: bool) -> Result<Item<'a>, String> {
        let mut last = Item::Undefined;
        for value in values {
            last = self.value(value)?;
            if truth(&last, value)? == wanted {
                break;
            }
        }
        Ok(last)
    }

    fn is_true(&mut self, expression: &'a Expr<'a>) -> Result<bool, String> {
        let item = self.value(expression)?;
        truth(&item, expression)
    }

    fn followed(
        &mut self,
        item: &Item<'a>,
        suffix: &Suffix<'_>,
        whole: &Expr<'_>,
    ) -> Result<Item<'a>, String> {
        Ok(match suffix {
            Suffix::Is { kind, not } => {
                let is = match kind {
                    Kind::Undefined => matches!(item, Item::Undefined),
                    Kind::None => item.json().is_some_and(Value::is_null),
                };
                made(Value::Bool(is != *not))
            }
            Suffix::Attribute(name) => match item {
                Item::Given(Value::Object(fields)) => fields.get(*name).map_or(Item::Undefined, Item::Given),
                Item::Loop { index, length } => of_loop(name, *index, *length),
                Item::Undefined => return Err(undefined(whole)),
                Item::Given(_) | Item::Made(_) => Item::Undefined,
            },
            Suffix::Item(at) => match item {
                Item::Given(Value::Array(items)) => items.get(*at).map_or(Item::Undefined, Item::Given),
                Item::Undefined => return Err(undefined(whole)),
                Item::Given(_) | Item::Made(_) | Item::Loop { .. } => Item::Undefined,
            },
            Suffix::Length => made(Value::from(match item.json() {
                Some(Value::String(text)) => {
                    self.handle(text.len())?;
                    text.chars().count()
                }
                Some(Value::Array(items)) => items.len(),
                Some(Value::Object(fields)) => fields.len(),
                Some(Value::Null | Value::Bool(_) | Value::Number(_)) => {
                    return Err("only a text or a list has a length".to_owned());
                }
                None => return Err(undefined(whole)),
            })),
            Suffix::Filter(filter) => {
                let Some(value) = item.json() else { return Err(undefined(whole)) };
                let taken = match value {
                    Value::String(text) => text.len(),
                    Value::Null | Value::Bool(_) | Value::Number(_) => 0,
                    Value::Array(_) | Value::Object(_) => {
                        return Err("a filter needs a text or a number, not a list".to_owned());
                    }
                };
                self.handle(taken)?;
                let text = filter(value);
                self.handle(text.len().saturating_sub(taken))?;
                made(Value::String(text))
            }
        })
    }

    fn compare(&mut self, one: &Value, comparison: Comparison, other: &Value) -> Result<bool, String> {
        let ordering = match (one, other) {
            (Value::String(one), Value::String(other)) => {
                self.handle(one.len().min(other.len()))?;
                Some(one.cmp(other))
            }
            (Value::Number(one), Value::Number(other)) => {
                let number = |number: &Number| number.as_f64();
                number(one).partial_cmp(&number(other))
            }
            (Value::Bool(one), Value::Bool(other)) => Some(one.cmp(other)),
            (Value::Null, Value::Null) => Some(Ordering::Equal),
            _ => None,
        };
        ordering
            .map(comparison.accepts)
            .or(comparison.of_different_kinds)
            .ok_or_else(|| "values of different kinds cannot be ordered".to_owned())
    }
}

fn made<'a>(value: Value) -> Item<'a> {
    Item::Made(Rc::new(value))
}

fn of_loop<'a>(name: &str, index: usize, length: usize) -> Item<'a> {
    made(match name {
        "index" => Value::from(index + 1),
        "index0" => Value::from(index),
        "revindex" => Value::from(length - index),
        "revindex0" => Value::from(length - index - 1),
        "length" => Value::from(length),
        "first" => Value::Bool(index == 0),
        "last" => Value::Bool(index + 1 == length),
        _ => return Item::Undefined,
    })
}

fn truth(item: &Item<'_>, expression: &Expr<'_>) -> Result<bool, String> {
    Ok(match item.json() {
        Some(Value::Null) => false,
        Some(Value::Bool(is_true)) => *is_true,
        Some(Value::Number(number)) => number.as_f64() != Some(0.0),
        Some(Value::String(text)) => !text.is_empty(),
        Some(Value::Array(items)) => !items.is_empty(),
        Some(Value::Object(fields)) => !fields.is_empty(),
        None if matches!(item, Item::Undefined) => return Err(undefined(expression)),
        None => true,
    })
}

/// The error that a value is undefined, with its name in the template.
fn undefined(expression: &Expr<'_>) -> String {
    let mut name = String::new();
    spell(expression, &mut name);
    match name.as_str() {
        "" => "a value is undefined".to_owned(),
        name => format!("`{name}` is undefined"),
    }
}

fn spell(expression: &Expr<'_>, name: &mut String) {
    match expression {
        Expr::Named(word) => name.push_str(word),
        Expr::Followed(value, suffixes) => {
            spell(value, name);
            let attributes = suffixes.iter().map_while(|suffix| match suffix {
                Suffix::Attribute(word) => Some(*word),
                Suffix::Item(_) | Suffix::Length | Suffix::Filter(_) | Suffix::Is { .. } => None,
            });
            // A chain may have any length.
            for word in attributes.take(8) {
                name.push('.');
                name.push_str(word);
            }
        }
        Expr::Constant(_) | Expr::Not(_) | Expr::All(_) | Expr::Any(_) | Expr::Compared(_) => {}
    }
}
