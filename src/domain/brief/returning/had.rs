//! What a short sentence says that a thing has: `Listen haben einen Namen`, `Un libro tiene un título y un autor`, in languages
//! whose sentences are not taken apart otherwise.

use super::super::{AttributeMention, foreign, modal, sentence};
use super::names;

/// Verbs behind a thing and before what it has.
#[rustfmt::skip]
const HAS: &[&str] = &[
    "hat", "haben", "besitzt", "besitzen", "enthält", "enthalten", "beinhaltet", "beinhalten", "umfasst", "a", "ont", "possède",
    "possèdent", "contient", "contiennent", "comprend", "comprennent", "tiene", "tienen", "contiene", "contienen", "incluye", "incluyen",
    "tem", "têm", "possui", "possuem", "contém", "contêm", "inclui", "ha", "hanno", "contengono", "comprende", "comprendono", "heeft",
    "hebben", "bevat", "bevatten",
];
/// What stands before a name in such a list: articles, numbers and words that weigh them.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "ein", "eine", "einen", "zwei", "drei", "vier", "mehrere", "genau", "nur", "mindestens", "höchstens", "immer", "je", "oder", "un", "une",
    "des", "deux", "trois", "plusieurs", "una", "uno", "dos", "tres", "varios", "varias", "um", "uma", "dois", "duas", "vários", "várias",
    "due", "tre", "più", "een", "twee", "drie", "meerdere", "seinen", "seine", "ihren", "ihre", "deren", "dessen", "su", "sus", "son", "sa", "ses",
];
/// Words of the thing before its verb.
const MOST_BEFORE: usize = 3;

/// The things of which the sentences of a text say what they have.
pub(super) fn of(
    text: &str,
    line: u32,
    articles: &foreign::Articles,
) -> Vec<(String, Vec<AttributeMention>)> {
    let told = sentence::sentences(text).into_iter().filter_map(|range| text.get(range));
    told.filter_map(|one| had(one, line, articles)).collect()
}

fn had(one: &str, line: u32, articles: &foreign::Articles) -> Option<(String, Vec<AttributeMention>)> {
    let words: Vec<(usize, &str)> = modal::words(one).take(MOST_BEFORE + 1).collect();
    let at = words.iter().position(|(_, word)| HAS.contains(word))?;
    // `a` is a preposition and an article elsewhere: only straight behind an article and a noun it is a verb.
    let (_, noun) = *words.get(at.checked_sub(1)?)?;
    let led = at.checked_sub(2).and_then(|b| words.get(b)).map(|(_, word)| word.to_lowercase());
    let opened = led.as_ref().is_none_or(|word| articles.leads(word) || word == "ein");
    if !opened || at > 2 || !is_noun(noun, articles.capital) || led.is_none() && !articles.capital {
        return None;
    }
    let (from, verb) = *words.get(at)?;
    let list = one.get(from + verb.len()..)?.trim().trim_end_matches('.');
    let (list, counted) = without_articles(list);
    let found = names(&list, line, articles.capital);
    // `hat Vorrang`: what is neither counted nor one of several is a manner of speaking.
    (counted && !found.is_empty() || found.len() > 1).then(|| (noun.to_owned(), found))
}

/// A noun, whatever it calls: whether it is a thing is known by then.
fn is_noun(word: &str, capital: bool) -> bool {
    word.chars().count() > 3
        && word.chars().all(char::is_alphabetic)
        && word.starts_with(char::is_uppercase) == capital
}

/// A list without the articles and numbers before its names, and whether its first name had one.
fn without_articles(list: &str) -> (String, bool) {
    let mut counted = false;
    let parts = list.split(", ").enumerate().map(|(n, part)| {
        let plain: Vec<&str> = part.split_whitespace().filter(|word| !BEFORE.contains(word)).collect();
        counted |= n == 0 && part.split_whitespace().next().is_some_and(|word| BEFORE.contains(&word));
        plain.join(" ")
    });
    let parts: Vec<String> = parts.collect();
    (parts.join(", "), counted)
}

#[cfg(test)]
mod tests {
    use super::{foreign, of};

    fn told(language: &str, text: &str) -> String {
        let found = foreign::articles(language).map(|articles| of(text, 1, articles)).unwrap_or_default();
        let shown = found.iter().map(|(name, fields)| {
            format!("{name}: {}", fields.iter().map(|f| f.name.as_str()).collect::<Vec<_>>().join("|"))
        });
        shown.collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn what_a_thing_has_stands_behind_its_verb() {
        assert_eq!(told("German", "Listen haben einen Namen."), "Listen: Namen");
        assert_eq!(told("German", "Eine Liste hat nur zwei Sprachen"), "Liste: Sprachen");
        assert_eq!(told("Spanish", "Un libro tiene un título y un autor."), "libro: título|autor");
        assert_eq!(
            told("French", "Une barque a un numéro, une longueur et un port."),
            "barque: numéro|longueur|port"
        );
    }

    #[test]
    fn a_manner_of_speaking_is_no_property() {
        for (language, text) in [
            ("German", "Eine Buchung hat Vorrang vor jeder Anfrage"),
            ("German", "Das System hat werktags zur Verfügung zu stehen."),
            ("Spanish", "La socia tiene que pagar."),
            ("French", "Le moniteur va à la piscine"),
        ] {
            assert_eq!(told(language, text), "", "{text}");
        }
    }
}
