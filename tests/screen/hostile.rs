//! Untrusted text on the screen (promise P11): escape sequences, bidi controls, piles of marks, endless lines, wide
//! characters. Nothing of it acts, breaks a border, or causes a panic.

use frieze_data::text::Shown;
use serde_json::{Value, json};

use crate::cli_support::{CHECKOUT, Place};
use crate::terminal::{ESC, Terminal};
use crate::terminal_output;

/// Texts that must never be sent unchanged.
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

/// The workspace's folder, whose name goes into the window's title.
const FOLDER: &str = "\x1b]0;x\x07 work \u{202e}";

/// The panes, and whether they contain untrusted text.
const PANES: [(&str, bool); 10] = [
    ("1", false),
    ("2", true),
    ("3", true),
    ("4", true),
    ("5", true),
    ("6", true),
    ("7", true),
    ("8", false),
    ("9", false),
    ("0", true),
];

/// Appends to every free text of a design.
fn spoil(value: &mut Value, key: &str, more: &str) {
    match value {
        Value::String(text) => {
            if matches!(key, "title" | "summary" | "description" | "openQuestions" | "states") {
                text.push_str(more);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| spoil(item, key, more)),
        Value::Object(fields) => fields.iter_mut().for_each(|(key, item)| spoil(item, key, more)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn change(place: &Place, path: &str, how: impl FnOnce(&mut Value)) {
    let mut value = serde_json::from_str(&place.read(path)).unwrap();
    how(&mut value);
    place.write(path, value.to_string());
}

/// A candidate that was rejected once, in a folder with a hostile name. Every text that a model, a critic, a person or a
/// program may write is hostile.
fn hostile() -> Place {
    let (place, home) = (Place::workspace(), "features/checkout/design/");
    let (intent, journal) = (format!("{home}intent.json"), format!("{home}journal.jsonl"));
    let all = PAYLOADS.concat() + "e" + &"\u{301}".repeat(200) + " 漢字テスト 👩‍👩‍👧‍👦";
    let said = |check: &str, suggestion: &str| json!({"check": check, "pointer": "/components/0", "severity": "minor", "message": all, "suggestion": suggestion});
    // One is too long to be used; this is reported.
    let findings = [said("clarity/judgement", &all), said("clarity/judgement", &all.repeat(9))];
    place.write("critic.json", json!({ "findings": findings }).to_string());
    std::fs::create_dir_all(place.home().join("config/frieze")).unwrap();
    let says = "cat > /dev/null; cat critic.json";
    let yaml = format!(
        "critic: eyes\nagents:\n  eyes: {{kind: command, command: [sh, -c, \"{says}\"], folder: .}}\n"
    );
    std::fs::write(place.home().join("config/frieze/config.yaml"), yaml).unwrap();
    place.write("checkout.md", CHECKOUT);
    place.done(&["new", "checkout", "--brief", "checkout.md"]);
    let ran = place.run(&["run", "checkout"]);
    assert_eq!(ran.code, 3, "{ran:?}");
    change(&place, &intent, |intent| {
        spoil(intent, "", &all);
        // Flows and entities refer to each other by name; the components of this design do not.
        intent["components"].as_array_mut().unwrap().iter_mut().for_each(|each| spoil_name(each, &all));
    });
    place.write("why.md", format!("Rename /components/0 to \"Basket\".\nSay {all}.\n"));
    let mut reject =
        Terminal::open_with(&place, 100, 30, &[], &["reject", "checkout", "--feedback", "why.md"]);
    reject.wait_for("first 6 digits").keys("checkout\r");
    assert_eq!(reject.ended(), 0);
    assert_eq!(place.run(&["run", "checkout"]).code, 3);
    assert_eq!(place.state("checkout"), "CANDIDATE");
    place.write(&format!("{home}feedback-draft.md"), format!("{all}\n{}", PAYLOADS.concat()));
    let last = place.read(&journal).lines().last().unwrap().to_owned();
    let mut line: Value = serde_json::from_str(&last).unwrap();
    line["text"] = format!("{all}{}", "long ".repeat(200_000)).into();
    place.write(&journal, format!("{}{line}\n{all}\n", place.read(&journal)));
    std::fs::create_dir(place.at(FOLDER)).unwrap();
    for part in ["features", "frieze.yaml", "critic.json"] {
        std::fs::rename(place.at(part), place.at(FOLDER).join(part)).unwrap();
    }
    place
}

fn spoil_name(component: &mut Value, more: &str) {
    if let Some(Value::String(name)) = component.get_mut("name") {
        name.push_str(more);
    }
}

/// Whether the harmless remains of the payloads are readable.
fn shows_remains(terminal: &Terminal) -> bool {
    let screen = terminal.text();
    PAYLOADS.iter().any(|payload| screen.contains(Shown::line(payload).as_str()))
}

/// Whether a text is in a pane, from its beginning, or folded differently.
fn shows_remains_somewhere(terminal: &mut Terminal) -> bool {
    ["g", "zg", "zg"].iter().any(|keys| {
        terminal.keys(keys).settle();
        (0..5).any(|_| shows_remains(terminal) || shows_remains(terminal.keys("\x1b[6~").settle()))
    })
}

/// A line with a border at its left edge has one at its right edge.
fn assert_borders(screen: &str, columns: usize) {
    for line in screen.lines().skip(1) {
        if line.starts_with('│') || line.starts_with('┌') || line.starts_with('└') {
            let width = unicode_width::UnicodeWidthStr::width(line);
            assert_eq!(width, columns, "misaligned: {line:?}\n{screen}");
            assert!(line.ends_with(['│', '┃', '┐', '┘']), "no border: {line:?}\n{screen}");
        }
    }
}

#[test]
fn p11_hostile_text_neither_acts_nor_breaks_a_narrow_screen() {
    neither_acts_nor_breaks(80, 24);
}

#[test]
fn p11_hostile_text_neither_acts_nor_breaks_the_screen() {
    neither_acts_nor_breaks(120, 36);
}

#[test]
fn p11_hostile_text_neither_acts_nor_breaks_a_wide_screen() {
    neither_acts_nor_breaks(200, 60);
}

fn neither_acts_nor_breaks(columns: u16, rows: u16) {
    let place = hostile();
    let wide = usize::from(columns);
    let mut terminal = Terminal::open_with(&place, columns, rows, &[], &["-C", FOLDER]);
    terminal.wait_for("◆ checkout").wait_gone("reading").settle();
    for (pane, is_hostile) in PANES {
        // Alone, so that the reports are this one's.
        terminal.keys(pane).settle().keys("Z").settle();
        if is_hostile {
            assert!(shows_remains_somewhere(&mut terminal), "pane {pane}:\n{}", terminal.text());
        }
        terminal.keys("Z").settle();
        assert_borders(&terminal.text(), wide);
        for keys in ["G", "g", "j\rj ", ESC] {
            terminal.keys(keys).settle();
            assert_borders(&terminal.text(), wide);
        }
    }
    terminal.keys("5g").settle().keys("jjj").settle().keys("zc").wait_for("comment on ").settle();
    terminal.keys(ESC).wait_gone("comment on ");
    terminal.decide("checkout");
    terminal.keys("r").dialog("reject checkout");
    assert!(shows_remains(&terminal), "the editor:\n{}", terminal.text());
    terminal.keys(ESC).dialog("Decide on").keys(ESC).wait_gone("Decide on");
    assert!(terminal.has_sent("\x1b]0;(1) frieze · ␛]0;x␇ work \\u{202e}"), "the window's title");
    let strange = terminal_output::strange(&terminal.raw());
    assert!(strange.is_empty(), "{columns}x{rows}: {strange:?}");
    terminal.quit();
}

/// Control: the check above finds real actions.
#[test]
fn actions_of_untrusted_text_are_recognised() {
    // A title is allowed, but only with the program's own words.
    for payload in PAYLOADS {
        assert!(!terminal_output::strange(payload.as_bytes()).is_empty(), "{payload:?}");
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
        assert!(!terminal_output::strange(payload.as_bytes()).is_empty(), "{payload:?}");
    }
    let ours = "\x1b[22;0t\x1b[?1049h\x1b[?25l\x1b[?2026h\x1b[3;7H\x1b[1mtext 漢\x1b[0m\x1b[?2026l\x1b]0;frieze · work\x07";
    assert_eq!(terminal_output::strange(ours.as_bytes()), Vec::<String>::new());
}
