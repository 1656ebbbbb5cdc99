//! What to do, in the keys of the screen: a record gives its hints for a shell, where every order has its verb.

use crate::domain::id::FeatureId;
use crate::kernel::RunView;
use crate::tui::keys::{Action, Keys, PaneKey};

/// A hint with the keys that do here what its verbs do in a shell. A verb without a key stays as it is.
pub fn in_keys(hint: &str, id: &FeatureId, keys: &Keys) -> String {
    let verbs = [
        (format!("`frieze reset {id} --from-best`"), Action::ResetFromBest),
        (format!("`frieze reset {id}`"), Action::Reset),
    ];
    let mut told = hint.to_owned();
    for (verb, action) in verbs {
        match keys.first(action) {
            "" => {}
            key => told = told.replace(&verb, key),
        }
    }
    // What it speaks of has a key that leads there.
    let places = [
        ("its findings", Action::Show(PaneKey::Critique), "lists them"),
        ("in the brief", Action::Brief, "opens it"),
    ];
    for (place, action, does) in places {
        match keys.first(action) {
            "" => {}
            key => told = told.replacen(place, &format!("{place} ({key} {does})"), 1),
        }
    }
    told
}

/// What can be done about a candidate whose file cannot be used, beside deciding.
pub fn of_a_damaged_candidate(view: Option<&RunView>) -> String {
    let made = view.filter(|view| view.folder > 0);
    let made = made.map(|view| format!("; what was made is in design/iterations/{}", view.folder));
    format!("or put design/intent.json back as it was{}", made.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn verbs_of_a_shell_are_told_as_keys_where_there_are_any() {
        let id: FeatureId = "cart".parse().unwrap();
        let hint = "its findings tell; then `frieze reset cart`; `frieze reset cart --from-best` goes on; `frieze doctor` too";
        let told = in_keys(hint, &id, &Keys::default());
        assert_eq!(told, "its findings (2 lists them) tell; then u; U goes on; `frieze doctor` too");
        let opens = in_keys("say more in the brief, then `frieze reset cart`", &id, &Keys::default());
        assert_eq!(opens, "say more in the brief (e opens it), then u");
        let without = Keys::of(&BTreeMap::from([("reset".to_owned(), String::new())])).unwrap();
        assert!(in_keys(hint, &id, &without).contains("then `frieze reset cart`; U goes on"));
        // Of another feature it is said as it stands.
        let of_another = in_keys(hint, &"cart-2".parse().unwrap(), &Keys::default());
        assert!(
            of_another.contains("then `frieze reset cart`; `frieze reset cart --from-best`"),
            "{of_another}"
        );
    }
}
