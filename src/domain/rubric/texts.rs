//! Every text of a design with its address. The requirements' own texts are not among them: they quote the
//! brief, and the design cannot be blamed for its words.

use crate::domain::intent::{Intent, Step};

/// Where a text stands, as far as checks care.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Title,
    Summary,
    Goal,
    FlowName,
    Actor,
    FlowGoal,
    Action,
    Outcome,
    Condition,
    ComponentName,
    ComponentDescription,
    State,
    EntityName,
    EntityDescription,
    AttributeName,
    AttributeDescription,
    RelationDescription,
    Trigger,
    Response,
    Feedback,
    Question,
}

/// Indices that make a pointer; written out only when a finding needs it.
#[derive(Clone, Copy, Debug)]
pub(super) enum At {
    Root,
    One(usize),
    Two(usize, usize),
    Three(usize, usize, usize),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Text<'i> {
    pub(super) kind: Kind,
    pub(super) at: At,
    pub(super) text: &'i str,
}

impl Text<'_> {
    pub(super) fn pointer(&self) -> String {
        use At::{One, Root, Three, Two};
        use Kind as K;
        match (self.kind, self.at) {
            (K::Title, _) => "/title".to_owned(),
            (K::Summary, _) | (_, Root) => "/summary".to_owned(),
            (K::Goal, One(i)) => format!("/goals/{i}"),
            (K::Question, One(i)) => format!("/openQuestions/{i}"),
            (K::FlowName, One(i)) => format!("/userFlows/{i}/name"),
            (K::Actor, One(i)) => format!("/userFlows/{i}/actor"),
            (K::FlowGoal, One(i)) => format!("/userFlows/{i}/goal"),
            (K::Action, Two(i, s)) => format!("/userFlows/{i}/steps/{s}/action"),
            (K::Action, Three(i, a, s)) => format!("/userFlows/{i}/alternatives/{a}/steps/{s}/action"),
            (K::Outcome, Two(i, s)) => format!("/userFlows/{i}/steps/{s}/outcome"),
            (K::Outcome, Three(i, a, s)) => format!("/userFlows/{i}/alternatives/{a}/steps/{s}/outcome"),
            (K::Condition, Two(i, a)) => format!("/userFlows/{i}/alternatives/{a}/condition"),
            (K::ComponentName, One(i)) => format!("/components/{i}/name"),
            (K::ComponentDescription, One(i)) => format!("/components/{i}/description"),
            (K::State, Two(i, s)) => format!("/components/{i}/states/{s}"),
            (K::EntityName, One(i)) => format!("/dataModel/entities/{i}/name"),
            (K::EntityDescription, One(i)) => format!("/dataModel/entities/{i}/description"),
            (K::AttributeName, Two(i, a)) => format!("/dataModel/entities/{i}/attributes/{a}/name"),
            (K::AttributeDescription, Two(i, a)) => {
                format!("/dataModel/entities/{i}/attributes/{a}/description")
            }
            (K::RelationDescription, Two(i, r)) => {
                format!("/dataModel/entities/{i}/relationships/{r}/description")
            }
            (K::Trigger, One(i)) => format!("/interactions/{i}/trigger"),
            (K::Response, One(i)) => format!("/interactions/{i}/response"),
            (K::Feedback, One(i)) => format!("/interactions/{i}/feedback"),
            (_, One(_) | Two(..) | Three(..)) => String::new(),
        }
    }
}

/// All texts, in document order by section.
pub(super) fn all(intent: &Intent) -> Vec<Text<'_>> {
    let mut all: Vec<Text<'_>> = Vec::with_capacity(64);
    macro_rules! push {
        ($kind:ident, $at:expr, $text:expr) => {
            all.push(Text { kind: Kind::$kind, at: $at, text: $text })
        };
    }
    push!(Title, At::Root, &intent.title);
    push!(Summary, At::Root, &intent.summary);
    for (i, goal) in intent.goals.iter().enumerate() {
        push!(Goal, At::One(i), goal);
    }
    for (i, flow) in intent.user_flows.iter().enumerate() {
        push!(FlowName, At::One(i), &flow.name);
        push!(Actor, At::One(i), &flow.actor);
        if let Some(goal) = &flow.goal {
            push!(FlowGoal, At::One(i), goal);
        }
        for (s, step) in flow.steps.iter().enumerate() {
            step_texts(step, At::Two(i, s), &mut all);
        }
        for (a, alternative) in flow.alternatives.iter().enumerate() {
            push!(Condition, At::Two(i, a), &alternative.condition);
            for (s, step) in alternative.steps.iter().enumerate() {
                step_texts(step, At::Three(i, a, s), &mut all);
            }
        }
    }
    for (i, component) in intent.components.iter().enumerate() {
        push!(ComponentName, At::One(i), &component.name);
        push!(ComponentDescription, At::One(i), &component.description);
        for (s, state) in component.states.iter().enumerate() {
            push!(State, At::Two(i, s), state);
        }
    }
    for (i, entity) in intent.data_model.entities.iter().enumerate() {
        push!(EntityName, At::One(i), &entity.name);
        push!(EntityDescription, At::One(i), &entity.description);
        for (a, attribute) in entity.attributes.iter().enumerate() {
            push!(AttributeName, At::Two(i, a), &attribute.name);
            if let Some(description) = &attribute.description {
                push!(AttributeDescription, At::Two(i, a), description);
            }
        }
        for (r, relation) in entity.relationships.iter().enumerate() {
            if let Some(description) = &relation.description {
                push!(RelationDescription, At::Two(i, r), description);
            }
        }
    }
    for (i, interaction) in intent.interactions.iter().enumerate() {
        push!(Trigger, At::One(i), &interaction.trigger);
        push!(Response, At::One(i), &interaction.response);
        if let Some(feedback) = &interaction.feedback {
            push!(Feedback, At::One(i), feedback);
        }
    }
    for (i, question) in intent.open_questions.iter().enumerate() {
        push!(Question, At::One(i), question);
    }
    all
}

fn step_texts<'i>(step: &'i Step, at: At, all: &mut Vec<Text<'i>>) {
    all.push(Text { kind: Kind::Action, at, text: &step.action });
    if let Some(outcome) = &step.outcome {
        all.push(Text { kind: Kind::Outcome, at, text: outcome });
    }
}
