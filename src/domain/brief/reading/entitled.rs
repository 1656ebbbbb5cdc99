//! Headings that name what is built, and not a part of the document: its title, and `Test cases` of a product that keeps them.

use super::super::block::{Block, Form};
use super::super::label::{self, Rank};
use super::super::modal::{self, Strength};
use super::super::section::{self, Role};
use super::super::{nouns, roles, sentence};
use super::unsettled::waits_for_somebody;
use super::{Reader, Section, sections};

/// Where the heading stands that names the document: its first, or the only one of its level.
pub(super) fn line(blocks: &[Block]) -> Option<u32> {
    let mut headings = blocks.iter().filter(|b| matches!(b.form, Form::Heading(_)));
    let mut top = blocks.iter().filter(|b| b.form == Form::Heading(1));
    let title = top.next()?;
    let (first, only) = (headings.next().is_some_and(|b| b.line == title.line), top.next().is_none());
    // `# Appendix` among others is one of its parts.
    let named = !section::is_phrase(title.prose.text());
    (first && only || (first || only) && named).then_some(title.line)
}

impl Reader<'_> {
    /// What the words of a heading or lead announce, where they do not name what is built.
    pub(super) fn told_by(&self, index: usize, title: &str) -> Option<Role> {
        let role = self.announced(title)?;
        let line = self.blocks.get(index).map(|b| b.line);
        let making = matches!(role, Role::Technical | Role::Verification | Role::Business);
        let whole = section::is_phrase(title) && !section::may_name_a_thing(title);
        let titled = making && line.is_some() && line == self.entitled && !whole;
        // Minutes are headed by what people have to do.
        let titled = titled && section::role(title) == Some(role);
        (!titled && !self.is_of_the_product(index, title)).then_some(role)
    }

    /// What a section announces holds for a heading in it. What the title of a document says does not.
    pub(super) fn stays_told(&self, inherited: Role, role: Role) -> bool {
        let titled = |section: &Section| section.level == 1 && Some(section.title.line) == self.entitled;
        !self.sections.last().is_some_and(titled) && sections::stays(inherited, role)
    }

    /// What binds below `Future extensions` or `Open product questions` is asked for all the same; what stands below `Out of scope`
    /// is not.
    pub(super) fn meant(&self, index: usize, role: Role) -> Role {
        let waits = matches!(role, Role::Exclusions | Role::Questions);
        let heads = |section: &Section| section.role == role;
        let mut above = self.sections.iter().filter(|section| heads(section));
        let Some(block) = self.blocks.get(index).filter(|_| waits) else { return role };
        let text = block.prose.text();
        let unsettled = above.next().is_some_and(|section| section::is_unsettled(&section.title.text))
            && above.all(|section| {
                section::is_unsettled(&section.title.text) || section::role(&section.title.text).is_none()
            });
        let binds = |range: std::ops::Range<usize>| {
            text.get(range).is_some_and(|one| modal::strength(one) >= Strength::Must)
        };
        let bound = sentence::sentences(text).into_iter().all(binds)
            || label::read(text).is_some_and(|l| demands(l.rank));
        if unsettled && bound && !text.ends_with(['?', '？']) && !waits_for_somebody(text) {
            return Role::Requirements;
        }
        role
    }

    /// `Test cases` over `The tester can record a result`: somebody uses them.
    fn is_of_the_product(&self, index: usize, title: &str) -> bool {
        const FARTHEST: usize = 60;
        if !section::may_name_a_thing(title) {
            return false;
        }
        let asked = self.section_role() == Role::Requirements;
        let below = self.blocks.get(index + 1..).unwrap_or_default().iter();
        let mut below =
            below.take_while(|b| !matches!(b.form, Form::Heading(_))).take(FARTHEST).map(|b| b.prose.text());
        below.any(|text| has_somebody_act(text) || asked && has_the_product_act(text))
    }
}

fn demands(rank: Rank) -> bool {
    matches!(rank, Rank::Requirement | Rank::Quality | Rank::Constraint)
}

#[rustfmt::skip]
const PRODUCT: &[&str] = &[
    "system", "app", "application", "product", "service", "software", "platform", "portal", "site", "website", "tool", "program",
    "solution", "it",
];

/// The words of a line and where its first modal stands, close behind its beginning.
fn acting(text: &str) -> Option<(Vec<String>, usize)> {
    const LATEST: usize = 5;
    let words: Vec<String> = modal::words(text).map(|(_, word)| word.to_lowercase()).take(12).collect();
    let at = words.iter().position(|w| matches!(w.as_str(), "can" | "must" | "shall" | "should" | "may"))?;
    let head = text.split([':', '?']).next().unwrap_or_default();
    let within = modal::words(head).nth(at).is_some();
    ((1..=LATEST).contains(&at) && within).then_some((words, at))
}

fn has_somebody_act(text: &str) -> bool {
    let Some((words, at)) = acting(text) else { return false };
    let Some(who) = at.checked_sub(1).and_then(|at| words.get(at)) else { return false };
    let who = nouns::singular(who);
    if PRODUCT.contains(&who.as_str()) {
        return false;
    }
    let able = words.get(at + 1).is_some_and(|w| w == "be") && words.get(at + 2).is_some_and(|w| w == "able");
    able || nouns::is_person(&who) || roles::mentions(text).iter().any(|mention| mention.head == who)
}

fn has_the_product_act(text: &str) -> bool {
    let Some((words, at)) = acting(text) else { return false };
    let product =
        at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|w| PRODUCT.contains(&w.as_str()));
    // `The system must be hosted in the country`: how it is made.
    let made = ["be", "run", "use", "work", "follow", "have", "not", "support"];
    product && words.get(at + 1).is_some_and(|verb| !made.contains(&verb.as_str()))
}
