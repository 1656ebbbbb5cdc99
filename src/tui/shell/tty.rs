//! Terminal in raw mode and on the alternate screen, until it is given back.

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
use std::time::Duration;

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

use crate::tui::model::Model;
use frieze_data::text::Shown;
use frieze_kernel::attention_summary;

/// How long the signal of a key for another program may be on its way after the end of that.
const LATE: Duration = Duration::from_millis(50);

/// Output of a frame, collected so that a frame is one write.
#[derive(Clone, Debug, Default)]
struct FrameOutput(Rc<RefCell<Vec<u8>>>);

impl Write for FrameOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The terminal while the screen is open.
pub struct Terminal {
    screen: ratatui::Terminal<CrosstermBackend<FrameOutput>>,
    output: FrameOutput,
    title: String,
    /// Whether the screen takes the mouse.
    mouse: bool,
    /// Whether notifications are on.
    notifies: bool,
    /// The position of the cursor if it is visible.
    cursor: Option<Position>,
}

impl Terminal {
    pub fn enter(mouse: bool, notifies: bool) -> io::Result<Self> {
        let output = FrameOutput::default();
        let screen = ratatui::Terminal::new(CrosstermBackend::new(output.clone()))?;
        take_over(mouse)?;
        Ok(Self { screen, output, title: String::new(), mouse, notifies, cursor: None })
    }

    pub fn apply_settings(&mut self, mouse: bool, notifies: bool) -> io::Result<()> {
        self.notifies = notifies;
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

    /// The current size of the terminal.
    pub fn measure(&mut self) -> io::Result<Size> {
        self.screen.autoresize()?;
        Ok(self.screen.current_buffer_mut().area.as_size())
    }

    /// Wakes the input stream if keys are waiting. Its notification is lost if it arrives together with another one, such as a
    /// changed size; setting the terminal's attributes, even to the same values, causes a new one.
    pub fn renotify_input(&self) {
        let stdin = io::stdin();
        if ioctl_fionread(&stdin).is_ok_and(|waiting| waiting > 0)
            && let Ok(settings) = tcgetattr(&stdin)
        {
            let _ = tcsetattr(&stdin, OptionalActions::Now, &settings);
        }
    }

    /// Draws a frame. Only the differences to the last one are sent, in one write. `view` returns the position of the cursor.
    pub fn draw(&mut self, view: impl FnOnce(&mut Buffer) -> Option<Position>) -> io::Result<()> {
        let is_resized = !self.output.0.borrow().is_empty();
        queue!(self.screen.backend_mut(), BeginSynchronizedUpdate)?;
        let begun = self.output.0.borrow().len();
        let cursor = view(self.screen.current_buffer_mut());
        self.screen.flush()?;
        // Every difference begins with a position; the end of a frame has none.
        let is_blank = !self.output.0.borrow().iter().skip(begun).any(|byte| *byte == b'H');
        let is_same = !is_resized && cursor == self.cursor && is_blank;
        self.screen.swap_buffers();
        if is_same {
            self.output.0.borrow_mut().clear();
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

    /// Sets the window title: how many features need a person.
    pub fn title(&mut self, model: &Model) -> io::Result<()> {
        let place = Shown::cut(&model.workspace_name, 60);
        let counts = model.features.counts();
        let title = match counts.waiting {
            0 => format!("frieze · {place}"),
            n => format!("({n}) frieze · {place}: {}", attention_summary(n, counts.tampered)),
        };
        if title != self.title {
            queue!(self.screen.backend_mut(), SetTitle(&title))?;
            self.title = title;
            self.send()?;
        }
        Ok(())
    }

    /// Rings and shows a desktop notification, unless the person is here or has turned that off.
    pub fn notify(&mut self, text: &str, is_person_here: bool) -> io::Result<()> {
        if is_person_here || !self.notifies {
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

    /// Drops unread input.
    pub fn drop_typed(&mut self) {
        let _ = tcflush(io::stdin(), QueueSelector::IFlush);
    }

    /// Gives the terminal back, stops the process, and takes the terminal again when it continues.
    pub fn suspend(&mut self) -> io::Result<()> {
        give_back();
        // Together with the guard process.
        let _ = kill_current_process_group(Signal::TSTP);
        self.take_back()
    }

    /// Gives the terminal to another program; [`Terminal::take_back`] ends that.
    pub fn release(&mut self) {
        give_back();
    }

    pub fn take_back(&mut self) -> io::Result<()> {
        // Until then the guard takes the signal of a key for that of the other program.
        std::thread::sleep(LATE);
        take_over(self.mouse)?;
        // A new one redraws everything. Clearing the old one would ask the terminal for its cursor position and wait.
        self.screen = ratatui::Terminal::new(CrosstermBackend::new(self.output.clone()))?;
        queue!(self.screen.backend_mut(), Clear(ClearType::All))?;
        self.title.clear();
        self.cursor = None;
        self.send()
    }

    fn send(&mut self) -> io::Result<()> {
        let output = self.output.0.take();
        let mut out = io::stdout().lock();
        out.write_all(&output)?;
        out.flush()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        give_back();
    }
}

/// Save and restore the title of the window.
const SAVE_TITLE: Print<&str> = Print("\x1b[22;0t");
const RESTORE_TITLE: Print<&str> = Print("\x1b[23;0t");

fn take_over(mouse: bool) -> io::Result<()> {
    let _ = NAME.get_or_init(|| ttyname(io::stdout(), Vec::new()).ok());
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::Relaxed);
    let mut out = io::stdout();
    let entered =
        execute!(out, SAVE_TITLE, EnterAlternateScreen, Hide, EnableBracketedPaste, EnableFocusChange)
            .and_then(|()| if mouse { execute!(out, EnableMouseCapture) } else { Ok(()) });
    if entered.is_err() {
        give_back();
    }
    entered
}

/// The name of the terminal device.
static NAME: OnceLock<Option<CString>> = OnceLock::new();

/// Whether screen and title have to be restored. True for the guard, whose screen process may have died.
static IS_TAKEN: AtomicBool = AtomicBool::new(true);

/// Undoes [`take_over`]; harmless if nothing was taken over.
pub fn give_back() {
    let is_taken = IS_TAKEN.swap(false, Ordering::Relaxed);
    if write_back(&mut io::stdout(), is_taken).is_err()
        && let Some(Some(name)) = NAME.get()
    {
        // The session leader is gone and the kernel has detached the terminal; its device can still be opened by name.
        let path = Path::new(OsStr::from_bytes(name.as_bytes()));
        let reached = OpenOptions::new().write(true).custom_flags(NO_CONTROL).open(path);
        let _ = reached.and_then(|mut terminal| write_back(&mut terminal, is_taken));
    }
    let _ = disable_raw_mode();
}

/// The opened terminal does not become the controlling terminal.
const NO_CONTROL: i32 = rustix::fs::OFlags::NOCTTY.bits().cast_signed();

fn write_back(out: &mut impl Write, is_taken: bool) -> io::Result<()> {
    execute!(out, EndSynchronizedUpdate, DisableMouseCapture, DisableFocusChange, DisableBracketedPaste)?;
    // Only once: leaving the alternate screen again would move the cursor back over later output.
    if is_taken {
        execute!(out, RESTORE_TITLE, LeaveAlternateScreen)?;
    }
    execute!(out, Show)
}
