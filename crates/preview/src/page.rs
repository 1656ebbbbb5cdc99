//! The page while it is built. Markup comes only from constants of this program, and text is always escaped, so no text
//! of an intent can become markup. Every list and every section has a limit.

use std::collections::BTreeSet;

use super::inert::Inert;
use super::visible::{Place, escape};
use frieze_data::digest::Digest;

/// A section that has grown to this many bytes takes no further items.
const SECTION_BYTES: usize = 400_000;

/// The longest name, and the longest running text, in characters.
const NAME: usize = 120;
const PROSE: usize = 1_200;

/// What a link leads to: an element of the intent, by its position in its list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Anchor {
    Component(usize),
    Entity(usize),
    Flow(usize),
    Interaction(usize),
    Requirement(usize),
}

#[derive(Default)]
pub(super) struct Page {
    html: String,
    section: usize,
    linked: BTreeSet<Anchor>,
    drawn: BTreeSet<Anchor>,
}

impl Page {
    pub(super) fn new() -> Self {
        Self::default()
    }

    /// Markup of this program.
    pub(super) fn tag(&mut self, markup: &'static str) -> &mut Self {
        self.html.push_str(markup);
        self
    }

    /// Markup from elsewhere, made inert.
    pub(super) fn inert(&mut self, inert: &Inert) -> &mut Self {
        self.html.push_str(inert.as_str());
        self
    }

    /// A name: one line, cut with an ellipsis when it is very long.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        self.clipped(text, NAME, Place::Text, false)
    }

    /// Running text: its line breaks are kept.
    pub(super) fn prose(&mut self, text: &str) -> &mut Self {
        self.clipped(text.trim(), PROSE, Place::Text, true)
    }

    /// The inside of a quoted attribute, or of `<title>`.
    pub(super) fn attr(&mut self, text: &str, longest: usize) -> &mut Self {
        self.clipped(text, longest, Place::Attribute, false)
    }

    pub(super) fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        self.html.push_str(&number.into().to_string());
        self
    }

    /// A position in a list, as part of an anchor or as a number below a thousand.
    pub(super) fn index(&mut self, index: usize) -> &mut Self {
        self.html.push_str(&index.to_string());
        self
    }

    /// The attribute that links to an element.
    pub(super) fn links_to(&mut self, anchor: Anchor) -> &mut Self {
        self.linked.insert(anchor);
        self.tag(" href=\"#").anchor(anchor).tag("\"")
    }

    /// A link to an element: `open` is its tag without the end, `label` the end of the tag and what is before the name.
    pub(super) fn link(
        &mut self,
        open: &'static str,
        anchor: Anchor,
        label: &'static str,
        name: &str,
    ) -> &mut Self {
        self.tag(open).links_to(anchor).tag(label).text(name).tag("</a>")
    }

    /// A paragraph; nothing for an empty text.
    pub(super) fn paragraph(&mut self, open: &'static str, text: &str) -> &mut Self {
        if text.trim().is_empty() { self } else { self.tag(open).prose(text).tag("</p>") }
    }

    /// The id of a linked element; nothing if the page has that id already.
    pub(super) fn marks(&mut self, anchor: Anchor) -> &mut Self {
        if self.drawn.insert(anchor) { self.tag(" id=").anchor(anchor) } else { self }
    }

    /// Adds targets for links to elements that are not on the page, and says where those are.
    pub(super) fn catch_links(&mut self, others: &Self) {
        let mut lost: Vec<Anchor> = self.linked.union(&others.linked).copied().collect();
        lost.retain(|anchor| !self.drawn.contains(anchor));
        if !lost.is_empty() {
            self.tag("<p class=more>");
            for anchor in lost {
                self.tag("<span").marks(anchor).tag("></span>");
            }
            self.tag("What is linked but not drawn on this page is in intent.json.</p>");
        }
    }

    fn anchor(&mut self, anchor: Anchor) -> &mut Self {
        let (letter, index) = match anchor {
            Anchor::Component(i) => ("c", i),
            Anchor::Entity(i) => ("e", i),
            Anchor::Flow(i) => ("f", i),
            Anchor::Interaction(i) => ("i", i),
            Anchor::Requirement(i) => ("r", i),
        };
        self.tag(letter).index(index)
    }

    /// A count, with separated thousands.
    pub(super) fn count(&mut self, count: usize) -> &mut Self {
        let digits = count.to_string();
        for (i, digit) in digits.chars().enumerate() {
            if i > 0 && (digits.len() - i).is_multiple_of(3) {
                self.html.push(',');
            }
            self.html.push(digit);
        }
        self
    }

    /// A count with its noun.
    pub(super) fn counted(&mut self, count: usize, one: &'static str, many: &'static str) -> &mut Self {
        self.count(count).tag(" ").tag(if count == 1 { one } else { many })
    }

    pub(super) fn digest(&mut self, digest: Digest) -> &mut Self {
        self.html.push_str(&digest.to_string());
        self
    }

    /// Starts a section with a heading and its own size limit.
    pub(super) fn section(&mut self, id: &'static str, title: &'static str) -> &mut Self {
        self.section = self.html.len();
        self.tag("\n<section id=").tag(id).tag(" aria-labelledby=").tag(id).tag("-h><h2 id=").tag(id);
        self.tag("-h>").tag(title).tag("</h2>\n")
    }

    /// Draws at most `limit` items while there is room; returns how many were left out.
    #[must_use]
    pub(super) fn each<T>(
        &mut self,
        items: &[T],
        limit: usize,
        mut draw: impl FnMut(&mut Self, usize, &T),
    ) -> usize {
        for (i, item) in items.iter().enumerate() {
            if i >= limit || !self.has_room() {
                return items.len() - i;
            }
            draw(self, i, item);
        }
        0
    }

    /// Says what was left out, if anything was.
    pub(super) fn more(&mut self, left: usize, one: &'static str, many: &'static str) -> &mut Self {
        if left > 0 {
            self.tag("<p class=more>and ").count(left).tag(" more ").tag(if left == 1 { one } else { many });
            self.tag(" in intent.json</p>");
        }
        self
    }

    pub(super) fn has_room(&self) -> bool {
        self.html.len() - self.section < SECTION_BYTES
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.html.push_str(&other.html);
    }

    pub(super) fn into_html(self) -> String {
        self.html
    }

    fn clipped(&mut self, text: &str, longest: usize, place: Place, keep_lines: bool) -> &mut Self {
        // A text has no more characters than bytes.
        let cut = if text.len() <= longest { None } else { text.char_indices().nth(longest) };
        let Some((end, _)) = cut else {
            escape(&mut self.html, text, place, keep_lines);
            return self;
        };
        let shown = text.get(..end).unwrap_or_default();
        escape(&mut self.html, shown, place, keep_lines);
        if place == Place::Attribute {
            return self.tag("…");
        }
        let left = text.len() - end;
        self.tag("<span class=cut title=\"cut here: ").count(left);
        self.tag(" more bytes in intent.json\">…</span>")
    }
}
