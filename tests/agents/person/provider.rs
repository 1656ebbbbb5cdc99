//! A strict provider on this machine: it checks the path, the model and the key.

use std::io::Write as _;
use std::sync::OnceLock;

use serde_json::json;

use crate::cli_support::Place;
use crate::http::dialects::{answer, error};
use crate::http::server::{Received, Server, json as says};

/// A valid design of the brief, as the built-in generator makes it.
pub fn intent() -> &'static str {
    static INTENT: OnceLock<String> = OnceLock::new();
    INTENT.get_or_init(|| Place::candidate().read("features/checkout/design/intent.json"))
}

/// What the provider requires of a request.
#[derive(Clone)]
pub struct Provider {
    pub kind: &'static str,
    pub model: &'static str,
    pub key: Option<&'static str>,
    /// The base address that its customers configure.
    pub base: &'static str,
}

impl Provider {
    pub fn begin(self) -> Server {
        Server::new(move |_, received, out| out.write_all(&self.says(received)))
    }

    pub fn says(&self, received: &Received) -> Vec<u8> {
        let key = match self.kind {
            "openai" => received.header("authorization").map(|value| value.trim_start_matches("Bearer ")),
            "anthropic" => received.header("x-api-key"),
            _ => received.header("x-goog-api-key"),
        };
        if key != self.key {
            return says(
                "401 Unauthorized",
                &error(self.kind, "invalid_api_key", "Incorrect API key provided"),
            );
        }
        let (base, model) = (self.base, self.model);
        let line = received.line.trim_end_matches(" HTTP/1.1");
        if let Some(path) = line.strip_prefix("GET ").and_then(|path| path.strip_prefix(base)) {
            return match self.kind {
                "openai" if path == "/models" => {
                    says("200 OK", &json!({ "object": "list", "data": [{ "id": model }, { "id": "tiny" }] }))
                }
                "anthropic" | "gemini" if path == format!("/models/{model}") => {
                    says("200 OK", &json!({ "id": model, "name": format!("models/{model}") }))
                }
                _ => says("404 Not Found", &error(self.kind, "not_found", &format!("{line}: no such model"))),
            };
        }
        let posted = match self.kind {
            "openai" => format!("POST {base}/chat/completions"),
            "anthropic" => format!("POST {base}/messages"),
            _ => format!("POST {base}/models/{model}:streamGenerateContent?alt=sse"),
        };
        if line != posted || self.kind != "gemini" && received.body["model"] != model {
            return says("404 Not Found", &error(self.kind, "not_found", &format!("{line}: no such model")));
        }
        answer(self.kind, true, model, self.answers(received))
    }

    /// Answers a generator with a design and a critic with findings.
    fn answers(&self, received: &Received) -> &'static str {
        let body = &received.body;
        let shape = match self.kind {
            "openai" => &body["response_format"]["json_schema"]["schema"],
            "anthropic" => &body["output_config"]["format"]["schema"],
            _ => &body["generationConfig"]["responseJsonSchema"],
        };
        if shape["properties"]["findings"].is_object() { "{\"findings\": []}" } else { intent() }
    }
}
