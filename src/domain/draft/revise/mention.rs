//! Mentions of a name in a text, and names that give way to others there: all at once, so that no word is replaced
//! that a replacement has just brought. Where names overlap, the longer one is meant.

use super::super::phrase::{capital, label, small};
use super::super::verbs;
use super::super::words::{is_stop, plural, singular, words};

/// Words of the longest name that can be another thing of the same kind; a longer one is a sentence.
const NAME: usize = 5;

/// Names with what stands in their places, longest first. A name without a replacement stays as it is.
#[derive(Default)]
pub(super) struct Renaming {
    entries: Vec<(Vec<char>, Option<String>)>,
}

impl Renaming {
    /// Pairs of an old and a new name, each with its plural. A name that holds an old one stays: what the new
    /// names say already, and the `others`.
    pub(super) fn of(pairs: &[(String, String)], others: &[String]) -> Self {
        let mut all = Self::default();
        for (old, new) in pairs {
            all.put(old, Some(new));
            if plural(old) != *old {
                all.put(&plural(old), Some(&plural(new)));
            }
        }
        let kept = pairs.iter().map(|(_, new)| new).chain(others);
        for name in kept.flat_map(|name| [name.clone(), plural(name), label(name), plural(&label(name))]) {
            all.put(&name, None);
        }
        all.entries.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
        all
    }

    /// Of two entries for one name, the first counts.
    fn put(&mut self, name: &str, new: Option<&str>) {
        let name: Vec<char> = name.to_lowercase().chars().collect();
        if !name.is_empty() && self.entries.iter().all(|(known, _)| *known != name) {
            self.entries.push((name, new.map(str::to_owned)));
        }
    }

    /// Replaces the names in a text where they stand as whole words, keeping the case of each place. Says whether
    /// one of them stood there.
    pub(super) fn text(&self, text: &mut String) -> bool {
        self.replace(text, false)
    }

    /// The same in a name, where words may be joined as in `CartLine`.
    pub(super) fn name(&self, name: &mut String) -> bool {
        self.replace(name, true)
    }

    fn replace(&self, text: &mut String, joined: bool) -> bool {
        let chars: Vec<char> = text.chars().collect();
        // Whether a word ends between two letters.
        let parted = |a: char, b: char| {
            let words = !part_of_word(a) || !part_of_word(b);
            words || joined && (a.is_lowercase() || a.is_numeric()) && b.is_uppercase()
        };
        let stands = |name: &[char], at: usize| {
            let end = at + name.len();
            chars.get(at..end).is_some_and(|here| {
                here.iter().zip(name).all(|(a, b)| a.to_lowercase().eq(b.to_lowercase()))
                    && (end == chars.len() || parted(chars[end - 1], chars[end]))
            })
        };
        let mut out = String::with_capacity(text.len());
        let (mut at, mut done) = (0, false);
        while at < chars.len() {
            let opens = at == 0 || parted(chars[at - 1], chars[at]);
            let here = self.entries.iter().find(|(name, _)| opens && stands(name, at));
            let len = here.map_or(1, |(name, _)| name.len());
            match here {
                Some((_, Some(new))) => {
                    out.push_str(&if chars[at].is_uppercase() { capital(new) } else { small(new) });
                    done = true;
                }
                Some((_, None)) | None => out.extend(&chars[at..at + len]),
            }
            at += len;
        }
        if done {
            *text = out;
        }
        done
    }
}

/// Whether a name stands in a text as whole words, in the singular or the plural.
pub(super) fn speaks_of(text: &str, name: &str) -> bool {
    Renaming::of(&[(name.to_owned(), String::new())], &[]).text(&mut text.to_owned())
}

/// Whether a name is that of another thing of the same kind: a gift card is no mention of a card, but the card's
/// list and what is done to a card are.
pub(super) fn is_another(name: &str, than: &str) -> bool {
    let name = label(name);
    let (has, wanted) = (words(&name), words(&label(than)));
    if has.len() > NAME || wanted.is_empty() || verbs::begins_with_verb(&name) {
        return false;
    }
    let same = |a: &[String]| a.iter().zip(&wanted).all(|(a, b)| a == b || singular(a) == singular(b));
    let at = has.windows(wanted.len()).position(same);
    at.and_then(|at| has.get(at.checked_sub(1)?))
        .is_some_and(|before| !is_stop(before) && !verbs::is_inflected(before) && !before.ends_with("ed"))
}

/// Scripts without spaces between words begin behind the alphabets.
fn part_of_word(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{2e80}'
}

#[cfg(test)]
mod tests {
    use super::*;

    fn renamed(text: &str, from: &str, to: &str, others: &[&str], joined: bool) -> String {
        let others: Vec<String> = others.iter().map(|name| (*name).to_owned()).collect();
        let mut now = text.to_owned();
        Renaming::of(&[(from.to_owned(), to.to_owned())], &others).replace(&mut now, joined);
        now
    }

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
            assert_eq!(renamed(text, from, to, &[], false), expected);
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
            assert_eq!(renamed(name, "Cart", "Basket", &[], true), expected);
        }
    }

    #[test]
    fn a_new_name_that_holds_the_old_one_is_put_in_once() {
        let once = renamed("A jar; Jars and honey jars", "Jar", "Honey jar", &[], false);
        assert_eq!(once, "A honey jar; Honey jars and honey jars");
        assert_eq!(renamed(&once, "Jar", "Honey jar", &[], false), once);
    }

    #[test]
    fn a_longer_name_is_left_as_it_is() {
        let text = "The gift card page leads to the card page";
        let expected = "The gift card page leads to the my card";
        assert_eq!(renamed(text, "Card page", "My card", &["Gift card page"], false), expected);
        for (name, than, expected) in [
            ("Gift card page", "Card page", true),
            ("GiftCard", "Card", true),
            ("Gift cards", "Card", true),
            ("Card list", "Card", false),
            ("CardLine", "Card", false),
            ("Add to cart", "Cart", false),
            ("Delete card", "Card", false),
            ("Member cancels booking", "Booking", false),
        ] {
            assert_eq!(is_another(name, than), expected, "{name}");
        }
    }
}
