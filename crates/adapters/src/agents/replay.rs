//! Replay of a recorded run's answers, each in its place: for demonstrations, for tests, and to check that the same answers
//! give the same scores (promise P16).

use std::sync::Arc;

use frieze_data::id::FeatureId;
use frieze_data::path::{RelPath, number_in};
use frieze_kernel::files::{Home, Seat};
use frieze_kernel::journal;
use frieze_kernel::journal::Entry;
use frieze_kernel::{Answer, Fault, NoteKind};
use frieze_ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Misconfigured, Store, StoreError};

/// An agent that replays the answers of a feature.
///
/// # Errors
/// If `from` is not a feature id.
pub fn agent(name: &str, from: &str, store: Arc<dyn Store>) -> Result<Arc<dyn Agent>, Misconfigured> {
    let from: FeatureId = from.parse().map_err(|e| {
        Misconfigured::new(format!("{name}: from: {e}"), "use the id of a feature with recorded answers")
    })?;
    Ok(Arc::new(Replay { name: name.to_owned(), from, store }))
}

/// An agent with the feature that it replays.
#[derive(Clone)]
struct Replay {
    name: String,
    from: FeatureId,
    store: Arc<dyn Store>,
}

impl Agent for Replay {
    fn ask(&self, ask: Ask, _live: Live) -> Boxed<Result<Answer, Fault>> {
        let (replay, name) = (self.clone(), self.name.clone());
        Box::pin(async move {
            let answer = tokio::task::spawn_blocking(move || replay.answer(&ask)).await;
            let answer = answer.unwrap_or_else(|e| Err(e.to_string()));
            answer.map_err(|why| Fault::Failed { why: format!("{name}: {why}") })
        })
    }

    /// A recorded answer belongs to its place in a run, and does not depend on the prompt.
    fn answers_outside_runs(&self) -> bool {
        false
    }

    fn check(&self) -> Boxed<Checked> {
        let (replay, name) = (self.clone(), self.name.clone());
        Box::pin(async move {
            let count = tokio::task::spawn_blocking(move || replay.count()).await;
            let from = |count: usize| format!("{name}: {count} recorded answers");
            match count {
                Ok(Ok(0)) => Err(Misconfigured::new(from(0), "use a feature that has been run")),
                Ok(Ok(count)) => Ok(from(count)),
                Ok(Err(e)) => Err(Misconfigured::new(e.to_string(), e.hint())),
                Err(e) => Err(Misconfigured::new(e.to_string(), "run frieze doctor again")),
            }
        })
    }
}

impl Replay {
    fn home(&self) -> Home {
        Home::of(&self.from)
    }

    /// The recorded answer of the same iteration and attempt.
    fn answer(&self, ask: &Ask) -> Result<Answer, String> {
        let Some((folder, attempt)) = place(&ask.exchange) else {
            return Err(format!("{} does not belong to an iteration", ask.exchange));
        };
        let Some(seat) = Seat::of(ask.role.0) else {
            return Err(format!("answers of the {} are not recorded", ask.role.0));
        };
        let path = self.home().iteration(folder).answer(seat, attempt);
        let bytes = self.store.read(&path, LONGEST_ANSWER).map_err(|e| e.with_hint())?;
        let bytes = bytes.ok_or_else(|| format!("{} has no answer here: {path} is missing", self.from))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8"))?;
        let text = for_feature(&text, self.from.as_str(), ask.feature.as_str());
        let before = self
            .places(seat)
            .map_err(|e| e.with_hint())?
            .iter()
            .position(|known| *known == (folder, attempt));
        let mut models = self.models(seat).map_err(|e| e.with_hint())?;
        let model = before.filter(|before| *before < models.len()).map(|before| models.swap_remove(before));
        Ok(Answer::of(text, model.unwrap_or_else(|| format!("replay of {}", self.from))))
    }

    /// All places of a role's answers, in the order of the run.
    fn places(&self, seat: Seat) -> Result<Vec<(u32, u32)>, StoreError> {
        let home = self.home();
        let mut places = Vec::new();
        for (name, _) in self.store.list(&home.iterations())? {
            let Some(folder) = number_in(&name) else { continue };
            let iteration = home.iteration(folder);
            for (name, _) in self.store.list(iteration.folder())? {
                let last = name.rsplit('-').next().and_then(|last| last.split('.').next());
                let attempt = last.and_then(number_in);
                let attempt = attempt.filter(|attempt| iteration.answer(seat, *attempt).name() == name);
                places.extend(attempt.map(|attempt| (folder, attempt)));
            }
        }
        places.sort_unstable();
        Ok(places)
    }

    /// The models of a role's answers, in the order of the journal.
    fn models(&self, seat: Seat) -> Result<Vec<String>, StoreError> {
        let bytes = self.store.read(&self.home().journal(), journal::LARGEST)?.unwrap_or_default();
        let reading = journal::read(&bytes);
        let answers = reading.entries().filter(|entry| entry.kind == NoteKind::Answer.name());
        let text = |entry: &Entry, key: &str| entry.data.get(key)?.as_str().map(str::to_owned);
        let of_role = answers.filter(|entry| text(entry, "role").as_deref() == Some(seat.name()));
        Ok(of_role.filter_map(|entry| text(entry, "model")).collect())
    }

    fn count(&self) -> Result<usize, StoreError> {
        Seat::ALL.iter().try_fold(0, |sum, seat| Ok(sum + self.places(*seat)?.len()))
    }
}

/// The answer with its `featureId` changed to the new feature.
fn for_feature(text: &str, from: &str, to: &str) -> String {
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

/// The iteration and attempt in the name of a request's folder.
fn place(exchange: &RelPath) -> Option<(u32, u32)> {
    let attempt = number_in(exchange.name().rsplit_once('-')?.1)?;
    Some((number_in(exchange.parent()?.name())?, attempt))
}
