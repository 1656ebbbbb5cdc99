//! Configuration: built-in defaults < the user's file < the workspace's `frieze.yaml` < environment < `--set` (ruling 21). Every
//! value knows its origin. For sessions, `.aiwf/config.yml` comes before the other file of the workspace, and the one in the
//! home folder after the other file of the user.

mod agents;
mod aiwf;
mod amount;
mod edit;
mod file;
mod layers;
mod lines;
mod positions;
mod settings;

pub use agents::{AgentEntry, Http, KeySource, Preset, Price, Program, ServerEntry, Temperature};
pub use edit::{RoleChange, with_roles};
pub use file::LARGEST;
pub use layers::Configuration;
pub use settings::{Colouring, Origin, Settings, Sign};

/// The workspace's configuration file; its folder is the workspace.
pub const FILE_NAME: &str = "frieze.yaml";
