//! The modes of a feature: how often a phase is reviewed at most.

use strum::IntoStaticStr;

/// "Hotfix=1, Quick=2, Standard=3, Full=5".
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, IntoStaticStr)]
#[strum(serialize_all = "lowercase", const_into_str)]
pub enum Mode {
    Hotfix,
    Quick,
    #[default]
    Standard,
    Full,
}

impl Mode {
    /// From the least to the most iterations.
    pub const ALL: [Self; 4] = [Self::Hotfix, Self::Quick, Self::Standard, Self::Full];

    /// Its name in `.meta.json` and on the command line.
    pub const fn name(self) -> &'static str {
        self.into_str()
    }

    /// The mode with a name in any case; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name().eq_ignore_ascii_case(name.trim()))
    }

    /// The most iterations of a phase. Nothing configures them (TD3).
    pub const fn max_iterations(self) -> u32 {
        match self {
            Self::Hotfix => 1,
            Self::Quick => 2,
            Self::Standard => 3,
            Self::Full => 5,
        }
    }
}
