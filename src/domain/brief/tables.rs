//! Tables: requirements, fields, terms, roles. What else a table compares is not read.

use super::block::{Block, Form};
use super::columns;
use super::label;
use super::modal;
use super::prose::Prose;
use super::ranked;
use super::reading::{Draft, Reader};
use super::section::{self, Role};
use super::stories;
use super::{Force, Traced, Why};

#[rustfmt::skip]
const REQUIREMENT: &[&str] = &[
    "requirement", "requirements", "requirement text", "statement", "acceptance criterion",
    "acceptance criteria", "criterion", "rule", "business rule", "functional requirement",
    "requirement description", "demand", "demands", "anforderung", "forderung", "requisito", "exigence", "eis",
    "requerimiento", "requisiti", "требование", "需求", "要件",
    "system shall", "the system shall",
];
#[rustfmt::skip]
const IDENTITY: &[&str] = &[
    "id", "#", "no", "no.", "nr", "nr.", "ref", "key", "req id", "req", "requirement id", "number", "编号",
    "番号", "№",
];
#[rustfmt::skip]
const DESCRIPTION: &[&str] = &[
    "description", "details", "beschreibung", "descripción", "what", "user story", "story",
    "feature description", "capability", "text", "texto", "texte", "tekst",
];
const DECISION: &[&str] = &[
    "decision",
    "decisions",
    "agreement",
    "agreed",
    "beschluss",
    "entscheidung",
    "decisión",
    "décision",
    "besluit",
];
/// Beside these columns a described row is asked for: only what is wanted has a rank.
#[rustfmt::skip]
const RANKED: &[&str] = &[
    "prio", "priority", "moscow", "importance", "must/should", "priorität", "wichtigkeit", "prioridad", "prioridade",
    "priorité", "prioriteit",
];
#[rustfmt::skip]
const MEASURE: &[&str] = &[
    "target", "metric", "measure", "threshold", "fit criterion", "value", "goal", "target value", "messgröße",
    "messgrösse", "messwert", "zielwert", "zielgröße", "zielgrösse", "kennzahl", "grenzwert", "mesure", "cible",
    "valeur cible", "seuil", "indicateur", "medida", "métrica", "objetivo", "meta", "valor", "umbral", "indicador",
    "misura", "meetwaarde", "norm",
];

/// What a legend explains beside the words of the field.
const RANKS: &[&str] = &[
    "must", "should", "could", "won't", "m", "s", "c", "w", "high", "medium", "low", "muss", "soll", "kann",
];

impl Reader<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a role or form not named here is running text")]
    pub(super) fn table(&mut self, index: usize) {
        let Some(head) = self.block(index) else { return };
        let group = head.group;
        let mut end = index;
        while self.block(end).is_some_and(|b| matches!(b.form, Form::Row { .. }) && b.group == group) {
            self.take(end);
            end += 1;
        }
        let names: Vec<String> = head
            .cells
            .iter()
            .map(|c| c.text().to_lowercase().trim_matches(['*', ':']).trim().to_owned())
            .collect();
        let column = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
        let role = self.role_of(index);
        if columns::are_tasks(&names) {
            (index + 1..end).for_each(|row| self.leave_row(row, Why::Work));
            return;
        }
        if columns::are_versions(&names) {
            (index + 1..end).for_each(|row| self.leave_row(row, Why::Remark));
            return;
        }
        if let Some(steps) = columns::scenario(&names) {
            (index + 1..end).for_each(|row| self.scenario_row(row, steps, column(IDENTITY)));
            return;
        }
        let identity = column(IDENTITY);
        let criterion = columns::criterion(&names);
        // A criterion is what is asked for where no other column says it.
        let requirement = names
            .iter()
            .enumerate()
            .find(|(at, name)| REQUIREMENT.contains(&name.as_str()) && Some(*at) != criterion)
            .map(|(at, _)| at);
        // `The console SHALL`: what each row goes on with.
        let demanding = head.cells.iter().position(|cell| {
            let text = cell.text().trim_end_matches([':', '…']);
            let last = text.split_whitespace().next_back().unwrap_or_default();
            matches!(
                last.to_lowercase().as_str(),
                "must" | "shall" | "muss" | "soll" | "doit" | "debe" | "deve"
            )
        });
        // A head that is longer would be repeated in every row.
        let demanding =
            demanding.filter(|at| head.cells.get(*at).is_some_and(|cell| cell.text().len() <= 120));
        let demand = demanding.and_then(|at| head.cells.get(at)).map(|cell| cell.text().to_owned());
        let rows: Vec<&Block> = (index + 1..end).filter_map(|row| self.block(row)).collect();
        let ranked = ranked::column(&names, &rows);
        for row in index + 1..end {
            let Some(block) = self.block(row) else { break };
            if ranked.as_ref().is_some_and(|ranked| ranked.leaves_out(block)) {
                let told = requirement.and_then(|at| block.cells.get(at)).map(|cell| cell.text().to_owned());
                let text = told.unwrap_or_else(|| joined(block));
                self.brief_mut().exclusions.push(Traced { text, line: block.line });
                continue;
            }
            let cell = |at: Option<usize>| {
                at.and_then(|at| block.cells.get(at)).map(Prose::text).unwrap_or_default()
            };
            if role == Role::Removed || !block.has_words() {
                continue;
            }
            let labelled =
                label::read(cell(identity).trim_start_matches('#')).or_else(|| label::read(cell(Some(0))));
            let rank = labelled.as_ref().map(|l| l.rank);
            let demanded = rank.is_some_and(|r| {
                matches!(r, label::Rank::Requirement | label::Rank::Quality | label::Rank::Constraint)
            });
            let quiet = matches!(
                role,
                Role::Business | Role::Exclusions | Role::Assumptions | Role::Questions | Role::Glossary
            );
            if let (Some(at), Some(demand)) = (demanding, &demand) {
                let others = (0..block.cells.len()).filter(|other| *other != at);
                let case: Vec<&str> =
                    others.map(|other| cell(Some(other))).filter(|told| !told.is_empty()).collect();
                let case = case.join(", ");
                let text = format!("{} {} ({case})", demand.trim_end_matches([':', '…']), cell(Some(at)));
                if !cell(Some(at)).is_empty() && role != Role::Exclusions {
                    let label = labelled.map(|l| l.text).unwrap_or_default();
                    self.state(Draft::demand(label, text, block.line, role));
                }
                continue;
            }
            let tells = |at: &usize| stories::as_a(cell(Some(*at))).is_some_and(|s| s.want.is_some());
            let told =
                (!quiet && requirement.is_none()).then(|| (0..block.cells.len()).find(tells)).flatten();
            if let Some(told) = told {
                let label = labelled.map_or_else(|| cell(identity).to_owned(), |l| l.text);
                let above = self.story_row(cell(Some(told)), label, block.line);
                self.state_criterion(block, criterion.filter(|at| *at != told));
                self.leave_story_row(above);
                continue;
            }
            let ranks = criterion.is_some() || column(RANKED).is_some();
            let described = demanded || ranks && identity.is_some();
            let text_at = requirement
                .or_else(|| described.then(|| column(DESCRIPTION)).flatten())
                .or(criterion)
                .or_else(|| demanded.then(|| longest(block)).flatten());
            let text_at = text_at.or_else(|| column(DECISION).filter(|at| says_something(cell(Some(*at)))));
            if let Some(at) = text_at.filter(|_| !quiet) {
                if says_none(cell(Some(at))) {
                    continue;
                }
                let measure =
                    column(MEASURE).filter(|m| *m != at).map(|m| cell(Some(m))).filter(|t| !t.is_empty());
                let text = match measure {
                    Some(measure) => format!(
                        "{} ({}: {measure})",
                        cell(Some(at)),
                        column(MEASURE).and_then(|m| names.get(m)).map_or("target", String::as_str)
                    ),
                    None => cell(Some(at)).to_owned(),
                };
                // `MUST be unique` in a row says nothing of what.
                let text =
                    if starts_bare(&text) && at > 0 { format!("{} {text}", cell(Some(0))) } else { text };
                let label = labelled.map_or_else(|| cell(identity).to_owned(), |l| l.text);
                self.state(Draft { label, text, line: block.line, rank, role, force: Force::Normative });
                self.state_criterion(block, criterion.filter(|criterion| *criterion != at));
                continue;
            }
            match role {
                // `Must`, `Should`: the ranks that a legend explains are no words of the field.
                Role::Glossary if RANKS.contains(&cell(Some(0)).to_lowercase().as_str()) => continue,
                Role::Glossary => {
                    let meaning = Traced { text: cell(Some(1)).to_owned(), line: block.line };
                    self.brief_mut().glossary.push((cell(Some(0)).to_owned(), meaning));
                    continue;
                }
                Role::Actors => {
                    let text = cell(Some(0)).to_owned();
                    self.brief_mut().actors.push(Traced { text, line: block.line });
                    continue;
                }
                Role::Exclusions => {
                    let text = joined(block);
                    self.brief_mut().exclusions.push(Traced { text, line: block.line });
                    continue;
                }
                Role::Questions => {
                    let answered = column(&["answer", "outcome", "decision", "resolution", "antwort"])
                        .is_some_and(|at| cell(Some(at)).chars().any(char::is_alphanumeric));
                    let asked =
                        column(&["question", "issue", "open question", "frage"]).or_else(|| longest(block));
                    let text = cell(asked).to_owned();
                    if answered || text.is_empty() {
                        continue;
                    }
                    self.brief_mut().open_questions.push(Traced { text, line: block.line });
                    continue;
                }
                _ => {}
            }
            if self.field_row(&names, index, row) {
                continue;
            }
            if names.first().is_some_and(|n| {
                matches!(n.as_str(), "role" | "actor" | "persona" | "user" | "user role" | "user type")
            }) {
                let text = cell(Some(0)).to_owned();
                self.brief_mut().actors.push(Traced { text, line: block.line });
            }
            // `Must` alone in its cell is a rank.
            let says = |cell: &&Prose| cell.text().contains(' ') || !cell.text().is_ascii();
            let binding = block.cells.iter().filter(says).find(|c| modal::is_binding(c.text()));
            if let Some(bound) = binding.filter(|_| role != Role::Business) {
                let label = cell(identity).to_owned();
                let text = bound.text();
                let subject = cell(Some(0));
                let about = starts_bare(text) || subject != text && identity != Some(0);
                let text = if about && !subject.is_empty() && subject != text {
                    let colon = if starts_bare(text) { "" } else { ":" };
                    format!("{subject}{colon} {text}")
                } else {
                    text.to_owned()
                };
                self.state(Draft::demand(label, text, block.line, role));
            } else if role == Role::Quality && identity.is_none_or(|at| at == 0) && block.cells.len() > 1 {
                self.measured_row(block, identity);
            } else if let (Some(first), Some(at)) = (names.first(), column(DESCRIPTION))
                && at > 0
                && section::asks(role)
                && (first.contains("feature")
                    || first.contains("capability")
                    || first.contains("function")
                    || identity == Some(0))
            {
                let lead = if identity == Some(0) { String::new() } else { format!("{}: ", cell(Some(0))) };
                let text = format!("{lead}{}", cell(Some(at)));
                self.state(Draft {
                    label: cell(identity).to_owned(),
                    text,
                    line: block.line,
                    rank,
                    role,
                    force: Force::Descriptive,
                });
            }
        }
    }

    /// What a row is accepted by, beside what it asks for.
    fn state_criterion(&mut self, block: &Block, at: Option<usize>) {
        let told = at.and_then(|at| block.cells.get(at)).map(Prose::text).unwrap_or_default();
        if told.split_whitespace().count() < 4 && told.is_ascii() || told.ends_with(['?', '？']) {
            return;
        }
        let (text, line, label) = (told.to_owned(), block.line, String::new());
        let (role, force) = (Role::Criteria, Force::Normative);
        self.state(Draft { label, text, line, rank: None, role, force });
    }

    /// `a parcel waits | the code is entered | the box opens`, under `Given | When | Then`.
    fn scenario_row(&mut self, row: usize, steps: [(&str, usize); 3], identity: Option<usize>) {
        let Some(block) = self.block(row) else { return };
        let cell = |at: usize| block.cells.get(at).map(Prose::text).unwrap_or_default();
        let told = steps.iter().map(|(word, at)| (*word, cell(*at))).filter(|(_, told)| !says_none(told));
        let told: Vec<String> = told.map(|(word, told)| format!("{word} {told}")).collect();
        let outcome = steps.last().is_some_and(|(_, at)| !says_none(cell(*at)));
        if !outcome || told.len() < 2 {
            return;
        }
        let label = identity.map(cell).unwrap_or_default().to_owned();
        let (text, line) = (told.join(" "), block.line);
        let (role, force) = (Role::Criteria, Force::Normative);
        self.state(Draft { label, text, line, rank: None, role, force });
    }

    /// A row of what people have to do, or of what was changed.
    fn leave_row(&mut self, row: usize, why: Why) {
        let Some(block) = self.block(row) else { return };
        self.leave_out(block.line, why);
    }

    /// A row under a heading of qualities, whose columns have names of their own: `Availability | 99.9 %`.
    fn measured_row(&mut self, block: &Block, identity: Option<usize>) {
        let cells = block.cells.iter().enumerate().filter(|(at, _)| Some(*at) != identity);
        let told: Vec<&str> = cells.map(|(_, cell)| cell.text()).filter(|told| !says_none(told)).collect();
        let sentence = told.iter().find(|told| told.split_whitespace().count() >= 5);
        let text = match (told.as_slice(), sentence) {
            ([name, level], _) => format!("{name}: {level}"),
            (_, Some(sentence)) => (*sentence).to_owned(),
            ([name, level, ..], None) => format!("{name}: {level}"),
            _ => return,
        };
        let label = identity.and_then(|at| block.cells.get(at)).map(|cell| cell.text().to_owned());
        self.state(Draft::demand(label.unwrap_or_default(), text, block.line, Role::Quality));
    }
}

/// Begins with the word of obligation, so that what it binds stands elsewhere in its row.
fn starts_bare(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    matches!(
        first.to_lowercase().as_str(),
        "must" | "shall" | "should" | "may" | "muss" | "darf" | "doit" | "debe" | "deve"
    )
}

/// A decision of a few words names something: `Project name "Outgoing"`.
fn says_something(text: &str) -> bool {
    text.split_whitespace().count() >= 4 && !text.ends_with(['?', '？'])
}

/// `none`, `-`: nothing is asked in this row.
fn says_none(text: &str) -> bool {
    const NONE: &[&str] =
        &["none", "n/a", "tbd", "tbc", "?", "keine", "aucune", "ninguna", "ninguno", "nenhuma", "nenhum"];
    !text.chars().any(char::is_alphanumeric) || NONE.contains(&text.to_lowercase().as_str())
}

fn longest(block: &Block) -> Option<usize> {
    (0..block.cells.len()).max_by_key(|at| block.cells.get(*at).map_or(0, |c| c.text().len()))
}

fn joined(block: &Block) -> String {
    block.cells.iter().map(Prose::text).filter(|t| !t.is_empty()).collect::<Vec<_>>().join(": ")
}
