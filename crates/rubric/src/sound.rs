//! Which flows are sound, and which of them add something: see [`super::ground`].

use super::claims::{Around, is_heap};
use super::met::Meeting;
use super::named::Named;
use super::shares::Kind;
use super::text_ids::{FlowTexts, StepTexts};
use crate::text::class::FAILURE;
use crate::text::said::Said;
use crate::text::texts::{At, Texts};
use crate::text::words::distinct;
use frieze_intent::{Intent, Step, UserFlow};

/// The content of each flow.
pub(super) struct Flows {
    pub(super) sound: Vec<bool>,
    /// Flows that only repeat a few keywords.
    pub(super) heaps: Vec<bool>,
    /// How many are sound and the first to claim some requirement, and speak of one.
    pub(super) counted: u64,
}

impl Flows {
    /// Judges the flows in their order; what they claim is added to `meeting`.
    pub(super) fn of(intent: &Intent, texts: &Texts, named: &Named, meeting: &mut Meeting) -> Self {
        let count = intent.user_flows.len();
        let (sound, heaps) = (Vec::with_capacity(count), Vec::with_capacity(count));
        let mut flows = Self { sound, heaps, counted: 0 };
        for (flow, flow_texts) in intent.user_flows.iter().zip(&texts.ids.flows) {
            let heap = is_heap(flow_texts, texts);
            let is_valid = !heap && steps_somewhere(flow, flow_texts, named, texts);
            let own = || said_steps(flow, flow_texts, named, texts);
            let entities = own().flat_map(|step| &step.entities).filter_map(|name| named.entity(name));
            let around = Around {
                parts: distinct(own().filter_map(|step| named.component(&step.component))),
                entities: distinct(entities.map(|(at, _)| at)),
            };
            meeting.read_flow(flow_texts, &around);
            flows.heaps.push(heap);
            flows.claim(flow, named, is_valid, meeting);
        }
        flows
    }

    /// Notes the claims of the flow that was read last. They make it sound only if it `is_valid`.
    fn claim(&mut self, flow: &UserFlow, named: &Named, is_valid: bool, meeting: &mut Meeting) {
        let (mut sound, mut speaks_of_one, mut first) = (false, false, false);
        for requirement in flow.satisfies.iter().filter_map(|id| named.requirement(id)) {
            if !meeting.is_demanded(requirement) {
                if is_valid {
                    meeting.claimed_in_vain(requirement);
                }
                continue;
            }
            let speaks = meeting.claimed_by_read(Kind::Flow, requirement, is_valid, &flow.satisfies, named);
            if is_valid {
                sound = true;
                speaks_of_one |= speaks;
                // A claim that the flow does not speak of takes its requirement too, so that a later flow that adds nothing is not counted.
                first |= meeting.take(requirement);
            }
        }
        self.counted += u64::from(first && speaks_of_one);
        self.sound.push(sound);
    }
}

/// Whether a flow has a specific step at a component that exists, and which speaks of the product.
fn steps_somewhere(flow: &UserFlow, flow_texts: &FlowTexts, named: &Named, texts: &Texts) -> bool {
    flow.steps.iter().zip(&flow_texts.steps).any(|(step, said)| {
        let at = named.component(&step.component);
        at.is_some() && texts.said(said.action).substance() > 0 && is_of(flow_texts, said, at, texts)
    })
}

/// Whether a step speaks of the product, or of the part at which it happens.
fn is_of(flow: &FlowTexts, step: &StepTexts, part: Option<usize>, texts: &Texts) -> bool {
    step.both().any(|id| texts.product.is_on_topic(texts.said(id), flow.around(part, texts)))
}

/// Steps that say something about the product, and not only that something fails. A step that says nothing uses and
/// reaches nothing, whatever it names; nor does a step in a view that is not designed.
pub(super) fn said_steps<'i>(
    flow: &'i UserFlow,
    flow_texts: &FlowTexts,
    named: &Named,
    texts: &Texts,
) -> impl Iterator<Item = &'i Step> {
    let all = flow.all_steps().zip(flow_texts.all_steps());
    let says = |said: Said| {
        said.filler().is_none() && said.words().any(|word| word.is_specific() && word.class & FAILURE == 0)
    };
    all.filter(move |(step, said)| {
        says(texts.said(said.action)) && is_of(flow_texts, said, named.component(&step.component), texts)
    })
    .map(|(step, _)| step)
}

/// The same with their addresses; `i` is the flow's position.
pub(super) fn steps_at(i: usize, flow: &UserFlow) -> impl Iterator<Item = (At, &Step)> {
    let main = flow.steps.iter().enumerate().map(move |(s, step)| (At::Two(i, s), step));
    let other = flow.alternatives.iter().enumerate().flat_map(move |(a, alternative)| {
        alternative.steps.iter().enumerate().map(move |(s, step)| (At::Three(i, a, s), step))
    });
    main.chain(other)
}
