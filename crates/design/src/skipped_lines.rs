//! Messages on the lines of a brief that are no requirement, with the reason.

use std::collections::{BTreeMap, HashSet};

use super::brief::{Reading, Why};

const fn reason(why: Why) -> &'static str {
    match why {
        Why::Code => "code block or diagram",
        Why::Comment => "comment",
        Why::Table => "table without a requirement or field column",
        Why::NotAsked => "marked as no requirement in the document",
        Why::Prose => "no must, shall, should or can",
    }
}

/// A message for each reason with its lines; empty if nothing was skipped.
pub fn describe(reading: &Reading) -> Vec<String> {
    let mut by_reason: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    let excluded = reading.exclusions.iter().map(|text| ("out of scope", text.line));
    let lines: HashSet<u32> = reading.exclusions.iter().map(|text| text.line).collect();
    let skipped = reading.skipped.iter();
    let skipped = skipped.filter(|skipped| skipped.why != Why::NotAsked || !lines.contains(&skipped.line));
    let required: HashSet<u32> = reading.requirements.iter().map(|one| one.line).collect();
    let cases = reading.edge_cases.iter().filter(|case| !required.contains(&case.line));
    let cases = cases.map(|case| ("edge case, no must, shall, should or can", case.line));
    let all = excluded.chain(cases).chain(skipped.map(|skipped| (reason(skipped.why), skipped.line)));
    for (why, line) in all {
        by_reason.entry(why).or_default().push(line);
    }
    by_reason.into_iter().map(|(why, lines)| message(why, lines)).collect()
}

fn message(why: &str, mut lines: Vec<u32>) -> String {
    lines.sort_unstable();
    lines.dedup();
    let runs = lines.chunk_by(|line, next| line + 1 == *next);
    let runs: Vec<String> = runs
        .flat_map(|run| match run {
            [first, _, .., last] => vec![format!("{first}-{last}")],
            few => few.iter().map(u32::to_string).collect(),
        })
        .collect();
    let plural = if lines.len() == 1 { "" } else { "s" };
    format!("skipped ({why}): line{plural} {}", runs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brief;

    #[test]
    fn all_skipped_lines_are_named() {
        let lines: Vec<u32> = (1..40).chain([50, 51, 60]).rev().collect();
        assert_eq!(message("x", lines), "skipped (x): lines 1-39, 50, 51, 60");
        assert_eq!(message("x", vec![7, 7]), "skipped (x): line 7");
        let prose: String = (0..20).map(|at| format!("Prose {at} about cards.\n\n")).collect();
        let reading = brief::read(
            "brief.md",
            format!("# Cards\n\n## Gift cards\n\n{prose}A card must expire.\n").as_bytes(),
        )
        .unwrap();
        let message = describe(&reading).join("\n");
        assert!((5..45).step_by(2).all(|line| message.contains(&line.to_string())), "{message}");
    }

    #[test]
    fn an_edge_case_that_is_no_requirement_is_named() {
        let text = "# Cards\n\n## Edge Cases\n\n- What happens when a card expires?\n- The till must refuse an empty card.\n- A card is used twice\n";
        let reading = brief::read("brief.md", text.as_bytes()).unwrap();
        assert_eq!(reading.requirements.len(), 1);
        assert_eq!(describe(&reading), ["skipped (edge case, no must, shall, should or can): lines 5, 7"]);
    }
}
