//! Download of a page from an address of Stitch: limited, without keys, and never redirected from `https` to `http`.

use std::time::Duration;

use reqwest::redirect::Policy;

use crate::web;
use crate::web::{Body, BodyError, cause};
use frieze_ports::LONGEST_ANSWER;

const MOST_REDIRECTS: usize = 5;

/// The result of a download.
pub enum Fetched {
    Page(Vec<u8>),
    /// The address is no longer valid.
    Expired,
}

/// Downloads a page. `http` is allowed only if the server itself uses it.
///
/// # Errors
/// If the page cannot be downloaded within the limits.
pub async fn fetch(url: &str, plain_allowed: bool, limit: Duration) -> Result<Fetched, String> {
    let allowed = move |scheme: &str| scheme == "https" || (plain_allowed && scheme == "http");
    let address = reqwest::Url::parse(url).map_err(|_| "its address is invalid".to_owned())?;
    if !allowed(address.scheme()) {
        return Err(format!("its address starts with {}:, which is not supported", address.scheme()));
    }
    let first_is_safe = address.scheme() == "https";
    let policy = Policy::custom(move |attempt| {
        let safe = attempt.url().scheme() == "https" || (allowed(attempt.url().scheme()) && !first_is_safe);
        if !safe {
            attempt.error("it redirects from https to http")
        } else if attempt.previous().len() > MOST_REDIRECTS {
            attempt.error("it has too many redirects")
        } else {
            attempt.follow()
        }
    });
    let client = web::client(&address, policy, None).build();
    let client = client.map_err(|e| format!("cannot create an HTTP client: {}", cause(e)))?;
    let fetching = async {
        // The address is signed and must not appear in messages.
        let response = client.get(address).send().await.map_err(cause)?;
        match response.status().as_u16() {
            200 => {}
            403 | 404 | 410 => return Ok(Fetched::Expired),
            status => return Err(format!("HTTP {status}")),
        }
        match Body::new(response, limit, LONGEST_ANSWER).whole().await {
            Ok(page) => Ok(Fetched::Page(page)),
            Err(BodyError::TooLarge) => {
                Err(format!("it has more than {} MiB", LONGEST_ANSWER / (1024 * 1024)))
            }
            Err(BodyError::Lost(why)) => Err(why),
            Err(BodyError::Idle(limit)) => Err(late(limit)),
        }
    };
    tokio::time::timeout(limit, fetching).await.unwrap_or_else(|_| Err(late(limit)))
}

fn late(limit: Duration) -> String {
    format!("it did not arrive within {} s", limit.as_secs())
}
