//! The rubric: a pure function from an intent to scores and findings (1-design-engine.md, "Evaluation
//! Dimensions" and "Determinism Enforcement"; ruling 7).
//!
//! Every check has a weight inside its dimension, a list of places at which it fails, and a population.
//! A failing place costs `dimension weight × check weight × 1/population`, so every point that is lost
//! has an address and a price.
//!
//! Why padding cannot raise a score: failing places are looked for in *all* elements, but a population
//! counts only what is **earned** (see [`ground`]): flows that are the first to satisfy a requirement, the
//! components and entities such flows use, and a fixed number of slots for each of those. A further element
//! that brings nothing new can add failing places and never enlarges a population. Texts are judged by their
//! distinct, specific words, so repetition and filler add nothing to them.

mod agnosticism;
mod attribute_types;
mod check;
mod claims;
mod clarity;
mod coherence;
mod completeness;
mod critic;
mod data_model;
mod duplicates;
mod echo;
mod filler;
mod ground;
#[rustfmt::skip]
mod lists;
mod states;
mod stock;
mod tally;
mod texts;
mod tree;
mod vague;
mod verbs;
mod words;

use std::sync::LazyLock;

use super::digest::Digest;
use super::finding::Finding;
use super::intent::Reading;
use super::score::{Dimensions, Score};

pub use attribute_types::ATTRIBUTE_TYPES;
pub use check::{Check, checks};
pub use critic::{CriticFinding, with_critic};

/// The rubric's version; raised with every change that can change a score.
pub const VERSION: &str = "1.0.0";

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

/// SHA-256 of the rubric's own definition: version, checks, weights and word lists. A run pins it.
pub fn sha256() -> Digest {
    static DIGEST: LazyLock<Digest> = LazyLock::new(|| {
        let mut definition = format!("frieze rubric {VERSION}\n");
        for check in checks() {
            definition.push_str(&format!("{check:?}\n"));
        }
        for list in lists::ALL.iter().chain([&ATTRIBUTE_TYPES]) {
            definition.push_str(&list.join("\u{1f}"));
            definition.push('\n');
        }
        Digest::of(definition.as_bytes())
    });
    *DIGEST
}

/// Judges an intent. The same canonical bytes always give the same evaluation.
pub fn evaluate(reading: &Reading) -> Evaluation {
    let intent = &reading.intent;
    let texts = texts::all(intent);
    let ground = ground::Ground::of(intent);
    let stock = stock::Stock::of(&texts);
    let mut tally = tally::Tally::new(&ground);
    completeness::judge(intent, &ground, &texts, &stock, &mut tally);
    coherence::judge(intent, &ground, &mut tally);
    tree::judge(intent, &ground, &mut tally);
    duplicates::judge(intent, &mut tally);
    clarity::judge(intent, &texts, &stock, &mut tally);
    echo::judge(intent, &mut tally);
    agnosticism::judge(intent, &texts, &mut tally);
    data_model::judge(intent, &ground, &mut tally);
    tally.close(reading.sha256)
}
