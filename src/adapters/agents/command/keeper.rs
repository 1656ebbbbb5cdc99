//! The keeper: a small process between us and a program. It has a session of its own, without our terminal, and adopts
//! whatever the program leaves behind. When the program ends, or our side of the socket closes (a timeout, an abort, our
//! own death), it ends all of them: politely, after two seconds for certain.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitOptions, WaitStatus, kill_process_group, setsid, wait};

use super::order::{LONGEST_ORDER, News, Order};
use super::processes;

/// The first argument that makes this program a keeper. It is no verb for people.
pub const ARGUMENT: &str = "_keep-a-program";
/// How long a program may take to end when it is asked to.
const POLITE: Duration = Duration::from_secs(2);
/// How long ending for certain is tried: what the kernel itself holds cannot be ended.
const CERTAIN: Duration = Duration::from_secs(10);
/// How often what is left is looked for.
const AGAIN: Duration = Duration::from_millis(50);

/// Whether these arguments ask for a keeper; then it works, and the program ends with what is returned.
pub fn asked_for(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    (arguments.nth(1)? == ARGUMENT).then(|| match keep() {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

/// What happens to a keeper.
enum Happened {
    /// Our side of the socket was closed.
    Left,
    /// The program itself ended.
    Ended(WaitStatus),
    /// Nothing that was started is left.
    AllGone,
}

fn keep() -> std::io::Result<()> {
    let socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    // Neither fails for a process that was just started by us; where it does, the group is ended still.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
    let mut lines = BufReader::new(socket.try_clone()?.take(LONGEST_ORDER));
    let mut line = String::new();
    lines.read_line(&mut line)?;
    let order: Order = serde_json::from_str(&line)?;
    let own = if order.folder.is_none() { Some(empty_folder()?) } else { None };
    let outcome = start(&order, own.as_deref());
    let mut child = match outcome {
        Ok(child) => child,
        Err(e) => {
            tell(&socket, &News::NotStarted { why: e.to_string() });
            remove(own.as_deref());
            return Ok(());
        }
    };
    let process = i32::try_from(child.id()).unwrap_or_default();
    tell(&socket, &News::Started { process });
    feed(&mut child, order.input);
    let (happened, happens) = channel();
    let news = happened.clone();
    thread::spawn(move || {
        // Nothing more is told to a keeper: whatever comes, it is the end.
        let _ = lines.read(&mut [0]);
        let _ = news.send(Happened::Left);
    });
    thread::spawn(move || reap(process, &happened));
    end_all(process, order.spares_daemons, &happens, &socket);
    remove(own.as_deref());
    Ok(())
}

fn start(order: &Order, own: Option<&Path>) -> std::io::Result<Child> {
    let mut command = Command::new(&order.program);
    command.args(&order.arguments).process_group(0);
    command.stdin(if order.input.is_some() { Stdio::piped() } else { Stdio::null() });
    if let Some(folder) = order.folder.as_deref().map(Path::new).or(own) {
        command.current_dir(folder);
    }
    command.spawn()
}

/// Writes the prompt without waiting for a program that never reads it.
fn feed(child: &mut Child, input: Option<String>) {
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
}

/// Waits for every process that is ours, the adopted ones too, so that none stays as a zombie.
fn reap(program: i32, happened: &Sender<Happened>) {
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((id, status))) if id.as_raw_nonzero().get() == program => {
                let _ = happened.send(Happened::Ended(status));
            }
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(_) => {
                let _ = happened.send(Happened::AllGone);
                return;
            }
        }
    }
}

/// Waits until the program ends or nobody wants it any more, then ends what is left: of a program that ended by itself and
/// whose daemons are spared, what is left of its group.
fn end_all(program: i32, spares_daemons: bool, happens: &Receiver<Happened>, socket: &UnixStream) {
    let (mut is_there, mut asked, mut only) = (true, None, None);
    loop {
        let next = match asked {
            None => happens.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(_) => happens.recv_timeout(AGAIN),
        };
        match next {
            Ok(Happened::AllGone) | Err(RecvTimeoutError::Disconnected) => {
                // Where processes cannot be listed, its group is what may be left.
                #[cfg(not(target_os = "linux"))]
                group(program, Signal::KILL);
                return;
            }
            Ok(Happened::Ended(how)) => {
                // Told at once: ending what it left behind is no silence of its own.
                tell(socket, &News::Ended { code: how.exit_status(), signal: how.terminating_signal() });
                is_there = false;
                only = (spares_daemons && asked.is_none()).then_some(program);
            }
            Ok(Happened::Left) | Err(RecvTimeoutError::Timeout) => {}
        }
        // While the program is there, its group is its own; afterwards its number may be somebody else's.
        let all = |signal| {
            if is_there {
                group(program, signal);
            }
            processes::signal(signal, only);
        };
        let since = *asked.get_or_insert_with(|| {
            all(Signal::TERM);
            all(Signal::CONT);
            Instant::now()
        });
        if since.elapsed() >= POLITE + CERTAIN {
            return;
        }
        if only.is_some() && processes::below(only).is_empty() {
            #[cfg(not(target_os = "linux"))]
            group(program, Signal::KILL);
            return;
        }
        if since.elapsed() >= POLITE {
            all(Signal::KILL);
        }
    }
}

fn group(program: i32, signal: Signal) {
    if let Some(id) = Pid::from_raw(program) {
        let _ = kill_process_group(id, signal);
    }
}

fn tell(mut socket: &UnixStream, news: &News) {
    if let Ok(mut line) = serde_json::to_vec(news) {
        line.push(b'\n');
        let _ = socket.write_all(&line);
    }
}

/// An empty folder for one program alone, which nobody else may enter.
fn empty_folder() -> std::io::Result<PathBuf> {
    let process = std::process::id();
    let mut last = std::io::Error::from(std::io::ErrorKind::AlreadyExists);
    for attempt in 0..100 {
        let place = std::env::temp_dir().join(format!("frieze-{process}-{attempt}"));
        // Making it fails where anything stands by that name, so nothing planted is used.
        match DirBuilder::new().mode(0o700).create(&place) {
            Ok(()) => return Ok(place),
            Err(e) => last = e,
        }
    }
    Err(last)
}

fn remove(own: Option<&Path>) {
    if let Some(place) = own {
        let _ = std::fs::remove_dir_all(place);
    }
}
