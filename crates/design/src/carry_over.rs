//! A critic's findings carried over to a design that a person edited afterwards. The critic has not judged the edit, so a
//! finding still counts only if its element is unchanged.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use frieze_data::digest::Digest;
use frieze_rubric::CriticFinding;
use frieze_rubric::finding::Finding;

/// The origin of carried-over findings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CarryOver {
    pub critic: String,
    /// Canonical SHA-256 of the design that the critic judged.
    pub from_sha256: Digest,
    /// How many findings it had on that design.
    pub of: usize,
}

/// The critic's findings that still count for an edited design, with pointers into that design. A finding on one element
/// or text is dropped when that was edited. One on a whole list or the whole design stays: no single edit answers it.
pub fn findings(findings: &[Finding], before: &Value, after: &Value) -> Vec<CriticFinding> {
    let by_critic = findings.iter().filter(|finding| finding.critic.is_some());
    let still_valid = by_critic.filter_map(|finding| {
        let (pointer, was, is) = locate(&finding.pointer, before, after)?;
        let is_whole = was.is_array() || !is_element(&finding.pointer);
        (is_whole || was == is).then(|| CriticFinding { pointer, ..finding.into() })
    });
    still_valid.collect()
}

/// Whether a pointer leads to an element or a text that one edit can answer.
fn is_element(pointer: &str) -> bool {
    !matches!(pointer, "" | "/dataModel")
}

/// The place of a pointer's value in the other document, with the value in both. List entries are matched by id, by name,
/// or as a whole.
fn locate<'a>(pointer: &str, before: &'a Value, after: &'a Value) -> Option<(String, &'a Value, &'a Value)> {
    let (mut was, mut is, mut path) = (before, after, String::new());
    for segment in pointer.split('/').skip(1) {
        let key = if let (Value::Array(old), Value::Array(new)) = (was, is) {
            let at: usize = segment.parse().ok()?;
            let entry = old.get(at)?;
            let there = entry_at(entry, at, new)?;
            (was, is) = (entry, new.get(there)?);
            there.to_string()
        } else {
            let name = segment.replace("~1", "/").replace("~0", "~");
            (was, is) = (was.get(&name)?, is.get(&name)?);
            segment.to_owned()
        };
        path.push('/');
        path.push_str(&key);
    }
    Some((path, was, is))
}

fn entry_at(entry: &Value, at: usize, list: &[Value]) -> Option<usize> {
    if list.get(at) == Some(entry) {
        return Some(at);
    }
    let identity = ["id", "name"].iter().find_map(|key| Some((*key, entry.get(key)?)));
    let same = |other: &Value| match identity {
        Some((key, value)) => other.get(key) == Some(value),
        None => other == entry,
    };
    list.iter().position(same)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_element_is_located_by_its_identity() {
        let before = json!({
            "title": "Shop", "goals": ["Be quick", "Be clear"],
            "components": [{ "id": "a", "name": "A" }, { "id": "b", "name": "B", "states": ["empty"] }],
        });
        let mut after = before.clone();
        after["components"] =
            json!([{ "id": "b", "name": "B", "states": ["empty"] }, { "id": "a", "name": "Ax" }]);
        after["goals"] = json!(["Be clear"]);
        for (pointer, expected) in [
            ("", Some(("", false))),
            ("/title", Some(("/title", true))),
            ("/goals/0", None),
            ("/goals/1", Some(("/goals/0", true))),
            ("/components", Some(("/components", false))),
            ("/components/0", Some(("/components/1", false))),
            ("/components/0/id", Some(("/components/1/id", true))),
            ("/components/1/states/0", Some(("/components/0/states/0", true))),
            ("/components/7", None),
            ("/nothing", None),
        ] {
            let found = locate(pointer, &before, &after);
            let found = found.as_ref().map(|(path, was, is)| (path.as_str(), was == is));
            assert_eq!(found, expected, "{pointer}");
        }
    }
}
