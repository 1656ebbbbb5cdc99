//! Names that no table has, in frames that lead to software alone: `deployed to Foo`, `the Foo compiler`.

use super::Term;
use super::cues::Cue;

const SOFTWARE: Term = ("a name", "the name of software");

/// How far a word is read.
const LONGEST: usize = 40;

/// The capitalised word at `at`, which follows a space, is a name of software by its frame.
pub(super) fn name(text: &str, at: usize) -> Option<Term> {
    let bytes = text.as_bytes();
    let before = bytes.get(..at)?.strip_suffix(b" ")?;
    let rest = bytes.get(at..)?;
    let length = rest.iter().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric()).count();
    let after = rest.get(length..)?;
    // Most capitals follow other words: the last letter of the word before rules them out quickly.
    let may_lead = before.last().is_some_and(|b| b"hgnoy".contains(b));
    if !(3..LONGEST).contains(&length) || !(may_lead || kind(after)) || joined(text.get(at + length..)?) {
        return None;
    }
    let mut words = text.get(..before.len())?.rsplit(char::is_whitespace);
    let (lead, verb) = (words.next()?, words.next().unwrap_or(""));
    let named = |word: &str| !plural(word) && !Cue::Nation.has(Some(&word.to_ascii_lowercase()));
    let by_verb =
        leads(lead, verb) && ends_phrase(text.get(at + length..)?) && named(text.get(at..at + length)?);
    (by_verb || kind(after)).then_some(SOFTWARE)
}

/// `Volunteers`, but not `Alexis` or `NodeJS`.
fn plural(word: &str) -> bool {
    word.ends_with('s') && !["ss", "us", "is", "os"].iter().any(|end| word.ends_with(end))
}

/// The word goes on: `Foo-like`, `Foo's`.
fn joined(after: &str) -> bool {
    after.starts_with(|c: char| c.is_alphanumeric() || "-'’&/_@".contains(c))
}

/// What is done to software alone, with the preposition that leads to other software.
fn leads(lead: &str, verb: &str) -> bool {
    match lead {
        "with" | "using" => Cue::Crafted.has(Some(verb)),
        "in" => matches!(verb, "written" | "rewritten" | "programmed" | "coded" | "cached" | "indexed"),
        "on" => matches!(verb, "hosted" | "deployed" | "built" | "host" | "deploy"),
        "to" => matches!(verb, "deployed" | "deploy" | "ported" | "compiled" | "transpiled" | "migrated"),
        "by" => matches!(
            verb,
            "powered" | "orchestrated" | "bundled" | "compiled" | "provisioned" | "containerised"
        ),
        _ => false,
    }
}

/// A mark, a line of its own or a word that opens the next phrase follows.
fn ends_phrase(after: &str) -> bool {
    let Some(next) = after.strip_prefix([' ', '\n']) else {
        return !after.starts_with(char::is_alphanumeric);
    };
    let word = next.split([' ', '\n', ',', '.', ';', ':']).next().unwrap_or("");
    next.trim_start().is_empty() || next.starts_with('\n') || Cue::Opens.has(Some(word))
}

/// A noun that only software is: `the Foo compiler`.
fn kind(after: &[u8]) -> bool {
    let Some(next) = after.strip_prefix(b" ") else { return false };
    let length = next.iter().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric()).count();
    next.get(..length).is_some_and(|noun| Cue::SoftwareNoun.has_bytes(noun))
}

/// `left-pad@1.3`: a package and its version. `@` is at `at`, after a letter or digit.
pub(super) fn package_version(bytes: &[u8], at: usize) -> bool {
    let after = bytes.get(at + 1..).unwrap_or(&[]);
    let digits = after.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
    let dotted = after.get(digits) == Some(&b'.') && after.get(digits + 1).is_some_and(u8::is_ascii_digit);
    let before = bytes.get(..at).unwrap_or(&[]);
    let length = before.iter().rev().take(LONGEST).take_while(|b| b.is_ascii_alphanumeric()).count();
    let named = before.get(at - length..).is_some_and(|word| word.iter().any(u8::is_ascii_lowercase));
    digits > 0 && dotted && named
}

/// `@scope/name`: a package in its scope. `@` is at `at`.
pub(super) fn scoped(bytes: &[u8], at: usize) -> Option<usize> {
    let part = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'-';
    let after = bytes.get(at + 1..)?;
    let scope = after.iter().take(LONGEST).take_while(|b| part(b)).count();
    let rest = after.get(scope..)?.strip_prefix(b"/")?;
    let name = rest.iter().take(LONGEST).take_while(|b| part(b)).count();
    (scope > 1 && name > 1).then_some(at + 1 + scope + 1 + name)
}
