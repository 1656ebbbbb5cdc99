//! The critique of the previous iteration, compared with the current one.

use super::Detail;
use frieze_data::score::Score;
use frieze_design::critique_diff::{self, CritiqueDiff, DesignFindings};
use frieze_kernel::files::Home;
use frieze_ports::Store;

/// The score of the previous iteration and the differences to the current critique.
#[derive(Clone, PartialEq, Debug)]
pub struct PreviousCritique {
    pub folder: u32,
    pub overall: Score,
    pub diff: CritiqueDiff,
}

impl Detail {
    /// Compares the shown critique with that of the previous iteration. `None` if this run has no previous iteration, or if
    /// another rubric scored it, so that points cannot be compared.
    pub(super) fn read_previous_critique(&self, store: &dyn Store, home: &Home) -> Option<PreviousCritique> {
        let file = self.critique_file().filter(|_| !self.is_of_an_earlier_run())?;
        let reading = self.reading().filter(|now| now.sha256 == file.input_sha256)?;
        let number = file.iteration.checked_sub(1).filter(|number| *number > 0)?;
        let folder = match self.at {
            Some(folder) => folder.checked_sub(1)?,
            None => self.folders_before().checked_add(number)?,
        };
        let before = self.critique_of(store, home, folder)?.ok();
        let before = before.filter(|before| before.rubric_sha256 == file.rubric_sha256)?;
        let design = self.decided_design(folder)?.read(store, &self.id, &self.seal).ok()?;
        if design.sha256 != before.input_sha256 {
            return None;
        }
        let (was, is) = (design.value(), reading.value());
        let diff = critique_diff::compare(
            DesignFindings { findings: &before.findings, design: &was },
            DesignFindings { findings: &file.findings, design: &is },
        );
        Some(PreviousCritique { folder, overall: before.overall, diff })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::fixtures;
    use frieze_engine::past::past_iterations;
    use frieze_kernel::RunView;
    use frieze_rubric::finding::Finding;
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    /// Compares the second iteration of a run, which has one finding less than the first. `other` changes the first one.
    fn previous(iteration: u32, other: &str) -> Option<PreviousCritique> {
        let (mut old, new) = (fixtures::design::shop(), fixtures::design::shop());
        "A shop".clone_into(&mut old.title);
        let mut file = fixtures::design::detail(&old, None).critique.unwrap().unwrap();
        file.findings.push(Finding { check: "clarity/echo".to_owned(), ..file.findings[0].clone() });
        let mut saved = serde_json::to_value(file).unwrap();
        if other == "rules" {
            saved["rubricSha256"] = serde_json::to_value(frieze_data::digest::Digest::of(b"x")).unwrap();
        }
        let mut files = Files::default();
        let place = "features/shop/design/iterations/3";
        let design = if other == "design" { &new } else { &old };
        files.insert(format!("{place}/intent.json"), serde_json::to_vec(design).unwrap());
        files.insert(format!("{place}/critique.json"), serde_json::to_vec(&saved).unwrap());
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let home = Home::of(&"shop".parse().unwrap());
        let past = past_iterations(&store, &home, 1).map_err(|e| e.to_string());
        let view = RunView { folder: 4, iteration: 2, ..fixtures::judged(&[8_000, 8_100]) };
        let mut detail = Detail { past, view: Ok(view), ..fixtures::design::detail(&new, None) };
        detail.critique.as_mut().unwrap().as_mut().unwrap().iteration = iteration;
        detail.read_previous_critique(&store, &home)
    }

    #[test]
    fn the_previous_iteration_is_of_this_run_and_of_the_same_rubric() {
        let found = previous(2, "").unwrap();
        let now =
            fixtures::design::detail(&fixtures::design::shop(), None).critique.unwrap().unwrap().findings;
        assert_eq!((found.folder, found.diff.points_before.len()), (3, now.len()));
        assert!(matches!(found.diff.gone.as_slice(), [gone] if gone.check == "clarity/echo"), "{found:?}");
        assert!(found.diff.points_before.iter().any(Option::is_some), "{:?}", found.diff.points_before);
        for (iteration, other) in [(1, ""), (2, "rules"), (2, "design"), (0, "")] {
            assert_eq!(previous(iteration, other), None, "{iteration} {other}");
        }
    }
}
