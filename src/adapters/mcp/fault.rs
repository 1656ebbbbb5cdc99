//! Why a server of tools did not give what it was asked for, told apart by what can be done about it.

use rmcp::ServiceError;
use rmcp::service::ClientInitializeError;
use rmcp::transport::streamable_http_client::StreamableHttpError;

use crate::adapters::web;

/// The longest text of a server that is passed on, in characters.
const LONGEST: usize = 300;

/// How many causes of an error are told, one below the other.
const MOST_CAUSES: usize = 8;

/// Why a call failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// It was asked too often; after so many milliseconds it may be asked again, where it says when.
    RateLimited {
        after_ms: Option<u64>,
        why: String,
    },
    NotFound(String),
    /// No key, a wrong key, or a key that may not.
    Permission(String),
    TimedOut {
        limit_ms: u64,
    },
    /// The connection ended, or the server did: what was asked may have been done.
    Broken(String),
    /// It said no, or something that is no answer.
    Failed(String),
}

impl Fault {
    /// What a server says of its own failure, by the words in it.
    pub fn told(text: &str) -> Self {
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

    /// Why a server did not begin.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what the SDK adds is told in its own words")]
    pub fn of_start(error: &ClientInitializeError) -> Self {
        let told = || Self::told(&format!("the server refused to begin: {error}"));
        match error {
            ClientInitializeError::TransportError { error, .. } => of_transport(error.error.as_ref()),
            ClientInitializeError::ConnectionClosed(why) => {
                Self::Broken(bounded(&format!("the server ended before it began: {why}")))
            }
            error if error.is_authorization_required() => {
                Self::Permission("the server wants a key or a token".to_owned())
            }
            _ => told(),
        }
    }

    /// Why a call got no answer.
    #[expect(clippy::wildcard_enum_match_arm, reason = "what the SDK adds is told in its own words")]
    pub fn of_call(error: &ServiceError) -> Self {
        match error {
            ServiceError::TransportSend(error) => of_transport(error.error.as_ref()),
            ServiceError::TransportClosed => Self::Broken("the connection ended".to_owned()),
            ServiceError::Timeout { timeout } => {
                Self::TimedOut { limit_ms: u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX) }
            }
            ServiceError::McpError(error) => Self::told(&error.message),
            other => Self::told(&other.to_string()),
        }
    }
}

fn of_transport(error: &(dyn std::error::Error + 'static)) -> Fault {
    let mut looked = Some(error);
    while let Some(error) = looked {
        if let Some(error) = error.downcast_ref::<StreamableHttpError<reqwest::Error>>() {
            return of_http(error);
        }
        looked = error.source();
    }
    Fault::Broken(bounded(&error.to_string()))
}

#[expect(clippy::wildcard_enum_match_arm, reason = "what the SDK adds is told in its own words")]
fn of_http(error: &StreamableHttpError<reqwest::Error>) -> Fault {
    match error {
        StreamableHttpError::HttpStatus(status) if status.status == 429 => Fault::RateLimited {
            after_ms: status.retry_after.as_deref().and_then(milliseconds),
            why: "HTTP 429, too many requests".to_owned(),
        },
        StreamableHttpError::HttpStatus(status) => {
            Fault::Broken(format!("HTTP {}, the server's own failure", status.status))
        }
        StreamableHttpError::UnexpectedServerResponse(text) => match text.strip_prefix("HTTP ") {
            Some(status) => of_status(status),
            None => Fault::Failed(bounded(&format!("the answer cannot be read: {text}"))),
        },
        StreamableHttpError::AuthRequired(_) | StreamableHttpError::InsufficientScope(_) => {
            Fault::Permission("the server refuses the key or token that it was given".to_owned())
        }
        StreamableHttpError::ResponseBodyTooLarge { max_size } => {
            Fault::Failed(format!("the answer has more than {} MiB", max_size / (1024 * 1024)))
        }
        // A body that is larger than allowed is told inside the stream's error.
        StreamableHttpError::Sse(error) if causes(error).contains("exceeded the maximum size") => {
            Fault::Failed("the answer is larger than allowed".to_owned())
        }
        StreamableHttpError::Client(error) => Fault::Broken(bounded(&without_address(error))),
        error => match error {
            StreamableHttpError::UnexpectedContentType(kind) => {
                Fault::Failed(bounded(&format!("it answers with {kind:?}, which is no MCP server's answer")))
            }
            StreamableHttpError::SessionExpired => Fault::Broken("the session expired".to_owned()),
            StreamableHttpError::Deserialize(error) => {
                Fault::Failed(bounded(&format!("the answer cannot be read: {error}")))
            }
            error => Fault::Broken(bounded(&causes(error))),
        },
    }
}

/// `403 Forbidden: what the server says`.
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

/// `Retry-After` in seconds; a date is not worth a clock here, and waits as long as no word does.
fn milliseconds(text: &str) -> Option<u64> {
    text.trim().parse().ok().and_then(web::milliseconds)
}

/// An error with what it comes from. Addresses may carry secrets and are told by whoever knows them.
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

/// As much of a server's words as is passed on.
pub fn bounded(text: &str) -> String {
    text.chars().take(LONGEST).collect()
}

/// An error of the HTTP client with what it comes from, and without its address.
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
    fn what_a_server_says_is_told_apart() {
        for (text, expected) in [
            ("Rate limit exceeded", "rate"),
            ("error 429", "rate"),
            ("Screen not found", "missing"),
            ("403 PERMISSION_DENIED", "permission"),
            ("boom", "failed"),
        ] {
            let kind = match Fault::told(text) {
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
