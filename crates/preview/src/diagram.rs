//! The data model as a drawing: entities are boxes with their attributes, relationships are lines with a cardinality at
//! each end. The browser cuts text to its box; its title has the whole text.

use super::design::Design;
use super::page::Page;
use super::route;
use super::route::BOX;
use frieze_intent::Entity;

/// Limits: boxes, lines, attributes of a box.
const BOXES: usize = 40;
const LINES: usize = 160;
const ATTRIBUTES: usize = 9;

/// The height of a box's name and of an attribute, as in the style sheet.
const HEAD: i32 = 36;
const ROW: i32 = 20;

/// A box: an entity, or a name that a relationship refers to and no entity has.
enum Node<'a> {
    Entity(&'a Entity),
    Missing(&'a str),
}

#[derive(PartialEq)]
struct Edge {
    from: usize,
    to: usize,
    /// Whether there are many at each end.
    many: [bool; 2],
}

/// Draws the model; returns how many entities and lines did not fit.
pub(super) fn write(page: &mut Page, design: &Design<'_>) -> (usize, usize) {
    let entities = &design.intent.data_model.entities;
    let mut nodes: Vec<Node<'_>> = entities.iter().take(BOXES).map(Node::Entity).collect();
    let shown = nodes.len();
    let mut edges: Vec<Edge> = Vec::new();
    let mut lines_left = 0;
    for (from, entity) in entities.iter().take(shown).enumerate() {
        for relationship in &entity.relationships {
            let known = design.entity(&relationship.to);
            let (many, back) = relationship.has_many(entity, known.map(|(_, other)| other));
            let to = match known.map(|(at, _)| at) {
                Some(at) if at < shown => Some(at),
                Some(_) => None,
                None => missing(&mut nodes, shown, &relationship.to),
            };
            let Some(to) = to.filter(|_| edges.len() < LINES) else {
                lines_left += 1;
                continue;
            };
            // Both sides may list the same relationship: it is one line.
            let many_back = back.unwrap_or(false);
            let edge = Edge { from, to, many: [many_back, many] };
            let reverse = Edge { from: to, to: from, many: [many, many_back] };
            if !edges.contains(&edge) && !edges.contains(&reverse) {
                edges.push(edge);
            }
        }
    }
    svg(page, &nodes, &edges);
    (entities.len() - shown, lines_left)
}

fn missing<'a>(nodes: &mut Vec<Node<'a>>, shown: usize, name: &'a str) -> Option<usize> {
    let known = |node: &Node<'_>| matches!(node, Node::Missing(other) if *other == name);
    if let Some(at) = nodes.iter().position(known) {
        return Some(at);
    }
    (nodes.len() < shown + 8).then(|| {
        nodes.push(Node::Missing(name));
        nodes.len() - 1
    })
}

fn svg(page: &mut Page, nodes: &[Node<'_>], edges: &[Edge]) {
    let heights: Vec<i32> = nodes.iter().map(height).collect();
    let pairs: Vec<(usize, usize)> = edges.iter().map(|e| (e.from, e.to)).collect();
    let drawing = route::draw(&heights, &pairs);
    page.tag("<div class=scroll role=region tabindex=0 aria-label=\"Data model diagram; the same in words below\">");
    page.tag("<svg class=er width=").number(drawing.width).tag(" height=").number(drawing.height);
    page.tag(" viewBox=\"0 0 ").number(drawing.width).tag(" ").number(drawing.height);
    // The drawing shrinks with the page while its text is readable; below that it scrolls.
    page.tag("\" style=\"min-width:").number(drawing.width * 17 / 20);
    page.tag("px\" role=img aria-label=\"Entities and their relationships\">");
    for (edge, ends) in edges.iter().zip(&drawing.lines) {
        line(page, edge.many, *ends);
    }
    for (i, node) in nodes.iter().enumerate() {
        let (x, y) = drawing.boxes[i];
        page.tag("<foreignObject x=").number(x).tag(" y=").number(y).tag(" width=").number(BOX);
        page.tag(" height=").number(drawing.heights[i]).tag(">");
        entity(page, node);
        page.tag("</foreignObject>");
    }
    page.tag("</svg></div>");
}

fn height(node: &Node<'_>) -> i32 {
    match node {
        Node::Missing(_) => HEAD + ROW + 4,
        Node::Entity(entity) => {
            let rows =
                entity.attributes.len().min(ATTRIBUTES) + usize::from(entity.attributes.len() > ATTRIBUTES);
            HEAD + i32::try_from(rows.max(1)).unwrap_or(1) * ROW + 12
        }
    }
}

fn entity(page: &mut Page, node: &Node<'_>) {
    let (class, name) = match node {
        Node::Entity(entity) => ("<div class=ebox>", entity.name.as_str()),
        Node::Missing(name) => ("<div class=\"ebox gone\">", *name),
    };
    page.tag(class);
    label(page, "<div class=ename", name).tag("</div>");
    match node {
        Node::Missing(_) => {
            page.tag("<div class=emore>not in the model</div>");
        }
        Node::Entity(entity) if entity.attributes.is_empty() => {
            page.tag("<div class=emore>no attributes</div>");
        }
        Node::Entity(entity) => {
            let left = page.each(&entity.attributes, ATTRIBUTES, |page, _, attribute| {
                page.tag(if attribute.required { "<div class=\"eattr must\">" } else { "<div class=eattr>" });
                label(page, "<span", &attribute.name).tag("</span>");
                label(page, "<span class=etype", &attribute.kind).tag("</span></div>");
            });
            if left > 0 {
                page.tag("<div class=emore>and ").count(left).tag(" more</div>");
            }
        }
    }
    page.tag("</div>");
}

fn label<'p>(page: &'p mut Page, open: &'static str, text: &str) -> &'p mut Page {
    page.tag(open).tag(" title=\"").attr(text, 300).tag("\">").text(text)
}

/// A curve through the street, and at each end the sign and the letter of the cardinality.
fn line(page: &mut Page, many: [bool; 2], ends: [(i32, i32); 2]) {
    let outwards = ends.map(|(x, _)| if x == route::LEFT { 1 } else { -1 });
    let [(x, y), (end_x, end_y)] = ends;
    page.tag("<path class=rel d=\"M").number(x).tag(" ").number(y);
    page.tag("C").number(x + outwards[0] * route::TURN).tag(" ").number(y);
    page.tag(" ").number(end_x + outwards[1] * route::TURN).tag(" ").number(end_y);
    page.tag(" ").number(end_x).tag(" ").number(end_y).tag("\"/>");
    foot(page, ends[0], outwards[0], many[0]);
    foot(page, ends[1], outwards[1], many[1]);
}

/// The end of a line at a box: a crow's foot for many, a bar for one.
fn foot(page: &mut Page, (x, y): (i32, i32), out: i32, many: bool) {
    page.tag("<path class=rel d=\"M").number(x);
    if many {
        page.tag(" ").number(y - 5).tag("L").number(x + out * 10).tag(" ").number(y);
        page.tag("L").number(x).tag(" ").number(y + 5);
    } else {
        page.tag(" ").number(y).tag("m").number(out * 8).tag(" -5v10");
    }
    page.tag("\"/><text class=card x=").number(x + out * 18).tag(" y=").number(y - 4).tag(">");
    page.tag(if many { "n" } else { "1" }).tag("</text>");
}
