//! The starter: the parent process of a program. It starts the program, feeds it, reports how it ended, and ends what it left
//! behind. If its keeper is gone, it ends everything.

use std::cell::Cell;
use std::io::Write as _;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::Receiver;
use std::thread;

use rustix::process::{Signal, WaitStatus};

use super::children::{ChildEvent, adopt, end, group};
use super::order::{KeeperEvent, Order, Received, receive, send};
use super::{children, processes};

/// Carries out the keeper's order.
///
/// # Errors
/// An `io::Error` if the order cannot be read or the keeper's socket fails. A program that cannot be started is
/// reported to the keeper instead.
pub fn start() -> std::io::Result<()> {
    adopt();
    let Received { mut order, socket, rest } = receive()?;
    let mut child = match child(&order) {
        Ok(child) => child,
        Err(e) => return send(&KeeperEvent::NotStarted { why: e.to_string() }, &socket),
    };
    let program = processes::number(Some(child.id()))?;
    // A program can kill the keeper before this is sent. That must not end the starter: it is then the only one that can end
    // the program, and `events` tells it so.
    let _ = send(&KeeperEvent::Started { process: program, folder: order.folder.clone() }, &socket);
    write_input(&mut child, order.input.take());
    let events = children::events(rest, program);
    supervise(program, order.spares_daemons, &events, &socket);
    // The keeper does this too, unless it was killed.
    order.clean_up();
    // Where processes cannot be listed, only its group may be left.
    #[cfg(not(target_os = "linux"))]
    group(program, Signal::KILL);
    Ok(())
}

fn child(order: &Order) -> std::io::Result<Child> {
    let mut command = Command::new(&order.program);
    command.args(&order.arguments).process_group(0);
    command.stdin(match (&order.input_socket, &order.input) {
        (Some(place), _) => Stdio::from(OwnedFd::from(UnixStream::connect(place)?)),
        (None, Some(_)) => Stdio::piped(),
        (None, None) => Stdio::null(),
    });
    if let Some(folder) = &order.folder {
        command.current_dir(folder);
    }
    command.spawn()
}

/// Writes the prompt on a thread: the program may never read it.
fn write_input(child: &mut Child, input: Option<String>) {
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    }
}

/// Waits until the program ends or the socket closes, then ends what is left. If the program ended by itself and its daemons are
/// spared, only its group is ended.
fn supervise(program: i32, spares_daemons: bool, events: &Receiver<ChildEvent>, socket: &UnixStream) {
    // Reported at once, before ending what it left running, which takes time.
    let report = |how: WaitStatus| {
        let ended = KeeperEvent::Ended { code: how.exit_status(), signal: how.terminating_signal() };
        let _ = send(&ended, socket);
    };
    let (is_there, only) = match events.recv() {
        Ok(ChildEvent::AllGone) | Err(_) => return,
        Ok(ChildEvent::SocketClosed) => (Cell::new(true), None),
        Ok(ChildEvent::Ended(how)) => {
            report(how);
            (Cell::new(false), spares_daemons.then_some(program))
        }
    };
    // While the program runs, the group id is its own; afterwards it may be somebody else's.
    let all = |signal: Signal| {
        if is_there.get() {
            group(program, signal);
        }
        processes::signal(signal, only);
    };
    end(events, all, |event| {
        if let Some(ChildEvent::Ended(how)) = event {
            report(how);
            is_there.set(false);
        }
        only.is_some() && processes::below(only).is_empty()
    });
}
