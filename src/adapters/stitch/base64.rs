//! Base64, as a page comes in an answer.

/// Reads base64, padded or not, of either alphabet; `None` for anything else.
pub fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut held) = (0_u32, 0);
    for c in text.trim_end().trim_end_matches('=').bytes().filter(|b| !b.is_ascii_whitespace()) {
        let six = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = (bits << 6 | u32::from(six)) & 0xff_ffff;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap_or(0));
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_padded_or_not() {
        for (text, expected) in [
            ("", &b""[..]),
            ("YQ==\n", b"a"),
            ("YWI", b"ab"),
            ("YWJj", b"abc"),
            ("PGh0bWw-w7w8L2h0bWw-", "<html>\u{fc}</html>".as_bytes()),
        ] {
            assert_eq!(from_base64(text).unwrap(), expected, "{text}");
        }
        assert_eq!(from_base64("a*b"), None);
    }
}
