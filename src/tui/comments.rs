//! Comments in the draft of the next rejection: one on an element is a line, `- /goals/2 (its name): words`.

use std::borrow::Cow;

use super::parts;

/// The comments of a draft, each with the pointer that it is on.
pub fn of(draft: &str) -> impl Iterator<Item = (&str, &str)> {
    draft.lines().filter_map(read)
}

/// What was written on an element last.
pub fn written<'t>(draft: &'t str, pointer: &str) -> Option<&'t str> {
    of(draft).filter(|(at, _)| *at == pointer).last().map(|(_, words)| words)
}

/// The draft with these words on an element, in the place of those that were written on it before.
pub fn with(draft: &str, pointer: &str, name: Option<&str>, words: &str) -> String {
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    // Words on the whole design stand alone, as they would in the editor.
    let line = if pointer.is_empty() { words.to_owned() } else { format!("- {pointer}{name}: {words}") };
    let before = draft.lines().rev().find(|line| read(line).is_some_and(|(at, _)| at == pointer));
    if let Some(at) = before.and_then(|before| draft.rfind(before).map(|at| at..at + before.len())) {
        let (head, tail) = (draft.get(..at.start), draft.get(at.end..));
        return format!("{}{line}{}", head.unwrap_or_default(), tail.unwrap_or_default());
    }
    let gap = if draft.is_empty() || draft.ends_with('\n') { "" } else { "\n" };
    format!("{draft}{gap}{line}\n")
}

/// A comment as people read it: `on the flow “Pay by card”: words`. Other words, and those on what was not named, are as
/// they were written.
pub fn told(comment: &str) -> Cow<'_, str> {
    match apart(comment).and_then(|(pointer, name, words)| Some((parts::kind(pointer)?, name?, words))) {
        Some((kind, name, words)) => format!("on the {kind} “{name}”: {words}").into(),
        None => comment.into(),
    }
}

/// The words alone, without the element that they are on, of which the pointer may be gone already.
pub fn bare(comment: &str) -> &str {
    let named = comment.strip_prefix('(').and_then(|named| named.split_once("): "));
    apart(comment).map(|(.., words)| words).or(named.map(|(_, words)| words)).unwrap_or(comment)
}

fn read(line: &str) -> Option<(&str, &str)> {
    apart(line.strip_prefix("- ")?).map(|(pointer, _, words)| (pointer, words))
}

/// The pointer, the name and the words of `/pointer (name): words`.
fn apart(comment: &str) -> Option<(&str, Option<&str>, &str)> {
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
    fn a_comment_takes_the_place_of_the_one_before_and_of_nothing_else() {
        let draft = with("Make it shorter.", "/goals/2", Some("pay (fast)"), "how fast?");
        let draft = with(&draft, "/goals/20", None, "why: because?");
        assert_eq!(
            draft,
            "Make it shorter.\n- /goals/2 (pay (fast)): how fast?\n- /goals/20: why: because?\n"
        );
        assert_eq!(written(&draft, "/goals/2"), Some("how fast?"));
        assert_eq!(written(&draft, "/goals/20"), Some("why: because?"));
        let draft = with(&draft, "/goals/2", Some("pay (fast)"), "in 3 s");
        assert_eq!(draft, "Make it shorter.\n- /goals/2 (pay (fast)): in 3 s\n- /goals/20: why: because?\n");
        assert_eq!(with("Shorter.", "", None, "Shorter still."), "Shorter.\nShorter still.\n");
        assert_eq!(written("- no pointer: x\n- /a b\n-/c: d\n- /", "/a"), None);
    }

    #[test]
    fn a_comment_is_told_by_what_its_element_is_and_is_called() {
        let check = |comment: &str, expected: &str| assert_eq!(told(comment), expected);
        check("/userFlows/1 (Pay by card): in two steps", "on the flow “Pay by card”: in two steps");
        check("/dataModel/entities/0/attributes/2 (Order): no", "on the entity “Order”: no");
        check("/openQuestions/2 (Who pays?): the host", "on the open question “Who pays?”: the host");
        check("/goals/2: how fast?", "/goals/2: how fast?");
        check("/title (Shop): shorter", "/title (Shop): shorter");
        check("rename (the) cart: basket", "rename (the) cart: basket");
        for whole in
            ["/goals/2 (Be quick): how fast?", "(Be quick): how fast?", "/goals/2: how fast?", "how fast?"]
        {
            assert_eq!(bare(whole), "how fast?");
        }
    }
}
