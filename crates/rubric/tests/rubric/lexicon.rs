//! How well the lexicon separates framework terms from ordinary words, on labelled sentences.

use frieze_rubric::lexicon;

/// The sentence without its marks, and the marked ranges.
fn unmark(line: &str) -> (String, Vec<(usize, usize)>) {
    let (mut text, mut marks, mut open) = (String::new(), Vec::new(), 0);
    for c in line.chars() {
        match c {
            '«' => open = text.len(),
            '»' => marks.push((open, text.len())),
            _ => text.push(c),
        }
    }
    (text, marks)
}

/// Counts and prints what was missed (`-`) and what was wrongly found (`+`); asks for 0.95 both ways.
fn check(name: &str, labelled: &str) {
    let (mut right, mut missed, mut wrong) = (0.0, 0.0, 0.0);
    for line in labelled.lines().filter(|l| !l.is_empty() && !l.starts_with("# ")) {
        let (text, marks) = unmark(line);
        let hits = lexicon::find(&text);
        let meet = |a: (usize, usize), b: (usize, usize)| a.0 < b.1 && b.0 < a.1;
        for mark in &marks {
            if hits.iter().any(|h| meet(*mark, (h.start, h.end))) {
                right += 1.0;
            } else {
                missed += 1.0;
                println!("- {} in: {text}", &text[mark.0..mark.1]);
            }
        }
        for hit in hits.iter().filter(|h| !marks.iter().any(|m| meet(*m, (h.start, h.end)))) {
            wrong += 1.0;
            println!("+ {} in: {text}", &text[hit.start..hit.end]);
        }
    }
    let (precision, recall) = (right / (right + wrong), right / (right + missed));
    println!(
        "{name}: {right} right, {wrong} wrong, {missed} missed; precision {precision:.3}, recall {recall:.3}"
    );
    assert!(precision >= 0.95 && recall >= 0.95, "{name}: precision {precision:.3}, recall {recall:.3}");
}

#[test]
fn development_sentences() {
    check("development", include_str!("../fixtures/lexicon/development.txt"));
}

#[test]
fn fresh_sentences() {
    check("fresh", include_str!("../fixtures/lexicon/fresh.txt"));
}

#[test]
fn fresh_sentences_two() {
    check("fresh two", include_str!("../fixtures/lexicon/fresh2.txt"));
}

#[test]
fn held_out_sentences() {
    check("held out", include_str!("../fixtures/lexicon/holdout.txt"));
}

#[test]
fn fresh_sentences_three() {
    check("fresh three", include_str!("../fixtures/lexicon/fresh3.txt"));
}

#[test]
fn plurals_of_ordinary_words_are_no_technology() {
    let found =
        |text: &str| lexicon::find(text).iter().map(|h| text[h.start..h.end].to_owned()).collect::<Vec<_>>();
    assert_eq!(found("The recruiter sorts the CVs, and the RTOs are released."), [""; 0]);
    assert_eq!(found("The controller runs an RTOS."), ["RTOS"]);
}
