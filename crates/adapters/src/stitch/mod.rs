//! Google Stitch: draws the screens of a design, with a project per feature and a screen per view. A generation is charged and
//! takes minutes, so it is never sent twice: if its answer is lost, the screen is searched.

mod base64;
mod download;
mod drawing;
mod memory;
mod screen;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use secrecy::SecretString;

use self::drawing::Session;
use super::config::{KeySource, ServerEntry};
use super::mcp;
use super::mcp::{ProtocolVersion, Server};
use super::secret;
use super::secret_redactor::SecretRedactor;
use super::web::CERTIFICATE_HINT;
use frieze_data::id::FeatureId;
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience, Store};
use frieze_preview::{Drawings, Drawn, DrawnPage};

/// The default address of Stitch.
const URL: &str = "https://stitch.googleapis.com/mcp";
const MODEL: &str = "google-stitch";
/// The version of Stitch's own client; a newer server names its version in the answer.
const OFFERED: ProtocolVersion = ProtocolVersion::V_2024_11_05;
/// The variable in which its customers usually keep their key.
pub const USUAL_KEY: &str = "STITCH_API_KEY";
/// The tools in use.
const TOOLS: [&str; 4] = ["create_project", "generate_screen_from_text", "get_screen", "list_screens"];
/// Maximum size of a saved answer, in bytes.
const MAX_SAVED: usize = 15 * 1024 * 1024;

#[derive(Clone)]
pub struct Stitch {
    name: String,
    url: String,
    key: Option<KeySource>,
    token: Option<KeySource>,
    project: Option<KeySource>,
    device: String,
    model: Option<String>,
    limit: Duration,
    max_screens: u32,
    store: Arc<dyn Store>,
    /// The workspace's folder.
    root: PathBuf,
}

/// A connected server, with a redactor for the secrets sent to it.
struct Connection {
    server: Server,
    redactor: SecretRedactor,
}

/// Headers and bearer token for authentication.
type Credentials = (Vec<(&'static str, SecretString)>, Option<SecretString>);

impl Stitch {
    pub fn new(name: &str, entry: &ServerEntry, store: Arc<dyn Store>, root: &Path) -> Self {
        let ServerEntry::Stitch { url, key, token, project, device, model, timeout_seconds, max_screens } =
            entry.clone();
        Self {
            name: name.to_owned(),
            url: url.unwrap_or_else(|| URL.to_owned()),
            key,
            token,
            project,
            device: device.unwrap_or_else(|| "DESKTOP".to_owned()),
            model,
            limit: Duration::from_secs(timeout_seconds),
            max_screens,
            store,
            root: root.to_owned(),
        }
    }

    /// Connects with the current keys.
    async fn connect(&self) -> Result<Connection, (mcp::Fault, SecretRedactor)> {
        let credentials = self.credentials().await;
        self.connect_with(
            credentials.map_err(|e| (mcp::Fault::Permission(e.with_hint()), SecretRedactor::of([])))?,
        )
        .await
    }

    async fn connect_with(
        &self,
        (headers, bearer): Credentials,
    ) -> Result<Connection, (mcp::Fault, SecretRedactor)> {
        let sent = headers.iter().map(|(_, value)| value).filter(|_| bearer.is_none()).chain(&bearer);
        let redactor = SecretRedactor::of_secrets(sent);
        let handshake = mcp::HANDSHAKE.min(self.limit);
        match Server::over_http(&self.url, OFFERED, &headers, bearer.as_ref(), handshake).await {
            Ok(server) => Ok(Connection { server, redactor }),
            Err(fault) => Err((fault, redactor)),
        }
    }

    /// The credentials: a token with the project that is billed, else a key.
    async fn credentials(&self) -> Result<Credentials, Misconfigured> {
        let mut headers = Vec::new();
        if let Some(token) = &self.token {
            let token = secret::read(token, &self.root).await?;
            let project =
                self.project.clone().unwrap_or_else(|| KeySource::Env("GOOGLE_CLOUD_PROJECT".to_owned()));
            headers.push(("x-goog-user-project", secret::read(&project, &self.root).await?));
            return Ok((headers, Some(token)));
        }
        let key = self.key.clone().unwrap_or_else(|| KeySource::Env(USUAL_KEY.to_owned()));
        let key = secret::read(&key, &self.root).await?;
        headers.push(("x-goog-api-key", key));
        Ok((headers, None))
    }

    async fn draw_all(self, ask: Ask, live: Live) -> Result<Answer, Fault> {
        let failed = |why: String| Fault::Failed { why };
        let drawings = Drawings::read(&ask.prompt)
            .map_err(|e| failed(format!("the drawing request cannot be read: {e}")))?;
        live.status(format!("connecting to {}", self.name));
        let connection =
            self.connect().await.map_err(|(fault, redactor)| in_words(&self.name, fault, &redactor))?;
        let outcome = self.all(&connection.server, ask.feature, &drawings, &live).await;
        connection.server.end().await;
        let drawn = outcome.map_err(|fault| in_words(&self.name, fault, &connection.redactor))?;
        answer(drawn, &connection.redactor)
    }

    async fn all(
        &self,
        server: &Server,
        feature: FeatureId,
        drawings: &Drawings,
        live: &Live,
    ) -> Result<Drawn, mcp::Fault> {
        let (mut session, changed) = Session::begin(self, server, feature, &drawings.title).await?;
        let mut drawn = Drawn {
            server: "Google Stitch".to_owned(),
            remark: changed.then(|| "its tools have changed since the last time".to_owned()),
            pages: Vec::new(),
            missing: Vec::new(),
        };
        let mut stopped: Option<String> = None;
        for (i, drawing) in drawings.views.iter().enumerate() {
            if let Some(why) = &stopped {
                drawn.missing.push(format!("{}: not requested, because {why}", drawing.title));
                continue;
            }
            live.status(format!("drawing screen {} of {}: {}", i + 1, drawings.views.len(), drawing.title));
            let why = match session.draw(drawing).await {
                Ok(html) => {
                    drawn.pages.push(DrawnPage { title: drawing.title.clone(), html });
                    continue;
                }
                // Screens drawn so far are saved.
                Err(fault @ mcp::Fault::RateLimited { .. }) => return Err(fault),
                Err(mcp::Fault::Failed(why) | mcp::Fault::NotFound(why)) => why,
                Err(mcp::Fault::Permission(why) | mcp::Fault::Broken(why)) => {
                    stopped = Some("the previous screen was refused or lost".to_owned());
                    why
                }
                Err(mcp::Fault::TimedOut { limit_ms }) => {
                    stopped = Some("the previous screen took too long".to_owned());
                    format!("it was not finished within {} s; it may still appear", limit_ms.div_ceil(1000))
                }
            };
            drawn.missing.push(format!("{}: {why}", drawing.title));
        }
        if drawings.left_out > 0 {
            drawn.missing.push(format!("{} more: at most {} are drawn", drawings.left_out, self.max_screens));
        }
        Ok(drawn)
    }
}

/// The answer with the drawn pages, or a fault if there are none.
fn answer(mut drawn: Drawn, redactor: &SecretRedactor) -> Result<Answer, Fault> {
    for why in &mut drawn.missing {
        *why = mcp::bounded(&redactor.redact(why));
    }
    loop {
        if drawn.pages.is_empty() {
            let why = drawn.missing.first().cloned().unwrap_or_else(|| "it drew nothing".to_owned());
            return Err(Fault::Failed { why });
        }
        let text = serde_json::to_string_pretty(&drawn).map_err(|e| Fault::Failed { why: e.to_string() })?;
        if text.len() <= MAX_SAVED {
            // A key that the server sent back must not reach the disk.
            return Ok(Answer::of(redactor.redact(&text), MODEL));
        }
        if let Some(page) = drawn.pages.pop() {
            drawn.missing.push(format!("{}: there was no room for it", page.title));
        }
    }
}

fn in_words(name: &str, fault: mcp::Fault, redactor: &SecretRedactor) -> Fault {
    let say = |why: &str| mcp::bounded(&redactor.redact(why));
    match fault {
        mcp::Fault::RateLimited { after_ms, why } => {
            Fault::TryLater { after_ms, why: format!("{name} got too many requests: {}", say(&why)) }
        }
        mcp::Fault::TimedOut { limit_ms } => {
            Fault::Failed { why: Fault::TimedOut { limit_ms }.in_words().into_owned() }
        }
        mcp::Fault::Permission(why)
        | mcp::Fault::NotFound(why)
        | mcp::Fault::Broken(why)
        | mcp::Fault::Failed(why) => Fault::Failed { why: say(&why) },
    }
}

impl Agent for Stitch {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        Box::pin(self.clone().draw_all(ask, live))
    }

    fn check(&self) -> Boxed<Checked> {
        let stitch = self.clone();
        Box::pin(async move { stitch.check_now().await })
    }

    /// The sum of all screens' time limits, with a margin; a screen that runs out of time ends the rest.
    fn patience(&self) -> Patience {
        let screens = u64::from(self.max_screens) + 2;
        Patience::Ms(self.limit.as_secs().saturating_mul(screens).saturating_add(120).saturating_mul(1000))
    }
}

impl Stitch {
    async fn check_now(&self) -> Checked {
        let (name, url) = (&self.name, &self.url);
        let began = Instant::now();
        let limit = Duration::from_secs(20).min(self.limit);
        let credentials = match self.credentials().await {
            Ok(credentials) => credentials,
            Err(e) => {
                let hint = format!(
                    "{}, or set another source: servers.{name}.key, or servers.{name}.token with servers.{name}.project",
                    e.hint
                );
                return failed_check(format!("{name} at {url} cannot be used: {}", e.what), &hint);
            }
        };
        let (fault, redactor) = match self.connect_with(credentials).await {
            Err(failed) => failed,
            Ok(connection) => {
                let tools = connection.server.tools(limit).await;
                connection.server.end().await;
                match tools {
                    Ok(tools) => return self.judge_tools(&tools, began.elapsed().as_millis()),
                    Err(fault) => (fault, connection.redactor),
                }
            }
        };
        let hint = match &fault {
            mcp::Fault::Permission(_) => self.credentials_hint(),
            mcp::Fault::RateLimited { .. } => "wait a while; frieze retries by itself".to_owned(),
            mcp::Fault::Broken(why) if why.contains("certificate") => CERTIFICATE_HINT.to_owned(),
            mcp::Fault::TimedOut { .. } | mcp::Fault::Broken(_) => {
                format!("check the network, the proxy and servers.{name}.url")
            }
            mcp::Fault::NotFound(_) | mcp::Fault::Failed(_) => {
                format!("check servers.{name}.url: is it an MCP server?")
            }
        };
        let fault = in_words(name, fault, &redactor);
        failed_check(format!("{name} at {url} cannot be used: {}", fault.in_words()), &hint)
    }

    /// Hint for refused credentials.
    fn credentials_hint(&self) -> String {
        let usual = KeySource::Env(USUAL_KEY.to_owned());
        let (what, source) = match (&self.token, &self.key) {
            (Some(token), _) => ("token", token),
            (None, key) => ("key", key.as_ref().unwrap_or(&usual)),
        };
        format!(
            "the server refuses the {what}: check that it ({}) is valid and may use Stitch",
            source.describe()
        )
    }

    fn judge_tools(&self, tools: &mcp::Tools, ms: u128) -> Checked {
        let (name, url) = (&self.name, &self.url);
        let missing: Vec<&str> = TOOLS.into_iter().filter(|tool| !tools.tools.contains_key(*tool)).collect();
        if !missing.is_empty() {
            let found =
                format!("{name} at {url} answers in {ms} ms, but lacks the tools {}", missing.join(", "));
            return failed_check(found, &format!("check servers.{name}.url: is it Google Stitch?"));
        }
        if let Err(why) = drawing::known_model(self.model.as_deref(), tools) {
            return failed_check(
                format!("{name} at {url}: {why}"),
                &format!("correct servers.{name}.model or remove it"),
            );
        }
        let broken = match tools.broken.len() {
            0 => String::new(),
            n => format!(", {n} of them invalid and ignored"),
        };
        Ok(format!("{name} at {url} answers in {ms} ms with {} tools{broken}", tools.tools.len()))
    }
}

/// A failed check; until it is fixed, the built-in preview is used.
fn failed_check(found: String, hint: &str) -> Checked {
    Err(Misconfigured::new(found, format!("{hint}; until then the built-in preview is used")))
}
