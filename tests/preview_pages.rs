//! Preview pages of whole intents: what a designer must find on them.
//!
//! With `FRIEZE_PREVIEW_OUT` set to a folder, the pages are also written there, to be looked at.

use std::path::{Path, PathBuf};

use frieze::domain::intent::{self, Reading};
use frieze::domain::preview::{intent_hash, render};

fn fixture(name: &str) -> Reading {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/preview").join(name);
    let bytes = std::fs::read(&path).unwrap();
    intent::read(&bytes).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn page(name: &str) -> String {
    let Reading { intent, sha256, .. } = fixture(name);
    let html = render(&intent, sha256);
    assert_eq!(intent_hash(&html), Some(sha256), "{name}");
    if let Some(folder) = std::env::var_os("FRIEZE_PREVIEW_OUT").map(PathBuf::from) {
        std::fs::write(folder.join(name).with_extension("html"), &html).unwrap();
    }
    html
}

fn check(name: &str, expected: &[&str]) {
    let html = page(name);
    for text in expected {
        assert!(html.contains(text), "{name} shows no {text:?}");
    }
}

#[test]
fn pages_are_drawn() {
    for name in ["checkout.json", "roster.json", "support-ja.json", "backoffice.json"] {
        check(name, &["Screens", "User flows", "Data model"]);
    }
}
