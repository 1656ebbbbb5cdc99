//! stub
use super::digest::Digest;
use super::intent::Intent;
pub fn render(intent: &Intent, sha256: Digest) -> String {
    format!("{} {sha256}", intent.title)
}
