//! Parser of server-sent events; only their data is used. Line ends follow the standard (LF, CR, CR LF); sizes are limited.

/// Parser of a stream of bytes.
#[derive(Default)]
pub struct Events {
    line: Vec<u8>,
    data: Vec<u8>,
    /// Whether the event has data: an empty line alone is not an event.
    any: bool,
    /// The last byte was CR: a following LF belongs to it.
    after_cr: bool,
    is_started: bool,
    most: usize,
}

/// Why bytes are not events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SseError {
    TooLong,
    NotUtf8,
}

impl Events {
    /// A parser for events of at most `most` bytes.
    pub fn with_limit(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// The data of the events completed by these bytes.
    ///
    /// # Errors
    /// `SseError` if an event is too long or is not UTF-8.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Result<Vec<String>, SseError> {
        let mut events = Vec::new();
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_cr) && bytes.first() == Some(&b'\n') {
                bytes = bytes.get(1..).unwrap_or_default();
                continue;
            }
            let end = bytes.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let (head, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            if self.line.len() + self.data.len() + head.len() > self.most {
                return Err(SseError::TooLong);
            }
            self.line.extend_from_slice(head);
            let Some((ending, rest)) = rest.split_first() else { break };
            self.after_cr = *ending == b'\r';
            bytes = rest;
            events.extend(self.end_of_line()?);
        }
        Ok(events)
    }

    /// The last event of a stream that ends without an empty line.
    ///
    /// # Errors
    /// `SseError::NotUtf8` if the event is not UTF-8.
    pub fn end(mut self) -> Result<Option<String>, SseError> {
        let last = self.end_of_line()?;
        if last.is_some() { Ok(last) } else { self.end_of_line() }
    }

    fn end_of_line(&mut self) -> Result<Option<String>, SseError> {
        let line = std::mem::take(&mut self.line);
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if !self.is_started => rest,
            Some(_) | None => &line,
        };
        self.is_started = true;
        if line.is_empty() {
            let data = std::mem::take(&mut self.data);
            return match std::mem::take(&mut self.any) {
                true => String::from_utf8(data).map(Some).map_err(|_| SseError::NotUtf8),
                false => Ok(None),
            };
        }
        if let Some(data) = line.strip_prefix(b"data:") {
            if self.any {
                self.data.push(b'\n');
            }
            self.any = true;
            self.data.extend_from_slice(data.strip_prefix(b" ").unwrap_or(data));
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that the events do not depend on how the bytes are cut.
    #[track_caller]
    fn check(stream: &[u8], expected: &[&str]) {
        for size in 1..=stream.len().max(1) {
            let mut events = Events::with_limit(100);
            let mut found = Vec::new();
            for piece in stream.chunks(size) {
                found.extend(events.feed(piece).unwrap());
            }
            found.extend(events.end().unwrap());
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn events_are_read_for_every_line_end() {
        check(b"data: one\n\ndata: two\n\n", &["one", "two"]);
        check(b"data: one\r\n\r\ndata: two\r\n\r\n", &["one", "two"]);
        check(b"data: one\r\rdata: two\r\r", &["one", "two"]);
        check(b"\xEF\xBB\xBFdata:one\n\n", &["one"]);
        check(b": keep-alive\n\nevent: ping\nid: 7\ndata: {\ndata: }\n\n\n\n", &["{\n}"]);
        check("data: ä🦀\n\n".as_bytes(), &["ä🦀"]);
        check(b"data: [DONE]", &["[DONE]"]);
        check(b"data: [DONE]\n", &["[DONE]"]);
        check(b"data\n\nretry: 3\n\n", &[]);
        check(b"", &[]);
    }

    #[test]
    fn invalid_utf8_and_oversized_events_are_refused() {
        assert_eq!(Events::with_limit(100).feed(b"data: \xFF\xFE\n\n"), Err(SseError::NotUtf8));
        let mut events = Events::with_limit(100);
        assert_eq!(events.feed(&[b'x'; 60]), Ok(vec![]));
        assert_eq!(events.feed(&[b'x'; 60]), Err(SseError::TooLong));
        let many = b"data: 0123456789\n".repeat(20);
        assert_eq!(Events::with_limit(100).feed(&many), Err(SseError::TooLong));
    }
}
