//! The key of a model.

use std::path::Path;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};

use super::super::super::config::{Http, KeySource};
use super::dialect::Dialect;
use crate::secret;
use frieze_ports::Misconfigured;

/// The source of a key.
pub struct Key(KeySource);

/// A key, kept only during one request.
pub struct Secret(SecretString);

impl Key {
    /// The configured key; without one, the provider's usual variable, but only for the provider's own address.
    pub fn of(dialect: Dialect, http: &Http) -> Option<Self> {
        let usual = || http.url.is_none().then(|| KeySource::Env(dialect.variable().to_owned()));
        http.key.clone().or_else(usual).map(Self)
    }

    pub fn source(&self) -> &KeySource {
        &self.0
    }

    /// The current key.
    ///
    /// # Errors
    /// If there is no key.
    pub async fn fetch(&self, root: &Path) -> Result<Secret, Misconfigured> {
        secret::read(&self.0, root).await.map(Secret)
    }
}

impl Secret {
    /// A header with the key, marked so that logs hide it.
    pub fn header(&self, before: &str) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(&format!("{before}{}", self.0.expose_secret())).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The key itself, for redaction.
    pub fn bytes(&self) -> &[u8] {
        self.0.expose_secret().as_bytes()
    }
}
