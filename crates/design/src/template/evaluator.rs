//! Evaluation of a parsed template. Every step is counted and takes constant time; bytes are counted before they are
//! filtered or written.

use serde_json::Value;

use super::syntax_tree::{Condition, Node, Path, Test, What};
use super::{TemplateError, print_value};

/// How many steps a template may take: about a second, and far more than ten thousand findings need.
const STEPS: usize = 4_000_000;

/// The values of `loop.last`.
static LAST: Value = Value::Bool(true);
static NOT_LAST: Value = Value::Bool(false);

/// The current item of a loop.
struct Item<'a> {
    name: &'a str,
    value: &'a Value,
    is_last: &'static Value,
}

struct Evaluator<'a> {
    values: &'a Value,
    /// The loops around the current node, from the outermost.
    loops: Vec<Item<'a>>,
    out: String,
    most: usize,
    steps: usize,
}

/// The text of a template, of at most `most` bytes. Filters are given no longer text.
pub(super) fn evaluate<'a>(
    nodes: &'a [Node<'a>],
    values: &'a Value,
    most: usize,
) -> Result<String, TemplateError> {
    let mut evaluator = Evaluator { values, loops: Vec::new(), out: String::new(), most, steps: 0 };
    evaluator.nodes(nodes)?;
    Ok(evaluator.out)
}

impl<'a> Evaluator<'a> {
    fn nodes(&mut self, nodes: &'a [Node<'a>]) -> Result<(), TemplateError> {
        nodes.iter().try_for_each(|node| self.node(node))
    }

    fn node(&mut self, node: &'a Node<'a>) -> Result<(), TemplateError> {
        let here = |why| TemplateError { line: node.line, why };
        self.step().map_err(here)?;
        match &node.what {
            What::Text(text) => self.write(text).map_err(here),
            What::Print { path, filter } => self.print(*path, *filter).map_err(here),
            What::If { all, body, otherwise } => {
                let holds = all.iter().try_fold(true, |holds, one| Ok(holds && self.holds(one)?));
                self.nodes(if holds.map_err(here)? { body } else { otherwise })
            }
            What::For { name, list, body } => {
                let Value::Array(items) = self.value(*list).map_err(here)? else {
                    return Err(here("`for` needs a list, and this value is not one".to_owned()));
                };
                for (at, value) in items.iter().enumerate() {
                    self.step().map_err(here)?;
                    let is_last = if at + 1 == items.len() { &LAST } else { &NOT_LAST };
                    self.loops.push(Item { name, value, is_last });
                    self.nodes(body)?;
                    self.loops.pop();
                }
                Ok(())
            }
        }
    }

    fn step(&mut self) -> Result<(), String> {
        self.steps += 1;
        if self.steps > STEPS {
            return Err(format!("the template takes more than {STEPS} steps"));
        }
        Ok(())
    }

    fn print(&mut self, path: Path<'a>, filter: Option<fn(&Value) -> String>) -> Result<(), String> {
        let value = self.value(path)?;
        if value.is_array() || value.is_object() {
            return Err(
                "a list or an object may not be printed: print its items, with `for` and `item.name`".into(),
            );
        }
        let text = print_value(value);
        match filter {
            Some(filter) => {
                self.fits(&text)?;
                self.write(&filter(value))
            }
            None => self.write(&text),
        }
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        self.fits(text)?;
        self.out.push_str(text);
        Ok(())
    }

    fn fits(&self, text: &str) -> Result<(), String> {
        let most = self.most;
        if text.len() > most - self.out.len() {
            return Err(format!(
                "the template may write at most {most} bytes; shorten it, or the texts that it prints"
            ));
        }
        Ok(())
    }

    fn holds(&self, condition: &Condition<'a>) -> Result<bool, String> {
        let value = self.value(condition.path)?;
        Ok(match condition.test {
            Test::True => is_true(value),
            Test::NotTrue => !is_true(value),
            Test::NotNone => !value.is_null(),
            Test::Is(text) => value.as_str() == Some(text),
        })
    }

    fn value(&self, path: Path<'a>) -> Result<&'a Value, String> {
        let Path { name, field } = path;
        let own = self.loops.iter().rev().find(|item| item.name == name);
        let value = own.map(|item| item.value).or_else(|| self.values.get(name));
        let value = match (value, field, self.loops.last()) {
            (None, Some("last"), Some(innermost)) if name == "loop" => Some(innermost.is_last),
            (value, None, _) => value,
            (value, Some(field), _) => value.and_then(|value| value.get(field)),
        };
        let dotted = || field.map(|field| format!(".{field}")).unwrap_or_default();
        value.ok_or_else(|| format!("`{name}{}` is undefined", dotted()))
    }
}

fn is_true(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Bool(is_true) => *is_true,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
    }
}
