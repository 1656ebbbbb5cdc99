//! The brief: a requirement document as the reader understood it. Every part carries the line it
//! stands on, so that nothing in a design is invented and everything can be looked up.

mod types;

pub use types::*;
#[derive(Debug, thiserror::Error)]
#[error("stub")]
pub struct NotABrief;
impl NotABrief {
    pub fn hint(&self) -> &'static str {
        ""
    }
}
pub fn read(_f: &str, _b: &[u8]) -> Result<(), NotABrief> {
    Ok(())
}
