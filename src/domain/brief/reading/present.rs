//! Minutes that mark what was decided: what one of those present thinks, asks or will see to is no decision.

use super::super::{Why, modal};
use super::Reader;

#[rustfmt::skip]
const SAYS: &[&str] = &[
    "thinks", "thought", "believes", "wonders", "wondered", "asks", "asked", "suggests", "suggested", "proposes", "proposed",
    "fears", "doubts", "prefers", "preferred", "would", "wants", "wanted", "likes", "liked", "reports", "reported", "mentions",
    "mentioned", "had", "raised", "explains", "explained", "points", "pointed", "recalls", "notes", "noted", "says", "said", "insists",
    "insisted", "worries", "worried", "warns", "warned", "hopes", "complains", "complained", "objects", "shows", "showed",
    "presents", "presented", "argues", "argued", "feels", "finds", "found", "reminds", "reminded", "summarised", "fragt", "meint", "findet", "möchte", "wünscht",
    "berichtet", "schlägt", "erklärt", "zeigt", "bittet", "pregunta", "propone", "opina", "demande", "propose", "pense",
    "vraagt", "vindt", "denkt",
];
#[rustfmt::skip]
const DOES: &[&str] = &[
    "will", "to", "volunteers", "offers", "promises", "checks", "prepares", "organises", "organizes", "contacts", "kümmert",
    "klärt", "übernimmt", "prüft", "regelt", "zorgt", "regt", "contacta", "contacte",
];

impl Reader<'_> {
    /// `Jo thinks the list should be longer`, `Jo will ask the board`.
    pub(super) fn tells_of_those_present(&self, text: &str) -> Option<Why> {
        if self.present.is_empty() {
            return None;
        }
        let mut words = modal::words(text).map(|(_, word)| word);
        let who = words.next()?;
        let who = ["'s", "’s"].iter().find_map(|own| who.strip_suffix(own)).unwrap_or(who);
        if !self.present.iter().any(|name| name == who) {
            return None;
        }
        // `Jo Maier asks`, `Jo and Kim ask`.
        let named = |word: &&str| {
            self.present.iter().any(|name| name == word) || matches!(*word, "and" | "und" | "y" | "et" | "en")
        };
        let verb = words.find(|word| !named(word))?;
        if DOES.contains(&verb) {
            return Some(Why::Work);
        }
        let says = |known: &&str| *known == verb || known.strip_suffix('s') == Some(verb);
        SAYS.iter().any(says).then_some(Why::Remark)
    }
}
