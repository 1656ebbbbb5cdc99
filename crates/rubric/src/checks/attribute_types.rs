//! The closed list of attribute types, and what to suggest in place of common others.

/// The types an attribute may have. `enum`, `list` and `reference` may have parameters: `enum(open, paid)`,
/// `list(text)`, `reference(Order)`; `text` may have its maximum length: `text(100)`.
pub const ATTRIBUTE_TYPES: &[&str] = &[
    "text",
    "long-text",
    "rich-text",
    "integer",
    "decimal",
    "number",
    "money",
    "percentage",
    "boolean",
    "date",
    "time",
    "date-time",
    "duration",
    "identifier",
    "email",
    "url",
    "phone",
    "address",
    "location",
    "enum",
    "list",
    "reference",
    "file",
    "image",
    "audio",
    "video",
    "binary",
    "color",
    "language",
    "country",
    "currency",
];

/// Whether a type is on the list.
pub fn is_known(kind: &str) -> bool {
    if ATTRIBUTE_TYPES.contains(&kind) {
        return true;
    }
    let Some((outer, inner)) = kind.split_once('(') else { return false };
    let Some(inner) = inner.strip_suffix(')') else { return false };
    let inner = inner.trim();
    match outer.trim() {
        // One level of nesting: a list of lists is a second entity.
        "list" => ATTRIBUTE_TYPES.contains(&inner) || is_enumeration(inner) || is_reference(inner),
        "enum" => inner.split(',').all(|value| !value.trim().is_empty()),
        "reference" => !inner.is_empty(),
        "text" | "long-text" => !inner.is_empty() && inner.bytes().all(|b| b.is_ascii_digit()),
        _ => false,
    }
}

fn is_enumeration(kind: &str) -> bool {
    kind.strip_prefix("enum(").is_some_and(|rest| rest.ends_with(')'))
}

fn is_reference(kind: &str) -> bool {
    kind.strip_prefix("reference(").is_some_and(|rest| rest.ends_with(')'))
}

/// The listed type for a common word that is not on the list.
pub fn nearest(kind: &str) -> Option<&'static str> {
    let folded: String =
        kind.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    if let Some(same) = ATTRIBUTE_TYPES.iter().find(|t| t.replace('-', "") == folded) {
        return Some(same);
    }
    Some(match folded.as_str() {
        "string" | "str" | "varchar" | "char" | "shorttext" | "name" => "text",
        "textarea" | "markdown" | "paragraph" | "clob" => "long-text",
        "html" => "rich-text",
        "int" | "long" | "bigint" | "short" | "count" | "counter" => "integer",
        "float" | "double" | "real" | "numeric" => "decimal",
        "bool" | "flag" | "yesno" => "boolean",
        "datetime" | "timestamp" | "instant" => "date-time",
        "interval" | "timespan" => "duration",
        "id" | "uuid" | "guid" | "key" | "primarykey" | "objectid" => "identifier",
        "uri" | "link" | "href" => "url",
        "price" | "amount" => "money",
        "percent" | "ratio" => "percentage",
        "array" | "set" | "collection" | "vector" => "list",
        "enumeration" | "choice" | "status" | "option" => "enum",
        "foreignkey" | "ref" | "relation" => "reference",
        "picture" | "photo" | "photograph" => "image",
        "blob" | "bytes" => "binary",
        "colour" => "color",
        "geopoint" | "coordinates" | "coordinate" | "latlng" => "location",
        "telephone" | "phonenumber" => "phone",
        _ => return None,
    })
}
