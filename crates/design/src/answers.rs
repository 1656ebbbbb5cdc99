//! `answers.md`: a person's answers to the open questions of a design. Each question is a heading, word for word, with its
//! answer below, up to the next heading of the first or second level. All other text in the file belongs to the person and stays.

use std::collections::{HashMap, HashSet};

use frieze_generator::one_line;
use pulldown_cmark::{Event, HeadingLevel, Parser, Tag};
use serde::Serialize;
use serde_json::Value;

use crate::draft::NotApplied;
use crate::feedback::Report;
use frieze_data::id::FeatureId;
use frieze_data::text::{Shown, count, lossy};

pub use frieze_generator::{Answer, form};

/// The largest file of answers that is read, in bytes.
pub const LARGEST: usize = 1024 * 1024;
/// The longest answer, in bytes.
pub const LONGEST: usize = 16 * 1024;

const HEADING: &str = "## ";
/// The start of a new file.
const BEGINNING: &str =
    "# Answers\n\nThe open questions of the design, each with a person's answer below it.\n";

/// What would be structure at the beginning of a line, so that a backslash is before it in an answer.
const MARKS: [char; 6] = ['#', '=', '-', '`', '~', '<'];

/// A part of the file, up to the next heading of the first or second level.
struct Part<'f> {
    text: &'f str,
    /// Set if it begins with a heading of the second level.
    question: Option<&'f str>,
}

impl<'f> Part<'f> {
    fn of(text: &'f str) -> Self {
        let heading = text.lines().next().and_then(|line| line.strip_prefix(HEADING));
        Self { text, question: heading.map(str::trim).filter(|question| !question.is_empty()) }
    }

    fn answer(&self) -> String {
        let lines = self.text.lines().skip(1).map(|line| match line.strip_prefix('\\') {
            Some(rest) if begins_with_mark(rest) => rest,
            Some(_) | None => line,
        });
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    }
}

fn begins_with_mark(line: &str) -> bool {
    line.trim_start_matches(['\\', ' ', '\t']).starts_with(MARKS)
}

/// The parts of a file. A heading in code, a comment, a list or a quote begins none.
fn parts(file: &str) -> Vec<Part<'_>> {
    let (mut starts, mut depth) = (vec![0], 0_u32);
    for (event, range) in Parser::new(file).into_offset_iter() {
        if let Event::Start(tag) = event {
            if depth == 0 && matches!(tag, Tag::Heading { level: HeadingLevel::H1 | HeadingLevel::H2, .. }) {
                starts.push(range.start);
            }
            depth = depth.saturating_add(1);
        } else if let Event::End(_) = event {
            depth = depth.saturating_sub(1);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([file.len()]);
    starts.iter().zip(ends).filter_map(|(start, end)| file.get(*start..end)).map(Part::of).collect()
}

/// The answered questions of a file, in its order. Several answers to a question are one.
pub fn read(bytes: &[u8]) -> Vec<Answer> {
    let file = lossy(bytes);
    let (mut all, mut places): (Vec<Answer>, HashMap<&str, usize>) = Default::default();
    let parts = parts(&file);
    for part in &parts {
        let (Some(question), text) = (part.question, part.answer()) else { continue };
        if text.is_empty() {
            continue;
        }
        let place = *places.entry(question).or_insert(all.len());
        match all.get_mut(place) {
            Some(earlier) => earlier.text = format!("{}\n\n{text}", earlier.text),
            None => all.push(Answer { question: question.to_owned(), text }),
        }
    }
    all
}

/// The file with this answer to a question, in place of an earlier one. An empty text removes the answer.
pub fn with_answer(bytes: &[u8], question: &str, text: &str) -> String {
    let question = one_line(question);
    let before = lossy(bytes);
    let before = if before.trim().is_empty() { BEGINNING } else { &*before };
    let others = parts(before).into_iter().filter(|part| part.question != Some(&question));
    let file: String = others.map(|part| part.text).collect();
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = text.trim();
    if text.is_empty() {
        return file;
    }
    let file = file.trim_end();
    let escape = |line| if begins_with_mark(line) { format!("\\{line}") } else { line.to_owned() };
    let escaped = text.lines().map(escape).collect::<Vec<_>>().join("\n");
    let with = |closing: &str, text: &str| {
        let part = format!("{closing}\n\n{HEADING}{question}\n\n{text}\n");
        let part = if before.contains("\r\n") { part.replace('\n', "\r\n") } else { part };
        format!("{file}{part}")
    };
    // The answer has an end, wherever the file goes on.
    let is_read = |file: &String| find(&read(format!("{file}\n# End").as_bytes()), &question) == Some(text);
    // Code or a comment that a person left open would hide the answer.
    let closings = ["", "\n````````", "\n~~~~~~~~", "\n-->"];
    let files = closings.iter().flat_map(|closing| [text, &escaped].map(|text| with(closing, text)));
    files.into_iter().find(is_read).unwrap_or_else(|| with("", &escaped))
}

/// The file with these changes, each in place of its old answer. An answer that is neither the old nor the new one was saved
/// by somebody else meanwhile: it stays, and is returned.
pub fn with_changes(bytes: &[u8], changes: &[AnswerChange]) -> (String, Vec<Answer>) {
    let present = read(bytes);
    let mut file = lossy(bytes);
    let mut others = Vec::new();
    for AnswerChange { question, old, new } in changes {
        let [saved, old, new] =
            [find(&present, question), old.as_deref(), new.as_deref()].map(Option::unwrap_or_default);
        if saved == old || saved == new {
            file = with_answer(file.as_bytes(), question, new);
        } else {
            others.push(Answer { question: question.clone(), text: saved.to_owned() });
        }
    }
    (file, others)
}

/// The message about answers that somebody else changed meanwhile; `None` if nobody did.
pub fn changed_elsewhere(feature: &FeatureId, others: &[Answer]) -> Option<String> {
    let name = |Answer { question, text }: &Answer| {
        let [question, text] = [(question, 40), (text, 200)].map(|(text, most)| Shown::cut(text, most));
        format!("the answer to “{question}” was changed elsewhere meanwhile, to “{text}”")
    };
    let others: Vec<String> = others.iter().map(name).collect();
    (!others.is_empty()).then(|| format!("{feature}: {}", others.join("; ")))
}

/// The file with a heading for each question that has none yet.
pub fn with_questions(bytes: &[u8], questions: &[String]) -> String {
    let before = lossy(bytes);
    let known: HashSet<&str> = parts(&before).iter().filter_map(|part| part.question).collect();
    let mut file = if before.is_empty() { BEGINNING.to_owned() } else { before.to_string() };
    for question in questions.iter().map(|question| one_line(question)) {
        if !known.contains(question.as_str()) {
            file.push_str(&format!("\n{HEADING}{question}\n\n"));
        }
    }
    file
}

/// The answer to a question, if there is one.
pub fn find<'a>(answers: &'a [Answer], question: &str) -> Option<&'a str> {
    let question = one_line(question);
    answers.iter().find(|answer| answer.question == question).map(|answer| answer.text.as_str())
}

/// The answers that the built-in generator could not use, with the reasons, except for those that were changed since. `report` is its
/// report, `used` are the answers that it had.
pub fn unused(report: &Value, used: &[Answer], now: &[Answer]) -> Vec<NotApplied> {
    let is_same =
        |question: &str| find(now, question).is_some_and(|answer| find(used, question) == Some(answer));
    Report::of(report).not_applied.into_iter().filter(|one| is_same(&one.instruction)).collect()
}

/// Why the answer to a question is among the `unused` ones.
pub fn why_unused<'a>(unused: &'a [NotApplied], question: &str) -> Option<&'a str> {
    unused.iter().find(|one| one.instruction == question).map(|one| one.why.as_str())
}

/// What a person can do about the answers after a failed run: `None` while questions have no answer. `open` are the open questions of
/// its last design.
pub fn advice(
    feature: &FeatureId,
    open: &[String],
    answers: &[Answer],
    unused: &[NotApplied],
) -> Option<String> {
    let not_used = open.iter().filter(|question| why_unused(unused, question).is_some()).count();
    if not_used > 0 {
        let not_used = count(not_used, "answer", "answers");
        return Some(format!("{not_used} could not be used: `frieze answer {feature}` says why"));
    }
    let is_done = !open.is_empty() && open.iter().all(|question| find(answers, question).is_some());
    is_done.then(|| format!("all open questions are answered: `frieze reset {feature}`, then run it again"))
}

/// An answer that differs between two iterations. `None`: no answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AnswerChange {
    pub question: String,
    pub old: Option<String>,
    pub new: Option<String>,
}

/// The changes from the old answers to the new ones: in the new order, then the removed ones.
pub fn compare(old: &[Answer], new: &[Answer]) -> Vec<AnswerChange> {
    let text = |answers: &[Answer], question: &str| find(answers, question).map(str::to_owned);
    let gone = old.iter().filter(|answer| find(new, &answer.question).is_none());
    let changes = new.iter().chain(gone).map(|Answer { question, .. }| AnswerChange {
        question: question.clone(),
        old: text(old, question),
        new: text(new, question),
    });
    changes.filter(|change| change.old != change.new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(question: &str, text: &str) -> Answer {
        Answer { question: question.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn changed_added_and_removed_answers_differ() {
        let old = [answered("Who?", "A clerk"), answered("Where?", "In the shop"), answered("Why?", "Money")];
        let new = [answered("When?", "Now"), answered("Who?", "A clerk"), answered("Where?", "At home")];
        let changes: Vec<_> =
            compare(&old, &new).into_iter().map(|change| (change.question, change.old, change.new)).collect();
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(
            changes,
            [
                ("When?".to_owned(), None, some("Now")),
                ("Where?".to_owned(), some("In the shop"), some("At home")),
                ("Why?".to_owned(), some("Money"), None),
            ]
        );
        assert_eq!(compare(&new, &new), []);
    }

    #[test]
    fn an_answer_that_somebody_else_saved_meanwhile_stays_and_is_returned() {
        let change = |question: &str, old: &str, new: Option<&str>| AnswerChange {
            question: question.to_owned(),
            old: Some(old.to_owned()).filter(|old| !old.is_empty()),
            new: new.map(str::to_owned),
        };
        let file = with_answer(with_answer(b"", "Who?", "A clerk").as_bytes(), "Where?", "At home");
        let changes = [
            change("Who?", "", Some("Anybody")),
            change("Where?", "At home", Some("In the shop")),
            change("When?", "", Some("Now")),
        ];
        let (changed, others) = with_changes(file.as_bytes(), &changes);
        let expected =
            [answered("Who?", "A clerk"), answered("Where?", "In the shop"), answered("When?", "Now")];
        assert_eq!((read(changed.as_bytes()), others), (expected.to_vec(), vec![expected[0].clone()]));
        // The same changes again, and an answer that is taken out.
        assert_eq!(with_changes(changed.as_bytes(), &changes[1..]).1, []);
        let (removed, others) = with_changes(changed.as_bytes(), &[change("When?", "Now", None)]);
        assert_eq!((read(removed.as_bytes()), others), (expected[..2].to_vec(), vec![]));
    }

    #[test]
    fn advice_follows_the_answers_of_a_failed_run() {
        let id = "ideas".parse().unwrap();
        let open = ["Who?".to_owned(), "States?".to_owned()];
        let report = serde_json::json!({ "notApplied": [
            { "instruction": "States?", "why": "Write empty: …" },
            { "instruction": "Add a screen", "why": "It is there." },
        ] });
        let now = [answered("Who?", "A clerk"), answered("States?", "nice ones")];
        let advice = |now: &[Answer], used: &[Answer]| advice(&id, &open, now, &unused(&report, used, now));
        assert_eq!(advice(&now[..1], &[]), None);
        let all = advice(&now, &[]).unwrap();
        assert!(all.starts_with("all open questions are answered: `frieze reset ideas`"), "{all}");
        // The same answer would be useless again; a changed one may help.
        assert!(advice(&now, &now).unwrap().starts_with("1 answer could not be used"));
        assert_eq!(advice(&now, &[answered("States?", "others")]), Some(all));
    }

    #[test]
    fn an_answer_ends_at_the_next_heading_and_own_text_stays() {
        let own = "## Who?\n\nfirst\n\n### More\n\nof it\n\n# Chapter\n\nmore of mine\n\nLast\n----\n\nwords\n\n\
            ```\n## Who?\nshown\n```\n\n<!--\n## Who?\nhidden\n-->\n";
        assert_eq!(read(own.as_bytes()), [answered("Who?", "first\n\n### More\n\nof it")]);
        let file = with_answer(own.as_bytes(), "Who?", "REAL");
        let kept = own.split_once("# Chapter").unwrap().1.trim_end();
        assert_eq!(file, format!("# Chapter{kept}\n\n## Who?\n\nREAL\n"));
    }

    #[test]
    fn several_answers_to_a_question_are_one_and_line_ends_stay() {
        let own = "mine\r\n\r\n## Who?\r\n\r\none\r\n\r\n## Who?\r\n\r\ntwo\r\n";
        assert_eq!(read(own.as_bytes()), [answered("Who?", "one\n\ntwo")]);
        let file = with_answer(own.as_bytes(), "Who?", "three\nfour");
        assert_eq!(file, "mine\r\n\r\n## Who?\r\n\r\nthree\r\nfour\r\n");
    }

    /// Lines that begin, end or hide a part of a file, and words.
    fn tricky() -> impl proptest::strategy::Strategy<Value = String> {
        let lines = [
            "# A",
            "## Who?",
            "## Other?",
            "### c",
            "words",
            "---",
            "===",
            "```",
            "  ```",
            "~~~",
            "<!--",
            "-->",
            "- item",
            "- ```",
            "> # q",
            "1. # n",
            "",
            "\\# x",
            "\\\\ y",
            "<div>",
            "    ## code",
            "a\r## Who?",
        ];
        let line = proptest::sample::select(lines.to_vec());
        proptest::strategy::Strategy::prop_map(proptest::collection::vec(line, 1..12), |all| all.join("\n"))
    }

    fn saved(file: &str) -> String {
        find(&read(file.as_bytes()), "Who?").unwrap_or_default().to_owned()
    }

    proptest::proptest! {
        #[test]
        fn every_answer_is_read_back_and_other_text_stays(own in tricky(), text in tricky(), next in tricky()) {
            let file = with_answer(own.as_bytes(), "Who?", &text);
            let text = text.replace('\r', "\n").trim().to_owned();
            proptest::prop_assert_eq!(saved(&file), text.as_str());
            let stays = parts(&own).iter().filter(|part| part.question != Some("Who?")).map(|part| part.text).collect::<String>();
            proptest::prop_assert!(own.trim().is_empty() || file.starts_with(stays.trim_end()), "{own:?} → {file:?}");
            let file = with_answer(file.as_bytes(), "When?", &next);
            proptest::prop_assert_eq!(saved(&file), text.as_str());
        }
    }

    #[test]
    fn answers_are_read_back_and_replaced_and_other_text_stays() {
        let first = with_answer(b"", "Gift card (line 3): which\nfields?", "A code.\n# not a heading\n");
        assert_eq!(
            read(first.as_bytes()),
            [answered("Gift card (line 3): which fields?", "A code.\n# not a heading")]
        );
        let own = first.replace("# Answers", "# Mine");
        let both = with_answer(own.as_bytes(), "Who?", "A clerk");
        let again = with_answer(both.as_bytes(), "Gift card (line 3): which fields?", "A balance");
        assert!(again.starts_with("# Mine\n"), "{again}");
        assert_eq!(
            read(again.as_bytes()),
            [answered("Who?", "A clerk"), answered("Gift card (line 3): which fields?", "A balance")]
        );
        let without = with_answer(again.as_bytes(), "Who?", " ");
        assert_eq!(read(without.as_bytes()).len(), 1);
        assert_eq!(read(b"## Unanswered?\n\n"), []);
        assert_eq!(read(b"\xff\x00"), []);
        let questions = with_questions(again.as_bytes(), &["Who?".to_owned(), "Where  to?".to_owned()]);
        assert_eq!(questions.strip_prefix(again.as_str()), Some("\n## Where to?\n\n"));
        assert_eq!(find(&read(both.as_bytes()), "Who?"), Some("A clerk"));
        let of_gift_card = "Gift card (line 3):  which fields?";
        assert_eq!(find(&read(both.as_bytes()), of_gift_card), Some("A code.\n# not a heading"));
    }
}
