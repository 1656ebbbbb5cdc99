//! Lossy conversion of bytes to text.

/// The text of bytes, with U+FFFD for invalid UTF-8. Valid text is checked in one pass, which is faster than
/// `String::from_utf8_lossy`.
pub fn lossy(bytes: impl Into<Vec<u8>>) -> String {
    String::from_utf8(bytes.into()).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_utf8_becomes_a_replacement_character() {
        assert_eq!(lossy("naïve 棚".as_bytes()), "naïve 棚");
        assert_eq!(lossy(b"a\xffb".as_slice()), "a\u{FFFD}b");
    }
}
