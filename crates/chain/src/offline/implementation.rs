//! `implementation.md`: what a session has made: its files with their hashes, its iterations and verdict, and its tasks.

use super::demands::{Demand, Demands};
use super::page::{Page, listed};
use super::{Implemented, Sources, VERDICT};

pub fn produce(session: &Implemented, sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Implementation: {}", sources.title));
    page.item(0, &format!("Session: {}", session.id));
    page.item(0, &format!("Iterations: {}", session.iterations));
    page.item(0, &format!("Verdict: {VERDICT}"));
    page.heading(2, "Files");
    let files = session.files.iter().map(|(path, hash)| vec![path.clone(), hash.clone()]);
    page.table(&["File", "SHA-256"], files.collect());
    page.heading(2, "Tasks");
    let demands = Demands::of(sources);
    let tasks = sources.tasks();
    let rows = tasks.iter().map(|task| {
        let is_named = |path: &&String| {
            let name = path.rsplit('/').next().unwrap_or(path);
            task.lines().any(|line| line.contains(name))
        };
        let files: Vec<&String> = session.files.iter().map(|(path, _)| path).filter(is_named).collect();
        let named = task.ids();
        let served = demands.all.iter().filter(|demand| demand.is_in(&named)).map(Demand::name);
        vec![task.id.clone(), task.title.clone(), listed(&files), listed(&served.collect::<Vec<_>>())]
    });
    page.table(&["Task", "Title", "Files", "Requirements"], rows.collect());
    let without_tasks = tasks.is_empty().then_some("Which tasks were done? There is no list of tasks.");
    let without_files = session.files.is_empty().then_some("What was made? The session has no files.");
    let questions = without_tasks.into_iter().chain(without_files).map(str::to_owned);
    page.asking(questions.chain(sources.open()))
}
