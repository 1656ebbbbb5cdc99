//! Whatever is taken from a good design, its score does not rise by more than the faults cost that go with it.

use crate::rubric_support::fresh::array;
use crate::rubric_support::{remove, text};
use crate::{Change, raising};
use serde_json::Value;

/// The lists of an intent whose elements are taken away, below the pointer of one element.
const BELOW_A_FLOW: [&str; 3] = ["steps", "alternatives", "satisfies"];
const BELOW_A_COMPONENT: [&str; 4] = ["children", "entities", "states", "satisfies"];
const BELOW_AN_ENTITY: [&str; 2] = ["attributes", "relationships"];

/// The pointers of all elements of a design.
fn elements(design: &Value) -> Vec<String> {
    let each = |list: String| (0..array(design, &list).len()).map(move |at| format!("{list}/{at}"));
    let below = |section: &str, lists: &'static [&'static str]| {
        let owners = each(section.to_owned()).collect::<Vec<_>>().into_iter();
        owners.flat_map(move |owner| {
            lists.iter().flat_map(move |list| each(format!("{owner}/{list}"))).collect::<Vec<_>>()
        })
    };
    let sections =
        ["/userFlows", "/components", "/dataModel/entities", "/interactions", "/requirements", "/goals"];
    let mut all: Vec<String> = sections.iter().flat_map(|section| each((*section).to_owned())).collect();
    all.extend(below("/userFlows", &BELOW_A_FLOW));
    all.extend(below("/components", &BELOW_A_COMPONENT));
    all.extend(below("/dataModel/entities", &BELOW_AN_ENTITY));
    all.extend(below("/interactions", &["satisfies"]));
    all
}

/// What an element is, for a message.
fn what(design: &Value, pointer: &str) -> String {
    let keys = ["/name", "/action", "/condition", "/trigger", "/to", ""];
    let said = keys.iter().map(|key| text(design, &format!("{pointer}{key}"))).find(|said| !said.is_empty());
    format!("{pointer} ({})", said.unwrap_or_default())
}

#[test]
fn no_deletion_raises_the_score_of_a_good_design() {
    let raising = raising(|design| {
        let without = |pointer: String| {
            let mut without = design.clone();
            remove(&mut without, &pointer);
            Change { what: what(design, &pointer), changed: without, gone: Some(pointer) }
        };
        let elements = elements(design);
        assert!(elements.len() >= 80, "{} elements", elements.len());
        elements.into_iter().map(without).collect()
    });
    assert!(raising.is_empty(), "{} deletions raise the score:\n{}", raising.len(), raising.join("\n"));
}
