//! Random acts for the reference model and for what is compared with it.

use proptest::prelude::*;

use crate::model::{Act, Model, Order, Response};

/// An act, or one that brings the session on, which depends on the phase.
#[derive(Debug, Clone, Copy)]
pub enum Draw {
    Useful(u8),
    Any(Act),
}

impl Draw {
    /// The act in this state; none if the model does not permit it, so that shortened cases stay meaningful.
    pub fn act(self, model: &Model) -> Option<Act> {
        let act = match self {
            Self::Useful(number) => model.useful(number),
            Self::Any(act) => act,
        };
        model.permits(act).then_some(act)
    }
}

/// One random order after another, with responses, edits and deletions in between.
pub fn draws() -> impl Strategy<Value = Vec<Draw>> {
    let give = |order| Just(Act::Give(order));
    let respond = |response| Just(Act::Respond(response));
    let act = prop_oneof![
        3 => give(Order::Step),
        3 => give(Order::Approve),
        1 => give(Order::Review),
        1 => give(Order::Edit),
        1 => give(Order::Close),
        1 => give(Order::Reopen),
        1 => (0..3_u8).prop_map(|number| Act::Respond(Response::Plan(number))),
        1 => (0..3_u8, 0..3_u8).prop_map(|(count, number)| Act::Respond(Response::Code(count, number))),
        1 => respond(Response::Same),
        1 => respond(Response::Fail),
        1 => respond(Response::Blank),
        1 => respond(Response::NoMarker),
        1 => respond(Response::Climbing),
        1 => respond(Response::Repeated),
        1 => respond(Response::NoVerdict),
        1 => Just(Act::DeleteResponse),
        6 => (0..3_u8, 0..4_u8).prop_map(|(name, number)| Act::Write(name, number)),
        4 => (0..3_u8).prop_map(Act::Delete),
    ];
    let draw = prop_oneof![any::<u8>().prop_map(Draw::Useful), act.prop_map(Draw::Any)];
    prop::collection::vec(draw, 30..90)
}
