//! The person's browser: which programs open a page, and whether one of them did.

use std::ffi::OsString;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a program is watched that was started: one that cannot open anything has said so by then.
const WATCHED: Duration = Duration::from_millis(1_500);
const BETWEEN: Duration = Duration::from_millis(20);

/// What opens a page where nobody has said what does: browsers first, for a page may belong to an editor by its file's type.
const OPENERS: [&[&str]; 5] =
    [&["x-www-browser"], &["sensible-browser"], &["wslview"], &["xdg-open"], &["gio", "open"]];

/// The variables of which one says that there is a screen to open a window on.
const SCREENS: [&str; 3] = ["DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME"];

/// Opens a page, or says why none of the programs that could did. What it leaves running is waited for by a thread, so that
/// nothing of it is left when it ends.
pub fn browse(url: &str) -> Result<(), String> {
    let openers = openers(url, &|name| std::env::var_os(name).filter(|value| !value.is_empty()))?;
    let mut why = "there is no program that opens pages".to_owned();
    for opener in openers {
        let Some((program, arguments)) = opener.split_first() else { continue };
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.process_group(0);
        // What is not there is no answer.
        let Ok(child) = command.spawn() else { continue };
        match watched(child) {
            Ok(()) => return Ok(()),
            Err(told) => why = format!("{program}: {told}"),
        }
    }
    Err(why)
}

/// The programs to try, each with its arguments: those that the person names, else those of the system.
fn openers(url: &str, variable: &dyn Fn(&str) -> Option<OsString>) -> Result<Vec<Vec<String>>, String> {
    if let Some(named) = variable("BROWSER").and_then(|named| named.into_string().ok()) {
        let with_url = |line: &str| {
            let mut words: Vec<String> =
                line.split_whitespace().map(|word| word.replace("%s", url)).collect();
            if !line.contains("%s") {
                words.push(url.to_owned());
            }
            words
        };
        return Ok(named.split(':').filter(|line| !line.trim().is_empty()).map(with_url).collect());
    }
    if cfg!(target_os = "macos") {
        return Ok(vec![vec!["open".to_owned(), url.to_owned()]]);
    }
    if SCREENS.iter().all(|name| variable(name).is_none()) {
        return Err("there is no display here, and $BROWSER names no program".to_owned());
    }
    let words = |opener: &[&str]| opener.iter().copied().chain([url]).map(str::to_owned).collect();
    let own = default_browser();
    let own = own.iter().map(|entry| words(&["gtk-launch", entry.as_str()]));
    Ok(own.chain(OPENERS.iter().map(|opener| words(opener))).collect())
}

/// The browser that the person's desktop is set to, as that calls it.
fn default_browser() -> Option<String> {
    let mut asks = Command::new("xdg-settings");
    asks.args(["get", "default-web-browser"]).stdin(Stdio::null()).stderr(Stdio::null());
    let answer = String::from_utf8(asks.output().ok()?.stdout).ok()?;
    Some(answer.trim().to_owned()).filter(|entry| entry.ends_with(".desktop"))
}

/// Whether a program that was started did what it should: it ended well, or goes on.
fn watched(mut child: Child) -> Result<(), String> {
    let until = Instant::now() + WATCHED;
    loop {
        match child.try_wait() {
            Ok(Some(ended)) if ended.success() => return Ok(()),
            Ok(Some(ended)) => return Err(ended.to_string()),
            Err(e) => return Err(e.to_string()),
            Ok(None) if Instant::now() < until => std::thread::sleep(BETWEEN),
            Ok(None) => break,
        }
    }
    // A thread that cannot be had leaves the child to the end of this program.
    let _ = std::thread::Builder::new().name("browser".to_owned()).spawn(move || child.wait());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(set: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let variable = |name: &str| set.iter().find(|(set, _)| *set == name).map(|(_, value)| value.into());
        openers("file:///a%20b", &variable).map(|all| all.iter().map(|words| words.join(" ")).collect())
    }

    #[test]
    fn what_the_person_names_opens_the_page() {
        let named = lines(&[("BROWSER", "firefox --new-tab %s:lynx"), ("DISPLAY", ":0")]).unwrap();
        assert_eq!(named, ["firefox --new-tab file:///a%20b", "lynx file:///a%20b"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn nothing_is_started_where_there_is_no_display() {
        assert!(lines(&[]).unwrap_err().contains("no display"));
        assert!(lines(&[("WAYLAND_DISPLAY", "w")]).unwrap().contains(&"xdg-open file:///a%20b".to_owned()));
    }

    #[test]
    fn a_program_that_fails_is_told_and_none_is_left() {
        let run = |script: &str| {
            let child = Command::new("sh").args(["-c", script]).spawn().unwrap();
            watched(child)
        };
        assert_eq!(run("exit 0"), Ok(()));
        assert!(run("exit 3").unwrap_err().contains('3'));
    }
}
