//! The table of checks: what each looks at, in which dimension, with which weight and against which
//! population. This table is the rubric; the modules beside it only find the places.

use crate::domain::finding::Severity;
use crate::domain::score::Dimension;

/// One check of the rubric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// `dimension/check`, as findings carry it.
    pub id: &'static str,
    pub dimension: Dimension,
    /// Per cent of the dimension. Nought: only a model critic reports it.
    pub weight: u8,
    pub severity: Severity,
    /// One sentence for help and documentation.
    pub looks_at: &'static str,
    pub(super) population: Population,
}

/// What a check's failing places are measured against. All are counts of earned things, see `ground`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Population {
    /// Half the sections, roughly: a missing one counts twice and more.
    Sections,
    /// Distinct requirements.
    Requirements,
    /// Distinct requirements that something satisfies.
    Satisfied,
    Flows,
    /// Three steps for each flow.
    Steps,
    /// Actor, goal, start and outcome of each flow.
    FlowParts,
    /// Empty, loading and error of each view.
    ViewStates,
    Components,
    /// Half the components: a failing one counts twice.
    HalfComponents,
    /// Half the flows, as above.
    HalfFlows,
    /// Half the entities, as above.
    HalfEntities,
    Entities,
    /// Attributes and identity of each entity.
    EntityParts,
    /// Three attributes for each entity.
    Attributes,
    /// Components and entities together.
    Described,
    /// Flows, components and entities together.
    Elements,
    /// The texts that so many flows, components and entities need.
    Texts,
    /// Title, summary and goals.
    Statements,
}

/// All checks in a fixed order.
pub fn checks() -> &'static [Check] {
    CHECKS
}

/// The position of a check in the table.
pub(super) fn position(id: &str) -> Option<usize> {
    CHECKS.iter().position(|c| c.id == id)
}

const fn check(
    id: &'static str,
    dimension: Dimension,
    weight: u8,
    severity: Severity,
    population: Population,
    looks_at: &'static str,
) -> Check {
    Check { id, dimension, weight, severity, looks_at, population }
}

use Dimension::{Clarity, Coherence, Completeness, DataModelIntegrity, FrameworkAgnosticism};
use Population as P;
use Severity::{Critical, Info, Major, Minor};

#[rustfmt::skip]
const CHECKS: &[Check] = &[
    check("completeness/section", Completeness, 18, Critical, P::Sections, "Summary, requirements, goals, flows, components, entities and interactions each say something specific."),
    check("completeness/unsatisfied-requirement", Completeness, 30, Critical, P::Requirements, "Every requirement is satisfied, in words that show it, by a flow, component or interaction of the design."),
    check("completeness/flow-frame", Completeness, 8, Major, P::FlowParts, "Every flow names its actor and goal, has at least two different steps, and its last step has an outcome."),
    check("completeness/no-alternative", Completeness, 16, Major, P::Flows, "Every flow says what happens instead when something specific goes wrong."),
    check("completeness/empty-alternative", Completeness, 3, Minor, P::Flows, "Every alternative has a condition of its own and an outcome that differs from the usual way."),
    check("completeness/missing-state", Completeness, 14, Major, P::ViewStates, "Every view says what an error shows, and a view with data also what empty and loading show."),
    check("completeness/entity-identity", Completeness, 4, Major, P::EntityParts, "Every entity has attributes, and one of them, not the only one, tells its instances apart."),
    check("completeness/missing-description", Completeness, 3, Major, P::Described, "Every component and entity has a description."),
    check("completeness/placeholder", Completeness, 4, Critical, P::Texts, "No text is a placeholder, filler, or the same words over and over."),
    check("completeness/judgement", Completeness, 0, Info, P::Sections, "What a model critic finds missing beyond the checks above."),
    check("coherence/unknown-component", Coherence, 18, Critical, P::Steps, "Every step happens at a component that exists."),
    check("coherence/unused-component", Coherence, 13, Major, P::Components, "Every component is used by a flow, by an interaction within a used part, or contains a used one."),
    check("coherence/component-tree", Coherence, 18, Major, P::Components, "Components form trees under views: known children, one parent each, no cycles, no parts outside a view."),
    check("coherence/disconnected-step", Coherence, 10, Major, P::Steps, "Steps follow on from each other: a change of view is explained by an outcome, alternatives leave from a step of their flow."),
    check("coherence/unknown-target", Coherence, 8, Critical, P::Flows, "Every interaction happens at a component that exists."),
    check("coherence/inconsistent-name", Coherence, 9, Minor, P::Elements, "Entities, actors and components are called the same everywhere, and no two components share a name."),
    check("coherence/duplicate", Coherence, 12, Major, P::Elements, "No two elements are the same thing, and no id stands twice."),
    check("coherence/idle-claim", Coherence, 6, Major, P::Flows, "Every flow tells a story and satisfies a requirement, and every requirement that is claimed exists."),
    check("coherence/void-claim", Coherence, 6, Major, P::Requirements, "A flow speaks of every requirement that it claims to satisfy."),
    check("coherence/judgement", Coherence, 0, Info, P::Elements, "What a model critic finds not to fit together beyond the checks above."),
    check("clarity/vague-term", Clarity, 14, Major, P::Texts, "No vague terms, as lists of requirement smells and ISO/IEC/IEEE 29148 have them, unless a measure follows."),
    check("clarity/unmeasured-quality", Clarity, 8, Minor, P::Satisfied, "Every quality requirement has a measure, in its text or in what satisfies it, or an open question that asks for one by its id."),
    check("clarity/compound-sentence", Clarity, 7, Minor, P::Texts, "Goals and steps say one thing per sentence."),
    check("clarity/weak-verb", Clarity, 6, Minor, P::Texts, "Verbs say what is done: not bare handle, manage, process or support."),
    check("clarity/name-echo", Clarity, 16, Major, P::Described, "Descriptions add something to the name."),
    check("clarity/echo", Clarity, 18, Major, P::FlowParts, "Flows say what they are for and steps what follows; no text only repeats another section or what set it off."),
    check("clarity/stock-phrase", Clarity, 22, Major, P::Texts, "No three texts are the same but for a name."),
    check("clarity/bare-step", Clarity, 5, Minor, P::Steps, "Every step says what is done to what."),
    check("clarity/long-sentence", Clarity, 4, Minor, P::Texts, "No sentence is too long to be read at once."),
    check("clarity/judgement", Clarity, 0, Info, P::Texts, "What a model critic finds ambiguous beyond the checks above."),
    check("agnosticism/component", FrameworkAgnosticism, 65, Major, P::HalfComponents, "Components name no framework, library, platform or implementation idiom."),
    check("agnosticism/flow", FrameworkAgnosticism, 12, Major, P::HalfFlows, "Flows and their steps name no technology."),
    check("agnosticism/interaction", FrameworkAgnosticism, 8, Major, P::HalfFlows, "Interactions name no technology."),
    check("agnosticism/data", FrameworkAgnosticism, 7, Major, P::HalfEntities, "The data model names no technology."),
    check("agnosticism/statement", FrameworkAgnosticism, 4, Major, P::Statements, "Title, summary and goals name no technology."),
    check("agnosticism/identifier", FrameworkAgnosticism, 4, Minor, P::HalfComponents, "Ids name no technology."),
    check("agnosticism/judgement", FrameworkAgnosticism, 0, Info, P::Components, "What a model critic finds tied to an implementation beyond the checks above."),
    check("data-model/unknown-entity", DataModelIntegrity, 16, Critical, P::Steps, "Every entity that a step or a component names is in the data model."),
    check("data-model/unreached-entity", DataModelIntegrity, 14, Major, P::Entities, "Every entity is reached by some flow."),
    check("data-model/bare-entity", DataModelIntegrity, 20, Major, P::Entities, "Every entity has attributes that only it has, besides its identity."),
    check("data-model/unknown-relation", DataModelIntegrity, 11, Critical, P::Entities, "Every relationship leads to an entity of the data model."),
    check("data-model/one-sided-relation", DataModelIntegrity, 11, Minor, P::Entities, "Relationships are told from both sides, and the two sides agree."),
    check("data-model/attribute-type", DataModelIntegrity, 11, Minor, P::Attributes, "Every attribute has a type from the closed list."),
    check("data-model/duplicate-attribute", DataModelIntegrity, 3, Minor, P::Attributes, "No entity has an attribute twice."),
    check("data-model/unmodelled-step", DataModelIntegrity, 10, Minor, P::Steps, "A step that creates, shows or changes something names the entity."),
    check("data-model/flow-without-data", DataModelIntegrity, 4, Major, P::Flows, "Every flow touches an entity of the data model."),
    check("data-model/judgement", DataModelIntegrity, 0, Info, P::Entities, "What a model critic finds wrong in the data model beyond the checks above."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dimension_has_five_to_nine_checks_whose_weights_add_up_to_a_hundred() {
        for dimension in Dimension::ALL {
            let own: Vec<_> = CHECKS.iter().filter(|c| c.dimension == dimension && c.weight > 0).collect();
            assert!((5..=9).contains(&own.len()), "{dimension:?}: {}", own.len());
            assert_eq!(own.iter().map(|c| u32::from(c.weight)).sum::<u32>(), 100, "{dimension:?}");
        }
    }

    #[test]
    fn ids_stand_once() {
        for (i, check) in CHECKS.iter().enumerate() {
            assert_eq!(position(check.id), Some(i));
        }
    }
}
