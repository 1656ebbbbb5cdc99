//! Strict reading of JSON, as I-JSON (RFC 7493): documents that two readers could understand differently are refused before
//! anything is hashed (ruling 10, promise P8).

mod write;

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::map::Entry;
use serde_json::{Map, Number, Value};

pub use write::{line, of, pretty};

/// The largest document that is read, in bytes.
pub const LARGEST: usize = 16 * 1024 * 1024;
/// The deepest nesting of arrays and objects that is read.
pub const DEEPEST: usize = 64;
/// The largest integer that every reader of JSON holds exactly, 2⁵³ − 1.
const LARGEST_EXACT: u64 = (1 << 53) - 1;
/// From here on the canonical form of a number has an exponent (RFC 8785), and readers see no integer.
const HAS_EXPONENT: f64 = 1e21;

/// Why bytes are not accepted as JSON, with line and column from 1; columns are bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {why}")]
pub struct NotJson {
    pub line: usize,
    pub column: usize,
    pub why: String,
}

impl NotJson {
    fn at(bytes: &[u8], offset: usize, why: impl Into<String>) -> Self {
        let before = &bytes[..offset.min(bytes.len())];
        let line = before.iter().filter(|b| **b == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|b| **b != b'\n').count() + 1;
        Self { line, column, why: why.into() }
    }
}

/// Reads one JSON document.
///
/// # Errors
/// More than [`LARGEST`] bytes, a byte order mark, nesting beyond [`DEEPEST`], integers beyond ±(2⁵³ − 1) and numbers
/// whose canonical form is one, numbers too large for a double, duplicate keys, lone surrogates, bytes that are not UTF-8, and
/// anything after the document.
pub fn read(bytes: &[u8]) -> Result<Value, NotJson> {
    if bytes.len() > LARGEST {
        let why = format!("{} bytes, and at most {LARGEST} are read", bytes.len());
        return Err(NotJson { line: 1, column: 1, why });
    }
    if bytes.starts_with(b"\xEF\xBB\xBF") {
        return Err(NotJson::at(bytes, 0, "a byte order mark: save the file without one"));
    }
    let text = std::str::from_utf8(bytes).map_err(|e| NotJson::at(bytes, e.valid_up_to(), "not UTF-8"))?;
    let mut reader = serde_json::Deserializer::from_str(text);
    let needs_scan = Cell::new(false);
    let unique = Unique { depth: 0, needs_scan: &needs_scan };
    let read = unique.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    if read.is_err() || needs_scan.get() {
        // The scan finds the position of the first problem.
        scan(text)?;
    }
    read.map_err(|e| {
        let full = e.to_string();
        let why = full.rfind(" at line ").map_or(full.as_str(), |end| &full[..end]);
        NotJson { line: e.line().max(1), column: e.column().max(1), why: why.to_owned() }
    })
}

/// Checks nesting and numbers in the text: serde gives no positions, and turns large integers into doubles.
fn scan(text: &str) -> Result<(), NotJson> {
    let bytes = text.as_bytes();
    let (mut depth, mut i) = (0_usize, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'"' => i = end_of_string(bytes, i + 1),
            b'[' | b'{' => {
                depth += 1;
                if depth > DEEPEST {
                    let why = format!("nested deeper than {DEEPEST}");
                    return Err(NotJson::at(bytes, i, why));
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            b'-' | b'0'..=b'9' => {
                let in_number = |b: &u8| matches!(b, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
                let length = bytes[i..].iter().take_while(|b| in_number(b)).count();
                let number = &text[i..i + length];
                if let Some(fault) = fault(number) {
                    let why = format!("{} {fault}: write it as text", &number[..length.min(40)]);
                    return Err(NotJson::at(bytes, i, why));
                }
                i += length - 1;
            }
            _ => {}
        }
        i += 1;
    }
    Ok(())
}

fn end_of_string(bytes: &[u8], mut i: usize) -> usize {
    while i < bytes.len() && bytes[i] != b'"' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    i
}

/// What is wrong with a number that not all readers agree on, or whose canonical form they cannot read again: a large integer, a
/// number that becomes one, or one that is too small for a double. Serde reports numbers that are too large.
fn fault(number: &str) -> Option<String> {
    let value = number.parse::<f64>().ok()?.abs();
    let (significand, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = significand.split_once('.').unwrap_or((significand, ""));
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_matches(['-', '0']);
    if significant.is_empty() {
        return None;
    }
    if value == 0.0 {
        return Some("is smaller than any number that readers of JSON tell from 0".to_owned());
    }
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let exponent = exponent.parse::<i64>().ok();
    let lengths = i64::try_from(zeros).ok().zip(i64::try_from(fraction.len()).ok());
    let is_integer = exponent
        .zip(lengths)
        .is_none_or(|(exponent, (zeros, places))| exponent.saturating_add(zeros) >= places);
    let is_plain = significand == number;
    #[expect(clippy::cast_precision_loss, reason = "53 bits")]
    let is_large = value > LARGEST_EXACT as f64;
    let is_refused_again = is_large && (value < HAS_EXPONENT || (is_plain && is_integer));
    let shortest = format!("{value:e}").replace('.', "");
    let shortest = shortest.split('e').next().unwrap_or_default().trim_end_matches('0');
    let loses_digits = is_integer && value.is_finite() && shortest != significant;
    (is_refused_again || loses_digits).then(|| {
        let is = if is_plain && !is_integer { "becomes" } else { "is" };
        format!("{is} an integer beyond ±{LARGEST_EXACT}, which readers of JSON round")
    })
}

/// Builds a `Value` and refuses duplicate keys. Sets `needs_scan` for deep nesting and for numbers that [`scan`] could refuse.
#[derive(Clone, Copy)]
struct Unique<'d> {
    depth: usize,
    needs_scan: &'d Cell<bool>,
}

impl Unique<'_> {
    fn deeper(self) -> Self {
        if self.depth >= DEEPEST {
            self.needs_scan.set(true);
        }
        Self { depth: self.depth + 1, ..self }
    }

    fn scan_if(self, is_suspect: bool) {
        if is_suspect {
            self.needs_scan.set(true);
        }
    }
}

impl<'de> DeserializeSeed<'de> for Unique<'_> {
    type Value = Value;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, v: bool) -> Result<Value, E> {
        Ok(Value::Bool(v))
    }

    fn visit_i64<E>(self, v: i64) -> Result<Value, E> {
        self.scan_if(v.unsigned_abs() > LARGEST_EXACT);
        Ok(v.into())
    }

    fn visit_u64<E>(self, v: u64) -> Result<Value, E> {
        self.scan_if(v > LARGEST_EXACT);
        Ok(v.into())
    }

    fn visit_f64<E: serde::de::Error>(self, v: f64) -> Result<Value, E> {
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        self.scan_if(v.abs() > LARGEST_EXACT as f64 || v == 0.0);
        Number::from_f64(v).map(Value::Number).ok_or_else(|| E::custom("number out of range"))
    }

    fn visit_str<E>(self, v: &str) -> Result<Value, E> {
        Ok(Value::String(v.to_owned()))
    }

    fn visit_string<E>(self, v: String) -> Result<Value, E> {
        Ok(Value::String(v))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let (mut items, item) = (Vec::new(), self.deeper());
        while let Some(item) = seq.next_element_seed(item)? {
            items.push(item);
        }
        Ok(Value::Array(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Value, A::Error> {
        let (mut map, member) = (Map::new(), self.deeper());
        while let Some(key) = access.next_key::<String>()? {
            match map.entry(key) {
                Entry::Vacant(place) => place.insert(access.next_value_seed(member)?),
                Entry::Occupied(twice) => {
                    let shown: String = twice.key().chars().take(80).collect();
                    return Err(serde::de::Error::custom(format!("the key {shown:?} appears twice")));
                }
            };
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::canonical::canonical;

    #[test]
    fn ambiguous_documents_are_refused_with_their_position() {
        let deep = "[".repeat(10_000);
        let cases: [(&str, &str); 27] = [
            ("9007199254740993e0", "1:1 9007199254740993e0 is an integer beyond"),
            ("-900719925474099.3e1", "1:1 -900719925474099.3e1 is an integer beyond"),
            ("1e16", "1:1 1e16 is an integer beyond"),
            ("[1, -1E16]", "1:5 -1E16 is an integer beyond"),
            ("9007199254740992.5", "1:1 9007199254740992.5 becomes an integer beyond"),
            ("9007199254740991.5", "1:1 9007199254740991.5 becomes an integer beyond"),
            ("-9.007199254740992e15", "1:1 -9.007199254740992e15 is an integer beyond"),
            ("{\"a\": 999999999999999900000e0}", "1:7 999999999999999900000e0 is an integer beyond"),
            ("123456789012345.6789e5", "1:1 123456789012345.6789e5 is an integer beyond"),
            ("[1, 1e-400]", "1:5 1e-400 is smaller than any"),
            ("-0.01E-999999999999999999999", "1:1 -0.01E-999999999999999999999 is smaller"),
            (r#"{"a":1,"a":2}"#, "1:10 the key \"a\" appears twice"),
            ("{\"a\":\n {\"b\":1, \"b\":1}}", "2:12 the key \"b\" appears twice"),
            ("9007199254740993", "1:1 9007199254740993 is an integer beyond"),
            ("[1, -9007199254740992]", "1:5 -9007199254740992 is an integer beyond"),
            ("18446744073709551616", "1:1 18446744073709551616 is an integer"),
            ("9007199254740993.0", "1:1 9007199254740993.0 is an integer"),
            ("1e400", "1:5 number out of range"),
            ("NaN", "1:1 expected value"),
            ("[Infinity]", "1:2 expected value"),
            (r#""\ud800""#, "1:8 unexpected end of hex escape"),
            (r#""\udc00x""#, "1:7 lone leading surrogate in hex escape"),
            ("\u{FEFF}{}", "1:1 a byte order mark"),
            ("{} {}", "1:4 trailing characters"),
            ("", "1:1 EOF while parsing a value"),
            ("{\"a\":", "1:5 EOF while parsing a value"),
            (&deep, "1:65 nested deeper than 64"),
        ];
        for (text, expected) in cases {
            let refused = read(text.as_bytes()).expect_err(text);
            let said = format!("{}:{} {}", refused.line, refused.column, refused.why);
            assert!(said.starts_with(expected), "{}: {said}", &text[..text.len().min(40)]);
        }
        assert!(read(b"\"\xff\"").expect_err("bytes").why.contains("UTF-8"));
    }

    #[test]
    fn the_sample_of_rfc_8785_is_accepted_and_canonical() {
        let sample = r#"{
            "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
            "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
            "literals": [null, true, false]
        }"#;
        let expected = r#"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#;
        let value = read(sample.as_bytes()).unwrap();
        assert_eq!(String::from_utf8(canonical(&value)).unwrap(), expected);
    }

    #[test]
    fn keys_sort_by_utf_16_units_as_rfc_8785_section_3_2_3_has_them() {
        let sample = r#"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#;
        let value = read(sample.as_bytes()).unwrap();
        let text = String::from_utf8(canonical(&value)).unwrap();
        let order = ["Carriage", "One", "Control", "Latin", "Euro", "Emoji", "Hebrew"];
        let places: Vec<_> = order.iter().map(|name| text.find(name).unwrap()).collect();
        assert!(places.is_sorted(), "{text}");
    }

    #[test]
    fn integers_up_to_the_limit_and_all_doubles_are_accepted() {
        for good in ["9007199254740991", "-9007199254740991", "1E30", "5e-324", "-0", "0.1", "1.5e300"] {
            assert!(read(good.as_bytes()).is_ok(), "{good}");
        }
        for good in ["9.007199254740991e15", "1e21", "-1e21", "1e15", "9007199254740990.5", "1000e18"] {
            assert!(read(good.as_bytes()).is_ok(), "{good}");
        }
    }

    /// Texts of numbers, mostly near the limits of exact integers.
    fn any_number() -> impl Strategy<Value = String> {
        let digits = "(0|[1-9][0-9]{0,24})(\\.[0-9]{1,25})?([eE][+-]?[0-9]{1,3})?";
        let near = (9_007_199_254_740_980_u64..9_007_199_254_741_010, "(\\.[0-9]{1,3})?(e-?[0-9])?");
        prop_oneof![
            ("-?", digits).prop_map(|(sign, number)| format!("{sign}{number}")),
            ("-?", near).prop_map(|(sign, (whole, rest))| format!("{sign}{whole}{rest}")),
            ("-?", 0_u64..10_000, 10..24).prop_map(|(sign, n, exponent)| format!("{sign}{n}e{exponent}")),
            any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| format!("{n:e}")),
            any::<f64>().prop_filter("finite", |n| n.is_finite()).prop_map(|n| n.to_string()),
        ]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn accepted_documents_read_back_from_their_canonical_form(
            numbers in prop::collection::vec(any_number(), 1..4),
            text in any::<String>(),
        ) {
            let document = format!("{{{}:[{}]}}", Value::from(text), numbers.join(","));
            if let Ok(value) = read(document.as_bytes()) {
                let first = canonical(&value);
                let again = read(&first);
                prop_assert!(again.is_ok(), "{document}: {again:?}");
                prop_assert_eq!(canonical(&again.unwrap()), first, "{}", document);
            }
        }
    }
}
