//! The components and views that the screens have drawn, so that links lead only to what is on the page.

use super::design::Design;
use super::page::{Anchor, Page};

/// What the screens have drawn.
pub(super) struct Drawn {
    components: Vec<bool>,
    /// The views that have a frame.
    pub(super) views: Vec<usize>,
}

impl Drawn {
    /// Before the first screen.
    pub(super) fn nothing(design: &Design<'_>) -> Self {
        Self { components: vec![false; design.intent.components.len()], views: Vec::new() }
    }

    /// Notes that a component is drawn.
    pub(super) fn mark(&mut self, at: usize) {
        if let Some(drawn) = self.components.get_mut(at) {
            *drawn = true;
        }
    }

    pub(super) fn has(&self, at: usize) -> bool {
        self.components.get(at).copied().unwrap_or(false)
    }

    /// The name of a component, with a link to where it is drawn; an unknown id is marked.
    pub(super) fn link(&self, page: &mut Page, design: &Design<'_>, id: &str) {
        match design.component(id) {
            None => {
                page.tag("<span class=\"chip bad\" title=\"No component has this id\">✕ missing: ");
                page.text(id).tag("</span>");
            }
            Some((at, component)) if self.has(at) => {
                page.link("<a class=chip", Anchor::Component(at), ">", &component.name);
            }
            Some((_, component)) => {
                page.tag("<span class=chip>").text(&component.name).tag("</span>");
            }
        }
    }
}
