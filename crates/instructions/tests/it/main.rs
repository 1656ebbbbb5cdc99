//! Feedback on a small shop, and what differs afterwards.

mod grammar;
mod lines;
mod names;
mod properties;
mod sample;
mod verbs;
