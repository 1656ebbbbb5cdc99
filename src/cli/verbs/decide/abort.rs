//! `frieze abort`: ends the run of a candidate, or an interrupted or paused run; everything stays on disk.

use crate::cli::args::Abort;
use crate::cli::confirm::{person_at_terminal, typed};
use crate::cli::out::Out;
use crate::cli::verbs::decide::{cancelled, carry_out, decide};
use crate::cli::verbs::show;
use crate::cli::{Context, End, Ended, Stop, feature, refusals, words};
use frieze_engine::InspectDepth;
use frieze_kernel::{Event, Need, Order};

pub fn abort(context: &Context, args: &Abort, out: &Out) -> Ended {
    let id = feature(&args.id)?;
    let given = args.reason.as_deref().map(|reason| words("reason", reason)).transpose()?;
    if !context.design().exists(&id)? {
        return Err(context.design().no_such_feature(&id).into());
    }
    person_at_terminal("abort", &args.id)?;
    let view = context.design().inspect(&id, InspectDepth::Locked)?.view;
    // An interrupted run needs nobody; in all other states without a gate, only a paused run can be aborted.
    let is_over = view.needs.is_some_and(|needs| needs != Need::Resume);
    if view.gate().is_none() && (is_over || view.is_sealed) {
        let what = format!("{id} is {}: there is no run to abort", view.state);
        let stop = Stop::refused(what, format!("`frieze show {id}` lists its next steps"));
        return Err(refusals::journal(context, &id, "abort", stop));
    }
    // The run was interrupted during a step of the engine.
    if view.gate().is_none() && view.waiting_for.is_none() {
        let stop = Stop::refused(
            format!("{id} is {}, which cannot be aborted", view.state),
            format!(
                "`frieze run {id}` continues it; abort it when it is a candidate, or interrupt that run while it waits for an \
                 agent"
            ),
        );
        return Err(refusals::journal(context, &id, "abort", stop));
    }
    let shown = show::or_remark(show::current(context, &id)).map(|reading| reading.intent);
    show::head(context, &view, shown.as_ref(), out);
    let reason = match given {
        Some(reason) => reason.to_owned(),
        None => match typed("why? ")? {
            Some(reason) => reason,
            None => return cancelled(out),
        },
    };
    if reason.trim().is_empty() {
        return Err(Stop::refused(
            "nothing was decided: an abort needs a reason",
            "describe the reason in a few words",
        ));
    }
    let view = match view.gate() {
        Some(gate) => match decide(context, gate, "abort", Some(&reason), false)? {
            Some(decision) => carry_out(context, &view, &decision, shown.as_ref(), out)?,
            None => return cancelled(out),
        },
        None => match typed(&format!("type {id} to abort its run: "))? {
            Some(line) if line.trim() == id.as_str() => {
                let stopped = context.design().take_once(&id, &Event::Ordered(Order::Stop { reason }))?;
                refusals::report_new(&view, &stopped);
                stopped
            }
            Some(_) | None => return cancelled(out),
        },
    };
    out.line(&format!("{id} is {}; everything is still on disk", view.state));
    Ok(End::Done)
}
