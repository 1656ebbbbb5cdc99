//! Line-based merge of two versions of one draft.

use std::collections::HashSet;

/// Merges two versions of a text that both began from `before`. Our lines come first, in their order, without those that
/// only the other window removed or changed; then the other window's new lines. A line that both changed appears in both
/// versions.
pub fn merge_drafts(ours: &str, before: &str, theirs: &str) -> String {
    if ours == before {
        return theirs.to_owned();
    }
    let [here, was, there] = [ours, before, theirs].map(|text| text.lines().collect::<HashSet<&str>>());
    let is_blank = |line: &str| line.trim().is_empty();
    let stays = |line: &&str| is_blank(line) || there.contains(line) || !was.contains(line);
    let mut text = ours.split('\n').filter(stays).collect::<Vec<_>>().join("\n");
    let is_new = |line: &&str| !is_blank(line) && !was.contains(line) && !here.contains(line);
    for line in theirs.lines().filter(is_new) {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::merge_drafts;

    #[test]
    fn no_line_of_either_window_is_lost_and_none_is_there_twice() {
        let check = |ours: &str, before: &str, theirs: &str, expected: &str| {
            assert_eq!(merge_drafts(ours, before, theirs), expected, "{ours:?} {before:?} {theirs:?}");
        };
        check("mine", "", "theirs", "mine\ntheirs\n");
        check("mine", "", "", "mine");
        check("mine", "mine", "theirs", "theirs");
        check("a\nb", "a", "a\n- /goals/0: c\n", "a\nb\n- /goals/0: c\n");
        // They go on with their own line while we go on with ours.
        check("b 2\na\n", "b\na\n", "a 2\nb\n", "b 2\na 2\n");
        // Both changed the same line: both are there.
        check("a of ours", "a", "a of theirs", "a of ours\na of theirs\n");
        // They sent what both had, and emptied the draft.
        check("a\nmine", "a", "", "mine");
        // What we took out stays out; the blank lines are ours.
        check("b\n\nc", "a\nb", "a\nb\n\n", "b\n\nc");
    }

    #[test]
    fn two_windows_that_write_by_turns_end_with_the_same_words() {
        let (mut a, mut b, mut disk) = (String::new(), String::new(), String::new());
        let (mut known_a, mut known_b) = (String::new(), String::new());
        for n in 0..9 {
            a = if n == 0 { "words of a".to_owned() } else { a.replacen("words of a", "words of a and", 1) };
            a = merge_drafts(&a, &known_a, &disk);
            (disk, known_a) = (a.clone(), a.clone());
            b = if n == 0 { "words of b".to_owned() } else { b.replacen("words of b", "words of b or", 1) };
            b = merge_drafts(&b, &known_b, &disk);
            (disk, known_b) = (b.clone(), b.clone());
        }
        a = merge_drafts(&a, &known_a, &disk);
        assert_eq!(a, b);
        let mut lines: Vec<&str> = a.lines().collect();
        lines.sort_unstable();
        assert_eq!(lines.len(), 2, "{a}");
        assert!(
            lines[0].starts_with("words of a and and") && lines[1].starts_with("words of b or or"),
            "{a}"
        );
    }
}
