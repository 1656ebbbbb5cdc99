//! Lenient base64 decoder for pages in answers.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

/// Decodes base64 of either alphabet, with or without padding; `None` if it is invalid.
pub fn decode(text: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let plain = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).map(|byte| match byte {
        b'+' => b'-',
        b'/' => b'_',
        other => other,
    });
    GeneralPurpose::new(&URL_SAFE, config).decode(plain.collect::<Vec<u8>>()).ok()
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
            assert_eq!(decode(text).unwrap(), expected, "{text}");
        }
        assert_eq!(decode("a*b"), None);
    }
}
