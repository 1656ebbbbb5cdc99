//! Text for terminals (promise P11): briefs, models, servers and file names may contain anything, so all text for the screen,
//! logs and stdout is a [`Shown`].

mod class;
mod closest;
mod line_breaks;
mod lossy;
mod shell_word;
mod shown;
mod size;
#[cfg(test)]
mod tests;
mod words;

pub use class::is_hidden;
pub use closest::closest;
pub use line_breaks::may_break_between;
pub use lossy::lossy;
pub use shell_word::shell_word;
pub use shown::Shown;
pub use size::size;
pub use words::{count, cut, first, sort_key};
