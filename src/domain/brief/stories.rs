//! User stories: the headings that open one, and `As a …, I want …, so that …` in six languages.

mod unspaced;

use super::label::{self, Rank};
use super::section::strip_number;

/// A heading that opens a story, a requirement or a feature.
pub(super) struct Opened {
    pub(super) label: String,
    pub(super) title: String,
    /// The number that criteria are counted under: `2` of `Requirement 2`.
    pub(super) number: Option<String>,
    /// Labelled as a requirement: its body is what it demands.
    pub(super) requirement: bool,
}

#[rustfmt::skip]
const OPENERS: &[&str] = &[
    "user story", "story", "requirement", "use case", "feature", "req", "anforderung", "requisito",
    "exigence", "требование", "history", "historia de usuario", "récit", "要件", "需求", "ストーリー", "用户故事",
    "capability", "epic", "user flow", "flow", "사용자 이야기", "사용자 스토리", "유저 스토리", "요구사항", "기능", "用户场景",
    "história de usuário", "história do usuário", "récit utilisateur", "histoire utilisateur", "benutzergeschichte", "nutzergeschichte",
    "пользовательская история", "история", "storia utente", "issue",
];

pub(super) fn opened(heading: &str) -> Option<Opened> {
    let text = strip_number(heading).trim();
    if as_a(text).is_some() {
        return Some(Opened {
            label: String::new(),
            title: text.to_owned(),
            number: None,
            requirement: false,
        });
    }
    // `#44 Alarm at a level`: the number of an issue.
    if let Some((number, title)) = heading.trim().strip_prefix('#').and_then(|rest| rest.split_once(' '))
        && (1..=6).contains(&number.len())
        && number.bytes().all(|b| b.is_ascii_digit())
        && super::section::role(title).is_none()
    {
        let (label, title) = (format!("#{number}"), without_rank(title));
        return Some(Opened { label, title, number: None, requirement: false });
    }
    if let Some(ticket) = super::headings::ticket(text) {
        if !ticket.story {
            return None;
        }
        let (label, title) = (ticket.key.to_owned(), ticket.title.to_owned());
        return Some(Opened { label, title, number: None, requirement: false });
    }
    if let Some(label) = label::read(text) {
        let requirement = matches!(label.rank, Rank::Requirement | Rank::Quality | Rank::Constraint);
        if requirement || label.rank == Rank::Story {
            let title = without_rank(text.get(label.rest..).unwrap_or_default());
            return Some(Opened { label: label.text, title, number: None, requirement });
        }
        return None;
    }
    // `Booking a berth (FR-3)`: the label stands behind what it is of.
    if let Some((title, label)) = label::at_end(text) {
        let title = without_rank(title);
        return Some(Opened { label: label.text, title, number: None, requirement: true });
    }
    let lower = text.to_lowercase();
    let opener = OPENERS.iter().find(|opener| lower.starts_with(**opener))?;
    let size: usize = text.chars().take(opener.chars().count()).map(char::len_utf8).sum();
    let after = text.get(size..)?;
    let trimmed = after.trim_start_matches([' ', '#']);
    let lettered = trimmed.starts_with(|c: char| c.is_ascii_uppercase())
        && trimmed.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    let letter = usize::from(lettered);
    let digits = trimmed.bytes().skip(letter).take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let number = trimmed.get(..letter + digits)?.trim_end_matches('.');
    let rest = trimmed.get(number.len()..)?.trim_start();
    let marked =
        rest.starts_with([':', '：', '-', '–', '—', '.', ')']) || (rest.is_empty() && !number.is_empty());
    // `Issue: nobody answers` tells of trouble; a numbered one is asked for.
    let trouble = *opener == "issue" && number.is_empty();
    if !marked || trouble || (number.is_empty() && !after.starts_with([':', '：', ' '])) {
        return None;
    }
    let title = without_rank(rest.trim_start_matches([':', '：', '-', '–', '—', '.', ')', ' ']));
    let label =
        if number.is_empty() { String::new() } else { format!("{} {number}", text.get(..size)?.trim()) };
    let title = if title.is_empty() { label.clone() } else { title };
    let number = (!number.is_empty()).then(|| number.to_owned());
    Some(Opened { label, title, number, requirement: false })
}

/// What a priority is called.
#[rustfmt::skip]
const RANKS: &[&str] = &[
    "priority", "우선순위", "优先级", "優先級", "優先度", "prioridad", "prioridade", "priorité", "priorität", "приоритет", "priorità",
];

/// A title without its priority: `(Priority: P1)`, `[P2]`, `(P3)`, `(MVP)`.
pub(super) fn without_rank(title: &str) -> String {
    let mut text = title.trim();
    for (open, close) in [('(', ')'), ('[', ']')] {
        if text.ends_with(close)
            && let Some(at) = text.rfind(open)
        {
            let inside = text.get(at + 1..text.len() - 1).unwrap_or_default().to_lowercase();
            let ranked = RANKS.iter().any(|word| inside.starts_with(word))
                || inside.starts_with('p') && inside.len() == 2
                || inside == "mvp"
                || matches!(
                    inside.as_str(),
                    "must" | "should" | "could" | "high" | "medium" | "low" | "must have" | "must-have"
                );
            if ranked {
                text = text.get(..at).unwrap_or_default().trim();
            }
        }
    }
    text.trim_end_matches([':', '：']).trim().to_owned()
}

/// `As a actor, I want want, so that benefit`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct AsA {
    pub(super) actor: String,
    pub(super) want: Option<String>,
    pub(super) benefit: Option<String>,
}

struct Pattern {
    actor: &'static [&'static str],
    want: &'static [&'static str],
    benefit: &'static [&'static str],
    /// Its first word opens many a sentence: a story only where somebody wants something, and is named.
    needs_want: bool,
}

#[rustfmt::skip]
const PATTERNS: &[Pattern] = &[
    Pattern { actor: &["as an ", "as a(n) ", "as a/an ", "as a ", "as the ", "as any "],
    want: WANT, benefit: BENEFIT, needs_want: false }, Pattern { actor: &["als "], want: &["möchte ich ", "will ich ", "würde ich gerne ", "würde ich gern ", "benötige ich ",
    "brauche ich ", "wil ik ", "moet ik "], benefit: &["damit ",
    "um ", "sodass ", "zodat ", "om "], needs_want: false }, Pattern { actor: &["como "], want: &["quiero ", "requiero ", "necesito ", "quero ",
    "deseo ", "preciso ", "desejo ", "gostaria de ", "quisiera ", "me gustaría "], benefit: &["para que ", "para poder ", "para "], needs_want: false }, Pattern { actor: &["en tant que ", "en tant qu'",
    "en tant qu’"], want: &["je veux ", "je souhaite ", "j'ai besoin "], benefit: &["afin que ",
    "afin de ", "afin d'", "pour que ", "pour "], needs_want: false }, Pattern { actor: &["как "], want: &["я хочу ",
    "мне нужно "], benefit: &["чтобы "], needs_want: false }, Pattern { actor: &["作为", "作為"], want: &["我想要", "我想", "我希望",
    "我需要"], benefit: &["以便", "这样", "從而", "从而"], needs_want: false }, Pattern { actor: &["як "], want: &["я хочу ", "мені потрібно "], benefit: &["щоб "], needs_want: true },
    Pattern { actor: &["jako "], want: &["chcę ", "potrzebuję "], benefit: &["aby ", "żeby "], needs_want: true },
    Pattern { actor: &["come "],
    want: &["voglio ", "vorrei ", "desidero "], benefit: &["in modo da ", "così da ", "affinché ", "per "], needs_want: true },
    Pattern { actor: &["as "], want: WANT, benefit: BENEFIT, needs_want: true },
];
#[rustfmt::skip]
const WANT: &[&str] = &[
    "i want to ", "i want ", "i need to ", "i need ", "i would like to ", "i would like ", "i'd like to ", "i’d like to ",
    "i must be able to ", "i should be able to ", "i can ", "we want to ", "we want ", "we need to ", "we need ",
    "i wish to ", "i am able to ",
];
#[rustfmt::skip]
const BENEFIT: &[&str] = &[
    "so that ", ", so that ", "so i can ", ", so i can ", "in order to ", "in order that ", "because ", ", so ",
];

/// `As warehouse lead`, and not `As agreed` or `As soon as we open`.
fn names_somebody(actor: &str) -> bool {
    #[rustfmt::skip]
    const NOBODY: &[&str] = &[
        "you", "we", "i", "it", "they", "soon", "far", "usual", "said", "such", "always", "before", "well", "long", "much",
        "if", "of", "for", "to", "this", "that", "there", "is", "things", "time", "part", "promised", "per",
    ];
    let told = |word: &str| NOBODY.contains(&word.to_lowercase().as_str()) || word.ends_with("ed");
    let words = actor.split_whitespace();
    (1..=4).contains(&words.clone().count()) && !words.map(|w| w.trim_matches(',')).any(told)
}

/// `As a clerk`, `As clerk`: a line of its own over `I want …`.
pub(super) fn names_a_role(lower: &str) -> bool {
    let role = lower.trim_end_matches([',', ':', ' ']);
    role.strip_prefix("as ").is_some_and(|who| {
        who.starts_with("a ") || who.starts_with("an ") || who.starts_with("the ") || names_somebody(who)
    })
}

/// `As a <role>, I want <capability>`: how stories are written, and none.
pub(super) fn is_template(text: &str) -> bool {
    let blanks = ["as a <", "as an <", "i want <", "i want to <"];
    text.contains('<') && blanks.iter().any(|blank| text.to_lowercase().contains(blank))
}

pub(super) fn as_a(text: &str) -> Option<AsA> {
    if let Some(told) = unspaced::as_a(text) {
        return Some(told);
    }
    // The first letters of all patterns.
    if !text.starts_with(['A', 'a', 'C', 'c', 'E', 'e', 'К', 'к', '作', 'Я', 'я', 'J', 'j']) {
        return None;
    }
    // One character of the text stands for one of the lower-cased text only where no letter grows: such
    // letters are rare, and then the story is read as a plain sentence.
    let lower: String = text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect();
    if lower.len() != text.len() {
        return None;
    }
    PATTERNS.iter().find_map(|pattern| {
        let skip = pattern.actor.iter().find(|start| lower.starts_with(**start))?.len();
        let want = earliest(&lower, skip, pattern.want);
        let from = want.map_or(skip, |(_, end)| end);
        let benefit = earliest(&lower, from, pattern.benefit);
        let end = sentence_end(text);
        let actor_end = want.map(|(at, _)| at).or(benefit.map(|(at, _)| at));
        let actor_end = actor_end.or_else(|| lower.get(skip..)?.find(',').map(|at| at + skip))?;
        let actor = tidy(text.get(skip..actor_end)?);
        if actor.is_empty() || actor.split_whitespace().count() > 12 {
            return None;
        }
        if pattern.needs_want && (want.is_none() || !names_somebody(&actor)) {
            return None;
        }
        let want_end = benefit.map_or(end, |(at, _)| at);
        let want = want
            .and_then(|(_, start)| text.get(start..want_end.max(start)))
            .map(tidy)
            .filter(|s| !s.is_empty())
            .map(|want| of_the_product(&want).unwrap_or(want));
        let benefit = benefit
            .and_then(|(_, start)| text.get(start..end.max(start)))
            .map(tidy)
            .filter(|s| !s.is_empty());
        Some(AsA { actor, want, benefit })
    })
}

/// `the system to warn me` → `have the system warn me`: what somebody wants of the product, told as what he does.
fn of_the_product(want: &str) -> Option<String> {
    #[rustfmt::skip]
    const PRODUCT: &[&str] = &[
        "system", "app", "application", "platform", "product", "tool", "service", "software", "website", "site", "program", "bot",
    ];
    let (whole, deed) = want.split_once(" to ")?;
    let (article, name) = whole.split_once(' ')?;
    let known = article.eq_ignore_ascii_case("the") && PRODUCT.contains(&name.to_lowercase().as_str());
    (known && !deed.starts_with("be ")).then(|| format!("have {whole} {deed}"))
}

/// A benefit without its first person: `I can pay later` → `The clerk can pay later`.
pub(super) fn of_somebody(benefit: &str, actor: &str) -> String {
    #[rustfmt::skip]
    const MODALS: &[&str] =
        &["can", "could", "will", "would", "may", "must", "should", "never", "always", "only", "cannot", "can't"];
    let mut words = benefit.split(' ');
    let (Some("I" | "i"), Some(verb)) = (words.next(), words.next()) else { return benefit.to_owned() };
    let verb = match verb {
        "am" | "'m" => "is".to_owned(),
        "have" => "has".to_owned(),
        "don't" | "don’t" => "does not".to_owned(),
        "do" => "does".to_owned(),
        verb if MODALS.contains(&verb) || !verb.chars().all(|c| c.is_ascii_lowercase()) => verb.to_owned(),
        verb if ["s", "x", "ch", "sh", "o"].iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        verb => match verb.strip_suffix('y') {
            Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
            _ => format!("{verb}s"),
        },
    };
    let rest: Vec<&str> = words
        .map(|word| match word {
            "my" => "their",
            "me" => "them",
            "I" => "they",
            "myself" => "themselves",
            other => other,
        })
        .collect();
    let name = actor.strip_prefix("the ").unwrap_or(actor);
    let said = format!("The {name} {verb} {}", rest.join(" "));
    said.trim_end().to_owned()
}

/// The first of several phrases, not within a word.
fn earliest(lower: &str, from: usize, phrases: &[&str]) -> Option<(usize, usize)> {
    let tail = lower.get(from..)?;
    phrases
        .iter()
        .filter_map(|phrase| {
            let at = tail.match_indices(*phrase).map(|(at, _)| at).find(|at| {
                tail.get(..*at).is_some_and(|before| {
                    !before.ends_with(|c: char| c.is_alphanumeric() && !super::prose::is_wide(c))
                })
            })?;
            Some((from + at, from + at + phrase.len()))
        })
        .min_by_key(|(at, end)| (*at, usize::MAX - end))
}

fn sentence_end(text: &str) -> usize {
    super::sentence::sentences(text).first().map_or(text.len(), |range| range.end)
}

fn tidy(part: &str) -> String {
    part.trim().trim_matches([',', '.', ';', ':', '，', '。', '、', '-', '–', '—']).trim().to_owned()
}
