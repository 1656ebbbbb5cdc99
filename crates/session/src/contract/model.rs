//! The tables of a design: what SQL, TypeScript and OpenAPI have in common.

use std::collections::BTreeMap;

use frieze_intent::{Attribute, Entity, Intent, RelationshipKind};

use super::kind::{Kind, inner};
use super::names::{Scope, camel, pascal, slug, snake};

/// What a key column is named after the table that it points to.
const KEY: &str = "id";

pub(super) struct Model<'a> {
    /// A table for each entity, in the design's order; then one for each name that only a relationship has.
    pub(super) tables: Vec<Table<'a>>,
    pub(super) joins: Vec<Join>,
    /// Each pair of tables that a relationship connects, once.
    pub(super) links: Vec<[usize; 2]>,
}

#[derive(Default)]
pub(super) struct Table<'a> {
    /// The name in the design.
    pub(super) entity: &'a str,
    pub(super) description: &'a str,
    pub(super) sql: String,
    pub(super) type_name: String,
    /// The key in `components/schemas` of OpenAPI, which is ASCII.
    pub(super) schema: String,
    /// The first one is the primary key.
    pub(super) columns: Vec<Column<'a>>,
    /// Properties with the keys of a many-to-many relationship, and the other table.
    pub(super) lists: Vec<(String, usize)>,
    names: Scope,
    properties: Scope,
}

#[derive(Default)]
pub(super) struct Column<'a> {
    pub(super) sql: String,
    pub(super) property: String,
    pub(super) kind: Kind,
    pub(super) required: bool,
    pub(super) unique: bool,
    pub(super) note: &'a str,
    /// The table whose key it holds.
    pub(super) target: Option<usize>,
    /// The entity that its type names.
    refers: Option<&'a str>,
}

/// A table of a many-to-many relationship.
pub(super) struct Join {
    pub(super) sql: String,
    pub(super) sides: [(String, usize); 2],
}

impl<'a> Model<'a> {
    pub(super) fn of(intent: &'a Intent) -> Self {
        let (mut sql, mut types, mut schemas) = (Scope::default(), Scope::default(), Scope::default());
        let entities = &intent.data_model.entities;
        let (mut tables, mut by_name) = (Vec::new(), BTreeMap::new());
        for (at, entity) in entities.iter().enumerate() {
            tables.push(Table::new(&entity.name, &entity.description, &entity.attributes));
            by_name.entry(entity.name.as_str()).or_insert(at);
        }
        let why = "The design names it in a relationship, and does not describe it.";
        for name in entities.iter().flat_map(|entity| &entity.relationships).map(|to| to.to.as_str()) {
            by_name.entry(name).or_insert_with(|| {
                tables.push(Table::new(name, why, &[]));
                tables.len() - 1
            });
        }
        let keys: Vec<Kind> = tables.iter().map(|table| table.columns[0].kind.clone()).collect();
        for column in tables.iter_mut().flat_map(|table| &mut table.columns) {
            // Attributes of type `reference(Order)` hold the key of the table.
            if let Some(target) = column.refers.and_then(|name| by_name.get(name)) {
                (column.target, column.kind) = (Some(*target), keys[*target].clone());
            }
        }
        for table in &mut tables {
            table.sql = sql.unique(snake(table.entity, "entity"));
            table.type_name = types.unique(pascal(table.entity, "Entity"));
            let ascii = table.type_name.replace(|c: char| !c.is_ascii(), "-");
            table.schema = schemas.unique(slug(&ascii, "Entity"));
        }
        let mut model = Self { tables, joins: Vec::new(), links: Vec::new() };
        model.add_relationships(entities, &by_name, &mut sql);
        model
    }

    /// The kind of a table's primary key.
    pub(super) fn key_of(&self, table: usize) -> Kind {
        self.tables[table].columns[0].kind.clone()
    }

    /// A design names a relationship on one side or on both. The n-th from A to B and the n-th from B to A are the
    /// same one.
    fn add_relationships(&mut self, entities: &[Entity], by_name: &BTreeMap<&str, usize>, sql: &mut Scope) {
        use RelationshipKind::{ManyToMany, OneToMany, OneToOne};
        let mut pairs: BTreeMap<[usize; 2], [Vec<RelationshipKind>; 2]> = BTreeMap::new();
        for (from, entity) in entities.iter().enumerate() {
            for relationship in &entity.relationships {
                let Some(to) = by_name.get(relationship.to.as_str()) else { continue };
                let sides = pairs.entry([from.min(*to), from.max(*to)]).or_default();
                sides[usize::from(from > *to)].push(relationship.kind);
            }
        }
        for ([one, other], [forth, back]) in pairs {
            for n in 0..forth.len().max(back.len()) {
                match (forth.get(n), back.get(n)) {
                    (Some(ManyToMany), _) | (_, Some(ManyToMany)) | (Some(OneToMany), Some(OneToMany)) => {
                        self.add_join(one, other, sql);
                    }
                    (Some(OneToMany), Some(OneToOne) | None) => self.add_key(other, one, false),
                    (Some(OneToOne) | None, Some(OneToMany)) => self.add_key(one, other, false),
                    (Some(OneToOne), _) => self.add_key(one, other, true),
                    (None, _) => self.add_key(other, one, true),
                }
            }
            self.links.push([one, other]);
        }
    }

    /// A column in `table` with the key of `target`.
    fn add_key(&mut self, table: usize, target: usize, unique: bool) {
        let (name, kind) = (format!("{} {KEY}", self.tables[target].entity), self.key_of(target));
        let sql = format!("{}_{KEY}", self.tables[target].sql);
        let of = &mut self.tables[table];
        let column = of.column(sql, camel(&name, "otherId"), kind);
        of.columns.push(Column { unique, target: Some(target), ..column });
    }

    fn add_join(&mut self, one: usize, other: usize, sql: &mut Scope) {
        let mut columns = Scope::default();
        let sides =
            [one, other].map(|side| (columns.unique(format!("{}_{KEY}", self.tables[side].sql)), side));
        let name = format!("{}_{}", self.tables[one].sql, self.tables[other].sql);
        self.joins.push(Join { sql: sql.unique(name), sides });
        for (table, target) in [(one, other), (other, one)].iter().take(if one == other { 1 } else { 2 }) {
            let name = format!("{} ids", self.tables[*target].entity);
            let of = &mut self.tables[*table];
            let property = of.properties.unique(camel(&name, "otherIds"));
            of.lists.push((property, *target));
        }
    }
}

impl<'a> Table<'a> {
    /// A table without its names.
    fn new(entity: &'a str, description: &'a str, attributes: &'a [Attribute]) -> Self {
        let mut table = Self { entity, description, ..Self::default() };
        let key = attributes.iter().position(|attribute| snake(&attribute.name, "") == KEY);
        let own = key.map(|at| &attributes[at]);
        let kind = if own.is_none_or(|own| own.kind == "integer") { "integer" } else { "identifier" };
        // The table's own key comes first.
        let column = table.column(KEY.to_owned(), KEY.to_owned(), Kind::of(kind));
        let note = own.and_then(|own| own.description.as_deref()).unwrap_or_default();
        table.columns.push(Column { required: true, note, ..column });
        let mut has_identifier = key.is_some();
        for (_, attribute) in attributes.iter().enumerate().filter(|(at, _)| Some(*at) != key) {
            let Attribute { name, kind, required, description, .. } = attribute;
            let is_identifier = *required && kind == "identifier";
            let unique = is_identifier && !has_identifier;
            has_identifier |= is_identifier;
            let (note, refers) = (description.as_deref().unwrap_or_default(), inner(kind, "reference"));
            let column = table.column(snake(name, "attribute"), camel(name, "attribute"), Kind::of(kind));
            table.columns.push(Column { required: *required, unique, note, refers, ..column });
        }
        table
    }

    /// A column that may be empty, with names that no other column of the table has.
    fn column(&mut self, sql: String, property: String, kind: Kind) -> Column<'a> {
        let (sql, property) = (self.names.unique(sql), self.properties.unique(property));
        Column { sql, property, kind, ..Column::default() }
    }
}
