//! Numbers that Word shows before paragraphs. They are not part of the text, so they are counted here for each list.

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

    /// Counts a paragraph of a list, and returns its marker as Word shows it, empty for a bullet. List `0` means no list.
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
        let level = levels.get(depth)?;
        if matches!(level.format.as_str(), "bullet" | "none" | "") {
            return Some(String::new());
        }
        let mut marker = String::new();
        let mut rest = level.pattern.as_str();
        while let Some((before, after)) = rest.split_once('%') {
            marker.push_str(before);
            let place =
                after.bytes().next().filter(u8::is_ascii_digit).map(|digit| usize::from(digit - b'0'));
            let number = place.and_then(|place| place.checked_sub(1)).and_then(|at| {
                let count = counts.get(at).copied().flatten()?;
                Some(shown(count, &levels.get(at)?.format))
            });
            marker.push_str(number.as_deref().unwrap_or_default());
            rest = if place.is_some() { after.get(1..).unwrap_or_default() } else { after };
        }
        marker.push_str(rest);
        Some(marker)
    }
}

fn shown(count: u32, format: &str) -> String {
    match format {
        "lowerLetter" => letters(count),
        "upperLetter" => letters(count).to_ascii_uppercase(),
        "lowerRoman" => roman(count),
        "upperRoman" => roman(count).to_ascii_uppercase(),
        _ => count.to_string(),
    }
}

/// `a` to `z`, then `aa`, `bb`, as in Word.
fn letters(count: u32) -> String {
    let Some(index) = count.checked_sub(1).filter(|index| *index < 26 * 8) else { return count.to_string() };
    let letter = u8::try_from(index % 26).map_or('a', |index| char::from(b'a' + index));
    (0..=index / 26).map(|_| letter).collect()
}

fn roman(mut count: u32) -> String {
    const STEPS: [(u32, &str); 13] = [
        (1000, "m"),
        (900, "cm"),
        (500, "d"),
        (400, "cd"),
        (100, "c"),
        (90, "xc"),
        (50, "l"),
        (40, "xl"),
        (10, "x"),
        (9, "ix"),
        (5, "v"),
        (4, "iv"),
        (1, "i"),
    ];
    if count >= 4000 {
        return count.to_string();
    }
    let mut out = String::new();
    for (value, digits) in STEPS {
        while count >= value {
            out.push_str(digits);
            count -= value;
        }
    }
    out
}
