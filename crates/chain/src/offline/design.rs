//! `design.md`: the frozen design as a document, each part with its JSON pointer.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::{Intent, RelationshipKind, Step, UserFlow};

use super::Sources;
use super::demands::{Demand, Names, designed};
use super::elements::{COMPONENT, ENTITY, FLOW, INTERACTION, Reference, elements, place, satisfied};
use super::page::{Page, inert, inert_lines, listed, pointer};
use super::plan::uncovered;

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Design: {}", inert(sources.title)));
    let Some(intent) = sources.intent else {
        page.questions(2, &["What is designed? There is no frozen design.".to_owned()]);
        return page.finish();
    };
    if let Some(seal) = sources.seal {
        page.item(0, &format!("Checksum: {}", inert(seal.checksum)));
        page.item(0, &format!("Freeze: {}", seal.number));
    }
    page.item(0, &format!("Version: {}", inert(&intent.version)));
    page.paragraph("Paths like `/components/0` are JSON pointers into the frozen design.");
    page.paragraph(&inert_lines(&intent.summary));
    let demands = designed(intent, sources);
    let names = Names::of(&demands);
    components(intent, &names, &mut page);
    interfaces(intent, &names, &mut page);
    data_model(intent, &mut page);
    dependencies(intent, &mut page);
    risks(intent, &demands, &mut page);
    requirements(intent, &demands, &mut page);
    page.finish()
}

fn components(intent: &Intent, names: &Names<'_>, page: &mut Page) {
    page.heading(2, "Components");
    for (at, one) in intent.components.iter().enumerate() {
        let kind = one.widget.map_or_else(
            || one.kind.name().to_owned(),
            |widget| format!("{}, {}", one.kind.name(), widget.name()),
        );
        page.heading(3, &format!("{} {}", inert(&one.id), inert(&one.name)));
        page.item(0, &format!("{}, {kind}", pointer(&place(COMPONENT, at))));
        page.item(0, &inert_lines(&one.description));
        texts("Shows", &one.entities, page);
        texts("States", &one.states, page);
        page.item(0, &format!("Requirements: {}", names.list(&one.satisfies)));
    }
    if intent.components.is_empty() {
        page.paragraph("None.");
    }
}

fn texts(name: &str, texts: &[String], page: &mut Page) {
    if !texts.is_empty() {
        let texts: Vec<String> = texts.iter().map(|text| inert(text)).collect();
        page.item(0, &format!("{name}: {}", texts.join("; ")));
    }
}

/// Interactions, and flows with the moves between components.
fn interfaces(intent: &Intent, names: &Names<'_>, page: &mut Page) {
    page.heading(2, "Interfaces");
    page.heading(3, "Interactions");
    let rows = intent.interactions.iter().enumerate().map(|(at, one)| {
        let feedback = one.feedback.as_deref().map_or_else(|| "–".to_owned(), inert);
        vec![
            pointer(&place(INTERACTION, at)),
            inert(&one.id),
            inert(&one.component),
            inert(&one.trigger),
            inert(&one.response),
            feedback,
            names.list(&one.satisfies),
        ]
    });
    let head = ["Pointer", "Id", "Component", "Trigger", "Response", "Feedback", "Requirements"];
    page.table(&head, &rows.collect::<Vec<_>>());
    page.heading(3, "Moves");
    for (at, flow) in intent.user_flows.iter().enumerate() {
        page.heading(4, &format!("{} {}", inert(&flow.id), inert(&flow.name)));
        page.item(0, &format!("{}, actor: {}", pointer(&place(FLOW, at)), inert(&flow.actor)));
        if let Some(goal) = &flow.goal {
            page.item(0, &format!("Goal: {}", inert(goal)));
        }
        moves(at, flow, page);
        page.item(0, &format!("Requirements: {}", names.list(&flow.satisfies)));
    }
    if intent.user_flows.is_empty() {
        page.paragraph("None.");
    }
}

fn moves(flow: usize, steps: &UserFlow, page: &mut Page) {
    let mut last = None;
    for (at, step) in steps.steps.iter().enumerate() {
        page.item(0, &step_text(&format!("{}/steps/{at}", place(FLOW, flow)), step, last));
        last = Some(step.component.as_str());
    }
    for (at, alternative) in steps.alternatives.iter().enumerate() {
        let own = format!("{}/alternatives/{at}", place(FLOW, flow));
        let from = steps.steps.iter().find(|step| step.id == alternative.at);
        let condition = inert(&alternative.condition);
        page.item(0, &format!("{} from {}, if {condition}:", pointer(&own), inert(&alternative.at)));
        let mut last = from.map(|step| step.component.as_str());
        for (at, step) in alternative.steps.iter().enumerate() {
            page.item(1, &step_text(&format!("{own}/steps/{at}"), step, last));
            last = Some(step.component.as_str());
        }
    }
}

fn step_text(own: &str, step: &Step, last: Option<&str>) -> String {
    let component = inert(&step.component);
    let place = match last {
        Some(last) if last != step.component => format!("{} → {component}", inert(last)),
        Some(_) | None => component,
    };
    let outcome = step.outcome.as_deref().map(|outcome| format!(" → {}", inert(outcome))).unwrap_or_default();
    format!("{} {} ({place}): {}{outcome}", pointer(own), inert(&step.id), inert(&step.action))
}

fn data_model(intent: &Intent, page: &mut Page) {
    page.heading(2, "Data model");
    for (at, entity) in intent.data_model.entities.iter().enumerate() {
        page.heading(3, &inert(&entity.name));
        page.item(0, &pointer(&place(ENTITY, at)));
        page.item(0, &inert_lines(&entity.description));
        for attribute in &entity.attributes {
            let required = if attribute.required { "required" } else { "optional" };
            page.item(0, &format!("{}: {}, {required}", inert(&attribute.name), inert(&attribute.kind)));
        }
        for other in &entity.relationships {
            let kind = match other.kind {
                RelationshipKind::OneToOne => "one to one",
                RelationshipKind::OneToMany => "one to many",
                RelationshipKind::ManyToMany => "many to many",
            };
            page.item(0, &format!("{kind}: {}", inert(&other.to)));
        }
    }
    if intent.data_model.entities.is_empty() {
        page.paragraph("None.");
    }
}

fn dependencies(intent: &Intent, page: &mut Page) {
    page.heading(2, "Dependencies");
    page.paragraph(
        "What each part needs within the design. The design names no technology, so its needs from outside \
         are open.",
    );
    let parts = elements(intent).into_iter().filter(|part| !part.reference.is_interfaces());
    let rows = parts.map(|part| {
        let needs: BTreeSet<&str> = part.needs.iter().map(Reference::name).collect();
        let needs: Vec<String> = needs.into_iter().map(inert).collect();
        vec![pointer(&part.pointer), part.reference.kind().to_owned(), inert(&part.name), listed(&needs)]
    });
    page.table(&["Pointer", "Kind", "Part", "Needs"], &rows.collect::<Vec<_>>());
}

/// What the design leaves open: requirements without a part, and its questions.
fn risks(intent: &Intent, demands: &[Demand], page: &mut Page) {
    page.heading(2, "Risks");
    let uncovered = uncovered(intent, demands);
    for open in &uncovered {
        page.item(0, &format!("Not met: {open}"));
    }
    for (at, question) in intent.open_questions.iter().enumerate() {
        page.item(0, &format!("Open: {} ({})", inert(question), pointer(&format!("/openQuestions/{at}"))));
    }
    if uncovered.is_empty() && intent.open_questions.is_empty() {
        page.paragraph("None is known: every requirement has a part, and the design has no open question.");
    }
}

fn requirements(intent: &Intent, demands: &[Demand], page: &mut Page) {
    page.heading(2, "Requirements");
    let by: BTreeMap<&str, Vec<String>> = satisfied(intent);
    let rows = demands.iter().map(|demand| {
        let by = by.get(demand.id.as_str()).map(|all| all.iter().map(|one| pointer(one)).collect::<Vec<_>>());
        vec![demand.name(), inert(&demand.text), listed(&by.unwrap_or_default())]
    });
    page.table(&["Id", "Requirement", "Satisfied by"], &rows.collect::<Vec<_>>());
}
