//! The workspace's sources as tokens: code, string literals, and what is for tests alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use proc_macro2::{TokenStream, TokenTree};

/// A source file. Code and texts exclude everything for tests alone.
pub(crate) struct Source {
    /// Below the root of the workspace.
    pub path: String,
    pub text: String,
    /// The code of each line in its columns, without comments and string contents.
    pub code: BTreeMap<usize, String>,
    /// Each string literal with its line and the code before it.
    pub texts: Vec<(usize, String, String)>,
    /// The modules below this one that are for tests alone.
    tests: Vec<String>,
}

/// Every source of the program and its crates.
pub(crate) static SOURCES: LazyLock<Vec<Source>> = LazyLock::new(|| {
    let mut all = Vec::new();
    walk(Path::new("src"), &mut all);
    for package in std::fs::read_dir("crates").unwrap() {
        walk(&package.unwrap().path().join("src"), &mut all);
    }
    assert!(all.len() > 400, "the sources were not found");
    all.sort_by(|a, b| a.path.cmp(&b.path));
    let tests: Vec<String> = all.iter().flat_map(|source| source.tests.clone()).collect();
    for source in &mut all {
        let is_of = |module: &String| {
            source.path.strip_prefix(module.as_str()).is_some_and(|rest| rest.starts_with(['.', '/']))
        };
        if source.path.starts_with("crates/testkit/") || tests.iter().any(is_of) {
            source.code.clear();
            source.texts.clear();
        }
    }
    all
});

fn walk(folder: &Path, all: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            walk(&path, all);
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            all.push(Source::new(path.to_str().unwrap(), &std::fs::read_to_string(&path).unwrap()));
        }
    }
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        let (path, text) = (path.to_owned(), text.to_owned());
        let mut source = Self { path, text, code: BTreeMap::new(), texts: Vec::new(), tests: Vec::new() };
        let tokens = source.text.parse().unwrap_or_else(|e| panic!("{}: {e}", source.path));
        source.read(tokens);
        source
    }

    fn read(&mut self, tokens: TokenStream) {
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == '#' => {
                    let attribute = tokens.peek().map(ToString::to_string).unwrap_or_default();
                    if attribute.starts_with("[doc") {
                        tokens.next();
                    } else if attribute.replace(' ', "") == "[cfg(test)]" {
                        self.pass_over(&mut tokens);
                    }
                }
                TokenTree::Group(group) => {
                    let [open, close] = match group.delimiter() {
                        proc_macro2::Delimiter::Parenthesis => ["(", ")"],
                        proc_macro2::Delimiter::Brace => ["{", "}"],
                        proc_macro2::Delimiter::Bracket => ["[", "]"],
                        proc_macro2::Delimiter::None => ["", ""],
                    };
                    self.put(group.span_open(), open);
                    self.read(group.stream());
                    self.put(group.span_close(), close);
                }
                TokenTree::Literal(literal) => {
                    let written = literal.to_string();
                    let Some((_, text)) = written.split_once('"') else {
                        self.put(literal.span(), &written);
                        continue;
                    };
                    let text = text.rsplit_once('"').map_or(text, |(text, _)| text).to_owned();
                    let line = literal.span().start().line;
                    let before = self.code.get(&line).cloned().unwrap_or_default();
                    self.texts.push((line, before, text));
                    self.put(literal.span(), "\"\"");
                }
                TokenTree::Ident(_) | TokenTree::Punct(_) => self.put(token.span(), &token.to_string()),
            }
        }
    }

    /// Skips an item for tests: up to a semicolon or the end of a block.
    fn pass_over(&mut self, tokens: &mut impl Iterator<Item = TokenTree>) {
        let mut words = Vec::new();
        for token in tokens {
            let word = token.to_string();
            let is_block = word.starts_with('{');
            words.push(word);
            if is_block || words.last().is_some_and(|word| word == ";") {
                break;
            }
        }
        if let [.., keyword, module, end] = words.as_slice()
            && (keyword.as_str(), end.as_str()) == ("mod", ";")
        {
            let file = self.path.trim_end_matches(".rs");
            let folder =
                ["/mod", "/lib", "/main"].iter().find_map(|end| file.strip_suffix(end)).unwrap_or(file);
            self.tests.push(format!("{folder}/{module}"));
        }
    }

    fn put(&mut self, at: proc_macro2::Span, token: &str) {
        let line = self.code.entry(at.start().line).or_default();
        while line.chars().count() < at.start().column {
            line.push(' ');
        }
        line.push_str(token);
    }

    /// The lines of code that match, as `path:line: code`.
    pub(crate) fn lines_with(&self, is_found: impl Fn(&str) -> bool) -> Vec<String> {
        let found = self.code.iter().filter(|(_, line)| is_found(line));
        found.map(|(number, line)| format!("{}:{number}: {}", self.path, line.trim())).collect()
    }
}

/// The words of a line.
pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).collect()
}

/// Tests the scan itself.
#[test]
fn comments_and_texts_are_not_code() {
    let code = |text: &str| Source::new("x.rs", text).code.into_values().collect::<Vec<_>>();
    for (line, is) in [
        ("let x = 1; // tokio", "let x = 1;"),
        (r#"let x = "tokio // \" y"; z"#, "let x = \"\"             ; z"),
        (r##"let x = r#"tokio"#; z"##, "let x = \"\"        ; z"),
        ("#[cfg(test)] mod tests { tokio } z", "                                 z"),
    ] {
        assert_eq!(code(line), [is], "{line}");
    }
    assert_eq!(code("/// tokio\nz"), ["z"]);
    assert_eq!(code("x(\"more\nstill\" y)"), ["x(\"\"", "       y)"]);
    let source = Source::new("a/mod.rs", "a\n#[cfg(test)]\nmod tests;\nb");
    assert_eq!(source.code.into_values().collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(source.tests, ["a/tests"]);
}
