//! Plain sentences that are orders: what a state shows, what stands on a screen, with what something is chosen.

use super::super::words::words;
use super::element::{Wanted, kinded, leading, plain};
use super::instruction::Ask;
use super::pieces::{after, cut};

/// `The error state of the payment screen should say “…”`.
pub(super) fn state(text: &str) -> Option<Ask> {
    const SAYS: &[&str] = &[
        " should say: ",
        " must say: ",
        " should say ",
        " must say ",
        " shall say ",
        " should read ",
        " must read ",
        " should show ",
        " must show ",
        " says ",
        " to say ",
        " to: ",
        " to ",
        " should be ",
    ];
    let text = after(text, &["let ", "make ", "set ", "change ", "have "]).unwrap_or(text);
    let (what, said) = cut(text, SAYS)?;
    let (state, of) = state_of(what)?;
    let said = unquoted(said.strip_prefix("that ").unwrap_or(said));
    // `Add an empty state to the cart` is another order.
    let is_name = !words(&of)
        .iter()
        .any(|w| super::pieces::VERBS.contains(&w.as_str()) || NO_NAME.contains(&w.as_str()));
    let named =
        is_name && !state.is_empty() && state.split(' ').count() <= 3 && !of.is_empty() && !said.is_empty();
    named.then(|| Ask::State { state: state.to_lowercase(), of, says: said })
}

/// Words that stand in no name of a part.
const NO_NAME: &[&str] =
    &["needs", "need", "has", "have", "is", "lacks", "should", "must", "shall", "an", "there"];

/// `error state of the cart`, `the cart's error state`, `the cart screen error state`.
fn state_of(what: &str) -> Option<(String, String)> {
    let what = plain(what);
    if let Some((state, of)) =
        cut(&what, &[" state of ", " state on ", " state for ", " state in ", " message of ", " message on "])
    {
        return Some((plain(state), plain(of)));
    }
    let rest = what.strip_suffix(" state")?;
    let (of, state) = match cut(rest, &["'s ", "’s "]) {
        Some(parts) => parts,
        None => rest.rsplit_once(' ').filter(|(_, state)| {
            matches!(state.to_lowercase().as_str(), "empty" | "loading" | "error" | "success" | "offline")
        })?,
    };
    Some((plain(state), plain(of)))
}

/// Words without the quotation marks around them; what they say stays as it is.
fn unquoted(said: &str) -> String {
    said.trim().trim_matches(|c: char| "\"“”„«»".contains(c)).trim().to_owned()
}

/// `show the remaining balance on the card page`, `the card page should show the remaining balance`.
pub(super) fn shown(text: &str) -> Option<Ask> {
    let (what, on) = match after(text, &["show ", "display "]) {
        Some(rest) => cut(rest, &[" on the ", " in the ", " at the ", " on ", " in "])?,
        None => {
            let marks = [
                " should also show ",
                " must also show ",
                " should show ",
                " must show ",
                " shall show ",
                " should display ",
                " must display ",
                " needs to show ",
            ];
            let (on, what) = cut(text, &marks)?;
            (what, on)
        }
    };
    // `Show what happens when …` tells of a case, and a sentence about the list is said of it.
    let is_case = words(what).iter().any(|w| {
        matches!(
            w.as_str(),
            "what" | "how" | "that" | "which" | "why" | "when" | "if" | "only" | "not" | "no"
        )
    });
    let is_view = |kind| kind == Wanted::View;
    let is_screen =
        is_view(kinded(&plain(on)).1) || leading(&plain(on)).is_some_and(|(_, kind)| is_view(kind));
    let (what, on) = (plain(what), plain(on));
    let short = (1..=6).contains(&what.split(' ').count()) && on.split(' ').count() <= 6;
    (!is_case && is_screen && short && !what.is_empty()).then_some(Ask::Show { what, on })
}

/// `The amount should be chosen with three buttons: 10, 20 and 50 EUR`.
pub(super) fn chosen(text: &str) -> Option<Ask> {
    const BY: &[&str] = &[
        " should be chosen ",
        " must be chosen ",
        " should be picked ",
        " must be picked ",
        " should be selected ",
        " must be selected ",
        " should be entered ",
        " must be entered ",
        " should be set ",
        " must be set ",
        " should be given ",
        " is chosen ",
        " is selected ",
    ];
    let (what, rest) = cut(text, BY)?;
    let means = after(rest, &["with ", "by ", "from ", "using ", "through ", "via ", "in ", "on ", "as "])?;
    let (means, on) = match cut(means, &[" on the ", " in the "]) {
        Some((means, on)) => (means, Some(plain(on))),
        None => (means, None),
    };
    let (control, labels) =
        match cut(means, &[": ", " (", " for ", " labelled ", " named ", " called ", " with "]) {
            Some((control, labels)) => (control, labels.trim_end_matches(')')),
            // `three buttons 10, 20, 50`
            None => means.find(|c: char| c.is_ascii_digit()).filter(|at| *at > 0).map_or((means, ""), |at| {
                let (control, labels) = means.split_at(at);
                if words(control).is_empty() { (means, "") } else { (control, labels) }
            }),
        };
    let all = words(&plain(control));
    let control =
        all.last().filter(|w| CONTROLS.contains(&super::super::words::singular(w).as_str()))?.clone();
    let labels = super::pieces::outside_quotes(labels, &[", and ", ", or ", " and ", " or ", ", ", " / "]);
    let labels: Vec<String> = labels.iter().map(|l| unquoted(l)).filter(|l| !l.is_empty()).collect();
    let what = plain(what);
    (what.split(' ').count() <= 4 && labels.len() <= 12).then(|| Ask::Choose {
        what,
        control,
        labels: of_one_unit(labels),
        on,
    })
}

/// What something can be chosen or entered with.
const CONTROLS: &[&str] = &[
    "button", "list", "dropdown", "slider", "field", "menu", "stepper", "checkbox", "calendar", "picker",
    "tile", "toggle", "switch", "box", "input", "selector", "option", "tab", "chip",
];

/// `10`, `20`, `50 EUR` → each with its unit.
fn of_one_unit(labels: Vec<String>) -> Vec<String> {
    let is_number = |label: &str| label.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
    let unit = labels.last().and_then(|last| last.split_once(' ')).filter(|(number, _)| is_number(number));
    let Some(unit) = unit.map(|(_, unit)| unit.to_owned()) else { return labels };
    labels.iter().map(|l| if is_number(l) { format!("{l} {unit}") } else { l.clone() }).collect()
}
