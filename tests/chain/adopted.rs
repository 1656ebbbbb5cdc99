//! `chain adopt`: feature folders of other tools, copied byte for byte or not at all.

use std::fs;
use std::os::unix::fs::symlink;

use serde_json::Value;

use crate::cli_support::{CHECKOUT, Place};

const META: &str = r#"{"id": "042", "slug": "my-feature", "mode": "Quick", "currentPhase": "specify", "x": {"y": [1, 2.50]}}"#;

fn with_folder() -> Place {
    let place = Place::workspace();
    place.write("docs/features/042-My_Feature/.meta.json", META);
    place.write("docs/features/042-My_Feature/brief.md", CHECKOUT);
    place.write("docs/features/042-My_Feature/spec.md", CHECKOUT);
    place.write("docs/features/042-My_Feature/.review-history.md", "## Iteration 1\n\nPASS\n");
    place.write("docs/features/042-My_Feature/reviews/first.md", b"# \xff");
    place.write("docs/features/042-My_Feature/.DS_Store", "x");
    place
}

const DIR: &str = "docs/features/042-My_Feature";

#[test]
fn a_feature_folder_is_copied_with_all_its_files() {
    let place = with_folder();
    let before = place.snapshot();
    let said = place.done(&["chain", "adopt", DIR]);
    assert!(said.out.contains("042-my-feature") && said.err.contains(".DS_Store"), "{said:?}");
    assert!(said.out.contains("frieze chain design 042-my-feature"), "one next command: {said:?}");
    let of_tool = |path: &str| path.starts_with("docs/");
    let after = place.snapshot();
    let kept: Vec<_> = after.iter().filter(|(path, _)| of_tool(path)).collect();
    assert_eq!(kept, before.iter().filter(|(path, _)| of_tool(path)).collect::<Vec<_>>(), "DIR was changed");
    for name in ["brief.md", "spec.md", ".review-history.md", "reviews/first.md"] {
        let read = |folder: &str| fs::read(place.root().join(folder).join(name)).unwrap();
        assert_eq!(read("features/042-my-feature"), read(DIR), "{name}");
    }
    let meta = place.read("features/042-my-feature/.meta.json");
    assert!(meta.contains("\"y\": [1, 2.50]") && meta.contains("\"slug\": \"my-feature\""), "{meta}");
    let meta: Value = serde_json::from_str(&meta).unwrap();
    assert!(meta["id"] == "042" && meta["frieze"].is_object(), "{meta}");
    let shown = place.json(&["chain", "show", "042-my-feature", "--json"]);
    assert_eq!((&shown["mode"], &shown["currentPhase"]), (&"quick".into(), &"specify".into()), "{shown}");
    place.stopped(1, "exists already", &["chain", "adopt", DIR]);
    place.done(&["chain", "adopt", DIR, "--id", "second"]);
    assert!(place.exists("features/second/reviews/first.md"));
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_copied() {
    let refused = |said: &str, change: &dyn Fn(&Place)| {
        let place = with_folder();
        change(&place);
        let before = place.snapshot();
        let found = place.stopped(1, said, &["chain", "adopt", DIR]);
        assert!(found.err.contains("nothing was copied") && found.err.contains("hint: "), "{found:?}");
        assert_eq!(place.snapshot(), before, "{said}");
    };
    let path = |place: &Place, name: &str| place.root().join(DIR).join(name);
    refused("is a link", &|place| symlink("/etc/passwd", path(place, "plan.md")).unwrap());
    refused("is a link", &|place| symlink("/etc", path(place, "more")).unwrap());
    refused("no .meta.json", &|place| fs::remove_file(path(place, ".meta.json")).unwrap());
    refused("no .meta.json", &|place| fs::write(path(place, ".meta.json"), "[1]").unwrap());
    refused("frieze writes itself", &|place| fs::create_dir(path(place, "design")).unwrap());
    refused("not a file name", &|place| fs::write(path(place, "my notes.md"), "x").unwrap());
    refused("at most", &|place| {
        fs::File::create(path(place, "plan.md")).unwrap().set_len(20 << 20).unwrap();
    });
    refused("more than 1000 files", &|place| {
        for number in 0..1_000 {
            fs::write(path(place, &format!("n{number}.md")), "x").unwrap();
        }
    });
    refused("folders deep", &|place| {
        fs::create_dir_all(path(place, "a/b/c/d/e/f/g/h/i")).unwrap();
    });
    let place = with_folder();
    symlink(place.root().join(DIR), place.root().join("linked")).unwrap();
    place.stopped(1, "symlink", &["chain", "adopt", "linked"]);
    place.stopped(1, "no such folder", &["chain", "adopt", "nowhere"]);
    place.stopped(1, "feature id", &["chain", "adopt", DIR, "--id", "No Id"]);
    assert!(!place.exists("features/042-my-feature"));
}
