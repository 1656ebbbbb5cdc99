//! The table of checks: dimension, weight, severity and population of each. The other modules find the places that fail.

use crate::finding::Severity;
use frieze_data::score::Dimension;

/// One check of the rubric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// `dimension/check`, as findings carry it.
    pub id: &'static str,
    pub dimension: Dimension,
    /// Per cent of the dimension; 0 if only a critic reports it.
    pub weight: u8,
    pub severity: Severity,
    /// One sentence for help and documentation.
    pub looks_at: &'static str,
    pub(super) population: Population,
}

/// The number that failing places are divided by. All count earned elements, see `ground`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Population {
    /// About half the sections: a missing one counts more than twice.
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
    /// Views that a flow uses.
    Views,
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
    /// Two for each entity, as attributes and identity.
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
    check("completeness/section", Completeness, 16, Critical, P::Sections, "Summary, requirements, goals, flows, components, entities and interactions each say something specific."),
    check("completeness/unsatisfied-requirement", Completeness, 28, Critical, P::Requirements, "A flow, component or interaction satisfies every requirement, in words that show it."),
    check("completeness/flow-frame", Completeness, 4, Major, P::Flows, "Every flow has at least two different steps."),
    check("completeness/no-alternative", Completeness, 21, Major, P::Flows, "Every flow says what happens when something specific goes wrong."),
    check("completeness/empty-alternative", Completeness, 3, Minor, P::Flows, "Every alternative has a condition of its own, and an outcome that differs from the usual way."),
    check("completeness/missing-state", Completeness, 16, Major, P::ViewStates, "Every view says what it shows on an error; a view with data also what it shows while empty and while loading."),
    check("completeness/bare-view", Completeness, 8, Major, P::Views, "Every view has parts that a flow or an interaction uses."),
    check("completeness/placeholder", Completeness, 4, Critical, P::Texts, "No text is a placeholder, filler, or the same words over and over."),
    check("completeness/judgement", Completeness, 0, Info, P::Sections, "Anything missing that the checks above do not cover."),
    check("fidelity/missing-requirement", Completeness, 0, Critical, P::Requirements, "The design takes up every requirement of the brief word for word, and meets it. What is missing earns nothing in any dimension."),
    check("fidelity/foreign-requirement", Completeness, 0, Critical, P::Requirements, "Every requirement of the design is the brief's, or a person's."),
    check("coherence/unknown-component", Coherence, 24, Critical, P::Steps, "Every step happens at a component that exists."),
    check("coherence/misplaced-step", Coherence, 16, Major, P::Steps, "Every step happens at a component that shows or takes what the step does."),
    check("coherence/unused-component", Coherence, 11, Major, P::Components, "Every component is used by a flow, or by an interaction within a used part, or contains a used one."),
    check("coherence/component-tree", Coherence, 13, Major, P::Components, "Components form trees under views: known children, one parent each unless shared, no cycles, no parts outside a view."),
    check("coherence/disconnected-step", Coherence, 8, Major, P::Steps, "Steps follow on from each other. An outcome explains a change of view; an alternative leaves from a step of its flow."),
    check("coherence/unknown-target", Coherence, 6, Critical, P::Flows, "Every interaction happens at a component that exists."),
    check("coherence/inconsistent-name", Coherence, 7, Minor, P::Elements, "Entities, actors and components have the same name everywhere, and no two components share a name."),
    check("coherence/duplicate", Coherence, 9, Major, P::Elements, "No two elements are the same thing, and no id occurs twice."),
    check("coherence/idle-claim", Coherence, 6, Major, P::Flows, "Every flow has a known actor and satisfies a requirement; every claimed requirement exists."),
    check("coherence/judgement", Coherence, 0, Info, P::Elements, "Anything that does not fit together and that the checks above do not cover."),
    check("clarity/vague-term", Clarity, 14, Major, P::Texts, "No vague terms (from lists of requirement smells and ISO/IEC/IEEE 29148), unless a measure follows."),
    check("clarity/unmeasured-quality", Clarity, 8, Minor, P::Satisfied, "Every quality requirement in vague terms has a measure, or an open question that asks for one."),
    check("clarity/compound-sentence", Clarity, 7, Minor, P::Texts, "Goals say what someone gains, and do not only list things."),
    check("clarity/weak-verb", Clarity, 6, Minor, P::Texts, "Verbs say what is done: not only handle, manage, process or support."),
    check("clarity/name-echo", Clarity, 14, Major, P::Described, "Every component and entity has a description that adds something to its name."),
    check("clarity/echo", Clarity, 17, Major, P::FlowParts, "Flows say what they are for, and steps what follows. No text only repeats another one."),
    check("clarity/stock-phrase", Clarity, 25, Major, P::Texts, "No three texts are the same except for a name."),
    check("clarity/bare-step", Clarity, 5, Minor, P::Steps, "Every step says what is done to what."),
    check("clarity/long-sentence", Clarity, 4, Minor, P::Texts, "No sentence is too long to be read at once."),
    check("clarity/judgement", Clarity, 0, Info, P::Texts, "Anything ambiguous that the checks above do not cover."),
    check("agnosticism/component", FrameworkAgnosticism, 65, Major, P::HalfComponents, "Components name no framework, library, platform or implementation idiom."),
    check("agnosticism/flow", FrameworkAgnosticism, 12, Major, P::HalfFlows, "Flows and their steps name no technology."),
    check("agnosticism/interaction", FrameworkAgnosticism, 8, Major, P::HalfFlows, "Interactions name no technology."),
    check("agnosticism/data", FrameworkAgnosticism, 7, Major, P::HalfEntities, "The data model names no technology."),
    check("agnosticism/statement", FrameworkAgnosticism, 4, Major, P::Statements, "Title, summary and goals name no technology."),
    check("agnosticism/identifier", FrameworkAgnosticism, 4, Minor, P::HalfComponents, "Ids name no technology."),
    check("agnosticism/judgement", FrameworkAgnosticism, 0, Info, P::Components, "Anything tied to an implementation that the checks above do not cover."),
    check("data-model/unknown-entity", DataModelIntegrity, 14, Critical, P::Steps, "The data model has every entity that a step or a component names."),
    check("data-model/unreached-entity", DataModelIntegrity, 12, Major, P::Entities, "Every entity is used by at least one flow."),
    check("data-model/bare-entity", DataModelIntegrity, 10, Major, P::Entities, "Every entity has attributes of its own, not only an identifier."),
    check("data-model/unspoken-attributes", DataModelIntegrity, 28, Major, P::EntityParts, "The brief, a flow, a component or an interaction speaks of every attribute, except for one in two entities."),
    check("data-model/unknown-relation", DataModelIntegrity, 7, Critical, P::Entities, "Every relationship leads to an entity of the data model."),
    check("data-model/one-sided-relation", DataModelIntegrity, 7, Minor, P::Entities, "Both sides have the relationship, and they agree."),
    check("data-model/attribute-type", DataModelIntegrity, 8, Minor, P::Attributes, "Every attribute has a type from the closed list."),
    check("data-model/duplicate-attribute", DataModelIntegrity, 2, Minor, P::Attributes, "No entity has an attribute twice."),
    check("data-model/unmodelled-step", DataModelIntegrity, 8, Minor, P::Steps, "A step that creates, shows or changes something names the entity."),
    check("data-model/flow-without-data", DataModelIntegrity, 4, Major, P::Flows, "Every flow touches an entity of the data model."),
    check("data-model/judgement", DataModelIntegrity, 0, Info, P::Entities, "Any fault of the data model that the checks above do not cover."),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dimension_has_five_to_ten_checks_whose_weights_add_up_to_a_hundred() {
        for dimension in Dimension::ALL {
            let own: Vec<_> = CHECKS.iter().filter(|c| c.dimension == dimension && c.weight > 0).collect();
            assert!((5..=10).contains(&own.len()), "{dimension:?}: {}", own.len());
            assert_eq!(own.iter().map(|c| u32::from(c.weight)).sum::<u32>(), 100, "{dimension:?}");
        }
    }

    #[test]
    fn ids_are_unique() {
        for (i, check) in CHECKS.iter().enumerate() {
            assert_eq!(position(check.id), Some(i));
        }
    }
}
