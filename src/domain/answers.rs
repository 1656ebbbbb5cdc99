//! `answers.md`: a person's answers to the open questions of a design, beside the brief. A heading for each question, word for
//! word, with the answer below it; everything else in the file is the person's and stays.

use super::text::lossy;

/// The largest file of answers that is read, in bytes.
pub const LARGEST: usize = 1024 * 1024;
/// The longest answer, in bytes.
pub const LONGEST: usize = 16 * 1024;

const HEADING: &str = "## ";
/// How a new file begins.
pub const BEGINNING: &str =
    "# Answers\n\nThe open questions of the design, each with a person's answer below it.\n";

/// An open question and its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answered {
    pub question: String,
    pub text: String,
}

/// The questions of a file that have an answer, in its order.
pub fn read(bytes: &[u8]) -> Vec<Answered> {
    let text = lossy(bytes);
    let mut all: Vec<Answered> = Vec::new();
    for line in text.lines() {
        if let Some(question) = line.strip_prefix(HEADING) {
            all.push(Answered { question: question.trim().to_owned(), text: String::new() });
        } else if let Some(last) = all.last_mut() {
            last.text.push_str(line.strip_prefix('\\').filter(|rest| rest.starts_with('#')).unwrap_or(line));
            last.text.push('\n');
        }
    }
    for answered in &mut all {
        answered.text = answered.text.trim().to_owned();
    }
    all.retain(|answered| !answered.text.is_empty());
    all
}

/// The file with an answer to a question, in place of an earlier one; without one where the text is empty.
pub fn with(bytes: &[u8], question: &str, text: &str) -> String {
    let question = one_line(question);
    let before = lossy(bytes);
    let mut file = if before.trim().is_empty() { BEGINNING.to_owned() } else { String::new() };
    let mut is_this = false;
    for line in before.lines() {
        if let Some(asked) = line.strip_prefix(HEADING) {
            is_this = asked.trim() == question;
        }
        if !is_this {
            file.push_str(line);
            file.push('\n');
        }
    }
    if text.trim().is_empty() {
        return file;
    }
    let file = file.trim_end();
    let escaped: Vec<String> = text
        .trim()
        .lines()
        .map(|line| if line.starts_with('#') { format!("\\{line}") } else { line.to_owned() })
        .collect();
    format!("{file}\n\n{HEADING}{question}\n\n{}\n", escaped.join("\n"))
}

/// The line that begins a question's answer.
pub fn heading(question: &str) -> String {
    format!("{HEADING}{}", one_line(question))
}

/// A question as its heading has it.
pub fn one_line(question: &str) -> String {
    question.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answered(question: &str, text: &str) -> Answered {
        Answered { question: question.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn answers_are_read_back_and_replaced_and_what_else_stands_there_stays() {
        let first = with(b"", "Gift card (line 3): which\nfields?", "A code.\n# not a heading\n");
        assert_eq!(
            read(first.as_bytes()),
            [answered("Gift card (line 3): which fields?", "A code.\n# not a heading")]
        );
        let own = first.replace("# Answers", "# Mine");
        let both = with(own.as_bytes(), "Who?", "A clerk");
        let again = with(both.as_bytes(), "Gift card (line 3): which fields?", "A balance");
        assert!(again.starts_with("# Mine\n"), "{again}");
        assert_eq!(
            read(again.as_bytes()),
            [answered("Who?", "A clerk"), answered("Gift card (line 3): which fields?", "A balance")]
        );
        let without = with(again.as_bytes(), "Who?", " ");
        assert_eq!(read(without.as_bytes()).len(), 1);
        assert_eq!(read(b"## Unanswered?\n\n"), []);
        assert_eq!(read(b"\xff\x00"), []);
    }
}
