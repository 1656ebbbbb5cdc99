//! What an agent says, as it comes: kept where no answer is made of it (promise P23). It is its beginning, without secrets,
//! and is handed over whatever ends the question, the end of its time too.

use super::veil::Veil;
use crate::ports::Live;

/// As much as is kept, in bytes.
pub const MOST: usize = 64 * 1024;

/// What has come so far; it is told when this is dropped.
pub struct Came<'a> {
    live: &'a Live,
    veil: &'a Veil,
    beginning: Vec<u8>,
    /// How much has come, in bytes.
    all: u64,
}

impl<'a> Came<'a> {
    /// Nothing has come yet.
    pub fn new(live: &'a Live, veil: &'a Veil) -> Self {
        Self { live, veil, beginning: Vec::new(), all: 0 }
    }

    /// More has come.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.all = self.all.saturating_add(bytes.len() as u64);
        let room = MOST.saturating_sub(self.beginning.len()).min(bytes.len());
        self.beginning.extend_from_slice(bytes.get(..room).unwrap_or_default());
    }
}

impl Drop for Came<'_> {
    fn drop(&mut self) {
        self.live.came(beginning(self.veil, &self.beginning, self.all));
    }
}

/// The beginning of what came, and a word where there is more of it.
pub fn beginning(veil: &Veil, came: &[u8], all: u64) -> Vec<u8> {
    let first = came.get(..MOST).unwrap_or(came);
    let mut kept = veil.over_bytes(first);
    if all > first.len() as u64 {
        let note = format!("\n[frieze: the first {} of {all} bytes that came are kept]\n", first.len());
        kept.extend_from_slice(note.as_bytes());
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(key: &str, pieces: &[&[u8]]) -> Vec<u8> {
        let (live, veil) = (Live::new(|_| {}), Veil::of([key.as_bytes()]));
        let mut came = Came::new(&live, &veil);
        pieces.iter().for_each(|piece| came.hear(piece));
        drop(came);
        live.what_came()
    }

    #[test]
    fn what_came_is_kept_byte_for_byte_up_to_a_bound() {
        assert_eq!(kept("sk-canary-0123", &[b"a \xff\x00 b", b"", b" c"]), b"a \xff\x00 b c");
        assert!(kept("sk-canary-0123", &[]).is_empty());
        let much = kept("sk-canary-0123", &[&[b'x'; 3 * MOST / 2], &[b'y'; MOST]]);
        let note = String::from_utf8_lossy(&much[MOST..]);
        assert!(much[..MOST].iter().all(|byte| *byte == b'x'));
        assert_eq!(note, "\n[frieze: the first 65536 of 163840 bytes that came are kept]\n");
    }

    /// Nor is what stands of a key where the text was cut, or broke off.
    #[test]
    fn no_key_is_kept_wherever_the_text_ends() {
        let key = "sk-canary/0123+x";
        let forms = [
            key,
            "c2stY2FuYXJ5LzAxMjMreA",
            "736B2D63616E6172792F303132332B78",
            r"sk-canary\/0123+x",
            r"sk-canary/0123\u002Bx",
            r"sk-canary\/0123\u002bx",
        ];
        for form in forms {
            for cut in 0..=form.len() {
                let before = vec![b' '; MOST - cut];
                for text in [[before.as_slice(), form.as_bytes()].concat(), form.as_bytes()[..cut].to_vec()] {
                    let kept = String::from_utf8(kept(key, &[&text])).unwrap();
                    assert!(!kept.contains(&form[..4]), "{cut}: {}", kept.trim_start());
                }
            }
        }
    }
}
