//! Names that belong to a program by their spelling alone: class names, annotations, markup, code files.

use super::Term;
use super::cues::Cue;

/// `JpaRepository`, `UIStackView`, `OrderDto`, and any name of two parts after `extends` or `implements`.
pub(super) fn code_name(bytes: &[u8], at: usize) -> Option<Term> {
    if at > 0 && bytes.get(at - 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80) {
        return None;
    }
    let rest = bytes.get(at..)?;
    let word = rest.get(..rest.iter().take(60).take_while(|b| b.is_ascii_alphanumeric()).count())?;
    if !two_parts(word) {
        return None;
    }
    let kits = Cue::Kit.words().iter();
    let kit = kits.filter_map(|kit| word.strip_prefix(kit.as_bytes())).any(|rest| {
        rest.first().is_some_and(u8::is_ascii_uppercase)
            && rest.iter().skip(1).take(2).filter(|b| b.is_ascii_lowercase()).count() == 2
    });
    let ends = |ending: &&str| word.len() > ending.len() && word.ends_with(ending.as_bytes());
    let ending = Cue::ClassEnding.words().iter().any(ends);
    let before = bytes.get(..at)?;
    let derived = before.ends_with(b" extends ") || before.ends_with(b" implements ");
    (kit || ending || derived).then_some(("a class name", "an implementation idiom"))
}

/// `@GetMapping`, and any `@Name` in code quotation; `@Maria` is a person.
pub(super) fn annotation(bytes: &[u8], at: usize) -> Option<Term> {
    let rest = bytes.get(at + 1..)?;
    let word = rest.get(..rest.iter().take(60).take_while(|b| b.is_ascii_alphanumeric()).count())?;
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    let quoted = before == Some(&b'`');
    if before.is_some_and(u8::is_ascii_alphanumeric) || !(quoted || two_parts(word)) {
        return None;
    }
    Some(("@…", "an annotation"))
}

/// `List<String>`, `Map<String, Order>`: a type with its parameters.
pub(super) fn generic(bytes: &[u8], at: usize) -> bool {
    let after = bytes.get(at + 1..).unwrap_or(&[]);
    let before = bytes.get(..at).unwrap_or(&[]);
    let length = before.iter().rev().take(40).take_while(|b| b.is_ascii_alphanumeric()).count();
    let named = before.get(at - length..).and_then(<[u8]>::first).is_some_and(u8::is_ascii_uppercase);
    let inner =
        after.iter().take(60).take_while(|b| b.is_ascii_alphanumeric() || b", _<".contains(b)).count();
    named && after.first().is_some_and(u8::is_ascii_uppercase) && after.get(inner) == Some(&b'>')
}

/// A capital after a small letter, or a small letter after two capitals.
fn two_parts(word: &[u8]) -> bool {
    let pair = |w: &[u8]| matches!(w, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase());
    let triple = |w: &[u8]| matches!(w, [a, b, c] if a.is_ascii_uppercase() && b.is_ascii_uppercase() && c.is_ascii_lowercase());
    word.windows(2).any(pair) || word.windows(3).any(triple)
}

/// `tsx` of `OrderList.tsx`: the ending of a file that holds code.
pub(super) fn code_file(after: &[u8]) -> bool {
    let length = after.iter().take(10).take_while(|b| b.is_ascii_alphanumeric()).count();
    after.get(..length).is_some_and(|ending| Cue::CodeFile.has_bytes(ending))
}

/// `div>`, `/span>`, `input type="text">`, `MyButton />`: what follows `<` is an element of markup.
pub(super) fn markup(after: &[u8]) -> bool {
    let name = after.strip_prefix(b"/").unwrap_or(after);
    let length = name.iter().take(40).take_while(|b| b.is_ascii_alphanumeric()).count();
    if length == 0 {
        return false;
    }
    let (Some(name), Some(rest)) = (name.get(..length), name.get(length..)) else { return false };
    let Some(close) = rest.iter().take(120).position(|b| matches!(b, b'>' | b'<' | b'\n')) else {
        return false;
    };
    if rest.get(close) != Some(&b'>') {
        return false;
    }
    let known = Cue::MarkupElement.has_bytes(name)
        && (close == 0 || rest.first().is_some_and(|b| matches!(b, b' ' | b'/')));
    let component = name.first().is_some_and(u8::is_ascii_uppercase)
        && rest.get(..close).is_some_and(|attributes| attributes.ends_with(b"/"));
    known || component
}
