//! The header with the key of a model.

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret as _, SecretString};

/// A header with the key, marked so that logs hide it.
pub fn header(before: &str, key: Option<&SecretString>) -> Option<HeaderValue> {
    let mut value = HeaderValue::from_str(&format!("{before}{}", key?.expose_secret())).ok()?;
    value.set_sensitive(true);
    Some(value)
}
