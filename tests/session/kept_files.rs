//! What a person put next to the files of a session is never overwritten, left out or approved by mistake.

use crate::sessions::{CODE, Session, creation};

/// A record of another program has none of frieze's own fields. It is a session all the same.
#[test]
fn a_record_without_the_fields_of_frieze_is_not_begun_again() {
    let session = Session::planned();
    let mut record = session.record();
    record["metadata"] = serde_json::json!({});
    session.write("session.json", record.to_string());
    let before = session.read("session.json");
    session.place.stopped(1, "t1", &creation("t1"));
    assert_eq!(session.read("session.json"), before);
}

/// With a lost record the other files are still somebody's work.
#[test]
fn a_session_is_not_begun_in_a_folder_with_files() {
    let session = Session::planned();
    session.write("standards-bundle.md", "mine");
    session.remove("session.json");
    let said = session.place.run(&creation("t1"));
    said.complains(1, "has files already");
    assert!(said.err.contains("restore"), "{said:?}");
    assert_eq!(session.read("standards-bundle.md"), "mine");
}

#[test]
fn a_file_of_a_person_is_not_overwritten_by_an_answer() {
    let session = Session::generating();
    session.write("iteration-1/code/Tier.java", "MINE");
    session.write("iteration-1/generating-response.md", CODE);
    let said = session.stays(2, &["step"]);
    assert!(said.err.contains("iteration-1/code/Tier.java") && said.err.contains("move it away"), "{said:?}");
    assert_eq!(session.read("iteration-1/code/Tier.java"), "MINE");
    session.remove("iteration-1/code/Tier.java");
    session.goes(0, "generated", &["step"]);
    // The copy for the next iteration may be replaced, but not an edit of it.
    let session = Session::revising();
    session.write("iteration-2/code/Tier.java", "MINE");
    session.write("iteration-2/revising-response.md", "<<<FILE: Tier.java>>>\nclass Tier { long id; }\n");
    session.stays(2, &["step"]);
    assert_eq!(session.read("iteration-2/code/Tier.java"), "MINE");
    // Files in the folder count for letter case too.
    let session = Session::generating();
    session.write("iteration-1/code/TIER.java", "MINE");
    session.write("iteration-1/generating-response.md", CODE);
    session.stays(2, &["step"]);
}

/// Code that cannot be listed or read is not left out of a prompt.
#[test]
fn a_step_stops_where_code_cannot_be_read() {
    let session = Session::generated();
    session.goes(0, "generated", &["approve"]);
    let tier = session.at("iteration-1/code/Tier.java");
    std::fs::remove_file(&tier).unwrap();
    std::os::unix::fs::symlink("/etc/hostname", &tier).unwrap();
    let said = session.stays(1, &["step"]);
    assert!(said.err.contains("Tier.java"), "{said:?}");
}

#[test]
fn the_approved_verdict_is_not_changed_by_an_edit() {
    let session = Session::reviewed("FAIL");
    session.goes(0, "reviewed", &["approve"]);
    let edited = session.read("iteration-1/reviewing-response.md").replace("FAIL", "PASS");
    session.write("iteration-1/reviewing-response.md", edited);
    session.goes(0, "revising", &["step"]);
}

#[test]
fn an_open_question_names_both_ways_out() {
    let session = Session::revised(CODE);
    session.goes(3, "revised", &["approve"]);
    let said = session.stays(1, &["approve"]);
    assert!(said.err.contains("decide t1 edit") && said.err.contains("decide t1 review"), "{said:?}");
}

#[test]
fn a_session_with_an_error_is_reopened_without_one() {
    let session = Session::planning();
    session.write("planning-response.md", b"\xff");
    session.stays(2, &["step"]);
    session.goes(0, "planning", &["close"]);
    session.goes(0, "planning", &["reopen"]);
    session.stays(2, &["step"]);
}

#[test]
fn the_last_approved_code_can_be_taken_during_a_revision() {
    let session = Session::revising();
    let said = session.place.done(&["session", "take", "t1", "--into", "out"]);
    assert!(said.out.contains("copied 2 of 2"), "{said:?}");
    assert_eq!(session.place.read("out/Tier.java"), session.read("iteration-1/code/Tier.java"));
}

#[test]
fn verify_says_what_is_not_approved() {
    let session = Session::revised(CODE);
    let value = session.place.json(&["session", "verify", "t1", "--json"]);
    assert_eq!(value["sessions"][0]["approved"], false, "{value}");
}
