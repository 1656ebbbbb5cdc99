//! A signature by `ssh-keygen -Y sign`, which finds the key in the agent, on a security key or in its file. It never asks at
//! the terminal: what it wants to ask comes back, and a passphrase goes to it through a pipe.

use std::io::{Read as _, Write as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};
use secrecy::{ExposeSecret as _, SecretString};

use super::super::agents::command::keeper::empty_folder;
use super::key::{Key, Source};
use crate::domain::approval::{LARGEST_SIGNATURE, NAMESPACE};
use crate::ports::{Misconfigured, NotSigned};

/// The variable that makes this program answer the question of ssh-keygen.
const ASKPASS: &str = "FRIEZE_ASKPASS";
/// What the answering process writes before the question.
const ASKED: &str = "frieze was asked: ";
/// How long a signature may take: a security key waits for a touch.
const PATIENCE: Duration = Duration::from_secs(120);
const GLANCE: Duration = Duration::from_millis(10);
/// So much of what ssh-keygen complains of is read.
const MOST_SAID: u64 = 64 * 1024;

/// Where this process was started by ssh-keygen to ask for a passphrase: prints the one that comes on standard input.
pub fn askpass(mut arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<ExitCode> {
    std::env::var_os(ASKPASS)?;
    // A question that wants no answer, such as to touch the key.
    if std::env::var_os("SSH_ASKPASS_PROMPT").is_some_and(|kind| kind == "none") {
        return Some(ExitCode::SUCCESS);
    }
    let question = arguments.nth(1).unwrap_or_default();
    let _ = writeln!(std::io::stderr(), "{ASKED}{}", question.to_string_lossy().trim());
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line);
    if read.is_err() || line.is_empty() {
        return Some(ExitCode::FAILURE);
    }
    Some(ExitCode::from(u8::from(std::io::stdout().write_all(line.as_bytes()).is_err())))
}

/// Signs a text with a key.
pub fn sign(text: &[u8], key: &Key, passphrase: Option<&SecretString>) -> Result<Vec<u8>, NotSigned> {
    let failed = |what: String, hint: &str| NotSigned::Failed(Misconfigured { what, hint: hint.to_owned() });
    let io = |e: std::io::Error| failed(format!("the approval could not be signed: {e}"), "try again");
    let folder = Folder::make().map_err(io)?;
    let file = folder.0.join("approval");
    std::fs::write(&file, text).map_err(io)?;
    let key_file = match &key.source {
        Source::File(path) => path.clone(),
        Source::Agent(public) => {
            let path = folder.0.join("key.pub");
            std::fs::write(&path, format!("{public}\n")).map_err(io)?;
            path
        }
    };
    let said = run(&key_file, &file, passphrase).map_err(|e| {
        if e.kind() == std::io::ErrorKind::NotFound {
            let what = "the approval could not be signed: ssh-keygen is not here".to_owned();
            return failed(what, "install OpenSSH's client");
        }
        io(e)
    })?;
    let signature = std::fs::read(folder.0.join("approval.sig")).unwrap_or_default();
    if !signature.is_empty() && signature.len() <= LARGEST_SIGNATURE {
        return Ok(signature);
    }
    let Some(said) = said else {
        let seconds = PATIENCE.as_secs();
        return Err(failed(
            format!("the key {key} did not sign within {seconds} s"),
            "a security key has to be touched",
        ));
    };
    let question = said.lines().find_map(|line| line.strip_prefix(ASKED));
    let complaint = said.lines().rev().find(|line| !line.trim().is_empty() && !line.starts_with(ASKED));
    match (question, passphrase, complaint) {
        (Some(question), None, _) => Err(NotSigned::Locked(question.to_owned())),
        (Some(question), Some(_), _) => Err(NotSigned::Locked(format!("Wrong passphrase. {question}"))),
        (None, _, complaint) => Err(failed(
            format!("the key {key} did not sign: {}", complaint.unwrap_or("ssh-keygen does not say why")),
            "`ssh-add -l` lists the keys of the agent, approval.key names another key",
        )),
    }
}

/// What ssh-keygen complained of; `None` where it had to be ended.
fn run(key: &Path, file: &Path, passphrase: Option<&SecretString>) -> std::io::Result<Option<String>> {
    let mut child = Command::new("ssh-keygen")
        .args(["-Y", "sign", "-n", NAMESPACE, "-f"])
        .args([key, file])
        .env("SSH_ASKPASS", std::env::current_exe()?)
        .env("SSH_ASKPASS_REQUIRE", "force")
        .env(ASKPASS, "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()?;
    if let (Some(mut stdin), Some(passphrase)) = (child.stdin.take(), passphrase) {
        // Nobody may read it: the key may be in the agent after all.
        let _ = stdin.write_all(passphrase.expose_secret().as_bytes()).and_then(|()| stdin.write_all(b"\n"));
    }
    let stderr = child.stderr.take();
    let reading = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = stderr.map(|stderr| stderr.take(MOST_SAID).read_to_end(&mut said));
        String::from_utf8_lossy(&said).into_owned()
    });
    if !ended(&mut child)? {
        return Ok(None);
    }
    Ok(Some(reading.join().unwrap_or_default()))
}

/// Waits for its end; false where it had to be killed, with all that it started.
fn ended(child: &mut Child) -> std::io::Result<bool> {
    let end = Instant::now() + PATIENCE;
    while child.try_wait()?.is_none() {
        if Instant::now() >= end {
            let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
            child.wait()?;
            return Ok(false);
        }
        std::thread::sleep(GLANCE);
    }
    Ok(true)
}

/// A folder for one signature, which nobody else may enter, removed afterwards.
struct Folder(PathBuf);

impl Folder {
    fn make() -> std::io::Result<Self> {
        empty_folder().map(Self)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
