//! Strands of a list that names no things: its lines told apart by the nouns that they do something to, as
//! `loan calculations` and `loan scenarios`.

use std::collections::{BTreeMap, BTreeSet};

use super::cast::Line;
use super::noun::bare;
use super::object::object;
use super::phrase::capital;
use super::verbs;
use super::words::{is_stop, plural, singular, stem, words};
use crate::domain::intent::RequirementKind;

/// Lines that make a strand, and strands of one list.
const LEAST: usize = 2;
const MOST: usize = 7;

/// The lines of a list in strands with their names, in the order in which the list begins with each; none where it
/// has not two of them. A line without a noun of its own goes on with the one before it.
pub(super) fn by_noun(all: &[usize], lines: &[Line]) -> Option<Vec<(String, Vec<usize>)>> {
    let functional = |at: &&usize| lines[**at].statement.kind == RequirementKind::Functional;
    let acting: Vec<usize> = all.iter().filter(functional).copied().collect();
    let heads: Vec<Option<String>> = acting.iter().map(|at| head(&lines[*at].response)).collect();
    let spoken: Vec<Vec<String>> =
        acting.iter().map(|at| words(&lines[*at].response).iter().map(|w| stem(w)).collect()).collect();
    // Counted in one go: a list may have thousands of lines with a noun each.
    let mut often: BTreeMap<&str, usize> = heads.iter().flatten().map(|head| (head.as_str(), 0)).collect();
    for said in &spoken {
        let said: BTreeSet<&str> = said.iter().map(String::as_str).collect();
        for word in said {
            if let Some(lines) = often.get_mut(word) {
                *lines += 1;
            }
        }
    }
    often.retain(|_, said| *said >= LEAST && *said * 5 <= acting.len() * 3);
    let mut kept: Vec<(&str, usize)> = often.into_iter().collect();
    kept.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    kept.truncate(MOST);
    let topic = |n: usize| -> Option<&str> {
        let own = heads.get(n).and_then(Option::as_deref);
        let known = |word: &str| kept.iter().find(|(noun, _)| *noun == word).map(|(noun, _)| *noun);
        own.and_then(known).or_else(|| spoken.get(n)?.iter().find_map(|word| known(word)))
    };
    let topics: Vec<Option<&str>> = (0..acting.len()).map(topic).collect();
    let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
    for noun in topics.iter().flatten() {
        *sizes.entry(noun).or_default() += 1;
    }
    let mut order: Vec<&str> = Vec::new();
    for noun in topics.iter().flatten() {
        if sizes.get(noun).is_some_and(|lines| *lines >= LEAST) && !order.contains(noun) {
            order.push(noun);
        }
    }
    (order.len() > 1).then_some(())?;
    let mut strands: Vec<(String, Vec<usize>)> =
        order.iter().map(|noun| (named(noun, &acting, lines), Vec::new())).collect();
    let mut last = 0;
    for (n, at) in acting.iter().enumerate() {
        last = topics[n].and_then(|topic| order.iter().position(|noun| *noun == topic)).unwrap_or(last);
        strands[last].1.push(*at);
    }
    // How good it must be holds where most is said.
    let most = (0..strands.len()).max_by_key(|n| (strands[*n].1.len(), usize::MAX - n)).unwrap_or_default();
    strands[most].1.extend(all.iter().filter(|at| !functional(at)));
    strands.iter_mut().for_each(|(_, own)| own.sort_unstable());
    Some(strands)
}

/// The noun that some lines do something to most often, more than once.
pub(super) fn noun(all: &[usize], lines: &[Line]) -> Option<String> {
    let mut often: BTreeMap<String, usize> = BTreeMap::new();
    for head in all.iter().take(60).filter_map(|at| head(&lines[*at].response)) {
        *often.entry(head).or_default() += 1;
    }
    let most = often.into_iter().filter(|(_, n)| *n > 1).max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)))?;
    Some(named(&most.0, all, lines))
}

/// The stem of the noun that a sentence does something to.
fn head(sentence: &str) -> Option<String> {
    let (name, _, _) = object(&behind_verbs(sentence));
    let last = name.rsplit(' ').next().map(str::to_lowercase).filter(|word| word.len() > 3)?;
    let pale = ["user", "data", "information", "system", "thing", "option", "result", "interface"];
    let last = singular(&last);
    (!pale.contains(&last.as_str()) && !is_stop(&last)).then(|| stem(&last))
}

/// What stands behind the verbs of a sentence: `The system allows users to create and edit folders` → `folders`.
fn behind_verbs(sentence: &str) -> Vec<&str> {
    const LETTING: &[&str] = &["allow", "allows", "enable", "enables", "let", "lets", "permit", "permits"];
    let tokens: Vec<&str> = sentence.split_whitespace().take(40).collect();
    let lower: Vec<String> = tokens.iter().map(|t| bare(t).to_lowercase()).collect();
    let verb = |word: &str| verbs::is_inflected(word) || verbs::known(word) || verbs::is_third_person(word);
    let Some(mut at) =
        (0..lower.len().min(12)).find(|at| verb(&lower[*at]) || LETTING.contains(&lower[*at].as_str()))
    else {
        return Vec::new();
    };
    if LETTING.contains(&lower[at].as_str())
        && let Some(to) = (at..lower.len().min(at + 6)).find(|n| lower[*n] == "to")
    {
        at = to;
    }
    at += 1;
    let second = |word: &str| verb(word) || matches!(word, "manage" | "organize" | "organise" | "edit");
    while lower.get(at).is_some_and(|word| second(word))
        || lower.get(at).is_some_and(|word| word == "and" || word == "or")
            && lower.get(at + 1).is_some_and(|word| second(word))
    {
        at += 1;
    }
    tokens.get(at..).unwrap_or_default().to_vec()
}

/// A noun with the word that stands before it more than once: `Loan scenarios`.
fn named(noun: &str, all: &[usize], lines: &[Line]) -> String {
    let mut before: BTreeMap<String, usize> = BTreeMap::new();
    let mut written = None;
    for at in all {
        let said = words(&lines[*at].response);
        for (n, word) in said.iter().enumerate().filter(|(_, word)| stem(word) == noun) {
            written.get_or_insert_with(|| singular(word));
            let ahead = n
                .checked_sub(1)
                .map(|b| said[b].clone())
                .filter(|word| !is_stop(word) && !verbs::known(word));
            if let Some(ahead) = ahead {
                *before.entry(ahead).or_default() += 1;
            }
        }
    }
    let written = plural(&written.unwrap_or_else(|| noun.to_owned()));
    let most = before.into_iter().filter(|(_, n)| *n > 1).max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(&a.0)));
    capital(&most.map_or_else(|| written.clone(), |(ahead, _)| format!("{ahead} {written}")))
}
