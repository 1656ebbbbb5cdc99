//! The roles of a chain: who writes the artifacts, and who reviews them. Nobody reviews what they wrote (TD1).

/// Declares the roles with their names, and with what the names of their prompts and answers begin with.
macro_rules! roles {
    ($($role:ident = $name:literal,)*) => {
        /// A role that a configured agent can play. Without one, the built-in player does.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum ChainRole {
            $($role,)*
        }

        impl ChainRole {
            pub const ALL: &'static [Self] = &[$(Self::$role,)*];

            /// Its name in the configuration, and of its template.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$role => $name,)* }
            }

            pub(crate) const fn prompt(self) -> &'static str {
                match self { $(Self::$role => concat!($name, "-prompt-"),)* }
            }

            pub(crate) const fn answer(self) -> &'static str {
                match self { $(Self::$role => concat!($name, "-answer-"),)* }
            }
        }
    };
}

roles! {
    Brainstormer = "brainstormer",
    Specifier = "specifier",
    Planner = "planner",
    Tasker = "tasker",
    Implementer = "implementer",
    Verifier = "verifier",
    DesignerNotes = "designer-notes",
    ChainReviewer = "chain-reviewer",
    FinalReviewer = "final-reviewer",
}
