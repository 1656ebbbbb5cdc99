//! What we and the keeper, and the keeper and the starter, tell each other over their sockets: one order, then news, a line
//! of JSON each. That the socket is closed on the side of the order is the order to end everything.

use std::io::Write as _;
use std::os::unix::net::UnixStream;

use serde::{Deserialize, Serialize};

/// What is to be started.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Order {
    pub program: String,
    pub arguments: Vec<String>,
    /// What the program reads from its standard input, which is closed then.
    pub input: Option<String>,
    /// Where it works; `None` for an empty folder that is made for it and removed after it.
    pub folder: Option<String>,
    /// Whether the keeper made that folder.
    #[serde(default)]
    pub is_own_folder: bool,
    /// Whether daemons that it leaves behind when it ends by itself may stay: what asks for a passphrase once (gpg-agent)
    /// is of no use if it ends with whoever started it.
    pub spares_daemons: bool,
}

/// How far the keeper is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum News {
    /// Who will start the program; told before it is.
    Keeps {
        starter: i32,
    },
    /// The starter was killed: how the program ends will not be known, and the keeper ends it.
    Lost,
    Started {
        process: i32,
    },
    NotStarted {
        why: String,
    },
    /// The program itself ended. The socket is closed when all that it started has ended too.
    Ended {
        code: Option<i32>,
        signal: Option<i32>,
    },
}

impl Order {
    /// Removes the folder that was made for the program.
    pub fn clean_up(&self) {
        if let (Some(folder), true) = (&self.folder, self.is_own_folder) {
            // It may be gone already; what cannot be removed is in the system's folder for such things.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

impl News {
    /// Tells it.
    pub fn tell(&self, mut socket: &UnixStream) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(self)?;
        line.push(b'\n');
        socket.write_all(&line)
    }
}

/// The longest order: the prompt, written as JSON.
pub const LONGEST_ORDER: u64 = 256 * 1024 * 1024;
