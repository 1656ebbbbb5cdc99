//! Untrusted text on the screen (promise P11): escape sequences, bidi controls, piles of marks, endless lines, wide
//! characters. Nothing of it acts, nothing of it breaks a border, nothing panics.

use crate::actions;
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
        terminal.keys("\x1b\x1b").settle();
        let raw = terminal.raw();
        let strange = actions::strange(&raw);
        assert!(strange.is_empty(), "{columns}x{rows}: {strange:?}");
        terminal.keys("\x03");
        terminal.ended();
    }
}

/// The check above finds what it is for.
#[test]
fn what_a_text_would_do_is_no_action_of_ours() {
    // A title is ours, but only with our words in it.
    for payload in PAYLOADS {
        assert!(!actions::strange(payload.as_bytes()).is_empty(), "{payload:?}");
    }
    let mangled = [
        "\x1b]0;owned\x1b\\",
        "\x1b [2J\x1bc",
        "\x1b[5n",
        "\x1b[6n",
        "\x1b[?1h",
        "\x1b[3;4r",
        "\x0e",
        "\x1bD",
    ];
    for payload in mangled {
        assert!(!actions::strange(payload.as_bytes()).is_empty(), "{payload:?}");
    }
    let ours = "\x1b[22;0t\x1b[?1049h\x1b[?25l\x1b[?2026h\x1b[3;7H\x1b[1mtext 漢\x1b[0m\x1b[?2026l\x1b]0;frieze · work\x07";
    assert_eq!(actions::strange(ours.as_bytes()), Vec::<String>::new());
}
