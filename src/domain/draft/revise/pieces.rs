//! Pieces: a person's text cut into single instructions, without what only makes it polite.

pub(super) const VERBS: &[&str] = &[
    "rename",
    "remove",
    "delete",
    "drop",
    "add",
    "split",
    "merge",
    "combine",
    "describe",
    "explain",
    "require",
    "change",
    "move",
    "replace",
    "call",
    "include",
    "make",
    "introduce",
    "create",
    "set",
    "omit",
    "cut",
];

/// `3. add …` without its number.
pub(super) fn numbered(line: &str) -> &str {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    match line[digits..].strip_prefix(['.', ')']) {
        Some(rest) if digits > 0 => rest.trim_start(),
        _ => line,
    }
}

/// `/components/3: call this Basket` → the pointer and the words.
pub(super) fn pointed(line: &str) -> (Option<String>, &str) {
    let Some((head, rest)) = line.split_once([':', ' ']).filter(|(h, _)| h.starts_with('/') && h.len() > 1)
    else {
        return (None, line);
    };
    let rest = rest.trim_start_matches(|c: char| ":-–—".contains(c) || c.is_whitespace());
    // `/components/3 (Cart): …`, as comments are written: the name is for people.
    let named = rest.strip_prefix('(').and_then(|rest| rest.split_once("): "));
    let rest = named.map_or(rest, |(_, words)| words.trim_start());
    (Some(head.trim_end_matches(':').to_owned()), rest)
}

/// A line's sentences, and the parts of a sentence that each begin with an instruction.
pub(super) fn pieces(line: &str) -> Vec<String> {
    let mut out = Vec::new();
    for sentence in whole(&super::super::phrase::sentences(line)) {
        for part in outside_quotes(&sentence, &[";"]) {
            let mut rest = part.as_str();
            while let Some((head, tail)) = next_piece(rest) {
                out.push(head.to_owned());
                rest = tail;
            }
            out.push(rest.to_owned());
        }
    }
    out.into_iter()
        .map(|p| p.trim().trim_end_matches(['.', '!']).to_owned())
        .filter(|p| p.chars().any(char::is_alphanumeric))
        .collect()
}

/// Sentences, but for those inside quotation marks: `it should say “Declined. Try again.”` is one.
fn whole(sentences: &[String]) -> Vec<String> {
    let is_open = |text: &str| {
        let count = |mark: char| text.matches(mark).count();
        let (opening, closing) = if text.contains('„') { ('„', '“') } else { ('“', '”') };
        count('"') % 2 == 1 || count(opening) > count(closing)
    };
    let mut out: Vec<String> = Vec::new();
    for (at, sentence) in sentences.iter().enumerate() {
        match out.last_mut() {
            // A mark that nothing closes opens nothing.
            Some(last) if is_open(last) && !is_open(&format!("{last} {}", sentences[at..].join(" "))) => {
                last.push(' ');
                last.push_str(sentence);
            }
            _ => out.push(sentence.clone()),
        }
    }
    out
}

pub(super) fn next_piece(text: &str) -> Option<(&str, &str)> {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    if matches!(first.as_str(), "merge" | "combine" | "split") {
        return None;
    }
    [" and then ", ", and ", ", then ", " and "].iter().find_map(|mark| {
        let at = find_outside(text, mark)?;
        let tail = &text[at + mark.len()..];
        if *mark == " and " && is_told_of(&text[..at]) {
            return None;
        }
        let verb = tail.split_whitespace().next().unwrap_or_default().to_lowercase();
        (VERBS.contains(&verb.as_str()) && tail.split_whitespace().count() > 1).then(|| (&text[..at], tail))
    })
}

/// Whether what is added is still being told of: `add a page where people see orders` goes on with `and delete them`.
fn is_told_of(head: &str) -> bool {
    let clause = [" where ", " on which ", " in which ", " with which "];
    let doing = head.rsplit(' ').next().is_some_and(|last| super::super::verbs::act_of(last).is_some());
    after(head, super::demanded::ADD).is_some()
        && (clause.iter().any(|mark| find_outside(head, mark).is_some())
            || doing && find_outside(head, " to ").is_some())
}

/// Where a mark stands outside quotes, whatever the case of its letters.
pub(super) fn find_outside(text: &str, mark: &str) -> Option<usize> {
    let mut quoted = false;
    let mut before = ' ';
    for (at, c) in text.char_indices() {
        let after = text[at + c.len_utf8()..].chars().next().unwrap_or(' ');
        let apostrophe = matches!(c, '\'' | '’') && before.is_alphanumeric() && after.is_alphanumeric();
        if matches!(c, '"' | '“' | '”' | '`' | '‘') || (matches!(c, '\'' | '’') && !apostrophe) {
            quoted = !quoted;
        }
        let rest = &text[at..];
        if !quoted
            && rest.len() >= mark.len()
            && rest.is_char_boundary(mark.len())
            && rest[..mark.len()].eq_ignore_ascii_case(mark)
        {
            return Some(at);
        }
        before = c;
    }
    None
}

pub(super) fn outside_quotes(text: &str, marks: &[&str]) -> Vec<String> {
    let mut out = Vec::new();
    let mut rest = text;
    loop {
        // The first mark in the text; of two that begin there, the longer.
        let found = marks.iter().filter_map(|mark| Some((find_outside(rest, mark)?, mark.len())));
        let Some((at, len)) = found.min_by_key(|(at, len)| (*at, usize::MAX - len)) else { break };
        out.push(rest[..at].to_owned());
        rest = &rest[at + len..];
    }
    out.push(rest.to_owned());
    out
}

/// Left and right of the first of the marks that stands outside quotes.
pub(super) fn cut<'a>(text: &'a str, marks: &[&str]) -> Option<(&'a str, &'a str)> {
    marks
        .iter()
        .filter_map(|m| find_outside(text, m).map(|at| (at, m.len())))
        .min()
        .map(|(at, len)| (text[..at].trim(), text[at + len..].trim()))
        .filter(|(l, r)| !l.is_empty() && !r.is_empty())
}

/// The text after the first of these beginnings that it has.
pub(super) fn after<'a>(text: &'a str, beginnings: &[&str]) -> Option<&'a str> {
    beginnings.iter().find_map(|b| {
        let has =
            text.len() > b.len() && text.is_char_boundary(b.len()) && text[..b.len()].eq_ignore_ascii_case(b);
        has.then(|| text[b.len()..].trim_start())
    })
}

pub(super) fn polite(text: &str) -> &str {
    const POLITE: &[&str] = &[
        "please ",
        "could you ",
        "can you ",
        "would you ",
        "we should ",
        "you should ",
        "let's ",
        "let us ",
        "also ",
        "then ",
        "and ",
        "but ",
        "we need to ",
        "you need to ",
        "you must ",
        "we must ",
        "i want you to ",
        "i'd like you to ",
        "i would like you to ",
        "make sure to ",
        "and then ",
        "finally ",
        "first ",
        "next ",
        "maybe ",
        "kindly ",
        "todo: ",
        "also, ",
        "please, ",
        "i think ",
        "in general, ",
    ];
    let mut text = text.trim();
    while let Some(rest) = after(text, POLITE) {
        text = rest;
    }
    text
}
