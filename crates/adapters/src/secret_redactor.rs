//! Redaction of keys in the output of servers and programs, in every usual encoding: plain, base64, percent-encoded, hex.
//! Servers quote what they were sent, and their words end up in files and on screens (promise P20).

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use base64::engine::general_purpose::{GeneralPurpose, STANDARD, URL_SAFE};
use secrecy::{ExposeSecret as _, SecretString};

/// Replaces a key.
const REPLACEMENT: &str = "[key]";
/// A shorter key is a placeholder, and may be a word of an honest answer.
const MIN_KEY: usize = 8;
/// A prefix of a key that is at least this long is redacted too.
const MIN_PREFIX: usize = 4;

/// Endings of the parts of a secret's name.
const NAME_ENDINGS: [&str; 6] = ["key", "token", "secret", "password", "passwd", "bearer"];

/// Whether a variable is a secret by its name: a part of the name, such as `KEY2` in `MY_API_KEY2`, ends like one, also in
/// the plural. `KEYBOARD` and `MONKEYS` do not.
pub fn is_secret_variable(variable: &str) -> bool {
    let name = variable.to_ascii_lowercase();
    let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    parts.any(|part| {
        let part = part.trim_end_matches(|c: char| c.is_ascii_digit());
        NAME_ENDINGS.iter().any(|ending| part.ends_with(ending) || part.strip_suffix('s') == Some(ending))
    })
}

/// Whether the value of an option is a secret by the option's name: `--auth-token` is; `--key-file` and `--max-tokens` are
/// not.
pub fn is_secret_option(option: &str) -> bool {
    let name = option.to_ascii_lowercase();
    NAME_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Removes keys from text.
pub struct SecretRedactor {
    encodings: Vec<Vec<u8>>,
    matcher: Option<AhoCorasick>,
}

impl SecretRedactor {
    /// A redactor for these keys; keys that are too short are ignored.
    pub fn of<'a>(keys: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let encodings: Vec<Vec<u8>> = keys.into_iter().flat_map(encodings).collect();
        let built = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(&encodings)
            .ok();
        Self { matcher: built.filter(|_| !encodings.is_empty()), encodings }
    }

    /// A redactor for these keys.
    pub fn of_secrets<'a>(keys: impl IntoIterator<Item = &'a SecretString>) -> Self {
        Self::of(keys.into_iter().map(|key| key.expose_secret().as_bytes()))
    }

    /// The text without keys.
    pub fn redact(&self, text: &str) -> String {
        let Some(matcher) = &self.matcher else { return text.to_owned() };
        let mut out = String::with_capacity(text.len());
        matcher.replace_all_with(text, &mut out, |_, _, out| {
            out.push_str(REPLACEMENT);
            true
        });
        out
    }

    /// Bytes without keys. The bytes may be cut off; the beginning of a key at their end is redacted too.
    pub fn redact_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let Some(matcher) = &self.matcher else { return bytes.to_vec() };
        let mut out = Vec::with_capacity(bytes.len());
        matcher.replace_all_with_bytes(bytes, &mut out, |_, _, out| {
            out.extend_from_slice(REPLACEMENT.as_bytes());
            true
        });
        let end = self.partial_key_at(&out);
        if out.len() - end >= MIN_PREFIX {
            out.truncate(end);
            out.extend_from_slice(REPLACEMENT.as_bytes());
        }
        out
    }

    /// The length of the longest encoding of a key.
    pub fn longest_encoding(&self) -> usize {
        self.encodings.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// Index of a possible beginning of a key at the end of the bytes; their length if there is none.
    fn partial_key_at(&self, bytes: &[u8]) -> usize {
        let may_begin = |at: &usize| {
            let end = bytes.get(*at..).unwrap_or_default();
            let begins =
                |form: &Vec<u8>| form.get(..end.len()).is_some_and(|head| head.eq_ignore_ascii_case(end));
            self.encodings.iter().any(begins)
        };
        let from = bytes.len().saturating_sub(self.longest_encoding());
        (from..bytes.len()).find(may_begin).unwrap_or(bytes.len())
    }
}

/// Redaction of text that arrives in pieces; a key may be split between two of them.
pub struct RedactedStream<'a> {
    redactor: &'a SecretRedactor,
    held: String,
}

impl<'a> RedactedStream<'a> {
    pub fn new(redactor: &'a SecretRedactor) -> Self {
        Self { redactor, held: String::new() }
    }

    /// Adds a piece. Returns the text that is safe to show; the end is held back while it may be the beginning of a key.
    pub fn push(&mut self, piece: &str) -> String {
        if self.redactor.matcher.is_none() {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        let mut clean = self.redactor.redact(&self.held);
        self.held =
            clean.split_off(clean.floor_char_boundary(self.redactor.partial_key_at(clean.as_bytes())));
        clean
    }

    /// The text that was held back, at the end of the input.
    pub fn finish(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

/// All encodings of a key.
fn encodings(key: &[u8]) -> Vec<Vec<u8>> {
    if key.len() < MIN_KEY {
        return Vec::new();
    }
    let hex = |byte: &u8| format!("{byte:02x}");
    let percent = |byte: &u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(*byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    let mut encodings = vec![
        key.to_vec(),
        key.iter().map(hex).collect::<String>().into_bytes(),
        key.iter().map(percent).collect::<String>().into_bytes(),
        key.iter().map(|byte| format!("%{byte:02x}")).collect::<String>().into_bytes(),
    ];
    for (slash, has_marks) in [(r"\/", false), ("/", true), (r"\/", true), (r"\u002f", true)] {
        encodings.push(json(key, slash, has_marks));
    }
    for engine in [STANDARD, URL_SAFE] {
        // In a longer text (`Bearer …`, `user:…`), a key starts at one of three offsets of a base64 group.
        encodings.extend((0..3).map(|before| base64(key, before, &engine)));
    }
    encodings
}

/// A key as JSON encoders may write it: with escaped slashes, escaped HTML characters, or both.
fn json(key: &[u8], slash: &str, has_marks: bool) -> Vec<u8> {
    let written = |byte: &u8| match byte {
        b'/' => slash.as_bytes().to_vec(),
        b'+' | b'=' | b'&' | b'<' | b'>' | b'\'' if has_marks => format!("\\u{byte:04x}").into_bytes(),
        _ => vec![*byte],
    };
    key.iter().flat_map(written).collect()
}

/// The base64 characters that depend on the key alone, with `before` bytes in front of it.
fn base64(key: &[u8], before: usize, engine: &GeneralPurpose) -> Vec<u8> {
    let (from, to) = ((before * 8).div_ceil(6), (before + key.len()) * 8 / 6);
    let text = engine.encode([&[0; 2][..before], key].concat());
    text.as_bytes().get(from..to).unwrap_or_default().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redactor(key: &str) -> SecretRedactor {
        SecretRedactor::of([key.as_bytes()])
    }

    #[test]
    fn a_secret_is_known_by_its_name() {
        for name in [
            "API_KEY",
            "apikey",
            "DB_PASSWD",
            "GH_TOKEN",
            "MY_KEY_2",
            "OPENAI_KEY1",
            "API_KEYS",
            "Secret",
            "BEARER",
        ] {
            assert!(is_secret_variable(name), "{name}");
        }
        for name in ["KEYBOARD", "TOKENIZERS_PARALLELISM", "MONKEYS", "PATH", ""] {
            assert!(!is_secret_variable(name), "{name}");
        }
        for (option, asks) in
            [("--auth-token", true), ("--api-key", true), ("--key-file", false), ("--max-tokens", false)]
        {
            assert_eq!(is_secret_option(option), asks, "{option}");
        }
    }

    #[test]
    fn a_key_is_hidden_however_it_is_written() {
        let redactor = redactor("sk-canary/0123+x");
        for (text, expected) in [
            ("wrong key sk-canary/0123+x!", "wrong key [key]!"),
            ("SK-CANARY/0123+X", "[key]"),
            ("?key=sk-canary%2F0123%2Bx&", "?key=[key]&"),
            ("%73%6b%2d%63%61%6e%61%72%79%2f%30%31%32%33%2b%78", "[key]"),
            ("736B2D63616E6172792F303132332B78", "[key]"),
            // printf %s KEY | base64; and `Bearer KEY`; and `u:KEY`
            ("c2stY2FuYXJ5LzAxMjMreA==", "[key]A=="),
            ("QmVhcmVyIHNrLWNhbmFyeS8wMTIzK3g=", "QmVhcmVyIH[key]g="),
            ("dTpzay1jYW5hcnkvMDEyMyt4", "dTp[key]"),
            ("nothing of it: sk-canary", "nothing of it: sk-canary"),
        ] {
            assert_eq!(redactor.redact(text), expected, "{text}");
        }
        assert!(encodings(b"ollama").is_empty(), "a word that a design may hold");
        let both = SecretRedactor::of([&b"canary key/42"[..], b"another-canary"]);
        for form in [
            "canary key/42",
            "canary%20key%2F42",
            "canary%20key%2f42",
            "63616e617279206b65792f3432",
            "another-canary",
        ] {
            assert_eq!(both.redact(&format!("denied: {form}!")), "denied: [key]!", "{form}");
        }
        assert_eq!(SecretRedactor::of([]).redact("as it is"), "as it is");
    }

    #[test]
    fn a_key_that_comes_in_pieces_is_hidden() {
        let redactor = redactor("sk-canary/0123+x");
        let text = "é before sk-canary/0123+x after, and c2stY2FuYXJ5LzAxMjMreA too".repeat(3);
        for size in 1..20 {
            let (mut stream, mut shown) = (RedactedStream::new(&redactor), String::new());
            let chars: Vec<char> = text.chars().collect();
            for piece in chars.chunks(size) {
                shown.push_str(&stream.push(&piece.iter().collect::<String>()));
            }
            assert!(!shown.contains("sk-c") && !shown.contains("c2stY2F"), "{size}: {shown}");
            assert!(redactor.redact(&text).starts_with(&shown) && shown.len() > 60, "{size}: {shown}");
            shown.push_str(&stream.finish());
            assert_eq!(shown, redactor.redact(&text), "{size}");
        }
    }

    /// Text that cannot be a key is shown at once.
    #[test]
    fn only_what_may_be_a_key_is_held_back() {
        let redactor = redactor("sk-canary/0123+x");
        let mut stream = RedactedStream::new(&redactor);
        assert_eq!(stream.push("an answer, ä"), "an answer, ä");
        assert_eq!(stream.push(" and a SK-can"), " and a ");
        assert_eq!(stream.push("dle"), "SK-candle");
        assert_eq!((stream.push("sk-canary"), stream.finish()), (String::new(), "sk-canary".to_owned()));
    }
}
