//! The keys in force: the table with the changes of the configuration.

use std::collections::{BTreeMap, HashMap};

use crossterm::event::KeyEvent;

use super::chord::{Chord, KEY_NAMES, chord, pressed};
use super::{Action, Binding, TABLE};
use frieze_data::text::closest;

/// An invalid key setting: its action, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongKeys {
    pub action: String,
    pub what: String,
}

/// The keys in force.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Keys {
    by_chord: HashMap<Chord, &'static Binding>,
    /// The keys of each row of the table, as text.
    texts: Vec<String>,
    /// Keys that the configuration gave to another action, without setting keys for their own action.
    lost: Vec<LostKey>,
}

/// A key that an action lost to another one.
#[derive(Clone, PartialEq, Eq, Debug)]
struct LostKey {
    key: &'static str,
    from: &'static Binding,
    by: &'static str,
}

impl Default for Keys {
    fn default() -> Self {
        Self::of(&BTreeMap::new()).expect("every key of the table exists")
    }
}

impl Keys {
    /// Applies the configuration's changes to the table: action name → keys, separated by spaces. A configured action takes
    /// its keys from those that are not configured.
    ///
    /// # Errors
    /// If an action or a key does not exist, or two configured actions have the same key.
    pub fn of(changes: &BTreeMap<String, String>) -> Result<Self, WrongKeys> {
        let wrong = |action: &str, what: String| WrongKeys { action: action.to_owned(), what };
        if let Some(name) = changes.keys().find(|name| TABLE.iter().all(|row| row.name != name.as_str())) {
            let names: Vec<&str> = TABLE.iter().map(|row| row.name).collect();
            let near = closest(name, names.iter().copied());
            let near = near.map_or_else(String::new, |near| format!("Did you mean {near}? "));
            return Err(wrong(name, format!("unknown action. {near}Actions: {}", names.join(", "))));
        }
        let mut by_chord = HashMap::new();
        let (mut texts, mut lost) = (Vec::new(), Vec::new());
        let is_configured = |row: &&Binding| changes.contains_key(row.name);
        for row in TABLE.iter().filter(is_configured).chain(TABLE.iter().filter(|row| !is_configured(row))) {
            let keys = changes.get(row.name).map_or(row.keys, String::as_str);
            for key in keys.split_whitespace() {
                let what = || format!("{key:?} is not a key. Use {KEY_NAMES}, separated by spaces");
                let chord = chord(key).ok_or_else(|| wrong(row.name, what()))?;
                let owner: &'static Binding = by_chord.entry(chord).or_insert(row);
                if owner.action == row.action {
                    continue;
                }
                if is_configured(&row) {
                    return Err(wrong(row.name, format!("{key:?} is already the key of {}", owner.name)));
                }
                let own = row.keys.split_whitespace().find(|own| *own == key).unwrap_or_default();
                lost.push(LostKey { key: own, from: row, by: owner.name });
            }
        }
        for row in TABLE {
            let keys = changes.get(row.name).map_or(row.keys, String::as_str);
            let owner = |key: &str| by_chord.get(&chord(key)?).map(|owner: &&Binding| owner.action);
            let own = keys.split_whitespace().filter(|key| owner(key) == Some(row.action));
            texts.push(own.collect::<Vec<_>>().join(" "));
        }
        Ok(Self { by_chord, texts, lost })
    }

    /// A sentence for each key that an action lost. Actions that the configuration names are not reported.
    pub fn lost(&self) -> impl Iterator<Item = String> {
        self.lost.iter().map(|LostKey { key, from, by }| {
            let now = match self.first(from.action) {
                "" => format!("{} has no key", from.name),
                first => format!("{} keeps {first}", from.name),
            };
            format!("{key} is now the key of {by} ({now})")
        })
    }

    /// The action of a key press.
    pub fn action(&self, key: KeyEvent) -> Option<Action> {
        self.by_chord.get(&pressed(key)?).map(|row| row.action)
    }

    /// The rows of the table, each with the keys in force.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Binding, &str)> {
        TABLE.iter().zip(self.texts.iter().map(String::as_str))
    }

    /// The first key of an action, for hints; empty if it has none.
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
        for (row, text) in keys.rows() {
            assert!(!text.is_empty(), "{} has no key left", row.name);
            assert_eq!(text, row.keys, "{} lost a key to a row above", row.name);
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
    fn unknown_actions_and_keys_are_reported() {
        let check = |name: &str, keys: &str, part: &str| {
            let e = Keys::of(&BTreeMap::from([(name.to_owned(), keys.to_owned())])).unwrap_err();
            assert!(e.action == name && e.what.contains(part), "{e:?}");
        };
        check("dance", "d", "unknown action. Actions: down, up");
        check("dcide", "d", "Did you mean decide? ");
        check("decide", "hyper-d", "\"hyper-d\" is not a key");
    }

    #[test]
    fn a_key_has_one_action_and_a_configured_one_takes_it() {
        let of = |changes: &[(&str, &str)]| {
            Keys::of(&changes.iter().map(|(name, keys)| ((*name).to_owned(), (*keys).to_owned())).collect())
        };
        let keys = of(&[("decide", "r")]).unwrap();
        assert_eq!(keys.action(press(KeyCode::Char('r'))), Some(Action::Decide));
        assert_eq!((keys.first(Action::Decide), keys.first(Action::Run)), ("r", ""));
        assert_eq!(keys.lost().collect::<Vec<_>>(), ["r is now the key of decide (run has no key)"]);
        let keys = of(&[("decide", "j"), ("comment", "r"), ("run", "")]).unwrap();
        assert_eq!(keys.lost().collect::<Vec<_>>(), ["j is now the key of decide (down keeps down)"]);
        assert_eq!(Keys::default().lost().count(), 0);
        assert_eq!(of(&[("decide", "")]).unwrap().action(press(KeyCode::Char('d'))), None);
        let e = of(&[("decide", "r"), ("run", "r")]).unwrap_err();
        assert_eq!((e.action.as_str(), e.what.as_str()), ("run", "\"r\" is already the key of decide"));
        let control = KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL);
        assert_eq!(of(&[("decide", "ctrl-D")]).unwrap().action(control), Some(Action::Decide));
    }
}
