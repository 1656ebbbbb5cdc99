//! The brief: a requirement document as the reader understood it. Every part carries the line it
//! stands on, so that nothing in a design is invented and everything can be looked up.
//!
//! The reader goes down in four steps, each a folder of small files: bytes to text (`refusal`, `layout`), text to
//! blocks (`markdown`, `gherkin`, `plain`), blocks to statements and stories (`reading`), words to actors
//! and entities (`actors`, `entities`). It guesses at no meaning that the words do not carry.

mod acted;
mod acting;
mod actors;
mod attributes;
mod block;
mod clauses;
mod columns;
mod contradictions;
mod counted;
mod deeds;
mod described;
mod each;
mod entities;
mod fields;
mod foreign;
mod forms;
mod gherkin;
mod headings;
mod inferred;
mod kept;
mod kind;
mod label;
mod language;
mod layout;
mod managed;
mod markdown;
mod modal;
mod nouns;
mod owned;
mod owner;
mod particles;
mod plain;
mod prose;
mod quantities;
mod ranked;
mod reading;
mod recorded;
mod refusal;
mod returning;
mod roles;
mod scenario;
mod section;
mod sentence;
mod shape;
mod spelled;
mod stories;
mod tables;
mod terms;
mod things;
mod title;
mod told;
mod types;
mod unspoken;

pub use refusal::{LARGEST, NotABrief};
pub use types::*;

use self::block::Block;
use self::layout::Manner;

/// Reads a requirement document. `file` is the name to cite; nothing is opened.
pub fn read(file: &str, bytes: &[u8]) -> Result<Brief, NotABrief> {
    let (blocks, manner) = blocks(file, bytes)?;
    Ok(reading::brief(file, &blocks, manner))
}

/// Whether [`read`] reads a document. What it says is not found out, which takes most of the time.
pub fn check(file: &str, bytes: &[u8]) -> Result<(), NotABrief> {
    blocks(file, bytes).map(|_| ())
}

fn blocks(file: &str, bytes: &[u8]) -> Result<(Vec<Block>, Manner), NotABrief> {
    let source = refusal::decode(bytes)?;
    let laid = layout::laid(source);
    let blocks = if gherkin::is_feature_file(file, laid.text()) {
        gherkin::blocks(&laid)
    } else {
        markdown::blocks(&laid)
    };
    if blocks.iter().all(|block| !block.has_words()) {
        return Err(NotABrief::NothingReadable);
    }
    Ok((blocks, laid.manner))
}
