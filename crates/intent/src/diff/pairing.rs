//! Pairs of an old element and the new one that it became. Each comparison uses a map from keys to positions, so the work is
//! linear in the size of the lists.

use std::collections::HashMap;
use std::hash::Hash;

use serde_json::Value;

use super::change::Element;
use super::element::Sort;

/// How two lists correspond.
pub(super) struct Pairing {
    /// For each new element, the position of its old one.
    pub(super) old_of: Vec<Option<usize>>,
    /// Positions of the old elements without a new one.
    pub(super) removed: Vec<usize>,
    /// For each new element, whether its order among the others changed.
    pub(super) moved: Vec<bool>,
}

/// How elements that share a key are paired.
#[derive(Clone, Copy, PartialEq)]
enum Shared {
    /// In their order.
    InOrder,
    /// Not at all: only a key that one element on each side has.
    Never,
}

pub(super) fn pair(sort: &Sort, old: &[Value], new: &[Value]) -> Pairing {
    let mut lists = Unpaired { old, new, old_taken: vec![false; old.len()], old_of: vec![None; new.len()] };
    lists.pair_ends();
    lists.pair_by(Shared::InOrder, Some);
    if sort.serial {
        lists.pair_by(Shared::Never, |e| sort.content_of(e));
    }
    lists.pair_by(Shared::InOrder, |e| Some(sort.id_of(e)));
    // Many attributes differ in their names alone: these are renamed only if as many are gone as are new.
    if !sort.serial && (sort.element != Element::Attribute || lists.is_even()) {
        lists.pair_by(Shared::Never, |e| sort.content_of(e));
    }
    lists.pair_by(Shared::Never, |e| sort.name_of(e));
    lists.pair_by(Shared::Never, |e| sort.nameless(e, true));
    lists.pair_by(Shared::Never, |e| sort.attributes_of(e));
    lists.pair_by(Shared::Never, |e| sort.nameless(e, false));
    lists.pair_by_keys(Shared::Never, |e| sort.description_of_bare(e), |e| sort.description(e));
    let moved = moved(&lists.old_of);
    let removed = (0..old.len()).filter(|i| !lists.old_taken[*i]).collect();
    Pairing { old_of: lists.old_of, removed, moved }
}

/// Two lists in which some elements are not paired yet.
struct Unpaired<'a> {
    old: &'a [Value],
    new: &'a [Value],
    old_taken: Vec<bool>,
    old_of: Vec<Option<usize>>,
}

impl<'a> Unpaired<'a> {
    fn unpaired_old(&self) -> Vec<usize> {
        (0..self.old.len()).filter(|i| !self.old_taken[*i]).collect()
    }

    fn unpaired_new(&self) -> Vec<usize> {
        (0..self.new.len()).filter(|j| self.old_of[*j].is_none()).collect()
    }

    fn is_even(&self) -> bool {
        self.unpaired_old().len() == self.unpaired_new().len()
    }

    fn take(&mut self, i: usize, j: usize) {
        self.old_taken[i] = true;
        self.old_of[j] = Some(i);
    }

    /// Pairs the equal elements at both ends, which are mostly nearly all.
    fn pair_ends(&mut self) {
        let (old, new) = (self.old, self.new);
        let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
        let rest = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        for at in 0..head {
            self.take(at, at);
        }
        for back in 1..=tail {
            self.take(old.len() - back, new.len() - back);
        }
    }

    fn pair_by<K: Hash + Eq>(&mut self, shared: Shared, key: impl Fn(&'a Value) -> Option<K>) {
        self.pair_by_keys(shared, &key, &key);
    }

    fn pair_by_keys<K: Hash + Eq>(
        &mut self,
        shared: Shared,
        old_key: impl Fn(&'a Value) -> Option<K>,
        new_key: impl Fn(&'a Value) -> Option<K>,
    ) {
        let (unpaired_old, unpaired_new) = (self.unpaired_old(), self.unpaired_new());
        if unpaired_old.is_empty() || unpaired_new.is_empty() {
            return;
        }
        let mut places: HashMap<K, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for i in unpaired_old {
            if let Some(key) = old_key(&self.old[i]) {
                places.entry(key).or_default().0.push(i);
            }
        }
        for j in unpaired_new {
            if let Some((_, new)) = new_key(&self.new[j]).and_then(|key| places.get_mut(&key)) {
                new.push(j);
            }
        }
        // The order of a map does not matter here: no two keys share a position.
        for (old, new) in places.into_values() {
            if shared == Shared::InOrder || (old.len() == 1 && new.len() == 1) {
                for (i, j) in old.into_iter().zip(new) {
                    self.take(i, j);
                }
            }
        }
    }
}

/// For each new element, whether it moved: whether it is not part of the longest run that kept its order.
fn moved(old_of: &[Option<usize>]) -> Vec<bool> {
    let stayed: Vec<(usize, usize)> =
        old_of.iter().enumerate().filter_map(|(j, i)| i.map(|i| (j, i))).collect();
    // Patience sorting: for each length, the run that ends lowest. `before` links each element to the previous one of its run.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(stayed.len());
    for (at, (_, i)) in stayed.iter().enumerate() {
        let length = ends.partition_point(|end| stayed[*end].1 < *i);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    let mut moved: Vec<bool> = old_of.iter().map(Option::is_some).collect();
    let mut next = ends.last().copied();
    while let Some(at) = next {
        moved[stayed[at].0] = false;
        next = before[at];
    }
    moved
}
