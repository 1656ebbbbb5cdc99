//! The next version of an intent: first what the findings name is repaired where they point, then a
//! person's words are applied, which have the last say.

mod add;
mod apply;
mod before;
mod change;
mod choice;
mod deed;
mod demanded;
mod describe;
mod element;
mod entity;
mod forget;
mod german;
mod held;
mod instruction;
mod mention;
mod part;
mod pieces;
mod property;
mod relate;
mod remove;
mod rename;
mod renamed;
mod reshape;
mod sentence;
mod spoken;
mod text;
mod understood;
mod verdict;
mod wished;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::domain::brief::Brief;
use crate::domain::finding::Finding;
use crate::domain::intent::{Intent, read_value};
use crate::domain::rubric;
use crate::domain::score::Score;

use super::cast::Cast;
use super::model::Things;
use super::repair::{self, Repaired};
use super::unbound;
use element::Element;
use instruction::Ask;

pub(super) use element::every_step;
pub(super) use entity::merge_entities;
pub use understood::{Heard, told, understood};

/// Begins the description of what a person asked for and the brief does not tell of.
pub(super) const ASKED: &str = "Asked for in review";
/// The most places that are told of one instruction.
const PLACES: usize = 20;
/// Elements up to which every repair is tried for itself; beyond it only all together.
const SMALL: usize = 4_000;

/// The next version, and what became of everything that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Revision {
    pub intent: Intent,
    pub applied: Vec<Applied>,
    pub not_applied: Vec<NotApplied>,
}

/// Something asked for that was done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Applied {
    /// The person's words, or the id of the check.
    pub instruction: String,
    /// Where in the new version the change stands (JSON pointers).
    pub pointers: Vec<String>,
    /// What was taken out: where it stood in the version before (JSON pointers).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<String>,
    /// What was done, as a sentence.
    pub what: String,
}

/// Something asked for that was not done.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NotApplied {
    /// The person's words, or the id of the check.
    pub instruction: String,
    /// Why not, as a sentence.
    pub why: String,
}

/// The next version: repairs what findings name at their pointers, and applies a person's instructions.
/// Raises `version` by a minor step (0.1.0 → 0.2.0). No repair that lowers the score is kept; a person's
/// words are applied whatever they do to it.
pub fn revise(brief: &Brief, previous: &Intent, findings: &[Finding], feedback: &[String]) -> Revision {
    let Repaired { mut intent, done, left } = mended(brief, previous, findings);
    let mut applied: Vec<Applied> = Vec::new();
    let mut not_applied: Vec<NotApplied> = Vec::new();
    for (check, done) in done {
        let times = if done.count > 1 { format!(" ({} places)", done.count) } else { String::new() };
        applied.push(Applied {
            instruction: check,
            pointers: done.pointers,
            removed: Vec::new(),
            what: format!("{}{times}.", done.what),
        });
    }
    for (check, count) in left {
        let why = format!("Nothing that the brief says mends it ({count} left): it needs a person's words.");
        not_applied.push(NotApplied { instruction: check, why });
    }
    for told in instruction::told(feedback) {
        match carried_out(&mut intent, Some(brief), previous, &told) {
            Ok(deed) => {
                let at = |design: &Intent, elements: &[Element]| {
                    elements.iter().filter_map(|e| element::pointer(design, e)).take(PLACES).collect()
                };
                applied.push(Applied {
                    pointers: at(&intent, &deed.changed),
                    removed: at(previous, &deed.gone),
                    instruction: told.words,
                    what: deed.what,
                });
            }
            Err(why) => not_applied.push(NotApplied { instruction: told.words, why }),
        }
    }
    intent.version = raised(&previous.version);
    limited(&mut intent);
    Revision { intent, applied, not_applied }
}

/// What an instruction did.
struct Deed {
    /// The elements that it made or changed.
    changed: Vec<Element>,
    /// The elements that it took out.
    gone: Vec<Element>,
    what: String,
}

/// Carries out one instruction. What it made and took out is found in the design, whatever the deed says.
fn carried_out(
    intent: &mut Intent,
    brief: Option<&Brief>,
    previous: &Intent,
    told: &instruction::Told,
) -> Result<Deed, String> {
    let ask = told.ask.as_ref().map_err(|why| capitalised(why))?;
    let target = told.pointer.as_deref().map(|p| element::at_pointer(previous, p));
    if target == Some(None) {
        return Err("The pointer leads to nothing in this design.".to_owned());
    }
    // Another name is no other element, though things are known by theirs.
    if matches!(ask, Ask::Rename { .. } | Ask::Change { .. }) {
        let (changed, what) = apply::apply(intent, brief, ask, target.flatten(), &told.words)?;
        return Ok(Deed { changed, gone: Vec::new(), what });
    }
    let before = intent.clone();
    let (mut changed, what) = apply::apply(intent, brief, ask, target.flatten(), &told.words)?;
    let (was, is) = (held::held(&before), held::held(intent));
    for made in held::missing(intent, &is, &was) {
        if !changed.contains(&made) {
            changed.push(made);
        }
    }
    Ok(Deed { changed, gone: held::missing(&before, &was, &is), what })
}

fn capitalised(why: &str) -> String {
    super::phrase::capital(why) + "."
}

/// All repairs together; where one of them lowers the score, without it.
fn mended(brief: &Brief, previous: &Intent, findings: &[Finding]) -> Repaired {
    if findings.is_empty() {
        let intent = previous.clone();
        return Repaired { intent, done: BTreeMap::new(), left: BTreeMap::new() };
    }
    let brief = &*unbound::brief(brief);
    let things = Things::of(brief);
    let cast = Cast::of(brief, &things);
    let attempt = |aside: &[&str]| repair::repaired(brief, &cast, previous, findings, aside);
    let all = attempt(&[]);
    let (Some(before), Some(with_all)) = (score(previous), score(&all.intent)) else { return all };
    let size = previous.requirements.len() + previous.components.len() + findings.len();
    if size > SMALL {
        return if with_all < before {
            attempt(&findings.iter().map(|f| f.check.as_str()).collect::<Vec<_>>())
        } else {
            all
        };
    }
    let mut aside: Vec<&str> = Vec::new();
    let mut best = with_all;
    let mut kept = all;
    let mut checks: Vec<&str> = findings.iter().map(|f| f.check.as_str()).collect();
    checks.sort_unstable();
    checks.dedup();
    for check in checks {
        aside.push(check);
        let without = attempt(&aside);
        match score(&without.intent) {
            Some(score) if score > best => {
                best = score;
                kept = without;
            }
            _ => {
                aside.pop();
            }
        }
    }
    if best < before {
        let all_checks: Vec<&str> = findings.iter().map(|f| f.check.as_str()).collect();
        return attempt(&all_checks);
    }
    kept
}

fn score(intent: &Intent) -> Option<Score> {
    let reading = read_value(&serde_json::to_value(intent).ok()?).ok()?;
    Some(rubric::evaluate(&reading).overall)
}

/// What the schema allows, whatever was joined and added.
fn limited(intent: &mut Intent) {
    use super::naming::{SATISFIES, TEXT, clipped};
    text::each(intent, &mut |t| {
        if t.chars().count() > TEXT {
            *t = clipped(t, TEXT);
        }
    });
    let named = |t: &mut String| {
        *t = if t.trim().is_empty() { "Part".to_owned() } else { clipped(t, 500) };
    };
    named(&mut intent.title);
    intent.goals.truncate(1_000);
    intent.open_questions.truncate(5_000);
    for q in &mut intent.open_questions {
        *q = clipped(q, TEXT);
    }
    for c in &mut intent.components {
        named(&mut c.name);
        c.satisfies.truncate(SATISFIES);
        c.children.truncate(SATISFIES);
        c.entities.truncate(500);
        c.states.retain(|s| !s.is_empty());
        c.states.truncate(200);
        for s in &mut c.states {
            *s = clipped(s, 2_000);
        }
    }
    for f in &mut intent.user_flows {
        named(&mut f.name);
        f.actor = clipped(&f.actor, 500);
        f.satisfies.truncate(SATISFIES);
        f.steps.truncate(5_000);
        f.alternatives.truncate(5_000);
        f.steps.iter_mut().for_each(|s| s.entities.truncate(500));
        f.alternatives.iter_mut().flat_map(|a| a.steps.iter_mut()).for_each(|s| s.entities.truncate(500));
    }
    for i in &mut intent.interactions {
        i.satisfies.truncate(SATISFIES);
    }
    for e in &mut intent.data_model.entities {
        e.attributes.truncate(2_000);
        e.relationships.truncate(2_000);
    }
}

/// `0.4.2` → `0.5.0`; what is no version starts anew.
fn raised(version: &str) -> String {
    let mut parts = version.split('.').map(|p| p.parse::<u64>().unwrap_or(0));
    let (major, minor) = (parts.next().unwrap_or(0), parts.next().unwrap_or(0));
    match minor.checked_add(1) {
        Some(minor) => format!("{major}.{minor}.0"),
        None => format!("{}.0.0", major.saturating_add(1)),
    }
}
