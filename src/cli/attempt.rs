//! A decision that a feature does not allow where it stands: "Rejected transitions MUST log violation". The engine refuses it
//! and journals that; the person is told in the words of the verb.

use super::out::remark;
use super::{Stop, Tools};
use crate::domain::id::FeatureId;
use crate::engine::Trouble;
use crate::kernel::{Event, Flow, Order};

/// Has the attempt journalled, and gives back what stops it.
pub fn refused<F: Flow>(tools: &Tools<F>, id: &FeatureId, what: &'static str, stop: Stop) -> Stop {
    match tools.engine.once(id, &Event::Ordered(Order::Attempt { what })) {
        Ok(_) | Err(Trouble::Refused(_)) => {}
        Err(trouble) => remark(&format!("that this was refused is not in the journal: {trouble}")),
    }
    stop
}
