//! The client's side of the Agent Client Protocol, version 1, for one prompt: JSON-RPC 2.0, one message a line. It is pure: lines
//! come in, lines go out. It offers no files and no terminal, and refuses every permission.

use serde_json::{Value, json};

use crate::agents::response::{End, ResponseState, TooLong};

/// The protocol's version.
const VERSION: u64 = 1;
/// The agent wants somebody to log in first.
const AUTH_REQUIRED: i64 = -32000;
const METHOD_NOT_FOUND: i64 = -32601;
/// Maximum length of an agent's own words, in characters.
const WORDS: usize = 600;
/// Maximum number of requests of an agent: one that asks for ever is stopped.
const MOST_REQUESTS: u32 = 1000;

/// How far a conversation is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Initialize,
    NewSession,
    SetMode,
    Prompt,
    Done,
}

/// The modes in which an agent changes nothing, or nothing without a permission, which it does not get. The first that it offers
/// is set.
const CAREFUL_MODES: [&str; 4] = ["read-only", "readonly", "ask", "plan"];

impl Stage {
    /// The id of the request that this stage waits for.
    fn id(self) -> u64 {
        match self {
            Self::Initialize => 0,
            Self::NewSession => 1,
            Self::Prompt => 2,
            Self::SetMode => 3,
            Self::Done => 4,
        }
    }
}

/// Why an agent gives no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// In its own words.
    Failed(String),
    /// It wants a login, in its own words, by one of these ways.
    NeedsLogin(String, Vec<String>),
    TooLong,
}

/// A conversation.
pub struct Client {
    stage: Stage,
    /// The working folder.
    folder: String,
    /// What to ask; `None` if only the session is tried.
    prompt: Option<String>,
    session: Option<String>,
    logins: Vec<String>,
    outgoing: Vec<u8>,
    requests: u32,
    pub response: ResponseState,
    pub refused: Option<Refused>,
    /// Its name and version.
    pub agent: Option<String>,
}

impl Client {
    /// A conversation with this prompt, or only up to the session, which asks no model.
    pub fn new(prompt: Option<String>) -> Self {
        Self {
            stage: Stage::Initialize,
            folder: String::new(),
            prompt,
            session: None,
            logins: Vec::new(),
            outgoing: Vec::new(),
            requests: 0,
            response: ResponseState::default(),
            refused: None,
            agent: None,
        }
    }

    /// Says hello. The agent runs in this folder.
    pub fn begin(&mut self, folder: &str) {
        folder.clone_into(&mut self.folder);
        let info = json!({ "name": "frieze", "title": "frieze", "version": env!("CARGO_PKG_VERSION") });
        let capabilities =
            json!({ "fs": { "readTextFile": false, "writeTextFile": false }, "terminal": false });
        self.request(
            "initialize",
            &json!({ "protocolVersion": VERSION, "clientCapabilities": capabilities, "clientInfo": info }),
        );
    }

    /// Takes what is to be written to the agent.
    pub fn take_outgoing(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.outgoing)
    }

    pub fn is_done(&self) -> bool {
        self.stage == Stage::Done
    }

    /// The message that cancels the prompt; empty if none is being answered.
    pub fn cancellation(&self) -> Vec<u8> {
        match (&self.session, self.stage) {
            (Some(session), Stage::Prompt) => {
                let params = json!({ "sessionId": session });
                line(&json!({ "jsonrpc": "2.0", "method": "session/cancel", "params": params }))
            }
            _ => Vec::new(),
        }
    }

    /// Reads a line of the agent's output. What is no message is ignored.
    pub fn receive(&mut self, line: &[u8]) {
        let Ok(message) = serde_json::from_slice::<Value>(line) else { return };
        if self.is_done() {
            return;
        }
        match (message["method"].as_str(), message.get("id").filter(|id| !id.is_null())) {
            (Some(method), Some(id)) => self.answer(method, id, &message["params"]),
            (Some("session/update"), None) => {
                if self.update(&message["params"]["update"]).is_err() {
                    self.refuse(Refused::TooLong);
                }
            }
            (Some(_), None) => {}
            (None, Some(id)) if id.as_u64() == Some(self.stage.id()) => self.answered(&message),
            (None, _) => {}
        }
    }

    fn request(&mut self, method: &str, params: &Value) {
        let id = self.stage.id();
        self.outgoing
            .extend(line(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })));
    }

    fn refuse(&mut self, why: Refused) {
        self.refused = Some(why);
        self.stage = Stage::Done;
    }

    /// Answers a request of the agent.
    fn answer(&mut self, method: &str, id: &Value, params: &Value) {
        self.requests += 1;
        if self.requests > MOST_REQUESTS {
            return self.refuse(Refused::Failed(format!("it made more than {MOST_REQUESTS} requests")));
        }
        let reply = if method == "session/request_permission" {
            json!({ "jsonrpc": "2.0", "id": id, "result": { "outcome": refusal(params) } })
        } else {
            let message = format!("frieze does not offer {}", shortened(method));
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": METHOD_NOT_FOUND, "message": message } })
        };
        self.outgoing.extend(line(&reply));
    }

    /// Reads an answer to our own request, and makes the next one.
    fn answered(&mut self, message: &Value) {
        let result = &message["result"];
        if self.stage == Stage::SetMode {
            // If it cannot change its mode, it still gets no permission.
            return self.ask();
        }
        if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
            return self.failed(error);
        }
        match self.stage {
            Stage::Initialize => self.initialized(result),
            Stage::NewSession => self.begun(result),
            Stage::Prompt => self.prompted(result),
            Stage::SetMode | Stage::Done => {}
        }
    }

    fn failed(&mut self, error: &Value) {
        let text = error["message"].as_str().unwrap_or("it gave no reason");
        // Some agents put what happened into the data.
        let data = match &error["data"] {
            Value::String(text) => format!(": {text}"),
            Value::Object(data) => {
                match data.get("details").or(data.get("message")).and_then(Value::as_str) {
                    Some(text) => format!(": {text}"),
                    None => String::new(),
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) => String::new(),
        };
        let words = shortened(&format!("{text}{data}"));
        let logins = std::mem::take(&mut self.logins);
        self.refuse(match error["code"].as_i64() {
            Some(AUTH_REQUIRED) => Refused::NeedsLogin(words, logins),
            Some(_) | None => Refused::Failed(words),
        });
    }

    fn initialized(&mut self, result: &Value) {
        if result["protocolVersion"].as_u64() != Some(VERSION) {
            let version = shortened(&result["protocolVersion"].to_string());
            return self.refuse(Refused::Failed(format!(
                "it speaks version {version} of the protocol, and frieze version {VERSION}"
            )));
        }
        let info = &result["agentInfo"];
        if let Some(name) = info["title"].as_str().or(info["name"].as_str()) {
            self.agent = Some(shortened(&format!("{name} {}", info["version"].as_str().unwrap_or_default())));
        }
        let ways = result["authMethods"].as_array().into_iter().flatten();
        let ways = ways.filter_map(|way| way["name"].as_str()).take(6);
        self.logins = ways.map(shortened).collect();
        self.stage = Stage::NewSession;
        self.request("session/new", &json!({ "cwd": self.folder, "mcpServers": [] }));
    }

    fn begun(&mut self, result: &Value) {
        let Some(session) = result["sessionId"].as_str() else {
            return self.refuse(Refused::Failed("it began no session".to_owned()));
        };
        self.session = Some(session.to_owned());
        let options = result["configOptions"].as_array().into_iter().flatten();
        let mut models = options.filter(|option| option["category"] == "model" || option["id"] == "model");
        let model = models.next().and_then(|option| option["currentValue"].as_str());
        let model = model.or(result["models"]["currentModelId"].as_str());
        self.response.set_model(model.filter(|model| !matches!(*model, "auto" | "default")));
        match careful_mode(&result["modes"]).filter(|_| self.prompt.is_some()) {
            Some(mode) => {
                self.stage = Stage::SetMode;
                self.request("session/set_mode", &json!({ "sessionId": session, "modeId": mode }));
            }
            None => self.ask(),
        }
    }

    /// Sends the prompt, if there is one.
    fn ask(&mut self) {
        let Some(prompt) = self.prompt.take() else {
            self.stage = Stage::Done;
            return;
        };
        self.stage = Stage::Prompt;
        let prompt = json!([{ "type": "text", "text": prompt }]);
        self.request("session/prompt", &json!({ "sessionId": self.session, "prompt": prompt }));
    }

    /// Reads a notification about the session.
    fn update(&mut self, update: &Value) -> Result<(), TooLong> {
        match update["sessionUpdate"].as_str() {
            Some("agent_message_chunk") => {
                self.response.push_text(update["content"]["text"].as_str().unwrap_or_default())?;
            }
            Some("agent_thought_chunk") => self.response.is_thinking = true,
            Some("usage_update") if update["cost"]["currency"] == "USD" => {
                self.response.set_cost(update["cost"]["amount"].as_f64());
            }
            Some(_) | None => {}
        }
        Ok(())
    }

    /// Reads how the prompt ended.
    fn prompted(&mut self, result: &Value) {
        let usage = &result["usage"];
        // Gemini CLI has its own place for this.
        let quota = &result["_meta"]["quota"];
        let count = |name: &str, other: &str| {
            usage[name].as_u64().or_else(|| quota["token_count"][other].as_u64()).filter(|count| *count > 0)
        };
        self.response.set_usage(count("inputTokens", "input_tokens"), count("outputTokens", "output_tokens"));
        let models = quota["model_usage"].as_array().into_iter().flatten();
        let written = models.map(|of| (of["token_count"]["output_tokens"].as_u64(), of["model"].as_str()));
        self.response.set_model(written.max().and_then(|(_, name)| name));
        let stopped = |why: &str| Some(End::Refused(why.to_owned()));
        self.response.end = match result["stopReason"].as_str() {
            Some("max_tokens") => Some(End::AtLimit),
            Some("refusal") => stopped("it refused for reasons of its own"),
            Some("cancelled") => stopped("it cancelled the prompt"),
            Some("max_turn_requests") => stopped("it reached its limit of turns"),
            Some(_) | None => Some(End::Whole),
        };
        self.stage = Stage::Done;
    }
}

/// The id of the careful mode to set; `None` if the agent offers none, or has it already.
fn careful_mode(modes: &Value) -> Option<&str> {
    let offered = || modes["availableModes"].as_array().into_iter().flatten();
    let is = |mode: &Value, wanted: &str| {
        ["id", "name"]
            .iter()
            .filter_map(|key| mode[*key].as_str())
            .any(|name| name.eq_ignore_ascii_case(wanted))
    };
    let mode = CAREFUL_MODES.iter().find_map(|wanted| offered().find(|mode| is(mode, wanted)))?;
    mode["id"].as_str().filter(|id| modes["currentModeId"].as_str() != Some(*id))
}

/// The refusal of a permission: an option that rejects once, or a cancellation.
fn refusal(params: &Value) -> Value {
    let options = || params["options"].as_array().into_iter().flatten();
    let of_kind = |kind: &str| options().find(|option| option["kind"] == kind);
    let option = of_kind("reject_once").or_else(|| of_kind("reject_always"));
    match option.and_then(|option| option["optionId"].as_str()) {
        Some(id) => json!({ "outcome": "selected", "optionId": id }),
        None => json!({ "outcome": "cancelled" }),
    }
}

fn line(message: &Value) -> Vec<u8> {
    format!("{message}\n").into_bytes()
}

fn shortened(words: &str) -> String {
    words.trim().chars().take(WORDS).collect()
}

#[cfg(test)]
mod tests;
