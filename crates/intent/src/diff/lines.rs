//! Line-based diff of two documents, with the changes inside a line. Only sizes limit the work, never time, so the same
//! documents always give the same hunks.

use serde::Serialize;
use similar::{Algorithm, ChangeTag, DiffOp, TextDiff};

/// A replaced passage of more bytes than this is shown as whole lines: common words of two pages are of no use.
const REFINED: usize = 16 * 1024;

/// A passage with changes and the unchanged lines around it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Hunk {
    /// Unchanged lines between the previous hunk and this one that are not shown.
    pub folded: usize,
    pub lines: Vec<Line>,
}

/// One line of either document, or of both. Line numbers count from 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    pub tag: Tag,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<usize>,
    /// The line's text without its end, in parts. It comes from the documents, so a terminal gets it only through
    /// [`frieze_data::text::Shown`].
    pub parts: Vec<Part>,
}

/// Whether a line is in both documents, only in the old one, or only in the new one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Tag {
    Same,
    Removed,
    Added,
}

/// A part of a line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Part {
    /// Whether this part differs from the other version of the line.
    pub changed: bool,
    pub text: String,
}

/// The changes from `old` to `new`, each with up to `context` unchanged lines before and after it.
/// Empty for equal texts.
pub fn text(old: &str, new: &str, context: usize) -> Vec<Hunk> {
    let diff = TextDiff::configure().algorithm(Algorithm::Myers).diff_lines(old, new);
    let mut shown_until = 0;
    let mut hunks = Vec::new();
    for group in diff.grouped_ops(context) {
        let Some((first, last)) = group.first().zip(group.last()) else { continue };
        let folded = first.old_range().start.saturating_sub(shown_until);
        shown_until = last.old_range().end;
        let lines = group.iter().flat_map(|op| lines_of(&diff, op)).collect();
        hunks.push(Hunk { folded, lines });
    }
    hunks
}

fn lines_of(diff: &TextDiff<'_, '_, str>, op: &DiffOp) -> Vec<Line> {
    let length: usize = op.old_range().filter_map(|i| diff.old_slice(i)).map(str::len).sum::<usize>()
        + op.new_range().filter_map(|j| diff.new_slice(j)).map(str::len).sum::<usize>();
    if length > REFINED {
        return diff
            .iter_changes(op)
            .map(|change| {
                let parts = vec![Part { changed: false, text: without_end(change.value()).to_owned() }];
                line(change.tag(), change.old_index(), change.new_index(), parts)
            })
            .collect();
    }
    // `iter_inline_changes` has a deadline, so a busy machine would get other hunks.
    diff.iter_inline_changes_deadline(op, None)
        .map(|change| {
            let parts = change
                .values()
                .iter()
                .map(|(changed, text)| Part { changed: *changed, text: without_end(text).to_owned() })
                .filter(|part| !part.text.is_empty())
                .collect();
            line(change.tag(), change.old_index(), change.new_index(), parts)
        })
        .collect()
}

fn line(tag: ChangeTag, old: Option<usize>, new: Option<usize>, parts: Vec<Part>) -> Line {
    let tag = match tag {
        ChangeTag::Equal => Tag::Same,
        ChangeTag::Delete => Tag::Removed,
        ChangeTag::Insert => Tag::Added,
    };
    Line { tag, old: old.map(|i| i + 1), new: new.map(|j| j + 1), parts }
}

fn without_end(line: &str) -> &str {
    line.strip_suffix('\n').unwrap_or(line)
}
