//! Untrusted text on its way to a terminal (promise P11). Briefs, models, servers and file names may
//! hold anything; what reaches the screen, a log or stdout is a [`Shown`], and nothing else makes one.

mod class;
mod ends;
mod lossy;
mod meant;
mod shown;
mod size;

pub use class::is_hidden;
pub use ends::may_end_between;
pub use lossy::lossy;
pub use meant::meant;
pub use shown::Shown;
pub use size::size;
