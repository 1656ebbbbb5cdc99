//! Screens: each view as a wireframe next to its states, then the components outside of every view.

use super::coverage;
use super::design::Design;
use super::drawn::Drawn;
use super::inventory;
use super::page::{Anchor, Page};
use super::states;
use super::wireframe::Frame;
use frieze_intent::{Component, ComponentType};

/// Limits: screens, trees outside of views, parts of a screen whose states are drawn.
const SCREENS: usize = 120;
const LOOSE: usize = 60;
const STATEFUL_PARTS: usize = 12;

pub(super) fn write(page: &mut Page, design: &Design<'_>) -> Drawn {
    let views = design.views();
    let mut drawn = Drawn::nothing(design);
    page.section("screens", "Screens");
    if views.is_empty() {
        page.tag("<p class=none>The design names no screen.</p>");
    }
    let left = page.each(&views, SCREENS, |page, _, &(at, view)| {
        drawn.views.push(at);
        screen(page, design, &mut drawn, at, view);
    });
    page.more(left, "screen", "screens");
    loose(page, design, &mut drawn);
    page.tag("</section>");
    drawn
}

fn screen(page: &mut Page, design: &Design<'_>, drawn: &mut Drawn, at: usize, view: &Component) {
    page.tag("<article class=screen")
        .marks(Anchor::Component(at))
        .tag("><header><h3>")
        .text(&view.name)
        .tag("</h3>");
    page.paragraph("<p>", &view.description);
    coverage::satisfies(page, design, &view.satisfies);
    page.tag("</header><div class=stage>");
    let mut frame = Frame::new(design);
    drawn.mark(at);
    frame.view(page, drawn, at, view);
    let stateful = |part: &&usize| {
        design
            .intent
            .components
            .get(**part)
            .is_some_and(|c| c.kind != ComponentType::View && !c.states.is_empty())
    };
    let of_parts: Vec<usize> = frame.parts.iter().filter(stateful).take(STATEFUL_PARTS).copied().collect();
    if !view.states.is_empty() || !of_parts.is_empty() {
        // Next to an empty frame, the boxes of the states would be the only drawing, so the style hides them.
        let bare = if view.children.is_empty() { "\"states bare\"" } else { "states" };
        page.tag("<div class=").tag(bare).tag("><h4>States</h4><ul>");
        states::write(page, view, None);
        for part in of_parts {
            if let Some(component) = design.intent.components.get(part) {
                states::write(page, component, Some(&component.name));
            }
        }
        page.tag("</ul></div>");
    } else {
        page.tag("<div class=states><h4>States</h4><p class=none>No states are named.</p></div>");
    }
    page.tag("</div>");
    inventory::write(page, design, &frame.parts);
    page.tag("</article>");
}

/// Components that no screen reaches: first the roots of their trees, then cycles, which have no root.
fn loose(page: &mut Page, design: &Design<'_>, drawn: &mut Drawn) {
    let on_a_screen = design.on_a_screen();
    let all = &design.intent.components;
    let loose: Vec<usize> = (0..all.len()).filter(|&i| !on_a_screen[i]).collect();
    if loose.is_empty() {
        return;
    }
    let mut inner = vec![false; all.len()];
    for &i in &loose {
        for (child, _) in all[i].children.iter().filter_map(|id| design.component(id)) {
            inner[child] = inner[child] || child != i;
        }
    }
    let (tops, rest): (Vec<usize>, Vec<usize>) = loose.iter().partition(|&&i| !inner[i]);
    page.tag("<article class=\"screen loose\"><header><h3>Not on any screen</h3><p>");
    page.counted(loose.len(), "component that no screen contains", "components that no screen contains");
    page.tag(".</p></header><div class=inside>");
    let mut frame = Frame::new(design);
    let order: Vec<usize> = tops.into_iter().chain(rest).collect();
    let mut trees = 0;
    for &at in &order {
        if !drawn.has(at) && trees < LOOSE && page.has_room() {
            trees += 1;
            frame.part(page, drawn, at, &all[at]);
        }
    }
    page.tag("</div>");
    page.more(order.iter().filter(|&&at| !drawn.has(at)).count(), "component", "components");
    inventory::write(page, design, &frame.parts);
    page.tag("</article>");
}
