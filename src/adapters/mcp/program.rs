//! A server of tools that is a program: started without a shell, with no more of the environment than it needs, with its
//! errors kept (the end of them), and ended with everything that it started.

use std::process::Stdio;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rmcp::transport::TokioChildProcess;
use rustix::process::{Pid, Signal, kill_process_group};
use tokio::io::AsyncReadExt;
use tokio::process::{ChildStderr, Command};

use super::fault::{Fault, bounded};

/// How much of what a program complains about is kept, in bytes.
const KEPT: usize = 4096;

/// How a program is started.
#[derive(Clone, Debug)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// All of its environment.
    pub environment: Vec<(String, String)>,
}

/// A program that runs.
pub struct Running {
    group: Option<Pid>,
    complaints: Arc<Mutex<Vec<u8>>>,
}

impl Launch {
    pub(super) fn start(&self) -> Result<(TokioChildProcess, Running), Fault> {
        let failed = |why: String| Fault::Failed(bounded(&why));
        let Some((program, arguments)) = self.command.split_first() else {
            return Err(failed("no command is configured".to_owned()));
        };
        let mut command = Command::new(program);
        command.args(arguments).env_clear().envs(self.environment.iter().map(|(k, v)| (k, v)));
        // A group of its own: what it starts ends with it.
        command.process_group(0).kill_on_drop(true);
        let (transport, stderr) = TokioChildProcess::builder(command)
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|e| failed(format!("{program} cannot be started: {e}")))?;
        let group = transport.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        let complaints = Arc::new(Mutex::new(Vec::new()));
        if let Some(stderr) = stderr {
            tokio::spawn(keep_the_end(stderr, complaints.clone()));
        }
        Ok((transport, Running { group, complaints }))
    }
}

impl Running {
    /// A failure with what the program said last.
    pub(super) async fn with_last_words(&self, fault: Fault) -> Fault {
        // What it wrote before it ended may still be on its way.
        tokio::time::sleep(Duration::from_millis(50)).await;
        let kept = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        let text = String::from_utf8_lossy(&kept);
        let last = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
        match (fault, last) {
            (Fault::Broken(why), Some(last)) => Fault::Broken(bounded(&format!("{why}; it said: {last}"))),
            (fault, _) => fault,
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }
}

async fn keep_the_end(mut stderr: ChildStderr, complaints: Arc<Mutex<Vec<u8>>>) {
    let mut piece = [0; 1024];
    while let Ok(read @ 1..) = stderr.read(&mut piece).await {
        let mut kept = complaints.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend_from_slice(piece.get(..read).unwrap_or_default());
        let beyond = kept.len().saturating_sub(KEPT);
        kept.drain(..beyond);
    }
}
