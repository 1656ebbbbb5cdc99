//! What a SQL file says about tables and keys: enough to check a schema that somebody wrote or edited.

use std::collections::BTreeMap;

use super::model::Table;

/// The tables of a file. Names are folded: letters and digits, in lower case.
#[derive(Default, Debug)]
pub(super) struct Tables {
    /// The name as written, by its folded form.
    written: BTreeMap<String, String>,
    /// For each folded table the tables that point to it, each with its number of keys.
    referring: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Tables {
    pub(super) fn of(text: &str) -> Self {
        let mut tables = Self::default();
        let mut rest = text;
        let mut tokens = Vec::new();
        while let Some((token, after)) = next(rest) {
            tokens.push(token);
            rest = after;
        }
        tokens.split(|token| *token == ";").for_each(|statement| tables.add(statement));
        tables
    }

    /// The name of the table of an entity, by its table's or its own name, also in the plural.
    pub(super) fn find(&self, table: &Table) -> Option<&str> {
        self.named([&table.sql, table.entity])
    }

    fn named(&self, names: [&str; 2]) -> Option<&str> {
        let folded = names.map(folded);
        let plural = folded.each_ref().map(|name| format!("{name}s"));
        folded.iter().chain(&plural).find_map(|name| self.written.get(name)).map(String::as_str)
    }

    /// Whether a key connects two tables: in one of them, or in a table that points to both.
    pub(super) fn are_connected(&self, one: &str, other: &str) -> bool {
        let (one, other, none) = (folded(one), folded(other), BTreeMap::new());
        let [to_one, to_other] = [&one, &other].map(|table| self.referring.get(table).unwrap_or(&none));
        let (few, many) =
            if to_one.len() <= to_other.len() { (to_one, to_other) } else { (to_other, to_one) };
        // Two keys to the same table connect it with itself.
        let most = usize::from(one == other);
        let points_to_both = |table: &String| many.get(table).is_some_and(|keys| *keys > most);
        to_one.contains_key(&other) || to_other.contains_key(&one) || few.keys().any(points_to_both)
    }

    fn add(&mut self, statement: &[&str]) {
        let is =
            |at: usize, word: &str| statement.get(at).is_some_and(|token| token.eq_ignore_ascii_case(word));
        let creates = is(0, "create");
        let mut at = if creates && (is(1, "temp") || is(1, "temporary")) { 2 } else { 1 };
        if !(creates || is(0, "alter")) || !is(at, "table") {
            return;
        }
        at += if is(at + 1, "if") { 4 } else { 1 };
        // A name may follow the name of its database.
        at += if is(at + 1, ".") { 2 } else { 0 };
        let Some(name) = statement.get(at).and_then(|token| name(token)) else { return };
        let table = folded(name);
        if creates {
            self.written.entry(table.clone()).or_insert_with(|| name.to_owned());
        }
        for at in (0..statement.len()).filter(|at| is(*at, "references")) {
            if let Some(target) = statement.get(at + 1).and_then(|token| self::name(token)) {
                let keys = self.referring.entry(folded(target)).or_default();
                *keys.entry(table.clone()).or_default() += 1;
            }
        }
    }
}

/// Letters and digits in lower case.
fn folded(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The name that a token is, without its quotes.
fn name(token: &str) -> Option<&str> {
    if token.starts_with(['"', '`', '[']) {
        return token.get(1..token.len() - 1);
    }
    token.starts_with(is_word).then_some(token)
}

/// The next token that is no comment, white space or text, and what follows it: a word, a name with its quotes, or one
/// character.
fn next(mut text: &str) -> Option<(&str, &str)> {
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
    let end = match first {
        '"' | '`' => 2 + text.get(1..)?.find(first)?,
        '[' => 1 + text.find(']')?,
        _ if is_word(first) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
        _ => first.len_utf8(),
    };
    Some(text.split_at(end))
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
        assert_eq!(tables.named(["order", "Order"]), Some("Orders"));
        assert_eq!(tables.named(["no", "No"]), None);
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
