//! What a SQL file says about tables and keys: enough to check a schema that somebody wrote or edited.

use std::collections::BTreeMap;

/// The tables of a file. Names are folded: letters and digits, in lower case.
#[derive(Default, Debug)]
pub(super) struct Tables {
    /// The name as written, by its folded form.
    pub(super) written: BTreeMap<String, String>,
    /// Folded targets of each table, with how many keys point there.
    references: BTreeMap<String, BTreeMap<String, usize>>,
    /// Folded tables that point to a table.
    referring: BTreeMap<String, Vec<String>>,
}

impl Tables {
    pub(super) fn of(text: &str) -> Self {
        let mut tables = Self::default();
        let mut statement: Vec<Token> = Vec::new();
        let mut rest = text;
        while let Some((token, after)) = next(rest) {
            rest = after;
            match token {
                Token::Mark(';') => tables.add(&std::mem::take(&mut statement)),
                Token::Mark(_) | Token::Word(_) | Token::Name(_) => statement.push(token),
            }
        }
        tables.add(&statement);
        for (table, targets) in &tables.references {
            for target in targets.keys() {
                tables.referring.entry(target.clone()).or_default().push(table.clone());
            }
        }
        tables
    }

    /// The name of the table of an entity, by its table's or its own name, also in the plural.
    pub(super) fn find(&self, names: [&str; 2]) -> Option<&str> {
        let folded = names.map(folded);
        let plural = folded.each_ref().map(|name| format!("{name}s"));
        folded.iter().chain(&plural).find_map(|name| self.written.get(name)).map(String::as_str)
    }

    /// Whether a key connects two tables: in one of them, or in a table that points to both.
    pub(super) fn are_connected(&self, one: &str, other: &str) -> bool {
        let (one, other) = (folded(one), folded(other));
        let count =
            |from: &str, to: &str| self.references.get(from).and_then(|of| of.get(to)).copied().unwrap_or(0);
        if count(&one, &other) > 0 || count(&other, &one) > 0 {
            return true;
        }
        let referring = |to: &str| self.referring.get(to).map(Vec::as_slice).unwrap_or_default();
        let (few, to) =
            if referring(&one).len() <= referring(&other).len() { (&one, &other) } else { (&other, &one) };
        referring(few).iter().any(|table| count(table, to) > usize::from(one == other))
    }

    fn add(&mut self, statement: &[Token]) {
        let is = |token: Option<&Token>, word: &str| matches!(token, Some(Token::Word(found)) if found.eq_ignore_ascii_case(word));
        let mut at = 1;
        let creates = is(statement.first(), "create");
        if creates && (is(statement.get(at), "temp") || is(statement.get(at), "temporary")) {
            at += 1;
        }
        if !(creates || is(statement.first(), "alter")) || !is(statement.get(at), "table") {
            return;
        }
        at += if is(statement.get(at + 1), "if") { 4 } else { 1 };
        // A name may follow the name of its database.
        at += if statement.get(at + 1) == Some(&Token::Mark('.')) { 2 } else { 0 };
        let Some(name) = statement.get(at).and_then(Token::name) else { return };
        let table = folded(name);
        if creates {
            self.written.entry(table.clone()).or_insert_with(|| name.to_owned());
        }
        let pairs = statement.windows(2).filter(|pair| is(pair.first(), "references"));
        for target in pairs.filter_map(|pair| pair.get(1)?.name()) {
            *self.references.entry(table.clone()).or_default().entry(folded(target)).or_default() += 1;
        }
    }
}

/// Letters and digits in lower case.
pub(super) fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[derive(PartialEq, Eq, Debug)]
enum Token<'t> {
    Word(&'t str),
    /// A name in quotes.
    Name(&'t str),
    Mark(char),
}

impl<'t> Token<'t> {
    fn name(&self) -> Option<&'t str> {
        match self {
            Self::Word(name) | Self::Name(name) => Some(name),
            Self::Mark(_) => None,
        }
    }
}

/// The next token that is no comment, white space or text, and what follows it.
fn next(mut text: &str) -> Option<(Token<'_>, &str)> {
    loop {
        text = text.trim_start();
        if let Some(comment) = text.strip_prefix("--") {
            text = comment.split_once('\n')?.1;
        } else if let Some(comment) = text.strip_prefix("/*") {
            text = comment.split_once("*/")?.1;
        } else if let Some(literal) = text.strip_prefix('\'') {
            text = literal.split_once('\'')?.1;
        } else {
            break;
        }
    }
    let first = text.chars().next()?;
    let after = &text[first.len_utf8()..];
    let close = match first {
        '"' | '`' => Some(first),
        '[' => Some(']'),
        _ => None,
    };
    if let Some(close) = close {
        let (name, rest) = after.split_once(close)?;
        return Some((Token::Name(name), rest));
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if !is_word(first) {
        return Some((Token::Mark(first), after));
    }
    let (word, rest) = text.split_at(text.find(|c| !is_word(c)).unwrap_or(text.len()));
    Some((Token::Word(word), rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn tables_and_keys_are_found_however_they_are_written() {
        let text = "-- CREATE TABLE no (a);\n/* create table no2 (a); */ create table if not exists Orders (id int);\n\
            CREATE TABLE \"order line\" (\"id\" INTEGER, o INTEGER REFERENCES Orders(id),\n\
            note TEXT DEFAULT ';REFERENCES x');\n\
            CREATE TEMP TABLE main.[tag] (x);\n\
            CREATE TABLE t_o (t REFERENCES tag, o REFERENCES orders, PRIMARY KEY (t, o));\n\
            ALTER TABLE tag ADD COLUMN parent INTEGER REFERENCES tag(x); CREATE INDEX i ON tag(x)";
        let tables = Tables::of(text);
        let written: Vec<&str> = tables.written.values().map(String::as_str).collect();
        assert_eq!(written, ["order line", "Orders", "tag", "t_o"]);
        assert_eq!(tables.find(["order", "Order"]), Some("Orders"));
        assert_eq!(tables.find(["no", "No"]), None);
        for (one, other, expected) in [
            ("Orders", "order line", true),
            ("order_line", "ORDERS", true),
            ("tag", "orders", true),
            ("tag", "order line", false),
            ("tag", "tag", true),
            ("orders", "orders", false),
        ] {
            assert_eq!(tables.are_connected(one, other), expected, "{one} {other}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_scanned(text in "([a-zé\"'`\\[\\]();.*/ \n-]|CREATE TABLE |REFERENCES ){0,60}") {
            let tables = Tables::of(&text);
            let _ = tables.are_connected("a", "b");
        }
    }
}
