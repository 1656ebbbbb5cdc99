//! Actions that the state of a feature does not allow: "Rejected transitions MUST log violation". The engine journals them; the
//! person gets the verb's own message.

use super::out::remark;
use super::{Context, Stop};
use frieze_data::id::FeatureId;
use frieze_engine::Trouble;
use frieze_kernel::{Event, Flow, Order};

/// Journals the refused action and returns the verb's message.
pub fn journal<F: Flow>(context: &Context<F>, id: &FeatureId, what: &'static str, stop: Stop) -> Stop {
    match context.engine.take_once(id, &Event::Ordered(Order::Attempt { what })) {
        Ok(_) | Err(Trouble::Refused(_)) => {}
        Err(trouble) => remark(&format!("this refusal is missing in the journal: {trouble}")),
    }
    stop
}
