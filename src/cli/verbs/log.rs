//! `frieze log`: the journal of a feature, or of a run of another workflow. Damage is shown; nothing is dropped.

use serde_json::json;

use crate::cli::args::Log;
use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style, local_time, remark};
use crate::cli::verbs::status;
use crate::cli::verbs::status::other_runs;
use crate::cli::{Context, End, Ended};
use frieze_data::json as strict;
use frieze_data::path::RelPath;
use frieze_data::text::Shown;
use frieze_design::freeze_marker;
use frieze_kernel::journal;
use frieze_kernel::journal::{JournalReading, Line};
use frieze_kernel::{JournalEnd, Place};
use frieze_ports::{Kind, StoreError};

pub fn log(context: &Context, args: &Log, out: &Out) -> Ended {
    let run = NamedRun::find(context, &args.id)?;
    if run.is_design && context.store.kind_of(&RelPath::feature(&run.id))? != Some(Kind::Folder) {
        return Err(run.runs.no_such_feature(&run.id).into());
    }
    let place = run.runs.place(&run.id);
    let known = run.runs.journal_end(&run.id);
    let (reading, damage) = examined(context, &place, known.as_ref())?;
    let recovered = reading.recovered.iter().map(|line| {
        format!("line {line} is incomplete, because its writer was interrupted; the journal continues after it and nothing is missing")
    });
    let torn = reading.torn.iter().map(|_| TORN.to_owned());
    let remarks: Vec<String> = recovered.chain(torn).chain(damage.iter().cloned()).collect();
    let last = |count: usize| args.number.map_or(0, |n| count.saturating_sub(n));
    if args.json {
        let entries: Vec<_> = reading
            .lines
            .iter()
            .skip(last(reading.lines.len()))
            .map(|line| match line {
                Line::Entry(entry) => json!(entry),
                Line::Raw(bytes) => json!({ "damaged": String::from_utf8_lossy(bytes) }),
            })
            .collect();
        out.json(&json!({ "schemaVersion": 1, "entries": entries, "damage": remarks }));
    } else {
        let lines: Vec<_> = reading.without_repetitions().collect();
        for (_, line) in lines.iter().skip(last(lines.len())) {
            match line {
                Line::Entry(entry) => {
                    let head =
                        format!("{}  {:<12} {}", local_time(&entry.at), entry.kind, Shown::line(&entry.by));
                    out.line(&out.style(Style::Dim, &Shown::line(&head).into_string()));
                    out.paragraph(Style::Plain, 4, &format!("    {}", Shown::line(&entry.text)));
                }
                Line::Raw(bytes) => {
                    let text = String::from_utf8_lossy(bytes);
                    out.line(&out.style(Style::Bad, &format!("damaged: {}", Shown::cut(&text, 120))));
                }
            }
        }
        if reading.lines.is_empty() {
            out.line(&format!("the journal of {run} is empty"));
        }
    }
    if run.is_design && !args.json {
        let runs = status::runs_of(context, &run.id, &other_runs::rows(context))?;
        if let Some(also) = runs.as_ref().and_then(|runs| runs.not_the_design("log")) {
            remark(&format!("{run} has other runs, with journals of their own: {also}"));
        }
    }
    for problem in remarks {
        remark(&format!("{}: {problem}", place.journal));
    }
    Ok(if damage.is_empty() { End::Done } else { End::Failed })
}

/// Not a damage: the next entry starts a new line.
const TORN: &str = "the last line is incomplete, because its writer was interrupted";

/// The journal of a run with all of its damage: by its own chain, by the record, and by FROZEN.md.
pub fn examined(
    context: &Context,
    place: &Place,
    known: Option<&JournalEnd>,
) -> Result<(JournalReading, Vec<String>), StoreError> {
    let bytes = context.store.read(&place.journal, journal::LARGEST)?.unwrap_or_default();
    let reading = journal::read(&bytes);
    let mut damage: Vec<String> =
        reading.damage.iter().map(|d| format!("line {}: {}", d.line, d.what)).collect();
    damage.extend(known.and_then(|known| missing(reading.tip.seq, known)));
    damage.extend(unsealed(context, place, &reading)?);
    Ok((reading, damage))
}

/// The first damage of a run's journal. Made for thousands of features: only a suspicious journal is parsed entry by entry,
/// and no marker is read if it is known that there is none.
pub fn first_damage(
    context: &Context,
    place: &Place,
    known: Option<&JournalEnd>,
    has_no_marker: bool,
) -> Result<Option<String>, StoreError> {
    let bytes = context.store.read(&place.journal, journal::LARGEST)?.unwrap_or_default();
    let chain = journal::chain(&bytes);
    let last = chain.links.last().map_or(0, |link| link.seq);
    if chain.is_whole() && known.is_none_or(|known| missing(last, known).is_none()) {
        if has_no_marker {
            return Ok(None);
        }
        let marker = marker(context, place)?.unwrap_or_default();
        let marker = String::from_utf8_lossy(&marker);
        // FROZEN.md names the last line of its time, which is found fastest from the end.
        if marker.is_empty() || chain.links.iter().rev().any(|link| marker.contains(&link.sha256.to_string()))
        {
            return Ok(None);
        }
    }
    Ok(examined(context, place, known)?.1.into_iter().next())
}

/// The marker of a sealed run.
fn marker(context: &Context, place: &Place) -> Result<Option<Vec<u8>>, StoreError> {
    place.marker.as_ref().map_or(Ok(None), |marker| context.store.read(marker, strict::LARGEST))
}

/// Damage by FROZEN.md, which names the last line of the journal at the freeze.
fn unsealed(
    context: &Context,
    place: &Place,
    reading: &JournalReading,
) -> Result<Option<String>, StoreError> {
    let Some(marker) = marker(context, place)?.and_then(|bytes| freeze_marker::read(&bytes).ok()) else {
        return Ok(None);
    };
    let tip = marker.journal_tip;
    let has_line = reading.tip.line == tip || reading.entries().any(|entry| entry.prev == tip);
    let why = "the last line named in FROZEN.md is missing: entries were changed or removed";
    Ok((!has_line).then(|| why.to_owned()))
}

/// Entries that the record counts but the journal lacks. The entries of the last step are in the record too, and may be about
/// to be written.
fn missing(have: u64, known: &JournalEnd) -> Option<String> {
    let recorded = u64::try_from(known.lines.len()).unwrap_or(u64::MAX);
    let last = known.seq.saturating_sub(recorded);
    (have < last).then(|| format!("entries {} to {last} are missing: the end was cut off", have + 1))
}
