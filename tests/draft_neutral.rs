//! What the generator writes says what the product does for people. A technology that the brief names stays in the
//! requirements, which are its words, and in one question each.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use frieze::domain::brief;
use frieze::domain::draft::draft;
use frieze::domain::intent::{self, Intent, Step};
use frieze::domain::lexicon;

const CLINIC: &str = "# Requirements Document

## Introduction

The waiting room keeps the queue of a small clinic. It is built with React and PostgreSQL.

## Requirements

### Requirement 1

**User Story:** As a patient, I want to take a number using Supabase Auth, so that I know when it is my turn.

#### Acceptance Criteria

1. WHEN a patient takes a number THEN Supabase SHALL show the number and the waiting time
2. WHEN a patient leaves the queue THEN the system SHALL remove the number from PostgreSQL and display the next one
3. IF the queue is closed THEN Supabase SHALL show the opening hours
4. WHEN a Redux action is dispatched THEN the React component SHALL re-render

### Requirement 2

**User Story:** As a nurse, I want to call the next patient, so that nobody waits without need.

#### Acceptance Criteria

1. WHEN a nurse calls the next patient THEN the system SHALL show the number on the board
2. IF a patient does not come THEN the system SHALL put the number back after three calls
3. WHEN the queue is empty THEN the system SHALL show that nobody waits
";

fn drafted(text: &str) -> Intent {
    let intent = draft(&brief::read("brief.md", text.as_bytes()).unwrap(), &"waiting-room".parse().unwrap());
    intent::read_value(&serde_json::to_value(&intent).unwrap()).expect("a draft is valid").intent
}

/// Every text that the generator wrote; requirements and questions are not.
fn written(intent: &Intent) -> Vec<String> {
    let mut out = vec![intent.title.clone(), intent.summary.clone()];
    out.extend(intent.goals.iter().cloned());
    let step = |s: &Step| [s.action.clone(), s.outcome.clone().unwrap_or_default()];
    for flow in &intent.user_flows {
        out.extend([flow.name.clone(), flow.actor.clone(), flow.goal.clone().unwrap_or_default()]);
        out.extend(flow.steps.iter().flat_map(step));
        for case in &flow.alternatives {
            out.push(case.condition.clone());
            out.extend(case.steps.iter().flat_map(step));
        }
    }
    for c in &intent.components {
        out.extend([c.id.replace('-', " "), c.name.clone(), c.description.clone()]);
        out.extend(c.states.iter().cloned());
    }
    for e in &intent.data_model.entities {
        out.extend([e.name.clone(), e.description.clone()]);
        out.extend(e.attributes.iter().map(|a| a.name.clone()));
    }
    out.extend(intent.interactions.iter().flat_map(|i| [i.trigger.clone(), i.response.clone()]));
    out
}

#[test]
fn a_draft_says_what_the_product_does_and_not_with_what_it_is_made() {
    let intent = drafted(CLINIC);
    for text in written(&intent) {
        assert!(lexicon::find(&text).is_empty(), "{text}");
        assert!(!text.contains("  ") && !text.contains(" ,") && !text.contains(" ."), "{text}");
    }
    let texts = written(&intent).join("\n");
    for told in [
        "The system shows the number and the waiting time",
        "The system removes the number and displays the next one",
        "The system shows the opening hours",
    ] {
        assert!(texts.contains(told), "{told}\n{texts}");
    }
}

#[test]
fn the_requirements_keep_the_words_of_the_brief_and_stay_satisfied() {
    let intent = drafted(CLINIC);
    let own = |text: &str| intent.requirements.iter().find(|r| r.text == text).map(|r| r.id.clone());
    let technical =
        own("WHEN a Redux action is dispatched THEN the React component SHALL re-render").unwrap();
    assert!(intent.user_flows[0].satisfies.contains(&technical));
    assert!(
        own("WHEN a patient takes a number THEN Supabase SHALL show the number and the waiting time")
            .is_some()
    );
}

#[test]
fn each_technology_is_asked_about_once_with_what_binds_the_product_to_it() {
    let intent = drafted(CLINIC);
    let asked = |term: &str| -> Vec<&String> {
        intent.open_questions.iter().filter(|q| q.contains(&format!("“{term}”"))).collect()
    };
    assert_eq!(
        asked("Supabase"),
        ["R1 and R3 name “Supabase”: is it given, or may the product do this otherwise?"]
    );
    assert_eq!(
        asked("PostgreSQL"),
        ["R2 names “PostgreSQL”: is it given, or may the product do this otherwise?"]
    );
}

#[test]
fn a_flow_without_a_title_is_named_by_what_is_wanted() {
    let intent = drafted(CLINIC);
    let names: Vec<&str> = intent.user_flows.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["Take a number", "Call the next patient"]);
    assert!(intent.components.iter().all(|c| !c.name.starts_with("Requirement")));
}

#[test]
fn a_section_that_is_technology_alone_is_no_flow_and_its_lines_stay_satisfied() {
    let intent = drafted(&format!(
        "{CLINIC}\n### Requirement 3\n\n**User Story:** As a developer, I want Redux middleware throughout, so that it \
         is Redux.\n\n#### Acceptance Criteria\n\n1. The Redux store SHALL be typed in TypeScript\n2. The PostgreSQL \
         schema SHALL be migrated by Prisma\n"
    ));
    assert_eq!(intent.user_flows.len(), 2);
    let told: Vec<&String> = intent.user_flows.iter().flat_map(|f| &f.satisfies).collect();
    assert!(intent.requirements.iter().all(|r| told.contains(&&r.id)), "{told:?}");
}

#[test]
fn no_english_is_mixed_into_another_language() {
    let intent = drafted(
        "# Fundbüro\n\n## Funktionale Anforderungen\n\n1. Das System muss am Abend alle Fundstücke anzeigen\n2. Das \
         System muss ein Dashboard mit den Fundstücken am Schalter anzeigen\n3. Der Besucher kann ein Fundstück am \
         Schalter abholen\n",
    );
    let texts = written(&intent).join("\n");
    assert!(texts.contains("am Abend") && texts.contains("am Schalter"), "{texts}");
    for mixed in [" are ", "The user opens", "The besucher", "Ein dashboard"] {
        assert!(!texts.contains(mixed), "{mixed}: {texts}");
    }
}
