//! The preview by a server, beside the open gate of a candidate: it is asked for once per candidate intent, its page
//! replaces the built-in one when it comes, and its failure keeps the built-in one and says so (ruling 12). Nothing here
//! ever keeps a person from deciding.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::answered::{Delay, bounded, time_of_day};
use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::Terms;
use super::{Outcome, PREVIEWER, budget, refuse};
use crate::domain::digest::Digest;
use crate::domain::files::Home;
use crate::domain::intent::{self, Reading};
use crate::domain::json as strict;
use crate::domain::path::RelPath;
use crate::domain::preview::{self, Drawn};
use crate::kernel::{Answer, BUILT_IN, By, Errand, Event, Facts, Fault, Key, Look, NoteKind, Step};

/// `design/preview.html`: what it was made from and by what (ruling 12).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Preview {
    pub intent_sha256: Digest,
    pub sha256: Digest,
    /// `built-in`, or the name of the server that drew it.
    pub renderer: String,
    /// The server that is asked for another one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub asked: Option<Asked>,
    /// Why the built-in page serves although a server is configured, or which screens the server left out.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub fallback: Option<String>,
}

/// A preview server that is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Asked {
    pub server: String,
    /// How often it was asked for this page.
    pub times: u32,
    /// When it was asked first.
    pub since: Timestamp,
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub not_before: Option<Timestamp>,
}

impl Preview {
    /// The page of a design, and what the record keeps of it.
    pub fn of(reading: &Reading) -> (Self, Vec<u8>) {
        let page = preview::render(&reading.intent, reading.sha256).into_bytes();
        let (intent_sha256, sha256) = (reading.sha256, Digest::of(&page));
        let renderer = BUILT_IN.to_owned();
        (Self { intent_sha256, sha256, renderer, asked: None, fallback: None }, page)
    }

    /// Whether the program itself made it.
    pub fn is_built_in(&self) -> bool {
        self.renderer == BUILT_IN
    }
}

/// One preview is asked for again so often where the server puts its answer off.
const PUT_OFF: Delay = Delay { first_ms: 10_000, most: 2 };

/// What the server is asked, and what it answered, as they are kept with the iteration (ruling 13).
fn prompt(record: &DesignRecord) -> RelPath {
    Home::of(&record.feature_id).iteration(record.folder()).previewer_prompt()
}

fn kept(record: &DesignRecord) -> RelPath {
    Home::of(&record.feature_id).iteration(record.folder()).previewer_answer()
}

/// What a candidate wants of a preview server.
pub fn errand(record: &DesignRecord) -> Option<(Key, Errand)> {
    let (preview, candidate) = (record.preview.as_ref()?, record.candidate.as_ref()?);
    let asked = preview.asked.as_ref().filter(|_| preview.intent_sha256 == candidate.intent_sha256)?;
    let key = format!("preview/{}/{}/{}", record.folder(), preview.intent_sha256.short(), asked.times);
    let errand = Errand {
        role: PREVIEWER,
        prompt: prompt(record),
        exchange: Home::of(&record.feature_id).iteration(record.folder()).previewer_exchange(),
        not_before: asked.not_before,
        material: Vec::new(),
    };
    Some((Key(key), errand))
}

/// The kept answer is needed where the page that was made of it is not there any more.
pub fn reads(record: &DesignRecord, found: &Look) -> Option<RelPath> {
    let preview = record.preview.as_ref().filter(|preview| !preview.is_built_in())?;
    let there = matches!(found, Look::Bytes(bytes) if Digest::of(bytes) == preview.sha256);
    (!there).then(|| kept(record))
}

/// The page that was made of the kept answer, if it can be made again byte for byte.
pub fn again(record: &DesignRecord, reading: &Reading, facts: &Facts<Terms>) -> Option<Vec<u8>> {
    let preview = record.preview.as_ref().filter(|preview| !preview.is_built_in())?;
    let answer = std::str::from_utf8(facts.bytes(&kept(record))?).ok()?;
    let page = preview::render_drawn(&reading.intent, reading.sha256, answer).ok()?.into_bytes();
    (Digest::of(&page) == preview.sha256).then_some(page)
}

/// Completes a step that made the built-in page of a candidate, or one that lacks screens again: the server is asked, if
/// there is one and the budget of the run has a call left. It is counted before it is made (promise P14). What the
/// server drew before it remembers; what is drawn is what is missing.
pub fn prepared(mut step: Step<DesignRecord>, facts: &Facts<Terms>) -> Step<DesignRecord> {
    let Some(previewer) = &facts.terms.previewer else { return step };
    let paths = Home::of(&step.record.feature_id);
    let answer = kept(&step.record);
    let writes = |path: &RelPath| step.writes.iter().any(|write| write.path == *path);
    let lacks = |preview: &Preview| preview.is_built_in() || preview.fallback.is_some();
    // An answer that has just come is taken as it is, or one server's failure would be asked for for ever.
    let made = step.record.state == DesignPhase::Candidate
        && writes(&paths.preview())
        && !writes(&answer)
        && step.record.preview.as_ref().is_some_and(|preview| lacks(preview) && preview.asked.is_none());
    if !made {
        return step;
    }
    let drawn_from = step.record.preview.as_ref().map(|preview| preview.intent_sha256);
    let Some(reading) = reading_of(drawn_from, &paths, facts) else { return step };
    let drawings = preview::drawings(&reading.intent, previewer.max_screens);
    let text = strict::pretty(&strict::of(&drawings));
    let outcome = if drawings.views.is_empty() {
        Err("the design has no screen to draw".to_owned())
    } else {
        budget::called(&mut step.record, text.len(), facts)
    };
    let name = &previewer.name;
    match outcome {
        Ok(()) => {
            let asked = Asked { server: name.clone(), times: 1, since: facts.now, not_before: None };
            let data = json!({ "server": name, "screens": drawings.views.len(), "iteration": step.record.iteration });
            let path = prompt(&step.record);
            step = step.write(path, text).note(
                NoteKind::Preview,
                format!("{name} is asked for a preview"),
                data,
            );
            if let Some(preview) = &mut step.record.preview {
                preview.asked = Some(asked);
            }
            step
        }
        Err(why) => {
            let (text, data) = fall_back(&mut step.record, name, &why);
            step.note(NoteKind::Preview, text, data)
        }
    }
}

/// The design on the disk, if it is still the one that is meant.
fn reading_of(sha256: Option<Digest>, paths: &Home, facts: &Facts<Terms>) -> Option<Reading> {
    let reading = intent::read(facts.bytes(&paths.intent())?).ok()?;
    (Some(reading.sha256) == sha256).then_some(reading)
}

/// What came of asking.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    let Some(asked) = record.preview.as_ref().and_then(|preview| preview.asked.clone()) else {
        return Err(refuse(DesignPhase::Candidate, event));
    };
    Ok(match event {
        Event::Answered { answer, .. } => answered(record, &asked, answer, facts),
        Event::Faulted { fault: Fault::TryLater { after_ms, why }, .. } => {
            put_off(record, asked, *after_ms, why, facts)
        }
        Event::Faulted { fault, .. } => fallen(record, &asked, &fault.in_words()),
        Event::AskedAgain { .. } => asked_again(record, &asked, facts),
        Event::Looked | Event::Ordered(_) | Event::Decided(_) | Event::Proceeded { .. } => {
            return Err(refuse(DesignPhase::Candidate, event));
        }
    })
}

fn answered(
    mut record: DesignRecord,
    asked: &Asked,
    answer: &Answer,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let paths = Home::of(&record.feature_id);
    let known = record.candidate.as_ref().map(|candidate| candidate.intent_sha256);
    let reading = reading_of(known, &paths, facts);
    let Some(reading) = reading.filter(|_| *facts.at(&paths.marker()) == Look::Absent) else {
        return fallen(record, asked, "the design was changed meanwhile");
    };
    let raw = kept(&record);
    let drawn = Drawn::read(&answer.text).and_then(|drawn| {
        let page = preview::drawn_page(&reading.intent, reading.sha256, &drawn)?;
        Ok((page, drawn.missing, drawn.remark))
    });
    match drawn {
        Ok((page, missing, remark)) => {
            let page = page.into_bytes();
            let name = &asked.server;
            let (intent_sha256, sha256) = (reading.sha256, Digest::of(&page));
            let data = json!({
                "server": name, "model": bounded(&answer.model), "intentSha256": intent_sha256, "sha256": sha256,
                "iteration": record.iteration, "bytes": answer.text.len(),
            });
            let fallback = missing.first().map(|first| {
                let (count, plural) = (missing.len(), if missing.len() == 1 { " was" } else { "s were" });
                format!("{count} screen{plural} not drawn: {}", bounded(first))
            });
            let text = match &fallback {
                None => format!("the preview was drawn by {name}"),
                Some(why) => format!("the preview was drawn by {name}; {why}"),
            };
            let text = remark.map_or_else(|| text.clone(), |remark| format!("{text}; {}", bounded(&remark)));
            record.preview =
                Some(Preview { intent_sha256, sha256, renderer: name.clone(), asked: None, fallback });
            Step::to(record, By::Engine)
                .write(raw, answer.text.clone().into_bytes())
                .write(paths.preview(), page)
                .note(NoteKind::Preview, text, data)
        }
        Err(why) => fallen(record, asked, &why).write(raw, answer.text.clone().into_bytes()),
    }
}

/// The server asks to be asked later: another call, counted like the first.
fn put_off(
    mut record: DesignRecord,
    asked: Asked,
    after_ms: Option<u64>,
    why: &str,
    facts: &Facts<Terms>,
) -> Step<DesignRecord> {
    let before = (asked.times.saturating_sub(1), asked.since);
    let not_before = match PUT_OFF.until(after_ms, &bounded(why), before, facts) {
        Ok(not_before) => not_before,
        Err(why) => return fallen(record, &asked, &why),
    };
    if let Err(spent) = budget::called_again(&mut record, facts) {
        return fallen(record, &asked, &spent);
    }
    let (name, times) = (asked.server.clone(), asked.times + 1);
    let at = time_of_day(not_before);
    let text = format!("{name} put its preview off ({}); it is asked again at {at}", bounded(why));
    let data = json!({ "server": name, "notBefore": not_before, "why": bounded(why) });
    if let Some(preview) = &mut record.preview {
        preview.asked = Some(Asked { times, not_before: Some(not_before), ..asked });
    }
    Step::to(record, By::Engine).note(NoteKind::Retry, text, data)
}

/// The run was interrupted while it waited for the preview.
fn asked_again(mut record: DesignRecord, asked: &Asked, facts: &Facts<Terms>) -> Step<DesignRecord> {
    if let Err(spent) = budget::called_again(&mut record, facts) {
        return fallen(record, asked, &spent);
    }
    let name = &asked.server;
    let data = json!({ "server": name, "iteration": record.iteration });
    let text = format!("the run was interrupted; {name} is asked for the preview again");
    Step::to(record, By::Engine).note(NoteKind::AskedAgain, text, data)
}

/// The built-in page stays.
fn fallen(mut record: DesignRecord, asked: &Asked, why: &str) -> Step<DesignRecord> {
    let (text, data) = fall_back(&mut record, &asked.server, why);
    Step::to(record, By::Engine).note(NoteKind::Preview, text, data)
}

fn fall_back(record: &mut DesignRecord, server: &str, why: &str) -> (String, serde_json::Value) {
    let why = bounded(why);
    let (mut failed, mut serves) = (format!("{server} failed: {why}"), "the built-in one serves");
    if let Some(preview) = &mut record.preview {
        preview.asked = None;
        if !preview.is_built_in() {
            failed = format!("some screens were not drawn, and asked for them {failed}");
            serves = "the one with the screens that were drawn before serves";
        }
        preview.fallback = Some(failed);
    }
    let text = format!("{server} made no preview ({why}); {serves}");
    (text, json!({ "server": server, "why": why, "iteration": record.iteration }))
}

/// A decision does not wait for a preview: what is under way is dropped.
pub fn dropped(record: &mut DesignRecord) {
    if let Some(preview) = &mut record.preview
        && let Some(asked) = preview.asked.take()
    {
        preview.fallback = Some(format!("it was decided before {} answered", asked.server));
    }
}

/// What front ends say of the preview; nothing where the built-in one was all that was asked for.
pub fn said(record: &DesignRecord) -> Option<String> {
    let preview = record.preview.as_ref()?;
    match (&preview.asked, &preview.fallback) {
        (Some(asked), _) => {
            let (whose, draws) = match preview.is_built_in() {
                true => ("built-in".to_owned(), "another"),
                false => (format!("drawn in part by {}", preview.renderer), "what is missing"),
            };
            Some(match asked.not_before {
                None => format!("{whose}; {} is drawing {draws}, which a decision drops", asked.server),
                Some(at) => {
                    let at = time_of_day(at);
                    format!("{whose}; {} is asked again at {at}, which a decision drops", asked.server)
                }
            })
        }
        (None, Some(why)) if preview.is_built_in() => Some(format!("built-in; {why}")),
        (None, Some(why)) => Some(format!("drawn by {}; {why}", preview.renderer)),
        (None, None) => (!preview.is_built_in()).then(|| format!("drawn by {}", preview.renderer)),
    }
}
