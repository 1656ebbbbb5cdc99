//! The parts of a design that this person has not had on the screen: marked where the whole design is shown, and the way
//! to the next of them.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::keys::PaneKey;
use super::super::model::Model;
use super::super::parts;
use super::actions::{nothing_read, show};
use crate::domain::digest::Digest;
use crate::tui::detail::Detail;

/// Marks in Intent what was not on the screen until now. The marks stay while the pane is read, and nothing is marked
/// where all of it is new.
pub fn mark(model: &mut Model) {
    let Some((detail, sha256)) = design(model) else { return };
    let (all, unseen) = unseen(model, &detail, sha256);
    let unseen: HashSet<String> =
        if unseen.len() < all.len() { unseen.into_iter().collect() } else { HashSet::new() };
    model.panes.intent.pane.mark(sha256, unseen);
    model.panes.intent.changed();
}

/// Marks another design than the one that was marked; what was read again meanwhile keeps its marks.
pub fn mark_anew(model: &mut Model) {
    let Some((_, sha256)) = design(model) else { return };
    if !model.panes.intent.pane.is_marked(sha256) {
        mark(model);
    }
}

/// Goes to the next part that was not on the screen, behind the last one to the first.
pub fn next(model: &mut Model) {
    let Some((detail, sha256)) = design(model) else {
        return match model.current() {
            Some(_) => model.say("there is no design to look at yet"),
            None => nothing_read(model),
        };
    };
    let (all, unseen) = unseen(model, &detail, sha256);
    let row = model.panes.intent.list.row().filter(|_| model.focus == PaneKey::Intent);
    let here = row.and_then(|row| parts::holding(row.pointer.as_deref()?));
    let from = here.and_then(|here| all.iter().position(|part| part == here)).map_or(0, |at| at + 1);
    let is_unseen: HashSet<&String> = unseen.iter().collect();
    let Some(next) = all.iter().cycle().skip(from).take(all.len()).find(|part| is_unseen.contains(part))
    else {
        return model.say("every part of this design was on the screen");
    };
    let came_from = Some(model.focus).filter(|pane| !matches!(pane, PaneKey::Intent | PaneKey::Features));
    if model.focus == PaneKey::Intent {
        mark(model);
    } else {
        show(model, PaneKey::Intent);
        model.came_from = came_from;
    }
    model.panes.intent.pane.unfold_around(next);
    model.panes.intent.changed();
    model.arrange();
    let list = &mut model.panes.intent.list;
    list.line_of(next, None).into_iter().for_each(|line| list.reveal(line));
    let shown: HashSet<Arc<str>> =
        model.areas().map(|areas| model.panes.on_screen(&areas)).into_iter().flatten().collect();
    let left = unseen.iter().filter(|part| !shown.contains(part.as_str())).count();
    model.say(match left {
        0 => "with these, every part of the design was on the screen".to_owned(),
        1 => "1 more part was not on the screen yet".to_owned(),
        more => format!("{more} more parts were not on the screen yet"),
    });
}

fn design(model: &Model) -> Option<(Arc<Detail>, Digest)> {
    let detail = model.current()?;
    let sha256 = detail.intent.as_ref()?.as_ref().ok()?.sha256;
    Some((detail.clone(), sha256))
}

/// All parts of a design, and those that were not on the screen, in the order of the document.
fn unseen(model: &Model, detail: &Detail, sha256: Digest) -> (Vec<String>, Vec<String>) {
    let Some(Ok(reading)) = &detail.intent else { return Default::default() };
    let all = parts::of(&reading.intent);
    let unseen = all.iter().filter(|part| !model.looks.has_seen(&detail.id, sha256, part)).cloned().collect();
    (all, unseen)
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::super::update;
    use super::*;
    use crate::tui::msg::Msg;
    use crate::tui::panes::sample;

    fn press(model: &mut Model, key: char) {
        update(model, Msg::Key(KeyCode::Char(key).into()));
    }

    /// What is on the screen was drawn.
    fn draw(model: &mut Model) {
        let parts = model.areas().map(|areas| model.panes.on_screen(&areas)).unwrap_or_default();
        update(model, Msg::Drawn(parts));
    }

    fn marked(model: &Model) -> Vec<String> {
        let rows = model.panes.intent.list.rows().iter();
        rows.filter(|row| row.line.to_string().starts_with("· "))
            .filter_map(|row| row.pointer.clone())
            .collect()
    }

    fn story() -> Model {
        let mut model = sample::model(sample::view());
        model.size = ratatui::layout::Size::new(80, 24);
        let mut detail = sample::design::detail(&sample::design::huge(60), None);
        detail.id = model.features.selected().cloned().unwrap();
        update(&mut model, Msg::Detail(Arc::new(detail)));
        model
    }

    #[test]
    fn the_key_leads_from_one_part_to_the_next_until_all_were_on_the_screen() {
        let mut model = story();
        let (all, new) = {
            let (detail, sha256) = design(&model).unwrap();
            unseen(&model, &detail, sha256)
        };
        assert_eq!((all.len(), new.len()), (all.len(), all.len()));
        press(&mut model, '.');
        assert_eq!((model.focus, marked(&model)), (PaneKey::Intent, Vec::new()), "all of it is new");
        let mut before = usize::MAX;
        for _ in 0..all.len() {
            draw(&mut model);
            press(&mut model, '.');
            let said = model.message.as_ref().map(|message| message.text.clone()).unwrap_or_default();
            if said.starts_with("every part") {
                before = 0;
                break;
            }
            let left = said.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
            assert!(left < before, "{said}");
            before = left;
        }
        assert_eq!(before, 0, "{:?}", model.message);
        let (detail, sha256) = design(&model).unwrap();
        assert_eq!(unseen(&model, &detail, sha256).1, Vec::<String>::new());
    }

    /// Who goes into the pane with the mouse finds the same marks as with its key.
    #[test]
    fn a_click_into_the_design_marks_what_was_not_on_the_screen() {
        use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
        let mut model = story();
        model.size = ratatui::layout::Size::new(200, 60);
        press(&mut model, '2');
        draw(&mut model);
        assert_eq!(marked(&model), Vec::<String>::new());
        let place = model.areas().unwrap().inside(PaneKey::Intent);
        assert!(!place.is_empty(), "the design stands beside its critique");
        let kind = MouseEventKind::Down(MouseButton::Left);
        let (column, row) = (place.x + 4, place.y + 9);
        update(&mut model, Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        assert_eq!(model.focus, PaneKey::Intent);
        let clicked = marked(&model);
        assert!(!clicked.is_empty());
        // A click within the pane leaves them while they are read.
        draw(&mut model);
        update(&mut model, Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        assert_eq!(marked(&model), clicked);
    }

    #[test]
    fn what_was_not_on_the_screen_is_marked_and_found_in_what_is_folded() {
        let mut model = story();
        press(&mut model, '5');
        draw(&mut model);
        assert_eq!(marked(&model), Vec::<String>::new(), "all of it was new");
        press(&mut model, '2');
        press(&mut model, '5');
        let here = marked(&model);
        assert!(here.iter().any(|part| part == "/openQuestions/0"), "{here:?}");
        let heads = |model: &Model| {
            let rows = model.panes.intent.list.rows().iter();
            rows.map(|row| row.line.to_string()).find(|line| line.contains("Components")).unwrap_or_default()
        };
        assert!(heads(&model).contains(" not on the screen before"), "{}", heads(&model));
        // The marks stay while they are read, and when the feature is read again.
        press(&mut model, 'G');
        draw(&mut model);
        let again = model.detail.clone().unwrap();
        update(&mut model, Msg::Detail(again));
        assert_eq!(marked(&model), here);
        // Everything folded, the next one is unfolded.
        for _ in 0..2 {
            press(&mut model, 'z');
        }
        press(&mut model, 'g');
        press(&mut model, '.');
        let row = model.panes.intent.list.row().cloned().unwrap();
        assert!(row.line.to_string().starts_with("· ") && row.shows, "{row:?}");
    }
}
