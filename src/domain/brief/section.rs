//! What a heading announces.

mod outside;
mod phrases;
mod whole;

use phrases::PHRASES;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Neutral,
    Summary,
    Goals,
    /// Why it is wanted, what is wrong today: told, not asked for.
    Rationale,
    Success,
    Changes,
    Impact,
    Requirements,
    Quality,
    Constraints,
    Criteria,
    Stories,
    EdgeCases,
    Entities,
    Glossary,
    Assumptions,
    Exclusions,
    Removed,
    Clarifications,
    Questions,
    Actors,
    /// Market, money, licence, history, appendices.
    Business,
    /// Architecture, technology, code: how, not what.
    Technical,
    /// How to test a story on its own.
    Verification,
    /// What a form says of itself: how it is filled in, and whether that was done; how a tender is made, what a record may look
    /// like.
    Form,
    Metadata,
}

/// A heading of more words announces nothing.
const MOST_WORDS: usize = 10;

/// Whether a line is one of the phrases that announce something, and nothing else.
pub(super) fn is_announcement(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    line.contains(' ') && PHRASES.get(lower.as_str()).is_some_and(|(_, role)| *role != Role::Metadata)
}

/// `Functional requirements (release 1):`: the name of what is asked for, and nothing else.
pub(super) fn heads_demands(line: &str) -> bool {
    let lower = line.trim_end_matches([':', '：']).to_lowercase();
    let name = lower.split(" (").next().unwrap_or(&lower).trim();
    let role = PHRASES.get(name).map(|(_, role)| *role);
    name.contains(' ') && matches!(role, Some(Role::Requirements | Role::Quality | Role::Constraints))
}

/// The role of a heading or lead, where its words say one.
pub(super) fn role(title: &str) -> Option<Role> {
    if title.len() > 160 {
        return None;
    }
    let lower = strip_number(title).to_lowercase().replace(['*', '_', '`'], "");
    if lower.contains("(for illustration") {
        return Some(Role::Form);
    }
    let plain = lower.split(" (").next().unwrap_or(&lower);
    let plain = plain.trim_matches(|c: char| !c.is_alphanumeric());
    if let Some((_, role)) = PHRASES.get(plain) {
        return Some(*role);
    }
    let tokens: Vec<&str> = plain.split(is_joint).filter(|word| !word.is_empty()).collect();
    if tokens.len() > MOST_WORDS {
        return None;
    }
    if let Some(role) = outside::role(&tokens) {
        return Some(role);
    }
    let mut best: Option<(usize, Role)> = None;
    let mut note = |phrase: &str, fits: &dyn Fn() -> bool| {
        if let Some((place, role)) = PHRASES.get(phrase)
            && *role != Role::Metadata
            && best.is_none_or(|(known, _)| *place < known)
            && fits()
        {
            best = Some((*place, *role));
        }
    };
    for from in 0..tokens.len() {
        for to in from + 1..=tokens.len() {
            let phrase = tokens.get(from..to).unwrap_or_default().join(" ");
            note(&phrase, &|| {
                !whole::is_a_part_of_a_name(&phrase, &tokens, from, to)
                    && (to - from > 1 || alone_tells(&tokens, &phrase, from))
            });
        }
    }
    if !plain.is_ascii() {
        // Without spaces between words a phrase is found anywhere.
        for phrase in PHRASES
            .keys()
            .filter(|phrase| phrase.chars().all(super::prose::is_wide) && !ONLY_WHOLE.contains(*phrase))
            .filter(|phrase| plain.contains(**phrase))
        {
            note(phrase, &|| true);
        }
    }
    best.map(|(_, role)| role)
}

/// A heading's words in small letters, without its number and the marks around them.
pub(super) fn own_words(title: &str) -> String {
    strip_number(title).to_lowercase().trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

/// Whether a heading or lead is nothing but a phrase that announces something.
pub(super) fn is_phrase(title: &str) -> bool {
    PHRASES.contains_key(own_words(title).as_str())
}

/// `Test cases`, `Project status`: a part of a document, or something that the product has.
pub(super) fn may_name_a_thing(title: &str) -> bool {
    whole::is_one(&own_words(title))
}

/// `Future extensions`, `Open product questions`: what is below is not settled, and what binds there is meant all the same.
pub(super) fn is_unsettled(title: &str) -> bool {
    let lower = own_words(title);
    let words: Vec<&str> = lower.split(is_joint).filter(|word| !word.is_empty()).collect();
    outside::is_thought(&words) || outside::is_asked(&words)
}

/// What stands between the words of a heading.
fn is_joint(c: char) -> bool {
    !(c.is_alphanumeric() || c == '-' || c == '\'')
}

/// `Marketing & messages`: one of the words of business among others, each of which a product may do something for.
pub(super) fn may_be_a_feature(title: &str) -> bool {
    #[rustfmt::skip]
    const DONE_FOR: &[&str] = &[
        "marketing", "pricing", "schedule", "budget", "team", "comments", "comment", "tasks", "timeline", "discussion", "attachments",
        "checklist", "approvals", "milestones",
    ];
    let lower = strip_number(title).to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.clone().count() > 1 && words.any(|word| DONE_FOR.contains(&word))
}

/// Words that announce something only as a whole heading.
#[rustfmt::skip]
const ONLY_WHOLE: &[&str] = &[
    "things", "concepts", "schedule", "vocabulary", "terminology", "data", "resources", "objects",
    "records", "open", "question", "acceptance", "ac", "acs", "people", "callers", "tasks", "questions",
    "references", "description", "users", "checklist", "contents", "entity", "input", "terms", "team",
    "testing", "changes", "budget", "license", "timeline", "exceptions", "why", "today", "about", "success",
    "decision", "decided", "agreed", "resolved", "beschluss", "entscheidung", "besluit", "later", "won't",
    "unchanged", "extensions", "guarantees", "divers", "varia", "sonstiges", "persona", "market", "comments", "comment", "discussion", "history", "deferred", "audience", "tbd", "offen", "fin", "proposal", "quality", "legend", "who", "numbers", "volumes", "load", "interfaces", "example",
    "输入", "입력", "사용자",
];
/// Words that announce something at the end of a short heading: `Core Features`, `Project Scope`.
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "scope", "functions", "context", "features", "functionality", "implementation", "technology",
    "verification", "solution", "criteria", "decisions", "dependencies", "vision", "benefits", "outcomes",
    "problem", "problems", "governance", "compliance", "roles", "rules",
];

/// Whether one word within a heading tells its role.
fn alone_tells(tokens: &[&str], word: &str, at: usize) -> bool {
    if matches!(word, "non-goals" | "nongoals" | "out-of-scope") {
        return true;
    }
    let last = at + 1 == tokens.len();
    if ONLY_WHOLE.contains(&word) || tokens.len() > 5 {
        return false;
    }
    if ENDINGS.contains(&word) {
        let joined = tokens.get(1).is_some_and(|next| matches!(*next, "and" | "for" | "of"));
        return (last && tokens.len() <= 3) || (at == 0 && joined && tokens.len() <= 4);
    }
    at == 0 || last
}

/// Put off or left out by what stands in brackets behind it: `Annual invoice (later)`.
pub(super) fn is_put_off(title: &str) -> bool {
    #[rustfmt::skip]
    const MARKS: &[&str] = &[
        "later", "not now", "future", "future work", "deferred", "postponed", "won't", "won't have", "wont",
        "out of scope", "not in this release", "next release", "later release", "post-mvp", "phase 2", "v2", "won't do",
        "wont do", "not doing", "parked", "rejected", "descoped", "cancelled", "verworfen",
        "später", "nicht jetzt", "zurückgestellt", "más adelante", "mais tarde", "plus tard",
    ];
    let text = title.trim().trim_end_matches(['.', ':', ';', '*']);
    let opened = if text.ends_with(')') { '(' } else { '[' };
    let inside = text.strip_suffix([')', ']']).and_then(|text| text.rsplit_once(opened));
    inside.is_some_and(|(_, mark)| {
        let mark = mark.trim().to_lowercase();
        // `(won't do, phones can do this already)`: the reason stands behind.
        MARKS.iter().any(|known| {
            mark.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ';', ':']))
        })
    }) || is_put_off_at_its_end(text)
}

/// `Pictures would be nice, but not now`.
fn is_put_off_at_its_end(text: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "but not now", "can come later", "will come later", "comes later", "come later", "follow later", ", not now", "- not now", "– not now", "maybe later", "perhaps later", "-> later", "→ later", "-> not now", "-> parked", "-> no", "-> später", ", later", "- later", "– later",
        "not in this release", "not in this version", "in a later release", "in a later version", "in a later phase",
        "aber nicht jetzt", "vielleicht später", "pero no ahora", "mais pas maintenant",
    ];
    const LONGEST: usize = 40;
    let from = text.char_indices().rev().nth(LONGEST).map_or(0, |(at, _)| at);
    let lower = text.get(from..).unwrap_or_default().to_lowercase();
    // On its own it heads what is put off.
    ENDS.iter().filter_map(|end| lower.strip_suffix(end)).any(|rest| rest.chars().any(char::is_alphanumeric))
}

/// What people have to do after a meeting, where its minutes head a list with it.
pub(super) fn heads_tasks(title: &str) -> bool {
    #[rustfmt::skip]
    const TASKS: &[&str] = &[
        "actions", "action", "to do", "to dos", "to-do", "to-dos", "todo", "todos", "aufgaben", "maßnahmen", "tareas", "acciones",
        "tâches", "acties", "taken", "follow-up", "follow-ups", "next meeting", "next steps",
    ];
    let lower = own_words(title);
    let opens = ["minutes of ", "actions from ", "action items", "action points", "report on actions"];
    TASKS.contains(&lower.as_str()) || opens.iter().any(|open| lower.starts_with(open))
}

/// `Revision history`: what was changed in the document, by whom and when. `Document history` may be what a product shows.
pub(super) fn is_history(title: &str) -> bool {
    #[rustfmt::skip]
    const HISTORY: &[&str] = &[
        "revision history", "change record", "change records", "change history", "record of changes", "change log", "changelog",
        "änderungshistorie", "änderungsverlauf", "änderungsverzeichnis",
        "historial de cambios", "historique des modifications", "änderungsprotokoll", "registro de cambios",
        "histórico de revisões", "histórico de alterações", "historique des versions", "registro delle modifiche",
        "история изменений", "журнал изменений",
    ];
    HISTORY.contains(&own_words(title).as_str())
}

/// `Table of contents`, whatever level the headings below it have.
pub(super) fn is_contents(title: &str) -> bool {
    #[rustfmt::skip]
    const CONTENTS: &[&str] = &[
        "contents", "table of contents", "inhalt", "inhaltsverzeichnis", "table des matières", "sommaire", "índice", "indice",
        "contenido", "conteúdo", "sumário", "inhoud", "inhoudsopgave", "содержание", "оглавление", "目次", "目录", "目錄", "목차",
    ];
    CONTENTS.contains(&own_words(title).as_str())
}

/// `About`, `About (landing page)`: an introduction, or a page of that name.
pub(super) fn is_about(title: &str) -> bool {
    own_words(title).split(|c: char| !c.is_alphanumeric()).next() == Some("about")
}

/// `Sonstiges`: the rest. In minutes it is talk, elsewhere it goes on with what stands before it.
pub(super) fn heads_the_rest(title: &str) -> bool {
    const REST: &[&str] =
        &["sonstiges", "verschiedenes", "divers", "varia", "miscellaneous", "misc", "other"];
    REST.contains(&own_words(title).as_str())
}

/// A heading without its number: `2.1 Scope`, `3\. Goals`, `IV. Risks`.
pub(super) fn strip_number(title: &str) -> &str {
    let rest = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if rest.len() < title.len() && (rest.starts_with([' ', ')', '\t']) || rest.is_empty()) {
        return rest.trim_start_matches([' ', ')', '\t', '-', '–', '—']);
    }
    title.trim_start_matches(['#', ' ', '§'])
}

/// `Status: rejected`, `Labels: wontfix`: a field that says that its ticket will not be done.
pub(super) fn is_refused(field: &str) -> bool {
    const FIELDS: &[&str] = &["labels", "label", "status", "state", "resolution", "lösung", "estado"];
    #[rustfmt::skip]
    const REFUSED: &[&str] = &[
        "wontfix", "won't fix", "won’t fix", "won't do", "won’t do", "rejected", "declined", "duplicate", "invalid", "cancelled",
        "canceled", "obsolete", "abgelehnt", "verworfen", "rechazado",
    ];
    let lower = field.to_lowercase();
    lower.split("  ").flat_map(|part| part.split(['|', '·'])).any(|part| {
        part.split_once(':').is_some_and(|(name, value)| {
            FIELDS.contains(&name.trim().trim_matches('*')) && REFUSED.iter().any(|word| value.contains(word))
        })
    })
}

/// Whether what is labelled or numbered under it demands nothing of the product.
pub(super) fn demands_nothing(role: Role) -> bool {
    matches!(
        role,
        Role::Assumptions
            | Role::Exclusions
            | Role::Questions
            | Role::Clarifications
            | Role::Verification
            | Role::Business
    )
}

/// Whether sentences under it ask for something in their ordinary words (will, can, should).
pub(super) fn asks(role: Role) -> bool {
    matches!(
        role,
        Role::Neutral
            | Role::Requirements
            | Role::Changes
            | Role::Stories
            | Role::Quality
            | Role::Constraints
            | Role::Criteria
    )
}
