//! A generator's report, read without trust. The file is taken whole or not at all; of a report that came with an answer, what
//! is not as it should be is left out.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::domain::schema;

/// The most entries that are looked through.
const MOST: usize = 1_000;

/// Reads `report.json`, strictly; the error says what is wrong with it.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    schema::report().read(bytes)
}

/// What a generator says it did and did not do, by the words that it answers.
#[derive(Debug, Default)]
pub struct Report<'a> {
    applied: Vec<Applied<'a>>,
    not_applied: Vec<(&'a str, &'a str)>,
}

/// One thing that it says it did.
#[derive(Clone, Debug)]
pub struct Applied<'a> {
    instruction: &'a str,
    pub pointers: Vec<&'a str>,
    /// Pointers into the design before, at what was taken out.
    pub removed: Vec<&'a str>,
    pub what: &'a str,
}

/// What it says of one item.
#[derive(Debug)]
pub struct Said<'r, 'a> {
    pub applied: Vec<&'r Applied<'a>>,
    pub not_applied: Vec<&'a str>,
}

impl<'a> Said<'_, 'a> {
    /// The places at which it says that it followed the item.
    pub fn places(&self) -> BTreeSet<&'a str> {
        self.applied
            .iter()
            .flat_map(|applied| applied.pointers.iter().chain(&applied.removed))
            .copied()
            .collect()
    }
}

impl<'a> Report<'a> {
    /// What the JSON of a report says; what is not as its schema has it is left out.
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

    /// What answers an item: the instruction is the item, or a part of it.
    pub fn about(&self, item: &str) -> Said<'_, 'a> {
        Said {
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

/// The words of an instruction. The id of a check, as `clarity/vague-term`, answers a finding and no person.
fn words(instruction: &str) -> Option<&str> {
    let words = instruction.trim();
    let is_check = words.contains('/') && !words.contains(' ') && !words.starts_with('/');
    (!is_check && words.chars().count() > 2).then_some(words)
}
