//! Requests of rejections, by row of the Feedback pane.

use frieze_engine::past::{Item, Rejection};

/// The request with this number, counted from 1 through all rejections.
pub fn item(rejections: &[Rejection], number: usize) -> Option<(&Rejection, &Item)> {
    let mut items = rejections.iter().flat_map(|r| r.items.iter().flatten().map(move |item| (r, item)));
    items.nth(number.checked_sub(1)?)
}
