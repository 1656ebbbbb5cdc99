//! Canonical form of JSON (RFC 8785, ruling 10) and its digest. All hashes of designs are digests of it, so that anyone can
//! recompute them without frieze (promise P8).
//!
//! A `Value` keeps its keys sorted by code points; the RFC's order by UTF-16 units differs beyond the basic plane.

use serde::Serialize;
use serde_json::{Number, Value};

use super::digest::Digest;

/// The RFC 8785 bytes of a value from [`super::json::read`].
pub fn canonical(value: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    write(value, &mut out);
    out
}

/// SHA-256 of the canonical form.
pub fn digest(value: &Value) -> Digest {
    Digest::of(&canonical(value))
}

/// A fast check that a document has this digest: true if it is the canonical form with white space between the tokens, as frieze
/// writes files. If false, the document may still have the digest.
pub fn surely_has_digest(bytes: &[u8], digest: Digest) -> bool {
    let is_space = |b: &u8| matches!(b, b' ' | b'\n' | b'\r' | b'\t');
    let divides = |byte: Option<&u8>| byte.is_none_or(|b| b"[]{},:".contains(b));
    let mut bare = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    loop {
        let plain = rest.iter().position(|b| is_space(b) || *b == b'"').unwrap_or(rest.len());
        let (part, after) = rest.split_at(plain);
        bare.extend_from_slice(part);
        match after.split_first() {
            None => break,
            Some((b'"', text)) => {
                let Some(length) = end_of_text(text) else { return false };
                let (text, after) = after.split_at(length + 1);
                bare.extend_from_slice(text);
                rest = after;
            }
            Some(_) => {
                let space = after.iter().position(|b| !is_space(b)).unwrap_or(after.len());
                rest = after.split_at(space).1;
                // White space inside a number or a word is not between tokens.
                if !divides(bare.last()) && !divides(rest.first()) {
                    return false;
                }
            }
        }
    }
    Digest::of(&bare) == digest
}

/// The length of the rest of a text, with its closing quotation mark.
fn end_of_text(rest: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        at += rest.get(at..)?.iter().position(|b| matches!(b, b'"' | b'\\'))?;
        if rest.get(at) == Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

fn write(value: &Value, out: &mut Vec<u8>) {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => write_plain(value, out),
        Value::Number(number) => write_number(number, out),
        Value::Array(items) => write_each(b"[]", items, out, write),
        Value::Object(map) => {
            let mut members: Vec<(&String, &Value)> = map.iter().collect();
            members.sort_by(|a, b| a.0.encode_utf16().cmp(b.0.encode_utf16()));
            write_each(b"{}", members, out, write_member);
        }
    }
}

fn write_member((key, value): (&String, &Value), out: &mut Vec<u8>) {
    write_plain(key, out);
    out.push(b':');
    write(value, out);
}

/// The parts of a list or an object, between its ends.
fn write_each<T>(
    [open, close]: &[u8; 2],
    parts: impl IntoIterator<Item = T>,
    out: &mut Vec<u8>,
    write: impl Fn(T, &mut Vec<u8>),
) {
    out.push(*open);
    for (i, part) in parts.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        write(part, out);
    }
    out.push(*close);
}

/// Integers that a double holds exactly need no conversion; the crate writes the others as ECMAScript does.
fn write_number(number: &Number, out: &mut Vec<u8>) {
    const EXACT: u64 = 1 << 53;
    if let Some(whole) = number.as_i64().filter(|n| n.unsigned_abs() < EXACT) {
        write_plain(&whole, out);
    } else {
        let written = serde_json_canonicalizer::to_vec(number);
        out.extend_from_slice(&written.expect("a `Value` holds no number that is not finite"));
    }
}

/// What every writer of JSON without white space writes alike: texts, with the escapes of the RFC, and whole numbers.
fn write_plain(value: &(impl Serialize + ?Sized), out: &mut Vec<u8>) {
    serde_json::to_writer(out, value).expect("a `Vec` takes every byte");
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Map;

    use super::*;

    fn any_value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-1000_i64..1000).prop_map(Value::from),
            any::<f64>().prop_filter_map("finite", |f| f.is_finite().then(|| Value::from(f))),
            "\\PC*".prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 8, |inner| {
            let key = prop_oneof![any::<String>(), "[a-c\u{E000}-\u{E003}\u{10000}-\u{10003}\\n\"]{0,3}"];
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..6).prop_map(Value::Array),
                prop::collection::btree_map(key, inner, 0..6)
                    .prop_map(|map| Value::Object(map.into_iter().collect::<Map<_, _>>())),
            ]
        })
    }

    #[test]
    fn white_space_inside_tokens_is_not_removed() {
        let digest = Digest::of(b"{\"a\":12,\"b c\":[true]}");
        for same in ["{\"a\":12,\"b c\":[true]}", " {\n  \"a\" : 12,\r\n\t\"b c\": [ true ]\n}\n"] {
            assert!(surely_has_digest(same.as_bytes(), digest), "{same}");
        }
        for other in [
            "{\"a\":1 2,\"b c\":[true]}",
            "{\"a\":12,\"b c\":[tr ue]}",
            "{\"a\":12,\"bc\":[true]}",
            "{\"a\":12,\"b c\":[true]",
            "{\"a\":12,\"b c",
            "{\"a\":12,\"b c\\",
            "",
        ] {
            assert!(!surely_has_digest(other.as_bytes(), digest), "{other}");
        }
    }

    proptest! {
        #[test]
        fn indented_documents_have_the_same_digest(value in any_value()) {
            let pretty = serde_json::to_vec_pretty(&value).unwrap();
            if canonical(&value) == serde_json::to_vec(&value).unwrap() {
                prop_assert!(surely_has_digest(&pretty, digest(&value)));
            }
            prop_assert!(!surely_has_digest(&pretty, Digest::of(b"another")));
        }

        #[test]
        fn the_output_equals_that_of_the_reference_serialiser(value in any_value()) {
            prop_assert_eq!(canonical(&value), serde_json_canonicalizer::to_vec(&value).unwrap());
        }
    }
}
