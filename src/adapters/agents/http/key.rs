//! The key of a model: which one, and how it is sent.

use std::path::Path;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};

use super::super::super::config::{Http, KeySource};
use super::dialect::Dialect;
use crate::adapters::secret;
use crate::ports::Misconfigured;

/// Where a key comes from.
pub struct Key(KeySource);

/// A key, for as long as one request takes.
pub struct Secret(SecretString);

impl Key {
    /// The key that is configured; without one, what the provider's customers have in their environment, for the
    /// provider alone.
    pub fn of(dialect: Dialect, http: &Http) -> Option<Self> {
        let usual = || http.url.is_none().then(|| KeySource::Env(dialect.variable().to_owned()));
        http.key.clone().or_else(usual).map(Self)
    }

    /// Where it comes from.
    pub fn source(&self) -> &KeySource {
        &self.0
    }

    /// The key as it is now.
    pub async fn fetch(&self, root: &Path) -> Result<Secret, Misconfigured> {
        secret::read(&self.0, root).await.map(Secret)
    }
}

impl Secret {
    /// The key in a header that no log shows.
    pub fn header(&self, before: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{before}{}", self.0.expose_secret())).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The key itself, to be found where it must not be.
    pub fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}
