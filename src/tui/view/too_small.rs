//! The text on a screen that is too small: the needed size, and what the quit key does.

use ratatui::buffer::Buffer;
use ratatui::text::{Line, Text};
use ratatui::widgets::Widget as _;

use crate::tui::keys::Action;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::panes::wrap;
use crate::tui::view::areas::SMALLEST;
use frieze_data::text::count;

/// The most lines of the text.
const LINES: usize = 64;

/// The text. If something is asked, the question comes first.
fn text(model: &Model) -> String {
    let size = format!(
        "frieze needs {}×{} cells; this window has {}×{}.",
        SMALLEST.width, SMALLEST.height, model.size.width, model.size.height
    );
    let quit = match model.keys.first(Action::Quit) {
        "" => "Ctrl+C",
        key => key,
    };
    let does = match (&model.modal, model.features.counts().runs_here()) {
        (Some(Modal::Ask(ask)), running) if ask.quits() => {
            let pauses = match running {
                0 => "All runs have stopped".to_owned(),
                runs => format!("Quitting pauses {}; nothing is lost", count(runs, "run", "runs")),
            };
            return format!("{pauses}. Press y to quit, Esc to stay. {size}");
        }
        (Some(Modal::Gate(_) | Modal::PlainGate(_) | Modal::Prompt(_) | Modal::Ask(_)), _) => {
            "Enlarge the window to see the open dialog, or press Ctrl+C to close it.".to_owned()
        }
        (None | Some(Modal::Welcome(_) | Modal::Sheet(_)), running) => {
            let runs = match running {
                0 => String::new(),
                runs => format!("{} in progress. ", count(runs, "run is", "runs are")),
            };
            format!("{runs}Press {quit} to quit.")
        }
    };
    // The message warns that quitting loses text.
    match model.message.as_ref().filter(|_| model.drafts.warned_of_loss()) {
        Some(message) => format!("{} {size} {does}", message.text),
        None => format!("{size} {does}"),
    }
}

fn lines(model: &Model) -> Vec<String> {
    wrap::lines(&text(model), usize::from(model.size.width).max(1), LINES)
}

/// Whether the whole text fits.
pub fn fits(model: &Model) -> bool {
    lines(model).len() <= usize::from(model.size.height)
}

/// Draws the text.
pub fn draw(model: &Model, buffer: &mut Buffer) {
    let text: Text<'_> = lines(model).into_iter().map(Line::raw).collect();
    text.render(*buffer.area(), buffer);
}
