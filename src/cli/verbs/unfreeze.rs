//! `frieze unfreeze`: records why a person deleted FROZEN.md. It deletes nothing: no verb leaves FROZEN (ruling 3).

use crate::cli::args::Unfreeze;
use crate::cli::out::Out;
use crate::cli::{Context, End, Ended, Stop, feature, refusals};
use frieze_engine::InspectDepth;
use frieze_kernel::{Event, FileProblem, Order};

pub fn unfreeze(context: &Context, args: &Unfreeze, out: &Out) -> Ended {
    let id = feature(&args.id)?;
    let reason = args.reason.as_deref().map(crate::cli::reason).transpose()?;
    let view = context.design().inspect(&id, InspectDepth::Locked)?.view;
    if view.is_sealed {
        let stop = Stop::refused(
            format!("{id} is frozen, and no command can unfreeze it"),
            format!("delete features/{id}/design/final/FROZEN.md yourself, then run this command again"),
        );
        return Err(refusals::journal(context, &id, "unfreeze", stop));
    }
    if view.file_problem == Some(FileProblem::Tampered) {
        let what = format!("{id} is {}: {}", view.state, view.reason.unwrap_or_default());
        return Err(Stop::failed(what, view.hint.unwrap_or_default()));
    }
    match reason {
        Some(reason) => {
            context.design().take_once(&id, &Event::Ordered(Order::Explain { reason: reason.to_owned() }))?;
            out.line(&format!("{id} is {}; the reason is recorded", view.state));
        }
        None if view.lacks_reason => {
            out.line(&format!(
                "{id} is {}: FROZEN.md was deleted, and no reason is recorded yet",
                view.state
            ));
            out.line(&format!("next: frieze unfreeze {id} --reason TEXT"));
        }
        None => out.line(&format!("{id} is {}; no reason is needed", view.state)),
    }
    Ok(End::Done)
}
