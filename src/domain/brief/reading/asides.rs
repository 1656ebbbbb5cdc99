//! Lines that read like demands and are none: how it is today, what becomes of the business, the work on the product,
//! remarks and references, demands that wait for an answer. Each is kept with its line and the reason.

use super::super::block::{Block, Form};
use super::super::label::{self, Rank};
use super::super::modal::{self, Strength};
use super::super::section::{self, Role};
use super::super::{Force, LeftOut, Traced, Why, nouns, stories};
use super::Reader;
use super::notices::{is_notice, is_too_late};
use super::spoken::is_courtesy;
use super::unsettled::{is_doubted, waits_for_an_answer, waits_for_somebody};

/// Sentences with `shall` in a document that is written as a specification.
const FORMAL: usize = 5;
/// Statements before a section of notes that closes a document.
const BEFORE_NOTES: usize = 3;
/// Where nothing binds among so many, notes are what the document is made of.
const MOST_LOOKED_AT: usize = 200;

/// Leads of a note, of which a specification says that it binds nobody.
#[rustfmt::skip]
const NOTES: &[&str] = &[
    "note", "notes", "nb", "n.b", "remark", "remarks", "comment", "hint", "hinweis", "hinweise", "anmerkung",
    "anmerkungen", "bemerkung", "bemerkungen", "nota", "notas", "observaciones", "remarque", "remarques",
    "opmerking", "opmerkingen", "observações",
];

/// Written with `shall` throughout.
pub(super) fn is_formal(blocks: &[Block]) -> bool {
    let says = |block: &&Block| {
        let prose = std::iter::once(&block.prose).chain(&block.cells);
        prose.flat_map(|p| modal::words(p.text())).any(|(_, word)| word.eq_ignore_ascii_case("shall"))
    };
    blocks.iter().filter(says).take(FORMAL).count() == FORMAL
}

/// A lead under which the sides of a choice are weighed.
fn weighs(name: &str) -> bool {
    #[rustfmt::skip]
    const SIDES: &[&str] = &[
        "pro", "pros", "con", "cons", "advantage", "advantages", "disadvantage", "disadvantages", "trade-off", "trade-offs",
        "tradeoff", "tradeoffs", "vorteil", "vorteile", "nachteil", "nachteile", "ventajas", "desventajas", "avantages",
        "inconvénients", "vantagens", "desvantagens", "vantaggi", "svantaggi",
    ];
    SIDES.contains(&name.to_lowercase().as_str())
}

impl Reader<'_> {
    pub(in super::super) fn leave_out(&mut self, line: u32, why: Why) {
        self.brief.left_out.push(LeftOut { line, why });
    }

    /// Why a text that would be a statement is none, if so.
    pub(super) fn aside(&self, text: &str, role: Role) -> Option<Why> {
        if refers(text) || is_deleted(text) || is_provenance(text) || is_notice(text) || is_too_late(text) {
            return Some(Why::Remark);
        }
        if self.spoken && is_courtesy(text) || is_an_example(text) {
            return Some(Why::Remark);
        }
        if let Some(why) = self.tells_of_those_present(text) {
            return Some(why);
        }
        let strength = modal::strength(text);
        // `(see above, 61 of them)` behind a sentence adds to it.
        let bracketed = text.starts_with('(') && text.ends_with(')') && text.matches('(').count() == 1;
        // `because thieves can read as well`, in a list below what it explains.
        let reason = ["because ", "since ", "weil ", "porque ", "parce que ", "omdat "];
        let explains = reason.iter().any(|word| text.starts_with(word)) && strength < Strength::Need;
        // `I must stop now`: what one does oneself.
        let of_me = self.spoken && text.starts_with("I must ");
        if bracketed && strength < Strength::Wish || explains || of_me {
            return Some(Why::Remark);
        }
        let says = |wanted: &str| modal::words(text).any(|(_, word)| word.eq_ignore_ascii_case(wanted));
        let wished = says("should") || says("must");
        // What one must do today is the burden that is to end.
        let burden = tells_of_an_incident(text)
            || opens_today(text) && !says("should") && !says("shall") && strength < Strength::Loud;
        if burden || is_of_now(text) && !wished && strength < Strength::Must {
            return Some(Why::Today);
        }
        if strength == Strength::Wish && !wished && tells_an_opinion(text) {
            return Some(Why::Remark);
        }
        if self.spoken && strength < Strength::Must && asks_the_reader(text) {
            return Some(Why::Remark);
        }
        let measured = role == Role::Success
            || label::read(text).is_some_and(|l| l.rank == Rank::Quality && l.text.starts_with("SC"));
        if measured && strength < Strength::Must && tells_an_outcome(text) {
            return Some(Why::Outcome);
        }
        (waits_for_an_answer(text) || is_doubted(text) || self.spoken && waits_for_somebody(text))
            .then_some(Why::Unsettled)
    }

    /// Leaves a text out. What waits for an answer is asked for.
    pub(super) fn set_aside(&mut self, text: &str, line: u32, why: Why) {
        self.leave_out(line, why);
        let open = &mut self.brief.open_questions;
        let known = open.iter().rev().take(5).any(|q| text.contains(&q.text) || q.text.contains(text));
        if why == Why::Unsettled && !known {
            let text = text.trim_start_matches(['?', ' ']).to_owned();
            open.push(Traced { text, line });
        }
    }

    /// A whole passage that asks for nothing, whatever its words.
    pub(super) fn passed_over(&self, block: &Block, lead: Option<&label::Lead>) -> Option<Why> {
        let text = block.prose.text();
        let done = lead.is_some_and(|l| is_done(&l.name)) || self.is_done_list();
        if done && tells_of_work(text) {
            return Some(Why::Work);
        }
        if self.heading_text().is_some_and(section::is_history) {
            return Some(Why::Remark);
        }
        if self.heads_a_proposal(block) && lead.is_some() || self.is_provided(block) {
            return Some(Why::Remark);
        }
        // What merely is said under `Notes`, behind what is asked for, explains it.
        if modal::strength(text) == Strength::None && !text.ends_with(['?', '？']) && self.is_under_notes() {
            return Some(Why::Remark);
        }
        if stories::is_template(text) {
            return Some(Why::Remark);
        }
        // `Pros: less to run`: weighs what may be done.
        if lead.is_some_and(|l| weighs(&l.name)) && modal::strength(text) < Strength::Must {
            return Some(Why::Remark);
        }
        let noted = lead.is_some_and(|l| NOTES.contains(&l.name.to_lowercase().as_str()));
        (self.formal
            && noted
            && block.form == Form::Paragraph
            && modal::strength(text) < Strength::Must
            && modal::strength(text) > Strength::None)
            .then_some(Why::Remark)
    }

    /// Under `Present situation`, `Ausgangslage`: how it is.
    pub(super) fn is_under_today(&self) -> bool {
        #[rustfmt::skip]
        const TODAY: &[&str] = &[
            "present situation", "current situation", "current state", "today", "background", "context", "ausgangslage",
            "ausgangssituation", "istzustand", "huidige situatie", "situation actuelle", "situación actual", "contexto",
            "situação atual", "situazione attuale", "contexte", "contesto", "antecedentes", "hintergrund",
        ];
        self.heading_text().is_some_and(|title| TODAY.contains(&section::own_words(title).as_str()))
    }

    fn is_under_notes(&self) -> bool {
        let Some(title) = self.heading_text() else { return false };
        let name = section::strip_number(title).trim_end_matches([':', '.']).trim().to_lowercase();
        let stated =
            self.brief.statements.iter().take(MOST_LOOKED_AT).filter(|s| s.force == Force::Normative);
        NOTES.contains(&name.as_str()) && stated.take(BEFORE_NOTES).count() == BEFORE_NOTES
    }

    /// Under `Definition of Done`, where what the team does stands beside what the product must be.
    fn is_done_list(&self) -> bool {
        self.sections.iter().any(|section| is_done(&section.title.text))
    }
}

fn is_done(title: &str) -> bool {
    let title = title.to_lowercase();
    title.contains("definition of done") || title.contains("definition of ready") || title == "dod"
}

/// `Currently the office keeps a list`.
fn opens_today(text: &str) -> bool {
    #[rustfmt::skip]
    const OPENS: &[&str] = &[
        "currently, ", "currently we ", "currently the ", "at present", "at the moment", "presently", "nowadays",
        "today, ", "today we ", "today the ", "today our ", "today they ", "today a ", "so far we ", "until now ",
        "heute wird ", "heute werden ", "heute muss ", "heute müssen ", "derzeit ", "bisher ", "actualmente", "hoy en día",
        "hoy se ", "actuellement", "aujourd'hui", "aujourd’hui", "momenteel", "op dit moment", "attualmente", "atualmente",
    ];
    let lower: String = text.chars().take(20).flat_map(char::to_lowercase).collect();
    OPENS.iter().any(|open| lower.starts_with(open))
}

/// `Created by Jo, last modified on May 4`: whence a page comes.
pub(super) fn is_provenance(text: &str) -> bool {
    #[rustfmt::skip]
    const OPENS: &[&str] = &[
        "created by ", "last modified", "last updated", "exported ", "export of ", "export generated", "generated on ",
        "generated by ", "page tree:", "added by ", "erstellt von ", "zuletzt geändert", "creado por ", "créé par ",
    ];
    let lower: String = text.chars().take(24).flat_map(char::to_lowercase).collect();
    OPENS.iter().any(|open| lower.starts_with(open)) && modal::strength(text) < Strength::Must
}

/// `This must not happen again`: what went wrong, and nothing that is built.
fn tells_of_an_incident(text: &str) -> bool {
    text.contains(" happen again")
}

/// `Dispatchers presently move magnets`, and not `The currently open order`.
fn is_of_now(text: &str) -> bool {
    let mut before = "";
    text.split_whitespace().take(4).enumerate().any(|(at, word)| {
        #[rustfmt::skip]
        let noun = matches!(
            before,
            "The" | "the" | "A" | "a" | "an" | "all" | "All" | "every" | "Every" | "each" | "Each" | "any" | "of" | "is" | "are"
                | "be"
        );
        before = word;
        at > 0 && matches!(word, "presently" | "currently") && !noun
    })
}

/// `We believe a grid may be right here`: what somebody thinks, and leaves to others.
fn tells_an_opinion(text: &str) -> bool {
    const THINKS: &[&str] = &["believe", "think", "assume", "guess", "suspect", "reckon", "hope"];
    let mut words = modal::words(text).map(|(_, word)| word.to_ascii_lowercase());
    let us = words.next().is_some_and(|word| matches!(word.as_str(), "we" | "i"));
    us && words.next().is_some_and(|word| THINKS.contains(&word.as_str()))
}

/// `You should send me the price list`, `please call me`: what one asks of whom one writes to.
fn asks_the_reader(text: &str) -> bool {
    const DO: &[&str] =
        &["send", "call", "ring", "phone", "write", "mail", "ask", "check", "reply", "answer"];
    let words: Vec<String> = modal::words(text).map(|(_, word)| word.to_lowercase()).collect();
    words.windows(3).any(|three| match three {
        [one, two, three] if DO.contains(&three.as_str()) => {
            matches!(
                (one.as_str(), two.as_str()),
                ("you", "should") | ("can" | "could" | "would" | "will", "you")
            )
        }
        [one, two, three] => {
            one == "please"
                && matches!(two.as_str(), "call" | "ring" | "phone" | "answer" | "reply")
                && three == "me"
        }
        _ => false,
    })
}

/// `see also sheet 3`, `siehe Anlage 2`: where to look, and nothing to build. `See table plans at a glance` is a wish.
fn refers(text: &str) -> bool {
    #[rustfmt::skip]
    const OPENS: &[&str] = &[
        "see also ", "see http", "see §", "see attached", "cf. ", "siehe ", "vgl. ", "ver anexo", "véase", "ver también",
        "voir annexe", "voir aussi", "zie bijlage", "zie ook",
    ];
    const PLACES: &[&str] = &[
        "sheet",
        "annex",
        "appendix",
        "section",
        "attachment",
        "page",
        "table",
        "figure",
        "ticket",
        "chapter",
        "document",
    ];
    let inner = text.trim_start_matches(['(', '[']);
    let lower: String = inner.chars().take(20).flat_map(char::to_lowercase).collect();
    let mut words = inner.split_whitespace();
    let see = words.next().is_some_and(|word| word.eq_ignore_ascii_case("see"));
    let place = words.next().is_some_and(|word| PLACES.contains(&word.to_lowercase().as_str()));
    let numbered = words.next().is_some_and(|word| {
        word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '“'))
            || word.trim_end_matches(['.', ',', ')']).chars().count() == 1
    });
    (OPENS.iter().any(|open| lower.starts_with(open)) || see && place && numbered)
        && modal::strength(text) < Strength::Must
}

/// `e.g. "1920s, M, green" → 14 pieces`, on a line of its own: shows what stands above it.
fn is_an_example(text: &str) -> bool {
    let lower = text.get(..text.len().min(12)).unwrap_or(text).to_lowercase();
    let opens =
        ["e.g.", "e. g.", "eg ", "z.b.", "z. b.", "p.ej.", "p. ej.", "p.ex.", "p. ex.", "bijv.", "np. "];
    let shows = text.contains(['→', '"', '“', '„', '«']) || text.contains("->");
    shows && opens.iter().any(|word| lower.starts_with(word)) && modal::strength(text) == Strength::None
}

/// `FR-7: deleted`, `IN-07 to IN-11 were withdrawn`: the number of a demand that is no more.
fn is_deleted(text: &str) -> bool {
    #[rustfmt::skip]
    const GONE: &[&str] = &[
        "deleted", "removed", "withdrawn", "dropped", "superseded", "void", "reserved", "obsolete", "retired", "merged",
        "gestrichen", "entfallen", "entfällt", "eliminado", "suprimido", "supprimé", "supprimée", "vervallen",
    ];
    let gone = |word: &str| GONE.contains(&word.to_lowercase().as_str());
    let rest = label::read(text).map_or(text, |l| text.get(l.rest..).unwrap_or_default());
    let words: Vec<&str> = modal::words(rest).map(|(_, word)| word).take(13).collect();
    let alone =
        words.len() == 1 || words.len() <= 3 && matches!(words.get(1), Some(&("in" | "by" | "see" | "from")));
    if rest.len() < text.len() && alone && words.first().is_some_and(|word| gone(word)) {
        return true;
    }
    // A number at the start is what the sentence is about.
    let first = text.split_whitespace().next().unwrap_or_default();
    let about = label::is_label(first.trim_end_matches([',', ':', ';']));
    let been = |pair: &[&str]| matches!(pair, [be, word] if matches!(*be, "was" | "were" | "been" | "is" | "are") && gone(word));
    // Behind a mark something else may be spoken of: `R9: Nothing is deleted`.
    let set_off = first.ends_with(':');
    let of_itself = |at: usize| {
        let subject = words.get(..at).unwrap_or_default().iter().map(|word| word.to_lowercase());
        let own = ["this", "the", "it", "requirement", "demand", "item", "rule", "has", "have"];
        subject.into_iter().all(|word| own.contains(&word.as_str()))
    };
    let mut pairs = words.windows(2).enumerate();
    about
        && modal::strength(text) < Strength::Must
        && pairs.any(|(at, pair)| been(pair) && (!set_off || of_itself(at)))
}

/// `Median time falls from 4 h to 2 h within six months of go-live`: shown by what becomes of the business, not by the product.
fn tells_an_outcome(text: &str) -> bool {
    #[rustfmt::skip]
    const TURNS: &[&str] = &[
        "falls", "fall", "drops", "drop", "decreases", "decrease", "rises", "rise", "increases", "increase", "grows",
        "grow", "shrinks", "declines", "decline", "reduced", "cut", "down", "halved", "doubles", "improves", "improve",
        "reduction", "adoption", "retention", "churn", "revenue",
    ];
    let lower = text.to_lowercase();
    let turned = modal::words(&lower).any(|(_, word)| TURNS.contains(&word));
    let since = [
        "the first month",
        "the first quarter",
        "the first season",
        "the first year",
        "go-live",
        "go live",
        "launch",
        "release",
        "rollout",
        "roll-out",
        "adoption",
        "deployment",
        "introduction",
    ];
    let then = ["within ", "after ", " of ", "since "];
    let dated = since.iter().any(|word| lower.contains(word)) && then.iter().any(|word| lower.contains(word));
    let compared = lower.contains(" from ") && lower.contains(" to ")
        || lower.contains("compared")
        || lower.contains(" by ");
    turned && dated && compared
}

/// What people do before they hand the product over: `code reviewed`, `demo to the crew`.
fn tells_of_work(text: &str) -> bool {
    #[rustfmt::skip]
    const WORK: &[&str] = &[
        "code review", "reviewed", "tested", "peer review", "pull request", "merged", "tests green", "tests are green", "tests pass",
        "unit test", "integration test", "test coverage", "tests written", "demo to", "demo for", "demoed", "demonstrated",
        "documentation", "user guide", "manual updated", "docs updated", "changelog", "release note", "deployed",
        "staging", "pipeline", "linter", "signed off", "sign-off", "product owner", "accepted by", "approved by",
        "dokumentation", "abgenommen", "estimated", "code-review",
    ];
    let lower = text.to_lowercase();
    modal::strength(text) < Strength::Must && WORK.iter().any(|word| lower.contains(word))
}

/// `The app must not store cards`, `Dryers shall not be bookable`: said of things, wherever it stands; of people it says
/// what they go without.
pub(super) fn forbids_a_thing(text: &str) -> bool {
    let Some((at, end)) = modal::find(text) else { return false };
    let subject = text.get(..at).and_then(|head| modal::words(head).last());
    let next = text.get(end..).and_then(|rest| modal::words(rest).next()).map_or("", |(_, word)| word);
    (next.eq_ignore_ascii_case("not") || next.eq_ignore_ascii_case("never"))
        && subject.is_some_and(|(_, word)| !nouns::is_person(word) && !word.eq_ignore_ascii_case("they"))
}
