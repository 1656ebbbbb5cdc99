//! `design/stitch.json`: a feature's project and its requested screens. Each generation is charged, so a request is saved before
//! it is sent.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_data::{json, schema};
use frieze_kernel::files::Home;
use frieze_ports::Store;

/// Maximum size of the file, and number of screens in it.
const LARGEST: usize = 4 * 1024 * 1024;
const MOST: usize = 300;

/// The content of the file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Memory {
    pub schema_version: u64,
    pub feature_id: FeatureId,
    pub url: String,
    pub project: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tools_sha256: Option<Digest>,
    pub screens: Vec<RequestedScreen>,
}

/// A requested screen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RequestedScreen {
    pub view: String,
    pub prompt_sha256: Digest,
    /// Missing while it is unknown whether the screen was drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub screen: Option<String>,
    /// The screens that existed before the request.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub before: Vec<String>,
}

impl Memory {
    /// A new project.
    pub fn of(feature: &FeatureId, url: &str, project: String) -> Self {
        Self {
            schema_version: 1,
            feature_id: feature.clone(),
            url: url.to_owned(),
            project,
            tools_sha256: None,
            screens: Vec::new(),
        }
    }

    /// The screen requested with this prompt.
    pub fn screen(&self, view: &str, prompt: Digest) -> Option<&RequestedScreen> {
        self.screens.iter().find(|known| known.view == view && known.prompt_sha256 == prompt)
    }

    /// Adds a screen, replacing an entry for the same view and prompt.
    pub fn add(&mut self, screen: RequestedScreen) {
        self.forget(&screen.view, screen.prompt_sha256);
        self.screens.push(screen);
        let beyond = self.screens.len().saturating_sub(MOST);
        self.screens.drain(..beyond);
    }

    /// Removes the entry for a view and prompt.
    pub fn forget(&mut self, view: &str, prompt: Digest) {
        self.screens.retain(|known| known.view != view || known.prompt_sha256 != prompt);
    }
}

fn path(feature: &FeatureId) -> RelPath {
    Home::of(feature).stitch()
}

/// The saved project of a feature at an address; `None` if there is none, or only one at another address.
///
/// # Errors
/// If the file cannot be read: generating everything again would be charged again.
pub async fn read(store: Arc<dyn Store>, feature: FeatureId, url: String) -> Result<Option<Memory>, String> {
    let reading = tokio::task::spawn_blocking(move || {
        let path = path(&feature);
        let Some(bytes) = store.read(&path, LARGEST).map_err(|e| e.to_string())? else { return Ok(None) };
        let memory: Memory = schema::stitch().read(&bytes).map_err(|why| {
            format!(
                "{path} cannot be read ({why}): restore it, or delete it to have every screen drawn again"
            )
        })?;
        Ok((memory.feature_id == feature && memory.url == url).then_some(memory))
    });
    reading.await.map_err(|e| e.to_string())?
}

/// Saves the file.
///
/// # Errors
/// If it cannot be written.
pub async fn save(store: Arc<dyn Store>, memory: Memory) -> Result<(), String> {
    let keeping = tokio::task::spawn_blocking(move || {
        let value = json::of(&memory);
        if let Some(violation) = schema::stitch().violations(&value).first() {
            return Err(format!("the file stitch.json would not be valid: {violation}"));
        }
        store.replace(&[(path(&memory.feature_id), json::pretty(&value))]).map_err(|e| e.to_string())
    });
    keeping.await.map_err(|e| e.to_string())?
}
