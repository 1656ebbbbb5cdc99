//! `frieze abort`: ends a candidate's run, or one that was interrupted; everything stays on disk.

use super::approve::{decide, decided, nothing};
use super::args::Abort;
use super::confirm::{person_at_terminal, typed};
use super::out::Out;
use super::{End, Ended, Stop, Tools, attempt, id, kept, show, words};
use crate::kernel::{Event, Flow, Order};

pub fn abort<F: Flow>(tools: &Tools<F>, args: &Abort, out: &Out) -> Ended {
    let id = id(&args.id)?;
    let given = args.reason.as_deref().map(|reason| words("reason", reason)).transpose()?;
    person_at_terminal("abort")?;
    let view = tools.engine.look(&id)?;
    // A run that was interrupted needs nobody; all else without a gate has nothing to end.
    if view.gate.is_none() && (view.needs.is_some() || view.is_sealed) {
        let what = format!("{id} is {}: there is no run to abort", view.state);
        let stop = Stop::refused(what, format!("`frieze show {id}` says what can be done with it"));
        return Err(attempt::refused(tools, &id, "abort", stop));
    }
    // A move of the engine's own stands open: a run that was interrupted just there.
    if view.gate.is_none() && view.waiting_for.is_none() {
        let stop = Stop::refused(
            format!("{id} is {}, which cannot be aborted", view.state),
            format!(
                "`frieze run {id}` goes on with it; abort it when it is a candidate, or interrupt that run \
                 while it waits for an agent"
            ),
        );
        return Err(attempt::refused(tools, &id, "abort", stop));
    }
    let shown = show::told(show::current(tools, &id)).map(|reading| reading.intent);
    show::head(tools, &view, shown.as_ref(), out);
    let reason = match given {
        Some(reason) => reason.to_owned(),
        None => match typed("why? ")? {
            Some(reason) => reason,
            None => return nothing(out),
        },
    };
    if reason.trim().is_empty() {
        return Err(Stop::refused("nothing was decided: an abort needs a reason", "say why in a few words"));
    }
    let view = match &view.gate {
        Some(gate) => match decide(tools, gate, "abort", Some(&reason), false)? {
            Some(decision) => decided(tools, &view, &decision, shown.as_ref(), out)?,
            None => return nothing(out),
        },
        None => match typed(&format!("type {id} to abort its run: "))? {
            Some(line) if line.trim() == id.as_str() => {
                let stopped = tools.engine.once(&id, &Event::Ordered(Order::Stop { reason }))?;
                kept::tell(&view, &stopped);
                stopped
            }
            Some(_) | None => return nothing(out),
        },
    };
    out.line(&format!("{id} is {}; everything is still on disk", view.state));
    Ok(End::Done)
}
