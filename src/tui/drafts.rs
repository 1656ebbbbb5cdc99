//! Words on their way to a decision. What was written for a rejection is saved as it is typed, one save at a time
//! and the newest words win; until it is saved it is kept here, so that no word is lost whatever holds the files. What
//! another window wrote there meanwhile is not written over: the two are joined, line by line.

mod joined;

use std::collections::HashMap;

pub use joined::joined;

use super::detail::Stated;
use super::msg::Cmd;
use crate::domain::id::FeatureId;

/// The longest feedback, in bytes.
pub const LONGEST: usize = 256 * 1024;

/// The words for all features.
#[derive(Debug, Default)]
pub struct Drafts {
    drafts: HashMap<FeatureId, Draft>,
    /// What the file of a feature held when it was read or written last: what the words here began from.
    known: HashMap<FeatureId, String>,
    /// Notes and reasons of decisions that were not made yet, by feature and choice.
    asides: HashMap<(FeatureId, &'static str), String>,
    /// Comments that were left before they were finished, by feature and pointer.
    half: HashMap<(FeatureId, String), String>,
    /// The person wants to leave as soon as everything is saved.
    leaving: bool,
    /// The person was told that leaving loses words.
    warned: bool,
}

#[derive(Debug, Default)]
struct Draft {
    text: String,
    /// What is being saved now.
    on_its_way: Option<String>,
    /// What is on the disk, as far as we know.
    saved: Option<String>,
    /// Why the last save failed.
    trouble: Option<Stated>,
    /// What went along with a decision that was not answered yet.
    sent: Option<String>,
}

/// Where the words of a feature are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kept {
    Saved,
    Saving,
    /// In memory only, and why.
    Here(Stated),
}

impl Draft {
    /// Begins to save, unless a save is on its way or nothing is new.
    fn save(&mut self, id: &FeatureId, known: Option<&String>) -> Option<Cmd> {
        if self.on_its_way.is_some() || self.saved.as_deref() == Some(&self.text) {
            return None;
        }
        Some(self.send(id, known))
    }

    /// Has the words compared with the file's, and written where these are the ones that are known.
    fn send(&mut self, id: &FeatureId, known: Option<&String>) -> Cmd {
        self.on_its_way = Some(self.text.clone());
        Cmd::KeepDraft(id.clone(), self.text.clone(), known.cloned().unwrap_or_default())
    }
}

impl Drafts {
    /// The words for a feature: those that are newer than the file's, or the file's.
    pub fn words<'a>(&'a self, id: &FeatureId, on_disk: &'a str) -> &'a str {
        self.drafts.get(id).map_or(on_disk, |draft| &draft.text)
    }

    /// Keeps a comment that was left before it was finished; an empty one is forgotten.
    pub fn keep_half(&mut self, id: &FeatureId, pointer: &str, words: &str) {
        let place = (id.clone(), pointer.to_owned());
        if words.trim().is_empty() {
            self.half.remove(&place);
        } else {
            self.half.insert(place, words.to_owned());
        }
    }

    /// The comment on an element that was left before it was finished.
    pub fn half(&self, id: &FeatureId, pointer: &str) -> Option<&str> {
        self.half.get(&(id.clone(), pointer.to_owned())).map(String::as_str)
    }

    /// Whether words of a feature are here that the file may lack.
    pub fn has(&self, id: &FeatureId) -> bool {
        self.drafts.contains_key(id)
    }

    /// Other words, to be saved.
    pub fn keep(&mut self, id: &FeatureId, text: String) -> Option<Cmd> {
        let draft = self.drafts.entry(id.clone()).or_default();
        draft.text = text;
        self.warned = false;
        draft.save(id, self.known.get(id))
    }

    /// A save ended. Begins the next one where the words have changed meanwhile; a save that failed is tried
    /// again with the next word, or when something happened to the feature.
    pub fn kept(&mut self, id: &FeatureId, outcome: &Result<String, Stated>) -> Vec<Cmd> {
        let Some(draft) = self.drafts.get_mut(id) else { return Vec::new() };
        let text = draft.on_its_way.take();
        match outcome {
            Ok(_) => {
                self.known.extend(text.clone().map(|text| (id.clone(), text)));
                draft.saved = text;
                draft.trouble = None;
                let next = draft.save(id, self.known.get(id));
                next.into_iter().chain(self.leave()).collect()
            }
            Err(stated) => {
                draft.saved = None;
                draft.trouble = Some(stated.clone());
                let newer = text.is_some_and(|text| text != draft.text);
                let again = if newer { draft.save(id, self.known.get(id)) } else { None };
                if again.is_none() && self.leaving {
                    (self.leaving, self.warned) = (false, true);
                }
                again.into_iter().collect()
            }
        }
    }

    /// A save ended that found words of another window: now the file has these, which are of both.
    pub fn joined(&mut self, id: &FeatureId, text: &str) -> Vec<Cmd> {
        let draft = self.drafts.entry(id.clone()).or_default();
        draft.text = match draft.on_its_way.take() {
            // What was written since the save began goes along.
            Some(sent) if sent != draft.text => joined(&draft.text, &sent, text),
            Some(_) | None => text.to_owned(),
        };
        draft.saved = Some(text.to_owned());
        draft.trouble = None;
        self.known.insert(id.clone(), text.to_owned());
        let next = draft.save(id, self.known.get(id));
        next.into_iter().chain(self.leave()).collect()
    }

    /// Something happened to a feature: words that could not be saved are tried again.
    pub fn try_again(&mut self, id: &FeatureId) -> Option<Cmd> {
        let draft = self.drafts.get_mut(id).filter(|draft| draft.trouble.is_some())?;
        draft.save(id, self.known.get(id))
    }

    /// The file was read. What it holds is not kept twice. Where it holds other words than were saved here, another
    /// window may have written them, or the reading is older than the save: it is looked at again, under the lease.
    pub fn read(&mut self, id: &FeatureId, on_disk: &str) -> Option<Cmd> {
        if let Some(draft) = self.drafts.get_mut(id) {
            let is_saved = draft.saved.as_deref() == Some(&draft.text);
            if !is_saved || draft.on_its_way.is_some() || draft.sent.is_some() {
                return None;
            }
            if draft.text != on_disk {
                return Some(draft.send(id, self.known.get(id)));
            }
            self.drafts.remove(id);
        }
        self.known.insert(id.clone(), on_disk.to_owned());
        None
    }

    /// Whether the file holds other words than it did, and none are here that it lacks.
    pub fn is_news(&self, id: &FeatureId, on_disk: &str) -> bool {
        !self.has(id) && self.known.get(id).is_some_and(|known| known != on_disk)
    }

    /// Where the words of a feature are.
    pub fn state(&self, id: &FeatureId) -> Kept {
        match self.drafts.get(id) {
            Some(Draft { on_its_way: None, trouble: Some(stated), .. }) => Kept::Here(stated.clone()),
            Some(draft) if draft.on_its_way.is_some() => Kept::Saving,
            Some(_) | None => Kept::Saved,
        }
    }

    /// The words went along with a decision.
    pub fn sent(&mut self, id: &FeatureId, text: &str) {
        let draft = self.drafts.entry(id.clone()).or_default();
        draft.text = text.to_owned();
        draft.sent = Some(text.to_owned());
    }

    /// A decision ended. Words that went along with one that was carried out are done with; what was written
    /// after it stays.
    pub fn decided(&mut self, id: &FeatureId, carried_out: bool) -> Option<Cmd> {
        if carried_out {
            self.forget_asides(id);
        }
        let draft = self.drafts.get_mut(id)?;
        let sent = draft.sent.take()?;
        if !carried_out {
            return None;
        }
        if let Some(rest) = draft.text.strip_prefix(sent.as_str()) {
            draft.text = rest.trim_start_matches('\n').to_owned();
        }
        draft.save(id, self.known.get(id))
    }

    /// A note or a reason that was begun.
    pub fn aside(&self, id: &FeatureId, choice: &'static str) -> &str {
        self.asides.get(&(id.clone(), choice)).map_or("", String::as_str)
    }

    /// Keeps a note or a reason until it is decided.
    pub fn keep_aside(&mut self, id: &FeatureId, choice: &'static str, text: String) {
        self.asides.insert((id.clone(), choice), text);
    }

    /// Nothing that notes and reasons of a feature were for is to be decided any more.
    pub fn forget_asides(&mut self, id: &FeatureId) {
        self.asides.retain(|(feature, _), _| feature != id);
    }

    /// The person wants to leave: at once, or as soon as all words are saved, with what saves them. Who was
    /// told that words would be lost, and asks again, is let go.
    pub fn leaving(&mut self) -> Vec<Cmd> {
        if self.warned {
            return vec![Cmd::Quit];
        }
        self.leaving = true;
        let known = &self.known;
        let saves: Vec<Cmd> =
            self.drafts.iter_mut().filter_map(|(id, draft)| draft.save(id, known.get(id))).collect();
        saves.into_iter().chain(self.leave()).collect()
    }

    /// Whether the person wanted to leave and words could not be saved.
    pub fn holds_back(&self) -> bool {
        self.warned
    }

    /// Leaves if the person wants to and nothing is left to be saved.
    fn leave(&mut self) -> Option<Cmd> {
        let unsaved = |draft: &Draft| draft.on_its_way.is_some() || draft.trouble.is_some();
        (self.leaving && !self.drafts.values().any(unsaved)).then_some(Cmd::Quit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[expect(clippy::wildcard_enum_match_arm, reason = "what is not expected is told as it is")]
    fn saves(cmds: impl IntoIterator<Item = Cmd>) -> Vec<String> {
        let text = |cmd| match cmd {
            Cmd::KeepDraft(_, text, _) => text,
            other => format!("{other:?}"),
        };
        cmds.into_iter().map(text).collect()
    }

    #[test]
    fn words_written_while_a_decision_is_carried_out_stay() {
        let (mut drafts, id): (Drafts, FeatureId) = (Drafts::default(), "checkout".parse().unwrap());
        assert_eq!(saves(drafts.keep(&id, "first".to_owned())), ["first"]);
        assert!(drafts.kept(&id, &Ok(String::new())).is_empty());
        drafts.sent(&id, "first");
        assert_eq!(saves(drafts.keep(&id, "first\n- /goals/0: more\n".to_owned())).len(), 1);
        assert!(drafts.decided(&id, true).is_none(), "one save at a time");
        assert_eq!(saves(drafts.kept(&id, &Ok(String::new()))), ["- /goals/0: more\n"]);
    }

    #[test]
    fn what_the_file_holds_is_not_kept_twice_and_newer_words_are() {
        let (mut drafts, id): (Drafts, FeatureId) = (Drafts::default(), "checkout".parse().unwrap());
        drafts.keep(&id, "new".to_owned());
        drafts.read(&id, "old");
        assert_eq!(drafts.words(&id, "old"), "new");
        drafts.kept(&id, &Ok(String::new()));
        drafts.read(&id, "old");
        assert_eq!(drafts.words(&id, "old"), "new", "that reading was older than the save");
        // It may be, and is looked at again.
        drafts.kept(&id, &Ok(String::new()));
        drafts.read(&id, "new");
        assert_eq!(drafts.words(&id, "by another window"), "by another window");
    }
    #[test]
    fn what_another_window_wrote_is_joined_with_what_is_written_here() {
        let (mut drafts, id): (Drafts, FeatureId) = (Drafts::default(), "checkout".parse().unwrap());
        drafts.read(&id, "first\n");
        let sent = drafts.keep(&id, "first\nmine".to_owned());
        assert!(matches!(&sent, Some(Cmd::KeepDraft(_, _, before)) if before == "first\n"), "{sent:?}");
        assert!(drafts.keep(&id, "first\nmine too".to_owned()).is_none(), "one save at a time");
        // The file has both, and what was typed meanwhile is saved over that.
        let next = drafts.joined(&id, "first\nmine\ntheirs");
        assert_eq!(saves(next), ["first\nmine too\ntheirs\n"]);
        drafts.kept(&id, &Ok(String::new()));
        assert!(drafts.read(&id, "first\nmine too\ntheirs\n").is_none() && !drafts.has(&id));
        assert!(drafts.is_news(&id, "theirs") && !drafts.is_news(&id, "first\nmine too\ntheirs\n"));
    }
}
