//! Where spellings are looked up: by their first words. Of these functions the build makes the table, and the program
//! looks into it by the same ones.

/// How many buckets the spellings are in.
pub(super) const BUCKETS: usize = 1 << BUCKET_BITS;
const BUCKET_BITS: u32 = 14;

/// How many sets of lengths there are, see [`place`].
pub(super) const HEADS: usize = 1 << HEAD_BITS;
const HEAD_BITS: u32 = 16;

/// How long the first word is: a sign of its own counts to it, as in `@Entity`.
pub(super) fn length(bytes: &[u8]) -> usize {
    let sign = usize::from(bytes.first().is_some_and(|b| !b.is_ascii_alphanumeric()));
    sign + bytes.iter().skip(sign).take_while(|b| b.is_ascii_alphanumeric()).count()
}

/// Where the first four bytes of a first word stand among the sets of lengths, whatever their case, and the bit of its length.
pub(super) fn place(bytes: &[u8], length: usize) -> (usize, u32) {
    let four = match bytes.first_chunk() {
        Some(four) => u32::from_le_bytes(*four),
        None => bytes.iter().rev().fold(0, |four, byte| four << 8 | u32::from(*byte)),
    };
    // What is no letter only has to stand at the same place each time.
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
