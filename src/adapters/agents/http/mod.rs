//! Models behind HTTP, in three dialects. A request goes out once: nothing here asks again (a fault says whether the run may), follows a redirect, or leaves
//! something out of a request that the server refused. What a call took is therefore what the run counted.

mod anthropic;
mod check;
mod dialect;
mod endpoint;
mod exchange;
mod gemini;
mod heard;
mod key;
mod openai;
mod ordered;
mod proxy;
mod reading;
mod refused;
mod retry_after;
mod shape;
mod sse;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reqwest::Client;

pub use self::dialect::Dialect;
use self::endpoint::Endpoint;
pub use self::exchange::CERTIFICATE;
pub use self::key::Key;
use super::super::config::Http;
use crate::kernel::{Answer, Fault};
use crate::ports::{Agent, Ask, Boxed, Checked, Live, Misconfigured, Patience};

/// One model on one server.
struct Model {
    dialect: Dialect,
    http: Http,
    endpoint: Endpoint,
    key: Option<Key>,
    /// The workspace's folder.
    root: PathBuf,
    client: Client,
}

/// The agent of one entry. What can be wrong with its addresses is found here, before anything is asked.
pub fn agent(
    name: &str,
    dialect: Dialect,
    http: &Http,
    root: &Path,
) -> Result<Arc<dyn Agent>, Misconfigured> {
    let named = |e: Misconfigured| Misconfigured { what: format!("agents.{name}: {}", e.what), hint: e.hint };
    let endpoint = Endpoint::of(dialect, http.url.as_deref()).map_err(named)?;
    let key = Key::of(dialect, http);
    if key.is_some() {
        endpoint.must_be_private().map_err(named)?;
    }
    let client = endpoint.client(http.proxy.as_deref()).map_err(named)?;
    let (http, root) = (http.clone(), root.to_owned());
    Ok(Arc::new(Speaker(Arc::new(Model { dialect, http, endpoint, key, root, client }))))
}

struct Speaker(Arc<Model>);

impl Agent for Speaker {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let model = self.0.clone();
        Box::pin(async move { exchange::ask(&model, &ask, &live).await })
    }

    fn check(&self) -> Boxed<Checked> {
        let model = self.0.clone();
        Box::pin(async move { check::look(&model).await })
    }

    fn patience(&self) -> Patience {
        Patience::of_seconds(self.0.http.timeout_seconds)
    }
}

impl Model {
    /// How long nothing may come once an answer has begun. Before that, the time for the whole answer decides: a local
    /// server loads its model and reads the prompt before it says anything.
    fn idle(&self) -> Duration {
        Duration::from_secs(self.http.idle_seconds)
    }
}

/// A fault that asking again would not mend.
fn failed(why: impl Into<String>) -> Fault {
    Fault::Failed { why: why.into() }
}
