//! The table of spellings by their first words. The build makes the table with these functions, and the program
//! searches it with the same ones.

/// How many buckets the spellings are in.
pub(super) const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 14;

/// How long the first word is. A leading sign counts as part of it, as in `@Entity`.
pub(super) fn length(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first().is_some_and(|b| !b.is_ascii_alphanumeric()));
    sign + bytes.iter().skip(sign).take_while(|b| b.is_ascii_alphanumeric()).count()
}

/// The bucket of a first word: FNV-1a over it in lower case.
pub(super) fn bucket(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5_u32, |hash, b| {
        (hash ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    usize::try_from(hash ^ (hash >> 15)).unwrap_or(0) & (BUCKETS - 1)
}
