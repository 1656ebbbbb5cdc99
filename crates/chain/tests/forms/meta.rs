//! `.meta.json` as people and other tools write it (C1, C19), and `updatePhaseState`.

use frieze_chain::meta::Mode;
use frieze_chain::meta::{Meta, Status, update_phase_state};
use frieze_chain::phase::FeaturePhase as P;
use frieze_data::json;
use serde_json::json;

fn meta(text: &str) -> Meta {
    Meta(serde_json::from_str(text).unwrap())
}

/// The file without its indentation.
fn line(meta: &Meta) -> String {
    let text = String::from_utf8(json::pretty(&meta.0)).unwrap();
    text.replace("\": ", "\":").lines().map(str::trim).collect()
}

#[test]
fn modes_have_their_iterations() {
    let all = [("hotfix", 1), ("Quick", 2), ("STANDARD", 3), (" full ", 5)];
    for (name, most) in all {
        assert_eq!(Mode::named(name).unwrap().max_iterations(), most);
    }
    assert_eq!(Mode::named("fast"), None);
    assert_eq!(meta("{}").mode(), Mode::Standard);
    assert_eq!(meta(r#"{"mode":"Hotfix"}"#).mode(), Mode::Hotfix);
    assert_eq!(meta(r#"{"mode":7}"#).mode(), Mode::Standard);
}

#[test]
fn a_new_feature_has_the_requirements_fields() {
    let at = "2026-01-02T03:04:05Z".parse().unwrap();
    let new = Meta::new("a", "Checkout", Mode::Standard, Some("../wt"), at);
    let expected = r#"{"id":"a","name":"Checkout","mode":"standard","status":"active","created":"2026-01-02T03:04:05Z","completed":null,"worktree":"../wt","currentPhase":null,"phases":{}}"#;
    assert_eq!(line(&new), expected);
    assert_eq!(
        (new.furthest(), new.status(), new.worktree()),
        (None, Status::Active, Some("../wt".to_owned()))
    );
}

#[test]
fn the_variants_of_other_tools_are_understood() {
    for (text, furthest) in [
        (r#"{"currentPhase":"design"}"#, Some(P::Design)),
        (r#"{"lastCompletedPhase":"create_plan"}"#, Some(P::CreatePlan)),
        (r#"{"currentPhase":null,"lastCompletedPhase":"specify"}"#, Some(P::Specify)),
        (
            r#"{"phases":{"specify":{"completed":"2024-01-01"},"design":{"started":"2024-01-02"}}}"#,
            Some(P::Specify),
        ),
        (r#"{"currentPhase":"thinking","phases":[1]}"#, None),
        ("{}", None),
    ] {
        assert_eq!(meta(text).furthest(), furthest, "{text}");
    }
    for (text, status) in [
        (r#"{"status":"Completed"}"#, Status::Completed),
        (r#"{"status":"abandoned"}"#, Status::Abandoned),
        (r#"{"status":"in-progress"}"#, Status::Active),
        ("{}", Status::Active),
    ] {
        assert_eq!(meta(text).status(), status, "{text}");
    }
    assert_eq!(meta(r#"{"slug":"x"}"#).name().as_deref(), Some("x"));
    assert_eq!(meta(r#"{"slug":"x","name":"y"}"#).name().as_deref(), Some("y"));
    assert_eq!(meta(r#"{"status":"in-progress"}"#).status_word(), "in-progress");
}

#[test]
fn a_phase_is_partial_until_it_is_completed() {
    for (state, is_partial) in [
        ("{}", false),
        (r#"{"started":"2024-01-01T00:00:00Z"}"#, true),
        (r#"{"started":true}"#, true),
        (r#"{"started":null,"completed":null}"#, false),
        (r#"{"started":"2024-01-01T00:00:00Z","completed":"2024-01-02T00:00:00Z"}"#, false),
        (r#"{"started":"2024-01-03T00:00:00Z","completed":"2024-01-02T00:00:00Z"}"#, true),
        (r#"{"started":"monday","completed":"tuesday"}"#, false),
    ] {
        let meta = meta(&format!(r#"{{"phases":{{"specify":{state}}}}}"#));
        assert_eq!(meta.phase(P::Specify).is_partial(), is_partial, "{state}");
    }
}

#[test]
fn an_update_merges_and_moves_the_current_phase_forward_only() {
    let text = r#"{"zeta":1,"phases":{"Specify":{"stages":{"x":[1]},"iterations":1},"other":2},"currentPhase":"design","alpha":{"b":null}}"#;
    let mut meta = meta(text);
    let at = json!("2026-01-02T03:04:05Z");
    let completed = [("completed", at), ("iterations", json!(2)), ("reviewerNotes", json!(["x"]))];
    update_phase_state(&mut meta, P::Specify, &completed);
    let expected = r#"{"zeta":1,"phases":{"Specify":{"stages":{"x":[1]},"iterations":2,"completed":"2026-01-02T03:04:05Z","reviewerNotes":["x"]},"other":2},"currentPhase":"design","alpha":{"b":null}}"#;
    assert_eq!(line(&meta), expected);
    assert_eq!(meta.phase(P::Specify).reviewer_notes, ["x"]);
    update_phase_state(&mut meta, P::Verify, &[("verified", json!(true))]);
    assert_eq!(meta.furthest(), Some(P::Design), "only a completion moves it");
    update_phase_state(&mut meta, P::CreatePlan, &completed);
    assert_eq!(meta.furthest(), Some(P::CreatePlan));
}

#[test]
fn other_names_and_forms_are_kept() {
    let completed = [("completed", json!("2026-01-02T03:04:05Z"))];
    let mut other = meta(r#"{"lastCompletedPhase":"brainstorm"}"#);
    update_phase_state(&mut other, P::Specify, &completed);
    assert!(
        line(&other).starts_with(r#"{"lastCompletedPhase":"specify","phases":{"specify":"#),
        "{}",
        line(&other)
    );
    let mut list = meta(r#"{"phases":["brainstorm"]}"#);
    update_phase_state(&mut list, P::Specify, &completed);
    assert!(line(&list).starts_with(r#"{"phases":["brainstorm"],"friezePhases":"#));
    assert_eq!(list.furthest(), Some(P::Specify));
    assert!(list.phase(P::Specify).completed.is_some());
}
