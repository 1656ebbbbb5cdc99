//! The keys as they are in force: the table, and what the configuration changes of it.

use std::collections::BTreeMap;

use crossterm::event::KeyEvent;

use super::chord::{Chord, KEY_NAMES, chord, pressed};
use super::{Action, Binding, TABLE};
use crate::domain::text::meant;

/// Keys that cannot be set: the action that they were meant for, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongKeys {
    pub action: String,
    pub what: String,
}

/// The keys as they are in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    by_chord: BTreeMap<Chord, Action>,
    /// The keys of each row of the table, as they are told.
    told: Vec<String>,
    /// What was chosen for one action and was another's, which nobody chose anything for.
    taken: Vec<Taken>,
}

/// A key that an action lost to another one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Taken {
    key: &'static str,
    from: &'static Binding,
    by: &'static str,
}

impl Default for Keys {
    fn default() -> Self {
        Self::of(&BTreeMap::new()).unwrap_or_else(|_| Self {
            by_chord: BTreeMap::new(),
            told: Vec::new(),
            taken: Vec::new(),
        })
    }
}

impl Keys {
    /// The table with the configuration's changes: action name → keys, separated by spaces. What was chosen takes
    /// its keys away from what was not. The error says which names or keys there are, or which two actions want
    /// one key.
    pub fn of(changes: &BTreeMap<String, String>) -> Result<Self, WrongKeys> {
        let wrong = |action: &str, what: String| WrongKeys { action: action.to_owned(), what };
        if let Some(name) = changes.keys().find(|name| TABLE.iter().all(|row| row.name != name.as_str())) {
            let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
            let near = meant(name, names.iter().copied());
            let near = near.map_or_else(String::new, |near| format!("did you mean {near}? "));
            return Err(wrong(
                name,
                format!("there is no such action; {near}the actions are {}", names.join(", ")),
            ));
        }
        let mut by_chord = BTreeMap::new();
        let (mut told, mut taken) = (Vec::new(), Vec::new());
        let is_chosen = |row: &&Binding| changes.contains_key(row.name);
        for row in TABLE.iter().filter(is_chosen).chain(TABLE.iter().filter(|row| !is_chosen(row))) {
            let keys = changes.get(row.name).map_or(row.keys, String::as_str);
            for key in keys.split_whitespace() {
                let what = || format!("{key:?} is no key; keys are {KEY_NAMES}, separated by spaces");
                let chord = chord(key).ok_or_else(|| wrong(row.name, what()))?;
                let owner: &Binding = by_chord.entry(chord).or_insert(row);
                if owner.action == row.action {
                    continue;
                }
                if is_chosen(&row) {
                    return Err(wrong(row.name, format!("{key:?} is the key of {} already", owner.name)));
                }
                let own = row.keys.split_whitespace().find(|own| *own == key).unwrap_or_default();
                taken.push(Taken { key: own, from: row, by: owner.name });
            }
        }
        let by_chord: BTreeMap<Chord, Action> =
            by_chord.into_iter().map(|(chord, row)| (chord, row.action)).collect();
        for row in TABLE {
            let keys = changes.get(row.name).map_or(row.keys, String::as_str);
            let mine = keys
                .split_whitespace()
                .filter(|key| chord(key).is_some_and(|chord| by_chord.get(&chord) == Some(&row.action)));
            told.push(mine.collect::<Vec<_>>().join(" "));
        }
        Ok(Self { by_chord, told, taken })
    }

    /// What the configuration took from actions that it does not name, in a sentence each; who names them, with other keys
    /// or with none, is told nothing.
    pub fn taken(&self) -> impl Iterator<Item = String> {
        self.taken.iter().map(|Taken { key, from, by }| {
            let now = match self.first(from.action) {
                "" => format!("{} has no key now", from.name),
                first => format!("{} keeps {first}", from.name),
            };
            format!("{key} is the key of {by}: {now}")
        })
    }

    /// What a key press asks for.
    pub fn action(&self, key: KeyEvent) -> Option<Action> {
        self.by_chord.get(&pressed(key)?).copied()
    }

    /// The rows of the table, each with the keys in force.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Binding, &str)> {
        TABLE.iter().zip(self.told.iter().map(String::as_str))
    }

    /// The first key of an action, for hints; empty where it has none.
    pub fn first(&self, action: Action) -> &str {
        let keys = self.rows().find(|(row, _)| row.action == action).map_or("", |(_, keys)| keys);
        keys.split(' ').next().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use crossterm::event::{KeyCode, KeyModifiers};

    use super::*;

    fn press(code: KeyCode) -> KeyEvent {
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    #[test]
    fn every_action_has_a_key_of_its_own() {
        let keys = Keys::default();
        for (row, told) in keys.rows() {
            assert!(!told.is_empty(), "{} has no key left", row.name);
            assert_eq!(told, row.keys, "{} lost a key to a row above", row.name);
        }
    }

    #[test]
    fn the_configuration_binds_an_action_to_other_keys() {
        let changes = BTreeMap::from([("decide".to_owned(), "D ctrl-d".to_owned())]);
        let keys = Keys::of(&changes).unwrap();
        assert_eq!(keys.action(press(KeyCode::Char('D'))), Some(Action::Decide));
        assert_eq!(keys.action(press(KeyCode::Char('d'))), None);
        assert_eq!(keys.first(Action::Decide), "D");
    }

    #[test]
    fn what_does_not_exist_is_told() {
        let check = |name: &str, keys: &str, part: &str| {
            let e = Keys::of(&BTreeMap::from([(name.to_owned(), keys.to_owned())])).unwrap_err();
            assert!(e.action == name && e.what.contains(part), "{e:?}");
        };
        check("dance", "d", "there is no such action; the actions are down, up");
        check("dcide", "d", "did you mean decide? ");
        check("decide", "hyper-d", "\"hyper-d\" is no key");
    }

    #[test]
    fn a_key_has_one_action_and_what_was_chosen_has_it() {
        let of = |changes: &[(&str, &str)]| {
            Keys::of(&changes.iter().map(|(name, keys)| ((*name).to_owned(), (*keys).to_owned())).collect())
        };
        let keys = of(&[("decide", "r")]).unwrap();
        assert_eq!(keys.action(press(KeyCode::Char('r'))), Some(Action::Decide));
        assert_eq!((keys.first(Action::Decide), keys.first(Action::Run)), ("r", ""));
        assert_eq!(keys.taken().collect::<Vec<_>>(), ["r is the key of decide: run has no key now"]);
        let keys = of(&[("decide", "j"), ("comment", "r"), ("run", "")]).unwrap();
        assert_eq!(keys.taken().collect::<Vec<_>>(), ["j is the key of decide: down keeps down"]);
        assert_eq!(Keys::default().taken().count(), 0);
        assert_eq!(of(&[("decide", "")]).unwrap().action(press(KeyCode::Char('d'))), None);
        let e = of(&[("decide", "r"), ("run", "r")]).unwrap_err();
        assert_eq!((e.action.as_str(), e.what.as_str()), ("run", "\"r\" is the key of decide already"));
        let control = KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL);
        assert_eq!(of(&[("decide", "ctrl-D")]).unwrap().action(control), Some(Action::Decide));
    }
}
