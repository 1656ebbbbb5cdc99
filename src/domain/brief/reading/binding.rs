//! How a sentence binds, by its words and by the section it stands in.

use super::super::modal::{self, Strength};
use super::super::section::{self, Role};
use super::super::sentence;
use super::super::{Force, Shape};
use super::Reader;
use super::asides::forbids_a_thing;
use super::behaviour::tells_a_behaviour;
use super::spoken::{tells_of_us, tells_of_use, wants};
use super::telltale::{begs, gives_an_order, tells_a_rule, tells_what_happens};

/// Sections in which needing and not being allowed are demands.
fn demands(role: Role) -> bool {
    matches!(role, Role::Neutral | Role::Requirements | Role::Quality | Role::Constraints | Role::Criteria)
}

impl Reader<'_> {
    /// How a sentence binds in a section, if it asks for anything at all.
    pub(super) fn force_of(&self, text: &str, role: Role) -> Option<Force> {
        // The usual sentence on how to read the words of obligation.
        if text.contains("RFC 2119") || text.contains("RFC2119") || text.contains("to be interpreted") {
            return None;
        }
        let strength = modal::strength(text);
        // `Must it work offline?` asks; a demand with a doubt behind it demands.
        let asked = text.ends_with(['?', '？']) && !text.ends_with("??");
        if strength < Strength::Loud && asked && sentence::sentences(text).len() == 1 {
            return None;
        }
        // What is out of scope may be what others must do; the product's own prohibitions are demands.
        if role == Role::Exclusions && !(strength == Strength::Loud || forbids_a_thing(text)) {
            return None;
        }
        // What is wrong today, what the market does, how it is tested: only capitals bind there.
        let told = matches!(
            role,
            Role::Rationale | Role::Business | Role::Verification | Role::Impact | Role::Questions
        ) || role == Role::Goals && tells_of_us(text);
        match strength {
            Strength::Loud => Some(Force::Normative),
            // What people have to do after a meeting, and what else was said there.
            Strength::Must if role == Role::Business && self.spoken => None,
            // What one must do today, as a section on today tells it.
            Strength::Must if role == Role::Rationale && self.is_under_today() => None,
            // Why a story has its priority.
            Strength::Must
                if role == Role::Rationale && self.sections.last().is_some_and(|s| s.story.is_some()) =>
            {
                None
            }
            Strength::Must if told => Some(Force::Descriptive),
            Strength::Must => Some(Force::Normative),
            Strength::Need if demands(role) && !text.ends_with(['?', '？']) => Some(Force::Normative),
            Strength::Need | Strength::Wish | Strength::None if self.proposes(text, role, strength) => {
                Some(Force::Descriptive)
            }
            Strength::None if section::asks(role) && begs(text) => Some(Force::Descriptive),
            Strength::Need | Strength::Wish if section::asks(role) && !text.ends_with(['?', '？']) => {
                Some(Force::Descriptive)
            }
            Strength::None
                if self.spoken
                    && section::asks(role)
                    && !text.ends_with(['?', '？', ':'])
                    && (wants(text) || tells_a_rule(text)) =>
            {
                Some(Force::Descriptive)
            }
            Strength::None if self.note && tells_of_use(text) => Some(Force::Descriptive),
            // `Add a dark theme`, under the heading of what is asked for.
            Strength::None if section::asks(role) && self.is_ticket() && gives_an_order(text) => {
                Some(Force::Descriptive)
            }
            // `Warn me when the door stays open`, `Prices are shown in euros`, under a heading of what is asked for.
            Strength::None
                if !self.formal
                    && self.brief.shape == Shape::Prose
                    && role == Role::Requirements
                    && (gives_an_order(text) || tells_a_behaviour(text)) =>
            {
                Some(Force::Descriptive)
            }
            // Under a heading that says it will be built, and in a document that demands in its own manner.
            Strength::None
                if !self.formal
                    && self.brief.shape == Shape::Prose
                    && (matches!(role, Role::Requirements | Role::Quality)
                        || role == Role::Neutral && self.mild && self.speaks_of_the_product())
                    && tells_what_happens(text, &self.brief.actors) =>
            {
                Some(Force::Descriptive)
            }
            Strength::Need | Strength::Wish | Strength::None => None,
        }
    }

    /// Below a heading of a section, or in a letter: what stands above the first section introduces the document.
    pub(super) fn speaks_of_the_product(&self) -> bool {
        self.letter || self.sections.iter().any(|section| (2..8).contains(&section.level))
    }
}
