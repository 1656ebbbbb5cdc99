//! Parsed command line: verb, words and options.

use crate::terminal::shell_words;

/// The program name before a verb in the shell.
pub const PROGRAM: &str = "frieze";

/// Options with a value.
const VALUED: [&str; 5] = ["--brief", "--feedback", "--note", "--reason", "-n"];

/// A parsed command line.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line<'a> {
    pub verb: &'a str,
    /// The text after the verb, as typed.
    pub rest: &'a str,
    /// Its words, without options.
    pub words: Vec<String>,
    pub options: Vec<(String, String)>,
}

impl<'a> Line<'a> {
    /// Parses a line. The program's name may come first.
    pub fn of(typed: &'a str) -> Self {
        let (verb, rest) = first(typed.trim());
        let (verb, rest) = if verb == PROGRAM { first(rest) } else { (verb, rest) };
        let mut line = Self { verb, rest, ..Self::default() };
        let mut given = shell_words(rest).into_iter();
        while let Some(word) = given.next() {
            if word == "--" {
                line.words.extend(given.by_ref());
            } else if word.len() > 1 && word.starts_with('-') {
                let (name, value) = match word.split_once('=') {
                    Some((name, value)) => (name.to_owned(), value.to_owned()),
                    None if VALUED.contains(&word.as_str()) => (word, given.next().unwrap_or_default()),
                    None => (word, String::new()),
                };
                line.options.push((name, value));
            } else {
                line.words.push(word);
            }
        }
        line
    }

    /// The value of an option; empty if it has none.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }

    /// The first two words.
    pub fn two(&self) -> [Option<&str>; 2] {
        [self.words.first(), self.words.get(1)].map(|word| word.map(String::as_str))
    }
}

/// A hint for the shell, with its commands as they are typed here. It may be no more than one command.
pub fn hint_here(hint: &str) -> String {
    let hint = hint.replace("`frieze ", "`:");
    if hint.starts_with("frieze ") { typed_here(&hint) } else { hint }
}

/// A command of the shell, as it is typed here.
pub fn typed_here(command: &str) -> String {
    let line = command.strip_prefix(PROGRAM).and_then(|line| line.strip_prefix(' '));
    format!(":{}", line.unwrap_or(command))
}

/// The first word of a line, and the rest.
pub fn first(line: &str) -> (&str, &str) {
    line.split_once(char::is_whitespace).map_or((line, ""), |(first, rest)| (first, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_in_the_shell() {
        let line = Line::of(" frieze new shop --brief='my notes.md' --json ");
        assert_eq!((line.verb, line.words.as_slice()), ("new", &["shop".to_owned()][..]));
        assert_eq!((line.option("--brief"), line.option("--json")), (Some("my notes.md"), Some("")));
        let line = Line::of("run a \"b c\" -n 3 -- -x");
        assert_eq!(line.words, ["a", "b c", "-x"]);
        assert_eq!(line.option("-n"), Some("3"));
        assert_eq!(Line::of("abort  it's too big").rest, "it's too big");
        assert_eq!(Line::of("").verb, "");
    }

    #[test]
    fn a_hint_has_the_commands_of_the_screen() {
        assert_eq!(hint_here("`frieze run a`, then `frieze log a`"), "`:run a`, then `:log a`");
        assert_eq!(hint_here("frieze chain finish a --proceed"), ":chain finish a --proceed");
        assert_eq!(hint_here("frieze.yaml has it"), "frieze.yaml has it");
    }
}
