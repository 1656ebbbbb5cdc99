//! What a critique says that the one of the iteration before did not. The rubric prices a design as a whole, so a finding
//! is the same one where its check fails at the same element, whatever place that has in its list by now and whatever
//! it costs.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use super::finding::Finding;
use super::score::Points;

/// Findings, and the design that they are of.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    pub findings: &'a [Finding],
    pub design: &'a Value,
}

/// Each finding of a critique beside the one before.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Since {
    /// What each one cost before, in their order; `None` for those that are new.
    pub cost: Vec<Option<Points>>,
    /// What was found before, and is not any more.
    pub gone: Vec<Finding>,
}

/// What people know the entries of a list by, before the numbers that shift when one is put in between.
const WORDS: [&str; 7] = ["name", "action", "trigger", "text", "condition", "to", "id"];

/// Holds the findings of two designs against each other.
pub fn since(before: Judged<'_>, now: Judged<'_>) -> Since {
    let mut cost = vec![None; now.findings.len()];
    let mut left: Vec<Option<&Finding>> = before.findings.iter().map(Some).collect();
    // The surest first: where the element has the same words and the same is said of it.
    for (by_words, with_message) in [(true, true), (true, false), (false, false)] {
        let key = |finding: &Finding, design: &Value| {
            let said = if with_message { finding.message.clone() } else { String::new() };
            (finding.check.clone(), finding.critic.clone(), address(&finding.pointer, design, by_words), said)
        };
        let mut places: HashMap<_, VecDeque<usize>> = HashMap::new();
        for (at, finding) in left.iter().enumerate() {
            if let Some(finding) = finding {
                places.entry(key(finding, before.design)).or_default().push_back(at);
            }
        }
        for (cost, finding) in cost.iter_mut().zip(now.findings).filter(|(cost, _)| cost.is_none()) {
            let place = places.get_mut(&key(finding, now.design)).and_then(VecDeque::pop_front);
            let same = place.and_then(|at| left.get_mut(at)).and_then(Option::take);
            *cost = same.map(|same| same.points);
        }
    }
    Since { cost, gone: left.into_iter().flatten().cloned().collect() }
}

/// A pointer with the entries of lists called by their words, or by their ids alone, which stay where words are changed.
/// What has neither keeps its number.
fn address(pointer: &str, design: &Value, by_words: bool) -> String {
    let fields: &[&str] = if by_words { &WORDS } else { &["id"] };
    let (mut here, mut address) = (Some(design), String::new());
    for segment in pointer.split('/').skip(1) {
        address.push('/');
        let Some(Value::Array(list)) = here else {
            here = here.and_then(|here| here.get(segment));
            address.push_str(segment);
            continue;
        };
        here = segment.parse::<usize>().ok().and_then(|at| list.get(at));
        let text = here.and_then(Value::as_str).filter(|_| by_words);
        let named = text.or_else(|| fields.iter().find_map(|field| here?.get(field)?.as_str()));
        address.push_str(named.unwrap_or(segment));
    }
    address
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::finding::Severity;
    use crate::domain::score::Dimension;

    fn finding(check: &str, pointer: &str, points: u64) -> Finding {
        Finding {
            check: check.to_owned(),
            dimension: Dimension::Clarity,
            pointer: pointer.to_owned(),
            points: Points(points),
            severity: Severity::Minor,
            message: format!("{check} at {points}"),
            suggestion: String::new(),
            critic: None,
        }
    }

    fn held(before: (&[Finding], &Value), now: (&[Finding], &Value)) -> Since {
        let judged = |(findings, design)| Judged { findings, design };
        since(judged(before), judged(now))
    }

    #[test]
    fn a_finding_follows_its_element() {
        let before = json!({ "goals": ["Fast", "Calm"], "userFlows": [
            { "id": "F1", "name": "Pay", "steps": [{ "id": "F1.1", "action": "Choose a card" }] },
            { "id": "F2", "name": "Return", "steps": [] },
        ]});
        let now = json!({ "goals": ["Calm"], "userFlows": [
            { "id": "F1", "name": "Browse", "steps": [] },
            { "id": "F2", "name": "Pay", "steps": [{ "id": "F2.1", "action": "Choose a card" }] },
            { "id": "F3", "name": "Send back", "steps": [] },
        ]});
        let was = [
            finding("clarity/echo", "/userFlows/0/steps/0", 4),
            finding("clarity/vague", "/goals/1", 2),
            finding("clarity/vague", "/goals/0", 1),
        ];
        let is = [
            finding("clarity/echo", "/userFlows/1/steps/0", 5),
            finding("clarity/echo", "/userFlows/0", 3),
            finding("clarity/vague", "/goals/0", 2),
        ];
        let told = held((&was, &before), (&is, &now));
        assert_eq!(told.cost, [Some(Points(4)), None, Some(Points(2))]);
        assert_eq!(told.gone, [was[2].clone()]);
        // The same check of another critic is another finding.
        let mut other = is.clone();
        other[2].critic = Some("second-eyes".to_owned());
        assert_eq!(held((&is, &now), (&other, &now)).cost, [Some(Points(5)), Some(Points(3)), None]);
    }

    #[test]
    fn what_is_called_otherwise_is_known_by_its_id_and_equals_are_counted() {
        let before = json!({ "components": [{ "id": "cart", "name": "Cart" }] });
        let now = json!({ "components": [{ "id": "cart", "name": "Basket" }] });
        let echo = |points| finding("clarity/echo", "/components/0/description", points);
        let told = held((&[echo(4)], &before), (&[echo(5)], &now));
        assert_eq!((told.cost, told.gone), (vec![Some(Points(4))], Vec::new()));
        // Of two at one place, the one of which the same is said stays; the other one is gone.
        let told = held((&[echo(4), echo(5)], &now), (&[echo(5)], &now));
        assert_eq!((told.cost, told.gone), (vec![Some(Points(5))], vec![echo(4)]));
        let told = held((&[echo(4)], &now), (&[echo(4), echo(4)], &now));
        assert_eq!(told.cost, [Some(Points(4)), None]);
        // What leads nowhere is compared by its place.
        let lost = finding("clarity/echo", "/nothing/3/x", 1);
        assert_eq!(
            held((std::slice::from_ref(&lost), &before), (std::slice::from_ref(&lost), &now)).cost,
            [Some(Points(1))]
        );
    }
}
