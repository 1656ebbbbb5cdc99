//! Gestures that a sentence tells of without `when`: `Tapping a crate opens it`, `Reload button to fetch the tides`,
//! `Botón "Zarpar" -> abre el parte`.

use super::phrase::{capital, clause};
use super::verbs;

/// What somebody does, as a word in -ing before what it is done to.
#[rustfmt::skip]
const DOING: &[&str] = &[
    "clicking", "tapping", "pressing", "selecting", "choosing", "hovering", "dragging", "dropping", "scanning", "submitting",
    "toggling", "swiping", "typing", "scrolling", "opening", "holding", "checking", "unchecking",
];
/// What is pressed, in several languages.
#[rustfmt::skip]
const CONTROLS: &[&str] = &[
    "button", "cta", "link", "icon", "toggle", "checkbox", "botón", "boton", "enlace", "botão", "bouton", "lien", "pulsante", "knopf",
    "schaltfläche", "knop", "кнопка", "przycisk", "tlačítko", "buton", "butonu", "düğme", "tombol", "nút", "버튼", "ボタン", "按钮",
];
/// What follows from it, as a verb behind the words on the control.
#[rustfmt::skip]
const FOLLOWS: &[&str] = &[
    "opens", "shows", "displays", "starts", "sends", "adds", "saves", "closes", "leads", "ouvre", "affiche", "envoie", "ajoute", "enregistre",
    "ferme", "abre", "muestra", "envía", "añade", "guarda", "cierra", "exibe", "mostra", "envia", "salva", "fecha", "öffnet", "zeigt", "sendet",
    "speichert", "schließt", "opent", "toont", "verstuurt", "slaat", "открывает", "показывает", "отправляет", "сохраняет", "otwiera",
    "wyświetla", "otevře", "zobrazí", "apre", "invia", "açar", "gösterir", "membuka", "menampilkan", "mở",
];
/// A longer trigger is a clause.
const LONGEST: usize = 8;

/// The gesture of a sentence and what the product does in answer to it.
pub(super) fn of(text: &str) -> Option<(String, String)> {
    doing(text).or_else(|| leading(text)).or_else(|| labelled(text)).or_else(|| meant(text))
}

/// `Tapping a crate opens it`, `Selecting a pier shall list its berths`.
fn doing(text: &str) -> Option<(String, String)> {
    let tokens: Vec<&str> = text.split_whitespace().collect();
    let first = tokens.first()?.to_lowercase();
    DOING.contains(&first.as_str()).then_some(())?;
    let plain = |at: usize| tokens.get(at).map(|t| t.to_lowercase()).unwrap_or_default();
    let at = (2..tokens.len().min(LONGEST)).find(|at| {
        let word = plain(*at);
        let before = plain(at - 1);
        let article = matches!(before.as_str(), "a" | "an" | "the" | "its" | "each" | "on" | "of");
        matches!(word.as_str(), "shall" | "must" | "should" | "will")
            || !article && (verbs::is_third_person(&word) || FOLLOWS.contains(&word.as_str()))
    })?;
    let bound = matches!(plain(at).as_str(), "shall" | "must" | "should" | "will");
    let answer = tokens.get(at + usize::from(bound)..)?.join(" ");
    let answer = if bound { verbs::conjugated(&answer, false) } else { answer };
    whole(&tokens.get(..at)?.join(" "), &answer)
}

/// `Button "Sail" -> opens the log`: behind an arrow stands what follows.
fn leading(text: &str) -> Option<(String, String)> {
    let (head, rest) = [" -> ", " → ", " => "].iter().find_map(|arrow| text.split_once(arrow))?;
    // A path of several arrows is a way through the product.
    let one = !["->", "→", "=>"].iter().any(|arrow| rest.contains(arrow));
    (one && has_control(head)).then(|| whole(head, rest)).flatten()
}

/// `Bouton "Partir" ouvre le journal`: a verb behind the words on the control.
fn labelled(text: &str) -> Option<(String, String)> {
    let close =
        ['"', '”', '»'].iter().filter_map(|mark| text.rfind(*mark).map(|at| at + mark.len_utf8())).max()?;
    let (head, rest) = text.split_at_checked(close)?;
    let first = rest.split_whitespace().next()?.to_lowercase();
    (has_control(head) && FOLLOWS.contains(&first.as_str())).then(|| whole(head, rest)).flatten()
}

/// `Reload button to fetch the tides`: what a control is there for.
fn meant(text: &str) -> Option<(String, String)> {
    let (head, rest) = text.split_once(" to ")?;
    let control = head.split_whitespace().last()?.to_lowercase();
    let deed = rest.split_whitespace().next()?;
    let named = head.split_whitespace().count() > 1 && CONTROLS.contains(&control.as_str());
    (named && verbs::known(deed)).then(|| whole(head, &verbs::conjugated(rest, false))).flatten()
}

fn has_control(head: &str) -> bool {
    head.split_whitespace().any(|token| {
        let word = token.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        CONTROLS.contains(&word.as_str())
    })
}

/// Both, where the gesture is short and the answer says something.
fn whole(trigger: &str, answer: &str) -> Option<(String, String)> {
    let (trigger, answer) = (clause(trigger), clause(answer));
    let said = answer.split_whitespace().count() > 1 || !answer.is_ascii() && answer.chars().count() > 3;
    (said && trigger.split_whitespace().count() <= LONGEST).then(|| (capital(&trigger), capital(&answer)))
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn a_gesture_is_told_with_what_follows_from_it() {
        for (text, trigger, answer) in [
            ("Tapping a crate opens its list", "Tapping a crate", "Opens its list"),
            ("Selecting a pier shall list its berths", "Selecting a pier", "Lists its berths"),
            ("Reload button to fetch the tides", "Reload button", "Fetches the tides"),
            ("Botón \"Zarpar\" -> abre el parte", "Botón \"Zarpar\"", "Abre el parte"),
            ("Bouton \"Partir\" ouvre le journal de bord", "Bouton \"Partir\"", "Ouvre le journal de bord"),
        ] {
            assert_eq!(of(text), Some((trigger.to_owned(), answer.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_tells_of_no_gesture_is_none() {
        for text in [
            "Opening hours",
            "A button at the quay",
            "Prices -> agreed with the harbour",
            "Botón \"Zarpar\" en la esquina",
            "The crew has to press on",
            "Selecting crews",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
