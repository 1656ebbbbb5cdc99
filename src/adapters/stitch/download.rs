//! Fetching a page from the address that Stitch gives for it: bounded, without any key, and never from `https` down to
//! plain `http`.

use std::time::Duration;

use futures::StreamExt;
use reqwest::redirect::Policy;

use crate::adapters::mcp::{Fault, causes, http_client};

/// The largest page that is fetched, in bytes.
pub const LARGEST: usize = 16 * 1024 * 1024;
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
    let client = http_client(url, policy).map_err(|fault| match fault {
        Fault::Failed(why) | Fault::Broken(why) | Fault::NotFound(why) | Fault::Permission(why) => why,
        Fault::RateLimited { why, .. } => why,
        Fault::TimedOut { .. } => "it took too long".to_owned(),
    })?;
    let fetching = async {
        // An address is signed: it is told to nobody.
        let failed = |e: reqwest::Error| causes(&e.without_url());
        let response = client.get(address).send().await.map_err(failed)?;
        match response.status().as_u16() {
            200 => {}
            403 | 404 | 410 => return Ok(Fetched::Expired),
            status => return Err(format!("HTTP {status}")),
        }
        if response.content_length().is_some_and(|length| length > LARGEST as u64) {
            return Err(format!("it has more than {} MiB", LARGEST / (1024 * 1024)));
        }
        let mut page = Vec::new();
        let mut stream = response.bytes_stream();
        while let Some(piece) = stream.next().await {
            let piece = piece.map_err(failed)?;
            if page.len() + piece.len() > LARGEST {
                return Err(format!("it has more than {} MiB", LARGEST / (1024 * 1024)));
            }
            page.extend_from_slice(&piece);
        }
        Ok(Fetched::Page(page))
    };
    match tokio::time::timeout(limit, fetching).await {
        Ok(outcome) => outcome,
        Err(_) => Err(format!("it did not come within {} s", limit.as_secs())),
    }
}
