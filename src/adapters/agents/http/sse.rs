//! Server-sent events, of which only the data counts. Lines end as the standard allows (LF, CR, CR LF); nothing is read
//! without bound.

/// The data of events, out of the bytes of a stream.
#[derive(Default)]
pub struct Events {
    line: Vec<u8>,
    data: Vec<u8>,
    /// Whether the event has data at all: an empty line alone is no event.
    any: bool,
    /// The last byte was a CR: an LF behind it belongs to it.
    after_cr: bool,
    begun: bool,
    most: usize,
}

/// Why bytes are no events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoEvents {
    TooLong,
    NotUtf8,
}

impl Events {
    /// Events of at most so many bytes each.
    pub fn of_at_most(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// The data of the events that these bytes complete.
    pub fn feed(&mut self, mut bytes: &[u8]) -> Result<Vec<String>, NoEvents> {
        let mut events = Vec::new();
        while !bytes.is_empty() {
            if std::mem::take(&mut self.after_cr) && bytes.first() == Some(&b'\n') {
                bytes = bytes.get(1..).unwrap_or_default();
                continue;
            }
            let end = bytes.iter().position(|b| matches!(b, b'\n' | b'\r'));
            let (head, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            if self.line.len() + self.data.len() + head.len() > self.most {
                return Err(NoEvents::TooLong);
            }
            self.line.extend_from_slice(head);
            let Some((ending, rest)) = rest.split_first() else { break };
            self.after_cr = *ending == b'\r';
            bytes = rest;
            events.extend(self.end_of_line()?);
        }
        Ok(events)
    }

    /// The last event of a stream whose end stands for its empty line.
    pub fn end(mut self) -> Result<Option<String>, NoEvents> {
        let last = self.end_of_line()?;
        if last.is_some() { Ok(last) } else { self.end_of_line() }
    }

    fn end_of_line(&mut self) -> Result<Option<String>, NoEvents> {
        let line = std::mem::take(&mut self.line);
        let line = match line.strip_prefix(b"\xEF\xBB\xBF") {
            Some(rest) if !self.begun => rest,
            Some(_) | None => &line,
        };
        self.begun = true;
        if line.is_empty() {
            let data = std::mem::take(&mut self.data);
            return match std::mem::take(&mut self.any) {
                true => String::from_utf8(data).map(Some).map_err(|_| NoEvents::NotUtf8),
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

    /// The same events, however the bytes are cut.
    #[track_caller]
    fn check(stream: &[u8], expected: &[&str]) {
        for size in 1..=stream.len().max(1) {
            let mut events = Events::of_at_most(100);
            let mut found = Vec::new();
            for piece in stream.chunks(size) {
                found.extend(events.feed(piece).unwrap());
            }
            found.extend(events.end().unwrap());
            assert_eq!(found, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn events_are_read_however_they_come() {
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
    fn what_is_no_text_or_does_not_end_is_refused() {
        assert_eq!(Events::of_at_most(100).feed(b"data: \xFF\xFE\n\n"), Err(NoEvents::NotUtf8));
        let mut events = Events::of_at_most(100);
        assert_eq!(events.feed(&[b'x'; 60]), Ok(vec![]));
        assert_eq!(events.feed(&[b'x'; 60]), Err(NoEvents::TooLong));
        let many = b"data: 0123456789\n".repeat(20);
        assert_eq!(Events::of_at_most(100).feed(&many), Err(NoEvents::TooLong));
    }
}
