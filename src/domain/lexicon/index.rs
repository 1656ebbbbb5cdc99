//! Where a text has the spelling of a term: the first word of each is looked up, what follows is compared.

use std::cmp::Reverse;

/// The spellings by their first word: one look-up per word of a text finds those that stand there.
///
/// Built at the start of the process from some thousands of spellings, so building is as plain as searching.
pub(super) struct Index {
    pub(super) spellings: Vec<&'static str>,
    /// Ids of spellings, those of a bucket side by side and the longest first.
    order: Vec<usize>,
    /// Where each bucket begins in `order`; one more than there are buckets.
    buckets: Vec<usize>,
    /// The bytes other than letters and digits with which spellings begin.
    signs: [bool; 256],
    /// The lengths of the first words, one bit each, by the first four letters: it dismisses most words of a text
    /// before they are read to their end.
    heads: Vec<u32>,
    /// What follows the first words, one bit for some of it each: `the` begins some names, and most sentences.
    tails: Vec<u64>,
}

const BUCKETS: usize = 16_384;

impl Index {
    pub(super) fn of(spellings: Vec<&'static str>) -> Self {
        let mut signs = [false; 256];
        let mut heads = vec![0; HEADS];
        let mut tails = vec![0; TAILS / BITS];
        let mut homes: Vec<usize> = Vec::with_capacity(spellings.len());
        let mut buckets = vec![0; BUCKETS + 1];
        for spelling in &spellings {
            let bytes = spelling.as_bytes();
            let home = bucket(bytes.get(..head(bytes)).unwrap_or(&[]));
            homes.push(home);
            if let Some(count) = buckets.get_mut(home + 1) {
                *count += 1;
            }
            let (place, length) = place_of_head(bytes, head(bytes));
            if let Some(lengths) = heads.get_mut(place) {
                *lengths |= length;
            }
            let (place, bit) = place_of_tail(home, tail(bytes, head(bytes)));
            if let Some(bits) = tails.get_mut(place) {
                *bits |= bit;
            }
            let sign = bytes.first().filter(|b| !b.is_ascii_alphanumeric());
            if let Some(sign) = sign.and_then(|b| signs.get_mut(usize::from(*b))) {
                *sign = true;
            }
        }
        let mut before = 0;
        for begin in &mut buckets {
            before += *begin;
            *begin = before;
        }
        let mut order = vec![0; spellings.len()];
        let mut free = buckets.clone();
        for (id, home) in homes.into_iter().enumerate() {
            if let Some(next) = free.get_mut(home)
                && let Some(slot) = order.get_mut(*next)
            {
                (*slot, *next) = (id, *next + 1);
            }
        }
        for bucket in buckets.windows(2).map(|ends| ends[0]..ends[1]).filter(|bucket| bucket.len() > 1) {
            let long = |id: &usize| Reverse(spellings.get(*id).map_or(0, |spelling| spelling.len()));
            order.get_mut(bucket).unwrap_or_default().sort_by_key(long);
        }
        Self { spellings, order, buckets, signs, heads, tails }
    }

    /// The next place from `at` on where a spelling can begin, and the place from which to look on after it.
    ///
    /// Inside a run of letters and digits nothing begins: it would be part of a longer word.
    pub(super) fn start(&self, text: &str, at: usize) -> (usize, usize) {
        let bytes = text.as_bytes();
        let begins = |b: &u8| b.is_ascii_alphanumeric() || self.opens(*b);
        let rest = bytes.get(at..).unwrap_or(&[]);
        let start = at + rest.iter().position(begins).unwrap_or(rest.len());
        let run = bytes.get(start..).unwrap_or(&[]);
        let length = run.iter().take_while(|b| b.is_ascii_alphanumeric()).count();
        (start, (start + length.max(1)).min(text.len().max(start + 1)))
    }

    /// The spellings that stand at `start`, the longest first, each with its end. A run of letters and digits there
    /// ends at `past`.
    pub(super) fn spelled(
        &self,
        text: &str,
        start: usize,
        past: usize,
    ) -> impl Iterator<Item = (usize, usize)> {
        let bytes = text.as_bytes().get(start..).unwrap_or(&[]);
        let run = bytes.first().is_some_and(u8::is_ascii_alphanumeric);
        let head = if run { past - start } else { head(bytes) };
        let bucket = self.bucket_of_head(bytes, head).filter(|bucket| self.may_follow(*bucket, bytes, head));
        self.in_bucket(bucket).iter().filter_map(move |id| {
            let spelling = self.spellings.get(*id)?.as_bytes();
            let there = bytes.get(..spelling.len())?;
            let same = spelling.iter().zip(there).all(|(a, b)| a.eq_ignore_ascii_case(b) || gap(*a, *b));
            (same && !is_many(spelling, there)).then_some((*id, start + spelling.len()))
        })
    }

    /// The bucket of the spellings that may have the first word that stands in so many bytes.
    fn bucket_of_head(&self, bytes: &[u8], head: usize) -> Option<usize> {
        let (place, length) = place_of_head(bytes, head);
        let is_known = self.heads.get(place).is_some_and(|lengths| lengths & length != 0);
        is_known.then(|| bucket(bytes.get(..head).unwrap_or(&[])))
    }

    /// Whether what follows a first word may be the rest of a spelling, which may be nothing.
    fn may_follow(&self, bucket: usize, bytes: &[u8], head: usize) -> bool {
        let has = |tail| {
            let (place, bit) = place_of_tail(bucket, tail);
            self.tails.get(place).is_some_and(|bits| bits & bit != 0)
        };
        has(None) || tail(bytes, head).is_some_and(|tail| has(Some(tail)))
    }

    /// The spellings of a bucket, the longest first.
    fn in_bucket(&self, bucket: Option<usize>) -> &[usize] {
        let Some(bucket) = bucket else { return &[] };
        let [from, to] = [bucket, bucket + 1].map(|at| self.buckets.get(at).copied().unwrap_or(0));
        self.order.get(from..to).unwrap_or(&[])
    }

    /// Whether a spelling has this run of letters and digits as its first word.
    pub(super) fn begins(&self, run: &str) -> bool {
        let run = run.as_bytes();
        let is_first = |spelling: &[u8]| {
            spelling.get(..head(spelling)).is_some_and(|first| first.eq_ignore_ascii_case(run))
        };
        let bucket = self.bucket_of_head(run, run.len());
        let mut spellings = self.in_bucket(bucket).iter().filter_map(|id| self.spellings.get(*id));
        spellings.any(|spelling| is_first(spelling.as_bytes()))
    }

    /// Whether a spelling begins with this sign.
    pub(super) fn opens(&self, sign: u8) -> bool {
        self.signs.get(usize::from(sign)) == Some(&true)
    }

    /// Whether the spelling stands at `start` with its own capitals.
    pub(super) fn exact(&self, text: &str, start: usize, id: usize) -> bool {
        let Some(spelling) = self.spellings.get(id) else { return false };
        let there = text.as_bytes().get(start..start + spelling.len()).unwrap_or(&[]);
        spelling.bytes().zip(there).all(|(a, b)| a == *b || gap(a, *b))
    }
}

/// `CVs` and `RTOs` are many of something else than `CVS` and `RTOS`.
fn is_many(spelling: &[u8], there: &[u8]) -> bool {
    let (Some((b'S', stem)), Some((b's', one))) = (spelling.split_last(), there.split_last()) else {
        return false;
    };
    stem.iter().chain(one).all(u8::is_ascii_uppercase)
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

const HEADS: usize = 1 << HEAD_BITS;
const HEAD_BITS: u32 = 16;

/// Where the first four bytes of a first word stand in `Index::heads`, whatever their case, and the bit of its length.
fn place_of_head(bytes: &[u8], head: usize) -> (usize, u32) {
    let lower = |at: usize| {
        let byte = if at < head { bytes.get(at).copied().unwrap_or(0) } else { 0 };
        u32::from(byte.to_ascii_lowercase())
    };
    let letters = lower(0) | lower(1) << 8 | lower(2) << 16 | lower(3) << 24;
    let place = letters.wrapping_mul(0x9e37_79b1) >> (u32::BITS - HEAD_BITS);
    (usize::try_from(place).unwrap_or(0), 1 << head.min(31))
}

/// How many bits tell what follows.
const TAILS: usize = 1 << TAIL_BITS;
const TAIL_BITS: u32 = 18;
const BITS: usize = 64;

/// The three bytes behind a first word, whatever their case and whichever sign joins the words; `None` where fewer follow,
/// as behind a spelling that is its first word.
fn tail(bytes: &[u8], head: usize) -> Option<[u8; 3]> {
    let three = bytes.get(head..)?.first_chunk::<3>()?;
    Some(three.map(|b| if matches!(b, b'-' | b'\n') { b' ' } else { b.to_ascii_lowercase() }))
}

/// Where a bucket and what follows stand in `Index::tails`: the word, and the bit in it.
fn place_of_tail(bucket: usize, tail: Option<[u8; 3]>) -> (usize, u64) {
    let [a, b, c] = tail.unwrap_or_default();
    let hash = bucket as u64 ^ u64::from(u32::from_le_bytes([0, a, b, c])) << 8;
    let hash = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - TAIL_BITS);
    let place = usize::try_from(hash).unwrap_or(0);
    (place / BITS, 1 << (place % BITS))
}

/// FNV-1a over the lower-case word.
fn bucket(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5_u32, |hash, b| {
        (hash ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    usize::try_from((hash ^ (hash >> 15)) & 0x3fff).unwrap_or(0)
}
