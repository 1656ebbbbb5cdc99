//! Tokeniser, stemmer (from a library) and one lexicon per language. The build compiles the lexicons from
//! `assets/language/<code>.toml`.

mod detect;
mod language;
mod lexicon;
mod scope;
mod sentences;
mod tokens;

pub use detect::detect;
pub use language::{Language, Mark, all, by_code};
pub use lexicon::{Cell, Column, Force, Label, Tag, Topic};
pub use scope::Scope;
pub use sentences::sentences;
pub use tokens::{Kind, Token, is_spaceless, parts, tokens};
