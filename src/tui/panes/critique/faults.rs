//! What is wrong where a check fails at several places, and what to do there, said for all of them: a finding's own words
//! are about one place.

/// The fault of a check and its remedy, for several places; nothing for a check that this rubric does not have.
pub fn several(check: &str) -> Option<(&'static str, &'static str)> {
    FAULTS.iter().find(|(id, ..)| *id == check).map(|(_, fault, remedy)| (*fault, *remedy))
}

#[rustfmt::skip]
const FAULTS: &[(&str, &str, &str)] = &[
    ("completeness/section", "Whole sections are missing, or say nothing specific.", "Fill them, with what the brief asks for."),
    ("completeness/unsatisfied-requirement", "Nothing satisfies these requirements, or hardly in words that show it.", "Let a flow, a component or an interaction meet each of them, and say how."),
    ("completeness/flow-frame", "Flows lack their actor, their goal, steps, or how they end.", "Say who acts and why, at least two steps, and the outcome of the last one."),
    ("completeness/no-alternative", "Flows say nothing of what happens when something specific goes wrong.", "Add an alternative to each: the condition, the steps that follow, and how it ends."),
    ("completeness/empty-alternative", "Alternatives have no condition of their own, or end as the usual way does.", "Say when each is taken, and how it ends otherwise."),
    ("completeness/missing-state", "Views do not say what they show on an error, while they load, or while they are empty.", "Add the state to each view, and say what is shown then."),
    ("completeness/entity-identity", "Entities have no attributes, or none that tells one of them from another.", "List what is known of each, with what identifies it."),
    ("completeness/missing-description", "Components or entities have no description.", "Say of each what it shows or holds."),
    ("completeness/placeholder", "Texts are placeholders or filler.", "Say what is meant there, or remove them."),
    ("completeness/judgement", "A model critic finds something missing there.", "What to do is said at each place."),
    ("coherence/unknown-component", "Steps happen at components that do not exist.", "Name components that exist, or add them."),
    ("coherence/unused-component", "Components are used by no flow and contain nothing that is.", "Use each in a step of a flow that satisfies a requirement, or remove it."),
    ("coherence/component-tree", "Components stand outside every view, twice, or in themselves.", "Put each into one view, by one way."),
    ("coherence/disconnected-step", "Steps do not follow on from what stands before them.", "Say what leads from each step to the next one."),
    ("coherence/unknown-target", "Interactions happen at components that do not exist.", "Name components that exist, or add them."),
    ("coherence/inconsistent-name", "The same thing has several names.", "Call each thing the same everywhere."),
    ("coherence/duplicate", "Elements stand there twice.", "Keep one of each, and let it have what the others add."),
    ("coherence/idle-claim", "Flows claim requirements that they do not tell of, or none.", "Claim in each flow what it meets, and nothing else."),
    ("coherence/void-claim", "Flows claim requirements with which they share no word.", "Say in each flow how it meets them, or claim them where they are met."),
    ("coherence/judgement", "A model critic finds something there that does not fit together.", "What to do is said at each place."),
    ("clarity/vague-term", "Texts use words that can be read in several ways.", "Say how much, how fast or when, or leave the word out."),
    ("clarity/unmeasured-quality", "Qualities are asked for without a measure.", "State a number where each is met, or ask for one under openQuestions, by its id."),
    ("clarity/compound-sentence", "Goals or steps say several things in one sentence.", "Say one thing in each."),
    ("clarity/weak-verb", "Verbs do not say what is done.", "Use the verbs for what happens: lists, adds, sends, deletes, …"),
    ("clarity/name-echo", "Descriptions add nothing to the name above them.", "Say what each shows or holds, for whom, and when."),
    ("clarity/echo", "Texts only repeat what another section or the name says already.", "Say what holds there and is said nowhere else."),
    ("clarity/stock-phrase", "The same sentence is said again and again with only a name changed.", "Say what holds at each place and nowhere else."),
    ("clarity/bare-step", "Steps do not say what is done to what.", "Name the act and its object."),
    ("clarity/long-sentence", "Sentences are too long to be taken in at once.", "Split each into sentences of one thought."),
    ("clarity/judgement", "A model critic finds something unclear there.", "What to do is said at each place."),
    ("agnosticism/component", "Components name technologies.", "Say what each does for people, in words that fit any technology."),
    ("agnosticism/flow", "Flows or their steps name technologies.", "Say what people do and see, in words that fit any technology."),
    ("agnosticism/interaction", "Interactions name technologies.", "Say what each does for people, in words that fit any technology."),
    ("agnosticism/data", "The data model names technologies.", "Say what is known of things, in words that fit any technology."),
    ("agnosticism/statement", "Title, summary or goals name technologies.", "Say what is to be reached, in words that fit any technology."),
    ("agnosticism/identifier", "Ids name technologies.", "Take ids from what the elements are for."),
    ("agnosticism/judgement", "A model critic finds something there that is tied to one implementation.", "What to do is said at each place."),
    ("data-model/unknown-entity", "Steps or components name entities that the data model does not have.", "Name entities that exist, or add them."),
    ("data-model/unreached-entity", "No flow reaches these entities.", "Name each in the step or component that shows or changes it, or remove it."),
    ("data-model/bare-entity", "Entities hold nothing that only they would hold.", "Add what is known of each: at least two attributes, one of which no other entity has."),
    ("data-model/unknown-relation", "Relationships lead to entities that do not exist.", "Name entities that exist, or add them."),
    ("data-model/one-sided-relation", "Relationships are told from one side alone, or otherwise from the other.", "Tell each from both sides, the same way."),
    ("data-model/attribute-type", "Attributes have types that are not of the list.", "Choose types of the list."),
    ("data-model/duplicate-attribute", "Entities have an attribute twice.", "Keep one of the two."),
    ("data-model/unmodelled-step", "Steps create, show or change something and name no entity.", "List under entities what each creates, shows or changes."),
    ("data-model/flow-without-data", "Flows touch no entity of the data model.", "Name the entities that their steps show or change."),
    ("data-model/judgement", "A model critic finds something wrong there in the data model.", "What to do is said at each place."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::rubric::checks;

    #[test]
    fn every_check_has_its_fault_and_its_remedy_in_a_sentence_each() {
        let ids: Vec<&str> = checks().iter().map(|check| check.id).collect();
        let told: Vec<&str> = FAULTS.iter().map(|(id, ..)| *id).collect();
        assert_eq!(told, ids);
        for (id, fault, remedy) in FAULTS {
            assert!(fault.ends_with('.') && (remedy.ends_with('.') || remedy.ends_with('…')), "{id}");
            assert!(fault.len() < 110 && remedy.len() < 110, "{id}");
        }
        assert_eq!(several("clarity/charm"), None);
    }
}
