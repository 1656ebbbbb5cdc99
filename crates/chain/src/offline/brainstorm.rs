//! `brainstorm.md`: problem, users, intent, options and open questions, in the brief's own words with their lines.

use frieze_design::brief::{Force, Reading, Story, Traced};

use super::Sources;
use super::demands::{answered, reading};
use super::page::{Page, inert, listed};
use super::spec::without_index;

pub fn produce(sources: &Sources<'_>) -> String {
    let read = sources.brief.map(without_index).and_then(reading).unwrap_or_default();
    let title = if read.title.line > 0 { read.title.text.as_str() } else { sources.title };
    let mut page = Page::new(&format!("Brainstorm: {}", inert(title)));
    page.paragraph("Texts are quoted from the brief, with their lines.");
    let mut questions: Vec<String> =
        read.questions.iter().map(|asked| format!("{} (line {})", inert(&asked.text), asked.line)).collect();
    problem(&read, &mut page, &mut questions);
    users(&read, &mut page, &mut questions);
    intent(&read, &mut page, &mut questions);
    options(&read, &mut page, &mut questions);
    answers(sources, &mut page);
    let cases = read.edge_cases.iter().filter(|case| case.text.ends_with(['?', '？']));
    questions.extend(cases.map(|case| format!("{} (line {})", inert(&case.text), case.line)));
    page.questions(2, &questions);
    page.finish()
}

fn problem(read: &Reading, page: &mut Page, questions: &mut Vec<String>) {
    page.heading(2, "Problem");
    quotes(&read.summary, page);
    if read.summary.is_empty() {
        ask("Which problem does it solve? No overview was read in the brief.", page, questions);
    }
}

fn users(read: &Reading, page: &mut Page, questions: &mut Vec<String>) {
    page.heading(2, "Users");
    for actor in &read.actors {
        page.item(0, &format!("{} (line {})", inert(&actor.text), actor.line));
    }
    if read.actors.is_empty() {
        ask("Who uses it? No role was read in the brief.", page, questions);
    }
}

/// The goals and the stories, or else the number of requirements.
fn intent(read: &Reading, page: &mut Page, questions: &mut Vec<String>) {
    page.heading(2, "Intent");
    quotes(&read.goals, page);
    for story in &read.stories {
        let title = if story.title.is_empty() { &story.label } else { &story.title };
        page.item(0, &format!("{} (line {})", inert(title), story.line));
        parts(story, page);
    }
    if read.goals.is_empty() && read.stories.iter().all(|story| story.benefit.is_none()) {
        ask("What is to be gained by it? No goal was read in the brief.", page, questions);
    }
}

fn parts(story: &Story, page: &mut Page) {
    let parts = [("who", &story.actor), ("wants", &story.want), ("so that", &story.benefit)];
    for (name, part) in parts {
        if let Some(part) = part {
            page.item(1, &format!("{name}: {} (line {})", inert(&part.text), part.line));
        }
    }
}

/// What the brief leaves a choice about: requirements that do not bind, and what it excludes.
fn options(read: &Reading, page: &mut Page, questions: &mut Vec<String>) {
    page.heading(2, "Options");
    let ids = |force: Force| {
        let all = read.requirements.iter().enumerate().filter(|(_, one)| one.force == force);
        all.map(|(at, _)| format!("R{}", at + 1)).collect::<Vec<_>>()
    };
    page.item(0, &format!("Required: {}", listed(&ids(Force::Must))));
    page.item(0, &format!("Wanted, not required: {}", listed(&ids(Force::Should))));
    page.item(0, &format!("Optional: {}", listed(&ids(Force::May))));
    for excluded in &read.exclusions {
        page.item(0, &format!("Excluded: {} (line {})", inert(&excluded.text), excluded.line));
    }
    ask("Which other ways were considered? Only a person or a model can say.", page, questions);
}

fn answers(sources: &Sources<'_>, page: &mut Page) {
    let answers = answered(sources);
    if answers.is_empty() {
        return;
    }
    page.heading(2, "Answers");
    for answer in answers {
        page.item(0, &inert(&answer.question));
        page.item(1, &inert(&answer.text));
    }
}

fn quotes(texts: &[Traced], page: &mut Page) {
    for text in texts {
        page.quote(&text.text, text.line);
    }
}

fn ask(question: &str, page: &mut Page, questions: &mut Vec<String>) {
    page.paragraph(&format!("Open question: {question}"));
    questions.push(question.to_owned());
}
