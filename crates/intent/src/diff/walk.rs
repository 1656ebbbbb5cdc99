//! Walk over two intents that finds the changes, in the order of the document.

use serde_json::Value;

use super::change::{Change, Element, Field, Kind};
use super::element::{
    COMPONENTS, ENTITIES, FLOWS, GOALS, INTERACTIONS, NOT_DESIGNED, OPEN_QUESTIONS, REQUIREMENTS, Sort,
};
use super::pairing::pair;
use super::references::{Renames, texts};
use super::sentence::{label, of_fields, quoted};

/// The intent's own fields.
const FIELDS: [&str; 5] = ["schemaVersion", "featureId", "version", "title", "summary"];

/// All changes between two intents. The references of the old one must be translated already.
pub(super) fn intents(old: &Value, new: &Value) -> Vec<Change> {
    let mut walk = Walk { changes: Vec::new() };
    for name in FIELDS {
        if let Some(field) = field(name, old.get(name), new.get(name)) {
            let pointer = format!("/{name}");
            walk.changes.push(Change {
                kind: Kind::Changed,
                element: Element::Design,
                was: Some(pointer.clone()),
                end_was: None,
                pointer,
                sentence: format!("changed {}", of_fields(std::slice::from_ref(&field))),
                fields: vec![field],
            });
        }
    }
    let (old, new) = (Located { value: old, pointer: "" }, Located { value: new, pointer: "" });
    for sort in [&REQUIREMENTS, &NOT_DESIGNED, &GOALS, &FLOWS, &COMPONENTS] {
        walk.list(sort, old, new, "");
    }
    if let (Some(old), Some(new)) = (old.value.get("dataModel"), new.value.get("dataModel")) {
        let pointer = "/dataModel";
        walk.list(&ENTITIES, Located { value: old, pointer }, Located { value: new, pointer }, "");
    }
    for sort in [&INTERACTIONS, &OPEN_QUESTIONS] {
        walk.list(sort, old, new, "");
    }
    walk.changes
}

/// A value with its place.
#[derive(Clone, Copy)]
struct Located<'a> {
    value: &'a Value,
    pointer: &'a str,
}

struct Walk {
    changes: Vec<Change>,
}

impl Walk {
    /// Compares one list of two parents, and returns the ids that changed. `within` ends the sentences.
    fn list(&mut self, sort: &Sort, old_parent: Located, new_parent: Located, within: &str) -> Renames {
        let (old, new) = (sort.items(old_parent.value), sort.items(new_parent.value));
        let mut renames = Renames::new();
        if old == new {
            return renames;
        }
        let at = |parent: Located, index: usize| format!("{}/{}/{index}", parent.pointer, sort.list);
        let pairing = pair(sort, old, new);
        for (j, element) in new.iter().enumerate() {
            let pointer = at(new_parent, j);
            let Some(i) = pairing.old_of[j] else {
                let end = format!("{}/{}/-", old_parent.pointer, sort.list);
                self.plain(Kind::Added, sort, element, pointer, Some(end), within);
                continue;
            };
            let was = at(old_parent, i);
            let pair = Pair {
                sort,
                old: Located { value: &old[i], pointer: &was },
                new: Located { value: element, pointer: &pointer },
                within,
            };
            if sort.id_of(&old[i]) != sort.id_of(element) {
                renames
                    .entry(sort.id_of(&old[i]).to_owned())
                    .or_insert_with(|| Some(sort.id_of(element).to_owned()));
            }
            if pairing.moved[j] {
                let sentence = format!("from place {} to {}", i + 1, j + 1);
                self.changes.push(pair.change(Kind::Moved, &sentence, Vec::new()));
            }
            self.pair(&pair);
        }
        for i in pairing.removed {
            self.plain(Kind::Removed, sort, &old[i], at(old_parent, i), None, within);
        }
        renames
    }

    fn plain(
        &mut self,
        kind: Kind,
        sort: &Sort,
        element: &Value,
        pointer: String,
        end_was: Option<String>,
        within: &str,
    ) {
        let (one, _) = sort.element.words();
        let sentence = format!("{} {one} {}{within}", kind.word(), label(sort, element));
        let was = (kind == Kind::Removed).then(|| pointer.clone());
        let (element, fields) = (sort.element, Vec::new());
        self.changes.push(Change { kind, element, pointer, was, end_was, sentence, fields });
    }

    /// Compares the old and the new version of an element.
    fn pair(&mut self, pair: &Pair) {
        let Pair { sort, old, new, within } = *pair;
        if old.value == new.value {
            return;
        }
        pair.identity(&mut self.changes);
        let inside = format!(" in {} {}{within}", sort.element.words().0, label_in_brief(sort, new.value));
        let mut renames = Renames::new();
        for nested in sort.nested {
            // An alternative names a step, whose id may just have changed.
            if nested.element == Element::Alternative && !renames.is_empty() {
                let mut old_value = old.value.clone();
                translate_branch_points(&mut old_value, &renames);
                self.list(nested, Located { value: &old_value, ..old }, new, &inside);
            } else {
                renames = self.list(nested, old, new, &inside);
            }
        }
        pair.fields(&mut self.changes);
    }
}

fn translate_branch_points(flow: &mut Value, renames: &Renames) {
    let alternatives = flow.get_mut("alternatives").and_then(Value::as_array_mut);
    for at in alternatives.into_iter().flatten().filter_map(|alternative| alternative.get_mut("at")) {
        texts(at, renames);
    }
}

fn label_in_brief(sort: &Sort, element: &Value) -> String {
    if sort.is_prose() { quoted(sort.id_of(element)) } else { sort.id_of(element).to_owned() }
}

/// An old element and the new one that it became.
#[derive(Clone, Copy)]
struct Pair<'a> {
    sort: &'a Sort,
    old: Located<'a>,
    new: Located<'a>,
    within: &'a str,
}

impl Pair<'_> {
    fn change(&self, kind: Kind, what: &str, fields: Vec<Field>) -> Change {
        let (one, _) = self.sort.element.words();
        // A sentence about a rename uses the old name, which people know.
        let known = match kind {
            Kind::Renamed | Kind::Reworded | Kind::Renumbered => self.old.value,
            Kind::Added | Kind::Removed | Kind::Changed | Kind::Moved => self.new.value,
        };
        let what = if what.is_empty() { String::new() } else { format!(": {what}") };
        Change {
            kind,
            element: self.sort.element,
            pointer: self.new.pointer.to_owned(),
            was: Some(self.old.pointer.to_owned()),
            end_was: None,
            sentence: format!("{} {one} {}{}{what}", kind.word(), label(self.sort, known), self.within),
            fields,
        }
    }

    /// Reports another id or name.
    fn identity(&self, changes: &mut Vec<Change>) {
        let Self { sort, old, new, .. } = self;
        let compared = [Some(sort.id), sort.name].into_iter().flatten();
        let fields: Vec<Field> = compared
            .filter_map(|name| field(name, inside(old.value, name), inside(new.value, name)))
            .collect();
        if fields.is_empty() {
            return;
        }
        let digits_alone = |value: &str| value.replace(|c: char| c.is_ascii_digit(), "");
        let kind = match fields.as_slice() {
            _ if sort.is_prose() => Kind::Reworded,
            [id] if sort.serial && id.name == sort.id => {
                let (old, new) = (sort.id_of(old.value), sort.id_of(new.value));
                if digits_alone(old) == digits_alone(new) { Kind::Renumbered } else { Kind::Renamed }
            }
            _ => Kind::Renamed,
        };
        changes.push(self.change(kind, &of_fields(&fields), fields.clone()));
    }

    /// Reports all other fields that changed, and lists with another order.
    fn fields(&self, changes: &mut Vec<Change>) {
        let (Some(old), Some(new)) = (self.old.value.as_object(), self.new.value.as_object()) else { return };
        let identity = |name: &str| name == self.sort.id || Some(name) == self.sort.name;
        let nested = |name: &str| self.sort.nested.iter().any(|sort| sort.list == name);
        let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
        names.sort_unstable();
        names.dedup();
        let compared = names.into_iter().filter(|name| !identity(name) && !nested(name));
        let (moved, changed): (Vec<Field>, Vec<Field>) = compared
            .filter_map(|name| field(name, old.get(name), new.get(name)))
            .partition(|field| same_entries(&field.old, &field.new));
        if !changed.is_empty() {
            changes.push(self.change(Kind::Changed, &of_fields(&changed), changed.clone()));
        }
        if !moved.is_empty() {
            let names: Vec<&str> = moved.iter().map(|field| field.name.as_str()).collect();
            let sentence = format!("order of {}", names.join(", "));
            changes.push(self.change(Kind::Moved, &sentence, moved));
        }
    }
}

/// A field of an element; the element itself if it is a plain text.
fn inside<'a>(element: &'a Value, name: &str) -> Option<&'a Value> {
    if name.is_empty() { Some(element) } else { element.get(name) }
}

fn field(name: &str, old: Option<&Value>, new: Option<&Value>) -> Option<Field> {
    let name = if name.is_empty() { "text" } else { name };
    // An empty optional list equals an absent one.
    let filled = |value: &&Value| value.as_array().is_none_or(|items| !items.is_empty());
    let (old, new) = (old.filter(filled), new.filter(filled));
    (old != new).then(|| Field {
        name: name.to_owned(),
        old: old.cloned().unwrap_or_default(),
        new: new.cloned().unwrap_or_default(),
    })
}

/// Whether two lists of texts hold the same entries.
fn same_entries(old: &Value, new: &Value) -> bool {
    let sorted = |value: &Value| -> Option<Vec<String>> {
        let mut texts: Vec<String> =
            value.as_array()?.iter().map(|entry| entry.as_str().map(str::to_owned)).collect::<Option<_>>()?;
        texts.sort_unstable();
        Some(texts)
    };
    matches!((sorted(old), sorted(new)), (Some(old), Some(new)) if old == new)
}
