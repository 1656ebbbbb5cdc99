//! `config.yml` of a profile: scopes, layers and their standards (S57).

use std::collections::{BTreeMap, BTreeSet};

use frieze_data::fields::Fields;
use frieze_data::file_name::FileName;
use frieze_design::yaml;
use serde::Deserialize;

/// The standards that belong to every layer.
const UNIVERSAL: &str = "_universal";
/// The key of the context that names a scope.
const SCOPE: &str = "scope";

/// "Domain policy (profile-specific)".
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    #[serde(default)]
    pub scopes: BTreeMap<String, Scope>,
    /// Files below the standards' root, by layer; `_universal` for all.
    #[serde(default)]
    pub layer_standards: BTreeMap<String, Vec<FileName>>,
    /// "Optional: Override engine defaults".
    #[serde(default)]
    pub standards_root: Option<String>,
    /// Keys of the context without which no session begins.
    #[serde(default)]
    pub required_context: Vec<String>,
    /// Extensions of the files that answers may contain; empty: all.
    #[serde(default)]
    pub extensions: Vec<String>,
}

/// A kind of work.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scope {
    pub layers: Vec<String>,
}

impl Config {
    /// Reads a `config.yml`.
    ///
    /// # Errors
    /// Strict YAML's first error, an unknown key, and a layer without standards.
    pub fn read(text: &str) -> Result<Self, String> {
        if text.len() > yaml::LARGEST {
            return Err(format!("the file has {} bytes; at most {} are read", text.len(), yaml::LARGEST));
        }
        let config: Self = yaml::read(text, 2_000, 6).map_err(|(line, why)| match line {
            Some(line) => format!("line {line}: {why}"),
            None => why,
        })?;
        let is_unknown =
            |layer: &&String| *layer == UNIVERSAL || !config.layer_standards.contains_key(*layer);
        for (name, scope) in &config.scopes {
            if let Some(layer) = scope.layers.iter().find(is_unknown) {
                let why = format!("layer {layer:?} is not in `layer_standards`; add it there, or []");
                return Err(format!("scope {name:?}: {why}"));
            }
        }
        Ok(config)
    }

    /// Checks what a session is about.
    ///
    /// # Errors
    /// Missing keys, and a scope that the profile does not have.
    pub fn check(&self, context: &Fields) -> Result<(), String> {
        let is_missing = |key: &&String| context.text(key).is_none_or(|value| value.trim().is_empty());
        let missing: Vec<String> =
            self.required_context.iter().filter(is_missing).map(|key| format!("-c {key}=…")).collect();
        if !missing.is_empty() {
            return Err(format!("the profile needs more context; add {}", missing.join(" ")));
        }
        match context.text(SCOPE) {
            Some(scope) if !self.scopes.is_empty() && !self.scopes.contains_key(scope) => {
                let known: Vec<&str> = self.scopes.keys().map(String::as_str).collect();
                Err(format!("the profile has no scope {scope:?}; use {}", known.join(" or ")))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The layers of a session's scope, in order.
    pub fn layers(&self, context: &Fields) -> &[String] {
        let scope = context.text(SCOPE).and_then(|scope| self.scopes.get(scope));
        scope.map_or(&[], |scope| &scope.layers)
    }

    /// The standards of a session: `_universal`, then its layers, each file once (S25).
    pub fn standards(&self, context: &Fields) -> Vec<FileName> {
        let layers = self.layers(context).iter().map(String::as_str);
        let of = |layer: &str| self.layer_standards.get(layer).map(Vec::as_slice).unwrap_or_default();
        let mut seen = BTreeSet::new();
        let all = std::iter::once(UNIVERSAL).chain(layers).flat_map(of);
        all.filter(|name| seen.insert(*name)).cloned().collect()
    }
}
