//! What we and the keeper tell each other over their socket: one order, then news, a line of JSON each. That the socket
//! is closed on our side is the order to end everything.

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
    /// Whether daemons that it leaves behind when it ends by itself may stay: what asks for a passphrase once (gpg-agent)
    /// is of no use if it ends with whoever started it.
    pub spares_daemons: bool,
}

/// How far the keeper is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum News {
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

/// The longest order: the prompt, written as JSON.
pub const LONGEST_ORDER: u64 = 256 * 1024 * 1024;
