//! Drafts the skeleton of a design without a model: what the document names, in the intent's places, and an open question for what
//! is missing. It never guesses a screen, a person or a thing.

mod bounds;
mod demands;
mod flows;
mod inquiry;
mod model;
mod names;
mod places;
mod questions;
mod replies;
mod words;

use frieze_intent::{DataModel, Intent, SCHEMA_VERSION};
use frieze_reader::{Reading, Traced};

pub use inquiry::Answer;

use bounds::{GOALS, STATE, TEXT, clip};
use demands::Demands;
use flows::About;
use inquiry::{Inquiry, Rank};
use model::Model;
use places::Places;

/// A design with what is named, and the answers that could not be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    pub intent: Intent,
    /// Answers that no plain form explains: the question and why, kept for a model. The question stays open.
    pub unclear: Vec<(String, String)>,
}

/// Drafts a design of what a document and the answers to its open questions name. `feature` is the id of the feature. The same
/// input gives the same design, and the same reading the same questions, less those that are answered.
pub fn skeleton(reading: &Reading, answers: &[Answer], feature: &str) -> Skeleton {
    let mut inquiry = Inquiry::new(answers);
    let demands = Demands::of(reading, &inquiry);
    // A table has no title: the name of its file says less than that of the feature.
    let own = bounds::name(&reading.title.text).filter(|_| reading.title.line > 0);
    let title = own.or_else(|| bounds::name(feature)).unwrap_or_else(|| "-".to_owned());
    let summary = summary(reading, &title, &mut inquiry);
    let goals = goals(reading, &title, &mut inquiry);
    let mut model = Model::of(reading, &mut inquiry);
    let mut places = Places::of(reading, &model);
    let drawn = flows::draw(
        reading,
        &demands,
        About { title: &title, summary: &summary },
        &model,
        &mut places,
        &mut inquiry,
    );
    demands.ask_for_measures(reading, &mut places, &model, &mut inquiry);
    ask_for_states(&mut places, &mut model, &mut inquiry);
    ask_for_places(reading, &mut model, &mut places, &drawn.flows, &mut inquiry);
    ask_document(reading, &mut inquiry);
    if reading.requirements.is_empty() && reading.stories.is_empty() {
        let _ = inquiry.ask::<()>(Rank::Purpose, questions::nothing(&title), |_| Err(FREE));
    }
    let (open_questions, unclear) = inquiry.close();
    let intent = Intent {
        schema_version: SCHEMA_VERSION.to_owned(),
        feature_id: feature_id(feature),
        version: "1.0.0".to_owned(),
        title,
        summary,
        requirements: demands.requirements(reading, feature),
        goals,
        user_flows: drawn.flows,
        components: places.components(),
        data_model: DataModel { entities: model.entities },
        interactions: drawn.interactions,
        open_questions,
    };
    Skeleton { intent, unclear }
}

/// Why the answer to a question of the document's own is not used: it may mean anything.
const FREE: &str = "The answer is free text: a model or the document has to take it up.";

fn summary(reading: &Reading, title: &str, inquiry: &mut Inquiry) -> String {
    let told = texts(&reading.summary).join("\n");
    if !told.is_empty() {
        return clip(&told, TEXT);
    }
    let answer = inquiry.ask(Rank::Purpose, questions::purpose(title), |text| Ok(clip(text, TEXT)));
    answer.given().unwrap_or_default()
}

/// What the document calls a goal; where it names none, what its stories are told for.
fn goals(reading: &Reading, title: &str, inquiry: &mut Inquiry) -> Vec<String> {
    let mut goals = texts(&reading.goals);
    if goals.is_empty() {
        let benefits = reading.stories.iter().filter_map(|story| story.benefit.clone());
        goals = texts(&benefits.collect::<Vec<_>>());
    }
    if goals.is_empty() {
        let answer = inquiry.ask(Rank::Goal, questions::goals(title), |text| {
            Ok(replies::sentences(text).into_iter().map(|goal| clip(goal, TEXT)).collect())
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

/// What each view shows in its states, and what it and each thing are where the document says nothing of them.
fn ask_for_states(places: &mut Places, model: &mut Model, inquiry: &mut Inquiry) {
    for entity in model.entities.iter_mut().filter(|entity| entity.description.is_empty()) {
        let meaning =
            inquiry.ask(Rank::Meaning, questions::entity(&entity.name), |text| Ok(clip(text, TEXT)));
        entity.description = meaning.given().unwrap_or_default();
    }
    for view in places.views_mut() {
        if view.description.is_empty() {
            let meaning =
                inquiry.ask(Rank::Meaning, questions::view(&view.name), |text| Ok(clip(text, TEXT)));
            view.description = meaning.given().unwrap_or_default();
        }
        let question = questions::states(&view.name);
        let states = inquiry.ask(Rank::States, question, replies::states).given().unwrap_or_default();
        view.states = states.iter().map(|state| clip(state, STATE)).collect();
    }
}

/// A thing that no step and no view names is shown somewhere else, or nowhere.
fn ask_for_places(
    reading: &Reading,
    model: &mut Model,
    places: &mut Places,
    flows: &[frieze_intent::UserFlow],
    inquiry: &mut Inquiry,
) {
    let mut seen: std::collections::HashSet<String> = std::collections::HashSet::new();
    for flow in flows {
        let alternatives = flow.alternatives.iter().flat_map(|alternative| &alternative.steps);
        seen.extend(flow.steps.iter().chain(alternatives).flat_map(|step| step.entities.iter().cloned()));
    }
    seen.extend(places.views_mut().flat_map(|view| view.entities.iter().cloned()));
    for (entity, name) in model.drawn(reading) {
        if seen.contains(&name) {
            continue;
        }
        // Where there is one view there is nothing to ask.
        if places.views_mut().count() == 1
            && let Some(view) = places.first_view()
        {
            places.shows(view, &name);
            continue;
        }
        let question = entity.map_or_else(|| questions::shown(&name), questions::reached);
        let place = inquiry
            .ask(Rank::Place, question, |text| places.view_in(reading, text).ok_or("Name one of the views."));
        if let Some(place) = place.given() {
            places.shows(place, &name);
        }
    }
}

/// What the document itself leaves open. Only that it is not needed is understood without a model.
fn ask_document(reading: &Reading, inquiry: &mut Inquiry) {
    for question in &reading.questions {
        let _ = inquiry.ask::<()>(Rank::Document, questions::document(question), |_| Err(FREE));
    }
}

/// The id in the schema's alphabet.
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
