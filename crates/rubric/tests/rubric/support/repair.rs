//! Follows a finding's suggestion mechanically: the finding goes, and no content is lost.

use serde_json::{Value, json};

use super::fresh::{actor_of, array, component_of, demand_of, flow_for, fresh, used_component};
use super::{list, put, remove, text};
use frieze_rubric::Demand;
use frieze_rubric::finding::Finding;

fn index(pointer: &str, at: usize) -> usize {
    pointer.split('/').nth(at).unwrap().parse().unwrap()
}

fn quoted(text: &str) -> String {
    text.split('"').nth(1).unwrap().to_owned()
}

/// Adds a sentence to a text without removing anything, because a claim may rest on the text.
fn say(v: &mut Value, pointer: &str, n: usize) {
    let own = text(v, pointer);
    let own = own.trim().trim_end_matches(['.', '。']);
    // A placeholder is removed.
    let empty = own.is_empty() || own.starts_with("Lorem") || own.starts_with("TBD");
    let said = if empty { fresh(v, n) } else { format!("{own}: {}", fresh(v, n)) };
    put(v, pointer, json!(said));
}

fn step(v: &Value, n: usize, component: &Value, outcome: &str) -> Value {
    let action = format!("{} at the {}", fresh(v, n), name_of(v, component));
    json!({"id": format!("fix-{n}"), "action": action, "component": component, "outcome": outcome})
}

/// The name of a component, so that what happens there says where it happens.
fn name_of(v: &Value, component: &Value) -> String {
    let found = array(v, "/components").iter().find(|other| other["id"] == *component);
    found.and_then(|found| found["name"].as_str()).unwrap_or_default().to_lowercase()
}

fn first_entity(v: &Value) -> Option<Value> {
    array(v, "/dataModel/entities").first().map(|entity| entity["name"].clone())
}

/// Repairs the finding, or says that this check has no mechanical repair.
pub fn repair(v: &mut Value, f: &Finding, n: usize) -> bool {
    let p = f.pointer.as_str();
    if f.suggestion.starts_with("Give it its own id") {
        put(v, &format!("{p}/id"), json!(format!("fix-{n}")));
        return true;
    }
    match f.check.as_str() {
        "completeness/section" => match p {
            "/summary" => say(v, p, n),
            "/goals" => {
                let aim = fresh(v, n);
                list(v, p).push(json!(aim));
            }
            "/interactions" => {
                let (trigger, response) = (fresh(v, n), fresh(v, n + 1));
                let component = used_component(v);
                list(v, p).push(json!({"id": format!("fix-{n}"), "trigger": trigger, "component": component, "response": response}));
            }
            _ => return false,
        },
        "completeness/bare-view" => {
            let parts = parts_outside_of_views(v);
            put(v, &format!("{p}/children"), json!(parts));
        }
        "fidelity/foreign-requirement" => {
            let id = v.pointer(&format!("{p}/id")).cloned().unwrap_or_default();
            remove(v, p);
            for section in ["/userFlows", "/components", "/interactions"] {
                for element in list(v, section) {
                    if let Some(own) = element.get_mut("satisfies").and_then(Value::as_array_mut) {
                        own.retain(|claim| *claim != id);
                    }
                }
            }
        }
        // "…perhaps at …"
        "coherence/misplaced-step" => {
            let name = quoted(&f.suggestion);
            let better = array(v, "/components").iter().find(|c| c["name"] == name.as_str());
            let Some(id) = better.map(|c| c["id"].clone()) else { return false };
            put(v, p, id);
        }
        // "Show it where it is used…"
        "data-model/unspoken-attributes" => {
            let name = v.pointer(&format!("/dataModel/entities/{}/name", index(p, 3))).cloned();
            let shows = |c: &Value| array(c, "/entities").iter().any(|entity| Some(entity) == name.as_ref());
            let Some(at) = array(v, "/components").iter().position(shows) else { return false };
            let description = format!("/components/{at}/description");
            let said = format!("{} Shows the {}.", text(v, &description), quoted(&f.message));
            put(v, &description, json!(said));
        }
        "fidelity/missing-requirement" if !p.starts_with("/requirements/") => return false,
        "completeness/unsatisfied-requirement" | "fidelity/missing-requirement" => {
            let id = text(v, &format!("{p}/id"));
            // A claim means the first requirement of that id.
            let first = v["requirements"].as_array().unwrap().iter().position(|r| r["id"] == id.as_str());
            if first != Some(index(p, 2)) {
                return false;
            }
            let Some(flow) = flow_for(v, v.pointer(p).unwrap()) else { return false };
            let satisfies = format!("/userFlows/{flow}/satisfies");
            if !array(v, &satisfies).contains(&json!(id)) {
                list(v, &satisfies).push(json!(id));
            }
            // A claim counts when the flow speaks of what it claims.
            let added = step(v, n, &component_of(v, flow), &text(v, &format!("{p}/text")));
            list(v, &format!("/userFlows/{flow}/steps")).push(added);
        }
        "completeness/flow-frame" => {
            let added = step(v, n, &component_of(v, index(p, 2)), &fresh(v, n + 1));
            list(v, p).push(added);
        }
        "completeness/no-alternative" => {
            let p = p.trim_end_matches("/alternatives");
            let at = v.pointer(&format!("{p}/steps/0/id")).cloned();
            let Some(at) = at else { return false };
            let own = step(v, n, &used_component(v), &fresh(v, n + 4));
            let added = json!({"at": at, "condition": fresh(v, n + 2), "steps": [own]});
            let all = format!("{p}/alternatives");
            if v.pointer(&all).is_none() {
                put(v, &all, json!([]));
            }
            list(v, &all).push(added);
        }
        "completeness/missing-state" => {
            let need = quoted(&f.suggestion).replace('…', &fresh(v, n));
            let view = format!("/components/{}", index(p, 2));
            if v.pointer(&format!("{view}/states")).is_none() {
                put(v, &format!("{view}/states"), json!([]));
            }
            list(v, &format!("{view}/states")).push(json!(need));
        }
        "data-model/bare-entity" => {
            let added = json!({"name": fresh(v, n), "type": "integer", "required": true});
            list(v, p).push(added);
        }
        "completeness/empty-alternative" => {
            say(v, &format!("{p}/condition"), n + 2);
            let added = step(v, n, &used_component(v), &fresh(v, n + 4));
            list(v, &format!("{p}/steps")).push(added);
        }
        "clarity/echo" => match p.rsplit('/').next().unwrap() {
            "goal" | "outcome" | "response" | "description" => say(v, p, n),
            _ if p.contains("/steps/") => say(v, &format!("{p}/outcome"), n),
            _ => say(v, &format!("{p}/goal"), n),
        },
        "completeness/placeholder" if p.starts_with("/requirements/") => {
            let id = text(v, &format!("{p}/id"));
            let question = format!("{id}: who decides on {}?", fresh(v, n));
            list(v, "/openQuestions").push(json!(question));
        }
        // Only the vague word goes: the rest may be what a claim rests on.
        "clarity/vague-term" if text(v, p).contains(&quoted(&f.message)) => {
            let terms = f.message.split('"').skip(1).step_by(2);
            let exact = terms.fold(text(v, p), |exact, term| exact.replace(term, "blue"));
            put(v, p, json!(exact));
        }
        "clarity/bare-step" => {
            let component = v.pointer(&p.replace("/action", "/component")).cloned().unwrap_or_default();
            let said = format!("{} at the {}", fresh(v, n), name_of(v, &component));
            put(v, p, json!(said));
        }
        // Another verb in its place.
        "clarity/weak-verb" => {
            let exact = text(v, p).replacen(&quoted(&f.message), "Prints", 1);
            put(v, p, json!(exact));
        }
        "clarity/long-sentence" => {
            let words: Vec<String> = text(v, p).split(' ').map(str::to_owned).collect();
            let (first, second) = words.split_at(words.len() / 2);
            put(v, p, json!(format!("{}. {}", first.join(" "), second.join(" "))));
        }
        "clarity/compound-sentence"
        | "clarity/stock-phrase"
        | "clarity/name-echo"
        | "completeness/placeholder"
        | "clarity/vague-term" => say(v, p, n),
        // Only the name of the technology goes.
        "agnosticism/component"
        | "agnosticism/flow"
        | "agnosticism/interaction"
        | "agnosticism/data"
        | "agnosticism/statement" => {
            let exact = text(v, p).replace(&quoted(&f.message), "lantern");
            put(v, p, json!(exact));
        }
        "coherence/unknown-component" | "coherence/unknown-target" => {
            // A step stays where its flow is.
            let own = p.starts_with("/userFlows/").then(|| component_of(v, index(p, 2)));
            let component = own.filter(|own| !own.is_null()).unwrap_or_else(|| used_component(v));
            if component.is_null() {
                return false;
            }
            put(v, p, component);
        }
        "coherence/unused-component" => return without_component(v, index(p, 2)),
        "data-model/unreached-entity" => return without_entity(v, index(p, 3)),
        "data-model/unknown-relation" | "coherence/duplicate" => {
            if p.ends_with("/id") {
                put(v, p, json!(format!("fix-{n}")));
            } else if p.ends_with("/to") {
                remove(v, p.trim_end_matches("/to"));
            } else if p.starts_with("/components/") || p.starts_with("/dataModel/") {
                // "…or say in its own words what makes it different." What it said may be what other parts rest on.
                let own = text(v, &format!("{p}/description"));
                let words: Vec<&str> = own.split(' ').collect();
                let (begin, end) = words.split_at(words.len() / 2);
                let name = text(v, &format!("{p}/name")).to_lowercase();
                let said = format!("{} {} at the {name}. {}", begin.join(" "), fresh(v, n), end.join(" "));
                put(v, &format!("{p}/description"), json!(said));
            } else if p.contains("/steps/") {
                say(v, &format!("{p}/action"), n);
            } else if p.contains("/alternatives/") {
                say(v, &format!("{p}/condition"), n);
            } else if p.starts_with("/userFlows/") {
                say(v, &format!("{p}/name"), n);
            } else {
                remove(v, p);
            }
        }
        "coherence/component-tree" => {
            if p.split('/').count() == 5 {
                remove(v, p);
            } else if p.ends_with("/children") {
                put(v, p, json!([]));
            } else {
                let id = text(v, &format!("{p}/id"));
                let Some(view) =
                    v["components"].as_array_mut().unwrap().iter_mut().find(|c| c["type"] == "view")
                else {
                    return false;
                };
                if view.get("children").is_none() {
                    view["children"] = json!([]);
                }
                view["children"].as_array_mut().unwrap().push(json!(id));
            }
        }
        "coherence/disconnected-step" => {
            if p.ends_with("/at") {
                let Some(first) = v.pointer(&format!("/userFlows/{}/steps/0/id", index(p, 2))).cloned()
                else {
                    return false;
                };
                put(v, p, first);
            } else {
                say(v, &format!("{p}/outcome"), n);
            }
        }
        "coherence/inconsistent-name" => {
            if f.suggestion.starts_with("Write") {
                put(v, p, json!(quoted(&f.suggestion)));
            } else {
                let own = text(v, p);
                put(v, p, json!(format!("{own} with lantern {n}")));
            }
        }
        "coherence/idle-claim" => {
            let flow = array(v, "/userFlows").get(index(p, 2)).cloned().unwrap_or_default();
            if p.ends_with("/actor") {
                let actor = actor_of(v, &flow);
                put(v, p, json!(actor));
                return true;
            }
            if !p.contains("/satisfies") {
                return false;
            }
            if p.ends_with("/satisfies") {
                let Some(id) = demand_of(v, &flow) else { return false };
                list(v, p).push(id);
            } else {
                remove(v, p);
            }
        }
        "clarity/unmeasured-quality" => {
            let id = text(v, &format!("{p}/id"));
            list(v, "/openQuestions")
                .push(json!(format!("{id}: below how many seconds do {n} neighbours call it pleasant?")));
        }
        "agnosticism/identifier" => put(v, p, json!(format!("fix-{n}"))),
        "data-model/unknown-entity" => {
            let Some(name) = first_entity(v) else { return false };
            put(v, p, name);
        }
        "data-model/one-sided-relation" => {
            let entity = text(v, &format!("/dataModel/entities/{}/name", index(p, 3)));
            let (to, kind) = (text(v, &format!("{p}/to")), v.pointer(&format!("{p}/kind")).unwrap().clone());
            let Some(other) =
                v["dataModel"]["entities"].as_array_mut().unwrap().iter_mut().find(|e| e["name"] == to)
            else {
                return false;
            };
            other["relationships"].as_array_mut().unwrap().push(json!({"to": entity, "kind": kind}));
        }
        "data-model/attribute-type" => put(v, p, json!(quoted(&f.suggestion))),
        "data-model/duplicate-attribute" => remove(v, p.trim_end_matches("/name")),
        "data-model/unmodelled-step" | "data-model/flow-without-data" => {
            let step = if f.check.ends_with("data") { format!("{p}/steps/0") } else { p.to_owned() };
            let Some(name) = first_entity(v) else { return false };
            if v.pointer(&step).is_none() {
                return false;
            }
            let all = format!("{step}/entities");
            if v.pointer(&all).is_none() {
                put(v, &all, json!([]));
            }
            list(v, &all).push(name);
        }
        _ => return false,
    }
    true
}

/// Takes up a requirement of the brief and designs what meets it: "Take it up word for word, and design what meets it."
pub fn take_up(v: &mut Value, demand: &Demand, n: usize) {
    let id = format!("fix-{n}");
    let source = json!({"file": "brief.md", "line": demand.line});
    let taken = json!({"id": id, "text": demand.text, "source": source, "kind": "functional"});
    let flow = flow_for(v, &taken);
    list(v, "/requirements").push(taken);
    let Some(flow) = flow else { return };
    list(v, &format!("/userFlows/{flow}/satisfies")).push(json!(id));
    let added = step(v, n, &component_of(v, flow), &demand.text);
    list(v, &format!("/userFlows/{flow}/steps")).push(added);
}

/// The parts that are seen, but in no view.
fn parts_outside_of_views(v: &Value) -> Vec<Value> {
    let all = array(v, "/components");
    let seen = |c: &&Value| ["container", "control"].iter().any(|kind| c["type"] == *kind);
    let inside = |c: &Value| all.iter().any(|other| array(other, "/children").contains(&c["id"]));
    all.iter().filter(seen).filter(|c| !inside(c)).map(|c| c["id"].clone()).collect()
}

/// Whether some step refers to it: then a mechanical repair must not remove it.
fn in_a_step(v: &Value, name: &Value) -> bool {
    let steps = v["userFlows"].as_array().unwrap().iter().flat_map(|f| {
        let other = f.get("alternatives").and_then(Value::as_array).into_iter().flatten();
        f["steps"].as_array().unwrap().iter().chain(other.flat_map(|a| a["steps"].as_array().unwrap()))
    });
    steps.into_iter().any(|s| {
        s["component"] == *name || s.get("entities").is_some_and(|e| e.as_array().unwrap().contains(name))
    })
}

/// Removes a component as a person would: its parts move up to its place, its interactions are removed.
fn without_component(v: &mut Value, at: usize) -> bool {
    let removed = v["components"][at].clone();
    let id = removed["id"].clone();
    if in_a_step(v, &id) {
        return false;
    }
    let parts = removed.get("children").and_then(Value::as_array).cloned().unwrap_or_default();
    let held = |component: &Value| component["children"].as_array().is_some_and(|c| c.contains(&id));
    // Removing a view would leave its parts without a place: they are removed first, each by a finding of its own.
    if !parts.is_empty() && !v["components"].as_array().is_some_and(|all| all.iter().any(held)) {
        return false;
    }
    list(v, "/components").remove(at);
    for component in list(v, "/components") {
        if let Some(children) = component.get_mut("children").and_then(Value::as_array_mut)
            && let Some(place) = children.iter().position(|c| *c == id)
        {
            children.splice(place..=place, parts.clone());
        }
    }
    list(v, "/interactions").retain(|x| x["component"] != id);
    true
}

/// Removes an entity together with what refers to it.
fn without_entity(v: &mut Value, at: usize) -> bool {
    let name = v["dataModel"]["entities"][at]["name"].clone();
    if in_a_step(v, &name) {
        return false;
    }
    list(v, "/dataModel/entities").remove(at);
    for entity in list(v, "/dataModel/entities") {
        entity["relationships"].as_array_mut().unwrap().retain(|r| r["to"] != name);
    }
    for component in list(v, "/components") {
        if let Some(own) = component.get_mut("entities").and_then(Value::as_array_mut) {
            own.retain(|e| *e != name);
        }
    }
    true
}
