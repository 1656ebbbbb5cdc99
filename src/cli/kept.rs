//! Tells whoever gave an order what was refused in the middle of the run meanwhile: once, when it is new.

use super::out::remark;
use crate::domain::text::Shown;
use crate::kernel::RunView;

/// Tells what `after` says was refused and `before` did not say yet.
pub fn tell(before: &RunView, after: &RunView) {
    for refused in after.refused.iter().filter(|refused| !before.refused.contains(refused)) {
        remark(&format!("{}: {}", after.id, Shown::line(refused)));
    }
}
