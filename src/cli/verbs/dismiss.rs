//! `frieze dismiss`: lists the critic's findings on a design, and dismisses one with a reason.

use crate::cli::args::Dismiss;
use crate::cli::out::{Out, Style};
use crate::cli::verbs::show;
use crate::cli::{Context, End, Ended, Stop, feature, reason};
use frieze_data::id::FeatureId;
use frieze_engine::InspectDepth;
use frieze_kernel::{Event, Order};
use frieze_rubric::finding::{Dismissal, Finding};

pub fn dismiss(context: &Context, args: &Dismiss, out: &Out) -> Ended {
    let id = feature(&args.id)?;
    if !context.design().exists(&id)? {
        return Err(context.design().no_such_feature(&id).into());
    }
    let Some(finding) = &args.finding else {
        let view = context.design().inspect(&id, InspectDepth::Schema)?.view;
        let seal = context.design().seal(&view);
        let critique = show::critique(context, &seal, &view);
        list(&id, critique.map(|critique| critique.findings).unwrap_or_default().as_slice(), out);
        return Ok(End::Done);
    };
    let Some(why) = &args.reason else {
        return Err(Stop::refused("a dismissal needs a reason", "add --reason \"why the finding is wrong\""));
    };
    let (words, text) = (vec![finding.clone()], Some(reason(why)?.to_owned()));
    let order = Order::Verb { verb: "dismiss", words, text };
    let view = context.design().take_once(&id, &Event::Ordered(order))?;
    let score = view.score.map_or_else(String::new, |score| format!("; {id} now scores {score}"));
    out.line(&format!("dismissed {finding}{score}"));
    Ok(End::Done)
}

/// The findings of critics; those of the rubric cannot be dismissed.
fn list(id: &FeatureId, findings: &[Finding], out: &Out) {
    let by_critic: Vec<&Finding> = findings.iter().filter(|finding| finding.id.is_some()).collect();
    if by_critic.is_empty() {
        out.line(&format!("no critic has findings on {id}; the rubric's cannot be dismissed"));
        return;
    }
    for finding in &by_critic {
        let (number, points) = (finding.id.as_deref().unwrap_or_default(), finding.points);
        let head = format!("{number}  -{points}  {} {}", finding.check, finding.pointer);
        out.paragraph(Style::Plain, 10, &head);
        out.paragraph(Style::Plain, 10, &format!("          {}", finding.message));
        if let Some(Dismissal { by, reason }) = &finding.dismissed {
            let line = format!("          dismissed by {by}: {reason}");
            out.paragraph(Style::Notice, 10, &line);
        }
    }
    match by_critic.iter().all(|finding| finding.dismissed.is_some()) {
        true => out.line("all are dismissed; the rubric's cannot be"),
        false => out.line(&format!("`frieze dismiss {id} FINDING --reason TEXT` dismisses one")),
    }
}
