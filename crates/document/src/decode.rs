//! Decoder of a file's bytes to text with line feeds. It names the format of files that are not text.

use crate::NotABrief;

/// The format of a binary file, by its first bytes.
fn signature(bytes: &[u8]) -> Option<NotABrief> {
    let begins = |mark: &[u8]| bytes.starts_with(mark);
    if begins(b"%PDF") {
        return Some(NotABrief::Pdf);
    }
    if begins(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1") {
        return Some(NotABrief::Office { what: "a document of an old office format" });
    }
    if begins(b"{\\rtf") {
        return Some(NotABrief::Office { what: "Rich Text (RTF)" });
    }
    let is_webp = begins(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    let pictures: [&[u8]; 6] = [b"\x89PNG\r\n", b"\xFF\xD8\xFF", b"GIF87a", b"GIF89a", b"II*\0", b"MM\0*"];
    if is_webp || pictures.iter().any(|mark| begins(mark)) {
        return Some(NotABrief::Image);
    }
    let archives: [&[u8]; 4] = [b"\x1F\x8B", b"7z\xBC\xAF\x27\x1C", b"Rar!\x1A", b"BZh9"];
    archives.iter().any(|mark| begins(mark)).then_some(NotABrief::Archive)
}

/// The text of a file without its byte order mark, with a line feed after each line. A single carriage return also ends a line,
/// so that line numbers stay those of the original. A form feed becomes a space.
///
/// # Errors
///
/// If the bytes are empty, binary, or neither UTF-8 nor UTF-16 with a byte order mark.
pub fn decode(bytes: &[u8]) -> Result<String, NotABrief> {
    if bytes.is_empty() {
        return Err(NotABrief::Empty);
    }
    if let Some(refusal) = signature(bytes) {
        return Err(refusal);
    }
    let text = if let Some(big) = utf16(bytes) {
        wide(bytes, big).ok_or(NotABrief::Binary { line: 1 })?
    } else {
        // Only NUL counts: text copied from terminals and old files has other control characters.
        if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
            return Err(NotABrief::Binary { line: line_of(bytes, at) });
        }
        let text = std::str::from_utf8(bytes)
            .map_err(|e| NotABrief::NotUtf8 { line: line_of(bytes, e.valid_up_to()) })?;
        text.to_owned()
    };
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    if text.is_empty() {
        return Err(NotABrief::Empty);
    }
    if text.trim().is_empty() {
        return Err(NotABrief::OnlyWhiteSpace);
    }
    Ok(text.replace("\r\n", "\n").replace('\r', "\n").replace(['\u{c}', '\u{b}'], " "))
}

/// Whether UTF-16 bytes are big-endian, by their byte order mark; `None` without one.
fn utf16(bytes: &[u8]) -> Option<bool> {
    match bytes {
        [0xFF, 0xFE, ..] => Some(false),
        [0xFE, 0xFF, ..] => Some(true),
        _ => None,
    }
}

fn wide(bytes: &[u8], big: bool) -> Option<String> {
    let (pairs, []) = bytes.as_chunks::<2>() else { return None };
    let units =
        pairs.iter().map(|pair| if big { u16::from_be_bytes(*pair) } else { u16::from_le_bytes(*pair) });
    let text: String = char::decode_utf16(units).collect::<Result<_, _>>().ok()?;
    (!text.contains('\0')).then_some(text)
}

fn line_of(bytes: &[u8], at: usize) -> u32 {
    let before = bytes.get(..at).unwrap_or_default();
    let feeds = before.iter().filter(|byte| **byte == b'\n').count();
    let returns =
        before.iter().zip(bytes.iter().skip(1)).filter(|(byte, next)| **byte == b'\r' && **next != b'\n');
    u32::try_from(feeds + returns.count()).unwrap_or(u32::MAX).saturating_add(1)
}
