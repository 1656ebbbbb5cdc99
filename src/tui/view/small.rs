//! A screen that is too small to work on: it says so, and what the one key does that counts there.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use crate::tui::areas::SMALLEST;
use crate::tui::keys::Action;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::panes::wrap;

/// The most lines that are made.
const LINES: usize = 64;

/// What stands there, with the answer first where something is asked.
fn text(model: &Model) -> String {
    let size = format!(
        "frieze needs {}×{} cells; here are {}×{}.",
        SMALLEST.width, SMALLEST.height, model.size.width, model.size.height
    );
    let quit = match model.keys.first(Action::Quit) {
        "" => "Ctrl+C",
        key => key,
    };
    let does = match (&model.modal, model.features.counts().running) {
        (Some(Modal::Leave(_)), running) => {
            let pauses = match running {
                0 => "No run is under way any more".to_owned(),
                1 => "Leaving pauses the run that is under way; nothing is lost".to_owned(),
                more => format!("Leaving pauses the {more} runs that are under way; nothing is lost"),
            };
            return format!("{pauses}. q leaves, Esc stays. {size}");
        }
        (Some(Modal::Gate(_) | Modal::Prompt(_) | Modal::Ask(_)), _) => {
            "What is open here takes no key until it can be seen; Ctrl+C goes back".to_owned()
        }
        (None | Some(Modal::Help(_) | Modal::Welcome(_)), 0) => format!("{quit} quits"),
        (None | Some(Modal::Help(_) | Modal::Welcome(_)), 1) => {
            format!("{quit} asks whether to leave: a run is under way")
        }
        (None | Some(Modal::Help(_) | Modal::Welcome(_)), running) => {
            format!("{quit} asks whether to leave: {running} runs are under way")
        }
    };
    // That words could not be saved is said where leaving would lose them.
    match model.message.as_ref().filter(|_| model.drafts.holds_back()) {
        Some(message) => format!("{} {size} {does}", message.text),
        None => format!("{size} {does}"),
    }
}

fn lines(model: &Model) -> Vec<String> {
    wrap::lines(&text(model), usize::from(model.size.width).max(1), LINES)
}

/// Whether all of it has room.
pub fn fits(model: &Model) -> bool {
    lines(model).len() <= usize::from(model.size.height)
}

/// Draws it.
pub fn draw(model: &Model, buffer: &mut Buffer) {
    let area = *buffer.area();
    for (line, y) in lines(model).into_iter().zip(area.y..area.bottom()) {
        Line::raw(line).render(Rect { y, height: 1, ..area }, buffer);
    }
}
