//! What the screen tells and asks by itself: messages that end, questions before what is for good, comments that are gone
//! on with, ways back, and designs to compare with.

use std::sync::Arc;

use crossterm::event::KeyCode;

use super::tests::{model, press, screen, show};
use super::*;
use crate::domain::id::FeatureId;
use crate::tui::detail::{Detail, Stated};
use crate::tui::features::Card;
use crate::tui::panes::sample;

#[test]
fn news_end_by_themselves_or_with_what_they_tell_of_and_no_timer_is_left() {
    use crate::tui::msg::Errand;
    let later = |seconds: i64| Msg::Tick(sample::now() + jiff::SignedDuration::from_secs(seconds));
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    update(&mut model, later(0));
    let quiet = model.next_tick();
    model.say("sorted: by name");
    assert_eq!(model.next_tick(), Some(std::time::Duration::from_secs(8)));
    update(&mut model, later(5));
    assert!(model.message.is_some());
    update(&mut model, later(8));
    assert_eq!((model.message.clone(), model.next_tick()), (None, quiet));
    // What went wrong is read first, but not longer than it is so.
    let mut fails = |at: i64| {
        update(&mut model, later(at));
        let stated = Stated { what: "no".to_owned(), hint: String::new() };
        update(&mut model, Msg::Ended(id.clone(), Errand::Run, Err(stated)));
        update(&mut model, later(at + 60));
        assert!(model.message.is_some() && model.next_tick() == quiet);
        let state = if at == 10 { "FAILED" } else { "IDLE" };
        let view = crate::kernel::RunView { state, ..sample::view() };
        let card = Card::of(&view, crate::engine::Doing::Resting);
        update(&mut model, Msg::Ran(vec![(id.clone(), card)]));
        assert_eq!(model.message, None);
    };
    fails(10);
    fails(100);
}

#[test]
fn what_takes_much_or_is_for_good_is_asked_once() {
    use crate::kernel::Call;
    let (mut model, other) = model();
    let ids = [model.features.selected().unwrap().clone(), other];
    let set = |model: &mut Model, needs: Call| {
        let card = |id: &FeatureId| {
            let mut card = Card::of(&sample::view(), crate::engine::Doing::Resting);
            (card.needs, card.state, card.reason) = (Some(needs), "IDLE", Some("too few flows".into()));
            (id.clone(), card)
        };
        update(model, Msg::Ran(ids.iter().map(card).collect()));
    };
    let yes = |model: &mut Model| {
        assert!(press(model, KeyCode::Char('y')).is_empty(), "it was not on the screen yet");
        update(model, Msg::Drawn(Vec::new()));
        press(model, KeyCode::Char('y'))
    };
    set(&mut model, Call::Start);
    (model.budget.agents, model.budget.max_calls) = ("claude".to_owned(), 40);
    assert!(press(&mut model, KeyCode::Char('R')).is_empty());
    let shown = screen(&model);
    assert!(shown.contains("Run 2 features") && shown.contains("asks claude, at most 40 calls"), "{shown}");
    assert!(matches!(yes(&mut model).as_slice(), [Cmd::RunAll(all)] if all.len() == 2));
    model.features.set_filter(ids[0].as_str());
    press(&mut model, KeyCode::Char('R'));
    let shown = screen(&model);
    assert!(shown.contains("Run 2 features, those behind the filter too"), "{shown}");
    update(&mut model, Msg::Drawn(Vec::new()));
    press(&mut model, KeyCode::Esc);
    model.features.set_filter("");
    set(&mut model, Call::Reset);
    assert!(press(&mut model, KeyCode::Char('u')).is_empty());
    let shown = screen(&model);
    assert!(shown.contains("too few flows") && shown.contains("cannot be taken back"), "{shown}");
    let cmds = yes(&mut model);
    assert!(
        matches!(cmds.as_slice(), [Cmd::Order(_, crate::kernel::Order::Reset { from_best: false })]),
        "{cmds:?}"
    );
    // There is no best to begin from: nobody is asked, and the engine refuses and journals it.
    let cmds = press(&mut model, KeyCode::Char('U'));
    assert!(model.modal.is_none(), "{}", screen(&model));
    assert!(matches!(cmds.as_slice(), [Cmd::Order(_, crate::kernel::Order::Reset { from_best: true })]));
    assert!(!shown.contains("instead begins it") && !screen(&model).contains("from its best"), "{shown}");
    // A verb that was typed whole is deliberate.
    let cmds = command::command(&mut model, "reset best");
    assert!(matches!(cmds.as_slice(), [Cmd::Order(_, crate::kernel::Order::Reset { from_best: true })]));
}

/// A design of many parts, read as that of the selected feature.
fn read_the_shop(model: &mut Model) -> FeatureId {
    let id = model.features.selected().unwrap().clone();
    let read = sample::design::detail(&sample::design::shop(), None);
    let detail = Detail { id: id.clone(), view: Ok(sample::view()), ..read };
    update(model, Msg::Detail(Arc::new(detail)));
    id
}

/// "Any attempt to modify threshold mid-run MUST be rejected": said once, when it is new.
#[test]
fn what_was_refused_in_the_middle_of_a_run_is_said_when_it_is_new() {
    let (mut model, _) = model();
    let refused = "threshold 91 is refused in the middle of a run, which keeps 80";
    let read = |model: &mut Model, refused: &[&str]| {
        let refused = refused.iter().map(ToString::to_string).collect();
        let view = crate::kernel::RunView { refused, ..sample::view() };
        model.message = None;
        update(model, Msg::Detail(Arc::new(Detail { view: Ok(view), ..sample::detail() })));
        model.message.as_ref().map(|message| message.text.clone())
    };
    assert_eq!(read(&mut model, &[]), None);
    assert_eq!(read(&mut model, &[refused]), Some(format!("checkout: {refused}")));
    assert_eq!(read(&mut model, &[refused]), None);
}

#[test]
fn back_from_an_element_leads_to_the_line_that_led_there() {
    let (mut model, _) = model();
    read_the_shop(&mut model);
    show(&mut model, PaneKey::Critique);
    // Findings of one check stand together until they are opened.
    for _ in 0..50 {
        let list = model.panes.list_mut(PaneKey::Critique).unwrap();
        let Some(closed) = list.rows().iter().position(|row| row.line.to_string().contains('▸')) else {
            break;
        };
        list.select(closed);
        press(&mut model, KeyCode::Enter);
    }
    let list = model.panes.list_mut(PaneKey::Critique).unwrap();
    let at =
        list.rows().iter().position(|row| row.pointer.as_deref().is_some_and(|at| at.len() > 1)).unwrap();
    list.select(at);
    press(&mut model, KeyCode::Enter);
    assert_eq!(model.focus, PaneKey::Intent);
    press(&mut model, KeyCode::Esc);
    assert_eq!(
        (model.focus, model.panes.list(PaneKey::Critique).unwrap().selected()),
        (PaneKey::Critique, at)
    );
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.focus, PaneKey::Features);
    // Whoever went to Intent by themselves goes back to the list.
    show(&mut model, PaneKey::Intent);
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.focus, PaneKey::Features);
}

#[test]
fn a_comment_is_gone_on_with_and_names_its_element() {
    let (mut model, _) = model();
    let id = read_the_shop(&mut model);
    show(&mut model, PaneKey::Intent);
    let at_requirement = |model: &mut Model| {
        let list = model.panes.list_mut(PaneKey::Intent).unwrap();
        let line = list.line_of("/requirements/0", None).unwrap();
        list.select(line);
    };
    at_requirement(&mut model);
    press(&mut model, KeyCode::Char('c'));
    let shown = screen(&model);
    let Some(Modal::Prompt(_)) = &model.modal else { unreachable!("{shown}") };
    assert!(shown.contains("comment on R") && !shown.contains("comment on /requirements"), "{shown}");
    update(&mut model, Msg::Pasted("too".to_owned()));
    press(&mut model, KeyCode::Esc);
    assert_eq!(model.drafts.half(&id, "/requirements/0"), Some("too"));
    press(&mut model, KeyCode::Char('c'));
    press(&mut model, KeyCode::Char(' '));
    update(&mut model, Msg::Pasted("vague".to_owned()));
    let cmds = press(&mut model, KeyCode::Enter);
    assert!(
        matches!(cmds.as_slice(), [Cmd::KeepDraft(_, text, _)] if text.ends_with(": too vague\n")),
        "{cmds:?}"
    );
    assert_eq!(model.drafts.half(&id, "/requirements/0"), None);
    // Once more opens what was written, and writes it over.
    at_requirement(&mut model);
    press(&mut model, KeyCode::Char('c'));
    press(&mut model, KeyCode::Char(' '));
    update(&mut model, Msg::Pasted("still".to_owned()));
    press(&mut model, KeyCode::Enter);
    let words = model.drafts.words(&id, "");
    assert!(words.ends_with(": too vague still\n") && words.lines().count() == 1, "{words}");
}

#[test]
fn a_last_look_that_lies_in_two_folders_is_compared_with_once() {
    use crate::domain::digest::Digest;
    use crate::domain::looked::{Looked, Of};
    use crate::engine::past::Past;
    use crate::tui::detail::Base;
    let seen = Digest::of(b"seen");
    let past = |folder, feedback: Option<&str>| Past {
        folder,
        design: Some(Ok(seen)),
        edited: None,
        feedback: feedback.map(|words| Ok(words.to_owned())),
        report: None,
    };
    let past = vec![past(2, Some("no")), past(3, None)];
    let view = crate::kernel::RunView { folder: 4, ..sample::view() };
    let mut looked = Looked::new(&view.id);
    looked.show(Of { design: Digest::of(b"canonical"), file: seen, record: None }, ["/goals/0"].into_iter());
    let detail = Detail { view: Ok(view), past: Ok(past), looked: Some(looked), ..sample::detail() };
    assert_eq!(detail.bases(), [Base::Rejected(2)]);
    assert!(detail.name_with_look(&Base::Rejected(2)).ends_with(", your last look"));
}

#[test]
fn only_designs_that_are_there_and_differ_are_compared_with() {
    use crate::domain::digest::Digest;
    use crate::engine::past::Past;
    use crate::tui::detail::Base;
    let (mut model, _) = model();
    let past = |folder, design: Option<&str>, feedback: Option<&str>| Past {
        folder,
        design: design.map(|design| Ok(Digest::of(design.as_bytes()))),
        edited: None,
        feedback: feedback.map(|words| Ok(words.to_owned())),
        report: None,
    };
    let bases = |past: Vec<Past>, frozen: Option<&str>| {
        let view = crate::kernel::RunView { folder: 4, ..sample::view() };
        let bytes = [Some("now"), frozen].map(|design| design.map(|design| Digest::of(design.as_bytes())));
        Detail { view: Ok(view), past: Ok(past), bytes, ..sample::detail() }
    };
    let all = vec![past(1, Some("a"), None), past(2, Some("b"), Some("no")), past(3, Some("a"), None)];
    let detail = bases(all.clone(), Some("f"));
    assert_eq!(detail.bases(), [Base::Rejected(2), Base::Iteration(3), Base::Frozen]);
    // What is not there, or is the design itself, is nothing to compare with.
    let same = vec![past(1, None, Some("no")), past(2, Some("now"), None), past(4, Some("now"), None)];
    assert_eq!(bases(same.clone(), Some("now")).bases(), []);
    update(&mut model, Msg::Detail(Arc::new(bases(same, None))));
    assert!(press(&mut model, KeyCode::Char('b')).is_empty());
    assert!(model.message.take().is_some_and(|told| told.text.contains("no other design")));
    update(&mut model, Msg::Detail(Arc::new(bases(all, None))));
    let cmds = press(&mut model, KeyCode::Char('b'));
    assert!(matches!(cmds.as_slice(), [Cmd::Compare(_, Base::Rejected(2), None)]), "{cmds:?}");
}

/// What is told of a document that is not all taken over takes its time to be read.
#[test]
fn news_that_are_longer_are_told_longer() {
    use crate::tui::msg::Errand;
    let (mut model, _) = model();
    let id: FeatureId = "returns".parse().unwrap();
    update(&mut model, Msg::Tick(sample::now()));
    update(&mut model, Msg::Ended(id.clone(), Errand::Create, Ok("x".repeat(250))));
    // That the new feature is read does not end it.
    let card = Card::of(&sample::view(), crate::engine::Doing::Resting);
    update(&mut model, Msg::Read(vec![(id, card)]));
    let later = |seconds: i64| Msg::Tick(sample::now() + jiff::SignedDuration::from_secs(seconds));
    update(&mut model, later(23));
    assert!(model.message.is_some());
    update(&mut model, later(24));
    assert_eq!(model.message, None);
}

#[test]
fn what_keeps_a_refusal_from_the_journal_is_told_beside_it() {
    let (mut model, _) = model();
    let id = model.features.selected().unwrap().clone();
    let why = || Stated { what: "the disk is full".to_owned(), hint: "free some space".to_owned() };
    let view = crate::kernel::RunView { state: "GENERATING", needs: None, ..sample::view() };
    update(&mut model, Msg::Ran(vec![(id.clone(), Card::of(&view, crate::engine::Doing::Resting))]));
    let cmds = press(&mut model, KeyCode::Char('d'));
    assert!(matches!(cmds.as_slice(), [Cmd::Attempt(_, "decide"), ..]), "{cmds:?}");
    update(&mut model, Msg::NotJournalled(id.clone(), "decide", why()));
    let told = |model: &Model| model.message.as_ref().map(|message| message.text.clone()).unwrap_or_default();
    let sentence = "The refusal of `decide` for checkout is not in the journal: the disk is full · hint: free some space";
    assert_eq!(told(&model), format!("checkout waits for no decision. {sentence}"));
    // What was said of something else meanwhile has nothing to do with it.
    press(&mut model, KeyCode::Char('s'));
    assert!(told(&model).starts_with("sorted"), "{}", told(&model));
    update(&mut model, Msg::NotJournalled(id, "decide", why()));
    assert_eq!(told(&model), sentence);
}

/// Words that were begun for a reason are there when the question is asked again, until they have done their work.
#[test]
fn a_reason_that_is_left_half_typed_is_gone_on_with() {
    use crate::kernel::{Call, Need, Order, RunView};
    use crate::tui::msg::Errand;
    let running = RunView { state: "GENERATING", needs: None, ..sample::view() };
    let unfrozen = RunView { state: "IDLE", needs: Some(Need::Reason), ..sample::view() };
    let cases = [(running, None, 'x'), (unfrozen, Some(Call::Reason), 'd')];
    for (view, needs, key) in cases {
        let (mut model, _) = model();
        let card = Card { needs, ..Card::of(&view, crate::engine::Doing::Resting) };
        update(&mut model, Msg::Ran(vec![(view.id.clone(), card)]));
        press(&mut model, KeyCode::Char(key));
        update(&mut model, Msg::Drawn(Vec::new()));
        update(&mut model, Msg::Pasted("not what was".to_owned()));
        press(&mut model, KeyCode::Esc);
        assert!(model.modal.is_none());
        assert!(
            model.message.as_ref().is_some_and(|told| told.text.contains("your words are kept")),
            "{key}"
        );
        press(&mut model, KeyCode::Char(key));
        update(&mut model, Msg::Drawn(Vec::new()));
        press(&mut model, KeyCode::Char(' '));
        update(&mut model, Msg::Pasted("asked for".to_owned()));
        let cmds = press(&mut model, KeyCode::Enter);
        let reason = match cmds.as_slice() {
            [Cmd::Order(_, Order::Stop { reason } | Order::Explain { reason })] => reason.as_str(),
            other => unreachable!("{other:?}"),
        };
        assert_eq!(reason, "not what was asked for");
        // It was refused: the words are there; it was carried out: they have done their work.
        let why = Stated { what: "the disk is full".to_owned(), hint: String::new() };
        update(&mut model, Msg::Ended(view.id.clone(), Errand::Run, Err(why)));
        let choice = if key == 'x' { "abort" } else { "unfreeze" };
        assert_eq!(model.drafts.aside(&view.id, choice), "not what was asked for");
        let errand = if key == 'x' { Errand::Run } else { Errand::Explain };
        let after = RunView { state: "FAILED", needs: Some(Need::Reset), ..view };
        update(&mut model, Msg::Rested(errand, Box::new(after.clone())));
        assert_eq!(model.drafts.aside(&after.id, choice), "");
    }
}

/// What is copied is the whole entry, not the row of it that has room.
#[test]
fn an_entry_that_was_broken_into_rows_is_copied_as_a_whole() {
    use crate::domain::journal::{self, Note, Tip};
    use crate::tui::keys::PaneKey;
    let [was, is] = ["ab", "cd"].map(|digits| digits.repeat(32));
    let note = Note {
        at: "2026-11-21T12:02:07Z".to_owned(),
        kind: "integrity".to_owned(),
        by: "engine".to_owned(),
        text: format!("FROZEN → FAILED: integrity violation: expected {was}, found {is}"),
        data: serde_json::Value::Null,
    };
    for width in [60, 120, 200] {
        let mut model = sample::model(sample::view());
        update(&mut model, Msg::Resized(width, 36));
        let journal = Ok((journal::read(&Tip::genesis().continued(std::slice::from_ref(&note)).0), true));
        let id = model.features.selected().unwrap().clone();
        update(&mut model, Msg::Detail(Arc::new(Detail { id, journal, ..sample::detail() })));
        show(&mut model, PaneKey::Journal);
        let cmds = press(&mut model, KeyCode::Char('y'));
        let whole = |text: &str| text.starts_with("12:02:07") && text.ends_with(&note.text);
        assert!(matches!(cmds.as_slice(), [Cmd::Copy(text)] if whole(text)), "{width}: {cmds:?}");
        if width == 60 {
            let row = model.panes.journal.list.row().unwrap();
            assert!(!row.line.to_string().contains(&was) && row.whole.is_some(), "{row:?}");
        }
    }
}

/// What is unfolded at the bottom edge comes onto the screen.
#[test]
fn a_group_that_is_unfolded_at_the_bottom_shows_what_is_in_it() {
    use crate::tui::keys::PaneKey;
    let mut model = sample::model(sample::view());
    let mut detail = sample::design::detail(&sample::design::huge(40), None);
    detail.id = model.features.selected().cloned().unwrap();
    update(&mut model, Msg::Detail(Arc::new(detail)));
    update(&mut model, Msg::Resized(80, 24));
    update(&mut model, Msg::Drawn(Vec::new()));
    show(&mut model, PaneKey::Critique);
    let rows = model.panes.critique.list.rows().iter().enumerate();
    let heads = rows.filter(|(_, row)| row.head && row.line.to_string().ends_with('▸'));
    let heads: Vec<usize> = heads.map(|(at, _)| at).collect();
    let mut at_edge = 0;
    for at in heads {
        let list = &mut model.panes.critique.list;
        list.select(0);
        let height = list.visible().len();
        list.select(at);
        at_edge += usize::from(at > height);
        press(&mut model, KeyCode::Enter);
        let list = &model.panes.critique.list;
        let first = list.rows().iter().skip(at + 1).find(|row| row.head).unwrap();
        assert!(list.visible().contains(first), "{} is not on the screen", first.line);
        press(&mut model, KeyCode::Enter);
    }
    assert!(at_edge > 0, "no group stands below the first screen");
}
