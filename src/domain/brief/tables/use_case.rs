//! The sheet of a use case: a table of two columns whose rows say who acts, what holds before and after, what happens, and
//! what happens otherwise.

use super::super::block::Block;
use super::super::modal;
use super::super::prose::{Prose, is_wide};
use super::super::reading::{Draft, Reader};
use super::super::section::{self, Role};
use super::super::{Force, Traced, Why};
use super::bound::starts_bare;
use super::row::says_none;

/// What a row of a sheet is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Actor,
    Before,
    After,
    Flow,
    Otherwise,
}

/// The names of rows, the more telling first: `flujo alternativo` is no `flujo`. Behind a star a word may end as it likes.
#[rustfmt::skip]
const PARTS: &[(Part, &[&str])] = &[
    (Part::Otherwise, &["alternative", "alternate", "alternatives", "exception", "exceptions", "exceptional", "extension", "extensions",
        "error flow", "flujo alternativo", "flujos alternativos", "excepción", "excepciones", "fluxo alternativo", "fluxos alternativos",
        "exceção", "exceções", "fluxo de exceção", "alternativ*", "ausnahme", "ausnahmen", "scénario alternatif", "scénarios alternatifs",
        "flusso alternativo", "flussi alternativi", "eccezione", "eccezioni", "альтернативн*", "исключени*", "例外", "代替フロー", "异常", "备选流程",
        "예외", "대안 흐름"]),
    (Part::Flow, &["main flow", "normal flow", "basic flow", "flow", "main success scenario", "main scenario", "steps", "flujo principal",
        "flujo normal", "flujo básico", "flujo", "flows", "fluxo principal", "fluxo básico", "fluxo", "ablauf", "hauptablauf", "normalablauf",
        "scénario nominal", "scénario principal", "flusso principale", "flusso", "основной поток", "основной сценарий", "基本フロー",
        "主フロー", "基本流程", "主流程", "기본 흐름"]),
    (Part::Before, &["precondition*", "pre-condition*", "precondición", "precondiciones", "pré-condição", "pré-condições", "precondiç*",
        "vorbedingung*", "voraussetzung*", "précondition*", "precondizion*", "предуслови*", "事前条件", "前置条件", "사전 조건"]),
    (Part::After, &["postcondition*", "post-condition*", "postcondición", "postcondiciones", "pós-condição", "pós-condições",
        "nachbedingung*", "ergebnis", "ergebnisse", "postcondizion*", "постуслови*", "事後条件", "后置条件", "사후 조건"]),
    (Part::Actor, &["actor", "primary actor", "actors", "actor principal", "actores", "ator", "ator principal", "atores", "akteur",
        "akteure", "acteur", "acteurs", "attore", "attori", "актор", "актёр", "актер", "アクター", "主要アクター", "参与者", "액터"]),
];

/// What may stand behind the name of a row, beside numbers: `alternative flow 2a`, `actor secundario`, `flow of events`.
#[rustfmt::skip]
const BEHIND: &[&str] = &[
    "flow", "flows", "of", "events", "event", "course", "courses", "scenario", "scenarios", "path", "paths", "steps", "conditions",
    "and", "primary", "secondary", "main", "de", "eventos", "y", "e", "principal", "principales", "principais", "secundario",
    "secundarios", "secundário", "secundários", "alternativo", "alternativos", "básico", "normal", "events", "ablauf", "abläufe",
    "szenario", "szenarien", "und", "principaux", "secondaire", "secondaires", "et", "principale", "alternativi", "поток", "потоки",
    "сценарий", "сценарии", "и",
];

fn part(name: &str) -> Option<Part> {
    let lower = name.to_lowercase();
    let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let lower = lower.split(['(', '（', ':', '：']).next().unwrap_or(lower);
    PARTS.iter().find(|(_, names)| names.iter().any(|known| is_called(lower, known))).map(|(part, _)| *part)
}

/// `Actor`, `Flujo alternativo 2`: the name alone or with words that only say which. `Flow planner` is somebody.
fn is_called(name: &str, known: &str) -> bool {
    let stem = known.trim_end_matches('*');
    let Some(rest) = name.strip_prefix(stem) else { return false };
    if stem.chars().any(is_wide) {
        return true;
    }
    let ending = if stem.len() < known.len() { rest.trim_start_matches(char::is_alphabetic) } else { rest };
    let whole = !ending.starts_with(char::is_alphanumeric);
    let words = || ending.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let only_says_which = |word: &str| {
        word.chars().count() == 1 || word.starts_with(|c: char| c.is_ascii_digit()) || BEHIND.contains(&word)
    };
    whole && words().all(only_says_which)
}

fn cell(row: &Block, at: usize) -> &str {
    row.cells.get(at).map(Prose::text).unwrap_or_default()
}

/// Whether a table is such a sheet: it says who acts and what happens.
pub(super) fn is_sheet(head: &Block, rows: &[&Block]) -> bool {
    let parts = || std::iter::once(head).chain(rows.iter().copied()).filter_map(|row| part(cell(row, 0)));
    head.cells.len() == 2
        && parts().any(|part| part == Part::Actor)
        && parts().any(|part| matches!(part, Part::Flow | Part::Otherwise))
}

impl Reader<'_> {
    /// The rows of a sheet, its head too where that is a row like the others.
    pub(super) fn use_case(&mut self, head: &Block, rows: &[&Block], role: Role) {
        if section::demands_nothing(role) {
            return;
        }
        for row in std::iter::once(head).chain(rows.iter().copied()) {
            let (name, told) = (cell(row, 0), cell(row, 1));
            match part(name) {
                _ if says_none(told) => {}
                Some(part) => self.use_case_row(part, told, row.line),
                None if modal::is_binding(told) => self.rule_row(name, told, row.line),
                // The head of a table is no row that could be missed.
                None if row.line == head.line => {}
                None => self.leave_out(row.line, Why::Remark),
            }
        }
    }

    /// `Business rules | The code must have 6 digits`: a row of another name that binds.
    fn rule_row(&mut self, name: &str, told: &str, line: u32) {
        for step in steps(told) {
            let text = if starts_bare(step) { format!("{name} {step}") } else { step.to_owned() };
            self.state(Draft::demand(String::new(), text, line, Role::Requirements));
        }
    }

    fn use_case_row(&mut self, part: Part, told: &str, line: u32) {
        match part {
            Part::Actor => {
                let named = told.split(['/', ',', ';']).map(str::trim).filter(|name| !name.is_empty());
                let named: Vec<Traced> = named.map(|name| Traced { text: name.to_owned(), line }).collect();
                self.brief_mut().actors.extend(named);
            }
            Part::Before => self.brief_mut().assumptions.push(Traced { text: told.to_owned(), line }),
            Part::After | Part::Otherwise => {
                for step in steps(told) {
                    self.state(Draft::demand(String::new(), step.to_owned(), line, Role::Criteria));
                }
            }
            // What somebody does on the way is told; what must come of it stands in the other rows.
            Part::Flow => {
                for step in steps(told) {
                    let told = Draft::demand(String::new(), step.to_owned(), line, Role::Requirements);
                    self.state(Draft { force: Force::Descriptive, ..told });
                }
            }
        }
    }
}

/// `1. She opens the page. 2. The page shows …`: each step without its number.
fn steps(told: &str) -> Vec<&str> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut expected = 1_u32;
    for (at, _) in told.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        let opens = at == 0 || told.get(..at).is_some_and(|head| head.ends_with([' ', '\n']));
        let number = expected.to_string();
        let mark = told.get(at..).and_then(|rest| rest.strip_prefix(number.as_str()));
        if opens && mark.is_some_and(|rest| rest.starts_with(". ") || rest.starts_with(") ")) {
            starts.push((at, at + number.len() + 2));
            expected += 1;
        }
    }
    if starts.len() < 2 {
        return vec![told.trim()];
    }
    let ends = starts.iter().skip(1).map(|(at, _)| *at).chain([told.len()]);
    let all = starts.iter().zip(ends).filter_map(|((_, from), to)| told.get(*from..to));
    all.map(str::trim).filter(|step| !step.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::steps;

    #[test]
    fn numbered_steps_stand_for_themselves() {
        assert_eq!(steps("1. She opens it. 2. It shows 3 boats."), ["She opens it.", "It shows 3 boats."]);
        assert_eq!(steps("The desk is told."), ["The desk is told."]);
    }
}
