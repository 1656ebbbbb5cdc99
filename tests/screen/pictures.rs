//! Pictures of every pane and every dialog at three sizes, from a workspace that the program made itself. What
//! changes from day to day (times, ages, hashes) is masked; the masks are as wide as what they hide. Below each picture
//! stands how its cells look.
//! `INSTA_UPDATE=always cargo test --test screen pictures` takes them anew.

use std::collections::HashSet;
use std::fs;

use crate::cli_support::{CHECKOUT, Place, snapshot};
use crate::looks;
use crate::terminal::{ESC, Terminal};

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

/// One feature in each state that a person meets, and one that was rejected once.
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
        .wait_for("what should change?")
        .paste("Rename /components/0 to \"Pay for the basket without an account\".\nSay what is missing.");
    terminal.wait_for("✓ draft saved").keys("\x13").dialog("to reject, type checkout");
    terminal.keys("checkout\r").wait_for("checkout ─ CANDIDATE · iteration 2");
    terminal.quit();
    place
}

/// Hides what is another one every time, in as many columns.
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
        // Ages: of the list's rows, and of sentences.
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

/// The heading of a day in the journal, which is another one every day, in as many columns.
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

/// The words of a text; those that end at a border are told apart.
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

/// Everything that was seen.
#[derive(Default)]
pub struct Album {
    whole: HashSet<String>,
    last: HashSet<(String, String)>,
}

impl Album {
    pub fn take(&mut self, terminal: &mut Terminal, name: &str, size: (u16, u16)) {
        // On a busy machine what is selected takes its time to be read.
        terminal.calm(12).wait_gone("reading…").calm(12);
        let looks = terminal.with(looks::told);
        self.add(&terminal.text(), &format!("\n\n{looks}"), name, size);
    }

    /// Keeps a picture as it is, of a screen that does not rest.
    pub fn keep(&mut self, screen: &str, name: &str, size: (u16, u16)) {
        self.add(screen, "", name, size);
    }

    fn add(&mut self, screen: &str, looks: &str, name: &str, (columns, rows): (u16, u16)) {
        let name = format!("{name}-{columns}x{rows}");
        let (whole, last) = words(screen);
        self.whole.extend(whole);
        // A dialog lies over words, which is no cut.
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
fn every_pane_and_every_dialog_at_three_sizes() {
    let place = workspace();
    let mut album = Album::default();
    for (columns, rows) in SIZES {
        let size = (columns, rows);
        // Nobody has looked at anything yet.
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
    // No word is cut at a border: it stands whole elsewhere, in a file or in a picture.
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
            terminal.keys("\x13").dialog("to reject, type checkout");
            album.take(terminal, "gate-reject-confirm", size);
            terminal.keys(ESC).settle();
            // As it was, for the next size.
            terminal.keys("\x1b[1;5F").keys(&"\x7f".repeat(40)).wait_for("what should change?");
        }
        terminal.keys(ESC).dialog("Decide on checkout");
    }
    terminal.keys(ESC).wait_gone("Decide on");
    terminal.keys(":show loyalty\r").wait_for("ACME SHOP").settle().keys("d").wait_for("why?");
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
fn styles_say_what_signs_and_words_say_too() {
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
    // The title of the machine has one space behind the name.
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

/// The style of a line of the screen where a text in it begins, unless the line has other words, too.
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
fn the_gate_the_diff_and_the_critique_look_as_they_mean_at_every_size() {
    let place = workspace();
    let (yellow, red, green) = (vt100::Color::Idx(3), vt100::Color::Idx(1), vt100::Color::Idx(2));
    for (columns, rows) in SIZES {
        let mut terminal = Terminal::open_with(&place, columns, rows, &COLOURS, &[]);
        terminal.wait_for("7 features").wait_gone("reading").keys(":show checkout\r").settle();
        terminal.keys("2").settle().wait_gone("reading…").wait_for("by price").settle();
        let told = |line: &str, text: &str| style_in(&terminal, line, text);
        assert_eq!(told("! major", "! major").2, yellow, "a major finding");
        assert_eq!(told("✓ 3.12 above", "✓").2, green, "above the threshold");
        terminal.keys("3").wait_for("against the last rejection").settle();
        let told = |line: &str, text: &str| style_in(&terminal, line, text);
        assert_eq!(told("− Pay for the cart", "− Pay").2, red, "what was there");
        assert_eq!(told("+ Pay for the basket", "+ Pay").2, green, "what is there");
        let (row, _) = terminal.find("− Pay for the cart");
        let changed = terminal.with(|screen| {
            (0..columns).filter(|at| screen.cell(row, *at).is_some_and(vt100::Cell::underline)).count()
        });
        assert!(changed > 0 && changed < 20, "only what changed inside the line is marked: {changed}");
        terminal.decide("checkout");
        let (top, left) = terminal.find("┌ Decide on checkout");
        let (bottom, _) = terminal.find("nothing is chosen");
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

/// The colours that were asked for: parameters of SGR sequences that are no attribute and no reset.
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
fn without_colours_none_are_sent() {
    let place = workspace();
    for (variables, wanted) in [([("NO_COLOR", "1")], false), (COLOURS, true)] {
        let mut terminal = Terminal::open_with(&place, 120, 36, &variables, &[]);
        terminal.wait_for("7 features").wait_gone("reading").go_to("checkout");
        for keys in ["2", "3", "4", "5", "6", "7", "8", "9", "?", ESC, "d", "a", ESC, "r", ESC, ESC] {
            terminal.keys(keys).settle();
        }
        let sent = colours(&terminal.raw());
        assert_eq!(!sent.is_empty(), wanted, "{:?}", sent.first());
        // What is selected is told without colours.
        assert!(terminal.has_sent("\x1b[7m"));
        terminal.wait_gone("Decide on");
        terminal.quit();
    }
}
