//! The critique of the iteration before the one that is shown, for what became of its findings.

use super::Detail;
use crate::domain::critique::CritiqueFile;
use crate::domain::files::Home;
use crate::domain::json;
use crate::domain::score::Score;
use crate::domain::since::{Judged, Since, since};
use crate::engine::past::{Place, read_design};
use crate::ports::Store;

/// How the iteration before was judged.
#[derive(Clone, PartialEq, Debug)]
pub struct Before {
    pub folder: u32,
    pub overall: Score,
    pub since: Since,
}

impl Detail {
    /// What the critique that is shown says beside the one of the iteration before; `None` where there is no such
    /// iteration in this run, or where it was judged by other rules, so that nothing is to be said of prices.
    pub(super) fn judged_before(&self, store: &dyn Store, home: &Home) -> Option<Before> {
        let file = self.critique.as_ref()?.as_ref().ok().filter(|_| !self.is_of_an_earlier_run())?;
        let reading = self.intent.as_ref()?.as_ref().ok().filter(|now| now.sha256 == file.input_sha256)?;
        let number = file.iteration.checked_sub(1).filter(|number| *number > 0)?;
        let folder = self.folders_before().checked_add(number)?;
        let place = home.iteration(folder);
        // What a person had made of it by hand is what was judged last.
        let decided = self.past().iter().find(|past| past.folder == folder)?.decided();
        let is_edited = decided == Place::Edited(folder);
        let (design, critique) = match is_edited {
            true => (place.edited_intent(), place.edited_critique()),
            false => (place.intent(), place.critique()),
        };
        let kept = store.read(&critique, json::LARGEST).ok()??;
        let kept = CritiqueFile::read(&kept).ok().filter(|kept| kept.rubric_sha256 == file.rubric_sha256)?;
        let design = read_design(store, &design).ok()??;
        if design.sha256 != kept.input_sha256 {
            return None;
        }
        let (was, is) = (design.value(), reading.value());
        let since = since(
            Judged { findings: &kept.findings, design: &was },
            Judged { findings: &file.findings, design: &is },
        );
        Some(Before { folder, overall: kept.overall, since })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::domain::finding::Finding;
    use crate::engine::past::past;
    use crate::kernel::RunView;
    use crate::tui::panes::sample;

    /// The second iteration of a run, with one finding less than the first; something of that one may be another's.
    fn before(iteration: u32, other: &str) -> Option<Before> {
        let (mut old, new) = (sample::design::shop(), sample::design::shop());
        "A shop".clone_into(&mut old.title);
        let mut file = sample::design::detail(&old, None).critique.unwrap().unwrap();
        file.findings.push(Finding { check: "clarity/echo".to_owned(), ..file.findings[0].clone() });
        let mut kept = serde_json::to_value(file).unwrap();
        if other == "rules" {
            kept["rubricSha256"] = serde_json::to_value(crate::domain::digest::Digest::of(b"x")).unwrap();
        }
        let mut files = Files::default();
        let place = "features/shop/design/iterations/3";
        let design = if other == "design" { &new } else { &old };
        files.insert(format!("{place}/intent.json"), serde_json::to_vec(design).unwrap());
        files.insert(format!("{place}/critique.json"), serde_json::to_vec(&kept).unwrap());
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let home = Home::of(&"shop".parse().unwrap());
        let past = past(&store, &home, 1).map_err(|e| e.to_string());
        let view = RunView { folder: 4, iteration: 2, ..sample::judged(&[8_000, 8_100]) };
        let mut detail = Detail { past, view: Ok(view), ..sample::design::detail(&new, None) };
        detail.critique.as_mut().unwrap().as_mut().unwrap().iteration = iteration;
        detail.judged_before(&store, &home)
    }

    #[test]
    fn the_iteration_before_is_the_one_of_this_run_and_of_the_same_rules() {
        let found = before(2, "").unwrap();
        let now = sample::design::detail(&sample::design::shop(), None).critique.unwrap().unwrap().findings;
        assert_eq!((found.folder, found.since.cost.len()), (3, now.len()));
        assert!(matches!(found.since.gone.as_slice(), [gone] if gone.check == "clarity/echo"), "{found:?}");
        assert!(found.since.cost.iter().any(Option::is_some), "{:?}", found.since.cost);
        for (iteration, other) in [(1, ""), (2, "rules"), (2, "design"), (0, "")] {
            assert_eq!(before(iteration, other), None, "{iteration} {other}");
        }
    }
}
