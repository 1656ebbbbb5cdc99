//! Sheets: the files of a session with what is known about each, the plan, the code, the review, and the approvals.

use frieze_data::path::RelPath;
use frieze_kernel::{FileState, Files, MOST_ROWS, Note, RowLook, Sheet, SheetRow, bounded};

use crate::files::{STANDARDS, SessionFiles, plain_names};
use crate::phase::Work;
use crate::record::Record;
use crate::review::{Review, Verdict};
use crate::warnings::{self, SIGN};
use frieze_data::text::count;

pub(super) const SHEETS: &[Sheet] = &[
    Sheet { name: "files", title: "Files" },
    Sheet { name: "plan", title: "Plan" },
    Sheet { name: "code", title: "Code" },
    Sheet { name: "review", title: "Review" },
    Sheet { name: "approvals", title: "Approvals" },
];

pub(super) fn sheet(record: &Record, name: &str, files: &dyn Files) -> Vec<SheetRow> {
    let paths = SessionFiles::of(&record.session_id);
    let iteration = record.current_iteration;
    bounded(match name {
        "files" => all_files(record, &paths, files),
        "plan" => SheetRow::of_file(0, &paths.response(Work::Planning, iteration), files),
        "code" => code(&paths.code_folder(iteration), files),
        "review" => last_review(&paths, iteration, files),
        "approvals" => approvals(record),
        _ => Vec::new(),
    })
}

/// The session's own files, then each iteration, the last one first, each file with its state.
fn all_files(record: &Record, paths: &SessionFiles, files: &dyn Files) -> Vec<SheetRow> {
    let known = record.hashes();
    let row = |path: &RelPath| {
        let name = paths.relative(path);
        let (state, look) = match (files.digest(path), known.get(name)) {
            (Ok(None), None) => return None,
            (Ok(None), Some(_)) => ("missing".to_owned(), RowLook::Bad),
            (Err(why), _) => (why, RowLook::Bad),
            (Ok(Some(now)), None) => (now.short(), RowLook::Dim),
            (Ok(Some(now)), Some(then)) if now != *then => {
                (format!("{} changed since", now.short()), RowLook::Warning)
            }
            (Ok(Some(now)), Some(_)) if name == STANDARDS => {
                (format!("{} unchanged", now.short()), RowLook::Good)
            }
            (Ok(Some(now)), Some(_)) => (format!("{} approved", now.short()), RowLook::Good),
        };
        Some(SheetRow::new(1, look, format!("{}  {state}", path.name())).about(path.clone()))
    };
    let of = |work, iteration| [paths.prompt(work, iteration), paths.response(work, iteration)];
    // The look has a sign of its own.
    let warning = |one: &Note| SheetRow::new(0, RowLook::Warning, one.text.replacen(SIGN, "", 1));
    let mut rows: Vec<SheetRow> = warnings::changed(record, files, false).iter().map(warning).collect();
    rows.push(SheetRow::new(0, RowLook::Heading, format!("session {}", record.phase)));
    let planning = of(Work::Planning, 1);
    rows.extend(std::iter::once(&paths.standards()).chain(&planning).filter_map(row));
    for iteration in (1..=record.current_iteration).rev() {
        if rows.len() > MOST_ROWS {
            break;
        }
        rows.push(SheetRow::new(0, RowLook::Heading, format!("iteration {iteration}")));
        let work = if iteration == 1 { Work::Generating } else { Work::Revising };
        rows.extend(of(work, iteration).iter().filter_map(row));
        let folder = paths.code_folder(iteration);
        let mut names = plain_names(&files.list(&folder)).0;
        let approved = record.artifacts.iter().filter(|one| one.sha256.is_some());
        names.extend(approved.filter_map(|one| one.code_of(iteration)));
        names.sort();
        names.dedup();
        rows.extend(names.iter().filter_map(|name| row(&folder.named(name))));
        rows.extend(of(Work::Reviewing, iteration).iter().filter_map(row));
    }
    rows
}

fn code(folder: &RelPath, files: &dyn Files) -> Vec<SheetRow> {
    let (names, problem) = plain_names(&files.list(folder));
    let problem = problem.into_iter().map(|why| SheetRow::new(0, RowLook::Warning, why));
    let rows = names.iter().map(|name| folder.named(name)).flat_map(|path| {
        let heading = SheetRow::new(0, RowLook::Heading, path.name()).about(path.clone());
        std::iter::once(heading).chain(SheetRow::of_file(1, &path, files))
    });
    problem.chain(rows).take(MOST_ROWS + 1).collect()
}

/// The review of the iteration, or of the one before while it has none.
fn last_review(paths: &SessionFiles, iteration: u32, files: &dyn Files) -> Vec<SheetRow> {
    let path = |iteration| paths.response(Work::Reviewing, iteration);
    let before = iteration.saturating_sub(1);
    if before == 0 || files.has(&path(iteration)) {
        return review(&path(iteration), files);
    }
    let heading = SheetRow::new(0, RowLook::Heading, format!("of iteration {before}"));
    [vec![heading], review(&path(before), files)].concat()
}

fn review(path: &RelPath, files: &dyn Files) -> Vec<SheetRow> {
    let FileState::Bytes(bytes) = files.state(path) else { return SheetRow::of_file(0, path, files) };
    let head = |look, text| vec![SheetRow::new(0, look, text).about(path.clone())];
    let review = match Review::read(&bytes) {
        Ok(review) => review,
        Err(why) => return [head(RowLook::Bad, why), SheetRow::of_file(1, path, files)].concat(),
    };
    let look = if review.verdict == Verdict::Pass { RowLook::Good } else { RowLook::Bad };
    let verdict: &str = review.verdict.into();
    let total = count(review.issues_total, "issue", "issues");
    let missing = count(review.missing_inputs, "missing input", "missing inputs");
    let counts = format!("{verdict}: {total}, {} critical, {missing}", review.issues_critical);
    let mut rows = head(look, counts);
    rows.extend(review.contradiction().map(|what| SheetRow::new(0, RowLook::Warning, what)));
    rows.extend(review.summary.lines().map(|line| SheetRow::new(0, RowLook::Text, line)));
    rows.extend(review.issues.iter().map(|issue| {
        let at = issue.location.as_deref().unwrap_or("no place");
        SheetRow::new(1, RowLook::Text, format!("{}: {} ({at})", issue.severity, issue.description))
    }));
    // Its issues are in the words of the file, unless it has only the object with the verdict.
    if review.issues.is_empty()
        && !bytes.trim_ascii_start().starts_with(b"{")
        && !bytes.trim_ascii_start().starts_with(b"`")
    {
        rows.extend(SheetRow::of_file(1, path, files));
    }
    rows
}

fn approvals(record: &Record) -> Vec<SheetRow> {
    let rows = record.metadata.frieze.approvals.iter().rev().flat_map(|one| {
        let text = format!("{} by {}, iteration {}", one.phase, one.by, one.iteration);
        let heading = SheetRow::new(0, RowLook::Heading, text).at(one.at);
        let files = one.files.iter().map(|(path, sha256)| format!("{} {path}", sha256.short()));
        let files = files.map(|text| SheetRow::new(1, RowLook::Text, text));
        std::iter::once(heading).chain(files)
    });
    rows.collect()
}
