//! Review answers: a fenced JSON object, or a block `@@@REVIEW_META … @@@`. Both profiles read both.

use std::collections::BTreeMap;

use frieze_data::json;
use frieze_data::text::Shown;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{EnumString, IntoStaticStr};

use crate::bundle;
use frieze_data::text::count;

/// The most issues of a review.
pub const MOST_ISSUES: usize = 5_000;
const BLOCK: &str = "@@@REVIEW_META";
const END: &str = "@@@";
const KEYS: [&str; 4] = ["verdict", "issues_total", "issues_critical", "missing_inputs"];

/// What a review decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, EnumString, IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase", ascii_case_insensitive)]
pub enum Verdict {
    Pass,
    Fail,
}

/// A review as it was answered. Approving it means "this is the verdict that counts", not "pass".
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Review {
    pub verdict: Verdict,
    /// Empty if the answer has a block: its issues are prose.
    pub issues: Vec<Issue>,
    pub summary: String,
    pub issues_total: u32,
    pub issues_critical: u32,
    pub missing_inputs: u32,
}

/// One fault that a review found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Issue {
    pub severity: String,
    pub description: String,
    /// Where it is, in the reviewer's words.
    #[serde(default)]
    pub location: Option<String>,
}

impl Review {
    /// Reads a review answer.
    ///
    /// # Errors
    /// What is wrong, and what to write: no review or more than one, a missing key, a repeated key, a verdict other than pass and
    /// fail, and counts that are no whole numbers from 0 on.
    pub fn read(answer: &[u8]) -> Result<Self, String> {
        let text = bundle::text(answer)?;
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let blocks: Vec<usize> = places(&lines, BLOCK).collect();
        let (objects, broken) = objects(text, &lines);
        match (blocks.as_slice(), objects.as_slice()) {
            ([at], []) => of_block(&lines, *at).map_err(|(at, why)| format!("line {}: {why}", at + 1)),
            ([], [(line, object)]) => of_json(object).map_err(|why| format!("line {line}: {why}")),
            ([], []) => Err(broken.unwrap_or_else(|| {
                "the answer has no verdict: end it with one block `@@@REVIEW_META … @@@`, or one fenced JSON \
                 object with `verdict`, `issues` and `summary`"
                    .to_owned()
            })),
            (blocks, objects) => {
                let places = blocks.iter().map(|at| at + 1).chain(objects.iter().map(|(line, _)| *line));
                let lines = places.take(9).map(|line| line.to_string()).collect::<Vec<_>>().join(", ");
                Err(format!("the answer has more than one verdict, in lines {lines}: leave one"))
            }
        }
    }

    /// What the counts and the verdict say against each other. The verdict decides all the same.
    pub fn contradiction(&self) -> Option<String> {
        let issues = (self.issues_critical, "critical issue", "critical issues");
        let faults = [issues, (self.missing_inputs, "missing input", "missing inputs")];
        let faults = faults.into_iter().filter(|(number, ..)| *number > 0);
        let faults: Vec<String> = faults.map(|(number, one, many)| count(number, one, many)).collect();
        let is_one = self.verdict == Verdict::Pass && !faults.is_empty();
        is_one.then(|| format!("The review says PASS, and counts {}", faults.join(" and ")))
    }
}

/// The places of lines that start with a mark.
fn places(lines: &[&str], mark: &str) -> impl Iterator<Item = usize> {
    (0..lines.len()).filter(move |at| lines[*at].starts_with(mark))
}

/// The objects with a verdict: the whole answer, or what is in code fences; with the line where each begins. Second,
/// why the last fenced JSON that cannot be read cannot.
fn objects(text: &str, lines: &[&str]) -> (Vec<(usize, Value)>, Option<String>) {
    let is_review = |value: &Value| value.get("verdict").is_some();
    if text.trim_start().starts_with('{')
        && let Ok(value) = json::read(text.trim().as_bytes())
        && is_review(&value)
    {
        return (vec![(1, value)], None);
    }
    let (mut found, mut broken) = (Vec::new(), None);
    let fences: Vec<usize> = places(lines, "```").collect();
    for (open, close) in fences.chunks_exact(2).map(|pair| (pair[0], pair[1])) {
        let inner = lines.get(open + 1..close).unwrap_or_default().join("\n");
        let info = lines[open].trim_start_matches('`').trim();
        match json::read(inner.as_bytes()) {
            Ok(value) if is_review(&value) => found.push((open + 2, value)),
            Err(why) if info.eq_ignore_ascii_case("json") => {
                broken = Some(format!("line {}: the JSON cannot be read: {why}", open + 1 + why.line));
            }
            Ok(_) | Err(_) => {}
        }
    }
    (found, broken)
}

fn of_json(value: &Value) -> Result<Review, String> {
    let of = |key: &str| {
        let missing = || format!("the review has no `{key}`: write `verdict`, `issues` and `summary`");
        value.get(key).ok_or_else(missing)
    };
    let verdict = verdict(of("verdict")?.as_str().unwrap_or_default())?;
    let issues = Vec::<Issue>::deserialize(of("issues")?)
        .map_err(|e| format!("`issues` is no list of {{severity, description, location}}: {e}"))?;
    if issues.len() > MOST_ISSUES {
        return Err(format!("the review has {} issues; at most {MOST_ISSUES} are read", issues.len()));
    }
    let summary = of("summary")?.as_str().ok_or("`summary` is no text")?.to_owned();
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let critical = issues.iter().filter(|issue| issue.severity.eq_ignore_ascii_case("critical")).count();
    let (issues_total, issues_critical) = (count(issues.len()), count(critical));
    Ok(Review { verdict, issues, summary, issues_total, issues_critical, missing_inputs: 0 })
}

/// The error has the place of its line.
fn of_block(lines: &[&str], at: usize) -> Result<Review, (usize, String)> {
    let refused = |why: &str| Err((at, why.to_owned()));
    if lines[at] != BLOCK {
        return refused("`@@@REVIEW_META` must be alone on its line");
    }
    let after = lines.get(at + 1..).unwrap_or_default();
    let Some(length) = after.iter().position(|line| *line == END) else {
        return refused("the block `@@@REVIEW_META` does not end: write a line `@@@` after its keys");
    };
    let mut values: BTreeMap<&str, (usize, &str)> = BTreeMap::new();
    for (line, text) in (at + 1..).zip(after.iter().take(length)) {
        let Some((key, value)) = text.split_once(':') else { continue };
        let key = key.trim();
        if KEYS.contains(&key) && values.insert(key, (line, value.trim())).is_some() {
            return Err((line, format!("`{key}` is repeated in the block: write it once")));
        }
    }
    let value = |key: &str| {
        let missing = || (at, format!("the block has no `{key}`; it needs {}", KEYS.join(", ")));
        values.get(key).copied().ok_or_else(missing)
    };
    let number = |key: &str| {
        let (line, text) = value(key)?;
        let why = || format!("`{key}` is “{}”; write a whole number from 0 on", Shown::cut(text, 20));
        let is_plain = text.bytes().all(|b| b.is_ascii_digit());
        text.parse::<u32>().ok().filter(|_| is_plain).ok_or_else(|| (line, why()))
    };
    let (line, word) = value(KEYS[0])?;
    Ok(Review {
        verdict: verdict(word).map_err(|why| (line, why))?,
        issues: Vec::new(),
        summary: String::new(),
        issues_total: number(KEYS[1])?,
        issues_critical: number(KEYS[2])?,
        missing_inputs: number(KEYS[3])?,
    })
}

fn verdict(word: &str) -> Result<Verdict, String> {
    word.parse().map_err(|_| format!("the verdict is “{}”; write PASS or FAIL", Shown::cut(word, 20)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str) -> Result<Review, String> {
        Review::read(text.as_bytes())
    }

    const META: &str = "Looks fine.\n@@@REVIEW_META\nmissing_inputs: 0\nverdict: pAsS\nissues_critical: 1\n\
        issues_total: 3\n@@@\nBye";

    #[test]
    fn both_forms_are_read() {
        let review = read(META).unwrap();
        assert_eq!((review.verdict, review.issues_total, review.issues_critical), (Verdict::Pass, 3, 1));
        let json = r#"{"verdict": "fail", "issues": [{"severity": "critical", "description": "x", "location": "a.sql"},
            {"severity": "minor", "description": "y"}], "summary": "Two."}"#;
        for answer in [
            format!("Words {{}}\n```json\n{json}\n```\nmore"),
            format!("```\nnot this\n```\n```\n{json}\n```"),
            json.to_owned(),
        ] {
            let review = read(&answer).unwrap();
            assert_eq!(
                (review.verdict, review.issues_total, review.issues_critical),
                (Verdict::Fail, 2, 1),
                "{answer}"
            );
            assert_eq!(review.issues[0].location.as_deref(), Some("a.sql"));
            assert_eq!(review.issues[1].location, None);
        }
    }

    #[test]
    fn an_answer_without_exactly_one_whole_review_is_refused() {
        let without =
            |key: &str| META.lines().filter(|line| !line.starts_with(key)).collect::<Vec<_>>().join("\n");
        let fenced = |json: &str| format!("```json\n{json}\n```");
        for (answer, expected) in [
            (String::new(), "no verdict"),
            ("Verdict: PASS".into(), "no verdict"),
            (format!("{META}\n{META}"), "more than one verdict, in lines 2, 10"),
            (
                format!("{META}\n{}", fenced(r#"{"verdict":"pass","issues":[],"summary":""}"#)),
                "more than one verdict",
            ),
            (without("verdict"), "line 2: the block has no `verdict`"),
            (without("issues_total"), "no `issues_total`"),
            (without("missing_inputs"), "no `missing_inputs`"),
            (META.replace("@@@\nBye", "Bye"), "does not end"),
            (
                META.replace("issues_total: 3", "issues_total: -3"),
                "line 6: `issues_total` is “-3”; write a whole number",
            ),
            (META.replace("issues_total: 3", "issues_total: +3"), "whole number"),
            (META.replace("issues_total: 3", "issues_total: 99999999999"), "whole number"),
            (META.replace("issues_total: 3", "verdict: FAIL"), "`verdict` is repeated"),
            (META.replace("pAsS", "maybe"), "line 4: the verdict is “maybe”; write PASS or FAIL"),
            (META.replace("META\n", "META x\n"), "alone on its line"),
            (fenced(r#"{"verdict":"pass","issues":[]}"#), "no `summary`"),
            (fenced(r#"{"verdict":"pass","summary":""}"#), "no `issues`"),
            (fenced(r#"{"verdict":"pass","verdict":"fail","issues":[],"summary":""}"#), "cannot be read"),
            (fenced(r#"{"verdict":1,"issues":[],"summary":""}"#), "write PASS or FAIL"),
            (fenced(r#"{"verdict":"fail","issues":[{"severity":"x"}],"summary":""}"#), "`issues` is no list"),
            (fenced("{"), "line 2: the JSON cannot be read"),
        ] {
            let why = read(&answer).unwrap_err();
            assert!(why.contains(expected), "{answer}: {why}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Review::read(&bytes);
        }

        #[test]
        fn any_lines_are_read_or_refused(
            lines in prop::collection::vec(
                prop::sample::select(vec![
                    "@@@REVIEW_META", "@@@", "verdict: PASS", "verdict:", "issues_total: 1", "issues_critical: -1",
                    "missing_inputs: 0", "```", "```json", "{", ":",
                    "{\"verdict\":\"pass\",\"issues\":[],\"summary\":\"\"}",
                ]),
                0..14,
            ),
        ) {
            let _ = read(&lines.join("\n"));
        }
    }
}
