//! Which sense an ambiguous term has: the words around it are weighed, then hits add weight to their neighbours.

use std::borrow::Cow;

use super::around;
use super::around::Around;
use super::company::ENOUGH;
use super::cues::Cue;
use super::{Class, Occurrence, company, frame, small};

/// How many ambiguous places of one text are judged. Judging costs microseconds, so a text of nothing but
/// ambiguous words would take seconds; occurrences after the last one are not hits.
const JUDGED: usize = 20_000;

/// How many occurrences are before the first ambiguous one beyond that limit.
fn reach(found: &[Occurrence]) -> usize {
    let open = |it: &&Occurrence| !it.accepted || !it.against.is_empty();
    let last = found.iter().enumerate().filter(|(_, it)| open(it)).nth(JUDGED);
    last.map_or(found.len(), |(at, _)| at)
}

/// Decides every occurrence that its spelling left open.
pub(super) fn decide(text: &str, found: &mut [Occurrence]) {
    let judged = reach(found);
    let (found, _) = found.split_at_mut(judged);
    let weights: Vec<i32> = found.iter().map(|it| if it.accepted { 0 } else { weight(text, it) }).collect();
    for it in found.iter_mut().filter(|it| it.accepted && !it.against.is_empty()) {
        it.accepted = against(it, &around::read(text, it.start, it.end)) == 0;
    }
    for at in 0..found.len() {
        settle(text, found, &weights, at);
    }
    for at in (0..found.len()).rev() {
        settle(text, found, &weights, at);
    }
    join_idioms(text, found);
}

/// What the table calls an idiom.
const IDIOM: &str = "an implementation idiom";

/// `Redux slice` and `Kotlin coroutines` are one finding: an idiom belongs to the name right before it.
fn join_idioms(text: &str, found: &mut [Occurrence]) {
    for at in 1..found.len() {
        let [.., before, it] = found.get_mut(..=at).unwrap_or_default() else { continue };
        let touches = text.get(before.end..it.start) == Some(" ");
        if touches && it.what == IDIOM && it.accepted && before.accepted {
            before.end = it.end;
            it.accepted = false;
        }
    }
}

fn settle(text: &str, found: &mut [Occurrence], weights: &[i32], at: usize) {
    let Some(it) = found.get(at) else { return };
    if it.accepted {
        return;
    }
    let own = weights.get(at).copied().unwrap_or(0);
    let sum = own.saturating_add(company::weight(text, found, at));
    if let Some(it) = found.get_mut(at) {
        it.accepted = sum >= ENOUGH;
    }
}

/// The weight of the term's own form and of the words around it.
fn weight(text: &str, it: &Occurrence) -> i32 {
    let spelled = text.get(it.start..it.end).unwrap_or("");
    let around = around::read(text, it.start, it.end);
    if it.class == Class::Idiom {
        // `Hook the panel` and `slice the bread` are verbs.
        return if Cue::Object.has(around.right.first()) { -ENOUGH } else { 0 };
    }
    let upper = spelled.starts_with(char::is_uppercase);
    let name_case = upper && !around.opens;
    let name = it.class == Class::Name;
    let mut sum = match (name, upper, name_case) {
        (true, true, true) => 6,
        // A name with no other meaning in English counts the same at the beginning of a sentence.
        (true, true, false) if it.against.is_empty() && !it.is(Cue::Everyday) => 6,
        (true, true, false) => 3,
        (true, false, _) => 0,
        (false, true, true) => 2,
        (false, true, false) => 0,
        (false, false, _) => -4,
    };
    if !upper {
        sum += small::weight(it, &around);
    }
    if name && !upper && spelled == it.term {
        // `pandas` in lower case may be the library too.
        sum += 2;
    }
    if name && alone(text, it) && !it.against.contains(&"alone") {
        sum += 3;
    }
    sum + left(it, &around, upper, name_case) + right(it, &around, upper) + context(it, &around, upper)
        - against(it, &around)
}

/// The term is the whole text: `React` as a technology's entry, not as a button among others.
fn alone(text: &str, it: &Occurrence) -> bool {
    let spelled = text.get(it.start..it.end);
    text.len() <= it.end - it.start + 4
        && Some(text.trim().trim_matches(['.', '`'])) == spelled
        && spelled == Some(it.term)
}

fn left(it: &Occurrence, around: &Around, upper: bool, name_case: bool) -> i32 {
    if around.left_gap.ends_with(['-', '–']) {
        return -4;
    }
    let colon = around.left_gap.contains(':');
    let plain = around.left_gap.chars().all(|c| c.is_whitespace() || "`*_\"'(:".contains(c));
    let (by, verb) = (around.left.first(), around.left.get(1));
    // What is written by Julia is a letter, unless it is something that only software does.
    let living = it.class == Class::Word && it.is_any(&[Cue::Person, Cue::Place]);
    let written = Cue::Code.has(verb) && by.is_none_or(|by| by != "by");
    let is_software = (!living || Cue::Engine.has(verb) || written)
        && (by.is_none_or(|by| by != "to") || Cue::Mover.has(verb));
    let made = it.class != Class::Proper && Cue::By.has(by) && Cue::Made.has(verb) && is_software;
    if plain && made {
        return 6;
    }
    if plain && name_case {
        let framed = frame::weight(it, around);
        if framed > 0 {
            return framed;
        }
    }
    // `taps Go`: what is pressed is a button, and what it says is English.
    if Cue::Press.has(by) && (it.class == Class::Word || it.is(Cue::Everyday)) {
        return -8;
    }
    if !plain || colon {
        return 0;
    }
    if Cue::Using.has(by) {
        // `choose Next to continue`
        let label = by.is_some_and(|w| ["choose", "pick", "select", "picked", "picks"].contains(&w.as_ref()))
            && (frame::guarded(it) || it.is(Cue::Everyday));
        return if label { 0 } else { 4 };
    }
    if Cue::Near.has(by) && (upper || it.class == Class::Name) {
        return 2;
    }
    0
}

fn right(it: &Occurrence, around: &Around, upper: bool) -> i32 {
    let gap = around.right_gap;
    // `Vault's secrets` means the same as `Vault secrets`.
    let owner = matches!(gap, "'" | "’") && around.right.first().is_some_and(|w| w == "s");
    let mut after = around.right.iter().skip(usize::from(owner));
    let (one, two) = (after.next(), after.next());
    let name = it.class == Class::Name;
    if gap.starts_with('-') {
        let based = one.is_some_and(|w| {
            ["based", "powered", "style", "like", "specific", "native"].contains(&w.as_ref())
        });
        let noun = upper && (Cue::Strong.has(one) || frame::listed(it.favour, one));
        return if based || noun { 6 } else { 0 };
    }
    let plain = gap.chars().all(|c| c.is_whitespace() || "`*_\"'’)".contains(c));
    if !plain {
        return 0;
    }
    if frame::listed(it.favour, one) {
        // Lower case keeps the English sense, as in `an enzyme test`, where the next word is not only of software.
        let small = it.class == Class::Word && !upper && !Cue::Strong.has(one);
        return if small { 8 } else { 10 };
    }
    if Cue::Street.has(one) {
        return -8;
    }
    let has = if owner && upper { frame::owner(it, around) } else { 0 };
    if has > 0 {
        return has;
    }
    if it.class == Class::Proper {
        // `the Box component` is the design's own; `Square takes the payment` is not.
        let sole = one.is_some_and(|w| w == "sdk");
        return if sole || Cue::Verb.has(one) && frame::field(it, around) { 6 } else { 0 };
    }
    if upper && one.is_some_and(|w| version(w)) {
        let dotted = one.is_some_and(|w| w.contains('.'));
        return match (name, dotted) {
            (_, true) => 6,
            (true, _) => 4,
            (false, _) => 3,
        };
    }
    if Cue::Strong.has(one) {
        return 6;
    }
    // Names in lower case are names all the same: `the pandas script`.
    if Cue::Medium.has(one) && (upper || name && it.term.starts_with(char::is_lowercase)) {
        return if name { 4 } else { 3 };
    }
    if upper { frame::subject(it, around, one, two) } else { 0 }
}

/// `3`, `3.11`, `v18`: not a year.
fn version(word: &str) -> bool {
    let digits = word.strip_prefix('v').unwrap_or(word);
    let short = digits.split('.').next().is_some_and(|major| (1..=2).contains(&major.len()));
    short && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
}

/// Words of the term itself, anywhere in the sentence.
fn context(it: &Occurrence, around: &Around, upper: bool) -> i32 {
    if !upper {
        return 0;
    }
    let own = |w: &&Cow<'_, str>| frame::listed(it.favour, Some(*w));
    let count = around.left.iter().chain(&around.right).filter(own).count();
    2 * i32::try_from(count.min(2)).unwrap_or(2)
}

/// Words of another sense of the term.
fn against(it: &Occurrence, around: &Around) -> i32 {
    let other = |w: &&Cow<'_, str>| frame::listed(it.against, Some(*w));
    let count = around.left.iter().chain(&around.right).filter(other).count();
    4 * i32::try_from(count.min(4)).unwrap_or(4)
}
