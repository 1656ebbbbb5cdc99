//! The sheet of a use case: a table of two columns whose rows say who acts, what holds before and after, what happens, and
//! what happens otherwise.

use super::super::block::Block;
use super::super::prose::Prose;
use super::super::reading::{Draft, Reader};
use super::super::section::{self, Role};
use super::super::{Force, Traced};
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

/// The names of rows by their beginnings, the more telling first: `flujo alternativo` is no `flujo`.
#[rustfmt::skip]
const PARTS: &[(Part, &[&str])] = &[
    (Part::Otherwise, &["alternative", "alternate", "alternatives", "exception", "exceptions", "exceptional", "extension", "extensions",
        "error flow", "flujo alternativo", "flujos alternativos", "excepción", "excepciones", "fluxo alternativo", "fluxos alternativos",
        "exceção", "exceções", "fluxo de exceção", "alternativ", "ausnahme", "ausnahmen", "scénario alternatif", "scénarios alternatifs",
        "exception", "flusso alternativo", "eccezione", "eccezioni", "альтернативный", "исключени", "例外", "代替フロー", "异常", "备选流程",
        "예외", "대안 흐름"]),
    (Part::Flow, &["main flow", "normal flow", "basic flow", "flow", "main success scenario", "main scenario", "steps", "flujo principal",
        "flujo normal", "flujo básico", "flujo", "fluxo principal", "fluxo básico", "fluxo", "ablauf", "hauptablauf", "normalablauf",
        "scénario nominal", "scénario principal", "flusso principale", "flusso", "основной поток", "основной сценарий", "基本フロー",
        "主フロー", "基本流程", "主流程", "기본 흐름"]),
    (Part::Before, &["precondition", "pre-condition", "precondición", "precondiciones", "pré-condição", "pré-condições", "precondição",
        "vorbedingung", "voraussetzung", "précondition", "precondizion", "предуслови", "事前条件", "前置条件", "사전 조건"]),
    (Part::After, &["postcondition", "post-condition", "postcondición", "postcondiciones", "pós-condição", "pós-condições",
        "nachbedingung", "ergebnis", "postcondition", "postcondizion", "постуслови", "事後条件", "后置条件", "사후 조건"]),
    (Part::Actor, &["actor", "primary actor", "actors", "actor principal", "actores", "ator", "ator principal", "atores", "akteur",
        "akteure", "acteur", "acteurs", "attore", "attori", "актор", "актёр", "актер", "アクター", "主要アクター", "参与者", "액터"]),
];

fn part(name: &str) -> Option<Part> {
    let lower = name.to_lowercase();
    let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
    PARTS.iter().find(|(_, names)| names.iter().any(|known| lower.starts_with(known))).map(|(part, _)| *part)
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
            let (Some(part), told) = (part(cell(row, 0)), cell(row, 1)) else { continue };
            if !says_none(told) {
                self.use_case_row(part, told, row.line);
            }
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
