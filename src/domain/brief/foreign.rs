//! Things in languages whose sentences are not taken apart: nouns that come back behind an article, at least once
//! as one of many. Their names stay as the brief writes them.

use std::collections::{BTreeMap, BTreeSet};

use super::{Brief, EntityMention, Traced, modal};

/// More than these are not what the brief is about.
const MOST: usize = 8;
/// Texts that must name a thing; two are enough in a brief of few.
const LEAST: usize = 3;
const FEW: usize = 30;

pub(super) struct Articles {
    language: &'static str,
    one_of_many: &'static [&'static str],
    known: &'static [&'static str],
    /// The language writes its nouns with a capital.
    pub(super) capital: bool,
}

impl Articles {
    /// Whether a lower-case word leads in a noun.
    pub(super) fn leads(&self, word: &str) -> bool {
        self.one_of_many.contains(&word) || self.known.contains(&word)
    }
}

/// The articles of a language that is read by them.
pub(super) fn articles(language: &str) -> Option<&'static Articles> {
    ARTICLES.iter().find(|a| a.language == language)
}

#[rustfmt::skip]
const ARTICLES: &[Articles] = &[
    Articles { language: "German", capital: true,
        one_of_many: &["ein", "eine", "einen", "einem", "einer", "eines", "jede", "jeder", "jedes", "jeden", "jedem", "keine", "kein"],
        known: &["der", "die", "das", "den", "dem", "des", "diese", "dieser", "dieses", "alle", "seine", "ihre", "eigene"] },
    Articles { language: "Spanish", capital: false,
        one_of_many: &["un", "una", "cada"], known: &["el", "la", "los", "las", "del", "al", "su", "sus"] },
    Articles { language: "French", capital: false,
        one_of_many: &["un", "une", "chaque"], known: &["le", "la", "les", "du", "des", "son", "sa", "ses"] },
    Articles { language: "Italian", capital: false,
        one_of_many: &["un", "una", "uno", "ogni"], known: &["il", "lo", "la", "i", "gli", "le", "del", "della"] },
    Articles { language: "Portuguese", capital: false,
        one_of_many: &["um", "uma", "cada"], known: &["o", "a", "os", "as", "do", "da"] },
    Articles { language: "Dutch", capital: false,
        one_of_many: &["een", "elke", "ieder", "elk"], known: &["de", "het"] },
];

/// The product, its parts and whoever uses it; time, measure and manner.
#[rustfmt::skip]
const NO_THINGS: &[&str] = &[
    "system", "anwendung", "app", "software", "benutzer", "nutzer", "anwender", "seite", "startseite", "ansicht",
    "tag", "woche", "monat", "jahr", "stunde", "minute", "sekunde", "uhr", "ende", "zeit", "daten", "liste", "fall",
    "bedienung", "person", "grund", "begründung", "klick", "suche", "anfang", "schluss", "nutzerin", "zahl", "teil",
    "sistema", "aplicación", "usuario", "usuaria", "página", "pantalla", "día", "semana", "mes", "año", "hora",
    "minuto", "segundo", "lista", "datos", "caso", "forma", "parte", "vez", "momento", "número", "persona", "plazo",
    "système", "application", "utilisateur", "utilisatrice", "page", "écran", "jour", "semaine", "mois", "année",
    "heure", "seconde", "liste", "données", "cas", "fois", "moment", "nombre", "personne", "logiciel", "délai",
    "date", "aplicação", "aplicativo", "usuário", "tela", "dia", "sistema", "applicazione", "utente", "pagina",
    "giorno", "gebruiker", "systeem", "scherm", "dag", "week", "maand", "jaar", "lijst",
    "própria", "próprio", "propia", "propio", "propria", "proprio", "nouvelle", "nouveau", "nueva", "nuevo", "misma", "mismo", "même", "autre", "otra", "otro", "primera", "última",
    "cantidad", "información", "informacion", "gráfico", "grafico", "resultado", "detalle", "detalles", "plataforma", "estado", "sesión", "sesion",
    "quantidade", "informação", "detalhe", "detalhes", "plataforma", "quantité", "information", "graphique", "résultat", "détail", "détails",
    "plateforme", "état", "statut", "reihenfolge", "anzahl", "menge", "ergebnis", "diagramm", "plattform", "status", "aantal", "resultaat", "quantità",
    "requerimientos", "requerimiento", "requisitos", "requisito", "disponibilidad", "disponibilidade", "anforderung", "anforderungen",
    "horario", "fecha", "horário", "horaire", "celular", "móvil", "telefon", "test", "prueba", "pruebas", "resumen", "exigence", "exigences", "vereiste", "vereisten", "requisiti",
];

#[derive(Default)]
struct Seen {
    texts: BTreeSet<usize>,
    line: u32,
    counted: bool,
    /// Each written form, and how often it stands; the one behind `a` before the others.
    forms: BTreeMap<String, (bool, usize)>,
}

/// Adds the things that a brief in another language speaks of.
pub(super) fn gather(brief: &mut Brief, said: &[Traced]) {
    let Some(articles) = articles(&brief.language) else { return };
    if is_told_of(brief) {
        return;
    }
    let actors: BTreeSet<String> = brief.actors.iter().map(|a| stem(&a.text)).collect();
    let stated = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    let told = stated.chain(said.iter().map(|t| (t.text.as_str(), t.line)));
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    let mut texts = 0;
    for (index, (text, line)) in told.enumerate() {
        texts = index + 1;
        let words = apart(text);
        for pair in words.windows(2) {
            let [article, noun] = pair else { continue };
            let article = article.to_lowercase();
            let one = articles.one_of_many.contains(&article.as_str());
            if !(one || articles.known.contains(&article.as_str())) || !is_noun(noun, articles.capital) {
                continue;
            }
            let entry = seen.entry(stem(noun)).or_default();
            if entry.texts.is_empty() {
                entry.line = line;
            }
            entry.texts.insert(index);
            entry.counted |= one;
            let form = entry.forms.entry((*noun).to_owned()).or_default();
            form.0 |= one;
            form.1 += 1;
        }
    }
    let least = if texts < FEW { LEAST - 1 } else { LEAST };
    let mut found: Vec<(usize, EntityMention)> = seen
        .into_iter()
        .filter(|(key, seen)| seen.counted && seen.texts.len() >= least && !actors.contains(key))
        .filter_map(|(_, seen)| {
            let (name, _) = seen.forms.into_iter().max_by_key(|(_, rank)| *rank)?;
            Some((seen.texts.len(), EntityMention::of(&name, seen.line)))
        })
        .collect();
    found.sort_by(|(a, x), (b, y)| b.cmp(a).then(x.line.cmp(&y.line)).then(x.name.cmp(&y.name)));
    brief.entities.extend(found.into_iter().take(MOST).map(|(_, entity)| entity));
}

/// The words of a text; the parts of a compound with a hyphen are no words of their own.
pub(super) fn apart(text: &str) -> Vec<&str> {
    let joined = |at: usize, word: &str| {
        text.get(..at).is_some_and(|head| head.ends_with('-'))
            || text.get(at + word.len()..).is_some_and(|rest| rest.starts_with('-'))
    };
    modal::words(text).map(|(at, word)| if joined(at, word) { "" } else { word }).collect()
}

/// Whether the demands speak of most of the things that are known: a model in words of its own names none of theirs.
pub(super) fn is_told_of(brief: &Brief) -> bool {
    let spoken: BTreeSet<String> = brief
        .first_told()
        .flat_map(|s| modal::words(&s.text).map(|(_, word)| stem(word)).collect::<Vec<_>>())
        .collect();
    let told = |name: &str| modal::words(name).any(|(_, word)| spoken.contains(&stem(word)));
    brief.entities.iter().filter(|e| told(&e.name)).count() * 2 > brief.entities.len()
}

pub(super) fn is_noun(word: &str, capital: bool) -> bool {
    let lower = word.to_lowercase();
    word.chars().count() > 3
        && word.chars().all(char::is_alphabetic)
        && word.starts_with(char::is_uppercase) == capital
        && word.chars().skip(1).all(|c| !c.is_uppercase())
        && !is_no_thing(&lower)
}

/// Whether a lower-case word names no thing, whatever stands beside it.
pub(super) fn is_no_thing(lower: &str) -> bool {
    NO_THINGS.contains(&lower) || NO_THINGS.contains(&stem(lower).as_str())
}

/// One key for the forms of a noun: `Fahrstunde` and `Fahrstunden`, `queja` and `quejas`.
pub(super) fn stem(word: &str) -> String {
    let lower = word.to_lowercase();
    let cut = ["en", "es", "n", "s", "e"]
        .iter()
        .find_map(|end| lower.strip_suffix(end).filter(|rest| rest.chars().count() > 3));
    cut.map_or(lower.clone(), str::to_owned)
}
