//! Tests of the differences between intents and between texts.

mod intents;
mod lines;
