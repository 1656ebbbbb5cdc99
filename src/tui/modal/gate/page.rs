//! Layout and drawing of the gate dialog: the text on top, the fields below it, then the keys. Everything that depends on
//! the size is made when the size or the stage changes.

use std::ops::Range;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Position, Rect, Size};
use ratatui::text::Line;
use ratatui::widgets::Widget as _;

use super::body::{choosing, confirming, stale, unlocking, writing};
use super::feedback_preview::GUTTER;
use super::{Focus, GateDialog, Stage};
use crate::tui::keys::Action;
use crate::tui::modal::dialog_box::{dialog, dialog_width};
use crate::tui::modal::lines::Lines;
use crate::tui::model::Model;
use crate::tui::model::drafts::SaveState;
use crate::tui::panes::wrap;
use crate::tui::view::areas;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::extent::Extent;
use frieze_data::text::Shown;
use frieze_kernel::{Choice, Wording};

/// The widest dialog: longer lines are hard to read.
const WIDEST: u16 = 104;
/// The most rows of one text, and of a message.
const ROWS: usize = 2_000;
const MESSAGE_ROWS: usize = 4;
/// The most rows of a note.
const NOTE_ROWS: u16 = 4;
/// The most rows of the feedback preview below the field: the rows of the screen divided by this.
const STATUS_ROWS: u16 = 4;
/// The key that gives the keys to the design, and back.
const SWAP: (&str, &str) = ("Ctrl+O", "the design");
/// The longest draft state: the layout reserves room for it, so that saving moves nothing.
const SAVING: &str = "… saving the draft";

/// The dialog as it is laid out.
#[derive(Debug, Default)]
pub(super) struct Page {
    place: Rect,
    body: Vec<Line<'static>>,
    body_at: Rect,
    /// The first row of the body that is visible.
    top: usize,
    /// The rows of each choice in the body.
    choices: Vec<(Range<usize>, usize)>,
    pub field_label: (Line<'static>, Rect),
    pub field: Rect,
    confirmation_label: (Vec<Line<'static>>, Rect),
    pub confirmation: Rect,
    message: Vec<Line<'static>>,
    message_at: Rect,
    /// The draft state and the feedback preview.
    status_at: Rect,
    footer: Vec<Line<'static>>,
    footer_at: Rect,
}

impl Page {
    pub fn scroll(&mut self, by: isize) {
        let last = self.body.len().saturating_sub(usize::from(self.body_at.height));
        self.top = self.top.saturating_add_signed(by).min(last);
    }

    /// The choice at a cell.
    pub fn choice_at(&self, at: Position) -> Option<usize> {
        if !self.body_at.contains(at) {
            return None;
        }
        let row = self.top + usize::from(at.y - self.body_at.y);
        self.choices.iter().find(|(rows, _)| rows.contains(&row)).map(|(_, choice)| *choice)
    }
}

/// Lays the dialog out for a screen: next to the design if there is room, else over it.
pub(super) fn arrange(dialog: &mut GateDialog, screen: Size, theme: Theme) {
    let next_to = areas::gate_area(screen);
    let outer = next_to.map_or_else(|| dialog_width(screen.width, WIDEST), |area| area.width);
    let area = next_to.unwrap_or(Rect::from(screen));
    let size = area.as_size();
    let width = usize::from(outer.saturating_sub(4)).max(8);
    let mut page = Page { top: dialog.page.top, ..Page::default() };
    let low = is_low(size);
    let mut text = Lines::new(width, ROWS, theme);
    match dialog.stage {
        _ if dialog.stale.is_some() => stale(dialog, &mut text),
        Stage::Choosing => page.choices = choosing(dialog, low, &mut text),
        Stage::Writing => writing(dialog, low, &mut text),
        Stage::Confirming => confirming(dialog, low, &mut text),
        Stage::Unlocking => unlocking(dialog, &mut text),
        Stage::Sent if dialog.now.approval.is_signed && dialog.is_approval() => {
            text.say("The approval is being signed. Touch your security key if it blinks.", TextStyle::Plain);
        }
        Stage::Sent => {
            text.say("The engine checks the files again.", TextStyle::Plain);
        }
    }
    page.body = text.lines;
    page.message = message(dialog, width, theme);
    page.footer = footer(dialog, width, low, theme);
    places(dialog, &mut page, area, outer, theme);
    let (field, at) = (page.field, page.body_at);
    if dialog.stage == Stage::Writing {
        dialog.feedback.arrange(field.width, field.height);
    } else {
        dialog.note.arrange(field.width, field.height);
        dialog.confirmation.arrange(page.confirmation.width, page.confirmation.height);
    }
    page.top = page.top.min(page.body.len().saturating_sub(usize::from(at.height)));
    dialog.page = page;
}

/// Whether optional rows must go.
fn is_low(size: Size) -> bool {
    size.height < 20
}

/// The area of one part of the page.
type Part = fn(&mut Page) -> &mut Rect;

/// Gives every part its rows, from the bottom up; the body gets the rest.
fn places(dialog: &mut GateDialog, page: &mut Page, area: Rect, outer: u16, theme: Theme) {
    let size = area.as_size();
    let width = outer.saturating_sub(4);
    let rows = |lines: usize| u16::try_from(lines).unwrap_or(u16::MAX);
    let is_stale = dialog.stale.is_some();
    let mut below: Vec<(u16, Part)> = Vec::new();
    let writing = dialog.stage == Stage::Writing && !is_stale;
    if dialog.stage == Stage::Confirming && !is_stale {
        let choice = dialog.choice().map(|choice| (choice.name, choice.wording));
        if let Some((_, wording)) = choice {
            let label = match wording {
                Wording::Optional(what) => format!("{what} (optional)"),
                Wording::Required(what) => format!("{what} (required)"),
            };
            page.field_label.0 = label_line(&label, dialog.focus == Focus::Note, theme);
            let most = if is_low(size) { 1 } else { NOTE_ROWS };
            let height = rows(dialog.note.height_at(width.saturating_sub(2))).clamp(1, most);
            below.push((1, |page| &mut page.field_label.1));
            below.push((height, |page| &mut page.field));
        }
        let name = choice.map_or("", |(name, _)| name);
        let digits = dialog.confirmed("").digits();
        let question = if dialog.is_typed() {
            format!("to {name}, type {} or the first {digits} digits of the hash", dialog.feature())
        } else {
            format!("to {name}, press y")
        };
        let focused = dialog.focus == Focus::Confirmation;
        let lines = wrap::lines(&question, usize::from(width.saturating_sub(2)), 3);
        let lines = lines.iter().enumerate().map(|(i, line)| {
            if i == 0 { label_line(line, focused, theme) } else { Line::from(format!("  {line}")) }
        });
        page.confirmation_label.0 = lines.collect();
        below.push((rows(page.confirmation_label.0.len()), |page| &mut page.confirmation_label.1));
        below.push((u16::from(dialog.is_typed()), |page| &mut page.confirmation));
    }
    let low = is_low(size);
    if writing {
        let most = if low { 1 } else { usize::from(size.height / STATUS_ROWS) };
        let lines = dialog.status_lines(SAVING, usize::from(width), most).len();
        below.push((rows(lines), |page| &mut page.status_at));
    }
    below.push((rows(page.message.len()), |page| &mut page.message_at));
    below.push((rows(page.footer.len()), |page| &mut page.footer_at));
    let fixed: u16 = below.iter().map(|(height, _)| height).sum();
    let gap = u16::from(!low);
    let body = rows(page.body.len());
    // Feedback takes all the room there is; every other stage takes what it needs.
    let most = if low { size.height } else { size.height - 2 };
    let wanted = if writing { most } else { body.saturating_add(fixed).saturating_add(2 + gap).min(most) };
    page.place = area.centered(Constraint::Length(outer), Constraint::Length(wanted.min(size.height)));
    let inside = page.place.inner(ratatui::layout::Margin::new(2, 1));
    let room = inside.height.saturating_sub(fixed);
    // An empty row separates a field from the text above it.
    let body_height =
        if writing { (body + gap).min(room / 2) } else { room.saturating_sub(gap).max(room.min(1)) };
    page.body_at = Rect { height: body_height, ..inside };
    let mut y = inside.y + body_height;
    if writing {
        page.field = Rect { y, height: room - body_height, ..inside };
        if dialog.feedback_preview.is_built_in {
            page.field = Rect { x: inside.x + GUTTER, width: width.saturating_sub(GUTTER), ..page.field };
        }
        y += room - body_height;
    } else {
        y = inside.bottom().saturating_sub(fixed);
    }
    for (height, rect) in below {
        let height = height.min(inside.bottom().saturating_sub(y));
        *rect(page) = Rect { y, height, ..inside };
        y += height;
    }
    for field in [&mut page.field, &mut page.confirmation] {
        if !writing && field.height > 0 {
            *field = Rect { x: field.x + 2, width: field.width.saturating_sub(2), ..*field };
        }
    }
}

fn label_line(text: &str, focused: bool, theme: Theme) -> Line<'static> {
    let (sign, style) = if focused { ("▸ ", TextStyle::Strong) } else { ("  ", TextStyle::Dim) };
    Line::from(theme.span(format!("{sign}{}", Shown::line(text)), style))
}

fn message(dialog: &GateDialog, width: usize, theme: Theme) -> Vec<Line<'static>> {
    let typed = dialog.confirmation.text();
    let confirmed = dialog.is_typed() && dialog.gate.is_confirmed_by(dialog.confirmed(&typed));
    let (sign, text, style) = match (&dialog.message, dialog.stage) {
        (Some(message), _) => ("! ", message.clone(), TextStyle::Attention),
        (None, Stage::Writing) if dialog.is_sending => {
            ("… ", "Your feedback is sent as soon as it is saved.".to_owned(), TextStyle::Dim)
        }
        (None, Stage::Choosing) if dialog.stale.is_none() => ("  ", dialog.task().to_owned(), TextStyle::Dim),
        (None, Stage::Confirming) if confirmed && dialog.stale.is_none() => {
            let decides = if dialog.focus == Focus::Note { "" } else { " Press Enter to decide." };
            ("✓ ", format!("Confirmed.{decides}"), TextStyle::Good)
        }
        (None, _) => return vec![Line::default()],
    };
    let mut lines = Lines::new(width, MESSAGE_ROWS, theme);
    lines.hang(sign, style, &text, style);
    lines.lines
}

/// The keys of the current stage.
fn footer(dialog: &GateDialog, width: usize, low: bool, theme: Theme) -> Vec<Line<'static>> {
    let possible = dialog.possible();
    let letters: Vec<String> = possible.iter().map(|choice| choice.letter.to_string()).collect();
    let keys: Vec<(&str, &str)> = match dialog.stage {
        _ if dialog.stale.is_some() => vec![("Esc", "close")],
        Stage::Choosing => {
            let names = possible.iter().map(|choice| choice.name);
            let more = [("Esc", "leave, decide nothing"), SWAP];
            letters.iter().map(String::as_str).zip(names).chain(more).collect()
        }
        Stage::Writing if low => {
            vec![("Ctrl+S", "send"), ("Esc", "back, text kept"), SWAP, ("Ctrl+X", "your editor")]
        }
        Stage::Writing => vec![
            ("Ctrl+S", "send"),
            ("Esc", "back, text kept"),
            SWAP,
            ("Ctrl+X", "your editor"),
            ("Ctrl+Z", "undo"),
            ("Ctrl+Y", "redo"),
            ("Ctrl+W", "delete word"),
            ("Shift+arrows", "select"),
        ],
        Stage::Confirming => {
            let name = dialog.choice().map_or("", |choice| choice.name);
            let is_required = matches!(dialog.choice(), Some(Choice { wording: Wording::Required(_), .. }));
            let note = if is_required { "to the reason" } else { "to the note" };
            let (key, does, other) = match dialog.focus {
                Focus::Confirmation if dialog.is_typed() => ("Enter", name, note),
                Focus::Confirmation => ("y", name, note),
                Focus::Note => ("Enter", "go to the confirmation", "confirmation"),
            };
            vec![(key, does), ("Tab", other), ("Esc", "one step back"), SWAP]
        }
        Stage::Unlocking => vec![("Enter", "sign and decide"), ("Esc", "back, decide nothing")],
        Stage::Sent => vec![("Esc", "close; the decision continues")],
    };
    let mut lines = Lines::new(width, 1, theme);
    lines.keys(&keys);
    lines.lines
}

impl GateDialog {
    pub fn draw(&self, model: &Model, buffer: &mut Buffer) -> Option<Position> {
        let (page, theme) = (&self.page, model.theme);
        let writing = self.stage == Stage::Writing && self.stale.is_none();
        let height = usize::from(page.body_at.height);
        let position = if writing {
            self.feedback.scroll_position()
        } else {
            let extent = Extent::of(page.top, height, page.body.len());
            extent.map(|extent| format!("{}, PgUp PgDn", extent.text()))
        };
        let title = match self.choice().filter(|_| self.stale.is_none()) {
            Some(choice) => format!(" {} {} ", choice.name, self.feature()),
            None => format!(" Decide on {} ", self.feature()),
        };
        dialog(page.place, &title, position.as_deref(), theme, buffer);
        let top = if writing { 0 } else { page.top };
        lines(&page.body, top, page.body_at, buffer);
        lines(&page.message, 0, page.message_at, buffer);
        lines(&page.footer, 0, page.footer_at, buffer);
        if self.stale.is_some() {
            return None;
        }
        if writing {
            let cursor = self.feedback.draw(page.field, buffer, theme);
            self.draw_signs(page.field, buffer, theme);
            if self.feedback.is_blank() {
                lines(&self.placeholder(model), 0, page.field, buffer);
            }
            lines(&self.status(model), 0, page.status_at, buffer);
            return Some(cursor);
        }
        if self.stage != Stage::Confirming {
            return None;
        }
        lines(std::slice::from_ref(&page.field_label.0), 0, page.field_label.1, buffer);
        lines(&page.confirmation_label.0, 0, page.confirmation_label.1, buffer);
        for field in [page.field, page.confirmation].into_iter().filter(|field| field.height > 0) {
            let sign = Rect { x: field.x.saturating_sub(2), width: 2.min(field.x), ..field };
            theme.span("› ", TextStyle::Dim).render(sign, buffer);
        }
        let confirmation = self.is_typed().then(|| self.confirmation.draw(page.confirmation, buffer, theme));
        let note = self.note.draw(page.field, buffer, theme);
        if self.focus == Focus::Note { Some(note) } else { confirmation }
    }

    /// The placeholder of the empty feedback field.
    fn placeholder(&self, model: &Model) -> Vec<Line<'static>> {
        let comments = match model.keys.first(Action::Comment) {
            "" => String::new(),
            key => format!(" One request per line; {key} on a design element adds one."),
        };
        let text = format!("What should change?{comments}");
        let lines = wrap::lines(&text, self.page.field.width.into(), self.page.field.height.into());
        lines.into_iter().map(|line| model.theme.line(line, TextStyle::Dim)).collect()
    }

    /// The draft state and the feedback preview, wrapped.
    fn status_lines(&self, draft_state: &str, width: usize, most: usize) -> Vec<String> {
        let preview = self.feedback_preview.summary(self.feedback.at_line());
        let preview = preview.map(|preview| format!(" · {preview}")).unwrap_or_default();
        let text = Shown::cut(&format!("{draft_state}{preview}"), width.saturating_mul(most)).into_string();
        wrap::lines(&text, width, most)
    }

    fn status(&self, model: &Model) -> Vec<Line<'static>> {
        let place = self.page.status_at;
        let lines =
            |state: &str| self.status_lines(state, usize::from(place.width), usize::from(place.height));
        let (text, style) = match model.drafts.state(self.feature()) {
            SaveState::Saved if self.feedback.is_blank() => return Vec::new(),
            SaveState::Saved => (lines("✓ draft saved"), TextStyle::Dim),
            SaveState::Saving => (lines(SAVING), TextStyle::Dim),
            SaveState::Unsaved(problem) => {
                let text = format!("! not saved, only kept in this window: {}", problem.what);
                (vec![Shown::cut(&text, usize::from(place.width)).into_string()], TextStyle::Attention)
            }
        };
        text.into_iter().map(|line| model.theme.line(line, style)).collect()
    }
}

fn lines(lines: &[Line<'static>], top: usize, place: Rect, buffer: &mut Buffer) {
    for (line, y) in lines.iter().skip(top).zip(place.y..place.bottom()) {
        line.render(Rect { y, height: 1, ..place }, buffer);
    }
}
