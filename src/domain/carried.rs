//! What a critic said of a design, carried over to the same design as a person edited it. The critic has not judged the
//! edit, so its word is neither forgotten nor stretched: a finding counts on where what it concerns is still there as it was.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::critique::CritiqueFile;
use super::digest::Digest;
use super::rubric::CriticFinding;

/// Whose findings were carried over, and from which design.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Carried {
    pub critic: String,
    /// Canonical SHA-256 of the design that the critic judged.
    pub from_sha256: Digest,
    /// How many of its findings were on that design.
    pub of: usize,
}

/// The findings of a critique's critic that count on for an edited design, at the places where what they concern is now.
/// A finding on one element or text ends when that was edited; one on a whole list or on the design stays, since no
/// single edit answers it.
pub fn findings(kept: &CritiqueFile, before: &Value, after: &Value) -> Vec<CriticFinding> {
    let by_critic = kept.findings.iter().filter(|finding| finding.critic.is_some());
    let counting = by_critic.filter_map(|finding| {
        let (pointer, was, is) = followed(&finding.pointer, before, after)?;
        let is_whole = was.is_array() || !is_element(&finding.pointer);
        (is_whole || was == is).then(|| CriticFinding {
            check: finding.check.clone(),
            pointer,
            severity: finding.severity,
            message: finding.message.clone(),
            suggestion: finding.suggestion.clone(),
        })
    });
    counting.collect()
}

/// Whether a pointer leads to something in a list, or to a text of the design's own, and so to what one edit can answer.
fn is_element(pointer: &str) -> bool {
    !matches!(pointer, "" | "/dataModel")
}

/// Where what stands at a pointer stands in another document, with both. An entry of a list is known by its id, its name,
/// or as a whole.
fn followed<'a>(
    pointer: &str,
    before: &'a Value,
    after: &'a Value,
) -> Option<(String, &'a Value, &'a Value)> {
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
    fn what_a_finding_concerns_is_followed_by_its_identity() {
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
            let found = followed(pointer, &before, &after);
            let found = found.as_ref().map(|(path, was, is)| (path.as_str(), was == is));
            assert_eq!(found, expected, "{pointer}");
        }
    }
}
