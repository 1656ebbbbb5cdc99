//! Tests of FROZEN.md: it reads back as written, and every change is detected (promises P7, P10; ruling 5).

use frieze_data::digest::Digest;
use frieze_data::score::Score;
use frieze_design::freeze_marker::{LARGEST, Marker, NotAMarker, Role, TEMPLATE, read, render};
use proptest::prelude::*;

fn digest(name: &str) -> Digest {
    Digest::of(name.as_bytes())
}

fn sample() -> Marker {
    let role = |name: &str| Role {
        model: format!("{name}-model-2026"),
        template: format!("templates/prompts/design-{name}-v1.0.0.txt"),
        template_version: "1.0.0".to_owned(),
        template_sha256: digest(name),
    };
    Marker {
        schema_version: 2,
        feature_id: "checkout".parse().expect("an id"),
        freeze_number: 2,
        checksum_sha256: digest("intent"),
        quality_threshold: 80,
        final_score: Score::from_hundredths(8_700),
        iteration_count: 3,
        approver: "Ada Lovelace <ada@example.com>".to_owned(),
        frozen_at: "2026-11-21T06:14:39Z".parse().expect("a time"),
        note: Some("good: ship it".to_owned()),
        approved_unseen: false,
        dismissed: None,
        signed: Some(false),
        preview_sha256: digest("preview"),
        critique_sha256: digest("critique"),
        brief_sha256: digest("brief"),
        brief_at_approval_sha256: None,
        answers_sha256: None,
        answers_at_approval_sha256: None,
        rubric_version: "1.0.0".to_owned(),
        rubric_sha256: digest("rubric"),
        generator: role("generator"),
        critic: role("critic"),
        frieze_version: "0.1.0".to_owned(),
        run_number: 4,
        journal_tip: digest("tip"),
    }
}

fn written(marker: &Marker) -> String {
    render(marker, TEMPLATE).expect("a marker")
}

/// The file with a corrected checksum.
fn resealed(text: &str) -> String {
    let end = text[4..].find("\n---\n").expect("fences") + 5;
    let fields: String =
        text[4..end].lines().filter(|l| !l.starts_with("checksum:")).map(|l| format!("{l}\n")).collect();
    let sealed = format!("{fields}checksum: {}\n", digest(&fields));
    format!("---\n{sealed}{}", &text[end..])
}

#[test]
fn ruling_5_the_file_contains_both_forms_and_reads_back() {
    let text = written(&sample());
    for line in [
        format!("checksumSHA256: \"{}\"", digest("intent")),
        "qualityThreshold: 80".to_owned(),
        "finalScore: 87.00".to_owned(),
        "approvedUnseen: false".to_owned(),
        "iterationCount: 3".to_owned(),
        "frozenAt: \"2026-11-21T06:14:39Z\"".to_owned(),
        "featureId: \"checkout\"".to_owned(),
        "**Quality Threshold:** 80/100".to_owned(),
        "**Final Score:** 87.00/100".to_owned(),
        format!("**Checksum (SHA-256):** {}", digest("intent")),
        "**Approver:** Ada Lovelace \\<ada@example.com\\>".to_owned(),
        "**Note:** good: ship it".to_owned(),
    ] {
        assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
    }
    assert_eq!(read(text.as_bytes()), Ok(sample()));
    assert_eq!(resealed(&text), text, "the checksum is the published rule's");
}

#[test]
fn p7_every_changed_byte_of_the_front_matter_is_detected() {
    let text = written(&sample());
    // The newline after the closing fence belongs to the body.
    let end = text.find("\n---\n").unwrap() + 4;
    for at in 0..end {
        for with in [b'0', b'1', b'a', b' ', b'\n', b'\r', b'"', b':', b'#', 0, 0xFF] {
            let mut bytes = text.clone().into_bytes();
            if bytes[at] == with {
                continue;
            }
            bytes[at] = with;
            assert!(read(&bytes).is_err(), "byte {at} as {with:#x}");
        }
        let mut shorter = text.clone().into_bytes();
        shorter.remove(at);
        assert!(read(&shorter).is_err(), "without byte {at}");
        for with in [b' ', b'\n', b'-', b'x'] {
            let mut longer = text.clone().into_bytes();
            longer.insert(at, with);
            assert!(read(&longer).is_err(), "{with:#x} before byte {at}");
        }
    }
}

#[test]
fn p10_every_changed_field_is_detected_even_with_a_corrected_checksum() {
    let text = written(&sample());
    let mut fields = 0;
    for (i, line) in text.lines().enumerate().skip(1).take_while(|(_, l)| *l != "---") {
        let Some((key, value)) = line.split_once(": ") else { continue };
        let other = match value {
            "false" => "true".to_owned(),
            _ if value.contains("2026-11") => value.replace("2026-11", "2026-12"),
            _ if value.len() > 64 => format!("\"{}\"", digest("other")),
            _ if value.starts_with('"') => format!("{}x\"", value.trim_end_matches('"')),
            _ => value.replace(['0', '7'], "1").replacen(['2', '3', '4'], "5", 1),
        };
        let other = if other == value { "2".to_owned() } else { other };
        let changed: Vec<String> = text
            .lines()
            .enumerate()
            .map(|(n, l)| if n == i { format!("{key}: {other}") } else { l.to_owned() })
            .collect();
        let changed = format!("{}\n", changed.join("\n"));
        assert_ne!(changed, text);
        assert!(read(changed.as_bytes()).is_err(), "{key}: {other}");
        if key != "checksum" {
            assert_ne!(
                read(resealed(&changed).as_bytes()),
                Ok(sample()),
                "{key}: {other}, checksum made right"
            );
        }
        fields += 1;
    }
    assert_eq!(fields, 32, "every field is there to be altered");
}

#[test]
fn every_error_has_its_line() {
    let good = written(&sample());
    let bomb = format!("a: &a [{}]\nb: [{}]\n", "x,".repeat(9), "*a,".repeat(9));
    let cases: Vec<(String, &str)> = vec![
        (String::new(), "line 1: the file must begin with a line `---`"),
        (format!("\u{FEFF}{good}"), "line 1: there is a byte order mark"),
        (good.replace('\n', "\r\n"), "line 1: the line ends were converted"),
        (good.replacen("\n---\n", "\n", 1), "the front matter has no closing `---`"),
        (good.replacen("qualityThreshold: 80", "qualityThreshold: 70", 1), "the front matter was changed"),
        (good.replacen("\nchecksum: ", "\n# ", 1), "has no `checksum:` line"),
        (good.replacen("\nchecksum: ", "\nchecksum: 00", 1), "must be followed by a space and a SHA-256"),
        (
            good.replacen("\nchecksum: ", &format!("\nchecksum: {}\nchecksum: ", digest("x")), 1),
            "a second `checksum:`",
        ),
        (resealed(&good.replacen("schemaVersion: 2", "schemaVersion: 3", 1)), "has schemaVersion 3"),
        (good.replacen("schemaVersion: 2", "schemaVersion: 4", 1), "has schemaVersion 4"),
        (resealed(&good.replacen("schemaVersion: 2", "schemaVersion: 0", 1)), "schemaVersion 0 is unknown"),
        (
            resealed(&good.replacen("schemaVersion: 2", "schemaVersion: 1", 1)),
            "a field does not belong to schemaVersion 1",
        ),
        (resealed(&good.replacen("signed: false\n", "", 1)), "the field `signed` is missing"),
        (resealed(&good.replacen("runNumber: 4\n", "", 1)), "missing field `runNumber`"),
        (
            resealed(&good.replacen("runNumber: 4\n", "runNumber: 4\nrunNumber: 4\n", 1)),
            "line 34: duplicate mapping key",
        ),
        (resealed(&good.replacen("runNumber: 4\n", "runNumber: 4\nother: 4\n", 1)), "unknown field `other`"),
        (resealed(&good.replacen("approvedUnseen: false", "approvedUnseen: no", 1)), "line 12: "),
        (
            resealed(&good.replacen("finalScore: 87.00", "finalScore: 101", 1)),
            "a score lies between 0 and 100",
        ),
        (resealed(&good.replacen("\"checkout\"", "\"../x\"", 1)), "is not a feature id"),
        (resealed(&good.replacen("schemaVersion", &format!("{bomb}schemaVersion"), 1)), "line 2: "),
        (
            good.replacen("**Quality Threshold:** 80/100", "**Quality Threshold:** 70/100", 1),
            "line 41: `**Quality Threshold:**` says \"70/100\", but the front matter says \"80/100\"",
        ),
        (good.replacen("**Final Score:** 87.00/100", "**Final Score:** 87/100", 1), "says \"87/100\""),
        (good.replacen("**Final Score:** 87.00/100\n", "", 1), "lacks the line `**Final Score:** 87.00/100`"),
        (good.replacen("**Final Score:** 87.00/100", "**Final Score:** 87.00/100\r", 1), "says"),
        (format!("{good}**Final Score:** 87.00/100\n"), "`**Final Score:**` does not belong here"),
        (format!("{good}- **final score:** 99.00/100\n"), "`**Final Score:**` does not belong here"),
        (
            resealed(&good.replacen("note: \"good: ship it\"", "note: null", 1)),
            "`**Note:**` does not belong here",
        ),
        (" ".repeat(10 << 20), "has 10485760 bytes"),
    ];
    for (text, expected) in cases {
        let refused = read(text.as_bytes()).expect_err(expected);
        let message = refused.to_string();
        assert!(message.contains(expected), "{message}\n  lacks {expected}");
        assert!(!message.contains('\n') && !refused.hint().is_empty(), "{message}");
    }
    assert!(matches!(read(b"---\n\xFF"), Err(NotAMarker::NotUtf8 { line: 2 })));
}

#[test]
fn text_around_the_lines_may_change() {
    let text = written(&sample());
    assert_eq!(read(format!("{text}\nReviewed again in spring.\n---\n").as_bytes()), Ok(sample()));
}

#[test]
fn hostile_names_and_notes_read_back_unchanged() {
    for hostile in [
        "",
        " ",
        "a: b",
        "- a",
        "# c",
        "\"",
        "'",
        "\\",
        "\\n",
        "\n---\n",
        "---",
        "\r\n",
        "x\nchecksum: 0",
        "*a",
        "&a",
        "!!t",
        "null",
        "~",
        "true",
        "1e3",
        "0x10",
        "2026-01-01",
        "{a: b}",
        "[1",
        "**Final Score:** 100.00/100",
        "x\n**Final Score:** 100.00/100",
        "{{ checksum }}",
        "{% raw %}",
        "<b>&amp;</b>",
        "`x`",
        "\u{202E}txt",
        "\u{0}\u{7}\u{1b}[2J",
        "\u{85}\u{2028}\u{FEFF}",
        "\u{E0041}\u{FFFF}\u{10FFFF}",
        "👩‍👩‍👧",
        "東京",
        "‎العربية",
        "$x$",
        "|",
        ">",
    ] {
        for long in [hostile.to_owned(), hostile.repeat(3), format!("x{hostile}y")] {
            let marker = Marker { approver: long.clone(), note: Some(long.clone()), ..sample() };
            assert_eq!(read(written(&marker).as_bytes()), Ok(marker), "{long:?}");
        }
    }
    let none = Marker { note: None, ..sample() };
    assert!(!written(&none).contains("**Note:**"));
    assert_eq!(read(written(&none).as_bytes()), Ok(none));
    let long = Marker { note: Some("x".repeat(LARGEST)), ..sample() };
    assert!(render(&long, TEMPLATE).unwrap_err().contains("at most 65536"));
}

#[test]
fn a_template_that_produces_no_valid_marker_is_refused() {
    for (from, to, expected) in [
        ("{{ approver | yaml }}", "{{ aprover | yaml }}", "undefined"),
        ("{{ approver | yaml }}", "\"somebody\"", "says"),
        ("{{ qualityThreshold }}/100", "70/100", "says"),
        ("checksum: {{ checksum }}\n", "", "no `checksum:` line"),
        ("**Final Score:**", "**Score:**", "lacks the line `**Final Score:**"),
        ("runNumber: {{ runNumber }}", "runNumber: 7", "another marker"),
        ("{{ runNumber }}", "{{ runNumber", "syntax error"),
        ("{{ runNumber }}", "{% include 'x' %}", "line 36: `{% include 'x' %}` may not be used"),
    ] {
        let template = TEMPLATE.replacen(from, to, 1);
        assert_ne!(template, TEMPLATE);
        let refused = render(&sample(), &template).expect_err(to);
        assert!(refused.contains(expected), "{refused} lacks {expected}");
    }
    let own = format!("{}\nApproved by the *design council*.\n", TEMPLATE.trim_end());
    assert_eq!(read(render(&sample(), &own).unwrap().as_bytes()), Ok(sample()));
}

#[test]
fn the_time_is_written_in_whole_seconds() {
    let marker = Marker { frozen_at: "2026-11-21T06:14:39.987654321Z".parse().unwrap(), ..sample() };
    assert_eq!(read(written(&marker).as_bytes()), Ok(sample()));
}

proptest! {
    #[test]
    fn a_written_marker_reads_back(approver in "\\PC{0,40}|.{0,40}", note in proptest::option::of("(.|\n){0,200}"), dismissed in proptest::option::of("\\PC{0,200}"), score in 0_u16..=10_000) {
        let marker = Marker { approver, note, dismissed, final_score: Score::from_hundredths(score), ..sample() };
        prop_assert_eq!(read(written(&marker).as_bytes()), Ok(marker));
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400), tail in "[-a-z:&*!{}\\[\\]\"\n ]{0,200}") {
        let _ = read(&bytes);
        let _ = read(format!("---\n{tail}\n").as_bytes());
        let fields = format!("{tail}\n");
        let _ = read(format!("---\n{fields}checksum: {}\n---\n", digest(&fields)).as_bytes());
    }

    #[test]
    fn random_damage_is_detected_or_harmless(at in 0_usize..2_000, with in any::<u8>()) {
        let text = written(&sample());
        let mut bytes = text.into_bytes();
        let at = at.min(bytes.len() - 1);
        bytes[at] = with;
        if let Ok(back) = read(&bytes) {
            prop_assert_eq!(back, sample());
        }
    }
}

/// Markers from before signatures are still read.
#[test]
fn a_marker_of_version_1_is_read() {
    let text = written(&sample());
    let old = text
        .replacen("schemaVersion: 2", "schemaVersion: 1", 1)
        .replacen("signed: false\n", "", 1)
        .replacen("briefAtApprovalSha256: null\n", "", 1)
        .replacen("**Signed:** no\n", "", 1);
    let marker = read(resealed(&old).as_bytes()).expect("a marker");
    assert_eq!((marker.schema_version, marker.signed), (1, None));
    assert_eq!(Marker { schema_version: 2, signed: Some(false), ..marker }, sample());
    let claims = resealed(&old).replacen("**Approved Unseen:**", "**Signed:** yes\n**Approved Unseen:**", 1);
    assert!(read(claims.as_bytes()).is_err(), "version 1 cannot claim a signature");
}
