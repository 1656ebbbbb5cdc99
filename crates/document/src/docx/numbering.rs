//! Numbers that Word shows before paragraphs. They are not part of the text, so they are counted here for each list. Items that
//! Word counts otherwise than in decimal numbers have no number here.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::{attribute, events};
use crate::NotABrief;

/// Word has nine levels.
const LEVELS: usize = 9;

/// One level of a list.
#[derive(Clone, Default)]
struct Level {
    /// `decimal`, `lowerLetter`, `bullet`, …
    format: String,
    /// The marker with a placeholder for each number: `%1.%2`.
    pattern: String,
    start: Option<u32>,
}

type Levels = [Level; LEVELS];

#[derive(Default)]
pub struct Numbering {
    definitions: HashMap<String, Levels>,
    /// Lists to their definitions.
    lists: HashMap<String, String>,
    /// Lists of one definition count together.
    counts: HashMap<String, [Option<u32>; LEVELS]>,
}

impl Numbering {
    /// # Errors
    ///
    /// If the part is not XML.
    pub fn read(xml: &str) -> Result<Self, NotABrief> {
        let mut numbering = Self::default();
        let mut definition: Option<(String, Levels)> = None;
        let mut list: Option<String> = None;
        let mut at = LEVELS;
        events(xml, |event| {
            if let Event::End(element) = event {
                match element.name().0 {
                    "w:abstractNum" => numbering.definitions.extend(definition.take()),
                    "w:num" => list = None,
                    _ => {}
                }
            }
            let Event::Start(element) = event else { return Ok(()) };
            let value = || attribute(element, "w:val");
            match element.name().0 {
                "w:abstractNum" => {
                    definition = attribute(element, "w:abstractNumId").map(|id| (id, Levels::default()));
                }
                "w:num" => list = attribute(element, "w:numId"),
                "w:abstractNumId" => {
                    if let Some((list, definition)) = list.clone().zip(value()) {
                        numbering.lists.insert(list, definition);
                    }
                }
                "w:lvl" => at = attribute(element, "w:ilvl").and_then(|at| at.parse().ok()).unwrap_or(LEVELS),
                name => {
                    let level = definition.as_mut().and_then(|(_, levels)| levels.get_mut(at));
                    if let (Some(level), Some(value)) = (level, value()) {
                        match name {
                            "w:numFmt" => level.format = value,
                            "w:lvlText" => level.pattern = value,
                            "w:start" => level.start = value.parse().ok(),
                            _ => {}
                        }
                    }
                }
            }
            Ok(())
        })?;
        Ok(numbering)
    }

    /// Counts a paragraph of a list, and returns its marker as Word shows it, empty without a decimal number. List `0` means no list.
    pub fn next(&mut self, list: &str, depth: u8) -> Option<String> {
        if list == "0" {
            return None;
        }
        let depth = usize::from(depth).min(LEVELS - 1);
        let Some((id, levels)) = self.lists.get(list).and_then(|id| Some((id, self.definitions.get(id)?)))
        else {
            return Some(String::new());
        };
        let counts = self.counts.entry(id.clone()).or_default();
        for (at, (count, level)) in counts.iter_mut().zip(levels).enumerate() {
            let start = level.start.unwrap_or(1);
            if at == depth {
                *count = Some(count.map_or(start, |count| count.saturating_add(1)));
            } else if at > depth {
                *count = None;
            } else {
                count.get_or_insert(start);
            }
        }
        let is_decimal = |level: &Level| level.format.starts_with("decimal");
        let level = levels.get(depth).filter(|level| is_decimal(level));
        let mut marker = level.map(|level| level.pattern.clone()).unwrap_or_default();
        for (at, (count, level)) in (1..).zip(counts.iter().zip(levels)) {
            let place = format!("%{at}");
            if marker.contains(&place) && !is_decimal(level) {
                return Some(String::new());
            }
            marker = marker.replace(&place, &count.as_ref().map(u32::to_string).unwrap_or_default());
        }
        Some(marker)
    }
}
