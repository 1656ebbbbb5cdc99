//! The table of spellings by their first words. The build makes the table with these functions, and the program
//! searches it with the same ones.

/// How many buckets the spellings are in.
pub(super) const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 14;

/// How many sets of lengths there are, see [`place`].
pub(super) const HEADS: usize = 1 << HEAD_BITS;
const HEAD_BITS: u32 = 16;

/// How long the first word is. A leading sign counts as part of it, as in `@Entity`.
pub(super) fn length(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first().is_some_and(|b| !b.is_ascii_alphanumeric()));
    sign + bytes.iter().skip(sign).take_while(|b| b.is_ascii_alphanumeric()).count()
}

/// The position of the first four bytes of a first word among the sets of lengths, in any case, and the bit of its
/// length.
pub(super) fn place(bytes: &[u8], length: usize) -> (usize, u32) {
    let four = match bytes.first_chunk() {
        Some(four) => u32::from_le_bytes(*four),
        None => bytes.iter().rev().fold(0, |four, byte| four << 8 | u32::from(*byte)),
    };
    // Other characters only have to give the same position each time.
    let letters = (four | 0x2020_2020) & OF_LENGTH[length.min(4)];
    let place = letters.wrapping_mul(0x9e37_79b1) >> (u32::BITS - HEAD_BITS);
    (usize::try_from(place).unwrap_or(0), 1 << length.min(31))
}

/// The bytes of four that belong to a word of this length.
const OF_LENGTH: [u32; 5] = [0, 0xff, 0xffff, 0x00ff_ffff, u32::MAX];

/// The bucket of a first word: FNV-1a over it in lower case.
pub(super) fn bucket(word: &[u8]) -> usize {
    let hash = word.iter().fold(0x811c_9dc5_u32, |hash, b| {
        (hash ^ u32::from(b.to_ascii_lowercase())).wrapping_mul(0x0100_0193)
    });
    usize::try_from(hash ^ (hash >> 15)).unwrap_or(0) & (BUCKETS - 1)
}
