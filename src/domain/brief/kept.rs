//! What is kept of a thing, in languages whose sentences are not taken apart: a sentence that says of which things it
//! lists what is recorded, and the names behind its colon. `Для каждого рейса хранятся: дата; порт`, `每个订单需要记录：编号；金额`,
//! `Turnos: nombre, inicio, fin`.

use std::collections::BTreeMap;

use super::{AttributeMention, Brief, EntityMention, Statement, modal};

/// More things than these are not what a brief is about.
const MOST: usize = 16;
/// Lists that are read.
const MOST_LISTS: usize = 128;
/// Names that make a list one of fields.
const ENOUGH: usize = 2;
/// A field of more words, or of more wide letters, is a clause.
const LONGEST: usize = 5;
const LONGEST_WIDE: usize = 14;

/// `each`, and words for what is known of something, before the noun that it is of.
#[rustfmt::skip]
const OF_EACH: &[&str] = &[
    "каждый", "каждого", "каждой", "каждому", "каждом", "каждую", "кожного", "кожної", "кожному", "jede", "jeder", "jedes", "jeden",
    "jedem", "cada", "chaque", "ogni", "elke", "elk", "ieder", "her", "każdy", "każdego", "każdej", "każda", "každý", "každého", "varje",
    "fiecare", "minden", "setiap",
];
const KNOWN: &[&str] =
    &["данные", "информация", "информацию", "сведения", "дані", "інформація", "інформацію"];
const ABOUT: &[&str] = &["о", "об", "про"];
/// Words between those and the noun.
#[rustfmt::skip]
const ADJECTIVES: &[&str] = &["ого", "его", "ому", "ему", "ой", "ей", "ых", "их", "ый", "ий", "ая", "яя", "ім", "ої", "ій"];
const JOINTS: &[&str] = &["или", "и", "або", "та"];

/// What stands around the noun in languages without gaps between words.
const UNSPACED_EACH: &[&str] = &["每个", "每個", "每条", "每條", "每份", "每位", "每一个", "各"];
#[rustfmt::skip]
const UNSPACED_ENDS: &[&str] = &["需要", "需", "应", "必须", "都", "的", "要", "包含", "包括", "记录", "保存", "，", "には", "ごとに", "について", "は", "に", "を", "の", "、"];

/// A list behind one of these is one of kinds and not of fields, unless it is of what is known.
#[rustfmt::skip]
const FOLLOWING: &[&str] = &["следующих", "следующие", "следующая", "следующую", "наступних", "наступні", "siguientes", "seguintes", "suivants", "suivantes", "folgende", "folgenden", "seguenti"];
#[rustfmt::skip]
const FACTS: &[&str] = &[
    "информация", "информацию", "данные", "сведения", "поля", "результаты", "інформація", "дані", "поля", "datos", "campos", "información",
    "dados", "informações", "campos", "données", "champs", "informations", "daten", "angaben", "felder", "informationen", "dati", "campi",
];

/// Words by which fields are called; one of them must stand in a list that only its name announces.
#[rustfmt::skip]
const USUAL: &[&str] = &[
    "naam", "beschrijving", "name", "datum", "nummer", "titel", "adresse", "telefon", "e-mail", "email", "betrag", "preis", "status", "beschreibung", "ort", "menge",
    "nombre", "fecha", "número", "título", "dirección", "teléfono", "correo", "precio", "estado", "descripción", "cantidad", "código",
    "nome", "data", "telefone", "endereço", "preço", "valor", "descrição", "quantidade", "horário", "cor", "nom", "date", "prix", "adresse",
    "téléphone", "quantité", "statut", "prezzo", "indirizzo", "telefono", "quantità", "stato", "descrizione", "название", "имя", "дата",
    "номер", "адрес", "телефон", "цена", "сумма", "статус", "описание", "количество", "назва", "ім'я", "ціна", "опис", "ad", "isim", "tarih",
    "numara", "adres", "durum", "açıklama", "fiyat", "nazwa", "data", "numer", "cena", "opis", "ilość", "이름", "제목", "날짜", "번호",
    "금액", "상태", "주소", "설명", "名称", "日期", "编号", "金额", "状态", "地址", "描述", "数量", "名前", "氏名", "日付", "番号", "金額", "状態", "住所",
    "説明", "件名",
];

pub(super) fn gather(brief: &mut Brief) {
    if brief.language == "en" {
        return;
    }
    let lists: Vec<(&Statement, String, Vec<AttributeMention>)> = brief
        .statements
        .iter()
        .filter_map(|statement| {
            list(statement, &brief.language).map(|(owner, fields)| (statement, owner, fields))
        })
        .take(MOST_LISTS)
        .collect();
    if lists.is_empty() {
        return;
    }
    let told: Vec<(&str, Vec<char>)> = brief.first_told().flat_map(|s| folded_words(&s.text)).collect();
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let mut found: Vec<(String, Vec<AttributeMention>, u32)> = Vec::new();
    for (statement, owner, fields) in lists {
        let title = statement.story.and_then(|at| brief.stories.get(at)).map(|story| story.title.as_str());
        let name = title.and_then(|title| headed(&owner, title));
        // `Fields: …` below a heading are those of what the heading names.
        if FACTS.contains(&owner.to_lowercase().as_str()) {
            let named = title.filter(|title| modal::words(title).count() <= 2);
            found.extend(named.map(|title| (title.to_owned(), fields, statement.line)));
            continue;
        }
        let name = name
            .unwrap_or_else(|| names.entry(owner.clone()).or_insert_with(|| named(&owner, &told)).clone());
        found.push((name, fields, statement.line));
    }
    for (name, fields, line) in found {
        let at = brief.entities.iter().position(|e| e.name == name || same(&e.name, &name));
        let at = match at {
            Some(at) => at,
            None if brief.entities.len() >= MOST => continue,
            None => {
                brief.entities.push(EntityMention::of(&name, line));
                brief.entities.len() - 1
            }
        };
        if let Some(entity) = brief.entities.get_mut(at) {
            entity.take(fields, 60);
        }
    }
}

/// Of what a statement lists fields, and which.
fn list(statement: &Statement, language: &str) -> Option<(String, Vec<AttributeMention>)> {
    let (stem, rest) = statement.text.split_once([':', '：'])?;
    let fields = fields(rest, statement.line);
    if fields.len() < ENOUGH {
        return None;
    }
    let usual = || fields.iter().any(|field| is_usual(&field.name));
    let owner = of_each(stem).or_else(|| of_each_unspaced(stem)).filter(|_| !lists_kinds(stem));
    let lead = || {
        // `Turnos configurables`: in these languages the noun stands first.
        let adjective = matches!(language, "Spanish" | "French" | "Italian" | "Portuguese");
        let short =
            stem.split_whitespace().count() <= 1 + usize::from(adjective) && stem.chars().count() <= 30;
        (short && fields.len() > ENOUGH && usual()).then(|| first_word(stem)).flatten()
    };
    Some((owner.or_else(lead)?, fields))
}

/// Whether a name has a word by which fields are called.
pub(super) fn is_usual(name: &str) -> bool {
    let lower = name.to_lowercase();
    USUAL.iter().any(|word| {
        if word.is_ascii() || word.chars().any(|c| c.is_lowercase() || c.is_uppercase()) {
            lower.split(' ').any(|part| part == *word)
        } else {
            lower.contains(word)
        }
    })
}

fn first_word(stem: &str) -> Option<String> {
    modal::words(stem).next().map(|(_, word)| word.to_owned())
}

/// `für jede Fahrt`, `данные о командах`: the noun.
fn of_each(stem: &str) -> Option<String> {
    let words: Vec<(usize, &str)> = modal::words(stem).collect();
    let lower: Vec<String> = words.iter().map(|(_, word)| word.to_lowercase()).collect();
    let at = (0..lower.len()).rev().find(|at| {
        let known = at.checked_sub(1).and_then(|before| lower.get(before));
        lower.get(*at).is_some_and(|word| {
            OF_EACH.contains(&word.as_str())
                || ABOUT.contains(&word.as_str()) && known.is_some_and(|word| KNOWN.contains(&word.as_str()))
        })
    })?;
    let noun = (at + 1..lower.len()).find(|next| {
        let word = lower.get(*next).map_or("", String::as_str);
        let adjective = ADJECTIVES.iter().any(|end| word.ends_with(end)) && word.chars().count() > 5;
        !adjective && !JOINTS.contains(&word)
    })?;
    words.get(noun).map(|(_, word)| (*word).to_owned()).filter(|word| word.chars().count() > 2)
}

/// `每个订单需要`, `各予約には`: what stands between.
fn of_each_unspaced(stem: &str) -> Option<String> {
    let from = UNSPACED_EACH.iter().filter_map(|each| stem.rfind(each).map(|at| at + each.len())).max()?;
    let rest = stem.get(from..)?;
    let end = UNSPACED_ENDS.iter().filter_map(|end| rest.find(end)).min().unwrap_or(rest.len());
    let noun = rest.get(..end)?.trim();
    (1..=12).contains(&noun.chars().count()).then(|| noun.to_owned())
}

/// `владельцы следующих наград`: what follows are kinds of something.
fn lists_kinds(stem: &str) -> bool {
    let words: Vec<String> = modal::words(stem).map(|(_, word)| word.to_lowercase()).collect();
    let of_facts = |from: usize| words.iter().skip(from).any(|word| FACTS.contains(&word.as_str()));
    words.iter().position(|word| FOLLOWING.contains(&word.as_str())).is_some_and(|at| !of_facts(at + 1))
}

/// The names of a list, where most of its entries are names.
fn fields(rest: &str, line: u32) -> Vec<AttributeMention> {
    let rest = without_brackets(rest);
    let rest = rest.split(". ").next().unwrap_or_default();
    let entries: Vec<&str> = rest
        .split(['；', ';', '、'])
        .flat_map(|entry| {
            let parts: Vec<&str> = entry.split(", ").collect();
            let short = parts.iter().all(|part| part.split_whitespace().count() <= 4);
            if short { parts } else { vec![entry] }
        })
        .map(|entry| entry.trim().trim_end_matches(['.', '。', ',']))
        .filter(|entry| !entry.is_empty())
        .collect();
    let names: Vec<&str> = entries.iter().filter_map(|entry| name_of(entry)).collect();
    if names.len() * 3 < entries.len() * 2 {
        return Vec::new();
    }
    names.into_iter().map(|name| AttributeMention::of(name.to_owned(), line)).collect()
}

/// A list without what stands in brackets: `colour (for example "red, dark")`.
fn without_brackets(list: &str) -> String {
    let mut depth = 0_usize;
    let plain = list.chars().filter(|c| {
        depth += usize::from(matches!(c, '(' | '（'));
        let inside = depth > 0;
        depth -= usize::from(inside && matches!(c, ')' | '）'));
        !inside
    });
    plain.collect()
}

/// A short entry without what stands behind a dash.
fn name_of(entry: &str) -> Option<&str> {
    let end = [" - ", " — ", " – ", ":", "："].iter().filter_map(|mark| entry.find(mark)).min();
    let name = entry.get(..end.unwrap_or(entry.len()))?.trim();
    let wide = name.chars().filter(|c| super::prose::is_wide(*c)).count();
    let fits = (1..=LONGEST).contains(&name.split_whitespace().count()) && wide <= LONGEST_WIDE;
    (fits && name.chars().any(char::is_alphabetic) && modal::strength(name) == modal::Strength::None)
        .then_some(name)
}

/// The form of a noun by which a short heading calls it.
fn headed(owner: &str, title: &str) -> Option<String> {
    let short = modal::words(title).count() <= 2;
    let form = modal::words(title).map(|(_, word)| word).find(|word| same(word, owner));
    form.filter(|_| short).map(str::to_owned)
}

/// The shortest form of a noun that the brief has: the one without an ending of a case.
fn named(owner: &str, told: &[(&str, Vec<char>)]) -> String {
    let key = folded(owner);
    let all: Vec<&str> =
        told.iter().filter(|(_, word)| are_forms(word, &key)).map(|(word, _)| *word).collect();
    // In Cyrillic the plural of the first case, which headings and lists have.
    let many = all.iter().find(|word| word.ends_with(['ы', 'и', 'і']));
    many.or_else(|| all.iter().min_by_key(|word| word.chars().count())).map_or(owner, |word| *word).to_owned()
}

fn folded(word: &str) -> Vec<char> {
    word.to_lowercase().chars().collect()
}

fn folded_words(text: &str) -> Vec<(&str, Vec<char>)> {
    modal::words(text).map(|(_, word)| (word, folded(word))).collect()
}

pub(super) fn same(one: &str, other: &str) -> bool {
    are_forms(&folded(one), &folded(other))
}

/// Two forms of one noun, in small letters: they differ in their last letters only.
fn are_forms(one: &[char], other: &[char]) -> bool {
    let common = one.iter().zip(other).take_while(|(a, b)| a == b).count();
    let spaced = one.first().is_some_and(|c| c.is_lowercase());
    one == other || spaced && common >= 4 && common + 3 > one.len().max(other.len())
}

#[cfg(test)]
mod tests {
    use super::{fields, lists_kinds, of_each, of_each_unspaced};

    #[test]
    fn the_noun_of_which_something_is_kept_stands_behind_each() {
        for (stem, noun) in [
            ("Для каждого рейса должна храниться следующая информация", "рейса"),
            ("Система хранит данные о причалах", "причалах"),
            ("информация по каждому отменённому или перенесённому рейсу", "рейсу"),
            ("De cada embarcación se registra", "embarcación"),
            ("Für jede Fahrt werden gespeichert", "Fahrt"),
        ] {
            assert_eq!(of_each(stem).as_deref(), Some(noun), "{stem}");
        }
        assert_eq!(of_each_unspaced("每个订单需要记录").as_deref(), Some("订单"));
        assert_eq!(of_each_unspaced("各予約には次の項目を保存する").as_deref(), Some("予約"));
        assert_eq!(of_each("Система отображает"), None);
    }

    #[test]
    fn what_is_listed_are_names_or_kinds() {
        let names = |rest: &str| fields(rest, 1).into_iter().map(|f| f.name).collect::<Vec<_>>().join("|");
        assert_eq!(names(" Дата; Порт (город и страна); Длина, ширина"), "Дата|Порт|Длина|ширина");
        assert_eq!(names(" 订单编号。; 金额。"), "订单编号|金额");
        assert!(lists_kinds("Для каждого сезона известны победители следующих кубков"));
        assert!(!lists_kinds("Для каждого рейса хранится следующая информация"));
    }
}
