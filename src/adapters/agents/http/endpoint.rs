//! Where a server is: its address, what is allowed of one, and the client that reaches it.

use reqwest::redirect::Policy;
use reqwest::{Client, Proxy, Url};

use super::dialect::Dialect;
use crate::adapters::web::{self, cause};
use crate::ports::Misconfigured;

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

    /// Where else the same server may have the API, if it is not here: addresses are written without their version, or with
    /// what is asked.
    pub fn others(&self) -> Vec<Self> {
        let path = self.0.path().trim_end_matches('/');
        let candidates = match path.strip_suffix("/chat/completions") {
            Some(base) => vec![base.to_owned()],
            None if path.contains("/v1") => Vec::new(),
            None => vec![format!("{path}/v1"), "/v1".to_owned()],
        };
        let other = |path: String| {
            let mut url = self.0.clone();
            url.set_path(&path);
            Self(url)
        };
        let mut others: Vec<Self> = Vec::new();
        for other in candidates.into_iter().map(other) {
            if other.0 != self.0 && others.iter().all(|known| known.0 != other.0) {
                others.push(other);
            }
        }
        others
    }

    /// As people read it: without what may stand behind a `?`.
    pub fn shown(&self) -> String {
        let mut url = self.0.clone();
        url.set_query(None);
        url.set_fragment(None);
        url.as_str().trim_end_matches('/').to_owned()
    }

    /// The name of the machine.
    pub fn host(&self) -> &str {
        self.0.host_str().unwrap_or_default()
    }

    /// `http` or `https`.
    pub fn scheme(&self) -> &str {
        self.0.scheme()
    }

    /// Whether that is this machine.
    pub fn is_loopback(&self) -> bool {
        web::is_loopback(&self.0)
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
        let proxy = match proxy {
            Some(proxy) => {
                let url = parsed("proxy", proxy)?;
                Some(Proxy::all(url).map_err(|e| wrong(format!("proxy: {}", cause(e)), PROXY))?)
            }
            None => None,
        };
        web::client(&self.0, Policy::none(), proxy).build().map_err(|e| {
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
