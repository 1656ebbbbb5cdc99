//! Signing with `ssh-keygen -Y sign`, which finds the key in the agent, on a security key or in a file. It never prompts at the
//! terminal: its question is returned to the caller, and a passphrase is passed through a pipe.

use std::io::Write as _;
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use secrecy::{ExposeSecret as _, SecretString};

use super::super::agents::command::private_folder;
use super::super::bounded::finish;
use super::key::{Key, Source};
use frieze_kernel::approval::{LARGEST_SIGNATURE, NAMESPACE};
use frieze_ports::{Misconfigured, NotSigned};

/// The variable that makes this program act as ssh-keygen's passphrase helper.
const ASKPASS: &str = "FRIEZE_ASKPASS";
/// What the helper writes before the question.
const QUESTION: &str = "frieze was asked: ";
/// Time limit for signing: a security key waits for a touch.
const LIMIT: Duration = Duration::from_secs(120);

/// Acts as passphrase helper if ssh-keygen started this process: prints the passphrase from standard input.
pub fn askpass(mut arguments: impl Iterator<Item = std::ffi::OsString>) -> Option<ExitCode> {
    std::env::var_os(ASKPASS)?;
    // A message that needs no answer, such as "touch the key".
    if std::env::var_os("SSH_ASKPASS_PROMPT").is_some_and(|kind| kind == "none") {
        return Some(ExitCode::SUCCESS);
    }
    let question = arguments.nth(1).unwrap_or_default();
    let _ = writeln!(std::io::stderr(), "{QUESTION}{}", question.to_string_lossy().trim());
    let mut line = String::new();
    let read = std::io::stdin().read_line(&mut line);
    if read.is_err() || line.is_empty() {
        return Some(ExitCode::FAILURE);
    }
    Some(ExitCode::from(u8::from(std::io::stdout().write_all(line.as_bytes()).is_err())))
}

/// Signs a text with a key.
///
/// # Errors
/// If the key is locked, or cannot sign.
pub fn sign(text: &[u8], key: &Key, passphrase: Option<&SecretString>) -> Result<Vec<u8>, NotSigned> {
    let failed = |what: String, hint: &str| NotSigned::Failed(Misconfigured::new(what, hint));
    let io = |e: std::io::Error| failed(format!("the approval could not be signed: {e}"), "try again");
    let folder = private_folder::create().map_err(io)?;
    let file = folder.path().join("approval");
    std::fs::write(&file, text).map_err(io)?;
    let key_file = match &key.source {
        Source::File(path) => path.clone(),
        Source::Agent(public) => {
            let path = folder.path().join("key.pub");
            std::fs::write(&path, format!("{public}\n")).map_err(io)?;
            path
        }
    };
    let output = run(&key_file, &file, passphrase).map_err(|e| {
        if e.kind() == std::io::ErrorKind::NotFound {
            let what = "the approval could not be signed: ssh-keygen is not installed".to_owned();
            return failed(what, "install OpenSSH's client");
        }
        io(e)
    })?;
    let signature = std::fs::read(folder.path().join("approval.sig")).unwrap_or_default();
    if !signature.is_empty() && signature.len() <= LARGEST_SIGNATURE {
        return Ok(signature);
    }
    let Some(output) = output else {
        let seconds = LIMIT.as_secs();
        return Err(failed(
            format!("the key {key} did not sign within {seconds} s"),
            "touch the security key",
        ));
    };
    let question = output.lines().find_map(|line| line.strip_prefix(QUESTION));
    let complaint = output.lines().rev().find(|line| !line.trim().is_empty() && !line.starts_with(QUESTION));
    match (question, passphrase, complaint) {
        (Some(question), None, _) => Err(NotSigned::Locked(question.to_owned())),
        (Some(question), Some(_), _) => Err(NotSigned::Locked(format!("Wrong passphrase. {question}"))),
        (None, _, complaint) => Err(failed(
            format!("the key {key} did not sign: {}", complaint.unwrap_or("ssh-keygen gives no reason")),
            "`ssh-add -l` lists the agent's keys; approval.key selects another key",
        )),
    }
}

/// The messages of ssh-keygen; `None` if it was stopped after the time limit.
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
        // It may fail if nobody reads it, because the agent already had the key.
        let _ = stdin.write_all(passphrase.expose_secret().as_bytes()).and_then(|()| stdin.write_all(b"\n"));
    }
    let stderr = child.stderr.take();
    Ok(finish(child, stderr, LIMIT)?.map(|(_, output)| output))
}
