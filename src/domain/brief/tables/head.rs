//! What the head of a table says its columns are for: an id, what is asked, by what it is accepted, how it is ranked.

use super::super::block::Block;
use super::super::columns::{self, named};
use super::super::fields;
use super::super::prose::Prose;
use super::super::ranked::{self, Ranked};

#[rustfmt::skip]
const REQUIREMENT: &[&str] = &[
    "requirement", "requirements", "requirement text", "statement", "acceptance criterion",
    "acceptance criteria", "criterion", "rule", "business rule", "functional requirement",
    "requirement description", "demand", "demands", "anforderung", "forderung", "requisito", "exigence", "eis",
    "requerimiento", "requisiti", "требование", "需求", "要件",
    "system shall", "the system shall",
];
#[rustfmt::skip]
pub(super) const IDENTITY: &[&str] = &[
    "id", "#", "no", "no.", "nr", "nr.", "ref", "key", "req id", "req. id", "req-id", "req", "req.", "req no", "req. no.", "id no", "requirement id", "requirement no", "requirement no.", "story id", "us id", "fr id", "number", "编号",
    "番号", "№",
];
#[rustfmt::skip]
const DESCRIPTION: &[&str] = &[
    "description", "details", "beschreibung", "descripción", "what", "user story", "story",
    "feature description", "capability", "text", "texto", "texte", "tekst", "descrição", "descrizione", "beschrijving", "opis",
    "описание", "опис", "açıklama", "描述", "说明", "功能描述", "功能说明", "説明", "内容", "설명", "내용",
];
/// What a column lists where each row is a feature; its name holds one of these.
#[rustfmt::skip]
const FEATURE: &[&str] = &[
    "feature", "capability", "function", "funktion", "fonction", "función", "funcionalidad", "funcionalidade", "funzione",
    "funzionalità", "functie", "функци", "функці", "özellik", "功能", "機能", "기능",
];
#[rustfmt::skip]
const NAME: &[&str] = &[
    "name", "title", "feature", "function", "nazwa", "nombre", "nom", "nome", "titel", "título", "titre", "titolo", "naam",
    "название", "назва", "ad", "başlık", "název", "tên", "名称", "名前", "이름",
];
#[rustfmt::skip]
const DECISION: &[&str] = &[
    "decision", "decisions", "agreement", "agreed", "beschluss", "entscheidung", "decisión", "décision", "besluit",
];
/// Beside these columns a described row is asked for: only what is wanted has a rank.
#[rustfmt::skip]
const RANKED: &[&str] = &[
    "prio", "priority", "moscow", "importance", "must/should", "priorität", "wichtigkeit", "prioridad", "prioridade",
    "priorité", "prioriteit", "priorytet", "priorita", "приоритет", "пріоритет", "öncelik", "prioritas", "độ ưu tiên", "优先级", "優先度",
    "우선순위",
];
#[rustfmt::skip]
const MEASURE: &[&str] = &[
    "target", "metric", "measure", "threshold", "fit criterion", "value", "goal", "target value", "messgröße",
    "messgrösse", "messwert", "zielwert", "zielgröße", "zielgrösse", "kennzahl", "grenzwert", "mesure", "cible",
    "valeur cible", "seuil", "indicateur", "medida", "métrica", "objetivo", "meta", "valor", "umbral", "indicador",
    "misura", "meetwaarde", "norm",
];

/// A head that is longer would be repeated in every row.
const LONGEST_DEMAND: usize = 120;

/// The columns that are told by their names, as positions in a row.
pub(in super::super) struct Head {
    /// In small letters, without marks.
    pub(in super::super) names: Vec<String>,
    pub(super) identity: Option<usize>,
    /// What is asked for.
    pub(super) requirement: Option<usize>,
    /// By what it is accepted.
    pub(super) criterion: Option<usize>,
    pub(super) description: Option<usize>,
    pub(super) feature: Option<usize>,
    /// What a row is called.
    pub(super) name: Option<usize>,
    pub(super) decision: Option<usize>,
    pub(super) measure: Option<usize>,
    /// `The console SHALL`: what each row goes on with, and in which column.
    pub(super) demand: Option<(usize, String)>,
    pub(super) ranked: Option<Ranked>,
}

impl Head {
    pub(super) fn of(head: &Block, names: Vec<String>, rows: &[&Block]) -> Self {
        let criterion = columns::criterion(&names);
        // A criterion is what is asked for where no other column says it.
        // The rule of a field is what may stand in it.
        let of_fields = fields::are_listed(&names);
        let asks = |(at, name): (usize, &String)| {
            names_a_requirement(name) && Some(at) != criterion && !(of_fields && fields::is_rule(name))
        };
        Self {
            identity: named(&names, IDENTITY),
            requirement: names.iter().enumerate().position(asks),
            criterion,
            description: named(&names, DESCRIPTION),
            feature: names.iter().position(|name| FEATURE.iter().any(|word| name.contains(word))),
            name: named(&names, NAME),
            decision: named(&names, DECISION),
            measure: named(&names, MEASURE),
            demand: demand(head),
            ranked: ranked::column(&names, rows),
            names,
        }
    }

    /// Whether a row that describes something asks for it: it is ranked or accepted by something.
    pub(super) fn weighs_rows(&self) -> bool {
        self.criterion.is_some() || named(&self.names, RANKED).is_some()
    }

    /// What the first column is called.
    pub(in super::super) fn first(&self) -> &str {
        self.names.first().map(String::as_str).unwrap_or_default()
    }
}

/// The names over the columns.
pub(super) fn names(head: &Block) -> Vec<String> {
    let name = |text: &str| text.to_lowercase().trim_matches(['*', ':']).trim().to_owned();
    head.cells.iter().map(|cell| name(cell.text())).collect()
}

/// `Requirement`, `Action & requirements`, `Rule / behaviour`: one of the names that share the head.
fn names_a_requirement(name: &str) -> bool {
    let parts = name.split(['/', '&', '+', ',']).flat_map(|part| part.split(" and "));
    parts.map(str::trim).any(|part| REQUIREMENT.contains(&part))
}

fn demand(head: &Block) -> Option<(usize, String)> {
    let (at, text) = head.cells.iter().map(Prose::text).enumerate().find(|(_, text)| {
        let last = text.trim_end_matches([':', '…']).split_whitespace().next_back().unwrap_or_default();
        matches!(last.to_lowercase().as_str(), "must" | "shall" | "muss" | "soll" | "doit" | "debe" | "deve")
    })?;
    (text.len() <= LONGEST_DEMAND).then(|| (at, text.trim_end_matches([':', '…']).to_owned()))
}
