//! Hints with keys instead of commands: a record holds its hints for a shell, the screen shows the keys.

use crate::tui::keys::{Action, Keys, PaneKey};
use frieze_data::id::FeatureId;
use frieze_kernel::RunView;

/// The hint with keys in place of its commands. A command without a key stays.
pub fn in_keys(hint: &str, id: &FeatureId, keys: &Keys) -> String {
    // The command for a key, or the place that a key leads to.
    let all = [
        (format!("`frieze reset {id} --from-best`"), Action::ResetFromBest, ""),
        (format!("`frieze reset {id}`"), Action::Reset, ""),
        (format!("`frieze answer {id}`"), Action::Answer, ""),
        ("its findings".to_owned(), Action::Show(PaneKey::Critique), "lists them"),
        ("in the brief".to_owned(), Action::Brief, "opens it"),
    ];
    let mut text = hint.to_owned();
    for (part, action, does) in all {
        let key = keys.first(action);
        if !key.is_empty() && does.is_empty() {
            text = text.replace(&part, key);
        } else if !key.is_empty() {
            text = text.replacen(&part, &format!("{part} ({key} {does})"), 1);
        }
    }
    text
}

/// What a person can do about a candidate with a damaged file, other than deciding.
pub fn of_a_damaged_candidate(view: Option<&RunView>) -> String {
    let made = view.filter(|view| view.folder > 0);
    let made = made.map(|view| format!("; the original is in design/iterations/{}", view.folder));
    format!("or restore design/intent.json{}", made.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn commands_become_keys_if_bound() {
        let id: FeatureId = "cart".parse().unwrap();
        let hint = "see its findings; then `frieze reset cart`; `frieze reset cart --from-best` goes on; `frieze doctor` too";
        let text = in_keys(hint, &id, &Keys::default());
        assert_eq!(text, "see its findings (2 lists them); then u; U goes on; `frieze doctor` too");
        let answers = in_keys("answer its questions (`frieze answer cart`)", &id, &Keys::default());
        assert_eq!(answers, "answer its questions (a)");
        let opens = in_keys("say more in the brief, then `frieze reset cart`", &id, &Keys::default());
        assert_eq!(opens, "say more in the brief (e opens it), then u");
        let without = Keys::of(&BTreeMap::from([("reset".to_owned(), String::new())])).unwrap();
        assert!(in_keys(hint, &id, &without).contains("then `frieze reset cart`; U goes on"));
        // Commands for another feature stay.
        let of_another = in_keys(hint, &"cart-2".parse().unwrap(), &Keys::default());
        assert!(
            of_another.contains("then `frieze reset cart`; `frieze reset cart --from-best`"),
            "{of_another}"
        );
    }
}
