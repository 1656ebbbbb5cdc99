//! Rows of all sections except the flows.

use ratatui::text::Span;

use super::flow;
use super::sheet::Sheet;
use crate::tui::model::detail::Detail;
use crate::tui::panes::wrap::columns;
use crate::tui::view::theme::TextStyle;
use frieze_data::text::Shown;
use frieze_intent::{Attribute, Component, Entity, Interaction, RequirementKind};

/// The widest column of names in a list.
const WIDEST: usize = 22;

pub fn write(sheet: &mut Sheet<'_>, detail: &Detail) {
    let intent = sheet.names.intent;
    let title = [
        sheet.pen.prose(&intent.title, TextStyle::Strong),
        sheet.pen.own("  ", TextStyle::Plain),
        sheet.pen.name(&intent.feature_id, TextStyle::Reference),
        sheet.pen.own(" ", TextStyle::Plain),
        sheet.pen.name(&intent.version, TextStyle::Dim),
    ];
    sheet.field("/title", &title);
    let summary = intent.summary.split_whitespace().collect::<Vec<_>>().join(" ");
    sheet.field("/summary", &[sheet.pen.prose(&summary, TextStyle::Plain)]);
    requirements(sheet);
    let not_designed = &intent.not_designed;
    if !not_designed.is_empty() {
        let ids = column(not_designed.iter().map(|one| one.requirement.as_str()), 8);
        each(sheet, "/notDesigned", "Left out on purpose", not_designed, |sheet, pointer, one| {
            let id = sheet.pen.own(padded(&one.requirement, ids), TextStyle::Reference);
            sheet.leaf(pointer, &[id, sheet.pen.prose(&one.reason, TextStyle::Plain)], ids + 1);
        });
    }
    each(sheet, "/goals", "Goals", &intent.goals, |sheet, pointer, text| {
        let dot = sheet.pen.own("• ", TextStyle::Dim);
        sheet.leaf(pointer, &[dot, sheet.pen.prose(text, TextStyle::Plain)], 2);
    });
    each(sheet, "/userFlows", "Flows", &intent.user_flows, flow::write);
    each(sheet, "/components", "Components", &intent.components, component);
    each(sheet, "/dataModel/entities", "Entities", &intent.data_model.entities, entity);
    each(sheet, "/interactions", "Interactions", &intent.interactions, interaction);
    let questions = &intent.open_questions;
    let answered = questions.iter().filter(|question| detail.answer(question).is_some()).count();
    let answered = if answered == 0 { String::new() } else { format!(" · {answered} answered") };
    if sheet.noted_section("/openQuestions", "Open questions", questions.len(), &answered) {
        for (at, text) in questions.iter().enumerate() {
            question(sheet, detail, &format!("/openQuestions/{at}"), text);
        }
    }
}

/// A section with its elements.
fn each<T>(
    sheet: &mut Sheet<'_>,
    section: &'static str,
    title: &'static str,
    all: &[T],
    one: impl Fn(&mut Sheet<'_>, &str, &T),
) {
    if sheet.section(section, title, all.len()) {
        for (at, element) in all.iter().enumerate() {
            one(sheet, &format!("{section}/{at}"), element);
        }
    }
}

/// An open question, with the answer for the next iteration.
fn question(sheet: &mut Sheet<'_>, detail: &Detail, pointer: &str, text: &str) {
    let (answer, unused) = (detail.answer(text), detail.unused_answer(text));
    let (sign, style) = match (answer, unused) {
        (Some(_), Some(_)) => ("✗ ", TextStyle::Bad),
        (Some(_), None) => ("✓ ", TextStyle::Good),
        (None, _) => ("? ", TextStyle::Attention),
    };
    let spans = [sheet.pen.own(sign, style), sheet.pen.prose(text, TextStyle::Plain)];
    sheet.leaf(pointer, &spans, 2);
    if let Some(answer) = answer {
        sheet.extra(pointer, "answer", &[sheet.pen.prose(answer, TextStyle::Plain)]);
    }
    if let Some(why) = unused {
        sheet.extra(pointer, "not used", &[sheet.pen.prose(why, TextStyle::Attention)]);
    }
}

fn requirements(sheet: &mut Sheet<'_>) {
    let intent = sheet.names.intent;
    if !sheet.section("/requirements", "Requirements", intent.requirements.len()) {
        return;
    }
    let by = flow::satisfiers(intent);
    let ids = column(intent.requirements.iter().map(|requirement| requirement.id.as_str()), 8);
    for (at, requirement) in intent.requirements.iter().enumerate() {
        let pointer = format!("/requirements/{at}");
        let kind = match requirement.kind {
            RequirementKind::Functional => "",
            RequirementKind::Quality => "quality: ",
            RequirementKind::Constraint => "constraint: ",
        };
        let spans = [
            sheet.pen.own(padded(&requirement.id, ids), TextStyle::Reference),
            sheet.pen.own(kind, TextStyle::Dim),
            sheet.pen.prose(&requirement.text, TextStyle::Plain),
        ];
        if !sheet.element(&pointer, true, &spans, ids + 1) {
            continue;
        }
        let source =
            format!("{}, line {}", Shown::cut(&requirement.source.file, 80), requirement.source.line);
        sheet.extra(&format!("{pointer}/source"), "from", &[sheet.pen.own(source, TextStyle::Plain)]);
        let by = by.get(requirement.id.as_str()).map_or(&[][..], Vec::as_slice);
        let spans = if by.is_empty() {
            vec![sheet.pen.own("nothing", TextStyle::Attention)]
        } else {
            sheet.listed(by, |sheet, name| vec![sheet.pen.name(name, TextStyle::Plain)])
        };
        sheet.extra(&pointer, "satisfied by", &spans);
    }
}

fn component(sheet: &mut Sheet<'_>, pointer: &str, component: &Component) {
    let facts = [
        (component.children.len(), "part", "parts"),
        (component.states.len(), "state", "states"),
        (component.entities.len(), "entity", "entities"),
    ];
    let mut spans = vec![
        sheet.pen.own(format!("{:<10}", component.kind.name()), TextStyle::Dim),
        sheet.pen.prose(&component.name, TextStyle::Strong),
    ];
    spans.extend(sheet.counts(&facts));
    if !sheet.element(pointer, true, &spans, 10) {
        return;
    }
    let id = [sheet.pen.name(&component.id, TextStyle::Reference)];
    sheet.extra(&format!("{pointer}/id"), "id", &id);
    sheet.named(pointer, "description", sheet.pen.prose(&component.description, TextStyle::Plain));
    if let Some(widget) = component.widget {
        sheet.named(pointer, "widget", sheet.pen.own(widget.name(), TextStyle::Plain));
    }
    if component.shared {
        sheet.named(pointer, "shared", sheet.pen.own("one part of several views", TextStyle::Plain));
    }
    if !component.children.is_empty() {
        let spans = sheet.listed(&component.children, Sheet::component);
        sheet.detail(&format!("{pointer}/children"), "parts", &spans);
    }
    if !component.entities.is_empty() {
        let spans = sheet.listed(&component.entities, Sheet::entity);
        sheet.detail(&format!("{pointer}/entities"), "shows", &spans);
    }
    for (at, state) in component.states.iter().enumerate() {
        let spans = [sheet.pen.own("◦ ", TextStyle::Dim), sheet.pen.prose(state, TextStyle::Plain)];
        sheet.detail(&format!("{pointer}/states/{at}"), if at == 0 { "states" } else { " " }, &spans);
    }
    sheet.satisfies(pointer, &component.satisfies);
}

fn entity(sheet: &mut Sheet<'_>, pointer: &str, entity: &Entity) {
    let facts = [
        (entity.attributes.len(), "attribute", "attributes"),
        (entity.relationships.len(), "relationship", "relationships"),
    ];
    let mut spans = vec![sheet.pen.prose(&entity.name, TextStyle::Strong)];
    spans.extend(sheet.counts(&facts));
    if !sheet.element(pointer, true, &spans, 0) {
        return;
    }
    sheet.named(pointer, "description", sheet.pen.prose(&entity.description, TextStyle::Plain));
    let names = column(entity.attributes.iter().map(|attribute| attribute.name.as_str()), WIDEST);
    let kinds = column(entity.attributes.iter().map(|attribute| attribute.kind.as_str()), 12);
    for (at, each) in entity.attributes.iter().enumerate() {
        let spans = attribute(sheet, each, names, kinds);
        sheet.detail(&format!("{pointer}/attributes/{at}"), if at == 0 { "attributes" } else { " " }, &spans);
    }
    for (at, relationship) in entity.relationships.iter().enumerate() {
        let (many, back) = relationship.has_many(entity, sheet.names.entity(&relationship.to));
        let amount = |many: bool| if many { "many" } else { "one" };
        let mut spans = vec![sheet.pen.own(format!("has {} ", amount(many)), TextStyle::Plain)];
        spans.extend(sheet.entity(&relationship.to));
        if let Some(back) = back {
            spans.push(sheet.pen.own(format!(", which has {} ", amount(back)), TextStyle::Plain));
            spans.push(sheet.pen.name(&entity.name, TextStyle::Plain));
        }
        if let Some(text) = &relationship.description {
            spans.push(sheet.pen.own("  ", TextStyle::Plain));
            spans.push(sheet.pen.prose(text, TextStyle::Dim));
        }
        let label = if at == 0 { "relations" } else { " " };
        sheet.detail(&format!("{pointer}/relationships/{at}"), label, &spans);
    }
}

fn attribute(sheet: &Sheet<'_>, attribute: &Attribute, names: usize, kinds: usize) -> Vec<Span<'static>> {
    let mut spans = vec![
        sheet.pen.own(padded(&attribute.name, names), TextStyle::Plain),
        sheet.pen.own(padded(&attribute.kind, kinds), TextStyle::Reference),
        sheet.pen.own(if attribute.required { "required " } else { "optional " }, TextStyle::Dim),
    ];
    if let Some(text) = &attribute.description {
        spans.push(sheet.pen.prose(text, TextStyle::Dim));
    }
    spans
}

fn interaction(sheet: &mut Sheet<'_>, pointer: &str, interaction: &Interaction) {
    let mut spans =
        vec![sheet.pen.prose(&interaction.trigger, TextStyle::Plain), sheet.pen.own("  at ", TextStyle::Dim)];
    spans.extend(sheet.component(&interaction.component));
    if !sheet.element(pointer, true, &spans, 0) {
        return;
    }
    sheet.named(pointer, "id", sheet.pen.name(&interaction.id, TextStyle::Reference));
    sheet.named(pointer, "response", sheet.pen.prose(&interaction.response, TextStyle::Plain));
    if let Some(feedback) = &interaction.feedback {
        sheet.named(pointer, "feedback", sheet.pen.prose(feedback, TextStyle::Plain));
    }
    sheet.satisfies(pointer, &interaction.satisfies);
}

/// The width of a column for these names, up to a limit.
fn column<'a>(names: impl Iterator<Item = &'a str>, widest: usize) -> usize {
    names.map(|name| columns(Shown::cut(name, widest).as_str())).max().unwrap_or(0)
}

/// A name padded to its column and a space; a longer name is not cut.
fn padded(name: &str, width: usize) -> String {
    let name = Shown::cut(name, super::super::pen::NAME).into_string();
    let gap = width.saturating_sub(columns(&name)) + 1;
    name + &" ".repeat(gap)
}
