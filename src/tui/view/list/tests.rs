//! Lines of the list: each state, at many widths.

use super::*;
use crate::engine::Trouble;
use crate::kernel::{Cause, Unreadable};
use crate::tui::panes::sample;

fn card(state: &'static str, needs: Option<Call>, doing: Doing) -> Card {
    let mut card = Card::of(&sample::judged(&[6_010, 8_640]), doing);
    (card.state, card.needs, card.is_sealed) = (state, needs, state == "FROZEN");
    card
}

fn generating(doing: Doing) -> Card {
    Card { work: "gen", ..card("GENERATING", None, doing) }
}

fn shown(id: &str, card: Option<&Card>, width: u16) -> String {
    let model = sample::model(sample::view());
    let columns = Columns::of(&model, width, std::iter::once((id, card)));
    row(&model, id, card, None, false, &columns).to_string()
}

#[test]
fn each_state_has_a_sign_and_a_word() {
    let check = |card: &Card, text: &str| assert_eq!(shown("checkout", Some(card), 34), text);
    let resting = Doing::Resting;
    check(&card("CANDIDATE", Some(Call::Decision), resting.clone()), "◆ checkout        86.40 decide  2m");
    check(&card("IDLE", Some(Call::Reason), resting.clone()), "? checkout        86.40 why?    2m");
    check(&card("FAILED", Some(Call::Reset), resting.clone()), "✗ checkout        86.40 failed  2m");
    check(&card("IDLE", Some(Call::Start), resting.clone()), "· checkout        86.40 idle    2m");
    check(&card("FAILED", Some(Call::Tampered), resting.clone()), "‼ checkout      86.40 tampered  2m");
    let mut harmed = card("CANDIDATE", Some(Call::Decision), resting.clone());
    harmed.harm = Some(crate::kernel::Harm::Damaged);
    check(&harmed, "! checkout        86.40 broken  2m");
    (harmed.needs, harmed.harm) = (Some(Call::Start), Some(crate::kernel::Harm::Missing));
    check(&harmed, "! checkout        86.40 brief?  2m");
    check(&card("FROZEN", None, resting.clone()), "✓ checkout        86.40 frozen  2m");
    check(&card("REVISING", None, resting), "‖ checkout        86.40 paused  2m");
    let mut running = generating(Doing::Asking("generator"));
    running.since = Some(sample::now());
    running.score = Some(Score::FULL);
    check(&running, &format!("{} checkout          100 gen 1   0s", spinner(sample::now())));
    running.doing = Doing::Resting;
    check(&running, "‖ checkout          100 paused now");
    assert!(shown("checkout", Some(&generating(Doing::Stepping)), 54).contains("gen 1/10"));
}

#[test]
fn what_no_agent_has_time_for_is_queued_and_not_running() {
    let mut model = sample::model(sample::view());
    let id = model.features.selected().unwrap().clone();
    let waits = || crate::ports::Progress { stage: crate::ports::Stage::Queued, ..Default::default() };
    let seen = |progress| Seen {
        view: crate::kernel::RunView { state: "GENERATING", needs: None, ..sample::view() },
        doing: Doing::Asking("generator"),
        since: sample::now(),
        progress,
        noted: std::collections::VecDeque::new(),
    };
    let mut drawn = |progress| {
        let seen = seen(progress);
        model.features.update([(id.clone(), Card::live(&seen))]);
        model.live.insert(id.clone(), Arc::new(seen));
        let header = sample::drawn(80, 1, |area, buffer| super::super::bars::header(&model, area, buffer));
        header + &sample::drawn(40, 3, |area, buffer| draw(&model, area, buffer))
    };
    let shown = drawn(Some(waits()));
    assert!(shown.contains("⋯ checkout") && shown.contains("queued"), "{shown}");
    assert!(shown.contains(" · 1 queued") && !shown.contains("running"), "{shown}");
    let shown = drawn(None);
    assert!(shown.contains(" · 1 running") && !shown.contains("queued"), "{shown}");
    // What it is called is what it is found by.
    for (filter, is_queued) in [("queued", true), ("running", false)] {
        model.features.set_filter(filter);
        for (progress, is_there) in [(Some(waits()), is_queued), (None, !is_queued)] {
            model.features.update([(id.clone(), Card::live(&seen(progress)))]);
            assert_eq!(model.features.matching(), usize::from(is_there), "{filter}");
        }
    }
}

fn damaged() -> Trouble {
    Trouble::Record { path: "state.json".to_owned(), why: Unreadable::Damaged("cut off".to_owned()) }
}

#[test]
fn what_cannot_be_used_here_says_why() {
    let newer =
        Trouble::Record { path: "state.json".to_owned(), why: Unreadable::Newer { found: 9, known: 1 } };
    let shown = |trouble: &Trouble| shown("checkout", Some(&Card::unusable(trouble)), 34);
    assert_eq!(shown(&damaged()), "! checkout              broken    ");
    assert_eq!(shown(&newer), "! checkout              newer     ");
}

/// A flow may call its states what it likes.
#[test]
fn no_line_hangs_on_the_name_of_a_state() {
    let named = |needs, doing| Card { work: "weigh", ..card("SOMEWHERE", needs, doing) };
    let lines = [
        (named(Some(Call::Newer), Doing::Resting), "newer"),
        (named(Some(Call::Stuck), Doing::Resting), "broken"),
        (named(None, Doing::Stepping), "weigh"),
        (Card { cause: Some(Cause::TooLow), ..named(Some(Call::Reset), Doing::Resting) }, "too low"),
    ];
    for (card, word) in lines {
        let line = shown("checkout", Some(&card), 54);
        assert!(line.contains(&format!(" {word} ")), "{word}: {line}");
    }
}

#[test]
fn what_changed_since_it_was_looked_at_is_marked_and_the_columns_stay() {
    let model = sample::model(sample::view());
    let card = card("CANDIDATE", Some(Call::Decision), Doing::Resting);
    for (id, width) in [("checkout", 34), ("a-feature-with-a-very-long-name", 34), ("checkout", 120)] {
        let columns = Columns::of(&model, width, std::iter::once((id, Some(&card))));
        let shown = |is_changed| row(&model, id, Some(&card), None, is_changed, &columns).to_string();
        let (same, changed) = (shown(false), shown(true));
        assert!(changed.contains(" Δ ") && !same.contains('Δ'), "{changed}");
        let at = |row: &str| row.find("86.40").map(|at| row[..at].width());
        assert_eq!((at(&same), same.width()), (at(&changed), changed.width()), "{same}\n{changed}");
    }
}

#[test]
fn every_line_has_the_same_columns_and_one_long_name_is_shortened() {
    let model = sample::model(sample::view());
    let decide = card("CANDIDATE", Some(Call::Decision), Doing::Resting);
    let tampered = card("FAILED", Some(Call::Tampered), Doing::Resting);
    let mut stalled = card("FAILED", Some(Call::Reset), Doing::Resting);
    stalled.cause = Some(Cause::Stalled);
    let lines = |listed: &[(&str, &Card)], width| -> Vec<String> {
        let listed = || listed.iter().map(|(id, card)| (*id, Some(*card)));
        let columns = Columns::of(&model, width, listed());
        listed().map(|(id, card)| row(&model, id, card, None, false, &columns).to_string()).collect()
    };
    let at = |line: &String, part: &str| line.find(part).map(|at| line[..at].width());
    let mixed =
        [("gift-cards", &tampered), ("attic", &stalled), ("an-id-far-longer-than-its-column", &decide)];
    for width in [34, 40, 58, 78, 120] {
        let lines = lines(&mixed, width);
        assert!(lines.iter().all(|line| at(line, "86.40") == at(&lines[0], "86.40")), "{lines:#?}");
        assert!(lines.iter().all(|line| at(line, " 2m") == at(&lines[0], " 2m")), "{lines:#?}");
    }
    let spark = scores::spark(Score::from_hundredths(8_640)).to_string();
    let one_long = lines(&mixed, 40);
    assert!(one_long.iter().all(|line| line.contains(&spark)), "{one_long:#?}");
    assert!(one_long[2].contains('…') && one_long[0].contains("gift-cards "), "{one_long:#?}");
    // Where the most are long, the names matter more.
    let long = [("point-of-sale-in-stores", &decide), ("customer-support-rag", &decide)];
    assert!(lines(&long, 40).iter().all(|line| !line.contains(&spark)), "{:#?}", lines(&long, 40));
}

#[test]
fn a_failed_feature_says_why_in_every_width() {
    let mut failed = card("FAILED", Some(Call::Reset), Doing::Resting);
    failed.cause = Some(Cause::Stalled);
    assert_eq!(shown("checkout", Some(&failed), 34), "✗ checkout       86.40 stalled  2m");
    assert!(shown("checkout", Some(&failed), 54).contains(" stalled "));
}

#[test]
fn what_another_process_runs_tells_how_far_it_is_and_since_when() {
    let mut running = generating(Doing::Resting);
    running.held = Some("process 7 on desk: frieze run checkout".into());
    running.since = Some(sample::now());
    let row = |card: &Card, width| shown("checkout", Some(card), width);
    assert_eq!(row(&running, 34), "⠿ checkout        86.40 gen 1   0s");
    let wide = row(&running, 120);
    for part in ["gen 1/10", "running elsewhere: `frieze run checkout` (process 7 on desk)"] {
        assert!(wide.contains(part), "{wide}");
    }
    // Where nothing is due, it is in use and no more.
    let held = Card { needs: Some(Call::Decision), state: "CANDIDATE", ..running };
    assert_eq!(row(&held, 34), "⠿ checkout        86.40 in use  0s");
}

#[test]
fn rows_fill_their_width_and_no_more() {
    let long = "a-feature-with-a-very-long-name-that-does-not-fit-into-the-list";
    let mut broken = Card::unusable(&damaged());
    for text in sample::HOSTILE.iter().map(|text| (*text).to_owned()).chain([sample::endless()]) {
        broken.reason = Some(text.into());
        for width in [0, 5, 20, 34, 54, 78, 200] {
            for card in [None, Some(&broken), Some(&card("CANDIDATE", Some(Call::Decision), Doing::Resting))]
            {
                let row = shown(long, card, width);
                assert!(width < 34 || row.width() <= usize::from(width), "{width}: {row:?}");
                assert!(!row.contains(['\u{1b}', '\u{202e}']), "{row:?}");
            }
        }
    }
    assert!(shown(long, None, 34).contains('…'));
}
