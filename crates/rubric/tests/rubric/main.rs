//! Tests of the rubric on whole designs and of the lexicon on labelled sentences.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

mod critic;
mod damage;
mod fair;
mod fidelity;
mod followed;
mod golden_scores;
mod lexicon;
mod lexicon_properties;
mod lexicon_unseen;
mod names;
mod properties;
mod ranking;
mod support;
