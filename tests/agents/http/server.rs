//! A scripted model server on this machine. It reads whole requests and sends arbitrary bytes.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::Value;

/// A request as received.
#[derive(Clone, Debug)]
pub struct Received {
    pub line: String,
    pub headers: Vec<(String, String)>,
    pub body: Value,
    /// The body as received; a parsed value keeps no order.
    pub text: String,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The response to a request; requests are counted from 1.
pub type Script = dyn Fn(usize, &Received, &mut TcpStream) -> io::Result<()> + Send + Sync;

pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    received: Mutex<Vec<Received>>,
    came: Condvar,
    /// How many clients have disconnected.
    gone: AtomicUsize,
    ended: AtomicBool,
}

impl Server {
    pub fn new(
        script: impl Fn(usize, &Received, &mut TcpStream) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        Self::at(0, script)
    }

    /// Listens at this port; 0 takes any.
    pub fn at(
        port: u16,
        script: impl Fn(usize, &Received, &mut TcpStream) -> io::Result<()> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared::default());
        let (seen, script): (_, Arc<Script>) = (shared.clone(), Arc::new(script));
        let listening = std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if seen.ended.load(Ordering::SeqCst) {
                    return;
                }
                let (seen, script) = (seen.clone(), script.clone());
                std::thread::spawn(move || serve(&seen, script.as_ref(), stream));
            }
        });
        Self { address, shared, listening: Some(listening) }
    }

    /// Always sends the same bytes.
    pub fn saying(bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        Self::new(move |_, _, out| out.write_all(&bytes))
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// Stops the server; afterwards nobody listens at its port.
    pub fn end(mut self) {
        let listening = self.listening.take();
        drop(self);
        let _ = listening.expect("a thread").join();
    }

    pub fn received(&self) -> Vec<Received> {
        self.shared.received.lock().expect("the list").clone()
    }

    /// Waits for this many requests.
    pub fn wait_for(&self, requests: usize) {
        let list = self.shared.received.lock().expect("the list");
        let limit = Duration::from_secs(60);
        let (_list, timeout) =
            self.shared.came.wait_timeout_while(list, limit, |list| list.len() < requests).expect("the list");
        assert!(!timeout.timed_out(), "no {requests} requests came");
    }

    /// Waits until a client disconnects.
    pub fn wait_until_gone(&self) {
        for _ in 0..600 {
            if self.shared.gone.load(Ordering::SeqCst) > 0 {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the connection is still open");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::SeqCst);
        let _ = TcpStream::connect(self.address);
    }
}

fn serve(seen: &Shared, script: &Script, stream: TcpStream) {
    let Ok(mut out) = stream.try_clone() else { return };
    let mut reader = BufReader::new(stream);
    let Some(received) = receive(&mut reader) else { return };
    let number = {
        let mut list = seen.received.lock().expect("the list");
        list.push(received.clone());
        seen.came.notify_all();
        list.len()
    };
    let said = script(number, &received, &mut out);
    let _ = out.shutdown(std::net::Shutdown::Write);
    // The client closes its side, now or when it is stopped.
    let read = reader.read_to_end(&mut Vec::new());
    if said.is_err() || read.is_ok() {
        seen.gone.fetch_add(1, Ordering::SeqCst);
    }
}

fn receive(reader: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|read| *read > 0)?;
    let mut headers = Vec::new();
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(':') else { break };
        headers.push((name.to_lowercase(), value.trim().to_owned()));
    }
    let length = headers.iter().find(|(name, _)| name == "content-length").and_then(|(_, n)| n.parse().ok());
    let mut body = vec![0; length.unwrap_or(0)];
    reader.read_exact(&mut body).ok()?;
    let text = String::from_utf8_lossy(&body).into_owned();
    let body = serde_json::from_slice(&body).unwrap_or_default();
    Some(Received { line: line.trim_end().to_owned(), headers, body, text })
}

/// A response with a body of this kind, and nothing after it.
pub fn response(status: &str, kind: &str, more: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{more}connection: close\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

pub fn json(status: &str, body: &Value) -> Vec<u8> {
    response(status, "application/json", "", body.to_string())
}

/// The head of a stream that ends with its connection.
pub const STREAM: &str = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";

/// One event of a stream.
pub fn event(data: &Value) -> String {
    match data.as_str() {
        Some(text) => format!("data: {text}\n\n"),
        None => format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or("message")),
    }
}
