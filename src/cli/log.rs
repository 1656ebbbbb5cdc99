//! `frieze log`: the journal of a feature; damage is shown, nothing is dropped.

use serde_json::json;

use super::args::Log;
use super::out::{Out, Style, remark};
use super::{End, Ended, Tools, id};
use crate::domain::journal::{self, Line};
use crate::domain::path::RelPath;
use crate::domain::text::Shown;
use crate::kernel::{Flow, Journalled};
use crate::ports::Kind;

/// The largest journal that is printed, in bytes.
const LARGEST: usize = 256 * 1024 * 1024;

pub fn log<F: Flow>(tools: &Tools<F>, args: &Log, out: &Out) -> Ended {
    let id = id(&args.id)?;
    if tools.store.look(&RelPath::feature(&id))? != Some(Kind::Folder) {
        return Err(crate::engine::Trouble::NoSuchFeature(id).into());
    }
    let path = F::home(&id).join("journal.jsonl");
    let known = tools.engine.journalled(&id);
    let reading = journal::read(&tools.store.read(&path, LARGEST)?.unwrap_or_default());
    let cut = known.and_then(|known| cut(&reading, &known));
    let damage = || damage(&reading).into_iter().chain(cut.clone()).collect::<Vec<_>>();
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
        out.json(&json!({ "schemaVersion": 1, "entries": entries, "damage": damage() }));
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
    for problem in damage() {
        remark(&format!("{path}: {problem}"));
    }
    Ok(if reading.damage.is_empty() && cut.is_none() { End::Done } else { End::Failed })
}

/// What a journal lacks that the record knows of. The lines of the last step are in the record too, and may just be
/// on their way.
fn cut(reading: &journal::JournalReading, known: &Journalled) -> Option<String> {
    let (have, kept) = (reading.tip.seq, u64::try_from(known.lines.len()).unwrap_or(u64::MAX));
    let last = known.seq.saturating_sub(kept);
    (have < last).then(|| format!("the entries {} to {last} are missing: its end was cut off", have + 1))
}

fn damage(reading: &journal::JournalReading) -> Vec<String> {
    let torn = reading.torn.iter().map(|_| "the last line was cut short by whoever wrote it".to_owned());
    reading.damage.iter().map(|d| format!("line {}: {}", d.line, d.what)).chain(torn).collect()
}
