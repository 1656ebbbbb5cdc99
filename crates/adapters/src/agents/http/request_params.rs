//! A request to a model, independent of its API.

use super::shape::Shape;

/// A request to a model, independent of the dialect.
pub struct RequestParams<'a> {
    pub model: &'a str,
    /// The whole prompt, as saved on disk; nothing is added to it.
    pub prompt: &'a str,
    /// Whether to send temperature 0; false if the configuration has `temperature: omit`, or the model refused it (ruling 6).
    pub temperature: bool,
    pub seed: Option<u64>,
    /// The JSON Schema of the answer.
    pub shape: Option<&'static Shape>,
    pub max_answer_tokens: u64,
    pub streaming: bool,
}
