//! Strong designs of real documents, and what a careless or foreign answer would be: each is clearly worse than the right design.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use frieze_design::brief;
use frieze_rubric::{Evaluation, Yardstick, evaluate_against};
use serde_json::{Value, json};

/// The documents, each with a design that names its requirements by their ids.
const CASES: [(&str, &str); 4] = [
    ("photo-albums.kiro.md", include_str!("cases/photo-albums.json")),
    ("product-catalog.speckit.md", include_str!("cases/product-catalog.json")),
    ("user-authentication.speckit.md", include_str!("cases/user-authentication.json")),
    ("help-documentation.kiro.md", include_str!("cases/help-documentation.json")),
];

struct Case {
    name: &'static str,
    yardstick: Yardstick,
    design: Value,
}

impl Case {
    fn all() -> Vec<Self> {
        let root = PathBuf::from(std::env::var_os("FRIEZE_CASES").expect("FRIEZE_CASES names a folder"));
        CASES.iter().map(|(name, design)| Self::read(&root, name, design)).collect()
    }

    fn read(root: &Path, name: &'static str, design: &str) -> Self {
        let bytes = std::fs::read(root.join("briefs").join(name)).unwrap();
        let yardstick = brief::yardstick(&bytes, b"", &[]);
        let mut design: Value = serde_json::from_str(design).unwrap();
        let demands: BTreeMap<&str, _> = yardstick.demands().iter().map(|d| (d.id.as_str(), d)).collect();
        for requirement in list(&mut design, "requirements") {
            let demand = demands[requirement.as_str().unwrap()];
            *requirement = json!({
                "id": demand.id, "text": demand.text, "kind": demand.kind,
                "source": { "file": "brief.md", "line": demand.line },
            });
        }
        Self { name, yardstick, design }
    }

    fn against(&self, design: &Value) -> Evaluation {
        evaluate_against(&frieze_intent::read_value(design).unwrap(), &self.yardstick)
    }

    /// The score of a design in hundredths.
    fn score(&self, design: &Value) -> u16 {
        self.against(design).overall.hundredths()
    }

    fn changed(&self, change: impl FnOnce(&mut Value)) -> u16 {
        let mut design = self.design.clone();
        change(&mut design);
        self.score(&design)
    }
}

fn list<'v>(value: &'v mut Value, name: &str) -> &'v mut Vec<Value> {
    value.get_mut(name).and_then(Value::as_array_mut).unwrap()
}

fn ids(design: &Value, part: &str) -> Vec<Value> {
    design[part].as_array().unwrap().iter().map(|element| element["id"].clone()).collect()
}

fn claims(design: &mut Value, mut change: impl FnMut(&mut Vec<Value>)) {
    for part in ["userFlows", "components", "interactions"] {
        let own = list(design, part).iter_mut().filter_map(|e| e.get_mut("satisfies")?.as_array_mut());
        own.for_each(&mut change);
    }
}

fn steps(design: &mut Value, mut change: impl FnMut(&mut Value)) {
    for flow in list(design, "userFlows") {
        list(flow, "steps").iter_mut().for_each(&mut change);
        for alternative in flow.get_mut("alternatives").and_then(Value::as_array_mut).into_iter().flatten() {
            list(alternative, "steps").iter_mut().for_each(&mut change);
        }
    }
}

/// The one that is `by` places further in a list.
fn moved(all: &[Value], id: &Value, by: usize) -> Value {
    all[(all.iter().position(|other| other == id).unwrap_or_default() + by) % all.len()].clone()
}

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn a_strong_design_of_a_real_document_is_far_above_any_careless_one() {
    let cases = Case::all();
    for (case, other) in cases.iter().zip(cases.iter().cycle().skip(1)) {
        let name = case.name;
        let right = case.score(&case.design);
        let fidelity = case.against(&case.design).fidelity.unwrap();
        for finding in &case.against(&case.design).findings {
            println!("{name}: {} at {}: {}", finding.check, finding.pointer, finding.message);
        }
        assert!(right >= 9_500, "{name}: {right}");
        assert_eq!((fidelity.in_design, fidelity.foreign), (Some(fidelity.demanded), 0), "{name}");

        // A complete design of another product, with its own requirements.
        let foreign = case.against(&other.design);
        assert!(foreign.overall.hundredths() < 4_000, "{name}: {}", foreign.overall);
        assert!(foreign.findings[0].message.contains("of another product"), "{:?}", foreign.findings[0]);

        // A fifth of the requirements, well designed.
        let few = case.changed(|design| {
            let fifth = list(design, "requirements").len() / 5;
            list(design, "requirements").truncate(fifth);
            let kept = ids(design, "requirements");
            claims(design, |satisfies| satisfies.retain(|id| kept.contains(id)));
        });
        assert!(few < 4_500, "{name}: {few}");

        // The flows of another product that claim the requirements of this one.
        let mut flows = other.design.clone();
        flows["requirements"] = case.design["requirements"].clone();
        let own = ids(&case.design, "requirements");
        let mut next = own.iter().cycle();
        claims(&mut flows, |satisfies| {
            satisfies.iter_mut().for_each(|id| *id = next.next().unwrap().clone());
        });
        assert!(case.score(&flows) < 6_000, "{name}: {}", case.score(&flows));

        let parts = ids(&case.design, "components");
        let misplaced = case.changed(|design| {
            steps(design, |step| step["component"] = moved(&parts, &step["component"], parts.len() / 2));
        });
        let bare = case.changed(|design| {
            list(design, "components").iter_mut().for_each(|component| component["children"] = json!([]));
        });
        let nonsense = case.changed(|design| {
            let words = ["blood group", "shoe length", "moon phase", "goat colour", "cheese recipe"];
            for entity in list(&mut design["dataModel"], "entities") {
                let plain = list(entity, "attributes").iter_mut().filter(|a| a["type"] != "identifier");
                plain.zip(words).for_each(|(attribute, word)| attribute["name"] = json!(word));
            }
        });
        let rotated = case.changed(|design| {
            claims(design, |satisfies| satisfies.iter_mut().for_each(|id| *id = moved(&own, id, 1)));
        });
        for (what, least, wrong) in [
            ("steps at wrong components", 150, misplaced),
            ("views without parts", 150, bare),
            ("nonsense attributes", 150, nonsense),
            ("claims moved by one", 1_000, rotated),
        ] {
            assert!(wrong + least <= right, "{name}, {what}: {wrong} of {right}");
        }

        let boilerplate = case.changed(|design| {
            let texts = ["Show loading spinner", "Book a seat on a launch", "Display the data to the user"];
            let mut next = texts.iter().cycle();
            steps(design, |step| {
                step["action"] = json!(next.next().unwrap());
                step["outcome"] = json!("The operation is completed successfully");
            });
            for component in list(design, "components") {
                component["description"] =
                    json!("A component that displays the data and handles user input.");
            }
        });
        assert!(boilerplate < 8_000, "{name}: {boilerplate}");

        // No entity can be left out at a profit.
        let entities = case.design["dataModel"]["entities"].as_array().unwrap().len();
        for at in 0..entities {
            let without = case.changed(|design| {
                list(&mut design["dataModel"], "entities").remove(at);
            });
            assert!(without <= right, "{name} without entity {at}: {without} of {right}");
        }
        println!(
            "{name:32} right {right} · foreign {} · fifth {few} · foreign flows {} · misplaced {misplaced} · bare {bare} · \
             nonsense {nonsense} · rotated {rotated} · boilerplate {boilerplate}",
            foreign.overall,
            case.score(&flows)
        );
    }
}
