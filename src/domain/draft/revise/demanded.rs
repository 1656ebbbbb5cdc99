//! The verbs in which people demand something new: add, require, say what happens, state a fact.

use super::element::plain;
use super::instruction::Ask;
use super::pieces::{after, cut, find_outside};

/// The words that ask for something new.
#[rustfmt::skip]
pub(super) const ADD: &[&str] = &[
    "add ", "include ", "introduce ", "create ", "insert ", "there should be ", "there must be ", "we need ",
    "you forgot ", "we also need ", "provide ", "missing: ", "it needs ", "there is no ", "there's no ",
];

pub(super) fn happens(text: &str) -> Option<Ask> {
    let rest = after(
        text,
        &[
            "describe ",
            "explain ",
            "say ",
            "show ",
            "tell ",
            "specify ",
            "define ",
            "state ",
            "clarify ",
            "add ",
        ],
    )
    .or_else(|| text.to_lowercase().starts_with("what ").then_some(text))?;
    let case = after(
        rest,
        &[
            "what happens when ",
            "what happens if ",
            "what should happen when ",
            "what should happen if ",
            "what the system does when ",
            "what the user sees when ",
            "what is shown when ",
            "what happens on ",
        ],
    )?;
    let (case, answer) = match cut(case, &[": ", " - ", " — "]) {
        Some((case, answer)) => (case, Some(answer.to_owned())),
        None => (case, None),
    };
    let (case, of) = match cut(case, &[" in the flow ", " in flow ", " in the "]) {
        Some((case, of)) => (case, Some(plain(of))),
        None => (case, None),
    };
    Some(Ask::Happens { case: plain(case), answer, of })
}

/// `I miss an error message when the display is offline`: what is to happen in a case, or a part.
pub(super) fn missed(text: &str) -> Option<Ask> {
    let rest = after(text, &["i miss ", "i am missing ", "i'm missing ", "we miss ", "we are missing "])?;
    match cut(rest, &[" when ", " if "]) {
        Some((what, case)) => Some(Ask::Happens {
            case: plain(case),
            answer: Some(format!("The product shows {what}")),
            of: None,
        }),
        None => add(&format!("add {rest}")),
    }
}

/// `A trainer must be able to revoke it`, `Members can also swap slots`.
pub(super) fn able(text: &str) -> Option<Ask> {
    let (actor, deed) = cut(
        text,
        &[
            " must be able to ",
            " should be able to ",
            " needs to be able to ",
            " need to be able to ",
            " also needs to ",
            " also need to ",
            " must also be able to ",
            " should also be able to ",
            " can also ",
            " needs to ",
            " need to ",
            " should also ",
            " must also ",
        ],
    )?;
    let named = actor.split_whitespace().count() <= 4;
    let sentence = says(text).or_else(|| add(text)).map(Box::new);
    named.then(|| Ask::Able { actor: plain(actor), deed: deed.to_owned(), sentence })
}

pub(super) fn mandatory(text: &str) -> Option<Ask> {
    if let Some(rest) = after(text, &["require ", "ask for ", "demand ", "insist on "]) {
        if let Some((what, before)) = cut(rest, &[" before ", " prior to "]) {
            return Some(Ask::RequireBefore { what: plain(what), before: plain(before) });
        }
        if let Some((what, of)) = cut(rest, &[" on ", " of ", " for ", " in "]) {
            return Some(Ask::Required { what: plain(what), of: Some(plain(of)), required: true });
        }
        return Some(Ask::Required { what: plain(rest), of: None, required: true });
    }
    for (marks, required) in [
        (&[" required", " mandatory", " obligatory"][..], true),
        (&[" optional", " not required"][..], false),
    ] {
        let Some((head, tail)) =
            marks.iter().find_map(|m| find_outside(text, m).map(|at| (&text[..at], &text[at + m.len()..])))
        else {
            continue;
        };
        let what = after(head, &["make "]).or_else(|| {
            ["should be", "must be", "is"].iter().find_map(|e| head.trim_end().strip_suffix(e))
        })?;
        let of = after(tail.trim(), &["on ", "for ", "in ", "of "]).map(plain);
        let (what, of) = match (of, cut(what, &[" of ", " on ", " in "])) {
            (None, Some((what, of))) => (plain(what), Some(plain(of))),
            (of, _) => (plain(what), of),
        };
        return (!what.is_empty()).then_some(Ask::Required { what, of, required });
    }
    None
}

pub(super) fn add(text: &str) -> Option<Ask> {
    // `Machine should be an entity with name, room and status`
    if let Some((name, rest)) = cut(
        text,
        &[" should be an entity", " must be an entity", " should be a thing", " should be its own entity"],
    )
    .or_else(|| {
        [" should be an entity", " must be an entity"].iter().find_map(|e| Some((text.strip_suffix(e)?, "")))
    }) {
        return Some(Ask::Add { what: format!("entity {} {rest}", plain(name)).trim().to_owned(), to: None });
    }
    if let Some(rest) = after(text, ADD) {
        let (what, to) = match cut(
            rest,
            &[" to the ", " to ", " for the ", " on the ", " in the ", " into ", " for ", " on ", " under "],
        ) {
            Some((what, to)) => (plain(what), Some(plain(to))),
            None => (plain(rest), None),
        };
        return (!what.is_empty()).then_some(Ask::Add { what, to });
    }
    if let Some((to, what)) = cut(
        text,
        &[
            " needs to have ",
            " needs ",
            " need ",
            " should have ",
            " must have ",
            " should contain ",
            " should include ",
            " lacks ",
            " is missing ",
            " has no ",
        ],
    ) && !what.to_lowercase().starts_with("to be ")
        && !what.to_lowercase().starts_with("to ")
    {
        return Some(Ask::Add { what: plain(what), to: Some(plain(to)) });
    }
    let what = text.strip_suffix(" is missing").or_else(|| text.strip_suffix(" are missing"))?;
    // `Say what is missing` names nothing.
    let names_nothing = |word: &str| {
        matches!(
            word.to_lowercase().as_str(),
            "say" | "tell" | "show" | "what" | "which" | "something" | "nothing" | "much"
        )
    };
    if what.split_whitespace().any(names_nothing) {
        return None;
    }
    Some(Ask::Add { what: plain(what), to: None })
}

pub(super) fn says(text: &str) -> Option<Ask> {
    let (what, _) = cut(text, &[" should ", " must ", " shall ", " needs to "])?;
    let at = find_outside(text, " should ")
        .or_else(|| find_outside(text, " must "))
        .or_else(|| find_outside(text, " shall "))
        .or_else(|| find_outside(text, " needs to "))?;
    let rest = after(&text[at + 1..], &["should ", "must ", "shall ", "needs to "])?;
    (what.split_whitespace().count() <= 6)
        .then(|| Ask::Says { what: plain(what), sentence: super::super::phrase::does(what, rest) })
}
