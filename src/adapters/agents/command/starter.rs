//! The starter: the process that a program has as its parent. It starts the program, feeds it, tells how it ended, and ends
//! what it left behind. When its keeper is gone, it ends all of it: the two keep each other.

use std::cell::Cell;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use rustix::process::{Signal, WaitStatus};

use super::children::{Happened, adopt, end, group, reap};
use super::order::{LONGEST_ORDER, News, Order};
use super::processes;

/// Does what the keeper orders, to its end.
pub fn start() -> std::io::Result<()> {
    let socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    adopt();
    let mut lines = BufReader::new(socket.try_clone()?.take(LONGEST_ORDER));
    let mut line = String::new();
    lines.read_line(&mut line)?;
    let mut order: Order = serde_json::from_str(&line)?;
    let mut child = match child(&order) {
        Ok(child) => child,
        Err(e) => return News::NotStarted { why: e.to_string() }.tell(&socket),
    };
    let program = processes::number(Some(child.id()))?;
    News::Started { process: program }.tell(&socket)?;
    feed(&mut child, order.input.take());
    let (happened, happens) = channel();
    let news = happened.clone();
    thread::spawn(move || {
        // Nothing more is told to a starter: whatever comes, it is the end.
        let _ = lines.read(&mut [0]);
        let _ = news.send(Happened::Left);
    });
    thread::spawn(move || reap(program, &happened));
    watch(program, order.spares_daemons, &happens, &socket);
    // The keeper does that too, unless it was killed.
    order.clean_up();
    // Where processes cannot be listed, its group is what may be left.
    #[cfg(not(target_os = "linux"))]
    group(program, Signal::KILL);
    Ok(())
}

fn child(order: &Order) -> std::io::Result<Child> {
    let mut command = Command::new(&order.program);
    command.args(&order.arguments).process_group(0);
    command.stdin(if order.input.is_some() { Stdio::piped() } else { Stdio::null() });
    if let Some(folder) = &order.folder {
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

/// Waits until the program ends or nobody wants it any more, then ends what is left: of a program that ended by itself and
/// whose daemons are spared, what is left of its group.
fn watch(program: i32, spares_daemons: bool, happens: &Receiver<Happened>, socket: &UnixStream) {
    // Told at once: ending what it left behind is no silence of its own.
    let told = |how: WaitStatus| {
        let ended = News::Ended { code: how.exit_status(), signal: how.terminating_signal() };
        let _ = ended.tell(socket);
    };
    let (is_there, only) = match happens.recv() {
        Ok(Happened::AllGone) | Err(_) => return,
        Ok(Happened::Left) => (Cell::new(true), None),
        Ok(Happened::Ended(how)) => {
            told(how);
            (Cell::new(false), spares_daemons.then_some(program))
        }
    };
    // While the program is there, its group is its own; afterwards its number may be somebody else's.
    let all = |signal: Signal| {
        if is_there.get() {
            group(program, signal);
        }
        processes::signal(signal, only);
    };
    end(happens, all, |happened| {
        if let Some(Happened::Ended(how)) = happened {
            told(how);
            is_there.set(false);
        }
        only.is_some() && processes::below(only).is_empty()
    });
}
