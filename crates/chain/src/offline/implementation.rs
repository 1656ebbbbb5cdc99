//! `implementation.md`: what a session has made: its files with their hashes, its iterations and verdict, and its tasks.

use super::Sources;
use super::demands::demands;
use super::page::{Page, inert, listed};
use super::steps::read_tasks;
use super::tasks;

pub fn produce(sources: &Sources<'_>) -> String {
    let mut page = Page::new(&format!("Implementation: {}", inert(sources.title)));
    let Some(session) = sources.session else {
        page.questions(2, &["What was made? There is no finished session.".to_owned()]);
        return page.finish();
    };
    page.item(0, &format!("Session: {}", inert(session.id)));
    page.item(0, &format!("Iterations: {}", session.iterations));
    page.item(0, &format!("Verdict: {}", inert(session.verdict)));
    page.heading(2, "Files");
    let rows: Vec<Vec<String>> =
        session.files.iter().map(|(path, hash)| vec![inert(path), inert(hash)]).collect();
    page.table(&["File", "SHA-256"], &rows);
    page.heading(2, "Tasks");
    let demands = demands(sources);
    let tasks = sources.tasks.map(read_tasks).unwrap_or_default();
    let rows = tasks.iter().map(|task| {
        let files = tasks::files(task, session);
        let files = if files.is_empty() { "all files of the session".to_owned() } else { listed(&files) };
        let named = task.ids();
        let served = demands.iter().filter(|demand| demand.is_in(&named)).map(super::demands::Demand::name);
        vec![inert(&task.id), inert(&task.title), files, listed(&served.collect::<Vec<_>>())]
    });
    page.table(&["Task", "Title", "Files", "Requirements"], &rows.collect::<Vec<_>>());
    let mut questions = Vec::new();
    if tasks.is_empty() {
        questions.push("Which tasks were done? There is no list of tasks.".to_owned());
    }
    if session.files.is_empty() {
        questions.push("What was made? The session has no files.".to_owned());
    }
    page.questions(2, &questions);
    page.finish()
}
