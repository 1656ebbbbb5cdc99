//! The keeper: a small process between us and a program. It has a session of its own, without our terminal, has the program
//! started by a process below it, and adopts whatever loses its parent. When the program ends, or our side of the socket
//! closes (a timeout, an abort, our own death), all of it is ended: politely, after two seconds for certain. A program that
//! kills its parent kills the starter, and the keeper ends it; who kills the keeper is ended by the starter.

use std::ffi::OsString;
use std::fs::DirBuilder;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::net::Shutdown;
use std::os::fd::{AsFd as _, OwnedFd};
use std::os::unix::fs::DirBuilderExt as _;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::process::{Signal, setsid};

use super::children::{Happened, POLITE, adopt, end, reap};
use super::order::{LONGEST_ORDER, News, Order};
use super::{processes, started, starter};

/// The first argument that makes this program a keeper. It is no verb for people.
pub const ARGUMENT: &str = "_keep-a-program";
/// The one that makes it a starter.
const STARTER: &str = "_start-a-program";
/// How much longer than what it ends a starter may take: one that was stopped does nothing.
const STARTERS_OWN: Duration = Duration::from_secs(1);

/// Whether these arguments ask for a keeper or a starter; then it works, and the program ends with what is returned.
pub fn asked_for(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let argument = arguments.nth(1)?;
    let work = match argument.to_str()? {
        ARGUMENT => keep,
        STARTER => starter::start,
        _ => return None,
    };
    Some(if work().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn keep() -> std::io::Result<()> {
    let socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    // It does not fail for a process that was just started by us.
    let _ = setsid();
    adopt();
    let mut lines = BufReader::new(socket.try_clone()?.take(LONGEST_ORDER));
    let mut line = String::new();
    lines.read_line(&mut line)?;
    let mut order: Order = serde_json::from_str(&line)?;
    let kept = prepare(&mut order).and_then(|()| keep_starter(&order, &socket, lines));
    order.clean_up();
    kept.or_else(|e| News::NotStarted { why: e.to_string() }.tell(&socket))
}

/// A program without a folder gets an empty one for itself alone, which nobody else may enter.
fn prepare(order: &mut Order) -> std::io::Result<()> {
    if order.folder.is_none() {
        let place = empty_folder()?.into_os_string().into_string();
        order.folder = Some(place.map_err(|_| std::io::Error::other("the path in TMPDIR is not UTF-8"))?);
        order.is_own_folder = true;
    }
    Ok(())
}

/// Has a starter do what is ordered, and ends what is left of it.
fn keep_starter(
    order: &Order,
    socket: &UnixStream,
    mut orders: impl Read + Send + 'static,
) -> std::io::Result<()> {
    let (child, starter) = starter_process()?;
    let process = processes::number(Some(child.id()))?;
    // Told before anything is started that could kill us both.
    News::Keeps { starter: process }.tell(socket)?;
    let (happened, happens) = channel();
    let (left, news) = (happened.clone(), relayed(&starter, socket)?);
    thread::spawn(move || {
        // Nothing more is told to a keeper: whatever comes, it is the end.
        let _ = orders.read(&mut [0]);
        let _ = left.send(Happened::Left);
    });
    thread::spawn(move || reap(process, &happened));
    let mut line = serde_json::to_vec(order)?;
    line.push(b'\n');
    // A starter that is killed before it has read that is told of below.
    let _ = (&starter).write_all(&line);
    if !ended_by_starter(&happens, &starter) {
        // The question is over as soon as that is known; what it left takes its time.
        let _ = News::Lost.tell(socket);
        end(&happens, |signal| processes::signal(signal, None), |_| false);
        return Ok(());
    }
    // It has said all that it had to say.
    let _ = news.join();
    Ok(())
}

fn starter_process() -> std::io::Result<(Child, UnixStream)> {
    let (ours, theirs) = UnixStream::pair()?;
    let mut command = Command::new(started::this_program()?);
    command.arg(STARTER).stdin(Stdio::from(OwnedFd::from(theirs)));
    Ok((command.spawn()?, ours))
}

/// Passes on what the starter tells, until it tells no more.
fn relayed(starter: &UnixStream, socket: &UnixStream) -> std::io::Result<JoinHandle<()>> {
    let (mut from, mut to) = (starter.try_clone()?, socket.try_clone()?);
    Ok(thread::spawn(move || {
        // Nobody listens any more: then nothing is lost.
        let _ = std::io::copy(&mut from, &mut to);
    }))
}

/// Waits for the starter; whether it ended as one does that has ended everything.
fn ended_by_starter(happens: &Receiver<Happened>, starter: &UnixStream) -> bool {
    let first = happens.recv();
    let next = match first {
        Ok(Happened::Left) => {
            let _ = starter.shutdown(Shutdown::Write);
            processes::signal(Signal::CONT, None);
            happens.recv_timeout(POLITE + STARTERS_OWN).ok()
        }
        Ok(happened) => Some(happened),
        Err(_) => None,
    };
    match next {
        Some(Happened::Ended(how)) => how.exit_status() == Some(0),
        Some(Happened::AllGone) => true,
        Some(Happened::Left) | None => false,
    }
}

/// An empty folder of our own that nobody else may enter.
pub fn empty_folder() -> std::io::Result<PathBuf> {
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
