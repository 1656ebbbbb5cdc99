//! Read-only places, full disks and locked features: one clear sentence, the old or the new file and nothing between, and
//! work that can continue (promises P4, P5).

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::PermissionsExt as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::cli_support::{CHECKOUT, Place, snapshot};

/// An own mount, removed afterwards.
struct Mount(PathBuf);

impl Mount {
    fn make(arguments: &[&str], at: PathBuf) -> Option<Self> {
        fs::create_dir_all(&at).ok()?;
        let status = Command::new("mount").args(arguments).arg(&at).stderr(Stdio::null()).status();
        status.is_ok_and(|s| s.success()).then_some(Self(at))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_read_only_workspace_can_be_read_and_refuses_writes() {
    let place = Place::demo();
    let before = place.snapshot();
    let source = place.root().display().to_string();
    let mounted = Mount::make(&["--bind", &source], place.home().join("ro"));
    let Some(mounted) = mounted else {
        println!("not run: nothing can be mounted here");
        return;
    };
    let remounted =
        Command::new("mount").args(["-o", "remount,ro,bind"]).arg(&mounted.0).stderr(Stdio::null()).status();
    if !remounted.is_ok_and(|s| s.success()) {
        println!("not run: nothing can be mounted read-only here");
        return;
    }
    let at = mounted.0.display().to_string();
    for arguments in [
        &["-C", &at, "status"][..],
        &["-C", &at, "show", "checkout"],
        &["-C", &at, "log", "checkout"],
        &["-C", &at, "diff", "ideas"],
        &["-C", &at, "verify"],
        &["-C", &at, "config"],
    ] {
        let said = place.run(arguments);
        assert_eq!(said.code, 0, "{arguments:?}: {said:?}");
        assert!(!said.out.is_empty());
    }
    let said = place.run(&["-C", &at, "doctor"]);
    assert!(said.code == 2 && said.out.contains("read-only"), "{said:?}");
    place.write("../brief.md", CHECKOUT);
    let brief = place.at("../brief.md").display().to_string();
    for arguments in [
        &["-C", &at, "new", "other", "--brief", &brief][..],
        &["-C", &at, "run", "ideas"],
        &["-C", &at, "reset", "ideas"],
        &["-C", &at, "init", "sub"],
    ] {
        let said = place.run(arguments);
        assert!([1, 2].contains(&said.code), "{arguments:?}: {said:?}");
        said.complains(said.code, "ead-only");
    }
    drop(mounted);
    assert!(place.snapshot() == before, "something was written");
}

#[test]
fn another_users_workspace_is_refused_with_the_reason() {
    let place = Place::demo();
    let binary = place.home().join("frieze");
    fs::copy(assert_cmd::cargo::cargo_bin!("frieze"), &binary).unwrap();
    for folder in [place.home(), place.home().join("..")] {
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let run = |arguments: &[&str]| {
        Command::new("setpriv")
            .args(["--reuid", "65534", "--regid", "65534", "--clear-groups"])
            .arg(&binary)
            .args(arguments)
            .env_clear()
            .envs(place.environment())
            .current_dir(place.root())
            .output()
    };
    match run(&["--version"]) {
        Ok(output) if output.status.success() => {}
        _ => {
            println!("not run: this user cannot become another one");
            return;
        }
    }
    for (arguments, code) in
        [(&["status"][..], 0), (&["show", "checkout"], 0), (&["run", "ideas"], 2), (&["reset", "ideas"], 2)]
    {
        let output = run(arguments).unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        assert!(code == 0 || (err.contains("ermission denied") && err.contains("hint: ")), "{output:?}");
        assert!(!err.contains("panicked"));
    }
    // Settings that nobody may read are a failure of the disk, as for `run`.
    fs::set_permissions(place.at("frieze.yaml"), fs::Permissions::from_mode(0o000)).unwrap();
    let output = run(&["config"]).unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("could not read frieze.yaml"), "{output:?}");
}

#[test]
fn a_full_disk_is_reported_and_nothing_is_lost() {
    let place = Place::empty();
    let Some(mounted) =
        Mount::make(&["-t", "tmpfs", "-o", "size=1500k", "tmpfs"], place.home().join("small"))
    else {
        println!("not run: nothing can be mounted here");
        return;
    };
    let at = mounted.0.display().to_string();
    place.done(&["-C", &at, "init"]);
    place.write("brief.md", CHECKOUT);
    let brief = place.at("brief.md").display().to_string();
    for id in ["a", "b", "c"] {
        place.done(&["-C", &at, "new", id, "--brief", &brief]);
    }
    assert_eq!(place.run(&["-C", &at, "run", "a"]).code, 3);
    let sound = snapshot(&mounted.0);
    // Fills all but some kilobytes, at several levels, so that different files do not fit.
    let mut said_full = 0;
    for spare in [0_usize, 4, 8, 16, 24, 40, 64] {
        let ballast = mounted.0.join("ballast");
        let mut file = fs::File::create(&ballast).unwrap();
        while file.write_all(&[0x5A; 4096]).is_ok() {}
        drop(file);
        let length = fs::metadata(&ballast).unwrap().len();
        fs::OpenOptions::new()
            .write(true)
            .open(&ballast)
            .unwrap()
            .set_len(length.saturating_sub(spare as u64 * 1024))
            .unwrap();
        let said = place.run(&["-C", &at, "run", "b", "c"]);
        if said.code == 2 {
            said.complains(2, "o space");
            assert!(said.err.contains("free some space"), "{said:?}");
            said_full += 1;
        } else {
            assert_eq!(said.code, 3, "{said:?}");
        }
        let listed = place.run(&["-C", &at, "status"]);
        assert!(listed.code == 0 && !listed.out.contains("UNREADABLE"), "{listed:?}");
        fs::remove_file(&ballast).unwrap();
    }
    assert!(said_full >= 3, "the disk was never full");
    let now = snapshot(&mounted.0);
    for (name, bytes) in
        sound.iter().filter(|(name, _)| name.starts_with("features/a/") || name.ends_with("brief.md"))
    {
        if !name.ends_with(".lock") {
            assert!(now.iter().any(|(n, b)| n == name && b == bytes), "{name} was lost or changed");
        }
    }
    // With space again, the work ends as usual.
    let said = place.run(&["-C", &at, "run", "b", "c"]);
    assert_eq!(said.code, 3, "{said:?}");
    assert_eq!(place.run(&["-C", &at, "verify"]).code, 0);
    println!("{said_full} of 7 fill levels were refused as full, nothing was lost");
}

/// A file size limit is an ordinary error, wherever it strikes, and not a signal.
#[test]
fn p4_a_file_size_limit_is_reported_and_nothing_is_lost() {
    let place = Place::workspace();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let fresh = place.home().join("fresh");
    let copy = |from: PathBuf, to: PathBuf| {
        let copied = Command::new("cp").args(["-r"]).arg(from).arg(to).status().unwrap();
        assert!(copied.success());
    };
    copy(place.at("features"), fresh.clone());
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    let design = place.read("features/checkout/design/intent.json");
    let bin = assert_cmd::cargo::cargo_bin!("frieze").display().to_string();
    let limited = |blocks: usize, arguments: &[&str], out: Stdio| {
        let script = format!("ulimit -f {blocks}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh", &bin]).args(arguments).current_dir(place.root());
        command.env_clear().envs(place.environment()).stdout(out).stderr(Stdio::piped()).output().unwrap()
    };
    let mut said_so = 0;
    for blocks in 0..=90 {
        fs::remove_dir_all(place.at("features")).unwrap();
        copy(fresh.clone(), place.at("features"));
        let ended = limited(blocks, &["run", "checkout"], Stdio::piped());
        let err = String::from_utf8_lossy(&ended.stderr);
        match ended.status.code() {
            Some(3) => {}
            Some(2) => {
                said_so += 1;
                assert!(
                    err.contains("File too large") || err.contains("size of files is set"),
                    "{blocks}: {err}"
                );
                assert!(
                    err.contains("hint: raise the limit of the size of files (ulimit -f)"),
                    "{blocks}: {err}"
                );
            }
            _ => panic!("{blocks}: {ended:?}"),
        }
        assert!(!err.contains("panicked"), "{blocks}: {err}");
        // Without the limit the work ends as usual.
        assert_eq!(place.run(&["run", "checkout"]).code, 3, "{blocks}");
        assert_eq!(place.read("features/checkout/design/intent.json"), design, "{blocks}");
        let log = place.run(&["log", "checkout"]);
        assert!(log.code == 0 && !log.err.contains("line "), "{blocks}: {log:?}");
    }
    assert!((10..=90).contains(&said_so), "{said_so} of 91 limits were met");
    let used = limited(0, &["use", "claude"], Stdio::piped());
    assert_eq!(used.status.code(), Some(2), "{used:?}");
    // Printing into a file hits the limit, too.
    let file = fs::File::create(place.home().join("out")).unwrap();
    let ended = limited(0, &["status"], Stdio::from(file));
    let err = String::from_utf8_lossy(&ended.stderr);
    assert!(
        ended.status.code() == Some(2) && err.contains("could not write to standard output"),
        "{ended:?}"
    );
}

#[test]
fn p5_a_feature_locked_by_another_process_is_not_touched() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    for id in ["held", "free"] {
        place.done(&["new", id, "--brief", "brief.md"]);
    }
    place.write("features/held/design/.lock", "process 4711 on elsewhere, since noon: frieze run held\n");
    let lock = place.at("features/held/design/.lock");
    let Ok(mut holder) = Command::new("flock")
        .arg(&lock)
        .args(["sh", "-c", "echo held; cat"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        println!("not run: flock is missing");
        return;
    };
    let mut said = [0_u8; 5];
    std::io::Read::read_exact(holder.stdout.as_mut().unwrap(), &mut said).unwrap();
    let refused = place.run(&["run", "held"]);
    refused.complains(1, "held is running in another window (process 4711 on elsewhere");
    assert_eq!(place.run(&["reset", "held"]).code, 1);
    let shown = place.run(&["show", "held"]);
    assert!(shown.code == 0 && shown.err.contains("showing the last saved state"), "{shown:?}");
    assert!(place.done(&["status"]).out.contains("held"));
    assert!(place.done(&["doctor"]).out.contains("process 4711"));
    // The other feature runs all the same, and the exit code shows the refusal.
    let both = place.run(&["run", "--all"]);
    assert!(both.err.contains("held is running in another window"), "{both:?}");
    assert_eq!(place.state("free"), "CANDIDATE");
    assert!(!place.exists("features/held/design/state.json"));
    drop(holder.stdin.take());
    holder.wait().unwrap();
    assert_eq!(place.run(&["run", "held"]).code, 3, "free again at once");
}

#[test]
fn p5_many_processes_on_one_feature_end_as_one_does() {
    let place = Place::workspace();
    place.write("brief.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "brief.md"]);
    let children: Vec<_> = (0..8).map(|_| place.started(&["run", "checkout"])).collect();
    let codes: Vec<Option<i32>> =
        children.into_iter().map(|child| child.wait_with_output().unwrap().status.code()).collect();
    assert!(codes.contains(&Some(3)), "{codes:?}");
    assert!(codes.iter().all(|code| matches!(code, Some(1 | 3))), "{codes:?}");
    let alone = Place::candidate();
    assert_eq!(place.row("checkout")["score"], alone.row("checkout")["score"]);
    assert_eq!(place.row("checkout")["iteration"], 1);
    place.done(&["log", "checkout"]);
}
