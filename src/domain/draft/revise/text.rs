//! Every text of ours in an intent, visited in one place. Requirements are the brief's own words and are never
//! touched.

use crate::domain::intent::{Intent, Step};

/// Shows every text of ours to `change`.
pub(super) fn each(intent: &mut Intent, change: &mut dyn FnMut(&mut String)) {
    change(&mut intent.title);
    change(&mut intent.summary);
    intent.goals.iter_mut().for_each(&mut *change);
    intent.open_questions.iter_mut().for_each(&mut *change);
    for flow in &mut intent.user_flows {
        change(&mut flow.name);
        change(&mut flow.actor);
        flow.goal.iter_mut().for_each(&mut *change);
        flow.steps.iter_mut().for_each(|s| step(s, change));
        for alternative in &mut flow.alternatives {
            change(&mut alternative.condition);
            alternative.steps.iter_mut().for_each(|s| step(s, change));
        }
    }
    for c in &mut intent.components {
        change(&mut c.name);
        change(&mut c.description);
        c.states.iter_mut().for_each(&mut *change);
    }
    for e in &mut intent.data_model.entities {
        change(&mut e.description);
        for a in &mut e.attributes {
            a.description.iter_mut().for_each(&mut *change);
        }
        for r in &mut e.relationships {
            r.description.iter_mut().for_each(&mut *change);
        }
    }
    for i in &mut intent.interactions {
        change(&mut i.trigger);
        change(&mut i.response);
        i.feedback.iter_mut().for_each(&mut *change);
    }
}

fn step(step: &mut Step, change: &mut dyn FnMut(&mut String)) {
    change(&mut step.action);
    step.outcome.iter_mut().for_each(&mut *change);
}
