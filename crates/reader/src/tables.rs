//! Reader of tables of requirements, stories, tickets, roles, entities and fields, by the heads of their columns.

use frieze_document::Row;
use frieze_language::{Cell, Column, Topic};

use crate::unit::{Form, Unit};
use crate::walk::Walk;
use crate::{Attribute, Force, Screen, Why, entities, label};

/// The cells of a row in known columns.
struct Cells<'r> {
    row: &'r Row,
    columns: &'r [Option<Column>],
}

impl Cells<'_> {
    fn get(&self, column: Column) -> &str {
        let at = self.columns.iter().position(|known| *known == Some(column));
        at.and_then(|at| self.row.cells.get(at)).map_or("", |cell| cell.trim())
    }

    /// The first of these cells that has a text; else an empty one.
    fn first(&self, columns: &[Column]) -> &str {
        columns.iter().map(|column| self.get(*column)).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// The cell of a column, or else the first of the row.
    fn or_first(&self, column: Column) -> &str {
        let text = self.get(column);
        if text.is_empty() { self.row.cells.first().map_or("", |cell| cell.trim()) } else { text }
    }
}

impl Walk {
    pub fn table(&mut self, head: &[String], rows: &[Row], line: u32) {
        let columns: Vec<_> = head.iter().map(|cell| self.words.column(cell)).collect();
        let has = |column| columns.contains(&Some(column));
        let topic = self.topic();
        if matches!(topic, Some(Topic::Remarks | Topic::OutOfScope)) {
            self.skip(line, Why::NotAsked);
            return;
        }
        let is_things = matches!(topic, Some(Topic::Entities));
        let is_asked = matches!(
            topic,
            Some(
                Topic::Requirements | Topic::Stories | Topic::Criteria | Topic::Quality | Topic::Constraints
            )
        );
        let is_tickets = has(Column::Title)
            && (has(Column::Status) || has(Column::IssueType) || (is_asked && has(Column::Description)));
        let each: fn(&mut Self, &Cells) = if has(Column::Requirement) {
            Self::requirement_row
        } else if has(Column::Story) {
            Self::story_row
        } else if has(Column::Entity) && has(Column::Fields) {
            Self::entity_row
        } else if has(Column::Field) {
            Self::field_row
        } else if is_tickets {
            Self::ticket_row
        } else if has(Column::Term) && has(Column::Meaning) {
            Self::term_row
        } else if has(Column::Role) || topic == Some(Topic::Roles) {
            Self::role_row
        } else if has(Column::Screen) || topic == Some(Topic::Screens) {
            Self::screen_row
        } else if is_things && (has(Column::Entity) || has(Column::Title)) {
            Self::entity_row
        } else {
            Self::other_row
        };
        for row in rows {
            let cells = Cells { row, columns: &columns };
            if self.is_done(&cells) {
                self.skip(row.line, Why::NotAsked);
            } else {
                each(self, &cells);
            }
        }
    }

    fn is_done(&self, cells: &Cells) -> bool {
        let says = |column, cell| self.words.cell(cells.get(column)) == Some(cell);
        says(Column::Status, Cell::Done) || says(Column::IssueType, Cell::Defect)
    }

    /// The force of a row by its priority; without one, it binds.
    fn priority(&self, cells: &Cells) -> Force {
        match self.words.cell(cells.get(Column::Priority)) {
            Some(Cell::Should) => Force::Should,
            Some(Cell::May) => Force::May,
            Some(Cell::Done | Cell::Must | Cell::Yes | Cell::No | Cell::Defect) | None => Force::Must,
        }
    }

    fn row_unit(&self, cells: &Cells, text: &str) -> Unit {
        let (label, text) = label::split(text, false).unwrap_or((cells.get(Column::Id), text));
        let mut unit = self.unit(cells.row.line, Form::Paragraph, text);
        label.clone_into(&mut unit.label);
        unit
    }

    fn requirement_row(&mut self, cells: &Cells) {
        let text = cells.get(Column::Requirement);
        // `Export | The office can export …`: the longer text is the requirement.
        let described = cells.get(Column::Description);
        self.demand(cells, if described.len() > text.len() { described } else { text }, "table.row");
    }

    fn story_row(&mut self, cells: &Cells) {
        self.demand(cells, cells.get(Column::Story), "table.story");
    }

    /// Reads a text that demands something, as a story or as a requirement.
    fn demand(&mut self, cells: &Cells, text: &str, pattern: &'static str) {
        let unit = self.row_unit(cells, text);
        self.demand_of(cells, &unit, pattern);
    }

    fn demand_of(&mut self, cells: &Cells, unit: &Unit, pattern: &'static str) {
        if unit.text.is_empty() {
            self.skip(cells.row.line, Why::Table);
        } else if unit.story().is_some() {
            self.handle(unit, Some(0));
        } else {
            self.requirement(unit, pattern, self.priority(cells), None);
        }
    }

    /// Reads a row of an issue tracker's export: its description if that has a demand, otherwise its title.
    fn ticket_row(&mut self, cells: &Cells) {
        let (title, body) = (cells.get(Column::Title), cells.get(Column::Description));
        let described = self.row_unit(cells, body);
        if described.story().is_some() {
            self.handle(&described, Some(0));
            return;
        }
        let asks = described.modal.is_some_and(|modal| !modal.is_will);
        let mut unit = if asks { described } else { self.row_unit(cells, title) };
        if unit.story().is_none() {
            unit.label = cells.get(Column::Id).to_owned();
        }
        self.demand_of(cells, &unit, "table.ticket");
    }

    fn entity_row(&mut self, cells: &Cells) {
        let name = cells.first(&[Column::Entity, Column::Title]);
        if name.is_empty() {
            return self.skip(cells.row.line, Why::Table);
        }
        let words = [Column::Description, Column::Meaning].map(|column| cells.get(column)).join(" ");
        let mut entity = entities::described(&self.words, name, words.trim(), cells.row.line);
        let fields = entities::fields(&self.words, cells.get(Column::Fields), cells.row.line);
        fields.into_iter().for_each(|field| entity.add(field));
        self.reading.entities.push(entity);
    }

    /// Reads a field of the entity that the row or the heading above names.
    fn field_row(&mut self, cells: &Cells) {
        let heading = self.named_heading();
        let name = Some(cells.get(Column::Entity)).filter(|name| !name.is_empty()).or(heading.as_deref());
        let (Some(name), field) = (name, cells.get(Column::Field)) else {
            return self.skip(cells.row.line, Why::Table);
        };
        if field.is_empty() {
            return self.skip(cells.row.line, Why::Table);
        }
        let required = match self.words.cell(cells.get(Column::Required)) {
            Some(Cell::Yes | Cell::Must) => Some(true),
            Some(Cell::No | Cell::May) => Some(false),
            Some(Cell::Done | Cell::Should | Cell::Defect) | None => None,
        };
        let mut entity = entities::described(&self.words, name, "", cells.row.line);
        entity.attributes.push(Attribute {
            name: field.trim_matches('`').to_owned(),
            line: cells.row.line,
            typed: cells.first(&[Column::FieldType, Column::IssueType]).to_owned(),
            required,
            description: cells.get(Column::Description).to_owned(),
        });
        self.reading.entities.push(entity);
    }

    /// Reads a term, which is an entity if its fields are listed.
    fn term_row(&mut self, cells: &Cells) {
        let entity = entities::described(
            &self.words,
            cells.get(Column::Term),
            cells.get(Column::Meaning),
            cells.row.line,
        );
        if entity.attributes.is_empty() || entity.name.is_empty() {
            self.skip(cells.row.line, Why::Prose);
        } else {
            self.reading.entities.push(entity);
        }
    }

    fn role_row(&mut self, cells: &Cells) {
        self.actor(cells.or_first(Column::Role), cells.row.line);
    }

    fn screen_row(&mut self, cells: &Cells) {
        let description = cells.get(Column::Description).to_owned();
        let name = cells.or_first(Column::Screen).to_owned();
        self.screen(Screen { name, line: cells.row.line, description });
    }

    /// Reads a row of a table without known columns: cells with a modal verb are requirements.
    fn other_row(&mut self, cells: &Cells) {
        let mut asks = false;
        for cell in &cells.row.cells {
            let unit = self.unit(cells.row.line, Form::Paragraph, cell.trim());
            if unit.modal.is_some_and(|modal| modal.force != Force::May && !modal.is_will) {
                self.requirement(&unit, "table.cell", Force::Must, None);
                asks = true;
            }
        }
        if !asks {
            self.skip(cells.row.line, Why::Table);
        }
    }
}
