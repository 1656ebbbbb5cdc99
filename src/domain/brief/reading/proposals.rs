//! Proposals in the form that open projects call an RFC: what would be done is what is asked for, and what speaks against it
//! is weighed.

use super::super::block::{Block, Form};
use super::super::modal::{self, Strength};
use super::super::section::{self, Role};
use super::Reader;

/// Headings that such a proposal has.
#[rustfmt::skip]
const PARTS: &[&str] = &[
    "summary", "abstract", "motivation", "alternatives", "alternatives considered", "proposed solution", "proposed design",
    "specification", "backwards compatibility", "source compatibility", "open issues", "rationale",
];
/// Those that hardly any other document has.
#[rustfmt::skip]
const OWN: &[&str] = &[
    "detailed design", "drawbacks", "unresolved questions", "guide-level explanation", "reference-level explanation", "prior art",
    "how we teach this", "how to teach this", "future possibilities", "rejected ideas", "rationale and alternatives",
    "adoption strategy",
];
/// So many of its headings, and of those that are its own, tell a proposal.
const LEAST: usize = 4;
const LEAST_OWN: usize = 2;

/// Whether the headings of a document are those of a proposal.
pub(super) fn is_proposal(blocks: &[Block]) -> bool {
    let headings = blocks.iter().filter(|block| matches!(block.form, Form::Heading(_)));
    let names: Vec<String> = headings.map(|block| section::own_words(block.prose.text())).collect();
    let own = names.iter().filter(|name| OWN.contains(&name.as_str())).count();
    let parts = names.iter().filter(|name| PARTS.contains(&name.as_str())).count();
    own >= LEAST_OWN && own + parts >= LEAST
}

impl Reader<'_> {
    /// `yarn would support a flag` in a proposal, where it is not weighed; `it should support one` in its summary.
    pub(super) fn proposes(&self, text: &str, role: Role, strength: Strength) -> bool {
        let stated = matches!(role, Role::Neutral | Role::Changes | Role::Requirements | Role::Summary);
        self.proposal
            && stated
            && !text.ends_with(['?', '？'])
            && (would_be_done(text)
                || strength >= Strength::Wish && (role != Role::Summary || says_should(text)))
    }

    /// `Start Date: …`, `RFC PR: …` above the first heading of a proposal.
    pub(super) fn heads_a_proposal(&self, block: &Block) -> bool {
        self.proposal && self.sections.is_empty() && block.form == Form::Item
    }
}

/// What a summary promises (`it will help those who are new`) is no demand.
fn says_should(text: &str) -> bool {
    modal::words(text).any(|(_, word)| matches!(word.to_lowercase().as_str(), "should" | "must" | "shall"))
}

/// Says what would be, and of the thing itself: `One alternative would be` weighs, `we would` speaks of people.
fn would_be_done(text: &str) -> bool {
    const OTHERS: &[&str] = &["one", "another", "we", "i", "you", "someone", "somebody", "there", "without"];
    let words: Vec<String> = modal::words(text).map(|(_, word)| word.to_lowercase()).collect();
    let first = words.first().map_or("", String::as_str);
    let of_us =
        words.iter().take_while(|word| *word != "would").any(|word| matches!(word.as_str(), "we" | "i"));
    let does = words.windows(2).any(|pair| match pair {
        [would, next] => {
            would == "would" && !matches!(next.as_str(), "have" | "otherwise" | "like" | "love" | "you")
        }
        _ => false,
    });
    does && !of_us && !OTHERS.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::would_be_done;

    #[test]
    fn what_a_proposal_would_do_is_told_of_the_thing() {
        assert!(would_be_done("The planner would accept a list of rooms."));
        assert!(would_be_done("This flag would change what is printed."));
        assert!(!would_be_done("One alternative would be a second file."));
        assert!(!would_be_done("For now we ask nobody, or it would be slow."));
        assert!(!would_be_done("We would like to hear from you."));
        assert!(!would_be_done("The page would have been shown before."));
    }
}
