//! What stands apart from what is asked for: tests, techniques, fields, what is left for later, and the lists that a sentence
//! ends with.

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};

fn reading(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).expect("a document")
}

#[test]
fn the_cases_of_a_test_plan_demand_nothing() {
    let brief = reading(
        "# Loom\n\n## Requirements\n\n- **FR-1**: The loom must stop at a broken thread.\n\n## Acceptance test cases\n\n\
         ### TC-001: A thread breaks\n**Preconditions:** The loom runs\n**Steps:**\n1. Cut the thread\n**Expected:**\n\
         - [ ] The loom stops\n- [ ] A lamp is lit above the loom\n\n### TC-002: Nothing breaks\n**Expected:**\n- The loom runs on\n",
    );
    check(&brief, &[(5, "The loom must stop")], &[9, 10, 12, 14, 15, 17, 19]);
    assert!(brief.stories.is_empty());
}

#[test]
fn techniques_under_their_own_leads_stay_techniques() {
    let brief = reading(
        "# Loom\n\n## Functions\n\n- The loom weaves a pattern from a file.\n\n## Proposed technical strategy\n\n\
         Preferred solution:\n\n- Runtime: Erlang\n- Storage: flat files\n\n## Folder structure\n\n- src\n- doc\n",
    );
    check(&brief, &[(5, "The loom weaves")], &[11, 12, 16, 17]);
}

#[test]
fn headings_say_that_something_is_left_for_later_or_open() {
    let brief = reading(
        "# Telar\n\nEl sistema debe parar.\n\nPosibles mejoras futuras:\n\n- dos hilos\n- tres hilos\n\n\
         El diseño no debe impedirlas.\n\nFuera de la primera versión:\n\n- colores\n\n## Decisiones pendientes\n\n- quién paga\n",
    );
    check(&brief, &[(3, "El sistema debe parar"), (10, "El diseño no debe")], &[7, 8, 14, 18]);
    let put_off: Vec<u32> = brief.exclusions.iter().map(|told| told.line).collect();
    assert_eq!(put_off, [7, 8, 14]);
    let brief = reading(
        "# Loom\n\n- The loom must stop.\n\n## Out of the first release\n\n- Two threads\n\n## Open product questions\n\n\
         - Speed of the first model\n\n## Future bookings\n\n- A weaver can see future bookings.\n",
    );
    check(&brief, &[(3, "The loom must"), (15, "A weaver can see")], &[7, 11]);
    assert_eq!(brief.exclusions.len(), 1);
    assert_eq!(brief.open_questions.len(), 1);
}

#[test]
fn a_line_of_fields_says_what_a_story_belongs_to() {
    let brief = reading(
        "## US-1: Warp\n\n**As a** weaver,\n**I want** to mount a warp,\n**so that** I can begin.\n\n**Acceptance Criteria:**\n\
         - [ ] Given a warp, when I mount it, then the counter shows zero\n\
         - [ ] Given I see the TODO notes, when I tick one, then it is gone\n\n\
         **Traces to:** FR-3, FR-4 | **Phase:** 2 | **Status:** Done\n",
    );
    check(&brief, &[(8, "Given a warp"), (9, "Given I see the TODO")], &[11]);
}

#[test]
fn a_sentence_is_ended_by_the_names_below_it() {
    let brief = reading(
        "# Loom\n\n## Behaviour\n\nEvery evening the loom produces one report for the foreman, such as:\n\n- `idle`\n- `broken`\n\
         - and so on\n\nWarn when:\n\n- a thread breaks\n- the spool runs empty\n\nNever warn twice within the same hour for one loom.\n",
    );
    let found = demands(&brief);
    let told: Vec<u32> = found.iter().map(|(line, _)| *line).collect();
    assert_eq!(told, [5, 11, 16], "{found:#?}");
    assert!(found.iter().any(|(_, text)| text.contains("idle; broken")), "{found:#?}");
}

#[test]
fn each_sentence_under_a_heading_of_requirements_is_one() {
    let brief = reading(
        "# SRS\n\n## 3.1 Functional Requirements\n\n- **FR-01 (Yarn Stock)**: The system must show the yarn that is left.\n\
         - **FR-02**: The system must order yarn.\n- **FR-03**: The system must print a label.\n\
         - **FR-04**: The system must lock a loom.\n\n## 3.2 Interface Requirements\n\n\
         - The desk and the hall share one list of yarns.\n\n## 3.3 Database Requirements\n\n\
         - **YarnSpool**: `spool_id`, `colour`, `weight`\n- **Loom**: `loom_id`, `hall`\n\n## 3.4 Constraints\n\n\
         - Spinning machines will not be developed.\n\nA yarn spool has a colour.\n",
    );
    check(&brief, &[(5, "Yarn Stock: The system"), (12, "The desk and the hall share")], &[16, 17, 21]);
    let names: Vec<&str> = brief.entities.iter().map(|e| e.name.as_str()).collect();
    assert!(names.contains(&"Yarn Spool") && names.contains(&"Loom"), "{names:?}");
    assert!(brief.exclusions.iter().any(|told| told.line == 21));
}

#[test]
fn tables_of_stories_and_of_labels_in_the_last_column() {
    let brief = reading(
        "# Loom\n\n| # | As a | I want to | So that |\n|---|---|---|---|\n| 1 | weaver | mount a warp | work begins |\n\
         | 2 | foreman | see all looms | none stands idle |\n\n| Priority | Source | Description | Req. ID |\n|---|---|---|---|\n\
         | High | Kim | The loom shall stop at a broken thread. | LO-01 |\n| Low | Jo | A weaver can lift a lock. | LO-02 |\n",
    );
    assert_eq!(brief.stories.len(), 2, "{:?}", brief.stories);
    assert_eq!(brief.stories[1].actor.as_deref(), Some("foreman"));
    check(&brief, &[(10, "The loom shall stop"), (11, "A weaver can lift")], &[]);
}

#[test]
fn a_fit_criterion_is_what_a_requirement_is_measured_by() {
    let brief = reading(
        "# Loom\n\n## Requirements\n\n**Description:** The product shall show the speed of each loom.\n\n**Rationale:** Slow looms are found late.\n\n\
         **Fit Criterion:** The speed is shown within two seconds for each loom.\n",
    );
    check(&brief, &[(5, "The product shall show"), (9, "The speed is shown")], &[7]);
}

#[test]
fn what_is_wanted_of_the_system_is_told_as_had() {
    let brief = reading("As a weaver, I want the system to stop the loom, so that I can mend it.\n");
    assert_eq!(brief.stories[0].want.as_deref(), Some("have the system stop the loom"));
}

#[test]
fn a_section_on_the_purpose_tells_a_goal() {
    let brief = reading(
        "# Loom desk\n\n## Purpose\n\nThe desk helps weavers to find a free loom. This document lists the requirements to be met.\n\n\
         ## Requirements\n\n- The desk must list free looms.\n",
    );
    let goals: Vec<&str> = brief.goals.iter().map(|told| told.text.as_str()).collect();
    assert_eq!(goals, ["The desk helps weavers to find a free loom."]);
}
