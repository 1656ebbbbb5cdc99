//! Screens that the brief lists: `Landing page: what it is for`, one below the other.

use super::noun::kind_of;
use super::words::{singular, words};
use crate::domain::brief::Brief;
use crate::domain::intent::ComponentType;

/// A screen of such a list.
pub(super) struct Listed {
    pub(super) name: String,
    /// What the brief says of it.
    pub(super) told: String,
    pub(super) line: u32,
}

/// Fewer are no list, and more are a list of something else.
const LEAST: usize = 3;
const MOST: usize = 20;
/// The longest name in words, and where words have no spaces in letters.
const WORDS: usize = 4;
const LETTERS: usize = 16;

/// The screens of the first list of them that the brief has, among what it wants or among what it is for.
pub(super) fn screens(brief: &Brief) -> Vec<Listed> {
    let goals = brief.goals.iter().map(|goal| (goal.text.as_str(), goal.line));
    let stated = brief.statements.iter().map(|s| (s.text.as_str(), s.line));
    first_run(goals).or_else(|| first_run(stated)).unwrap_or_default()
}

/// The first items line by line that are each a name and what is said of it, half of the names those of screens.
fn first_run<'t>(items: impl Iterator<Item = (&'t str, u32)>) -> Option<Vec<Listed>> {
    let mut run: Vec<Listed> = Vec::new();
    let whole = |run: &mut Vec<Listed>| {
        let named = run.iter().filter(|item| names_screen(&item.name)).count();
        let found = std::mem::take(run);
        ((LEAST..=MOST).contains(&found.len()) && named * 2 > found.len()).then_some(found)
    };
    for (text, line) in items {
        let next = run.last().is_none_or(|last| line == last.line + 1);
        let item = item(text, line);
        if (!next || item.is_none())
            && !run.is_empty()
            && let Some(found) = whole(&mut run)
        {
            return Some(found);
        }
        run.extend(item);
    }
    whole(&mut run)
}

/// `Checkout: address and payment` → its name and the rest.
fn item(text: &str, line: u32) -> Option<Listed> {
    let (name, told) = [": ", "：", " – ", " — ", " - "].iter().find_map(|mark| text.split_once(mark))?;
    let (name, told) = (name.trim(), told.trim());
    let short = if name.is_ascii() {
        (1..=WORDS).contains(&name.split(' ').count()) && name.starts_with(char::is_uppercase)
    } else {
        name.split(' ').count() <= WORDS && name.chars().count() <= LETTERS
    };
    (short && !told.is_empty()).then(|| Listed { name: name.to_owned(), told: told.to_owned(), line })
}

/// Whether a name is that of a screen by its last word.
fn names_screen(name: &str) -> bool {
    const ENDS: &[&str] =
        &["页", "页面", "界面", "頁", "画面", "ページ", "화면", "페이지", "seite", "ansicht", "pantalla"];
    #[rustfmt::skip]
    const PLACES: &[&str] = &[
        "display", "form", "home", "feed", "list", "editor", "settings", "calendar", "gallery", "wizard", "detail", "details",
    ];
    let last = words(name).pop().map(|word| singular(&word)).unwrap_or_default();
    kind_of(&last) == Some(ComponentType::View)
        || PLACES.contains(&last.as_str())
        || ENDS.iter().any(|end| name.to_lowercase().ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_screens_is_told_from_a_list_of_qualities() {
        let names = |items: &[(&'static str, u32)]| -> Vec<String> {
            first_run(items.iter().copied()).unwrap_or_default().into_iter().map(|s| s.name).collect()
        };
        let screens = [
            ("Gentle colours: nothing glares", 3),
            ("Stall page: what a stall sells", 7),
            ("Basket: what was put aside", 8),
            ("Pickup calendar: when it can be fetched", 9),
        ];
        assert_eq!(names(&screens), ["Stall page", "Basket", "Pickup calendar"]);
        assert!(names(&screens[..3]).is_empty());
        let qualities = [("Calm: one thing at a time", 3), ("Plain: few words", 4), ("Quick: no waiting", 5)];
        assert!(names(&qualities).is_empty());
    }
}
