//! `frieze reset`: FAILED → IDLE; a damaged record is set aside first.

use super::args::Reset;
use super::out::Out;
use super::{End, Ended, Tools, id};
use crate::engine::Trouble;
use crate::kernel::{Event, Flow, Order, Unreadable};

pub fn reset<F: Flow>(tools: &Tools<F>, args: &Reset, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let order = Event::Ordered(Order::Reset { from_best: args.from_best });
    match tools.engine.once(&id, &order) {
        Err(Trouble::Record { why: Unreadable::Damaged(_), path }) => {
            tools.engine.set_aside(&id)?;
            out.line(&format!("{path} was damaged and is kept in design/damaged; {id} begins afresh"));
        }
        outcome => {
            let view = outcome?;
            let from = if args.from_best { "; the next run starts from the best iteration" } else { "" };
            out.line(&format!("{id} is {}{from}", view.state));
        }
    }
    out.line(&format!("next: frieze run {id}"));
    Ok(End::Done)
}
