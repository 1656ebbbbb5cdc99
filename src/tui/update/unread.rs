//! The key to the next unread part of a design.

use std::collections::HashSet;
use std::sync::Arc;

use super::selected::say_unread;
use super::show_pane::show;
use super::unread_marks::{design, mark};
use crate::tui::keys::PaneKey;
use crate::tui::model::Model;
use crate::tui::model::design_parts::Part;

/// Goes to the next unread line, after the last one to the first, and unfolds its part.
pub fn next(model: &mut Model) {
    let Some((detail, _)) = design(model) else {
        return match model.current() {
            Some(_) => model.say("No design yet."),
            None => say_unread(model),
        };
    };
    let all = &detail.parts().all;
    let lines: Vec<(usize, &String)> =
        all.iter().enumerate().flat_map(|(at, part)| part.lines.iter().map(move |line| (at, line))).collect();
    let of_parts = all.iter().flat_map(|part| part.lines.iter().map(move |line| (part, line)));
    let new: HashSet<&String> = of_parts
        .filter(|(part, line)| !model.read_log.is_line_read(&detail.id, part, line))
        .map(|(_, line)| line)
        .collect();
    let row = model.panes.intent.list.row().filter(|_| model.focus == PaneKey::Intent);
    let here = row.and_then(|row| row.pointer.as_deref());
    let from = here.and_then(|here| lines.iter().position(|(_, line)| *line == here)).map_or(0, |at| at + 1);
    let Some((at, next)) =
        lines.iter().cycle().skip(from).take(lines.len()).find(|(_, line)| new.contains(line))
    else {
        return model.say("All parts of this design are read.");
    };
    let came_from = Some(model.focus).filter(|pane| !matches!(pane, PaneKey::Intent | PaneKey::Features));
    if model.focus == PaneKey::Intent {
        mark(model);
    } else {
        show(model, PaneKey::Intent);
        model.came_from = came_from;
    }
    // Unfolds as many unread parts as fit.
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
    // A part whose details are all unread is shown from its headline on.
    let part = all.get(*at).filter(|part| part.lines.iter().skip(1).all(|line| new.contains(line)));
    let list = &mut model.panes.intent.list;
    let before = (list.selected(), list.position());
    list.line_of(part.map_or(next, |part| &part.pointer), None)
        .into_iter()
        .for_each(|line| list.reveal(line));
    if before == (list.selected(), list.position()) && !list.shown().any(|shown| shown == *next) {
        // The text is higher than the screen, and its beginning was visible.
        list.go_to_end_of(next);
    }
    let shown: HashSet<Arc<str>> =
        model.areas().map(|areas| model.panes.on_screen(&areas)).into_iter().flatten().collect();
    let is_left =
        |part: &&Part| part.lines.iter().any(|line| new.contains(line) && !shown.contains(line.as_str()));
    model.say(match all.iter().filter(is_left).count() {
        0 => "No more unread parts.".to_owned(),
        1 => "1 more unread part.".to_owned(),
        more => format!("{more} more unread parts."),
    });
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::super::update;
    use super::*;
    use crate::tui::model::design_parts;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;

    fn press(model: &mut Model, key: char) {
        update(model, Msg::Key(KeyCode::Char(key).into()));
    }

    /// Draws the screen.
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

    fn model_with_design() -> Model {
        let mut model = fixtures::model(fixtures::view());
        model.size = ratatui::layout::Size::new(80, 24);
        let mut intent = fixtures::design::huge(60);
        // A text that is higher than a small screen.
        intent.components[1].description = format!("{}It ends.", "It goes on. ".repeat(100));
        let mut detail = fixtures::design::detail(&intent, None);
        detail.id = model.features.selected().cloned().unwrap();
        update(&mut model, Msg::Detail(Arc::new(detail)));
        model
    }

    fn unread(model: &Model) -> Vec<String> {
        let (detail, _) = design(model).unwrap();
        let unread = |part: &&Part| !model.read_log.is_part_read(&detail.id, part);
        detail.parts().all.iter().filter(unread).map(|part| part.pointer.clone()).collect()
    }

    #[test]
    fn the_key_goes_from_one_unread_part_to_the_next_until_all_are_read() {
        for size in [(60, 16), (80, 24), (200, 60)] {
            let mut model = model_with_design();
            model.size = ratatui::layout::Size::new(size.0, size.1);
            let (all, mut read) = (design(&model).unwrap().0.parts().all.clone(), Vec::new());
            assert_eq!(unread(&model).len(), all.len());
            press(&mut model, '.');
            assert_eq!(model.focus, PaneKey::Intent);
            assert!(!marked(&model).is_empty(), "all of it is new");
            let mut before = usize::MAX;
            for _ in 0..all.len() * 8 {
                let visible = model.panes.intent.list.visible().iter();
                visible
                    .for_each(|row| read.extend(row.line.to_string().split_whitespace().map(str::to_owned)));
                draw(&mut model);
                press(&mut model, '.');
                let said = model.message.as_ref().map(|message| message.text.clone()).unwrap_or_default();
                if said.starts_with("All parts") {
                    before = 0;
                    break;
                }
                let left = said.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                assert!(left <= before, "{said}");
                before = left;
            }
            assert_eq!(before, 0, "{:?}", model.message);
            assert_eq!(unread(&model), Vec::<String>::new());
            // Every text of the parts was visible.
            let read = read.join(" ");
            for text in ["The shopper pays the order", "The order is paid", "what it is for.", "It ends."] {
                assert!(read.contains(text), "{text} was never on the screen of {size:?}");
            }
        }
    }

    /// The headline of a part is only one of its lines.
    #[test]
    fn a_folded_part_is_unread() {
        let mut model = model_with_design();
        model.size = ratatui::layout::Size::new(200, 4000);
        press(&mut model, '5');
        draw(&mut model);
        let left = unread(&model);
        let whole = |kind: &str| !left.iter().any(|part| part.starts_with(kind));
        assert!(whole("/requirements/") && whole("/goals/") && whole("/openQuestions/"), "{left:?}");
        let all = design(&model).unwrap().0.parts().all.clone();
        let folded = all.iter().filter(|part| part.lines.len() > 1).count();
        assert!(folded > 0 && left.len() == folded, "{} of {folded}", left.len());
        press(&mut model, 'z');
        draw(&mut model);
        assert_eq!(unread(&model), Vec::<String>::new());
    }

    /// As the key of the pane does.
    #[test]
    fn a_click_into_the_design_marks_unread_parts() {
        use crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
        let mut model = model_with_design();
        model.size = ratatui::layout::Size::new(200, 60);
        press(&mut model, '2');
        draw(&mut model);
        let when_it_came = marked(&model);
        let place = model.areas().unwrap().inside(PaneKey::Intent);
        assert!(!place.is_empty(), "the design is next to its critique");
        let kind = MouseEventKind::Down(MouseButton::Left);
        let (column, row) = (place.x + 4, place.y + 9);
        update(&mut model, Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        assert_eq!(model.focus, PaneKey::Intent);
        let clicked = marked(&model);
        assert!(!clicked.is_empty() && clicked.len() < when_it_came.len(), "some were on the screen");
        // Another click in the pane keeps the marks.
        draw(&mut model);
        update(&mut model, Msg::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
        assert_eq!(marked(&model), clicked);
    }

    #[test]
    fn unread_parts_are_marked_and_found_in_folded_ones() {
        let mut model = model_with_design();
        press(&mut model, '5');
        draw(&mut model);
        assert!(marked(&model).iter().any(|part| part.starts_with("/goals/")), "all of it was new");
        press(&mut model, '2');
        press(&mut model, '5');
        let here = marked(&model);
        assert!(here.iter().any(|part| part == "/openQuestions/0"), "{here:?}");
        let heads = |model: &Model| {
            let rows = model.panes.intent.list.rows().iter();
            rows.map(|row| row.line.to_string()).find(|line| line.contains("Components")).unwrap_or_default()
        };
        assert!(heads(&model).contains(" unread"), "{}", heads(&model));
        // The marks stay while the pane is in focus, and when the feature is read again.
        press(&mut model, 'G');
        draw(&mut model);
        let again = model.detail.clone().unwrap();
        update(&mut model, Msg::Detail(again));
        assert_eq!(marked(&model), here);
        // After everything was folded, the next unread part is unfolded.
        for _ in 0..2 {
            press(&mut model, 'z');
        }
        press(&mut model, 'g');
        press(&mut model, '.');
        let row = model.panes.intent.list.row().cloned().unwrap();
        let part = design_parts::holding(row.pointer.as_deref().unwrap()).unwrap();
        assert!(marked(&model).iter().any(|marked| marked == part), "{row:?}");
        let shown = model.areas().map(|areas| model.panes.on_screen(&areas)).unwrap_or_default();
        assert!(shown.iter().filter(|line| line.starts_with(part)).count() > 1, "{shown:?}");
    }
}
