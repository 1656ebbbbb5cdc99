//! The origin of a preview: the built-in page, or a server's.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_intent::Reading;
use frieze_kernel::BUILT_IN;
use frieze_preview as preview;
use frieze_rubric::Compared;

/// The origin of `design/preview.html` (ruling 12).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preview {
    pub intent_sha256: Digest,
    pub sha256: Digest,
    /// `built-in`, or the server's name.
    pub renderer: String,
    /// The comparison with the brief that the page shows. Missing on pages of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub compared: Option<Compared>,
    /// The pending request to the server.
    #[serde(rename = "asked", skip_serializing_if = "Option::is_none", default)]
    pub request: Option<PreviewRequest>,
    /// Why the built-in page is used although a server is configured, or which screens the server did not draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fallback: Option<String>,
}

/// A request to a preview server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreviewRequest {
    pub server: String,
    /// How often this page was requested.
    pub times: u32,
    /// The time of the first request.
    pub since: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub not_before: Option<Timestamp>,
}

impl Preview {
    /// The built-in page of a design, and its record.
    pub fn of(reading: &Reading, compared: Option<Compared>) -> (Self, Vec<u8>) {
        let words = compared.map(|compared| compared.in_words());
        let page = preview::render(&reading.intent, reading.sha256, words.as_deref()).into_bytes();
        let (intent_sha256, sha256) = (reading.sha256, Digest::of(&page));
        let renderer = BUILT_IN.to_owned();
        (Self { intent_sha256, sha256, renderer, compared, request: None, fallback: None }, page)
    }

    /// The comparison with the brief, as the page says it.
    pub fn in_words(&self) -> Option<String> {
        self.compared.map(|compared| compared.in_words())
    }

    /// Whether it is the built-in page.
    pub fn is_built_in(&self) -> bool {
        self.renderer == BUILT_IN
    }
}
