//! The preview server of a candidate. It is asked once per candidate intent, and its page replaces the built-in one. If it
//! fails, the built-in page stays, with a message (ruling 12). It never delays a person's decision.

use serde_json::json;

use super::record::DesignRecord;
use crate::design::preview_origin::{Preview, PreviewRequest};
use crate::design::record::agent_answers::{Delay, shortened, time_of_day};
use crate::design::record::budget;
use crate::design::record::phase::DesignPhase;
use crate::design::{Facts, Outcome, PREVIEWER, Step, refuse};
use frieze_data::digest::Digest;
use frieze_data::json as strict;
use frieze_data::path::RelPath;
use frieze_intent as intent;
use frieze_intent::Reading;
use frieze_kernel::files::Home;
use frieze_kernel::{AgentRequest, Answer, By, Event, Fault, FileState, Key, NoteKind};
use frieze_preview as preview;
use frieze_preview::Drawn;

/// The delays for a postponed preview.
const POSTPONED: Delay = Delay { first_ms: 10_000, most: 2 };

/// The request, saved with the iteration (ruling 13).
fn prompt_path(record: &DesignRecord) -> RelPath {
    Home::of(&record.feature_id).iteration(record.folder()).previewer_prompt()
}

/// The server's answer, saved with the iteration (ruling 13).
fn answer_path(record: &DesignRecord) -> RelPath {
    Home::of(&record.feature_id).iteration(record.folder()).previewer_answer()
}

/// The candidate's pending request to the preview server.
pub fn agent_request(record: &DesignRecord) -> Option<(Key, AgentRequest)> {
    let (preview, candidate) = (record.preview.as_ref()?, record.candidate.as_ref()?);
    let pending = preview.request.as_ref().filter(|_| preview.intent_sha256 == candidate.intent_sha256)?;
    let key = format!("preview/{}/{}/{}", record.folder(), preview.intent_sha256.short(), pending.times);
    let exchange = Home::of(&record.feature_id).iteration(record.folder()).previewer_exchange();
    let ask = AgentRequest::new(PREVIEWER, None, prompt_path(record), exchange);
    Some((Key(key), AgentRequest { not_before: pending.not_before, ..ask }))
}

/// The saved answer, if the page has to be rebuilt from it.
pub fn reads(record: &DesignRecord, found: &FileState) -> Option<RelPath> {
    let preview = record.preview.as_ref().filter(|preview| !preview.is_built_in())?;
    let is_intact = matches!(found, FileState::Bytes(bytes) if Digest::of(bytes) == preview.sha256);
    (!is_intact).then(|| answer_path(record))
}

/// Rebuilds the page from the saved answer; `None` if the result differs from the record.
pub fn rebuild_page(record: &DesignRecord, reading: &Reading, facts: &Facts) -> Option<Vec<u8>> {
    let preview = record.preview.as_ref().filter(|preview| !preview.is_built_in())?;
    let answer = std::str::from_utf8(facts.bytes(&answer_path(record))?).ok()?;
    let words = preview.in_words();
    let page = preview::render_drawn(&reading.intent, reading.sha256, words.as_deref(), answer).ok()?;
    let page = page.into_bytes();
    (Digest::of(&page) == preview.sha256).then_some(page)
}

/// Adds a server request to a step that wrote the built-in page, or a page without some screens. The call is counted before it
/// is made (promise P14). The server remembers what it drew, so it only draws what is missing.
pub fn request_preview(mut step: Step, facts: &Facts) -> Step {
    let Some(previewer) = &facts.terms.previewer else { return step };
    let paths = Home::of(&step.record.feature_id);
    let answer = answer_path(&step.record);
    let writes = |path: &RelPath| step.writes.iter().any(|write| write.path == *path);
    let lacks = |preview: &Preview| preview.is_built_in() || preview.fallback.is_some();
    // Not right after an answer, or a server that always fails would be asked forever.
    let needs_request = step.record.state == DesignPhase::Candidate
        && writes(&paths.preview())
        && !writes(&answer)
        && step.record.preview.as_ref().is_some_and(|preview| lacks(preview) && preview.request.is_none());
    if !needs_request {
        return step;
    }
    let drawn_from = step.record.preview.as_ref().map(|preview| preview.intent_sha256);
    let Some(reading) = current_reading(drawn_from, &paths, facts) else { return step };
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
            let request =
                PreviewRequest { server: name.clone(), times: 1, since: facts.now, not_before: None };
            let data = json!({ "server": name, "screens": drawings.views.len(), "iteration": step.record.iteration });
            let path = prompt_path(&step.record);
            step = step.write(path, text).note(
                NoteKind::Preview,
                format!("preview requested from {name}"),
                data,
            );
            if let Some(preview) = &mut step.record.preview {
                preview.request = Some(request);
            }
            step
        }
        Err(why) => {
            let (text, data) = fall_back(&mut step.record, name, &why);
            step.note(NoteKind::Preview, text, data)
        }
    }
}

/// The design on disk, if it still has this hash.
fn current_reading(sha256: Option<Digest>, paths: &Home, facts: &Facts) -> Option<Reading> {
    let reading = intent::read(facts.bytes(&paths.intent())?).ok()?;
    (Some(reading.sha256) == sha256).then_some(reading)
}

/// The changes of an event about the preview server.
pub fn step(record: DesignRecord, event: &Event, facts: &Facts) -> Outcome {
    let Some(request) = record.preview.as_ref().and_then(|preview| preview.request.clone()) else {
        return Err(refuse(&record, event));
    };
    Ok(match event {
        Event::Answered { answer, .. } => answered(record, &request, answer, facts),
        Event::Faulted { fault: Fault::TryLater { after_ms, why }, .. } => {
            retry(record, request, *after_ms, why, facts)
        }
        Event::Faulted { fault, .. } => fail(record, &request, &fault.in_words()),
        Event::AskedAgain { .. } => ask_again(record, &request, facts),
        Event::Inspected | Event::Ordered(_) | Event::Decided(_) | Event::Proceeded { .. } => {
            return Err(refuse(&record, event));
        }
    })
}

fn answered(mut record: DesignRecord, request: &PreviewRequest, answer: &Answer, facts: &Facts) -> Step {
    let paths = Home::of(&record.feature_id);
    let known = record.candidate.as_ref().map(|candidate| candidate.intent_sha256);
    let reading = current_reading(known, &paths, facts);
    let Some(reading) = reading.filter(|_| *facts.at(&paths.marker()) == FileState::Absent) else {
        return fail(record, request, "the design was changed in the meantime");
    };
    let raw = answer_path(&record);
    let compared = record.preview.as_ref().and_then(|preview| preview.compared);
    let words = compared.map(|compared| compared.in_words());
    let drawn = Drawn::read(&answer.text).and_then(|drawn| {
        let page = preview::drawn_page(&reading.intent, reading.sha256, words.as_deref(), &drawn)?;
        Ok((page, drawn.missing, drawn.remark))
    });
    match drawn {
        Ok((page, missing, remark)) => {
            let page = page.into_bytes();
            let name = &request.server;
            let (intent_sha256, sha256) = (reading.sha256, Digest::of(&page));
            let data = json!({
                "server": name, "model": shortened(&answer.model), "intentSha256": intent_sha256, "sha256": sha256,
                "iteration": record.iteration, "bytes": answer.text.len(),
            });
            let fallback = missing.first().map(|first| {
                let (count, plural) = (missing.len(), if missing.len() == 1 { " was" } else { "s were" });
                format!("{count} screen{plural} not drawn: {}", shortened(first))
            });
            let text = match &fallback {
                None => format!("the preview was drawn by {name}"),
                Some(why) => format!("the preview was drawn by {name}; {why}"),
            };
            let text =
                remark.map_or_else(|| text.clone(), |remark| format!("{text}; {}", shortened(&remark)));
            let renderer = name.clone();
            record.preview =
                Some(Preview { intent_sha256, sha256, renderer, compared, request: None, fallback });
            Step::to(record, By::Engine)
                .write(raw, answer.text.clone().into_bytes())
                .write(paths.preview(), page)
                .note(NoteKind::Preview, text, data)
        }
        Err(why) => fail(record, request, &why).write(raw, answer.text.clone().into_bytes()),
    }
}

/// Repeats a postponed request: another call, counted like the first.
fn retry(
    mut record: DesignRecord,
    request: PreviewRequest,
    after_ms: Option<u64>,
    why: &str,
    facts: &Facts,
) -> Step {
    let before = (request.times.saturating_sub(1), request.since);
    let not_before = match POSTPONED.until(after_ms, &shortened(why), before, facts) {
        Ok(not_before) => not_before,
        Err(why) => return fail(record, &request, &why),
    };
    if let Err(spent) = budget::called_again(&mut record, facts) {
        return fail(record, &request, &spent);
    }
    let (name, times) = (request.server.clone(), request.times + 1);
    let at = time_of_day(not_before);
    let text = format!("{name} postponed its preview ({}); it will be asked again at {at}", shortened(why));
    let data = json!({ "server": name, "notBefore": not_before, "why": shortened(why) });
    if let Some(preview) = &mut record.preview {
        preview.request = Some(PreviewRequest { times, not_before: Some(not_before), ..request });
    }
    Step::to(record, By::Engine).note(NoteKind::Retry, text, data)
}

/// Repeats a request after an interruption.
fn ask_again(mut record: DesignRecord, request: &PreviewRequest, facts: &Facts) -> Step {
    if let Err(spent) = budget::called_again(&mut record, facts) {
        return fail(record, request, &spent);
    }
    let name = &request.server;
    let data = json!({ "server": name, "iteration": record.iteration });
    let text = format!("the run was interrupted; {name} is asked for the preview again");
    Step::to(record, By::Engine).note(NoteKind::AskedAgain, text, data)
}

/// Keeps the current page after a failure.
fn fail(mut record: DesignRecord, request: &PreviewRequest, why: &str) -> Step {
    let (text, data) = fall_back(&mut record, &request.server, why);
    Step::to(record, By::Engine).note(NoteKind::Preview, text, data)
}

fn fall_back(record: &mut DesignRecord, server: &str, why: &str) -> (String, serde_json::Value) {
    let why = shortened(why);
    let (mut failed, mut stays) = (format!("{server} failed: {why}"), "the built-in preview is used");
    if let Some(preview) = &mut record.preview {
        preview.request = None;
        if !preview.is_built_in() {
            failed = format!("some screens were not drawn: {failed}");
            stays = "the preview with the screens drawn before is used";
        }
        preview.fallback = Some(failed);
    }
    let text = format!("{server} made no preview ({why}); {stays}");
    (text, json!({ "server": server, "why": why, "iteration": record.iteration }))
}

/// Drops a pending request: a decision does not wait for a preview.
pub fn drop_request(record: &mut DesignRecord) {
    if let Some(preview) = &mut record.preview
        && let Some(request) = preview.request.take()
    {
        preview.fallback = Some(format!("it was decided before {} answered", request.server));
    }
}

/// The preview's state for front ends; `None` for the built-in page without a server.
pub fn describe(record: &DesignRecord) -> Option<String> {
    let preview = record.preview.as_ref()?;
    match (&preview.request, &preview.fallback) {
        (Some(request), _) => {
            let (whose, draws) = match preview.is_built_in() {
                true => ("built-in".to_owned(), "another"),
                false => (format!("drawn in part by {}", preview.renderer), "the missing screens"),
            };
            Some(match request.not_before {
                None => format!("{whose}; {} is drawing {draws} (a decision cancels that)", request.server),
                Some(at) => {
                    let at = time_of_day(at);
                    format!(
                        "{whose}; {} will be asked again at {at} (a decision cancels that)",
                        request.server
                    )
                }
            })
        }
        (None, Some(why)) if preview.is_built_in() => Some(format!("built-in; {why}")),
        (None, Some(why)) => Some(format!("drawn by {}; {why}", preview.renderer)),
        (None, None) => (!preview.is_built_in()).then(|| format!("drawn by {}", preview.renderer)),
    }
}
