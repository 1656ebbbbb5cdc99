//! `frieze reset`: FAILED → IDLE. A damaged record is set aside first.

use crate::cli::args::Reset;
use crate::cli::out::{Out, remark};
use crate::cli::verbs::status;
use crate::cli::{Context, End, Ended, Stop, feature};
use frieze_engine::Trouble;
use frieze_kernel::{Event, Need, Order, UNDO, Unreadable};

pub fn reset(context: &Context, args: &Reset, out: &Out) -> Ended {
    let id = feature(&args.id)?;
    if args.undo {
        let undo = Order::Verb { verb: UNDO, words: Vec::new(), text: None };
        let view = context.design().take_once(&id, &Event::Ordered(undo))?;
        out.line(&format!("{id} is {} again: {}", view.state, view.reason.unwrap_or_default()));
        return Ok(End::Done);
    }
    let order = Event::Ordered(Order::Reset { from_best: args.from_best });
    let view = match context.design().take_once(&id, &order) {
        Err(Trouble::Record { why: Unreadable::Damaged(_), path }) => {
            let view = context.design().set_aside(&id)?;
            out.line(&format!("{path} was damaged and is now in design/damaged; {id} starts from its brief"));
            if args.from_best {
                remark("--from-best was ignored: only the damaged record knew the best iteration");
            }
            view
        }
        outcome => outcome?,
    };
    out.line(&format!("{id} is {}", view.state));
    // If FROZEN.md does not fit the design, the new record fails at once.
    if view.needs == Some(Need::Reset) {
        let (why, hint) = (view.reason.unwrap_or_default(), view.hint.unwrap_or_default());
        return Err(Stop::failed(format!("{id} is {}: {why}", view.state), hint));
    }
    if let Some(words) = &view.reason {
        out.line(words);
    }
    // A restored frozen design needs nothing.
    if view.needs.is_some() {
        out.line(&format!("next: {}", status::run_design(context, &id)));
    }
    if view.next.iter().any(|(_, trigger)| *trigger == UNDO) {
        out.line(&format!("until then, `frieze reset {id} --undo` undoes this"));
    }
    Ok(End::Done)
}
