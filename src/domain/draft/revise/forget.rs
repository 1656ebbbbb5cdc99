//! Open questions after something was taken out: its name leaves the lists that questions ask about, and a question
//! that asks about nothing else goes.

use super::super::phrase::{label, listed, small};
use super::super::words::plural;
use super::element::{Element, named};
use crate::domain::intent::Intent;

/// Lets the open questions of a design follow what left it; `before` still holds it.
pub(super) fn forget(intent: &mut Intent, before: &Intent, gone: &[Element]) {
    for element in gone {
        if !matches!(element, Element::Component(_) | Element::Flow(_) | Element::Entity(_)) {
            continue;
        }
        let name = named(before, element);
        // Another element of that name may still be meant.
        if stays(intent, &name) {
            continue;
        }
        let questions = std::mem::take(&mut intent.open_questions);
        intent.open_questions = questions.into_iter().filter_map(|q| without(q, &name)).collect();
    }
}

fn stays(intent: &Intent, name: &str) -> bool {
    let parts = intent.components.iter().map(|c| &c.name);
    let flows = intent.user_flows.iter().map(|f| &f.name);
    let things = intent.data_model.entities.iter().map(|e| &e.name);
    parts.chain(flows).chain(things).any(|n| n.eq_ignore_ascii_case(name))
}

/// A question without a name that it asks about; none where it asks about that alone.
fn without(question: String, name: &str) -> Option<String> {
    if question.starts_with(&format!("What does the {} show, what is done there", small(name))) {
        return None;
    }
    let things = ("Which properties do ", " have?");
    if let Some((list, rest)) = question.strip_prefix(things.0).and_then(|q| q.split_once(things.1)) {
        let all: Vec<&str> = list.split(", ").flat_map(|part| part.split(" and ")).collect();
        let gone = plural(&label(name));
        let left: Vec<String> = all.iter().filter(|n| **n != gone).map(|n| (*n).to_owned()).collect();
        if left.len() < all.len() {
            let asked = format!("{}{}{}{rest}", things.0, listed(&left), things.1);
            return (!left.is_empty()).then_some(asked);
        }
    }
    quoted(question, name)
}

/// The same for names in quotation marks.
fn quoted(question: String, name: &str) -> Option<String> {
    let gone = format!("“{name}”");
    let Some(at) = question.find(&gone) else { return Some(question) };
    let (mut from, mut to) = (at, at + gone.len());
    let mut list: Vec<&str> = vec![question.get(from..to)?];
    // The list in which it stands, to both sides.
    while let Some((mark, start)) = JOINTS.iter().find_map(|mark| {
        let head = question.get(..from)?.strip_suffix(mark)?;
        head.ends_with('”').then(|| head.rfind('“').map(|start| (mark, start)))?
    }) {
        list.insert(0, question.get(start..from - mark.len())?);
        from = start;
    }
    while let Some((mark, end)) = JOINTS.iter().find_map(|mark| {
        let tail = question.get(to..)?.strip_prefix(mark)?;
        let end = tail.starts_with('“').then(|| tail.find('”'))??;
        Some((mark, end + '”'.len_utf8()))
    }) {
        list.push(question.get(to + mark.len()..to + mark.len() + end)?);
        to += mark.len() + end;
    }
    let left: Vec<String> = list.into_iter().filter(|n| *n != gone).map(str::to_owned).collect();
    if left.is_empty() {
        return None;
    }
    let asked = format!("{}{}{}", question.get(..from)?, listed(&left), question.get(to..)?);
    Some(asked)
}

/// What stands between the names of a list.
const JOINTS: [&str; 3] = [", ", " and ", ", and "];

#[cfg(test)]
mod tests {
    use super::without;

    #[test]
    fn a_name_leaves_the_list_in_which_it_stands() {
        for (question, expected) in [
            ("What do “A”, “B” and “C” show?", Some("What do “A” and “C” show?")),
            ("What do “A” and “B” show? Is “C” one?", Some("What do “A” show? Is “C” one?")),
            ("What happens when “B” goes wrong?", None),
            ("What does the b show, what is done there, and more?", None),
            (
                "Which properties do as, bs and cs have? None.",
                Some("Which properties do as and cs have? None."),
            ),
            ("Which properties do bs have? None.", None),
            ("Is “Big B” one?", Some("Is “Big B” one?")),
            ("B or not B?", Some("B or not B?")),
        ] {
            assert_eq!(without(question.to_owned(), "B").as_deref(), expected, "{question}");
        }
    }
}
