//! Tags, comments and text of HTML, each with its line, in one pass. Attributes are not read, so that a tag with very many of them
//! costs no more than its length.

use quick_xml::escape::resolve_html5_entity;

/// A piece of HTML.
pub enum Token {
    /// With its character references resolved.
    Text(String),
    /// The name in lower case.
    Open(String),
    Close(String),
    Comment,
    /// CDATA: a macro's text in an exported wiki page.
    Data,
}

pub struct Scanner<'t> {
    rest: &'t str,
    line: u32,
}

impl<'t> Scanner<'t> {
    pub fn new(html: &'t str, line: u32) -> Self {
        Self { rest: html, line }
    }

    /// The next piece and the line it begins on.
    pub fn next(&mut self) -> Option<(u32, Token)> {
        loop {
            let line = self.line;
            if self.rest.is_empty() {
                return None;
            }
            if let Some(token) = self.text() {
                return Some((line, token));
            }
            if self.rest.starts_with("<!--") {
                self.take_past("-->");
                return Some((line, Token::Comment));
            }
            if self.rest.starts_with("<![CDATA[") {
                self.take_past("]]>");
                return Some((line, Token::Data));
            }
            if self.rest.starts_with("<!") || self.rest.starts_with("<?") {
                self.take_past(">");
                continue;
            }
            return Some((line, self.tag()));
        }
    }

    /// Passes over everything up to the end tag of an element, or up to the end of the text.
    pub fn pass(&mut self, name: &str) {
        let mut from = 0;
        while let Some(at) = self.rest.get(from..).and_then(|rest| rest.find("</")) {
            from += at + 2;
            let candidate = self.rest.as_bytes().get(from..from + name.len()).unwrap_or_default();
            if candidate.eq_ignore_ascii_case(name.as_bytes()) {
                self.take(from);
                self.take_past(">");
                return;
            }
        }
        self.take(self.rest.len());
    }

    fn take(&mut self, length: usize) -> &'t str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        let feeds = taken.bytes().filter(|byte| *byte == b'\n').count();
        self.line = self.line.saturating_add(u32::try_from(feeds).unwrap_or(u32::MAX));
        self.rest = rest;
        taken
    }

    fn take_past(&mut self, end: &str) {
        let length = self.rest.find(end).map_or(self.rest.len(), |at| at + end.len());
        self.take(length);
    }

    /// Text up to the next tag or the next line; `None` where a tag begins here.
    fn text(&mut self) -> Option<Token> {
        let bytes = self.rest.as_bytes();
        let is_tag = |at: usize| {
            bytes.get(at) == Some(&b'<')
                && bytes
                    .get(at + 1)
                    .is_some_and(|next| next.is_ascii_alphabetic() || matches!(next, b'/' | b'!' | b'?'))
        };
        let end = (0..bytes.len()).find(|at| is_tag(*at) || bytes.get(at.wrapping_sub(1)) == Some(&b'\n'));
        let length = end.unwrap_or(bytes.len());
        (length > 0).then(|| Token::Text(resolved(self.take(length))))
    }

    /// A tag; a `>` within quotes does not end it.
    fn tag(&mut self) -> Token {
        let mut quote: Option<u8> = None;
        let mut previous = b' ';
        let end = self.rest.bytes().position(|byte| {
            match quote {
                Some(mark) if byte == mark => quote = None,
                Some(_) => {}
                // A quote begins only a value: an apostrophe anywhere else is text.
                None if matches!(byte, b'"' | b'\'') && previous == b'=' => quote = Some(byte),
                None if byte == b'>' => return true,
                None => {}
            }
            if !byte.is_ascii_whitespace() {
                previous = byte;
            }
            false
        });
        let tag = self.take(end.map_or(self.rest.len(), |end| end + 1));
        let name = super::tag_name(tag);
        if tag.starts_with("</") { Token::Close(name) } else { Token::Open(name) }
    }
}

/// Text with `&amp;`, `&eacute;`, `&#8211;` resolved; what is no reference is left.
fn resolved(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = after;
        let length =
            after.bytes().take(33).take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'#').count();
        let (name, tail) = after.split_at_checked(length).unwrap_or_default();
        match tail.strip_prefix(';').zip(character(name)) {
            Some((tail, character)) => {
                out.push_str(&character);
                rest = tail;
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<String> {
    let Some(number) = name.strip_prefix('#') else {
        return resolve_html5_entity(name).map(str::to_owned);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?).map(String::from)
}
