//! Drafts: text for decisions that are not made yet. The draft of a rejection is saved while it is typed, one save at a time.
//! Until it is saved it is kept here, so that no word is lost. If another window changed the file meanwhile, the two texts
//! are merged line by line.

mod merge_drafts;

use std::collections::HashMap;

pub use merge_drafts::merge_drafts;

use crate::tui::model::detail::Problem;
use crate::tui::msg::Cmd;
use frieze_data::id::FeatureId;

/// The longest feedback, in bytes.
pub const LONGEST: usize = 256 * 1024;

/// The drafts of all features.
#[derive(Debug, Default)]
pub struct Drafts {
    drafts: HashMap<FeatureId, Draft>,
    /// The text of each file when it was last read or written, from which the drafts here began.
    on_disk: HashMap<FeatureId, String>,
    /// Notes and reasons for decisions, by feature and choice.
    decision_notes: HashMap<(FeatureId, &'static str), String>,
    /// Unfinished comments and answers, by feature and pointer or question.
    unfinished: HashMap<(FeatureId, String), Unfinished>,
    quit: Quit,
    /// The person was warned that quitting loses an unfinished text, which is in memory only.
    warned_of_unfinished: bool,
}

/// How far the wish to quit has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Quit {
    #[default]
    Unwanted,
    /// As soon as everything is saved.
    WhenSaved,
    /// A text cannot be saved, and the person was warned that quitting loses it.
    Warned,
    /// The person wants it after the warning; the text is saved once more.
    AfterWarning,
    /// It quits although the text cannot be saved.
    WithLoss,
}

impl Quit {
    fn is_wanted(self) -> bool {
        !matches!(self, Self::Unwanted | Self::Warned)
    }
}

#[derive(Debug, Default)]
struct Draft {
    text: String,
    /// The text that is being saved.
    saving: Option<String>,
    /// The text on the disk, as far as it is known.
    saved: Option<String>,
    /// Why the last save failed.
    problem: Option<Problem>,
    /// The text that was sent with a decision which has not ended yet.
    sent: Option<String>,
}

/// An unfinished comment or answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfinished {
    pub text: String,
    /// The saved text when it was begun; `None` if the person was shown since what is saved now.
    pub before: Option<String>,
}

/// Whether a draft is saved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SaveState {
    Saved,
    Saving,
    /// In memory only, and why.
    Unsaved(Problem),
}

impl Draft {
    /// Starts a save, unless one is running or nothing changed.
    fn save(&mut self, id: &FeatureId, on_disk: Option<&String>) -> Option<Cmd> {
        if self.saving.is_some() || self.saved.as_deref() == Some(&self.text) {
            return None;
        }
        Some(self.start_save(id, on_disk))
    }

    fn start_save(&mut self, id: &FeatureId, on_disk: Option<&String>) -> Cmd {
        self.saving = Some(self.text.clone());
        Cmd::SaveDraft(id.clone(), self.text.clone(), on_disk.cloned().unwrap_or_default())
    }
}

impl Drafts {
    /// The draft of a feature: the one here if there is one, else that of the file.
    pub fn words<'a>(&'a self, id: &FeatureId, on_disk: &'a str) -> &'a str {
        self.drafts.get(id).map_or(on_disk, |draft| &draft.text)
    }

    /// Keeps an unfinished comment or answer; an empty one is removed.
    pub fn keep_unfinished(&mut self, id: &FeatureId, pointer: &str, words: Unfinished) {
        self.finish(id, pointer);
        if !words.text.trim().is_empty() {
            self.unfinished.insert((id.clone(), pointer.to_owned()), words);
        }
    }

    /// Drops what was unfinished: it is saved or sent.
    pub fn finish(&mut self, id: &FeatureId, pointer: &str) {
        self.warned_of_unfinished = false;
        self.unfinished.remove(&(id.clone(), pointer.to_owned()));
    }

    /// The text to begin with, and what it was begun from: the unfinished one, or that which is saved.
    pub fn continued(&self, id: &FeatureId, pointer: &str, saved: &str) -> [String; 2] {
        let unfinished = self.unfinished.get(&(id.clone(), pointer.to_owned()));
        let before = unfinished.and_then(|unfinished| unfinished.before.as_deref());
        [unfinished.map_or(saved, |unfinished| &unfinished.text), before.unwrap_or(saved)].map(str::to_owned)
    }

    /// Whether there is a draft here that the file may lack.
    pub fn has(&self, id: &FeatureId) -> bool {
        self.drafts.contains_key(id)
    }

    /// Sets the draft and starts to save it.
    pub fn keep(&mut self, id: &FeatureId, text: String) -> Option<Cmd> {
        let draft = self.drafts.entry(id.clone()).or_default();
        draft.text = text;
        self.quit = if self.quit.is_wanted() { Quit::WhenSaved } else { Quit::Unwanted };
        draft.save(id, self.on_disk.get(id))
    }

    /// Ends a save. Starts the next one if the text changed meanwhile. A failed save is retried with the next change, or
    /// when something happens to the feature.
    pub fn save_ended(&mut self, id: &FeatureId, outcome: &Result<String, Problem>) -> Vec<Cmd> {
        let Some(draft) = self.drafts.get_mut(id) else { return Vec::new() };
        let text = draft.saving.take();
        match outcome {
            Ok(_) => {
                self.on_disk.extend(text.clone().map(|text| (id.clone(), text)));
                draft.saved = text;
                draft.problem = None;
                let next = draft.save(id, self.on_disk.get(id));
                next.into_iter().chain(self.quit_if_saved()).collect()
            }
            Err(problem) => {
                draft.saved = None;
                draft.problem = Some(problem.clone());
                let has_changed = text.is_some_and(|text| text != draft.text);
                let retry = if has_changed { draft.save(id, self.on_disk.get(id)) } else { None };
                if retry.is_none() && self.quit.is_wanted() {
                    let knows_loss = self.quit != Quit::WhenSaved;
                    self.quit = if knows_loss { Quit::WithLoss } else { Quit::Warned };
                    return knows_loss.then_some(Cmd::Quit).into_iter().collect();
                }
                retry.into_iter().collect()
            }
        }
    }

    /// Ends a save that found the text of another window; the file now has this merged text.
    pub fn merged(&mut self, id: &FeatureId, text: &str) -> Vec<Cmd> {
        let draft = self.drafts.entry(id.clone()).or_default();
        draft.text = match draft.saving.take() {
            // The text typed since the save began is merged too.
            Some(sent) if sent != draft.text => merge_drafts(&draft.text, &sent, text),
            Some(_) | None => text.to_owned(),
        };
        draft.saved = Some(text.to_owned());
        draft.problem = None;
        self.on_disk.insert(id.clone(), text.to_owned());
        let next = draft.save(id, self.on_disk.get(id));
        next.into_iter().chain(self.quit_if_saved()).collect()
    }

    /// Retries a failed save, since something happened to the feature.
    pub fn retry_save(&mut self, id: &FeatureId) -> Option<Cmd> {
        let draft = self.drafts.get_mut(id).filter(|draft| draft.problem.is_some())?;
        draft.save(id, self.on_disk.get(id))
    }

    /// Takes note of the file's text. If it differs from the saved text, another window may have written it, or it was read
    /// before the save; a new save under the lease finds out.
    pub fn read(&mut self, id: &FeatureId, on_disk: &str) -> Option<Cmd> {
        if let Some(draft) = self.drafts.get_mut(id) {
            let is_saved = draft.saved.as_deref() == Some(&draft.text);
            if !is_saved || draft.saving.is_some() || draft.sent.is_some() {
                return None;
            }
            if draft.text != on_disk {
                return Some(draft.start_save(id, self.on_disk.get(id)));
            }
            self.drafts.remove(id);
        }
        self.on_disk.insert(id.clone(), on_disk.to_owned());
        None
    }

    /// Whether another window changed the file, and no draft is here.
    pub fn is_changed_elsewhere(&self, id: &FeatureId, on_disk: &str) -> bool {
        !self.has(id) && self.on_disk.get(id).is_some_and(|known| known != on_disk)
    }

    /// Whether the draft of a feature is saved.
    pub fn state(&self, id: &FeatureId) -> SaveState {
        match self.drafts.get(id) {
            Some(Draft { saving: None, problem: Some(problem), .. }) => SaveState::Unsaved(problem.clone()),
            Some(draft) if draft.saving.is_some() => SaveState::Saving,
            Some(_) | None => SaveState::Saved,
        }
    }

    /// The draft was sent with a decision.
    pub fn sent(&mut self, id: &FeatureId, text: &str) {
        let draft = self.drafts.entry(id.clone()).or_default();
        draft.text = text.to_owned();
        draft.sent = Some(text.to_owned());
    }

    /// Ends a decision. If it was carried out, its words are removed from the draft; words typed after it stay.
    pub fn decision_ended(&mut self, id: &FeatureId, is_carried_out: bool) -> Option<Cmd> {
        if is_carried_out {
            self.forget_decision_notes(id);
        }
        let draft = self.drafts.get_mut(id)?;
        let sent = draft.sent.take()?;
        if !is_carried_out {
            return None;
        }
        if let Some(rest) = draft.text.strip_prefix(sent.as_str()) {
            draft.text = rest.trim_start_matches('\n').to_owned();
        }
        draft.save(id, self.on_disk.get(id))
    }

    /// The unfinished note or reason of a decision.
    pub fn decision_note(&self, id: &FeatureId, choice: &'static str) -> &str {
        self.decision_notes.get(&(id.clone(), choice)).map_or("", String::as_str)
    }

    /// Keeps a note or a reason until the decision is made.
    pub fn keep_decision_note(&mut self, id: &FeatureId, choice: &'static str, text: String) {
        self.warned_of_unfinished = false;
        self.decision_notes.insert((id.clone(), choice), text);
    }

    /// Adds words to that text, unless it ends with them.
    pub fn add_to_decision_note(&mut self, id: &FeatureId, choice: &'static str, words: &str) {
        let text = format!("{} {words}", self.decision_note(id, choice));
        if !format!(" {}", self.decision_note(id, choice)).ends_with(&format!(" {words}")) {
            self.keep_decision_note(id, choice, text.trim().to_owned());
        }
    }

    /// Removes all notes and reasons of a feature.
    pub fn forget_decision_notes(&mut self, id: &FeatureId) {
        self.decision_notes.retain(|(feature, _), _| feature != id);
    }

    /// Whether quitting would lose an unfinished comment, answer, note or reason. Asked again, it warns only if there is a newer one.
    pub fn warns_of_unfinished(&mut self) -> bool {
        let mut notes = self.decision_notes.values();
        let is_there = !self.unfinished.is_empty() || notes.any(|note| !note.trim().is_empty());
        is_there && !std::mem::replace(&mut self.warned_of_unfinished, true)
    }

    /// Another key than the one that quits: the next one that quits warns again.
    pub fn another_key(&mut self) {
        self.warned_of_unfinished = false;
    }

    /// Quits as soon as all drafts are saved, or one cannot be though the person was warned that its text would be lost.
    pub fn request_quit(&mut self) -> Vec<Cmd> {
        self.quit = match self.quit {
            Quit::WithLoss => return vec![Cmd::Quit],
            Quit::Unwanted | Quit::WhenSaved => Quit::WhenSaved,
            Quit::Warned | Quit::AfterWarning => Quit::AfterWarning,
        };
        let on_disk = &self.on_disk;
        let saves: Vec<Cmd> =
            self.drafts.iter_mut().filter_map(|(id, draft)| draft.save(id, on_disk.get(id))).collect();
        saves.into_iter().chain(self.quit_if_saved()).collect()
    }

    /// Whether the person wanted to quit and a draft could not be saved.
    pub fn warned_of_loss(&self) -> bool {
        !matches!(self.quit, Quit::Unwanted | Quit::WhenSaved) || self.warned_of_unfinished
    }

    fn quit_if_saved(&mut self) -> Option<Cmd> {
        let is_unsaved = |draft: &Draft| draft.saving.is_some() || draft.problem.is_some();
        (self.quit.is_wanted() && !self.drafts.values().any(is_unsaved)).then_some(Cmd::Quit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::wildcard_enum_match_arm, reason = "an unexpected command is shown as it is")]
    fn saves(cmds: impl IntoIterator<Item = Cmd>) -> Vec<String> {
        let text = |cmd| match cmd {
            Cmd::SaveDraft(_, text, _) => text,
            other => format!("{other:?}"),
        };
        cmds.into_iter().map(text).collect()
    }

    #[test]
    fn words_typed_while_a_decision_is_carried_out_stay() {
        let (mut drafts, id): (Drafts, FeatureId) = (Drafts::default(), "checkout".parse().unwrap());
        assert_eq!(saves(drafts.keep(&id, "first".to_owned())), ["first"]);
        assert!(drafts.save_ended(&id, &Ok(String::new())).is_empty());
        drafts.sent(&id, "first");
        assert_eq!(saves(drafts.keep(&id, "first\n- /goals/0: more\n".to_owned())).len(), 1);
        assert!(drafts.decision_ended(&id, true).is_none(), "one save at a time");
        assert_eq!(saves(drafts.save_ended(&id, &Ok(String::new()))), ["- /goals/0: more\n"]);
    }

    #[test]
    fn a_draft_equal_to_the_file_is_dropped_and_a_newer_one_is_kept() {
        let (mut drafts, id): (Drafts, FeatureId) = (Drafts::default(), "checkout".parse().unwrap());
        drafts.keep(&id, "new".to_owned());
        drafts.read(&id, "old");
        assert_eq!(drafts.words(&id, "old"), "new");
        drafts.save_ended(&id, &Ok(String::new()));
        drafts.read(&id, "old");
        assert_eq!(drafts.words(&id, "old"), "new", "that reading was older than the save");
        // So it is saved again.
        drafts.save_ended(&id, &Ok(String::new()));
        drafts.read(&id, "new");
        assert_eq!(drafts.words(&id, "by another window"), "by another window");
    }
    #[test]
    fn the_text_of_another_window_is_merged() {
        let (mut drafts, id): (Drafts, FeatureId) = (Drafts::default(), "checkout".parse().unwrap());
        drafts.read(&id, "first\n");
        let sent = drafts.keep(&id, "first\nmine".to_owned());
        assert!(matches!(&sent, Some(Cmd::SaveDraft(_, _, before)) if before == "first\n"), "{sent:?}");
        assert!(drafts.keep(&id, "first\nmine too".to_owned()).is_none(), "one save at a time");
        // The file has both texts; the words typed meanwhile are saved next.
        let next = drafts.merged(&id, "first\nmine\ntheirs");
        assert_eq!(saves(next), ["first\nmine too\ntheirs\n"]);
        drafts.save_ended(&id, &Ok(String::new()));
        assert!(drafts.read(&id, "first\nmine too\ntheirs\n").is_none() && !drafts.has(&id));
        assert!(
            drafts.is_changed_elsewhere(&id, "theirs")
                && !drafts.is_changed_elsewhere(&id, "first\nmine too\ntheirs\n")
        );
    }
}
