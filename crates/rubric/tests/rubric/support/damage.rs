//! Ways to damage the tool library, each with the check that must notice and the place it must name.

use frieze_data::score::Dimension;
use serde_json::{Value, json};

use super::{list, put, remove, text};

pub struct Damage {
    pub name: &'static str,
    pub check: &'static str,
    pub dimension: Dimension,
    /// A finding at, under or above this pointer is expected.
    pub pointer: &'static str,
    pub apply: fn(&mut Value),
}

use Dimension::{Clarity, Coherence, Completeness, DataModelIntegrity, FrameworkAgnosticism};

#[rustfmt::skip]
pub const DAMAGES: &[Damage] = &[
    Damage { name: "placeholder description", check: "completeness/placeholder", dimension: Completeness, pointer: "/components/2/description", apply: |v| put(v, "/components/2/description", json!("TBD")) },
    Damage { name: "lorem ipsum summary", check: "completeness/section", dimension: Completeness, pointer: "/summary", apply: |v| put(v, "/summary", json!("Lorem ipsum dolor sit amet, consectetur adipiscing elit.")) },
    Damage { name: "removed flow", check: "completeness/unsatisfied-requirement", dimension: Completeness, pointer: "/requirements/2", apply: |v| remove(v, "/userFlows/1") },
    Damage { name: "unsatisfied requirement", check: "completeness/unsatisfied-requirement", dimension: Completeness, pointer: "/requirements/8", apply: |v| list(v, "/requirements").push(json!({"id": "R9", "text": "Members can donate a tool.", "source": {"file": "brief.md", "line": 40}, "kind": "functional"})) },
    Damage { name: "flow without outcome", check: "clarity/echo", dimension: Clarity, pointer: "/userFlows/1/steps/2", apply: |v| remove(v, "/userFlows/1/steps/2/outcome") },
    Damage { name: "flow without actor", check: "coherence/idle-claim", dimension: Coherence, pointer: "/userFlows/2/actor", apply: |v| put(v, "/userFlows/2/actor", json!("")) },
    Damage { name: "flow without goal", check: "clarity/echo", dimension: Clarity, pointer: "/userFlows/2", apply: |v| remove(v, "/userFlows/2/goal") },
    Damage { name: "no alternatives", check: "completeness/no-alternative", dimension: Completeness, pointer: "/userFlows/0", apply: |v| remove(v, "/userFlows/0/alternatives") },
    Damage { name: "view without error state", check: "completeness/missing-state", dimension: Completeness, pointer: "/components/0/states", apply: |v| remove(v, "/components/0/states/2") },
    Damage { name: "entity without attributes", check: "data-model/bare-entity", dimension: DataModelIntegrity, pointer: "/dataModel/entities/4/attributes", apply: |v| put(v, "/dataModel/entities/4/attributes", json!([])) },
    Damage { name: "description removed", check: "clarity/name-echo", dimension: Clarity, pointer: "/components/5/description", apply: |v| put(v, "/components/5/description", json!("")) },
    Damage { name: "same sentence everywhere", check: "coherence/duplicate", dimension: Coherence, pointer: "/components/9", apply: |v| { let same = text(v, "/components/8/description"); put(v, "/components/9/description", json!(same)); } },
    Damage { name: "dangling component reference", check: "coherence/unknown-component", dimension: Coherence, pointer: "/userFlows/0/steps/1/component", apply: |v| put(v, "/userFlows/0/steps/1/component", json!("nowhere")) },
    Damage { name: "orphan component", check: "coherence/unused-component", dimension: Coherence, pointer: "/components/16", apply: |v| list(v, "/components").push(json!({"id": "news-banner", "type": "container", "name": "News banner", "description": "Upcoming repair evenings with date and place."})) },
    Damage { name: "cyclic component tree", check: "coherence/component-tree", dimension: Coherence, pointer: "/components/11/children/0", apply: |v| put(v, "/components/11/children", json!(["reservation-card"])) },
    Damage { name: "component in two places", check: "coherence/component-tree", dimension: Coherence, pointer: "/components/7/children", apply: |v| list(v, "/components/7/children").push(json!("tool-list")) },
    Damage { name: "unknown child", check: "coherence/component-tree", dimension: Coherence, pointer: "/components/0/children/2", apply: |v| list(v, "/components/0/children").push(json!("ghost")) },
    Damage { name: "control outside a view", check: "coherence/component-tree", dimension: Coherence, pointer: "/components/2", apply: |v| remove(v, "/components/0/children/1") },
    Damage { name: "duplicate component", check: "coherence/duplicate", dimension: Coherence, pointer: "/components/16", apply: |v| { let mut copy = v["components"][4].clone(); copy["id"] = json!("calendar"); copy["name"] = json!("Calendar"); list(v, "/components").push(copy); } },
    Damage { name: "duplicate id", check: "coherence/duplicate", dimension: Coherence, pointer: "/components/12/id", apply: |v| put(v, "/components/12/id", json!("code-scanner")) },
    Damage { name: "duplicate goal with a word added", check: "coherence/duplicate", dimension: Coherence, pointer: "/goals/3", apply: |v| list(v, "/goals").push(json!("Busy volunteers finish a handover at the desk in under two minutes.")) },
    Damage { name: "dangling interaction", check: "coherence/unknown-target", dimension: Coherence, pointer: "/interactions/0/component", apply: |v| put(v, "/interactions/0/component", json!("search-box")) },
    Damage { name: "unexplained jump", check: "coherence/disconnected-step", dimension: Coherence, pointer: "/userFlows/0/steps/1", apply: |v| remove(v, "/userFlows/0/steps/1/outcome") },
    Damage { name: "alternative of another flow", check: "coherence/disconnected-step", dimension: Coherence, pointer: "/userFlows/0/alternatives/0/at", apply: |v| put(v, "/userFlows/0/alternatives/0/at", json!("hand-1")) },
    Damage { name: "entity spelt otherwise", check: "coherence/inconsistent-name", dimension: Coherence, pointer: "/userFlows/0/steps/0/entities/0", apply: |v| put(v, "/userFlows/0/steps/0/entities/0", json!("tools")) },
    Damage { name: "two components of one name", check: "coherence/inconsistent-name", dimension: Coherence, pointer: "/components/13/name", apply: |v| put(v, "/components/13/name", json!("Reserve button")) },
    Damage { name: "claim of an unknown requirement", check: "coherence/idle-claim", dimension: Coherence, pointer: "/userFlows/0/satisfies/4", apply: |v| list(v, "/userFlows/0/satisfies").push(json!("R99")) },
    Damage { name: "flow that satisfies nothing", check: "coherence/idle-claim", dimension: Coherence, pointer: "/userFlows/2/satisfies", apply: |v| put(v, "/userFlows/2/satisfies", json!([])) },
    Damage { name: "vague terms in a goal", check: "clarity/vague-term", dimension: Clarity, pointer: "/goals/0", apply: |v| put(v, "/goals/0", json!("Borrowing a tool is fast and user-friendly.")) },
    Damage { name: "vague term in a description", check: "clarity/vague-term", dimension: Clarity, pointer: "/components/2/description", apply: |v| put(v, "/components/2/description", json!("Rows with photo, label number, etc.")) },
    Damage { name: "goal that lists things", check: "clarity/compound-sentence", dimension: Clarity, pointer: "/goals/0", apply: |v| put(v, "/goals/0", json!("Loans, reminders, photos and labels.")) },
    Damage { name: "weak verb", check: "clarity/weak-verb", dimension: Clarity, pointer: "/components/15/description", apply: |v| put(v, "/components/15/description", json!("Handles reminder emails of the lending desk.")) },
    Damage { name: "description that repeats the name", check: "clarity/name-echo", dimension: Clarity, pointer: "/components/7/description", apply: |v| put(v, "/components/7/description", json!("The lending desk view.")) },
    Damage { name: "bare step", check: "clarity/bare-step", dimension: Clarity, pointer: "/userFlows/0/steps/3/action", apply: |v| put(v, "/userFlows/0/steps/3/action", json!("Confirm")) },
    Damage { name: "unmeasured quality", check: "clarity/unmeasured-quality", dimension: Clarity, pointer: "/requirements/8", apply: |v| { list(v, "/requirements").push(json!({"id": "R9", "text": "The catalogue must be pleasant to read.", "source": {"file": "brief.md", "line": 40}, "kind": "quality"})); put(v, "/components/2/satisfies", json!(["R9"])); } },
    Damage { name: "endless sentence", check: "clarity/long-sentence", dimension: Clarity, pointer: "/components/0/description", apply: |v| put(v, "/components/0/description", json!("Lists the drills and the ladders and the saws and the sanders and the planes and the clamps and the mixers and the cutters and the pumps and the heaters and the barrows and the rollers and the trestles and the lamps of the neighbourhood with photo.")) },
    Damage { name: "framework term in a component", check: "agnosticism/component", dimension: FrameworkAgnosticism, pointer: "/components/1/description", apply: |v| put(v, "/components/1/description", json!("React hook that narrows rows through a Redux store.")) },
    Damage { name: "framework term in a step", check: "agnosticism/flow", dimension: FrameworkAgnosticism, pointer: "/userFlows/0/steps/0/action", apply: |v| put(v, "/userFlows/0/steps/0/action", json!("Enter a tool name in the Angular component")) },
    Damage { name: "attribute of an unknown type", check: "data-model/attribute-type", dimension: DataModelIntegrity, pointer: "/dataModel/entities/0/attributes/1/type", apply: |v| put(v, "/dataModel/entities/0/attributes/1/type", json!("varchar")) },
    Damage { name: "attribute twice", check: "data-model/duplicate-attribute", dimension: DataModelIntegrity, pointer: "/dataModel/entities/1/attributes/4/name", apply: |v| list(v, "/dataModel/entities/1/attributes").push(json!({"name": "surName", "type": "text", "required": false})) },
    Damage { name: "relationship to a missing entity", check: "data-model/unknown-relation", dimension: DataModelIntegrity, pointer: "/dataModel/entities/0/relationships/2/to", apply: |v| list(v, "/dataModel/entities/0/relationships").push(json!({"to": "Supplier", "kind": "one-to-one"})) },
    Damage { name: "one-directional relationship", check: "data-model/one-sided-relation", dimension: DataModelIntegrity, pointer: "/dataModel/entities/3/relationships/2", apply: |v| put(v, "/dataModel/entities/4/relationships", json!([])) },
    Damage { name: "contradicting relationship", check: "data-model/one-sided-relation", dimension: DataModelIntegrity, pointer: "/dataModel/entities/4/relationships/0", apply: |v| put(v, "/dataModel/entities/4/relationships/0/kind", json!("many-to-many")) },
    Damage { name: "renamed entity in one place", check: "data-model/unknown-entity", dimension: DataModelIntegrity, pointer: "/userFlows/1/steps/2/entities/0", apply: |v| put(v, "/userFlows/1/steps/2/entities/0", json!("Lending")) },
    Damage { name: "entity never reached", check: "data-model/unreached-entity", dimension: DataModelIntegrity, pointer: "/dataModel/entities/5", apply: |v| list(v, "/dataModel/entities").push(json!({"name": "Invoice", "description": "What a member owes for a lost tool.", "attributes": [{"name": "number", "type": "identifier", "required": true}], "relationships": []})) },
    Damage { name: "step that changes nothing modelled", check: "data-model/unmodelled-step", dimension: DataModelIntegrity, pointer: "/userFlows/2/steps/0", apply: |v| { put(v, "/components/7/entities", json!([])); put(v, "/userFlows/2/steps/0/action", json!("Add the returned tool's label number")); remove(v, "/userFlows/2/steps/0/entities"); } },
    Damage { name: "flow without data", check: "data-model/flow-without-data", dimension: DataModelIntegrity, pointer: "/userFlows/3", apply: |v| { for s in 0..2 { remove(v, &format!("/userFlows/3/steps/{s}/entities")); put(v, &format!("/userFlows/3/steps/{s}/component"), json!("code-scanner")); } put(v, "/userFlows/3/alternatives", json!([])); } },
];
