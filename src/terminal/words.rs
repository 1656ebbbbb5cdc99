//! A line as its words.

/// A command line as its words: quotes and backslashes as in a shell, and nothing else of a shell.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
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
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn a_line_is_split_as_a_shell_would() {
        let check = |line: &str, expected: &[&str]| assert_eq!(words(line), expected, "{line}");
        check("vi", &["vi"]);
        check("  code --wait ", &["code", "--wait"]);
        check("'/opt/my editor/ed' -w", &["/opt/my editor/ed", "-w"]);
        check(r#""a \"b\"" c\ d ''"#, &[r#"a "b""#, "c d", ""]);
        check("", &[]);
        check("'unclosed x", &["unclosed x"]);
    }
}
