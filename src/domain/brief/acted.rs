//! What is done to things, in languages whose sentences are not taken apart: the noun beside a word for creating, changing,
//! deleting or showing (`Projecten aanmaken`, `отмена заявки`, `listar residentes`), and the fields in brackets behind it.

use std::collections::BTreeSet;

use super::deeds::{self, Side};
use super::forms::same;
use super::{AttributeMention, Brief, EntityMention, foreign, kept, modal, returning};

/// More things than this are not what a brief is about.
const MOST: usize = 12;
/// Objects that are looked at.
const MOST_OBJECTS: usize = 600;
/// Lines in which something is done to a thing, and those that must speak of one that is kept.
const LEAST: usize = 2;
const SPOKEN: usize = 3;
/// Names in a list of fields.
const ENOUGH: usize = 3;

/// A noun to which something is done.
struct Object<'t> {
    noun: &'t str,
    line: u32,
    keeps: bool,
    fields: Vec<AttributeMention>,
}

/// The forms of one noun.
#[derive(Default)]
struct Seen<'t> {
    forms: Vec<&'t str>,
    lines: BTreeSet<u32>,
    keeps: bool,
    fields: Vec<AttributeMention>,
}

/// Adds the things that something is done to, and the fields that stand behind them.
pub(super) fn gather(brief: &mut Brief) {
    let language = brief.language.clone();
    let rows = deeds::of(&language);
    if rows.is_empty() {
        return;
    }
    let texts: Vec<(String, u32)> = told(brief);
    let actors = actors(brief, &language);
    let somebody = |word: &str| actors.iter().any(|actor| same(actor, word, &language));
    let mut seen: Vec<Seen> = Vec::new();
    let objects = texts.iter().flat_map(|(text, line)| objects(text, *line, &rows, &language, &somebody));
    for object in objects.take(MOST_OBJECTS) {
        let known = seen.iter().position(|s| s.forms.iter().any(|form| same(form, object.noun, &language)));
        let at = known.unwrap_or_else(|| {
            seen.push(Seen::default());
            seen.len() - 1
        });
        let Some(entry) = seen.get_mut(at) else { continue };
        entry.forms.push(object.noun);
        entry.lines.insert(object.line);
        entry.keeps |= object.keeps;
        if entry.fields.is_empty() {
            entry.fields = object.fields;
        }
    }
    seen.sort_by_key(|s| (std::cmp::Reverse(s.lines.len()), s.lines.first().copied()));
    let spoken = brief.spoken();
    let open = brief.entities.len() < 3 || !foreign::is_told_of(brief);
    for entry in seen {
        let known = brief.entities.iter().position(|e| {
            modal::words(&e.name)
                .last()
                .is_some_and(|(_, last)| entry.forms.iter().any(|form| same(form, last, &language)))
        });
        if let Some(entity) = known.and_then(|at| brief.entities.get_mut(at)) {
            if !entity.defined && entity.attributes.len() < 2 {
                entity.take(entry.fields, usize::MAX);
            }
            continue;
        }
        let Some(name) = name(&entry.forms, &spoken, &language) else { continue };
        if open && brief.entities.len() < MOST && is_thing(&entry, &texts, &language) {
            let line = entry.lines.first().copied().unwrap_or(1);
            let mention = EntityMention { attributes: entry.fields, ..EntityMention::of(&name, line) };
            brief.entities.push(mention);
        }
    }
}

/// What a brief says, line by line: its statements, and the titles and wishes of its stories.
fn told(brief: &Brief) -> Vec<(String, u32)> {
    let stated = brief.statements.iter().map(|s| (s.text.clone(), s.line));
    let wished = brief.stories.iter().flat_map(|s| {
        let want = s.want.as_deref().filter(|want| *want != s.title);
        [Some(s.title.as_str()), want].into_iter().flatten().map(|text| (text.to_owned(), s.line))
    });
    stated.chain(wished).collect()
}

fn actors(brief: &Brief, language: &str) -> Vec<String> {
    let named = brief.actors.iter().map(|a| a.text.as_str());
    let told = brief.stories.iter().filter_map(|s| s.actor.as_deref());
    let words = named.chain(told).flat_map(|name| modal::words(name).map(|(_, word)| word));
    let mut found: Vec<String> = Vec::new();
    for word in words.filter(|word| word.chars().count() > 2) {
        if !found.iter().any(|known| same(known, word, language)) {
            found.push(word.to_owned());
        }
    }
    found
}

/// Kept, and acted upon in several lines or with fields of its own; else acted upon, and often spoken of.
fn is_thing(seen: &Seen, texts: &[(String, u32)], language: &str) -> bool {
    if seen.keeps && (seen.lines.len() >= LEAST || seen.fields.len() >= ENOUGH) {
        return true;
    }
    let speaks = |text: &str| {
        modal::words(text).any(|(_, word)| seen.forms.iter().any(|form| same(form, word, language)))
    };
    let spoken: BTreeSet<u32> =
        texts.iter().filter(|(text, _)| speaks(text)).map(|(_, line)| *line).collect();
    (seen.keeps || seen.lines.len() >= LEAST) && spoken.len() >= SPOKEN
}

/// The form by which a thing is called: in Cyrillic the plural of the first case wherever the text has it, elsewhere the
/// shortest of those that something is done to.
fn name(forms: &[&str], spoken: &BTreeSet<String>, language: &str) -> Option<String> {
    let first = *forms.first()?;
    let cyrillic = first.starts_with(|c| ('\u{400}'..='\u{4ff}').contains(&c));
    let mut said = spoken.iter().filter(|word| same(word, first, language));
    let many = said.find(|word| cyrillic && word.ends_with(['ы', 'и', 'і'])).cloned();
    let shortest = || forms.iter().map(|form| form.to_lowercase()).min_by_key(|form| form.chars().count());
    many.or_else(shortest).map(|name| deeds::singular(&name, language).to_owned())
}

/// The nouns of a text to which something is done.
fn objects<'t>(
    text: &'t str,
    line: u32,
    rows: &[&deeds::Deeds],
    language: &str,
    somebody: &dyn Fn(&str) -> bool,
) -> Vec<Object<'t>> {
    let words: Vec<(usize, &str)> = modal::words(text).collect();
    let mut found: Vec<Object> = Vec::new();
    for (at, (from, word)) in words.iter().enumerate() {
        let lower = word.to_lowercase();
        let Some((row, keeps)) = rows.iter().find_map(|row| Some((*row, row.deed(&lower)?))) else {
            continue;
        };
        let near = |step: usize| match row.side {
            Side::Before => words.get(at + step).copied(),
            Side::Behind => at.checked_sub(step).and_then(|at| words.get(at)).copied(),
        };
        // Between the two stand only small words, and whom it is done for.
        let joined = |other: usize, noun: &str| {
            let (start, end) = if other > *from { (*from, other) } else { (other, *from + word.len()) };
            let between = text.get(start..end).unwrap_or_default();
            !between.contains(['.', ';', ':', '(', ')', '/', '"', '«', '“', '\n'])
                && (row.side == Side::Before
                    || text.get(other + noun.len()..*from).is_some_and(|gap| !gap.contains(',')))
        };
        let near: Vec<(usize, &str)> = (1..=4).map_while(near).collect();
        let noun = near
            .into_iter()
            .take_while(|(place, noun)| joined(*place, noun))
            .find(|(_, noun)| !deeds::is_small(noun, language) && !somebody(noun));
        // `pier-lights`: the end of a compound is no noun of its own.
        let whole = |place: usize| !text.get(..place).is_some_and(|head| head.ends_with('-'));
        let noun = noun.filter(|(place, noun)| deeds::is_noun(noun, language) && whole(*place));
        let Some((place, noun)) = noun else { continue };
        let is_deed = rows.iter().any(|row| row.deed(&noun.to_lowercase()).is_some());
        if is_deed {
            continue;
        }
        let end = (place + noun.len()).max(from + word.len());
        let fields = fields(text.get(end..).unwrap_or_default(), line, language);
        found.push(Object { noun: deeds::without_particle(noun), line, keeps, fields });
    }
    found
}

/// The fields in brackets, or behind `with`, that follow a noun or the adjective behind it.
fn fields(rest: &str, line: u32, language: &str) -> Vec<AttributeMention> {
    let capital = foreign::articles(language).is_some_and(|articles| articles.capital);
    let lists = std::iter::once("(").chain(returning::WITH.iter().map(|with| with.trim_start()));
    for lead in lists {
        let Some(at) = rest.find(lead) else { continue };
        let before = rest.get(..at).unwrap_or_default();
        if before.split_whitespace().count() > 1 || before.contains([',', '.', ';', ':']) || at > 24 {
            continue;
        }
        let list = rest.get(at + lead.len()..).unwrap_or_default();
        let list = list.split([')', '.', ';']).next().unwrap_or(list);
        let names = returning::names(list, line, capital);
        let usual = names.iter().any(|field| kept::is_usual(&field.name));
        if names.len() >= ENOUGH || usual && names.len() > 1 {
            return names;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::{deeds, objects};

    fn acted(text: &str, language: &str) -> String {
        let found = objects(text, 1, &deeds::of(language), language, &|word| word == "гостю");
        let told = found.iter().map(|object| {
            let fields: Vec<&str> = object.fields.iter().map(|f| f.name.as_str()).collect();
            if fields.is_empty() { object.noun.to_owned() } else { format!("{} {fields:?}", object.noun) }
        });
        told.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_noun_beside_a_deed_is_what_it_is_done_to() {
        for (language, text, expected) in [
            ("Dutch", "Boten kunnen aanmaken", "Boten"),
            ("Dutch", "Steigers bewerken (naam, lengte)", "Steigers [\"naam\", \"lengte\"]"),
            ("German", "Boote anlegen", "Boote"),
            ("German", "Bootslampen-Pläne anlegen", ""),
            ("Russian", "Система отправляет гостю квитанцию", "квитанцию"),
            ("Russian", "Отмена своей заявки", "заявки"),
            ("Portuguese", "O sistema deve listar os barcos com busca", "barcos"),
            (
                "Portuguese",
                "registrar viagens (rota, data, carga)",
                "viagens [\"rota\", \"data\", \"carga\"]",
            ),
            (
                "Spanish",
                "crear amarres con nombre, largo y precio",
                "amarres [\"nombre\", \"largo\", \"precio\"]",
            ),
            ("Indonesian", "Hapus tiket yang lama", "tiket"),
            ("Korean", "예약을 삭제할 수 있다", "예약"),
        ] {
            assert_eq!(acted(text, language), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_thing_is_not_taken_for_one() {
        for (language, text) in [
            ("Dutch", "Snel laden"),
            ("Portuguese", "editar e excluir"),
            ("Spanish", "ver datos"),
            ("Russian", "Система быстро работает"),
            ("German", "Daten speichern"),
        ] {
            assert_eq!(acted(text, language), "", "{text}");
        }
    }
}
