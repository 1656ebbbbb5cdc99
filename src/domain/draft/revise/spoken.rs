//! The verbs in which people ask for a change of what is there: rename, describe, merge, split, move,
//! change, remove.

use super::element::plain;
use super::instruction::{Ask, Place};
use super::pieces::{after, cut, outside_quotes};

/// What a quoted name may be said to name.
const KINDS: &[&str] = &[
    "the component ",
    "component ",
    "the entity ",
    "entity ",
    "the screen ",
    "screen ",
    "the page ",
    "page ",
    "the flow ",
    "flow ",
    "the state ",
    "state ",
    "the attribute ",
    "attribute ",
    "the button ",
    "button ",
    "the view ",
    "view ",
    "the form ",
    "form ",
    "the list ",
    "list ",
    "the dialog ",
    "dialog ",
    "the field ",
    "field ",
    "the thing ",
    "thing ",
    "the part ",
    "part ",
    "the control ",
    "control ",
];

pub(super) fn rename(text: &str) -> Option<Ask> {
    let made = |from: &str, to: &str| {
        // `the actor Member`: the name is what follows.
        let role = |name: &str| after(name, &["actor ", "role ", "persona "]).map(str::to_owned);
        // `the component "Cart"`: what is quoted is the name.
        let kind = after(from, KINDS).filter(|rest| rest.starts_with(['"', '\'', '“', '‘', '`']));
        let (from, to) = (plain(kind.unwrap_or(from)), plain(to));
        let from = role(&from).unwrap_or(from);
        // `this screen`: what the words are said of.
        let this = after(&from, &["this ", "that "]).is_some() && from.split(' ').count() == 2;
        let from = if this { "this".to_owned() } else { from };
        (!from.is_empty() && !to.is_empty() && to.chars().count() <= 80).then_some(Ask::Rename { from, to })
    };
    if let Some(to) = after(text, &["rename to ", "rename as ", "rename into "]) {
        return made("this", to);
    }
    if let Some(rest) = after(text, &["rename ", "change the name of ", "change name of "]) {
        let (from, to) = cut(rest, &[" to ", " into ", " as ", " -> ", " → ", " => ", " by "])?;
        return made(from, to);
    }
    if let Some(rest) = after(
        text,
        &[
            "call it ",
            "call this ",
            "call that ",
            "name it ",
            "name this ",
            "rename to ",
            "rename it to ",
            "rename this to ",
        ],
    ) {
        return made("this", rest);
    }
    if let Some(rest) = after(text, &["call ", "name "]) {
        if let Some((to, from)) = cut(rest, &[" instead of ", " rather than "]) {
            let to =
                after(to, &["the actor ", "the role ", "the screen ", "the flow ", "the "]).unwrap_or(to);
            return made(from, to);
        }
        let quote = rest.find(['"', '\'', '“', '‘']).filter(|at| *at > 0);
        if let Some((from, to)) = quote.map(|at| rest.split_at(at)) {
            return made(from, to);
        }
        let (from, to) = rest.rsplit_once(' ')?;
        return made(from.trim_end_matches(" as"), to);
    }
    if let Some(rest) = after(text, &["use ", "say "])
        && let Some((to, from)) = cut(rest, &[" instead of ", " rather than "])
    {
        return made(from, to);
    }
    if let Some(rest) = after(text, &["replace ", "substitute "]) {
        let (from, to) = cut(rest, &[" with ", " by "])?;
        return made(from, to);
    }
    let (from, to) = cut(
        text,
        &[
            " should be called ",
            " should be named ",
            " must be called ",
            " is called ",
            " -> ",
            " → ",
            " => ",
        ],
    )?;
    made(from, to)
}

pub(super) fn describe(text: &str) -> Option<Ask> {
    if let Some(rest) = after(text, &["description of ", "the description of ", "description for "]) {
        let (what, said) = cut(rest, &[" should be ", " is ", ": "])?;
        return Some(Ask::Describe { what: plain(what), text: Some(plain(said)) });
    }
    let rest = after(text, &["describe ", "explain ", "clarify ", "elaborate on ", "elaborate "])?;
    match cut(rest, &[" as ", ": ", " as: "]) {
        Some((what, said)) => Some(Ask::Describe { what: plain(what), text: Some(plain(said)) }),
        None => Some(Ask::Describe { what: plain(rest), text: None }),
    }
}

pub(super) fn merge(text: &str) -> Option<Ask> {
    let rest = after(text, &["merge ", "combine ", "join ", "unify "])?;
    let (parts, into) = match cut(rest, &[" into ", " as ", " to form "]) {
        Some((parts, into)) => (parts, Some(plain(into))),
        None => (rest, None),
    };
    let mut what: Vec<String> = outside_quotes(parts, &[", and ", " and ", " with ", ", ", " & "])
        .iter()
        .map(|p| plain(p))
        .map(|p| {
            after(&p, &["views ", "screens ", "flows ", "entities ", "pages ", "both "])
                .map_or(p.clone(), plain)
        })
        .filter(|p| !p.is_empty())
        .collect();
    let into = into.map(|i| {
        const ONE: &[&str] = &[
            "one called ",
            "one named ",
            "a single one called ",
            "one screen called ",
            "single screen called ",
            "screen called ",
            "one flow called ",
        ];
        after(&i, ONE).map_or(i.clone(), plain)
    });
    let into =
        into.filter(|i| !["one", "a single one", "single", "one screen", "one flow"].contains(&i.as_str()));
    // `merge X into Y`
    if let (1, Some(target)) = (what.len(), &into) {
        what.insert(0, target.clone());
    }
    (what.len() > 1).then_some(Ask::Merge { what, into })
}

pub(super) fn split(text: &str) -> Option<Ask> {
    let rest = after(text, &["split up ", "split ", "divide ", "separate ", "break up ", "break "])?;
    let (what, parts) = cut(rest, &[" into ", " in "])?;
    let parts: Vec<String> = outside_quotes(parts, &[", and ", " and ", ", ", " & ", " plus "])
        .iter()
        .map(|p| plain(p))
        .filter(|p| !p.is_empty())
        .collect();
    (parts.len() > 1 && parts.len() <= 8).then(|| Ask::Split { what: plain(what), parts })
}

pub(super) fn moved(text: &str) -> Option<Ask> {
    let rest = after(text, &["move ", "put ", "place "])?;
    let marks = [
        (&[" before ", " ahead of "][..], Place::Before),
        (&[" after ", " behind "][..], Place::After),
        (&[" into ", " under ", " onto ", " inside ", " to ", " on ", " in "][..], Place::Under),
    ];
    marks.iter().find_map(|(marks, place)| {
        let (what, to) = cut(rest, marks)?;
        Some(Ask::Move { what: plain(what), to: plain(to), place: *place })
    })
}

pub(super) fn change(text: &str) -> Option<Ask> {
    let rest = after(text, &["change ", "set ", "update ", "make ", "turn ", "correct "])?;
    let (what, to) =
        cut(rest, &[" to: ", " to be ", " to ", " into ", " = "]).or_else(|| cut(rest, &[" a ", " an "]))?;
    Some(Ask::Change {
        what: plain(what), to: to.trim().trim_matches(|c| "\"'“”‘’".contains(c)).to_owned()
    })
}

pub(super) fn remove(text: &str, pointed: bool) -> Option<Ask> {
    const VERBS: &[&str] = &[
        "remove ",
        "delete ",
        "drop ",
        "cut ",
        "get rid of ",
        "take out ",
        "leave out ",
        "omit ",
        "we don't need ",
        "we do not need ",
        "no need for ",
        "don't need ",
        "eliminate ",
        "discard ",
        "take away ",
        "there is no need for ",
    ];
    if pointed
        && [
            "remove",
            "delete",
            "drop",
            "remove it",
            "remove this",
            "delete this",
            "delete it",
            "drop this",
            "not needed",
            "omit",
        ]
        .contains(&text.to_lowercase().as_str())
    {
        return Some(Ask::Remove { what: "this".to_owned(), of: None });
    }
    let rest = after(text, VERBS)?;
    let (what, of) = match cut(rest, &[" from "]) {
        Some((what, of)) => (plain(what), Some(plain(of))),
        // `the export screen, it belongs elsewhere`: why, and not what.
        None => (plain(cut(rest, &[", "]).map_or(rest, |(what, _)| what)), None),
    };
    (!what.is_empty()).then_some(Ask::Remove { what, of })
}
