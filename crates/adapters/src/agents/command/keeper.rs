//! The keeper: a small process between frieze and a program. It has its own session without our terminal, lets a starter
//! process below it start the program, and adopts orphans. When the program ends, or our side of the socket closes (a timeout,
//! an abort, a crash), it ends all of them: it asks first and kills after two seconds. A program that kills its parent kills
//! only the starter, and the keeper ends it; a program that kills the keeper is ended by the starter.

use std::ffi::OsString;
use std::io::Read;
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::Receiver;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use rustix::process::{Signal, setsid};

use super::children::{ChildEvent, GRACE_PERIOD, adopt, end};
use super::order::{KEEPER, KeeperEvent, Order, Received, receive, send};
use super::{children, kept_process, private_folder, processes, starter};

/// The first argument that makes it a starter.
const STARTER: &str = "_start-a-program";
/// Extra time for the starter: if it was suspended, it does nothing.
const STARTER_EXTRA: Duration = Duration::from_secs(1);

/// Runs a keeper or starter if the arguments ask for one; returns the exit code of this program.
pub fn run_if_asked(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let argument = arguments.nth(1)?;
    let work = match argument.to_str()? {
        KEEPER => run_keeper,
        STARTER => starter::start,
        _ => return None,
    };
    Some(if work().is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn run_keeper() -> std::io::Result<()> {
    // It cannot fail for a process that we have just started.
    let _ = setsid();
    adopt();
    let Received { mut order, socket, rest } = receive()?;
    let result = prepare(&mut order).and_then(|()| keep_starter(&order, &socket, rest));
    order.clean_up();
    result.or_else(|e| send(&KeeperEvent::NotStarted { why: e.to_string() }, &socket))
}

/// Creates a private empty folder for a program without a folder.
fn prepare(order: &mut Order) -> std::io::Result<()> {
    if order.folder.is_none() {
        let place = private_folder::create()?.keep().into_os_string().into_string();
        order.folder = Some(place.map_err(|_| std::io::Error::other("the path in TMPDIR is not UTF-8"))?);
        order.is_own_folder = true;
    }
    Ok(())
}

/// Lets a starter carry out the order, and ends what it leaves behind.
fn keep_starter(order: &Order, socket: &UnixStream, rest: impl Read + Send + 'static) -> std::io::Result<()> {
    let (child, starter) = starter_process()?;
    let process = processes::number(Some(child.id()))?;
    // Sent before anything starts that could kill both.
    send(&KeeperEvent::Keeps { starter: process }, socket)?;
    let forwarder = forward_events(&starter, socket)?;
    let events = children::events(rest, process);
    // If the starter was killed before it could read this, that is noticed below.
    let _ = send(order, &starter);
    if !ended_by_starter(&events, &starter) {
        // Report the end of the request at once; ending the rest takes time.
        let _ = send(&KeeperEvent::Lost, socket);
        end(&events, |signal| processes::signal(signal, None), |_| false);
        return Ok(());
    }
    // The starter has sent all of its events.
    let _ = forwarder.join();
    Ok(())
}

fn starter_process() -> std::io::Result<(Child, UnixStream)> {
    let (ours, theirs) = UnixStream::pair()?;
    let mut command = Command::new(kept_process::this_program()?);
    command.arg(STARTER).stdin(Stdio::from(OwnedFd::from(theirs)));
    Ok((command.spawn()?, ours))
}

/// Forwards the starter's events until its socket closes.
fn forward_events(starter: &UnixStream, socket: &UnixStream) -> std::io::Result<JoinHandle<()>> {
    let (mut from, mut to) = (starter.try_clone()?, socket.try_clone()?);
    Ok(thread::spawn(move || {
        // If the receiver is gone, nothing is lost.
        let _ = std::io::copy(&mut from, &mut to);
    }))
}

/// Waits for the starter; returns whether it ended everything itself.
fn ended_by_starter(events: &Receiver<ChildEvent>, starter: &UnixStream) -> bool {
    let first = events.recv();
    let next = match first {
        Ok(ChildEvent::SocketClosed) => {
            let _ = starter.shutdown(Shutdown::Write);
            processes::signal(Signal::CONT, None);
            events.recv_timeout(GRACE_PERIOD + STARTER_EXTRA).ok()
        }
        Ok(event) => Some(event),
        Err(_) => None,
    };
    match next {
        Some(ChildEvent::Ended(how)) => how.exit_status() == Some(0),
        Some(ChildEvent::AllGone) => true,
        Some(ChildEvent::SocketClosed) | None => false,
    }
}
