//! Does what a finding's suggestion says, mechanically.

use serde_json::{Value, json};

use super::{list, put, remove, text};
use frieze::domain::finding::Finding;

/// A sentence that no other element has, in an order of its own.
fn fresh(n: usize) -> String {
    const VERBS: [&str; 7] = ["Counts", "Paints", "Mends", "Weighs", "Borrows", "Stacks", "Oils"];
    const THINGS: [&str; 19] = [
        "lanterns", "crates", "benches", "kettles", "ribbons", "ladles", "barrels", "hinges", "ropes",
        "bells", "candles", "shutters", "wheels", "anvils", "brooms", "pulleys", "baskets", "saddles",
        "mirrors",
    ];
    const PLACES: [&str; 6] = ["beside", "under", "behind", "above", "near", "inside"];
    let thing = |k: usize| THINGS[(n * k + k) % THINGS.len()];
    let (verb, place) = (VERBS[n % VERBS.len()], PLACES[n % PLACES.len()]);
    match n % 3 {
        0 => format!("{verb} {} {} {place} old {}", n + 12, thing(3), thing(7)),
        1 => format!("{verb} {} {place} {} torn {}", thing(5), n + 12, thing(2)),
        _ => format!("{verb} {place} {} green {} {}", thing(11), thing(6), n + 12),
    }
}

fn index(pointer: &str, at: usize) -> usize {
    pointer.split('/').nth(at).unwrap().parse().unwrap()
}

fn used_component(v: &Value) -> Value {
    let all = v["components"].as_array().unwrap();
    let flows = v["userFlows"].as_array().unwrap();
    let steps = flows
        .iter()
        .filter(|f| !f["satisfies"].as_array().unwrap().is_empty())
        .flat_map(|f| f["steps"].as_array().unwrap());
    steps
        .map(|s| &s["component"])
        .find(|c| all.iter().any(|x| x["id"] == **c))
        .cloned()
        .unwrap_or(Value::Null)
}

fn quoted(text: &str) -> String {
    text.split('"').nth(1).unwrap().to_owned()
}

/// Repairs the finding, or says that this check has no mechanical repair.
pub fn repair(v: &mut Value, f: &Finding, n: usize) -> bool {
    let p = f.pointer.as_str();
    if f.suggestion.starts_with("Give it an id of its own") {
        put(v, &format!("{p}/id"), json!(format!("fix-{n}")));
        return true;
    }
    match f.check.as_str() {
        "completeness/unsatisfied-requirement" => {
            let id = text(v, &format!("{p}/id"));
            // A claim means the first requirement of that id.
            let first = v["requirements"].as_array().unwrap().iter().position(|r| r["id"] == id.as_str());
            if first != Some(index(p, 2)) {
                return false;
            }
            let Some(flow) = v["userFlows"].as_array_mut().unwrap().first_mut() else { return false };
            flow["satisfies"].as_array_mut().unwrap().push(json!(id));
            // A claim counts when the flow speaks of what it claims.
            let (component, demand) = (used_component(v), text(v, &format!("{p}/text")));
            list(v, "/userFlows/0/steps").push(json!({"id": format!("fix-{n}"), "action": fresh(n), "component": component, "outcome": demand}));
        }
        "completeness/flow-frame" => {
            let flow = format!("/userFlows/{}", index(p, 2));
            if p.ends_with("/actor") {
                put(v, p, json!("Volunteer"));
            } else if p == flow || p.ends_with("/goal") {
                put(v, &format!("{flow}/goal"), json!(fresh(n)));
            } else if p.ends_with("/steps") {
                let component = used_component(v);
                list(v, p).push(json!({"id": format!("fix-{n}"), "action": fresh(n), "component": component, "outcome": fresh(n + 1)}));
            } else {
                put(v, &format!("{p}/outcome"), json!(fresh(n)));
            }
        }
        "completeness/no-alternative" => {
            let p = p.trim_end_matches("/alternatives");
            let at = v.pointer(&format!("{p}/steps/0/id")).cloned();
            let Some(at) = at else { return false };
            let component = used_component(v);
            put(
                v,
                &format!("{p}/alternatives"),
                json!([{"at": at, "condition": fresh(n + 2), "steps": [{"id": format!("fix-{n}"), "action": fresh(n), "component": component, "outcome": fresh(n + 4)}]}]),
            );
        }
        "completeness/missing-state" => {
            let need = quoted(&f.suggestion).replace('…', &fresh(n));
            let view = format!("/components/{}", index(p, 2));
            if v.pointer(&format!("{view}/states")).is_none() {
                put(v, &format!("{view}/states"), json!([]));
            }
            list(v, &format!("{view}/states")).push(json!(need));
        }
        "completeness/entity-identity" => {
            let entity = format!("/dataModel/entities/{}", index(p, 3));
            let (name, kind) = if p.ends_with("/attributes") {
                (fresh(n), "integer")
            } else {
                ("fixNumber".to_owned(), "identifier")
            };
            list(v, &format!("{entity}/attributes"))
                .push(json!({"name": name, "type": kind, "required": true}));
        }
        "data-model/bare-entity" => {
            list(v, p).push(json!({"name": fresh(n), "type": "integer", "required": true}));
        }
        "completeness/empty-alternative" => {
            put(v, &format!("{p}/condition"), json!(fresh(n + 2)));
            let component = used_component(v);
            list(v, &format!("{p}/steps")).push(json!({"id": format!("fix-{n}"), "action": fresh(n), "component": component, "outcome": fresh(n + 4)}));
        }
        "clarity/echo" => match p.rsplit('/').next().unwrap() {
            "goal" | "outcome" | "response" | "description" => put(v, p, json!(fresh(n))),
            _ if p.contains("/steps/") => put(v, &format!("{p}/outcome"), json!(fresh(n))),
            _ => put(v, &format!("{p}/goal"), json!(fresh(n))),
        },
        "coherence/void-claim" => {
            let (flow, claim) = (format!("/userFlows/{}", index(p, 2)), text(v, p));
            let demand = v["requirements"].as_array().unwrap().iter().find(|r| r["id"] == claim.as_str());
            let demand = demand.unwrap()["text"].clone();
            let component = used_component(v);
            list(v, &format!("{flow}/steps")).push(json!({"id": format!("fix-{n}"), "action": fresh(n), "component": component, "outcome": demand}));
        }
        "completeness/placeholder" if p.starts_with("/requirements/") => {
            let id = text(v, &format!("{p}/id"));
            list(v, "/openQuestions").push(json!(format!("{id}: who decides on {}?", fresh(n))));
        }
        // Only the vague word goes: the rest may be what a claim rests on.
        "clarity/vague-term" if text(v, p).contains(&quoted(&f.message)) => {
            let exact = text(v, p).replace(&quoted(&f.message), "blue");
            put(v, p, json!(exact));
        }
        "completeness/missing-description"
        | "clarity/stock-phrase"
        | "clarity/name-echo"
        | "completeness/placeholder"
        | "clarity/vague-term"
        | "clarity/compound-sentence"
        | "clarity/weak-verb"
        | "clarity/bare-step"
        | "clarity/long-sentence" => put(v, p, json!(fresh(n))),
        "agnosticism/component"
        | "agnosticism/flow"
        | "agnosticism/interaction"
        | "agnosticism/data"
        | "agnosticism/statement" => put(v, p, json!(fresh(n))),
        "coherence/unknown-component" | "coherence/unknown-target" => {
            let component = used_component(v);
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
            } else if p.starts_with("/components/") && f.check == "coherence/duplicate" {
                // "…or say what makes it different"
                put(v, &format!("{p}/description"), json!(fresh(n)));
            } else {
                remove(v, p);
            }
        }
        "coherence/component-tree" => {
            if f.message.ends_with("neither parts nor data.") {
                let Some(name) =
                    v["dataModel"]["entities"].as_array().unwrap().first().map(|e| e["name"].clone())
                else {
                    return false;
                };
                put(v, &format!("{p}/entities"), json!([name]));
            } else if p.split('/').count() == 5 {
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
            if f.suggestion.starts_with("Put the steps") {
                list(v, p.trim_end_matches("/0")).rotate_left(1);
                return true;
            }
            if p.ends_with("/at") {
                let Some(first) = v.pointer(&format!("/userFlows/{}/steps/0/id", index(p, 2))).cloned()
                else {
                    return false;
                };
                put(v, p, first);
            } else {
                put(v, &format!("{p}/outcome"), json!(fresh(n)));
            }
        }
        "coherence/inconsistent-name" => {
            if f.suggestion.starts_with("Write") {
                put(v, p, json!(quoted(&f.suggestion)));
            } else {
                put(v, p, json!(format!("Lantern {n}")));
            }
        }
        "coherence/idle-claim" => {
            if p.ends_with("/actor") {
                put(v, p, json!("Volunteer"));
                return true;
            }
            if !p.contains("/satisfies") {
                return false;
            }
            if p.ends_with("/satisfies") {
                let Some(id) = v["requirements"].as_array().unwrap().first().map(|r| r["id"].clone()) else {
                    return false;
                };
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
            let Some(name) =
                v["dataModel"]["entities"].as_array().unwrap().first().map(|e| e["name"].clone())
            else {
                return false;
            };
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
            let Some(name) =
                v["dataModel"]["entities"].as_array().unwrap().first().map(|e| e["name"].clone())
            else {
                return false;
            };
            if v.pointer(&step).is_none() {
                return false;
            }
            put(v, &format!("{step}/entities"), json!([name]));
        }
        _ => return false,
    }
    true
}

/// Whether some step refers to it: then it is not for a machine to remove.
fn in_a_step(v: &Value, name: &Value) -> bool {
    let steps = v["userFlows"].as_array().unwrap().iter().flat_map(|f| {
        let other = f.get("alternatives").and_then(Value::as_array).into_iter().flatten();
        f["steps"].as_array().unwrap().iter().chain(other.flat_map(|a| a["steps"].as_array().unwrap()))
    });
    steps.into_iter().any(|s| {
        s["component"] == *name || s.get("entities").is_some_and(|e| e.as_array().unwrap().contains(name))
    })
}

/// Removes a component as a person would: its parts move up to where it was, its interactions go with it.
fn without_component(v: &mut Value, at: usize) -> bool {
    let removed = v["components"][at].clone();
    let id = removed["id"].clone();
    if in_a_step(v, &id) {
        return false;
    }
    let parts = removed.get("children").and_then(Value::as_array).cloned().unwrap_or_default();
    let held = |component: &Value| component["children"].as_array().is_some_and(|c| c.contains(&id));
    // A view without its parts leaves them nowhere: they go first, each by a finding of its own.
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
