//! Hides keys in what a server says, however it is written: as it is, in base64, percent-encoded, in hex. Servers quote
//! what they were sent, and what they say ends in files and on screens (promise P20).

use aho_corasick::{AhoCorasick, MatchKind};

/// What stands where a key stood.
const HIDDEN: &str = "[key]";
/// A shorter key is a placeholder, and may be a word of an honest answer.
const SHORTEST: usize = 8;
/// So much of the beginning of a key tells of it.
const TELLING: usize = 4;

/// What the parts of a secret's name end in.
const NAMES: [&str; 6] = ["key", "token", "secret", "password", "passwd", "bearer"];

/// Whether a variable is a secret by its name: one of the parts of `MY_API_KEY2` ends in what secrets are called, or is
/// the plural of it. `KEYBOARD` does not, and `MONKEYS` does not.
pub fn names_a_secret(variable: &str) -> bool {
    let name = variable.to_ascii_lowercase();
    let mut parts = name.split(|c: char| !c.is_ascii_alphanumeric());
    parts.any(|part| {
        let part = part.trim_end_matches(|c: char| c.is_ascii_digit());
        NAMES.iter().any(|ending| part.ends_with(ending) || part.strip_suffix('s') == Some(ending))
    })
}

/// Whether what follows an option is a secret by the option's name: `--auth-token` ends in what secrets are called, `--key-file`
/// and `--max-tokens` do not.
pub fn asks_for_a_secret(option: &str) -> bool {
    let name = option.to_ascii_lowercase();
    NAMES.iter().any(|ending| name.ends_with(ending))
}

/// Hides keys.
pub struct Veil {
    forms: Vec<Vec<u8>>,
    found: Option<AhoCorasick>,
}

impl Veil {
    /// What hides these keys; a key that is short is none.
    pub fn of<'a>(keys: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let forms: Vec<Vec<u8>> = keys.into_iter().flat_map(forms).collect();
        let built = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .ascii_case_insensitive(true)
            .build(&forms)
            .ok();
        Self { found: built.filter(|_| !forms.is_empty()), forms }
    }

    /// The text without the key.
    pub fn over(&self, text: &str) -> String {
        let Some(found) = &self.found else { return text.to_owned() };
        let mut out = String::with_capacity(text.len());
        found.replace_all_with(text, &mut out, |_, _, out| {
            out.push_str(HIDDEN);
            true
        });
        out
    }

    /// Bytes without the key, of which the end may be missing: what is there of a key that was cut off goes too.
    pub fn over_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let Some(found) = &self.found else { return bytes.to_vec() };
        let mut out = Vec::with_capacity(bytes.len());
        found.replace_all_with_bytes(bytes, &mut out, |_, _, out| {
            out.extend_from_slice(HIDDEN.as_bytes());
            true
        });
        let begun = self.begun(&out);
        if out.len() - begun >= TELLING {
            out.truncate(begun);
            out.extend_from_slice(HIDDEN.as_bytes());
        }
        out
    }

    /// The length of the longest form of a key.
    pub fn longest(&self) -> usize {
        self.forms.iter().map(Vec::len).max().unwrap_or_default()
    }

    /// Where the end of what came begins that may be the beginning of a key.
    fn begun(&self, bytes: &[u8]) -> usize {
        let may_begin = |at: &usize| {
            let end = bytes.get(*at..).unwrap_or_default();
            let begins =
                |form: &Vec<u8>| form.get(..end.len()).is_some_and(|head| head.eq_ignore_ascii_case(end));
            self.forms.iter().any(begins)
        };
        let from = bytes.len().saturating_sub(self.longest());
        (from..bytes.len()).find(may_begin).unwrap_or(bytes.len())
    }
}

/// Text that comes in pieces, of which a key may be cut in two.
pub struct Veiled<'a> {
    veil: &'a Veil,
    held: String,
}

impl<'a> Veiled<'a> {
    /// Nothing has come yet.
    pub fn new(veil: &'a Veil) -> Self {
        Self { veil, held: String::new() }
    }

    /// What of the text so far can be shown: its end is held back while it may be the beginning of a key.
    pub fn more(&mut self, piece: &str) -> String {
        if self.veil.found.is_none() {
            return piece.to_owned();
        }
        self.held.push_str(piece);
        let mut clean = self.veil.over(&self.held);
        self.held = clean.split_off(clean.floor_char_boundary(self.veil.begun(clean.as_bytes())));
        clean
    }

    /// What was held back, when nothing more comes.
    pub fn rest(&mut self) -> String {
        std::mem::take(&mut self.held)
    }
}

/// The ways in which a key may be written.
fn forms(key: &[u8]) -> Vec<Vec<u8>> {
    if key.len() < SHORTEST {
        return Vec::new();
    }
    let hex = |byte: &u8| format!("{byte:02x}");
    let percent = |byte: &u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => char::from(*byte).to_string(),
        _ => format!("%{byte:02x}"),
    };
    let mut forms = vec![
        key.to_vec(),
        key.iter().map(hex).collect::<String>().into_bytes(),
        key.iter().map(percent).collect::<String>().into_bytes(),
        key.iter().map(|byte| format!("%{byte:02x}")).collect::<String>().into_bytes(),
    ];
    for (slash, has_marks) in [(r"\/", false), ("/", true), (r"\/", true), (r"\u002f", true)] {
        forms.push(json(key, slash, has_marks));
    }
    for alphabet in [b"+/", b"-_"] {
        // In a longer text (`Bearer …`, `user:…`), a key begins at any of three places of a group.
        forms.extend((0..3).map(|before| base64(key, before, *alphabet)));
    }
    forms
}

/// A key as JSON may have it: the slash escaped, what HTML takes for markup, or both.
fn json(key: &[u8], slash: &str, has_marks: bool) -> Vec<u8> {
    let written = |byte: &u8| match byte {
        b'/' => slash.as_bytes().to_vec(),
        b'+' | b'=' | b'&' | b'<' | b'>' | b'\'' if has_marks => format!("\\u{byte:04x}").into_bytes(),
        _ => vec![*byte],
    };
    key.iter().flat_map(written).collect()
}

/// The characters of base64 that a key alone determines, with so many bytes before it.
fn base64(key: &[u8], before: usize, last: [u8; 2]) -> Vec<u8> {
    let bits = before * 8..(before + key.len()) * 8;
    let bit = |at: usize| {
        (at / 8).checked_sub(before).and_then(|byte| key.get(byte)).map_or(0, |b| (b >> (7 - at % 8)) & 1)
    };
    let digit = |at: usize| (0..6).fold(0u8, |value, n| (value << 1) | bit(at * 6 + n));
    let letter = |value: u8| match value {
        0..=25 => b'A' + value,
        26..=51 => b'a' + value - 26,
        52..=61 => b'0' + value - 52,
        62 => last[0],
        _ => last[1],
    };
    (bits.start.div_ceil(6)..bits.end / 6).map(|at| letter(digit(at))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn veil(key: &str) -> Veil {
        Veil::of([key.as_bytes()])
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
            assert!(names_a_secret(name), "{name}");
        }
        for name in ["KEYBOARD", "TOKENIZERS_PARALLELISM", "MONKEYS", "PATH", ""] {
            assert!(!names_a_secret(name), "{name}");
        }
        for (option, asks) in
            [("--auth-token", true), ("--api-key", true), ("--key-file", false), ("--max-tokens", false)]
        {
            assert_eq!(asks_for_a_secret(option), asks, "{option}");
        }
    }

    #[test]
    fn a_key_is_hidden_however_it_is_written() {
        let veil = veil("sk-canary/0123+x");
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
            assert_eq!(veil.over(text), expected, "{text}");
        }
        assert!(forms(b"ollama").is_empty(), "a word that a design may hold");
        let both = Veil::of([&b"canary key/42"[..], b"another-canary"]);
        for form in [
            "canary key/42",
            "canary%20key%2F42",
            "canary%20key%2f42",
            "63616e617279206b65792f3432",
            "another-canary",
        ] {
            assert_eq!(both.over(&format!("denied: {form}!")), "denied: [key]!", "{form}");
        }
        assert_eq!(Veil::of([]).over("as it is"), "as it is");
    }

    #[test]
    fn a_key_that_comes_in_pieces_is_hidden() {
        let veil = veil("sk-canary/0123+x");
        let text = "é before sk-canary/0123+x after, and c2stY2FuYXJ5LzAxMjMreA too".repeat(3);
        for size in 1..20 {
            let (mut veiled, mut shown) = (Veiled::new(&veil), String::new());
            let chars: Vec<char> = text.chars().collect();
            for piece in chars.chunks(size) {
                shown.push_str(&veiled.more(&piece.iter().collect::<String>()));
            }
            assert!(!shown.contains("sk-c") && !shown.contains("c2stY2F"), "{size}: {shown}");
            assert!(veil.over(&text).starts_with(&shown) && shown.len() > 60, "{size}: {shown}");
            shown.push_str(&veiled.rest());
            assert_eq!(shown, veil.over(&text), "{size}");
        }
    }

    /// What no key begins with is shown at once.
    #[test]
    fn only_what_may_be_a_key_is_held_back() {
        let veil = veil("sk-canary/0123+x");
        let mut veiled = Veiled::new(&veil);
        assert_eq!(veiled.more("an answer, ä"), "an answer, ä");
        assert_eq!(veiled.more(" and a SK-can"), " and a ");
        assert_eq!(veiled.more("dle"), "SK-candle");
        assert_eq!((veiled.more("sk-canary"), veiled.rest()), (String::new(), "sk-canary".to_owned()));
    }
}
