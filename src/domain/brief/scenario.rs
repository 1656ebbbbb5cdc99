//! Given, When, Then: the steps of a scenario, in one line or over several.

use super::modal;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Given,
    When,
    Then,
    /// And, But: as the step before.
    And,
}

#[rustfmt::skip]
const STEPS: &[(&str, Step)] = &[
    ("given", Step::Given), ("when", Step::When), ("then", Step::Then), ("and", Step::And), ("but",
    Step::And), ("angenommen", Step::Given), ("gegeben sei", Step::Given), ("wenn", Step::When), ("dann",
    Step::Then), ("und", Step::And), ("dado que", Step::Given), ("dado", Step::Given), ("dada",
    Step::Given), ("cuando", Step::When), ("entonces", Step::Then), ("étant donné", Step::Given), ("quand",
    Step::When), ("lorsque", Step::When), ("alors", Step::Then), ("et", Step::And), ("дано", Step::Given),
    ("когда", Step::When), ("тогда", Step::Then), ("quando", Step::When), ("então", Step::Then), ("前提",
    Step::Given), ("もし", Step::When), ("ならば", Step::Then), ("假如", Step::Given), ("当", Step::When), ("那么",
    Step::Then),
];

/// The step that a line is, and the size of its word.
pub(super) fn step(line: &str) -> Option<(Step, usize)> {
    let head: String = line.chars().take(14).flat_map(char::to_lowercase).collect();
    STEPS.iter().find_map(|(word, step)| {
        let rest = head.strip_prefix(word)?;
        let wide = !word.is_ascii() && word.chars().all(super::prose::is_wide);
        let ends = rest.is_empty() || wide || rest.starts_with([' ', ':', ',']);
        let size: usize = line.chars().take(word.chars().count()).map(char::len_utf8).sum();
        ends.then_some((*step, size))
    })
}

/// `Scenario: …`, `Scenario Outline: …`, `Background:`.
pub(super) fn opens_scenario(line: &str) -> bool {
    name(line).is_some()
}

/// The name of the scenario that a line opens.
pub(super) fn name(line: &str) -> Option<&str> {
    let words = [
        "Scenario Outline",
        "Scenario Template",
        "Scenario",
        "Szenario",
        "Escenario",
        "Scénario",
        "Сценарий",
        "Background",
        "Example",
        "场景",
        "シナリオ",
    ];
    words.iter().find_map(|word| {
        let rest = line.strip_prefix(word)?;
        let rest =
            rest.trim_start_matches([' ', '#']).trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        rest.strip_prefix([':', '：', '-', '–', '—']).map(str::trim)
    })
}

/// Given … When … Then … in one text.
pub(super) fn is_whole(text: &str) -> bool {
    matches!(step(text), Some((Step::Given | Step::When, _)))
        && find_word(text, 0, "then").is_some()
        && !modal::is_binding(text)
        || (matches!(step(text), Some((Step::Given, _))) && find_word(text, 0, "when").is_some())
}

/// A scenario in one text that is written to be checked.
pub(super) fn is_demanding(text: &str) -> bool {
    is_whole(text) && (matches!(step(text), Some((Step::Given, _))) || text.starts_with("WHEN "))
}

/// A word on its own in a text, from a place on, whatever its case.
pub(super) fn find_word(text: &str, from: usize, word: &str) -> Option<usize> {
    modal::words(text.get(from..)?)
        .find(|(_, found)| found.eq_ignore_ascii_case(word))
        .map(|(at, _)| at + from)
}
