//! Ways to break a design of any product, at least one for each check. Following the suggestion of the finding repairs
//! it.

use serde_json::{Value, json};

use super::fresh::{array, fresh};
use super::{list, put, remove, text};

/// Breaks the nth place at which it can be broken; false if there is none.
pub type Break = fn(&mut Value, usize) -> bool;

/// The steps of all flows: pointers.
fn steps(v: &Value) -> Vec<String> {
    let mut all = Vec::new();
    for flow in 0..array(v, "/userFlows").len() {
        let own = format!("/userFlows/{flow}/steps");
        all.extend((0..array(v, &own).len()).map(|step| format!("{own}/{step}")));
    }
    all
}

/// The pointers of the elements of a list.
fn each(v: &Value, section: &str) -> Vec<String> {
    (0..array(v, section).len()).map(|at| format!("{section}/{at}")).collect()
}

/// Changes the nth text under a key of a section.
fn change(v: &mut Value, all: &[String], key: &str, nth: usize, with: impl Fn(&str) -> String) -> bool {
    let Some(at) = all.get(nth) else { return false };
    let pointer = format!("{at}/{key}");
    let own = text(v, &pointer);
    put(v, &pointer, json!(with(&own)));
    true
}

fn add(v: &mut Value, section: &str, nth: usize, element: Value) -> bool {
    list(v, section).push(element);
    nth == 0
}

fn child_of_the_first_view(v: &mut Value, child: &str) {
    let views = list(v, "/components").iter_mut().filter(|c| c["type"] == "view");
    for view in views.take(1) {
        view["children"].as_array_mut().unwrap().push(json!(child));
    }
}

/// Removes a claim wherever it is made.
fn unclaim(v: &mut Value, id: &Value) {
    for section in ["/userFlows", "/components", "/interactions"] {
        for element in list(v, section) {
            if let Some(own) = element.get_mut("satisfies").and_then(Value::as_array_mut) {
                own.retain(|claim| claim != id);
            }
        }
    }
}

/// Takes the entities from a step, from its component and from the components that contain it.
fn without_data(v: &mut Value, step: &str) {
    let mut at = v.pointer(&format!("{step}/component")).cloned().unwrap_or_default();
    put(v, &format!("{step}/entities"), json!([]));
    for _ in 0..4 {
        let mut above = Value::Null;
        for component in list(v, "/components") {
            if component["id"] == at {
                component["entities"] = json!([]);
            }
            if array(component, "/children").contains(&at) {
                above = component["id"].clone();
            }
        }
        at = above;
    }
}

const ENDLESS: &str = "Lists the drills and the ladders and the saws and the sanders and the planes and the clamps and the mixers and the \
                       cutters and the pumps and the heaters and the barrows and the rollers and the trestles and the lamps of the street.";

#[rustfmt::skip]
pub const BREAKS: &[(&str, Break)] = &[
    ("completeness/section", |v, n| { put(v, "/summary", json!("")); n == 0 }),
    ("completeness/section", |v, n| { put(v, "/goals", json!([])); n == 0 }),
    ("completeness/section", |v, n| { put(v, "/interactions", json!([])); n == 0 }),
    ("completeness/unsatisfied-requirement", |v, n| { let Some(id) = array(v, "/requirements").get(n).map(|r| r["id"].clone()) else { return false }; unclaim(v, &id); true }),
    ("coherence/idle-claim", |v, n| { let all = each(v, "/userFlows"); change(v, &all, "actor", n, |_| String::new()) }),
    ("clarity/echo", |v, n| { let all = each(v, "/userFlows"); change(v, &all, "goal", n, |_| String::new()) }),
    ("clarity/echo", |v, n| { let Some(last) = v.pointer_mut(&format!("/userFlows/{n}/steps")).and_then(|steps| steps.as_array_mut()?.last_mut()) else { return false }; last["outcome"] = json!(""); true }),
    ("completeness/flow-frame", |v, n| { let Some(steps) = v.pointer_mut(&format!("/userFlows/{n}/steps")).and_then(Value::as_array_mut) else { return false }; steps.drain(..steps.len() - 1); true }),
    ("completeness/no-alternative", |v, n| { let flow = format!("/userFlows/{n}/alternatives"); v.pointer(&flow).is_some() && { remove(v, &flow); true } }),
    ("completeness/empty-alternative", |v, n| {
        let Some(first) = v.pointer(&format!("/userFlows/{n}/steps/0")).cloned() else { return false };
        let again = json!({"id": "again", "action": first["action"], "component": first["component"], "outcome": first["outcome"]});
        list(v, &format!("/userFlows/{n}/alternatives")).push(json!({"at": first["id"], "condition": first["action"], "steps": [again]}));
        true
    }),
    ("completeness/missing-state", |v, n| { let Some(view) = each(v, "/components").get(n).cloned() else { return false }; let states = format!("{view}/states"); if text(v, &format!("{view}/type")) == "view" { put(v, &states, json!([])); } true }),
    ("completeness/bare-view", |v, n| { let Some(view) = each(v, "/components").get(n).cloned() else { return false }; if text(v, &format!("{view}/type")) == "view" { put(v, &format!("{view}/children"), json!([])); } true }),
    ("clarity/name-echo", |v, n| { let all = each(v, "/components"); change(v, &all, "description", n, |_| String::new()) }),
    ("completeness/placeholder", |v, n| { let all = each(v, "/components"); change(v, &all, "description", n, |_| "TBD".to_owned()) }),
    ("fidelity/missing-requirement", |v, n| { if n >= array(v, "/requirements").len() { return false; } let id = list(v, "/requirements").remove(n)["id"].clone(); unclaim(v, &id); true }),
    ("fidelity/foreign-requirement", |v, n| { let foreign = json!({"id": "R900", "text": "Book a seat on the next launch to the moon.", "source": {"file": "brief.md", "line": 1}, "kind": "functional"}); add(v, "/requirements", n, foreign) }),
    ("coherence/unknown-component", |v, n| { let all = steps(v); change(v, &all, "component", n, |_| "nowhere".to_owned()) }),
    ("coherence/misplaced-step", |v, n| { let (all, parts) = (steps(v), array(v, "/components").len()); let part = text(v, &format!("/components/{}/id", n % parts)); change(v, &all, "component", n / parts, |_| part.clone()) }),
    ("coherence/unused-component", |v, n| { child_of_the_first_view(v, "news"); let words = fresh(v, 501); add(v, "/components", n, json!({"id": "news", "type": "container", "name": "News banner", "description": words})) }),
    ("coherence/component-tree", |v, n| { child_of_the_first_view(v, "ghost"); n == 0 }),
    ("coherence/component-tree", |v, n| {
        let Some(part) = each(v, "/components").get(n).map(|part| text(v, &format!("{part}/id"))) else { return false };
        for component in list(v, "/components") { if let Some(children) = component.get_mut("children").and_then(Value::as_array_mut) { children.retain(|child| *child != part.as_str()); } }
        true
    }),
    ("coherence/component-tree", |v, n| { let Some(part) = each(v, "/components").get(n).map(|part| text(v, &format!("{part}/id"))) else { return false }; child_of_the_first_view(v, &part); true }),
    ("coherence/disconnected-step", |v, n| { let at = format!("/userFlows/{n}/alternatives/0/at"); v.pointer(&at).is_some() && { put(v, &at, json!("nowhere")); true } }),
    ("coherence/unknown-target", |v, n| { let all = each(v, "/interactions"); change(v, &all, "component", n, |_| "nowhere".to_owned()) }),
    ("coherence/inconsistent-name", |v, n| { let name = text(v, "/components/0/name"); let all = each(v, "/components"); change(v, &all, "name", n, |_| name.clone()) }),
    ("coherence/inconsistent-name", |v, n| { let all = each(v, "/userFlows"); change(v, &all, "actor", n, |own| format!("{}{own}", own.to_uppercase().chars().next().map_or("", |_| "_"))) }),
    ("coherence/duplicate", |v, n| { let all = each(v, "/components"); let id = text(v, "/components/0/id"); change(v, &all, "id", n, |_| id.clone()) }),
    ("coherence/duplicate", |v, n| { let same = v["goals"][0].clone(); add(v, "/goals", n, same) }),
    ("coherence/duplicate", |v, n| { let Some(mut same) = array(v, "/interactions").get(n).cloned() else { return false }; same["id"] = json!("again"); list(v, "/interactions").push(same); true }),
    ("coherence/idle-claim", |v, n| v.pointer(&format!("/userFlows/{n}")).is_some() && { list(v, &format!("/userFlows/{n}/satisfies")).push(json!("R99")); true }),
    ("coherence/idle-claim", |v, n| { let all = each(v, "/userFlows"); change(v, &all, "actor", n, |_| "Postman".to_owned()) }),
    ("clarity/vague-term", |v, n| { let all = each(v, "/components"); change(v, &all, "description", n, |own| format!("{own} All of it is fast.")) }),
    ("clarity/unmeasured-quality", |v, n| { let all = each(v, "/requirements"); change(v, &all, "kind", n, |_| "quality".to_owned()) && change(v, &all, "text", n, |own| format!("{own} It is easy.")) }),
    ("clarity/compound-sentence", |v, n| { put(v, "/goals/0", json!("Rows, drills, ladders and lamps.")); n == 0 }),
    ("clarity/weak-verb", |v, n| { let all = each(v, "/components"); change(v, &all, "description", n, |own| format!("Handles the rows. {own}")) }),
    ("clarity/name-echo", |v, n| { let Some(name) = each(v, "/components").get(n).map(|part| text(v, &format!("{part}/name"))) else { return false }; let all = each(v, "/components"); change(v, &all, "description", n, |_| name.clone()) }),
    ("clarity/echo", |v, n| { let Some(name) = each(v, "/userFlows").get(n).map(|flow| text(v, &format!("{flow}/name"))) else { return false }; let all = each(v, "/userFlows"); change(v, &all, "goal", n, |_| name.clone()) }),
    ("clarity/echo", |v, n| { let Some(action) = steps(v).get(n).map(|step| text(v, &format!("{step}/action"))) else { return false }; let all = steps(v); change(v, &all, "outcome", n, |_| action.clone()) }),
    ("clarity/stock-phrase", |v, n| {
        for part in 3 * n..3 * n + 3 {
            let name = text(v, &format!("/components/{part}/name"));
            let all = each(v, "/components");
            if !change(v, &all, "description", part, |_| format!("Shows everything that belongs to the {name} in a row.")) { return false; }
        }
        true
    }),
    ("clarity/bare-step", |v, n| { let all = steps(v); change(v, &all, "action", n, |_| "Confirm".to_owned()) }),
    ("clarity/long-sentence", |v, n| { let all = each(v, "/components"); change(v, &all, "description", n, |own| format!("{own} {ENDLESS}")) }),
    ("agnosticism/component", |v, n| { let all = each(v, "/components"); change(v, &all, "description", n, |own| format!("{own} Built with ReactJS.")) }),
    ("agnosticism/flow", |v, n| { let all = steps(v); change(v, &all, "action", n, |own| format!("{own} in the Angular component")) }),
    ("agnosticism/interaction", |v, n| { let all = each(v, "/interactions"); change(v, &all, "response", n, |own| format!("{own} It is kept in PostgreSQL.")) }),
    ("agnosticism/data", |v, n| { let all = each(v, "/dataModel/entities"); change(v, &all, "description", n, |own| format!("{own} It is kept in PostgreSQL.")) }),
    ("agnosticism/statement", |v, n| { let own = text(v, "/summary"); put(v, "/summary", json!(format!("{own} It is built with ReactJS."))); n == 0 }),
    ("agnosticism/identifier", |v, n| { let all = each(v, "/interactions"); change(v, &all, "id", n, |_| "postgresql-store".to_owned()) }),
    ("data-model/unknown-entity", |v, n| { let Some(step) = steps(v).get(n).cloned() else { return false }; if v.pointer(&format!("{step}/entities/0")).is_some() { put(v, &format!("{step}/entities/0"), json!("Zeppelin")); } true }),
    ("data-model/unreached-entity", |v, n| { let invoice = json!({"name": "Invoice", "description": fresh(v, 502), "attributes": [{"name": "number", "type": "identifier", "required": true}, {"name": fresh(v, 503), "type": "integer", "required": true}], "relationships": []}); add(v, "/dataModel/entities", n, invoice) }),
    ("data-model/bare-entity", |v, n| { let all = each(v, "/dataModel/entities"); let Some(entity) = all.get(n) else { return false }; list(v, &format!("{entity}/attributes")).retain(|a| a["type"] == "identifier"); true }),
    ("data-model/unspoken-attributes", |v, n| {
        // Few such attributes are no fault, and more than there are entities cost no more.
        let words = ["zither", "quagga", "yodel", "pumice", "tassel"].iter().cycle();
        for (entity, word) in each(v, "/dataModel/entities").iter().zip(words) {
            let own = list(v, &format!("{entity}/attributes")).iter_mut().rfind(|a| a["type"] != "identifier");
            if let Some(own) = own { own["name"] = json!(word); }
        }
        n == 0
    }),
    ("data-model/unknown-relation", |v, n| v.pointer(&format!("/dataModel/entities/{n}")).is_some() && { list(v, &format!("/dataModel/entities/{n}/relationships")).push(json!({"to": "Zeppelin", "kind": "one-to-one"})); true }),
    ("data-model/one-sided-relation", |v, n| { let relation = format!("/dataModel/entities/{n}/relationships/0"); v.pointer(&relation).is_some() && { remove(v, &relation); true } }),
    ("data-model/attribute-type", |v, n| { let all = each(v, "/dataModel/entities"); let own = all.get(n).map(|e| each(v, &format!("{e}/attributes"))).unwrap_or_default(); change(v, &own, "type", own.len().saturating_sub(1), |_| "varchar".to_owned()) }),
    ("data-model/duplicate-attribute", |v, n| { let own = format!("/dataModel/entities/{n}/attributes"); v.pointer(&own).is_some() && { let twice = v.pointer(&own).unwrap()[0].clone(); list(v, &own).push(twice); true } }),
    ("data-model/unmodelled-step", |v, n| { let all = steps(v); change(v, &all, "action", n, |own| format!("Add the row of {own}")) && { let step = all[n].clone(); without_data(v, &step); true } }),
    ("data-model/flow-without-data", |v, n| { let steps: Vec<String> = steps(v).into_iter().filter(|step| step.starts_with(&format!("/userFlows/{n}/"))).collect(); for step in &steps { without_data(v, step); } !steps.is_empty() }),
];
