//! Names for code from the names of a design: valid, readable, and unique where they have to be.

use std::collections::{BTreeMap, BTreeSet};

use heck::{ToLowerCamelCase, ToSnakeCase, ToUpperCamelCase};

/// The most characters of a name.
const LONGEST: usize = 60;

/// Names of one scope. Two names that differ in letter case alone are the same to SQL.
#[derive(Default)]
pub(super) struct Scope {
    taken: BTreeSet<String>,
    /// The next number to try for a name.
    next: BTreeMap<String, u32>,
}

impl Scope {
    /// This name, or the first of `name_2`, `name_3`, … that is free.
    pub(super) fn unique(&mut self, name: String) -> String {
        let folded = name.to_lowercase();
        if self.taken.insert(folded.clone()) {
            return name;
        }
        let next = self.next.entry(folded).or_insert(2);
        loop {
            let numbered = format!("{name}_{next}");
            *next += 1;
            if self.taken.insert(numbered.to_lowercase()) {
                return numbered;
            }
        }
    }
}

/// The characters of a name that may be part of a name in SQL and TypeScript, and spaces for the others.
fn legal(name: &str) -> String {
    name.chars().take(LONGEST).map(|c| if is_in_name(c) { c } else { ' ' }).collect()
}

/// Old tables of TypeScript end at the basic plane and have no dots, which are separators in the languages that use
/// them.
pub(super) fn is_in_name(c: char) -> bool {
    let is_dot = matches!(c, '\u{B7}' | '\u{387}' | '\u{30FB}' | '\u{FF65}');
    c <= '\u{FFFF}' && unicode_ident::is_xid_continue(c) && !is_dot
}

/// `phone_number`, for SQL, where every name is quoted.
pub(super) fn snake(name: &str, fallback: &str) -> String {
    let name = legal(name).to_snake_case();
    match name.as_str() {
        "" => fallback.to_owned(),
        // SQLite keeps these names for itself.
        _ if name.starts_with("sqlite_") => format!("t_{name}"),
        _ => name,
    }
}

/// `PhoneNumber`, for TypeScript.
pub(super) fn pascal(name: &str, fallback: &str) -> String {
    valid(&legal(name).to_upper_camel_case(), fallback)
}

/// `phoneNumber`, for TypeScript and JSON.
pub(super) fn camel(name: &str, fallback: &str) -> String {
    valid(&legal(name).to_lower_camel_case(), fallback)
}

/// A name that begins as a name may. A change of letter case may bring other characters.
fn valid(name: &str, fallback: &str) -> String {
    let name: String = name.chars().filter(|c| is_in_name(*c)).collect();
    match name.chars().next() {
        None => fallback.to_owned(),
        Some(first) if unicode_ident::is_xid_start(first) => name,
        Some(_) => format!("_{name}"),
    }
}

/// ASCII letters, digits and `. _ -`: an id as a tag, a path or a key of OpenAPI.
pub(super) fn slug(text: &str, fallback: &str) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let slug: String = text.chars().take(128).map(|c| if is_part(c) { c } else { '-' }).collect();
    let slug = slug.trim_matches('-');
    if slug.is_empty() { fallback.to_owned() } else { slug.to_owned() }
}

/// A text in one line without control characters; never empty.
pub(super) fn line(text: &str, fallback: &str) -> String {
    let parts = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|part| !part.is_empty());
    let line = parts.collect::<Vec<_>>().join(" ");
    if line.is_empty() { fallback.to_owned() } else { line }
}

/// A text in double quotes. Characters that YAML does not print are escaped.
pub(super) fn quoted(of: &str, fallback: &str) -> String {
    let json = frieze_data::json::line(&line(of, fallback));
    let is_escaped = |c: char| matches!(c, '\u{7F}'..='\u{9F}' | '\u{FEFF}' | '\u{FFFE}' | '\u{FFFF}');
    let escaped =
        json.chars().map(|c| if is_escaped(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() });
    escaped.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_valid_and_readable() {
        let check = |name: &str, expected: [&str; 3]| {
            assert_eq!([snake(name, "x"), pascal(name, "X"), camel(name, "x")], expected, "{name:?}");
        };
        check("phone number", ["phone_number", "PhoneNumber", "phoneNumber"]);
        check("Drop-off", ["drop_off", "DropOff", "dropOff"]);
        check("customerID", ["customer_id", "CustomerId", "customerId"]);
        check("URL", ["url", "Url", "url"]);
        check("3D model", ["3d_model", "_3dModel", "_3dModel"]);
        check("order; DROP TABLE \"x\"--", ["order_drop_table_x", "OrderDropTableX", "orderDropTableX"]);
        check("Größe", ["größe", "Größe", "größe"]);
        check("カメラ・レンズ", ["カメラ_レンズ", "カメラレンズ", "カメラレンズ"]);
        check("顧客", ["顧客", "顧客", "顧客"]);
        check("sqlite_master", ["t_sqlite_master", "SqliteMaster", "sqliteMaster"]);
        check("🚲", ["x", "X", "x"]);
        check("", ["x", "X", "x"]);
        check("²", ["x", "X", "x"]);
        assert_eq!(snake(&"é ".repeat(5_000), "x").chars().count(), 59);
    }

    #[test]
    fn a_scope_gives_each_name_once_and_quickly() {
        let mut scope = Scope::default();
        let names = ["a", "A", "a_2", "a", "b"].map(|name| scope.unique(name.to_owned()));
        assert_eq!(names, ["a", "A_2", "a_2_2", "a_3", "b"]);
        for _ in 0..20_000 {
            scope.unique("same".to_owned());
        }
        assert_eq!(scope.unique("same".to_owned()), "same_20001");
    }
}
