//! The parts of a design that this person has not had on the screen: marked where the whole design is shown, and the way
//! to the next of them.

use std::collections::HashSet;
use std::sync::Arc;

use super::super::keys::PaneKey;
use super::super::model::Model;
use super::super::parts::{self, Part};
use super::actions::{nothing_read, show};
use crate::domain::digest::Digest;
use crate::tui::detail::Detail;

/// Marks in Intent what was not on the screen until now. The marks stay while the pane is read, and nothing is marked
/// where all of it is new.
pub fn mark(model: &mut Model) {
    let Some((detail, sha256)) = design(model) else { return };
    let all = parts(&detail);
    let unseen = all.iter().filter(|part| !model.looks.has_seen_all(&detail.id, sha256, part));
    let unseen: HashSet<String> = unseen.map(|part| part.pointer.clone()).collect();
    let unseen = if unseen.len() < all.len() { unseen } else { HashSet::new() };
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

/// Goes to the next line that was not on the screen, behind the last one to the first, and unfolds the part that it is of.
pub fn next(model: &mut Model) {
    let Some((detail, sha256)) = design(model) else {
        return match model.current() {
            Some(_) => model.say("there is no design to look at yet"),
            None => nothing_read(model),
        };
    };
    let all = parts(&detail);
    let lines: Vec<(usize, &String)> =
        all.iter().enumerate().flat_map(|(at, part)| part.lines.iter().map(move |line| (at, line))).collect();
    let new: HashSet<&String> = lines
        .iter()
        .map(|(_, line)| *line)
        .filter(|line| !model.looks.has_seen(&detail.id, sha256, line))
        .collect();
    let row = model.panes.intent.list.row().filter(|_| model.focus == PaneKey::Intent);
    let here = row.and_then(|row| row.pointer.as_deref());
    let from = here.and_then(|here| lines.iter().position(|(_, line)| *line == here)).map_or(0, |at| at + 1);
    let Some((at, next)) =
        lines.iter().cycle().skip(from).take(lines.len()).find(|(_, line)| new.contains(line))
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
    // With as many of those behind it as have room.
    let mut room = model.areas().map_or(1, |areas| usize::from(areas.inside(PaneKey::Intent).height));
    for part in all.iter().skip(*at) {
        let is_new = part.lines.iter().any(|line| new.contains(line));
        if is_new {
            model.panes.intent.pane.unfold_to(&part.pointer);
        }
        room = room.saturating_sub(if is_new { part.lines.len() } else { 1 });
        if room == 0 {
            break;
        }
    }
    model.panes.intent.changed();
    model.arrange();
    // What was folded until now is read from its headline on.
    let part = all.get(*at).filter(|part| part.lines.iter().skip(1).all(|line| new.contains(line)));
    let list = &mut model.panes.intent.list;
    let before = (list.selected(), list.place());
    list.line_of(part.map_or(next, |part| &part.pointer), None)
        .into_iter()
        .for_each(|line| list.reveal(line));
    if before == (list.selected(), list.place()) && !list.shown().any(|shown| shown == *next) {
        // It is higher than the screen, and its beginning was there.
        list.go_to_end_of(next);
    }
    let shown: HashSet<Arc<str>> =
        model.areas().map(|areas| model.panes.on_screen(&areas)).into_iter().flatten().collect();
    let is_left =
        |part: &&Part| part.lines.iter().any(|line| new.contains(line) && !shown.contains(line.as_str()));
    model.say(match all.iter().filter(is_left).count() {
        0 => "with these, every part of the design was on the screen".to_owned(),
        1 => "1 more part was not on the screen as a whole yet".to_owned(),
        more => format!("{more} more parts were not on the screen as a whole yet"),
    });
}

fn design(model: &Model) -> Option<(Arc<Detail>, Digest)> {
    let detail = model.current()?;
    let sha256 = detail.intent.as_ref()?.as_ref().ok()?.sha256;
    Some((detail.clone(), sha256))
}

fn parts(detail: &Detail) -> Vec<Part> {
    let reading = detail.intent.as_ref().and_then(|read| read.as_ref().ok());
    reading.map(|reading| parts::all(&reading.intent)).unwrap_or_default()
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
        let mut intent = sample::design::huge(60);
        // Higher than a small screen.
        intent.components[1].description = format!("{}It ends.", "It goes on. ".repeat(100));
        let mut detail = sample::design::detail(&intent, None);
        detail.id = model.features.selected().cloned().unwrap();
        update(&mut model, Msg::Detail(Arc::new(detail)));
        model
    }

    fn unseen(model: &Model) -> Vec<String> {
        let (detail, sha256) = design(model).unwrap();
        let unseen = |part: &Part| !model.looks.has_seen_all(&detail.id, sha256, part);
        parts(&detail).into_iter().filter(unseen).map(|part| part.pointer).collect()
    }

    #[test]
    fn the_key_leads_from_one_part_to_the_next_until_all_were_on_the_screen() {
        for size in [(60, 16), (80, 24), (200, 60)] {
            let mut model = story();
            model.size = ratatui::layout::Size::new(size.0, size.1);
            let (all, mut read) = (parts(&design(&model).unwrap().0), Vec::new());
            assert_eq!(unseen(&model).len(), all.len());
            press(&mut model, '.');
            assert_eq!((model.focus, marked(&model)), (PaneKey::Intent, Vec::new()), "all of it is new");
            let mut before = usize::MAX;
            for _ in 0..all.len() * 8 {
                let seen = model.panes.intent.list.visible().iter();
                seen.for_each(|row| read.extend(row.line.to_string().split_whitespace().map(str::to_owned)));
                draw(&mut model);
                press(&mut model, '.');
                let said = model.message.as_ref().map(|message| message.text.clone()).unwrap_or_default();
                if said.starts_with("every part") {
                    before = 0;
                    break;
                }
                let left = said.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                assert!(left <= before, "{said}");
                before = left;
            }
            assert_eq!(before, 0, "{:?}", model.message);
            assert_eq!(unseen(&model), Vec::<String>::new());
            // It is true: what the parts say was there to be read.
            let read = read.join(" ");
            for told in ["The shopper pays the order", "The order is paid", "what it is for.", "It ends."] {
                assert!(read.contains(told), "{told} was never on the screen of {size:?}");
            }
        }
    }

    /// A headline is one line of a part and no more: what it says is beneath it.
    #[test]
    fn what_is_folded_was_not_seen() {
        let mut model = story();
        model.size = ratatui::layout::Size::new(200, 4000);
        press(&mut model, '5');
        draw(&mut model);
        let left = unseen(&model);
        let whole = |kind: &str| !left.iter().any(|part| part.starts_with(kind));
        assert!(whole("/requirements/") && whole("/goals/") && whole("/openQuestions/"), "{left:?}");
        let all = parts(&design(&model).unwrap().0);
        let folded = all.iter().filter(|part| part.lines.len() > 1).count();
        assert!(folded > 0 && left.len() == folded, "{} of {folded}", left.len());
        press(&mut model, 'z');
        draw(&mut model);
        assert_eq!(unseen(&model), Vec::<String>::new());
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
        let part = parts::holding(row.pointer.as_deref().unwrap()).unwrap();
        assert!(marked(&model).iter().any(|marked| marked == part), "{row:?}");
        let shown = model.areas().map(|areas| model.panes.on_screen(&areas)).unwrap_or_default();
        assert!(shown.iter().filter(|line| line.starts_with(part)).count() > 1, "{shown:?}");
    }
}
