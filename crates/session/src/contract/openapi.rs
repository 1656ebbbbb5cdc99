//! `openapi.yaml`: the interactions of a design as paths, its tables as schemas (OpenAPI 3.0). All texts are
//! double-quoted.

use std::collections::BTreeMap;

use frieze_intent::{Component, Intent};

use super::model::{Model, Table};
use super::names::{Scope, camel, quoted, slug};

pub(super) fn document(intent: &Intent, model: &Model) -> String {
    let mut out = format!(
        "openapi: 3.0.3\ninfo:\n  title: {}\n  description: {}\n  version: {}\n",
        quoted(&intent.title, "Feature"),
        quoted(&intent.summary, "No summary."),
        quoted(&intent.version, "0.0.0"),
    );
    let mut schemas = Scope::default();
    let mut by_name: BTreeMap<&str, &Table> = BTreeMap::new();
    for table in &model.tables {
        schemas.unique(table.schema.clone());
        by_name.entry(table.entity).or_insert(table);
    }
    // What a component shows and takes: the schema of its entities, for the interactions that happen there.
    let mut parts: BTreeMap<&str, (String, &Component)> = BTreeMap::new();
    for component in &intent.components {
        if component.entities.iter().any(|entity| by_name.contains_key(entity.as_str())) {
            let mut name = || schemas.unique(format!("{}-data", slug(&component.id, "component")));
            parts.entry(&component.id).or_insert_with(|| (name(), component));
        }
    }
    paths(intent, &parts, &mut out);
    if model.tables.is_empty() {
        return out;
    }
    out.push_str("components:\n  schemas:\n");
    for table in &model.tables {
        schema(model, table, &mut out);
    }
    for (name, component) in parts.values() {
        let title = quoted(&component.name, "Component");
        put!(out, "    \"{name}\":\n      type: object\n      title: {title}\n      properties:");
        let mut properties = Scope::default();
        for table in component.entities.iter().filter_map(|entity| by_name.get(entity.as_str())) {
            let property = quoted(&properties.unique(camel(table.entity, "entity")), "entity");
            put!(out, "        {property}:\n          {}", reference(&table.schema));
        }
    }
    out
}

fn paths(intent: &Intent, parts: &BTreeMap<&str, (String, &Component)>, out: &mut String) {
    out.push_str(if intent.interactions.is_empty() { "paths: {}\n" } else { "paths:\n" });
    let mut ids = Scope::default();
    for interaction in &intent.interactions {
        let (place, id) = (slug(&interaction.component, "product"), slug(&interaction.id, "interaction"));
        let id = ids.unique(id);
        put!(out, "  /{place}/{id}:\n    post:\n      operationId: {}", quoted(&id, "x"));
        put!(out, "      summary: {}", quoted(&interaction.trigger, "Interaction"));
        if let Some(feedback) = &interaction.feedback {
            put!(out, "      description: {}", quoted(feedback, "No feedback."));
        }
        let ids: Vec<String> = interaction.satisfies.iter().map(|id| quoted(id, "-")).collect();
        put!(out, "      x-requirements: [{}]", ids.join(", "));
        let schema = parts.get(interaction.component.as_str()).map(|(name, _)| reference(name));
        let content = schema.map(|schema| format!("content: {{application/json: {{schema: {{{schema}}}}}}}"));
        if let Some(content) = &content {
            put!(out, "      requestBody:\n        {content}");
        }
        let response = quoted(&interaction.response, "Done.");
        put!(out, "      responses:\n        \"200\":\n          description: {response}");
        if let Some(content) = &content {
            put!(out, "          {content}");
        }
    }
}

fn schema(model: &Model, table: &Table, out: &mut String) {
    let (name, title) = (&table.schema, quoted(table.entity, "Entity"));
    put!(out, "    \"{name}\":\n      type: object\n      title: {title}");
    put!(out, "      description: {}", quoted(table.description, "No description."));
    let required = table.columns.iter().filter(|column| column.required);
    let required: Vec<String> = required.map(|column| quoted(&column.property, "x")).collect();
    if !required.is_empty() {
        put!(out, "      required: [{}]", required.join(", "));
    }
    out.push_str("      properties:\n");
    for column in &table.columns {
        let note = Some(column.note).filter(|note| !note.trim().is_empty());
        let note = note.map_or_else(String::new, |note| format!(", description: {}", quoted(note, "…")));
        put!(out, "        {}: {{{}{note}}}", quoted(&column.property, "x"), column.kind.openapi);
    }
    for (property, target) in &table.lists {
        put!(out, "        {}: {{{}}}", quoted(property, "x"), model.key_of(*target).list().openapi);
    }
}

fn reference(schema: &str) -> String {
    format!("$ref: \"#/components/schemas/{schema}\"")
}
