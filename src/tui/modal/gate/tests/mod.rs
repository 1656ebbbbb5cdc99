//! Tests of the gate dialog with keys, messages and drawn screens.

mod decision_results;
mod random_keys;
pub(super) mod test_screen;
mod windows;

use std::sync::Arc;

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};

use self::test_screen::{NAME, TestScreen, detail_of, gate_of, reading, run_key, run_view};
use super::*;
use crate::tui::modal::prompt::{OnElement, Purpose, Subject};
use crate::tui::model::design_parts::Part;
use crate::tui::model::feature_list::Card;
use crate::tui::msg::{Job, Msg};
use frieze_engine::Activity;
use frieze_kernel::RunView;

#[test]
fn a_candidate_is_approved_by_typing_its_name_or_its_hash() {
    let hash = reading("0.1.0").sha256.to_string();
    for typed in [NAME, &hash[..6], &hash] {
        let mut screen = TestScreen::at_80();
        screen.keys(&format!("d a \"{typed}\" enter"));
        assert_eq!(screen.take_commands(), ["decide approve \"\" unseen"], "{typed}");
        assert!(screen.is_open(), "the engine has not answered yet");
        screen.ended(Job::Decide, Ok("checkout is FROZEN"));
        assert!(!screen.is_open());
    }
}

/// Ruling 12: "the screen … say so": the gate names the preview page that a decision freezes or drops.
#[test]
fn ruling_12_the_gate_says_whose_preview_would_be_frozen() {
    let view = |preview: &str| {
        let gate = gate_of(reading("0.1.0").sha256);
        RunView { preview: Some(preview.to_owned()), ..run_view("CANDIDATE", Some(gate)) }
    };
    for size in [(80, 24), (120, 36)] {
        let mut screen = TestScreen::new(size, "");
        screen.send(Msg::Detail(detail_of(
            view("built-in; stitch is drawing another"),
            reading("0.1.0"),
            "",
        )));
        let shown = screen.keys("d").draw();
        assert!(shown.contains("preview built-in; stitch is drawing another"), "{shown}");
        // It fails while the dialog is open.
        screen.send(Msg::Detail(detail_of(view("built-in; stitch failed: HTTP 403"), reading("0.1.0"), "")));
        let shown = screen.draw();
        assert!(shown.contains("preview built-in; stitch failed: HTTP 403"), "{shown}");
        let shown = screen.keys("a").draw();
        assert!(shown.contains("preview built-in; stitch failed: HTTP 403"), "{shown}");
    }
    let shown = TestScreen::at_80().keys("d").draw();
    assert!(!shown.contains("preview built-in"), "{shown}");
}

/// In little room, the comparison with the brief and the hash are below the choices.
#[test]
fn a_small_gate_has_all_facts() {
    for size in [(60, 16), (80, 24), (120, 36)] {
        let gate = gate_of(reading("0.1.0").sha256);
        let read = detail_of(run_view("CANDIDATE", Some(gate)), reading("0.1.0"), "");
        let scored = crate::tui::panes::fixtures::design::detail(&reading("0.1.0").intent, None);
        let mut critique = scored.critique.unwrap().unwrap();
        critique.fidelity =
            Some(frieze_rubric::Fidelity { demanded: 7, met: 5, ..frieze_rubric::Fidelity::default() });
        critique.input_sha256 = reading("0.1.0").sha256;
        let by = frieze_rubric::finding::Dismissal { by: "Ada".to_owned(), reason: "wrong".to_owned() };
        critique.findings[0].dismissed = Some(by);
        let read = Detail { critique: Some(Ok(critique)), ..Arc::into_inner(read).unwrap() };
        let mut screen = TestScreen::new(size, "");
        screen.send(Msg::Detail(Arc::new(read)));
        let mut shown = screen.keys("d").draw();
        for _ in 0..4 {
            shown += &screen.keys("pgdn").draw();
        }
        let hash = format!("intent {}", reading("0.1.0").sha256.short());
        for fact in ["7 requirements in the brief", "5 met", &hash, "dismissed: "] {
            assert!(shown.contains(fact), "{fact} at {size:?}: {shown}");
        }
    }
}

#[test]
fn the_gate_calls_a_skeleton_one() {
    let said = |is_skeleton: bool| {
        let gate = gate_of(reading("0.1.0").sha256);
        let view = RunView { is_skeleton, ..run_view("CANDIDATE", Some(gate)) };
        let mut screen = TestScreen::at_80();
        screen.send(Msg::Detail(detail_of(view, reading("0.1.0"), "")));
        screen.keys("d").draw()
    };
    assert!(said(true).contains("a skeleton, drafted without a model"), "{}", said(true));
    assert!(!said(false).contains("skeleton"));
}

#[test]
fn a_note_is_sent_and_unread_parts_are_counted() {
    let mut screen = TestScreen::at_80();
    let parts = crate::tui::model::design_parts::all(&reading("0.1.0").intent);
    let count = parts.len();
    let lines = |some: &[Part]| -> Vec<Arc<str>> {
        some.iter().flat_map(|part| &part.lines).map(|line| Arc::from(line.as_str())).collect()
    };
    // A headline alone does not count as read if the part has more lines.
    let heads: Vec<Arc<str>> = parts.iter().map(|part| Arc::from(part.pointer.as_str())).collect();
    let plain = parts.iter().filter(|part| part.lines.len() == 1).count();
    assert!(plain > 1 && plain < count, "{plain} of {count}");
    screen.send(Msg::Drawn(lines(&parts[..1])));
    screen.keys("d");
    assert!(screen.draw().contains(&format!("{} of {count} parts unread", count - 1)));
    screen.keys("esc");
    screen.send(Msg::Drawn(heads));
    screen.keys("d");
    assert!(screen.draw().contains(&format!("{} of {count} parts unread", count - plain)));
    screen.keys("esc");
    // What is read while the gate waits next to the panes is counted there.
    let mut wide = TestScreen::new((120, 36), "");
    wide.keys("d a ^o").send(Msg::Drawn(lines(&parts)));
    assert!(wide.draw().contains(&format!("All {count} parts read")), "{}", wide.draw());
    screen.send(Msg::Drawn(lines(&parts)));
    screen.keys("d a tab \"well done\" enter \"checkout\" enter");
    assert_eq!(screen.take_commands(), ["decide approve \"well done\""]);
}

#[test]
fn the_feedback_preview_is_shown_whole_while_feedback_is_typed() {
    let mut screen = TestScreen::at_80();
    screen.model.is_built_in = true;
    screen.keys("d r");
    screen.send(Msg::Pasted(
        "Rename /components/0 to \"Basket\".\nmake it pop more, 漢字 and so on".to_owned(),
    ));
    // The grammar reads it in a pause.
    let pause = |screen: &mut TestScreen, second| {
        screen.send(Msg::Tick(jiff::Timestamp::from_second(second).unwrap()));
    };
    assert!(!screen.draw().contains("understood"));
    pause(&mut screen, 1);
    let shown = screen.draw();
    let status: Vec<&str> = shown
        .lines()
        .skip_while(|line| !line.contains("the draft") && !line.contains("draft saved"))
        .take_while(|line| !line.contains("Ctrl+S"))
        .map(|line| line.trim_matches(['│', ' ']))
        .filter(|line| !line.is_empty())
        .collect();
    // The cursor's line comes first.
    assert!(status.len() > 1 && status.join(" ").contains("1 of 2 lines understood · line 2: "), "{shown}");
    assert!(status.iter().all(|line| !line.ends_with('…')), "cut: {shown}");
    // Each line has its sign, which moves with it.
    let signs = |screen: &mut TestScreen| {
        let shown = screen.draw();
        let row =
            |words: &str| shown.lines().find(|line| line.contains(words)).unwrap_or_default().to_owned();
        [row("Rename /comp"), row("make it pop")]
    };
    let [known, unknown] = signs(&mut screen);
    assert!(known.contains("│ ✓ Rename") && unknown.contains("│ ? make it pop"), "{known} {unknown}");
    screen.model.size = Size::new(120, 36);
    screen.keys("\"!\"");
    let [known, unknown] = signs(&mut screen);
    assert!(known.contains("│ ✓ Rename") && unknown.contains("│   make it pop"), "{known} {unknown}");
    pause(&mut screen, 2);
    let [known, unknown] = signs(&mut screen);
    assert!(known.contains("│ ✓ Rename") && unknown.contains("│ ? make it pop"), "{known} {unknown}");
    // If all lines are understood, it says what the cursor's line will do: nothing is sent yet.
    let mut screen = TestScreen::at_80();
    screen.model.is_built_in = true;
    screen.keys("d r");
    screen.send(Msg::Pasted("Rename /components/0 to \"Basket\".".to_owned()));
    pause(&mut screen, 3);
    let shown = screen.draw().replace(['│', '\n'], " ");
    let shown = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(shown.contains("1 of 1 line understood · the generator will report: Renamed the"), "{shown}");
    // A model agent has no preview.
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"make it pop\"");
    let shown = screen.draw();
    assert!(shown.contains("│ make it pop") && !shown.contains("understood"), "{shown}");
}

/// Where there is room, neither a long reason nor the question in the empty field is cut.
#[test]
fn long_texts_of_the_feedback_dialog_are_shown_whole() {
    let mut design = reading("0.1.0").intent;
    let part = design.components[0].clone();
    for id in ["copy-1", "copy-2", "copy-3"] {
        design.components.push(frieze_intent::Component { id: id.to_owned(), ..part.clone() });
    }
    let read = frieze_intent::read(&serde_json::to_vec(&design).unwrap()).unwrap();
    let mut screen = TestScreen::new((120, 36), "");
    screen.model.is_built_in = true;
    let view = run_view("CANDIDATE", Some(gate_of(read.sha256)));
    screen.send(Msg::Detail(detail_of(view, read, "")));
    // The dialog is in the left half.
    let words = |screen: &mut TestScreen| {
        let shown = screen.draw();
        let left = shown.lines().flat_map(|line| line.chars().take(60).chain([' ']));
        let left = left.filter(|c| *c != '│').collect::<String>();
        left.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    screen.keys("d r");
    assert!(words(&mut screen).contains("on a design element adds one."), "{}", screen.draw());
    screen.send(Msg::Pasted(format!("remove {}", part.name)));
    screen.send(Msg::Tick(jiff::Timestamp::from_second(3).unwrap()));
    assert!(words(&mut screen).contains("is the name of"), "{}", screen.draw());
    assert!(words(&mut screen).contains("Say which."), "{}", screen.draw());
}

/// Lines that the generator will not read are announced before they are sent.
#[test]
fn feedback_of_too_many_lines_is_announced() {
    let mut screen = TestScreen::at_80();
    screen.model.is_built_in = true;
    screen.keys("d r");
    let lines = |count: usize| "add goal \"The shopper pays within a minute of choosing\"\n".repeat(count);
    for (count, part) in [(250, "250 lines: only the first 200"), (199, "199 lines, too much to be checked")]
    {
        screen.keys("^x");
        screen.send(Msg::EditorClosed(Ok(lines(count))));
        screen.send(Msg::Tick(jiff::Timestamp::from_second(i64::try_from(count).unwrap() * 10).unwrap()));
        assert!(screen.draw().contains(part), "{}", screen.draw());
    }
}

/// Nothing is drawn again and again for a preview that cannot be made.
#[test]
fn a_candidate_that_cannot_be_read_has_no_feedback_preview() {
    let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
    let detail = Arc::into_inner(detail_of(view, reading("0.1.0"), "")).unwrap();
    let mut screen = TestScreen::at_80();
    screen.model.is_built_in = true;
    screen.send(Msg::Detail(Arc::new(Detail { intent: None, ..detail })));
    screen.keys("d r \"m\"");
    assert!(screen.draw().contains("reject checkout"), "{}", screen.draw());
    screen.send(Msg::Tick(jiff::Timestamp::from_second(1).unwrap()));
    assert_ne!(screen.model.next_tick(), Some(std::time::Duration::ZERO));
}

#[test]
fn ctrl_z_suspends_until_feedback_is_typed() {
    let mut screen = TestScreen::at_80();
    screen.keys("d ^z");
    assert_eq!(screen.take_commands(), ["Suspend"]);
    assert!(screen.is_open());
    screen.keys("r \"no\" ^z");
    assert!(!screen.take_commands().iter().any(|what| what == "Suspend"), "Ctrl+Z is undo here");
}

#[test]
fn nothing_happens_before_a_choice_and_esc_decides_nothing() {
    let mut screen = TestScreen::at_80();
    screen.keys("d enter space \"checkout\" enter enter esc");
    assert!(!screen.is_open());
    assert_eq!(screen.take_commands(), [""; 0]);
    screen.keys("d a \"check\" enter");
    assert!(screen.draw().contains("nothing was decided"));
    screen.keys("esc");
    assert!(screen.draw().contains(CHOOSE), "one step back");
    screen.keys("^c");
    assert!(!screen.is_open());
    assert_eq!(screen.take_commands(), [""; 0]);
}

#[test]
fn keys_before_the_first_frame_and_pastes_do_not_decide() {
    let mut screen = TestScreen::at_80();
    screen.send(Msg::Key(KeyCode::Char('d').into()));
    for c in "acheckout".chars() {
        screen.send(Msg::Key(KeyCode::Char(c).into()));
    }
    screen.draw();
    assert!(screen.draw().contains(CHOOSE));
    screen.send(Msg::Key(KeyCode::Char('a').into()));
    // The confirmation's question is not drawn yet.
    for c in NAME.chars() {
        screen.send(Msg::Key(KeyCode::Char(c).into()));
    }
    screen.draw();
    screen.send(Msg::Pasted(NAME.to_owned()));
    screen.send(Msg::Pasted(format!("{NAME}\n")));
    assert!(screen.draw().contains("A paste decides nothing"));
    screen.keys("enter");
    assert_eq!(screen.take_commands(), [""; 0]);
}

#[test]
fn feedback_is_typed_saved_and_sent() {
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"Größe: 界面\" enter");
    screen.send(Msg::Pasted("a paste\r\nof two lines".to_owned()));
    let kept = screen.take_commands();
    assert_eq!(kept, ["keep \"G\""], "one save at a time");
    screen.ended(Job::SaveDraft, Ok(""));
    let words = "Größe: 界面\na paste\nof two lines";
    assert_eq!(screen.take_commands(), [format!("keep {words:?}")], "then the newest words");
    screen.ended(Job::SaveDraft, Ok(""));
    assert_eq!(screen.take_commands(), [""; 0]);
    // Esc and back: the feedback is still there.
    screen.keys("esc esc");
    assert!(!screen.is_open());
    screen.keys("d r");
    assert!(screen.draw().contains("Größe: 界"));
    screen.keys("^s");
    assert_eq!(screen.take_commands(), [format!("decide reject {words:?}")]);
    // The draft is emptied after the decision was carried out, not before.
    screen.ended(Job::Decide, Ok("checkout is CANDIDATE"));
    assert_eq!(screen.take_commands(), ["keep \"\""]);
}

#[test]
fn an_abort_needs_a_reason() {
    let mut screen = TestScreen::at_80();
    screen.keys("d x enter");
    assert!(screen.draw().contains("abort needs a reason"));
    screen.keys("tab y");
    assert!(screen.draw().contains("abort needs a reason"));
    screen.keys("esc x \"no longer wanted\" enter");
    assert!(screen.draw().contains("to abort, press y"), "{}", screen.draw());
    // Neither Enter nor another letter decides.
    screen.keys("enter space \"checkout\" ^s");
    assert!(screen.decisions().is_empty());
    screen.keys("y");
    assert_eq!(screen.take_commands(), ["decide abort \"no longer wanted\""]);
    // Ctrl+S ends the note, decides nothing, and asks for a missing note.
    let mut screen = TestScreen::at_80();
    screen.keys("d x ^s");
    assert!(screen.draw().contains("abort needs a reason"));
    screen.keys("\"no longer wanted\" ^s ^s");
    assert!(screen.decisions().is_empty());
    screen.keys("y");
    assert_eq!(screen.take_commands(), ["decide abort \"no longer wanted\""]);
}

#[test]
fn a_changed_summary_is_unread() {
    let mut screen = TestScreen::at_80();
    let first = reading("0.1.0");
    let parts = crate::tui::model::design_parts::all(&first.intent);
    let lines = parts.iter().flat_map(|part| &part.lines).map(|line| Arc::from(line.as_str()));
    screen.send(Msg::Drawn(lines.collect()));
    let mut next = first.intent;
    next.summary = "Shoppers pay twice.".to_owned();
    let next = frieze_intent::read(&serde_json::to_vec(&next).unwrap()).unwrap();
    let view = run_view("CANDIDATE", Some(gate_of(next.sha256)));
    screen.send(Msg::Detail(detail_of(view, next, "")));
    let shown = screen.keys("d").draw();
    assert!(shown.contains(&format!("1 of {} parts unread", parts.len())), "{shown}");
    assert!(shown.contains("unread: the summary"), "{shown}");
}

/// The design may be read next to the gate. A confirmation that is asked for stays the same.
#[test]
fn parts_read_next_to_the_gate_are_counted() {
    let parts = crate::tui::model::design_parts::all(&reading("0.1.0").intent);
    let lines: Vec<Arc<str>> =
        parts.iter().flat_map(|part| &part.lines).map(|line| Arc::from(line.as_str())).collect();
    let digits = reading("0.1.0").sha256.to_string()[..4].to_owned();
    let mut screen = TestScreen::new((120, 36), "");
    assert!(screen.keys("d").draw().contains("parts unread"), "{}", screen.draw());
    screen.model.dirty = false;
    screen.send(Msg::Drawn(lines.clone()));
    assert!(screen.model.dirty, "the dialog is drawn again");
    let shown = screen.draw();
    assert!(shown.contains(&format!("All {} parts read.", parts.len())), "{shown}");
    screen.keys(&format!("a \"{digits}\" enter"));
    assert_eq!(screen.take_commands(), ["decide approve \"\""]);
    let mut screen = TestScreen::new((120, 36), "");
    screen.keys("d a").send(Msg::Drawn(lines));
    assert!(screen.draw().contains("first 6 digits"), "{}", screen.draw());
    screen.keys(&format!("\"{NAME}\" enter"));
    assert_eq!(screen.take_commands(), ["decide approve \"\" unseen"]);
}

/// Four digits confirm what was read in full; else there are six.
#[test]
fn fewer_digits_confirm_what_was_read() {
    let digits = reading("0.1.0").sha256.to_string()[..4].to_owned();
    let mut screen = TestScreen::at_80();
    let shown = screen.keys(&format!("d a \"{digits}\" enter")).draw();
    assert_eq!(shown.matches("first 6 digits").count(), 2, "the question and the refusal: {shown}");
    assert!(screen.take_commands().is_empty());
    screen.keys("esc esc");
    let parts = crate::tui::model::design_parts::all(&reading("0.1.0").intent);
    let lines = parts.iter().flat_map(|part| &part.lines).map(|line| Arc::from(line.as_str()));
    screen.send(Msg::Drawn(lines.collect()));
    screen.keys(&format!("d a \"{digits}\""));
    assert!(screen.draw().contains("first 4 digits"), "{}", screen.draw());
    screen.keys("enter");
    assert_eq!(screen.take_commands(), ["decide approve \"\""]);
}

#[test]
fn feedback_is_sent_when_it_is_saved_and_was_on_the_screen() {
    let ctrl_s = || Msg::Key(crossterm::event::KeyEvent::new(KeyCode::Char('s'), KeyModifiers::CONTROL));
    let mut screen = TestScreen::at_80();
    screen.keys("d r");
    // Typed ahead, and never drawn.
    screen.send(Msg::Key(KeyCode::Char('m').into()));
    screen.send(ctrl_s());
    screen.draw();
    assert_eq!(screen.take_commands(), ["keep \"m\""]);
    screen.keys("^s");
    assert!(screen.draw().contains("sent as soon as it is saved"), "{}", screen.draw());
    assert_eq!(screen.take_commands(), [""; 0]);
    screen.ended(Job::SaveDraft, Ok(""));
    assert_eq!(screen.take_commands(), ["decide reject \"m\""]);
}

/// The cursor goes to the next feature that needs a decision; there it starts over.
#[test]
fn a_decision_goes_to_the_next_feature_that_needs_one() {
    let mut screen = TestScreen::at_80();
    let other: FeatureId = "refunds".parse().unwrap();
    screen.model.features.list(&[NAME.parse().unwrap(), other.clone()]);
    let view = run_view("CANDIDATE", Some(gate_of(reading("0.1.0").sha256)));
    let cards = [NAME, "refunds"].map(|id| (id.parse().unwrap(), Card::of(&view, Activity::Idle)));
    screen.send(Msg::RunsChanged(cards.map(|(id, card): (FeatureId, Card)| (id.into(), card)).to_vec()));
    screen.keys(&format!("d a \"{NAME}\" enter"));
    assert_eq!(screen.decisions().len(), 1);
    let frozen = Card::of(&run_view("FROZEN", None), Activity::Idle);
    screen.send(Msg::RunsChanged(vec![(run_key(), frozen)]));
    assert_eq!(screen.model.features.selected(), Some(&other));
    assert!(!screen.is_open(), "the next gate opens on a key only");
}

#[test]
fn a_barred_choice_is_not_offered() {
    let mut gate = gate_of(reading("0.1.0").sha256);
    gate.choices[0].barred = Some("the score is below the threshold".to_owned());
    let mut screen = TestScreen::at_80();
    screen.send(Msg::Detail(detail_of(run_view("CANDIDATE", Some(gate)), reading("0.1.0"), "")));
    let shown = screen.keys("d").draw();
    assert!(shown.contains("✗ not now: the score is below"), "{shown}");
    assert!(!shown.contains("Freezes the design") && !shown.contains("a approve"), "{shown}");
    assert!(screen.keys("enter").draw().contains("Press r, x."));
}

#[test]
fn a_changed_design_cannot_be_decided_about() {
    let changed = |state: &'static str, version: &str, has_gate: bool| {
        let reading = reading(version);
        detail_of(run_view(state, has_gate.then(|| gate_of(reading.sha256))), reading, "")
    };
    for (state, version, has_gate) in
        [("CANDIDATE", "0.2.0", true), ("REVISING", "0.1.0", false), ("FROZEN", "0.1.0", false)]
    {
        let mut screen = TestScreen::at_80();
        screen.keys("d a \"checkout\"");
        screen.send(Msg::Detail(changed(state, version, has_gate)));
        assert!(screen.draw().contains("Nothing was decided."), "{state} {version}");
        screen.keys("enter a enter \"checkout\" enter");
        assert_eq!(screen.take_commands(), [""; 0]);
        screen.keys("esc");
        assert!(!screen.is_open());
    }
    // The feature list knows before the files are read again.
    let mut screen = TestScreen::at_80();
    screen.keys("d a \"checkout\"");
    screen.model.detail = None;
    let card = Card::of(&run_view("REVISING", None), Activity::Idle);
    screen.send(Msg::CardsRead(vec![(run_key(), card)]));
    let shown = screen.draw();
    assert!(shown.contains("checkout is REVISING now"), "{shown}");
    assert!(shown.contains("Close this dialog.") && !shown.contains("then decide"), "{shown}");
    // So do the files.
    let mut screen = TestScreen::at_80();
    screen.keys("d a \"checkout\"");
    screen.send(Msg::Detail(detail_of(run_view("FROZEN", None), reading("0.1.0"), "")));
    let shown = screen.draw();
    assert!(shown.contains("There is nothing to decide.") && !shown.contains("then decide"), "{shown}");
}

#[test]
fn feedback_that_cannot_be_saved_is_kept_in_the_window() {
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"words\"");
    screen.take_commands();
    screen.ended(Job::SaveDraft, Err("held by process 7"));
    screen.ended(Job::SaveDraft, Err("held by process 7"));
    assert!(screen.draw().contains("not saved, only kept in this window: held by process 7"));
    screen.keys("esc esc");
    screen.take_commands();
    screen.keys("d r");
    assert!(screen.draw().contains("words"));
    screen.keys("esc esc");
    screen.ended(Job::SaveDraft, Err("held by process 7"));
    screen.take_commands();
    screen.keys("q");
    assert!(!screen.take_commands().contains(&"quit".to_owned()), "the words would be lost");
    screen.ended(Job::SaveDraft, Err("held by process 7"));
    assert!(screen.model.message.as_ref().unwrap().text.contains("quitting again loses it"));
    screen.keys("q");
    assert_eq!(screen.take_commands(), ["keep \"words\""], "there may be room now");
    screen.ended(Job::SaveDraft, Err("held by process 7"));
    assert_eq!(screen.take_commands(), ["quit"]);
}

#[test]
fn quitting_waits_until_the_feedback_is_saved() {
    let mut screen = TestScreen::at_80();
    screen.keys("d r \"ab\" esc esc q");
    assert_eq!(screen.take_commands(), ["keep \"a\""]);
    screen.ended(Job::SaveDraft, Ok(""));
    assert_eq!(screen.take_commands(), ["keep \"ab\""]);
    screen.ended(Job::SaveDraft, Ok(""));
    assert_eq!(screen.take_commands(), ["quit"]);
}

#[test]
fn feedback_comes_from_the_draft_and_from_the_external_editor() {
    let mut screen = TestScreen::new((80, 24), "- /components/0 (Cart): larger\n");
    screen.keys("d");
    assert!(screen.draw().contains("your draft has 1 line"));
    screen.keys("r");
    assert!(screen.draw().contains("- /components/0 (Cart): larger"));
    screen.keys("^x");
    assert_eq!(screen.take_commands(), ["edit \"- /components/0 (Cart): larger\\n\""]);
    screen.send(Msg::EditorClosed(Err(Problem::new("vi ended with 1", ""))));
    assert!(screen.draw().contains("vi ended with 1") && screen.draw().contains("larger"));
    screen.send(Msg::EditorClosed(Ok("all new".to_owned())));
    assert_eq!(screen.take_commands(), ["keep \"all new\""]);
}

#[test]
fn every_stage_is_usable_at_every_size() {
    for size in [(60, 16), (80, 24), (120, 36), (200, 60)] {
        let mut screen = TestScreen::new(size, "");
        let check = |screen: &mut TestScreen, keys: &str, wanted: &[&str]| {
            screen.keys(keys);
            let shown = screen.draw();
            for wanted in wanted {
                assert!(shown.contains(wanted), "{size:?} {keys}: {wanted:?} is not shown\n{shown}");
            }
        };
        check(&mut screen, "d", &["a  approve", "r  reject", "x  abort", "Esc", " parts "]);
        let half = &reading("0.1.0").sha256.to_string()[..32];
        check(&mut screen, "a", &[half, "SHA-256", "a note", "Enter approve", "checkout or the first 6"]);
        check(&mut screen, "esc r \"words\"", &["words", "Ctrl+S", "Ctrl+X", "draft"]);
        check(&mut screen, "esc x", &["a reason (required)", "Enter"]);
        check(&mut screen, "\"no\" enter", &["to abort, press y"]);
    }
}

#[test]
fn a_click_chooses_and_does_not_decide() {
    let mut screen = TestScreen::at_80();
    screen.keys("d");
    let shown = screen.draw();
    let row = shown.lines().position(|line| line.contains("x  abort")).unwrap();
    let column = shown.lines().nth(row).unwrap().chars().position(|c| c == 'x').unwrap();
    let click = MouseEvent {
        kind: MouseEventKind::Down(MouseButton::Left),
        column: u16::try_from(column).unwrap(),
        row: u16::try_from(row).unwrap(),
        modifiers: KeyModifiers::NONE,
    };
    screen.send(Msg::Mouse(click));
    assert!(screen.draw().contains("a reason (required)"));
    assert_eq!(screen.take_commands(), [""; 0]);
}

#[test]
fn comments_become_draft_lines_with_their_pointers() {
    let mut screen = TestScreen::new((80, 24), "kept before");
    let [pointer, element, before] = ["/components/0/description", "it", ""].map(str::to_owned);
    let on = OnElement { pointer, element, before };
    let purpose = Purpose::About(NAME.parse().unwrap(), Subject::Comment(on));
    crate::tui::update::open_prompt(&mut screen.model, purpose, "");
    screen.keys("\"larger, 界\" enter");
    let name = reading("0.1.0").intent.components[0].name.clone();
    let draft = format!("kept before\n- /components/0/description ({name}): larger, 界\n");
    assert_eq!(screen.take_commands(), [format!("keep {draft:?}")]);
    screen.keys("d r");
    assert!(screen.draw().contains("- /components/0/description"));
}

#[test]
fn commands_are_completed_and_recalled() {
    let mut screen = TestScreen::at_80();
    screen.keys(": \"fil\" tab \"check\" enter");
    assert_eq!(screen.model.features.filter(), "check");
    screen.keys(": \"help\" enter esc :");
    screen.press(KeyCode::Up.into());
    screen.press(KeyCode::Up.into());
    assert!(screen.draw().contains(":filter check"));
    screen.press(KeyCode::Down.into());
    assert!(screen.draw().contains(":help"));
    screen.keys("esc");
    assert!(screen.model.modal.is_none());
}

#[test]
fn while_another_process_runs_the_feature_nothing_can_be_chosen() {
    let held = |by: Option<&str>| {
        let reading = reading("0.1.0");
        let view = run_view("CANDIDATE", Some(gate_of(reading.sha256)));
        let mut detail = Arc::into_inner(detail_of(view, reading, "")).unwrap();
        detail.held_by = by.map(|by| (by.to_owned(), jiff::Timestamp::UNIX_EPOCH));
        Msg::Detail(Arc::new(detail))
    };
    let mut screen = TestScreen::at_80();
    screen.send(held(Some("process 7 on desk")));
    screen.keys("d");
    let shown = screen.draw();
    assert!(shown.contains("Running in another frieze") && shown.contains("process 7 on desk"), "{shown}");
    assert!(shown.contains(NOTHING) && !shown.contains(CHOOSE), "{shown}");
    for letter in ["a", "r", "x"] {
        let shown = screen.keys(letter).draw();
        assert!(shown.contains("is not possible now: this feature is running"), "{shown}");
        let shown = screen.keys("\"checkout\" enter").draw();
        assert!(shown.contains(NOTHING) && !shown.contains(CHOOSE), "{shown}");
    }
    assert_eq!(screen.take_commands(), [""; 0]);
    screen.send(held(None));
    screen.keys("a \"checkout\" enter");
    assert_eq!(screen.decisions().len(), 1, "the other process has ended");
}

#[test]
fn a_cut_title_ends_with_an_ellipsis() {
    use ratatui::layout::Rect;
    let mut buffer = ratatui::buffer::Buffer::empty(Rect::new(0, 0, 30, 3));
    let title = format!(" Decide on {} ", "very-".repeat(20));
    crate::tui::modal::dialog_box::dialog(buffer.area, &title, None, Theme::Plain, &mut buffer);
    let first: String = (0..30).map(|x| buffer[(x, 0)].symbol()).collect();
    assert_eq!(first, "┌ Decide on very-very-very-… ┐");
}
