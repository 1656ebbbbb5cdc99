//! The screen's settings on the command line, and the README's tables of keys and settings, compared with the program.

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use crate::cli_support::Place;
use frieze::tui::TABLE;

/// The value and the origin of a key.
fn valued(out: &str, key: &str) -> Option<(String, String)> {
    let line = out.lines().find(|line| line.split_whitespace().next() == Some(key))?;
    let (value, origin) = line.strip_prefix(key)?.trim().split_once("  ")?;
    Some((value.trim().to_owned(), origin.trim().to_owned()))
}

#[track_caller]
fn shows(out: &str, key: &str, value: &str, origin: &str) {
    assert_eq!(valued(out, key), Some((value.to_owned(), origin.to_owned())), "{key} in\n{out}");
}

#[test]
fn settings_of_the_screen_come_in_layers_too() {
    let place = Place::workspace();
    let out = place.done(&["config"]).out;
    shows(&out, "screen.theme", "auto", "built in");
    shows(&out, "screen.notify", "true", "built in");
    shows(&out, "screen.mouse", "true", "built in");
    assert!(!out.contains("screen.keys"), "{out}");
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let own = "screen:\n  theme: plain\n  mouse: false\n  keys: {decide: D, sort: n, copy: y}\n";
    std::fs::write(place.home().join("config/frieze/config.yaml"), own).unwrap();
    place.write("frieze.yaml", "screen: {theme: colours, notify: false, keys: {decide: ctrl-d}}\n");
    let out = place.done(&["config"]).out;
    shows(&out, "screen.theme", "colours", "frieze.yaml");
    shows(&out, "screen.notify", "false", "frieze.yaml");
    shows(&out, "screen.mouse", "false", "the user's config.yaml");
    shows(&out, "screen.keys.decide", "ctrl-d", "frieze.yaml");
    shows(&out, "screen.keys.sort", "n", "the user's config.yaml");
    shows(&out, "screen.keys.copy", "y", "the user's config.yaml");
    let variables = [("FRIEZE_SCREEN_THEME", "auto"), ("FRIEZE_SCREEN_MOUSE", "true")];
    let flags = ["config", "--set", "screen.keys.copy=5", "--set", "screen.notify=true"];
    let out = place.run_env(&variables, &flags).out;
    shows(&out, "screen.theme", "auto", "environment, FRIEZE_SCREEN_THEME");
    shows(&out, "screen.mouse", "true", "environment, FRIEZE_SCREEN_MOUSE");
    shows(&out, "screen.keys.copy", "5", "--set");
    shows(&out, "screen.notify", "true", "--set");
}

/// Limits and trust are in the user's folder: if it cannot be opened, it is not treated as missing.
#[test]
fn an_unreadable_user_folder_is_reported() {
    let place = Place::workspace();
    std::fs::create_dir_all(place.home().join("config")).unwrap();
    std::fs::write(place.home().join("config/frieze"), "").unwrap();
    let said = place.stopped(1, "could not open", &["config"]);
    assert!(said.err.contains("config/frieze"), "{said:?}");
    std::fs::remove_file(place.home().join("config/frieze")).unwrap();
    place.done(&["config"]);
    // What was read is saved elsewhere; `doctor` reports where it cannot be.
    let state = place.home().join("state");
    place.run_env(&[("XDG_STATE_HOME", state.to_str().unwrap())], &["doctor"]);
    assert!(!state.exists(), "a doctor makes nothing");
    std::fs::write(&state, "").unwrap();
    let doctor = place.run_env(&[("XDG_STATE_HOME", state.to_str().unwrap())], &["doctor"]);
    assert!(doctor.code == 2 && doctor.out.contains("cannot be saved"), "{doctor:?}");
}

/// Missing settings of an agent have built-in values, also if a file sets the others.
#[test]
fn missing_settings_of_an_agent_are_built_in() {
    let place = Place::workspace();
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let own = "agents:\n  mine: {kind: anthropic, model: m, streaming: true}\n";
    std::fs::write(place.home().join("config/frieze/config.yaml"), own).unwrap();
    let yaml = "agents:\n  remote: {kind: openai, model: m, idleSeconds: 60}\n  tool: {kind: command, command: [x]}\n  \
                desk: {kind: files}\nservers:\n  draws: {kind: stitch, maxScreens: 3}\n";
    place.write("frieze.yaml", yaml);
    let out = place.done(&["config"]).out;
    for (key, value, origin) in [
        ("agents.remote.kind", "openai", "frieze.yaml"),
        ("agents.remote.model", "m", "frieze.yaml"),
        // A default that is written out counts as written.
        ("agents.remote.idleSeconds", "60", "frieze.yaml"),
        ("agents.remote.structured", "true", "built in"),
        ("agents.remote.streaming", "true", "built in"),
        ("agents.remote.maxAnswerTokens", "32000", "built in"),
        ("agents.remote.patches", "false", "built in"),
        ("agents.mine.streaming", "true", "the user's config.yaml"),
        ("agents.mine.structured", "true", "built in"),
        ("agents.tool.idleSeconds", "300", "built in"),
        ("agents.desk.patches", "false", "built in"),
        ("servers.draws.maxScreens", "3", "frieze.yaml"),
        ("servers.draws.timeoutSeconds", "300", "built in"),
    ] {
        shows(&out, key, value, origin);
    }
    // A changed description of the same name needs trust again.
    let out = place.done(&["config", "--set", "agents.remote.kind=files"]);
    shows(&out.out, "agents.remote.patches", "false", "built in");
}

#[test]
fn wrong_settings_of_the_screen_name_the_file_the_key_and_what_is_allowed() {
    let place = Place::workspace();
    let cases = [
        ("screen: {theme: pink}", "screen.theme", "\"auto\", \"colours\", \"light\" or \"plain\""),
        ("screen: {notify: sometimes}", "screen.notify", "boolean"),
        ("screen: {mouse: 1}", "screen.mouse", "boolean"),
        ("screen: {thme: plain}", "'thme'", "keys, mouse, notify, theme"),
        ("screen: plain", "screen", "object"),
        ("screen: {keys: {decide: 1}}", "screen.keys.decide", "string"),
        ("screen: {keys: {dance: d}}", "screen.keys.dance", "Actions: down, up,"),
        ("screen: {keys: {decide: hyper-d}}", "screen.keys.decide", "pgup"),
        ("screen: {keys: {decide: r, run: r}}", "screen.keys.run", "\"r\" is already the key of decide"),
    ];
    for (yaml, key, allowed) in cases {
        place.write("frieze.yaml", yaml);
        let said = place.run(&["config"]);
        for words in ["frieze.yaml", key, allowed] {
            said.complains(1, words);
        }
        let listed = place.run(&["status"]);
        assert!(listed.code == 0 && listed.err.contains(key), "{yaml}: {listed:?}");
        let doctor = place.run(&["doctor"]);
        assert_eq!(doctor.code, 2, "{yaml}: {doctor:?}");
        assert!(doctor.out.contains("frieze.yaml") && doctor.out.contains(key), "{yaml}: {doctor:?}");
        assert!(
            !doctor.out.contains("generator built-in"),
            "what cannot be read is not built in: {doctor:?}"
        );
    }
    place.write("frieze.yaml", "");
    for (flag, words) in [
        ("screen.theme=pink", "screen.theme"),
        ("screen.theme.x=plain", "screen.theme"),
        ("screen.keys.decide.x=D", "screen.keys"),
        ("screen.keys.dance=D", "screen.keys.dance"),
        ("screen=plain", "screen"),
    ] {
        place.run(&["config", "--set", flag]).complains(1, words);
    }
}

/// A wrong key binding concerns only the screen: other commands work.
#[test]
fn an_invalid_key_binding_stops_no_run() {
    let place = Place::candidate();
    place.write("frieze.yaml", "screen: {keys: {dance: d}}");
    for verb in [&["status"][..], &["show", "checkout"], &["verify"]] {
        place.done(verb);
    }
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
}

/// The rows of the README's tables: the cells, without their backquotes.
fn rows_of(document: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(format!("{}/docs/{document}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(|cell| cell.replace('`', "").trim().to_owned()).collect()).collect()
}

#[test]
fn the_readme_has_the_keys_of_the_program() {
    let rows = rows_of("screen.md");
    let head = rows.iter().position(|row| row.iter().eq(["keys", "action", "what it does"]));
    let listed: Vec<&Vec<String>> = rows.iter().skip(head.unwrap() + 1).take(TABLE.len()).collect();
    let table = TABLE.iter().map(|row| [row.keys, row.name, row.help].map(str::to_owned).to_vec());
    let expected: Vec<Vec<String>> = table.collect();
    let lines = expected.iter().map(|row| format!("| `{}` | `{}` | {} |\n", row[0], row[1], row[2]));
    let lines: String = lines.collect();
    assert_eq!(listed, expected.iter().collect::<Vec<_>>(), "the README's table of keys is to be\n{lines}");
}

#[test]
fn the_readme_has_every_setting_with_its_default() {
    let (rows, place) = (rows_of("files.md"), Place::workspace());
    let out = place.done(&["config"]).out;
    let keys: Vec<&str> = out.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(keys.len() > 10 && keys.contains(&"threshold"), "{out}");
    for key in keys {
        let (value, _) = valued(&out, key).unwrap();
        let row = rows.iter().find(|row| row.first().is_some_and(|cell| cell == key));
        let default = row.and_then(|row| row.get(1)).unwrap_or_else(|| panic!("the README lacks {key}"));
        assert!(*default == value || key == "user", "{key} is {value}, and not {default}");
    }
}

/// S56: `.aiwf/config.yml` of the workspace wins over `frieze.yaml`, the one in the home folder only over what is built in.
#[test]
fn settings_of_sessions_come_from_the_files_of_their_requirement_too() {
    let place = Place::workspace();
    let home = |path: &str, text: &str| {
        let path = place.home().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    let is = |root: [&str; 2], profile: [&str; 2]| {
        let out = place.done(&["config"]).out;
        shows(&out, "session.standardsRoot", root[0], root[1]);
        shows(&out, "session.defaultProfile", profile[0], profile[1]);
    };
    is(["(none)", "built in"], ["contract", "built in"]);
    home(".aiwf/config.yml", "standards_root: /a\ndefault_profile: jpa-mt\n");
    is(["/a", "~/.aiwf/config.yml"], ["jpa-mt", "~/.aiwf/config.yml"]);
    home("config/frieze/config.yaml", "session: {standardsRoot: /b}\n");
    is(["/b", "the user's config.yaml"], ["jpa-mt", "~/.aiwf/config.yml"]);
    place.write("frieze.yaml", "session: {standardsRoot: std, defaultProfile: contract}\n");
    is(["std", "frieze.yaml"], ["contract", "frieze.yaml"]);
    place.write(".aiwf/config.yml", "working_directory: \".aiwf\"\nstandards_root: \"${STANDARDS_DIR}\"\n");
    is(["${STANDARDS_DIR}", ".aiwf/config.yml"], ["contract", "frieze.yaml"]);
    let out =
        place.done(&["config", "--set", "session.standardsRoot=1", "--set", "session.defaultProfile=x"]).out;
    shows(&out, "session.standardsRoot", "1", "--set");
    shows(&out, "session.defaultProfile", "x", "--set");
}

#[test]
fn wrong_settings_of_sessions_name_the_file_and_what_is_allowed() {
    let place = Place::workspace();
    for (text, words) in [
        ("working_directory: work\n", "sessions are always in .aiwf"),
        ("standard_root: x\n", "unknown key 'standard_root'; did you mean standards_root?"),
        ("default_profile: [", ".aiwf/config.yml: line 1"),
    ] {
        place.write(".aiwf/config.yml", text);
        let said = place.run(&["config"]);
        said.complains(1, words);
        said.complains(1, ".aiwf/config.yml");
    }
    std::fs::remove_dir_all(place.at(".aiwf")).unwrap();
    place.write("frieze.yaml", "session: {standardRoot: x}\n");
    place.run(&["config"]).complains(1, "unknown key 'standardRoot'; did you mean standardsRoot?");
    place.write("frieze.yaml", "");
    place.run(&["config", "--set", "session.profile=x"]).complains(1, "defaultProfile, standardsRoot");
}
