//! What is managed: a heading `Gestion des abonnements`, `구독 관리`, `Berth management`, or `CRUD` beside a noun. What is created,
//! changed and deleted is kept, so the noun names a thing wherever others speak of it too.

use super::{Brief, EntityMention, modal, nouns};

/// More things than these are not what a brief is about.
const MOST: usize = 16;
/// Statements that must speak of a thing.
const LEAST: usize = 2;
/// Nouns that are looked for.
const MOST_NAMED: usize = 64;

/// What stands before the noun, with the words that lead to it.
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "management of ", "manage ", "managing ", "gestión de ", "administración de ", "gestão de ", "gestion des ", "gestion de la ",
    "gestion du ", "gestion de l'", "gestion de l’", "gestion de ", "gestione dei ", "gestione delle ", "gestione degli ",
    "gestione del ", "gestione della ", "gestione ", "verwaltung von ", "verwaltung der ", "beheer van ", "crud de ", "crud operations for ",
    "crud for ",
];
/// What stands behind it.
#[rustfmt::skip]
const BEHIND: &[&str] = &[" management", "verwaltung", "-verwaltung", " yönetimi", " 관리", " crud", "管理"];

/// What is managed of a program, and no thing that it keeps.
#[rustfmt::skip]
const NO_THINGS: &[&str] = &[
    "state", "session", "error", "memory", "time", "data", "access", "configuration", "config", "identity", "performance", "cache",
    "risk", "change", "quality", "process", "system", "content", "user", "users", "settings", "sesión", "sesiones", "errores", "usuarios",
    "riesgos", "sessão", "sessões", "erros", "usuários", "riscos", "sessions", "erreurs", "utilisateurs", "risques", "sistema", "système",
    "benutzer", "fehler", "daten", "상태", "오류", "시스템", "사용자", "설정", "状态", "状態", "系统", "システム", "用户", "ユーザー", "权限", "権限",
    "데이터", "数据", "データ",
];

pub(super) fn gather(brief: &mut Brief) {
    if brief.entities.iter().filter(|e| e.defined).count() >= 3 {
        return;
    }
    let titles = brief.stories.iter().map(|story| (story.title.as_str(), story.line));
    let told = brief.statements.iter().map(|statement| (statement.text.as_str(), statement.line));
    let crud = |text: &str| text.to_lowercase().contains("crud");
    let named: Vec<(String, u32)> = titles
        .chain(told.filter(|(text, _)| crud(text)))
        .filter_map(|(text, line)| managed(text).map(|noun| (noun, line)))
        .take(MOST_NAMED)
        .collect();
    let told: Vec<String> = brief.first_told().map(|s| s.text.to_lowercase()).collect();
    for (noun, line) in named {
        let lower = noun.to_lowercase();
        let known = brief.entities.iter().any(|entity| {
            let name = entity.name.to_lowercase();
            name == lower || name.ends_with(&format!(" {lower}")) || lower.ends_with(&format!(" {name}"))
        });
        let acts = brief.actors.iter().any(|actor| nouns::singular(&actor.text.to_lowercase()) == lower);
        if known || acts || brief.entities.len() >= MOST || !is_spoken_of(&told, &lower) {
            continue;
        }
        brief.entities.push(EntityMention::of(&noun, line));
    }
}

/// The noun of a title that says that something is managed.
fn managed(title: &str) -> Option<String> {
    // `RF-07 · Bookings management (clerk)`: behind what numbers it, before what is said of it.
    let named = title.rsplit('·').next().unwrap_or(title);
    let plain = named.split(['(', '（', ':']).next().unwrap_or(named).trim();
    let lower = plain.to_lowercase();
    if lower.len() != plain.len() {
        return None;
    }
    let before = BEFORE.iter().find(|word| lower.starts_with(**word));
    let (lead, noun) = match before {
        Some(word) => (word, plain.get(word.len()..)?),
        None => {
            let word = BEHIND.iter().find(|word| lower.ends_with(**word))?;
            (word, plain.get(..plain.len() - word.len())?)
        }
    };
    let noun = noun.trim().trim_end_matches('-');
    let words = noun.split_whitespace().count();
    let joined = noun.contains([',', '/', '&', '+'])
        || noun.ends_with(" and")
        || [" and ", " y ", " e ", " et ", " und "].iter().any(|j| noun.contains(j));
    let lower = noun.to_lowercase();
    let fits = (1..=3).contains(&words)
        && !joined
        && noun.chars().count() > 1
        && !NO_THINGS.contains(&lower.as_str());
    // Plurals of other languages end otherwise.
    let english =
        ["manag", " manag", "crud for", "crud operations"].iter().any(|word| lead.starts_with(word));
    fits.then(|| if english { nouns::singular(noun) } else { noun.to_owned() })
}

/// Whether enough statements, in small letters, speak of a noun, in whatever form.
fn is_spoken_of(told: &[String], noun: &str) -> bool {
    let key = foreshortened(noun);
    let unspaced = !key.is_ascii() && key.chars().all(|c| !c.is_lowercase());
    let speaks = |lower: &&String| {
        if unspaced {
            lower.contains(&key)
        } else {
            modal::words(lower).any(|(_, word)| word.starts_with(&key))
        }
    };
    told.iter().filter(speaks).take(LEAST).count() == LEAST
}

/// The first word of a noun without the ending of its plural.
fn foreshortened(noun: &str) -> String {
    let word = noun.split_whitespace().next().unwrap_or(noun);
    let size = word.chars().count();
    let spaced = word.chars().any(char::is_lowercase);
    word.chars().take(if spaced && size > 5 { size - 2 } else { size }).collect()
}

#[cfg(test)]
mod tests {
    use super::managed;

    #[test]
    fn what_is_managed_is_a_thing() {
        for (title, noun) in [
            ("Berth management", "Berth"),
            ("Manage berths", "berth"),
            ("Gestión de embarcaciones", "embarcaciones"),
            ("RF-07 · Gestão de Vagas (Porteiro)", "Vagas"),
            ("Gestion des abonnements", "abonnements"),
            ("구독 관리", "구독"),
            ("订单管理", "订单"),
            ("구독 CRUD (생성, 삭제)", "구독"),
        ] {
            assert_eq!(managed(title).as_deref(), Some(noun), "{title}");
        }
        for title in
            ["Session management", "State management", "Search and filter", "Gestão de usuários e papéis"]
        {
            assert_eq!(managed(title), None, "{title}");
        }
    }
}
