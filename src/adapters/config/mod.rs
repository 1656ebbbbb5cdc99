//! Configuration: built-in defaults < the user's file < the workspace's `frieze.yaml` < environment <
//! `--set` (ruling 21). Every value knows where it came from.

mod file;
mod settings;

pub use file::{Colouring, FILE_NAME};
pub use settings::{Configuration, Line, Origin, ScreenSettings, Settings, Valued};
