//! The hash can be recomputed without frieze (promise P8): RFC 8785's own vectors, its published number test, a second
//! implementation that agrees, and inputs that are refused before hashing.

#![expect(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    reason = "a test's own parts say what went wrong by panicking"
)]

use std::fmt::Write as _;
use std::process::{Command, Stdio};

use crate::cli_support::Place;
use frieze_data::canonical::{canonical, digest};
use frieze_data::digest::Digest;
use frieze_data::json;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

fn text(value: f64) -> String {
    String::from_utf8(canonical(&Value::from(value))).expect("UTF-8")
}

/// RFC 8785, appendix B: IEEE 754 bit patterns and their text.
const APPENDIX_B: [(u64, &str); 24] = [
    (0x0000_0000_0000_0000, "0"),
    (0x8000_0000_0000_0000, "0"),
    (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"),
    (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"),
    (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
    (0x4340_0000_0000_0000, "9007199254740992"),
    (0xc340_0000_0000_0000, "-9007199254740992"),
    (0x4430_0000_0000_0000, "295147905179352830000"),
    (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
    (0x44b5_2d02_c7e1_4af6, "1e+23"),
    (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
    (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
    (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"),
    (0x444b_1ae4_d6e2_ef50, "1e+21"),
    (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
    (0x3eb0_c6f7_a0b5_ed8d, "0.000001"),
    (0x41b3_de43_5555_5553, "333333333.3333332"),
    (0x41b3_de43_5555_5554, "333333333.33333325"),
    (0x41b3_de43_5555_5555, "333333333.3333333"),
    (0x41b3_de43_5555_5556, "333333333.3333334"),
    (0x41b3_de43_5555_5557, "333333333.33333343"),
    (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
    (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
];

#[test]
fn p8_numbers_are_written_as_appendix_b_of_rfc_8785_has_them() {
    for (bits, expected) in APPENDIX_B {
        assert_eq!(text(f64::from_bits(bits)), expected, "{bits:016x}");
    }
}

/// The first values of the number test that RFC 8785 links to, in the generator's order. The first 50 negative ones come
/// again as positive.
const NEGATIVE: [u64; 50] = [
    0x446696695dbd1cc3,
    0x443211ede4974a35,
    0x43fce97ca0f21056,
    0x43c7213080c1a6ac,
    0x439280f39a348556,
    0x435d9b1f5d20d557,
    0x4327af4c4a80aaac,
    0x42f2f2a36ecd5556,
    0x42be51057e155558,
    0x428840d131aaaaac,
    0x4253670dc1555557,
    0x421f0b4935555557,
    0x41e8d5d42aaaaaac,
    0x41b3de4355555556,
    0x417fca0555555556,
    0x41496e6aaaaaaaab,
    0x4114585555555555,
    0x40e046aaaaaaaaab,
    0x40aa0aaaaaaaaaaa,
    0x4074d55555555555,
    0x4040aaaaaaaaaaab,
    0x400aaaaaaaaaaaab,
    0x3fd5555555555555,
    0x3fa1111111111111,
    0x3f6b4e81b4e81b4f,
    0x3f35d867c3ece2a5,
    0x3f0179ec9cbd821e,
    0x3ecbf647612f3696,
    0x3e965e9f80f29212,
    0x3e61e54c672874db,
    0x3e2ca213d840baf8,
    0x3df6e80fe033c8c6,
    0x3dc2533fe68fd3d2,
    0x3d8d51ffd74c861c,
    0x3d5774ccac3d3817,
    0x3d22c3d6f030f9ac,
    0x3cee0624b3818f79,
    0x3cb804ea293472c7,
    0x3c833721ba905bd3,
    0x3c4ebe9c5db3c61e,
    0x3c18987d17c304e5,
    0x3be3ad30dfcf371d,
    0x3baf7b816618582f,
    0x3b792f9ab81379bf,
    0x3b442615600f9499,
    0x3b101e77800c76e1,
    0x3ad9ca58cce0be35,
    0x3aa4a1e0a3e6fe90,
    0x3a708180831f320d,
    0x3a3a68cd9e985016,
];
const OTHERS: [u64; 64] = [
    0x4024000000000000,
    0x4014000000000000,
    0x3fe0000000000000,
    0x3fa999999999999a,
    0x3f747ae147ae147b,
    0x3f40624dd2f1a9fc,
    0x3f0a36e2eb1c432d,
    0x3ed4f8b588e368f1,
    0x3ea0c6f7a0b5ed8d,
    0x3e6ad7f29abcaf48,
    0x3e35798ee2308c3a,
    0x3ed539223589fa95,
    0x3ed4ff26cd5a7781,
    0x3ed4f95a762283ff,
    0x3ed4f8c60703520c,
    0x3ed4f8b72f19cd0d,
    0x3ed4f8b5b31c0c8d,
    0x3ed4f8b58d1c461a,
    0x3ed4f8b5894f7f0e,
    0x3ed4f8b588ee37f3,
    0x3ed4f8b588e47da4,
    0x3ed4f8b588e3849c,
    0x3ed4f8b588e36bb5,
    0x3ed4f8b588e36937,
    0x3ed4f8b588e368f8,
    0x3ed4f8b588e368f1,
    0x3ff0000000000000,
    0xbff0000000000000,
    0xbfeffffffffffffa,
    0xbfeffffffffffffb,
    0x3feffffffffffffa,
    0x3feffffffffffffb,
    0x3feffffffffffffc,
    0x3feffffffffffffe,
    0xbfefffffffffffff,
    0xbfefffffffffffff,
    0x3fefffffffffffff,
    0x3fefffffffffffff,
    0x3fd3333333333332,
    0x3fd3333333333333,
    0x3fd3333333333334,
    0x0010000000000000,
    0x000ffffffffffffd,
    0x000fffffffffffff,
    0x7fefffffffffffff,
    0xffefffffffffffff,
    0x4340000000000000,
    0xc340000000000000,
    0x4430000000000000,
    0x44b52d02c7e14af5,
    0x44b52d02c7e14af6,
    0x44b52d02c7e14af7,
    0x444b1ae4d6e2ef4e,
    0x444b1ae4d6e2ef4f,
    0x444b1ae4d6e2ef50,
    0x3eb0c6f7a0b5ed8c,
    0x3eb0c6f7a0b5ed8d,
    0x41b3de4355555553,
    0x41b3de4355555554,
    0x41b3de4355555555,
    0x41b3de4355555556,
    0x41b3de4355555557,
    0xbecbf647612f3696,
    0x43143ff3c1cb0959,
];

/// The bit patterns of the number test: selected ones, 2,000 in a row, then a chain of SHA-256.
fn number_test() -> impl Iterator<Item = u64> {
    const SIGN: u64 = 1 << 63;
    let chosen = [0, SIGN, 1, SIGN | 1].into_iter();
    let chosen = chosen.chain(NEGATIVE.map(|bits| bits | SIGN)).chain(NEGATIVE).chain(OTHERS);
    let in_a_row = (0..2000).map(|i| 0x0010_0000_0000_0000 + i);
    let mut block = [0_u8; 32];
    let chain = std::iter::repeat_with(move || {
        let hex = Digest::of(&block).to_string();
        for (byte, pair) in block.iter_mut().zip(hex.as_bytes().chunks(2)) {
            *byte = u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap();
        }
        block
    });
    let words = chain.flat_map(|block| {
        let word = |i: usize| u64::from_le_bytes(block[i * 8..i * 8 + 8].try_into().unwrap());
        [word(0), word(1), word(2), word(3)]
    });
    let usable = words.filter(|bits| f64::from_bits(*bits).is_finite() && f64::from_bits(*bits) != 0.0);
    chosen.chain(in_a_row).chain(usable)
}

/// Published with the number test: SHA-256 of this many first lines.
const PUBLISHED: [(usize, &str); 5] = [
    (1_000, "be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687"),
    (10_000, "b9f7a8e75ef22a835685a52ccba7f7d6bdc99e34b010992cbc5864cd12be6892"),
    (100_000, "22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7"),
    (1_000_000, "49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16"),
    (10_000_000, "b9f8a44a91d46813b21b9602e72f112613c91408db0b8341fb94603d9db135e0"),
];

/// How many lines of the number test match when numbers are written in this way.
fn as_published(most: usize, write: impl Fn(f64) -> String) -> usize {
    let mut so_far = Sha256::new();
    let mut bits = number_test();
    let (mut count, mut agreed) = (0, 0);
    for (up_to, expected) in PUBLISHED.into_iter().filter(|(up_to, _)| *up_to <= most) {
        while count < up_to {
            let next = bits.next().unwrap();
            so_far.update(format!("{next:x},{}\n", write(f64::from_bits(next))));
            count += 1;
        }
        let digest: String = so_far.clone().finalize().iter().fold(String::new(), |mut hex, byte| {
            write!(hex, "{byte:02x}").unwrap();
            hex
        });
        if digest != expected {
            break;
        }
        agreed = up_to;
    }
    agreed
}

/// All of the published 10⁷ numbers. Controls: other number formats, some of them nearly right.
#[test]
fn p8_the_published_digests_of_the_number_test_come_out() {
    const MOST: usize = 10_000_000;
    assert_eq!(as_published(MOST, text), MOST);
    println!("{MOST} numbers as published");
    assert_eq!(as_published(1_000, |f| f.to_string()), 0, "without exponents");
    assert_eq!(as_published(1_000, |f| format!("{f:e}")), 0, "exponents everywhere");
    assert_eq!(as_published(1_000, |f| serde_json::to_string(&f).unwrap()), 0, "as serde_json has them");
    assert_eq!(
        as_published(1_000, |f| if f == 5e-324 { "4e-324".into() } else { text(f) }),
        0,
        "one of them"
    );
}

#[test]
fn p8_doubles_are_read_to_the_last_bit() {
    for bits in number_test().take(102_000) {
        let value = f64::from_bits(bits);
        for written in [format!("{value:e}"), text(value)] {
            // Integers beyond 2⁵³ − 1 are refused unless they are written with an exponent.
            let Ok(read) = json::read(written.as_bytes()) else {
                assert!(value.abs() > 9_007_199_254_740_991.0, "{written}");
                continue;
            };
            let read = read.as_f64().unwrap();
            assert_eq!(read, written.parse::<f64>().unwrap(), "{written}");
            assert_eq!(read, value, "{written}");
        }
    }
}

#[test]
fn p8_the_binary_prints_the_hash_of_the_canonical_form() {
    let place = Place::empty();
    let hash = |document: &[u8]| {
        let said = place.run_with(document, &["hash", "-"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{said:?}");
        said.out
    };
    let spaced = b" {\"b\" : [1.0, 1e1, -0, \"\\u00e9\\/\"],\n\"a\":null }\r\n";
    let expected = format!("{}\n", Digest::of("{\"a\":null,\"b\":[1,10,0,\"é/\"]}".as_bytes()));
    assert_eq!(hash(spaced), expected);
    assert_eq!(hash(b"{}"), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a\n");
}

#[test]
fn p8_ambiguous_documents_are_refused() {
    let place = Place::empty();
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n)).into_bytes();
    let mut large = b"\"".to_vec();
    large.resize(16 * 1024 * 1024 + 1, b'x');
    large.push(b'"');
    let cases: [(&str, Vec<u8>, &str); 22] = [
        ("duplicate keys", br#"{"a":1,"a":2}"#.to_vec(), "a"),
        ("duplicate keys, escaped", br#"{"a":1,"\u0061":2}"#.to_vec(), "a"),
        ("duplicate keys, deep", br#"[{"x":{"a":1,"b":2,"a":1}}]"#.to_vec(), "a"),
        ("2^53", b"9007199254740992".to_vec(), "9007199254740991"),
        ("-2^53", b"[-9007199254740992]".to_vec(), "9007199254740991"),
        ("2^53 + 1", b"9007199254740993".to_vec(), "9007199254740991"),
        ("u64::MAX", b"18446744073709551615".to_vec(), "9007199254740991"),
        ("2^53 with a fraction of 0", b"9007199254740992.0".to_vec(), "9007199254740991"),
        ("a high surrogate alone", br#""\ud800""#.to_vec(), ""),
        ("a low surrogate alone", br#""\udc00x""#.to_vec(), ""),
        ("surrogates in the wrong order", br#""\udc00\ud800""#.to_vec(), ""),
        ("depth 65", deep(65), "64"),
        ("depth 10,000", deep(10_000), "64"),
        ("too large", large, ""),
        ("a byte order mark", b"\xEF\xBB\xBF{}".to_vec(), "byte order mark"),
        ("trailing bytes", b"{} {}".to_vec(), "line 1"),
        ("a trailing comma", b"[1,]".to_vec(), "line 1"),
        ("NaN", b"[NaN]".to_vec(), "line 1"),
        ("Infinity", b"-Infinity".to_vec(), "line 1"),
        ("beyond a double", b"1e400".to_vec(), ""),
        ("not UTF-8", b"\"\xFF\"".to_vec(), "UTF-8"),
        ("nothing", b"".to_vec(), ""),
    ];
    for (name, document, words) in cases {
        let said = place.run_with(&document, &["hash", "-"]);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{name}: {said:?}");
        said.complains(1, words);
    }
    for good in [b"9007199254740991".to_vec(), b"-9007199254740991".to_vec(), deep(64), b"1e300".to_vec()] {
        assert_eq!(place.run_with(&good, &["hash", "-"]).code, 0);
    }
}

/// An independent implementation: Python's reader, sort order and digits.
const SECOND: &str = r#"
import sys, json, hashlib
def number(x):
    if x == 0: return "0"
    if isinstance(x, float) and x.is_integer() and abs(x) < 2**53: x = int(x)
    if isinstance(x, int): return str(int(x))
    sign, r = ("-", repr(-float(x))) if x < 0 else ("", repr(float(x)))
    m, _, e = r.partition("e")
    w, _, f = m.partition(".")
    f = "" if f == "0" else f
    digits = (w + f).lstrip("0")
    point = len(w) + int(e or 0) if w != "0" else int(e or 0) - (len(f) - len(f.lstrip("0")))
    digits = digits.rstrip("0")
    k, n = len(digits), point
    if k <= n <= 21: return sign + digits + "0" * (n - k)
    if 0 < n <= 21: return sign + digits[:n] + "." + digits[n:]
    if -6 < n <= 0: return sign + "0." + "0" * -n + digits
    e = n - 1
    return sign + digits[0] + ("." + digits[1:] if k > 1 else "") + "e" + ("+" if e >= 0 else "-") + str(abs(e))
def string(s):
    short = {8: "\\b", 9: "\\t", 10: "\\n", 12: "\\f", 13: "\\r", 34: '\\"', 92: "\\\\"}
    return '"' + "".join(short.get(ord(c)) or ("\\u%04x" % ord(c) if ord(c) < 32 else c) for c in s) + '"'
def form(v):
    if v is None: return "null"
    if v is True: return "true"
    if v is False: return "false"
    if isinstance(v, str): return string(v)
    if isinstance(v, (int, float)): return number(v)
    if isinstance(v, list): return "[" + ",".join(map(form, v)) + "]"
    return "{" + ",".join(string(k) + ":" + form(v[k]) for k in sorted(v, key=lambda k: k.encode("utf-16-be"))) + "}"
for line in sys.stdin.buffer:
    print(hashlib.sha256(form(json.loads(line)).encode("utf-8")).hexdigest())
"#;

fn document() -> impl Strategy<Value = Value> {
    let number = prop_oneof![
        any::<f64>().prop_filter("finite", |f| f.is_finite()).prop_map(Value::from),
        (-9_007_199_254_740_991_i64..=9_007_199_254_740_991).prop_map(Value::from),
        (-400_i64..400, -12_i32..25).prop_map(|(m, e)| Value::from(m as f64 * 10_f64.powi(e))),
    ];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        number,
        "(?s).{0,12}".prop_map(Value::from),
        "[\u{0}-\u{1f}\u{7f}\"\\\\/é€😀\u{fb33}\u{e000}]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec(("[a\u{7f}é€😀\u{fb33}\u{e000}\u{ffff}\r1]{0,3}", inner), 0..6)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

#[test]
fn p8_a_second_implementation_agrees_on_random_documents() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let documents: Vec<String> = (0..3000)
        .map(|_| document().new_tree(&mut runner).unwrap().current().to_string())
        .filter(|text| json::read(text.as_bytes()).is_ok())
        .collect();
    assert!(documents.len() > 1500, "{}", documents.len());
    let python = Command::new("python3")
        .args(["-c", SECOND])
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        println!("not run: python3 is missing");
        return;
    };
    let mut stdin = python.stdin.take().unwrap();
    let lines = documents.join("\n") + "\n";
    let writing = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, lines.as_bytes()));
    let output = python.wait_with_output().unwrap();
    writing.join().unwrap().unwrap();
    let digests = String::from_utf8(output.stdout).unwrap();
    assert_eq!(digests.lines().count(), documents.len());
    for (document, theirs) in documents.iter().zip(digests.lines()) {
        let ours = digest(&json::read(document.as_bytes()).unwrap()).to_string();
        assert_eq!(ours, theirs, "{document}");
    }
}
