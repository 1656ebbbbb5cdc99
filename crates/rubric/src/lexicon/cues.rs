//! The words around an ambiguous term that show its sense.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// The lists as written; see the first line for the form.
pub(super) const CUES: &str = include_str!("cues.txt");

/// One list of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cue {
    /// Nouns of software that follow a technology's name: `component`, `server`.
    Strong,
    /// Nouns that follow many names: `service`, `page`.
    Medium,
    /// What a technology does, in the third person: `renders`.
    Verb,
    /// What names a control in a screen: `button`, `tab`.
    Label,
    /// What follows an English verb: `to`, `when`, `back`.
    English,
    /// Words before an English verb: `to`, `can`, `users`.
    Modal,
    /// How software comes to be: `built`, `written`.
    Made,
    /// What leads from `built` to the technology: `with`, `in`.
    By,
    /// `using`, `uses`, `chose`.
    Using,
    /// Prepositions before a name.
    Near,
    /// What kind of thing is named: `framework`, `backend`.
    Kind,
    /// Words of the trade anywhere in the sentence.
    Trade,
    /// What joins the entries of a list.
    Join,
    /// What follows a verb that takes an object: `the`, `a`.
    Object,
    /// What software works on: with a verb before, the subject is software.
    Work,
    /// Terms that are places too: what is built in Phoenix is a house.
    Place,
    /// Terms that are people or their offices too: what is written by Julia is a letter.
    Person,
    /// What is done by software and not by people: `powered`.
    Engine,
    /// What is done in software and not in a place: `implemented`.
    Code,
    /// What software does from one technology to another: `migrated from`.
    Leave,
    /// Nouns of software that are few other things: `schema`.
    Firm,
    /// What is done to a button: `taps`.
    Press,
    /// Names that are English words too.
    Everyday,
    /// Terms that designs use for their own things and screens: `Room`, `Next`.
    Own,
    /// Prepositions that lead to software: `through`.
    Lead,
    /// What leads to software with `to`: `published`.
    Mover,
    /// Words that open the phrase after a name: `and`, `for`.
    Opens,
    /// What is done with software alone: `bundled`.
    Crafted,
    /// Capitalised words that are no names of software: languages, days, stages.
    Nation,
    /// Nouns of machinery, which people neither do nor are sent: `cluster`.
    Machine,
    /// Vendors named before their products: `Apache`.
    Vendor,
    /// What a name that does something does it to: `readings`.
    Task,
    /// What is done to software by its name: `queries`.
    Caller,
    /// Terms that are uncountable nouns: `Rust` as a word opens a sentence without an article.
    Mass,
    /// What follows the names of places: `street`.
    Street,
    /// Parts of an interface or a store, which a design has too: `page`.
    Part,
    /// Parts that kits and products offer by name: `snackbar`, `topic`.
    Offer,
    /// Words between a name and the part: `date` of `date picker`.
    Between,
    /// What people leave behind: `letters`.
    Life,
    /// Terms that are also names of people, pets, offices and places: `Iris`, `Cairo`.
    Borne,
    /// What is a whole product: `the forum is Discourse`.
    Product,
    /// Names that mean nothing else in any language, so that they may be in lower case: `zustand`.
    Coined,
}

const NAMES: [(Cue, &str); 42] = [
    (Cue::Strong, "strong"),
    (Cue::Medium, "medium"),
    (Cue::Verb, "verb"),
    (Cue::Label, "label"),
    (Cue::English, "english"),
    (Cue::Modal, "modal"),
    (Cue::Made, "made"),
    (Cue::By, "by"),
    (Cue::Using, "using"),
    (Cue::Near, "near"),
    (Cue::Kind, "kind"),
    (Cue::Trade, "trade"),
    (Cue::Join, "join"),
    (Cue::Object, "object"),
    (Cue::Work, "work"),
    (Cue::Place, "place"),
    (Cue::Person, "person"),
    (Cue::Engine, "engine"),
    (Cue::Code, "code"),
    (Cue::Leave, "leave"),
    (Cue::Firm, "firm"),
    (Cue::Press, "press"),
    (Cue::Everyday, "everyday"),
    (Cue::Own, "own"),
    (Cue::Lead, "lead"),
    (Cue::Mover, "mover"),
    (Cue::Opens, "opens"),
    (Cue::Crafted, "crafted"),
    (Cue::Nation, "nation"),
    (Cue::Machine, "machine"),
    (Cue::Vendor, "vendor"),
    (Cue::Task, "task"),
    (Cue::Caller, "caller"),
    (Cue::Mass, "mass"),
    (Cue::Street, "street"),
    (Cue::Part, "part"),
    (Cue::Offer, "offer"),
    (Cue::Between, "between"),
    (Cue::Life, "life"),
    (Cue::Borne, "borne"),
    (Cue::Product, "product"),
    (Cue::Coined, "coined"),
];

/// FNV-1a: the lists are fixed, so nobody can make them collide, and words are short.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

type Words = HashSet<&'static str, BuildHasherDefault<Fnv>>;

static LISTS: LazyLock<Vec<Words>> = LazyLock::new(|| {
    NAMES
        .iter()
        .map(|(_, name)| {
            let line = CUES.lines().filter_map(|line| line.split_once(": ")).find(|(list, _)| list == name);
            line.map_or_else(Words::default, |(_, words)| words.split_whitespace().collect())
        })
        .collect()
});

impl Cue {
    /// Whether the lower-case word is in this list.
    pub(super) fn has(self, word: Option<&(impl AsRef<str> + ?Sized)>) -> bool {
        word.is_some_and(|w| LISTS.get(self as usize).is_some_and(|list| list.contains(w.as_ref())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_read_and_every_line_is_a_list() {
        for (at, (cue, name)) in NAMES.iter().enumerate() {
            assert_eq!(*cue as usize, at, "{name}");
            assert!(!LISTS[at].is_empty(), "{name}");
        }
        assert_eq!(CUES.lines().filter(|l| !l.starts_with('#')).count(), NAMES.len());
    }
}
