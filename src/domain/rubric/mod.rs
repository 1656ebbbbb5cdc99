//! The rubric: a pure function from an intent to scores and findings (1-design-engine.md, "Evaluation
//! Dimensions" and "Determinism Enforcement"; ruling 7).
//!
//! Every check has a weight inside its dimension, a list of places at which it fails, and a population.
//! A failing place costs `dimension weight × check weight × 1/population`, so every point that is lost
//! has an address and a price.
//!
//! Why padding cannot raise a score: failing places are looked for in *all* elements, but a population
//! counts only what is **earned** (see [`ground`]): flows that are the first to satisfy a requirement, the
//! components and entities such flows use, and a fixed number of slots for each of those; of parts, views and entities
//! no more than the demands that are met can ask for. A further element that brings nothing new can add failing places
//! and never enlarges a population. Nothing makes a part used, reached or sound, and no text fills an empty place, that
//! does not speak of the [`product`]. Texts are judged by their distinct, specific words, so repetition and filler add
//! nothing to them; and of several sentences only those count that say more of the product than the first did. A copy
//! is known with words put before or after it as well (see [`same`]).
//!
//! Why placeholders earn nothing: a requirement that says nothing of its own (filler, letters, slots, praise of any
//! undertaking, what stands in all kinds of places alike) is neither met nor missed, so what claims it claims nothing.

mod above;
mod agnosticism;
mod attribute_types;
mod check;
mod claims;
mod clarity;
mod class;
mod coherence;
mod completeness;
mod critic;
mod data_model;
mod duplicates;
mod echo;
mod filler;
mod ground;
mod holes;
#[rustfmt::skip]
mod lists;
mod met;
mod named;
mod phrases;
mod product;
mod questions;
mod said;
mod same;
mod sound;
mod states;
mod stock;
mod tally;
mod telling;
mod texts;
mod tree;
mod vague;
mod verbs;
mod vocabulary;
mod words;

use std::sync::LazyLock;

use self::ground::Ground;
use self::product::Product;
use self::stock::Stock;
use self::tally::Tally;
use self::texts::Texts;
use super::abreast::both;
use super::digest::Digest;
use super::finding::Finding;
use super::intent::Reading;
use super::score::{Dimensions, Score};

pub use attribute_types::ATTRIBUTE_TYPES;
pub use check::{Check, checks};
pub use critic::{CriticFinding, with_critic};

/// The rubric's version; raised with every change that can change a score.
pub const VERSION: &str = "1.7.0";

/// What one evaluation found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// SHA-256 of the canonical intent that was judged.
    pub input_sha256: Digest,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// Most expensive first, then by check and pointer. Their points and the overall score add up to 100.
    pub findings: Vec<Finding>,
}

/// Everything that can change a score: the rubric's own sources, and those it judges with.
const SOURCES: &[&str] = &[
    include_str!("above.rs"),
    include_str!("agnosticism.rs"),
    include_str!("attribute_types.rs"),
    include_str!("check.rs"),
    include_str!("claims.rs"),
    include_str!("clarity.rs"),
    include_str!("class.rs"),
    include_str!("coherence.rs"),
    include_str!("completeness.rs"),
    include_str!("critic.rs"),
    include_str!("data_model.rs"),
    include_str!("duplicates.rs"),
    include_str!("echo.rs"),
    include_str!("filler.rs"),
    include_str!("ground.rs"),
    include_str!("holes.rs"),
    include_str!("lists.rs"),
    include_str!("met.rs"),
    include_str!("mod.rs"),
    include_str!("named.rs"),
    include_str!("phrases.rs"),
    include_str!("product.rs"),
    include_str!("questions.rs"),
    include_str!("said.rs"),
    include_str!("same.rs"),
    include_str!("sound.rs"),
    include_str!("states.rs"),
    include_str!("stock.rs"),
    include_str!("tally.rs"),
    include_str!("telling.rs"),
    include_str!("texts.rs"),
    include_str!("tree.rs"),
    include_str!("vague.rs"),
    include_str!("verbs.rs"),
    include_str!("vocabulary.rs"),
    include_str!("words.rs"),
    include_str!("../score.rs"),
    include_str!("../lexicon/around.rs"),
    include_str!("../lexicon/coded.rs"),
    include_str!("../lexicon/company.rs"),
    include_str!("../lexicon/cues.rs"),
    include_str!("../lexicon/frame.rs"),
    include_str!("../lexicon/inflected.rs"),
    include_str!("../lexicon/mod.rs"),
    include_str!("../lexicon/offered.rs"),
    include_str!("../lexicon/sense.rs"),
    include_str!("../lexicon/shape.rs"),
    include_str!("../lexicon/small.rs"),
    include_str!("../lexicon/terms.rs"),
    include_str!("../lexicon/unknown.rs"),
    include_str!("../lexicon/web.rs"),
    include_str!("../lexicon/terms.txt"),
    include_str!("../lexicon/libraries.txt"),
    include_str!("../lexicon/platforms.txt"),
    include_str!("../lexicon/services.txt"),
    include_str!("../lexicon/jargon.txt"),
    include_str!("../lexicon/idioms.txt"),
    include_str!("../lexicon/cues.txt"),
];

/// SHA-256 over the sources of the rubric, so that no change of a check, a weight, a word or the arithmetic goes
/// unseen. A run pins it.
pub fn sha256() -> Digest {
    static DIGEST: LazyLock<Digest> = LazyLock::new(|| {
        let mut definition = format!("frieze rubric {VERSION}\n");
        for source in SOURCES {
            // A check-out with other line ends is the same rubric.
            definition.extend(source.split('\r'));
            definition.push('\u{1f}');
        }
        Digest::of(definition.as_bytes())
    });
    *DIGEST
}

/// One part of so many of the texts is looked through for technology by the thread that finds out the ground, which
/// takes less time than looking through all of them.
const NAMES_SHARED: usize = 6;

/// Judges an intent. The same canonical bytes always give the same evaluation.
pub fn evaluate(reading: &Reading) -> Evaluation {
    let (intent, bytes) = (&reading.intent, reading.canonical.len());
    let texts = Texts::of(intent);
    let product = Product::of(&texts);
    // Each pair takes about as long as the other: what names technology asks for nothing that the rest finds out.
    let few = texts.part(NAMES_SHARED);
    let ((ground, stock, first), later) = both(
        bytes,
        || {
            let (ground, stock) = (Ground::of(intent, &texts, &product), Stock::of(&texts, &product));
            (ground, stock, Tally::by(|tally| agnosticism::judge(texts.judged().take(few), tally)))
        },
        || {
            Tally::by(|tally| {
                agnosticism::judge(texts.judged().skip(few), tally);
                agnosticism::judge_identifiers(intent, tally);
            })
        },
    );
    let (whole, each) = both(
        bytes,
        || {
            Tally::by(|tally| {
                completeness::judge(intent, &ground, &texts, &product, &stock, tally);
                holes::judge(intent, &texts, &product, tally);
                coherence::judge(intent, &ground, &texts, &product, tally);
                tree::judge(intent, &ground, tally);
                echo::judge(intent, &ground, &texts, &product, &stock, tally);
                data_model::judge(intent, &ground, &texts, &product, tally);
            })
        },
        || {
            Tally::by(|tally| {
                duplicates::judge(intent, &texts, &product, tally);
                clarity::judge(intent, &texts, &product, &stock, tally);
            })
        },
    );
    whole.and(each).and(first).and(later).close(&ground, reading.sha256)
}
