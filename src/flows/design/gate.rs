//! The human approval gate of a candidate: three options, none of them the default.

use super::moves::changed;
use super::record::DesignRecord;
use super::stagnation::{MOST_REPEATS, plateau};
use super::terms::Terms;
use crate::domain::frozen;
use crate::kernel::{Binding, Choice, Gate, Key, Phase as _, Refusal, Wording};

/// What cannot be chosen of a candidate under the present terms, and why. Told before anybody decides; the candidate stays.
pub fn barred(record: &DesignRecord, terms: &Terms) -> Vec<(&'static str, String)> {
    if record.candidate.is_none() {
        return Vec::new();
    }
    let approve = terms.not_approvable.clone().or_else(|| other_marker(record, terms));
    let approve = approve.map(|refusal| said(&refusal));
    let approve = approve.map(|why| (APPROVE, why));
    approve.into_iter().chain(not_rejected(record, terms).map(|why| (REJECT, why))).collect()
}

/// Why a candidate cannot be rejected: the generator that would be asked next may not be, or the run would end for what was
/// changed under it.
fn not_rejected(record: &DesignRecord, terms: &Terms) -> Option<String> {
    match &terms.refused {
        Some(refusal) => Some(said(refusal)),
        None => {
            let changed = changed(record, terms)?;
            Some(format!(
                "the run would end as FAILED, because {changed}; put that back as it was, or abort the run"
            ))
        }
    }
}

fn said(refusal: &Refusal) -> String {
    format!("{}; {}", refusal.why, refusal.hint)
}

/// That FROZEN.md would be written with another template than the run was started with: the workspace's own may have been
/// changed, or this program may have another one built in than the one that began the run.
pub fn other_marker(record: &DesignRecord, terms: &Terms) -> Option<Refusal> {
    let (then, now) = (record.pins()?.marker_template_sha256, terms.pins.marker_template_sha256);
    if then == now {
        return None;
    }
    let is_built_in = terms.marker_template == frozen::TEMPLATE;
    let (what, mend) = match is_built_in {
        true => (
            format!("the one that is built into frieze {}", env!("CARGO_PKG_VERSION")),
            "save the template of then as templates/FROZEN.md.template (it is in the workspace's version control, or built \
             into the frieze that began the run), and this design can be approved",
        ),
        false => (
            "templates/FROZEN.md.template".to_owned(),
            "put that file back as it was, or remove it if there was none, and this design can be approved",
        ),
    };
    let id = &record.feature_id;
    Some(Refusal::new(
        "marker-template",
        format!(
            "the run was started with another template of FROZEN.md (SHA-256 {then}) than the one in force now, {what} (SHA-256 {now})"
        ),
        format!(
            "{mend}; or abort the run, then `frieze reset {id} --from-best`: the next run begins from the best design of this one"
        ),
    ))
}

/// Why a choice of the open gate cannot be made, for whoever makes it all the same; `None` where it could be.
pub fn refused(record: &DesignRecord, choice: &str, terms: &Terms) -> Option<Refusal> {
    let own = gate(record)?.choices.into_iter().find(|known| known.name == choice)?.barred;
    let under_terms = || barred(record, terms).into_iter().find(|(name, _)| *name == choice);
    let why = own.or_else(|| under_terms().map(|(_, why)| why))?;
    let why = format!("{} does not allow {choice}: {why}", record.state.name());
    Some(Refusal::new("barred", why, "mend that, or choose otherwise"))
}

/// The name of the choice that freezes a candidate.
pub const APPROVE: &str = "approve";
/// The name of the choice that sends a candidate back.
pub const REJECT: &str = "reject";
/// The name of the choice that ends the run.
pub const ABORT: &str = "abort";

/// The gate that an open candidate presents; `None` elsewhere.
pub fn gate(record: &DesignRecord) -> Option<Gate> {
    let candidate = record.candidate.as_ref()?;
    let id = &record.feature_id;
    let max = record.pins().map_or(0, |pins| pins.max_iterations);
    let left = max.saturating_sub(record.iteration);
    let sha256 = candidate.intent_sha256;
    let leaves = match left {
        0 => "leaves no iteration, so the next one fails".to_owned(),
        1 => format!("leaves 1 iteration: {max}, the last, at which the run fails whatever its score"),
        more => format!(
            "leaves {more} iterations; at iteration {max}, the last, the run fails whatever its score"
        ),
    };
    let standing = match plateau(&record.evaluations) {
        Some(p) if p.repeats + 1 >= MOST_REPEATS => {
            "; if the score stays as it is, the run ends for lack of progress"
        }
        Some(_) | None => "",
    };
    let choices = vec![
        Choice {
            letter: 'a',
            name: APPROVE,
            effect: match candidate.score {
                Some(score) => {
                    format!("freezes exactly the intent {} with its score of {score}", sha256.short())
                }
                None => "freezes nothing: the design cannot be used, and has no score".to_owned(),
            },
            wording: Wording::Optional("a note for the record"),
            barred: candidate.barred.clone(),
        },
        Choice {
            letter: 'r',
            name: REJECT,
            effect: format!(
                "sends your words to the generator for iteration {}; {leaves}{standing}",
                record.iteration.saturating_add(1)
            ),
            wording: Wording::Required("feedback in words, which the generator then acts upon"),
            barred: None,
        },
        Choice {
            letter: 'x',
            name: ABORT,
            effect: format!("ends the run as FAILED; every file of {id} stays on disk"),
            wording: Wording::Required("a reason"),
            barred: None,
        },
    ];
    Some(Gate {
        key: Key(format!("gate/{}/{}", record.folder(), sha256.short())),
        question: format!("Approve, reject or abort iteration {} of {id}?", record.iteration),
        binding: Binding { feature: id.clone(), iteration: record.iteration, sha256 },
        choices,
    })
}
