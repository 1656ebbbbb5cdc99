//! Every text of ours in an intent, visited in one place, and words replaced in them as a person would.
//! Requirements are the brief's own words and are never touched.

use super::super::phrase::{capital, small};
use super::super::words::plural;
use crate::domain::intent::{Intent, Step};

/// Shows every text of ours to `change`.
pub(super) fn each(intent: &mut Intent, change: &mut dyn FnMut(&mut String)) {
    change(&mut intent.title);
    change(&mut intent.summary);
    intent.goals.iter_mut().for_each(&mut *change);
    intent.open_questions.iter_mut().for_each(&mut *change);
    for flow in &mut intent.user_flows {
        change(&mut flow.name);
        change(&mut flow.actor);
        flow.goal.iter_mut().for_each(&mut *change);
        flow.steps.iter_mut().for_each(|s| step(s, change));
        for alternative in &mut flow.alternatives {
            change(&mut alternative.condition);
            alternative.steps.iter_mut().for_each(|s| step(s, change));
        }
    }
    for c in &mut intent.components {
        change(&mut c.name);
        change(&mut c.description);
        c.states.iter_mut().for_each(&mut *change);
    }
    for e in &mut intent.data_model.entities {
        change(&mut e.description);
        for a in &mut e.attributes {
            a.description.iter_mut().for_each(&mut *change);
        }
        for r in &mut e.relationships {
            r.description.iter_mut().for_each(&mut *change);
        }
    }
    for i in &mut intent.interactions {
        change(&mut i.trigger);
        change(&mut i.response);
        i.feedback.iter_mut().for_each(&mut *change);
    }
}

fn step(step: &mut Step, change: &mut dyn FnMut(&mut String)) {
    change(&mut step.action);
    step.outcome.iter_mut().for_each(&mut *change);
}

/// Replaces a name and its plural where they stand as whole words, keeping the case of the place. Says whether it did.
pub(super) fn replace(text: &mut String, from: &str, to: &str) -> bool {
    replace_forms(text, from, to, false)
}

/// The same in a name, where words may be joined as in `CartLine`.
pub(super) fn replace_in_name(name: &mut String, from: &str, to: &str) -> bool {
    replace_forms(name, from, to, true)
}

/// Whether a name stands in a text as whole words.
pub(super) fn speaks_of(text: &str, name: &str) -> bool {
    replace(&mut text.to_owned(), name, "")
}

fn replace_forms(text: &mut String, from: &str, to: &str, joined: bool) -> bool {
    let many = (plural(from), plural(to));
    let mut done = false;
    if many.0 != from {
        done |= replace_one(text, &many.0, &many.1, joined);
    }
    done | replace_one(text, from, to, joined)
}

fn replace_one(text: &mut String, from: &str, to: &str, joined: bool) -> bool {
    let wanted: Vec<char> = from.to_lowercase().chars().collect();
    if wanted.is_empty() {
        return false;
    }
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let mut done = false;
    // Whether a word ends between two letters.
    let parted = |a: char, b: char| {
        let words = !part_of_word(a) || !part_of_word(b);
        words || joined && (a.is_lowercase() || a.is_numeric()) && b.is_uppercase()
    };
    while at < chars.len() {
        let end = at + wanted.len();
        let here = chars[at..].iter().take(wanted.len());
        let same =
            end <= chars.len() && here.zip(&wanted).all(|(a, b)| a.to_lowercase().eq(b.to_lowercase()));
        let open = at == 0 || parted(chars[at - 1], chars[at]);
        if same && open && (end == chars.len() || parted(chars[end - 1], chars[end])) {
            out.push_str(&if chars[at].is_uppercase() { capital(to) } else { small(to) });
            at = end;
            done = true;
        } else {
            out.push(chars[at]);
            at += 1;
        }
    }
    if done {
        *text = out;
    }
    done
}

/// Scripts without spaces between words begin behind the alphabets.
fn part_of_word(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{2e80}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_replaced_as_a_whole_word_with_its_plural_and_case() {
        for (text, from, to, expected) in [
            ("The Cart and carts", "Cart", "Basket", "The Basket and baskets"),
            ("cartography", "Cart", "Basket", "cartography"),
            ("Order list", "order", "purchase order", "Purchase order list"),
            ("CartLine and Cart_Line", "Cart", "Basket", "CartLine and Basket_Line"),
            ("Cartäpfel", "Cart", "Basket", "Cartäpfel"),
            ("注文リスト", "注文", "オーダー", "オーダーリスト"),
        ] {
            let mut now = text.to_owned();
            replace(&mut now, from, to);
            assert_eq!(now, expected);
        }
    }

    #[test]
    fn joined_words_of_a_name_are_words() {
        for (name, expected) in [
            ("CartLine", "BasketLine"),
            ("cart_line", "basket_line"),
            ("Cart Line", "Basket Line"),
            ("Cartography", "Cartography"),
            ("GoCart", "GoBasket"),
            ("gocart", "gocart"),
        ] {
            let mut now = name.to_owned();
            replace_in_name(&mut now, "Cart", "Basket");
            assert_eq!(now, expected);
        }
    }
}
