//! Promises P8 and P23: JSON is accepted or refused as in the public parsing suites, and no input makes a parser panic.

use frieze_data::id::FeatureId;
use frieze_data::{canonical, json};
use frieze_design::answer;
use frieze_intent as intent;
use proptest::prelude::*;

/// Must be accepted.
const ACCEPTED: &[&str] = &[
    "[]",
    "{}",
    "[[]   ]",
    "[\"\"]",
    "[false, true, null]",
    "[1\n]",
    " [1]",
    "[1] ",
    "[1,null,null,null,2]",
    "{\"\":0}",
    "{\"a\":[]}",
    "{\"a\":\"b\",\"c\":\"d\"}",
    "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }",
    "{\"foo\\u0000bar\": 42}",
    "{\"title\":\"\\u041f\\u043e\\u043b\" }",
    "{\n\"a\": \"b\"\n}",
    "[123e65]",
    "[0e+1]",
    "[0e1]",
    "[ 4]",
    "[-0.000000000000000000000000000000000000000000000000000000000000000000000000000001]",
    "[20e1]",
    "[-0]",
    "[-123]",
    "[-1]",
    "[1E22]",
    "[1E-2]",
    "[1E+2]",
    "[123e45]",
    "[123.456e78]",
    "[1e-2]",
    "[1e+2]",
    "[123]",
    "[123.456789]",
    "[\"\\u0060\\u012a\\u12AB\"]",
    "[\"\\uD801\\udc37\"]",
    "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
    "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]",
    "[\"\\\\u0000\"]",
    "[\"\\\"\"]",
    "[\"a/*b*/c/*d//e\"]",
    "[\"\\\\a\"]",
    "[\"\\\\n\"]",
    "[\"\\u0012\"]",
    "[\"\\uFFFF\"]",
    "[ \"asd\"]",
    "\"asd\"",
    "[\"\\uDBFF\\uDFFF\"]",
    "[\"new\\u00A0line\"]",
    "[\"\u{10ffff}\"]",
    "[\"\u{ffff}\"]",
    "[\"\\u0000\"]",
    "[\"\\u002c\"]",
    "[\"π\"]",
    "[\"asd \"]",
    "\" \"",
    "[\"\\uD834\\uDd1e\"]",
    "[\"\\u0821\"]",
    "[\"\\u0123\"]",
    "[\"\u{2028}\"]",
    "[\"\u{2029}\"]",
    "[\"\\u0061\\u30af\"]",
    "[\"new\\u000Aline\"]",
    "[\"\u{7f}\"]",
    "[\"\\uA66D\"]",
    "[\"\\u005C\"]",
    "[\"⍂㈴⍂\"]",
    "[\"\\u200B\"]",
    "[\"\\u2064\"]",
    "[\"\\uFDD0\"]",
    "[\"\\uFFFE\"]",
    "[\"\\u0022\"]",
    "[\"€𝄞\"]",
    "[\"aa\"]",
    "false",
    "42",
    "-0.1",
    "null",
    "\"\"",
    "true",
    "[\"a\"]\n",
    "[true]",
    "\t[] \r\n",
];

/// Must be refused, by every reader or by I-JSON.
const REFUSED: &[&str] = &[
    "[1 true]",
    "[a\u{e5}]",
    "[\"\": 1]",
    "[\"\"],",
    "[,1]",
    "[1,,2]",
    "[\"x\",,]",
    "[\"x\"]]",
    "[\"\",]",
    "[\"x\"",
    "[x",
    "[3[4]]",
    "[,]",
    "[-]",
    "[   , \"\"]",
    "[\"a\",\n4\n,1,",
    "[1,]",
    "[1,,]",
    "[*]",
    "[\"\"",
    "[1,",
    "[1,\n1\n,1",
    "[{}",
    "[fals]",
    "[nul]",
    "[tru]",
    "[++1234]",
    "[+1]",
    "[+Inf]",
    "[-01]",
    "[-1.0.]",
    "[-2.]",
    "[-NaN]",
    "[.-1]",
    "[.2e-3]",
    "[0.1.2]",
    "[0.3e+]",
    "[0.3e]",
    "[0.e1]",
    "[0E+]",
    "[0E]",
    "[0e+]",
    "[0e]",
    "[1.0e+]",
    "[1.0e-]",
    "[1.0e]",
    "[1 000.0]",
    "[1eE2]",
    "[2.e+3]",
    "[2.e-3]",
    "[2.e3]",
    "[9.e+]",
    "[Inf]",
    "[NaN]",
    "[\u{ff11}]",
    "[1+2]",
    "[0x1]",
    "[0x42]",
    "[Infinity]",
    "[0e+-1]",
    "[-123.123foo]",
    "[-Infinity]",
    "[-foo]",
    "[- 1]",
    "[-012]",
    "[-.123]",
    "[-1x]",
    "[1ea]",
    "[1.]",
    "[.123]",
    "[1.2a-3]",
    "[1.8011670033376514H-308]",
    "[012]",
    "[\"x\", truth]",
    "{[: \"x\"}\n",
    "{\"x\", null}",
    "{\"x\"::\"b\"}",
    "{\u{1f1e8}\u{1f1ed}}",
    "{\"a\":\"a\" 123}",
    "{key: 'value'}",
    "{\"a\" b}",
    "{:\"b\"}",
    "{\"a\" \"b\"}",
    "{\"a\":",
    "{\"a\"",
    "{1:1}",
    "{9999E9999:1}",
    "{null:null,null:null}",
    "{\"id\":0,,,,,}",
    "{'a':0}",
    "{\"id\":0,}",
    "{\"a\":\"b\"}/**/",
    "{\"a\":\"b\"}/**//",
    "{\"a\":\"b\"}//",
    "{\"a\":\"b\"}/",
    "{\"a\":\"b\",,\"c\":\"d\"}",
    "{a: \"b\"}",
    "{\"a\":\"a",
    "{ \"foo\" : \"bar\", \"a\" }",
    "{\"a\":\"b\"}#",
    " ",
    "[\"\\uD800\\\"]",
    "[\"\\uD800\\u\"]",
    "[\"\\uD800\\u1\"]",
    "[\"\\uD800\\u1x\"]",
    "[\u{e9}]",
    "[\"\\x00\"]",
    "[\"\\\\\\\"]",
    "[\"\\\t\"]",
    "[\"\\🌀\"]",
    "[\"\\\"]",
    "[\"\\u00A\"]",
    "[\"\\uD834\\uDd\"]",
    "[\"\\uD800\\uD800\\x\"]",
    "[\"\\a\"]",
    "[\"\\uqqqq\"]",
    "[\\u0020\"asd\"]",
    "[\\n]",
    "\"",
    "['single quote']",
    "abc",
    "[\"\\",
    "[\"new\nline\"]",
    "[\"\t\"]",
    "\"\\UA66D\"",
    "\"\"x",
    "<.>",
    "[<null>]",
    "[1]x",
    "[1]]",
    "[\"asd]",
    "a\u{e5}",
    "[True]",
    "1]",
    "{\"x\": true,",
    "[][]",
    "]",
    "{}}",
    "{\"\":",
    "{\"a\":/*comment*/\"b\"}",
    "{\"a\": true} \"x\"",
    "['",
    "[\"a",
    "[,",
    "{\"a\"",
    "{[",
    "{,",
    "{\"",
    "{'",
    "[\"\\{[\"\\{[\"\\{[\"\\{",
    "*",
    "{\"a\":\"b\"}#{}",
    "[\u{2060}]",
    "[\u{0c}]",
    "\u{feff}",
    "\u{feff}[]",
    "{\"a\":\"b\",\"a\":\"b\"}",
    "{\"a\":1,\"\\u0061\":2}",
    "[\"\\uDADA\"]",
    "[\"\\uD888\\u1234\"]",
    "[\"\\uDFAA\"]",
    "[\"\\uDd1e\\uD834\"]",
    "[\"\\uD800\"]",
    "[1e9999]",
    "[-1e+9999]",
    "[100000000000000000000]",
    "[-237462374673276894279832749832423479823246327846]",
    "[123123e100000]",
];

#[test]
fn json_that_the_public_suites_accept_has_a_canonical_form() {
    for text in ACCEPTED {
        let value = json::read(text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"));
        let canonical = canonical::canonical(&value);
        let again = json::read(&canonical).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(canonical::canonical(&again), canonical, "{text}");
    }
}

#[test]
fn json_that_the_public_suites_refuse_is_refused_with_a_position() {
    for text in REFUSED {
        let refused = json::read(text.as_bytes()).expect_err(text);
        assert!(refused.line >= 1 && refused.column >= 1 && !refused.why.is_empty(), "{text}");
    }
    for bytes in [
        &b"[\"\xff\"]"[..],
        b"[\xe5]",
        b"[\"\xed\xa0\x80\"]",
        b"\xff\xfe[\0]\0",
        b"[\"\xc0\xaf\"]",
        b"[\"\0\"]",
    ] {
        assert!(json::read(bytes).is_err(), "{bytes:?}");
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let nested = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    assert!(json::read(nested(json::DEEPEST).as_bytes()).is_ok());
    assert!(json::read(nested(json::DEEPEST + 1).as_bytes()).is_err());
    assert!(json::read(nested(100_000).as_bytes()).is_err());
    assert!(json::read("{\"a\":".repeat(100_000).as_bytes()).is_err());
    assert!(json::read(&vec![b' '; json::LARGEST + 1]).is_err());
}

#[test]
fn an_answer_is_one_document_whole_or_nothing() {
    let feature: FeatureId = "x".parse().unwrap();
    for text in [
        "",
        "no",
        "{}",
        "[]",
        "null",
        "{\"intent\":null}",
        "{\"intent\":{}} trailing",
        "{\"findings\":[]}",
        "```json\n{}\n```",
        "```\n```",
        "{\"intent\":{},\"extra\":1}",
        "{\"intent\":{},\"report\":[]}",
    ] {
        let violations = answer::design(text, &feature, None, None).expect_err(text);
        assert!(!violations.is_empty(), "{text}");
    }
    assert_eq!(answer::critic("```json\n{\"findings\": []}\n```").unwrap(), Vec::new());
    for text in ["{\"findings\":[{}]}", "{\"findings\":[],\"score\":100}", "{\"score\":100}", "[]"] {
        assert!(answer::critic(text).is_err(), "{text}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let feature: FeatureId = "x".parse().unwrap();
        let text = String::from_utf8_lossy(&bytes);
        let _ = (json::read(&bytes), intent::read(&bytes), answer::design(&text, &feature, None, None), answer::critic(&text));
    }

    /// Text that looks like JSON gets further into the parsers than random bytes.
    #[test]
    fn no_json_like_text_makes_a_reader_panic(text in "[\\[\\]{}\",:0-9eE+\\-.a-z\\\\ud8 ]{0,120}") {
        let feature: FeatureId = "x".parse().unwrap();
        let _ = (intent::read(text.as_bytes()), answer::design(&text, &feature, None, None), answer::critic(&text));
        if let Ok(value) = json::read(text.as_bytes()) {
            let canonical = canonical::canonical(&value);
            prop_assert_eq!(canonical::canonical(&json::read(&canonical).unwrap()), canonical);
        }
    }
}
