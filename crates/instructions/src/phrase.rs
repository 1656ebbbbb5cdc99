//! Parser of a line: list mark, pointer, instructions, phrases, and the text after a colon. It does not look up names.

use std::borrow::Cow;

use crate::grammar;

/// Opening and closing quotes.
const QUOTES: &[(char, char)] =
    &[('"', '"'), ('“', '”'), ('„', '“'), ('«', '»'), ('‘', '’'), ('\'', '\''), ('`', '`'), ('「', '」')];

/// The content of a quoted text at the beginning of `rest`, and its length with both quotes. `searched` has two bits for each kind
/// of quote: whether a search to the end of the line found no end, and whether it found quotations inside without an end. So a line
/// of opening quotes is searched only once.
fn quoted<'t>(rest: &'t str, searched: &mut u32) -> Option<(&'t str, usize)> {
    let open = rest.chars().next()?;
    let (kind, (_, close)) = QUOTES.iter().enumerate().find(|(_, (known, _))| *known == open)?;
    let (unclosed, unbalanced) = (1 << kind, 1 << (QUOTES.len() + kind));
    if *searched & unclosed != 0 {
        return None;
    }
    let inside = rest.get(open.len_utf8()..)?;
    let is_nested = *searched & unbalanced == 0;
    let mut end = end_of_quotation(inside, open, *close, is_nested);
    if is_nested && end.is_none() {
        *searched |= unbalanced;
        end = end_of_quotation(inside, open, *close, false);
    }
    let Some(end) = end else {
        *searched |= unclosed;
        return None;
    };
    Some((inside.get(..end)?, open.len_utf8() + end + close.len_utf8()))
}

/// The place of the quote that ends a quotation: of the first one, or with `is_nested` of the first one that ends no quotation inside.
fn end_of_quotation(inside: &str, open: char, close: char, is_nested: bool) -> Option<usize> {
    let (mut depth, mut before) = (1_u32, ' ');
    for (at, c) in inside.char_indices() {
        let next = inside.get(at + c.len_utf8()..).and_then(|after| after.chars().next());
        // Equal quotes open at the beginning of a word.
        let begins = || {
            (before.is_whitespace() || before == '(')
                && next.is_some_and(|next| !next.is_whitespace() && !",;:.!?)".contains(next))
        };
        // They are also apostrophes.
        let is_in_word = || matches!(close, '\'' | '’') && next.is_some_and(char::is_alphanumeric);
        if is_nested && c == open && (open != close || begins()) {
            depth += 1;
        } else if c == close && !is_in_word() {
            depth -= 1;
            if depth == 0 {
                return Some(at);
            }
        }
        before = c;
    }
    None
}

/// A line without its list mark, its checkbox and surrounding space.
pub(crate) fn without_mark(line: &str) -> &str {
    let line = line.trim();
    let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marked = match line.strip_prefix(['-', '*', '+', '•', '–', '—']) {
        None if number.len() < line.len() => number.strip_prefix(['.', ')']),
        bullet => bullet,
    };
    let rest = marked.filter(|rest| rest.starts_with(char::is_whitespace)).map_or(line, str::trim_start);
    let unchecked = ["[ ]", "[x]", "[X]"].iter().find_map(|mark| rest.strip_prefix(mark));
    unchecked.map_or(rest, str::trim_start)
}

/// The JSON pointer at the beginning of a text, the name behind it, and the rest: `/goals/2 (its name): words`.
pub(crate) fn pointer(words: &str) -> Option<(&str, Option<&str>, &str)> {
    let words = words.trim_start();
    let end = words.find(|c: char| c.is_whitespace() || c == ':').unwrap_or(words.len());
    let (pointer, rest) = words.split_at_checked(end).filter(|(pointer, _)| pointer.starts_with('/'))?;
    let named = rest.trim_start().strip_prefix('(').and_then(|named| named.split_once("):"));
    let rest = named.map_or(rest, |(_, rest)| rest).trim_start();
    let rest = rest.strip_prefix(':').unwrap_or(rest).trim_start();
    Some((pointer.trim_end_matches([',', ';']), named.map(|(name, _)| name), rest))
}

/// The instructions of a line, separated by `;` outside of quotes. A text after a colon may contain a `;`: it ends only before a
/// verb or a pointer.
pub(crate) fn instructions(line: &str) -> Vec<&str> {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let (mut start, mut searched, mut is_start, mut skip_to, mut has_text) = (0, 0, true, 0, false);
    let mut push = |start: usize, end: usize, has_text: &mut bool| {
        let part = line.get(start..end).unwrap_or_default();
        let first = part.split_whitespace().next().unwrap_or_default();
        let begins = first.starts_with('/') || grammar::verb(first.trim_end_matches(':')).is_some();
        match parts.last_mut() {
            Some((_, last)) if !begins && *has_text => *last = end,
            _ => {
                *has_text = part.contains(": ");
                parts.push((start, end));
            }
        }
    };
    for (at, c) in line.char_indices().chain([(line.len(), ';')]) {
        if at < skip_to {
            continue;
        }
        if c == ';' {
            push(start, at, &mut has_text);
            start = at + 1;
        } else if is_start
            && let Some((_, length)) = quoted(line.get(at..).unwrap_or_default(), &mut searched)
        {
            skip_to = at + length;
        }
        is_start = c.is_whitespace() || matches!(c, ';' | ',' | '(' | ':');
    }
    let parts = parts.iter().filter_map(|(start, end)| line.get(*start..*end));
    parts.map(str::trim).filter(|part| part.chars().any(char::is_alphanumeric)).collect()
}

/// A word, or a quoted text without its quotes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub(crate) text: &'t str,
    pub(crate) is_quoted: bool,
    /// Bytes in the source, with the quotes.
    start: usize,
    end: usize,
}

impl Token<'_> {
    fn is(&self, word: &str) -> bool {
        !self.is_quoted && self.text.eq_ignore_ascii_case(word)
    }
}

/// The words of an instruction, and the text after its colon.
pub(crate) fn tokens(source: &str) -> (Vec<Token<'_>>, Option<&str>) {
    let mut tokens = Vec::new();
    let (mut at, mut searched) = (0, 0);
    loop {
        let rest = source.get(at..).unwrap_or_default();
        let start = at + rest.len() - rest.trim_start().len();
        let rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        if let Some((text, length)) = quoted(rest, &mut searched) {
            at = start + length;
            tokens.push(Token { text, is_quoted: true, start, end: at });
            continue;
        }
        if first == ',' {
            at = start + 1;
            tokens.push(Token { text: ",", is_quoted: false, start, end: at });
            continue;
        }
        let length = rest.find(|c: char| c.is_whitespace() || c == ',').unwrap_or(rest.len());
        at = start + length;
        let word = rest.get(..length).unwrap_or_default();
        let bare = word.trim_end_matches(':');
        if !bare.is_empty() {
            tokens.push(Token { text: bare, is_quoted: false, start, end: start + bare.len() });
        }
        if bare.len() < word.len() {
            return (tokens, Some(source.get(at..).unwrap_or_default().trim()));
        }
    }
    // The full stop of a sentence is not part of a name.
    if let Some(last) = tokens.last_mut().filter(|last| !last.is_quoted) {
        last.text = last.text.trim_end_matches(['.', '!']);
        last.end = last.start + last.text.len();
    }
    tokens.retain(|token| token.is_quoted || !token.text.is_empty());
    (tokens, None)
}

/// Consecutive words of an instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Phrase<'a> {
    pub(crate) source: &'a str,
    pub(crate) tokens: &'a [Token<'a>],
}

impl<'a> Phrase<'a> {
    pub(crate) const fn is_empty(self) -> bool {
        self.tokens.is_empty()
    }

    /// The words as they were written. A single quoted text is returned without its quotes.
    pub(crate) fn raw(self) -> &'a str {
        match self.tokens {
            [] => "",
            [one] => one.text,
            [first, .., last] => self.source.get(first.start..last.end).unwrap_or_default(),
        }
    }

    /// The words without control characters.
    pub(crate) fn text(self) -> String {
        clean(self.raw())
    }

    fn of(self, tokens: &'a [Token<'a>]) -> Self {
        Self { tokens, ..self }
    }

    /// The phrase without an article at its beginning.
    pub(crate) fn bare(self) -> Self {
        match self.tokens {
            [first, rest @ ..]
                if !rest.is_empty() && grammar::ARTICLES.iter().any(|article| first.is(article)) =>
            {
                self.of(rest)
            }
            _ => self,
        }
    }

    /// The first word if it is not quoted, and the rest.
    pub(crate) fn first(self) -> Option<(&'a str, Self)> {
        let (first, rest) = self.tokens.split_first()?;
        (!first.is_quoted).then(|| (first.text, self.of(rest)))
    }

    /// The last word if it is not quoted, and what is before it.
    pub(crate) fn last(self) -> Option<(&'a str, Self)> {
        let (last, rest) = self.tokens.split_last()?;
        (!last.is_quoted).then(|| (last.text, self.of(rest)))
    }

    /// The parts before and after the first or last occurrence of a word that is not quoted.
    pub(crate) fn around(self, word: &str, is_last: bool) -> Option<(Self, Self)> {
        let is_it = |token: &Token<'_>| token.is(word);
        let at =
            if is_last { self.tokens.iter().rposition(is_it) } else { self.tokens.iter().position(is_it) }?;
        Some((self.of(self.tokens.get(..at)?), self.of(self.tokens.get(at + 1..)?)))
    }

    /// The items of a list with commas and `and`.
    pub(crate) fn list(self) -> Vec<Self> {
        let items = self.tokens.split(|token| token.is(",") || token.is("and"));
        items.map(|tokens| self.of(tokens)).filter(|item| !item.is_empty()).collect()
    }

    /// The phrase split into clauses at keywords.
    ///
    /// # Errors
    /// If a keyword occurs twice, or nothing follows it: the end of the clause would be a guess.
    pub(crate) fn clauses(self, keywords: &[&'static str]) -> Result<Clauses<'a>, String> {
        let mut clauses = Clauses { head: self, named: Vec::new() };
        let (mut start, mut current) = (0, None);
        for at in 0..=self.tokens.len() {
            let token = self.tokens.get(at);
            let keyword = token.and_then(|token| keywords.iter().find(|keyword| token.is(keyword)));
            if token.is_some() && keyword.is_none() {
                continue;
            }
            let part = self.of(self.tokens.get(start..at).unwrap_or_default());
            match current {
                None => clauses.head = part,
                Some(name) if part.is_empty() => return Err(format!("Nothing follows “{name}”.")),
                Some(name) if clauses.get(name).is_some() => {
                    return Err(format!("“{name}” occurs twice: put names that have it in quotes."));
                }
                Some(name) => clauses.named.push((name, part)),
            }
            current = keyword.copied();
            start = at + 1;
        }
        Ok(clauses)
    }
}

/// The clauses of an instruction by keyword.
pub(crate) struct Clauses<'a> {
    /// The words before the first keyword.
    pub(crate) head: Phrase<'a>,
    named: Vec<(&'static str, Phrase<'a>)>,
}

impl<'a> Clauses<'a> {
    pub(crate) fn get(&self, keyword: &str) -> Option<Phrase<'a>> {
        self.named.iter().find(|(name, _)| *name == keyword).map(|(_, phrase)| *phrase)
    }

    /// The words after a keyword; no words if it does not occur.
    pub(crate) fn get_or_none(&self, keyword: &str) -> Phrase<'a> {
        self.get(keyword).unwrap_or(Phrase { tokens: &[], ..self.head })
    }
}

/// A text without control characters, characters that change the direction or have no width, and repeated spaces.
pub(crate) fn clean(text: &str) -> String {
    // Most texts are clean already, and a design has thousands.
    let is_plain = text.bytes().all(|b| matches!(b, b' '..=b'~')) && !text.contains("  ");
    if is_plain {
        return text.trim().to_owned();
    }
    let seen = |c: &char| {
        !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            && (!c.is_control() || c.is_whitespace())
    };
    let seen: String = text.chars().filter(seen).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A text without quotes around the whole of it.
pub(crate) fn unquoted(text: &str) -> Cow<'_, str> {
    match quoted(text, &mut 0) {
        Some((inside, length)) if length == text.len() => inside.into(),
        _ => text.into(),
    }
}
