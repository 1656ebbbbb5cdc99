//! Which requirements of the brief a design meets, and the findings on the others.

use frieze_data::text::{cut, first};
use frieze_intent::Intent;
use frieze_language::Force;

use super::trace::{Origin, Trace};
use super::yardstick::{Demand, Yardstick, weight};
use crate::checks::called;
use crate::finding::Severity;
use crate::ground::Ground;

/// The check of requirements that a design does not meet.
pub const MISSING: &str = "fidelity/missing-requirement";
/// The check of requirements that neither the brief nor a person states.
pub(crate) const FOREIGN: &str = "fidelity/foreign-requirement";

/// The most characters of a requirement in a message.
const LONGEST: usize = 60;
/// The most words of it that a message names.
const MOST_WORDS: usize = 6;

/// A design compared with its brief.
#[derive(Clone, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Fidelity {
    /// The requirements of the brief that are in scope; 0 if none can be read, so that only people can compare.
    pub demanded: u32,
    /// Those that a person took out of scope; `None` if there are none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub taken_out: Option<u32>,
    /// Those that the design takes up, whether it meets them or not. Missing in critiques of older versions.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_design: Option<u32>,
    /// Those that the design meets.
    pub met: u32,
    /// Those that the design leaves out with a reason.
    pub left_out: Vec<LeftOut>,
    /// Requirements of the design that neither the brief nor a person states.
    pub foreign: u32,
}

impl Fidelity {
    /// The comparison in numbers.
    pub fn in_numbers(&self) -> Compared {
        let Self { demanded, taken_out, in_design, met, foreign, .. } = *self;
        Compared { demanded, taken_out, in_design, met, left_out: count(self.left_out.len()), foreign }
    }

    /// The comparison in a sentence.
    pub fn in_words(&self) -> String {
        self.in_numbers().in_words()
    }
}

/// The numbers of a [`Fidelity`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Compared {
    pub demanded: u32,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub taken_out: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_design: Option<u32>,
    pub met: u32,
    pub left_out: u32,
    pub foreign: u32,
}

impl Compared {
    /// The numbers in a sentence.
    pub fn in_words(&self) -> String {
        let Self { demanded, taken_out, in_design, met, left_out, foreign } = self;
        if *demanded == 0 {
            return "No requirement of the brief can be read: only you and the critic can compare the design with it."
                .to_owned();
        }
        let all = demanded.saturating_add(taken_out.unwrap_or(0));
        let plural = if all == 1 { "" } else { "s" };
        let taken_out = taken_out.map(|count| format!("{count} out of scope, ")).unwrap_or_default();
        let reasons = match left_out {
            0 => "",
            1 => " with a reason",
            _ => " with reasons",
        };
        let in_design = in_design.map(|count| format!("{count} in the design, ")).unwrap_or_default();
        format!(
            "{all} requirement{plural} in the brief, {taken_out}{in_design}{met} met, {left_out} left out{reasons}, {foreign} foreign."
        )
    }
}

/// A requirement of the brief that a design leaves out.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Its id in the reading of the brief.
    pub id: String,
    pub line: u32,
    pub reason: String,
}

/// A failing place with its weight.
pub(crate) struct Fault {
    pub(crate) check: &'static str,
    pub(crate) weight: u64,
    pub(crate) severity: Severity,
    pub(crate) pointer: String,
    pub(crate) message: String,
    pub(crate) suggestion: String,
}

/// What a design earns of its brief.
pub(crate) struct Judged {
    /// The weight of all requirements of the brief and of the foreign ones.
    pub(crate) total: u64,
    /// The weight of those that are met.
    pub(crate) earned: u64,
    pub(crate) faults: Vec<Fault>,
    pub(crate) fidelity: Fidelity,
}

impl Judged {
    pub(crate) fn of(intent: &Intent, trace: &Trace, ground: &Ground, yardstick: &Yardstick) -> Self {
        let demands = yardstick.demands();
        let mut places: Vec<Vec<usize>> = vec![Vec::new(); demands.len()];
        let mut foreign = Vec::new();
        for (at, origin) in trace.origins.iter().enumerate() {
            match origin {
                Origin::Demands(taken) => taken.iter().for_each(|demand| places[*demand].push(at)),
                Origin::Quotation => {}
                Origin::Foreign => foreign.push(at),
            }
        }
        let mut judged = Self {
            total: demands.iter().map(|demand| weight(demand.force)).sum(),
            earned: 0,
            faults: Vec::new(),
            fidelity: Fidelity {
                demanded: count(demands.len()),
                taken_out: Some(count(yardstick.taken_out)).filter(|count| *count > 0),
                in_design: Some(count(places.iter().filter(|places| !places.is_empty()).count())),
                ..Fidelity::default()
            },
        };
        for (demand, places) in demands.iter().zip(&places) {
            // A requirement that demands nothing is met by any claim, but not without one.
            if places.iter().any(|at| ground.requirements.met[*at] && ground.requirements.claimed[*at]) {
                judged.earned += weight(demand.force);
                judged.fidelity.met += 1;
            } else {
                judged.missing(demand, places, intent, ground);
            }
        }
        if places.iter().all(Vec::is_empty) {
            judged.nothing_taken();
        }
        for at in foreign {
            judged.foreign(at);
        }
        judged
    }

    /// Nothing is compared with a brief without readable requirements.
    pub(crate) fn unread() -> Self {
        Self { total: 1, earned: 1, faults: Vec::new(), fidelity: Fidelity::default() }
    }

    fn missing(&mut self, demand: &Demand, places: &[usize], intent: &Intent, ground: &Ground) {
        let what = format!("{} (\"{}\", line {})", demand.id, cut(&demand.text, LONGEST), demand.line);
        let declared = intent.not_designed.iter().position(|left| left.requirement == demand.id);
        let (pointer, message, suggestion) = match (places, declared) {
            (_, Some(at)) => {
                let reason = intent.not_designed[at].reason.clone();
                let message = format!("{what} is left out: {reason}");
                self.fidelity.left_out.push(LeftOut { id: demand.id.clone(), line: demand.line, reason });
                (
                    format!("/notDesigned/{at}"),
                    message,
                    "Design it, or ask the person to take it out of scope.".to_owned(),
                )
            }
            ([], None) => (
                "/requirements".to_owned(),
                format!("{what} is not in the design."),
                "Take it up word for word, and design what meets it.".to_owned(),
            ),
            ([at, ..], None) => {
                let id = &intent.requirements[*at].id;
                let met = &ground.requirements;
                let claims = intent.components.iter().map(|it| (&it.id, &it.satisfies));
                let claims =
                    claims.chain(intent.interactions.iter().map(|it| (&it.component, &it.satisfies)));
                let mut parts = claims.filter(|(_, satisfies)| satisfies.contains(id));
                let unused =
                    parts.find_map(|(part, _)| ground.component(part).filter(|at| !ground.used[*at]));
                let message = if let (false, Some(part)) = (met.claimed[*at], unused) {
                    let name = called::component(intent, part);
                    format!("Only {name} claims {what}, and no flow uses it.")
                } else if !met.claimed[*at] {
                    format!("Nothing in the design satisfies {what}.")
                } else if met.shared_out[*at] {
                    format!("What claims {what} claims nearly everything, which says nothing of it.")
                } else if let Some(place) = &met.elsewhere[*at] {
                    format!("{place} speaks of {what} far more than what claims it.")
                } else {
                    let words: Vec<String> =
                        met.unspoken[*at].iter().map(|word| format!("\"{word}\"")).collect();
                    match words.is_empty() {
                        true => format!("What claims {what} hardly speaks of what it demands."),
                        false => {
                            format!(
                                "What claims {what} says nothing of its {}.",
                                first(&words, MOST_WORDS, ", ")
                            )
                        }
                    }
                };
                let suggestion = format!(
                    "Let a flow, or a component or an interaction that a flow uses, do what it demands, in its words, with \"{id}\" in satisfies."
                );
                (format!("/requirements/{at}"), message, suggestion)
            }
        };
        let severity = match demand.force {
            Force::Must => Severity::Critical,
            Force::Should => Severity::Major,
            Force::May => Severity::Minor,
        };
        let weight = weight(demand.force);
        self.faults.push(Fault { check: MISSING, weight, severity, pointer, message, suggestion });
    }

    /// A design that takes up nothing of the brief has one fault, not one for each requirement.
    fn nothing_taken(&mut self) {
        let count = self.fidelity.demanded;
        self.faults = vec![Fault {
            check: MISSING,
            weight: self.total,
            severity: Severity::Critical,
            pointer: "/requirements".to_owned(),
            message: format!(
                "None of the brief's {count} requirements is in the design: it is of another product, or does not quote them."
            ),
            suggestion: "Take up the requirements of the brief word for word, and design what meets them."
                .to_owned(),
        }];
    }

    fn foreign(&mut self, at: usize) {
        let weight = weight(Force::Must);
        self.total += weight;
        self.fidelity.foreign += 1;
        self.faults.push(Fault {
            check: FOREIGN,
            weight,
            severity: Severity::Critical,
            pointer: format!("/requirements/{at}"),
            message: "Neither the brief nor an answer says this; it satisfies nothing.".to_owned(),
            suggestion: "Quote the brief word for word, or remove the requirement.".to_owned(),
        });
    }
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
