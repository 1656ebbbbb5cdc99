//! Tests of feedback on the design of a small shop.

mod grammar;
mod lines;
mod names;
mod properties;
mod sample;
mod verbs;
