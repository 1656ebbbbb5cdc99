//! The modes of a feature: how often a phase is reviewed at most.

use std::fmt;

/// "Hotfix=1, Quick=2, Standard=3, Full=5".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
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
        match self {
            Self::Hotfix => "hotfix",
            Self::Quick => "quick",
            Self::Standard => "standard",
            Self::Full => "full",
        }
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

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
