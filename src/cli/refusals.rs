//! Refusals of a verb or of changed settings, as the person and the journal see them.

use super::out::remark;
use super::{Context, Stop};
use frieze_data::id::FeatureId;
use frieze_data::text::Shown;
use frieze_engine::Trouble;
use frieze_kernel::{Event, Order, RunView};

/// Journals an action that the state of a feature does not allow ("Rejected transitions MUST log violation"), and returns the
/// verb's message.
pub fn journal(context: &Context, id: &FeatureId, what: &'static str, stop: Stop) -> Stop {
    match context.design().take_once(id, &Event::Ordered(Order::Attempt { what })) {
        Ok(_) | Err(Trouble::Refused(_)) => {}
        Err(trouble) => remark(&format!("this refusal is missing in the journal: {trouble}")),
    }
    stop
}

/// Reports each change of settings that a run refused since `before`.
pub fn report_new(before: &RunView, after: &RunView) {
    for refused in after.refused.iter().filter(|refused| !before.refused.contains(refused)) {
        remark(&format!("{}: {}", after.id, Shown::line(refused)));
    }
}
