//! What the columns of a table are for, by the words over them.

use std::collections::BTreeSet;

use super::block::Block;
use super::prose::Prose;

#[rustfmt::skip]
const TASK: &[&str] = &[
    "what", "action", "actions", "action item", "action items", "action point", "task", "tasks", "to do", "to-do", "todo",
    "item", "was", "aufgabe", "maßnahme", "massnahme", "tarea", "acción", "tâche", "action à mener", "taak", "actie",
];
#[rustfmt::skip]
const DOER: &[&str] = &[
    "who", "owner", "responsible", "assignee", "assigned to", "assigned", "lead", "wer", "verantwortlich", "zuständig",
    "responsable", "quién", "qui", "wie", "verantwoordelijk",
];
#[rustfmt::skip]
const DUE: &[&str] = &[
    "by", "by when", "due", "due date", "deadline", "until", "bis", "bis wann", "termin", "frist", "fecha", "plazo",
    "échéance", "délai", "wanneer", "uiterlijk",
];
#[rustfmt::skip]
const VERSION: &[&str] = &["version", "rev", "rev.", "revision", "issue", "ver.", "versión", "versão", "versie", "v"];
#[rustfmt::skip]
const DATED: &[&str] = &["date", "datum", "fecha", "data", "author", "autor", "auteur", "by", "bearbeiter", "who"];
#[rustfmt::skip]
const CHANGE: &[&str] = &[
    "change", "changes", "what changed", "description", "description of change", "comment", "reason", "remarks", "summary",
    "änderung", "änderungen", "beschreibung", "bemerkung", "grund", "cambio", "cambios", "descripción", "modification",
    "modifications", "alterações", "alteração", "wijziging", "wijzigingen",
];
#[rustfmt::skip]
const CRITERION: &[&str] = &[
    "acceptance criterion", "acceptance criteria", "criterion", "criteria", "accepted when", "done when", "acceptance",
    "fit criteria", "akzeptanzkriterium", "akzeptanzkriterien", "abnahmekriterium", "abnahmekriterien",
    "criterio de aceptación", "criterios de aceptación", "critère d'acceptation", "critères d'acceptation",
    "critério de aceitação", "critérios de aceitação", "acceptatiecriterium", "acceptatiecriteria",
];
#[rustfmt::skip]
const FROM: &[&str] = &["from", "from state", "state from", "current state", "old state", "source state", "von", "de", "desde"];
#[rustfmt::skip]
const TO: &[&str] = &["to", "to state", "state to", "next state", "new state", "target state", "nach", "a", "hacia"];
#[rustfmt::skip]
const ON: &[&str] = &["event", "trigger", "on", "when", "action", "transition", "input", "command", "ereignis", "auslöser", "evento", "événement"];
/// Words over a column that says how something is tried.
#[rustfmt::skip]
const TESTED: &[&str] = &[
    "test", "tests", "tested", "testing", "verification", "verified", "validation", "validated", "proof", "evidence", "nachweis",
    "prüfung", "prueba", "pruebas", "verificación", "vérification", "teste", "testes", "verificação", "verifica", "verificatie",
    "проверка", "тест",
];

/// The column of one of several names.
pub(super) fn named(names: &[String], wanted: &[&str]) -> Option<usize> {
    names.iter().position(|name| wanted.contains(&name.as_str()))
}

/// `What | Who | By`: what people have to do until when, and nothing that is built.
pub(super) fn are_tasks(names: &[String]) -> bool {
    [TASK, DOER, DUE].iter().all(|wanted| named(names, wanted).is_some())
}

/// `Version | Date | Author | Change`: the history of the document.
pub(super) fn are_versions(names: &[String]) -> bool {
    [VERSION, DATED, CHANGE].iter().all(|wanted| named(names, wanted).is_some())
}

/// `Requirement | Test case`: how each row is tried.
pub(super) fn tell_of_tests(names: &[String]) -> bool {
    let words = names.iter().flat_map(|name| name.split(|c: char| !c.is_alphanumeric()));
    words.into_iter().any(|word| TESTED.contains(&word))
}

/// The columns of a scenario in each row: `Given | When | Then`.
pub(super) fn scenario(names: &[String]) -> Option<[(&'static str, usize); 3]> {
    let columns = [("Given", "given"), ("When", "when"), ("Then", "then")];
    let [given, when, then] = columns.map(|(word, name)| named(names, &[name]).map(|at| (word, at)));
    Some([given?, when?, then?])
}

/// The columns of a table of moves from one state to another: from which, on what, to which, and by whom.
#[derive(Clone, Copy)]
pub(super) struct Moves {
    pub(super) from: usize,
    pub(super) on: Option<usize>,
    pub(super) to: usize,
    pub(super) who: Option<usize>,
}

/// The columns of a table of moves, if it is one: what is called so, or where one leads to what another starts from.
pub(super) fn moves(names: &[String], rows: &[&Block]) -> Option<Moves> {
    let (from, to, on) = (named(names, FROM)?, named(names, TO)?, named(names, ON));
    let of_states = [from, to].iter().all(|at| names.get(*at).is_some_and(|name| name.contains("state")));
    let cells = |at: usize| rows.iter().filter_map(move |row| row.cells.get(at)).map(Prose::text);
    let starts: BTreeSet<&str> = cells(from).collect();
    let leads_on = cells(to).any(|state| starts.contains(state) && state.chars().any(char::is_alphabetic));
    (of_states || on.is_some() && leads_on).then(|| Moves { from, on, to, who: named(names, DOER) })
}

/// The column that says what a row is accepted by.
pub(super) fn criterion(names: &[String]) -> Option<usize> {
    named(names, CRITERION)
}
