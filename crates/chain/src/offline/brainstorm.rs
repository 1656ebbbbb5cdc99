//! `brainstorm.md`: problem, users, intent, options and open questions, in the brief's own words with their lines.

use frieze_design::brief::{Force, Reading, Story, Traced};
use frieze_generator::requirement_id;

use super::demands::{answered, reading};
use super::page::{Page, listed};
use super::{NO_BRIEF, Sources};

pub fn produce(sources: &Sources<'_>) -> Result<String, &'static str> {
    let read = reading(sources.brief.ok_or(NO_BRIEF)?).unwrap_or_default();
    let title = if read.title.line > 0 { &read.title.text } else { &sources.title };
    let mut page = Page::new(&format!("Brainstorm: {title}"));
    page.paragraph("Texts are quoted from the brief, with their lines.");
    let mut questions: Vec<String> = read.questions.iter().map(quoted).collect();
    let top = |texts: &[Traced]| texts.iter().map(|text| (0, quoted(text))).collect::<Vec<_>>();
    let has_goal = !read.goals.is_empty() || read.stories.iter().any(|story| story.benefit.is_some());
    let intent = top(&read.goals).into_iter().chain(read.stories.iter().flat_map(story)).collect();
    let answers = answered(sources).into_iter().flat_map(|answer| [(0, answer.question), (1, answer.text)]);
    let problem = "Which problem does it solve? No overview was read in the brief.";
    let users = "Who uses it? No role was read in the brief.";
    let gain = "What is to be gained by it? No goal was read in the brief.";
    let ways = "Which other ways were considered? Only a person or a model can say.";
    for (name, texts, is_open, question) in [
        ("Problem", top(&read.summary), read.summary.is_empty(), problem),
        ("Users", top(&read.actors), read.actors.is_empty(), users),
        ("Intent", intent, !has_goal, gain),
        ("Options", options(&read), true, ways),
        ("Answers", answers.collect(), false, ""),
    ] {
        if texts.is_empty() && !is_open {
            continue;
        }
        page.heading(2, name);
        texts.iter().for_each(|(depth, text)| page.item(*depth, text));
        if is_open {
            page.paragraph(&format!("Open question: {question}"));
            questions.push(question.to_owned());
        }
    }
    questions.extend(read.edge_cases.iter().filter(|case| case.text.ends_with(['?', '？'])).map(quoted));
    Ok(page.asking(questions))
}

fn quoted(text: &Traced) -> String {
    format!("{} (line {})", text.text, text.line)
}

/// A story with its parts below it.
fn story(story: &Story) -> Vec<(u8, String)> {
    let title = if story.title.is_empty() { &story.label } else { &story.title };
    let parts = [("who", &story.actor), ("wants", &story.want), ("so that", &story.benefit)];
    let parts =
        parts.into_iter().filter_map(|(name, part)| Some((1, format!("{name}: {}", quoted(part.as_ref()?)))));
    std::iter::once((0, format!("{title} (line {})", story.line))).chain(parts).collect()
}

/// What the brief leaves a choice about: requirements that do not bind, and what it excludes.
fn options(read: &Reading) -> Vec<(u8, String)> {
    let of = |name: &str, force: Force| {
        let all = read.requirements.iter().enumerate().filter(|(_, one)| one.force == force);
        let ids: Vec<String> = all.map(|(at, _)| requirement_id(at)).collect();
        (0, format!("{name}: {}", listed(&ids)))
    };
    let forces =
        [("Required", Force::Must), ("Wanted, not required", Force::Should), ("Optional", Force::May)];
    let excluded = read.exclusions.iter().map(|one| (0, format!("Excluded: {}", quoted(one))));
    forces.into_iter().map(|(name, force)| of(name, force)).chain(excluded).collect()
}
