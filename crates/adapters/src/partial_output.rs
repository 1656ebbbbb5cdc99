//! The output of an agent whose request gave no answer (promise P23). Its beginning is saved, without secrets, for every way
//! in which a request can end, timeouts included.

use super::secret_redactor::SecretRedactor;
use frieze_ports::Live;

/// Maximum number of bytes to save.
pub const MAX_BYTES: usize = 64 * 1024;

/// The beginning of an output, as far as it is saved.
#[derive(Default)]
pub struct Beginning {
    pub bytes: Vec<u8>,
    /// Number of bytes received in all.
    pub received: u64,
}

impl Beginning {
    /// Adds received bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.received = self.received.saturating_add(bytes.len() as u64);
        let room = MAX_BYTES.saturating_sub(self.bytes.len()).min(bytes.len());
        self.bytes.extend_from_slice(bytes.get(..room).unwrap_or_default());
    }
}

/// Collects the output; reports it to `live` when dropped.
pub struct PartialOutput<'a> {
    live: &'a Live,
    redactor: &'a SecretRedactor,
    pub beginning: Beginning,
}

impl<'a> PartialOutput<'a> {
    pub fn new(live: &'a Live, redactor: &'a SecretRedactor) -> Self {
        Self { live, redactor, beginning: Beginning::default() }
    }
}

impl Drop for PartialOutput<'_> {
    fn drop(&mut self) {
        let Beginning { bytes, received } = &self.beginning;
        self.live.keep_partial(truncated(self.redactor, bytes, *received));
    }
}

/// The beginning of the output, with a note if it was cut.
pub fn truncated(redactor: &SecretRedactor, output: &[u8], all: u64) -> Vec<u8> {
    let first = output.get(..MAX_BYTES).unwrap_or(output);
    let mut saved = redactor.redact_bytes(first);
    if all > first.len() as u64 {
        let note = format!("\n[frieze: only the first {} of {all} bytes were saved]\n", first.len());
        saved.extend_from_slice(note.as_bytes());
    }
    saved
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved(key: &str, pieces: &[&[u8]]) -> Vec<u8> {
        let (live, redactor) = (Live::new(|_| {}), SecretRedactor::of([key.as_bytes()]));
        let mut output = PartialOutput::new(&live, &redactor);
        pieces.iter().for_each(|piece| output.beginning.push(piece));
        drop(output);
        live.take_partial()
    }

    #[test]
    fn output_is_saved_byte_for_byte_up_to_a_limit() {
        assert_eq!(saved("sk-canary-0123", &[b"a \xff\x00 b", b"", b" c"]), b"a \xff\x00 b c");
        assert!(saved("sk-canary-0123", &[]).is_empty());
        let much = saved("sk-canary-0123", &[&[b'x'; 3 * MAX_BYTES / 2], &[b'y'; MAX_BYTES]]);
        let note = String::from_utf8_lossy(&much[MAX_BYTES..]);
        assert!(much[..MAX_BYTES].iter().all(|byte| *byte == b'x'));
        assert_eq!(note, "\n[frieze: only the first 65536 of 163840 bytes were saved]\n");
    }

    /// Not even part of a key, where the output was cut or broke off.
    #[test]
    fn no_key_is_saved_wherever_the_output_ends() {
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
                let before = vec![b' '; MAX_BYTES - cut];
                for text in [[before.as_slice(), form.as_bytes()].concat(), form.as_bytes()[..cut].to_vec()] {
                    let saved = String::from_utf8(saved(key, &[&text])).unwrap();
                    assert!(!saved.contains(&form[..4]), "{cut}: {}", saved.trim_start());
                }
            }
        }
    }
}
