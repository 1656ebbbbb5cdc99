//! The data model as a drawing: entities are boxes with their attributes, relationships are lines with a cardinality at
//! each end. Text is cut to its box; its title has the whole text.

use super::design::Design;
use super::measure::{cut_to, width_px};
use super::page::Page;
use super::route;
use super::route::BOX;
use super::visible::written_out;
use frieze_intent::{Entity, RelationshipKind};

/// Limits: boxes, lines, attributes of a box.
const BOXES: usize = 40;
const LINES: usize = 160;
const ATTRIBUTES: usize = 9;

const HEAD: i32 = 36;
const ROW: i32 = 20;
const PAD: i32 = 12;

/// A box: an entity, or a name that a relationship refers to and no entity has.
enum Node<'a> {
    Entity(&'a Entity),
    Missing(&'a str),
}

struct Edge {
    from: usize,
    to: usize,
    kind: RelationshipKind,
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
            let known = design.entity(&relationship.to).map(|(at, _)| at);
            let to = match known {
                Some(at) if at < shown => Some(at),
                Some(_) => None,
                None => missing(&mut nodes, shown, &relationship.to),
            };
            let Some(to) = to.filter(|_| edges.len() < LINES) else {
                lines_left += 1;
                continue;
            };
            let kind = relationship.kind;
            // Both sides may list the same relationship: it is one line.
            let is_reverse = |e: &Edge| {
                (e.from, e.to) == (to, from) && e.kind == kind && kind != RelationshipKind::OneToMany
            };
            if !edges.iter().any(|e| is_reverse(e) || ((e.from, e.to) == (from, to) && e.kind == kind)) {
                edges.push(Edge { from, to, kind });
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
        line(page, edge.kind, *ends);
    }
    for (i, node) in nodes.iter().enumerate() {
        let (x, y) = drawing.boxes[i];
        page.tag("<svg x=").number(x).tag(" y=").number(y).tag(" width=").number(BOX);
        page.tag(" height=").number(drawing.heights[i]).tag(">");
        entity(page, node, drawing.heights[i]);
        page.tag("</svg>");
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

fn entity(page: &mut Page, node: &Node<'_>, height: i32) {
    let (class, name) = match node {
        Node::Entity(entity) => ("<rect class=ebox", entity.name.as_str()),
        Node::Missing(name) => ("<rect class=\"ebox gone\"", *name),
    };
    page.tag(class).tag(" x=1 y=1 rx=7 width=").number(BOX - 2).tag(" height=").number(height - 2).tag(" />");
    label(page, "ename", (PAD, 24), name, BOX - 2 * PAD);
    page.tag("<path class=erule d=\"M1 ").number(HEAD).tag("H").number(BOX - 1).tag("\"/>");
    match node {
        Node::Missing(_) => label(page, "emore", (PAD, HEAD + 18), "not in the model", BOX - 2 * PAD),
        Node::Entity(entity) if entity.attributes.is_empty() => {
            label(page, "emore", (PAD, HEAD + 20), "no attributes", BOX - 2 * PAD);
        }
        Node::Entity(entity) => {
            let mut y = HEAD + 20;
            for attribute in entity.attributes.iter().take(ATTRIBUTES) {
                let type_px = width_px(&attribute.kind).min(92);
                let x = BOX - PAD - type_px;
                if attribute.required {
                    page.tag("<circle class=ereq cx=")
                        .number(PAD + 2)
                        .tag(" cy=")
                        .number(y - 4)
                        .tag(" r=2.5 />");
                }
                label(page, "eattr", (PAD + 11, y), &attribute.name, x - PAD - 19);
                label(page, "etype", (BOX - PAD, y), &attribute.kind, type_px);
                y += ROW;
            }
            if let Some(left) = entity.attributes.len().checked_sub(ATTRIBUTES).filter(|left| *left > 0) {
                page.tag("<text class=emore x=").number(PAD + 11).tag(" y=").number(y).tag(">and ");
                page.count(left).tag(" more</text>");
            }
        }
    }
}

fn label(page: &mut Page, class: &'static str, (x, y): (i32, i32), text: &str, room: i32) {
    page.tag("<text class=").tag(class).tag(" x=").number(x).tag(" y=").number(y).tag(">");
    // Bold names are a tenth wider.
    let room = if class == "ename" { room * 9 / 10 } else { room };
    let start = text.char_indices().nth(200).map_or(text, |(end, _)| text.get(..end).unwrap_or(text));
    let whole = written_out(start);
    match cut_to(&whole, room) {
        None => drop(page.svg_text(&whole)),
        Some(cut) => drop(page.svg_text(&cut).tag("<title>").attr(text, 300).tag("</title>")),
    }
    page.tag("</text>");
}

/// A curve through the street, and at each end the sign and the letter of the cardinality.
fn line(page: &mut Page, kind: RelationshipKind, ends: [(i32, i32); 2]) {
    let outwards = ends.map(|(x, _)| if x == route::LEFT { 1 } else { -1 });
    let [(x, y), (end_x, end_y)] = ends;
    page.tag("<path class=rel d=\"M").number(x).tag(" ").number(y);
    page.tag("C").number(x + outwards[0] * route::TURN).tag(" ").number(y);
    page.tag(" ").number(end_x + outwards[1] * route::TURN).tag(" ").number(end_y);
    page.tag(" ").number(end_x).tag(" ").number(end_y).tag("\"/>");
    let many = match kind {
        RelationshipKind::OneToOne => [false, false],
        RelationshipKind::OneToMany => [false, true],
        RelationshipKind::ManyToMany => [true, true],
    };
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
