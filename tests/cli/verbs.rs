//! Every command as a script meets it: stdout, stderr and exit code of the real binary.

use crate::cli_support::{CHECKOUT, Place};
use serde_json::{Value, json};

#[test]
fn init_makes_a_workspace_in_the_named_folder() {
    let place = Place::empty();
    let said = place.done(&["init", "sub/shop"]);
    assert!(said.out.starts_with("created a workspace in sub/shop\n"), "{said:?}");
    assert!(place.exists("sub/shop/frieze.yaml") && !place.exists("frieze.yaml"));
    let said = place.done(&["-C", "sub", "init", "other"]);
    assert!(place.exists("sub/other/frieze.yaml"), "{said:?}");
    let said = place.done(&["init"]);
    assert!(said.out.contains("next: `frieze new ID --brief FILE`"), "{said:?}");
    assert!(place.exists("frieze.yaml"));
    assert!(place.done(&["init"]).out.contains("already is a workspace"));
}

#[test]
fn the_demo_runs_and_says_what_to_do_next() {
    let place = Place::empty();
    let said = place.done(&["init", "--demo"]);
    assert!(said.out.contains("next: frieze show "), "{said:?}");
    assert_eq!(said.err, "");
    let listing = place.json(&["status", "--json"]);
    assert_eq!(listing["schemaVersion"], 1);
    let states: Vec<&str> =
        listing["features"].as_array().unwrap().iter().filter_map(|row| row["state"].as_str()).collect();
    assert_eq!(states.len(), 6);
    assert!(states.contains(&"CANDIDATE") && states.contains(&"FAILED"), "{states:?}");
    // The hint does not send anybody to the current folder.
    let said = place.done(&["show", "ideas"]).out;
    assert!(
        said.contains("hint: the built-in generator uses no model: answer its questions")
            && !said.contains("frieze show"),
        "{said}"
    );
}

#[test]
fn a_feature_from_brief_to_candidate() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    let said = place.done(&["new", "checkout", "--brief", "brief.md"]);
    assert!(said.out.starts_with("created checkout from brief.md: "), "{said:?}");
    assert!(said.out.contains("next: frieze run checkout\n"), "{said:?}");
    assert_eq!(place.read("features/checkout/brief.md"), CHECKOUT, "copied byte for byte");
    place.stopped(1, "features/checkout already exists", &["new", "checkout", "--brief", "brief.md"]);
    assert_eq!(place.state("checkout"), "IDLE");
    let said = place.run(&["run", "checkout"]);
    assert_eq!((said.code, said.err.as_str()), (3, ""), "{said:?}");
    assert!(said.out.contains("CANDIDATE") && said.out.contains("needs decision"), "{said:?}");
    // What was drafted without a model is called so, with the way to a model.
    assert!(said.out.contains("these are skeletons, drafted without a model; `frieze use "), "{said:?}");
    assert!(
        said.out.contains("gives the roles to a model, and `frieze doctor` shows other ways"),
        "{said:?}"
    );
    let shown = place.done(&["show", "checkout"]).out;
    assert!(shown.contains("\na skeleton, drafted without a model; `frieze use "), "{shown}");
    // Again: it still waits, and nothing changes.
    let before = place.snapshot();
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let all = place.done(&["run", "--all"]);
    assert!(all.out.contains("nothing to run"), "{all:?}");
    let changed = differing(&before, &place.snapshot());
    assert!(changed.iter().all(|name| name.ends_with(".lock")), "{changed:?}");
}

fn differing(before: &[(String, Vec<u8>)], after: &[(String, Vec<u8>)]) -> Vec<String> {
    let gone = before.iter().filter(|file| !after.contains(file));
    let new = after.iter().filter(|file| !before.contains(file));
    gone.chain(new).map(|(name, _)| name.clone()).collect()
}

#[test]
fn a_brief_comes_from_standard_input_too() {
    let place = Place::workspace();
    let said = place.run_with(CHECKOUT.as_bytes(), &["new", "piped", "--brief", "-"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(place.read("features/piped/brief.md"), CHECKOUT);
}

#[test]
fn status_json_has_the_fields_that_programs_rely_on() {
    let place = Place::candidate();
    let listing = place.json(&["status", "--json"]);
    assert_eq!(keys(&listing), ["features", "limits", "schemaVersion"]);
    let row = &listing["features"][0];
    let expected = [
        "answeredBy",
        "id",
        "iteration",
        "maxIterations",
        "needs",
        "reason",
        "score",
        "spent",
        "spentInAll",
        "state",
        "threshold",
    ];
    assert_eq!(keys(row), expected);
    assert_eq!(row["id"], "checkout");
    assert_eq!(row["state"], "CANDIDATE");
    assert_eq!(row["needs"], "decision");
    assert_eq!(
        (&row["iteration"], &row["maxIterations"], &row["threshold"]),
        (&json!(1), &json!(10), &json!(80))
    );
    assert!(row["score"].as_f64().unwrap() >= 80.0);
    assert_eq!(place.json(&["run", "checkout", "--json"]), listing, "run --json prints the same rows");
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().expect("an object").keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

#[test]
fn show_diff_and_log_change_nothing() {
    let place = Place::demo();
    let before = place.snapshot();
    for (arguments, words) in [
        (&["show", "checkout"][..], "checkout · CANDIDATE · iteration 1 of 10"),
        (&["show", "checkout", "--all"], "intent  "),
        (&["show", "ideas"], "FAILED"),
        (&["diff", "ideas"], ""),
        (&["diff", "ideas", "1..2"], ""),
        (&["diff", "ideas", "1..1"], ""),
        (&["diff", "ideas", "--json"], "\"schemaVersion\": 1"),
        (&["log", "checkout"], "IDLE → GENERATING"),
        (&["log", "checkout", "-n", "2"], "EVALUATING → CANDIDATE"),
        (&["log", "checkout", "--json"], "\"damage\": []"),
        (&["config"], "threshold"),
        (&["config", "--json"], "\"origin\": \"built in\""),
        (&[], "6 features"),
    ] {
        let said = place.done(arguments);
        assert!(said.out.contains(words), "{arguments:?}: {words} is not in {said:?}");
        assert_eq!(said.err, "", "{arguments:?}");
    }
    let shown = place.json(&["show", "checkout", "--json"]);
    assert_eq!(shown["feature"]["state"], "CANDIDATE");
    assert_eq!(shown["intentSha256"].as_str().map(str::len), Some(64));
    assert_eq!(shown["choices"].as_array().map(Vec::len), Some(3));
    let changed = differing(&before, &place.snapshot());
    assert!(changed.iter().all(|name| name.ends_with(".lock")), "looking changed {changed:?}");
}

#[test]
fn missing_things_are_reported() {
    let place = Place::candidate();
    for verb in ["show", "log", "diff", "run", "reset", "unfreeze"] {
        place.stopped(1, "there is no feature nothing", &[verb, "nothing"]);
    }
    assert!(!place.exists("features/nothing"), "asking made it");
    for verb in ["show", "log", "diff", "run", "reset", "unfreeze"] {
        place.stopped(1, "did you mean checkout?", &[verb, "chekcout"]);
    }
    assert!(place.run(&["verify", "checkuot"]).out.contains("did you mean checkout?"));
    place.write("frieze.yaml", "screen: {keys: {decide: r}}\n");
    assert!(place.run(&["doctor"]).out.contains("r is now the key of decide (run has no key)"));
    place.write("frieze.yaml", "");
    place.stopped(1, "checkout has no two iterations", &["diff", "checkout"]);
    place.stopped(1, "foo is not a design of checkout", &["diff", "checkout", "foo"]);
    for wrong in ["threshold", "=80"] {
        assert_eq!(place.run(&["status", "--set", wrong]).code, 64, "{wrong}");
    }
    place.stopped(1, "checkout has no iteration 7: its last run has only 1", &["diff", "checkout", "1..7"]);
    place.stopped(1, "checkout has no iteration 0", &["diff", "checkout", "0..1"]);
    place.write("brief.md", CHECKOUT);
    place.stopped(1, "cannot be named all", &["new", "all", "--brief", "brief.md"]);
    assert!(!place.exists("features/all"));
    for verb in ["approve", "reject", "abort", "answer", "dismiss", "prompt"] {
        place.stopped(1, "there is no feature nothing", &[verb, "nothing"]);
        place.stopped(1, "there is no feature nothing", &[verb, "design/nothing"]);
    }
    place.stopped(1, "gone.md", &["new", "other", "--brief", "gone.md"]);
    place.stopped(1, "gone.json", &["validate", "gone.json"]);
    place.stopped(1, "gone.json", &["hash", "gone.json"]);
    place.stopped(1, "gone.json", &["score", "gone.json"]);
    place.stopped(1, "gone.json", &["preview", "gone.json"]);
    place.stopped(1, "gone.json", &["diff", "gone.json", "gone.json"]);
    place.stopped(1, "folder", &["hash", "features"]);
    place.stopped(1, "folder", &["new", "other", "--brief", "features"]);
    place.stopped(1, "is not a folder", &["-C", "nowhere", "status"]);
    let verified = place.run(&["verify", "nothing", "--json"]);
    assert_eq!(verified.code, 2, "{verified:?}");
}

#[test]
fn a_manual_edit_is_compared_with_the_generated_design() {
    let place = Place::candidate();
    let path = "features/checkout/design/intent.json";
    place.write(path, place.read(path).replacen("\"title\": \"", "\"title\": \"By hand: ", 1));
    let said = place.done(&["diff", "checkout"]);
    assert!(said.out.contains("By hand: "), "{said:?}");
    assert_eq!(said.err, "iteration 1 as edited by hand, compared with iteration 1 as generated\n");
    assert_eq!(place.done(&["diff", "checkout", "1"]).out, said.out);
}

#[test]
fn reset_takes_a_failed_feature_back_and_refuses_others() {
    let place = Place::demo();
    assert_eq!(place.state("ideas"), "FAILED");
    let said = place.done(&["reset", "ideas", "--from-best"]);
    assert!(said.out.contains("ideas is IDLE") && said.out.contains("best iteration"), "{said:?}");
    assert_eq!(place.state("ideas"), "IDLE");
    // That changed the design. A plain reset can be undone, until the next run.
    place.stopped(1, "has no reset to undo", &["reset", "ideas", "--undo"]);
    assert_eq!(place.run(&["run", "ideas"]).code, 2);
    let failed = place.row("ideas");
    let said = place.done(&["reset", "ideas"]);
    assert!(said.out.contains("until then, `frieze reset ideas --undo` undoes this"), "{said:?}");
    let said = place.done(&["reset", "design/ideas", "--undo"]);
    assert!(said.out.starts_with("ideas is FAILED again: "), "{said:?}");
    assert!(place.done(&["answer", "design/ideas"]).out.contains("`frieze answer ideas N TEXT`"));
    place.stopped(1, "\"session/ideas\" is not a feature id", &["reset", "session/ideas"]);
    assert_eq!(place.row("ideas")["reason"], failed["reason"]);
    place.stopped(1, "has no reset to undo", &["reset", "ideas", "--undo"]);
    place.stopped(1, "", &["reset", "checkout"]);
    assert_eq!(place.state("checkout"), "CANDIDATE");
    let said = place.done(&["unfreeze", "checkout"]);
    assert!(said.out.contains("no reason is needed"), "{said:?}");
}

#[test]
fn the_pure_verbs_work_without_a_workspace() {
    let place = Place::candidate();
    let intent = place.read("features/checkout/design/intent.json");
    let bare = Place::empty();
    bare.write("intent.json", &intent);
    assert_eq!(bare.done(&["validate", "intent.json"]).out, "");
    let hash = bare.done(&["hash", "intent.json"]).out;
    let shown = place.json(&["show", "checkout", "--json"]);
    assert_eq!(hash.trim_end(), shown["intentSha256"]);
    assert!(bare.done(&["preview", "intent.json"]).out.starts_with("<!"));
    assert!(bare.done(&["diff", "intent.json", "intent.json"]).code == 0);
    assert!(bare.done(&["score", "intent.json"]).out.contains(" of 100\n"));
    for verb in ["validate", "hash", "preview", "score"] {
        assert_eq!(bare.run_with(intent.as_bytes(), &[verb, "-"]).code, 0, "{verb} -");
    }
}

#[test]
fn score_json_has_its_fields_and_its_sum() {
    let place = Place::demo();
    for id in ["checkout", "refunds", "store-pickup", "loyalty", "gift-cards", "ideas"] {
        let file = format!("features/{id}/design/intent.json");
        let scored = place.json(&["score", &file, "--json"]);
        assert_eq!(keys(&scored), ["dimensions", "findings", "inputSha256", "overall", "rubric"]);
        let hash = place.done(&["hash", &file]).out;
        assert_eq!(scored["inputSha256"], hash.trim_end());
        let weights: Vec<(String, i64)> = scored["dimensions"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, of)| {
                assert_eq!(keys(of), ["score", "weight"]);
                (name.clone(), of["weight"].as_i64().unwrap())
            })
            .collect();
        for expected in [
            ("completeness", 25),
            ("coherence", 25),
            ("clarity", 20),
            ("frameworkAgnosticism", 15),
            ("dataModelIntegrity", 15),
        ] {
            assert!(weights.iter().any(|(n, w)| (n.as_str(), *w) == expected), "{weights:?}");
        }
        let mut points = 0.0;
        for finding in scored["findings"].as_array().unwrap() {
            let fields = ["check", "dimension", "message", "pointer", "points", "severity", "suggestion"];
            assert_eq!(keys(finding), fields);
            points += finding["points"].as_f64().unwrap();
        }
        let sum = points + scored["overall"].as_f64().unwrap();
        assert!((sum - 100.0).abs() <= 0.0101, "{id}: points and overall make {sum}");
        assert_eq!(place.json(&["score", &file, "--json"]), scored, "the same bytes score the same");
    }
}

#[test]
fn validate_prints_one_pointed_line_per_violation() {
    let place = Place::candidate();
    let mut intent: Value =
        serde_json::from_str(&place.read("features/checkout/design/intent.json")).unwrap();
    intent["title"] = json!(7);
    intent["surprise"] = json!(true);
    intent.as_object_mut().unwrap().remove("components");
    place.write("wrong.json", intent.to_string());
    let said = place.run(&["validate", "wrong.json"]);
    assert_eq!((said.code, said.err.as_str()), (1, ""), "{said:?}");
    let lines: Vec<&str> = said.out.lines().collect();
    assert!(lines.len() >= 3, "{said:?}");
    assert!(lines.iter().any(|l| l.starts_with("/title: ")), "{said:?}");
    for line in lines {
        let (pointer, message) = line.split_once(": ").expect("pointer: message");
        assert!((pointer.is_empty() || pointer.starts_with('/')) && !message.is_empty(), "{line}");
    }
}

#[test]
fn validate_checks_many_files_and_names_each() {
    let place = Place::candidate();
    let good = "features/checkout/design/intent.json";
    place.write("wrong.json", "{}");
    let said = place.run(&["validate", good, "wrong.json", "gone.json", good]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(
        said.out.lines().count() > 3 && said.out.lines().all(|l| l.starts_with("wrong.json: ")),
        "{said:?}"
    );
    assert!(said.err.contains("gone.json") && said.err.contains("hint: "), "{said:?}");
    assert_eq!(place.done(&["validate", good, good]).out, "");
    assert_eq!(place.run(&["validate"]).code, 64);
}

#[test]
fn verify_json_has_its_fields() {
    let place = Place::candidate();
    assert_eq!(place.json(&["verify", "--json"]), json!([]));
    assert!(place.done(&["verify"]).out.contains("no design is frozen"));
    let named = place.run(&["verify", "checkout", "--json"]);
    assert_eq!(named.code, 2, "{named:?}");
    let verified: Value = serde_json::from_str(&named.out).unwrap();
    assert_eq!(keys(&verified[0]), ["actual", "expected", "freezeNumber", "id", "ok", "problem", "signer"]);
    assert_eq!(verified[0]["ok"], false);
}

#[test]
fn c_names_the_start_folder_as_in_git() {
    let place = Place::candidate();
    let elsewhere = Place::empty();
    let root = place.root().display().to_string();
    let here = place.done(&["status"]).out;
    assert_eq!(elsewhere.done(&["-C", &root, "status"]).out, here);
    assert_eq!(elsewhere.done(&["status", "-C", &root]).out, here, "after the verb too");
    for sub in ["features", "features/checkout/design/iterations/1"] {
        assert_eq!(place.run_in(sub, &["status"]).out, here, "{sub}");
        assert_eq!(elsewhere.done(&["-C", &format!("{root}/{sub}"), "status"]).out, here, "{sub}");
    }
    // Relative file names start there.
    let said = elsewhere.done(&["-C", &root, "hash", "features/checkout/design/intent.json"]);
    assert_eq!(said.out.len(), 65);
    place.write("notes/other.md", CHECKOUT);
    elsewhere.done(&["-C", &format!("{root}/notes"), "new", "other", "--brief", "other.md"]);
    assert!(place.exists("features/other/brief.md"));
}

#[test]
fn a_missing_workspace_has_a_hint() {
    let place = Place::empty();
    for arguments in [&["status"][..], &["run", "--all"], &["show", "x"], &["verify"], &["log", "x"]] {
        let said = place.stopped(1, "is not in a frieze workspace", arguments);
        assert!(said.err.contains("frieze init"), "{said:?}");
        assert_eq!(said.out, "");
    }
    let said = place.done(&[]);
    assert!(said.out.contains("frieze init --demo"), "{said:?}");
    assert!(place.snapshot().is_empty());
}

#[test]
fn wrong_usage_exits_with_64_and_help_with_0() {
    let place = Place::workspace();
    for arguments in [
        &["frobnicate"][..],
        &["run"],
        &["run", "a", "--all"],
        &["new", "a"],
        &["status", "--colour"],
        &["hash"],
        &["approve"],
        &["completions", "tcsh-9"],
        &["log", "a", "-n", "many"],
    ] {
        let said = place.run(arguments);
        assert_eq!(said.code, 64, "{arguments:?}: {said:?}");
        assert!(said.out.is_empty() && said.err.starts_with("error: "), "{said:?}");
    }
    for arguments in [&["--help"][..], &["help"], &["run", "--help"], &["help", "approve"], &["--version"]] {
        let said = place.done(arguments);
        assert!(!said.out.is_empty() && said.err.is_empty(), "{arguments:?}: {said:?}");
    }
}

#[test]
fn completions_and_the_manual_name_every_verb() {
    let place = Place::empty();
    let verbs = ["init", "new", "run", "status", "show", "approve", "reject", "abort", "verify", "doctor"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(place.done(&["completions", shell]).out.contains("COMPLETE"), "{shell}");
    }
    let man = place.done(&["man"]).out;
    assert!(man.contains(".TH") && verbs.iter().all(|verb| man.contains(verb)), "{man}");
    place.write("completions.bash", place.done(&["completions", "bash"]).out);
    if let Ok(status) =
        std::process::Command::new("bash").arg("-n").arg(place.at("completions.bash")).status()
    {
        assert!(status.success());
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let place = Place::demo();
    for verb in ["show ideas --all", "log ideas --json", "man", "completions bash", "status --json"] {
        let binary = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
        let script = format!("set -o pipefail; '{binary}' {verb} | head -c 1 >/dev/null");
        let output = std::process::Command::new("bash")
            .args(["-c", &script])
            .current_dir(place.root())
            .env_clear()
            .envs(place.environment())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{verb}: {output:?}");
        assert!(output.stderr.is_empty(), "{verb}: {output:?}");
    }
}

#[test]
fn a_run_survives_a_closed_pipe_and_a_full_disk_is_reported() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "brief.md"]);
    let shell = |script: &str| {
        let binary = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
        std::process::Command::new("bash")
            .args(["-c", &script.replace("FRIEZE", &format!("'{binary}'"))])
            .current_dir(place.root())
            .env_clear()
            .envs(place.environment())
            .output()
            .unwrap()
    };
    let output = shell("FRIEZE run checkout | true; exit ${PIPESTATUS[0]}");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(place.state("checkout"), "CANDIDATE");
    let score = "score features/checkout/design/intent.json --json";
    for verb in ["status", score, "man", "--help", "help run", "--version"] {
        let output = shell(&format!("FRIEZE {verb} >/dev/full"));
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{verb}: {output:?}");
        assert!(err.contains("could not write to standard output") && err.contains("hint: "), "{err}");
    }
}

#[test]
fn doctor_finds_nothing_wrong_in_a_sound_workspace() {
    let place = Place::candidate();
    let said = place.done(&["doctor"]);
    assert!(!said.out.contains("NOT OK"), "{said:?}");
    let checks = place.json(&["doctor", "--json"]);
    assert_eq!(checks["ok"], true);
    place.write("features/Not A Feature/x", "");
    let said = place.run(&["doctor"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.out.contains("NOT OK") && said.out.contains("hint: "), "{said:?}");
}

/// Ruling 21: "built-in defaults < user < project < environment < flags; `frieze config` shows every value and where it
/// came from".
#[test]
fn ruling_21_configuration_has_layers_and_names_each_origin() {
    let place = Place::workspace();
    let value = |said: &str| said.lines().find(|l| l.starts_with("threshold")).unwrap_or_default().to_owned();
    assert!(value(&place.done(&["config"]).out).contains("built in"));
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    std::fs::write(place.home().join("config/frieze/config.yaml"), "threshold: 81\n").unwrap();
    let user = value(&place.done(&["config"]).out);
    assert!(user.contains("81") && user.contains("config.yaml"), "{user}");
    place.write("frieze.yaml", "version: 1\nthreshold: 82\n");
    let project = value(&place.done(&["config"]).out);
    assert!(project.contains("82") && project.contains("frieze.yaml"), "{project}");
    let environment = place.run_env(&[("FRIEZE_THRESHOLD", "83")], &["config"]);
    assert!(value(&environment.out).contains("83"), "{environment:?}");
    assert!(value(&environment.out).contains("FRIEZE_THRESHOLD"), "{environment:?}");
    let flag = place.run_env(&[("FRIEZE_THRESHOLD", "83")], &["config", "--set", "threshold=84"]);
    assert!(value(&flag.out).contains("84") && value(&flag.out).contains("--set"), "{flag:?}");
    for bad in ["threshold=69", "threshold=96", "threshold=80.5", "threshold=", "colour=red", "threshold=-1"]
    {
        let said = place.run(&["config", "--set", bad]);
        assert_eq!(said.code, 1, "{bad}: {said:?}");
        said.complains(1, "--set");
    }
}

fn not_utf8(bytes: &[u8]) -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes.to_vec())
}

#[test]
fn folders_and_files_need_no_utf8_names() {
    let place = Place::empty();
    let folder = not_utf8(b"w\xff");
    std::fs::create_dir(place.root().join(&folder)).unwrap();
    std::fs::write(place.root().join(&folder).join("brief.md"), CHECKOUT).unwrap();
    std::fs::write(place.root().join(not_utf8(b"b\xff.json")), "{}").unwrap();
    let run = |arguments: &[&str]| {
        let output = place.command(&[]).arg("-C").arg(&folder).args(arguments).output().unwrap();
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"), "{output:?}");
        output.status.code()
    };
    assert_eq!(run(&["init"]), Some(0));
    assert_eq!(run(&["new", "checkout", "--brief", "brief.md"]), Some(0));
    assert_eq!(run(&["status"]), Some(0));
    assert_eq!(run(&["run", "checkout"]), Some(3));
    let named = place.command(&["hash"]).arg(not_utf8(b"b\xff.json")).output().unwrap();
    assert_eq!((named.status.code(), named.stdout.len()), (Some(0), 65), "{named:?}");
}

#[test]
fn c_means_the_folder_that_a_symlink_names() {
    let place = Place::candidate();
    let elsewhere = Place::empty();
    let link = elsewhere.at("link");
    std::os::unix::fs::symlink(place.at("features/checkout"), &link).unwrap();
    let here = place.done(&["status"]).out;
    assert_eq!(elsewhere.done(&["-C", "link", "status"]).out, here);
    assert_eq!(elsewhere.done(&["-C", "link/../..", "status"]).out, here);
    // Above the link there is no workspace.
    let workspace = Place::workspace();
    std::os::unix::fs::symlink(elsewhere.root(), workspace.at("out")).unwrap();
    workspace.stopped(1, "is not in a frieze workspace", &["-C", "out", "status"]);
}

#[test]
fn one_of_several_simultaneous_news_makes_the_feature() {
    let place = Place::workspace();
    let briefs: Vec<String> =
        (0..6).map(|n| CHECKOUT.replace("a shopper", &format!("shopper {n}"))).collect();
    for (n, brief) in briefs.iter().enumerate() {
        place.write(&format!("brief-{n}.md"), brief);
    }
    let said: Vec<_> = std::thread::scope(|scope| {
        let place = &place;
        let made = (0..6)
            .map(|n| scope.spawn(move || place.run(&["new", "x", "--brief", &format!("brief-{n}.md")])));
        let made: Vec<_> = made.collect();
        made.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let made: Vec<usize> = (0..6).filter(|n| said[*n].code == 0).collect();
    assert_eq!(made.len(), 1, "{said:?}");
    assert_eq!(place.read("features/x/brief.md"), briefs[made[0]].as_str());
    for said in said.iter().filter(|said| said.code != 0) {
        said.complains(1, "x");
    }
}

#[test]
fn the_demo_leaves_a_feature_of_the_same_name_alone() {
    let place = Place::workspace();
    place.write("features/checkout/brief.md", CHECKOUT);
    let said = place.done(&["init", "--demo"]);
    assert!(said.out.contains("unchanged, because they already existed: checkout\n"), "{said:?}");
    assert!(said.out.contains("running 5 features"), "{said:?}");
    assert_eq!(place.state("checkout"), "IDLE");
    assert_eq!(place.state("refunds"), "CANDIDATE");
    let again = place.done(&["init", "--demo"]);
    assert!(again.out.contains("ideas") && !again.out.contains("running"), "{again:?}");
    // The exit code shows problems other than rule violations, too.
    let other = Place::workspace();
    other.write("frieze.yaml", "threshold: 12\n");
    assert_eq!(other.run(&["init", "--demo"]).code, 1);
}

#[test]
fn a_feature_that_is_named_twice_is_run_once() {
    let place = Place::candidate();
    let said = place.run(&["run", "checkout", "checkout", "--json"]);
    let listing: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(listing["features"].as_array().unwrap().len(), 1, "{said:?}");
}

#[test]
fn texts_for_the_record_have_a_limit_that_is_checked_first() {
    let place = Place::candidate();
    let (long, most) = ("ü".repeat(2001), "ü".repeat(2000));
    for arguments in [
        &["approve", "checkout", "--note"][..],
        &["abort", "checkout", "--reason"],
        &["run", "checkout", "--reason"],
        &["unfreeze", "checkout", "--reason"],
    ] {
        let with = |text| [arguments, &[text]].concat();
        place.stopped(1, "has 4002 bytes, and at most 4000 are recorded", &with(&long));
        let said = place.run(&with(&most));
        assert!(!said.err.contains("are recorded"), "{said:?}");
    }
    for verb in ["run", "unfreeze"] {
        let said = place.stopped(1, "the reason is empty", &[verb, "checkout", "--reason", " "]);
        assert!(said.err.contains("describe the reason in words"), "{said:?}");
    }
}

#[test]
fn a_reason_applies_only_to_features_that_need_one() {
    let place = Place::workspace();
    for id in ["a", "b"] {
        place.write(&format!("features/{id}/brief.md"), CHECKOUT);
    }
    let said = place.run(&["run", "a", "b", "--reason", "because"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert!(said.err.contains("a needs no reason") && said.err.contains("b needs no reason"));
    assert_eq!((place.state("a").as_str(), place.state("b").as_str()), ("CANDIDATE", "CANDIDATE"));
}

#[test]
fn unknown_variables_are_reported_and_the_critics_is_known() {
    let place = Place::workspace();
    let said = place.run_env(&[("FRIEZE_TRESHOLD", "90"), ("FRIEZE_CRITIC", "built-in")], &["config"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert!(said.err.contains("FRIEZE_TRESHOLD is set but ignored"), "{said:?}");
    assert!(!said.err.contains("FRIEZE_CRITIC"), "{said:?}");
    let critic = said.out.lines().find(|line| line.starts_with("critic")).unwrap_or_default();
    assert!(critic.contains("environment, FRIEZE_CRITIC"), "{said:?}");
    let doctor = place.run_env(&[("FRIEZE_TRESHOLD", "90")], &["doctor"]);
    assert!(doctor.code == 0 && doctor.out.contains("FRIEZE_TRESHOLD: ignored"), "{doctor:?}");
    let threshold = place.command(&["config"]).env("FRIEZE_THRESHOLD", not_utf8(b"8\xff")).output().unwrap();
    assert_eq!(threshold.status.code(), Some(1), "{threshold:?}");
}

#[test]
fn the_doctor_names_the_templates_in_use_and_unusable_folders() {
    use std::os::unix::fs::symlink;
    let place = Place::candidate();
    let prompt = "mine {{ brief|quoted }}";
    place.write("templates/prompts/design-generator-v2.1.0.txt", prompt);
    place.write("templates/prompts/README.md", "notes");
    let said = place.run(&["doctor"]);
    let untrusted = "templates design-generator-v2.1.0.txt: it came with the workspace and is not trusted";
    assert!(said.code == 2 && said.out.contains(untrusted), "{said:?}");
    let serving = "the workspace's own: templates/prompts/design-generator-v2.1.0.txt\n";
    assert!(said.out.contains(serving), "{said:?}");
    place.write("templates/prompts/design-generator-v3.0.txt", prompt);
    place.write("other.txt", prompt);
    symlink(place.at("other.txt"), place.at("templates/prompts/design-critic-v2.0.0.txt")).unwrap();
    symlink(place.at("features/checkout"), place.at("features/linked")).unwrap();
    place.write("features/con/brief.md", CHECKOUT);
    std::fs::create_dir(place.at("features").join(not_utf8(b"caf\xe9"))).unwrap();
    let said = place.run(&["doctor", "--json"]);
    let report: Value = serde_json::from_str(&said.out).unwrap();
    let checks = report["checks"].as_array().unwrap();
    assert_eq!((said.code, &report["ok"]), (2, &json!(false)), "{said:?}");
    for words in [
        "features/linked",
        "features/con is not a feature and is ignored: its name is a reserved",
        "its name is not UTF-8",
    ] {
        let hits: Vec<&Value> = checks
            .iter()
            .filter(|c| c["found"].as_str().is_some_and(|found| found.contains(words)))
            .collect();
        assert_eq!(hits.len(), 1, "{words}: {said:?}");
        assert!(hits[0]["ok"] == false && hits[0]["hint"].as_str().is_some_and(|h| h.len() > 10), "{said:?}");
    }
    // A misnamed template and a symlink are not in use.
    let others = ["README.md", "v3.0.txt", "design-critic"];
    assert!(others.iter().all(|other| !said.out.contains(other)), "{said:?}");
    assert!(said.out.contains("design-generator-v2.1.0.txt"), "{said:?}");
}

#[test]
fn abort_help_says_how_to_stop_a_run_that_is_under_way() {
    let said = Place::empty().done(&["abort", "--help"]).out;
    assert!(said.contains("press Ctrl-C in the terminal where it runs"), "{said}");
}

/// P13: a git that hangs is ended, and the person is named as if there were no git.
#[test]
#[cfg(unix)]
fn p13_a_hanging_git_delays_nothing() {
    use std::os::unix::fs::PermissionsExt as _;
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    place.write("bin/git", "#!/bin/sh\necho $$ >\"$HOME/git.pid\"\nsleep 20\nprintf 'user.name\\nSlow\\0'\n");
    std::fs::set_permissions(place.at("bin/git"), std::fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", place.at("bin").display(), std::env::var("PATH").unwrap_or_default());
    let said = place.run_env(&[("PATH", &path), ("USER", "ada-at-the-desk")], &["run", "checkout"]);
    assert_eq!(said.code, 3, "{said:?}");
    let state: Value = serde_json::from_str(&place.read("features/checkout/design/state.json")).unwrap();
    assert_eq!(state["run"]["startedBy"], "ada-at-the-desk");
    let pid = std::fs::read_to_string(place.home().join("git.pid")).unwrap();
    assert!(!std::path::Path::new("/proc").join(pid.trim()).exists(), "git goes on as {pid}");
}
