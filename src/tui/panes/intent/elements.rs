//! Every section of the document, element by element.

use ratatui::text::Span;

use super::flow;
use super::sheet::Sheet;
use crate::domain::intent::{Attribute, Component, Entity, Interaction, RelationshipKind, RequirementKind};
use crate::domain::text::Shown;
use crate::tui::detail::Detail;
use crate::tui::panes::pen::counted;
use crate::tui::panes::wrap::columns;
use crate::tui::theme::Look;

/// The widest column of names in a list.
const WIDEST: usize = 22;

pub fn write(sheet: &mut Sheet<'_>, detail: &Detail) {
    let intent = sheet.names.intent;
    let title = [
        sheet.pen.prose(&intent.title, Look::Strong),
        sheet.pen.own("  ", Look::Plain),
        sheet.pen.name(&intent.feature_id, Look::Reference),
        sheet.pen.own(" ", Look::Plain),
        sheet.pen.name(&intent.version, Look::Dim),
    ];
    sheet.field("/title", &title);
    let summary = [sheet.pen.prose(&intent.summary, Look::Plain)];
    sheet.field("/summary", &summary);
    super::left_out(&mut sheet.pen, detail);
    requirements(sheet);
    if sheet.section("/goals", "Goals", intent.goals.len()) {
        goals(sheet, &intent.goals);
    }
    flow::all(sheet);
    if sheet.section("/components", "Components", intent.components.len()) {
        for (at, each) in intent.components.iter().enumerate() {
            component(sheet, &format!("/components/{at}"), each);
        }
    }
    let entities = &intent.data_model.entities;
    if sheet.section("/dataModel/entities", "Entities", entities.len()) {
        for (at, each) in entities.iter().enumerate() {
            entity(sheet, &format!("/dataModel/entities/{at}"), each);
        }
    }
    if sheet.section("/interactions", "Interactions", intent.interactions.len()) {
        for (at, each) in intent.interactions.iter().enumerate() {
            interaction(sheet, &format!("/interactions/{at}"), each);
        }
    }
    if sheet.section("/openQuestions", "Open questions", intent.open_questions.len()) {
        questions(sheet, detail, &intent.open_questions);
    }
}

fn goals(sheet: &mut Sheet<'_>, texts: &[String]) {
    for (at, text) in texts.iter().enumerate() {
        let pointer = format!("/goals/{at}");
        let spans = [sheet.pen.own("• ", Look::Dim), sheet.pen.prose(text, Look::Plain)];
        if sheet.element(&pointer, false, &spans, 2) {
            sheet.close(&pointer);
        }
    }
}

/// The open questions; below one the answer that the next iteration reads.
fn questions(sheet: &mut Sheet<'_>, detail: &Detail, texts: &[String]) {
    for (at, text) in texts.iter().enumerate() {
        let pointer = format!("/openQuestions/{at}");
        let answer = detail.answer(text);
        let (sign, look) = if answer.is_some() { ("✓ ", Look::Good) } else { ("? ", Look::Attention) };
        let spans = [sheet.pen.own(sign, look), sheet.pen.prose(text, Look::Plain)];
        let is_open = sheet.element(&pointer, false, &spans, 2);
        if let Some(answer) = answer {
            let answer = sheet.pen.prose(answer, Look::Plain);
            sheet.beside(&pointer, "answer", &[answer]);
        }
        if is_open {
            sheet.close(&pointer);
        }
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
            sheet.pen.own(padded(&requirement.id, ids), Look::Reference),
            sheet.pen.own(kind, Look::Dim),
            sheet.pen.prose(&requirement.text, Look::Plain),
        ];
        if !sheet.element(&pointer, true, &spans, ids + 1) {
            continue;
        }
        let source =
            format!("{}, line {}", Shown::cut(&requirement.source.file, 80), requirement.source.line);
        let source = [sheet.pen.own(source, Look::Plain)];
        sheet.beside(&format!("{pointer}/source"), "from", &source);
        let by = by.get(requirement.id.as_str()).map_or(&[][..], Vec::as_slice);
        let spans = if by.is_empty() {
            vec![sheet.pen.own("nothing", Look::Attention)]
        } else {
            sheet.listed(by, |sheet, name| vec![sheet.pen.name(name, Look::Plain)])
        };
        sheet.beside(&pointer, "satisfied by", &spans);
        sheet.close(&pointer);
    }
}

fn component(sheet: &mut Sheet<'_>, pointer: &str, component: &Component) {
    let facts = [
        (component.children.len(), "part", "parts"),
        (component.states.len(), "state", "states"),
        (component.entities.len(), "entity", "entities"),
    ];
    let mut spans = vec![
        sheet.pen.own(format!("{:<10}", component.kind.name()), Look::Dim),
        sheet.pen.prose(&component.name, Look::Strong),
    ];
    spans.extend(told(sheet, &facts));
    if !sheet.element(pointer, true, &spans, 10) {
        return;
    }
    let id = [sheet.pen.name(&component.id, Look::Reference)];
    sheet.detail(&format!("{pointer}/id"), "id", &id);
    let text = [sheet.pen.prose(&component.description, Look::Plain)];
    sheet.detail(&format!("{pointer}/description"), "description", &text);
    if !component.children.is_empty() {
        let spans = sheet.listed(&component.children, Sheet::component);
        sheet.detail(&format!("{pointer}/children"), "parts", &spans);
    }
    if !component.entities.is_empty() {
        let spans = sheet.listed(&component.entities, Sheet::entity);
        sheet.detail(&format!("{pointer}/entities"), "shows", &spans);
    }
    for (at, state) in component.states.iter().enumerate() {
        let spans = [sheet.pen.own("◦ ", Look::Dim), sheet.pen.prose(state, Look::Plain)];
        sheet.detail(&format!("{pointer}/states/{at}"), if at == 0 { "states" } else { " " }, &spans);
    }
    sheet.satisfies(pointer, &component.satisfies);
    sheet.close(pointer);
}

fn entity(sheet: &mut Sheet<'_>, pointer: &str, entity: &Entity) {
    let facts = [
        (entity.attributes.len(), "attribute", "attributes"),
        (entity.relationships.len(), "relationship", "relationships"),
    ];
    let mut spans = vec![sheet.pen.prose(&entity.name, Look::Strong)];
    spans.extend(told(sheet, &facts));
    if !sheet.element(pointer, true, &spans, 0) {
        return;
    }
    let text = [sheet.pen.prose(&entity.description, Look::Plain)];
    sheet.detail(&format!("{pointer}/description"), "description", &text);
    let names = column(entity.attributes.iter().map(|attribute| attribute.name.as_str()), WIDEST);
    let kinds = column(entity.attributes.iter().map(|attribute| attribute.kind.as_str()), 12);
    for (at, each) in entity.attributes.iter().enumerate() {
        let spans = attribute(sheet, each, names, kinds);
        sheet.detail(&format!("{pointer}/attributes/{at}"), if at == 0 { "attributes" } else { " " }, &spans);
    }
    for (at, relationship) in entity.relationships.iter().enumerate() {
        let kind = match relationship.kind {
            RelationshipKind::OneToOne => "one to one  → ",
            RelationshipKind::OneToMany => "one to many → ",
            RelationshipKind::ManyToMany => "many to many → ",
        };
        let mut spans = vec![sheet.pen.own(kind, Look::Plain)];
        spans.extend(sheet.entity(&relationship.to));
        if let Some(text) = &relationship.description {
            spans.push(sheet.pen.own("  ", Look::Plain));
            spans.push(sheet.pen.prose(text, Look::Dim));
        }
        let label = if at == 0 { "relations" } else { " " };
        sheet.detail(&format!("{pointer}/relationships/{at}"), label, &spans);
    }
    sheet.close(pointer);
}

fn attribute(sheet: &Sheet<'_>, attribute: &Attribute, names: usize, kinds: usize) -> Vec<Span<'static>> {
    let mut spans = vec![
        sheet.pen.own(padded(&attribute.name, names), Look::Plain),
        sheet.pen.own(padded(&attribute.kind, kinds), Look::Reference),
        sheet.pen.own(if attribute.required { "required " } else { "optional " }, Look::Dim),
    ];
    if let Some(text) = &attribute.description {
        spans.push(sheet.pen.prose(text, Look::Dim));
    }
    spans
}

fn interaction(sheet: &mut Sheet<'_>, pointer: &str, interaction: &Interaction) {
    let mut spans =
        vec![sheet.pen.prose(&interaction.trigger, Look::Plain), sheet.pen.own("  at ", Look::Dim)];
    spans.extend(sheet.component(&interaction.component));
    if !sheet.element(pointer, true, &spans, 0) {
        return;
    }
    let id = [sheet.pen.name(&interaction.id, Look::Reference)];
    sheet.detail(&format!("{pointer}/id"), "id", &id);
    let text = [sheet.pen.prose(&interaction.response, Look::Plain)];
    sheet.detail(&format!("{pointer}/response"), "response", &text);
    if let Some(feedback) = &interaction.feedback {
        let text = [sheet.pen.prose(feedback, Look::Plain)];
        sheet.detail(&format!("{pointer}/feedback"), "feedback", &text);
    }
    sheet.satisfies(pointer, &interaction.satisfies);
    sheet.close(pointer);
}

/// `  4 parts · 3 states`.
pub fn told(sheet: &Sheet<'_>, facts: &[(usize, &str, &str)]) -> Option<Span<'static>> {
    let facts: Vec<String> = facts
        .iter()
        .filter(|fact| fact.0 > 0)
        .map(|(count, one, several)| counted(*count, one, several))
        .collect();
    (!facts.is_empty()).then(|| sheet.pen.own(format!("  {}", facts.join(" · ")), Look::Dim))
}

/// The width of a column that holds these names, up to a limit.
fn column<'a>(names: impl Iterator<Item = &'a str>, widest: usize) -> usize {
    names.map(|name| columns(Shown::cut(name, widest).as_str())).max().unwrap_or(0)
}

/// A name in its column, with a space behind it; a longer one takes the room that it needs.
fn padded(name: &str, width: usize) -> String {
    let name = Shown::cut(name, super::super::pen::NAME).into_string();
    let gap = width.saturating_sub(columns(&name)) + 1;
    name + &" ".repeat(gap)
}
