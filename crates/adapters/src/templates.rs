//! The prompts and the template of FROZEN.md: built in, or a workspace's own under `templates/`. The text in use is the one
//! that is hashed and pinned.

use std::path::Path;
use std::sync::Arc;

use super::config::Configuration;
use super::trust::{self, OwnFile};
use frieze_chain::terms::ChainRole;
use frieze_data::digest::Digest;
use frieze_data::path::{RelPath, number_in};
use frieze_ports::{Definition, Kind, Misconfigured, NotConfigured, Store};

/// The largest template that is read, in bytes.
const LARGEST: usize = 256 * 1024;

/// A template in use.
#[derive(Clone, Debug)]
pub struct Template {
    /// `templates/…` in the workspace, or `built-in:templates/…`.
    pub path: String,
    /// Semantic version, from the file's name.
    pub version: String,
    pub text: String,
    pub sha256: Digest,
}

impl Template {
    fn new(path: String, version: [u32; 3], text: String) -> Self {
        let [major, minor, patch] = version;
        let sha256 = Digest::of(text.as_bytes());
        Self { path, version: format!("{major}.{minor}.{patch}"), text, sha256 }
    }

    /// It as a file that came with the workspace; `None` if it is built in.
    fn own(self, does: &str) -> Option<OwnFile> {
        (!self.path.starts_with(BUILT_IN)).then(|| own_file(self.path, self.sha256, does))
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Prompt {
    before: &'static str,
    /// The version of the built-in one.
    version: [u32; 3],
    built_in: &'static str,
}

/// The prompt of the Design Generator.
pub const GENERATOR: Prompt = Prompt {
    before: "design-generator-v",
    version: [2, 1, 0],
    built_in: include_str!("../../../templates/prompts/design-generator-v2.1.0.txt"),
};
/// The prompt of the Design Critic.
pub const CRITIC: Prompt = Prompt {
    before: "design-critic-v",
    version: [2, 0, 0],
    built_in: include_str!("../../../templates/prompts/design-critic-v2.0.0.txt"),
};
/// The prompt of a role of the chain.
macro_rules! chain {
    ($role:ident, $name:literal, $minor:literal) => {{
        let built_in =
            include_str!(concat!("../../../templates/prompts/chain-", $name, "-v1.", $minor, ".0.txt"));
        (
            ChainRole::$role,
            Prompt { before: concat!("chain-", $name, "-v"), version: [1, $minor, 0], built_in },
        )
    }};
}

/// The prompts of the chain's roles.
const CHAIN: [(ChainRole, Prompt); 9] = [
    chain!(Brainstormer, "brainstormer", 0),
    chain!(Specifier, "specifier", 0),
    chain!(Planner, "planner", 0),
    chain!(Tasker, "tasker", 0),
    chain!(Implementer, "implementer", 0),
    chain!(Verifier, "verifier", 0),
    chain!(DesignerNotes, "designer-notes", 0),
    chain!(ChainReviewer, "chain-reviewer", 0),
    chain!(FinalReviewer, "final-reviewer", 1),
];

/// The template of a role of a chain.
///
/// # Errors
/// As [`prompt`], and if the user has not trusted the workspace's own one.
pub fn chain_prompt(
    store: &Arc<dyn Store>,
    configuration: &Configuration,
    role: ChainRole,
) -> Result<Template, NotConfigured> {
    let (_, of) = CHAIN.iter().find(|(known, _)| *known == role).copied().unwrap_or(CHAIN[0]);
    let template = prompt(store, of)?;
    match untrusted(configuration, template.clone().own(CHAIN_ROLE)) {
        Some(wrong) => Err(wrong.into()),
        None => Ok(template),
    }
}

/// The prompts of the design's agents, with what they are used for.
const DESIGN: [(Prompt, &str); 2] =
    [(GENERATOR, "is the prompt that the generator gets"), (CRITIC, "is the prompt that the critic gets")];
/// What a template of a chain is used for.
const CHAIN_ROLE: &str = "is the prompt that a role of the chain gets";
/// Prefix of the path of a built-in template.
const BUILT_IN: &str = "built-in:";
const AFTER: &str = ".txt";

/// The prompt in use in a workspace: its own file with the highest version, or else the built-in one.
///
/// # Errors
/// `NotConfigured` if the folder or the template cannot be read, or the template is not UTF-8.
pub fn prompt(store: &Arc<dyn Store>, prompt: Prompt) -> Result<Template, NotConfigured> {
    let folder = RelPath::new("templates/prompts");
    let entries = store.list(&folder)?;
    let files = entries.iter().filter(|(_, kind)| *kind == Kind::File);
    let version = files.filter_map(|(name, _)| version_in(name, prompt.before)).max();
    let Some(version) = version else {
        let [major, minor, patch] = prompt.version;
        let path = format!("{BUILT_IN}templates/prompts/{}{major}.{minor}.{patch}{AFTER}", prompt.before);
        return Ok(Template::new(path, prompt.version, prompt.built_in.to_owned()));
    };
    let path = folder.versioned(prompt.before, version, AFTER);
    let text = text(store, &path)?.unwrap_or_default();
    Ok(Template::new(path.to_string(), version, text))
}

/// A workspace's own template of FROZEN.md.
const MARKER: &str = "templates/FROZEN.md.template";

/// The workspace's own templates that are in use. They came with the workspace and need trust, as its agents do (promise P30).
///
/// # Errors
/// If a template cannot be read.
pub fn definitions(store: &Arc<dyn Store>, root: &Path) -> Result<Vec<Definition>, NotConfigured> {
    let own = own_prompts(store, all())?.into_iter().chain(own_marker(store)?);
    Ok(own.map(|own| own.definition(root)).collect())
}

/// The first prompt of the design's agents that came with the workspace and that its user has not trusted.
pub fn untrusted_prompt(store: &Arc<dyn Store>, configuration: &Configuration) -> Option<Misconfigured> {
    untrusted(configuration, own_prompts(store, DESIGN.into_iter()).ok()?)
}

/// The workspace's own template of FROZEN.md, if its user has not trusted it.
pub fn untrusted_marker(store: &Arc<dyn Store>, configuration: &Configuration) -> Option<Misconfigured> {
    untrusted(configuration, own_marker(store).ok()?)
}

fn untrusted(configuration: &Configuration, own: impl IntoIterator<Item = OwnFile>) -> Option<Misconfigured> {
    trust::untrusted(configuration, configuration.root.as_deref()?, own)
}

fn own_prompts(
    store: &Arc<dyn Store>,
    prompts: impl Iterator<Item = (Prompt, &'static str)>,
) -> Result<Vec<OwnFile>, NotConfigured> {
    let own = |(of, does)| Ok(prompt(store, of)?.own(does));
    prompts.filter_map(|each| own(each).transpose()).collect()
}

fn own_marker(store: &Arc<dyn Store>) -> Result<Option<OwnFile>, NotConfigured> {
    let own = text(store, &RelPath::new(MARKER))?;
    let does = "is the form of FROZEN.md, which records an approval";
    Ok(own.map(|own| own_file(MARKER.to_owned(), Digest::of(own.as_bytes()), does)))
}

fn own_file(path: String, sha256: Digest, does: &str) -> OwnFile {
    let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
    OwnFile { name, described_in: path, sha256, does: does.to_owned() }
}

/// All prompts, with what they are used for.
fn all() -> impl Iterator<Item = (Prompt, &'static str)> {
    DESIGN.into_iter().chain(CHAIN.map(|(_, of)| (of, CHAIN_ROLE)))
}

/// The template of FROZEN.md in use in a workspace.
///
/// # Errors
/// `NotConfigured` if the template cannot be read or is not UTF-8.
pub fn marker(store: &Arc<dyn Store>) -> Result<String, NotConfigured> {
    let own = text(store, &RelPath::new(MARKER))?;
    Ok(own.unwrap_or_else(|| frieze_design::freeze_marker::TEMPLATE.to_owned()))
}

/// The text of a template; `None` if there is none.
///
/// # Errors
/// If it cannot be read or is not UTF-8.
pub(super) fn text(store: &Arc<dyn Store>, path: &RelPath) -> Result<Option<String>, NotConfigured> {
    let Some(bytes) = store.read(path, LARGEST)? else { return Ok(None) };
    let wrong = |_| {
        Misconfigured::new(
            format!("the template {path} is not UTF-8"),
            "save it as UTF-8, or remove it to use the built-in one",
        )
    };
    Ok(Some(String::from_utf8(bytes).map_err(wrong)?))
}

fn version_in(name: &str, before: &str) -> Option<[u32; 3]> {
    let mut parts = name.strip_prefix(before)?.strip_suffix(AFTER)?.split('.').map(number_in);
    let version = [parts.next()??, parts.next()??, parts.next()??];
    parts.next().is_none().then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_semantic_versions_are_versions() {
        for (name, expected) in [
            ("design-critic-v1.0.0.txt", Some([1, 0, 0])),
            ("design-critic-v10.2.31.txt", Some([10, 2, 31])),
            ("design-critic-v1.0.txt", None),
            ("design-critic-v1.0.0.0.txt", None),
            ("design-critic-v01.0.0.txt", None),
            ("design-critic-v1.0.0-beta.txt", None),
            ("design-critic-v+1.0.0.txt", None),
            ("x-design-critic-v1.0.0.txt", None),
        ] {
            assert_eq!(version_in(name, CRITIC.before), expected, "{name}");
        }
    }

    /// "Prompt templates MUST be versioned": the text of a version in a record can be found even if another version is in use now.
    #[test]
    fn a_released_version_never_changes() {
        let texts = [
            (
                include_str!("../../../templates/prompts/design-generator-v1.0.0.txt"),
                "e5f81188c0e650c9cbe63276ee539006bbcc1e136a8e29bb455103568cc8b68e",
            ),
            (
                include_str!("../../../templates/prompts/design-critic-v1.0.0.txt"),
                "acd96d4b616059ede14c0494d426b2d7149c06c49c868c2c23cde77b0c506148",
            ),
            (
                include_str!("../../../templates/prompts/design-critic-v1.1.0.txt"),
                "7df4d049c5268510b0ddef62c29ca69b13285fa7912b258c89bf7b3aa75ae1c9",
            ),
            (
                include_str!("../../../templates/prompts/design-generator-v1.1.0.txt"),
                "4d531e99a7dde52fa66cff57dd0eae1d016d05146ae989a810a32a957c78535e",
            ),
            (
                include_str!("../../../templates/prompts/design-critic-v1.2.0.txt"),
                "ba4264f09861cb5ac61c30c1170194db360be7e345df10b452c843d7edef607f",
            ),
            (
                include_str!("../../../templates/prompts/design-generator-v2.0.0.txt"),
                "f6af9ef78eecb9e82af5e7a9c5eb25bd36b88f257430dc7792945b8a08921af0",
            ),
            (
                include_str!("../../../templates/prompts/design-generator-v2.1.0.txt"),
                "daff0bbd2db70c5addfbe14bfa3dc4c4104856a3eed94248559023c66acd6e06",
            ),
            (
                include_str!("../../../templates/prompts/design-critic-v2.0.0.txt"),
                "ed4bb1c7fa2f9a2ce552c0aa7475ba18384c61627778ee942bbb4ceff441fe98",
            ),
        ];
        for (text, sha256) in texts {
            assert_eq!(Digest::of(text.replace('\r', "").as_bytes()).to_string(), sha256, "{text}");
        }
        assert!(texts.iter().any(|(text, _)| *text == GENERATOR.built_in));
        assert!(texts.iter().any(|(text, _)| *text == CRITIC.built_in));
    }
}
