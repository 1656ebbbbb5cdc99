//! Style sheets and markup in a sentence, recognised by their shape: `1.5rem`, `:hover`, `rel="noopener"`, `is-invalid`.

use super::Term;
use super::cues::Cue;

const LENGTH: Term = ("a length of a style sheet", "an implementation idiom");
const SELECTOR: Term = (":…", "a selector");
const ATTRIBUTE: Term = ("…=\"…\"", "an attribute of markup");
const STATE: Term = ("is-…", "the name of a style class");
const DIRECTIVE: Term = ("…:…", "a directive of a template");
const PROPERTY: Term = ("--…", "a property of a style sheet");

/// `1.5rem`, `33vw`; the last digit is at `at`. Returns what it is and where it ends.
///
/// Pixels are none: briefs ask for pictures and for narrow screens in pixels.
pub(super) fn length(bytes: &[u8], at: usize) -> Option<(Term, usize)> {
    let unit = bytes.get(at + 1..)?;
    let long = unit.iter().take(6).take_while(|b| b.is_ascii_alphanumeric()).count();
    let known = Cue::Unit.has_bytes(unit.get(..long)?);
    let before = number(bytes, at).checked_sub(1).and_then(|before| bytes.get(before));
    let fresh = !before.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-'));
    (known && fresh).then_some((LENGTH, at + 1 + long))
}

/// The first byte of the number whose last digit is at `at`.
pub(super) fn number(bytes: &[u8], at: usize) -> usize {
    let digits = bytes.get(..at).unwrap_or(&[]).iter().rev().take(8);
    at - digits.take_while(|b| b.is_ascii_digit() || **b == b'.').count()
}

/// `:hover`, `::before`, `:nth-child(`; the first colon is at `at`. Returns where it ends.
pub(super) fn selector(bytes: &[u8], at: usize) -> Option<(Term, usize)> {
    let double = bytes.get(at + 1) == Some(&b':');
    let start = at + 1 + usize::from(double);
    let rest = bytes.get(start..)?;
    let word =
        rest.get(..rest.iter().take(24).take_while(|b| b.is_ascii_lowercase() || **b == b'-').count())?;
    let before = at.checked_sub(1).and_then(|before| bytes.get(before));
    let bare = before.is_none_or(|b| matches!(b, b' ' | b'`' | b'(' | b'\n'));
    let known = Cue::Selector.has_bytes(word)
        || double && Cue::SelectorPart.has_bytes(word)
        || bare && !double && Cue::SelectorWord.has_bytes(word);
    known.then_some((SELECTOR, start + word.len()))
}

/// `use:enhance`, `bind:value`, `wire:model`: what a template's language does to an element; the colon is at `at`.
/// Returns where it begins and ends.
pub(super) fn directive(bytes: &[u8], at: usize) -> Option<(Term, usize, usize)> {
    let before = bytes.get(..at)?;
    let name = |b: &&u8| b.is_ascii_lowercase() || **b == b'-';
    let head = before.iter().rev().take(14).take_while(name).count();
    let tail = bytes.get(at + 1..)?.iter().take(40).take_while(name).count();
    let known = tail > 2 && Cue::Directive.has_bytes(before.get(at - head..)?);
    known.then_some((DIRECTIVE, at - head, at + 1 + tail))
}

/// `rel="noopener"`, `aria-live="polite"`; the sign is at `at`. Returns where the name begins.
pub(super) fn attribute(bytes: &[u8], at: usize) -> Option<(Term, usize)> {
    let before = bytes.get(..at)?;
    let long = before.iter().rev().take(40).take_while(|b| b.is_ascii_alphanumeric() || **b == b'-').count();
    let name = before.get(at - long..)?;
    let quoted = bytes.get(at + 1).is_some_and(|b| matches!(b, b'"' | b'\''));
    let spoken = name.starts_with(b"aria-") || name.starts_with(b"data-");
    let bare = matches!(name, b"rel" | b"role" | b"type" | b"tabindex" | b"inputmode" | b"autocomplete")
        && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    (spoken || quoted && Cue::Attribute.has_bytes(name) || bare).then_some((ATTRIBUTE, at - long))
}

/// `is-invalid`, `btn-primary`, `--brand-colour`; the hyphen is at `at`. Returns where the name begins and ends.
pub(super) fn style_name(bytes: &[u8], at: usize) -> Option<(Term, usize, usize)> {
    let name = |b: &&u8| b.is_ascii_lowercase() || b.is_ascii_digit() || **b == b'-';
    let after = bytes.get(at + 1..)?;
    let tail = after.iter().take(40).take_while(name).count();
    let before = bytes.get(..at)?;
    let head = before
        .iter()
        .rev()
        .take(8)
        .take_while(|b| b.is_ascii_alphanumeric() || matches!(**b, b'-' | b'_'))
        .count();
    let open = before.get(..at - head)?.last();
    let opens = open.is_none_or(|b| matches!(b, b' ' | b'`' | b'(' | b'.' | b'"' | b'\n'));
    let (first, rest) = (after.first()?, after.get(..tail)?);
    if !opens {
        return None;
    }
    if head == 0 && *first == b'-' {
        // `--api-key` is an option of a command; properties are named for what they style.
        let inner = rest.get(1..)?;
        let known = Cue::PropertyPrefix.words().iter().any(|prefix| inner.starts_with(prefix.as_bytes()));
        return known.then_some((PROPERTY, at, at + 1 + tail));
    }
    let prefix = before.get(at - head..)?;
    if *first == b'-' {
        // `class price--old`: two hyphens name the variant of a block.
        let named =
            before.get(..at - head)?.ends_with(b"class ") || open == Some(&b'.') || open == Some(&b'`');
        let inner = rest.get(1..)?.first().is_some_and(u8::is_ascii_lowercase);
        return (named && inner).then_some((STATE, at - head, at + 1 + tail));
    }
    let known = match prefix {
        b"is" => !matches!(rest, b"it" | b"not" | b"he" | b"she" | b"ness"),
        b"has" => !matches!(rest, b"been" | b"beens" | b"not"),
        b"js" | b"btn" | b"aria" | b"col" | b"bg" | b"mt" | b"mb" | b"px" | b"py" | b"webkit" => true,
        _ => false,
    };
    (known && rest.len() > 1 && first.is_ascii_lowercase()).then_some((STATE, at - head, at + 1 + tail))
}
