//! Comments in the draft of the next rejection: one on an element is a line, `- /goals/2 (its name): words`.

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

fn read(line: &str) -> Option<(&str, &str)> {
    let rest = line.strip_prefix("- ").filter(|rest| rest.starts_with('/'))?;
    let (pointer, rest) = rest.split_at(rest.find([' ', ':'])?);
    let words = match rest.strip_prefix(" (") {
        Some(named) => named.split_once("): ").map(|(_, words)| words),
        None => rest.strip_prefix(": "),
    };
    words.map(|words| (pointer, words))
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
}
