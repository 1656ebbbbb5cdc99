//! Pictures of every pane and dialog at four sizes, from a workspace that the program made. Times, ages and hashes are masked
//! in their width. The styles of the cells follow each picture.
//! `INSTA_UPDATE=always cargo test --test screen pictures` takes them again.

use std::collections::HashSet;
use std::fs;

use crate::cli_support::{CHECKOUT, Place, snapshot};
use crate::styles;
use crate::terminal::{ESC, Terminal};

/// The smallest usable screen.
const SMALLEST: (u16, u16) = (60, 16);
pub const SIZES: [(u16, u16); 3] = [(80, 24), (120, 36), (200, 60)];
const PANES: [(&str, &str); 10] = [
    ("1", "features"),
    ("2", "critique"),
    ("3", "diff"),
    ("4", "preview"),
    ("5", "intent"),
    ("6", "feedback"),
    ("7", "journal"),
    ("8", "scores"),
    ("9", "machine"),
    ("0", "exchange"),
];
pub const COLOURS: [(&str, &str); 1] = [("NO_COLOR", "")];

/// One feature in each state that a person sees, and one that was rejected once.
pub fn workspace() -> Place {
    let place = Place::demo();
    place.write("wishes.md", CHECKOUT.replace("Checkout", "Wishes"));
    place.done(&["new", "wishes", "--brief", "wishes.md"]);
    for id in ["refunds", "loyalty"] {
        let mut approve = Terminal::open_with(&place, 100, 30, &[], &["approve", id]);
        approve.wait_for("first 6 digits").keys(&format!("{id}\r"));
        assert_eq!(approve.ended(), 0);
    }
    fs::remove_file(place.at("features/loyalty/design/final/FROZEN.md")).unwrap();
    place.write("features/gift-cards/design/state.json", "{");
    let mut terminal = Terminal::open(&place, 120, 36);
    terminal.wait_for("checkout").go_to("checkout").decide("checkout").keys("r");
    terminal
        .wait_for("What should change?")
        .paste("Rename /components/0 to \"Pay for the basket without an account\".\nSay what is missing.");
    terminal.wait_for("✓ draft saved").keys("\x13").wait_gone("reject checkout");
    terminal.go_to("checkout").wait_for("checkout ─ CANDIDATE · iteration 2");
    terminal.quit();
    place
}

/// Masks what differs every time, in its width.
fn masked(screen: &str) -> String {
    let mut lines = Vec::new();
    for line in screen.lines() {
        let mut chars: Vec<char> = line.chars().collect();
        let mut at = 0;
        while at < chars.len() {
            let token = chars[at..].iter().take_while(|c| c.is_ascii_alphanumeric() || **c == ':').count();
            let text: String = chars[at..at + token].iter().collect();
            let digits = text.chars().filter(char::is_ascii_digit).count();
            let is_hash = token >= 8 && digits > 1 && text.chars().all(|c| c.is_ascii_hexdigit());
            if (text.contains(':') && digits >= 4) || is_hash {
                chars[at..at + token].iter_mut().filter(|c| c.is_ascii_hexdigit()).for_each(|c| *c = '0');
            }
            at += token.max(1);
        }
        let line: String = chars.into_iter().collect();
        // Ages: of the list's rows, and in sentences.
        let mut line = line.replace("(just now)", "(some age)");
        for age in ["now", " 1m", " 2m", " 3m", " 4m", " 5m"] {
            line = line
                .replace(&format!(" {age}│"), " age│")
                .replace(&format!(" {age}┃"), " age┃")
                .replace(&format!(" {age}  "), " age  ");
            line = line.replace(&format!("({} min)", age.trim_matches([' ', 'm'])), "(some age)");
        }
        lines.push(some_day(&line).trim_end().to_owned());
    }
    lines.join("\n")
}

/// The heading of a day in the journal differs every day; it is masked in its width.
fn some_day(line: &str) -> String {
    let Some((before, rest)) = line.split_once("── ") else { return line.to_owned() };
    let Some((date, after)) =
        rest.split_once(" ─").filter(|_| rest.starts_with(|c: char| c.is_ascii_digit()))
    else {
        return line.to_owned();
    };
    let fill = "─".repeat(date.len().saturating_sub("some day".len()));
    format!("{before}── some day ─{fill}{after}")
}

/// The words of a text; words that end at a border are marked.
fn words(screen: &str) -> (HashSet<String>, HashSet<String>) {
    let (mut whole, mut last) = (HashSet::new(), HashSet::new());
    for line in screen.lines() {
        let mut word = String::new();
        for c in line.chars().chain([' ']) {
            if c.is_alphabetic() {
                word.push(c);
            } else if !word.is_empty() {
                let words = if matches!(c, '│' | '┃') { &mut last } else { &mut whole };
                words.insert(std::mem::take(&mut word));
            }
        }
    }
    (whole, last)
}

/// The pictures taken so far.
#[derive(Default)]
pub struct Album {
    whole: HashSet<String>,
    last: HashSet<(String, String)>,
}

impl Album {
    pub fn take(&mut self, terminal: &mut Terminal, name: &str, size: (u16, u16)) {
        // On a busy machine the selected feature takes time to load.
        terminal.calm(12).wait_gone("reading…").calm(12);
        let looks = terminal.with(styles::describe);
        self.add(&terminal.text(), &format!("\n\n{looks}"), name, size);
    }

    /// Takes a picture of a screen that keeps changing.
    pub fn keep(&mut self, screen: &str, name: &str, size: (u16, u16)) {
        self.add(screen, "", name, size);
    }

    fn add(&mut self, screen: &str, looks: &str, name: &str, (columns, rows): (u16, u16)) {
        let name = format!("{name}-{columns}x{rows}");
        let (whole, last) = words(screen);
        self.whole.extend(whole);
        // A dialog that covers words does not cut them.
        if PANES.iter().any(|(_, pane)| name.starts_with(pane)) {
            self.last.extend(last.into_iter().map(|word| (word, name.clone())));
        }
        let wide = screen.lines().map(unicode_width::UnicodeWidthStr::width).max().unwrap_or(0);
        assert!(wide <= usize::from(columns), "{name}: {wide} columns\n{screen}");
        insta::with_settings!({omit_expression => true, prepend_module_to_snapshot => false}, {
            insta::assert_snapshot!(name, masked(screen) + looks);
        });
    }
}

#[test]
fn every_pane_and_every_dialog_at_four_sizes() {
    let place = workspace();
    let mut album = Album::default();
    for (columns, rows) in [SMALLEST].into_iter().chain(SIZES) {
        let size = (columns, rows);
        // Nothing has been read yet.
        fs::remove_dir_all(place.home().join(".local")).unwrap();
        let mut terminal = Terminal::open_with(&place, columns, rows, &COLOURS, &[]);
        terminal.wait_for("7 features").wait_gone("reading");
        terminal.keys(":sort name\r").settle().keys(":show checkout\r").settle();
        for (key, name) in PANES {
            terminal.keys(key);
            album.take(&mut terminal, name, size);
        }
        dialogs(&mut album, &mut terminal, size);
        terminal.quit();
    }
    // No word is cut at a border: it is whole in a file or in another picture.
    for (_, bytes) in snapshot(&place.root()) {
        album.whole.extend(words(&String::from_utf8_lossy(&bytes)).0);
    }
    let cut: Vec<_> = album.last.iter().filter(|(word, _)| !album.whole.contains(word)).collect();
    assert!(cut.is_empty(), "cut without a mark: {cut:?}");
    println!("{} words stand at a border, whole", album.last.len());
    assert!(album.last.len() > 20, "words must stand at borders, else this shows nothing");
}

fn dialogs(album: &mut Album, terminal: &mut Terminal, size: (u16, u16)) {
    terminal.keys("1").settle().keys("?");
    album.take(terminal, "help", size);
    terminal.keys(ESC).wait_gone(" Keys ");
    for (keys, name) in [("/", "filter"), (":so", "command"), ("N", "new-feature")] {
        terminal.keys(keys);
        album.take(terminal, name, size);
        terminal.keys(ESC).settle();
    }
    terminal.keys("5jjj").settle().keys("c").wait_for("comment on");
    album.take(terminal, "comment", size);
    terminal.keys(ESC).settle();
    terminal.decide("checkout");
    album.take(terminal, "gate", size);
    for (key, name) in [("a", "gate-approve"), ("x", "gate-abort"), ("r", "gate-reject")] {
        terminal.keys(key).settle();
        album.take(terminal, name, size);
        if key == "r" {
            terminal.keys("Say what is missing. 漢字").wait_for("✓ draft saved");
            album.take(terminal, "gate-words", size);
            // Restored for the next size.
            terminal.keys("\x1b[1;5F").keys(&"\x7f".repeat(40)).wait_for("What should change?");
        }
        terminal.keys(ESC).dialog("Decide on checkout");
    }
    terminal.keys(ESC).wait_gone("Decide on");
    terminal.keys(":show loyalty\r").wait_for("ACME SHOP").settle().keys("d").wait_for("unfrozen?");
    album.take(terminal, "reason", size);
    terminal.keys(ESC).settle();
}

/// The style of the cell where a text begins.
fn style(terminal: &Terminal, text: &str) -> (bool, bool, vt100::Color) {
    let (row, column) = terminal.find(text);
    terminal.with(|screen| {
        let cell = screen.cell(row, column).unwrap();
        (cell.bold(), cell.inverse(), cell.fgcolor())
    })
}

#[test]
fn styles_agree_with_signs_and_words() {
    let place = workspace();
    let mut terminal = Terminal::open_with(&place, 120, 36, &COLOURS, &[]);
    terminal
        .wait_for("7 features")
        .wait_gone("reading")
        .keys(":show wishes\r")
        .wait_for("wishes ─ IDLE")
        .settle();
    let yellow = vt100::Color::Idx(3);
    for id in ["checkout", "store-pickup"] {
        assert_eq!(style(&terminal, &format!("◆ {id}")), (true, false, yellow), "{id}");
        assert!(style(&terminal, id).0, "the name of {id} is bold");
    }
    // The machine's title has one space after the name.
    assert_eq!(style(&terminal, "· wishes  "), (false, true, vt100::Color::Default));
    let (row, column) = terminal.find("· wishes  ");
    terminal.with(|screen| {
        assert!(
            (column..column + 33).all(|at| screen.cell(row, at).is_some_and(vt100::Cell::inverse)),
            "the whole row"
        );
    });
    terminal.keys("j").settle();
    for (sign, word) in [
        ("◆ checkout", "decide"),
        ("! gift-cards", "broken"),
        ("✗ ideas", "stalled"),
        ("? loyalty", "why?"),
        ("✓ refunds", "frozen"),
        ("· wishes  ", "idle"),
    ] {
        let screen = terminal.text();
        let row =
            screen.lines().find(|line| line.contains(sign)).unwrap_or_else(|| panic!("{sign}:\n{screen}"));
        assert!(row.contains(word), "{row}");
    }
    terminal.quit();
}

/// The style where a text begins in a line of the screen, if the line consists of known words.
fn style_in(terminal: &Terminal, line: &str, text: &str) -> (bool, bool, vt100::Color) {
    let screen = terminal.text();
    let (row, found) = (0..)
        .zip(screen.lines())
        .find(|(_, found)| found.contains(line))
        .unwrap_or_else(|| panic!("{line:?}:\n{screen}"));
    let column = unicode_width::UnicodeWidthStr::width(&found[..found.find(text).unwrap()]);
    terminal.with(|screen| {
        let cell = screen.cell(row, u16::try_from(column).unwrap()).unwrap();
        (cell.bold(), cell.inverse(), cell.fgcolor())
    })
}

#[test]
fn the_gate_the_diff_and_the_critique_have_their_styles_at_every_size() {
    let place = workspace();
    let (red, green) = (vt100::Color::Idx(1), vt100::Color::Idx(2));
    for (columns, rows) in SIZES {
        let mut terminal = Terminal::open_with(&place, columns, rows, &COLOURS, &[]);
        terminal.wait_for("7 features").wait_gone("reading").keys(":show checkout\r").settle();
        terminal.keys("2").settle().wait_gone("reading…").wait_for("above the threshold").settle();
        let style_of = |line: &str, text: &str| style_in(&terminal, line, text);
        assert_eq!(style_of("✓ 3.25 above", "✓").2, green, "above the threshold");
        // The findings are below the gauges.
        terminal.keys("Z").wait_for("‼ critical").settle();
        assert_eq!(style_in(&terminal, "‼ critical", "‼ critical").2, red, "a critical finding");
        terminal.keys("Z").settle();
        terminal.keys("3").wait_for("against the last rejection").settle();
        let style_of = |line: &str, text: &str| style_in(&terminal, line, text);
        assert_eq!(style_of("− Pay for the cart", "− Pay").2, red, "what was there");
        assert_eq!(style_of("+ Pay for the basket", "+ Pay").2, green, "what is there");
        let (row, _) = terminal.find("− Pay for the cart");
        let changed = terminal.with(|screen| {
            (0..columns).filter(|at| screen.cell(row, *at).is_some_and(vt100::Cell::underline)).count()
        });
        assert!(changed > 0 && changed < 20, "only what changed inside the line is marked: {changed}");
        terminal.decide("checkout");
        let (top, left) = terminal.find("┌ Decide on checkout");
        let (bottom, _) = terminal.find("Choose an action.");
        terminal.with(|screen| {
            let inside = (top..=bottom)
                .flat_map(|row| (left..columns.min(left + 70)).map(move |column| (row, column)));
            let chosen =
                inside.filter(|(row, column)| screen.cell(*row, *column).is_some_and(vt100::Cell::inverse));
            assert_eq!(chosen.count(), 0, "nothing is preselected");
        });
        for key in ["a  approve", "r  reject", "x  abort"] {
            assert!(style(&terminal, key).0, "{key} is a key to press");
        }
        terminal.keys(ESC).wait_gone("Decide on");
        terminal.quit();
    }
}

/// The requested colours: SGR parameters other than attributes and resets.
fn colours(raw: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(raw);
    let mut found = Vec::new();
    for part in text.split("\x1b[").skip(1) {
        let end = part.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(part.len());
        if part[end..].starts_with('m') && !part.starts_with(['<', '?', '>']) {
            let numbers = part[..end].split([';', ':']).filter_map(|n| n.parse::<u32>().ok());
            let is_colour = |n: &u32| matches!(n, 30..=38 | 40..=48 | 58 | 90..=97 | 100..=107);
            found.extend(numbers.filter(is_colour).map(|n| format!("{n} in {}", &part[..end])));
        }
    }
    found
}

#[test]
fn without_colours_no_colour_is_sent() {
    let place = workspace();
    for (variables, wanted) in [([("NO_COLOR", "1")], false), (COLOURS, true)] {
        let mut terminal = Terminal::open_with(&place, 120, 36, &variables, &[]);
        terminal.wait_for("7 features").wait_gone("reading").go_to("checkout");
        for keys in ["2", "3", "4", "5", "6", "7", "8", "9", "?", ESC, "d", "a", ESC, "r", ESC, ESC] {
            terminal.keys(keys).settle();
        }
        let sent = colours(&terminal.raw());
        assert_eq!(!sent.is_empty(), wanted, "{:?}", sent.first());
        // Without colours, the selection shows by other attributes.
        assert!(terminal.has_sent("\x1b[7m"));
        terminal.wait_gone("Decide on");
        terminal.quit();
    }
}
