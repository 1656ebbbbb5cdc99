//! Who acts in a language whose sentences are not taken apart: nouns of somebody before the words for what one may
//! and must do, and lists of those who use it.

use std::collections::BTreeMap;

use super::{Brief, Traced, modal};

struct Language {
    name: &'static str,
    articles: &'static [&'static str],
    /// `can`, `must`, `sees`, `gets`: what stands behind somebody who acts.
    deeds: &'static [&'static str],
    /// Endings of nouns for people, in the singular and in the plural.
    endings: &'static [&'static str],
    people: &'static [&'static str],
    /// What opens a list of those who use it.
    lists: &'static [&'static str],
    /// The last joint of such a list.
    joints: &'static [&'static str],
}

#[rustfmt::skip]
const LANGUAGES: &[Language] = &[
    Language { name: "German",
        articles: &["der", "die", "das", "den", "dem", "ein", "eine", "einen", "einem", "jeder", "jede", "alle", "nur", "es"],
        deeds: &["muss", "kann", "darf", "soll", "müssen", "können", "dürfen", "sollen", "sieht", "erhält", "bestätigt",
            "erfasst", "meldet", "wählt", "gibt", "trägt", "öffnet", "ermöglichen", "erlauben"],
        endings: &["leiter", "nehmer", "geber", "halter", "begleiter", "fahrer", "prüfer", "holer", "berater", "arbeiter",
            "helfer", "lehrer", "verwalter", "schaffner", "mieter", "spieler", "trainer", "betreuer", "besucher", "kunde",
            "kunden", "gast", "gäste", "gästen", "innen", "erin", "itende", "itenden", "ierende", "ierenden", "sitzende", "reisende", "reisenden", "ist", "ient", "dent",
            "tent", "rent", "ärzte", "arzt", "annahmestelle", "leitstelle", "dienststelle", "meldestelle", "geschäftsstelle",
            "leitung", "personal", "kraft", "kräfte", "büro", "team", "leute", "bearbeiter", "mitglied", "mitglieder", "vorstand", "wart",
            "meister", "pfleger", "schüler", "eltern"],
        people: &["mitarbeitende", "mitarbeitenden", "kunde", "kundin", "gast", "leitung", "arzt", "ärztin", "zeuge"],
        lists: &["Anwender sind ", "Benutzer sind ", "Nutzer sind ", "Beteiligte sind ", "Rollen: "],
        joints: &[" sowie ", " und "] },
    Language { name: "Spanish",
        articles: &["el", "la", "los", "las", "un", "una", "cada"],
        deeds: &["puede", "debe", "pueden", "deben", "ve", "ven", "recibe", "reciben", "confirma", "elige", "indica", "marca"],
        endings: &["or", "ora", "ores", "oras", "ista", "istas", "ante", "antes", "ente", "entes", "ero", "era", "ario", "aria"],
        people: &["familia", "familias", "padre", "madre", "alumno", "alumna", "cliente", "socio", "socia", "médico", "encargado", "encargada"],
        lists: &["Los usuarios son ", "Roles: "], joints: &[" y ", " e "] },
    Language { name: "French",
        articles: &["le", "la", "les", "un", "une", "chaque", "l"],
        deeds: &["peut", "doit", "peuvent", "doivent", "voit", "voient", "reçoit", "reçoivent", "confirme", "choisit", "saisit"],
        endings: &["eur", "eurs", "euse", "euses", "teur", "trice", "iste", "istes", "ier", "ière", "iers", "ant", "ante", "ien", "ienne"],
        people: &["membre", "membres", "client", "cliente", "clients", "élève", "élèves", "parent", "parents", "gérant", "locataire", "propriétaire"],
        lists: &["Les utilisateurs sont ", "Rôles : "], joints: &[" et "] },
    Language { name: "Italian",
        articles: &["il", "lo", "la", "i", "gli", "le", "un", "una", "ogni"],
        deeds: &["può", "deve", "possono", "devono", "vede", "vedono", "riceve", "ricevono", "conferma", "sceglie"],
        endings: &["tore", "tori", "trice", "ista", "isti", "ante", "anti", "ente", "enti", "iere", "ario"],
        people: &["socio", "socia", "soci", "cliente", "genitore", "medico", "membro"],
        lists: &["Gli utenti sono ", "Ruoli: "], joints: &[" e "] },
    Language { name: "Portuguese",
        articles: &["o", "a", "os", "as", "um", "uma", "cada"],
        deeds: &["pode", "deve", "podem", "devem", "vê", "veem", "recebe", "recebem", "confirma", "escolhe"],
        endings: &["dor", "dora", "dores", "ista", "istas", "ante", "ente", "eiro", "eira", "ário", "ária"],
        people: &["sócio", "sócia", "cliente", "aluno", "aluna", "professor", "membro", "família"],
        lists: &["Os usuários são ", "Papéis: "], joints: &[" e "] },
    Language { name: "Dutch",
        articles: &["de", "het", "een", "elke", "ieder"],
        deeds: &["kan", "moet", "mag", "kunnen", "moeten", "mogen", "ziet", "krijgt", "bevestigt", "kiest"],
        endings: &["leider", "houder", "gever", "nemer", "beheerder", "medewerker", "eigenaar", "huurder", "bezoeker", "docent"],
        people: &["lid", "leden", "klant", "arts", "ouder", "ouders", "leerling", "docent"],
        lists: &["Gebruikers zijn ", "Rollen: "], joints: &[" en "] },
];
/// Parts of the product, whatever their ending.
#[rustfmt::skip]
const NOBODY: &[&str] = &[
    "system", "anwendung", "sistema", "application", "aplicación", "suche", "server", "computer", "drucker", "scanner", "fenster",
    "treffer", "nummer", "filter", "ordner", "kalender", "contador", "ordenador", "valor", "error", "factor", "horario",
    "calendario", "formulario", "usuario", "cartera", "serveur", "ordinateur", "calendrier", "utilisateur", "erreur",
    "valeur", "dossier", "papier", "montant", "benutzer", "nutzer", "anwender", "gebruiker", "utente", "usuário", "papel",
    "número", "inventario", "salario", "manera", "carrera", "componente", "corriente", "siguiente", "importante", "hora", "horas", "demora", "mejora", "ahora", "datenbestand",
    "frist", "gegenwart", "content", "sensor", "motor", "servidor", "navegador", "localizador", "buscador", "indicador",
    "temporizador", "expediente", "fuente", "ambiente", "puente", "volante", "dinero", "enero", "fichero", "tablero",
    "crucero", "primera", "espera", "bandera", "comentario", "vestuario", "diario", "moteur", "compteur", "indicateur",
    "curseur", "secteur", "lecteur", "heures", "fichier", "panier", "clavier", "cahier", "courrier", "quartier",
    "chantier", "premier", "suivant", "suivante", "liste", "listes", "piste", "formulário", "horário", "calendário",
    "dinheiro", "primeiro", "inteiro", "computador", "monitore", "seguente", "orario", "computadora", "impresora",
];

/// Those who act in the sentences of a brief that is not in English, once each.
pub(super) fn subjects(brief: &Brief) -> Vec<Traced> {
    let Some(language) = LANGUAGES.iter().find(|l| l.name == brief.language) else { return Vec::new() };
    let stated = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    let summed =
        brief.summary.iter().chain(&brief.assumptions).chain(brief.stories.iter().flat_map(|s| &s.narrative));
    let told: Vec<(&str, u32)> = stated.chain(summed.map(|t| (t.text.as_str(), t.line))).collect();
    let known: Vec<String> = brief.stories.iter().filter_map(|s| s.actor.as_deref()).map(key).collect();
    let known: Vec<String> = known.into_iter().chain(brief.actors.iter().map(|a| key(&a.text))).collect();
    let mut found: BTreeMap<String, Traced> = BTreeMap::new();
    for (text, line) in told {
        for name in listed(text, language).into_iter().chain(acting(text, language)) {
            let key = key(&name);
            if !known.contains(&key) {
                found.entry(key).or_insert(Traced { text: name, line });
            }
        }
    }
    let mut found: Vec<Traced> = found.into_values().collect();
    found.sort_by(|a, b| a.line.cmp(&b.line).then(a.text.cmp(&b.text)));
    found
}

/// `Der Zugbegleiter muss`, `muss es Prüfern ermöglichen`, `erhält der Fahrgast`.
fn acting(text: &str, language: &Language) -> Vec<String> {
    let words: Vec<&str> = modal::words(text).map(|(_, word)| word).collect();
    let lower: Vec<String> = words.iter().map(|w| w.to_lowercase()).collect();
    let deed = |at: usize| lower.get(at).is_some_and(|w| language.deeds.contains(&w.as_str()));
    let article = |at: usize| lower.get(at).is_some_and(|w| language.articles.contains(&w.as_str()));
    let mut found = Vec::new();
    for (at, word) in lower.iter().enumerate() {
        let led = at.checked_sub(1).is_some_and(article);
        let inverted = led && at.checked_sub(2).is_some_and(deed);
        // A number of its own may stand before a sentence.
        let numbered = at == 1 && lower.first().is_some_and(|w| w.contains(|c: char| c.is_ascii_digit()));
        let opens = at == 0 || led || numbered;
        // What is done to it by nobody in particular: `Ein Treffer darf mitgeteilt werden`.
        let suffers = lower.iter().skip(at + 2).any(|w| matches!(w.as_str(), "werden" | "worden" | "sein"));
        if !(opens && deed(at + 1) && !suffers || inverted) || !is_somebody(word, language) {
            continue;
        }
        // `es Prüfern ermöglichen`, `die Mitarbeitenden`: the form that stands in a list.
        let name = words.get(at).copied().unwrap_or_default();
        let dative = language.name == "German" && (name.ends_with("ern") || name.ends_with("enden"));
        found.push(if dative { name.trim_end_matches('n') } else { name }.to_owned());
    }
    found
}

/// `Anwender sind Prüfer, das zentrale Büro (6 Personen) sowie Gäste`.
fn listed(text: &str, language: &Language) -> Vec<String> {
    let Some(rest) = language.lists.iter().find_map(|lead| text.split_once(lead).map(|(_, rest)| rest))
    else {
        return Vec::new();
    };
    let mut list = rest.split(['.', ';']).next().unwrap_or(rest).to_owned();
    for joint in language.joints {
        list = list.replace(joint, ", ");
    }
    let names = list.split(", ").map(|name| {
        let name = name.split('(').next().unwrap_or(name).trim();
        let words =
            name.split_whitespace().skip_while(|w| language.articles.contains(&w.to_lowercase().as_str()));
        let words =
            words.take_while(|w| !matches!(*w, "über" | "an" | "in" | "por" | "via" | "par" | "mit" | "aus"));
        words.collect::<Vec<_>>().join(" ")
    });
    names.filter(|name| (1..=4).contains(&name.split_whitespace().count()) && name.len() > 3).collect()
}

/// Whether a noun is by its form one for somebody.
pub(super) fn is_role(noun: &str, language: &str) -> bool {
    let language = LANGUAGES.iter().find(|l| l.name == language);
    language.is_some_and(|language| is_somebody(&noun.to_lowercase(), language))
}

fn is_somebody(word: &str, language: &Language) -> bool {
    let plain = word.chars().count() > 3 && word.chars().all(char::is_alphabetic);
    let known = language.people.contains(&word);
    let one = word.strip_suffix('n').unwrap_or(word);
    let ends = language.endings.iter().any(|end| word.ends_with(end) || one.ends_with(end));
    plain && (known || ends) && !NOBODY.contains(&word)
}

/// One key for the forms of a noun: `Fahrgast`, `Fahrgäste` and `Fahrgästen`.
pub(super) fn key(name: &str) -> String {
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|c| match c {
            'ä' => 'a',
            'ö' => 'o',
            'ü' => 'u',
            other => other,
        })
        .collect();
    let cut = ["innen", "en", "es", "in", "n", "s", "e"]
        .iter()
        .find_map(|end| plain.strip_suffix(end).filter(|rest| rest.chars().count() > 3));
    cut.map_or(plain.clone(), str::to_owned)
}
