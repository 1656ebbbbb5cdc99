//! Which shape of document this is.

use super::Shape;
use super::block::{Block, Form};
use super::label;
use super::scenario;
use super::stories;

/// The dominant shape, by the marks that each leaves.
pub(super) fn of(blocks: &[Block], language: &str) -> Shape {
    let (mut speckit, mut kiro, mut openspec, mut stories) = (0, 0, 0, 0);
    for block in blocks {
        let text = block.prose.text();
        if matches!(block.form, Form::Heading(_)) {
            let lower = text.to_lowercase();
            let has = |word: &str| lower.contains(word);
            if has("user scenarios & testing")
                || has("feature specification")
                || has("measurable outcomes")
                || has("key entities")
            {
                speckit += 3;
            } else if lower.starts_with("user story ") {
                speckit += 1;
                stories += 1;
            } else if lower == "requirements document" {
                kiro += 3;
            } else if lower.starts_with("acceptance criteria") {
                kiro += 1;
            } else if lower.starts_with("requirement ")
                && stories::opened(text).is_some_and(|o| o.number.is_some())
            {
                kiro += 2;
            } else if lower.starts_with("requirement:")
                || has("added requirements")
                || has("modified requirements")
                || has("removed requirements")
            {
                openspec += 4;
            } else if has("what changes") {
                openspec += 5;
            } else if lower == "why" || lower == "impact" {
                openspec += 2;
            } else if lower.starts_with("feature:") {
                stories += 4;
            }
            continue;
        }
        if text.starts_with("FR-") || text.starts_with("SC-") {
            speckit += 1;
        }
        if scenario::opens_scenario(text) {
            stories += 1;
        }
        let body = label::lead(&block.prose).map_or(text, |lead| text.get(lead.rest..).unwrap_or(text));
        if stories::as_a(text).or_else(|| stories::as_a(body)).is_some() {
            stories += 2;
        }
    }
    let best = [
        (speckit, Shape::SpecKit),
        (kiro, Shape::Kiro),
        (openspec, Shape::OpenSpec),
        (stories, Shape::UserStories),
    ];
    let mut found = (3, Shape::Prose);
    for (score, shape) in best {
        if score > found.0 {
            found = (score, shape);
        }
    }
    if found.1 == Shape::Prose && language != "en" { Shape::Structure } else { found.1 }
}
