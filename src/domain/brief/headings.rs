//! Headings that Markdown does not see: numbered ones that it took for lists, lines of running text that
//! stand alone over what they are about, the first lines of tickets in an export.

use std::collections::BTreeMap;

use super::block::{Block, Form};
use super::label;
use super::modal;
use super::plain::{dotted_number, is_sentence};
use super::scenario;
use super::section;
use super::sentence;
use super::stories;

/// More words than this are a sentence without a full stop.
const MOST_WORDS: usize = 8;

/// Raises what reads as a heading to one.
pub(super) fn raise(blocks: &mut [Block]) {
    numbered(blocks);
    opening(blocks);
    sections(blocks);
    standing_alone(blocks);
    announcing(blocks);
}

/// `Acceptance Criteria` on a line of its own, without a colon and without a mark.
fn announcing(blocks: &mut [Block]) {
    for index in 0..blocks.len() {
        let over = blocks.get(index + 1).is_some_and(|next| !matches!(next.form, Form::Heading(_)));
        let listed = blocks.get(index + 1).is_some_and(|next| next.form == Form::Item);
        let Some(block) = blocks.get_mut(index).filter(|block| may_head(block)) else { continue };
        // One word alone announces where something stands under it.
        let text = block.prose.text();
        let word = over && text.len() > 5 && !text.contains(' ') && section::role(text).is_some();
        // `Not part of this release` over a list puts the list off.
        let put_off = listed && section::role(text) == Some(section::Role::Exclusions);
        if word || put_off || section::is_announcement(text) {
            block.form = Form::Heading(6);
        }
    }
}

/// `Comments`, `Acceptance criteria` straight over what it announces, without a line between them.
pub(super) fn announces(line: &str) -> bool {
    let word = line.len() > 5 && !line.contains(' ') && section::role(line).is_some();
    line.starts_with(char::is_uppercase)
        && line.ends_with(char::is_alphabetic)
        && (word || section::is_announcement(line))
}

/// `Functional requirements` on a line of its own, wherever it stands in running text.
pub(super) fn is_announced(line: &str) -> bool {
    line.starts_with(char::is_uppercase) && section::is_announcement(line)
}

/// `Event-driven` over `When the wind rises, the door shall close`: no line of running text is so short.
pub(super) fn is_over(line: &str, next: &str) -> bool {
    const LONGEST: usize = 30;
    line.len() <= LONGEST
        && (1..=3).contains(&line.split_whitespace().count())
        && line.starts_with(char::is_uppercase)
        && line.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-' | '&' | '/'))
        && next.ends_with(['.', ':', '!'])
        && next.split_whitespace().count() >= 5
}

/// The end of a heading that its paragraph goes on from: `Asking for an adjustment. On the home screen …`.
pub(super) fn run_in(text: &str) -> Option<usize> {
    let head: usize = text.char_indices().take(60).last().map_or(0, |(at, c)| at + c.len_utf8());
    let end = text.get(..head)?.find(". ")?;
    let title = text.get(..end)?;
    let mut words = title.split_whitespace();
    let first = words.next()?;
    let doing = first.ends_with("ing") && first.len() > 5 && first.starts_with(char::is_uppercase);
    let plain = words.clone().count() <= 5 && modal::strength(title) == modal::Strength::None;
    let says = words.any(|word| matches!(word, "is" | "are" | "was" | "has" | "takes" | "means"));
    (doing && plain && !says && !title.contains([',', ':', '.'])).then_some(end + 2)
}

/// `1. Introduction` alone in its list, with text after it, is a heading that Markdown took for a list.
fn numbered(blocks: &mut [Block]) {
    let mut sizes: BTreeMap<u32, u32> = BTreeMap::new();
    for block in blocks.iter().filter(|block| block.form == Form::Item) {
        *sizes.entry(block.group).or_default() += 1;
    }
    for index in 0..blocks.len() {
        let followed = blocks.get(index + 1).is_some_and(|next| {
            matches!(next.form, Form::Paragraph | Form::Item | Form::Heading(_) | Form::Row { .. })
        });
        let Some(block) = blocks.get_mut(index) else { break };
        let alone = block.form == Form::Item
            && block.parent.is_none()
            && block.until == index + 1
            && block.number.as_ref().is_some_and(|number| !number.contains('.'))
            && sizes.get(&block.group) == Some(&1);
        if alone && followed && block.prose.wraps().is_empty() {
            let title = block.prose.text();
            let fits = title.split_whitespace().count() <= MOST_WORDS
                && title.chars().next().is_some_and(|c| c.is_uppercase() || !c.is_ascii())
                && !is_sentence(title)
                && !title.ends_with([':', ',', ';', '?', '？'])
                && block.prose.bold_start().is_none()
                && label::read(title).is_none();
            if fits {
                block.form = Form::Heading(2);
            }
        }
    }
}

/// `User Story 4: Lend a boat` on a line of its own, below the last heading.
fn opening(blocks: &mut [Block]) {
    const MOST: usize = 12;
    let mut level = 1;
    for index in 0..blocks.len() {
        let followed = blocks
            .get(index + 1)
            .is_some_and(|next| matches!(next.form, Form::Paragraph | Form::Item) && next.parent.is_none());
        let Some(block) = blocks.get_mut(index) else { break };
        if let Form::Heading(known) = block.form {
            level = known;
            continue;
        }
        let text = block.prose.text();
        let bare = block.form == Form::Paragraph && block.parent.is_none() && block.prose.wraps().is_empty();
        let titled = || {
            let opened = stories::opened(text).filter(|o| o.number.is_some() && o.title != o.label);
            opened.is_some_and(|o| stories::as_a(&o.title).is_none())
        };
        if bare
            && followed
            && text.split_whitespace().count() <= MOST
            && !is_sentence(text)
            && modal::strength(text) == modal::Strength::None
            && block.prose.bold_start().is_none()
            && titled()
        {
            block.form = Form::Heading(level.saturating_add(1).min(6));
        }
    }
}

/// `2  Produkteinsatz` on a line of its own, where other headings count what stands in its sections: `1.4 …`.
fn sections(blocks: &mut [Block]) {
    let counted = blocks.iter().any(|b| {
        matches!(b.form, Form::Heading(_)) && dotted_number(b.prose.text()).is_some_and(|n| n.contains('.'))
    });
    if !counted {
        return;
    }
    for block in blocks.iter_mut().filter(|block| is_bare(block)) {
        let text = block.prose.text();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let title = text.get(digits..).unwrap_or_default();
        let titled = title.starts_with(' ') && title.trim_start().starts_with(char::is_uppercase);
        if (1..=2).contains(&digits) && titled {
            block.form = Form::Heading(2);
        }
    }
}

/// A text without marks for headings has short lines of their own over its paragraphs.
fn standing_alone(blocks: &mut [Block]) {
    let mut headings = blocks.iter().filter(|block| matches!(block.form, Form::Heading(_)));
    // Letters under one subject have it once each.
    let first = headings.next().map(|block| block.prose.text());
    if headings.any(|block| Some(block.prose.text()) != first) {
        return;
    }
    // `When I leave` over `Then I pay` is a step of a scenario.
    let steps: Vec<bool> = blocks.iter().map(|b| scenario::step(b.prose.text()).is_some()).collect();
    let is_step = |at: usize| steps.get(at).copied().unwrap_or(false);
    let alone = |at: usize| !is_step(at) || !is_step(at + 1) && (at == 0 || !is_step(at - 1));
    let listed = |at: usize| blocks.get(at + 1).is_some_and(|b| b.form == Form::Item && b.parent.is_none());
    // Notes head their lists in small letters, and do so again and again.
    let whispers = |at: usize, b: &Block| is_whispered(b) && listed(at);
    let noted = blocks.iter().enumerate().filter(|(at, b)| whispers(*at, b)).take(2).count() == 2;
    let heads = |at: usize, b: &Block| may_head(b) || noted && whispers(at, b);
    let fits: Vec<bool> = blocks.iter().enumerate().map(|(at, b)| heads(at, b) && alone(at)).collect();
    for index in 1..blocks.len() {
        let followed = blocks.get(index + 1).is_some_and(|next| {
            matches!(next.form, Form::Paragraph | Form::Item | Form::Row { .. }) && next.parent.is_none()
        }) && !fits.get(index + 1).copied().unwrap_or(false);
        let asks = blocks.get(index).is_some_and(|block| block.prose.text().ends_with('?'));
        // A question over a list is no heading of it.
        let answered = blocks.get(index + 1).is_some_and(|next| next.form == Form::Paragraph);
        if fits.get(index) == Some(&true)
            && followed
            && (!asks || answered)
            && let Some(block) = blocks.get_mut(index)
        {
            block.form = Form::Heading(2);
        }
    }
}

/// A short line with a capital that says nothing of anything.
fn may_head(block: &Block) -> bool {
    is_bare(block) && block.prose.text().starts_with(char::is_uppercase)
}

/// `safety`, `after the race`: a word or two over a list.
fn is_whispered(block: &Block) -> bool {
    let text = block.prose.text();
    is_bare(block) && text.split_whitespace().count() <= 3 && text.starts_with(char::is_lowercase)
}

fn is_bare(block: &Block) -> bool {
    let text = block.prose.text();
    block.form == Form::Paragraph
        && block.parent.is_none()
        && block.prose.wraps().is_empty()
        && (1..=MOST_WORDS).contains(&text.split_whitespace().count())
        && !text.ends_with(['.', ':', ';', ',', '!', '…', ')', '。', '：'])
        && !text.contains([':', '|', '@', '='])
        && block.prose.bold_start().is_none()
        && modal::strength(text) == modal::Strength::None
        && label::read(text).is_none()
        && !leads_on(text)
        && !is_courtesy(text)
}

/// `Thanks, Jo`, `Sent from my phone`: what opens and closes a letter.
fn is_courtesy(text: &str) -> bool {
    #[rustfmt::skip]
    const OPENS: &[&str] = &[
        "sent from ", "von meinem ", "thanks", "thank you", "many thanks", "kind regards", "best regards", "regards",
        "best wishes", "cheers", "yours ", "sincerely", "dear ", "hi ", "hello ", "viele grüße", "mit freundlichen",
        "liebe grüße", "danke", "saludos", "gracias", "un saludo", "cordialement", "merci", "bonjour ", "hola ",
    ];
    sentence::begins_with(text, OPENS)
}

/// `What we want is a program where`: a sentence that its list goes on with.
pub(super) fn leads_on(text: &str) -> bool {
    #[rustfmt::skip]
    const JOINTS: &[&str] = &[
        "where", "that", "which", "who", "with", "to", "for", "and", "or", "of", "the", "a", "an", "is", "are", "if", "when", "by",
        "und", "oder", "dass", "die", "der", "das", "que", "et", "où",
    ];
    let last = text.rsplit(' ').next().unwrap_or_default();
    text.contains(' ') && JOINTS.contains(&last)
}

/// The first line of a ticket in an export: `MKS-12  Book a machine   [Story] 8 pts`.
pub(super) struct Ticket<'t> {
    pub(super) key: &'t str,
    pub(super) title: &'t str,
    /// Asks for something of the product, and not for a repair or an inquiry.
    pub(super) story: bool,
}

pub(super) fn ticket(line: &str) -> Option<Ticket<'_>> {
    let (key, rest) = line.trim().split_once(' ')?;
    let keyed = is_key(key);
    let spaced = rest.starts_with(' ');
    let title = rest.trim();
    // What follows a wide gap or stands in brackets are the ticket's fields.
    let end = title.find("  ").or_else(|| title.find(" [")).unwrap_or(title.len());
    let fielded = end < title.len();
    let fields = title.get(end..).unwrap_or_default().to_lowercase();
    let story = !["[bug]", "[spike]", "[task]", "[chore]", "[sub-task]", "[subtask]"]
        .iter()
        .any(|f| fields.contains(f));
    let title = title.get(..end)?.trim();
    let titled = (1..=12).contains(&title.split_whitespace().count())
        && title.chars().next().is_some_and(char::is_alphabetic)
        && !is_sentence(title);
    (keyed && titled && (spaced || fielded)).then_some(Ticket { key, title, story })
}

/// `[ABC-12] Title`, `ABC-12: Title`, `ABC-12  Title`: the number of a ticket, and what it is called.
pub(super) fn keyed(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let bracketed = line.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let (key, title) = bracketed.or_else(|| line.split_once([':', ' ']))?;
    let title = title.trim_start_matches([':', '-', '–', '—', ' ', '\t']).trim_end();
    (is_key(key) && title.starts_with(char::is_alphabetic)).then_some((key, title))
}

/// `ABC-12`, `ABC-12a`: a project and a number in it.
fn is_key(key: &str) -> bool {
    let Some((project, number)) = key.split_once('-') else { return false };
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    let rest = number.get(digits..).unwrap_or_default();
    (2..=10).contains(&project.len())
        && project.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
        && digits > 0
        && rest.len() <= 1
        && rest.bytes().all(|b| b.is_ascii_lowercase())
}
