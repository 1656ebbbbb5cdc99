//! The closed list of attribute types.

use crate::text::lists;

/// The types an attribute may have. `enum`, `list` and `reference` may have parameters: `enum(open, paid)`,
/// `list(text)`, `reference(Order)`; `text` may have its maximum length: `text(100)`.
pub const ATTRIBUTE_TYPES: &[&str] = lists::ATTRIBUTE_TYPES;

/// Whether a type is on the list.
pub(crate) fn is_known(kind: &str) -> bool {
    if ATTRIBUTE_TYPES.contains(&kind) {
        return true;
    }
    let Some((outer, inner)) = kind.split_once('(') else { return false };
    let Some(inner) = inner.strip_suffix(')') else { return false };
    let inner = inner.trim();
    match outer.trim() {
        // One level of nesting: a list of lists is a second entity.
        "list" => {
            ATTRIBUTE_TYPES.contains(&inner)
                || ["enum", "reference"].iter().any(|of| has_parameters(inner, of))
        }
        "enum" => inner.split(',').all(|value| !value.trim().is_empty()),
        "reference" => !inner.is_empty(),
        "text" | "long-text" => !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

/// Whether a type is this one with parameters.
fn has_parameters(kind: &str, of: &str) -> bool {
    kind.strip_prefix(of).is_some_and(|rest| rest.starts_with('(') && rest.ends_with(')'))
}
