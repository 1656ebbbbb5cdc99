//! `frieze log`: the journal of a feature; damage is shown, nothing is dropped.

use serde_json::json;

use super::args::Log;
use super::out::{Out, Style, remark};
use super::{End, Ended, Tools, id};
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::journal::{self, JournalReading, Line};
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::domain::{frozen, json as strict};
use crate::kernel::{Flow, Journalled};
use crate::ports::{Kind, StoreError};

pub fn log<F: Flow>(tools: &Tools<F>, args: &Log, out: &Out) -> Ended {
    let id = id(&args.id)?;
    if tools.store.look(&RelPath::feature(&id))? != Some(Kind::Folder) {
        return Err(tools.engine.no_such_feature(&id).into());
    }
    let path = F::home(&id).journal();
    let (reading, damage) = examined(tools, &id, tools.engine.journalled(&id).as_ref())?;
    let mended = reading.mended.iter().map(|line| {
        format!("line {line} was cut short by whoever wrote it; the journal goes on after it, and nothing is missing")
    });
    let torn = reading.torn.iter().map(|_| TORN.to_owned());
    let told: Vec<String> = mended.chain(torn).chain(damage.iter().cloned()).collect();
    let skip = args.number.map_or(0, |n| reading.lines.len().saturating_sub(n));
    if args.json {
        let entries: Vec<_> = reading
            .lines
            .iter()
            .skip(skip)
            .map(|line| match line {
                Line::Entry(entry) => json!(entry),
                Line::Raw(bytes) => json!({ "damaged": String::from_utf8_lossy(bytes) }),
            })
            .collect();
        out.json(&json!({ "schemaVersion": 1, "entries": entries, "damage": told }));
    } else {
        for line in reading.lines.iter().skip(skip) {
            match line {
                Line::Entry(entry) => {
                    let time = entry.at.get(..19).unwrap_or(&entry.at).replace('T', " ");
                    let head = format!("{time}  {:<12} {}", entry.kind, Shown::line(&entry.by));
                    out.line(&out.style(Style::Dim, &Shown::line(&head).into_string()));
                    out.line(&format!("    {}", Shown::line(&entry.text)));
                }
                Line::Raw(bytes) => {
                    let text = String::from_utf8_lossy(bytes);
                    out.line(&out.style(Style::Bad, &format!("damaged: {}", Shown::cut(&text, 120))));
                }
            }
        }
        if reading.lines.is_empty() {
            out.line(&format!("nothing has happened to {id} yet"));
        }
    }
    for problem in told {
        remark(&format!("{path}: {problem}"));
    }
    Ok(if damage.is_empty() { End::Done } else { End::Failed })
}

/// No damage: the next entry goes on a line of its own.
const TORN: &str = "the last line was cut short by whoever wrote it";

/// The journal of a feature, and what is wrong with it: by itself, by what the record knows of it, and by what the
/// marker of a frozen design sealed.
pub fn examined<F: Flow>(
    tools: &Tools<F>,
    id: &FeatureId,
    known: Option<&Journalled>,
) -> Result<(JournalReading, Vec<String>), StoreError> {
    let home = F::home(id);
    let bytes = tools.store.read(&home.journal(), journal::LARGEST)?.unwrap_or_default();
    let reading = journal::read(&bytes);
    let mut damage: Vec<String> =
        reading.damage.iter().map(|d| format!("line {}: {}", d.line, d.what)).collect();
    damage.extend(known.and_then(|known| missing(reading.tip.seq, known)));
    damage.extend(unsealed(tools, &home, &reading)?);
    Ok((reading, damage))
}

/// What is wrong first with the journal of a feature: for examining thousands. Only what is not plainly whole is read
/// entry by entry.
pub fn first_damage<F: Flow>(
    tools: &Tools<F>,
    id: &FeatureId,
    known: Option<&Journalled>,
) -> Result<Option<String>, StoreError> {
    let home = F::home(id);
    let bytes = tools.store.read(&home.journal(), journal::LARGEST)?.unwrap_or_default();
    let chain = journal::chain(&bytes);
    let last = chain.links.last().map_or(0, |link| link.seq);
    if chain.is_whole() && known.is_none_or(|known| missing(last, known).is_none()) {
        let marker = tools.store.read(&home.marker(), strict::LARGEST)?.unwrap_or_default();
        let marker = String::from_utf8_lossy(&marker);
        // What it names as the last line is the last that there was: the end is where it is found soonest.
        if marker.is_empty() || chain.links.iter().rev().any(|link| marker.contains(&link.sha256.to_string()))
        {
            return Ok(None);
        }
    }
    Ok(examined(tools, id, known)?.1.into_iter().next())
}

/// FROZEN.md names the line with which the journal ended when the design was frozen.
fn unsealed<F: Flow>(
    tools: &Tools<F>,
    home: &Home,
    reading: &JournalReading,
) -> Result<Option<String>, StoreError> {
    let marker = tools.store.read(&home.marker(), strict::LARGEST)?;
    let Some(marker) = marker.and_then(|bytes| frozen::read(&bytes).ok()) else { return Ok(None) };
    let tip = marker.journal_tip;
    let there = reading.tip.line == tip || reading.entries().any(|entry| entry.prev == tip);
    let why = "the line that FROZEN.md names as its last is not there: entries were changed or taken away";
    Ok((!there).then(|| why.to_owned()))
}

/// What a journal lacks that the record knows of. The lines of the last step are in the record too, and may just be
/// on their way.
fn missing(have: u64, known: &Journalled) -> Option<String> {
    let kept = u64::try_from(known.lines.len()).unwrap_or(u64::MAX);
    let last = known.seq.saturating_sub(kept);
    (have < last).then(|| format!("the entries {} to {last} are missing: its end was cut off", have + 1))
}
