//! A list of requirements without stories: the screens that the document lists, else what its lines are about.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use frieze::domain::brief;
use frieze::domain::draft::draft;
use frieze::domain::intent::{self, Component, ComponentType, Intent};

const LIST: &str = "## Requirements

### Functional Requirements

**FR1**: The system shall calculate the seed amounts of a garden bed from its length and width
**FR2**: The system shall generate a planting calendar showing when each crop is sown
**FR3**: The system shall allow users to create and manage season folders for several planting plans
**FR4**: The system shall enable users to save planting plans within season folders
**FR5**: The system shall allow users to compare two planting plans side by side
**FR6**: The system shall generate links for sharing planting plans
**FR7**: The system shall show the seed amounts of last year
**FR8**: The system shall round seed amounts to whole bags
**FR9**: The system shall provide registration and sign-in for gardeners
";

fn drafted(text: &str) -> Intent {
    let intent = draft(&brief::read("brief.md", text.as_bytes()).unwrap(), &"garden".parse().unwrap());
    intent::read_value(&serde_json::to_value(&intent).unwrap()).expect("a draft is valid").intent
}

fn views(intent: &Intent) -> Vec<&Component> {
    intent.components.iter().filter(|c| c.kind == ComponentType::View).collect()
}

#[test]
fn the_screens_that_a_document_lists_are_the_views() {
    let text = format!(
        "# GardenPlan Product Requirements Document (PRD)\n\n{LIST}\n## User Interface Design Goals\n\n### Core Screens \
         and Views\n\n1. **Seed Form**: Length and width of a bed, and what is sown on it\n2. **Planting Calendar**: \
         When each crop is sown\n3. **Plan Comparison**: Two planting plans side by side\n4. **Season Dashboard**: \
         All season folders with their plans\n5. **Gardener Account Page**: Registration, sign-in and profile\n"
    );
    let intent = drafted(&text);
    assert_eq!(intent.title, "GardenPlan");
    let names: Vec<&str> = views(&intent).iter().map(|c| c.name.as_str()).collect();
    assert_eq!(
        names,
        ["Seed Form", "Planting Calendar", "Plan Comparison", "Season Dashboard", "Gardener Account Page"]
    );
    let view = |name: &str| views(&intent).into_iter().find(|c| c.name == name).unwrap();
    assert_eq!(view("Season Dashboard").description, "All season folders with their plans.");
    let flow = |name: &str| intent.user_flows.iter().find(|f| f.name == name).unwrap();
    assert!(flow("Gardener Account Page").satisfies.contains(&"R9".to_owned()));
    assert!(flow("Plan Comparison").satisfies.contains(&"R5".to_owned()));
    assert!(intent.goals.iter().all(|goal| !goal.contains("Seed Form")));
}

#[test]
fn a_list_without_screens_is_told_apart_by_what_its_lines_are_about() {
    let intent = drafted(&format!("# GardenPlan\n\n{LIST}"));
    let names: Vec<&str> = intent.user_flows.iter().map(|f| f.name.as_str()).collect();
    assert!(names.contains(&"Seed amounts") && names.contains(&"Planting plans"), "{names:?}");
    let amounts = intent.user_flows.iter().find(|f| f.name == "Seed amounts").unwrap();
    for line in ["R1", "R7", "R8"] {
        assert!(amounts.satisfies.contains(&line.to_owned()), "{line}");
    }
    let told: Vec<&String> = intent.user_flows.iter().flat_map(|f| &f.satisfies).collect();
    assert!(intent.requirements.iter().all(|r| told.contains(&&r.id)));
}
