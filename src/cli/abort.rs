//! `frieze abort`: ends a candidate's run, or one that is under way; everything stays on disk.

use super::approve::{decide, nothing};
use super::args::Abort;
use super::confirm::{person_at_terminal, typed};
use super::out::Out;
use super::{End, Ended, Stop, Tools, id, show};
use crate::kernel::{Event, Flow, Order};

pub fn abort<F: Flow>(tools: &Tools<F>, args: &Abort, out: &Out) -> Ended {
    let id = id(&args.id)?;
    person_at_terminal("abort")?;
    let view = tools.engine.look(&id)?;
    show::head(&view, show::current(tools, &id).as_ref(), out);
    let reason = match &args.reason {
        Some(reason) => reason.clone(),
        None => match typed("why? ")? {
            Some(reason) => reason,
            None => return nothing(out),
        },
    };
    if reason.trim().is_empty() {
        return Err(Stop::refused("nothing was decided: an abort needs a reason", "say why in a few words"));
    }
    let event = match &view.gate {
        Some(gate) => match decide(gate, "abort", Some(&reason), false)? {
            Some(decision) => Event::Decided(decision),
            None => return nothing(out),
        },
        None => match typed(&format!("type {id} to abort its run: "))? {
            Some(line) if line.trim() == id.as_str() => Event::Ordered(Order::Stop { reason }),
            Some(_) | None => return nothing(out),
        },
    };
    let view = tools.engine.once(&id, &event)?;
    out.line(&format!("{id} is {}; everything is still on disk", view.state));
    Ok(End::Done)
}
