//! Tests of the Scores pane at many sizes.

use super::*;
use crate::tui::panes::fixtures;

fn shown(view: RunView, width: u16, height: u16) -> String {
    let model = fixtures::model(view);
    fixtures::drawn(width, height, |area, buffer| draw(&model, area, buffer))
}

#[test]
fn the_chart_shows_threshold_best_and_every_point() {
    let text = shown(fixtures::judged(&[6_010, 7_420, 8_640]), 28, 14);
    for part in
        ["86.40  6.40 over 80", "★ the best", "1: 60.10", "3: 86.40", "80│┄", "●", "★", "Completeness"]
    {
        assert!(text.contains(part), "{part} in\n{text}");
    }
    let text = shown(fixtures::judged(&[6_010, 8_640, 7_420]), 78, 12);
    assert!(text.contains("5.80 under 80  ★ best 86.40 in 2"), "{text}");
    assert!(text.contains("2: 86.40") && text.contains("60.10│"), "{text}");
}

/// A flat line is at the score that its end of the axis names.
#[test]
fn the_axis_names_the_lowest_and_the_highest_score() {
    for (scores, label) in [([6_290, 6_290], "62.90│"), ([8_325, 8_325], "83.25│")] {
        let text = shown(fixtures::judged(&scores), 78, 12);
        let of_line = text.lines().find(|line| line.contains('●')).unwrap_or_default();
        assert!(of_line.contains(label), "{text}");
    }
}

/// After a reset to the best design, its score and dimensions are shown, and not those of the last one.
#[test]
fn a_design_that_a_reset_brought_back_has_its_own_score() {
    let mut view = fixtures::judged(&[8_141, 7_786, 7_786]);
    (view.score, view.score_of) = (Some(Score::from_hundredths(8_141)), Some(1));
    let text = shown(view, 78, 12);
    assert!(text.contains(" 81.41  1.41 over 80  in iteration 1  ★ the best"), "{text}");
    assert!(text.contains("3: 77.86") && !text.contains('='), "the chart is of all\n{text}");
}

/// A person's edit broke the file.
#[test]
fn a_design_that_cannot_be_read_has_no_score() {
    let (valid, broken) = (fixtures::judged(&[8_640]), RunView { score: None, ..fixtures::judged(&[8_640]) });
    assert!(!shown(valid, 78, 12).contains("has no score"));
    let text = shown(broken, 78, 12);
    assert!(text.contains(" 86.40  6.40 over 80  ! the present design has no score"), "{text}");
}

#[test]
fn a_low_band_shows_the_chart_only() {
    let rows = |height| shown(fixtures::judged(&[6_010, 8_640]), 76, height);
    let (band, half) = (rows(6), rows(7));
    assert!(band.contains("1: 60.10") && band.contains('★') && !band.contains("Clarity"), "{band}");
    assert!(half.contains("1: 60.10") && half.contains("Clarity"), "{half}");
}

#[test]
fn a_plateau_and_a_hand_edit_are_marked() {
    let mut view = fixtures::judged(&[6_010, 7_245, 7_246, 7_244]);
    view.plateau = Some((2, 4, 2));
    view.judged[3].edited = true;
    let text = shown(view, 60, 14);
    for part in ["━━", "no progress in 2–4", "✎\n", "✎ edited by hand"] {
        assert!(text.contains(part), "{part} in\n{text}");
    }
}

#[test]
fn one_score_has_no_chart_and_without_a_score_it_says_so() {
    let text = shown(fixtures::judged(&[8_640]), 28, 12);
    assert!(text.contains("Clarity") && !text.contains('│'), "{text}");
    assert!(shown(fixtures::view(), 28, 12).contains("No score yet"), "{}", shown(fixtures::view(), 28, 12));
}

#[test]
fn no_size_is_too_small_or_too_large() {
    let many: Vec<u16> = (0..300).map(|i| i * 37 % 10_001).collect();
    let views = [
        fixtures::view(),
        fixtures::judged(&[0]),
        fixtures::judged(&[10_000, 10_000]),
        fixtures::judged(&[0, 10_000]),
        fixtures::judged(&many),
    ];
    for view in views {
        for (width, height) in
            [(0, 0), (1, 1), (2, 9), (9, 2), (5, 5), (8, 40), (26, 10), (28, 12), (56, 3), (78, 8), (200, 60)]
        {
            shown(view.clone(), width, height);
        }
    }
}

#[test]
fn each_dimension_shows_its_change_since_the_last_iteration() {
    let mut view = fixtures::judged(&[6_010, 8_640]);
    let values = [8_040, 10_000, 7_000, 5_000, 6_123];
    let before = [8_247, 9_942, 7_000, 6_400, 5_000];
    for (judged, values) in view.judged.iter_mut().zip([before, values]) {
        let mut values = values.into_iter().map(Score::from_hundredths);
        judged.dimensions = frieze_data::score::Dimensions::from_fn(|_| values.next().unwrap());
    }
    let text = shown(view.clone(), 25, 15);
    for row in [
        " Completeness −2.07 80.40",
        " Coherence    +0.58   100",
        " Clarity          = 70.00",
        " Agnosticism −14.00 50.00",
        " Data model  +11.23 61.23",
    ] {
        assert!(text.lines().any(|line| line == row), "{row:?} in\n{text}");
    }
    let text = shown(view, 78, 12);
    assert!(text.contains(" Coherence") && text.contains("  +0.58 100.00"), "{text}");
}
