//! A person, or any other tool, with files: the prompt is written, the answer is waited for, for as long as it takes.

use std::sync::Arc;
use std::time::Duration;

use crate::domain::path::RelPath;
use crate::kernel::{Answer, Fault};
use crate::ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Patience, Store, StoreErrorKind};

/// How often one path is looked at. An answer that is the same at two looks is whole.
const LOOK: Duration = Duration::from_millis(500);

/// How whoever answers is called.
pub fn model(name: &str) -> String {
    format!("files ({name})")
}

/// Somebody who answers with files.
pub fn agent(name: &str, store: Arc<dyn Store>) -> Arc<dyn Agent> {
    Arc::new(Desk { name: name.to_owned(), store })
}

struct Desk {
    name: String,
    store: Arc<dyn Store>,
}

impl Agent for Desk {
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
        let found = format!("{}: whoever reads prompt.md and writes response.md beside it", self.name);
        Box::pin(async { Checked::well(found) })
    }

    fn patience(&self) -> Patience {
        Patience::ForEver
    }
}

/// Writes the prompt, unless it is there: what a person noted in it stays.
fn write(store: &dyn Store, ask: &Ask) -> Result<(), String> {
    let path = ask.exchange.join("prompt.md");
    if store.look(&path).map_err(|e| e.with_hint())?.is_some() {
        return Ok(());
    }
    let (role, feature, exchange) = (ask.role.0, &ask.feature, &ask.exchange);
    let text = format!(
        "<!-- For whoever answers: this is the prompt for the {role} of {feature}. Give all that is below this line to \
         any model, or answer it yourself, and save the answer as {exchange}/response.md. frieze takes it from there. -->\n\n{}",
        ask.prompt
    );
    store.replace(&[(path, text.into_bytes())]).map_err(|e| e.with_hint())
}

/// What a look at the answer found.
enum Found {
    /// None, or none that can be taken: what is waited for.
    Not(String),
    Text(String),
}

/// Waits until the answer is there and was the same at two looks.
async fn wait(store: &Arc<dyn Store>, response: &RelPath, live: &Live) -> Result<String, Fault> {
    let (mut before, mut said) = (None, None);
    loop {
        let (store, path) = (store.clone(), response.clone());
        let looked = tokio::task::spawn_blocking(move || look(store.as_ref(), &path)).await;
        match looked.map_err(|e| Fault::Failed { why: e.to_string() })? {
            Found::Text(text) if before.as_ref() == Some(&text) => return Ok(text),
            Found::Text(text) => before = Some(text),
            Found::Not(waits) => {
                before = None;
                // Told when it changes, not at every look.
                if said.as_ref() != Some(&waits) {
                    live.asks(waits.clone());
                    said = Some(waits);
                }
            }
        }
        tokio::time::sleep(LOOK).await;
    }
}

fn look(store: &dyn Store, path: &RelPath) -> Found {
    let waits = |why: &str| Found::Not(format!("waits for {path}{why}"));
    match store.read(path, LONGEST_ANSWER) {
        Ok(None) => waits(""),
        Ok(Some(bytes)) => match String::from_utf8(bytes) {
            Ok(text) if text.trim().is_empty() => waits(", which is empty so far"),
            Ok(text) => Found::Text(text),
            Err(_) => waits(": what is there is not UTF-8"),
        },
        Err(e) => match e.kind {
            StoreErrorKind::NotAFile => waits(": what is there is not a regular file"),
            StoreErrorKind::TooLarge => {
                waits(&format!(": what is there is longer than {} MiB", LONGEST_ANSWER >> 20))
            }
            StoreErrorKind::Full
            | StoreErrorKind::AtLimit
            | StoreErrorKind::Missing
            | StoreErrorKind::NotAllowed
            | StoreErrorKind::Io => waits(&format!(": {}", e.why)),
        },
    }
}
