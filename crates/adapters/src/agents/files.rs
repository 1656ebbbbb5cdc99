//! An agent that answers with files: a person, or any tool. It writes the prompt and waits for the answer without a time limit.

use std::sync::Arc;
use std::time::Duration;

use frieze_data::path::RelPath;
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Patience, Store, StoreErrorKind};

/// Interval between two reads of the answer. An answer that did not change between two reads is complete.
const POLL_INTERVAL: Duration = Duration::from_millis(500);

/// The model name of such an agent.
pub fn model(name: &str) -> String {
    format!("files ({name})")
}

/// An agent that answers with files.
pub fn agent(name: &str, store: Arc<dyn Store>) -> Arc<dyn Agent> {
    Arc::new(FileAgent { name: name.to_owned(), store })
}

struct FileAgent {
    name: String,
    store: Arc<dyn Store>,
}

impl Agent for FileAgent {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        let (store, model) = (self.store.clone(), model(&self.name));
        Box::pin(async move {
            let response = ask.exchange.join("response.md");
            let writer = store.clone();
            let written = tokio::task::spawn_blocking(move || write(writer.as_ref(), &ask)).await;
            written.unwrap_or_else(|e| Err(e.to_string())).map_err(|why| Fault::Failed { why })?;
            let text = wait(&store, &response, &live).await?;
            Ok(Answer::of(text, model))
        })
    }

    fn check(&self) -> Boxed<Checked> {
        let found = "anyone can answer by reading prompt.md and writing response.md next to it";
        Box::pin(async { Ok(found.to_owned()) })
    }

    fn patience(&self) -> Patience {
        Patience::ForEver
    }
}

/// Writes the prompt, unless it exists: a person may have added notes to it.
fn write(store: &dyn Store, ask: &Ask) -> Result<(), String> {
    let path = ask.exchange.join("prompt.md");
    if store.kind_of(&path).map_err(|e| e.with_hint())?.is_some() {
        return Ok(());
    }
    let (role, feature, exchange) = (ask.role.0, &ask.feature, &ask.exchange);
    let text = format!(
        "<!-- This is the prompt for the {role} of {feature}. Give everything below this line to any model, or answer \
         it yourself, and save the answer as {exchange}/response.md. frieze continues from there. -->\n\n{}",
        ask.prompt
    );
    store.replace(&[(path, text.into_bytes())]).map_err(|e| e.with_hint())
}

/// The result of one read.
enum Found {
    /// There is no usable answer yet; describes what the agent waits for.
    Nothing(String),
    Text(String),
}

/// Waits until the answer is there and has not changed between two reads.
async fn wait(store: &Arc<dyn Store>, response: &RelPath, live: &Live) -> Result<String, Fault> {
    let (mut before, mut said) = (None, None);
    loop {
        let (store, path) = (store.clone(), response.clone());
        let found = tokio::task::spawn_blocking(move || read_answer(store.as_ref(), &path)).await;
        match found.map_err(|e| Fault::Failed { why: e.to_string() })? {
            Found::Text(text) if before.as_ref() == Some(&text) => return Ok(text),
            Found::Text(text) => before = Some(text),
            Found::Nothing(waits) => {
                before = None;
                // Reported only when it changes.
                if said.as_ref() != Some(&waits) {
                    live.needs_person(waits.clone());
                    said = Some(waits);
                }
            }
        }
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}

fn read_answer(store: &dyn Store, path: &RelPath) -> Found {
    let waits = |why: &str| Found::Nothing(format!("waiting for {path}{why}"));
    match store.read(path, LONGEST_ANSWER) {
        Ok(None) => waits(""),
        Ok(Some(bytes)) => match String::from_utf8(bytes) {
            Ok(text) if text.trim().is_empty() => waits(", which is still empty"),
            Ok(text) => Found::Text(text),
            Err(_) => waits(", which is not UTF-8"),
        },
        Err(e) => match e.kind {
            StoreErrorKind::NotAFile => waits(", which is not a regular file"),
            StoreErrorKind::TooLarge => {
                waits(&format!(", which is longer than {} MiB", LONGEST_ANSWER >> 20))
            }
            StoreErrorKind::Full
            | StoreErrorKind::AtLimit
            | StoreErrorKind::Missing
            | StoreErrorKind::NotAFolder
            | StoreErrorKind::NotAllowed
            | StoreErrorKind::Io => waits(&format!(": {}", e.why)),
        },
    }
}
