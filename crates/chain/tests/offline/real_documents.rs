//! The players on real documents.

use std::path::PathBuf;

use frieze_chain::offline::review;
use frieze_chain::phase::FeaturePhase;

use crate::{Feature, names, read};

#[test]
#[ignore = "needs FRIEZE_CASES, a folder with real documents under briefs/"]
fn real_documents_keep_every_requirement() {
    let root = PathBuf::from(std::env::var_os("FRIEZE_CASES").unwrap());
    let folder = std::fs::read_dir(root.join("briefs")).unwrap();
    let mut paths: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    assert!(paths.len() > 8);
    for path in paths {
        let brief = String::from_utf8(std::fs::read(&path).unwrap()).unwrap();
        let feature = Feature::of(&brief);
        let (before, after) = (read(&brief), read(feature.made(FeaturePhase::Specify)));
        let texts = |reading: &frieze_design::brief::Reading| -> Vec<String> {
            reading.requirements.iter().map(|one| one.text.clone()).collect()
        };
        assert_eq!(texts(&before), texts(&after), "{}", path.display());
        let mut lost = Vec::new();
        for at in 0..before.requirements.len() {
            let id = format!("R{}", at + 1);
            let phases = [FeaturePhase::Design, FeaturePhase::CreatePlan, FeaturePhase::CreateTasks];
            for phase in phases {
                if !names(feature.made(phase), &id) {
                    lost.push(format!("{id} in {}", phase.name()));
                }
            }
        }
        let verdicts = feature.made.iter().map(|(phase, text)| review(*phase, text, &feature.sources()));
        for verdict in verdicts {
            println!("    {}", verdict.summary);
            assert!(verdict.approved, "{}: {verdict:?}", path.display());
        }
        println!("{}: {} requirements, lost {lost:?}", path.display(), before.requirements.len());
        assert_eq!(lost, [""; 0], "{}", path.display());
    }
}
