//! Parser of answers in plain forms: fields, an actor, an exception, steps, states. Other answers are not understood.

use frieze_language::{Kind, tokens};

use crate::words::{Word, attribute_type};

/// Most words in the name of a field or actor. More words are a sentence.
const NAME: usize = 6;
/// Most parts of one answer.
const MOST: usize = 200;

/// The forms of answers.
pub const FIELDS: &str = "Name the fields, separated by commas, a type in brackets: code, balance (money).";
pub const ENTITIES: &str = "Name each thing with its fields: Gift card: code, balance.";
pub const PERSON: &str = "Name the person or system in a few words.";
pub const EXCEPTION: &str =
    "Give the condition and what happens: If the card has expired, the checkout refuses it.";
pub const INTERACTION: &str =
    "Write what is pressed or entered, and the response after an arrow: Presses Buy → the order is placed.";
pub const STEPS: &str =
    "Write a sentence for each step, its outcome after an arrow: Opens the cart → it is shown.";
pub const STATES: &str = "Write empty: …; loading: …; error: …";
pub const MANY: &str = "Answer with one or many.";

/// A field in an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: String,
    pub typed: String,
    pub required: bool,
    /// Other notes on it.
    pub description: String,
}

/// An action and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    pub text: String,
    pub then: Option<String>,
}

/// A condition, with the action that follows and its outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exception {
    pub condition: String,
    pub step: Clause,
}

/// `A gift card has a code, a balance (money) and an expiry date.`, `code, balance, expiry date`.
///
/// # Errors
/// How to answer, if no fields are named.
pub fn fields(text: &str, entity: &str) -> Result<Vec<Field>, &'static str> {
    let text = text.trim().trim_end_matches(['.', '。']);
    let text = after_name(text, entity);
    let mut parts: Vec<&str> = split(text, &[',', ';', '\n', '、', '，']);
    // Only the last part is split at `and`: `terms and conditions` may be one field.
    if let Some((head, tail)) = parts.pop().map(|last| cut_at(last, Word::And)) {
        parts.extend([head, tail.unwrap_or_default()].into_iter().filter(|part| !part.trim().is_empty()));
    }
    let fields: Option<Vec<Field>> = parts.into_iter().take(MOST).map(field).collect();
    match fields {
        Some(fields) if !fields.is_empty() => Ok(fields),
        Some(_) | None => Err(FIELDS),
    }
}

/// `Gift card: code, balance. Order has a number and a date.`
///
/// # Errors
/// How to answer, if a sentence names no entity with fields.
pub fn entities(text: &str) -> Result<Vec<(String, Vec<Field>)>, &'static str> {
    let mut all = Vec::new();
    for sentence in sentences(text) {
        let (name, listed) = match sentence.split_once([':', '：']) {
            Some(parts) => parts,
            None => {
                let (name, rest) = cut_at(sentence, Word::Has);
                (name, rest.ok_or(ENTITIES)?)
            }
        };
        let name = without_lead(name);
        if !is_name(name) {
            return Err(ENTITIES);
        }
        all.push((name.to_owned(), fields(listed, "").map_err(|_| ENTITIES)?));
    }
    if all.is_empty() { Err(ENTITIES) } else { Ok(all) }
}

/// `customer`, `The shop keeper.`
///
/// # Errors
/// How to answer, if this is no name.
pub fn person(text: &str) -> Result<String, &'static str> {
    let text = without_lead(text.trim().trim_end_matches(['.', '。']));
    if is_name(text) { Ok(text.to_owned()) } else { Err(PERSON) }
}

/// `If the card has expired, the checkout refuses it. The total stays as it was.`
///
/// # Errors
/// How to answer, if a condition has no step, or there is none.
pub fn exceptions(text: &str) -> Result<Vec<Exception>, &'static str> {
    let mut all: Vec<Exception> = Vec::new();
    for sentence in sentences(text) {
        let begins = first_word(sentence).is_some_and(|word| Word::If.is(word));
        let parts = sentence
            .split_once('→')
            .or_else(|| sentence.split_once("->"))
            .or_else(|| sentence.split_once(": "))
            .or_else(|| sentence.split_once(['：', '、']))
            .or_else(|| begins.then(|| sentence.split_once([',', '，'])).flatten());
        match (parts, all.last_mut()) {
            (Some((condition, step)), _) => {
                let condition = without(condition, Word::If).trim();
                let step = without(step.trim(), Word::Then).trim();
                if condition.is_empty() || step.is_empty() {
                    return Err(EXCEPTION);
                }
                let step = Clause { text: step.to_owned(), then: None };
                all.push(Exception { condition: condition.to_owned(), step });
            }
            (None, Some(last)) if last.step.then.is_none() => last.step.then = Some(sentence.to_owned()),
            (None, _) => return Err(EXCEPTION),
        }
    }
    if all.is_empty() { Err(EXCEPTION) } else { Ok(all) }
}

/// What happens in the case of a question: one sentence, or two, with the outcome in the second.
///
/// # Errors
/// How to answer, if there is no sentence.
pub fn handling(text: &str) -> Result<Clause, &'static str> {
    let mut all = sentences(text).into_iter();
    let first = all.next().ok_or("Say in a sentence what happens.")?;
    let then = all.collect::<Vec<_>>().join(" ");
    let text = without(first, Word::Then).to_owned();
    Ok(Clause { text, then: (!then.is_empty()).then_some(then) })
}

/// `Opens the cart → the cart is shown. Enters the code.`
///
/// # Errors
/// How to answer, if there is no step.
pub fn steps(text: &str) -> Result<Vec<Clause>, &'static str> {
    let clause = |sentence: &str| {
        let parts = sentence.split_once('→').or_else(|| sentence.split_once("->"));
        let parts = parts.or_else(|| sentence.split_once([':', '：']));
        let (text, then) = parts.unwrap_or((sentence, ""));
        let (text, then) = (text.trim().to_owned(), then.trim().to_owned());
        Clause { text, then: (!then.is_empty()).then_some(then) }
    };
    let all: Vec<Clause> =
        sentences(text).into_iter().map(clause).filter(|step| !step.text.is_empty()).collect();
    if all.is_empty() { Err(STEPS) } else { Ok(all) }
}

/// `empty: …; loading: …; error: …`, or one sentence each in this order.
///
/// # Errors
/// How to answer, if there are neither labelled sentences nor three.
pub fn states(text: &str) -> Result<Vec<String>, &'static str> {
    let sentences = sentences(text);
    let labelled = |sentence: &&str| {
        let (label, shown) = sentence.split_once([':', '：'])?;
        let kinds = [(Word::Empty, "empty"), (Word::Loading, "loading"), (Word::Error, "error")];
        let (_, name) = kinds.into_iter().find(|(word, _)| word.is_in(label))?;
        (!shown.trim().is_empty()).then(|| format!("{name}: {}", shown.trim()))
    };
    let found: Vec<String> = sentences.iter().filter_map(labelled).collect();
    if !found.is_empty() && found.len() == sentences.len() {
        return Ok(found);
    }
    if found.is_empty() && sentences.len() == 3 {
        let names = ["empty", "loading", "error"].into_iter();
        return Ok(names.zip(sentences).map(|(name, shown)| format!("{name}: {shown}")).collect());
    }
    Err(STATES)
}

/// Whether one entity has many of another.
///
/// # Errors
/// How to answer, if the text says neither one nor many.
pub fn is_many(text: &str) -> Result<bool, &'static str> {
    match (Word::One.is_in(text), Word::Many.is_in(text)) {
        (_, true) => Ok(true),
        (true, false) => Ok(false),
        (false, false) => Err(MANY),
    }
}

/// The parts of a text at ends of sentences, lines and semicolons, without numbers and bullets.
pub fn sentences(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut from = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|(_, next)| *next);
        let ends = match character {
            '\n' | ';' | '。' | '；' => true,
            '.' | '!' | '?' => {
                let part = text.get(from..at).unwrap_or_default().trim();
                next.is_none_or(char::is_whitespace) && !part.chars().all(|c| c.is_ascii_digit())
            }
            _ => false,
        };
        if ends {
            all.push(text.get(from..at).unwrap_or_default());
            from = at + character.len_utf8();
        }
    }
    all.push(text.get(from..).unwrap_or_default());
    let bare = |part: &'_ str| -> usize {
        let trimmed = part.trim_start();
        let number = trimmed.trim_start_matches(|c: char| c.is_ascii_digit());
        let rest = if number.len() < trimmed.len() && number.starts_with(['.', ')']) {
            number.get(1..).unwrap_or_default()
        } else {
            trimmed.trim_start_matches(['-', '*', '•'])
        };
        part.len() - rest.trim_start().len()
    };
    all.into_iter()
        .map(|part| part.get(bare(part)..).unwrap_or_default().trim())
        .filter(|part| !part.is_empty())
        .take(MOST)
        .collect()
}

/// `balance (money, required)`, `balance: money`, `balance as money`, `a balance`. No field if the word after `as` is no type.
fn field(part: &str) -> Option<Field> {
    let part = part.trim().trim_start_matches(['-', '*', '•']).trim();
    let (name, notes) = match part.split_once(['(', '（']) {
        Some((name, notes)) => (name, notes.trim_end_matches([')', '）'])),
        None => part.split_once([':', '：']).unwrap_or((part, "")),
    };
    let (name, after) = name.trim().rsplit_once(" as ").unwrap_or((name, ""));
    let is_force = |note: &str| Word::Required.is(note) || Word::Optional.is(note);
    let (after, force) = after.rsplit_once(' ').filter(|(_, last)| is_force(last)).unwrap_or((after, ""));
    if !after.is_empty() && attribute_type(after).is_none() {
        return None;
    }
    let name = without_lead(name);
    let (mut typed, mut required, mut others) = (String::new(), false, Vec::new());
    let notes = [after, force].into_iter().chain(notes.split([',', '、'])).map(str::trim);
    for note in notes.filter(|note| !note.is_empty()) {
        if is_force(note) {
            required = Word::Required.is(note);
        } else if typed.is_empty() && attribute_type(note).is_some() {
            note.clone_into(&mut typed);
        } else {
            others.push(note);
        }
    }
    let description = others.join(", ");
    is_name(name).then(|| Field { name: name.to_owned(), typed, required, description })
}

fn is_name(text: &str) -> bool {
    let words = text.split_whitespace().count();
    (1..=NAME).contains(&words)
        && text.chars().count() <= 100
        && text.chars().any(char::is_alphabetic)
        && !text.contains(['?', '!', ',', ';', ':', '\n'])
}

/// Splits outside of parentheses.
fn split<'t>(text: &'t str, at: &[char]) -> Vec<&'t str> {
    let mut depth = 0_u32;
    text.split(|c: char| {
        match c {
            '(' | '（' => depth += 1,
            ')' | '）' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && at.contains(&c)
    })
    .filter(|part| !part.trim().is_empty())
    .collect()
}

/// The parts before and after the first occurrence of a word.
fn cut_at(text: &str, word: Word) -> (&str, Option<&str>) {
    let mut words = tokens(text).filter(|token| token.kind == Kind::Word);
    match words.find(|token| word.is(token.text)) {
        Some(token) => {
            let end = token.start + token.text.len();
            (text.get(..token.start).unwrap_or_default(), text.get(end..))
        }
        None => (text, None),
    }
}

/// The text without the name of an entity at its beginning.
fn after_name<'t>(text: &'t str, name: &str) -> &'t str {
    let bare = without_lead(text);
    let lower = |text: &str| text.chars().flat_map(char::to_lowercase).collect::<String>();
    let head = bare.char_indices().nth(name.chars().count()).map_or(bare.len(), |(end, _)| end);
    let (head, rest) = bare.split_at_checked(head).unwrap_or((bare, ""));
    let ends = rest.starts_with(|c: char| c.is_whitespace() || c == ':' || c == '：');
    if !name.is_empty() && ends && lower(head) == lower(name) {
        rest.trim_start_matches([':', '：', ' '])
    } else {
        text
    }
}

fn first_word(text: &str) -> Option<&str> {
    text.split_whitespace().next()
}

fn without(text: &str, word: Word) -> &str {
    let text = text.trim();
    match first_word(text) {
        Some(first) if word.is(first) => text.get(first.len()..).unwrap_or_default().trim_start(),
        Some(_) | None => text,
    }
}

fn without_lead(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let rest = without(text, Word::Lead);
        if rest.len() == text.len() || rest.is_empty() {
            return text;
        }
        text = rest;
    }
}
