//! The data model: the diagram, then the same in words.

use super::design::Design;
use super::diagram;
use super::page::{Anchor, Page};
use frieze_intent::Entity;

/// Limits: entities in words; attributes and relationships of one entity.
const ENTITIES: usize = 250;
const ATTRIBUTES: usize = 60;
const RELATIONSHIPS: usize = 40;

pub(super) fn write(page: &mut Page, design: &Design<'_>) {
    let entities = &design.intent.data_model.entities;
    page.section("model", "Data model");
    if entities.is_empty() {
        page.tag("<p class=none>The design names no entity.</p></section>");
        return;
    }
    let (boxes_left, lines_left) = diagram::write(page, design);
    page.tag("<p class=legend><span><b class=reqdot></b> required</span> <span><b>1</b> one</span> ");
    page.tag("<span><b>n</b> many</span></p>");
    if boxes_left > 0 || lines_left > 0 {
        page.tag("<p class=\"more apart\">The diagram shows ").count(entities.len() - boxes_left).tag(" of ");
        page.counted(entities.len(), "entity", "entities").tag(" and leaves out ");
        page.counted(lines_left, "relationship", "relationships").tag(".</p>");
    }
    page.tag("<div class=entities>");
    let left = page.each(entities, ENTITIES, |page, i, entity| in_words(page, design, i, entity));
    page.tag("</div>").more(left, "entity", "entities").tag("</section>");
}

fn in_words(page: &mut Page, design: &Design<'_>, at: usize, entity: &Entity) {
    page.tag("<article class=entity").marks(Anchor::Entity(at)).tag("><h3>").text(&entity.name).tag("</h3>");
    page.paragraph("<p>", &entity.description);
    if entity.attributes.is_empty() {
        page.tag("<p class=none>No attributes are named.</p>");
    } else {
        page.tag(
            "<table><thead><tr><th scope=col>Attribute</th><th scope=col>Type</th><th scope=col>Required",
        );
        page.tag("</th></tr></thead><tbody>");
        let left = page.each(&entity.attributes, ATTRIBUTES, |page, _, attribute| {
            page.tag("<tr><th scope=row>").text(&attribute.name);
            if let Some(description) = attribute.description.as_deref().filter(|d| !d.trim().is_empty()) {
                page.tag("<small>").prose(description).tag("</small>");
            }
            page.tag("</th><td>").text(&attribute.kind).tag("</td><td>");
            page.tag(if attribute.required { "required" } else { "optional" }).tag("</td></tr>");
        });
        page.tag("</tbody></table>").more(left, "attribute", "attributes");
    }
    relationships(page, design, entity);
    page.tag("</article>");
}

fn amount(many: bool) -> &'static str {
    if many { "many" } else { "one" }
}

fn relationships(page: &mut Page, design: &Design<'_>, entity: &Entity) {
    if entity.relationships.is_empty() {
        return;
    }
    page.tag("<ul class=rels>");
    let left = page.each(&entity.relationships, RELATIONSHIPS, |page, _, relationship| {
        let found = design.entity(&relationship.to);
        let (many, back) = relationship.has_many(entity, found.map(|(_, other)| other));
        page.tag("<li><span class=kind>has ").tag(amount(many)).tag("</span> ");
        match found {
            Some((at, _)) => page.link("<a", Anchor::Entity(at), ">", &relationship.to),
            None => page
                .tag("<span class=\"chip bad\">✕ ")
                .text(&relationship.to)
                .tag(", not in the model</span>"),
        };
        if let Some(back) = back {
            page.tag(", which has ").tag(amount(back)).tag(" ").text(&entity.name);
        }
        if let Some(description) = relationship.description.as_deref().filter(|d| !d.trim().is_empty()) {
            page.tag(" <small>– ").prose(description).tag("</small>");
        }
        page.tag("</li>");
    });
    page.tag("</ul>").more(left, "relationship", "relationships");
}
