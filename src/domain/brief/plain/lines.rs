//! What the lines of running text are taken together: the steps of a scenario, a list without bullets, text over a heading.

use std::ops::Range;

use super::super::prose::Prose;
use super::super::scenario::{self, Step};
use super::super::section;
use super::{begins_step, line_text};

/// Lines that begin with Given or When over one that begins with Then, whatever names them: each step is a line.
pub(super) fn tells_a_scenario(text: &str, wraps: &[usize]) -> bool {
    let ends = wraps.iter().skip(1).copied().chain([text.len()]);
    let lines = wraps.iter().zip(ends).map(|(at, end)| line_text(text, *at..end));
    let (mut begun, mut led) = (false, false);
    for line in lines.filter(|line| begins_step(line)) {
        let step = scenario::step(line).map(|(step, _)| step);
        begun |= matches!(step, Some(Step::Given | Step::When));
        led |= begun && step == Some(Step::Then);
    }
    led
}

/// Lines under a heading that are no running text: each begins with a capital, and none ends as a sentence or in the middle of
/// one.
pub(super) fn lines_of_a_list(prose: &Prose) -> Option<Vec<Range<usize>>> {
    const LEAST: usize = 3;
    const LONGEST: usize = 140;
    let text = prose.text();
    let starts = std::iter::once(0).chain(prose.wraps().iter().copied());
    let ends = prose.wraps().iter().copied().chain([text.len()]);
    let lines: Vec<Range<usize>> = starts.zip(ends).map(|(from, to)| from..to).collect();
    let listed = |range: &Range<usize>| {
        let line = line_text(text, range.clone());
        line.starts_with(char::is_uppercase)
            && line.len() <= LONGEST
            && !line.ends_with(['.', ',', ':', ';', '!', '?', '-'])
    };
    (lines.len() >= LEAST && lines.iter().all(listed)).then_some(lines)
}

/// `Functional requirements:` as the last line of an item: a heading, which an editor moved in below the list above it.
pub(super) fn closes_with_a_heading(text: &str, wraps: &[usize]) -> bool {
    let last = wraps.last().map_or("", |at| line_text(text, *at..text.len()));
    last.ends_with(':') && section::heads_demands(last)
}
