//! A local server that behaves as Google Stitch does, with its quirks. It speaks HTTP/1.1 with one request per connection
//! and records every tool call.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

/// The server's quirks.
#[derive(Clone, Default)]
pub struct Manners {
    /// Answers come as a stream of events.
    pub sse: bool,
    /// Refuses every tool call: status, headers, body.
    pub refuses: Option<(u16, &'static str, &'static str)>,
    /// Refuses every other request, too.
    pub refuses_all: bool,
    /// The tool of this name fails this often, with these words.
    pub fails: Option<(&'static str, usize, &'static str)>,
    /// The server has another tool of this name.
    pub also: Option<&'static str>,
    /// One of its tools has another input schema.
    pub wants_more: bool,
    /// The server lacks this tool.
    pub lacks: Option<&'static str>,
    /// The connection breaks during a generation; the screen exists after this many requests.
    pub drops: Option<usize>,
    /// A generation answers without a screen.
    pub no_screen: bool,
    /// Only for the generation of this number.
    pub no_screen_at: Option<usize>,
    /// `get_screen` is partial this many times.
    pub partial: usize,
    /// The first address of a page has expired.
    pub expires: bool,
    /// The page is in the answer itself.
    pub inline: bool,
    /// `create_project` answers with this many bytes.
    pub huge: usize,
    /// The first tool call never ends.
    pub endless: bool,
    /// An answer echoes the key.
    pub echoes: bool,
    /// The protocol version of the server.
    pub version: Option<&'static str>,
    pub html: Option<String>,
}

#[derive(Default)]
struct State {
    manners: Manners,
    calls: Vec<String>,
    prompts: Vec<String>,
    /// Screens by id: title, requests until listed, requests until complete.
    screens: BTreeMap<String, (String, usize, usize)>,
    downloads: usize,
    projects: usize,
    keys: Vec<String>,
    /// The protocol versions that clients offered.
    offered: Vec<String>,
}

#[derive(Clone)]
pub struct Stitch {
    port: u16,
    state: Arc<Mutex<State>>,
}

pub const HTML: &str = "<!doctype html><html><head><script src=\"https://cdn.example/t.js\"></script><style>@import url(http://x/);</style></head><body><h1>Drawn cart</h1><img src=\"http://evil.example/p.png\"></body></html>";

impl Stitch {
    pub fn begin(manners: Manners) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(State { manners, ..State::default() }));
        let stitch = Self { port, state };
        let served = stitch.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let stitch = served.clone();
                std::thread::spawn(move || stitch.serve(stream));
            }
        });
        stitch
    }

    /// Changes the quirks from now on.
    pub fn becomes(&self, manners: Manners) {
        self.state.lock().unwrap().manners = manners;
    }

    pub fn url(&self) -> String {
        format!("http://127.0.0.1:{}/mcp", self.port())
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    pub fn calls(&self) -> Vec<String> {
        self.state.lock().unwrap().calls.clone()
    }

    pub fn called(&self, tool: &str) -> usize {
        self.calls().iter().filter(|call| *call == tool).count()
    }

    pub fn prompts(&self) -> Vec<String> {
        self.state.lock().unwrap().prompts.clone()
    }

    pub fn keys(&self) -> Vec<String> {
        self.state.lock().unwrap().keys.clone()
    }

    pub fn offered(&self) -> Vec<String> {
        self.state.lock().unwrap().offered.clone()
    }

    fn serve(&self, mut stream: TcpStream) {
        let mut reader = BufReader::new(stream.try_clone().unwrap());
        let mut head = Vec::new();
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line).unwrap_or(0) == 0 || line == "\r\n" {
                break;
            }
            head.push(line.trim().to_owned());
        }
        let Some(first) = head.first().cloned() else { return };
        let header = |name: &str| {
            head.iter().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            })
        };
        let length = header("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
        let mut body = vec![0; length];
        let _ = reader.read_exact(&mut body);
        let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
        if first.starts_with("GET /page") {
            self.page(&mut stream, &path, header("x-goog-api-key").is_some());
        } else if first.starts_with("POST /mcp") {
            for name in ["x-goog-api-key", "authorization", "x-goog-user-project"] {
                let value = header(name).map(|value| format!("{name}: {value}"));
                self.state.lock().unwrap().keys.extend(value);
            }
            self.rpc(&mut stream, &body, &header("x-goog-api-key").unwrap_or_default());
        } else {
            respond(&mut stream, 405, "", b"");
        }
    }

    fn page(&self, stream: &mut TcpStream, path: &str, has_key: bool) {
        assert!(!has_key, "a download carries the key");
        let (expired, html) = {
            let mut state = self.state.lock().unwrap();
            state.downloads += 1;
            (state.manners.expires && path.ends_with("/1"), state.manners.html.clone())
        };
        if path.starts_with("/page/redirect") {
            let location = format!("Location: {}\r\n", path.replace("/page/redirect", "/page/real"));
            respond(stream, 302, &location, b"");
        } else if expired {
            respond(stream, 410, "", b"gone");
        } else {
            respond(stream, 200, "Content-Type: text/html\r\n", html.as_deref().unwrap_or(HTML).as_bytes());
        }
    }

    fn rpc(&self, stream: &mut TcpStream, body: &[u8], key: &str) {
        let Ok(request) = serde_json::from_slice::<Value>(body) else { return respond(stream, 400, "", b"") };
        let Some(id) = request.get("id").cloned() else { return respond(stream, 202, "", b"") };
        let manners = self.state.lock().unwrap().manners.clone();
        if let (true, Some((status, headers, text))) = (manners.refuses_all, manners.refuses) {
            return respond(stream, status, headers, text.as_bytes());
        }
        let result = match request["method"].as_str().unwrap_or_default() {
            "initialize" => {
                let offered = request["params"]["protocolVersion"].as_str().unwrap_or_default().to_owned();
                self.state.lock().unwrap().offered.push(offered);
                json!({
                    "protocolVersion": manners.version.unwrap_or("2024-11-05"), "capabilities": { "tools": {} },
                    "serverInfo": { "name": "stitch", "version": "1" },
                })
            }
            "tools/list" => tools(&manners),
            "tools/call" => {
                let tool = request["params"]["name"].as_str().unwrap_or_default().to_owned();
                self.state.lock().unwrap().calls.push(tool.clone());
                if let Some((status, headers, text)) = manners.refuses {
                    let text = if manners.echoes { format!("{text} {key}") } else { text.to_owned() };
                    return respond(stream, status, headers, text.as_bytes());
                }
                if manners.endless {
                    let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n");
                    while stream.write_all(b": still here\n\n").is_ok() {
                        std::thread::sleep(Duration::from_millis(50));
                    }
                    return;
                }
                match self.tool(&tool, &request["params"]["arguments"], &manners) {
                    Some(result) => result,
                    // The connection breaks in the middle of an answer.
                    None => {
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{\"jsonrpc\"");
                        return;
                    }
                }
            }
            _ => json!({}),
        };
        let answer = json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string();
        if manners.sse {
            let event = format!("event: message\ndata: {answer}\n\n");
            respond(stream, 200, "Content-Type: text/event-stream\r\n", event.as_bytes());
        } else {
            respond(stream, 200, "Content-Type: application/json\r\n", answer.as_bytes());
        }
    }

    fn tool(&self, tool: &str, arguments: &Value, manners: &Manners) -> Option<Value> {
        let mut state = self.state.lock().unwrap();
        let text = |key: &str| arguments[key].as_str().unwrap_or_default().to_owned();
        let structured = |value: Value| json!({ "structuredContent": value, "content": [] });
        if let Some((name, times, words)) = manners.fails
            && name == tool
            && state.calls.iter().filter(|call| *call == name).count() <= times
        {
            return Some(json!({ "isError": true, "content": [{ "type": "text", "text": words }] }));
        }
        Some(match tool {
            "create_project" => {
                state.projects += 1;
                let padding = "x".repeat(manners.huge);
                // Ids have up to 19 digits.
                let answer = json!({ "name": format!("projects/900719925474099310{}", state.projects), "padding": padding });
                json!({ "content": [{ "type": "text", "text": answer.to_string() }] })
            }
            "list_screens" => {
                let mut screens = Vec::new();
                for (id, (title, hidden, _)) in &mut state.screens {
                    if *hidden == 0 {
                        screens.push(
                            json!({ "id": id, "name": format!("projects/1/screens/{id}"), "title": title }),
                        );
                    }
                    *hidden = hidden.saturating_sub(1);
                }
                structured(if screens.is_empty() { json!({}) } else { json!({ "screens": screens }) })
            }
            "get_screen" => {
                if text("name").is_empty() || text("projectId").is_empty() || text("screenId").is_empty() {
                    return Some(
                        json!({ "isError": true, "content": [{ "type": "text", "text": "missing argument" }] }),
                    );
                }
                let id = text("screenId");
                let Some((title, _, partial)) = state.screens.get_mut(&id) else {
                    return Some(
                        json!({ "isError": true, "content": [{ "type": "text", "text": format!("Screen {id} not found") }] }),
                    );
                };
                let (title, is_partial) = (title.clone(), *partial > 0);
                *partial = partial.saturating_sub(1);
                let mut screen = json!({ "id": id, "title": title, "width": "1280", "height": "900" });
                if !is_partial {
                    screen["htmlCode"] = self.code(&mut state, manners);
                    screen["screenMetadata"] = json!({ "status": "COMPLETE" });
                }
                structured(screen)
            }
            "generate_screen_from_text" => {
                state.prompts.push(text("prompt"));
                let omitted = manners.no_screen || manners.no_screen_at == Some(state.prompts.len());
                if omitted || text("projectId").is_empty() || text("prompt").is_empty() {
                    let nothing = json!({ "outputComponents": [{ "text": "I cannot draw that." }] });
                    return Some(json!({ "content": [{ "type": "text", "text": nothing.to_string() }] }));
                }
                let id = format!("{:032x}", state.screens.len() + 7);
                let hidden = manners.drops.unwrap_or(0);
                state.screens.insert(id.clone(), ("A screen".to_owned(), hidden, manners.partial));
                if manners.drops.is_some() {
                    return None;
                }
                let mut screen = json!({ "id": id, "title": "A screen" });
                if manners.partial == 0 {
                    screen["htmlCode"] = self.code(&mut state, manners);
                }
                structured(json!({
                    "projectId": text("projectId"),
                    "outputComponents": [
                        { "designSystem": { "name": "Calm" } },
                        { "progressUpdates": [] },
                        { "design": { "title": "Design", "screens": [screen] } },
                        { "suggestion": "Add a footer" },
                    ],
                }))
            }
            other => {
                json!({ "isError": true, "content": [{ "type": "text", "text": format!("tool {other} not found") }] })
            }
        })
    }

    fn code(&self, state: &mut State, manners: &Manners) -> Value {
        if manners.inline {
            // "<h1>Inline</h1>"
            return json!({ "name": "code", "mimeType": "text/html", "fileContentBase64": "PGgxPklubGluZTwvaDE+" });
        }
        let number = if state.downloads == 0 { 1 } else { 2 };
        let url = format!("http://127.0.0.1:{}/page/redirect/{number}", self.port);
        json!({ "name": "code", "mimeType": "text/html", "downloadUrl": url })
    }
}

fn tools(manners: &Manners) -> Value {
    let tool = |name: &str| json!({ "name": name, "description": "x", "inputSchema": { "type": "object" } });
    let mut generate = tool("generate_screen_from_text");
    generate["inputSchema"] =
        json!({ "type": "object", "properties": { "modelId": { "enum": ["FAST", "SLOW"] } } });
    generate["outputSchema"] = json!({ "type": "object", "properties": { "x": { "$ref": "#/$defs/Gone" } } });
    let mut all = vec![tool("create_project"), generate, tool("get_screen"), tool("list_screens")];
    all.retain(|tool| tool["name"].as_str() != manners.lacks);
    all.extend(manners.also.map(tool));
    if manners.wants_more {
        all[2]["inputSchema"]["properties"] = json!({ "environment": { "type": "string" } });
    }
    all.push(json!({ "description": "a tool without a name" }));
    all.push(json!({ "name": "without-a-schema", "inputSchema": 7 }));
    json!({ "tools": all })
}

fn respond(stream: &mut TcpStream, status: u16, headers: &str, body: &[u8]) {
    let head = format!(
        "HTTP/1.1 {status} Said\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(head.as_bytes());
    let _ = stream.write_all(body);
    let _ = stream.flush();
}
