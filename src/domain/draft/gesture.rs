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
/// What somebody does, as a sentence opens with it or puts it in brackets: what follows stands behind the next comma.
#[rustfmt::skip]
const UPON: &[&str] = &[
    "au clic sur ", "en cliquant sur ", "lorsqu'on clique ", "quand on clique ", "à chaque fois qu'on ", "a chaque fois qu'on ",
    "al hacer clic en ", "al pulsar ", "al tocar ", "al seleccionar ", "al elegir ", "ao clicar em ", "ao clicar no ", "ao clicar na ",
    "ao tocar ", "ao selecionar ", "facendo clic su ", "cliccando su ", "toccando ", "po kliknięciu ", "po naciśnięciu ", "po wybraniu ",
    "при нажатии ", "по нажатию ", "при выборе ", "bij een klik op ",
];
/// Words of gestures in a case that other languages tell; where words have no spaces, found anywhere.
#[rustfmt::skip]
const FOREIGN: &[&str] = &[
    "klickt", "anklickt", "tippt", "antippt", "drückt", "wählt", "auswählt", "öffnet", "schließt", "speichert", "eingibt", "absendet",
    "bestätigt", "löscht", "ändert", "zieht", "scannt", "hochlädt", "clique", "cliquent", "appuie", "sélectionne", "choisit", "saisit",
    "ouvre", "valide", "enregistre", "envoie", "supprime", "modifie", "rafraîchit", "pulsa", "toca", "selecciona", "elige", "introduce",
    "confirma", "guarda", "envía", "elimina", "escanea", "clic", "abre", "clica", "seleciona", "escolhe", "digita", "salva", "envia",
    "clicca", "tocca", "preme", "seleziona", "sceglie", "inserisce", "apre", "conferma", "invia", "klikt", "tikt", "kiest", "selecteert",
    "opent", "bevestigt", "verstuurt", "klika", "kliknie", "wybiera", "wybierze", "naciska", "naciśnie", "wpisuje", "wpisze", "otwiera",
    "zatwierdza", "нажимает", "выбирает", "вводит", "открывает", "сохраняет", "отправляет", "натискає", "обирає", "вводить",
];
#[rustfmt::skip]
const UNSPACED: &[&str] = &[
    "クリック", "タップ", "選択する", "入力する", "押す", "押した", "ドラッグ", "클릭", "누르", "선택", "입력", "터치", "드래그", "点击", "點擊", "选择",
    "輸入", "输入", "按下", "拖动",
];
/// A longer trigger is a clause.
const LONGEST: usize = 8;

/// Whether a case that is told in another language is a gesture.
pub(super) fn is_foreign_one(case: &str) -> bool {
    super::words::words(case).iter().any(|word| FOREIGN.contains(&word.as_str()))
        || UNSPACED.iter().any(|word| case.contains(word))
}

/// The gesture of a sentence and what the product does in answer to it.
pub(super) fn of(text: &str) -> Option<(String, String)> {
    doing(text)
        .or_else(|| leading(text))
        .or_else(|| labelled(text))
        .or_else(|| meant(text))
        .or_else(|| upon(text))
}

/// `… (au clic sur ce logo, on revient à l'accueil)`, `Al pulsar "Zarpar", se abre el parte`.
fn upon(text: &str) -> Option<(String, String)> {
    let lower = text.to_lowercase().replace('’', "'");
    // A letter that is longer in small would put everything behind it elsewhere.
    let at = UPON.iter().filter_map(|open| lower.find(open)).min().filter(|_| lower.len() == text.len())?;
    let opens = text.get(..at)?.trim_end();
    let told = text.get(at..)?;
    let whole_clause = opens.is_empty() || opens.ends_with(['(', '.', ';', ':', '–', '—']);
    let (head, rest) = told.split_once(',').filter(|_| whole_clause)?;
    let end = [". ", ")", ";"].iter().filter_map(|mark| rest.find(mark)).min().unwrap_or(rest.len());
    whole(head, rest.get(..end)?)
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
            (
                "Le logo (au clic sur ce logo, on revient au port)",
                "Au clic sur ce logo",
                "On revient au port",
            ),
            ("Al pulsar la boya, se abre su ficha. Es azul.", "Al pulsar la boya", "Se abre su ficha"),
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
            "Le clic sur ce logo, on le mesure",
            "Hay que avisar al pulsar la boya, salvo de noche",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
