//! The parts that are lists: interactions, goals, open questions.

use super::design::Design;
use super::drawn::Drawn;
use super::page::{Anchor, Page};
use frieze_intent::Intent;

const INTERACTIONS: usize = 300;
const GOALS: usize = 100;
const QUESTIONS: usize = 200;

pub(super) fn interactions(page: &mut Page, design: &Design<'_>, drawn: &Drawn) {
    let all = &design.intent.interactions;
    page.section("interactions", "Interactions");
    if all.is_empty() {
        page.tag("<p class=none>The design names no interaction.</p></section>");
        return;
    }
    page.tag(
        "<table class=wide><thead><tr><th scope=col>When</th><th scope=col>On</th><th scope=col>Then</th>",
    );
    page.tag("<th scope=col>Feedback</th></tr></thead><tbody>");
    let left = page.each(all, INTERACTIONS, |page, i, interaction| {
        page.tag("<tr")
            .marks(Anchor::Interaction(i))
            .tag("><th scope=row data-l=When>")
            .prose(&interaction.trigger);
        page.tag("</th><td data-l=On>");
        drawn.link(page, design, &interaction.component);
        page.tag("</td><td data-l=Then>").prose(&interaction.response).tag("</td><td data-l=Feedback>");
        match interaction.feedback.as_deref().filter(|f| !f.trim().is_empty()) {
            Some(feedback) => page.prose(feedback),
            None => page.tag("<span class=none>none named</span>"),
        };
        page.tag("</td></tr>");
    });
    page.tag("</tbody></table>").more(left, "interaction", "interactions").tag("</section>");
}

pub(super) fn goals(page: &mut Page, intent: &Intent) {
    page.section("goals", "Goals");
    list(page, "<ul class=goals>", &intent.goals, GOALS, "</ul>");
    page.tag("</section>");
}

pub(super) fn open_questions(page: &mut Page, intent: &Intent) {
    page.section("questions", "Open questions");
    list(page, "<ol class=questions>", &intent.open_questions, QUESTIONS, "</ol>");
    page.tag("</section>");
}

fn list(page: &mut Page, open: &'static str, items: &[String], limit: usize, close: &'static str) {
    if items.is_empty() {
        page.tag("<p class=none>None.</p>");
        return;
    }
    page.tag(open);
    let left = page.each(items, limit, |page, _, item| {
        page.tag("<li>").prose(item).tag("</li>");
    });
    page.tag(close).more(left, "entry", "entries");
}
