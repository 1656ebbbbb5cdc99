//! Pairs of an old text and its new wording. Words that many texts share are skipped, which also keeps the work linear in the
//! length of the texts. Words of a whole list, as those of a question that is asked about each requirement, do not count.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use unicode_segmentation::UnicodeSegmentation as _;

/// A word in more texts than this is skipped.
const COMMON: usize = 16;

/// A word in more than this many texts of a list, and in more than a quarter of them, is one of the list's words.
const FEW: usize = 3;

/// The words of a whole list.
pub(super) fn shared<'t>(texts: impl Iterator<Item = &'t str>) -> BTreeSet<String> {
    let (mut counts, mut all) = (BTreeMap::<String, usize>::new(), 0);
    for text in texts {
        all += 1;
        words(text).into_iter().for_each(|word| *counts.entry(word).or_default() += 1);
    }
    counts.into_iter().filter(|(_, count)| *count > FEW.max(all / 4)).map(|(word, _)| word).collect()
}

/// Pairs of positions, (old, new), of texts that share at least half of their own words.
pub(super) fn pairs(
    old: &[(usize, &str)],
    new: &[(usize, &str)],
    shared_words: &BTreeSet<String>,
) -> Vec<(usize, usize)> {
    let words = |text| {
        let mut words = words(text);
        words.retain(|word| !shared_words.contains(word));
        words
    };
    let old_words: Vec<Vec<String>> = old.iter().map(|(_, text)| words(text)).collect();
    let mut holders: HashMap<&str, Vec<usize>> = HashMap::new();
    for (i, words) in old_words.iter().enumerate() {
        for word in words {
            holders.entry(word).or_default().push(i);
        }
    }
    let mut found = Vec::new();
    for (j, (_, text)) in new.iter().enumerate() {
        let mine = words(text);
        // Sorted, so that the first of equally good ones is taken.
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        let rare = mine.iter().filter_map(|w| holders.get(w.as_str())).filter(|h| h.len() <= COMMON);
        for i in rare.flatten() {
            *shared.entry(*i).or_default() += 1;
        }
        for i in shared.into_keys() {
            let theirs = &old_words[i];
            let common = common(theirs, &mine);
            // Twice the common words over all words, in per mille.
            let alike = common * 2_000 / (theirs.len() + mine.len()).max(1);
            if alike >= 500 {
                found.push((alike, i, j));
            }
        }
    }
    found.sort_by_key(|(alike, i, j)| (std::cmp::Reverse(*alike), i.abs_diff(*j), *j, *i));
    let (mut old_taken, mut new_taken) = (vec![false; old.len()], vec![false; new.len()]);
    let mut pairs = Vec::new();
    for (_, i, j) in found {
        if !old_taken[i] && !new_taken[j] {
            old_taken[i] = true;
            new_taken[j] = true;
            pairs.push((old[i].0, new[j].0));
        }
    }
    pairs
}

/// The distinct words of a text in lower case, sorted.
fn words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.unicode_words().map(str::to_lowercase).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// The number of words that two sorted lists share.
fn common(a: &[String], b: &[String]) -> usize {
    a.iter().filter(|word| b.binary_search(word).is_ok()).count()
}
