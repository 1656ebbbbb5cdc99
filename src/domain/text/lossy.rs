//! Bytes that ought to be text.

/// The text that some bytes are; what of them is no UTF-8 is shown as U+FFFD. Bytes that are text are not looked at twice:
/// `String::from_utf8_lossy` goes through them piece by piece.
pub fn lossy(bytes: impl Into<Vec<u8>>) -> String {
    String::from_utf8(bytes.into()).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_is_shown_as_such() {
        assert_eq!(lossy("naïve 棚".as_bytes()), "naïve 棚");
        assert_eq!(lossy(b"a\xffb".as_slice()), "a\u{FFFD}b");
    }
}
