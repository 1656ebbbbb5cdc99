//! Comments in the draft of the next rejection. A comment on an element is a line: `- /goals/2 (its name): words`.

use std::borrow::Cow;

use frieze_data::text::Shown;
use frieze_intent::Intent;

use crate::tui::model::design_parts::{Section, name_at, section_of};

/// The most columns of an element's name in a comment.
const NAME: usize = 60;

/// The name of an element in a comment.
pub fn called(name: &str) -> String {
    Shown::cut(name.trim(), NAME).into_string()
}

/// The comments of a draft, each with its pointer.
fn of(draft: &str) -> impl Iterator<Item = (&str, &str)> {
    draft.lines().filter_map(read)
}

/// The pointers of the elements that are commented on, as they are in this design: a hand edit may have put another one there.
pub fn places<'t>(draft: &'t str, design: &'t Intent) -> impl Iterator<Item = &'t str> {
    let split = draft.lines().filter_map(|line| split(line.strip_prefix("- ")?));
    split.filter_map(|(pointer, named, _)| {
        let now = name_at(design, pointer);
        let is_there = named.is_none() || now.is_none_or(|now| named == Some(called(now).as_str()));
        is_there.then_some(pointer)
    })
}

/// The last comment on an element.
pub fn find<'t>(draft: &'t str, pointer: &str) -> Option<&'t str> {
    of(draft).filter(|(at, _)| *at == pointer).last().map(|(_, words)| words)
}

/// The draft with this comment on an element. It replaces the comment that was there `before`, and no newer one of another window.
pub fn with(draft: &str, pointer: &str, name: Option<&str>, words: &str, before: &str) -> String {
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    // A comment on the whole design has no pointer, as in the editor.
    let line = if pointer.is_empty() { words.to_owned() } else { format!("- {pointer}{name}: {words}") };
    let last = draft.lines().rev().find(|line| read(line).is_some_and(|(at, _)| at == pointer));
    let last = last.filter(|last| read(last).is_some_and(|(_, words)| words == before));
    if let Some(at) = last.and_then(|last| draft.rfind(last).map(|at| at..at + last.len())) {
        let (head, tail) = (draft.get(..at.start), draft.get(at.end..));
        return format!("{}{line}{}", head.unwrap_or_default(), tail.unwrap_or_default());
    }
    let gap = if draft.is_empty() || draft.ends_with('\n') { "" } else { "\n" };
    format!("{draft}{gap}{line}\n")
}

/// A comment for people: `on the flow “Pay by card”: words`. A comment without an element or a name is unchanged.
pub fn describe(comment: &str) -> Cow<'_, str> {
    match split(comment).and_then(|(at, name, words)| Some((at, section_of(at)?.0, name?, words))) {
        Some((at, Section::UserFlows, name, words)) if at.contains("/steps/") => {
            format!("on the step “{name}”: {words}").into()
        }
        Some((_, section, name, words)) => format!("on the {} “{name}”: {words}", section.kind()).into(),
        None => comment.into(),
    }
}

/// The words alone, without pointer and name. The pointer may have been removed before.
pub fn words_of(comment: &str) -> &str {
    let named = comment.strip_prefix('(').and_then(|named| named.split_once("): "));
    split(comment).map(|(.., words)| words).or(named.map(|(_, words)| words)).unwrap_or(comment)
}

fn read(line: &str) -> Option<(&str, &str)> {
    split(line.strip_prefix("- ")?).map(|(pointer, _, words)| (pointer, words))
}

/// Splits `/pointer (name): words`.
fn split(comment: &str) -> Option<(&str, Option<&str>, &str)> {
    let (pointer, rest) = comment.split_at(comment.find([' ', ':']).filter(|_| comment.starts_with('/'))?);
    match rest.strip_prefix(" (") {
        Some(named) => named.split_once("): ").map(|(name, words)| (pointer, Some(name), words)),
        None => rest.strip_prefix(": ").map(|words| (pointer, None, words)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_replaces_the_last_one_on_its_element_only() {
        let draft = with("Make it shorter.", "/goals/2", Some("pay (fast)"), "how fast?", "");
        let draft = with(&draft, "/goals/20", None, "why: because?", "");
        assert_eq!(
            draft,
            "Make it shorter.\n- /goals/2 (pay (fast)): how fast?\n- /goals/20: why: because?\n"
        );
        assert_eq!(find(&draft, "/goals/2"), Some("how fast?"));
        assert_eq!(find(&draft, "/goals/20"), Some("why: because?"));
        let draft = with(&draft, "/goals/2", Some("pay (fast)"), "in 3 s", "how fast?");
        assert_eq!(draft, "Make it shorter.\n- /goals/2 (pay (fast)): in 3 s\n- /goals/20: why: because?\n");
        assert_eq!(with("Shorter.", "", None, "Shorter still.", ""), "Shorter.\nShorter still.\n");
        // Another window commented meanwhile.
        let both = with(&draft, "/goals/2", None, "in 5 s", "how fast?");
        assert!(both.contains(": in 3 s\n") && both.ends_with("- /goals/2: in 5 s\n"), "{both}");
        assert_eq!(find("- no pointer: x\n- /a b\n-/c: d\n- /", "/a"), None);
    }

    #[test]
    fn a_comment_names_the_kind_and_name_of_its_element() {
        let check = |comment: &str, expected: &str| assert_eq!(describe(comment), expected);
        check("/userFlows/1 (Pay by card): in two steps", "on the flow “Pay by card”: in two steps");
        check("/userFlows/1/steps/0 (Pay): with a code", "on the step “Pay”: with a code");
        check("/dataModel/entities/0/attributes/2 (Order): no", "on the entity “Order”: no");
        check("/openQuestions/2 (Who pays?): the host", "on the open question “Who pays?”: the host");
        check("/goals/2: how fast?", "/goals/2: how fast?");
        check("/title (Shop): shorter", "/title (Shop): shorter");
        check("rename (the) cart: basket", "rename (the) cart: basket");
        for whole in
            ["/goals/2 (Be quick): how fast?", "(Be quick): how fast?", "/goals/2: how fast?", "how fast?"]
        {
            assert_eq!(words_of(whole), "how fast?");
        }
    }
}
