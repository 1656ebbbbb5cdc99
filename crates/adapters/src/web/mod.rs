//! HTTP client shared by all adapters: no retries, bounded sizes, and no proxy for this machine.

mod address;
mod body;

use std::error::Error as _;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::redirect::Policy;
use reqwest::{ClientBuilder, Proxy, Url};

pub use address::without_secrets;
pub use body::{Body, BodyError, MAX_STREAM, error_body};

/// Time limit for connecting.
const CONNECTING: Duration = Duration::from_secs(30);

/// A private server, or a proxy that inspects connections, has an authority of its own.
pub const CERTIFICATE_HINT: &str = "if the server is yours or your company's, add its authority to the system's certificates, or on \
    Linux name the authority's file: export SSL_CERT_FILE=…; else correct url";

/// A client for one address, without retries or kept-alive connections.
pub fn client(url: &Url, redirects: Policy, proxy: Option<Proxy>) -> ClientBuilder {
    // The first call installs the provider for the whole program; later calls fail and change nothing.
    let _ = rustls::crypto::ring::default_provider().install_default();
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

/// A delay in seconds, as milliseconds, capped at the maximum; `None` if it is not a valid time.
pub fn milliseconds(seconds: f64) -> Option<u64> {
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Some(u64::try_from(time.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX)),
        Err(_) => (seconds > 0.0).then_some(u64::MAX),
    }
}

/// Whether an address is this machine.
pub fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let named = host == "localhost" || host.ends_with(".localhost");
    named || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

/// Whether the other side closed an established connection without an answer.
pub fn is_cut(error: &reqwest::Error) -> bool {
    use std::io::ErrorKind::{BrokenPipe, ConnectionAborted, ConnectionReset, UnexpectedEof};
    let mut below = error.source();
    while let Some(deeper) = below {
        let system = deeper.downcast_ref::<std::io::Error>().map(std::io::Error::kind);
        if matches!(system, Some(BrokenPipe | ConnectionAborted | ConnectionReset | UnexpectedEof))
            // The type of this error is private.
            || deeper.to_string().contains("closed before message completed")
        {
            return !error.is_connect();
        }
        below = deeper.source();
    }
    false
}

/// The innermost cause of an error, without the address, which may contain a secret.
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
