//! Splitting of a command line into words.

/// The words of a command line, with a shell's quotes and backslashes but nothing else of a shell.
pub fn shell_words(line: &str) -> Vec<String> {
    let (mut shell_words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match (c, quote) {
            (c, Some(q)) if c == q => quote = None,
            ('\\', None | Some('"')) => word.get_or_insert_default().extend(chars.next()),
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => shell_words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    shell_words.extend(word);
    shell_words
}

#[cfg(test)]
mod tests {
    use super::shell_words;
    use frieze_data::text::shell_word;

    #[test]
    fn a_word_is_quoted_where_a_shell_would_change_it() {
        assert_eq!(shell_word("/shop/a-1.b"), "/shop/a-1.b");
        for text in ["/my shop", "it's", "$HOME; rm *", "a\\b", "~/a", ""] {
            let word = shell_word(text);
            assert!(word.starts_with('\''), "{word}");
            assert_eq!(shell_words(&word), [text], "{word}");
        }
    }

    #[test]
    fn a_line_is_split_like_in_a_shell() {
        let check = |line: &str, expected: &[&str]| assert_eq!(shell_words(line), expected, "{line}");
        check("vi", &["vi"]);
        check("  code --wait ", &["code", "--wait"]);
        check("'/opt/my editor/ed' -w", &["/opt/my editor/ed", "-w"]);
        check(r#""a \"b\"" c\ d ''"#, &[r#"a "b""#, "c d", ""]);
        check("", &[]);
        check("'unclosed x", &["unclosed x"]);
    }
}
