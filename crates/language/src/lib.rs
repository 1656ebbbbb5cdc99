//! Words as data. One tokeniser, one stemmer (a library's) and one lexicon a language, compiled from `assets/language/<code>.toml`
//! by the build. Nothing else in the program holds words of a language.

mod detect;
mod language;
mod lexicon;
mod sentences;
mod tokens;

pub use detect::detect;
pub use language::{Language, Mark, all, by_code};
pub use lexicon::{Cell, Column, Label, Tag, Topic};
pub use sentences::sentences;
pub use tokens::{Kind, Token, tokens};
