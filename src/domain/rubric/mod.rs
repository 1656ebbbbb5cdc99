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
mod known;
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
use super::abreast::each;
use super::digest::Digest;
use super::finding::Finding;
use super::intent::Reading;
use super::score::{Dimensions, Score};

pub use attribute_types::{ATTRIBUTE_TYPES, is_known as is_type, nearest as nearest_type};
pub use check::{Check, checks};
pub use critic::{CriticFinding, with_critic};
pub use known::overall;

/// The rubric's version; raised with every change that can change a score.
pub const VERSION: &str = "1.8.0";

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

/// SHA-256 over the sources of the rubric and of what it judges with, so that no change of a check, a weight, a word or the
/// arithmetic goes unseen. A run pins it. It is taken when the program is built (`build.rs`).
pub fn sha256() -> Digest {
    env!("FRIEZE_RUBRIC_SHA256").parse().expect("the build takes a SHA-256")
}

/// Looking for technology takes longest; the texts are shared out for it into so many parts.
const PARTS: usize = 8;

/// One piece of judging. What it looks for no other piece does, but for the parts of the texts, which stay in their order.
type Judge<'j> = Box<dyn Fn(&mut Tally) + Sync + 'j>;

/// Judges an intent. The same canonical bytes always give the same evaluation.
pub fn evaluate(reading: &Reading) -> Evaluation {
    let (intent, bytes) = (&reading.intent, reading.canonical.len());
    let texts = Texts::of(intent);
    let product = Product::of(&texts);
    // Found out by the first who needs it. The two who stand first need one each; whoever is done with the ground has
    // work that does not need the stock, which takes twice as long.
    let ground = LazyLock::new(|| Ground::of(intent, &texts, &product));
    let stock = LazyLock::new(|| Stock::of(&texts, &product));
    let mut judges: Vec<Judge> = vec![
        Box::new(|tally| data_model::judge(intent, &ground, &texts, &product, tally)),
        Box::new(|tally| clarity::judge(intent, &texts, &product, &stock, tally)),
        Box::new(|tally| duplicates::judge(intent, &texts, &product, tally)),
        Box::new(|tally| coherence::judge(intent, &ground, &texts, &product, tally)),
        Box::new(|tally| completeness::judge(intent, &ground, &texts, &product, &stock, tally)),
        Box::new(|tally| echo::judge(intent, &ground, &texts, &product, &stock, tally)),
        Box::new(|tally| tree::judge(intent, &ground, tally)),
        Box::new(|tally| holes::judge(intent, &texts, &product, tally)),
    ];
    let texts = &texts;
    let parts = texts.parts(PARTS).into_iter();
    judges.extend(parts.map(|part| -> Judge {
        Box::new(move |tally| agnosticism::judge(texts.within(part.clone()), tally))
    }));
    judges.push(Box::new(|tally| agnosticism::judge_identifiers(intent, tally)));
    let tallies = each(bytes, &judges, |judge| Tally::by(judge));
    let whole = tallies.into_iter().fold(Tally::by(|_| ()), Tally::and);
    let evaluation = whole.close(&ground, reading.sha256);
    known::remember(reading.sha256, evaluation.overall);
    evaluation
}
