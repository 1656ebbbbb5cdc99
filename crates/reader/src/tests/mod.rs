//! Tests of whole documents, and of every form of requirements.

mod fixtures;
mod shapes;
