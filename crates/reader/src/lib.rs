//! Reader of briefs: it finds requirements, and entities, screens and actors that the brief names. Other lines are reported as
//! skipped.
//!
//! One walk over the blocks (`walk`) makes units. A table of patterns (`patterns`) classifies each unit, and the walk adds it to the
//! reading. Of a sentence only the modal verb and the conditions are analysed.

mod clauses;
mod entities;
mod label;
mod patterns;
mod pieces;
mod reading;
mod screens;
mod tables;
#[cfg(test)]
mod tests;
mod unit;
mod walk;
mod words;

pub use frieze_document::{Skipped, Why};
pub use frieze_language::{Force, Topic};
pub use reading::*;

/// Reads a document. `file` is its name, which is part of the reading.
pub fn read(file: &str, document: &frieze_document::Document) -> Reading {
    walk::Walk::new(file, document).read(document)
}
