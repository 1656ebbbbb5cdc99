//! Demands of one document that cannot both hold: a thing that is demanded and forbidden, a limit that is told with two
//! numbers. Each pair is asked about with both of its lines, and neither is left out.

mod spared;

use std::collections::BTreeMap;

use super::quantities::{self, Limit};
use super::{Statement, Traced, nouns};

/// More questions of this kind say that the document was not read well.
const MOST: usize = 12;
/// Nobody compares more demands than these by reading.
const MOST_READ: usize = 2_000;
/// Longer sentences hold too much for one question.
const LONGEST: usize = 400;
/// Comparisons in all: documents that need more than this repeat themselves.
const MOST_COMPARED: usize = 20_000;
/// Letters of each sentence in a question.
const QUOTED: usize = 140;

/// What a statement says, without the words by which sentences are built.
struct Said<'s> {
    statement: &'s Statement,
    /// Roots of its words, ascending, each once, with whether a word such as `on` or `during` stands before it.
    roots: Vec<(String, bool)>,
    /// Demanded or allowed; forbidden; neither.
    demanded: Option<bool>,
    limits: Vec<Limit>,
}

/// The questions that a document's contradictions pose.
pub(super) fn questions(statements: &[Statement]) -> Vec<Traced> {
    let all: Vec<Said<'_>> =
        statements.iter().filter(|s| s.text.len() <= LONGEST).take(MOST_READ).map(said).collect();
    let mut found: Vec<(usize, usize)> = Vec::new();
    forbidden(&all, &mut found);
    told_twice(&all, &mut found);
    spared::spared(&all, &mut found);
    found.sort_unstable();
    found.dedup();
    let posed = found.iter().filter_map(|(one, two)| {
        let (one, two) = (all.get(*one)?.statement, all.get(*two)?.statement);
        let text = format!(
            "Lines {} and {} contradict each other: “{}” and “{}”. Which of them holds?",
            one.line,
            two.line,
            quoted(&one.text),
            quoted(&two.text)
        );
        Some(Traced { text, line: one.line })
    });
    posed.take(MOST).collect()
}

fn said(statement: &Statement) -> Said<'_> {
    let (limits, rest) = quantities::taken_out(&statement.text);
    let mut demanded = None;
    let mut roots: BTreeMap<String, bool> = BTreeMap::new();
    let mut behind = false;
    let mut before = String::new();
    for word in &rest {
        let lower = word.to_lowercase().replace('’', "'");
        let forbids = matches!(lower.as_str(), "cannot" | "can't" | "mustn't" | "shan't");
        if demanded.is_none() && (MODALS.contains(&lower.as_str()) || forbids) {
            demanded = Some(!forbids);
        } else if matches!(lower.as_str(), "not" | "never") && MODALS.contains(&before.as_str()) {
            demanded = demanded.map(|_| false);
        } else if LEADS.contains(&lower.as_str()) {
            behind = true;
        } else if !EMPTY.contains(&lower.as_str()) {
            let qualified = std::mem::take(&mut behind);
            let known = roots.entry(root(&lower)).or_insert(qualified);
            *known &= qualified;
        }
        before = lower;
    }
    Said { statement, roots: roots.into_iter().collect(), demanded, limits }
}

/// What is demanded here and forbidden there. A demand may say more than what forbids it; what forbids in some case
/// only is an exception.
fn forbidden(all: &[Said<'_>], found: &mut Vec<(usize, usize)>) {
    const MORE: usize = 2;
    let mut places: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, said) in all.iter().enumerate().filter(|(_, said)| said.demanded == Some(true)) {
        for (root, _) in &said.roots {
            places.entry(root).or_default().push(at);
        }
    }
    let mut compared = 0;
    for (at, denied) in all.iter().enumerate().filter(|(_, s)| s.demanded == Some(false) && s.roots.len() > 1)
    {
        let lists =
            denied.roots.iter().map(|(root, _)| places.get(root.as_str()).map_or(&[][..], Vec::as_slice));
        let rarest = lists.min_by_key(|list| list.len()).unwrap_or_default();
        for other in rarest {
            compared += 1;
            if compared > MOST_COMPARED {
                return;
            }
            let Some(demand) = all.get(*other) else { continue };
            let more = demand.roots.len().checked_sub(denied.roots.len());
            if more.is_some_and(|more| more <= MORE) && left_over(&demand.roots, &denied.roots).is_some() {
                found.push((at.min(*other), at.max(*other)));
            }
        }
    }
}

/// One limit with two numbers.
fn told_twice(all: &[Said<'_>], found: &mut Vec<(usize, usize)>) {
    let mut limits: BTreeMap<(&str, &str), Vec<(usize, &Limit)>> = BTreeMap::new();
    for (at, said) in all.iter().enumerate() {
        for limit in &said.limits {
            limits.entry((limit.side, limit.unit.as_str())).or_default().push((at, limit));
        }
    }
    let mut compared = 0;
    for told in limits.values() {
        for (place, (at, one)) in told.iter().enumerate() {
            for (other, two) in told.iter().skip(place + 1) {
                compared += 1;
                if compared > MOST_COMPARED {
                    return;
                }
                let (Some(first), Some(second)) = (all.get(*at), all.get(*other)) else { continue };
                if at != other && one.differs(two) && is_same(first, second) {
                    found.push((*at.min(other), *at.max(other)));
                }
            }
        }
    }
}

/// Whether two sentences speak of one thing: the words of one are those of the other but one, which is no case of it.
fn is_same(one: &Said<'_>, two: &Said<'_>) -> bool {
    const LEAST: usize = 2;
    let (short, long) = if one.roots.len() <= two.roots.len() { (one, two) } else { (two, one) };
    if short.roots.len() < LEAST || long.roots.len() > short.roots.len() + 1 {
        return false;
    }
    left_over(&long.roots, &short.roots).is_some_and(|left| left.iter().all(|(_, qualified)| !qualified))
}

/// The words of the longer text that the shorter has not, where it has all of the shorter's.
fn left_over<'r>(long: &'r [(String, bool)], short: &[(String, bool)]) -> Option<Vec<&'r (String, bool)>> {
    let has = |root: &str| short.binary_search_by(|(known, _)| known.as_str().cmp(root)).is_ok();
    let left: Vec<&(String, bool)> = long.iter().filter(|(root, _)| !has(root)).collect();
    (long.len() == short.len() + left.len()).then_some(left)
}

fn quoted(text: &str) -> String {
    let text = text.trim_end_matches(['.', ';', ',']);
    if text.chars().count() <= QUOTED {
        return text.to_owned();
    }
    let head: String = text.chars().take(QUOTED).collect();
    format!("{}…", head.rsplit_once(' ').map_or(head.as_str(), |(whole, _)| whole))
}

/// `files`, `file`; `stored`, `stores`, `storing`: one root.
pub(super) fn root(word: &str) -> String {
    let word = word.trim_end_matches("'s");
    let one = nouns::singular(word);
    let stem = ["ing", "ed"].iter().find_map(|end| one.strip_suffix(end).filter(|stem| stem.len() > 2));
    let stem = stem.unwrap_or(&one);
    // `cancelled`, `cancel`.
    let doubled = stem.strip_suffix("ll").map(|head| format!("{head}l"));
    doubled.as_deref().unwrap_or(stem).trim_end_matches('e').to_owned()
}

const MODALS: &[&str] = &["must", "shall", "should", "may", "can", "will", "could"];
/// Words before what only holds in some case, at some place, for somebody.
const LEADS: &[&str] = &["on", "in", "for", "during", "when", "if", "while", "with", "at", "where", "as"];
/// Words that say nothing of what is demanded.
#[rustfmt::skip]
const EMPTY: &[&str] = &[
    "a", "an", "the", "be", "is", "are", "been", "being", "to", "of", "by", "and", "or", "able", "allow", "allows", "allowed",
    "let", "lets", "it", "its", "their", "his", "her", "they", "them", "that", "this", "these", "those", "which", "who",
    "system", "app", "application", "product", "service", "platform", "software", "tool", "site", "website", "user", "users",
    "per", "any", "each", "every", "all", "possible", "then", "also", "own", "one", "ever", "do", "does", "has", "have",
    "must", "shall", "should", "may", "can", "will", "could", "from", "than", "there", "up",
];
