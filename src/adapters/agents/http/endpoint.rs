//! Where a server is: its address, what is allowed of one, and the client that reaches it.

use std::error::Error as _;
use std::net::IpAddr;
use std::time::Duration;

use reqwest::{Client, Proxy, Url};

use super::dialect::Dialect;
use crate::ports::Misconfigured;

/// How long a server may take to accept a connection.
const CONNECTING: Duration = Duration::from_secs(30);

/// Where an API begins.
pub struct Endpoint(Url);

fn wrong(what: impl Into<String>, hint: impl Into<String>) -> Misconfigured {
    Misconfigured { what: what.into(), hint: hint.into() }
}

impl Endpoint {
    /// The address of a configuration, or the provider's own.
    pub fn of(dialect: Dialect, url: Option<&str>) -> Result<Self, Misconfigured> {
        let url = parsed("url", url.unwrap_or_else(|| dialect.url()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(wrong(
                "url: it is neither http:// nor https://",
                "write for example http://localhost:11434/v1",
            ));
        }
        Ok(Self(url))
    }

    /// An address below it. What it has behind a `?` stays.
    pub fn below(&self, pieces: &[&str]) -> Url {
        let mut url = self.0.clone();
        url.set_fragment(None);
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(pieces);
        }
        url
    }

    /// As people read it: without what may stand behind a `?`.
    pub fn shown(&self) -> String {
        let mut url = self.0.clone();
        url.set_query(None);
        url.set_fragment(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    pub fn is_loopback(&self) -> bool {
        let host = self.host().trim_start_matches('[').trim_end_matches(']');
        let named = host == "localhost" || host.ends_with(".localhost");
        named || host.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
    }

    /// A key goes to this machine, or nobody on the way can read it.
    pub fn must_be_private(&self) -> Result<(), Misconfigured> {
        if self.0.scheme() == "https" || self.is_loopback() {
            return Ok(());
        }
        Err(wrong(
            format!("url: a key would go to {} in plain text, since the address is http://", self.host()),
            "use https://, or a tunnel to localhost, or leave the key out if the server asks for none",
        ))
    }

    /// A client that asks once, follows no redirect, and reaches this machine without a proxy.
    pub fn client(&self, proxy: Option<&str>) -> Result<Client, Misconfigured> {
        let mut builder = Client::builder()
            .user_agent(concat!("frieze/", env!("CARGO_PKG_VERSION")))
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never())
            .referer(false)
            .connect_timeout(CONNECTING)
            // Each request has a connection of its own: one that the server closed meanwhile would lose a request.
            .pool_max_idle_per_host(0);
        match proxy {
            Some(proxy) => {
                let url = parsed("proxy", proxy)?;
                let proxy = Proxy::all(url).map_err(|e| wrong(format!("proxy: {}", cause(e)), PROXY))?;
                builder = builder.proxy(proxy);
            }
            None if self.is_loopback() => builder = builder.no_proxy(),
            None => {}
        }
        if self.0.scheme() == "http" && proxy.is_none() {
            // A machine without certificates can still talk to itself.
            builder = builder.tls_certs_only([]);
        }
        builder.build().map_err(|e| {
            wrong(
                format!("no connection to {} can be made: {}", self.host(), cause(e)),
                "install the system's certificates (for example the package ca-certificates)",
            )
        })
    }
}

const PROXY: &str = "write for example http://proxy.example.org:3128";

fn parsed(what: &str, text: &str) -> Result<Url, Misconfigured> {
    let url = Url::parse(text).map_err(|e| {
        wrong(
            format!("{what}: it is no address: {e}"),
            "write it with its scheme, for example http://localhost:11434/v1",
        )
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        let hint = match what {
            "proxy" => {
                "leave the proxy out here, and set HTTPS_PROXY in the environment to the address with its password"
            }
            _ => "keep secrets out of the configuration: write key: {env: NAME}",
        };
        return Err(wrong(format!("{what}: it holds a user or a password"), hint));
    }
    if url.host_str().is_none() {
        return Err(wrong(
            format!("{what}: it names no host"),
            "write for example http://localhost:11434/v1",
        ));
    }
    Ok(url)
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
