//! One screen as a frame: its component tree as nested boxes. References that lead nowhere, form a cycle or nest too
//! deep are marked in place.

use super::design::Design;
use super::drawn::Drawn;
use super::page::{Anchor, Page};
use super::widget::{self, is_row};
use frieze_intent::{Component, ComponentType};

/// Limits: nested boxes, components in one frame.
const DEEPEST: usize = 8;
const PARTS: usize = 150;

/// A frame under construction.
pub(super) struct Frame<'d, 'a> {
    design: &'d Design<'a>,
    /// The components between the frame and the current one.
    path: Vec<usize>,
    /// The components drawn so far, in order, each once.
    pub(super) parts: Vec<usize>,
    left: usize,
}

impl<'d, 'a> Frame<'d, 'a> {
    pub(super) fn new(design: &'d Design<'a>) -> Self {
        Self { design, path: Vec::new(), parts: Vec::new(), left: PARTS }
    }

    /// Draws what is inside a view, with the view itself as the frame.
    pub(super) fn view(&mut self, page: &mut Page, drawn: &mut Drawn, at: usize, view: &Component) {
        page.tag("<div class=frame role=group aria-label=\"Wireframe of ").attr(&view.name, 200);
        page.tag("\"><div class=chrome aria-hidden=true><i></i><i></i><i></i><span title=\"");
        page.attr(&view.name, 300).tag("\">").text(&view.name).tag("</span></div><div class=inside>");
        if view.children.is_empty() {
            page.tag("<p class=none>No parts are named for this screen.</p>");
        }
        self.path.push(at);
        self.children(page, drawn, view);
        self.path.pop();
        page.tag("</div></div>");
    }

    /// Draws a component and what is in it.
    pub(super) fn part(&mut self, page: &mut Page, drawn: &mut Drawn, at: usize, component: &Component) {
        self.left = self.left.saturating_sub(1);
        if !self.parts.contains(&at) {
            self.parts.push(at);
        }
        let class = match component.kind {
            ComponentType::View => return doorway(page, at, component),
            ComponentType::Container if is_row(component) => "group across",
            ComponentType::Container => "group",
            ComponentType::Control | ComponentType::Data | ComponentType::Utility => {
                widget::place(self.design, component)
            }
        };
        drawn.mark(at);
        page.tag("<div class=\"part ").tag(class).tag("\"").marks(Anchor::Component(at));
        page.tag(" title=\"").attr(&component.name, 200);
        if !component.description.trim().is_empty() {
            page.tag(" – ").attr(component.description.trim(), 300);
        }
        page.tag("\">");
        if component.kind == ComponentType::Container {
            page.tag("<span class=cap><b>").text(&component.name).tag("</b></span>");
        } else {
            widget::draw(page, self.design, component);
        }
        if !component.children.is_empty() {
            page.tag("<div class=kids>");
            if self.path.len() >= DEEPEST {
                page.tag("<span class=mark>⋯ ")
                    .count(component.children.len())
                    .tag(" nested deeper than drawn</span>");
            } else {
                self.path.push(at);
                self.children(page, drawn, component);
                self.path.pop();
            }
            page.tag("</div>");
        }
        page.tag("</div>");
    }

    fn children(&mut self, page: &mut Page, drawn: &mut Drawn, parent: &Component) {
        let design = self.design;
        for (i, id) in parent.children.iter().enumerate() {
            if self.left == 0 || !page.has_room() {
                page.tag("<span class=mark>⋯ ").count(parent.children.len() - i);
                page.tag(" more parts in intent.json</span>");
                return;
            }
            match design.component(id) {
                None => {
                    self.left -= 1;
                    page.tag(
                        "<span class=\"mark bad\" title=\"No component has this id\">✕ missing component: ",
                    );
                    page.text(id).tag("</span>");
                }
                Some((at, component)) if self.path.contains(&at) => {
                    self.left -= 1;
                    page.tag(
                        "<span class=\"mark bad\" title=\"This component contains itself\">↻ circle back to ",
                    );
                    page.text(&component.name).tag("</span>");
                }
                Some((at, component)) => self.part(page, drawn, at, component),
            }
        }
    }
}

/// A screen inside a screen is drawn as a link: it has its own frame.
fn doorway(page: &mut Page, at: usize, view: &Component) {
    page.tag("<a class=\"part door\"").links_to(Anchor::Component(at));
    page.tag(" title=\"").attr(&view.description, 300).tag("\">Screen: ").text(&view.name).tag(" →</a>");
}
