//! Line that names a new feature: the path of its requirement document, typed, pasted or dropped, and an id.

use crate::terminal::shell_words;
use frieze_data::id::FeatureId;

/// A path, and the id after it if there is one.
type PathAndId = (String, Option<String>);

/// Splits a line into a path and an optional id. Terminals quote a dropped path that has spaces; a completed path has them
/// unquoted.
pub fn split(line: &str) -> PathAndId {
    let line = line.trim();
    if is_quoted(line)
        && let [path, rest @ ..] = shell_words(line).as_slice()
        && rest.len() < 2
    {
        return (path.clone(), rest.first().cloned());
    }
    match line.rsplit_once(' ').map(|(path, id)| (path.trim(), id)) {
        Some((path, id))
            if !path.is_empty() && (id.parse::<FeatureId>().is_ok() || is_after_a_file(path, id)) =>
        {
            (path.to_owned(), Some(id.to_owned()))
        }
        _ => (line.to_owned(), None),
    }
}

/// Whether a word is meant as an id, although it is none: it comes after the extension of a file, and has none itself.
fn is_after_a_file(path: &str, word: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_file = !extension.is_empty() && extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_file && !word.contains(['.', '/'])
}

/// Whether a line has shell quotes. A single apostrophe in a name is none.
fn is_quoted(line: &str) -> bool {
    let is_whole = |quote: char| line.starts_with(quote) && line.matches(quote).count().is_multiple_of(2);
    is_whole('"') || is_whole('\'') || line.contains('\\')
}

/// The id of the new feature, or why there is none.
pub fn new_id(path: &str, id: Option<&str>) -> Result<FeatureId, String> {
    match id {
        Some(id) => id.parse::<FeatureId>().map_err(|e| e.to_string()),
        None => id_of(path),
    }
}

/// The help for a line that is being typed.
pub fn line_help(line: &str) -> String {
    let keys = "Tab: complete · Esc: cancel";
    if line.trim().is_empty() {
        return format!("A path, and an id if it is not the file's name · {keys}");
    }
    let (path, id) = split(line);
    match new_id(&path, id.as_deref()) {
        Ok(id) => format!("Enter: create {id} (type another id after the path) · {keys}"),
        Err(why) => format!("{why}. Type an id after the path · {keys}"),
    }
}

/// The id from a file's name.
fn id_of(path: &str) -> Result<FeatureId, String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_lowercase();
    let words = stem.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    id.parse().map_err(|e: frieze_data::id::NotAnId| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_may_be_plain_quoted_or_escaped() {
        let check = |line: &str, path: &str, id: Option<&str>| {
            assert_eq!(split(line), (path.to_owned(), id.map(str::to_owned)), "{line}");
        };
        check("a/shop.md", "a/shop.md", None);
        check("a/shop.md basket", "a/shop.md", Some("basket"));
        check("/tmp/My brief (v2).md", "/tmp/My brief (v2).md", None);
        check("'/tmp/My brief (v2).md' ", "/tmp/My brief (v2).md", None);
        check("\"/tmp/My brief.md\" basket", "/tmp/My brief.md", Some("basket"));
        check("/tmp/My\\ brief\\ \\(v2\\).md", "/tmp/My brief (v2).md", None);
        check("a/shop.prd.txt Bad_ID", "a/shop.prd.txt", Some("Bad_ID"));
        check("a/v1.2 final.md", "a/v1.2 final.md", None);
        check("it's here.md", "it's here.md", None);
        check("the 'old' shop.md", "the 'old' shop.md", None);
    }

    #[test]
    fn the_help_names_the_new_feature_while_the_line_is_typed() {
        assert!(line_help("").contains("and an id"), "{}", line_help(""));
        let check = |line: &str, part: &str| assert!(line_help(line).contains(part), "{}", line_help(line));
        check("'/tmp/My brief (v2).md'", "Enter: create my-brief-v2");
        check("a/shop.md basket", "Enter: create basket");
        check("a/日本.md", "Type an id after the path");
    }
}
