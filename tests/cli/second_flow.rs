//! The command line over two workflows: this test program, started again with a workspace that has letters as well as designs.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, LazyLock};

use frieze::cli::{Configured, Context, ScreenEnd, Wiring};
use frieze::wire::Machine;
use frieze_adapters::clock::SystemClock;
use frieze_data::id::FeatureId;
use frieze_engine::{Engine, Slots, Trouble, World};
use frieze_kernel::{Answer, Fault, Role};
use frieze_ports::{
    Agent, Agents, Ask, Boxed, Checked, Conditions, Live, NotConfigured, Store, StoreError, Unsigned,
    UserFiles,
};
use serde_json::{Value, json};

use crate::cli_support::{Place, Said};

#[path = "../../crates/engine/tests/second_flow/letter.rs"]
mod letter;

use letter::Letter;

/// The arguments of the command line, one on a line; a process with this variable is frieze with letters.
const ARGUMENTS: &str = "FRIEZE_WITH_LETTERS";

/// Before it, the test harness prints lines of its own.
const BEGIN: &str = "the output begins\n";

/// Drafts every letter at once.
struct Writer;

impl Agent for Writer {
    fn ask(&self, _: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
        Box::pin(async { Ok(Answer::of("thanks.txt\nDear aunt\u{202e}", "a writer")) })
    }

    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Ok("made up by a test".to_owned()) })
    }
}

impl Agents for Writer {
    fn for_role(&self, _: Role) -> Result<Arc<dyn Agent>, Fault> {
        Ok(Arc::new(Self))
    }
}

impl Conditions<()> for Writer {
    fn terms(&self, _: &FeatureId) -> Result<(), NotConfigured> {
        Ok(())
    }

    fn limit_ms(&self) -> u64 {
        300_000
    }
}

/// The real machine, with letters.
struct WithLetters;

impl Wiring for WithLetters {
    fn files(&self) -> &dyn UserFiles {
        Machine.files()
    }

    fn store_at(&self, folder: &Path) -> Result<Arc<dyn Store>, StoreError> {
        Machine.store_at(folder)
    }

    fn is_symlink(&self, path: &Path) -> bool {
        Machine.is_symlink(path)
    }

    fn is_in_workspace(&self, folder: &Path) -> bool {
        Machine.is_in_workspace(folder)
    }

    fn installed_programs(&self) -> Vec<&'static str> {
        Machine.installed_programs()
    }

    fn configured_outside(&self, set: &[String]) -> Configured {
        Machine.configured_outside(set)
    }

    fn open(&self, folder: &Path, set: &[String]) -> Result<Context, Trouble> {
        let mut context = Machine.open(folder, set)?;
        let world: World<Letter> = World {
            store: context.store.clone(),
            clock: Arc::new(SystemClock),
            agents: Arc::new(Writer),
            conditions: Arc::new(Writer),
            who: LazyLock::new(Box::new(|| "Ada".into())),
            approvals: Arc::new(Unsigned),
            owner: "this test".to_owned(),
            slots: Slots::new(1),
            others: None,
            unsealed: None,
        };
        context.flows.others.push(Arc::new(Engine::new(world)));
        Ok(context)
    }

    fn screen(&self, folder: &Path, set: &[String]) -> Result<ScreenEnd, [String; 2]> {
        Machine.screen(folder, set)
    }
}

#[test]
#[ignore = "the command line of the tests below, in a process of its own"]
fn a_command_line_of_its_own() {
    let Ok(arguments) = std::env::var(ARGUMENTS) else { return };
    print!("{BEGIN}");
    let arguments = std::iter::once("frieze").chain(arguments.lines()).map(Into::into);
    let code = frieze::cli::main(arguments, &WithLetters);
    let code = (0..=u8::MAX).find(|number| std::process::ExitCode::from(*number) == code);
    std::process::exit(code.map_or(-1, i32::from));
}

/// Runs frieze with letters.
fn run(place: &Place, arguments: &[&str]) -> Said {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "second_flow::a_command_line_of_its_own", "--ignored", "--nocapture"])
        .env_clear()
        .envs(place.environment())
        .env(ARGUMENTS, arguments.join("\n"))
        .current_dir(place.root())
        .output()
        .unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    let out = out.split_once(BEGIN).unwrap_or_else(|| panic!("{arguments:?}: {out}{err}")).1.to_owned();
    Said { code: output.status.code().unwrap_or(-1), out, err }
}

fn json_of(place: &Place, arguments: &[&str]) -> Value {
    serde_json::from_str(&run(place, arguments).out).unwrap()
}

fn with_a_letter() -> Place {
    let place = Place::candidate();
    place.write("letters/aunt/wish.txt", "thanks for the scarf");
    place
}

#[test]
fn without_runs_of_another_workflow_nothing_changes() {
    let place = Place::candidate();
    let bare = place.done(&["status"]);
    assert_eq!(run(&place, &["status"]).out, bare.out);
    assert_eq!(run(&place, &["status", "--json"]).out, place.done(&["status", "--json"]).out);
    assert_eq!(run(&place, &["show", "checkout"]).out, place.done(&["show", "checkout"]).out);
    assert_eq!(run(&place, &["show", "design/checkout"]).out, place.done(&["show", "checkout"]).out);
}

#[test]
fn a_letter_is_listed_after_the_features() {
    let place = with_a_letter();
    place.write("letters/uncle/wish.txt", "thanks for the hat");
    place.write("letters/uncle/letter.json", "{");
    let said = run(&place, &["status"]);
    assert_eq!(said.code, 0, "{said:?}");
    let bare = place.done(&["status"]).out;
    let at = said.out.find("  letter/").unwrap_or_else(|| panic!("{said:?}"));
    let (features, letters) = said.out.split_at(at);
    assert_eq!(features.lines().next(), bare.lines().next());
    assert!(features.contains("2 need you · 1 feature · 2 other runs"), "{features}");
    let lines: Vec<&str> = letters.trim().lines().collect();
    assert!(lines[0].trim_start().starts_with("letter/uncle  UNREADABLE"), "{letters}");
    assert!(lines[0].contains("needs repair") && lines[0].contains("letters/uncle/letter.json"), "{letters}");
    assert!(lines[1].trim_start().starts_with("letter/aunt   BLANK"), "{letters}");
    let listing = json_of(&place, &["status", "--json"]);
    assert_eq!(
        (&listing["schemaVersion"], listing["features"][0]["id"].as_str()),
        (&json!(1), Some("checkout"))
    );
    let expected = json!({ "flow": "letter", "id": "aunt", "state": "BLANK", "measure": null, "needs": "start", "reason": null });
    assert_eq!(listing["letters"][0], expected);
    assert_eq!(listing["letters"][1]["state"], "UNREADABLE");
    run(&place, &["show", "letter/uncle"]).complains(2, "letters/uncle/letter.json cannot be used");
    assert!(!run(&place, &["show", "letter/uncle"]).err.contains("reset"));
}

#[test]
fn a_letter_is_run_shown_and_logged() {
    let place = with_a_letter();
    let shown = run(&place, &["show", "letter/aunt"]);
    assert_eq!(
        shown.out,
        "letter/aunt · BLANK\nneeds start\n\nThe letter\n  Wish\n    thanks for the scarf\n"
    );
    assert_eq!(run(&place, &["log", "letter/aunt"]).out, "the journal of letter/aunt is empty\n");

    let said = run(&place, &["run", "letter/aunt", "letter/aunt"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(said.out.trim(), "letter/aunt  DRAFTED  draft 1  needs decision", "{said:?}");
    let again = run(&place, &["run", "letter/aunt", "checkout", "--json"]);
    assert_eq!(again.code, 3, "{again:?}");
    let again: Value = serde_json::from_str(&again.out).unwrap();
    assert_eq!(
        (&again["features"][0]["id"], &again["letters"][0]["measure"]),
        (&json!("checkout"), &json!("draft 1"))
    );

    let shown = run(&place, &["show", "letter/aunt"]);
    assert_eq!(shown.code, 0, "{shown:?}");
    let head = "letter/aunt · DRAFTED · draft 1\nneeds decision\n\nsend it?\nletter  ";
    assert!(shown.out.starts_with(head), "{shown:?}");
    assert!(shown.out.contains("\nsend     the letter goes on\ndiscard  the letter goes on\n"), "{shown:?}");
    assert!(
        shown.out.contains("\nThe letter\n  Wish\n    thanks for the scarf\n  Draft\n    Dear aunt"),
        "{shown:?}"
    );
    assert!(!shown.out.contains('\u{202e}'), "{shown:?}");
    let shown = json_of(&place, &["show", "letter/aunt", "--json"]);
    assert_eq!(
        (&shown["flow"], &shown["id"], &shown["state"]),
        (&json!("letter"), &json!("aunt"), &json!("DRAFTED"))
    );
    assert_eq!(shown["gates"][0]["choices"][1]["name"], "discard");
    let heading = json!({ "depth": 0, "look": "heading", "text": "Wish", "opens": "letters/aunt/wish.txt", "at": null });
    assert_eq!(shown["sheets"][0]["rows"][0], heading);

    let log = run(&place, &["log", "letter/aunt", "-n", "1"]);
    assert!(log.code == 0 && log.out.ends_with("a draft came\n"), "{log:?}");
    assert_eq!(json_of(&place, &["log", "letter/aunt", "--json"])["damage"], json!([]));
}

#[test]
fn a_feature_has_one_next_thing() {
    let place = Place::candidate();
    let bare: Value = serde_json::from_str(&place.done(&["status", "--json"]).out).unwrap();
    place.write("letters/checkout/wish.txt", "thanks for the scarf");
    let listing = json_of(&place, &["status", "--json"]);
    let feature = &listing["features"][0];
    // Nothing is taken away.
    let fields = bare["features"][0].as_object().unwrap();
    assert!(fields.iter().all(|(name, value)| feature[name] == *value), "{feature}");
    assert!(fields.get("due").is_none() && listing["letters"][0]["id"] == "checkout", "{listing}");
    assert_eq!(
        (&feature["due"], &feature["next"]),
        (&json!("design/checkout"), &json!("frieze show design/checkout"))
    );
    let flows = json!([
        { "flow": "design", "id": "checkout", "state": "CANDIDATE", "measure": null, "needs": "decision", "reason": null },
        { "flow": "letter", "id": "checkout", "state": "BLANK", "measure": null, "needs": "start", "reason": null },
    ]);
    assert_eq!(feature["flows"], flows);
    let said = run(&place, &["status"]);
    let lines: Vec<&str> = said.out.lines().map(str::trim).collect();
    assert!(lines[0].starts_with("checkout") && lines[0].contains("CANDIDATE"), "{said:?}");
    assert_eq!(lines[1], "letter/checkout  BLANK  needs start");
    // One feature is counted, and its letter is in no list of its own.
    assert_eq!(lines[2..], ["", "1 needs you · 1 feature"], "{said:?}");

    // Two open gates: the older one is due. Only the design's has these choices.
    assert_eq!(run(&place, &["run", "letter/checkout"]).code, 3);
    assert_eq!(json_of(&place, &["status", "--json"])["features"][0]["due"], "design/checkout");
    for verb in ["approve", "reject"] {
        let said = run(&place, &[verb, "checkout"]);
        said.complains(1, &format!("{verb} needs a person at a terminal"));
        assert!(said.err.contains(&format!("`frieze {verb} checkout`")), "{said:?}");
        run(&place, &[verb, "letter/checkout"])
            .complains(1, &format!("checkout is DRAFTED and takes no {verb}"));
    }
}

#[test]
fn letters_are_examined_and_verified() {
    let place = with_a_letter();
    let doctor = |place: &Place| json_of(place, &["doctor", "--json"]);
    let found = |report: &Value, what: &str| {
        let checks = report["checks"].as_array().unwrap().iter();
        checks.filter(|check| check["what"] == what).cloned().collect::<Vec<_>>()
    };
    let report = doctor(&place);
    let checked = "1 checked; `frieze status` lists what they need";
    assert_eq!(found(&report, "letters"), [json!({ "what": "letters", "ok": true, "found": checked })]);
    assert!(found(&report, "sessions").is_empty());
    let said = run(&place, &["verify", "letter/aunt"]);
    assert_eq!((said.code, said.out.trim()), (0, "letter/aunt  nothing to compare"));
    assert_eq!(
        json_of(&place, &["verify", "letter/aunt", "--json"]),
        json!([{ "flow": "letter", "id": "aunt", "ok": true, "problem": null }])
    );
    place.write("letters/aunt/letter.json", "{");
    let found = found(&doctor(&place), "letter/aunt");
    assert!(found[0]["ok"] == false && found[0]["hint"] == "restore it from version control", "{found:?}");
    assert_eq!(run(&place, &["doctor"]).code, 2);
    let said = run(&place, &["verify", "letter/aunt"]);
    assert!(said.code == 2 && said.out.contains("letters/aunt/letter.json"), "{said:?}");
    // Of all, only designs can fail.
    assert_eq!(run(&place, &["verify"]).code, 0);
}

#[test]
fn an_unknown_workflow_or_letter_is_reported_with_the_known_ones() {
    let place = with_a_letter();
    for verb in ["show", "log", "run"] {
        let said = run(&place, &[verb, "poem/aunt"]);
        said.complains(1, "there is no workflow \"poem\": the workflows are design, chain, session, letter");
        run(&place, &[verb, "letter/aunty"]).complains(1, "there is no letter aunty: there are aunt");
        run(&place, &[verb, "letter/../aunt"]).complains(1, "is not a feature id");
        run(&place, &[verb, "design/nothing"]).complains(1, "there is no feature nothing");
    }
}
