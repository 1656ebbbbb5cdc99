//! What people write to each other below a ticket. It is talk: a question stays open until somebody answers it, and
//! only what must or should be is asked for.

use super::super::block::Block;
use super::super::label::Lead;
use super::super::modal::{self, Strength};
use super::super::prose::Prose;
use super::super::section::{self, Role};
use super::super::{Force, Traced, headings, sentence, stories};
use super::{Draft, Reader};

const TALKS: &[&str] = &[
    "comments",
    "comment",
    "discussion",
    "activity",
    "kommentare",
    "kommentar",
    "diskussion",
    "comentarios",
    "comentários",
    "commentaires",
    "opmerkingen",
];
const ANSWERS: &[&str] = &[
    "yes", "no", "ok", "okay", "agreed", "done", "fixed", "sure", "right", "exactly", "yep", "nope", "ja",
    "nein", "sí", "oui", "non", "nee", "sim",
];

impl Reader<'_> {
    pub(super) fn is_among_comments(&self, role: Role) -> bool {
        let title = self.heading_text().filter(|_| role == Role::Business);
        title.is_some_and(|title| {
            let name = section::strip_number(title).to_lowercase();
            TALKS.contains(&name.split(" (").next().unwrap_or_default().trim_end_matches([':', ' ']))
        })
    }

    /// `jo commented on 3 May` over what was said: comments without a heading. `Labels: wontfix` over a ticket: it is left out.
    pub(super) fn sets_apart(&mut self, block: &Block, lead: Option<&Lead>) -> bool {
        let text = block.prose.text();
        if is_attribution(text) {
            self.open_label("Comments", block.line);
            return true;
        }
        if lead.is_none() || !section::is_refused(text) {
            return false;
        }
        if let Some(section) = self.sections.iter_mut().rev().find(|section| section.level < 8) {
            (section.role, section.story) = (Role::Exclusions, None);
            self.brief.exclusions.push(section.title.clone());
        }
        true
    }

    pub(super) fn comment(&mut self, block: &Block, lead: Option<&Lead>) {
        let text = block.prose.text();
        let from = lead.filter(|l| names_a_speaker(&l.name)).map_or(0, |l| l.rest);
        let body = block.prose.slice(from..text.len());
        let told = body.text();
        let first = modal::words(told).next().map(|(_, word)| word.to_lowercase()).unwrap_or_default();
        let answered = ANSWERS.contains(&first.as_str());
        if answered && self.brief.open_questions.last().is_some_and(|q| Some(q.line) == self.talk) {
            self.brief.open_questions.pop();
        }
        self.decisions(&body);
        let ranges = sentence::sentences(told);
        let asks = ranges.iter().find(|range| {
            told.get((*range).clone())
                .is_some_and(|s| s.ends_with(['?', '？']) && modal::words(s).count() > 2)
        });
        if let Some(asked) = asks {
            let text = told.get(asked.clone()).unwrap_or_default().to_owned();
            let line = body.line_at(asked.start);
            self.brief.open_questions.push(Traced { text, line });
            self.talk = Some(line);
        }
        for range in ranges {
            let whole = told.get(range.clone()).unwrap_or_default();
            let line = body.line_at(range.start);
            if decided(whole).is_some() {
                continue;
            }
            if !is_asked_for(whole) {
                continue;
            }
            if let Some(why) = self.aside(whole, Role::Requirements) {
                self.set_aside(whole, line, why);
                continue;
            }
            let (text, label) = (whole.to_owned(), String::new());
            let (role, force) = (Role::Requirements, Force::Normative);
            self.state(Draft { label, text, line, rank: None, role, force });
        }
    }

    /// Under the heading of a ticket, whose description asks as its criteria do: `VFB-33  Breathing apparatus`,
    /// `Issue 4: Dark theme`.
    pub(super) fn is_ticket(&self) -> bool {
        let numbered = |title: &str| {
            title.get(..5).is_some_and(|word| word.eq_ignore_ascii_case("issue"))
                && stories::opened(title).is_some_and(|opened| opened.number.is_some())
        };
        self.heading_text().is_some_and(|title| headings::keyed(title).is_some() || numbered(title))
    }

    /// What people settle where they talk.
    pub(super) fn decisions(&mut self, body: &Prose) {
        for range in sentence::sentences(body.text()) {
            let line = body.line_at(range.start);
            if let Some(text) = body.text().get(range).and_then(decided) {
                let (text, label, role) = (text.to_owned(), String::new(), Role::Criteria);
                self.state(Draft { label, text, line, rank: None, role, force: Force::Normative });
            }
        }
    }
}

/// `Decision: one person is enough`: what a comment settles.
fn decided(text: &str) -> Option<&str> {
    #[rustfmt::skip]
    const WORDS: &[&str] =
        &["decision", "decided", "agreed", "resolution", "beschluss", "entscheidung", "decisión", "décision", "besluit"];
    let (word, told) = text.split_once(": ")?;
    let settled = WORDS.contains(&word.to_lowercase().as_str());
    (settled && told.split_whitespace().nth(3).is_some() && !told.ends_with(['?', '？'])).then_some(told)
}

fn is_attribution(text: &str) -> bool {
    const SAYS: &[&str] = &[
        " commented on ",
        " commented ",
        " added a comment",
        " replied on ",
        " replied:",
        " kommentierte ",
        " ha comentado ",
    ];
    text.split_whitespace().take(11).count() <= 10
        && !text.ends_with(['.', '?', '!'])
        && SAYS.iter().any(|says| text.contains(says))
}

/// `Kim`, `Kim (3 Sep)`, `@kim`: who says what follows.
fn names_a_speaker(lead: &str) -> bool {
    let name = lead.split(" (").next().unwrap_or_default();
    (1..=3).contains(&name.split_whitespace().count()) && !name.chars().any(|c| c.is_ascii_digit())
}

/// Must or should be, and is neither a question nor what people do among themselves.
fn is_asked_for(text: &str) -> bool {
    const AMONG: &[&str] = &["i", "we", "you", "this", "that", "someone", "somebody", "let's"];
    let mut words = modal::words(text).map(|(_, word)| word.to_lowercase());
    let first = words.next().unwrap_or_default();
    let should = words.any(|word| word == "should" || word == "sollte" || word == "sollten");
    !text.ends_with(['?', '？'])
        && !AMONG.contains(&first.as_str())
        && (modal::strength(text) >= Strength::Must || should)
}
