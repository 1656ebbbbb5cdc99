//! A design that was frozen under an older version of the schema is read and verified as it was.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use frieze_data::path::RelPath;
use frieze_data::{canonical, json};
use frieze_flows::design::{Design, DesignRecord};
use frieze_intent as intent;
use frieze_kernel::{FileState, Flow as _, Record as _, Sealed};
use frieze_testkit::worlds::World;

const FROZEN: &str = "design/final/intent.json";

fn verified(world: &World) -> Sealed {
    let read = |path: &RelPath| {
        let bytes = world.disk.get(path.as_str()).cloned();
        bytes.map_or(FileState::Absent, FileState::Bytes)
    };
    Design::verify(&world.id, Some(&world.record), &read, &world.terms.rules).unwrap()
}

#[test]
fn a_frozen_design_of_schema_1_0_is_read_and_verified_as_before() {
    let mut world = World::after("start · design A · clean · approve");
    let bytes = world.file(FROZEN).unwrap().to_vec();
    let design = json::read(&bytes).unwrap();
    assert_eq!(design["schemaVersion"], "1.0.0");
    let text = String::from_utf8(bytes.clone()).unwrap();
    for new in ["notDesigned", "\"widget\"", "\"shared\""] {
        assert!(!text.contains(new), "{new} is of schema 1.1");
    }
    // Reading adds nothing that would change the hash.
    let reading = intent::read(&bytes).unwrap();
    assert_eq!(reading.sha256, canonical::digest(&design));
    assert_eq!(reading.value(), design);

    // The record as an older version left it.
    let mut record = serde_json::to_value(&world.record).unwrap();
    record["run"].as_object_mut().unwrap().remove("briefFolder");
    for evaluated in record["evaluations"].as_array_mut().unwrap() {
        assert!(evaluated.as_object_mut().unwrap().remove("yardstickSha256").is_some());
    }
    world.record = DesignRecord::read(&world.id, record.to_string().as_bytes()).unwrap();
    let sealed = verified(&world);
    assert_eq!(sealed.problem, None);
    assert_eq!((sealed.expected, sealed.actual), (Some(reading.sha256), Some(reading.sha256)));
    world.play("look");
    assert_eq!(world.state(), "FROZEN");

    // Another version in the frozen file is a change like any other.
    let changed = text.replacen("\"1.0.0\"", "\"1.1.0\"", 1);
    assert_ne!(changed, text);
    world.put(FROZEN, changed.as_bytes());
    assert!(verified(&world).problem.is_some());
    world.play("look");
    assert_eq!((world.state(), world.reason().as_str()), ("FAILED", "integrity-violation"));
}
