//! The gate's stories, told in keys and messages, and its pictures.

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use super::story::{NAME, Story, detail_of, gate_of, reading, run_view};
use super::*;
use crate::engine::Doing;
use crate::kernel::RunView;
use crate::tui::features::Card;
use crate::tui::msg::{Errand, Msg};
use crate::tui::parts::Part;

#[test]
fn a_candidate_is_approved_by_typing_its_name_or_its_hash() {
    let hash = reading("0.1.0").sha256.to_string();
    for typed in [NAME, &hash[..6], &hash] {
        let mut story = Story::at_80();
        story.keys(&format!("d a \"{typed}\" enter"));
        assert_eq!(story.trail(), ["decide approve \"\" unseen"], "{typed}");
        assert!(story.is_open(), "it waits for the engine");
        story.ended(Errand::Decide, Ok("checkout is FROZEN"));
        assert!(!story.is_open());
    }
}

/// Ruling 12: "the screen … say so"; whose page is frozen, and what a decision drops, is told where it is decided.
#[test]
fn ruling_12_the_gate_says_whose_preview_would_be_frozen() {
    let view = |preview: &str| {
        let gate = gate_of(reading("0.1.0").sha256);
        RunView { preview: Some(preview.to_owned()), ..run_view("CANDIDATE", Some(gate)) }
    };
    for size in [(80, 24), (120, 36)] {
        let mut story = Story::new(size, "");
        story.tell(Msg::Detail(detail_of(view("built-in; stitch is drawing another"), reading("0.1.0"), "")));
        let shown = story.keys("d").draw();
        assert!(shown.contains("preview built-in; stitch is drawing another"), "{shown}");
        // It fails while the dialog is open.
        story.tell(Msg::Detail(detail_of(view("built-in; stitch failed: HTTP 403"), reading("0.1.0"), "")));
        let shown = story.draw();
        assert!(shown.contains("preview built-in; stitch failed: HTTP 403"), "{shown}");
        let shown = story.keys("a").draw();
        assert!(shown.contains("preview built-in; stitch failed: HTTP 403"), "{shown}");
    }
    let shown = Story::at_80().keys("d").draw();
    assert!(!shown.contains("preview built-in"), "{shown}");
}

#[test]
fn a_note_goes_along_and_what_was_seen_is_told() {
    let mut story = Story::at_80();
    let parts = crate::tui::parts::all(&reading("0.1.0").intent);
    let count = parts.len();
    let lines = |some: &[Part]| -> Vec<Arc<str>> {
        some.iter().flat_map(|part| &part.lines).map(|line| Arc::from(line.as_str())).collect()
    };
    // Headlines alone are no parts, where parts have more to say.
    let heads: Vec<Arc<str>> = parts.iter().map(|part| Arc::from(part.pointer.as_str())).collect();
    let plain = parts.iter().filter(|part| part.lines.len() == 1).count();
    assert!(plain > 1 && plain < count, "{plain} of {count}");
    story.tell(Msg::Drawn(lines(&parts[..1])));
    story.keys("d");
    assert!(story.draw().contains(&format!("1 of {count} parts were on the screen")));
    story.keys("esc");
    story.tell(Msg::Drawn(heads));
    story.keys("d");
    assert!(story.draw().contains(&format!("{plain} of {count} parts were on the screen")));
    story.keys("esc");
    story.tell(Msg::Drawn(lines(&parts)));
    story.keys("d a tab \"well done\" enter \"checkout\" enter");
    assert_eq!(story.trail(), ["decide approve \"well done\""]);
}

#[test]
fn how_the_words_are_taken_is_read_as_a_whole_while_they_are_written() {
    let mut story = Story::at_80();
    story.model.is_built_in = true;
    story.keys("d r");
    story.tell(Msg::Pasted(
        "Rename /components/0 to \"Basket\".\nmake it pop more, 漢字 and so on".to_owned(),
    ));
    let shown = story.draw();
    let heard: Vec<&str> = shown
        .lines()
        .skip_while(|line| !line.contains("the draft") && !line.contains("draft saved"))
        .take_while(|line| !line.contains("Ctrl+S"))
        .map(|line| line.trim_matches(['│', ' ']))
        .filter(|line| !line.is_empty())
        .collect();
    // Why the line of the cursor is not, before anything else.
    assert!(heard.len() > 1 && heard.join(" ").contains("1 of 2 lines understood · line 2: "), "{shown}");
    assert!(heard.iter().all(|line| !line.ends_with('…')), "cut: {shown}");
    // Which lines they are stands beside them, and goes along with the words.
    let signs = |story: &mut Story| {
        let shown = story.draw();
        let row =
            |words: &str| shown.lines().find(|line| line.contains(words)).unwrap_or_default().to_owned();
        [row("Rename /comp"), row("make it pop")]
    };
    let [known, unknown] = signs(&mut story);
    assert!(known.contains("│ ✓ Rename") && unknown.contains("│ ? make it pop"), "{known} {unknown}");
    story.model.size = Size::new(120, 36);
    story.keys("\"!\"");
    let [known, unknown] = signs(&mut story);
    assert!(known.contains("│ ✓ Rename") && unknown.contains("│ ? make it pop"), "{known} {unknown}");
    // Where a model reads them, nothing is told beforehand.
    let mut story = Story::at_80();
    story.keys("d r \"make it pop\"");
    let told = story.draw();
    assert!(told.contains("│ make it pop") && !told.contains("understood"), "{told}");
}

#[test]
fn what_suspends_everywhere_suspends_at_the_gate_until_something_is_typed_there() {
    let mut story = Story::at_80();
    story.keys("d ^z");
    assert_eq!(story.trail(), ["Suspend"]);
    assert!(story.is_open());
    story.keys("r \"no\" ^z");
    assert!(!story.trail().iter().any(|what| what == "Suspend"), "it undoes there");
}

#[test]
fn nothing_happens_before_a_choice_and_esc_decides_nothing() {
    let mut story = Story::at_80();
    story.keys("d enter space \"checkout\" enter enter esc");
    assert!(!story.is_open());
    assert_eq!(story.trail(), [""; 0]);
    story.keys("d a \"check\" enter");
    assert!(story.draw().contains("nothing was decided"));
    story.keys("esc");
    assert!(story.draw().contains("nothing is chosen"), "one step back");
    story.keys("^c");
    assert!(!story.is_open());
    assert_eq!(story.trail(), [""; 0]);
}

#[test]
fn keys_typed_before_the_frame_and_pastes_are_no_answer() {
    let mut story = Story::at_80();
    story.tell(Msg::Key(KeyCode::Char('d').into()));
    for c in "acheckout".chars() {
        story.tell(Msg::Key(KeyCode::Char(c).into()));
    }
    story.draw();
    assert!(story.draw().contains("nothing is chosen"));
    story.tell(Msg::Key(KeyCode::Char('a').into()));
    // The question for the confirmation is not on the screen yet.
    for c in NAME.chars() {
        story.tell(Msg::Key(KeyCode::Char(c).into()));
    }
    story.draw();
    story.tell(Msg::Pasted(NAME.to_owned()));
    story.tell(Msg::Pasted(format!("{NAME}\n")));
    assert!(story.draw().contains("a paste decides nothing"));
    story.keys("enter");
    assert_eq!(story.trail(), [""; 0]);
}

#[test]
fn feedback_is_written_kept_and_sent() {
    let mut story = Story::at_80();
    story.keys("d r \"Größe: 界面\" enter");
    story.tell(Msg::Pasted("a paste\r\nof two lines".to_owned()));
    let kept = story.trail();
    assert_eq!(kept, ["keep \"G\""], "one save at a time");
    story.ended(Errand::KeepDraft, Ok(""));
    let words = "Größe: 界面\na paste\nof two lines";
    assert_eq!(story.trail(), [format!("keep {words:?}")], "then the newest words");
    story.ended(Errand::KeepDraft, Ok(""));
    assert_eq!(story.trail(), [""; 0]);
    // Esc and return: the words are there.
    story.keys("esc esc");
    assert!(!story.is_open());
    story.keys("d r");
    assert!(story.draw().contains("Größe: 界"));
    story.keys("^s \"checkout\" enter");
    assert_eq!(story.trail(), [format!("decide reject {words:?}")]);
    // Only when it was carried out is the draft emptied.
    story.ended(Errand::Decide, Ok("checkout is CANDIDATE"));
    assert_eq!(story.trail(), ["keep \"\""]);
}

#[test]
fn an_abort_needs_a_reason() {
    let mut story = Story::at_80();
    story.keys("d x enter");
    assert!(story.draw().contains("abort needs a reason"));
    story.keys("tab \"checkout\" enter");
    assert!(story.draw().contains("abort needs a reason"));
    story.keys("esc x \"no longer wanted\" enter \"checkout\" enter");
    assert_eq!(story.trail(), ["decide abort \"no longer wanted\""]);
    // The key that is done with words everywhere is so here; it decides nothing, and without words it asks for them.
    let mut story = Story::at_80();
    story.keys("d x ^s");
    assert!(story.draw().contains("abort needs a reason"));
    story.keys("\"no longer wanted\" ^s \"checkout\" ^s");
    assert!(story.trail().iter().all(|done| !done.starts_with("decide")), "{:?}", story.trail());
    story.keys("enter");
    assert_eq!(story.trail(), ["decide abort \"no longer wanted\""]);
}

#[test]
fn another_design_than_the_shown_one_is_not_decided_about() {
    let changed = |state: &'static str, version: &str, has_gate: bool| {
        let reading = reading(version);
        detail_of(run_view(state, has_gate.then(|| gate_of(reading.sha256))), reading, "")
    };
    for (state, version, has_gate) in
        [("CANDIDATE", "0.2.0", true), ("REVISING", "0.1.0", false), ("FROZEN", "0.1.0", false)]
    {
        let mut story = Story::at_80();
        story.keys("d a \"checkout\"");
        story.tell(Msg::Detail(changed(state, version, has_gate)));
        assert!(story.draw().contains("Nothing was decided."), "{state} {version}");
        story.keys("enter a enter \"checkout\" enter");
        assert_eq!(story.trail(), [""; 0]);
        story.keys("esc");
        assert!(!story.is_open());
    }
    // The list knows before the files were read again.
    let mut story = Story::at_80();
    story.keys("d a \"checkout\"");
    story.model.detail = None;
    let card = Card::of(&run_view("REVISING", None), Doing::Resting);
    story.tell(Msg::Read(vec![(NAME.parse().unwrap(), card)]));
    assert!(story.draw().contains("checkout is REVISING now"));
}

#[test]
fn words_that_cannot_be_saved_are_kept_here_and_held_on_to() {
    let mut story = Story::at_80();
    story.keys("d r \"words\"");
    story.trail();
    story.ended(Errand::KeepDraft, Err("held by process 7"));
    story.ended(Errand::KeepDraft, Err("held by process 7"));
    assert!(story.draw().contains("not saved, your words are kept here: held by process 7"));
    story.keys("esc esc");
    story.trail();
    story.keys("d r");
    assert!(story.draw().contains("words"));
    story.keys("esc esc");
    story.ended(Errand::KeepDraft, Err("held by process 7"));
    story.trail();
    story.keys("q");
    assert!(!story.trail().contains(&"quit".to_owned()), "the words would be lost");
    story.ended(Errand::KeepDraft, Err("held by process 7"));
    assert!(story.model.message.as_ref().unwrap().text.contains("asking again to leave"));
    story.keys("q");
    assert_eq!(story.trail(), ["quit"]);
}

#[test]
fn who_leaves_right_after_typing_leaves_when_the_words_are_saved() {
    let mut story = Story::at_80();
    story.keys("d r \"ab\" esc esc q");
    assert_eq!(story.trail(), ["keep \"a\""]);
    story.ended(Errand::KeepDraft, Ok(""));
    assert_eq!(story.trail(), ["keep \"ab\""]);
    story.ended(Errand::KeepDraft, Ok(""));
    assert_eq!(story.trail(), ["quit"]);
}

#[test]
fn a_draft_and_the_editor_of_the_person_bring_words_in() {
    let mut story = Story::new((80, 24), "- /components/0 (Cart): larger\n");
    story.keys("d");
    assert!(story.draw().contains("your draft has 1 line"));
    story.keys("r");
    assert!(story.draw().contains("- /components/0 (Cart): larger"));
    story.keys("^x");
    assert_eq!(story.trail(), ["edit \"- /components/0 (Cart): larger\\n\""]);
    story.tell(Msg::Edited(Err(Stated { what: "vi ended with 1".to_owned(), hint: String::new() })));
    assert!(story.draw().contains("vi ended with 1") && story.draw().contains("larger"));
    story.tell(Msg::Edited(Ok("all new".to_owned())));
    assert_eq!(story.trail(), ["keep \"all new\""]);
}

#[test]
fn every_page_is_usable_at_every_size() {
    for size in [(60, 16), (80, 24), (120, 36), (200, 60)] {
        let mut story = Story::new(size, "");
        let check = |story: &mut Story, keys: &str, wanted: &[&str]| {
            story.keys(keys);
            let shown = story.draw();
            for wanted in wanted {
                assert!(shown.contains(wanted), "{size:?} {keys}: {wanted:?} is not shown\n{shown}");
            }
        };
        check(&mut story, "d", &["a  approve", "r  reject", "x  abort", "Esc", " parts "]);
        let half = &reading("0.1.0").sha256.to_string()[..32];
        check(&mut story, "a", &[half, "SHA-256", "a note", "Enter approve", "checkout or the first 6"]);
        check(&mut story, "esc r \"words\"", &["words", "Ctrl+S", "Ctrl+X", "draft"]);
        check(&mut story, "^s", &["your words", "Enter reject", "checkout or the first 6"]);
        check(&mut story, "esc esc x", &["a reason (needed)", "Enter"]);
    }
}

#[test]
fn a_click_selects_and_does_not_decide() {
    let mut story = Story::at_80();
    story.keys("d");
    let shown = story.draw();
    let row = shown.lines().position(|line| line.contains("x  abort")).unwrap();
    let column = shown.lines().nth(row).unwrap().chars().position(|c| c == 'x').unwrap();
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: u16::try_from(column).unwrap(),
        row: u16::try_from(row).unwrap(),
        modifiers: KeyModifiers::NONE,
    };
    story.tell(Msg::Mouse(click));
    assert!(story.draw().contains("a reason (needed)"));
    assert_eq!(story.trail(), [""; 0]);
}

#[test]
fn comments_are_lines_of_the_draft_with_their_pointers() {
    let mut story = Story::new((80, 24), "kept before");
    let purpose = crate::tui::modal::prompt::Purpose::Comment {
        feature: NAME.parse().unwrap(),
        pointer: "/components/0/description".to_owned(),
        called: "it".to_owned(),
    };
    crate::tui::update::open_prompt(&mut story.model, purpose, "");
    story.keys("\"larger, 界\" enter");
    let name = reading("0.1.0").intent.components[0].name.clone();
    let draft = format!("kept before\n- /components/0/description ({name}): larger, 界\n");
    assert_eq!(story.trail(), [format!("keep {draft:?}")]);
    story.keys("d r");
    assert!(story.draw().contains("- /components/0/description"));
}

#[test]
fn commands_are_completed_and_called_back() {
    let mut story = Story::at_80();
    story.keys(": \"sor\" tab \"na\" tab enter");
    assert_eq!(story.model.features.sort, crate::tui::features::Sort::Name);
    story.keys(": \"help\" enter esc :");
    story.press(KeyCode::Up.into());
    story.press(KeyCode::Up.into());
    assert!(story.draw().contains(":sort name"));
    story.press(KeyCode::Down.into());
    assert!(story.draw().contains(":help"));
    story.keys("esc");
    assert!(story.model.modal.is_none());
}

#[test]
fn while_another_process_is_at_work_nothing_can_be_chosen_and_the_gate_says_so() {
    let held = |by: Option<&str>| {
        let reading = reading("0.1.0");
        let view = run_view("CANDIDATE", Some(gate_of(reading.sha256)));
        let mut detail = Arc::into_inner(detail_of(view, reading, "")).unwrap();
        detail.held = by.map(|by| (by.to_owned(), jiff::Timestamp::UNIX_EPOCH));
        Msg::Detail(Arc::new(detail))
    };
    let mut story = Story::at_80();
    story.tell(held(Some("process 7 on desk")));
    story.keys("d");
    let shown = story.draw();
    assert!(shown.contains("another frieze is at work") && shown.contains("process 7 on desk"), "{shown}");
    for letter in ["a", "r", "x"] {
        story.keys(&format!("{letter} \"checkout\" enter"));
        assert!(
            story.draw().contains("cannot be chosen: another frieze")
                || story.draw().contains("nothing is chosen")
        );
    }
    assert_eq!(story.trail(), [""; 0]);
    story.tell(held(None));
    story.keys("a \"checkout\" enter");
    assert_eq!(story.decisions().len(), 1, "it is open again when the other one is done");
}

#[test]
fn a_title_that_is_cut_says_so() {
    use ratatui::layout::Rect;
    let mut buffer = ratatui::buffer::Buffer::empty(Rect::new(0, 0, 30, 3));
    let title = format!(" Decide on {} ", "very-".repeat(20));
    crate::tui::view::dialog(buffer.area, &title, None, Theme::Plain, &mut buffer);
    let first: String = (0..30).map(|x| buffer[(x, 0)].symbol()).collect();
    assert_eq!(first, "┌ Decide on very-very-very-… ┐");
}
