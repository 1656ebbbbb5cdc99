//! Comparison of a critique with the previous iteration's. Two findings are the same if the same check fails at the same
//! element; its index, the place inside of it, and its points may differ.

use std::collections::{HashMap, VecDeque};

use serde_json::Value;

use frieze_data::score::Points;
use frieze_rubric::finding::Finding;

/// Findings and their design.
#[derive(Clone, Copy, Debug)]
pub struct DesignFindings<'a> {
    pub findings: &'a [Finding],
    pub design: &'a Value,
}

/// The result of comparing two critiques.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CritiqueDiff {
    /// For each finding, its points in the previous critique; `None` for a new one.
    pub points_before: Vec<Option<Points>>,
    /// Findings of the previous critique that are gone, except dismissed ones: nobody fixed those.
    pub gone: Vec<Finding>,
}

/// Fields that identify a list entry, tried before its index, which shifts with insertions.
const WORDS: [&str; 7] = ["name", "action", "trigger", "text", "condition", "to", "id"];

/// How exactly the places of two findings are compared.
#[derive(Clone, Copy)]
enum Exactness {
    /// The same place, by the words of its entries.
    Words,
    /// The same place, by the ids of its entries.
    Ids,
    /// Any two places in one element, by its id.
    Element,
}

/// Compares the findings of two designs.
pub fn compare(before: DesignFindings<'_>, now: DesignFindings<'_>) -> CritiqueDiff {
    let mut points_before = vec![None; now.findings.len()];
    let mut left: Vec<Option<&Finding>> = before.findings.iter().map(Some).collect();
    // The surest match first: same words of the element, same message.
    let by = [
        (Exactness::Words, true),
        (Exactness::Words, false),
        (Exactness::Ids, false),
        (Exactness::Element, true),
        (Exactness::Element, false),
    ];
    for (exactness, with_message) in by {
        let key = |finding: &Finding, design: &Value| {
            let message = if with_message { finding.message.clone() } else { String::new() };
            (
                finding.check.clone(),
                finding.critic.clone(),
                address(&finding.pointer, design, exactness),
                message,
            )
        };
        let mut places: HashMap<_, VecDeque<usize>> = HashMap::new();
        for (at, finding) in left.iter().enumerate() {
            if let Some(finding) = finding {
                places.entry(key(finding, before.design)).or_default().push_back(at);
            }
        }
        for (points, finding) in
            points_before.iter_mut().zip(now.findings).filter(|(points, _)| points.is_none())
        {
            let place = places.get_mut(&key(finding, now.design)).and_then(VecDeque::pop_front);
            let same = place.and_then(|at| left.get_mut(at)).and_then(Option::take);
            *points = same.map(|same| same.points);
        }
    }
    let gone = left.into_iter().flatten().filter(|finding| finding.dismissed.is_none());
    CritiqueDiff { points_before, gone: gone.cloned().collect() }
}

/// A pointer with list indices replaced by the entries' words, or by their ids alone. Entries with neither keep their index. For an
/// element, the pointer ends with it.
fn address(pointer: &str, design: &Value, exactness: Exactness) -> String {
    let by_words = matches!(exactness, Exactness::Words);
    let fields: &[&str] = if by_words { &WORDS } else { &["id"] };
    let (mut here, mut address, mut element) = (Some(design), String::new(), None);
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
        if here.is_some_and(Value::is_object) {
            element = Some(address.len());
        }
    }
    if let (Exactness::Element, Some(end)) = (exactness, element) {
        address.truncate(end);
    }
    address
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use frieze_data::score::Dimension;
    use frieze_rubric::finding::Severity;

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
            id: None,
            dismissed: None,
        }
    }

    fn compared(before: (&[Finding], &Value), now: (&[Finding], &Value)) -> CritiqueDiff {
        let judged = |(findings, design)| DesignFindings { findings, design };
        compare(judged(before), judged(now))
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
        let diff = compared((&was, &before), (&is, &now));
        assert_eq!(diff.points_before, [Some(Points(4)), None, Some(Points(2))]);
        assert_eq!(diff.gone, [was[2].clone()]);
        // The same check by another critic is another finding.
        let mut other = is.clone();
        other[2].critic = Some("second-eyes".to_owned());
        assert_eq!(
            compared((&is, &now), (&other, &now)).points_before,
            [Some(Points(5)), Some(Points(3)), None]
        );
    }

    #[test]
    fn a_renamed_element_matches_by_id_and_equal_findings_are_counted() {
        let before = json!({ "components": [{ "id": "cart", "name": "Cart" }] });
        let now = json!({ "components": [{ "id": "cart", "name": "Basket" }] });
        let echo = |points| finding("clarity/echo", "/components/0/description", points);
        let diff = compared((&[echo(4)], &before), (&[echo(5)], &now));
        assert_eq!((diff.points_before, diff.gone), (vec![Some(Points(4))], Vec::new()));
        // Of two at one place, the one with the same message stays.
        let diff = compared((&[echo(4), echo(5)], &now), (&[echo(5)], &now));
        assert_eq!((diff.points_before, diff.gone), (vec![Some(Points(5))], vec![echo(4)]));
        let diff = compared((&[echo(4)], &now), (&[echo(4), echo(4)], &now));
        assert_eq!(diff.points_before, [Some(Points(4)), None]);
        // A state that a person added moves the findings on the others inside of the component, and fixes nothing.
        let message = |finding: Finding, text: &str| Finding { message: text.to_owned(), ..finding };
        let state = |pointer: &str, text: &str| message(finding("completeness/state", pointer, 1), text);
        let was = ["empty", "error"].map(|text| state("/components/0", text));
        let is = ["empty says nothing", "error"].map(|text| state("/components/0/states", text));
        let diff = compared((&was, &before), (&is, &now));
        assert_eq!((diff.points_before, diff.gone), (vec![Some(Points(1)); 2], Vec::new()));
        // What was dismissed is not fixed.
        let by = frieze_rubric::finding::Dismissal { by: "Ada".to_owned(), reason: "wrong".to_owned() };
        let dismissed = Finding { dismissed: Some(by), ..echo(0) };
        assert_eq!(compared((&[dismissed], &before), (&[], &now)).gone, []);
        // A pointer that leads nowhere is compared as it is.
        let lost = finding("clarity/echo", "/nothing/3/x", 1);
        assert_eq!(
            compared((std::slice::from_ref(&lost), &before), (std::slice::from_ref(&lost), &now))
                .points_before,
            [Some(Points(1))]
        );
    }
}
