//! Tests of the feature rows: each state, at many widths.

use super::*;
use crate::tui::panes::fixtures;
use frieze_engine::Trouble;
use frieze_kernel::{Cause, Unreadable};

fn card(state: &'static str, needs: Option<Attention>, activity: Activity) -> Card {
    let mut card = Card::of(&fixtures::judged(&[6_010, 8_640]), activity);
    (card.state, card.needs, card.is_sealed) = (state, needs, state == "FROZEN");
    card
}

fn generating(activity: Activity) -> Card {
    Card { work: "gen", ..card("GENERATING", None, activity) }
}

fn shown(id: &str, card: Option<&Card>, width: u16) -> String {
    let model = fixtures::model(fixtures::view());
    let title = card.and_then(|card| card.title.as_deref()).unwrap_or_default();
    let columns = Columns::of(&model, width, std::iter::once((id.len(), title.width(), card)));
    row(&model, [id, title, ""], card, None, (false, ' '), &columns).to_string()
}

#[test]
fn each_state_has_a_sign_and_a_word() {
    let check = |card: &Card, text: &str| assert_eq!(shown("checkout", Some(card), 34), text);
    let resting = Activity::Idle;
    check(
        &card("CANDIDATE", Some(Attention::Decision), resting.clone()),
        "◆ checkout        86.40 decide  2m",
    );
    check(&card("IDLE", Some(Attention::Reason), resting.clone()), "? checkout        86.40 why?    2m");
    check(&card("FAILED", Some(Attention::Reset), resting.clone()), "✗ checkout        86.40 failed  2m");
    check(&card("IDLE", Some(Attention::Start), resting.clone()), "· checkout        86.40 idle    2m");
    check(&card("FAILED", Some(Attention::Tampered), resting.clone()), "‼ checkout      86.40 tampered  2m");
    let mut harmed = card("CANDIDATE", Some(Attention::Decision), resting.clone());
    harmed.file_problem = Some(frieze_kernel::FileProblem::Damaged);
    check(&harmed, "! checkout        86.40 broken  2m");
    (harmed.needs, harmed.file_problem) = (Some(Attention::Start), Some(frieze_kernel::FileProblem::Missing));
    check(&harmed, "! checkout        86.40 brief?  2m");
    check(&card("FROZEN", None, resting.clone()), "✓ checkout        86.40 frozen  2m");
    // The files do not say when it was paused.
    check(&card("REVISING", None, resting), "‖ checkout        86.40 paused    ");
    let mut running = generating(Activity::Asking("generator"));
    running.since = Some(fixtures::now());
    running.score = Some(Score::FULL);
    check(&running, &format!("{} checkout          100 gen 1   0s", spinner(fixtures::now())));
    (running.activity, running.paused_at) = (Activity::Idle, Some(fixtures::now()));
    check(&running, "‖ checkout          100 paused now");
    assert!(shown("checkout", Some(&generating(Activity::Stepping)), 54).contains("gen 1/10"));
}

#[test]
fn a_title_takes_the_columns_that_names_leave() {
    let mut titled = card("FAILED", Some(Attention::Reset), Activity::Idle);
    (titled.title, titled.reason) = (Some("Add store pickup".into()), Some("too few flows".into()));
    let at = |width| shown("store-pickup", Some(&titled), width);
    assert!(!at(40).contains("Add"), "{}", at(40));
    assert!(at(54).starts_with("✗ store-pickup Add store pic") && !at(54).contains("flows"), "{}", at(54));
    assert!(at(120).contains(" Add store pickup ") && at(120).ends_with("too few flows"), "{}", at(120));
    let untitled = Card { title: None, ..titled };
    assert!(shown("store-pickup", Some(&untitled), 54).starts_with("✗ store-pickup      "));
}

#[test]
fn a_run_without_a_free_agent_is_queued_and_not_running() {
    let mut model = fixtures::model(fixtures::view());
    let id = model.features.selected().unwrap().clone();
    let waits = || frieze_ports::Progress { status: frieze_ports::AgentStatus::Queued, ..Default::default() };
    let entry = |progress| BoardEntry {
        view: frieze_kernel::RunView { state: "GENERATING", needs: None, ..fixtures::view() },
        activity: Activity::Asking("generator"),
        since: fixtures::now(),
        progress,
        notes: std::collections::VecDeque::new(),
    };
    let mut drawn = |progress| {
        let entry = entry(progress);
        model.features.update([(id.clone(), Card::live(&entry))]);
        model.live.insert((&id).into(), Arc::new(entry));
        let header = fixtures::drawn(80, 1, |area, buffer| super::super::bars::header(&model, area, buffer));
        header + &fixtures::drawn(40, 3, |area, buffer| draw(&model, area, buffer))
    };
    let shown = drawn(Some(waits()));
    assert!(shown.contains("⋯ checkout") && shown.contains("queued"), "{shown}");
    assert!(shown.contains(" · 1 queued") && !shown.contains("running"), "{shown}");
    let shown = drawn(None);
    assert!(shown.contains(" · 1 running") && !shown.contains("queued"), "{shown}");
    // The filter finds it by its label.
    for (filter, is_queued) in [("queued", true), ("running", false)] {
        model.features.set_filter(filter);
        for (progress, is_there) in [(Some(waits()), is_queued), (None, !is_queued)] {
            model.features.update([(id.clone(), Card::live(&entry(progress)))]);
            assert_eq!(model.features.matching(), usize::from(is_there), "{filter}");
        }
    }
}

#[test]
fn a_run_whose_agent_is_a_person_needs_that_person() {
    let mut model = fixtures::model(fixtures::view());
    let id = model.features.selected().unwrap().clone();
    let asks = frieze_ports::AgentStatus::NeedsPerson("waiting for critic-1/response.md".to_owned());
    let entry = BoardEntry {
        view: frieze_kernel::RunView { state: "EVALUATING", needs: None, ..fixtures::view() },
        activity: Activity::Asking("critic"),
        since: fixtures::now(),
        progress: Some(frieze_ports::Progress { status: asks, ..Default::default() }),
        notes: std::collections::VecDeque::new(),
    };
    let rings = model.features.update([(id.clone(), Card::live(&entry))]);
    assert!(matches!(rings.as_slice(), [rings] if *rings == id), "{rings:?}");
    assert!(model.features.update([(id.clone(), Card::live(&entry))]).is_empty(), "the bell rings once");
    for (filter, count) in [("running", 0), ("file?", 1)] {
        model.features.set_filter(filter);
        assert_eq!(model.features.matching(), count, "{filter}");
    }
    model.live.insert((&id).into(), Arc::new(entry));
    let header = fixtures::drawn(80, 1, |area, buffer| super::super::bars::header(&model, area, buffer));
    assert!(header.contains("1 needs you") && !header.contains("running"), "{header}");
    let list = fixtures::drawn(40, 3, |area, buffer| draw(&model, area, buffer));
    assert!(list.contains("? checkout") && list.contains("file?"), "{list}");
}

fn damaged() -> Trouble {
    Trouble::Record { path: "state.json".to_owned(), why: Unreadable::Damaged("cut off".to_owned()) }
}

#[test]
fn an_unusable_record_shows_why() {
    let newer =
        Trouble::Record { path: "state.json".to_owned(), why: Unreadable::Newer { found: 9, known: 1 } };
    let shown = |trouble: &Trouble| shown("checkout", Some(&Card::unusable(trouble)), 34);
    assert_eq!(shown(&damaged()), "! checkout              broken    ");
    assert_eq!(shown(&newer), "! checkout              newer     ");
}

/// A flow may name its states freely.
#[test]
fn no_row_depends_on_the_name_of_a_state() {
    let named = |needs, activity| Card { work: "weigh", ..card("SOMEWHERE", needs, activity) };
    let lines = [
        (named(Some(Attention::Newer), Activity::Idle), "newer"),
        (named(Some(Attention::Stuck), Activity::Idle), "broken"),
        (named(None, Activity::Stepping), "weigh"),
        (
            Card { cause: Some(Cause::LastIteration), ..named(Some(Attention::Reset), Activity::Idle) },
            "last one",
        ),
    ];
    for (card, word) in lines {
        let line = shown("checkout", Some(&card), 54);
        assert!(line.contains(&format!(" {word} ")), "{word}: {line}");
    }
}

#[test]
fn a_design_changed_since_it_was_read_is_marked_and_the_columns_stay() {
    let model = fixtures::model(fixtures::view());
    let card = card("CANDIDATE", Some(Attention::Decision), Activity::Idle);
    for (id, width) in [("checkout", 34), ("a-feature-with-a-very-long-name", 34), ("checkout", 120)] {
        let columns = Columns::of(&model, width, std::iter::once((id.len(), 0, Some(&card))));
        let shown = |is_changed| {
            row(&model, [id, "", ""], Some(&card), None, (is_changed, ' '), &columns).to_string()
        };
        let (same, changed) = (shown(false), shown(true));
        assert!(changed.contains(" Δ ") && !same.contains('Δ'), "{changed}");
        let at = |row: &str| row.find("86.40").map(|at| row[..at].width());
        assert_eq!((at(&same), same.width()), (at(&changed), changed.width()), "{same}\n{changed}");
    }
}

#[test]
fn all_rows_have_the_same_columns_and_one_long_name_is_shortened() {
    let model = fixtures::model(fixtures::view());
    let decide = card("CANDIDATE", Some(Attention::Decision), Activity::Idle);
    let tampered = card("FAILED", Some(Attention::Tampered), Activity::Idle);
    let mut stalled = card("FAILED", Some(Attention::Reset), Activity::Idle);
    stalled.cause = Some(Cause::Stalled);
    let lines = |listed: &[(&str, &Card)], width| -> Vec<String> {
        let columns = Columns::of(&model, width, listed.iter().map(|(id, card)| (id.len(), 0, Some(*card))));
        let row =
            |(id, card): &(&str, &Card)| row(&model, [id, "", ""], Some(card), None, (false, ' '), &columns);
        listed.iter().map(|listed| row(listed).to_string()).collect()
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
    // If most names are long, they matter more.
    let long = [("point-of-sale-in-stores", &decide), ("customer-support-rag", &decide)];
    assert!(lines(&long, 40).iter().all(|line| !line.contains(&spark)), "{:#?}", lines(&long, 40));
}

#[test]
fn no_name_is_shortened_for_sparklines_that_no_row_has() {
    let model = fixtures::model(fixtures::view());
    let view = frieze_kernel::RunView { state: "IDLE", ..fixtures::view() };
    let idle = Card { needs: Some(Attention::Start), score: None, ..Card::of(&view, Activity::Idle) };
    let names = ["face-clustering", "albums", "import", "search"];
    let listed = || names.iter().map(|name| (name.len(), 0, Some(&idle)));
    let columns = Columns::of(&model, 40, listed());
    for name in names {
        let line = row(&model, [name, "", ""], Some(&idle), None, (false, ' '), &columns).to_string();
        assert!(line.contains(name), "{line}");
        assert_eq!(line.width(), 40, "{line}");
    }
}

#[test]
fn a_failed_feature_shows_why_at_every_width() {
    let mut failed = card("FAILED", Some(Attention::Reset), Activity::Idle);
    failed.cause = Some(Cause::Stalled);
    assert_eq!(shown("checkout", Some(&failed), 34), "✗ checkout       86.40 stalled  2m");
    assert!(shown("checkout", Some(&failed), 54).contains(" stalled "));
}

#[test]
fn a_run_of_another_process_shows_its_progress_and_age() {
    let mut running = generating(Activity::Idle);
    running.held_by = Some("process 7 on desk: frieze run checkout".into());
    running.since = Some(fixtures::now());
    let row = |card: &Card, width| shown("checkout", Some(card), width);
    assert_eq!(row(&running, 34), "⠿ checkout        86.40 gen 1   0s");
    let wide = row(&running, 120);
    for part in ["gen 1/10", "running elsewhere: process 7 on desk: frieze run checkout"] {
        assert!(wide.contains(part), "{wide}");
    }
    // A candidate is only in use.
    let held = Card { needs: Some(Attention::Decision), state: "CANDIDATE", ..running };
    assert_eq!(row(&held, 34), "⠿ checkout        86.40 in use  0s");
}

#[test]
fn rows_fill_their_width_and_no_more() {
    let long = "a-feature-with-a-very-long-name-that-does-not-fit-into-the-list";
    let mut broken = Card::unusable(&damaged());
    for text in fixtures::HOSTILE.iter().map(|text| (*text).to_owned()).chain([fixtures::endless()]) {
        broken.reason = Some(text.into());
        for width in [0, 5, 20, 34, 54, 78, 200] {
            for card in
                [None, Some(&broken), Some(&card("CANDIDATE", Some(Attention::Decision), Activity::Idle))]
            {
                let row = shown(long, card, width);
                assert!(width < 34 || row.width() <= usize::from(width), "{width}: {row:?}");
                assert!(!row.contains(['\u{1b}', '\u{202e}']), "{row:?}");
            }
        }
    }
    assert!(shown(long, None, 34).contains('…'));
}

/// A feature with several runs says so; where there is no room for a column, next to its name.
#[test]
fn a_row_with_several_runs_names_the_workflow_that_is_due() {
    let mut model = fixtures::other_model();
    let about = |needs| {
        let card = Card {
            needs: Some(needs),
            measure: Some("draft 1".into()),
            ..card("DRAFT", None, Activity::Idle)
        };
        Card { about: "checkout".parse().ok(), score: None, scores: Vec::new(), ..card }
    };
    let key = model.features.selected_run().cloned().unwrap();
    let mut drawn = |width, needs| {
        model.features.update([(key.clone(), about(needs))]);
        model.features.resize(3);
        let shown = fixtures::drawn(width, 3, |area, buffer| draw(&model, area, buffer));
        shown
            .lines()
            .nth(usize::from(head_rows(width)))
            .unwrap()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(drawn(60, Attention::Tampered), "‼ checkout letter +1 draft 1 tampered 2m");
    assert_eq!(drawn(34, Attention::Tampered), "‼ checkout …letter +1 tampered 2m");
    assert!(drawn(60, Attention::File).starts_with("◆ checkout design +1"));
    assert!(drawn(34, Attention::File).starts_with("◆ checkout +1"));
}

#[test]
fn a_wide_list_has_column_heads_over_its_columns() {
    let model = fixtures::model(fixtures::judged(&[6_010, 8_640]));
    let drawn = |width| fixtures::drawn(width, 4, |area, buffer| draw(&model, area, buffer));
    let wide = drawn(54);
    let lines: Vec<&str> = wide.lines().collect();
    assert!(lines[0].starts_with("  feature"), "{wide}");
    let end = |line: &str, word: &str| line.find(word).map(|at| line[..at].chars().count() + word.len());
    assert_eq!(end(lines[0], "score"), end(lines[1], "86.40"), "{wide}");
    assert_eq!(end(lines[0], "age"), end(lines[1], " 2m"), "{wide}");
    assert!(!drawn(40).contains("feature"), "{}", drawn(40));
    // The head of the names is longer than a short name.
    for width in [54, 58, 100] {
        let idle = card("IDLE", None, Activity::Idle);
        let short = Columns::of(&model, width, std::iter::once((2, 18, Some(&idle))));
        assert!(heads(&short).contains("  feature "), "{}", heads(&short));
        assert!(heads(&short).chars().count() <= usize::from(width), "{}", heads(&short));
    }
}

#[test]
fn the_text_of_an_empty_filter_is_below_the_column_heads() {
    let mut model = fixtures::model(fixtures::judged(&[6_010, 8_640]));
    model.features.set_filter("nosuch");
    let drawn = |height| fixtures::drawn(60, height, |area, buffer| draw(&model, area, buffer));
    let text = drawn(4);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("  feature"), "{text}");
    assert!(lines[1].starts_with("Nothing matches /nosuch."), "{text}");
    assert!(!drawn(1).contains("Nothing"), "{}", drawn(1));
}

/// Its phase began before the screen was opened.
#[test]
fn a_run_that_goes_on_is_as_old_as_its_work_here() {
    let view = frieze_kernel::RunView { state: "EVALUATING", needs: None, ..fixtures::view() };
    let entry = BoardEntry {
        view,
        activity: Activity::Stepping,
        since: fixtures::now(),
        progress: None,
        notes: Default::default(),
    };
    assert_eq!(Card::live(&entry).since, Some(fixtures::now()));
}

/// The phase of a chain has the room of score and sparkline, and takes the sparklines of others none.
#[test]
fn a_run_without_scores_gives_their_columns_to_its_measure_and_its_name() {
    let model = fixtures::model(fixtures::view());
    let scored = card("FAILED", Some(Attention::Reset), Activity::Idle);
    let of = |measure: &str| Card {
        score: None,
        scores: Vec::new(),
        measure: Some(measure.into()),
        ..card("READY", Some(Attention::Step), Activity::Idle)
    };
    let spark = scores::spark(Score::from_hundredths(8_640)).to_string();
    let drawn = |name: &str, measure: &str, width| {
        let chain = of(measure);
        let listed = [(9, 0, Some(&scored)), (name.width(), 0, Some(&chain))];
        let columns = Columns::of(&model, width, listed.into_iter());
        let line =
            |name, card| row(&model, [name, "", ""], Some(card), None, (false, ' '), &columns).to_string();
        let [one, other] = [line("gift-card", &scored), line(name, &chain)];
        assert_eq!((one.width(), other.width()), (usize::from(width), usize::from(width)), "{one}\n{other}");
        assert!(width < 40 || one.contains(&spark), "{one}");
        other
    };
    for measure in ["verify", "brainstorm", "specify", "create-plan", "design 1/3"] {
        let line = drawn("auth · chain", measure, 40);
        assert!(line.contains(&format!(" {measure} ")) && line.contains("auth"), "{line}");
    }
    let line = drawn("refunds · chain", "implement 1/3", 40);
    assert!(line.starts_with("▸ refunds · chain  ") && !line.contains("implement"), "{line}");
    let line = drawn("auth2 · session", "iteration 2", 34);
    assert!(line.starts_with("▸ auth2 · session  "), "{line}");
}

/// A hand edit that was scored is the last of the sparkline.
#[test]
fn the_sparkline_ends_with_the_score() {
    let mut view = fixtures::judged(&[8_503]);
    view.score = Some(Score::from_hundredths(1_787));
    view.judged.push(frieze_kernel::Judged {
        overall: Score::from_hundredths(1_787),
        edited: true,
        ..view.judged[0].clone()
    });
    assert_eq!(Card::of(&view, Activity::Idle).scores.last().copied(), view.score);
}

/// The title is that of the feature, whichever of its runs is due.
#[test]
fn a_row_keeps_its_title_when_another_run_is_due() {
    let mut model = fixtures::other_model();
    let key = model.features.selected_run().cloned().unwrap();
    let design = Card { title: Some("Add store pickup".into()), ..card("FROZEN", None, Activity::Idle) };
    let step = card("DRAFT", Some(Attention::Step), Activity::Idle);
    let step = Card { about: "checkout".parse().ok(), score: None, scores: Vec::new(), ..step };
    let checkout: frieze_data::id::FeatureId = "checkout".parse().unwrap();
    model.features.update([(checkout.into(), design), (key, step)]);
    model.features.resize(3);
    let shown = fixtures::drawn(78, 3, |area, buffer| draw(&model, area, buffer));
    assert!(shown.contains("▸ checkout") && shown.contains("Add store pickup"), "{shown}");
}
