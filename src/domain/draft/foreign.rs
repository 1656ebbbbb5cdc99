//! What a title in a language is about whose sentences are not taken apart: its noun, without the verb that it
//! begins or ends with. Only the forms of words are looked at.

use super::phrase::capital;

/// Articles and the like before a noun.
#[rustfmt::skip]
const ARTICLES: &[&str] = &[
    "un", "una", "unos", "unas", "el", "la", "los", "las", "mi", "mis", "su", "sus", "cada", "otro", "otra", "le", "les",
    "une", "des", "du", "mon", "ma", "mes", "son", "sa", "ses", "leur", "leurs", "chaque", "um", "uma", "o", "a", "os",
    "as", "meu", "minha", "il", "lo", "gli", "i", "uno", "ogni", "der", "die", "das", "den", "dem", "ein", "eine", "einen",
    "einem", "einer", "meine", "meinen", "seine", "ihre", "jede", "jeden", "jedes", "het", "de", "een", "elk", "elke",
];
/// Words that end a noun phrase.
#[rustfmt::skip]
const ENDS: &[&str] = &[
    "que", "cuando", "con", "sin", "por", "para", "según", "si", "se", "en", "antes", "después", "desde", "hasta", "quién",
    "dónde", "donde", "hoy", "al", "dans", "avec", "sans", "pour", "par", "quand", "lorsque", "avant", "après", "sur", "qui",
    "où", "dès", "em", "com", "sem", "quando", "nel", "per", "di", "prima", "wenn", "damit", "mit", "ohne", "für", "bei",
    "nach", "vor", "auf", "aus", "über", "als", "met", "zonder", "voor", "na", "bij", "op", "el", "es", "am", "im", "zu",
];

/// What parts a noun from what it is of.
const JOINTS: &[&str] =
    &["de", "del", "do", "da", "du", "des", "di", "van", "von", "vom", "alle", "todas", "todos"];
/// Numbers and the like, which stand before a noun as an article does.
#[rustfmt::skip]
const COUNTS: &[&str] = &[
    "dos", "tres", "cuatro", "varios", "varias", "más", "muchos", "muchas", "otros", "otras", "deux", "trois", "plusieurs",
    "dois", "duas", "três", "due", "tre", "zwei", "drei", "mehrere",
];
/// Prepositions that a verb has before its object.
const OWN: &[&str] = &["de", "a", "à", "di", "da", "van"];

/// A title that tells what is done or wished, and is no name: `Marcar quién sube`, `Que mi hija tenga plaza`.
pub(super) fn is_deed(title: &str) -> bool {
    let mut words = title.split_whitespace().map(str::to_lowercase);
    let Some(first) = words.next() else { return false };
    words.next().is_some()
        && (is_infinitive(&first) || matches!(first.as_str(), "que" | "dass" | "dat" | "che"))
}

/// The noun that a title is about; none where it has no noun behind an article and is a sentence.
pub(super) fn topic(title: &str) -> Option<String> {
    let title = title.split([',', ';', ':', '(']).next().unwrap_or(title).trim();
    let tokens: Vec<&str> = title.split_whitespace().collect();
    let lower: Vec<String> = tokens.iter().map(|t| t.to_lowercase()).collect();
    let doing = tokens.len() > 1 && lower.first().is_some_and(|word| is_infinitive(word));
    let from = usize::from(doing);
    // `que mi hija tenga dos turnos`: what somebody wishes stands behind who shall have it.
    let wished = tokens.len() > 3 && lower.first().is_some_and(|word| matches!(word.as_str(), "que" | "qu'"));
    let from = if wished { 3 } else { from };
    let article = |at: usize| {
        lower
            .get(at)
            .is_some_and(|w| ARTICLES.contains(&w.as_str()) || wished && COUNTS.contains(&w.as_str()))
    };
    let ends = |at: usize| lower.get(at).is_none_or(|w| ENDS.contains(&w.as_str()));
    // `ver en el mapa el autobús`: what stands behind a preposition only says where.
    // Straight behind the verb it is the verb's own: `avisar de un incidente`.
    let own = |b: usize| doing && b == from && lower.get(b).is_some_and(|w| OWN.contains(&w.as_str()));
    let behind = |at: usize| {
        at.checked_sub(1).is_some_and(|b| (ends(b) || lower.get(b).is_some_and(|w| w == "de")) && !own(b))
    };
    let start = (from..tokens.len())
        .find(|at| {
            // `de` is an article where a title begins with it, and a joint behind a noun.
            let joint = *at > from && lower.get(*at).is_some_and(|w| w == "de");
            article(*at) && !joint && !behind(*at) && !article(*at + 1) && *at + 1 < tokens.len()
        })
        .map(|at| at + 1)
        .or_else(|| {
            (!wished && from < tokens.len() && !ends(from) && lower.get(from).is_some_and(|w| w != "de"))
                .then_some(from)
        })?;
    let mut end = start;
    while end < tokens.len() && end - start < 4 && !ends(end) && !(end > start && stops(&lower, end)) {
        end += 1;
    }
    // `Fundstück melden`: the verb stands behind.
    if end > start + 1 && tokens.get(end - 1).is_some_and(|w| is_german_infinitive(w)) {
        end -= 1;
    }
    // `las ausencias de hoy`: the joint goes with what it led to.
    while end > start + 1 && lower.get(end - 1).is_some_and(|w| JOINTS.contains(&w.as_str())) {
        end -= 1;
    }
    let phrase = tokens.get(start..end)?.join(" ");
    let plain = phrase.chars().filter(|c| c.is_alphabetic()).count() > 2;
    (plain && (doing || start > 0 || tokens.len() <= 5 || end < tokens.len())).then(|| capital(&phrase))
}

/// A joint that leads away from the noun: `el autobús de mi hija` is the bus.
fn stops(lower: &[String], at: usize) -> bool {
    let of =
        lower.get(at).is_some_and(|w| matches!(w.as_str(), "de" | "del" | "do" | "da" | "du" | "des" | "di"));
    let own = lower.get(at + 1).is_some_and(|w| ARTICLES.contains(&w.as_str()));
    of && own || lower.get(at).is_some_and(|w| ARTICLES.contains(&w.as_str()) && w != "de")
}

fn is_infinitive(word: &str) -> bool {
    let long = word.chars().count() > 2;
    let end = ["ar", "er", "ir", "arse", "erse", "irse", "re", "arlo", "arla"]
        .iter()
        .any(|end| word.ends_with(end));
    // `la mer`, `el lugar` stand behind an article; a title that opens with such a word opens with a verb.
    long && end
        && !matches!(word, "lugar" | "hogar" | "par" | "alquiler" | "taller" | "mujer" | "hiver" | "papier")
}

fn is_german_infinitive(word: &str) -> bool {
    word.starts_with(char::is_lowercase)
        && ["en", "ern", "eln"].iter().any(|end| word.ends_with(end))
        && word.len() > 4
}

#[cfg(test)]
mod tests {
    use super::topic;

    #[test]
    fn titles_are_named_by_their_noun() {
        for (title, expected) in [
            ("Reservar una pista", "Pista"),
            ("ver en el plano la pista de mi club", "Pista"),
            ("Cambiar horarios y precios", "Horarios y precios"),
            ("un recibo mensual por socio con cuotas", "Recibo mensual"),
            ("Annuler une séance", "Séance"),
            ("Schlüssel zurückgeben", "Schlüssel"),
            ("Ausleihe und Rückgabe", "Ausleihe und Rückgabe"),
            ("Informe de asistencia", "Informe de asistencia"),
            ("Avisar de un incidente con un botón", "Incidente"),
        ] {
            assert_eq!(topic(title).as_deref(), Some(expected), "{title}");
        }
        assert_eq!(topic("que mi socio tenga dos tarjetas según el mes").as_deref(), Some("Tarjetas"));
        assert_eq!(topic("que nadie se pierda"), None);
        assert_eq!(topic("ver las ausencias de hoy").as_deref(), Some("Ausencias"));
    }
}
