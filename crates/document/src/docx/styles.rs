//! Styles of a Word document: which are headings, list items, entries of a table of contents, or bold. Word's own styles have
//! English names in every language; only their ids are translated.

use std::collections::HashMap;

use quick_xml::events::Event;

use super::{attribute, events, is_on};
use crate::NotABrief;

/// Longest chain of styles that are based on each other.
const MOST_BASES: usize = 16;

/// Properties that a style gives to a paragraph.
#[derive(Clone, Default)]
pub struct Style {
    /// From 1.
    pub level: Option<u8>,
    /// The id of its numbering.
    pub list: Option<String>,
    pub depth: Option<u8>,
    pub is_contents: bool,
    is_bold: bool,
    base: Option<String>,
}

#[derive(Default)]
pub struct Styles {
    by_id: HashMap<String, Style>,
}

impl Styles {
    /// # Errors
    ///
    /// If the part is not XML.
    pub fn read(xml: &str) -> Result<Self, NotABrief> {
        let mut by_id: HashMap<String, Style> = HashMap::new();
        let mut open: Option<(String, Style)> = None;
        events(xml, |event| {
            if let Event::End(element) = event
                && element.name().0 == "w:style"
            {
                by_id.extend(open.take());
            }
            let Event::Start(element) = event else { return Ok(()) };
            let value = || attribute(element, "w:val");
            if element.name().0 == "w:style" {
                open = attribute(element, "w:styleId").map(|id| (id, Style::default()));
            }
            let Some((_, style)) = &mut open else { return Ok(()) };
            match element.name().0 {
                "w:name" => {
                    let name = value().unwrap_or_default().to_ascii_lowercase();
                    style.level = style.level.or(level(&name));
                    style.is_contents = name.starts_with("toc ");
                }
                "w:basedOn" => style.base = value(),
                "w:outlineLvl" => {
                    let level = value().and_then(|level| level.parse::<u8>().ok()).filter(|level| *level < 9);
                    style.level = level.map(|level| level + 1).or(style.level);
                }
                "w:numId" => style.list = value(),
                "w:ilvl" => style.depth = value().and_then(|depth| depth.parse().ok()),
                "w:b" => style.is_bold = is_on(element),
                _ => {}
            }
            Ok(())
        })?;
        Ok(Self { by_id })
    }

    /// The properties of a style and of the styles it is based on. If the style is not defined, an id like `Heading2` still makes a
    /// heading.
    pub fn of(&self, id: &str) -> Style {
        let mut found = Style { level: level(&id.to_ascii_lowercase()), ..Style::default() };
        let mut next = self.by_id.get(id);
        if next.is_some() {
            found.level = None;
        }
        for _ in 0..MOST_BASES {
            let Some(style) = next else { break };
            found.level = found.level.or(style.level);
            found.list = found.list.or_else(|| style.list.clone());
            found.depth = found.depth.or(style.depth);
            found.is_contents |= style.is_contents;
            next = style.base.as_ref().and_then(|base| self.by_id.get(base));
        }
        found
    }

    pub fn is_bold(&self, id: &str) -> bool {
        id == "Strong" || self.by_id.get(id).is_some_and(|style| style.is_bold)
    }
}

fn level(name: &str) -> Option<u8> {
    if name == "title" {
        return Some(1);
    }
    let level = name.strip_prefix("heading")?.trim_start().parse().ok()?;
    (1..=9).contains(&level).then_some(level)
}
