//! Interactions: what the product does in answer to a gesture, and how the person notices.

use super::cast::{Cast, Line};
use super::gesture;
use super::inventory::Inventory;
use super::naming::SENTENCE;
use super::phrase::{capital, short};
use super::words::words;
use crate::domain::intent::Interaction;

const MOST: usize = 120;
/// Of one story; the rest stand in its flow.
const MOST_OF_A_STORY: usize = 6;

const GESTURES: &[&str] = &[
    "click",
    "clicks",
    "tap",
    "taps",
    "press",
    "presses",
    "hover",
    "hovers",
    "drag",
    "drags",
    "dragging",
    "drop",
    "drops",
    "type",
    "types",
    "enter",
    "enters",
    "select",
    "selects",
    "scroll",
    "scrolls",
    "swipe",
    "swipes",
    "submit",
    "submits",
    "toggle",
    "toggles",
    "open",
    "opens",
    "choose",
    "chooses",
    "search",
    "searches",
    "filter",
    "applies",
    "confirm",
    "confirms",
    "navigates",
    "upload",
    "uploads",
    "saves",
    "save",
    "changes",
    "cancel",
    "cancels",
    "scans",
    "scan",
    "deletes",
    "creates",
    "removes",
    "edits",
    "focus",
    "focuses",
    "holds",
    "resizes",
    "pastes",
    "loads",
];
/// The interactions of the brief, in its order. What a line tells that stands in no story counts where the stories tell none.
pub(super) fn interactions(cast: &Cast, place: &[usize], inventory: &Inventory) -> Vec<Interaction> {
    let mut out = told(cast, place, inventory, true);
    if out.is_empty() {
        out = told(cast, place, inventory, false);
    }
    out.truncate(MOST);
    for (n, interaction) in out.iter_mut().enumerate() {
        interaction.id = format!("I{}", n + 1);
    }
    out
}

/// Those of the stories' own lines, or of the lines that were put into their flows from elsewhere.
fn told(cast: &Cast, place: &[usize], inventory: &Inventory, owned: bool) -> Vec<Interaction> {
    let mut out: Vec<Interaction> = Vec::new();
    for group in &cast.groups {
        let mut own: Vec<(Vec<String>, Interaction)> = Vec::new();
        for at in if owned { &group.own } else { &group.also } {
            let line = &cast.lines[*at];
            let told = trigger(line).filter(|_| owned).map(|trigger| (trigger, line.response.clone()));
            let Some((trigger, response)) = told.filter(is_gesture).or_else(|| shown(line)) else {
                continue;
            };
            let said = words(&trigger);
            if let Some((_, same)) = own.iter_mut().find(|(key, _)| *key == said) {
                if same.feedback.is_none() {
                    same.feedback = Some(response);
                }
                same.satisfies.extend(line.requirement.clone());
                continue;
            }
            if own.len() == MOST_OF_A_STORY {
                continue;
            }
            own.push((
                said,
                Interaction {
                    id: String::new(),
                    trigger,
                    component: inventory.parts[place[*at]].id.clone(),
                    response,
                    feedback: None,
                    satisfies: line.requirement.iter().cloned().collect(),
                },
            ));
        }
        out.extend(own.into_iter().map(|(_, i)| i));
        if out.len() >= MOST {
            break;
        }
    }
    out
}

fn is_gesture((trigger, response): &(String, String)) -> bool {
    let told = || words(trigger).iter().any(|w| GESTURES.contains(&w.as_str()));
    !response.is_empty() && (told() || gesture::is_foreign_one(trigger))
}

/// What the line says of a gesture without `when`: `Tapping a crate opens it`.
fn shown(line: &Line) -> Option<(String, String)> {
    let (trigger, response) = gesture::of(&line.told).filter(|_| !line.response.is_empty())?;
    Some((short(&trigger, SENTENCE), short(&response, SENTENCE)))
}

fn trigger(line: &Line) -> Option<String> {
    let trigger = line.action.clone().or_else(|| line.condition.as_ref().map(|c| capital(c)))?;
    Some(short(&trigger, SENTENCE))
}
