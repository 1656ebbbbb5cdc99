//! What a rename changed, element by element, and what a person is told of it.

use super::super::phrase::listed;
use super::element::{Element, every_step, plain};
use super::mention::speaks_of;
use crate::domain::intent::{Entity, Intent, UserFlow};

/// Names that a report tells one by one.
const TOLD: usize = 12;

/// What is another in the design after than in the one before.
#[derive(Default)]
struct Renamed {
    changed: Vec<Element>,
    /// As they are told: `“Order” (now “Sale”)`.
    names: Vec<String>,
    texts: usize,
}

/// What was renamed where, and what was not: names that were `kept` because there is one already, and of `others`.
pub(super) fn told(
    before: &Intent,
    after: &Intent,
    (from, to): (&str, &str),
    kept: &[String],
    others: &[String],
) -> (Vec<Element>, String) {
    let mut renamed = Renamed::default();
    if renamed.name(&before.title, &after.title) {
        renamed.changed.push(Element::Title);
    }
    for (old, new) in before.data_model.entities.iter().zip(&after.data_model.entities) {
        renamed.thing(old, new);
    }
    for (old, new) in before.components.iter().zip(&after.components) {
        let states = old.states.iter().zip(&new.states).filter(|(a, b)| a != b).count();
        let texts = renamed.texts(usize::from(old.description != new.description) + states);
        if renamed.name(&old.name, &new.name) | texts {
            renamed.changed.push(Element::Component(new.id.clone()));
        }
    }
    for (old, new) in before.user_flows.iter().zip(&after.user_flows) {
        renamed.flow(old, new);
    }
    for (_, new) in before.interactions.iter().zip(&after.interactions).filter(|(old, new)| old != new) {
        renamed.text(Element::Interaction(new.id.clone()));
    }
    if before.summary != after.summary {
        renamed.text(Element::Summary);
    }
    for (_, new) in before.goals.iter().zip(&after.goals).filter(|(old, new)| old != new) {
        renamed.text(Element::Goal(new.clone()));
    }
    let questions = before.open_questions.iter().zip(&after.open_questions);
    for (_, new) in questions.filter(|(old, new)| old != new) {
        renamed.text(Element::Question(new.clone()));
    }
    let quoting = before.requirements.iter().filter(|r| speaks_of(&r.text, &plain(from))).count();
    let changed = std::mem::take(&mut renamed.changed);
    let what = renamed.in_words(from, to) + &left(from, quoting, kept, others);
    (changed, what)
}

impl Renamed {
    /// Notes a name; whether it is another.
    fn name(&mut self, old: &str, new: &str) -> bool {
        if old != new && !self.names.iter().any(|n| n.starts_with(&format!("“{old}”"))) {
            self.names.push(format!("“{old}” (now “{new}”)"));
        }
        old != new
    }

    /// Counts texts that are others; whether there are any.
    fn texts(&mut self, count: usize) -> bool {
        self.texts += count;
        count > 0
    }

    /// An element with one text that is another.
    fn text(&mut self, element: Element) {
        self.texts += 1;
        self.changed.push(element);
    }

    fn thing(&mut self, old: &Entity, new: &Entity) {
        let described = self.texts(usize::from(old.description != new.description));
        if self.name(&old.name, &new.name) | described {
            self.changed.push(Element::Entity(new.name.clone()));
        }
        for (a, b) in old.attributes.iter().zip(&new.attributes) {
            self.texts(usize::from(a.description != b.description));
            if self.name(&a.name, &b.name) | (a != b) {
                self.changed.push(Element::Attribute(new.name.clone(), b.name.clone()));
            }
        }
        let relations = old.relationships.iter().zip(&new.relationships);
        self.texts(relations.filter(|(a, b)| a.description != b.description).count());
    }

    fn flow(&mut self, old: &UserFlow, new: &UserFlow) {
        let named = self.name(&old.name, &new.name) | self.name(&old.actor, &new.actor);
        if self.texts(usize::from(old.goal != new.goal)) | named {
            self.changed.push(Element::Flow(new.id.clone()));
        }
        let cases = old.alternatives.iter().zip(&new.alternatives);
        self.texts(cases.filter(|(a, b)| a.condition != b.condition).count());
        for (a, b) in every_step(old).zip(every_step(new)) {
            if self.texts(usize::from(a.action != b.action) + usize::from(a.outcome != b.outcome)) {
                self.changed.push(Element::Step(b.id.clone()));
            }
        }
    }

    /// What was renamed, as a sentence.
    fn in_words(mut self, from: &str, to: &str) -> String {
        let more = self.names.len().saturating_sub(TOLD);
        self.names.truncate(TOLD);
        if more > 0 {
            self.names.push(format!("{more} more names"));
        }
        match self.texts {
            0 => {}
            1 => self.names.push("one text".to_owned()),
            texts => self.names.push(format!("{texts} texts")),
        }
        format!("Renamed “{from}” to “{to}” in {}.", listed(&self.names))
    }
}

/// What was not renamed, and why, as sentences that follow.
fn left(from: &str, quoting: usize, kept: &[String], others: &[String]) -> String {
    let mut what = String::new();
    if quoting > 0 {
        let (are, they) = if quoting == 1 {
            ("requirement that says", "quotes")
        } else {
            ("requirements that say", "quote")
        };
        what.push_str(&format!(" {quoting} {are} “{from}” {they} the document and stay."));
    }
    if !others.is_empty() {
        let mut names: Vec<String> = others.iter().take(TOLD).map(|name| format!("“{name}”")).collect();
        names.extend((others.len() > TOLD).then(|| format!("{} more", others.len() - TOLD)));
        let (is, thing) = if others.len() == 1 { ("is", "another thing") } else { ("are", "other things") };
        what.push_str(&format!(" {} {is} {thing} and left.", listed(&names)));
    }
    if !kept.is_empty() {
        let kept: Vec<String> = kept.iter().map(|k| format!("“{k}”")).collect();
        what.push_str(&format!(
            " Not renamed: what would then be called {}, as there is one already.",
            listed(&kept)
        ));
    }
    what
}
