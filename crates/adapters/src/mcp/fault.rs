//! Failures of an MCP server, grouped by the possible reactions.

use std::time::Duration;

use rmcp::ServiceError;
use rmcp::service::ClientInitializeError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

use crate::web;

/// Maximum length of a server's text, in characters.
const LONGEST: usize = 300;

/// Maximum number of nested causes in a message.
const MOST_CAUSES: usize = 8;

/// Why a call failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// Too many requests; with the delay until the next one, if the server gives it.
    RateLimited {
        after_ms: Option<u64>,
        why: String,
    },
    NotFound(String),
    /// No key, a wrong key, or a key without permission.
    Permission(String),
    TimedOut {
        limit_ms: u64,
    },
    /// The connection or the server broke; the request may have been carried out.
    Broken(String),
    /// An error, or an invalid answer.
    Failed(String),
}

impl Fault {
    pub fn timed_out(limit: Duration) -> Self {
        Self::TimedOut { limit_ms: u64::try_from(limit.as_millis()).unwrap_or(u64::MAX) }
    }

    /// Classifies a server's error message by its words.
    pub fn from_message(text: &str) -> Self {
        let lower = text.to_lowercase();
        let has = |words: &[&str]| words.iter().any(|word| lower.contains(word));
        let why = bounded(text);
        if has(&["rate limit", "429"]) {
            Self::RateLimited { after_ms: None, why }
        } else if has(&["not found", "404"]) {
            Self::NotFound(why)
        } else if has(&["permission", "403", "unauthorized", "unauthenticated", "401"]) {
            Self::Permission(why)
        } else {
            Self::Failed(why)
        }
    }

    /// The failure of the handshake.
    #[expect(clippy::wildcard_enum_match_arm, reason = "future errors of the SDK get a general message")]
    pub fn of_start(error: &ClientInitializeError) -> Self {
        match error {
            ClientInitializeError::TransportError { error, .. } => of_transport(error.error.as_ref()),
            ClientInitializeError::ConnectionClosed(why) => Self::Broken(bounded(&format!(
                "the server closed the connection during the handshake: {why}"
            ))),
            error if error.is_authorization_required() => {
                Self::Permission("the server needs a key or a token".to_owned())
            }
            _ => Self::from_message(&format!("the server refused the connection: {error}")),
        }
    }

    /// The failure of a call.
    #[expect(clippy::wildcard_enum_match_arm, reason = "future errors of the SDK get a general message")]
    pub fn of_call(error: &ServiceError) -> Self {
        match error {
            ServiceError::TransportSend(error) => of_transport(error.error.as_ref()),
            ServiceError::TransportClosed => Self::Broken("the connection was closed".to_owned()),
            ServiceError::Timeout { timeout } => Self::timed_out(*timeout),
            ServiceError::McpError(error) => Self::from_message(&error.message),
            other => Self::from_message(&other.to_string()),
        }
    }
}

fn of_transport(error: &(dyn std::error::Error + 'static)) -> Fault {
    let mut current = Some(error);
    while let Some(error) = current {
        if let Some(error) = error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            return of_http(error);
        }
        current = error.source();
    }
    Fault::Broken(bounded(&error.to_string()))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "future errors of the SDK get a general message")]
fn of_http(error: &StreamableHttpError<reqwest::Error>) -> Fault {
    match error {
        StreamableHttpError::HttpStatus(status) if status.status == 429 => Fault::RateLimited {
            after_ms: status.retry_after.as_deref().and_then(milliseconds),
            why: "HTTP 429, too many requests".to_owned(),
        },
        StreamableHttpError::HttpStatus(status) => {
            Fault::Broken(format!("HTTP {}, an error of the server", status.status))
        }
        StreamableHttpError::UnexpectedServerResponse(text) => match text.strip_prefix("HTTP ") {
            Some(status) => of_status(status),
            None => Fault::Failed(bounded(&format!("the answer cannot be read: {text}"))),
        },
        StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_) => {
            Fault::Permission("the server refuses the key or token".to_owned())
        }
        StreamableHttpError::ResponseBodyTooLarge { max_size } => {
            Fault::Failed(format!("the answer has more than {} MiB", max_size / (1024 * 1024)))
        }
        // The size limit is reported inside the stream's error.
        StreamableHttpError::Sse(error) if causes(error).contains("exceeded the maximum size") => {
            Fault::Failed("the answer is too large".to_owned())
        }
        StreamableHttpError::Client(error) => Fault::Broken(bounded(&without_address(error))),
        StreamableHttpError::UnexpectedContentType(kind) => {
            Fault::Failed(bounded(&format!("it answers with {kind:?}; that is not an MCP server")))
        }
        StreamableHttpError::SessionExpired => Fault::Broken("the session expired".to_owned()),
        StreamableHttpError::Deserialize(error) => {
            Fault::Failed(bounded(&format!("the answer cannot be read: {error}")))
        }
        error => Fault::Broken(bounded(&causes(error))),
    }
}

/// Parses a text such as `403 Forbidden: reason`.
fn of_status(text: &str) -> Fault {
    let why = format!("HTTP {}", text.trim());
    match text.get(..3).unwrap_or_default() {
        "401" | "403" => Fault::Permission(bounded(&why)),
        "404" => Fault::NotFound(bounded(&why)),
        "429" => Fault::RateLimited { after_ms: None, why: bounded(&why) },
        status if status.starts_with('5') => Fault::Broken(bounded(&why)),
        _ => Fault::Failed(bounded(&why)),
    }
}

/// `Retry-After` in seconds. A date counts as no value, because this module has no clock.
fn milliseconds(text: &str) -> Option<u64> {
    text.trim().parse().ok().and_then(web::milliseconds)
}

/// An error with its causes. The caller must remove addresses, which may contain secrets.
pub fn causes(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    for _ in 0..MOST_CAUSES {
        let Some(cause) = source else { break };
        let cause_text = cause.to_string();
        if !text.contains(&cause_text) {
            text.push_str(": ");
            text.push_str(&cause_text);
        }
        source = cause.source();
    }
    text
}

/// A server's text, shortened.
pub fn bounded(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// An error of the HTTP client with its causes, without the address.
fn without_address(error: &reqwest::Error) -> String {
    let text = causes(error);
    match error.url() {
        Some(url) => text.replace(url.as_str(), "the server"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_message_is_classified_by_its_words() {
        for (text, expected) in [
            ("Rate limit exceeded", "rate"),
            ("error 429", "rate"),
            ("Screen not found", "missing"),
            ("403 PERMISSION_DENIED", "permission"),
            ("boom", "failed"),
        ] {
            let kind = match Fault::from_message(text) {
                Fault::RateLimited { .. } => "rate",
                Fault::NotFound(_) => "missing",
                Fault::Permission(_) => "permission",
                Fault::TimedOut { .. } | Fault::Broken(_) => "broken",
                Fault::Failed(_) => "failed",
            };
            assert_eq!(kind, expected, "{text}");
        }
    }
}
