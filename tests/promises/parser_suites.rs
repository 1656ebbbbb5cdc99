//! P23 and P7: the public parsing suites, JSON for answers, records and intents, and YAML for the configuration and the
//! front matter of FROZEN.md.

use std::collections::BTreeSet;

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::{canonical, json};
use frieze_design::{answer, freeze_marker};
use frieze_intent as intent;
use serde_json::Value;

fn suite<T: serde::de::DeserializeOwned>(name: &str) -> Vec<T> {
    let path = format!("{}/tests/fixtures/suites/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let cases: Vec<T> =
        serde_json::from_slice(&std::fs::read(&path).unwrap_or_else(|e| panic!("{path}: {e}"))).unwrap();
    assert!(cases.len() > 280, "{path}: {} cases", cases.len());
    cases
}

/// The suite's cases that are not UTF-8, and its two long ones, as bytes.
fn odd_bytes() -> Vec<(&'static str, Vec<u8>)> {
    let mut cases: Vec<(&str, Vec<u8>)> = [
        ("n_array_a_invalid_utf8", &b"[a\xe5]"[..]),
        ("n_array_invalid_utf8", b"[\xff]"),
        ("n_number_invalid-utf-8-in-bigger-int", b"[123\xe5]"),
        ("n_number_invalid-utf-8-in-exponent", b"[1e1\xe5]"),
        ("n_number_invalid-utf-8-in-int", b"[0\xe5]\n"),
        ("n_number_real_with_invalid_utf8_after_e", b"[1e\xe5]"),
        ("n_object_lone_continuation_byte_in_key_and_trailing_comma", b"{\"\xb9\":\"0\",}"),
        ("n_string_invalid-utf-8-in-escape", b"[\"\\u\xe5\"]"),
        ("n_string_invalid_utf8_after_escape", b"[\"\\\xe5\"]"),
        ("n_structure_incomplete_UTF8_BOM", b"\xef\xbb{}"),
        ("n_structure_lone-invalid-utf-8", b"\xe5"),
        ("n_structure_single_eacute", b"\xe9"),
        ("i_string_UTF-16LE_with_BOM", b"\xff\xfe[\0\"\0\xe9\0\"\0]\0"),
        ("i_string_UTF-8_invalid_sequence", b"[\"\xe6\x97\xa5\xd1\x88\xfa\"]"),
        ("i_string_UTF8_surrogate_U+D800", b"[\"\xed\xa0\x80\"]"),
        ("i_string_invalid_utf-8", b"[\"\xff\"]"),
        ("i_string_iso_latin_1", b"[\"\xe9\"]"),
        ("i_string_lone_utf8_continuation_byte", b"[\"\x81\"]"),
        ("i_string_not_in_unicode_range", b"[\"\xf4\xbf\xbf\xbf\"]"),
        ("i_string_overlong_sequence_2_bytes", b"[\"\xc0\xaf\"]"),
        ("i_string_overlong_sequence_6_bytes", b"[\"\xfc\x83\xbf\xbf\xbf\xbf\"]"),
        ("i_string_overlong_sequence_6_bytes_null", b"[\"\xfc\x80\x80\x80\x80\x80\"]"),
        ("i_string_truncated-utf-8", b"[\"\xe0\xff\"]"),
        ("i_string_utf16BE_no_BOM", b"\0[\0\"\0\xe9\0\"\0]"),
        ("i_string_utf16LE_no_BOM", b"[\0\"\0\xe9\0\"\0]\0"),
    ]
    .map(|(name, bytes)| (name, bytes.to_vec()))
    .into();
    cases.push(("n_structure_100000_opening_arrays", b"[".repeat(100_000)));
    cases.push(("n_structure_open_array_object", b"[{\"\":".repeat(50_000)));
    cases
}

type Reader = fn(&[u8]) -> Option<Value>;

/// The cases that a reader gets wrong.
fn wrong(read: Reader) -> BTreeSet<String> {
    let text: Vec<(String, String)> = suite("json");
    let odd = odd_bytes().into_iter().map(|(name, bytes)| (name.to_owned(), bytes));
    let all: Vec<(String, Vec<u8>)> =
        text.into_iter().map(|(name, text)| (name, text.into_bytes())).chain(odd).collect();
    assert_eq!(all.len(), 318, "the whole suite");
    let mut wrong = BTreeSet::new();
    for (name, bytes) in all {
        let value = read(&bytes);
        if name.starts_with("y_") && value.is_none() || name.starts_with("n_") && value.is_some() {
            wrong.insert(name);
        } else if let Some(value) = value {
            let form = canonical::canonical(&value);
            assert_eq!(read(&form).map(|v| canonical::canonical(&v)), Some(form), "{name}");
        }
    }
    wrong
}

/// Allowed by RFC 8259 but not by I-JSON (RFC 7493): two values under one name.
const NOT_I_JSON: [&str; 2] = ["y_object_duplicated_key", "y_object_duplicated_key_and_value"];

#[test]
fn p23_the_public_json_suite_is_read_as_it_says() {
    let strict = wrong(|bytes| json::read(bytes).ok());
    assert_eq!(strict, NOT_I_JSON.map(str::to_owned).into(), "and nothing else");
    let feature: FeatureId = "x".parse().unwrap();
    for (name, text) in suite::<(String, String)>("json") {
        assert!(intent::read(text.as_bytes()).is_err(), "{name} is no intent");
        assert!(!answer::design(&text, &feature, None, None).expect_err(&name).is_empty(), "{name}");
        assert!(!answer::critic(&text).expect_err(&name).is_empty(), "{name}");
    }
    // Optional cases are refused if two readers could differ: all except these.
    let kept: BTreeSet<String> = suite::<(String, String)>("json")
        .into_iter()
        .filter(|(name, text)| name.starts_with("i_") && json::read(text.as_bytes()).is_ok())
        .map(|(name, _)| name)
        .collect();
    println!("318 cases; of the open ones accepted: {kept:?}");
    assert!(kept.iter().all(|name| name.contains("underflow") || name.contains("huge_neg_exp")), "{kept:?}");
}

/// Controls: readers that are too lax or too strict.
#[test]
fn p23_other_readers_do_not_pass_the_suite() {
    let lax = wrong(|bytes| {
        let text = String::from_utf8_lossy(bytes);
        serde_json::from_str(text.trim().trim_end_matches([',', ']', '}', '#', ' ']))
            .ok()
            .or_else(|| serde_json::from_str(&text).ok())
    });
    assert!(lax.iter().any(|name| name.starts_with("n_")), "{lax:?}");
    let strict = wrong(|bytes| json::read(bytes).ok().filter(Value::is_object));
    assert!(strict.iter().filter(|name| name.starts_with("y_")).count() > 50, "{strict:?}");
}

/// A YAML document as the configuration is read.
fn yaml(text: &str) -> Option<Value> {
    let options = serde_saphyr::options! { with_snippet: false };
    serde_saphyr::from_str_with_options(text, options).ok()
}

/// Id, kind, text, and the equivalent JSON.
type Case = (String, String, String, Option<String>);

/// Cases that a parser accepts and should not, refuses and should not, or reads differently from the suite.
fn judged(read: impl Fn(&str) -> Option<Value>) -> (BTreeSet<String>, BTreeSet<String>, BTreeSet<String>) {
    let (mut lax, mut strict, mut other) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (id, kind, text, expected) in suite::<Case>("yaml") {
        let value = read(&text);
        let documents: Vec<Value> = expected
            .map(|json| serde_json::Deserializer::from_str(&json).into_iter().map_while(Result::ok).collect())
            .unwrap_or_default();
        match (kind.as_str(), value) {
            ("fail", Some(_)) => lax.extend([id]),
            ("json", None) if documents.len() == 1 => strict.extend([id]),
            ("json", Some(value)) if documents.len() == 1 && !alike(&value, &documents[0]) => {
                other.extend([id]);
            }
            _ => {}
        }
    }
    (lax, strict, other)
}

/// The same value; numbers are compared by value.
fn alike(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| alike(a, b)))
        }
        _ => one == two,
    }
}

#[test]
fn p7_the_public_yaml_suite_through_the_chosen_parser() {
    let (lax, strict, other) = judged(yaml);
    println!("accepted and wrong: {lax:?}\nrefused and right: {strict:?}\nread otherwise: {other:?}");
    let known = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(lax, known(&LAX));
    assert_eq!(other, known(&OTHER));
    assert!(strict.len() <= STRICT, "{} refused", strict.len());
}

/// Known differences of the parser: it accepts a flow list without indentation (9C9N) and refuses binary data (565N).
/// Neither matters to the front matter, whose bytes are sealed.
const LAX: [&str; 1] = ["9C9N"];
const OTHER: [&str; 0] = [];
const STRICT: usize = 1;

/// Controls: a parser that accepts everything, and one that reads everything as text.
#[test]
fn p7_other_parsers_do_not_pass_the_suite() {
    assert!(judged(|text| yaml(text).or(Some(Value::Null))).0.len() > 50);
    assert!(judged(|text| yaml(text).map(|value| Value::String(value.to_string()))).2.len() > 50);
}

/// Any YAML between the fences with a correct checksum: no marker, and no panic.
#[test]
fn p7_no_case_of_the_suite_is_a_marker() {
    for (id, _, text, _) in suite::<Case>("yaml") {
        let fields = if text.ends_with('\n') { text } else { text + "\n" };
        let sealed = format!("---\n{fields}checksum: {}\n---\n", Digest::of(fields.as_bytes()));
        assert!(freeze_marker::read(sealed.as_bytes()).is_err(), "{id}");
    }
}
