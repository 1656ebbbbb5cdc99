//! The answers of a run that is on the disk, given again in their places: for demonstrations, for tests, and to see that
//! the same answers lead to the same scores (promise P16).

use std::sync::Arc;

use crate::domain::files::{Home, Seat};
use crate::domain::id::FeatureId;
use crate::domain::journal::{self, Entry};
use crate::domain::path::{RelPath, number_in};
use crate::kernel::{Answer, Fault, NoteKind};
use crate::ports::{Agent, Ask, Boxed, Checked, LONGEST_ANSWER, Live, Misconfigured, Store, StoreError};

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
    fn home(&self) -> Home {
        Home::of(&self.from)
    }

    /// The answer in the place of the one that is asked for: the same iteration, the same attempt.
    fn answer(&self, ask: &Ask) -> Result<Answer, String> {
        let Some((folder, attempt)) = place(&ask.exchange) else {
            return Err(format!("{} is no place of an iteration", ask.exchange));
        };
        let Some(seat) = Seat::of(ask.role.0) else {
            return Err(format!("no answers of the {} are recorded", ask.role.0));
        };
        let path = self.home().iteration(folder).answer(seat, attempt);
        let bytes = self.store.read(&path, LONGEST_ANSWER).map_err(|e| e.with_hint())?;
        let bytes =
            bytes.ok_or_else(|| format!("{} has no answer in this place: {path} is missing", self.from))?;
        let text = String::from_utf8(bytes).map_err(|_| format!("{path} is not UTF-8"))?;
        let text = named_after(&text, self.from.as_str(), ask.feature.as_str());
        let before = self
            .places(seat)
            .map_err(|e| e.with_hint())?
            .iter()
            .position(|known| *known == (folder, attempt));
        let mut models = self.models(seat).map_err(|e| e.with_hint())?;
        let model = before.filter(|before| *before < models.len()).map(|before| models.swap_remove(before));
        Ok(Answer::of(text, model.unwrap_or_else(|| format!("replay of {}", self.from))))
    }

    /// Where answers of a role are, in the order in which they were given.
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

    /// The models that gave a role's answers, as the journal has them, in their order.
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

/// The iteration's folder and the attempt that a request's own folder names.
fn place(exchange: &RelPath) -> Option<(u32, u32)> {
    let attempt = number_in(exchange.name().rsplit_once('-')?.1)?;
    Some((number_in(exchange.parent()?.name())?, attempt))
}
