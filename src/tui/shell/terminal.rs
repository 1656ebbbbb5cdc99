//! The terminal: taken over, drawn on, and given back.

use std::cell::RefCell;
use std::ffi::{CString, OsStr};
use std::fs::OpenOptions;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableBracketedPaste, DisableFocusChange, DisableMouseCapture, EnableBracketedPaste, EnableFocusChange,
    EnableMouseCapture,
};
use crossterm::style::Print;
use crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, SetTitle, disable_raw_mode, enable_raw_mode,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Size};
use rustix::io::ioctl_fionread;
use rustix::process::{Signal, kill_current_process_group};
use rustix::termios::{OptionalActions, QueueSelector, tcflush, tcgetattr, tcsetattr, ttyname};

use crate::domain::text::Shown;
use crate::kernel::told_calling;
use crate::tui::model::Model;

/// What is to be sent, kept until the whole frame is there: one frame, one write.
#[derive(Clone, Debug, Default)]
struct Held(Rc<RefCell<Vec<u8>>>);

impl Write for Held {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The terminal while the screen has it.
pub struct Terminal {
    screen: ratatui::Terminal<CrosstermBackend<Held>>,
    held: Held,
    title: String,
    /// Whether the mouse is ours, and whether we may ring.
    mouse: bool,
    rings: bool,
    /// Whether the terminal shows its cursor.
    cursor: Option<Position>,
}

impl Terminal {
    pub fn enter(mouse: bool, rings: bool) -> io::Result<Self> {
        let held = Held::default();
        let screen = ratatui::Terminal::new(CrosstermBackend::new(held.clone()))?;
        take_over(mouse)?;
        Ok(Self { screen, held, title: String::new(), mouse, rings, cursor: None })
    }

    /// Takes the mouse or leaves it alone, and may ring or not.
    pub fn adjust(&mut self, mouse: bool, rings: bool) -> io::Result<()> {
        self.rings = rings;
        if std::mem::replace(&mut self.mouse, mouse) == mouse {
            return Ok(());
        }
        if mouse {
            queue!(self.screen.backend_mut(), EnableMouseCapture)?;
        } else {
            queue!(self.screen.backend_mut(), DisableMouseCapture)?;
        }
        self.send()
    }

    /// The terminal's size as it is now.
    pub fn measure(&mut self) -> io::Result<Size> {
        self.screen.autoresize()?;
        Ok(self.screen.current_buffer_mut().area.as_size())
    }

    /// Reminds whoever waits for keys of those that are there already: the notice of them is lost where it comes
    /// together with another one, such as that of a changed size. What is set anew, if only to what it is, is noticed.
    pub fn remind(&self) {
        let stdin = io::stdin();
        if ioctl_fionread(&stdin).is_ok_and(|waiting| waiting > 0)
            && let Ok(settings) = tcgetattr(&stdin)
        {
            let _ = tcsetattr(&stdin, OptionalActions::Now, &settings);
        }
    }

    /// Draws a frame of the size that was measured; only what differs from the last one is sent, in one write, and where nothing differs nothing.
    /// `view` says where the cursor is to stand.
    pub fn draw(&mut self, view: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        let is_resized = !self.held.0.borrow().is_empty();
        queue!(self.screen.backend_mut(), BeginSynchronizedUpdate)?;
        let begun = self.held.0.borrow().len();
        let cursor = view(self.screen.current_buffer_mut());
        self.screen.flush()?;
        // Every difference begins with its place; what ends every picture is no difference.
        let is_blank = !self.held.0.borrow().iter().skip(begun).any(|byte| *byte == b'H');
        let is_same = !is_resized && cursor == self.cursor && is_blank;
        self.screen.swap_buffers();
        if is_same {
            self.held.0.borrow_mut().clear();
            return Ok(());
        }
        match cursor {
            Some(position) => {
                self.screen.set_cursor_position(position)?;
                self.screen.show_cursor()?;
            }
            None if self.cursor.is_some() => self.screen.hide_cursor()?,
            None => {}
        }
        self.cursor = cursor;
        queue!(self.screen.backend_mut(), EndSynchronizedUpdate)?;
        self.send()
    }

    /// The window's title: how many features call.
    pub fn title(&mut self, model: &Model) -> io::Result<()> {
        let place = Shown::cut(&model.place, 60);
        let counts = model.features.counts();
        let title = match counts.calling {
            0 => format!("frieze · {place}"),
            n => format!("({n}) frieze · {place}: {}", told_calling(n, counts.tampered)),
        };
        if title != self.title {
            queue!(self.screen.backend_mut(), SetTitle(&title))?;
            self.title = title;
            self.send()?;
        }
        Ok(())
    }

    /// A bell and a note of the desktop, unless the person is looking here or wants none.
    pub fn notify(&mut self, text: &str, is_attended: bool) -> io::Result<()> {
        if is_attended || !self.rings {
            return Ok(());
        }
        let text = Shown::cut(text, 120);
        let out = &mut self.screen.backend_mut();
        write!(out, "\x07\x1b]9;{text}\x1b\\\x1b]777;notify;frieze;{text}\x1b\\")?;
        self.send()
    }

    /// Sends a text to the terminal's clipboard.
    pub fn copy(&mut self, text: &str) -> io::Result<()> {
        let command = crossterm::clipboard::CopyToClipboard::to_clipboard_from(text);
        queue!(self.screen.backend_mut(), command)?;
        self.send()
    }

    /// Drops what the terminal holds and nobody has read yet.
    pub fn drop_typed(&mut self) {
        let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    }

    /// Gives the terminal back, stops, and takes it over again when the person comes back.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        // With whoever watches over the terminal for us.
        let _ = kill_current_process_group(Signal::TSTP);
        self.again()
    }

    /// Gives the terminal to another program; [`Terminal::again`] takes it back.
    pub fn lend(&mut self) {
        give_back();
    }

    pub fn again(&mut self) -> io::Result<()> {
        take_over(self.mouse)?;
        // A new one knows nothing of what was drawn. Clearing the old one would ask the terminal where its cursor
        // is, and wait for an answer.
        self.screen = ratatui::Terminal::new(CrosstermBackend::new(self.held.clone()))?;
        queue!(self.screen.backend_mut(), Clear(ClearType::All))?;
        self.title.clear();
        self.cursor = None;
        self.send()
    }

    fn send(&mut self) -> io::Result<()> {
        let held = self.held.0.take();
        let mut out = io::stdout().lock();
        out.write_all(&held)?;
        out.flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// The terminal keeps the title that its window has, and gives it back.
const KEEP_TITLE: Print<&str> = Print("\x1b[22;0t");
const TITLE_AGAIN: Print<&str> = Print("\x1b[23;0t");

fn take_over(mouse: bool) -> io::Result<()> {
    let _ = NAME.get_or_init(|| ttyname(io::stdout(), Vec::new()).ok());
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::Relaxed);
    let mut out = io::stdout();
    let entered =
        execute!(out, KEEP_TITLE, EnterAlternateScreen, Hide, EnableBracketedPaste, EnableFocusChange)
            .and_then(|()| if mouse { execute!(out, EnableMouseCapture) } else { Ok(()) });
    if entered.is_err() {
        give_back();
    }
    entered
}

/// The name of the terminal's device.
static NAME: OnceLock<Option<CString>> = OnceLock::new();

/// Whether the page and the title are still to be given back; so they are for the guard, whose screen may have died.
static IS_TAKEN: AtomicBool = AtomicBool::new(true);

/// Undoes [`take_over`]; harmless where nothing was taken over.
pub fn give_back() {
    let is_taken = IS_TAKEN.swap(false, Ordering::Relaxed);
    if write_back(&mut io::stdout(), is_taken).is_err()
        && let Some(Some(name)) = NAME.get()
    {
        // The session's leader is gone, and the kernel has taken our terminal away; by its name it can still
        // be reached.
        let path = Path::new(OsStr::from_bytes(name.as_bytes()));
        let reached = OpenOptions::new().write(true).custom_flags(NO_CONTROL).open(path);
        let _ = reached.and_then(|mut terminal| write_back(&mut terminal, is_taken));
    }
    let _ = disable_raw_mode();
}

/// The opened terminal does not become this process' controlling one.
const NO_CONTROL: i32 = rustix::fs::OFlags::NOCTTY.bits().cast_signed();

fn write_back(out: &mut impl Write, is_taken: bool) -> io::Result<()> {
    execute!(out, EndSynchronizedUpdate, DisableMouseCapture, DisableFocusChange, DisableBracketedPaste)?;
    // Once: whoever leaves the page again goes back to where the cursor was, over what was told since.
    if is_taken {
        execute!(out, TITLE_AGAIN, LeaveAlternateScreen)?;
    }
    execute!(out, Show)
}
