//! Google Stitch draws the screens of a design: a project for each feature, a screen for each view. A generation is
//! charged and takes minutes, so it is never sent twice: where its answer was lost, the screen is looked for.

mod base64;
mod download;
mod drawing;
mod memory;
mod screen;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use secrecy::{ExposeSecret as _, SecretString};

use self::drawing::Desk;
use super::agents::CERTIFICATE;
use super::config::{KeySource, ServerEntry};
use super::mcp::{self, ProtocolVersion, Server};
use super::secret;
use super::veil::Veil;
use crate::domain::preview::{Drawings, Drawn, DrawnPage};
use crate::kernel::{Answer, Fault};
use crate::ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience, Store};

/// Where Stitch is, unless the configuration says otherwise.
const URL: &str = "https://stitch.googleapis.com/mcp";
const MODEL: &str = "google-stitch";
/// What Stitch's own client offers; a server that speaks a newer one says so in its answer.
const OFFERED: ProtocolVersion = ProtocolVersion::V_2024_11_05;
/// Where its customers keep their key.
pub const USUAL_KEY: &str = "STITCH_API_KEY";
/// The tools that are used.
const TOOLS: [&str; 4] = ["create_project", "generate_screen_from_text", "get_screen", "list_screens"];
/// How large an answer may be as it is kept, in bytes.
const MOST_KEPT: usize = 15 * 1024 * 1024;

/// One configured Stitch server.
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

/// A server that has begun, and the secrets that it was given.
struct Begun {
    server: Server,
    veil: Veil,
}

/// What is sent to be let in: headers, and a bearer token.
type Credentials = (Vec<(&'static str, SecretString)>, Option<SecretString>);

impl Stitch {
    /// The server of an entry; nothing is asked yet.
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

    /// Begins with the server, with the keys as they are now. In what it says they are hidden.
    async fn begin(&self) -> Result<Begun, (mcp::Fault, Veil)> {
        let credentials = self.credentials().await;
        self.begin_with(
            credentials
                .map_err(|e| (mcp::Fault::Permission(format!("{}; {}", e.what, e.hint)), Veil::of([])))?,
        )
        .await
    }

    async fn begin_with(&self, (headers, bearer): Credentials) -> Result<Begun, (mcp::Fault, Veil)> {
        let sent = headers.iter().map(|(_, value)| value).filter(|_| bearer.is_none()).chain(&bearer);
        let veil = Veil::of(sent.map(|secret| secret.expose_secret().as_bytes()));
        let handshake = mcp::HANDSHAKE.min(self.limit);
        match Server::over_http(&self.url, OFFERED, &headers, bearer.as_ref(), handshake).await {
            Ok(server) => Ok(Begun { server, veil }),
            Err(fault) => Err((fault, veil)),
        }
    }

    /// The headers and the bearer token that are sent: a token with the project that pays, else a key.
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

    async fn drawn(self, ask: Ask, live: Live) -> Result<Answer, Fault> {
        let failed = |why: String| Fault::Failed { why };
        let drawings = Drawings::read(&ask.prompt)
            .map_err(|e| failed(format!("what is to be drawn cannot be read: {e}")))?;
        live.doing(format!("begins with {}", self.name));
        let begun = self.begin().await.map_err(|(fault, veil)| in_words(&self.name, fault, &veil))?;
        let mut desk = Desk::new(&self, &begun.server, ask.feature);
        let outcome = self.all(&mut desk, &drawings, &live).await;
        begun.server.end().await;
        let drawn = outcome.map_err(|fault| in_words(&self.name, fault, &begun.veil))?;
        answer(drawn, &begun.veil)
    }

    async fn all(&self, desk: &mut Desk<'_>, drawings: &Drawings, live: &Live) -> Result<Drawn, mcp::Fault> {
        let changed = desk.begin(&drawings.title).await?;
        let mut drawn = Drawn {
            server: "Google Stitch".to_owned(),
            remark: changed.then(|| "it offers other tools than last time".to_owned()),
            pages: Vec::new(),
            missing: Vec::new(),
        };
        let mut stopped: Option<String> = None;
        for (i, drawing) in drawings.views.iter().enumerate() {
            if let Some(why) = &stopped {
                drawn.missing.push(format!("{}: not asked for, because {why}", drawing.title));
                continue;
            }
            live.doing(format!("draws screen {} of {}: {}", i + 1, drawings.views.len(), drawing.title));
            let why = match desk.draw(drawing).await {
                Ok(html) => {
                    drawn.pages.push(DrawnPage { title: drawing.title.clone(), html });
                    continue;
                }
                // What is drawn already is remembered.
                Err(fault @ mcp::Fault::RateLimited { .. }) => return Err(fault),
                Err(mcp::Fault::Failed(why) | mcp::Fault::NotFound(why)) => why,
                Err(mcp::Fault::Permission(why) | mcp::Fault::Broken(why)) => {
                    stopped = Some("the one before was refused or lost".to_owned());
                    why
                }
                Err(mcp::Fault::TimedOut { limit_ms }) => {
                    stopped = Some("the one before took too long".to_owned());
                    format!("it was not there within {} s; it may still come", limit_ms.div_ceil(1000))
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

/// The answer that the flow makes a page of, or why there is none.
fn answer(mut drawn: Drawn, veil: &Veil) -> Result<Answer, Fault> {
    for why in &mut drawn.missing {
        *why = mcp::bounded(&veil.over(why));
    }
    loop {
        if drawn.pages.is_empty() {
            let why = drawn.missing.first().cloned().unwrap_or_else(|| "it drew nothing".to_owned());
            return Err(Fault::Failed { why });
        }
        let text = serde_json::to_string_pretty(&drawn).map_err(|e| Fault::Failed { why: e.to_string() })?;
        if text.len() <= MOST_KEPT {
            // A server that sends a key back must not put it on the disk.
            return Ok(Answer::of(veil.over(&text), MODEL));
        }
        if let Some(page) = drawn.pages.pop() {
            drawn.missing.push(format!("{}: there was no room for it", page.title));
        }
    }
}

fn in_words(name: &str, fault: mcp::Fault, veil: &Veil) -> Fault {
    let say = |why: &str| mcp::bounded(&veil.over(why));
    match fault {
        mcp::Fault::RateLimited { after_ms, why } => {
            Fault::TryLater { after_ms, why: format!("{name} was asked too often: {}", say(&why)) }
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
        Box::pin(self.clone().drawn(ask, live))
    }

    fn check(&self) -> Boxed<Checked> {
        let stitch = self.clone();
        Box::pin(async move { stitch.checked().await })
    }

    /// Each screen has its time; one that has none left ends the rest, so that all of them take less than this.
    fn patience(&self) -> Patience {
        let screens = u64::from(self.max_screens) + 2;
        Patience::Ms(self.limit.as_secs().saturating_mul(screens).saturating_add(120).saturating_mul(1000))
    }
}

impl Stitch {
    async fn checked(&self) -> Checked {
        let (name, url) = (&self.name, &self.url);
        let began = Instant::now();
        let limit = Duration::from_secs(20).min(self.limit);
        let credentials = match self.credentials().await {
            Ok(credentials) => credentials,
            Err(e) => {
                let hint = format!(
                    "{}, or name another place: servers.{name}.key, or servers.{name}.token with servers.{name}.project",
                    e.hint
                );
                return ill(format!("{name} at {url} cannot be used: {}", e.what), &hint);
            }
        };
        let (fault, veil) = match self.begin_with(credentials).await {
            Err(failed) => failed,
            Ok(begun) => {
                let tools = begun.server.tools(limit).await;
                begun.server.end().await;
                match tools {
                    Ok(tools) => return self.judged(&tools, began.elapsed().as_millis()),
                    Err(fault) => (fault, begun.veil),
                }
            }
        };
        let hint = match &fault {
            mcp::Fault::Permission(_) => self.refused(),
            mcp::Fault::RateLimited { .. } => "wait a while; frieze asks again by itself".to_owned(),
            mcp::Fault::Broken(why) if why.contains("certificate") => CERTIFICATE.to_owned(),
            mcp::Fault::TimedOut { .. } | mcp::Fault::Broken(_) => {
                format!("check the network, the proxy and servers.{name}.url")
            }
            mcp::Fault::NotFound(_) | mcp::Fault::Failed(_) => {
                format!("check servers.{name}.url: is it an MCP server?")
            }
        };
        let fault = in_words(name, fault, &veil);
        ill(format!("{name} at {url} cannot be used: {}", fault.in_words()), &hint)
    }

    /// What to look at when the server refuses what it was sent.
    fn refused(&self) -> String {
        let usual = KeySource::Env(USUAL_KEY.to_owned());
        let (what, source) = match (&self.token, &self.key) {
            (Some(token), _) => ("token", token),
            (None, key) => ("key", key.as_ref().unwrap_or(&usual)),
        };
        format!(
            "the {what} was sent and is refused: check that it ({}) is valid and may use Stitch",
            source.place()
        )
    }

    fn judged(&self, tools: &mcp::Tools, ms: u128) -> Checked {
        let (name, url) = (&self.name, &self.url);
        let missing: Vec<&str> = TOOLS.into_iter().filter(|tool| !tools.tools.contains_key(*tool)).collect();
        if !missing.is_empty() {
            let found =
                format!("{name} at {url} answers in {ms} ms and lacks the tools {}", missing.join(", "));
            return ill(found, &format!("check servers.{name}.url: is it Google Stitch?"));
        }
        if let Err(why) = drawing::known_model(self.model.as_deref(), tools) {
            return ill(
                format!("{name} at {url}: {why}"),
                &format!("correct servers.{name}.model or remove it"),
            );
        }
        let broken = match tools.broken.len() {
            0 => String::new(),
            n => format!(", {n} that make no sense are left alone"),
        };
        Checked::well(format!("{name} at {url} answers in {ms} ms with {} tools{broken}", tools.tools.len()))
    }
}

/// A server that cannot be used, and what there is until it can.
fn ill(found: String, hint: &str) -> Checked {
    Checked::ill(found, format!("{hint}; until then the built-in preview serves"))
}
