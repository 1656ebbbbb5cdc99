//! What a person says by a sentence: a deed of somebody, a screen by what it is for.

use super::super::phrase::small;
use super::super::words::{content, overlap, stems};
use super::apply::fresh_step_id;
use super::element::{Element, every_step, plain};
use crate::domain::intent::{Intent, Step, UserFlow};

/// What somebody of the design shall be able to do: a step of the flow of theirs that is nearest to it.
pub(super) fn deed(intent: &mut Intent, actor: &str, deed: &str) -> Option<(Vec<Element>, String)> {
    let named = stems(actor);
    let own = |flow: &UserFlow| {
        let has = stems(&flow.actor);
        has == named || has.last() == named.last() && named.len() == 1
    };
    let wanted = content(deed);
    let score = |flow: &UserFlow| {
        let told: Vec<&str> =
            every_step(flow).map(|s| s.action.as_str()).chain([flow.name.as_str()]).collect();
        overlap(&wanted, &stems(&told.join(" ")))
    };
    let best = intent.user_flows.iter().enumerate().filter(|(_, flow)| own(flow));
    let at = best.max_by(|(a, x), (b, y)| score(x).cmp(&score(y)).then(b.cmp(a))).map(|(at, _)| at)?;
    let flow = intent.user_flows.get_mut(at)?;
    let last = flow.steps.last().cloned()?;
    let id = fresh_step_id(flow);
    let action = format!("The {} {}", small(&flow.actor), super::super::verbs::conjugated(deed, false));
    flow.steps.push(Step { id: id.clone(), action, outcome: None, ..last });
    Some((
        vec![Element::Step(id)],
        format!("“{}” now has a step in which the {} does that.", flow.name, small(&flow.actor)),
    ))
}

/// `screen where members can see their bookings` → `bookings screen`.
pub(super) fn screen_named(what: &str) -> Option<String> {
    let (kind, rest) = what.split_once(' ')?;
    if !matches!(kind.to_lowercase().as_str(), "screen" | "page" | "view") {
        return None;
    }
    let object = match super::pieces::after(rest, &["for "]) {
        Some(object) => object,
        None => {
            let (_, object) = super::pieces::cut(
                rest,
                &[
                    " see ", " sees ", " view ", " manage ", " edit ", " find ", " enter ", " choose ",
                    " review ", " lists ", " list ", " shows ", " show ", " check ", " track ",
                ],
            )?;
            object
        }
    };
    let object = plain(object);
    let object = super::pieces::after(&object, &["their ", "his ", "her ", "my ", "your ", "its "])
        .map_or(object.clone(), str::to_owned);
    (1..=4).contains(&object.split_whitespace().count()).then(|| format!("{object} {}", kind.to_lowercase()))
}
