//! `frieze unfreeze`: notices that a person deleted FROZEN.md, and records why. It deletes nothing: no
//! verb leaves FROZEN (ruling 3).

use super::args::Unfreeze;
use super::out::Out;
use super::{End, Ended, Stop, Tools, attempt, id};
use crate::kernel::{Event, Flow, Harm, Need, Order};

pub fn unfreeze<F: Flow>(tools: &Tools<F>, args: &Unfreeze, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let reason = args.reason.as_deref().map(super::reason).transpose()?;
    let view = tools.engine.look(&id)?;
    if view.is_sealed {
        let stop = Stop::refused(
            format!("{id} is frozen, and no command unfreezes it"),
            format!("delete features/{id}/design/final/FROZEN.md yourself, then run this again to say why"),
        );
        return Err(attempt::refused(tools, &id, "unfreeze", stop));
    }
    if view.harm == Some(Harm::Tampered) {
        let what = format!("{id} is {}: {}", view.state, view.reason.unwrap_or_default());
        return Err(Stop { what, hint: view.hint.unwrap_or_default(), end: End::Failed });
    }
    match reason {
        Some(reason) => {
            tools.engine.once(&id, &Event::Ordered(Order::Explain { reason: reason.to_owned() }))?;
            out.line(&format!("{id} is {}; the reason is recorded", view.state));
        }
        None if view.needs == Some(Need::Reason) => {
            out.line(&format!("{id} is {}: its marker was deleted and the design verified", view.state));
            out.line(&format!("next: say why with frieze unfreeze {id} --reason TEXT"));
        }
        None => out.line(&format!("{id} is {}; nothing waits for a reason", view.state)),
    }
    Ok(End::Done)
}
