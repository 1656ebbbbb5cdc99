//! What a SQL file says about tables and keys: enough to check a schema that somebody wrote or edited.

use std::collections::{BTreeMap, BTreeSet};

use super::names::is_in_name;

/// What encloses a comment, a text or a name, and whether it is a name.
const ENCLOSED: [(&str, &str, bool); 6] = [
    ("--", "\n", false),
    ("/*", "*/", false),
    ("'", "'", false),
    ("\"", "\"", true),
    ("`", "`", true),
    ("[", "]", true),
];

/// The tables of a file, by their names in lower case.
#[derive(Default, Debug)]
pub(super) struct Tables {
    names: BTreeSet<String>,
    /// For each table the tables that point to it, each with its number of keys.
    referring: BTreeMap<String, BTreeMap<String, usize>>,
}

impl Tables {
    pub(super) fn of(text: &str) -> Self {
        let mut tables = Self::default();
        words(text).split(|word| word == ";").for_each(|statement| tables.add(statement));
        tables
    }

    pub(super) fn has(&self, table: &str) -> bool {
        self.names.contains(table)
    }

    /// Whether a key connects two tables: in one of them, or in a table that points to both.
    pub(super) fn are_connected(&self, one: &str, other: &str) -> bool {
        let none = BTreeMap::new();
        let [to_one, to_other] = [one, other].map(|table| self.referring.get(table).unwrap_or(&none));
        let (few, many) =
            if to_one.len() <= to_other.len() { (to_one, to_other) } else { (to_other, to_one) };
        // Two keys to the same table connect it with itself.
        let most = usize::from(one == other);
        let points_to_both = |table: &String| many.get(table).is_some_and(|keys| *keys > most);
        let has_key =
            to_one.contains_key(other) || to_other.contains_key(one) || few.keys().any(points_to_both);
        has_key && self.has(one) && self.has(other)
    }

    fn add(&mut self, statement: &[String]) {
        let Some(first @ ("create" | "alter")) = statement.first().map(String::as_str) else { return };
        let mut after: Vec<&str> = statement
            .iter()
            .map(String::as_str)
            .skip_while(|word| *word != "table")
            .skip(1)
            .take(4)
            .collect();
        if after.starts_with(&["if", "not", "exists"]) {
            after.drain(..3);
        }
        let Some(table) = after.first().copied() else { return };
        if first == "create" {
            self.names.insert(table.to_owned());
        }
        for pair in statement.windows(2).filter(|pair| pair[0] == "references") {
            let keys = self.referring.entry(pair[1].clone()).or_default();
            *keys.entry(table.to_owned()).or_default() += 1;
        }
    }
}

/// The words, names and signs of a file in lower case, without comments, texts, and the database in `main.orders`.
fn words(mut rest: &str) -> Vec<String> {
    let mut words = Vec::new();
    while let Some(first) = rest.chars().next() {
        let enclosed = ENCLOSED.iter().find_map(|(open, close, is_name)| {
            let inner = rest.strip_prefix(open)?;
            let (inner, after) = inner.split_once(close).unwrap_or((inner, ""));
            Some((if *is_name { inner } else { "" }, after))
        });
        let (word, after) = enclosed.unwrap_or_else(|| {
            let word = rest.len() - rest.trim_start_matches(is_in_name).len();
            rest.split_at(word.max(first.len_utf8()))
        });
        match word.trim() {
            "" => {}
            "." => drop(words.pop()),
            word => words.push(word.to_lowercase()),
        }
        rest = after;
    }
    words
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
        assert_eq!(tables.names.iter().collect::<Vec<_>>(), ["order line", "orders", "t_o", "tag"]);
        assert!(tables.has("orders") && !tables.has("order") && !tables.has("no"));
        for (one, other, expected) in [
            ("orders", "order line", true),
            ("order line", "orders", true),
            ("order_line", "orders", false),
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
