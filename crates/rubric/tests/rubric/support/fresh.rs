//! Sentences about a product that no other element has, and elements that fit a place: the actor of a flow, the
//! component where a step of it may happen, the demand that it speaks of.

use serde_json::Value;

/// A sentence about the product that no other element has, for each `n` another one.
pub fn fresh(v: &Value, n: usize) -> String {
    let pick = |all: &[&'static str], by: usize| all[(n * by + by) % all.len()];
    let verb = pick(&["Counts", "Paints", "Sews", "Weighs", "Lifts", "Stacks", "Oils"], 1);
    let thing = pick(
        &[
            "lanterns", "crates", "benches", "kettles", "ribbons", "ladles", "barrels", "hinges", "ropes",
            "bells", "candles", "shutters", "wheels", "anvils", "brooms", "pulleys", "baskets", "saddles",
            "mirrors",
        ],
        3,
    );
    let place = pick(&["around", "under", "behind", "above", "near"], 2);
    let (one, other) = (about(v, n), about(v, n * 5 + 2));
    let torn = pick(&["old", "torn", "green", "round", "dusty", "narrow", "wooden", "folded", "striped"], 2);
    let tall = pick(
        &[
            "tall", "grey", "worn", "bent", "pale", "heavy", "hollow", "copper", "painted", "broken",
            "square", "iron", "northern",
        ],
        4,
    );
    let count = n + 12;
    match n % 3 {
        0 => format!("{verb} {count} {torn} {thing} {place} the {one} of a {tall} {other}"),
        1 => format!("{verb} {torn} {thing} {place} {count} {tall} {other}s and the {one}"),
        _ => format!("{verb} the {one} {place} {thing} of {count} {tall} {other}s"),
    }
}

/// A word of the product: for the tool library one of these, for another product the name of an entity.
fn about(v: &Value, n: usize) -> String {
    const WORDS: [&str; 11] = [
        "member",
        "loan",
        "reservation",
        "catalogue",
        "label",
        "category",
        "surname",
        "reminder",
        "desk",
        "handover",
        "volunteer",
    ];
    let entities = array(v, "/dataModel/entities");
    match entities.get(n % entities.len().max(1)) {
        Some(entity) if v["featureId"] != "tool-library" => {
            entity["name"].as_str().unwrap_or_default().to_lowercase()
        }
        _ => WORDS[n % WORDS.len()].to_owned(),
    }
}

pub fn array<'v>(v: &'v Value, pointer: &str) -> &'v [Value] {
    v.pointer(pointer).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The beginnings of the longer words of a text.
fn beginnings(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 3);
    words.map(|word| word.to_lowercase().chars().take(5).collect()).collect()
}

/// How many words of a text occur in another one.
fn shared(text: &str, with: &str) -> usize {
    let with = beginnings(with);
    let mut own = beginnings(text);
    own.sort();
    own.dedup();
    own.iter().filter(|word| with.contains(word)).count()
}

/// The flow that claims a requirement, or else the one that speaks of it the most.
pub fn flow_for(v: &Value, requirement: &Value) -> Option<usize> {
    let flows = array(v, "/userFlows");
    let claims = |flow: &Value| array(flow, "/satisfies").contains(&requirement["id"]);
    let text = requirement["text"].as_str().unwrap_or_default();
    let fit = |(i, flow): &(usize, &Value)| (shared(text, &flow.to_string()), usize::MAX - i);
    flows.iter().position(claims).or_else(|| flows.iter().enumerate().max_by_key(fit).map(|(i, _)| i))
}

/// The requirement that a flow speaks of the most.
pub fn demand_of(v: &Value, flow: &Value) -> Option<Value> {
    let flow_text = flow.to_string();
    let all = array(v, "/requirements").iter().enumerate();
    let fit = |(i, r): &(usize, &Value)| {
        (shared(r["text"].as_str().unwrap_or_default(), &flow_text), usize::MAX - i)
    };
    all.max_by_key(fit).map(|(_, r)| r["id"].clone())
}

/// The actor that the requirements of a flow name, else the first that any requirement names.
pub fn actor_of(v: &Value, flow: &Value) -> String {
    let names = |r: &Value, actor: &str| {
        r["text"].as_str().is_some_and(|text| text.to_lowercase().contains(&actor.to_lowercase()))
    };
    let claimed = array(v, "/requirements").iter().filter(|r| array(flow, "/satisfies").contains(&r["id"]));
    let acting = array(v, "/userFlows").iter().filter_map(|flow| flow["actor"].as_str());
    let actors = ["Volunteer", "Member"].into_iter().chain(acting.filter(|actor| !actor.trim().is_empty()));
    let by_claim = actors.clone().find(|actor| claimed.clone().any(|r| names(r, actor)));
    let by_any = || actors.clone().find(|actor| array(v, "/requirements").iter().any(|r| names(r, actor)));
    by_claim.or_else(by_any).unwrap_or("Volunteer").to_owned()
}

/// A component that a flow with a claim steps on.
pub fn used_component(v: &Value) -> Value {
    let claims = |flow: &&Value| !array(flow, "/satisfies").is_empty();
    let steps = array(v, "/userFlows").iter().filter(claims).flat_map(|f| array(f, "/steps"));
    steps.map(|s| &s["component"]).find(|c| exists(v, c)).cloned().unwrap_or(Value::Null)
}

/// Where the last step of a flow happens, so that one more needs no way to it.
pub fn component_of(v: &Value, flow: usize) -> Value {
    let last = array(v, &format!("/userFlows/{flow}/steps")).last().map(|step| &step["component"]);
    last.filter(|c| exists(v, c)).cloned().unwrap_or_else(|| used_component(v))
}

fn exists(v: &Value, component: &Value) -> bool {
    array(v, "/components").iter().any(|c| c["id"] == *component)
}
