//! Reads requirements, and what a document names outright; everything else is left, and said to be left.
//!
//! One walk over the blocks (`walk`) makes units, a table of patterns (`patterns`) says what each is, and the walk puts that into
//! the reading. Nothing is concluded from the shape of a sentence beyond its modal verb and its conditions.

mod entities;
mod label;
mod parts;
mod patterns;
mod pieces;
mod reading;
mod screens;
mod tables;
mod unit;
mod walk;
mod words;

pub use frieze_document::{Skipped, Why};
pub use reading::*;

/// Reads a document. `file` is its name, kept in the reading.
pub fn read(file: &str, document: &frieze_document::Document) -> Reading {
    walk::Walk::new(file, document).read(document)
}
