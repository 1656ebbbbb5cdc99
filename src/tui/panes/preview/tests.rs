//! Tests of the Preview pane: borders, marks of comments and the source of `preview.html`.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::Preview;
use crate::tui::model::detail::Detail;
use crate::tui::panes::Lines as _;
use crate::tui::panes::fixtures::design::{detail, hostile, hostile_shop, shop};
use crate::tui::panes::fixtures::view;
use crate::tui::view::theme::Theme;
use crate::tui::widgets::listing::Row;
use frieze_intent::{ComponentType, Widget};
use frieze_kernel::RunView;

fn text(rows: &[Row]) -> String {
    rows.iter().map(|row| format!("{}\n", row.line)).collect()
}

/// Ruling 12: the Preview pane draws the built-in wireframes and names the source of `preview.html`.
#[test]
fn ruling_12_the_preview_pane_names_the_source_of_the_page() {
    let mut read = detail(&shop(), None);
    let plain = text(&Preview::default().lines(&read, 100, Theme::Plain));
    read.view = Ok(RunView {
        is_sealed: true,
        preview: Some("built-in; stitch failed: HTTP 403".to_owned()),
        ..view()
    });
    let shown = text(&Preview::default().lines(&read, 100, Theme::Plain));
    assert_eq!(shown, format!("preview.html  built-in; stitch failed: HTTP 403\n\n{plain}"));
}

#[test]
fn borders_of_boxes_are_aligned() {
    for hostile in hostile() {
        // Borders in the hostile text itself would be counted, too.
        if hostile.contains('│') {
            continue;
        }
        let detail = detail(&hostile_shop(&hostile), None);
        for width in [14_u16, 20, 40, 53, 78, 100] {
            let rows = Preview::default().lines(&detail, width, Theme::Colours);
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
            let mut inside = false;
            for row in &rows {
                buffer.reset();
                crate::tui::widgets::listing::draw_line(&row.line, buffer.area, &mut buffer);
                let at = |x: u16| buffer[(x, 0)].symbol().to_owned();
                inside |= at(0) == "╭";
                let (left, right) = (at(0), at(width - 1));
                if inside {
                    assert!(
                        matches!((left.as_str(), right.as_str()), ("╭", "╮") | ("│", "│") | ("╰", "╯")),
                        "{width}: {}",
                        row.line
                    );
                }
                inside &= left != "╰";
            }
            assert!(text(&rows).contains('╭'));
        }
    }
}

/// A comment marks its element in the wireframes, too, whatever its drawing and however narrow the pane.
#[test]
fn elements_with_comments_are_marked_in_the_wireframes() {
    let mut detail = detail(&shop(), None);
    let drawn = |detail: &Detail, width| text(&Preview::default().lines(detail, width, Theme::Plain));
    for width in [12, 40, 78, 200] {
        detail.draft = Ok(String::new());
        let (plain, mut marked) = (drawn(&detail, width), 0);
        assert!(!plain.contains('✎'));
        for at in 0..shop().components.len() {
            detail.draft = Ok(format!("- /components/{at}: smaller\n- /components/{at}/states/0: why?\n"));
            let shown = drawn(&detail, width);
            assert!(shown.contains('✎'), "/components/{at} at {width}:\n{shown}");
            marked += 1;
        }
        assert!(marked > 3);
    }
}

/// A screen counts as read once its frame and its notes were shown.
#[test]
fn a_screen_that_was_shown_in_full_is_read() {
    let mut intent = shop();
    for view in intent.components.iter_mut().filter(|c| c.kind == ComponentType::View) {
        (view.widget, view.shared) = (Some(Widget::Text), true);
    }
    let detail = detail(&intent, None);
    for width in [60, 120, 200] {
        let rows = Preview::default().lines(&detail, width, Theme::Plain);
        let shown: Vec<String> = rows.into_iter().flat_map(|row| row.shows).collect();
        let parts = crate::tui::model::design_parts::all(&intent);
        let views = intent.components.iter().enumerate().filter(|(_, c)| c.kind == ComponentType::View);
        let views: Vec<String> = views.map(|(at, _)| format!("/components/{at}")).collect();
        assert!(!views.is_empty());
        for view in parts.iter().filter(|part| views.contains(&part.pointer)) {
            let left: Vec<&String> = view.lines.iter().filter(|line| !shown.contains(line)).collect();
            assert!(left.is_empty(), "{width}: {left:?}");
        }
    }
}
