//! A parser for terminal output. It allows only the actions that the screen needs while it is open, without colours and in
//! a window of fixed size.

use vte::{Params, Perform};

use crate::cli_support::acting;

/// The modes that the screen sets and resets: the alternate screen, the cursor, bracketed pastes, focus, synchronized
/// updates, and the mouse's.
const SET: [u16; 10] = [25, 1000, 1002, 1003, 1004, 1006, 1015, 1049, 2004, 2026];
const TAKEN_BACK: [u16; 2] = [25, 2026];
/// SGR attributes: bold, dim, italic, underlined, reversed, and reset. No colours.
const LOOKS: [u16; 11] = [0, 1, 2, 3, 4, 7, 22, 23, 24, 27, 39];

/// An action that the screen never sends.
#[derive(Default)]
struct Strange(Vec<String>);

/// Every action in these bytes that is not the screen's own.
pub fn strange(raw: &[u8]) -> Vec<String> {
    let (mut parser, mut strange) = (vte::Parser::new(), Strange::default());
    parser.advance(&mut strange, raw);
    strange.0
}

impl Strange {
    fn note(&mut self, what: String) {
        self.0.push(what);
    }
}

impl Perform for Strange {
    fn print(&mut self, c: char) {
        let mut text = [0; 4];
        // An emoji may have its variation selector.
        if c != '\u{fe0f}' && acting(c.encode_utf8(&mut text)).is_some() {
            self.note(format!("prints {c:?}"));
        }
    }

    fn execute(&mut self, byte: u8) {
        self.note(format!("control {byte:#x}"));
    }

    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], _: bool, action: char) {
        let numbers: Vec<u16> = params.iter().filter_map(|each| each.first().copied()).collect();
        let is_ours = match (intermediates, action) {
            // Cursor positions and attributes.
            ([], 'H') => numbers.len() <= 2,
            ([], 'm') => numbers.iter().all(|look| LOOKS.contains(look)),
            // The window's title is saved.
            ([], 't') => numbers == [22, 0],
            ([b'?'], 'h') => numbers.iter().all(|mode| SET.contains(mode)),
            ([b'?'], 'l') => numbers.iter().all(|mode| TAKEN_BACK.contains(mode)),
            _ => false,
        };
        if !is_ours {
            self.note(format!("CSI {intermediates:?} {numbers:?} {action}"));
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _: bool, byte: u8) {
        self.note(format!("ESC {intermediates:?} {:?}", char::from(byte)));
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
        let text: Vec<_> = params.iter().map(|param| String::from_utf8_lossy(param)).collect();
        let is_ours = match text.iter().map(AsRef::as_ref).collect::<Vec<&str>>().as_slice() {
            // A sequence cannot contain its own end.
            ["0", title, ..] => title.starts_with("frieze · ") || title.contains(") frieze · "),
            _ => false,
        };
        if !is_ours {
            self.note(format!("OSC {text:?}"));
        }
    }

    fn hook(&mut self, _: &Params, _: &[u8], _: bool, action: char) {
        self.note(format!("DCS {action}"));
    }
}

/// The number of bells, and the OSC sequences without their start and end.
pub fn bells_and_osc(raw: &[u8]) -> (usize, Vec<String>) {
    let (mut parser, mut output) = (vte::Parser::new(), Output::default());
    parser.advance(&mut output, raw);
    (output.bells, output.said)
}

#[derive(Default)]
struct Output {
    bells: usize,
    said: Vec<String>,
}

impl Perform for Output {
    fn execute(&mut self, byte: u8) {
        self.bells += usize::from(byte == 7);
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
        self.said.push(String::from_utf8_lossy(&params.join(&b';')).into_owned());
    }
}
