//! Unusable documents: each is refused with one sentence and a hint, and nothing is lost.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use crate::cli_support::{CHECKOUT, Place};
use serde_json::{Value, json};

#[test]
fn briefs_that_cannot_be_read_make_no_feature() {
    let place = Place::workspace();
    let utf16: Vec<u8> =
        [0xFF, 0xFE].into_iter().chain(CHECKOUT.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let bare: Vec<u8> = CHECKOUT.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let mut latin = CHECKOUT.as_bytes().to_vec();
    latin.extend(b"caf\xE9\n");
    let mut binary = b"\x7fELF\x02\x01\x01".to_vec();
    binary.resize(4000, 0);
    let large = "The shopper can pay. ".repeat(500_000).into_bytes();
    let cases: [(&str, Vec<u8>, &str); 9] = [
        ("empty", vec![], "is empty"),
        ("spaces", b" \n\t \r\n\n".to_vec(), "white space"),
        ("binary", binary, "binary"),
        ("10 MB", large, "bytes"),
        ("not UTF-8", latin, "not UTF-8"),
        ("UTF-16 with a mark", utf16, "UTF-16"),
        ("UTF-16 without", bare, "NUL byte"),
        ("only markup", b"---\n\n***\n<!-- later -->\n".to_vec(), "no words"),
        ("only a byte order mark", b"\xEF\xBB\xBF".to_vec(), "empty"),
    ];
    let before = place.snapshot();
    for (name, brief, words) in cases {
        place.write("../brief.md", &brief);
        let said = place.run(&["new", "checkout", "--brief", "../brief.md"]);
        said.complains(1, words);
        assert_eq!(said.out, "", "{name}");
        assert_eq!(place.snapshot(), before, "{name} left something behind");
        let said = place.run_with(&brief, &["new", "checkout", "--brief", "-"]);
        said.complains(1, words);
    }
}

#[test]
fn a_brief_in_another_language_or_with_odd_line_ends_is_read() {
    let place = Place::workspace();
    let japanese =
        "# 支払い\n\n- 買い物客はカードで支払うことができる。\n- 店員は注文を発送しなければならない。\n";
    for (id, brief) in [
        ("japanese", japanese.to_owned()),
        ("crlf", CHECKOUT.replace('\n', "\r\n")),
        ("cr", CHECKOUT.replace('\n', "\r")),
        ("bom", format!("\u{feff}{CHECKOUT}")),
        ("one-line", "The shopper must pay.".to_owned()),
        ("no-newline", CHECKOUT.trim_end().to_owned()),
    ] {
        let said = place.run_with(brief.as_bytes(), &["new", id, "--brief", "-"]);
        assert_eq!(said.code, 0, "{id}: {said:?}");
        assert_eq!(place.read(&format!("features/{id}/brief.md")), brief, "{id}: byte for byte");
        let said = place.run(&["run", id]);
        assert!([2, 3].contains(&said.code), "{id}: {said:?}");
        let row = place.row(id);
        assert!(row["state"] == "CANDIDATE" || row["state"] == "FAILED", "{row}");
        assert!(row["state"] == "CANDIDATE" || row["reason"].as_str().is_some_and(|r| r.len() > 10), "{row}");
    }
}

#[test]
fn a_brief_damaged_after_new_fails_only_its_run() {
    let place = Place::workspace();
    for (id, brief) in [("empty", &b""[..]), ("binary", b"\0\0\0"), ("latin", b"caf\xE9 pays\n")] {
        place.write("brief.md", CHECKOUT);
        place.done(&["new", id, "--brief", "brief.md"]);
        place.write(&format!("features/{id}/brief.md"), brief);
        let said = place.run(&["run", id]);
        assert!([1, 2].contains(&said.code), "{id}: {said:?}");
        let row = place.row(id);
        let reason = format!("{}{}", row["reason"], said.err);
        assert!(reason.contains("brief"), "{id}: {row} {said:?}");
        // Repaired, it runs.
        place.write(&format!("features/{id}/brief.md"), CHECKOUT);
        if row["needs"] == "reset" {
            place.done(&["reset", id]);
        }
        assert_eq!(place.run(&["run", id]).code, 3, "{id}");
    }
    // Gone.
    std::fs::remove_file(place.at("features/empty/brief.md")).unwrap();
    let said = place.run(&["show", "empty"]);
    assert_eq!(said.code, 0, "{said:?}");
}

fn intent() -> (Place, Value) {
    let place = Place::candidate();
    let intent = serde_json::from_str(&place.read("features/checkout/design/intent.json")).unwrap();
    (place, intent)
}

#[test]
fn intents_that_cannot_be_read_are_refused_by_every_verb() {
    let (place, intent) = intent();
    let text = intent.to_string();
    let mut more = intent.clone();
    more["surprise"] = json!({ "a": 1 });
    let mut newer = intent.clone();
    newer["schemaVersion"] = json!("2.0.0");
    let deep =
        format!("{}{}{}", &text[..text.len() - 1], ",\"x\":", "[".repeat(10_000) + &"]".repeat(10_000) + "}");
    let mut large = text.clone();
    large.push_str(&" ".repeat(20 * 1024 * 1024));
    let duplicate = text.replacen('{', "{\"title\":\"first\",", 1);
    let cases: [(&str, Vec<u8>, &str); 13] = [
        ("duplicate keys", duplicate.into_bytes(), "title"),
        ("NaN", text.replacen("\"title\":", "\"x\":NaN,\"title\":", 1).into_bytes(), ""),
        ("depth 10,000", deep.into_bytes(), "64"),
        ("2^53 + 1", text.replacen('{', "{\"x\":9007199254740993,", 1).into_bytes(), "9007199254740993"),
        ("unknown fields", more.to_string().into_bytes(), "surprise"),
        ("a newer version", newer.to_string().into_bytes(), "schemaVersion"),
        ("20 MB", large.into_bytes(), "bytes"),
        ("cut short", text.as_bytes()[..text.len() / 2].to_vec(), ""),
        ("an array", b"[]".to_vec(), ""),
        ("null", b"null".to_vec(), ""),
        ("empty", vec![], ""),
        (
            "not UTF-8",
            text.replacen("Checkout", "Check\u{ff}", 1)
                .replace('\u{ff}', "?")
                .into_bytes()
                .iter()
                .map(|b| if *b == b'?' { 0xFF } else { *b })
                .collect(),
            "UTF-8",
        ),
        ("a byte order mark", format!("\u{feff}{text}").into_bytes(), "byte order mark"),
    ];
    for (name, bytes, words) in cases {
        place.write("wrong.json", &bytes);
        let said = place.run(&["validate", "wrong.json"]);
        assert_eq!(said.code, 1, "{name}: {said:?}");
        assert!(format!("{}{}", said.out, said.err).contains(words), "{name}: {said:?}");
        assert!(!said.out.is_empty() || said.err.contains("hint: "), "{name}: {said:?}");
        for verb in
            [&["score", "wrong.json"][..], &["preview", "wrong.json"], &["diff", "wrong.json", "wrong.json"]]
        {
            let said = place.run(verb);
            said.complains(1, "wrong.json");
            assert_eq!(said.out, "", "{name}");
        }
        // As the candidate's own file it cannot be approved; the reason is shown.
        place.write("features/checkout/design/intent.json", &bytes);
        let shown = place.run(&["show", "checkout"]);
        assert_eq!(shown.code, 0, "{name}: {shown:?}");
        assert!(shown.out.contains("not a valid intent"), "{name}: {shown:?}");
        assert!(
            shown.out.contains("! Of another design. The present one cannot be read."),
            "{name}: {shown:?}"
        );
        place.write("features/checkout/design/intent.json", &text);
    }
    let shown = place.run(&["show", "checkout", "--json"]);
    let shown: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(shown["choices"][0]["barred"], Value::Null, "repaired, it can be approved again");
}

#[test]
fn invalid_ids_are_refused_everywhere() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    let long = "a".repeat(65);
    let before = place.snapshot();
    let ids = [
        "../x",
        "..",
        ".",
        "/",
        "/tmp/x",
        "CON",
        "con",
        "nul",
        "com1",
        "lpt9",
        "a/b",
        "a\\b",
        "",
        " ",
        "a b",
        &long,
        "ünïcode",
        "日本",
        "a\u{202e}b",
        "a\x1b[31m",
        "a\nb",
        "Checkout",
        "a.b",
        "a:b",
        "~",
        "*",
        "-",
        "a\u{301}",
    ];
    for id in ids {
        let said = place.run(&["new", "--brief", "brief.md", "--", id]);
        said.complains(1, "is not a feature id");
        for verb in ["show", "log", "run", "reset", "unfreeze", "verify"] {
            let said = place.run(&[verb, "--", id]);
            said.complains(1, "is not a feature id");
        }
    }
    for id in ["-x", "--help-me", "-rf"] {
        assert_eq!(place.run(&["new", id, "--brief", "brief.md"]).code, 64, "{id}");
        place.stopped(1, "is not a feature id", &["new", "--brief", "brief.md", "--", id]);
    }
    assert_eq!(place.snapshot(), before);
    // The longest valid id.
    place.done(&["new", &"a".repeat(64), "--brief", "brief.md"]);
    place.done(&["new", "con1", "--brief", "brief.md"]);
}

#[test]
fn unusable_configurations_are_refused_with_their_place() {
    let place = Place::candidate();
    let mut bomb = String::from("a0: &a0 [x,x,x,x,x,x,x,x,x]\n");
    for i in 1..12 {
        bomb.push_str(&format!("a{i}: &a{i} [{}]\n", vec![format!("*a{}", i - 1); 9].join(",")));
    }
    let deep = format!("user: {}{}\n", "[".repeat(20_000), "]".repeat(20_000));
    let large = format!("# {}\n", "x".repeat(300_000));
    let cases = [
        ("a bomb", bomb.as_str(), ""),
        ("deep", &deep, ""),
        ("large", &large, "bytes"),
        ("tabs", "features:\n\tcheckout:\n\t\tthreshold: 80\n", ""),
        ("duplicate keys", "threshold: 80\nthreshold: 81\n", "threshold"),
        ("69", "threshold: 69\n", "threshold"),
        ("96", "threshold: 96\n", "threshold"),
        ("text", "threshold: \"80\"\n", "threshold"),
        ("a fraction", "threshold: 80.5\n", "threshold"),
        ("negative", "maxIterations: -1\n", "maxIterations"),
        ("an unknown key", "treshold: 80\n", "treshold"),
        ("an unknown key of a feature", "features:\n  checkout:\n    treshold: 80\n", "treshold"),
        ("no feature id", "features:\n  \"../x\":\n    threshold: 80\n", "features"),
        ("a list", "- threshold: 80\n", ""),
        ("cut short", "threshold: [8", ""),
        ("two documents", "threshold: 80\n---\nthreshold: 81\n", ""),
        ("newer", "version: 2\n", "newer frieze"),
        ("control characters", "user: \"a\\u001b[31m\\u202e\"\nthreshold: \u{1b}[31m\n", ""),
    ];
    let before = place.snapshot();
    for (name, yaml, words) in cases {
        place.write("frieze.yaml", yaml);
        let said = place.run(&["config"]);
        assert_eq!(said.code, 1, "{name}: {said:?}");
        said.complains(1, "frieze.yaml");
        said.complains(1, words);
        let run = place.run(&["run", "checkout"]);
        assert_eq!(run.code, 1, "{name}: {run:?}");
        run.complains(1, "frieze.yaml");
        // `status` always works, and `doctor` names the problem.
        let listed = place.run(&["status"]);
        assert!(listed.code == 0 && listed.out.contains("checkout"), "{name}: {listed:?}");
        let doctor = place.run(&["doctor"]);
        assert!(doctor.code == 2 && doctor.out.contains("frieze.yaml"), "{name}: {doctor:?}");
    }
    place.write("frieze.yaml", b"user: caf\xE9\n");
    place.stopped(1, "UTF-8", &["config"]);
    for good in ["", "# nothing\n", "threshold: 70\n", "threshold: 95\n", "version: 1\nuser: 山田 太郎\n"]
    {
        place.write("frieze.yaml", good);
        place.done(&["config"]);
    }
    let kept = |files: Vec<(String, Vec<u8>)>| -> Vec<(String, Vec<u8>)> {
        files
            .into_iter()
            .filter(|(name, _)| {
                name.ends_with("intent.json") || name.ends_with("state.json") || name.ends_with("brief.md")
            })
            .collect()
    };
    assert_eq!(kept(place.snapshot()), kept(before), "a wrong configuration changed a design");
}

#[test]
fn wrong_names_in_the_environment_and_the_users_file_are_reported() {
    let place = Place::candidate();
    for (name, value) in
        [("FRIEZE_THRESHOLD", "69"), ("FRIEZE_THRESHOLD", "high"), ("FRIEZE_MAX_ITERATIONS", "-1")]
    {
        let said = place.run_env(&[(name, value)], &["config"]);
        said.complains(1, name);
    }
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    std::fs::write(place.home().join("config/frieze/config.yaml"), "threshold: 12\n").unwrap();
    place.stopped(1, "the user's config.yaml", &["config"]);
}
