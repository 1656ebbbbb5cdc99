//! The requirements and what satisfies each; a requirement that nothing satisfies is marked.

use super::design::{By, Design};
use super::drawn::Drawn;
use super::page::{Anchor, Page};
use frieze_intent::{Requirement, RequirementKind};

/// Limits: requirements, elements that satisfy one, requirements that one element satisfies.
const REQUIREMENTS: usize = 400;
const SATISFIERS: usize = 8;
const IDS: usize = 12;
/// Limit of the requirements that the design leaves out.
const LEFT_OUT: usize = 200;

pub(super) fn write(page: &mut Page, design: &Design<'_>, drawn: &Drawn) {
    let all = &design.intent.requirements;
    page.section("requirements", "Requirements");
    if all.is_empty() {
        page.tag("<p class=none>The design names no requirement.</p>");
        left_out(page, design);
        page.tag("</section>");
        return;
    }
    let covered = all.iter().filter(|r| !design.satisfied_by(&r.id).is_empty()).count();
    page.tag("<p class=coverage><svg viewBox=\"0 0 100 4\" preserveAspectRatio=none aria-hidden=true>");
    page.tag("<rect class=rail width=100 height=4 /><rect class=done height=4 width=")
        .index(covered * 100 / all.len());
    page.tag(" /></svg><span><b>").count(covered).tag("</b> of ").count(all.len()).tag(" satisfied");
    if covered < all.len() {
        page.tag(" · <b class=open>").count(all.len() - covered).tag(" not yet</b>");
    }
    page.tag("</span></p><table class=wide><thead><tr><th scope=col>Id</th><th scope=col>Requirement</th>");
    page.tag("<th scope=col>Satisfied by</th></tr></thead><tbody>");
    let left = page.each(all, REQUIREMENTS, |page, i, requirement| row(page, design, drawn, i, requirement));
    page.tag("</tbody></table>").more(left, "requirement", "requirements");
    left_out(page, design);
    page.tag("</section>");
}

/// The requirements that the design leaves out on purpose, each with its reason.
fn left_out(page: &mut Page, design: &Design<'_>) {
    let all = &design.intent.not_designed;
    if all.is_empty() {
        return;
    }
    page.tag("<h3>Left out on purpose</h3><ul>");
    let left = page.each(all, LEFT_OUT, |page, _, one| {
        page.tag("<li><b>").text(&one.requirement).tag("</b> ").prose(&one.reason).tag("</li>");
    });
    page.tag("</ul>").more(left, "requirement", "requirements");
}

/// The line that names the requirements that a flow or a screen satisfies.
pub(super) fn satisfies(page: &mut Page, design: &Design<'_>, ids: &[String]) {
    if ids.is_empty() {
        return;
    }
    page.tag("<p class=sat>Satisfies ");
    for (i, id) in ids.iter().take(IDS).enumerate() {
        page.tag(if i == 0 { "" } else { ", " });
        match design.requirement(id) {
            Some(at) => page.link("<a", Anchor::Requirement(at), ">", id),
            None => page
                .tag("<span class=\"chip bad\" title=\"No requirement has this id\">✕ ")
                .text(id)
                .tag("</span>"),
        };
    }
    if ids.len() > IDS {
        page.tag(" and ").count(ids.len() - IDS).tag(" more");
    }
    page.tag("</p>");
}

fn row(page: &mut Page, design: &Design<'_>, drawn: &Drawn, at: usize, requirement: &Requirement) {
    page.tag("<tr").marks(Anchor::Requirement(at)).tag("><th scope=row data-l=Id>").text(&requirement.id);
    page.tag("</th><td data-l=Requirement>").prose(&requirement.text).tag("<small>");
    page.tag(match requirement.kind {
        RequirementKind::Functional => "functional",
        RequirementKind::Quality => "quality",
        RequirementKind::Constraint => "constraint",
    });
    page.tag(" · ").text(&requirement.source.file).tag(", line ").number(requirement.source.line);
    page.tag("</small></td><td data-l=\"Satisfied by\">");
    let by = design.satisfied_by(&requirement.id);
    if by.is_empty() {
        page.tag("<span class=\"chip bad\">✕ Not satisfied yet</span>");
    } else {
        page.tag("<span class=by>");
        for by in by.iter().take(SATISFIERS) {
            satisfier(page, design, drawn, *by);
        }
        if by.len() > SATISFIERS {
            page.tag("<span>and ").count(by.len() - SATISFIERS).tag(" more</span>");
        }
        page.tag("</span>");
    }
    page.tag("</td></tr>");
}

fn satisfier(page: &mut Page, design: &Design<'_>, drawn: &Drawn, by: By) {
    let intent = design.intent;
    match by {
        By::Flow(i) => {
            let name = intent.user_flows.get(i).map_or("", |flow| flow.name.as_str());
            page.link("<a class=chip", Anchor::Flow(i), ">Flow: ", name);
        }
        By::Component(i) => {
            if let Some(component) = intent.components.get(i) {
                drawn.link(page, design, &component.id);
            }
        }
        By::Interaction(i) => {
            let trigger = intent.interactions.get(i).map_or("", |act| act.trigger.as_str());
            page.link("<a class=chip", Anchor::Interaction(i), ">When: ", trigger);
        }
    }
}
