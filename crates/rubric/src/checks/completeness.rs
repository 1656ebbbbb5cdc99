//! Completeness: what a design must say, and says specifically.

use crate::checks::called;
use crate::checks::called::label;
use crate::checks::data_model;
use crate::checks::states::{Need, State};
use crate::fidelity::Trace;
use crate::ground::Ground;
use crate::tally::Tally;
use crate::text::stock::Stock;
use crate::text::texts::{Id, Texts};
use crate::text::vocabulary::Word;
use crate::text::words::{KeySet, NameSet};
use crate::text::{class, words};
use crate::text_ids::{AlternativeTexts, FlowTexts, StepTexts};
use frieze_intent::{ComponentType, Intent, Step, UserFlow};

pub(crate) fn judge(
    intent: &Intent,
    ground: &Ground,
    texts: &Texts,
    stock: &Stock,
    trace: Option<&Trace>,
    tally: &mut Tally,
) {
    sections(ground, texts, tally);
    // What the brief demands is judged by fidelity.
    let is_own = |at: usize| trace.is_none_or(|trace| trace.is_own(at));
    let unmet = |at: usize| !ground.requirements.met[at] && is_own(at);
    for (i, requirement) in intent.requirements.iter().enumerate().filter(|(i, _)| unmet(*i)) {
        tally.fail("completeness/unsatisfied-requirement", || {
            let (what, id) = (called::requirement(requirement), &requirement.id);
            let message = match ground.requirements.claimed[i] {
                true => format!("The elements that claim {what} hardly mention what it demands."),
                false => format!("Nothing in the design satisfies {what}."),
            };
            let suggestion = format!(
                "Add \"{id}\" to satisfies of the flow or used component that meets it, or design one."
            );
            (format!("/requirements/{i}"), message, suggestion)
        });
    }
    let said = Saying { texts, stock };
    for (i, (flow, flow_texts)) in intent.user_flows.iter().zip(&texts.ids.flows).enumerate() {
        flow_frame(i, flow, flow_texts, said, tally);
        alternatives(i, flow, flow_texts, said, tally);
    }
    view_states(intent, ground, said, tally);
}

/// Which texts of a flow are specific, and which are stock.
#[derive(Clone, Copy)]
struct Saying<'t, 'i> {
    texts: &'t Texts<'i>,
    stock: &'t Stock,
}

impl Saying<'_, '_> {
    fn is_specific(self, text: Id) -> bool {
        self.texts.product.substance(self.texts.said(text)) > 0
    }

    /// Whether a text is specific and no stock phrase.
    fn is_own(self, text: Id) -> bool {
        self.is_specific(text) && !self.stock.has(text)
    }
}

/// A section counts if something in it is earned; being there is not enough.
fn sections(ground: &Ground, texts: &Texts, tally: &mut Tally) {
    let specific = |text: Id, least: usize| texts.product.substance(texts.said(text)) >= least;
    // A goal has to speak of a requirement that is met.
    let met = texts.ids.requirements.clone().zip(&ground.requirements.met).filter(|(_, met)| **met);
    let met: KeySet = met.flat_map(|(id, _)| texts.said(id).roots()).collect();
    let aims = |goal: Id| {
        let said = texts.said(goal);
        !texts.product.compares(said) || said.roots().any(|root| met.contains(&root))
    };
    let says = [
        specific(texts.ids.summary, 3),
        ground.requirements.different > 0,
        texts.ids.goals.clone().any(|goal| specific(goal, 2) && aims(goal)),
        ground.flows.counted > 0,
        ground.components > 0,
        // An empty data model is a fault of its own dimension.
        ground.entities > 0 || ground.has_no_model,
        ground.has_interaction,
    ];
    for ((pointer, message, suggestion), _) in SECTIONS.iter().zip(says).filter(|(_, says)| !says) {
        let place = || ((*pointer).to_owned(), (*message).to_owned(), *suggestion);
        tally.fail("completeness/section", place);
    }
}

/// Each section with what is wrong if it says nothing, and what to do.
#[rustfmt::skip]
const SECTIONS: [(&str, &str, &str); 7] = [
    ("/summary", "The summary says nothing specific.", "Say in one or two sentences what it is and for whom."),
    ("/requirements", "There are no requirements.", "List the requirements of the brief with their lines."),
    ("/goals", "No goal says anything specific of a requirement that is met.", "Say what its users gain, in the words of such a requirement."),
    ("/userFlows", "No flow with specific steps satisfies a requirement.", "Add a flow with its steps, and list the requirements it satisfies."),
    ("/components", "No flow uses a component.", "Add the components at which the steps happen."),
    ("/dataModel/entities", "No flow uses an entity that the texts name.", "Add the entities that the flows create, show or change, with the names that the texts have."),
    ("/interactions", "No interaction says what a used component does.", "Add an interaction: its trigger and the response of a used component."),
];

/// A start and an end. Repeated and empty steps count as none.
fn flow_frame(i: usize, flow: &UserFlow, flow_texts: &FlowTexts, said: Saying, tally: &mut Tally) {
    let actions = flow_texts.steps.iter().map(|step| step.action);
    let keys =
        actions.filter(|action| said.is_specific(*action)).map(|action| said.texts.said(action).set_key());
    if words::distinct(keys).len() < 2 {
        tally.fail("completeness/flow-frame", || {
            let message = format!("\"{}\" has fewer than two specific steps.", label(&flow.name, &flow.id));
            let suggestion = "Describe where it starts, what the actor does, and how it ends.";
            (format!("/userFlows/{i}/steps"), message, suggestion)
        });
    }
}

const ADD_ALTERNATIVE: &str =
    "Add an alternative at one of its steps: the condition, the steps that follow, and how it ends.";

/// The most empty alternatives that are reported for one flow.
const MOST_EMPTY: usize = 5;

/// An alternative counts if it says specifically what happens and if its end differs from the main path. "It fails and a message
/// appears" fits any flow.
fn alternatives(i: usize, flow: &UserFlow, flow_texts: &FlowTexts, said: Saying, tally: &mut Tally) {
    let ids: NameSet = flow.steps.iter().map(|step| step.id.as_str()).collect();
    let key = |text: Id| said.texts.said(text).set_key();
    let usual: KeySet = flow_texts.steps.iter().flat_map(StepTexts::both).map(key).collect();
    let says = |text: Id| said.is_own(text) && !usual.contains(&key(text));
    let beyond = |word: &Word| word.is_specific() && word.class & class::FAILURE == 0;
    let happens = |text: Id| said.texts.said(text).words().any(beyond);
    let specific = |alternative: &AlternativeTexts| {
        let of_it = |text: Id| said.texts.product.is_on_topic(said.texts.said(text), []);
        // A plain condition is enough where the outcome says what is different. A stock phrase is charged as one.
        let ends_apart =
            || alternative.steps.iter().filter_map(|step| step.outcome).any(|end| says(end) && happens(end));
        let condition = alternative.condition;
        let differs = says(condition) && happens(condition)
            || said.is_specific(condition) && !usual.contains(&key(condition)) && ends_apart();
        differs
            && (of_it(alternative.condition) || alternative.steps.iter().flat_map(StepTexts::both).any(of_it))
            && alternative.steps.iter().any(|step| {
                said.is_specific(step.action)
                    && step.outcome.map_or_else(|| !usual.contains(&key(step.action)), says)
            })
    };
    let specific: Vec<bool> = flow_texts.alternatives.iter().map(specific).collect();
    let leaves = |a: usize| ids.contains(flow.alternatives[a].at.as_str());
    let good: Vec<bool> = specific.iter().enumerate().map(|(a, specific)| *specific && leaves(a)).collect();
    if !good.contains(&true) {
        let rest = if flow.alternatives.is_empty() { "" } else { "/alternatives" };
        tally.fail("completeness/no-alternative", || {
            let what = if flow.alternatives.is_empty() { "error path" } else { "specific error path" };
            let message = format!("\"{}\" has no {what}.", label(&flow.name, &flow.id));
            (format!("/userFlows/{i}{rest}"), message, ADD_ALTERNATIVE)
        });
        return;
    }
    // Together they cost less than no alternative at all.
    for (a, _) in specific.iter().enumerate().filter(|(_, specific)| !**specific).take(MOST_EMPTY) {
        tally.fail("completeness/empty-alternative", || {
            let (number, flow) = (a + 1, label(&flow.name, &flow.id));
            let message = format!("Alternative {number} of \"{flow}\" does not differ from the main path.");
            let suggestion = "Say what is different: the condition, the steps, and how it ends.";
            (format!("/userFlows/{i}/alternatives/{a}"), message, suggestion)
        });
    }
}

/// Every view can fail, so each needs an error state. Only a view with entities can be empty or loading: its own, those of its
/// parts, or those of a step at them. A view without any is treated as one with data, so that leaving them out does not pay.
fn view_states(intent: &Intent, ground: &Ground, said: Saying, tally: &mut Tally) {
    let mut shows_data = vec![false; intent.components.len()];
    for (at, component) in intent.components.iter().enumerate() {
        if !component.entities.is_empty() {
            ground.places.views[at].iter().for_each(|view| shows_data[*view] = true);
        }
    }
    for (i, flow) in intent.user_flows.iter().enumerate() {
        let touches = data_model::touches_data(i, intent, ground, said.texts);
        let has_data = |step: &&Step| {
            !touches || !step.entities.is_empty() || data_model::changes(&step.action).is_some()
        };
        for step in flow.all_steps().filter(has_data) {
            if let Some(at) = ground.component(&step.component) {
                ground.places.views[at].iter().for_each(|view| shows_data[*view] = true);
            }
        }
    }
    for (at, view) in intent.components.iter().enumerate().filter(|(_, c)| c.kind == ComponentType::View) {
        let states = &said.texts.ids.components[at].states;
        let called: Vec<State> = view.states.iter().map(|state| State::of(state)).collect();
        for need in Need::ALL {
            let bare = view.children.is_empty() && view.entities.is_empty();
            if (need == Need::Error || shows_data[at] || bare)
                && !need.is_met_by(&called, &said.texts.product, |s| said.stock.has(states.start + s))
            {
                let rest = if view.states.is_empty() { "" } else { "/states" };
                tally.fail("completeness/missing-state", || {
                    let (name, state) = (label(&view.name, &view.id), need.name());
                    // A state that is drawn is not called missing.
                    let (message, suggestion) = match need.is_among(&called) {
                        true => (
                            format!("The {state} state of view \"{name}\" says nothing about this view."),
                            "Say what this view shows then.".to_owned(),
                        ),
                        false => (
                            format!("View \"{name}\" does not say what its {state} state shows."),
                            format!("Add \"{state}: …\" to its states and say what is shown then."),
                        ),
                    };
                    (format!("/components/{at}{rest}"), message, suggestion)
                });
            }
        }
    }
}
