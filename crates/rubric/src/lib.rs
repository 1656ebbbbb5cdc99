//! The rubric: a pure function from an intent to scores and findings (1-design-engine.md, "Evaluation
//! Dimensions" and "Determinism Enforcement"; ruling 7).
//!
//! Every check has a weight inside its dimension, a list of places at which it fails, and a population.
//! A failing place costs `dimension weight × check weight × 1/population`, so every point that is lost
//! has an address and a price.
//!
//! Why padding cannot raise a score: failing places are searched in *all* elements, but a population counts only what
//! is **earned** (see [`ground`]): flows that are the first to satisfy a requirement, the components and entities that
//! such flows use, and a fixed number of slots for each. Parts, views and entities count only up to the number that the
//! met demands can ask for. An element that adds nothing new can add failing places, but never enlarges a population.
//! Text that does not speak of the [`product`] makes no part used, reached or sound, and fills no empty place. Texts
//! are judged by their distinct, specific words, so repetition and filler add nothing; of several sentences, only those
//! count that say more about the product than the first. A copy is recognised even if words were put before or after it
//! (see [`same`]).
//!
//! Why placeholders earn nothing: a requirement without content of its own (filler, letters, slots, general praise, a
//! text used everywhere) is neither met nor missed, so claiming it counts for nothing.

mod above;
mod check;
mod checks;
mod claims;
mod critic;
mod elsewhere;
mod fidelity;
pub mod finding;
mod ground;
mod identity;
mod known;
pub mod lexicon;
mod met;
mod named;
mod shares;
mod sound;
mod tally;
mod text;
mod text_ids;
mod tree;

use crate::checks::{
    agnosticism, clarity, coherence, completeness, data_model, duplicates, echo, holes, misplaced,
};
use std::sync::LazyLock;

use self::ground::Ground;
use self::tally::Tally;
use crate::fidelity::{Judged, Trace};
use crate::finding::Finding;
use crate::text::stock::Stock;
use crate::text::texts::Texts;
use frieze_data::digest::Digest;
use frieze_data::parallel::each;
use frieze_data::score::{Dimensions, Score};
use frieze_intent::Reading;

pub use crate::checks::attribute_types::ATTRIBUTE_TYPES;
pub use check::{Check, checks};
pub use critic::{CriticFinding, Dismissals, with_critic};
pub use fidelity::{Compared, Demand, Fidelity, Force, LeftOut, MISSING, Yardstick, lines};
pub use identity::{VERSION, sha256};
pub use known::overall;

/// The result of one evaluation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// SHA-256 of the canonical intent that was judged.
    pub input_sha256: Digest,
    pub overall: Score,
    pub dimensions: Dimensions,
    /// Most expensive first, then by check and pointer. Their points and the overall score add up to 100.
    pub findings: Vec<Finding>,
    /// The comparison with the brief, if there was one.
    pub fidelity: Option<Fidelity>,
}

/// Searching for technology takes longest, so the texts are split into this many parts for it.
const PARTS: usize = 8;

/// One piece of judging. No two pieces report the same check, except for the parts of the texts, which keep their order.
type Judge<'j> = Box<dyn Fn(&mut Tally) + Sync + 'j>;

/// Judges an intent by itself. The same canonical bytes always give the same evaluation.
pub fn evaluate(reading: &Reading) -> Evaluation {
    judge(reading, None)
}

/// Judges an intent and compares it with its brief. The same bytes and the same yardstick always give the same
/// evaluation.
pub fn evaluate_against(reading: &Reading, yardstick: &Yardstick) -> Evaluation {
    judge(reading, Some(yardstick))
}

fn judge(reading: &Reading, yardstick: Option<&Yardstick>) -> Evaluation {
    let (intent, bytes) = (&reading.intent, reading.canonical.len());
    let texts = Texts::of(intent);
    // Computed by the first judge that needs them. The first two judges need one each; the stock takes twice as long.
    // Without readable requirements, only people can compare.
    let trace = yardstick.filter(|y| !y.demands().is_empty()).map(|y| Trace::of(intent, y));
    let ground = LazyLock::new(|| Ground::of(intent, &texts, trace.as_ref()));
    let stock = LazyLock::new(|| Stock::of(&texts));
    let said = |term: &str| yardstick.is_some_and(|yardstick| yardstick.says(term));
    let mut judges: Vec<Judge> = vec![
        Box::new(|tally| data_model::judge(intent, &ground, &texts, &said, tally)),
        Box::new(|tally| clarity::judge(intent, &texts, &stock, &said, tally)),
        Box::new(|tally| duplicates::judge(intent, &texts, tally)),
        Box::new(|tally| coherence::judge(intent, &ground, &texts, &said, tally)),
        Box::new(|tally| {
            completeness::judge(intent, &ground, &texts, &stock, trace.as_ref(), tally);
        }),
        Box::new(|tally| echo::judge(intent, &ground, &texts, &stock, &said, tally)),
        Box::new(|tally| tree::judge(intent, &ground, tally)),
        Box::new(|tally| holes::judge(intent, &texts, tally)),
    ];
    // Misplaced words show only in a design with a readable brief.
    if trace.is_some() {
        judges.push(Box::new(|tally| misplaced::judge(intent, &ground, &texts, tally)));
    }
    let texts = &texts;
    let parts = texts.parts(PARTS).into_iter();
    judges.extend(parts.map(|part| -> Judge {
        Box::new(move |tally| agnosticism::judge(texts.within(part.clone()), &said, tally))
    }));
    // Where most of a brief sets no spaces, ids are translations of its words, and cannot be compared with it.
    let unspaced = texts.ids.requirements.clone().filter(|id| texts.said(*id).has_unspaced()).count();
    if yardstick.is_none() || unspaced * 2 <= intent.requirements.len() {
        judges.push(Box::new(|tally| agnosticism::judge_identifiers(intent, &said, tally)));
    }
    let tallies = each(bytes, &judges, |judge| Tally::by(judge));
    let whole = tallies.into_iter().fold(Tally::by(|_| ()), Tally::and);
    let judged = yardstick.map(|y| match &trace {
        Some(trace) => Judged::of(intent, trace, &ground, y),
        None => Judged::unread(),
    });
    whole.close(&ground, reading.sha256, judged)
}
