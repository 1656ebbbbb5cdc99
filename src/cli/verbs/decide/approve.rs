//! `frieze approve`: shows exactly what will be frozen, asks, and freezes exactly that.

use crate::cli::args::Approve;
use crate::cli::confirm::person_at_terminal;
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style};
use crate::cli::verbs::decide::{cancelled, carry_out, check_possible, decide, gate, other_run};
use crate::cli::verbs::status::other_runs;
use crate::cli::verbs::{log, score, show, status};
use crate::cli::{Context, End, Ended, Stop, words};
use frieze_data::digest::Digest;
use frieze_data::text::{Shown, count};
use frieze_engine::past;
use frieze_intent::diff;
use frieze_kernel::files::Home;

pub fn approve(context: &Context, args: &Approve, out: &Out) -> Ended {
    let note = args.note.as_deref().map(|note| words("note", note)).transpose()?;
    let run = NamedRun::to_decide(context, &args.id, "approve")?;
    if !run.is_design {
        return other_run::decide(context, &run, &args.id, "approve", note, out);
    }
    let id = run.id;
    person_at_terminal("approve", &args.id)?;
    let home = Home::of(&id);
    let documents = || [home.brief(), home.answers()].map(|path| past::digest(context.store.as_ref(), &path));
    let shown = documents();
    let (view, gate) = gate(context, &id, "approve")?;
    let read = show::current(context, &id);
    let title = read.as_ref().ok().and_then(|read| Some(&read.as_ref()?.intent));
    show::head(context, &view, title, out);
    check_possible(context, &gate, "approve")?;
    let reading = read?;
    let intent = reading.as_ref().map(|reading| &reading.intent);
    let is_shown = is_shown(args.full, reading.as_ref().map(|reading| reading.sha256), gate.binding.sha256);
    if let (Some(intent), true) = (intent, is_shown) {
        out.line(Shown::block(&diff::document(intent)).as_str());
    }
    if let Some(intent) = intent {
        out.line(&format!(
            "{}, {}, {}, {}, {}",
            count(intent.requirements.len(), "requirement", "requirements"),
            count(intent.user_flows.len(), "flow", "flows"),
            count(intent.components.len(), "component", "components"),
            count(intent.data_model.entities.len(), "entity", "entities"),
            count(intent.open_questions.len(), "open question", "open questions")
        ));
    }
    let seal = context.design().seal(&view);
    if let Some(critique) = show::critique(context, &seal, &view) {
        score::fidelity(&critique, out);
        for finding in &critique.findings {
            if let Some(dismissed) = &finding.dismissed {
                let (check, by, reason) = (&finding.check, &dismissed.by, &dismissed.reason);
                let line = format!("dismissed: {check} ({by}): {reason}");
                out.paragraph(Style::Notice, 2, &line);
            }
        }
    }
    out.line(&format!("intent  {}", gate.binding.sha256));
    out.line(&format!("preview {}", home.preview()));
    approver(context, out)?;
    let known = context.design().journal_end(&id);
    if let Some(damage) = log::first_damage(context, &context.design().place(&id), known.as_ref(), true)? {
        let words =
            format!("! journal: {damage}; `frieze verify` will report the frozen design. Restore it first.");
        out.paragraph(Style::Notice, 2, &words);
    }
    if !is_shown {
        let why = match args.full {
            true => "The design has changed and is not shown",
            false => "Only this summary was shown (--full shows the whole design)",
        };
        out.line(&format!("{why}: the approval will be recorded as \"not fully read\"."));
    }
    let Some(decision) = decide(context, &gate, "approve", note, !is_shown)? else {
        return cancelled(out);
    };
    if documents() != shown {
        let what =
            format!("nothing was decided: brief.md or answers.md of {id} changed since the design was shown");
        return Err(Stop::refused(what, format!("run `frieze show {id}`, then decide")));
    }
    let view = carry_out(context, &view, &decision, intent, out)?;
    out.line(&format!("{id} is {}: {}", view.state, gate.binding.sha256));
    // It is frozen, whatever keeps the next thing from being found.
    let runs = status::runs_of(context, &id, &other_runs::rows(context)).unwrap_or_default();
    if let Some(next) = other_runs::after_freeze(&id, runs.as_ref()) {
        out.line(&format!("next: {next}"));
    }
    Ok(End::Done)
}

/// Prints the approver, how the name is known, and the signing key.
fn approver(context: &Context, out: &Out) -> Result<(), Stop> {
    let who = context.design().who();
    out.line(&format!("by      {} ({})", Shown::line(&who.name), Shown::line(&who.found_in())));
    let signed = match context.design().rules().sign() {
        true => {
            format!("with {}", Shown::line(&context.design().approvals().key()?))
        }
        false => "no: the hashes show accidental changes, but cannot prevent forgery".to_owned(),
    };
    out.line(&format!("signed  {signed}"));
    Ok(())
}

/// Whether the whole design of the decision is shown here. If the file changed after the inspection, it shows another design.
fn is_shown(full: bool, design: Option<Digest>, bound: Digest) -> bool {
    full && design == Some(bound)
}

#[cfg(test)]
mod tests {
    use crate::cli::verbs::decide::approve::*;

    #[test]
    fn only_the_design_of_the_decision_counts_as_shown() {
        let [bound, other] = ["bound", "other"].map(|text| Digest::of(text.as_bytes()));
        assert!(is_shown(true, Some(bound), bound));
        for (full, design) in [(true, Some(other)), (true, None), (false, Some(bound))] {
            assert!(!is_shown(full, design, bound), "{full} {design:?}");
        }
    }
}
