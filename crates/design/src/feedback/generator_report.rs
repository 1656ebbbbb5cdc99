//! A generator's report on its own work. The file is read whole or not at all; in a report that came with an answer,
//! invalid entries are ignored.

use std::collections::BTreeSet;

use serde_json::Value;

use frieze_data::schema;

/// The most entries that are read.
const MOST: usize = 1_000;

/// Reads `report.json`, strictly.
///
/// # Errors
/// What is wrong with it, in one sentence.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    schema::report().read(bytes)
}

/// What a generator reports as done and as not done, by the words that it answers.
#[derive(Debug, Default)]
pub struct Report<'a> {
    applied: Vec<Applied<'a>>,
    not_applied: Vec<(&'a str, &'a str)>,
}

/// One thing reported as done.
#[derive(Clone, Debug)]
pub struct Applied<'a> {
    instruction: &'a str,
    pub pointers: Vec<&'a str>,
    /// Pointers into the design before, to what was removed.
    pub removed: Vec<&'a str>,
    pub what: &'a str,
}

/// The entries about one request.
#[derive(Debug)]
pub struct ItemReport<'r, 'a> {
    pub applied: Vec<&'r Applied<'a>>,
    pub not_applied: Vec<&'a str>,
}

impl<'a> ItemReport<'_, 'a> {
    /// All pointers of the things reported as done.
    pub fn places(&self) -> BTreeSet<&'a str> {
        self.applied
            .iter()
            .flat_map(|applied| applied.pointers.iter().chain(&applied.removed))
            .copied()
            .collect()
    }

    /// All that the generator reports, what it did first; `None` if it reports nothing.
    pub fn in_words(&self) -> Option<String> {
        let denial = if self.applied.is_empty() { "" } else { "Not done: " };
        let done = self.applied.iter().map(|applied| applied.what.to_owned());
        let all: Vec<String> =
            done.chain(self.not_applied.iter().map(|why| format!("{denial}{why}"))).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }
}

impl<'a> Report<'a> {
    /// The report in this JSON, without entries that do not match its schema.
    pub fn of(report: &'a Value) -> Self {
        let list =
            |key: &str| report.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let text = |entry: &'a Value, key: &str| entry.get(key).and_then(Value::as_str);
        let applied = list("applied").iter().filter_map(|entry| {
            let pointers = |key: &str| -> Vec<&'a str> {
                let list = entry.get(key).and_then(Value::as_array).into_iter().flatten();
                list.filter_map(Value::as_str).take(MOST).collect()
            };
            Some(Applied {
                instruction: words(text(entry, "instruction")?)?,
                pointers: pointers("pointers"),
                removed: pointers("removed"),
                what: text(entry, "what")?,
            })
        });
        let not_applied = list("notApplied")
            .iter()
            .filter_map(|entry| Some((words(text(entry, "instruction")?)?, text(entry, "why")?)));
        Self { applied: applied.take(MOST).collect(), not_applied: not_applied.take(MOST).collect() }
    }

    /// The entries whose instruction is this request or a part of it.
    pub fn about(&self, item: &str) -> ItemReport<'_, 'a> {
        ItemReport {
            applied: self.applied.iter().filter(|applied| item.contains(applied.instruction)).collect(),
            not_applied: self
                .not_applied
                .iter()
                .filter(|(instruction, _)| item.contains(instruction))
                .map(|(_, why)| *why)
                .collect(),
        }
    }
}

/// The words of an instruction; none for the id of a check, such as `clarity/vague-term`, which answers a finding.
fn words(instruction: &str) -> Option<&str> {
    // As requests are read.
    let words = super::bare(instruction);
    let is_check = words.contains('/') && !words.contains(' ') && !words.starts_with('/');
    (!is_check && words.chars().count() > 2).then_some(words)
}
