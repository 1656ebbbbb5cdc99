//! Words as data. One tokeniser, one stemmer (a library's) and one lexicon a language, compiled from `assets/language/<code>.toml`
//! by the build. Nothing else in the program holds words of a language.

mod tokens;

pub use tokens::{Kind, Token, tokens};
