//! EARS and Given/When/Then sentences taken apart.

use super::Clauses;
use super::modal;
use super::scenario::{Step, find_word, step};

/// Takes one statement apart.
pub(super) fn of(text: &str) -> Clauses {
    let told = match step(text) {
        Some((Step::Given, _)) => steps(text),
        Some((Step::When, _)) if modal::find(text).is_none() => steps(text),
        _ if text.contains('、') => japanese(text),
        _ => return conditional(text).unwrap_or_else(|| ears(text)),
    };
    // `Wenn …`, `когда …` may open a step, and a sentence that is no step of anything.
    if told.trigger.is_none() && told.response.is_none() { conditional(text).unwrap_or(told) } else { told }
}

/// `Given a, and b, when c, then d and e`.
fn steps(text: &str) -> Clauses {
    let mut clauses = Clauses::default();
    let mut parts: Vec<(Step, usize, usize)> = Vec::new();
    for (at, word) in modal::words(text) {
        let boundary = at == 0
            || text.get(..at).is_some_and(|before| {
                before.trim_end().ends_with([',', ';', '.', ':'])
                    || word.chars().all(char::is_uppercase) && word.len() > 1
            });
        let next = match word.to_ascii_lowercase().as_str() {
            "given" => Step::Given,
            "when" => Step::When,
            "then" => Step::Then,
            _ => continue,
        };
        let order = |step: Step| match step {
            Step::Given => 0,
            Step::When => 1,
            Step::Then | Step::And => 2,
        };
        let later = parts.last().is_none_or(|(last, _, _)| order(next) > order(*last));
        let titled = word.chars().next().is_some_and(char::is_uppercase);
        if later && (boundary || titled || next == Step::Then) {
            parts.push((next, at, at + word.len()));
        }
    }
    for (index, (step, _, start)) in parts.iter().enumerate() {
        let end = parts.get(index + 1).map_or(text.len(), |(_, at, _)| *at);
        let part = tidy(text.get(*start..end).unwrap_or_default());
        match step {
            Step::Given => clauses.condition = part,
            Step::When => clauses.trigger = part,
            Step::Then | Step::And => clauses.response = part,
        }
    }
    clauses
}

/// `WHEN a, THE system SHALL b`, `IF a THEN THE system SHALL b`, `THE system SHALL b`.
fn ears(text: &str) -> Clauses {
    let mut clauses = Clauses::default();
    let Some((modal_at, modal_end)) = modal::find(text) else {
        return clauses;
    };
    let before = text.get(..modal_at).unwrap_or_default();
    let response = first_sentence(text.get(modal_end..).unwrap_or_default());
    let (head, subject) = split_subject(before);
    clauses.response = tidy(response).map(|r| lower_first_word(&r, &["NOT", "NEVER", "ALSO"]));
    // `Note: prices must …`: the lead is not who does it.
    let subject = subject.rsplit_once(": ").map_or(subject, |(_, who)| who);
    clauses.subject = tidy(subject).map(|s| lower_first_word(&s, &["THE", "The"]));
    let mut rest = head;
    // `WHILE a, WHEN b`: each opening word ends the clause before it.
    while let Some((kind, size)) = opening(rest) {
        let body = rest.get(size..).unwrap_or_default();
        let next = next_opening(body).unwrap_or(body.len());
        let clause = tidy(body.get(..next).unwrap_or_default());
        match kind {
            Opening::Trigger => clauses.trigger = clauses.trigger.take().or(clause),
            Opening::Condition => clauses.condition = clauses.condition.take().or(clause),
            Opening::Exception => clauses.exception = clauses.exception.take().or(clause),
        }
        rest = body.get(next..).unwrap_or_default();
    }
    clauses
}

/// `THE System` is `the System` where it is not shouted.
fn lower_first_word(text: &str, words: &[&str]) -> String {
    let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
    if words.contains(&first) && !rest.is_empty() {
        format!("{} {rest}", first.to_lowercase())
    } else {
        text.to_owned()
    }
}

/// `…場合、…は…すること`: the condition before the first comma says by its last word what it is.
fn japanese(text: &str) -> Clauses {
    let mut clauses = Clauses::default();
    let Some((head, rest)) = text.split_once('、') else { return clauses };
    let body = if head.ends_with("とき") || head.ends_with('時') {
        clauses.trigger = tidy(head);
        rest
    } else if head.ends_with("場合") {
        clauses.exception = tidy(head);
        rest
    } else if head.ends_with('間') {
        clauses.condition = tidy(head);
        rest
    } else {
        text
    };
    if let Some((subject, response)) = body.split_once("は、").or_else(|| body.split_once('は')) {
        clauses.subject = tidy(subject);
        clauses.response = tidy(response);
    }
    clauses
}

/// `사용자가 …하면, …`, `如果…，…`, `Якщо …, …`: a case before the first comma, and what happens behind it, in languages
/// that say the case by an ending or by their own words.
fn conditional(text: &str) -> Option<Clauses> {
    #[rustfmt::skip]
    const WHEN: &[&str] = &[
        "当", "當", "коли ", "когда ", "gdy ", "kiedy ", "ketika ", "saat ", "wenn ", "sobald ", "immer wenn ", "jedes mal wenn ", "lorsque ",
        "lorsqu'", "lorsqu’", "quand ", "dès que ", "dès qu'", "à chaque fois que ", "à chaque fois qu'", "a chaque fois qu'", "au clic sur ",
        "cuando ", "al hacer clic ", "al pulsar ", "cada vez que ", "quando ", "ogni volta che ", "ao clicar ", "sempre que ", "wanneer ",
        "zodra ", "telkens als ",
    ];
    #[rustfmt::skip]
    const IF: &[&str] = &[
        "如果", "若", "якщо ", "если ", "jeśli ", "jeżeli ", "jika ", "apabila ", "falls ", "s'il ", "s’il ", "si l'", "si le ", "si la ",
        "si les ", "si un ", "si une ", "si el ", "si los ", "si las ", "si una ", "si no ", "se il ", "se la ", "se l'", "se un ", "se una ",
        "se o ", "se a ", "se não ", "indien ",
    ];
    let (head, rest) = text.split_once([',', '，'])?;
    let lower = head.trim_start().to_lowercase();
    let opens = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
    let ends = |ends: &[char]| head.trim_end().ends_with(ends);
    let unwanted = if opens(IF) || head.contains("경우") {
        true
    } else if opens(WHEN) || ends(&['면', '时', '時']) || head.trim_end().ends_with(" 때") {
        fails(head)
    } else {
        return None;
    };
    let (case, response) = (tidy(head), Some(tidy(rest)?));
    let (trigger, exception) = if unwanted { (None, case) } else { (case, None) };
    Some(Clauses { trigger, exception, response, ..Clauses::default() })
}

/// Something is empty, too long, cancelled, wrong or missing.
fn fails(case: &str) -> bool {
    #[rustfmt::skip]
    const WRONG: &[&str] = &[
        "빈 ", "비어", "공백", "초과", "취소", "실패", "오류", "잘못", "중복", "만료", "거부", "失败", "失敗", "错误", "錯誤", "为空", "超过",
        "fehl", "ungültig", "abgelaufen", "fällt aus", "nicht erreichbar", "échou", "échec", "invalide", "expir", "erreur", "incorrect",
        "falla", "inválid", "vencid", "caducad", "erróne", "errad", "scadut", "errat", "non valid", "mislukt", "ongeldig", "verlopen",
        "超出", "取消", "无效", "過期", "过期", "помил", "порожн", "ошиб", "неверн", "пуст", "błąd", "puste", "gagal", "kosong", "salah",
    ];
    let lower = case.to_lowercase();
    WRONG.iter().any(|word| lower.contains(word))
}

#[derive(Clone, Copy)]
enum Opening {
    Trigger,
    Condition,
    Exception,
}

fn opening(text: &str) -> Option<(Opening, usize)> {
    let word = text.split(|c: char| !c.is_alphabetic()).next()?;
    let kind = match word.to_ascii_lowercase().as_str() {
        "when" | "after" | "once" | "upon" | "whenever" => Opening::Trigger,
        "while" | "where" | "during" | "before" => Opening::Condition,
        "if" | "unless" => Opening::Exception,
        _ => return None,
    };
    Some((kind, word.len()))
}

/// Where the next opening word stands, in capitals or after a comma.
fn next_opening(text: &str) -> Option<usize> {
    modal::words(text).find_map(|(at, word)| {
        let known = opening(word).is_some();
        let capital = word.len() > 1 && word.chars().all(char::is_uppercase);
        let after_comma = text.get(..at).is_some_and(|before| {
            let before = before.trim_end();
            before.ends_with(',') || before.ends_with(", and")
        });
        (known && (capital || after_comma)).then_some(at)
    })
}

/// The clause before a modal word: its conditions, and the subject that the modal binds.
fn split_subject(before: &str) -> (&str, &str) {
    if opening(before).is_none() {
        return ("", before);
    }
    let then = modal::words(before).filter(|(_, word)| word.eq_ignore_ascii_case("then")).last();
    if let Some((at, word)) = then {
        return (before.get(..at).unwrap_or_default(), before.get(at + word.len()..).unwrap_or_default());
    }
    let article = modal::words(before).filter(|(_, word)| *word == "THE").last();
    if let Some((at, _)) = article {
        return (before.get(..at).unwrap_or_default(), before.get(at..).unwrap_or_default());
    }
    match before.rfind(',') {
        Some(at) => (before.get(..at).unwrap_or_default(), before.get(at + 1..).unwrap_or_default()),
        None => match find_word(before, 1, "the") {
            Some(at) if at > 0 => {
                let last = modal::words(before).filter(|(_, word)| word.eq_ignore_ascii_case("the")).last();
                let at = last.map_or(at, |(at, _)| at);
                (before.get(..at).unwrap_or_default(), before.get(at..).unwrap_or_default())
            }
            _ => (before, ""),
        },
    }
}

fn first_sentence(text: &str) -> &str {
    super::sentence::sentences(text).first().and_then(|range| text.get(range.clone())).unwrap_or(text)
}

/// A clause without the marks and joining words at its ends.
fn tidy(clause: &str) -> Option<String> {
    let mut text = clause.trim().trim_matches([',', ';', ':', '.', '—', '–']).trim();
    for word in [" and", " AND", ",", " then", " THEN"] {
        text = text.strip_suffix(word).unwrap_or(text).trim_end();
    }
    let text = text.trim_end_matches([',', ';']).trim();
    (!text.is_empty()).then(|| text.to_owned())
}
