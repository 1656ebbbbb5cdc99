//! The standard input of a program. If it is talked to while it runs, that is a socket in a private folder, which the starter connects to.
//! Bytes are written as the program reads them, and nobody waits for a program that does not read.

use std::io;
use std::path::PathBuf;

use tempfile::TempDir;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{UnixListener, UnixStream};

use super::private_folder;

/// Maximum number of bytes that wait for a program to read them.
const LARGEST_QUEUE: usize = 256 * 1024 * 1024;

/// The standard input of a program.
pub enum Input {
    Nothing,
    /// This text, and then its end.
    Text(String),
    /// What the output's reader wants to say, until the end of the request.
    Talk,
}

/// Our end of a program's standard input.
pub struct InputSocket {
    /// The folder with the socket, until the program is connected.
    folder: Option<TempDir>,
    listener: UnixListener,
    stream: Option<UnixStream>,
    queue: Vec<u8>,
    /// Number of bytes of the queue already written.
    written: usize,
    is_closed: bool,
}

impl InputSocket {
    /// Opens a socket; its path is for the order.
    ///
    /// # Errors
    /// If the temporary folder cannot hold a socket.
    pub fn open() -> io::Result<(Self, PathBuf)> {
        let folder = private_folder::create()?;
        let place = folder.path().join("in");
        let listener = UnixListener::bind(&place)?;
        let (queue, folder) = (Vec::new(), Some(folder));
        Ok((Self { folder, listener, stream: None, queue, written: 0, is_closed: false }, place))
    }

    /// Adds bytes to write. Bytes for a program that reads nothing are dropped at the limit.
    pub fn push(&mut self, bytes: &[u8]) {
        if !self.is_closed && self.queue.len() + bytes.len() <= LARGEST_QUEUE {
            self.queue.extend_from_slice(bytes);
        }
    }

    /// Whether [`advance`](Self::advance) has something to do.
    pub fn is_busy(&self) -> bool {
        !self.is_closed && (self.stream.is_none() || !self.queue.is_empty())
    }

    /// Connects, or writes some of the queue. Cancel-safe.
    pub async fn advance(&mut self) {
        let Some(stream) = &mut self.stream else {
            match self.listener.accept().await {
                Ok((stream, _)) => {
                    self.stream = Some(stream);
                    self.folder = None;
                }
                Err(_) => self.is_closed = true,
            }
            return;
        };
        match stream.write(self.queue.get(self.written..).unwrap_or_default()).await {
            Ok(some) if some > 0 => {
                self.written += some;
                if self.written >= self.queue.len() {
                    self.queue.clear();
                    self.written = 0;
                }
            }
            // The program closed it; how it ended is reported by its keeper.
            Ok(_) | Err(_) => {
                self.is_closed = true;
                self.queue.clear();
            }
        }
    }

    /// Writes some last words, if the program takes them at once.
    pub fn try_write(&self, bytes: &[u8]) {
        // In the middle of a message, they would not be understood.
        if let (Some(stream), true) = (&self.stream, self.queue.is_empty()) {
            let _ = stream.try_write(bytes);
        }
    }
}
