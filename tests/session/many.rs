//! Many sessions in one workspace: all are listed, and a damaged one stops only its own row.

use crate::sessions::{creation, row, workspace};

/// Acceptance 11.
#[test]
fn two_hundred_sessions_are_listed_and_a_damaged_one_stops_only_its_row() {
    let place = workspace();
    for n in 0..200 {
        place.done(&creation(&format!("s{n}")));
    }
    place.write(".aiwf/sessions/s7/session.json", "{");
    let status = place.done(&["status"]);
    let list = place.done(&["session", "list"]);
    for n in 0..200 {
        let id = format!("s{n}");
        let is_row = |line: &str| line.split_whitespace().any(|word| word == format!("session/{id}"));
        assert!(status.out.lines().any(is_row), "{id} is not in {status:?}");
        assert!(list.out.lines().any(is_row), "{id} is not in {list:?}");
    }
    let listing = place.json(&["status", "--json"]);
    assert_eq!(listing["sessions"].as_array().map(Vec::len), Some(200));
    let damaged = row(&listing, "s7").to_string();
    assert!(damaged.contains("session.json") && !damaged.contains("initialized"), "{damaged}");
    for n in (0..200).filter(|n| *n != 7) {
        let listed = row(&listing, &format!("s{n}")).to_string().to_lowercase();
        assert!(listed.contains("initialized") && !listed.contains("unreadable"), "{listed}");
    }
    let said = place.run(&["session", "step", "s8"]);
    assert_eq!(said.code, 3, "{said:?}");
    let said = place.run(&["session", "step", "s7"]);
    assert!([1, 2].contains(&said.code), "{said:?}");
    said.complains(said.code, "session.json");
    assert_eq!(place.read(".aiwf/sessions/s7/session.json"), "{");
}
