//! Trust is for one workspace, one definition and the content of the workspace's programs (promise P27), and for the
//! workspace's templates (promise P30).

#![expect(clippy::unwrap_used, reason = "a test's own parts say what went wrong by panicking")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use crate::cli_support::{CHECKOUT, Place, Said};
use crate::gate_support::Terminal;

const AGENT: &str = "generator: script\nagents:\n  script: {kind: command, command: [./tools/agent.sh], folder: tools, \
                     environment: [HOME]}\n";

fn script(place: &Place, root: &str, name: &str, text: &str) {
    let path = format!("{root}/{name}");
    place.write(&path, format!("#!/bin/sh\n{text}\n"));
    fs::set_permissions(place.at(&path), fs::Permissions::from_mode(0o755)).unwrap();
}

/// A workspace below `work` whose agent leaves a mark when it runs.
fn workspace(place: &Place, root: &str, settings: &str) {
    fs::create_dir_all(place.at(root)).unwrap();
    done(place, root, &["init"]);
    place.write(&format!("{root}/frieze.yaml"), settings);
    place.write(&format!("{root}/brief.md"), CHECKOUT);
    script(place, root, "tools/agent.sh", "touch ../ran; exit 1");
    done(place, root, &["new", "one", "--brief", "brief.md"]);
}

fn run(place: &Place, root: &str, arguments: &[&str]) -> Said {
    place.run_in(root, arguments)
}

fn done(place: &Place, root: &str, arguments: &[&str]) -> Said {
    let said = run(place, root, arguments);
    assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
    said
}

fn trust(place: &Place, root: &str, name: &str) -> String {
    let shown = run(place, root, &["trust", name]).out;
    let hash = shown.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
    done(place, root, &["trust", name, "--sha256", &hash]);
    shown
}

#[track_caller]
fn is_refused(place: &Place, root: &str, why: &str) {
    let _ = fs::remove_file(place.at(&format!("{root}/ran")));
    let said = run(place, root, &["run", "one"]);
    said.complains(1, why);
    assert!(!place.exists(&format!("{root}/ran")), "it ran: {said:?}");
}

/// Forgets the run, which would go on with its pinned agent.
fn start_over(place: &Place, root: &str) {
    let _ = fs::remove_dir_all(place.at(&format!("{root}/features/one/design")));
}

#[track_caller]
fn runs(place: &Place, root: &str) {
    run(place, root, &["run", "one"]);
    assert!(place.exists(&format!("{root}/ran")), "it did not run");
    fs::remove_file(place.at(&format!("{root}/ran"))).unwrap();
    start_over(place, root);
}

#[test]
fn p27_trust_is_for_one_workspace_and_the_content_of_its_programs() {
    let place = Place::empty();
    for root in ["a", "b"] {
        workspace(&place, root, AGENT);
    }
    is_refused(
        &place,
        "a",
        "agents.script came with this workspace (frieze.yaml), and you have not trusted it",
    );
    let shown = trust(&place, "a", "script");
    assert!(shown.contains("./tools/agent.sh is a file of the workspace; its SHA-256 is now"), "{shown}");
    runs(&place, "a");
    // The same lines in another folder belong to another workspace, whatever the program.
    is_refused(&place, "b", "agents.script came with this workspace");
    script(&place, "b", "tools/agent.sh", "touch ../ran; echo $HOME > ../stolen; exit 1");
    is_refused(&place, "b", "agents.script came with this workspace");
    // A changed program needs trust again; the trusted one put back does not.
    let before = place.read("a/tools/agent.sh");
    place.write("a/tools/agent.sh", format!("{before}# more\n"));
    is_refused(&place, "a", "it changed since you trusted it");
    place.write("a/tools/agent.sh", &before);
    runs(&place, "a");
    // A moved workspace needs trust again, and so does one that takes its place.
    fs::rename(place.at("a"), place.at("moved")).unwrap();
    is_refused(&place, "moved", "agents.script came with this workspace");
    fs::rename(place.at("b"), place.at("a")).unwrap();
    is_refused(&place, "a", "it changed since you trusted it");
    // A symlink to a workspace is that workspace.
    fs::rename(place.at("a"), place.at("b")).unwrap();
    fs::rename(place.at("moved"), place.at("a")).unwrap();
    std::os::unix::fs::symlink(place.at("a"), place.at("link")).unwrap();
    runs(&place, "link");
}

/// If the program is an interpreter, its script counts too, however the command names it.
#[test]
fn every_file_of_the_workspace_that_a_command_names_counts() {
    for (command, folder) in [
        ("[sh, agent.sh]", "tools"),
        ("[sh, ./agent.sh, x]", "tools"),
        ("[sh, tools/agent.sh]", "."),
        ("[sh, ABSOLUTE/tools/agent.sh]", "tools"),
        ("[ABSOLUTE/tools/agent.sh]", "tools"),
        ("[./tools/linked.sh]", "tools"),
    ] {
        let place = Place::empty();
        fs::create_dir_all(place.at("a")).unwrap();
        let root = place.at("a").canonicalize().unwrap().display().to_string();
        let command = command.replace("ABSOLUTE", &root);
        let settings = format!(
            "generator: script\nagents: {{script: {{kind: command, command: {command}, folder: {folder}}}}}\n"
        );
        workspace(&place, "a", &settings);
        script(&place, "a", "tools/agent.sh", &format!("touch {root}/ran; exit 1"));
        // A link that leads outside is treated as the workspace's.
        let target = place.home().join("elsewhere.sh");
        fs::copy(place.at("a/tools/agent.sh"), &target).unwrap();
        std::os::unix::fs::symlink(&target, place.at("a/tools/linked.sh")).unwrap();
        trust(&place, "a", "script");
        runs(&place, "a");
        for file in [place.at("a/tools/agent.sh"), target] {
            let text = fs::read_to_string(&file).unwrap();
            fs::write(&file, format!("{text}true\n")).unwrap();
        }
        is_refused(&place, "a", "it changed since you trusted it");
    }
}

/// A relative path belongs to the workspace wherever it leads, and every argument is checked.
#[test]
fn a_path_that_leads_out_of_the_workspace_counts_too() {
    for (command, folder, target) in [
        ("[../common-tools/agent.sh]", "tools", "common-tools/agent.sh"),
        ("[./linked/agent.sh]", "tools", "common-tools/agent.sh"),
        ("[./agent.sh, ./agent.sh]", "tools", "a/agent.sh"),
    ] {
        let place = Place::empty();
        let settings = format!(
            "generator: script\nagents: {{script: {{kind: command, command: {command}, folder: {folder}}}}}\n"
        );
        workspace(&place, "a", &settings);
        let root = place.at("a").display().to_string();
        for root_of in ["common-tools", "a", "a/tools"] {
            script(&place, root_of, "agent.sh", &format!("touch {root}/ran; exit 1"));
        }
        std::os::unix::fs::symlink(place.at("common-tools"), place.at("a/linked")).unwrap();
        trust(&place, "a", "script");
        runs(&place, "a");
        place.write(target, format!("{}true\n", place.read(target)));
        is_refused(&place, "a", "it changed since you trusted it");
    }
    for command in ["[../common-tools/agent.sh]", "[./linked/agent.sh]"] {
        let place = Place::empty();
        workspace(&place, "a", "generator: script\n");
        script(&place, "common-tools", "agent.sh", &format!("touch {}/ran; exit 1", place.at("a").display()));
        std::os::unix::fs::symlink(place.at("common-tools"), place.at("a/linked")).unwrap();
        fs::create_dir_all(place.home().join("config/frieze")).unwrap();
        let yaml = format!("agents: {{script: {{kind: command, command: {command}}}}}\n");
        fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
        is_refused(&place, "a", "agents.script in your config.yaml runs");
    }
}

#[test]
fn the_command_that_prints_a_key_counts() {
    let place = Place::empty();
    let settings = "generator: remote\nagents: {remote: {kind: openai, model: m, url: 'http://127.0.0.1:1/v1', key: {command: \
                    [./tools/agent.sh]}}}\n";
    workspace(&place, "a", settings);
    script(&place, "a", "tools/agent.sh", "touch ran; echo key");
    trust(&place, "a", "remote");
    run(&place, "a", &["run", "one"]);
    assert!(place.exists("a/ran"), "the trusted command ran");
    start_over(&place, "a");
    script(&place, "a", "tools/agent.sh", "touch ran; echo other");
    is_refused(&place, "a", "it changed since you trusted it");
}

#[test]
fn the_users_own_file_names_no_program_of_whatever_workspace_is_open() {
    for command in ["command: [./tools/agent.sh], folder: tools", "command: [sh, agent.sh], folder: tools"] {
        let place = Place::empty();
        workspace(&place, "a", "generator: script\n");
        fs::create_dir_all(place.home().join("config/frieze")).unwrap();
        let yaml = format!("agents: {{script: {{kind: command, {command}}}}}\n");
        fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
        is_refused(&place, "a", "agents.script in your config.yaml runs");
        // Agents that do not depend on the workspace run.
        let whole = place.at("a/tools/agent.sh").display().to_string();
        let yaml = format!("agents: {{script: {{kind: command, command: [{whole}], folder: tools}}}}\n");
        fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
        runs(&place, "a");
    }
}

/// Entries from before trust named the workspace count nowhere.
#[test]
fn an_older_list_of_what_is_trusted_trusts_nothing() {
    let place = Place::empty();
    workspace(&place, "a", AGENT);
    let shown = run(&place, "a", &["trust", "script"]).out;
    let hash = shown.lines().find_map(|line| line.trim().strip_prefix("SHA-256 ")).unwrap().to_owned();
    fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let old = format!(
        "{{\"version\": 1, \"trusted\": [{{\"section\": \"agents\", \"name\": \"script\", \"sha256\": \"{hash}\", \"at\": \"2026-11-01\"}}]}}"
    );
    fs::write(place.home().join("config/frieze/trusted.json"), old).unwrap();
    is_refused(&place, "a", "you have not trusted it");
    trust(&place, "a", "script");
    runs(&place, "a");
}

#[test]
fn p30_templates_that_came_with_the_workspace_need_trust() {
    let place = Place::empty();
    workspace(&place, "a", "{}\n");
    let prompt = "templates/prompts/design-generator-v9.0.0.txt";
    let built_in = include_str!("../../templates/prompts/design-generator-v1.1.0.txt");
    place.write(&format!("a/{prompt}"), built_in);
    let why = format!(
        "templates.design-generator-v9.0.0.txt came with this workspace ({prompt}), and you have not trusted it"
    );
    is_refused(&place, "a", &why);
    assert!(trust(&place, "a", "design-generator-v9.0.0.txt").contains("the prompt that the generator gets"));
    place.write(&format!("a/{prompt}"), format!("{built_in}More.\n"));
    is_refused(&place, "a", "it changed since you trusted it");
    fs::remove_file(place.at(&format!("a/{prompt}"))).unwrap();
    // The template of FROZEN.md: approval is refused while it is not trusted.
    assert_eq!(run(&place, "a", &["run", "one"]).code, 3);
    place.write("a/templates/FROZEN.md.template", include_str!("../../templates/FROZEN.md.template"));
    let root = place.at("a").display().to_string();
    let refused = Terminal::start(&place, &["-C", &root, "approve", "one"]).end();
    assert!(refused.0 == 1 && refused.1.contains("you have not trusted it"), "{refused:?}");
    trust(&place, "a", "FROZEN.md.template");
    let mut terminal = Terminal::start(&place, &["-C", &root, "approve", "one"]);
    terminal.wait_for(crate::gate_support::PROMPT).send("one\r");
    assert_eq!(terminal.end().0, 0);
}

/// Files of profiles are listed and trusted like prompts, and concern only sessions.
#[test]
fn p30_files_of_profiles_that_came_with_the_workspace_need_trust() {
    let place = Place::empty();
    workspace(&place, "a", "{}\n");
    place.write("a/profiles/jpa-mt/planning.txt", "Plan.");
    place.write("a/profiles/contract/config.yml", "extensions: [sql]\n");
    let listed = run(&place, "a", &["trust"]);
    assert!(listed.out.contains("templates.contract/config.yml: not trusted"), "{listed:?}");
    assert!(listed.out.contains("templates.jpa-mt/planning.txt: not trusted"), "{listed:?}");
    assert!(trust(&place, "a", "jpa-mt/planning.txt").contains("is the prompt for planning in sessions"));
    let shown = run(&place, "a", &["trust", "jpa-mt/planning.txt"]);
    assert!(shown.code == 0 && shown.out.contains("planning.txt: trusted"), "{shown:?}");
    place.write("a/profiles/jpa-mt/planning.txt", "Plan more.");
    run(&place, "a", &["trust", "jpa-mt/planning.txt"]).complains(1, "jpa-mt/planning.txt is not trusted");
    assert_eq!(run(&place, "a", &["run", "one"]).code, 3, "a design has no profile");
    place.write("a/profiles/jpa-mt/plan.txt", "Plan.");
    let doctor = run(&place, "a", &["doctor"]).out;
    assert!(
        doctor.contains("the workspace's own: profiles/contract/config.yml, profiles/jpa-mt/pl"),
        "{doctor}"
    );
    assert!(!doctor.contains("plan.txt"), "a misnamed file is not in use: {doctor}");
}
