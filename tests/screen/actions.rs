//! What a terminal is told to do, action by action, held to the few that the screen needs while it is open, without
//! colours and in a window that keeps its size.

use vte::{Params, Perform};

use crate::cli_support::acting;

/// The modes that the screen sets: the alternate screen, the cursor, bracketed pastes, focus, synchronized updates, and
/// the mouse's; and those that it takes back before it ends.
const SET: [u16; 10] = [25, 1000, 1002, 1003, 1004, 1006, 1015, 1049, 2004, 2026];
const TAKEN_BACK: [u16; 2] = [25, 2026];
/// How what is printed looks: bold, dim, italic, underlined, reversed, and none of that. No colours were asked for.
const LOOKS: [u16; 11] = [0, 1, 2, 3, 4, 7, 22, 23, 24, 27, 39];

/// What was done that the screen never does.
#[derive(Default)]
struct Strange(Vec<String>);

/// Every action in these bytes that is none of the screen's own.
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
        // A picture may have its selector.
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
            // To a place, and how what follows looks.
            ([], 'H') => numbers.len() <= 2,
            ([], 'm') => numbers.iter().all(|look| LOOKS.contains(look)),
            // The window's title is kept.
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
            // What ends it cannot be in it.
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

/// The bells that rang, and what the terminal was told besides: its OSC sequences, without how they begin and end.
pub fn told(raw: &[u8]) -> (usize, Vec<String>) {
    let (mut parser, mut told) = (vte::Parser::new(), Told::default());
    parser.advance(&mut told, raw);
    (told.bells, told.said)
}

#[derive(Default)]
struct Told {
    bells: usize,
    said: Vec<String>,
}

impl Perform for Told {
    fn execute(&mut self, byte: u8) {
        self.bells += usize::from(byte == 7);
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
        self.said.push(String::from_utf8_lossy(&params.join(&b';')).into_owned());
    }
}
