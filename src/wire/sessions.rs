//! What the workflow `session` needs of the machine.

use frieze_adapters::session_conditions::SessionConditions;
use frieze_adapters::standards::FolderStandards;
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
    profile.config().check(&context).map_err(|why| Misconfigured::new(why, "frieze session new --help"))?;
    let settings = conditions.configuration.settings().map_err(Misconfigured::from)?;
    let root = profile.config().standards_root.clone().or(settings.session.standards_root);
    let texts = match root {
        Some(root) => folder(conditions).texts(&root, &profile.standards(&context))?,
        None => Vec::new(),
    };
    standards::merge(profile.name(), &texts).map_err(|why| {
        Misconfigured::new(why, "name fewer or shorter files in the profile's config.yml").into()
    })
}

fn folder(conditions: &SessionConditions) -> FolderStandards {
    FolderStandards { workspace: conditions.root.clone(), variable: |name| std::env::var_os(name) }
}
