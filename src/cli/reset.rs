//! `frieze reset`: FAILED → IDLE; a damaged record is set aside first.

use super::args::Reset;
use super::out::{Out, remark};
use super::{End, Ended, Stop, Tools, id};
use crate::engine::Trouble;
use crate::kernel::{Event, Flow, Need, Order, Unreadable};

pub fn reset<F: Flow>(tools: &Tools<F>, args: &Reset, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let order = Event::Ordered(Order::Reset { from_best: args.from_best });
    let (view, from) = match tools.engine.once(&id, &order) {
        Err(Trouble::Record { why: Unreadable::Damaged(_), path }) => {
            let view = tools.engine.set_aside(&id)?;
            out.line(&format!("{path} was damaged and is kept in design/damaged; {id} begins afresh"));
            if args.from_best {
                remark("--from-best was ignored: which iteration was the best, only the damaged record knew");
            }
            (view, "")
        }
        outcome => {
            let from = if args.from_best { "; the next run starts from the best iteration" } else { "" };
            (outcome?, from)
        }
    };
    out.line(&format!("{id} is {}{from}", view.state));
    // A fresh record beside a marker that does not fit its design has failed at once.
    if view.needs == Some(Need::Reset) {
        let (why, hint) = (view.reason.unwrap_or_default(), view.hint.unwrap_or_default());
        return Err(Stop { what: format!("{id} is {}: {why}", view.state), hint, end: End::Failed });
    }
    out.line(&format!("next: frieze run {id}"));
    Ok(End::Done)
}
