//! `design/stitch.json`: the project of a feature and the screens that were asked for in it. A generation is charged, so
//! what was asked for is written down before it is asked.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::{json, schema};
use crate::ports::Store;

/// The largest file that is read, and how many screens are remembered.
const LARGEST: usize = 4 * 1024 * 1024;
const MOST: usize = 300;

/// What is remembered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Memory {
    pub schema_version: u64,
    pub feature_id: FeatureId,
    pub url: String,
    pub project: String,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub tools_sha256: Option<Digest>,
    pub screens: Vec<Remembered>,
}

/// One screen that was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Remembered {
    pub view: String,
    pub prompt_sha256: Digest,
    /// Absent while it is not known whether it was drawn.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub screen: Option<String>,
    /// The screens that were there before.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub before: Vec<String>,
}

impl Memory {
    /// A project in which nothing was asked for yet.
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

    /// The screen that was asked for with this prompt.
    pub fn screen(&self, view: &str, prompt: Digest) -> Option<&Remembered> {
        self.screens.iter().find(|known| known.view == view && known.prompt_sha256 == prompt)
    }

    /// Notes a screen, in the place of what was known of the same view and prompt.
    pub fn note(&mut self, screen: Remembered) {
        self.forget(&screen.view, screen.prompt_sha256);
        self.screens.push(screen);
        let beyond = self.screens.len().saturating_sub(MOST);
        self.screens.drain(..beyond);
    }

    /// Forgets what was asked for with this prompt.
    pub fn forget(&mut self, view: &str, prompt: Digest) {
        self.screens.retain(|known| known.view != view || known.prompt_sha256 != prompt);
    }
}

fn path(feature: &FeatureId) -> RelPath {
    Home::of(feature).stitch()
}

/// What is remembered of a feature's project at an address; `None` where nothing is, or of another address. A file that
/// cannot be read is no reason to pay for everything again: the error names it.
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

/// Keeps it, or says why that is not possible.
pub async fn keep(store: Arc<dyn Store>, memory: Memory) -> Result<(), String> {
    let keeping = tokio::task::spawn_blocking(move || {
        let value = json::of(&memory);
        if let Some(violation) = schema::stitch().violations(&value).first() {
            return Err(format!("what was to be remembered is not valid: {violation}"));
        }
        store.replace(&[(path(&memory.feature_id), json::pretty(&value))]).map_err(|e| e.to_string())
    });
    keeping.await.map_err(|e| e.to_string())?
}
