//! Designs of one product that differ in quality are ranked as a reviewer would rank them, and damages that were
//! written without knowledge of the checks lose points where a reader expects it.

use crate::support::{adds_up, fixture, judged, put, remove, resolves};
use frieze_data::score::Dimension;
use serde_json::Value;

/// From best to worst, each with the range of its overall in hundredths.
const RANKS: [(&str, u16, u16); 6] = [
    ("excellent", 9_200, 10_000),
    ("good", 8_500, 9_650),
    ("mediocre", 6_200, 8_700),
    ("boiler", 4_500, 7_800),
    ("thin", 3_000, 6_400),
    ("nonsense", 0, 4_000),
];

#[test]
fn designs_are_ranked_as_a_reviewer_ranks_them() {
    for product in ["laundry", "hives"] {
        let mut before = 10_001;
        for (rank, least, most) in RANKS {
            let evaluation = judged(&fixture(&format!("ranked/{product}-{rank}")));
            adds_up(&evaluation);
            let overall = evaluation.overall.hundredths();
            assert!((least..=most).contains(&overall), "{product} {rank}: {overall}");
            if !matches!(rank, "thin") {
                assert!(overall < before, "{product} {rank}: {overall} after {before}");
            }
            before = overall;
        }
    }
}

#[cfg(test)]
fn dimension(name: &str) -> Dimension {
    match name {
        "completeness" => Dimension::Completeness,
        "coherence" => Dimension::Coherence,
        "clarity" => Dimension::Clarity,
        "agnosticism" => Dimension::FrameworkAgnosticism,
        "dataModel" => Dimension::DataModelIntegrity,
        other => panic!("no dimension {other}"),
    }
}

#[test]
fn damages_cost_the_dimension_that_a_reader_expects_near_the_damage() {
    let damages = fixture("damages");
    let damages = damages.as_array().unwrap();
    assert!(damages.len() >= 28, "{} damages", damages.len());
    for name in ["completeness", "coherence", "clarity", "agnosticism", "dataModel"] {
        assert!(damages.iter().any(|damage| damage["dimension"] == name), "none of {name}");
    }
    for damage in damages {
        let name = damage["name"].as_str().unwrap();
        let base = fixture(&format!("ranked/{}-excellent", damage["base"].as_str().unwrap()));
        let mut damaged = base.clone();
        for change in damage["patch"].as_array().unwrap() {
            apply(&mut damaged, change);
        }
        let (before, after) = (judged(&base), judged(&damaged));
        adds_up(&after);
        let d = dimension(damage["dimension"].as_str().unwrap());
        assert!(after.overall < before.overall, "{name}: {} to {}", before.overall, after.overall);
        assert!(after.dimensions.score(d) < before.dimensions.score(d), "{name}: {d:?}");
        let known = |pointer: &str, check: &str| {
            before.findings.iter().any(|f| f.check == check && f.pointer == pointer)
        };
        let near = after.findings.iter().filter(|f| !known(&f.pointer, &f.check)).any(|f| {
            damage["near"].as_array().unwrap().iter().any(|near| {
                let near = near.as_str().unwrap().trim_end_matches('-');
                f.pointer.starts_with(near) || !f.pointer.is_empty() && near.starts_with(&f.pointer)
            })
        });
        assert!(near, "{name}: {:#?}", after.findings);
        for finding in &after.findings {
            resolves(&damaged, finding);
        }
    }
}

#[cfg(test)]
fn apply(intent: &mut Value, change: &Value) {
    let path = change["path"].as_str().unwrap();
    match change["op"].as_str().unwrap() {
        "set" => put(intent, path, change["value"].clone()),
        "remove" => remove(intent, path),
        "append" => {
            let list = path.trim_end_matches("/-");
            intent.pointer_mut(list).unwrap().as_array_mut().unwrap().push(change["value"].clone());
        }
        other => panic!("no change {other}"),
    }
}
