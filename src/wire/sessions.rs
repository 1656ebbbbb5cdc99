//! What the workflow `session` needs of the machine.

use std::path::Path;

use frieze_adapters::session_conditions::SessionConditions;
use frieze_adapters::standards::FolderStandards;
use frieze_adapters::trust;
use frieze_data::fields::Fields;
use frieze_engine::Trouble;
use frieze_ports::{Misconfigured, Standards as _};
use frieze_session::standards;

/// Puts the standards of a new session together (S22): those that its profile and its scope name. Without a configured folder,
/// the heading alone.
///
/// # Errors
/// A profile or a standard that cannot be used.
pub fn bundle(
    conditions: &SessionConditions,
    profile: &str,
    context: &[(&str, &str)],
) -> Result<String, Trouble> {
    let terms = conditions.now()?;
    let profile = terms.profile(profile)?;
    let context = Fields::of_texts(context.iter().copied());
    profile.config.check(&context).map_err(|why| Misconfigured::new(why, "frieze session new --help"))?;
    let settings = conditions.configuration.settings().map_err(Misconfigured::from)?;
    let folder = folder(&conditions.root);
    let own = profile.config.standards_root.clone();
    // The profile's own folder came with its config.yml, which is trusted as a whole.
    if own.is_none()
        && let Some(definition) = folder.definition(&settings)
    {
        trust::allowed(&trust::read(&conditions.configuration)?, &definition)?;
    }
    let root = own.or(settings.session.standards_root);
    let texts = match root {
        Some(root) => folder.texts(&root, &profile.config.standards(&context))?,
        None => Vec::new(),
    };
    standards::merge(profile.name, &texts).map_err(|why| {
        Misconfigured::new(why, "name fewer or shorter files in the profile's config.yml").into()
    })
}

/// The standards for the workspace in this folder.
pub fn folder(root: &Path) -> FolderStandards {
    FolderStandards { workspace: root.to_owned(), variable: |name| std::env::var_os(name) }
}
