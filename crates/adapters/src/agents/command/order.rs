//! The messages between frieze and the keeper, and between the keeper and the starter: one order, then events, each a line of
//! JSON on a socket. Closing the socket on the order's side ends everything.

use std::io::{BufRead as _, BufReader, Read as _, Take, Write as _};
use std::os::fd::AsFd as _;
use std::os::unix::net::UnixStream;

use serde::{Deserialize, Serialize};

/// The first argument that makes this program a keeper; it is not a command for people.
pub const KEEPER: &str = "_keep-a-program";

/// A program to start.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Order {
    pub program: String,
    pub arguments: Vec<String>,
    /// Its standard input, which is then closed.
    pub input: Option<String>,
    /// The socket that is its standard input instead, for a program that is talked to while it runs.
    #[serde(default)]
    pub input_socket: Option<String>,
    /// Its working folder; `None` for a new empty folder, which is removed afterwards.
    pub folder: Option<String>,
    /// Whether the keeper made that folder.
    #[serde(default)]
    pub is_own_folder: bool,
    /// Whether daemons that it leaves behind may stay when it ends by itself. A daemon that asks for a passphrase once (gpg-agent)
    /// is useless if it ends with the program that started it.
    pub spares_daemons: bool,
}

/// A report of the keeper.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum KeeperEvent {
    /// The process that will start the program; sent before the program starts.
    Keeps {
        starter: i32,
    },
    /// The starter was killed. The program's exit status will stay unknown; the keeper ends it.
    Lost,
    Started {
        process: i32,
        /// Its working folder.
        #[serde(default)]
        folder: Option<String>,
    },
    NotStarted {
        why: String,
    },
    /// The program ended. The socket is closed when all that it started has ended too.
    Ended {
        code: Option<i32>,
        signal: Option<i32>,
    },
}

impl Order {
    /// Removes the folder that was made for the program.
    pub fn clean_up(&self) {
        if let (Some(folder), true) = (&self.folder, self.is_own_folder) {
            // It may be gone already; otherwise it stays in the system's temporary folder.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// Sends an order or an event.
///
/// # Errors
/// An `io::Error` if the socket cannot be written.
pub fn send(message: &impl Serialize, mut socket: &UnixStream) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    socket.write_all(&line)
}

/// The order to this process, with the socket on its standard input, and a reader of what follows the order.
pub struct Received {
    pub order: Order,
    pub socket: UnixStream,
    pub rest: BufReader<Take<UnixStream>>,
}

/// Receives the order to this process.
///
/// # Errors
/// An `io::Error` if the order cannot be read.
pub fn receive() -> std::io::Result<Received> {
    let socket = UnixStream::from(std::io::stdin().as_fd().try_clone_to_owned()?);
    let mut rest = BufReader::new(socket.try_clone()?.take(LONGEST_ORDER));
    let mut line = String::new();
    rest.read_line(&mut line)?;
    Ok(Received { order: serde_json::from_str(&line)?, socket, rest })
}

/// Maximum size of an order: the prompt, written as JSON.
const LONGEST_ORDER: u64 = 256 * 1024 * 1024;
