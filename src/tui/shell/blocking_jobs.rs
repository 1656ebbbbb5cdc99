//! Blocking jobs on the workspace: create a feature, save a draft, mark feedback, open a preview. Each returns a
//! message or a problem.

use std::path::PathBuf;

use crate::tui::Workspace;
use crate::tui::modal::sheet::SheetLine;
use crate::tui::model::detail::{Approval, Detail, Problem};
use crate::tui::model::drafts;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::{Job, Msg};
use crate::tui::shell::preview_check;
use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::path::RelPath;
use frieze_data::text::{count, lossy};
use frieze_design::answers::{self, AnswerChange};
use frieze_design::brief;
use frieze_design::brief::ImportedBrief;
use frieze_design::feedback::{Done, DoneFile};
use frieze_design::read_marks;
use frieze_design::read_marks::ReadMarks;
use frieze_design::skipped_lines;
use frieze_engine::{InspectDepth, past};
use frieze_kernel::files::Home;
use frieze_kernel::{MOST_ROWS, RowLook, SheetRow, bounded};
use frieze_ports::{Kind, Store};

/// Expands `~/` in a typed path.
fn expand_home(path: &str) -> PathBuf {
    match (path.strip_prefix("~/"), std::env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        (Some(_) | None, _) => PathBuf::from(path),
    }
}

/// Completions of a path that is being typed. Hidden files are included after a dot.
pub fn paths(workspace: &Workspace, typed: &str) -> Vec<String> {
    if typed == "~" {
        return vec!["~/".to_owned()];
    }
    let (folder, begun) = typed.rsplit_once('/').map_or(("", typed), |(folder, begun)| (folder, begun));
    let head = typed.get(..typed.len() - begun.len()).unwrap_or_default();
    let place = workspace.from.join(if head.is_empty() {
        PathBuf::new()
    } else {
        expand_home(&format!("{folder}/"))
    });
    let names = workspace.files.names(&place).into_iter();
    names
        .filter(|name| name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.')))
        .map(|name| format!("{head}{name}"))
        .collect()
}

/// Creates a feature from a requirement document; the message has the number of requirements and the skipped lines.
pub fn create(workspace: &Workspace, id: &FeatureId, path: &str) -> Result<String, Problem> {
    let place = workspace.from.join(expand_home(path));
    // As it was typed, for messages.
    let place = place.strip_prefix(".").unwrap_or(&place);
    let bytes = workspace.files.read(place, brief::LARGEST)?;
    let ImportedBrief { brief, original, reading } =
        brief::import(path, bytes).map_err(|e| Problem::new(format!("{path}: {e}"), e.hint()))?;
    if !workspace.design().create(id, brief, original)? {
        return Err(Problem::new(format!("{id} already exists"), "type another id after the path"));
    }
    let requirements = count(reading.requirements.len(), "requirement", "requirements");
    let made = format!("Created {id}: {requirements} found");
    Ok([made].into_iter().chain(skipped_lines::describe(&reading)).collect::<Vec<_>>().join(" · "))
}

/// The lines of a file that a line of a run's sheet is about.
pub fn file(workspace: &Workspace, path: &RelPath) -> Result<Vec<SheetLine>, Problem> {
    let bytes = workspace.store.read(path, json::LARGEST)?;
    let bytes = bytes.ok_or_else(|| Problem::new(format!("{path} is missing"), "restore the file"))?;
    let rows =
        lossy(bytes).lines().take(MOST_ROWS + 1).map(|line| SheetRow::new(0, RowLook::Text, line)).collect();
    Ok(bounded(rows).into_iter().map(|row| (row.text, None)).collect())
}

/// Saves the answer to an open question, unless somebody else answered it since it had the old answer.
pub fn answer(workspace: &Workspace, id: &FeatureId, change: AnswerChange) -> Result<String, Problem> {
    let others = workspace.design().save_answers(id, &[change])?;
    match answers::changed_elsewhere(id, &others) {
        Some(what) => {
            Err(Problem::new(what, "yours is kept; open the question again to save it in place of that one"))
        }
        None => Ok(format!("{id}: answer saved in answers.md for the next iteration.")),
    }
}

/// The path of a feature's brief. A symlink is not followed.
pub fn brief(workspace: &Workspace, id: &FeatureId) -> Result<PathBuf, Problem> {
    let path = Home::of(id).brief();
    match workspace.store.kind_of(&path)? {
        Some(Kind::File) => Ok(workspace.root.join(path.as_str())),
        None => Err(Problem::new(format!("{path} is missing"), "restore the file")),
        Some(Kind::Folder | Kind::Symlink | Kind::Other) => Err(Problem::new(
            format!("{path} is not a regular file"),
            "replace it by the requirement document",
        )),
    }
}

/// Saves the draft of a rejection. If another window changed the file since it had the text `before`, both texts are merged;
/// returns the merged text then.
pub fn save_draft(
    workspace: &Workspace,
    id: &FeatureId,
    text: &str,
    before: &str,
) -> Result<Option<String>, Problem> {
    let path = Home::of(id).draft();
    let mut outcome = Ok(None);
    workspace.design().save_joined(id, &path, 4 * drafts::LONGEST, &mut |there| {
        let Ok(there) = std::str::from_utf8(there) else {
            outcome = Err(Problem::new(
                format!("{path} is not UTF-8 text any more"),
                "fix the file or move it away",
            ));
            return None;
        };
        if there == text {
            return None;
        }
        if there == before {
            return Some(text.as_bytes().to_vec());
        }
        let merged = drafts::merge_drafts(text, before, there);
        let bytes = (merged != there).then(|| merged.as_bytes().to_vec());
        outcome = Ok(Some(merged));
        bytes
    })?;
    outcome
}

/// The message about a saved draft.
pub fn draft_message(id: FeatureId, saved: Result<Option<String>, Problem>) -> Msg {
    match saved {
        Ok(None) => Msg::JobEnded(id.into(), Job::SaveDraft, Ok(String::new())),
        Ok(Some(merged)) => Msg::DraftMerged(id, merged),
        Err(problem) => Msg::JobEnded(id.into(), Job::SaveDraft, Err(problem)),
    }
}

/// Reads a run for the panes.
pub fn detail(workspace: &Workspace, key: &RunKey) -> Detail {
    let store = workspace.store.as_ref();
    let Some(id) = key.design() else {
        return match workspace.flows.named(key.flow) {
            Some(runs) => Detail::read_other(runs.as_ref(), store, key),
            None => Detail::unreadable(key, Problem::new(format!("There is no workflow {}", key.flow), "")),
        };
    };
    // Handles changes of files that nobody watched.
    let view = workspace.design().inspect(id, InspectDepth::Whole);
    let view = view.map(|found| found.view).map_err(Problem::from);
    let seal = workspace.design().seal_if_known(id, view.as_ref().ok());
    let mut detail = Detail::read(view, store, id, seal, None);
    complete(workspace, &mut detail);
    detail
}

/// The path of a feature's read marks in the person's own folder.
fn read_marks_path(id: &FeatureId) -> RelPath {
    RelPath::feature(id).join("looked.json")
}

/// Adds the read marks, answers and approval to a detail.
fn complete(workspace: &Workspace, detail: &mut Detail) {
    detail.read_marks =
        workspace.person_store.as_deref().and_then(|store| load_read_marks(store, &detail.id));
    let (store, home) = (workspace.store.as_ref(), Home::of(&detail.id));
    let saved = store.read(&home.answers(), answers::LARGEST).ok().flatten();
    detail.answers = saved.map(|bytes| answers::read(&bytes)).unwrap_or_default();
    detail.unused_answers = past::unused_answers(store, &home, detail.folder(), &detail.answers);
    if detail.run().is_some_and(|view| view.gate().is_some()) {
        detail.approval = approval(workspace);
    }
}

/// Who would approve now, and how that would be signed.
fn approval(workspace: &Workspace) -> Approval {
    let who = workspace.design().who();
    let is_signed = workspace.design().rules().sign();
    let signed = match is_signed.then(|| workspace.design().approvals().key()) {
        None => "not signed: anyone with write access to these files can forge it".to_owned(),
        Some(Ok(key)) => format!("signed with {key}"),
        Some(Err(e)) => format!("cannot be signed: {}; {}", e.what, e.hint),
    };
    Approval { by: format!("{} ({})", who.name, who.found_in()), signed, is_signed }
}

/// The read marks of a feature; `None` if there are none or they cannot be read.
fn load_read_marks(store: &dyn Store, id: &FeatureId) -> Option<ReadMarks> {
    ReadMarks::read(&store.read(&read_marks_path(id), read_marks::LARGEST).ok()??, id)
}

/// The read marks of all features.
pub fn load_read_log(workspace: &Workspace) -> Vec<ReadMarks> {
    let Some(store) = workspace.person_store.as_deref() else { return Vec::new() };
    let names = store.list(&RelPath::new("features")).unwrap_or_default();
    names.iter().filter_map(|(name, _)| load_read_marks(store, &name.parse().ok()?)).collect()
}

/// Saves read marks, merged with those that other windows of this person saved.
pub fn save_read_log(workspace: &Workspace, marks: Vec<ReadMarks>) -> Result<(), Problem> {
    let Some(store) = workspace.person_store.as_deref() else { return Ok(()) };
    let merged = marks.into_iter().map(|mut marks| {
        if let Some(saved) = load_read_marks(store, &marks.feature_id) {
            marks.merge(&saved);
        }
        (read_marks_path(&marks.feature_id), marks.bytes())
    });
    Ok(store.replace(&merged.collect::<Vec<_>>())?)
}

/// Marks an item of feedback as done, or removes the mark. An unreadable file is not overwritten.
pub fn mark_done(
    workspace: &Workspace,
    id: &FeatureId,
    folder: u32,
    words: Digest,
) -> Result<String, Problem> {
    let _lease = workspace.design().lease(id)?;
    let path = Home::of(id).done();
    let mut file = match workspace.store.read(&path, json::LARGEST)? {
        None => DoneFile::new(id),
        Some(bytes) => DoneFile::read(&bytes, id).map_err(|e| {
            Problem::new(
                format!("{path} cannot be used: {e}"),
                "fix the file, or move it away; its marks are lost then",
            )
        })?,
    };
    let (by, at) = (workspace.design().who().name.clone(), jiff::Timestamp::now().to_string());
    let marked = file.toggle(Done { folder, words_sha256: words, by, at });
    workspace.store.replace(&[(path, file.bytes())])?;
    Ok(if marked { "Marked as done." } else { "No longer marked as done." }.to_owned())
}

/// Opens the preview of a feature in the browser.
pub fn open_preview(workspace: &Workspace, id: &FeatureId) -> Result<String, Problem> {
    // The preview can be opened even if the record is unusable.
    let view = workspace.design().inspect(id, InspectDepth::Whole).map(|found| found.view);
    let seal = workspace.design().seal_if_known(id, view.as_ref().ok());
    if let Some(why) = seal.page_broken {
        let what = format!("The frozen preview of {id} is not opened: {why}");
        return Err(Problem::new(what, "restore it from git or a backup"));
    }
    preview_check::check(workspace.store.as_ref(), id, &seal)?;
    let path = workspace.root.join(seal.folder.preview().as_str());
    let shown = path.display().to_string();
    let opened = crate::terminal::browse(&format!("file://{}", percent_encoded(&shown)));
    opened.map(|()| format!("Opening {shown}.")).map_err(|why| {
        Problem::new(format!("The browser could not be opened: {why}"), format!("open {shown} yourself"))
    })
}

/// A path as part of a URL.
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
