//! How other machines are spoken to over HTTP, whoever speaks: once for each request, bounded, and this machine without a
//! proxy.

mod body;

use std::error::Error as _;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{ClientBuilder, Proxy, Url};

pub use body::{Body, Broken, MOST_STREAMED, of_a_refusal};

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(30);

/// A client for one address. It asks once, and keeps no connection that the server may have closed meanwhile.
pub fn client(url: &Url, redirects: Policy, proxy: Option<Proxy>) -> ClientBuilder {
    let builder = reqwest::Client::builder()
        .user_agent(concat!("frieze/", env!("CARGO_PKG_VERSION")))
        .redirect(redirects)
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(CONNECTING)
        .pool_max_idle_per_host(0);
    match proxy {
        Some(proxy) => builder.proxy(proxy),
        None => {
            let builder = if is_loopback(url) { builder.no_proxy() } else { builder };
            // A machine without certificates can still talk to itself, and to a plain address.
            if url.scheme() == "http" { builder.tls_certs_only([]) } else { builder }
        }
    }
}

/// Seconds that a server names, as milliseconds: the most that a number holds where they are more, so that a time which is too
/// long is not taken for none. What is no time is none.
pub fn milliseconds(seconds: f64) -> Option<u64> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Some(u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)),
        Err(_) => (seconds > 0.0).then_some(u64::MAX),
    }
}

/// Whether an address is this machine's.
pub fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let named = host == "localhost" || host.ends_with(".localhost");
    named || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Whether the other side ended a connection that stood, without a word.
pub fn is_cut(error: &reqwest::Error) -> bool {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    let mut below = error.source();
    while let Some(deeper) = below {
        let system = deeper.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        if matches!(system, Some(BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof))
            // The type that says so is not ours to name.
            || deeper.to_string().contains("closed before message completed")
        {
            return !error.is_connect();
        }
        below = deeper.source();
    }
    false
}

/// What is at the bottom of an error, in its own words and without the address, which may hold a secret.
pub fn cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut words = error.to_string();
    let mut below = error.source();
    while let Some(deeper) = below {
        words = deeper.to_string();
        below = deeper.source();
    }
    words.chars().take(200).collect()
}
