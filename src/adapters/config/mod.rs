//! Configuration: built-in defaults < the user's file < the workspace's `frieze.yaml` < environment <
//! `--set` (ruling 21). Every value knows where it came from.

mod agents;
mod amount;
mod file;
mod lines;
mod places;
mod settings;

pub use agents::{AgentEntry, Http, KeySource, Price, Program, ServerEntry, Temperature};
pub use file::{Colouring, FILE_NAME, Sign};
pub use lines::Line;
pub use settings::{ApprovalSettings, Configuration, Origin, ScreenSettings, Settings, Valued};
