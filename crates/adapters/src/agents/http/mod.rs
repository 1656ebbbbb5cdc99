//! Agents that are models over HTTP, in three dialects. Each request is sent once: nothing here retries (a fault says whether
//! the run may), follows a redirect, or drops a part that the server refused. So a run counts every call that it makes. The one
//! exception is the temperature (ruling 6): a model that refuses it is asked without, and the answer says so.

pub(super) mod anthropic;
mod check;
mod dialect;
mod endpoint;
mod gemini;
mod key;
mod openai;
mod post;
mod read_answer;
mod refusal;
mod request_params;
mod retry_after;
mod shape;
mod sse;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Client;

pub use self::dialect::Dialect;
use self::endpoint::Endpoint;
use super::super::config::{Http, KeySource};
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience};

/// One model on one server.
struct Model {
    dialect: Dialect,
    http: Http,
    endpoint: Endpoint,
    key: Option<KeySource>,
    /// The workspace's folder.
    root: PathBuf,
    client: Client,
    /// Whether it refuses a temperature, as far as this process knows. Shared by all agents of the same model and address.
    refuses_temperature: Arc<AtomicBool>,
}

/// What models refused in this process, by address and name.
#[derive(Default)]
pub struct Refusals(Mutex<BTreeMap<(String, String), Arc<AtomicBool>>>);

impl Refusals {
    /// Whether this model refuses a temperature; it is set when it does.
    fn of(&self, endpoint: &Endpoint, model: &str) -> Arc<AtomicBool> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry((endpoint.shown(), model.to_owned())).or_default().clone()
    }
}

/// The agent of one entry. It checks the addresses, before any request.
///
/// # Errors
/// If an address cannot be used, or would expose the key.
pub fn agent(
    name: &str,
    dialect: Dialect,
    http: &Http,
    root: &Path,
    refusals: &Refusals,
) -> Result<Arc<dyn Agent>, Misconfigured> {
    let named = |e: Misconfigured| e.of(&format!("agents.{name}"));
    let endpoint = Endpoint::of(dialect, http.url.as_deref()).map_err(named)?;
    let key = dialect.key(http);
    if key.is_some() {
        endpoint.check_private().map_err(named)?;
    }
    let client = endpoint.client(http.proxy.as_deref()).map_err(named)?;
    let refuses_temperature = refusals.of(&endpoint, &http.model);
    let (http, root) = (http.clone(), root.to_owned());
    Ok(Arc::new(HttpAgent(Arc::new(Model {
        dialect,
        http,
        endpoint,
        key,
        root,
        client,
        refuses_temperature,
    }))))
}

struct HttpAgent(Arc<Model>);

impl Agent for HttpAgent {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let model = self.0.clone();
        Box::pin(async move { post::ask(&model, &ask, &live).await })
    }

    fn check(&self) -> Boxed<Checked> {
        let model = self.0.clone();
        Box::pin(async move { check::check(&model).await })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.http.timeout_seconds)
    }
}

impl Model {
    /// Time limit between two pieces of an answer. The first piece may take as long as the whole answer: a local server loads its
    /// model and reads the prompt first.
    fn idle(&self) -> Duration {
        Duration::from_secs(self.http.idle_seconds)
    }
}
