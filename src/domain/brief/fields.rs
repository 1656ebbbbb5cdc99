//! Tables of fields and of things: rows that say what data the product keeps.

use super::AttributeMention;
use super::columns::named;
use super::modal;
use super::reading::{Draft, Reader};
use super::section::{self, Role};
use super::tables::Row;

#[rustfmt::skip]
const FIELD: &[&str] = &[
    "field", "attribute", "column", "property", "field name", "feld", "campo", "champ", "attribut", "поле", "字段",
];
/// A column that says of which type a field is.
const TYPE: &[&str] = &["type", "data type", "typ", "tipo", "datentyp", "tipo de dato"];
/// Beside one of these, or of the types, a column of names is a column of fields.
const TOLD: &[&str] = &["required", "required?", "mandatory", "format"];
/// A column that says whose field it is.
const OWNER: &[&str] = &["belongs to", "entity", "object", "of", "table", "record", "entität", "objekt"];
const NEEDED: &[&str] = &["required", "required?", "mandatory", "optional"];
/// A column that says what may stand in the field.
#[rustfmt::skip]
const VALIDATION: &[&str] = &[
    "rule", "rules", "allowed values", "allowed", "range", "validation", "validation rule", "validation rules", "validations", "constraint", "constraints", "validierung", "validación",
    "validaciones", "validação", "validações", "validazione", "validatie", "règle de validation", "règles de validation",
    "ograniczenia", "walidacja", "проверка", "校验", "校验规则", "验证规则",
];
const MEANING: &[&str] = &["description", "notes", "meaning", "beschreibung"];
#[rustfmt::skip]
const THING: &[&str] = &[
    "entity", "object", "data object", "entität", "entidad", "model", "objekt", "objeto", "objet", "entité", "record",
];
#[rustfmt::skip]
const DETAILS: &[&str] = &[
    "attributes", "angaben", "felder", "attribute", "eigenschaften", "merkmale", "campos", "atributos", "attributs",
    "champs", "fields", "properties", "key attributes", "key fields", "pola", "atrybuty", "поля", "атрибуты", "атрибути", "字段", "属性",
    "項目", "フィールド", "필드", "항목", "속성",
];
/// Under a heading of data, beside a column of fields, these are names of things.
#[rustfmt::skip]
const NAMED: &[&str] = &[
    "name", "thing", "what", "nombre", "nom", "nome", "naam", "nazwa", "название", "назва", "名称", "名前", "名稱", "이름", "实体", "エンティティ",
    "엔터티", "개체",
];

impl Reader<'_> {
    /// A row of a table of fields or of things, if the table is one.
    pub(super) fn field_row(&mut self, row: &Row<'_, '_>) -> bool {
        let (names, first) = (&row.head.names, row.head.first());
        let column = |wanted: &[&str]| row.cell_in(named(names, wanted));
        let fields = FIELD.contains(&first) || are_listed(names);
        if fields && keeps_data(row.role) {
            let ruled = self.rule_of_a_field(row);
            return self.field_of_a_thing(row) || ruled;
        }
        let listed = row.role == Role::Entities && named(names, DETAILS).is_some_and(|at| at > 0);
        let things = THING.contains(&first) || listed && NAMED.contains(&first);
        if things {
            let about = column(&["description", "purpose"]);
            self.table_entity(row.cell(0), about, column(DETAILS), row.block.line);
        }
        things
    }

    /// `Name | Text | 2 to 50 letters` under `Validation`: what is asked of the field.
    fn rule_of_a_field(&mut self, row: &Row<'_, '_>) -> bool {
        let rule = row.cell_in(named(&row.head.names, VALIDATION));
        let ruled =
            (section::asks(row.role) || modal::is_binding(rule)) && rule.split_whitespace().count() >= 2;
        if ruled {
            let text = format!("{}: {rule}", row.cell(0));
            self.state(Draft::demand(String::new(), text, row.block.line, row.role));
        }
        ruled
    }

    /// An attribute of the entity that the row names, else of the one in the heading.
    fn field_of_a_thing(&mut self, row: &Row<'_, '_>) -> bool {
        let owner = row.cell_in(named(&row.head.names, OWNER));
        let owned = if owner.is_empty() { None } else { self.entity_of(owner, row.block.line) };
        let Some(entity) = owned.or_else(|| self.entity_above(row.table)) else { return false };
        let attribute = AttributeMention {
            name: row.cell(0).to_owned(),
            required: is_required(row),
            description: description(row).to_owned(),
            typed: row.cell_in(named(&row.head.names, TYPE)).to_owned(),
            line: row.block.line,
        };
        self.attribute(entity, attribute);
        true
    }
}

/// What a row says of its field: its meaning, else what may stand in it, else its type.
fn description<'b>(row: &Row<'_, 'b>) -> &'b str {
    let columns = [MEANING, VALIDATION, TYPE];
    let told = columns.map(|wanted| row.cell_in(named(&row.head.names, wanted)));
    told.into_iter().find(|told| told.chars().any(char::is_alphanumeric)).unwrap_or_default()
}

/// Whether a table lists fields: what each is called, and of which type.
pub(super) fn are_listed(names: &[String]) -> bool {
    let first = names.first().map(String::as_str).unwrap_or_default();
    let told = || named(names, TYPE).or_else(|| named(names, TOLD));
    (FIELD.contains(&first) || first == "name") && told().is_some()
}

/// Whether a column of this name says what may stand in a field.
pub(super) fn is_rule(name: &str) -> bool {
    VALIDATION.contains(&name)
}

/// Whether a table of fields in such a section says what is kept.
fn keeps_data(role: Role) -> bool {
    !matches!(role, Role::Quality | Role::Success | Role::Constraints | Role::Business)
}

/// A field is required unless its row says no; under `optional`, unless it says yes.
fn is_required(row: &Row<'_, '_>) -> bool {
    let needed = named(&row.head.names, NEEDED);
    let answer = row.cell_in(needed).to_lowercase();
    let negative = answer.starts_with("no")
        || answer.starts_with("optional")
        || matches!(answer.as_str(), "n" | "false" | "-" | "✗");
    let inverted = needed.and_then(|at| row.head.names.get(at)).is_some_and(|name| name == "optional");
    if inverted { negative || answer.is_empty() } else { !negative }
}
