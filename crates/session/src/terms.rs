//! The conditions of a session under the present configuration.

use frieze_kernel::Refusal;

use crate::profile::Profile;

/// What steps of a session need to know in addition to the files.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The profiles with the workspace's changes, by name; or why one of them cannot be used.
    pub profiles: Vec<(&'static str, Result<Profile, Refusal>)>,
    /// The most requests to agents of a session.
    pub max_calls: Option<u32>,
}

impl Terms {
    /// The profile with a name.
    ///
    /// # Errors
    /// There is none, or it cannot be used.
    pub fn profile(&self, name: &str) -> Result<&Profile, Refusal> {
        match self.profiles.iter().find(|(known, _)| *known == name) {
            Some((_, Ok(profile))) => Ok(profile),
            Some((_, Err(refusal))) => Err(refusal.clone()),
            None => {
                let known: Vec<&str> = self.profiles.iter().map(|(known, _)| *known).collect();
                let what = format!("no profile has the name {name:?}");
                Err(Refusal::new("profile", what, format!("use {}", known.join(" or "))))
            }
        }
    }
}
