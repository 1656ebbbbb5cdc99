//! The answers of a run that is on the disk, given again in their places: for demonstrations, for tests, and to see that
//! the same answers lead to the same scores (promise P16).

use std::sync::Arc;

use serde_json::Value;

use crate::domain::id::FeatureId;
use crate::domain::path::{RelPath, number_in};
use crate::flows::design::CRITIC;
use crate::kernel::{Answer, Fault, Role};
use crate::ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Misconfigured, Store, StoreError};

/// The longest journal that is read, in bytes.
const LONGEST_JOURNAL: usize = 64 * 1024 * 1024;

/// Who gives the answers of a feature again.
pub fn agent(name: &str, from: &str, store: Arc<dyn Store>) -> Result<Arc<dyn Agent>, Misconfigured> {
    let from: FeatureId = from.parse().map_err(|e| Misconfigured {
        what: format!("{name}: from: {e}"),
        hint: "name the feature whose recorded answers are to be given again".to_owned(),
    })?;
    Ok(Arc::new(Replay { name: name.to_owned(), recorded: Recorded { from, store } }))
}

struct Replay {
    name: String,
    recorded: Recorded,
}

/// A recorded feature.
#[derive(Clone)]
struct Recorded {
    from: FeatureId,
    store: Arc<dyn Store>,
}

impl Agent for Replay {
    fn ask(&self, ask: Ask, _live: Live) -> Boxed<Result<Answer, Fault>> {
        let (recorded, name) = (self.recorded.clone(), self.name.clone());
        Box::pin(async move {
            let found = tokio::task::spawn_blocking(move || recorded.answer(&ask)).await;
            let found = found.unwrap_or_else(|e| Err(e.to_string()));
            found.map_err(|why| Fault::Failed { why: format!("{name}: {why}") })
        })
    }

    /// A recorded answer has its place in a run; whatever it was asked, it would say the same.
    fn answers_outside_runs(&self) -> bool {
        false
    }

    fn check(&self) -> Boxed<Checked> {
        let (recorded, name) = (self.recorded.clone(), self.name.clone());
        Box::pin(async move {
            let found = tokio::task::spawn_blocking(move || recorded.count()).await;
            let from = |count: usize| format!("{name}: {count} recorded answers");
            match found {
                Ok(Ok(0)) => Checked::ill(from(0), "name a feature that was run"),
                Ok(Ok(count)) => Checked::well(from(count)),
                Ok(Err(e)) => Checked::ill(e.to_string(), e.hint()),
                Err(e) => Checked::ill(e.to_string(), "look again (frieze doctor)"),
            }
        })
    }
}

impl Recorded {
    fn iterations(&self) -> RelPath {
        RelPath::feature(&self.from).join("design/iterations")
    }

    /// The answer in the place of the one that is asked for: the same iteration, the same attempt.
    fn answer(&self, ask: &Ask) -> Result<Answer, String> {
        let Some((folder, attempt)) = place(&ask.exchange) else {
            return Err(format!("{} is no place of an iteration", ask.exchange));
        };
        let path = answer_path(&self.iterations().number(folder), ask.role, attempt);
        let bytes = self.store.read(&path, LONGEST_ANSWER).map_err(|e| e.with_hint())?;
        let bytes =
            bytes.ok_or_else(|| format!("{} has no answer in this place: {path} is missing", self.from))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8"))?;
        let text = named_after(&text, self.from.as_str(), ask.feature.as_str());
        let before = self
            .places(ask.role)
            .map_err(|e| e.with_hint())?
            .iter()
            .position(|known| *known == (folder, attempt));
        let mut models = self.models(ask.role);
        let model = before.filter(|before| *before < models.len()).map(|before| models.swap_remove(before));
        Ok(Answer::of(text, model.unwrap_or_else(|| format!("replay of {}", self.from))))
    }

    /// Where answers of a role are, in the order in which they were given.
    fn places(&self, role: Role) -> Result<Vec<(u32, u32)>, StoreError> {
        let names = |folder: &RelPath| self.store.list(folder);
        let mut places = Vec::new();
        for (name, _) in names(&self.iterations())? {
            let Some(number) = number_in(&name) else { continue };
            for (name, _) in names(&self.iterations().number(number))? {
                let attempt = name.strip_prefix(before(role)).and_then(|rest| rest.strip_suffix(".txt"));
                places.extend(attempt.and_then(number_in).map(|attempt| (number, attempt)));
            }
        }
        places.sort_unstable();
        Ok(places)
    }

    /// The models that gave a role's answers, as the journal has them, in their order.
    fn models(&self, role: Role) -> Vec<String> {
        let path = RelPath::feature(&self.from).join("design/journal.jsonl");
        let Ok(Some(bytes)) = self.store.read(&path, LONGEST_JOURNAL) else { return Vec::new() };
        let text = String::from_utf8_lossy(&bytes);
        let notes = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        notes
            .filter(|note| note.get("kind").and_then(Value::as_str) == Some("answer"))
            .filter_map(|note| {
                let data = note.get("data")?;
                (data.get("role")?.as_str()? == role.0)
                    .then(|| data.get("model")?.as_str().map(str::to_owned))?
            })
            .collect()
    }

    fn count(&self) -> Result<usize, StoreError> {
        let roles = [crate::flows::design::GENERATOR, CRITIC];
        roles.iter().try_fold(0, |sum, role| Ok(sum + self.places(*role)?.len()))
    }
}

/// An answer for another feature: its `featureId` is that feature's, all else is as it was recorded.
fn named_after(text: &str, from: &str, to: &str) -> String {
    const KEY: &str = "\"featureId\"";
    let recorded = format!("\"{from}\"");
    let mut parts = text.split(KEY);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        out.push_str(KEY);
        let value = part.trim_start().strip_prefix(':').map(str::trim_start);
        match value.and_then(|value| value.strip_prefix(&recorded)) {
            Some(rest) => out.push_str(&format!(": \"{to}\"{rest}")),
            None => out.push_str(part),
        }
    }
    out
}

fn before(role: Role) -> &'static str {
    if role == CRITIC { "critic-answer-" } else { "generator-answer-" }
}

fn answer_path(iteration: &RelPath, role: Role, attempt: u32) -> RelPath {
    iteration.numbered(before(role), attempt, ".txt")
}

/// The iteration's folder and the attempt that a request's own folder names.
fn place(exchange: &RelPath) -> Option<(u32, u32)> {
    let attempt = exchange.name().rsplit_once('-')?.1.parse().ok()?;
    Some((exchange.parent()?.name().parse().ok()?, attempt))
}
