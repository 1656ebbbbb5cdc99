//! The tables of a design: what SQL, TypeScript and OpenAPI have in common.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::{Attribute, Entity, Intent, RelationshipKind};

use super::kind::{Kind, inner};
use super::names::{Scope, camel, pascal, slug, snake};

/// The most columns of a table: SQLite takes 2000, other databases 1600. The others go to further tables with the
/// same key.
pub(super) const MOST_COLUMNS: usize = 1_000;
/// What a key column is named after the table that it points to.
const KEY: &str = "id";

pub(super) struct Model<'a> {
    /// A table for each entity, in the design's order; then one for each name that only a relationship has.
    pub(super) tables: Vec<Table<'a>>,
    pub(super) joins: Vec<Join>,
    /// Each pair of tables that a relationship connects, once.
    pub(super) links: Vec<Link>,
}

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
    /// The tables of the columns beyond [`MOST_COLUMNS`].
    pub(super) parts: Vec<String>,
    /// Properties with the keys of a many-to-many relationship, and the other table.
    pub(super) lists: Vec<(String, usize)>,
    names: Scope,
    properties: Scope,
}

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

/// A relationship, and what holds its key.
pub(super) struct Link {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) key: Key,
}

pub(super) enum Key {
    /// In this table.
    Column(usize),
    /// A table of its own.
    Join,
}

impl<'a> Model<'a> {
    pub(super) fn of(intent: &'a Intent) -> Self {
        let (mut sql, mut types, mut schemas) = (Scope::default(), Scope::default(), Scope::default());
        let mut by_name: BTreeMap<&str, usize> = BTreeMap::new();
        let mut tables: Vec<Table> = Vec::new();
        let mut add = |name: &'a str, description: &'a str, attributes: &'a [Attribute]| {
            by_name.entry(name).or_insert(tables.len());
            let type_name = types.unique(pascal(name, "Entity"));
            tables.push(Table::new(
                name,
                description,
                attributes,
                sql.unique(snake(name, "entity")),
                type_name,
            ));
        };
        let entities = &intent.data_model.entities;
        entities.iter().for_each(|entity| add(&entity.name, &entity.description, &entity.attributes));
        let mut known: BTreeSet<&str> = entities.iter().map(|entity| entity.name.as_str()).collect();
        for relationship in entities.iter().flat_map(|entity| &entity.relationships) {
            if known.insert(&relationship.to) {
                add(
                    &relationship.to,
                    "The design names it in a relationship, and does not describe it.",
                    &[],
                );
            }
        }
        for table in &mut tables {
            table.schema =
                schemas.unique(slug(&table.type_name.replace(|c: char| !c.is_ascii(), "-"), "Entity"));
        }
        let mut model = Self { tables, joins: Vec::new(), links: Vec::new() };
        model.add_references(&by_name);
        model.add_relationships(entities, &by_name, &mut sql);
        for table in &mut model.tables {
            let parts = table.columns.len().saturating_sub(1) / MOST_COLUMNS;
            table.parts = (2..=parts + 1).map(|n| sql.unique(format!("{}_part_{n}", table.sql))).collect();
        }
        model
    }

    /// The kind of a table's primary key.
    pub(super) fn key_of(&self, table: usize) -> Kind {
        self.tables
            .get(table)
            .and_then(|table| table.columns.first())
            .map_or_else(|| Kind::of("integer"), |key| key.kind.clone())
    }

    /// Attributes of type `reference(Order)` hold the key of the table.
    fn add_references(&mut self, by_name: &BTreeMap<&str, usize>) {
        let keys: Vec<Kind> = (0..self.tables.len()).map(|table| self.key_of(table)).collect();
        for column in self.tables.iter_mut().flat_map(|table| table.columns.iter_mut().skip(1)) {
            let target = column.refers.and_then(|name| by_name.get(name)).copied();
            if let Some((target, kind)) = target.and_then(|target| Some((target, keys.get(target)?))) {
                (column.target, column.kind) = (Some(target), kind.clone());
            }
        }
    }

    /// A design names a relationship on one side or on both. The n-th from A to B and the n-th from B to A are the
    /// same one.
    fn add_relationships(&mut self, entities: &[Entity], by_name: &BTreeMap<&str, usize>, sql: &mut Scope) {
        type Sides = [Vec<RelationshipKind>; 2];
        let mut pairs: BTreeMap<(usize, usize), Sides> = BTreeMap::new();
        for (from, entity) in entities.iter().enumerate() {
            for relationship in &entity.relationships {
                let Some(to) = by_name.get(relationship.to.as_str()) else { continue };
                let sides = pairs.entry((from.min(*to), from.max(*to))).or_default();
                sides[usize::from(from > *to)].push(relationship.kind);
            }
        }
        for ((one, other), [forth, back]) in pairs {
            for n in 0..forth.len().max(back.len()) {
                self.add_relationship(one, other, forth.get(n).copied(), back.get(n).copied(), sql);
            }
        }
    }

    fn add_relationship(
        &mut self,
        one: usize,
        other: usize,
        forth: Option<RelationshipKind>,
        back: Option<RelationshipKind>,
        sql: &mut Scope,
    ) {
        use RelationshipKind::{ManyToMany, OneToMany, OneToOne};
        let key = match (forth, back) {
            (Some(ManyToMany), _) | (_, Some(ManyToMany)) | (Some(OneToMany), Some(OneToMany)) => {
                self.add_join(one, other, sql)
            }
            (Some(OneToMany), Some(OneToOne) | None) => self.add_key(other, one, false),
            (Some(OneToOne) | None, Some(OneToMany)) => self.add_key(one, other, false),
            (Some(OneToOne), _) => self.add_key(one, other, true),
            (None, Some(OneToOne)) => self.add_key(other, one, true),
            (None, None) => return,
        };
        if self.links.last().is_none_or(|last| (last.from, last.to) != (one, other)) {
            self.links.push(Link { from: one, to: other, key });
        }
    }

    /// A column in `table` with the key of `target`.
    fn add_key(&mut self, table: usize, target: usize, unique: bool) -> Key {
        let (name, kind) = (format!("{} {KEY}", self.tables[target].entity), self.key_of(target));
        let table_name = format!("{}_{KEY}", self.tables[target].sql);
        let of = &mut self.tables[table];
        let column = Column {
            sql: of.names.unique(table_name),
            property: of.properties.unique(camel(&name, "otherId")),
            kind,
            required: false,
            unique,
            note: "",
            target: Some(target),
            refers: None,
        };
        of.columns.push(column);
        Key::Column(table)
    }

    fn add_join(&mut self, one: usize, other: usize, sql: &mut Scope) -> Key {
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
        Key::Join
    }
}

impl<'a> Table<'a> {
    fn new(
        entity: &'a str,
        description: &'a str,
        attributes: &'a [Attribute],
        sql: String,
        type_name: String,
    ) -> Self {
        let (mut names, mut properties) = (Scope::default(), Scope::default());
        let mut columns: Vec<Column> = Vec::with_capacity(attributes.len() + 1);
        let is_key = |attribute: &Attribute| snake(&attribute.name, "") == KEY;
        let key = attributes.iter().position(is_key);
        let mut add = |name: &str, kind: Kind, required: bool| Column {
            sql: names.unique(snake(name, "attribute")),
            property: properties.unique(camel(name, "attribute")),
            kind,
            required,
            unique: false,
            note: "",
            target: None,
            refers: None,
        };
        // The table's own key comes first.
        match key.map(|at| &attributes[at]) {
            None => columns.push(add(KEY, Kind::of("integer"), true)),
            Some(own) => {
                let kind = Kind::of(if own.kind == "integer" { "integer" } else { "identifier" });
                columns.push(Column {
                    note: own.description.as_deref().unwrap_or_default(),
                    ..add(KEY, kind, true)
                });
            }
        }
        let mut has_identifier = key.is_some();
        for (_, attribute) in attributes.iter().enumerate().filter(|(at, _)| Some(*at) != key) {
            let is_identifier = attribute.required && attribute.kind == "identifier";
            let unique = is_identifier && !has_identifier;
            has_identifier |= is_identifier;
            columns.push(Column {
                unique,
                note: attribute.description.as_deref().unwrap_or_default(),
                refers: inner(&attribute.kind, "reference"),
                ..add(&attribute.name, Kind::of(&attribute.kind), attribute.required)
            });
        }
        let (schema, parts, lists) = (String::new(), Vec::new(), Vec::new());
        Self { entity, description, sql, type_name, schema, columns, parts, lists, names, properties }
    }
}
