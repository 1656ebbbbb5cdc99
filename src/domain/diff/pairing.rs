//! Which old element is which new one. Every way of telling is a map from a text to positions, so the
//! work stays in proportion to the size of the lists.

use std::collections::HashMap;
use std::hash::Hash;

use serde_json::Value;

use super::element::Sort;
use super::wording;

/// How two lists correspond.
pub(super) struct Pairing {
    /// For each new element, the old one's position.
    pub(super) old_of: Vec<Option<usize>>,
    /// Old elements that are no more, by position.
    pub(super) removed: Vec<usize>,
    /// For each new element, whether it stands elsewhere among those that stayed.
    pub(super) moved: Vec<bool>,
}

/// Whether a key that several elements share still tells which is which.
#[derive(Clone, Copy, PartialEq)]
enum Shared {
    /// In their order.
    InOrder,
    /// No: only a key that one element on each side has.
    Never,
}

pub(super) fn pair(sort: &Sort, old: &[Value], new: &[Value]) -> Pairing {
    let mut open = Open { old, new, old_taken: vec![false; old.len()], old_of: vec![None; new.len()] };
    open.pair_ends();
    open.pair_by(Shared::InOrder, Some);
    if sort.serial {
        open.pair_by(Shared::Never, |e| sort.content_of(e));
    }
    open.pair_by(Shared::InOrder, |e| Some(sort.id_of(e)));
    if !sort.serial {
        open.pair_by(Shared::Never, |e| sort.content_of(e));
    }
    open.pair_by(Shared::Never, |e| sort.name_of(e));
    open.pair_by(Shared::Never, |e| sort.nameless(e));
    open.pair_by(Shared::Never, |e| sort.held_by(e));
    if sort.text.is_some() {
        open.pair_by_wording(sort);
    }
    let moved = moved(&open.old_of);
    let removed = (0..old.len()).filter(|i| !open.old_taken[*i]).collect();
    Pairing { old_of: open.old_of, removed, moved }
}

/// Two lists of which some elements are still without a counterpart.
struct Open<'a> {
    old: &'a [Value],
    new: &'a [Value],
    old_taken: Vec<bool>,
    old_of: Vec<Option<usize>>,
}

impl<'a> Open<'a> {
    fn open_old(&self) -> Vec<usize> {
        (0..self.old.len()).filter(|i| !self.old_taken[*i]).collect()
    }

    fn open_new(&self) -> Vec<usize> {
        (0..self.new.len()).filter(|j| self.old_of[*j].is_none()).collect()
    }

    fn take(&mut self, i: usize, j: usize) {
        self.old_taken[i] = true;
        self.old_of[j] = Some(i);
    }

    /// What is equal at both ends: nearly everything, mostly.
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
        let (open_old, open_new) = (self.open_old(), self.open_new());
        if open_old.is_empty() || open_new.is_empty() {
            return;
        }
        let mut places: HashMap<K, (Vec<usize>, Vec<usize>)> = HashMap::new();
        for i in open_old {
            if let Some(key) = key(&self.old[i]) {
                places.entry(key).or_default().0.push(i);
            }
        }
        for j in open_new {
            if let Some((_, new)) = key(&self.new[j]).and_then(|key| places.get_mut(&key)) {
                new.push(j);
            }
        }
        // The order of a map does not matter here: no two keys share a place.
        for (old, new) in places.into_values() {
            if shared == Shared::InOrder || (old.len() == 1 && new.len() == 1) {
                for (i, j) in old.into_iter().zip(new) {
                    self.take(i, j);
                }
            }
        }
    }

    fn pair_by_wording(&mut self, sort: &Sort) {
        let text = |list: &'a [Value], at: usize| (at, sort.text_of(&list[at]).unwrap_or_default());
        let old: Vec<_> = self.open_old().into_iter().map(|i| text(self.old, i)).collect();
        let new: Vec<_> = self.open_new().into_iter().map(|j| text(self.new, j)).collect();
        for (i, j) in wording::pairs(&old, &new) {
            self.take(i, j);
        }
    }
}

/// Whatever is not part of the longest run of elements that kept their order has moved.
fn moved(old_of: &[Option<usize>]) -> Vec<bool> {
    let stayed: Vec<(usize, usize)> =
        old_of.iter().enumerate().filter_map(|(j, i)| i.map(|i| (j, i))).collect();
    // Patience: for each length, the run that ends lowest; each element remembers the one before it.
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
