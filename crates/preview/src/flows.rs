//! The user flows as diagrams: the actor, each step with its place, the outcome. Each alternative is below the step
//! that it leaves from.

use std::collections::HashMap;

use super::coverage;
use super::design::Design;
use super::drawn::Drawn;
use super::page::{Anchor, Page};
use frieze_intent::{Alternative, Step, UserFlow};

/// Limits: flows, steps of a flow, alternatives at one step, entities at one step.
const FLOWS: usize = 120;
const STEPS: usize = 80;
const ALTERNATIVES: usize = 12;
const ENTITIES: usize = 8;

pub(super) fn write(page: &mut Page, design: &Design<'_>, drawn: &Drawn) {
    page.section("flows", "User flows");
    if design.intent.user_flows.is_empty() {
        page.tag("<p class=none>The design names no flow.</p>");
    }
    let left = page.each(&design.intent.user_flows, FLOWS, |page, i, flow| {
        page.tag("<article class=userflow")
            .marks(Anchor::Flow(i))
            .tag("><header><h3>")
            .text(&flow.name)
            .tag("</h3>");
        page.paragraph("<p>", flow.goal.as_deref().unwrap_or_default());
        coverage::satisfies(page, design, &flow.satisfies);
        page.tag("</header>");
        Diagram { design, drawn, flow }.write(page);
        page.tag("</article>");
    });
    page.more(left, "flow", "flows").tag("</section>");
}

struct Diagram<'p> {
    design: &'p Design<'p>,
    drawn: &'p Drawn,
    flow: &'p UserFlow,
}

impl Diagram<'_> {
    fn write(&self, page: &mut Page) {
        let flow = self.flow;
        let mut branches: HashMap<&str, Vec<&Alternative>> = HashMap::new();
        for alternative in &flow.alternatives {
            branches.entry(&alternative.at).or_default().push(alternative);
        }
        page.tag("<ol class=flow><li class=actor><div class=card><span class=who>Actor</span>");
        if flow.actor.trim().is_empty() {
            page.tag("<span class=none>not named</span>");
        } else {
            page.prose(&flow.actor);
        }
        page.tag("</div></li>");
        let last = flow.steps.len().saturating_sub(1);
        let left = page.each(&flow.steps, STEPS, |page, i, step| {
            page.tag("<li><div class=card><span class=no>").index(i + 1).tag("</span>");
            self.step(page, step, i != last);
            page.tag("</div>");
            self.alternatives(page, branches.remove(step.id.as_str()).as_deref(), i + 1);
            page.tag("</li>");
        });
        self.end(page, left);
        page.tag("</ol>");
        // The remaining alternatives belong to a step that was not drawn or that this flow does not have.
        let stray: Vec<&Alternative> =
            flow.alternatives.iter().filter(|a| branches.contains_key(a.at.as_str())).collect();
        if left == 0 {
            self.stray(page, &stray);
        }
    }

    fn step(&self, page: &mut Page, step: &Step, with_outcome: bool) {
        page.tag("<span class=act>").prose(&step.action).tag("</span><span class=on>");
        self.drawn.link(page, self.design, &step.component);
        for name in step.entities.iter().take(ENTITIES) {
            match self.design.entity(name) {
                Some((at, _)) => page.link("<a class=\"chip ent\"", Anchor::Entity(at), ">", name),
                None => {
                    let open = "<span class=\"chip ent bad\" title=\"Not in the data model\">✕ ";
                    page.tag(open).text(name).tag("</span>")
                }
            };
        }
        if step.entities.len() > ENTITIES {
            page.tag("<span class=chip>+").count(step.entities.len() - ENTITIES).tag("</span>");
        }
        page.tag("</span>");
        if let Some(outcome) = step.outcome.as_deref().filter(|_| with_outcome) {
            page.tag("<span class=result>").prose(outcome).tag("</span>");
        }
    }

    fn alternatives(&self, page: &mut Page, found: Option<&[&Alternative]>, number: usize) {
        let Some(found) = found else { return };
        let left = page.each(found, ALTERNATIVES, |page, _, alternative| {
            page.tag("<div class=alt><p class=if><span class=vh>Alternative at step ").index(number);
            page.tag(": </span>").prose(&alternative.condition).tag("</p>");
            self.side_steps(page, alternative);
            page.tag("</div>");
        });
        page.more(left, "alternative", "alternatives");
    }

    fn side_steps(&self, page: &mut Page, alternative: &Alternative) {
        if alternative.steps.is_empty() {
            return;
        }
        page.tag("<ol>");
        let left = page.each(&alternative.steps, STEPS, |page, _, step| {
            page.tag("<li>");
            self.step(page, step, true);
            page.tag("</li>");
        });
        page.tag("</ol>").more(left, "step", "steps");
    }

    fn end(&self, page: &mut Page, left: usize) {
        if left > 0 {
            page.tag("<li class=goal><div class=card>").more(left, "step", "steps").tag("</div></li>");
            return;
        }
        page.tag("<li class=goal><div class=card><span class=who>Outcome</span>");
        match self.flow.steps.last().and_then(|step| step.outcome.as_deref()) {
            Some(outcome) if !outcome.trim().is_empty() => drop(page.prose(outcome)),
            _ => drop(page.tag("<span class=none>not named</span>")),
        }
        page.tag("</div></li>");
    }

    fn stray(&self, page: &mut Page, stray: &[&Alternative]) {
        let left = page.each(stray, ALTERNATIVES, |page, _, alternative| {
            page.tag("<div class=\"alt stray\"><p class=if><span class=\"chip bad\">✕ leaves from ");
            page.text(&alternative.at).tag(", which is no step of the main line</span> ");
            page.prose(&alternative.condition).tag("</p>");
            self.side_steps(page, alternative);
            page.tag("</div>");
        });
        page.more(left, "alternative", "alternatives");
    }
}
