//! Tables of fields and of things: rows that say what data the product keeps.

use super::AttributeMention;
use super::prose::Prose;
use super::reading::Reader;
use super::section::Role;

impl Reader<'_> {
    /// A row of a table of fields: an attribute of the entity in the heading.
    pub(super) fn field_row(&mut self, names: &[String], table: usize, row: usize) -> bool {
        let Some(block) = self.block(row) else { return false };
        let first = names.first().map(String::as_str).unwrap_or_default();
        let typed = names.iter().any(|n| {
            matches!(
                n.as_str(),
                "type" | "data type" | "required" | "required?" | "mandatory" | "format" | "typ" | "tipo"
            )
        });
        let fields = matches!(
            first,
            "field"
                | "attribute"
                | "column"
                | "property"
                | "field name"
                | "feld"
                | "campo"
                | "champ"
                | "attribut"
                | "поле"
                | "字段"
        ) || (typed && first == "name");
        let text = |at: usize| block.cells.get(at).map(Prose::text).unwrap_or_default();
        if fields
            && !matches!(
                self.role_of(table),
                Role::Quality | Role::Success | Role::Constraints | Role::Business
            )
        {
            // A column may say whose field it is.
            let owner = names.iter().position(|n| {
                matches!(
                    n.as_str(),
                    "belongs to" | "entity" | "object" | "of" | "table" | "record" | "entität" | "objekt"
                )
            });
            let owner = owner.map(text).filter(|name| !name.is_empty());
            let owned = owner.and_then(|name| self.entity_of(name, block.line));
            let Some(entity) = owned.or_else(|| self.entity_above(table)) else { return false };
            let needed = names
                .iter()
                .position(|n| matches!(n.as_str(), "required" | "required?" | "mandatory" | "optional"));
            let answer = needed.map(|at| text(at).to_lowercase()).unwrap_or_default();
            let negative = answer.starts_with("no")
                || answer == "n"
                || answer.starts_with("optional")
                || answer == "false"
                || answer == "-"
                || answer == "✗";
            let inverted = needed.and_then(|at| names.get(at)).is_some_and(|n| n == "optional");
            let required = if inverted { negative || answer.is_empty() } else { !negative };
            let about = names
                .iter()
                .position(|n| {
                    matches!(
                        n.as_str(),
                        "description" | "notes" | "meaning" | "beschreibung" | "type" | "data type"
                    )
                })
                .map(text)
                .unwrap_or_default();
            let attribute = AttributeMention {
                name: text(0).to_owned(),
                required,
                description: about.to_owned(),
                line: block.line,
            };
            self.attribute(entity, attribute);
            return true;
        }
        if matches!(
            first,
            "entity"
                | "object"
                | "data object"
                | "entität"
                | "entidad"
                | "model"
                | "objekt"
                | "objeto"
                | "objet"
                | "entité"
                | "record"
        ) {
            let details = names
                .iter()
                .position(|n| {
                    matches!(
                        n.as_str(),
                        "attributes"
                            | "angaben"
                            | "felder"
                            | "attribute"
                            | "eigenschaften"
                            | "merkmale"
                            | "campos"
                            | "atributos"
                            | "attributs"
                            | "champs"
                            | "fields"
                            | "properties"
                            | "key attributes"
                            | "key fields"
                    )
                })
                .map(text)
                .unwrap_or_default();
            let about =
                names.iter().position(|n| n == "description" || n == "purpose").map(text).unwrap_or_default();
            self.table_entity(text(0), about, details, block.line);
            return true;
        }
        false
    }
}
