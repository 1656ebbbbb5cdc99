//! What single errands do: a new feature, a draft that is kept, a mark, a check, a browser. They block, and say what
//! they did or what went wrong.

use std::path::PathBuf;

use crate::domain::answers;
use crate::domain::brief::{self, TakenIn};
use crate::domain::digest::Digest;
use crate::domain::feedback::{Done, DoneFile};
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::domain::left_out;
use crate::domain::looked::{self, Looked};
use crate::domain::path::RelPath;
use crate::engine::Verified;
use crate::kernel::Flow;
use crate::ports::{Kind, Store};
use crate::tui::Station;
use crate::tui::detail::{Approval, Detail, Stated};
use crate::tui::drafts;
use crate::tui::msg::{Errand, Msg};
use crate::tui::shell::page;

/// The most frozen designs that are told one by one as not what was approved.
const VIOLATIONS: usize = 5;

/// A path as a person types it: `~/` is their home.
fn at_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        (Some(_) | None, _) => PathBuf::from(path),
    }
}

/// What a path that is being typed could go on to, as it is typed. Hidden files are found by their dot.
pub fn paths<F: Flow>(station: &Station<F>, typed: &str) -> Vec<String> {
    if typed == "~" {
        return vec!["~/".to_owned()];
    }
    let (folder, begun) = typed.rsplit_once('/').map_or(("", typed), |(folder, begun)| (folder, begun));
    let head = typed.get(..typed.len() - begun.len()).unwrap_or_default();
    let place =
        station.from.join(if head.is_empty() { PathBuf::new() } else { at_home(&format!("{folder}/")) });
    let names = station.files.names(&place).into_iter();
    names
        .filter(|name| name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.')))
        .map(|name| format!("{head}{name}"))
        .collect()
}

/// Makes a feature of a document, and tells what of that is read and what is left out.
pub fn create<F: Flow>(station: &Station<F>, id: &FeatureId, path: &str) -> Result<String, Stated> {
    let bytes = station.files.read(&station.from.join(at_home(path)), brief::LARGEST)?;
    let TakenIn { brief, original, reading } = brief::take_in(path, bytes)
        .map_err(|e| Stated { what: format!("{path}: {e}"), hint: e.hint().to_owned() })?;
    if !station.engine.make(id, brief, original)? {
        return Err(Stated {
            what: format!("{id} is there already"),
            hint: "type another id behind the path".to_owned(),
        });
    }
    let made = format!("made {id}: {} requirements read", reading.requirements.len());
    Ok([made].into_iter().chain(left_out::told(&reading)).collect::<Vec<_>>().join(" · "))
}

/// Keeps the answer to an open question, and says what has it read.
pub fn answer<F: Flow>(
    station: &Station<F>,
    id: &FeatureId,
    question: &str,
    text: &str,
) -> Result<String, Stated> {
    let path = F::home(id).answers();
    station.engine.keep_joined(id, &path, answers::LARGEST, |there| {
        Some(answers::with(there, question, text).into_bytes())
    })?;
    Ok(format!("{id}: kept in answers.md; the next iteration is made from it"))
}

/// Where the requirement document of a feature is; a symlink is not followed.
pub fn brief<F: Flow>(station: &Station<F>, id: &FeatureId) -> Result<PathBuf, Stated> {
    let path = F::home(id).brief();
    match station.store.look(&path)? {
        Some(Kind::File) => Ok(station.root.join(path.as_str())),
        None => Err(Stated { what: format!("{path} is missing"), hint: "put it there".to_owned() }),
        Some(Kind::Folder | Kind::Symlink | Kind::Other) => {
            Err(Stated { what: format!("{path} is no file"), hint: "put the document there".to_owned() })
        }
    }
}

/// Keeps what was written for the next rejection. Where another window wrote into the file since it held `before`,
/// nothing is written over: both are joined, and given back.
pub fn keep_draft<F: Flow>(
    station: &Station<F>,
    id: &FeatureId,
    text: &str,
    before: &str,
) -> Result<Option<String>, Stated> {
    let path = F::home(id).draft();
    let mut outcome = Ok(None);
    station.engine.keep_joined(id, &path, 4 * drafts::LONGEST, |there| {
        let Ok(there) = std::str::from_utf8(there) else {
            outcome = Err(Stated {
                what: format!("{path} is not UTF-8 text any more"),
                hint: "mend that file or move it away".to_owned(),
            });
            return None;
        };
        if there == text {
            return None;
        }
        if there == before {
            return Some(text.as_bytes().to_vec());
        }
        let joined = drafts::joined(text, before, there);
        let bytes = (joined != there).then(|| joined.as_bytes().to_vec());
        outcome = Ok(Some(joined));
        bytes
    })?;
    outcome
}

/// How that ended.
pub fn draft_kept(id: FeatureId, kept: Result<Option<String>, Stated>) -> Msg {
    match kept {
        Ok(None) => Msg::Ended(id, Errand::KeepDraft, Ok(String::new())),
        Ok(Some(joined)) => Msg::Joined(id, joined),
        Err(stated) => Msg::Ended(id, Errand::KeepDraft, Err(stated)),
    }
}

/// Where it is kept what a person looked at of a feature, in their own folder.
fn looked_at(id: &FeatureId) -> RelPath {
    RelPath::feature(id).join("looked.json")
}

/// What is known of a feature beside its design: what this person looked at of it, and what its document has more.
pub fn complete<F: Flow>(station: &Station<F>, detail: &mut Detail) {
    detail.looked = station.looks.as_deref().and_then(|looks| read_looked(looks, &detail.id));
    detail.left_out = station.briefs.left_out(station.store.as_ref(), &detail.id);
    let kept = station.store.read(&F::home(&detail.id).answers(), answers::LARGEST).ok().flatten();
    detail.answers = kept.map(|bytes| answers::read(&bytes)).unwrap_or_default();
    if detail.view.as_ref().is_ok_and(|view| view.gate.is_some()) {
        detail.approval = approval(station);
    }
}

/// Who would approve here now, and what would sign that.
fn approval<F: Flow>(station: &Station<F>) -> Approval {
    let who = station.engine.who();
    let is_signed = station.engine.rules().sign();
    let signed = match is_signed.then(|| station.engine.approvals().key()) {
        None => "not signed: who can write every file here can forge it".to_owned(),
        Some(Ok(key)) => format!("signed with {key}"),
        Some(Err(e)) => format!("cannot be signed: {}; {}", e.what, e.hint),
    };
    Approval { by: format!("{} ({})", who.name, who.found_in()), signed, is_signed }
}

/// Nothing where that is not kept, or cannot be read.
fn read_looked(store: &dyn Store, id: &FeatureId) -> Option<Looked> {
    Looked::read(&store.read(&looked_at(id), looked::LARGEST).ok()??, id)
}

/// The same of all features that this person ever looked at.
pub fn all_looked<F: Flow>(station: &Station<F>) -> Vec<Looked> {
    let Some(store) = station.looks.as_deref() else { return Vec::new() };
    let names = store.list(&RelPath::new("features")).unwrap_or_default();
    names.iter().filter_map(|(name, _)| read_looked(store, &name.parse().ok()?)).collect()
}

/// Keeps what this person looked at, with what other windows of theirs kept meanwhile.
pub fn keep_looks<F: Flow>(station: &Station<F>, looks: Vec<Looked>) -> Result<(), Stated> {
    let Some(store) = station.looks.as_deref() else { return Ok(()) };
    let joined = looks.into_iter().map(|mut looked| {
        if let Some(kept) = read_looked(store, &looked.feature_id) {
            looked.join(&kept);
        }
        (looked_at(&looked.feature_id), looked.bytes())
    });
    Ok(store.replace(&joined.collect::<Vec<_>>())?)
}

/// Marks an item of feedback, or takes the mark away. A file that cannot be read is not overwritten.
pub fn mark_done<F: Flow>(
    station: &Station<F>,
    id: &FeatureId,
    folder: u32,
    words: Digest,
) -> Result<String, Stated> {
    let _lease = station.engine.lease(id)?;
    let path = F::home(id).done();
    let mut file = match station.store.read(&path, json::LARGEST)? {
        None => DoneFile::new(id),
        Some(bytes) => DoneFile::read(&bytes, id).map_err(|e| Stated {
            what: format!("{path} cannot be used: {e}"),
            hint: "mend it, or move it away; the marks in it are lost then".to_owned(),
        })?,
    };
    let (by, at) = (station.engine.who().name.clone(), jiff::Timestamp::now().to_string());
    let marked = file.toggle(Done { folder, words_sha256: words, by, at });
    station.store.replace(&[(path, file.bytes())])?;
    Ok(if marked { "marked as done" } else { "no longer marked as done" }.to_owned())
}

/// Checks frozen designs against their checksums: these, or all where none is named.
pub fn verify<F: Flow>(station: &Station<F>, named: &[FeatureId]) -> Result<String, Stated> {
    let ids = if named.is_empty() { station.engine.features()? } else { named.to_vec() };
    let verified: Vec<_> = ids.iter().filter_map(|id| station.engine.verify(id)).collect();
    if let ([id], []) = (named, verified.as_slice()) {
        return Ok(format!("{id} is not frozen"));
    }
    match violated(&verified) {
        None => Ok(match verified.len() {
            0 if named.is_empty() => "nothing is frozen yet".to_owned(),
            0 => "none of them is frozen".to_owned(),
            1 => format!("{}: the frozen design is as it was approved", verified[0].id),
            n => format!("{n} frozen designs are as they were approved"),
        }),
        Some(stated) => Err(stated),
    }
}

/// All that is not as it was approved, each with what to do about it where that is known.
fn violated(verified: &[Verified]) -> Option<Stated> {
    let told = |one: &Verified| {
        let hint = one.hint.as_ref().map(|hint| format!(" (hint: {hint})")).unwrap_or_default();
        Some(format!("{}: {}{hint}", one.id, one.problem.as_deref()?))
    };
    let told: Vec<String> = verified.iter().filter_map(told).collect();
    let more = told.len().saturating_sub(VIOLATIONS);
    let mut what = told.iter().take(VIOLATIONS).cloned().collect::<Vec<_>>().join(" · ");
    if more > 0 {
        what.push_str(&format!(" · and {more} more"));
    }
    (!told.is_empty()).then(|| Stated { what, hint: "`frieze verify` tells of all".to_owned() })
}

pub fn open_preview<F: Flow>(station: &Station<F>, id: &FeatureId) -> Result<String, Stated> {
    // Where the record cannot be used, the preview may be looked at all the same.
    let seal = station.engine.seal_if_known(id, station.engine.study(id).as_ref().ok());
    if let Some(why) = seal.page_broken {
        let what = format!("the frozen preview of {id} is not opened: {why}");
        return Err(Stated { what, hint: "put it back as it was (git, backups)".to_owned() });
    }
    page::check::<F>(station.store.as_ref(), id, &seal)?;
    let path = station.root.join(seal.folder.preview().as_str());
    let shown = path.display().to_string();
    let browsed = crate::terminal::browse(&format!("file://{}", percent_encoded(&shown)));
    browsed.map(|()| format!("opening {shown}")).map_err(|why| Stated {
        what: format!("no browser could be opened: {why}"),
        hint: format!("open {shown} yourself"),
    })
}

/// A path as a URL has it.
fn percent_encoded(path: &str) -> String {
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => {
                char::from(byte).to_string()
            }
            other => format!("%{other:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_violation_is_told_with_what_to_do_about_it() {
        let id = |name: &str| name.parse::<FeatureId>().unwrap();
        let broken =
            |name: &str, hint| Verified { hint, ..Verified::not_ok(&id(name), "it was changed".to_owned()) };
        let sound = Verified { ok: true, problem: None, ..broken("refunds", None) };
        assert_eq!(violated(std::slice::from_ref(&sound)), None);
        let told =
            violated(&[sound, broken("checkout", Some("put it back".to_owned())), broken("search", None)])
                .unwrap();
        assert_eq!(told.what, "checkout: it was changed (hint: put it back) · search: it was changed");
        let many: Vec<Verified> = ["a", "b", "c", "d", "e", "f", "g"].map(|name| broken(name, None)).into();
        let told = violated(&many).unwrap();
        assert!(told.what.ends_with(" · e: it was changed · and 2 more"), "{}", told.what);
    }
}
