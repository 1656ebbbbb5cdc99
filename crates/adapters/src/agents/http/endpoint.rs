//! Address of a server: validation, URLs below it, and the HTTP client for it.

use reqwest::redirect::Policy;
use reqwest::{Client, Proxy, Url};

use super::dialect::Dialect;
use crate::web;
use crate::web::cause;
use frieze_ports::Misconfigured;

/// The base address of an API.
pub struct Endpoint(Url);

impl Endpoint {
    /// The configured address, or the provider's own.
    ///
    /// # Errors
    /// If it is not a usable HTTP address.
    pub fn of(dialect: Dialect, url: Option<&str>) -> Result<Self, Misconfigured> {
        let url = parsed("url", url.unwrap_or_else(|| dialect.url()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(Misconfigured::new(
                "url: must start with http:// or https://",
                "for example http://localhost:11434/v1",
            ));
        }
        Ok(Self(url))
    }

    /// An address below the base. The query stays.
    pub fn below(&self, pieces: &[&str]) -> Url {
        let mut url = self.0.clone();
        url.set_fragment(None);
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(pieces);
        }
        url
    }

    /// The address for display, without its query.
    pub fn shown(&self) -> String {
        let mut url = self.0.clone();
        url.set_query(None);
        url.set_fragment(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    /// The host name.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &str {
        self.0.scheme()
    }

    /// Whether it is this machine.
    pub fn is_loopback(&self) -> bool {
        web::is_loopback(&self.0)
    }

    /// Checks that a key cannot be read on its way.
    ///
    /// # Errors
    /// If the address is neither local nor https.
    pub fn check_private(&self) -> Result<(), Misconfigured> {
        if self.0.scheme() == "https" || self.is_loopback() {
            return Ok(());
        }
        Err(Misconfigured::new(
            format!("url: http:// would send the key to {} in plain text", self.host()),
            "use https://, or a tunnel to localhost, or remove the key if the server needs none",
        ))
    }

    /// A client that follows no redirects and reaches this machine without a proxy.
    ///
    /// # Errors
    /// If the proxy is not an address, or the system's certificates are missing.
    pub fn client(&self, proxy: Option<&str>) -> Result<Client, Misconfigured> {
        let proxy = match proxy {
            Some(proxy) => {
                let url = parsed("proxy", proxy)?;
                Some(Proxy::all(url).map_err(|e| Misconfigured::new(format!("proxy: {}", cause(e)), PROXY))?)
            }
            None => None,
        };
        web::client(&self.0, Policy::none(), proxy).build().map_err(|e| {
            Misconfigured::new(
                format!("cannot connect to {}: {}", self.host(), cause(e)),
                "install the system's certificates (for example the package ca-certificates)",
            )
        })
    }
}

const PROXY: &str = "for example http://proxy.example.org:3128";

fn parsed(what: &str, text: &str) -> Result<Url, Misconfigured> {
    let url = Url::parse(text).map_err(|e| {
        Misconfigured::new(
            format!("{what}: not an address: {e}"),
            "write it with its scheme, for example http://localhost:11434/v1",
        )
    })?;
    if !url.username().is_empty() || url.password().is_some() {
        let hint = match what {
            "proxy" => {
                "remove the proxy here, and set HTTPS_PROXY in the environment to the address with its password"
            }
            _ => "keep secrets out of the configuration: write key: {env: NAME}",
        };
        return Err(Misconfigured::new(format!("{what}: must not contain a user or password"), hint));
    }
    if url.host_str().is_none() {
        return Err(Misconfigured::new(
            format!("{what}: has no host"),
            "for example http://localhost:11434/v1",
        ));
    }
    Ok(url)
}
