//! The approval gate of a candidate: three choices, no default.

use super::freeze::lost_document;
use super::participle;
use super::record::DesignRecord;
use crate::design::record::run_terms::Terms;
use crate::design::record::stagnation::{MOST_REPEATS, plateau};
use crate::design::record::state_change::changed;
use frieze_design::freeze_marker;
use frieze_kernel::{Binding, Choice, Files, Gate, GateKind, Key, Refusal, Wording};

/// The choices that the present terms bar, with the reasons, shown before anybody decides. `lost` is the refusal of a
/// [`lost_document`].
pub fn barred(record: &DesignRecord, terms: &Terms, lost: Option<Refusal>) -> Vec<(&'static str, String)> {
    if record.candidate.is_none() {
        return Vec::new();
    }
    let approve = refuse_approval(record, terms, lost).map(|refusal| (APPROVE, in_words(&refusal)));
    approve.into_iter().chain(rejection_barred(record, terms).map(|why| (REJECT, why))).collect()
}

/// Why the present terms do not allow an approval; `lost` is the refusal of a [`lost_document`].
pub fn refuse_approval(record: &DesignRecord, terms: &Terms, lost: Option<Refusal>) -> Option<Refusal> {
    terms.not_approvable.clone().or_else(|| marker_template_changed(record, terms)).or(lost)
}

/// Why a candidate cannot be rejected: the generator may not be asked, or the run would fail because pinned values changed.
fn rejection_barred(record: &DesignRecord, terms: &Terms) -> Option<String> {
    match &terms.refused {
        Some(refusal) => Some(in_words(refusal)),
        None => {
            let changed = changed(record, terms)?;
            Some(format!("the run would fail because {changed}; restore that, or abort the run"))
        }
    }
}

fn in_words(refusal: &Refusal) -> String {
    format!("{}; {}", refusal.why, refusal.hint)
}

/// The refusal if the template of FROZEN.md differs from the one at the start of the run: the workspace's own was changed, or
/// another version of frieze has another built-in one.
fn marker_template_changed(record: &DesignRecord, terms: &Terms) -> Option<Refusal> {
    let (then, now) = (record.pins()?.marker_template_sha256, terms.pins.marker_template_sha256);
    if then == now {
        return None;
    }
    let is_built_in = terms.marker_template == freeze_marker::TEMPLATE;
    let (what, fix) = match is_built_in {
        true => (
            format!("the one built into frieze {}", env!("CARGO_PKG_VERSION")),
            "to approve this design, save the earlier template as templates/FROZEN.md.template (from version control, or from \
             the frieze that started the run)",
        ),
        false => (
            "templates/FROZEN.md.template".to_owned(),
            "to approve this design, restore that file, or remove it if there was none",
        ),
    };
    let id = &record.feature_id;
    Some(Refusal::new(
        "marker-template",
        format!(
            "the template of FROZEN.md changed since the run started (SHA-256 {then}): it is now {what} (SHA-256 {now})"
        ),
        format!(
            "{fix}; or abort the run, then `frieze reset {id} --from-best` starts the next run from the best design"
        ),
    ))
}

/// The refusal of a barred choice; `None` if the choice is possible.
pub fn refuse_choice(
    record: &DesignRecord,
    choice: &str,
    terms: &Terms,
    files: &dyn Files,
) -> Option<Refusal> {
    let own = gate(record)?.choices.into_iter().find(|known| known.name == choice)?.barred;
    let under_terms =
        || barred(record, terms, lost_document(record, files)).into_iter().find(|(name, _)| *name == choice);
    let why = own.or_else(|| under_terms().map(|(_, why)| why))?;
    let why = format!("{} can't be {}: {why}", record.feature_id, participle(choice));
    Some(Refusal::new("barred", why, "fix that, or choose another action"))
}

/// The name of the choice that freezes a candidate.
pub const APPROVE: &str = "approve";
/// The name of the choice that sends a candidate back.
pub const REJECT: &str = "reject";
/// The name of the choice that ends the run.
pub const ABORT: &str = "abort";

/// The gate of a candidate; `None` without one.
pub fn gate(record: &DesignRecord) -> Option<Gate> {
    let candidate = record.candidate.as_ref()?;
    let id = &record.feature_id;
    let max = record.pins().map_or(0, |pins| pins.max_iterations);
    let left = max.saturating_sub(record.iteration);
    let sha256 = candidate.intent_sha256;
    let left = match left {
        0 => "No revision left: the next iteration fails the run.".to_owned(),
        1 => format!("1 revision left. Iteration {max}, the last one, fails the run."),
        more => format!("{more} revisions left. Iteration {max}, the last one, fails the run."),
    };
    let no_progress = match plateau(&record.evaluations) {
        Some(p) if p.repeats + 1 >= MOST_REPEATS => {
            " If the score stays the same, the run fails for lack of progress."
        }
        Some(_) | None => "",
    };
    let choices = vec![
        Choice {
            letter: 'a',
            name: APPROVE,
            effect: match candidate.score {
                Some(score) => format!("Freezes the design {} with score {score}.", sha256.short()),
                None => "Freezes nothing: the design is invalid and has no score.".to_owned(),
            },
            wording: Wording::Optional("a note for the record"),
            barred: candidate.barred.clone(),
        },
        Choice {
            letter: 'r',
            name: REJECT,
            effect: format!(
                "Sends your feedback to the generator for iteration {}. {left}{no_progress}",
                record.iteration.saturating_add(1)
            ),
            wording: Wording::Required("feedback for the generator"),
            barred: candidate.score.is_none().then(|| {
                format!("a revision starts from this design: put design/intent.json back first; iterations/{} has it as it was made", record.folder())
            }),
        },
        Choice {
            letter: 'x',
            name: ABORT,
            effect: format!("Ends the run as FAILED. All files of {id} stay on disk."),
            wording: Wording::Required("a reason"),
            barred: None,
        },
    ];
    // A dismissal changes the score that the gate shows.
    let dismissed = match record.dismissed.len() {
        0 => String::new(),
        count => format!("/{count}"),
    };
    Some(Gate {
        key: Key(format!("gate/{}/{}{dismissed}", record.folder(), sha256.short())),
        kind: GateKind::Sealing,
        what: "intent",
        question: format!("Approve, reject or abort iteration {} of {id}?", record.iteration),
        binding: Binding { feature: id.clone(), iteration: record.iteration, sha256 },
        choices,
    })
}
