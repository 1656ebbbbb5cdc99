//! What stands apart from what is asked for: tests, techniques, fields, what is left for later, and the lists that a sentence
//! ends with.

mod brief_support;

use brief_support::{check, demands};
use frieze::domain::brief::{Brief, read};
use frieze::domain::intent::RequirementKind;

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

#[test]
fn the_title_of_a_document_says_nothing_of_its_sections() {
    let rest = "\n## Goals\n\n- Fewer lost hours.\n\n## Requirements\n\n- The baker can start an oven.\n- The baker should see its heat.\n\n\
        ## Features\n\n- The system must print the list of loaves.\n";
    for title in [
        "Oven test case manager",
        "Oven hosting",
        "Architecture of ovens",
        "Project status of the bakery",
        "Hosting",
    ] {
        let brief = reading(&format!("# {title}\n{rest}"));
        check(&brief, &[(9, "The baker can"), (10, "The baker should"), (14, "The system must")], &[]);
        assert!(brief.goals.iter().any(|told| told.line == 5), "{title}: {:?}", brief.goals);
    }
    let several =
        reading("# Ovens\n\nThe oven must bake.\n\n# Appendix\n\n## Features\n\n- Ovens can smoke.\n");
    check(&several, &[(3, "The oven must")], &[9]);
}

#[test]
fn later_and_future_within_a_name_put_nothing_off() {
    let brief = reading(
        "# Bakery\n\n## Bake later features\n\n- The baker can set an hour.\n\n## Keep for later functionality\n\n- The system must keep a loaf.\n\n\
         ## Futures buying functionality\n\n- The buyer can close a contract.\n\n## Vote on later features\n\n- A guest must be able to vote.\n",
    );
    check(
        &brief,
        &[(5, "The baker can"), (9, "The system must"), (13, "The buyer can"), (17, "A guest must")],
        &[],
    );
    assert!(brief.exclusions.is_empty(), "{:?}", brief.exclusions);
    let spanish = reading("# Horno\n\nEl horno debe parar.\n\nMejoras futuras posibles:\n\n- pasteles\n");
    check(&spanish, &[(3, "El horno debe")], &[7]);
    let brief = reading(
        "# Bakery\n\n## Possible future extensions\n\n- Cakes\n- **FR-9**: The oven must keep its log.\n- The system must be ready for a second oven.\n\n\
         ## Later phases\n\n- Pies\n\n## Out of the first release\n\n- The guest must pay online.\n\n## Future releases\n\n- Guests can rate a loaf.\n",
    );
    check(&brief, &[(6, "The oven must keep"), (7, "The system must be ready")], &[5, 11, 15, 19]);
    let put_off: Vec<u32> = brief.exclusions.iter().map(|told| told.line).collect();
    assert_eq!(put_off, [5, 11, 15, 19]);
}

#[test]
fn what_is_open_in_a_product_is_no_question() {
    let brief = reading(
        "# Bakery desk\n\n## Open support issues\n\n- The desk must list the open issues of a guest.\n\n## Remaining loyalty points\n\n\
         - The desk can show what is left.\n\n## Outstanding invoice items\n\n- The clerk must be able to send a reminder.\n\n\
         ## Open discussion topics\n\n- The member can reply to a topic.\n\n## Open legal questions\n\n- Who signs the form\n\
         - The desk must keep each form for two years.\n\n## Outside parking lot cameras\n\n- The guard can open a camera.\n",
    );
    let told = [
        (5, "The desk must list"),
        (9, "The desk can show"),
        (13, "The clerk must"),
        (17, "The member can"),
        (22, "The desk must keep"),
        (26, "The guard can"),
    ];
    check(&brief, &told, &[21]);
    let open: Vec<u32> = brief.open_questions.iter().map(|told| told.line).collect();
    assert_eq!(open, [21]);
}

#[test]
fn parts_of_a_document_name_what_a_product_has() {
    let brief = reading(
        "# Courier desk\n\n## Features\n\n### Delivery status updates\n\n- The courier can mark a parcel.\n\n### Folder structure\n\n\
         - The system must let the clerk add a folder.\n\n### Project status\n\n- The system must show the status of a route.\n\n\
         ## Progress notes\n\n- The nurse can write a note.\n\n## Test coverage\n\n- The insurer can see which tests are paid.\n\n\
         ## Traceability\n\n- The worker can trace a batch.\n\n## Pending decisions\n\n- The judge can see each decision.\n\n\
         ## Coding standards\n\n- The reviewer can add a rule.\n\n## Hosting\n\n- The host must be able to publish an event.\n",
    );
    let told = [
        (7, "The courier can"),
        (11, "The system must let"),
        (15, "The system must show"),
        (19, "The nurse can"),
        (23, "The insurer can"),
        (27, "The worker can"),
        (31, "The judge can"),
        (35, "The reviewer can"),
        (39, "The host must"),
    ];
    check(&brief, &told, &[]);
    let functional = brief.statements.iter().filter(|s| matches!(s.line, 11 | 39));
    assert!(
        functional.clone().count() == 2 && functional.clone().all(|s| s.kind == RequirementKind::Functional),
        "{:?}",
        brief.statements
    );
    let brief = reading(
        "# Courier desk\n\n## Features\n\n- The courier can mark a parcel.\n\n## Staged delivery plan\n\n- Parcels should come first\n\n\
         ## End-to-end test cases\n\n- A parcel can be lost and found\n\n## Coding standards\n\n- Lines should be short\n\n\
         ## 7. Traceability\n\n- FR-1 stands for UC-2\n",
    );
    check(&brief, &[(5, "The courier can")], &[9, 13, 17, 21]);
}

#[test]
fn only_what_ends_with_out_of_scope_is_out_of_it() {
    let brief = reading(
        "# Estimator\n\n## Features\n\n- The estimator can flag an item that is out of scope.\n\
         - The app shows a warning when a request is out of scope.\n- The grower sees which plots are not part of this season.\n\
         - Payment by card is out of scope for this release.\n- Two growers on one plot are not part of this project.\n",
    );
    check(&brief, &[(5, "The estimator can"), (6, "The app shows"), (7, "The grower sees")], &[8, 9]);
    let put_off: Vec<u32> = brief.exclusions.iter().map(|told| told.line).collect();
    assert_eq!(put_off, [8, 9]);
}

#[test]
fn fields_of_a_form_are_no_fields_of_a_ticket() {
    let brief = reading(
        "# Signing on\n\n## Requirements\n\n- Name: required | Email: optional | Phone: optional\n- Max file size: 5 MB | Formats: PNG, JPG\n\
         - The clerk can print a form.\n- Effort: 3 | Done by: Kim\n",
    );
    check(&brief, &[(5, "Name: required"), (6, "Max file size"), (7, "The clerk can")], &[8]);
}

#[test]
fn a_word_for_what_is_left_to_do_may_be_the_name_of_a_column() {
    let brief = reading(
        "# Board\n\n## Features\n\n- The user can filter TODO and DONE cards.\n- Show TODO cards on the board.\n- Move a card back to TODO\n\
         - TODO ask Kim for the colours\n- Print the board, TODO: which size\n",
    );
    check(&brief, &[(5, "The user can filter"), (6, "Show TODO cards"), (7, "Move a card")], &[8, 9]);
}
