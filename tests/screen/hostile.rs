//! Untrusted text on the screen (promise P11): escape sequences, bidi controls, piles of marks, endless lines, wide
//! characters. Nothing of it acts, nothing of it breaks a border, nothing panics.

use crate::cli_support::Place;
use crate::terminal::Terminal;

/// What must never be sent as it stands.
const PAYLOADS: [&str; 12] = [
    "\x1b]0;owned\x07",
    "\x1b[2J",
    "\x1b[31mred",
    "\x1b]52;c;b3duZWQ=\x07",
    "\x1b]8;;http://x\x1b\\link",
    "\x1bP+q544e\x1b\\",
    "\x1b[?1049l",
    "\u{9b}2J",
    "\u{202e}desrever",
    "\u{2066}isolate",
    "\u{e0001}\u{e0041}tags",
    "zero\u{200b}width",
];

fn hostile() -> String {
    let mut text = String::from("# Hostile 注文 🧑‍🚀\n\n");
    for (n, payload) in (1..).zip(PAYLOADS) {
        text.push_str(&format!(
            "- FR-{n:03}: The customer MUST see {payload} the order number {n} 漢字テスト 👩‍👩‍👧‍👦.\n"
        ));
    }
    let marks = "\u{301}".repeat(200);
    text.push_str(&format!("- FR-100: The customer MUST see e{marks} once.\n"));
    text.push_str(&format!("- FR-101: The clerk MUST enter {} at last.\n", "long ".repeat(4_000)));
    text
}

/// Every line of the screen ends at its right edge with a border, wherever it holds one at its left edge.
fn borders_stand(screen: &str, columns: usize) {
    for line in screen.lines().skip(1) {
        if line.starts_with('│') || line.starts_with('┌') || line.starts_with('└') {
            let width = unicode_width::UnicodeWidthStr::width(line);
            assert_eq!(width, columns, "misaligned: {line:?}\n{screen}");
            assert!(line.ends_with(['│', '┃', '┐', '┘']), "no border: {line:?}\n{screen}");
        }
    }
}

#[test]
fn p11_hostile_text_neither_acts_nor_breaks_the_screen() {
    let place = Place::workspace();
    place.write("hostile.md", hostile());
    place.done(&["new", "hostile", "--brief", "hostile.md"]);
    let _ = place.run(&["run", "hostile"]);
    // What somebody wrote into files that the screen shows.
    let home = "features/hostile/design/";
    place.write(&format!("{home}feedback-draft.md"), PAYLOADS.concat());
    let journal = format!("{home}journal.jsonl");
    place.write(&journal, format!("{}{}\n", place.read(&journal), PAYLOADS.concat()));
    let critique = format!("{home}critique.json");
    let mut value: serde_json::Value = serde_json::from_str(&place.read(&critique)).unwrap();
    if let Some(finding) = value["findings"].get_mut(0) {
        finding["message"] = PAYLOADS.concat().into();
        finding["suggestion"] = "x".repeat(1_000_000).into();
    }
    place.write(&critique, value.to_string());
    for (columns, rows) in [(80, 24), (120, 36), (200, 60)] {
        let mut terminal = Terminal::open(&place, columns, rows);
        terminal.wait_for("hostile");
        for pane in ["2", "3", "4", "5", "6", "7", "8", "9"] {
            terminal.keys(pane).settle();
            borders_stand(&terminal.text(), usize::from(columns));
            for keys in ["G", "g", "j\rj ", "\x1b"] {
                terminal.keys(keys).settle();
                borders_stand(&terminal.text(), usize::from(columns));
            }
        }
        terminal.keys("5").settle();
        terminal.keys("zc").settle();
        terminal.keys("\x1b").settle();
        terminal.keys("d").settle();
        terminal.keys("r").settle();
        let raw = terminal.raw();
        for payload in PAYLOADS {
            let bytes = payload.as_bytes();
            assert!(
                !raw.windows(bytes.len()).any(|window| window == bytes),
                "sent as it stands: {payload:?}"
            );
        }
        terminal.keys("\x1b\x1b").settle();
        terminal.keys("\x03");
        terminal.ended();
    }
}
