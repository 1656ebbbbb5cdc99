//! The canonical form of a JSON value (RFC 8785, ruling 10) and its digest: what every hash in this
//! product is taken of, so that anyone can recompute it without frieze (promise P8).

use serde_json::Value;

use super::digest::Digest;

/// The RFC 8785 bytes of a value that was read by [`super::json::read`].
pub fn canonical(value: &Value) -> Vec<u8> {
    // A `Value` holds no map key that is not text and no number that is not finite, which are the
    // only two things the serialiser refuses.
    serde_json_canonicalizer::to_vec(value).unwrap_or_default()
}

/// SHA-256 of the canonical form.
pub fn digest(value: &Value) -> Digest {
    Digest::of(&canonical(value))
}
