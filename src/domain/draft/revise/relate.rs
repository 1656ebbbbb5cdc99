//! How things belong together, said in review: `An invoice belongs to one member`, `A member has many invoices`.

use super::super::model::relation_told;
use super::apply::Outcome;
use super::element::{Element, find, plain};
use super::instruction::Ask;
use super::pieces::{after, cut};
use crate::domain::intent::{Intent, Relationship, RelationshipKind};

pub(super) fn relation(text: &str) -> Option<Ask> {
    const ONE: &[&str] = &["a ", "an ", "each ", "every ", "one "];
    let told = after(text, ONE)?;
    if let Some((many, one)) = cut(
        told,
        &[
            " belongs to exactly one ",
            " belongs to one ",
            " belongs to a ",
            " belongs to an ",
            " belongs to the ",
        ],
    ) {
        return short(one, many).map(|(one, many)| Ask::Relate { one, many, several: true });
    }
    if let Some((one, many)) = cut(
        told,
        &[
            " has many ",
            " can have many ",
            " may have many ",
            " has several ",
            " can have several ",
            " has any number of ",
        ],
    ) {
        return short(one, many).map(|(one, many)| Ask::Relate { one, many, several: true });
    }
    let (one, other) = cut(told, &[" has exactly one ", " has one "])?;
    short(one, other).map(|(one, many)| Ask::Relate { one, many, several: false })
}

fn short(one: &str, many: &str) -> Option<(String, String)> {
    let fits = |name: &str| (1..=3).contains(&name.split_whitespace().count());
    (fits(one) && fits(many)).then(|| (plain(one), plain(many)))
}

pub(super) fn relate(intent: &mut Intent, one: &str, many: &str, several: bool) -> Outcome {
    let entity = |name: &str| {
        let named = super::super::words::stems(name);
        let known = intent.data_model.entities.iter().find(|e| super::super::words::stems(&e.name) == named);
        let known = known.map(|e| e.name.clone()).or_else(|| {
            find(intent, &format!("entity {name}"))
                .into_iter()
                .find_map(|e| if let Element::Entity(name) = e { Some(name) } else { None })
        });
        known.ok_or_else(|| {
            format!("There is no thing called “{name}” in the data model: say “add entity {name}” first.")
        })
    };
    let (one, many) = (entity(one)?, entity(many)?);
    if one == many {
        return Err(format!("“{one}” cannot belong to itself."));
    }
    let kinds = if several {
        (RelationshipKind::OneToMany, RelationshipKind::OneToOne)
    } else {
        (RelationshipKind::OneToOne, RelationshipKind::OneToOne)
    };
    for (from, to, kind, belongs) in [(&one, &many, kinds.0, false), (&many, &one, kinds.1, several)] {
        let Some(entity) = intent.data_model.entities.iter_mut().find(|e| e.name == *from) else { continue };
        entity.relationships.retain(|r| r.to != *to);
        let description = Some(relation_told(from, to, kind, belongs));
        entity.relationships.push(Relationship { to: to.clone(), kind, description });
    }
    let told = if several { "has any number of" } else { "has one" };
    Ok((
        vec![Element::Entity(one.clone()), Element::Entity(many.clone())],
        format!("“{one}” now {told} “{many}”."),
    ))
}
