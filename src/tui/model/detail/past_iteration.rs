//! A past iteration of a run, in the place of its current design.

use std::sync::Arc;

use super::Detail;
use crate::tui::model::transcript::Transcript;
use frieze_data::json;
use frieze_design::critique::CritiqueFile;
use frieze_engine::Seal;
use frieze_engine::past::{DesignLocation, PastIteration, answers};
use frieze_kernel::RunView;
use frieze_kernel::files::Home;
use frieze_ports::Store;

impl Detail {
    /// The iteration before or after another one that has a design; `None` is the current design. Later ones than the current
    /// design exist only if a reset brought it back.
    pub fn iteration_next_to(&self, folder: Option<u32>, later: bool) -> Option<u32> {
        let current = self.folder();
        let from = folder.unwrap_or(current);
        let last = self.run().map_or(0, |view| view.folder);
        let with_design = self.past().iter().filter(|past| past.design.is_some() && past.folder <= last);
        let mut folders = with_design.map(|past| past.folder);
        let next = match later {
            true => folders.find(|folder| *folder > from),
            false => folders.rfind(|folder| *folder < from),
        };
        next.filter(|folder| *folder != current)
    }

    /// This run with the design, the critique and the agents' calls of a past iteration, compared with the one before.
    pub fn at_iteration(&self, store: &dyn Store, folder: u32) -> Self {
        let home = Home::of(&self.id);
        let decided = self.decided_design(folder);
        let intent = decided.map(|design| design.read(store, &self.id, &self.seal));
        let file = self.past().iter().find(|past| past.folder == folder);
        let file = file
            .and_then(|past| if past.edited.is_some() { past.edited.clone() } else { past.design.clone() });
        let mut detail = Self {
            at: Some(folder),
            intent: intent.map(|read| read.map(Arc::new).map_err(|e| e.to_string())),
            answers: decided.and_then(|design| answers(store, &home, design).ok()).unwrap_or_default(),
            critique: self.critique_of(store, &home, folder),
            past: self.past.clone(),
            is_edited: matches!(decided, Some(DesignLocation::Edited(_))),
            file_hashes: [file.and_then(Result::ok), self.file_hashes[1]],
            draft: Ok(String::new()),
            zone: self.zone.clone(),
            ..Self::unknown(&self.key(), self.view.clone(), Seal { remarks: None, ..self.seal.clone() }, "")
        };
        if let Ok(view) = &self.view {
            // Notes name an iteration by its number, which one of an earlier run does not have here.
            let iteration = self.number_of(folder);
            let journal = self.journal.as_ref().ok().filter(|_| iteration.is_some());
            let view = RunView { folder, iteration: iteration.unwrap_or(1), ..view.clone() };
            let journal = journal.map(|(reading, _)| reading);
            detail.transcript = Transcript::read(store, &home, &view, journal, true);
        }
        detail.comparison = detail.default_base().map(|base| detail.compare(store, base, None));
        detail
    }

    /// The design of an iteration that was decided about.
    pub(super) fn decided_design(&self, folder: u32) -> Option<DesignLocation> {
        self.past().iter().find(|past| past.folder == folder).map(PastIteration::decided_design)
    }

    /// The critique of that design. If a person edited it, the edited one was scored last.
    pub(super) fn critique_of(
        &self,
        store: &dyn Store,
        home: &Home,
        folder: u32,
    ) -> Option<Result<CritiqueFile, String>> {
        let place = home.iteration(folder);
        let path = match self.decided_design(folder)? {
            DesignLocation::Edited(_) => place.edited_critique(),
            DesignLocation::Folder(_) | DesignLocation::Frozen => place.critique(),
        };
        let bytes = store.read(&path, json::LARGEST).map_err(|e| e.to_string()).transpose()?;
        Some(bytes.and_then(|bytes| CritiqueFile::read(&bytes)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::model::detail::Base;
    use crate::tui::panes::fixtures;
    use frieze_kernel::NoteKind;
    use frieze_kernel::journal::{Note, Tip};
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    /// The third iteration; a person had edited the second one.
    #[test]
    fn a_past_iteration_is_the_decided_design_compared_with_the_one_before() {
        let titled = |title: &str| {
            let mut design = fixtures::design::shop();
            title.clone_into(&mut design.title);
            design
        };
        let place = |name: &str| format!("features/shop/design/iterations/{name}");
        let bytes = |title: &str| serde_json::to_vec(&titled(title)).unwrap();
        let critique = fixtures::design::detail(&titled("By hand"), None).critique.unwrap().unwrap();
        // The end of a long journal. Its beginning is not read.
        let answer = Note {
            at: fixtures::now().to_string(),
            kind: NoteKind::Answer.name().to_owned(),
            by: "engine".to_owned(),
            text: "the generator answered: 9 bytes".to_owned(),
            data: serde_json::json!({"role": "generator", "attempt": 1, "model": "of-3"}),
        };
        let files = Files::from([
            ("features/shop/design/journal.jsonl".to_owned(), Tip::genesis().continued(&[answer]).0),
            (place("1/intent.json"), bytes("First")),
            (place("1/generator-prompt-1.txt"), b"You design".to_vec()),
            (place("1/generator-answer-1.txt"), b"{}".to_vec()),
            (place("2/intent.json"), bytes("Second")),
            (place("2/intent-edited.json"), bytes("By hand")),
            (place("2/critique-edited.json"), serde_json::to_vec(&critique).unwrap()),
            (place("3/intent.json"), bytes("Third")),
        ]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let (id, seal) = ("shop".parse().unwrap(), Seal::none(&Home::of(&"shop".parse().unwrap())));
        let view = RunView { folder: 3, iteration: 3, ..fixtures::view() };
        let now = Detail::read(Ok(view), &store, &id, seal, None);
        let next = |folder, later| now.iteration_next_to(folder, later);
        assert_eq!([next(None, false), next(Some(2), false), next(Some(1), false)], [Some(2), Some(1), None]);
        assert_eq!([next(Some(1), true), next(Some(2), true)], [Some(2), None]);
        let second = now.at_iteration(&store, 2);
        assert_eq!(second.reading().unwrap().intent.title, "By hand");
        assert_eq!(second.critique_file().map(|file| file.overall), Some(critique.overall));
        assert!(second.is_edited && second.comparison.unwrap().base == Base::Iteration(2), "as generated");
        let first = now.at_iteration(&store, 1);
        assert_eq!(first.reading().unwrap().intent.title, "First");
        let calls = &first.transcript.attempts;
        assert!(calls.len() == 1 && calls[0].role == "generator" && calls[0].answer.is_some(), "{calls:?}");
        assert_eq!(calls[0].by, None, "the answer of iteration 3");
        assert!(second.transcript.attempts.is_empty());
        assert!(first.critique.is_none() && first.comparison.is_none(), "nothing was before it");
    }
}
