//! Rows of values: what a key does, how a parameter is set on each level, what something earns or costs.

use super::super::AttributeMention;
use super::super::Force;
use super::super::reading::{Draft, Reader};
use super::super::section;
use super::row::{Row, says_none};

/// Words over a column of a table of rules: what something costs, earns or counts as.
#[rustfmt::skip]
const RULED: &[&str] = &[
    "cost", "costs", "rating", "points", "score", "reward", "penalty", "bonus", "damage", "punkty", "punkte", "puntos", "pontos", "punti",
    "nagroda", "belohnung", "recompensa", "récompense", "obrażenia", "schaden", "очки", "баллы", "бали", "点数", "得点", "分数", "점수",
];
/// Those of them that only the rules of a game have, where their column holds nothing but numbers.
#[rustfmt::skip]
const SCORED: &[&str] = &[
    "points", "reward", "penalty", "damage", "punkty", "punkte", "puntos", "pontos", "punti", "nagroda", "belohnung", "recompensa",
    "récompense", "obrażenia", "schaden", "очки", "баллы", "бали", "点数", "得点", "점수",
];
/// First columns that name what a player wins.
#[rustfmt::skip]
const WON: &[&str] = &["bonus", "bonuses", "bonusy", "power-up", "power-ups", "powerup", "boni", "bonos", "bônus", "бонус", "ボーナス", "보너스"];
/// First columns beside which points are those of an estimate or of an examination.
#[rustfmt::skip]
const EXAMINED: &[&str] = &[
    "story", "user story", "task", "ticket", "feature", "epic", "issue", "id", "#", "criterion", "criteria", "question", "deliverable",
    "part", "requirement", "kryterium", "zadanie", "aufgabe", "kriterium", "criterio", "critère", "pregunta", "exigence",
];
/// What is pressed, where a table tells of the controls.
#[rustfmt::skip]
const KEYS: &[&str] = &[
    "key", "keys", "shortcut", "shortcuts", "keyboard shortcut", "hotkey", "key combination", "gesture", "taste", "tasten", "tastenkürzel",
    "tastenkombination", "touche", "touches", "raccourci", "raccourci clavier", "tecla", "teclas", "atajo", "atajo de teclado", "atalho",
    "tasto", "tasti", "scorciatoia", "toets", "sneltoets", "klawisz", "klawisze", "skrót", "skrót klawiszowy", "клавиша", "клавиши",
    "клавіша", "キー", "ショートカット", "按键", "快捷键", "키", "단축키",
];
/// What becomes of it.
#[rustfmt::skip]
const DEEDS: &[&str] = &[
    "action", "actions", "function", "effect", "command", "does", "what it does", "result", "behaviour", "behavior", "aktion", "funktion",
    "wirkung", "fonction", "effet", "acción", "función", "efecto", "ação", "função", "azione", "funzione", "effetto", "actie", "functie",
    "akcja", "działanie", "funkcja", "efekt", "действие", "функция", "дія", "動作", "操作", "機能", "动作", "功能", "동작", "기능",
];
/// What is set, where the columns beside it tell its values.
#[rustfmt::skip]
const PARAMETERS: &[&str] = &[
    "parameter", "parameters", "setting", "parametr", "parametry", "ustawienie", "einstellung", "paramètre", "réglage", "parámetro",
    "ajuste", "parâmetro", "parametro", "impostazione", "instelling", "параметр", "настройка", "パラメータ", "設定項目", "参数", "매개변수", "설정",
];
/// Words that call anything: what a table with such a column is of stands in its heading.
#[rustfmt::skip]
const ANY: &[&str] = &["type", "kind", "name", "typ", "rodzaj", "nazwa", "art", "tipo", "nombre", "nome", "nom", "naam", "тип", "название", "種類"];

/// Whether a column of this name tells what something costs, earns or counts as.
pub(super) fn is_ruled(name: &str) -> bool {
    name.split(' ').any(|word| RULED.contains(&word))
}

impl Reader<'_> {
    /// A row that tells values, where something is asked for: with the names that stand over them.
    pub(super) fn valued_row(&mut self, row: &Row<'_, '_>) -> bool {
        if !section::asks(row.role)
            || row.cell(0).is_empty()
            || !(is_of_keys(row) || is_set(row) || is_scored(row))
        {
            return false;
        }
        self.keep_what_is_valued(row);
        let names = row.head.names.iter().zip(&row.block.cells).skip(1);
        let alone = row.block.cells.len() == 2;
        let told = names.filter(|(_, cell)| !says_none(cell.text())).map(|(name, cell)| {
            if alone { cell.text().to_owned() } else { format!("{name} {}", cell.text()) }
        });
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            return true;
        }
        let text = format!("{}: {}", row.cell(0), told.join("; "));
        let draft = Draft::demand(String::new(), text, row.block.line, row.role);
        self.state(Draft { force: Force::Descriptive, ..draft });
        true
    }

    /// What a table of points or bonuses is of is a thing, and its columns are what it has.
    pub(super) fn keep_what_is_valued(&mut self, row: &Row<'_, '_>) {
        let names = &row.head.names;
        let first = row.head.first();
        let game = names.iter().any(|name| SCORED.contains(&name.as_str())) || WON.contains(&first);
        if !game || names.len() < 2 || EXAMINED.contains(&first) || is_of_keys(row) {
            return;
        }
        let line = row.block.line;
        let any = ANY.contains(&first);
        let thing = if any { self.entity_above(row.table) } else { self.entity_of(first, line) };
        let Some(thing) = thing else { return };
        for name in names.iter().skip(usize::from(!any)).filter(|name| !name.is_empty()) {
            self.attribute(thing, AttributeMention::of(name.clone(), line));
        }
    }
}

/// `M | mute`, under `Key | Action`.
fn is_of_keys(row: &Row<'_, '_>) -> bool {
    let deed = row.head.names.iter().skip(1).any(|name| DEEDS.contains(&name.as_str()));
    KEYS.contains(&row.head.first()) && deed
}

/// `Lives | 5 | 3 | 2`, under `Parameter | Easy | Normal | Hard`.
fn is_set(row: &Row<'_, '_>) -> bool {
    let values = || (1..row.block.cells.len()).map(|at| row.cell(at)).filter(|told| !says_none(told));
    PARAMETERS.contains(&row.head.first()) && values().count() > 0 && values().all(is_value)
}

/// `Bandit | 30`, under `Type | Points`.
fn is_scored(row: &Row<'_, '_>) -> bool {
    let column = row.head.names.iter().skip(1).position(|name| SCORED.contains(&name.as_str()));
    column.is_some_and(|at| is_value(row.cell(at + 1))) && !EXAMINED.contains(&row.head.first())
}

/// `×0.7`, `15 %`, `2–3`, `10 s`: a number, with a unit at most.
fn is_value(told: &str) -> bool {
    told.chars().any(|c| c.is_ascii_digit()) && told.split_whitespace().count() <= 2
}
