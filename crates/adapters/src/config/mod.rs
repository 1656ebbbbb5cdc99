//! Configuration: built-in defaults < the user's file < the workspace's `frieze.yaml` < environment < `--set` (ruling 21). Every
//! value knows its origin.

mod agents;
mod amount;
mod edit;
mod file;
mod lines;
mod positions;
mod settings;

pub use agents::{AgentEntry, Http, KeySource, Preset, Price, Program, ServerEntry, Temperature};
pub use edit::{RoleChange, with_roles};
pub use file::{FILE_NAME, LARGEST};
pub use settings::{Colouring, Configuration, Origin, Settings, Sign};
