//! Fault and remedy of each check for several findings together; a finding's own message is about one place.

/// The fault and the remedy of a check; `None` for a check that this rubric does not have.
pub fn several(check: &str) -> Option<(&'static str, &'static str)> {
    FAULTS.iter().find(|(id, ..)| *id == check).map(|(_, fault, remedy)| (*fault, *remedy))
}

#[rustfmt::skip]
const FAULTS: &[(&str, &str, &str)] = &[
    ("completeness/section", "Sections are missing or say nothing specific.", "Fill them with what the brief asks for."),
    ("completeness/unsatisfied-requirement", "No element clearly satisfies these requirements.", "Satisfy each with a flow, a component or an interaction, and say how."),
    ("completeness/flow-frame", "Flows have fewer than two specific steps.", "Describe where each starts, what the actor does, and how it ends."),
    ("completeness/no-alternative", "Flows have no error path.", "Add an alternative to each: its condition, its steps and its outcome."),
    ("completeness/empty-alternative", "Alternatives have no condition of their own, or end like the main path.", "Give each its own condition and outcome."),
    ("completeness/missing-state", "Views do not describe their error, loading or empty state.", "Fix the state of each view and describe what it shows."),
    ("completeness/bare-view", "Views have no parts that are used.", "List the parts of each, and use them in steps or interactions."),
    ("completeness/placeholder", "Texts are placeholders or filler.", "Replace them with real content, or remove them."),
    ("completeness/judgement", "A critic found something missing.", "Each place has its own advice."),
    ("fidelity/missing-requirement", "Requirements of the brief are missing or not met.", "Take each up word for word, and let an element do what it demands."),
    ("fidelity/foreign-requirement", "Requirements are in neither the brief nor an answer.", "Quote the brief word for word, or remove them."),
    ("coherence/unknown-component", "Steps happen at components that do not exist.", "Use existing components, or add these."),
    ("coherence/misplaced-step", "Steps happen at components that do not show or take what they do.", "Let each happen where it is done, or describe that part of the component."),
    ("coherence/unused-component", "Components are used by no flow and contain no used component.", "Use each in a step of a flow that satisfies a requirement, or remove it."),
    ("coherence/component-tree", "Components are outside of every view, in two places, or inside themselves.", "Put each into exactly one view."),
    ("coherence/disconnected-step", "Steps do not follow from the steps before them.", "Say what leads from each step to the next one."),
    ("coherence/unknown-target", "Interactions happen at components that do not exist.", "Use existing components, or add these."),
    ("coherence/inconsistent-name", "One thing has several names.", "Use one name for each thing."),
    ("coherence/duplicate", "Elements are duplicated.", "Keep one of each and merge what the others add."),
    ("coherence/idle-claim", "Flows have no actor of the product, or claim no requirement that they speak of.", "Name who acts in each, and claim only what it satisfies."),
    ("coherence/judgement", "A critic found something inconsistent.", "Each place has its own advice."),
    ("clarity/vague-term", "Texts use ambiguous words.", "Say how much, how fast or when, or remove the word."),
    ("clarity/unmeasured-quality", "Quality requirements have no measure.", "Ask for a number under openQuestions, by the id of each."),
    ("clarity/compound-sentence", "Goals list things instead of an aim.", "Say in each what someone gains."),
    ("clarity/weak-verb", "Verbs do not say what is done.", "Use specific verbs: lists, adds, sends, deletes, …"),
    ("clarity/name-echo", "Descriptions are missing or only repeat the name.", "Say what each shows or holds, for whom and when."),
    ("clarity/echo", "Goals or outcomes are missing, or texts repeat other ones.", "Say what is specific to each place."),
    ("clarity/stock-phrase", "One sentence is repeated with only a name changed.", "Say what is specific to each place."),
    ("clarity/bare-step", "Steps do not say what is done to what.", "Name the action and its object."),
    ("clarity/long-sentence", "Sentences are too long.", "Split each into sentences with one thought."),
    ("clarity/judgement", "A critic found something unclear.", "Each place has its own advice."),
    ("agnosticism/component", "Components name technologies.", "Say what each does for people, without technology."),
    ("agnosticism/flow", "Flows or their steps name technologies.", "Say what people do and see, without technology."),
    ("agnosticism/interaction", "Interactions name technologies.", "Say what each does for people, without technology."),
    ("agnosticism/data", "The data model names technologies.", "Describe the data without technology."),
    ("agnosticism/statement", "Title, summary or goals name technologies.", "Describe the intended result without technology."),
    ("agnosticism/identifier", "Ids name technologies.", "Derive ids from the purpose of the elements."),
    ("agnosticism/judgement", "A critic found something tied to one technology.", "Each place has its own advice."),
    ("data-model/unknown-entity", "Steps or components name entities that do not exist.", "Use existing entities, or add these."),
    ("data-model/unreached-entity", "No flow uses these entities.", "Name each in the step or component that shows or changes it, or remove it."),
    ("data-model/bare-entity", "Entities have no attributes of their own.", "Add at least two attributes to each, one of them unique to it."),
    ("data-model/unspoken-attributes", "Nothing else speaks of most attributes of these entities.", "Keep what the brief, a flow or a component speaks of."),
    ("data-model/unknown-relation", "Relationships lead to entities that do not exist.", "Use existing entities, or add these."),
    ("data-model/one-sided-relation", "Relationships are described on one side only, or differently on each side.", "Describe each on both sides in the same way."),
    ("data-model/attribute-type", "Attributes have unknown types.", "Use types from the list."),
    ("data-model/duplicate-attribute", "Entities have an attribute twice.", "Keep one of the two."),
    ("data-model/unmodelled-step", "Steps create, show or change something without naming an entity.", "List the entities that each step creates, shows or changes."),
    ("data-model/flow-without-data", "Flows use no entity.", "Name the entities that their steps show or change."),
    ("data-model/judgement", "A critic found a problem in the data model.", "Each place has its own advice."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_rubric::checks;

    #[test]
    fn every_check_has_a_fault_and_a_remedy() {
        let ids: Vec<&str> = checks().iter().map(|check| check.id).collect();
        let listed: Vec<&str> = FAULTS.iter().map(|(id, ..)| *id).collect();
        assert_eq!(listed, ids);
        for (id, fault, remedy) in FAULTS {
            assert!(fault.ends_with('.') && (remedy.ends_with('.') || remedy.ends_with('…')), "{id}");
            assert!(fault.len() < 110 && remedy.len() < 110, "{id}");
        }
        assert_eq!(several("clarity/charm"), None);
    }
}
