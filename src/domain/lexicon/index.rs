//! The spellings by their first word: one look-up per word of a text finds those that stand there.
//!
//! Built at the start of the process from some thousands of spellings, so building is as plain as searching.

use std::cmp::Reverse;

pub(super) struct Index {
    spellings: Vec<&'static str>,
    /// Ids of spellings, those of a bucket side by side and the longest first.
    order: Vec<usize>,
    /// Where each bucket begins in `order`; one more than there are buckets.
    buckets: Vec<usize>,
    /// The bytes other than letters and digits with which spellings begin.
    signs: [bool; 256],
}

const BUCKETS: usize = 4096;

impl Index {
    pub(super) fn of(spellings: Vec<&'static str>) -> Self {
        let mut signs = [false; 256];
        let mut keyed: Vec<(usize, Reverse<usize>, usize)> = Vec::with_capacity(spellings.len());
        let mut buckets = vec![0; BUCKETS + 1];
        for (id, spelling) in spellings.iter().enumerate() {
            let bytes = spelling.as_bytes();
            let bucket = bucket(bytes.get(..head(bytes)).unwrap_or(&[]));
            keyed.push((bucket, Reverse(bytes.len()), id));
            if let Some(count) = buckets.get_mut(bucket + 1) {
                *count += 1;
            }
            let sign = bytes.first().filter(|b| !b.is_ascii_alphanumeric());
            if let Some(sign) = sign.and_then(|b| signs.get_mut(usize::from(*b))) {
                *sign = true;
            }
        }
        keyed.sort_unstable();
        let mut before = 0;
        for begin in &mut buckets {
            before += *begin;
            *begin = before;
        }
        Self { spellings, order: keyed.into_iter().map(|(_, _, id)| id).collect(), buckets, signs }
    }

    /// The next place from `at` on where a spelling can begin, and the place from which to look on after it.
    ///
    /// Inside a run of letters and digits nothing begins: it would be part of a longer word.
    pub(super) fn start(&self, text: &str, at: usize) -> (usize, usize) {
        let bytes = text.as_bytes();
        let begins = |b: &u8| b.is_ascii_alphanumeric() || self.signs.get(usize::from(*b)) == Some(&true);
        let rest = bytes.get(at..).unwrap_or(&[]);
        let start = at + rest.iter().position(begins).unwrap_or(rest.len());
        let run = bytes.get(start..).unwrap_or(&[]);
        let length = run.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        (start, (start + length.max(1)).min(text.len().max(start + 1)))
    }

    /// The spellings that stand at `start`, the longest first, each with its end.
    pub(super) fn spelled(&self, text: &str, start: usize) -> impl Iterator<Item = (usize, usize)> {
        let bytes = text.as_bytes().get(start..).unwrap_or(&[]);
        let bucket = bucket(bytes.get(..head(bytes)).unwrap_or(&[]));
        let range = self.buckets.get(bucket).copied().unwrap_or(0)
            ..self.buckets.get(bucket + 1).copied().unwrap_or(0);
        self.order.get(range).unwrap_or(&[]).iter().filter_map(move |id| {
            let spelling = self.spellings.get(*id)?.as_bytes();
            let there = bytes.get(..spelling.len())?;
            let same = spelling.iter().zip(there).all(|(a, b)| a.eq_ignore_ascii_case(b) || gap(*a, *b));
            same.then_some((*id, start + spelling.len()))
        })
    }

    /// Whether the spelling stands at `start` with its own capitals.
    pub(super) fn exact(&self, text: &str, start: usize, id: usize) -> bool {
        let Some(spelling) = self.spellings.get(id) else { return false };
        let there = text.as_bytes().get(start..start + spelling.len()).unwrap_or(&[]);
        spelling.bytes().zip(there).all(|(a, b)| a == *b || gap(a, *b))
    }
}

/// Several words are also written with hyphens, and a line may be wrapped between them.
fn gap(spelled: u8, there: u8) -> bool {
    spelled == b' ' && matches!(there, b'-' | b'\n')
}

/// How long the first word is: a sign of its own counts to it, as in `@Entity`.
fn head(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first().is_some_and(|b| !b.is_ascii_alphanumeric()));
    sign + bytes.iter().skip(sign).take_while(|b| b.is_ascii_alphanumeric()).count()
}

/// FNV-1a over the lower-case word.
fn bucket(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5_u32, |hash, b| {
        (hash ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    usize::try_from((hash ^ (hash >> 15)) & 0x0fff).unwrap_or(0)
}
