//! Changes of settings that a run refused: each is reported once.

use super::out::remark;
use frieze_data::text::Shown;
use frieze_kernel::RunView;

/// Reports the refusals in `after` that are not in `before`.
pub fn report_new(before: &RunView, after: &RunView) {
    for refused in after.refused.iter().filter(|refused| !before.refused.contains(refused)) {
        remark(&format!("{}: {}", after.id, Shown::line(refused)));
    }
}
