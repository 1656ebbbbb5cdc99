//! The texts of a design: their words, what they say, and which of them say the same.

pub mod class;
pub mod filler;
pub mod lists;
pub mod marks;
pub mod phrases;
pub mod product;
pub mod said;
pub mod same;
pub mod screens;
pub mod stock;
pub mod texts;
pub mod vocabulary;
pub mod words;
