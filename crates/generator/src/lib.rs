//! Drafts the skeleton of a design without a model: what the brief names, and an open question for everything that is missing. It
//! never guesses a screen, an actor or an entity.

mod flows;
mod limits;
mod model;
mod names;
mod open_questions;
mod places;
mod plain_answers;
mod question_texts;
mod requirements;
#[cfg(test)]
mod tests;
mod words;

use frieze_intent::{DataModel, Intent, SCHEMA_VERSION};
use frieze_reader::{Reading, Traced};

pub use open_questions::{Answer, one_line};
pub use question_texts::form;
pub use requirements::{InScope, id as requirement_id, in_scope};

use flows::About;
use limits::{GOALS, STATE, TEXT, clip};
use model::Model;
use open_questions::{Inquiry, Rank};
use places::Places;
use requirements::Scope;

/// A drafted design, and the answers that could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    pub intent: Intent,
    /// Answers that were not understood: the question and the reason. The question stays open.
    pub unclear: Vec<(String, String)>,
}

/// Drafts a design from a reading and the answers to open questions. `feature` is the id of the feature. The same input gives the
/// same design, and the same reading gives the same questions, except for those that are answered.
pub fn skeleton(reading: &Reading, answers: &[Answer], feature: &str) -> Skeleton {
    let mut inquiry = Inquiry::new(answers);
    let scope = Scope::of(reading, &inquiry);
    // A table has no title. The id of the feature says more than the name of the file.
    let own = limits::name(&reading.title.text).filter(|_| reading.title.line > 0);
    let title = own.or_else(|| limits::name(feature)).unwrap_or_else(|| "-".to_owned());
    let summary = summary(reading, &title, &mut inquiry);
    let goals = goals(reading, &title, &mut inquiry);
    let mut model = Model::of(reading, &title, &mut inquiry);
    let mut places = Places::of(reading, &model);
    let drafted = flows::draft(
        reading,
        &scope,
        About { title: &title, summary: &summary },
        &model,
        &mut places,
        &mut inquiry,
    );
    scope.ask_for_measures(reading, &mut places, &drafted.rules, &mut inquiry);
    ask_for_states(&mut places, &mut model, &mut inquiry);
    ask_for_places(reading, &mut model, &mut places, &drafted.flows, &mut inquiry);
    ask_document(reading, &mut inquiry);
    if reading.requirements.is_empty() && reading.stories.is_empty() {
        let _ = inquiry.ask::<()>(Rank::Purpose, question_texts::nothing(&title), |_| Err(FREE));
    }
    let (open_questions, unclear) = inquiry.close();
    let intent = Intent {
        schema_version: SCHEMA_VERSION.to_owned(),
        feature_id: feature_id(feature),
        version: "1.0.0".to_owned(),
        title,
        summary,
        requirements: scope.requirements(reading, feature),
        goals,
        user_flows: drafted.flows,
        components: places.components(),
        data_model: DataModel { entities: model.entities },
        interactions: drafted.interactions,
        open_questions,
        not_designed: Vec::new(),
    };
    Skeleton { intent, unclear }
}

/// The reason why an answer to a question of the brief itself is not used.
const FREE: &str = "The answer is free text: only a model or a change of the brief can use it.";

fn summary(reading: &Reading, title: &str, inquiry: &mut Inquiry) -> String {
    let summary = texts(&reading.summary).join("\n");
    if !summary.is_empty() {
        return clip(&summary, TEXT);
    }
    let answer = inquiry.ask(Rank::Purpose, question_texts::purpose(title), |text| Ok(clip(text, TEXT)));
    answer.given().unwrap_or_default()
}

/// The goals of the brief, or else the benefits of its stories.
fn goals(reading: &Reading, title: &str, inquiry: &mut Inquiry) -> Vec<String> {
    let mut goals = texts(&reading.goals);
    if goals.is_empty() {
        let benefits = reading.stories.iter().filter_map(|story| story.benefit.clone());
        goals = texts(&benefits.collect::<Vec<_>>());
    }
    if goals.is_empty() {
        let answer = inquiry.ask(Rank::Goal, question_texts::goals(title), |text| {
            Ok(plain_answers::sentences(text).into_iter().map(|goal| clip(goal, TEXT)).collect())
        });
        goals = answer.given().unwrap_or_default();
    }
    let mut seen = std::collections::HashSet::new();
    goals.retain(|goal| seen.insert(goal.to_lowercase()));
    goals.truncate(GOALS);
    goals
}

fn texts(traced: &[Traced]) -> Vec<String> {
    traced.iter().map(|traced| clip(&traced.text, TEXT)).filter(|text| !text.is_empty()).collect()
}

/// Asks for the states of each view, and for missing descriptions of views and entities.
fn ask_for_states(places: &mut Places, model: &mut Model, inquiry: &mut Inquiry) {
    for entity in model.entities.iter_mut().filter(|entity| entity.description.is_empty()) {
        let meaning =
            inquiry.ask(Rank::Meaning, question_texts::entity(&entity.name), |text| Ok(clip(text, TEXT)));
        entity.description = meaning.given().unwrap_or_default();
    }
    for view in places.views_mut() {
        let question = question_texts::view(&view.name);
        // Its own answer says more than what the answer about the whole brief gave it.
        if view.description.is_empty() || inquiry.is_answered(&question) {
            let meaning = inquiry.ask_of_named(Rank::Meaning, &question, |text| Ok(clip(text, TEXT)));
            view.description = meaning.given().unwrap_or(std::mem::take(&mut view.description));
        }
        let question = question_texts::states(&view.name);
        let states = inquiry.ask_of_named(Rank::States, &question, plain_answers::states);
        let states = states.given().unwrap_or_default();
        view.states = states.iter().map(|state| clip(state, STATE)).collect();
    }
}

/// Asks where an entity is shown if no step and no view names it.
fn ask_for_places(
    reading: &Reading,
    model: &mut Model,
    places: &mut Places,
    flows: &[frieze_intent::UserFlow],
    inquiry: &mut Inquiry,
) {
    let mut seen: std::collections::HashSet<String> = std::collections::HashSet::new();
    for flow in flows {
        seen.extend(flow.all_steps().flat_map(|step| step.entities.iter().cloned()));
    }
    seen.extend(places.views_mut().flat_map(|view| view.entities.iter().cloned()));
    for (entity, name) in model.named(reading) {
        let question = entity.map_or_else(|| question_texts::shown(&name), question_texts::reached);
        let is_answered = inquiry.is_answered(&question);
        if seen.contains(&name) && !is_answered {
            continue;
        }
        // With one view there is no choice.
        if !is_answered
            && places.views_mut().count() == 1
            && let Some(view) = places.first_view()
        {
            places.shows(view, &name);
            continue;
        }
        let place = inquiry
            .ask(Rank::Place, question, |text| places.view_in(reading, text).ok_or("Name one of the views."));
        if let Some(place) = place.given() {
            places.shows(place, &name);
        }
    }
}

/// Asks the open questions of the brief. The only answer that is understood is that something is not needed.
fn ask_document(reading: &Reading, inquiry: &mut Inquiry) {
    for question in &reading.questions {
        let _ = inquiry.ask::<()>(Rank::Document, question_texts::document(question), |_| Err(FREE));
    }
}

/// The id with the characters that the schema allows.
fn feature_id(feature: &str) -> String {
    let mut id: String = feature
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
        .skip_while(|c| *c == '-')
        .take(64)
        .collect();
    if id.is_empty() {
        id.push_str("feature");
    }
    id
}
