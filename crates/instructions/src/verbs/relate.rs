//! `relate`: adds a relationship between two entities, or changes its kind. Both entities list it.

use frieze_intent::{Intent, Relationship, RelationshipKind};

use super::{Effect, Instruction, Outcome, entity, lost};
use crate::element::{At, Key, Kind, short};
use crate::names::{Scope, fold};

pub(super) fn relate(scope: &Scope<'_>, it: &Instruction<'_>, next: &mut Intent) -> Outcome {
    use RelationshipKind::{ManyToMany, OneToMany, OneToOne};
    let clauses = it.phrase.clauses(&["to", "as"])?;
    let (to, kind) = clauses.get("to").zip(clauses.get("as")).ok_or_else(|| it.hint())?;
    let from = scope.find_or(clauses.head, it.subject, &[Kind::Entity])?;
    let to = scope.find(to, &[Kind::Entity])?;
    let (At::Entity(from), At::Entity(to)) = (from, to) else { return Err(lost()) };
    let written = kind.bare().text().to_lowercase();
    // The schema has no many-to-one: the entity with many others is one-to-many, the other one is one-to-one.
    let (kind, back) = match written.as_str() {
        "one-to-one" => (OneToOne, OneToOne),
        "one-to-many" => (OneToMany, OneToOne),
        "many-to-one" => (OneToOne, OneToMany),
        "many-to-many" => (ManyToMany, ManyToMany),
        other => return Err(format!("“{}” is not a kind of relationship. {}", short(other), it.hint())),
    };
    let (from_name, to_name) = (entity(next, from)?.name.clone(), entity(next, to)?.name.clone());
    let what =
        format!("Related “{}” to “{}” as {written}, on both sides.", short(&from_name), short(&to_name));
    let mut changed = vec![Key::new(Kind::Relationship, &from_name, &to_name)];
    put(&mut entity(next, from)?.relationships, &to_name, kind, it.text());
    if from != to {
        put(&mut entity(next, to)?.relationships, &from_name, back, None);
        changed.push(Key::new(Kind::Relationship, &to_name, &from_name));
    }
    Ok(Effect { changed, ..Effect::changed(what, None) })
}

/// Adds a relationship to an entity, or changes its kind.
fn put(list: &mut Vec<Relationship>, to: &str, kind: RelationshipKind, description: Option<String>) {
    match list.iter_mut().find(|known| fold(&known.to) == fold(to)) {
        Some(known) => {
            known.kind = kind;
            known.description = description.or_else(|| known.description.take());
        }
        None => list.push(Relationship { to: to.to_owned(), kind, description }),
    }
}
