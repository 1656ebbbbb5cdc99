//! Fetching a page from the address that Stitch gives for it: bounded, without any key, and never from `https` down to
//! plain `http`.

use std::time::Duration;

use reqwest::redirect::Policy;

use crate::adapters::web::{self, Body, Broken, cause};
use crate::ports::LONGEST_ANSWER;

const MOST_REDIRECTS: usize = 5;

/// What came of it.
pub enum Fetched {
    Page(Vec<u8>),
    /// The address does not hold any longer.
    Expired,
}

/// Fetches a page. A plain address is only followed where the server itself has one.
pub async fn fetch(url: &str, plain_allowed: bool, limit: Duration) -> Result<Fetched, String> {
    let allowed = move |scheme: &str| scheme == "https" || (plain_allowed && scheme == "http");
    let address = reqwest::Url::parse(url).map_err(|_| "its address cannot be read".to_owned())?;
    if !allowed(address.scheme()) {
        return Err(format!("its address begins with {}:, which is not fetched", address.scheme()));
    }
    let first_is_safe = address.scheme() == "https";
    let policy = Policy::custom(move |attempt| {
        let safe = attempt.url().scheme() == "https" || (allowed(attempt.url().scheme()) && !first_is_safe);
        if !safe {
            attempt.error("it leads from https to plain http")
        } else if attempt.previous().len() > MOST_REDIRECTS {
            attempt.error("it leads on and on")
        } else {
            attempt.follow()
        }
    });
    let client = web::client(&address, policy, None).build();
    let client = client.map_err(|e| format!("no HTTP client can be made: {}", cause(e)))?;
    let fetching = async {
        // An address is signed: it is told to nobody.
        let response = client.get(address).send().await.map_err(cause)?;
        match response.status().as_u16() {
            200 => {}
            403 | 404 | 410 => return Ok(Fetched::Expired),
            status => return Err(format!("HTTP {status}")),
        }
        match Body::new(response, limit, LONGEST_ANSWER).whole().await {
            Ok(page) => Ok(Fetched::Page(page)),
            Err(Broken::TooLarge) => Err(format!("it has more than {} MiB", LONGEST_ANSWER / (1024 * 1024))),
            Err(Broken::Lost(why)) => Err(why),
            Err(Broken::Idle(limit)) => Err(late(limit)),
        }
    };
    tokio::time::timeout(limit, fetching).await.unwrap_or_else(|_| Err(late(limit)))
}

fn late(limit: Duration) -> String {
    format!("it did not come within {} s", limit.as_secs())
}
