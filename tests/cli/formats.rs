//! `frieze new` with documents of other formats, and its messages about files that are no requirement document.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use crate::cli_support::Place;

fn fixture(name: &str) -> Vec<u8> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/formats");
    std::fs::read(std::path::Path::new(folder).join(name)).unwrap()
}

fn made(name: &str) -> (Place, crate::cli_support::Said) {
    let place = Place::workspace();
    place.write(name, fixture(name));
    let said = place.run(&["new", "x", "--brief", name]);
    (place, said)
}

/// The requirements that a run finds, by their line in brief.md.
fn requirements(place: &Place) -> Vec<(u64, String)> {
    place.run(&["run", "x"]);
    let design: serde_json::Value =
        serde_json::from_str(&place.read("features/x/design/intent.json")).unwrap();
    let all = design["requirements"].as_array().unwrap().iter();
    all.map(|r| (r["source"]["line"].as_u64().unwrap(), r["text"].as_str().unwrap().to_owned())).collect()
}

#[test]
fn exports_and_office_documents_are_read_and_kept_as_they_were() {
    let cases: [(&str, &str, &[&str]); 4] = [
        (
            "jira.csv",
            "brief.csv",
            &[
                "The stop display must show the delay in minutes.",
                "As a passenger, I want to hear of a diversion",
            ],
        ),
        (
            "notion.csv",
            "brief.csv",
            &[
                "A member must be able to book a desk for a day.",
                "A member can cancel a booking until 8 in the morning.",
            ],
        ),
        (
            "oneline.html",
            "brief.html",
            &["The picker must scan every crate.", "The list must show crates that are missing."],
        ),
        (
            "lockers.docx",
            "brief.docx",
            &[
                "The locker must open within 3 seconds after the code is entered.",
                "A recipient can extend the deadline once.",
                "A parcel that nobody collects must go back after 7 days",
            ],
        ),
    ];
    for (name, kept, expected) in cases {
        let (place, said) = made(name);
        assert_eq!(said.code, 0, "{name}: {said:?}");
        let count = format!("{} requirements found", expected.len());
        assert!(said.out.contains(&count) && said.out.contains(kept), "{name}: {said:?}");
        assert_eq!(std::fs::read(place.at(&format!("features/x/{kept}"))).unwrap(), fixture(name), "{name}");
        let found = requirements(&place);
        let brief = place.read("features/x/brief.md");
        assert_eq!(found.len(), expected.len(), "{name}: {found:?}");
        for ((line, text), words) in found.iter().zip(expected) {
            assert!(text.starts_with(words) || text.contains(words), "{name}: {text}");
            let there = brief.lines().nth(usize::try_from(*line).unwrap() - 1).unwrap_or_default();
            let first = words.split(' ').take(3).collect::<Vec<_>>().join(" ");
            assert!(there.contains(&first), "{name}: line {line} is {there:?}, not {text:?}");
        }
    }
}

#[test]
fn a_file_that_is_not_a_requirement_document_is_refused() {
    for (name, what, hint) in [
        ("api.yaml", "an API description (OpenAPI or Swagger)", "describe in words"),
        ("code.py", "source code", "describe in words"),
        ("spec.pdf", "a PDF file", "export its text"),
        ("letter.txt", "it contains no requirement", "say what the product must do"),
        ("poem.txt", "it contains no requirement", "say what the product must do"),
    ] {
        let (place, said) = made(name);
        assert_eq!(said.code, 1, "{name}: {said:?}");
        assert!(said.err.contains(what) && said.err.contains(hint), "{name}: {said:?}");
        assert!(!place.exists("features/x"), "{name}: nothing is made of it");
    }
    // As prose it is taken, and what that means is said; without a model no candidate comes of it.
    let place = Place::workspace();
    place.write("poem.txt", fixture("poem.txt"));
    let said = place.done(&["new", "x", "--brief", "poem.txt", "--as-prose"]).out;
    assert!(
        said.contains("0 requirements found") && said.contains("only a model can design from it"),
        "{said}"
    );
    place.stopped(1, "it contains no requirement", &["run", "x"]);
    // A model may try.
    place.write(
        "intent.json",
        Place::candidate().read("features/checkout/design/intent.json").replace("checkout", "x"),
    );
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let yaml = "generator: pen\nagents:\n  pen: {kind: command, command: [sh, -c, \"cat > /dev/null; cat intent.json\"], folder: .}\n";
    std::fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    let said = place.run(&["run", "x"]);
    assert!(!said.err.contains("it contains no requirement"), "{said:?}");
    let shown = place.done(&["show", "x"]).out;
    assert!(shown.contains("No requirement of the brief can be read: only you and the critic"), "{shown}");
    // A file that was placed by hand becomes no candidate either.
    let place = Place::workspace();
    place.write("features/x/brief.md", fixture("poem.txt"));
    let said = place.run(&["run", "x"]);
    assert_ne!(said.code, 0, "{said:?}");
    assert!(said.err.contains("it contains no requirement"), "{said:?}");
}
