//! Header and footer lines, and the titles with a feature's state.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};

use crate::tui::keys::PaneKey;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::panes::{feature, wrap};
use crate::tui::view::theme::TextStyle;
use frieze_data::text::{Shown, count};
use frieze_kernel::{Attention, attention_summary, score_in_words};

use super::key_hints;

/// The fewest columns of a shortened feature name, and of a design's title.
const NAME: usize = 14;
const TITLE: usize = 12;

/// The most lines of a message.
const MESSAGE: usize = 4;
/// The columns that a short message leaves for the keys; a longer message is above them.
const KEYS: usize = 36;

/// The header: `frieze · acme-shop      2 need you · 3 running · 41 frozen`.
pub fn header(model: &Model, place: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let counts = model.features.counts();
    let mut right = Vec::new();
    if let Some(why) = &model.polling {
        let why = Shown::cut(why, usize::from(place.width / 4)).into_string();
        right.push(theme.span(why, TextStyle::Dim));
        right.push(Span::raw(" · "));
    }
    let waiting = match counts.waiting {
        0 if counts.all == 0 => theme.span("no features yet", TextStyle::Dim),
        waiting => {
            let style = if waiting == 0 { TextStyle::Dim } else { TextStyle::Attention };
            theme.span(attention_summary(waiting, counts.tampered), style)
        }
    };
    right.push(waiting);
    // Queued runs are not counted as running.
    let queued = model.live.values().filter(|entry| entry.is_queued()).count().min(counts.running);
    let numbers = [
        (counts.running - queued, "running", TextStyle::Busy),
        (queued, "queued", TextStyle::Dim),
        (counts.elsewhere, "elsewhere", TextStyle::Busy),
        (counts.failed, "failed", TextStyle::Bad),
    ];
    for (number, word, style) in numbers.into_iter().filter(|(number, ..)| *number > 0) {
        right.push(theme.span(format!(" · {number} {word}"), style));
    }
    let mut more = Vec::new();
    if counts.frozen > 0 {
        more.push(Span::raw(format!(" · {} frozen", counts.frozen)));
    }
    if counts.all > 0 {
        let features = count(counts.all - counts.others, "feature", "features");
        let others = count(counts.others, "other run", "other runs");
        let others = if counts.others > 0 { format!(" · {others}") } else { String::new() };
        more.push(theme.span(format!(" · {features}{others}"), TextStyle::Dim));
    }
    // The name and state of the feature matter more than these counts.
    let title = needs_feature_name(model).then(|| machine_title(model, usize::from(place.width)));
    let named = title.as_ref().map(|title| " frieze ·  ".len() + Span::raw(title).width());
    for span in more {
        let counted: usize = right.iter().map(Span::width).sum();
        if named.is_none_or(|named| named + counted + span.width() < usize::from(place.width)) {
            right.push(span);
        }
    }
    if counts.unread > 0 {
        right.push(theme.span(format!(" · reading {}…", counts.unread), TextStyle::Dim));
    }
    right.push(Span::raw(" "));
    let right = Line::from(right);
    // The left side is shortened first.
    let room = usize::from(place.width).saturating_sub(right.width() + " frieze ·  ".len());
    let mut left = vec![Span::raw(" "), theme.span("frieze", TextStyle::Heading)];
    if room > 3 {
        left.push(Span::raw(" · "));
        left.push(if title.is_some() {
            theme.span(machine_title(model, room), TextStyle::Strong)
        } else {
            Span::raw(Shown::cut(&model.workspace_name, room).into_string())
        });
    }
    Line::from(left).render(place, buffer);
    right.alignment(Alignment::Right).render(place, buffer);
}

/// Whether no visible pane names the selected feature.
fn needs_feature_name(model: &Model) -> bool {
    let names = |pane: PaneKey| matches!(pane, PaneKey::Features | PaneKey::Machine);
    let is_named = model.areas().is_some_and(|areas| areas.panes.iter().any(|(pane, _)| names(*pane)));
    !is_named && model.features.selected_run().is_some()
}

/// The message and the key hints: next to each other if both fit, else the message above. Below a dialog, which has its own
/// key hints, only the message.
pub fn footer(model: &Model, place: Rect, buffer: &mut Buffer) {
    Clear.render(place, buffer);
    let Some(message) = &model.message else { return key_hints::keys(model, place, buffer) };
    if model.modal.as_ref().is_some_and(|modal| !modal.is_card()) {
        return draw_message(model, place, false, buffer);
    }
    let width = Shown::line(&message.text).width() + " ! ".len();
    if message.is_problem || width + KEYS > usize::from(place.width) {
        let above = Rect { y: place.y.saturating_sub(1), ..place };
        draw_message(model, above, true, buffer);
        return key_hints::keys(model, place, buffer);
    }
    let [left, right] = place.layout(&Layout::horizontal([
        Constraint::Length(u16::try_from(width).unwrap_or(place.width)),
        Constraint::Fill(1),
    ]));
    draw_message(model, left, false, buffer);
    key_hints::keys(model, right, buffer);
}

/// Draws the message, which grows upwards from its place.
fn draw_message(model: &Model, place: Rect, is_over_panes: bool, buffer: &mut Buffer) {
    let theme = model.theme;
    if let Some(message) = &model.message {
        let style = if message.is_problem { TextStyle::Bad } else { TextStyle::Strong };
        let sign = if message.is_problem { " ! " } else { " " };
        let room = usize::from(place.width).saturating_sub(sign.len() + 1);
        // A long message grows upwards. Below a dialog there is one line, and the dialog reports the problem itself; so a
        // long message is reduced to its hint.
        let is_below = model.modal.as_ref().is_some_and(|modal| !matches!(modal, Modal::Welcome(_)));
        let most = if is_below { 1 } else { MESSAGE };
        let is_long = Shown::line(&message.text).width() > room * most;
        let text = if is_below && is_long && !message.hint.is_empty() {
            format!("hint: {}", message.hint)
        } else {
            message.text.clone()
        };
        let text = Shown::cut(&text, room * most).into_string();
        let lines = wrap::lines(&text, room, most);
        let more = u16::try_from(lines.len().saturating_sub(1)).unwrap_or(0).min(place.y);
        let from = place.y;
        let place = Rect { y: place.y - more, height: place.height + more, ..place };
        if is_over_panes && place.y > 0 {
            // The panes end above it.
            for x in place.left()..place.right() {
                buffer[(x, place.y - 1)] = buffer[(x, from)].clone();
            }
        }
        Clear.render(place, buffer);
        for (at, (line, y)) in lines.into_iter().zip(place.y..place.bottom()).enumerate() {
            let lead = if at == 0 { sign.to_owned() } else { " ".repeat(sign.len()) };
            let line = Line::from(theme.span(format!("{lead}{line}"), style));
            line.render(Rect { y, height: 1, ..place }, buffer);
        }
    }
}

/// `Features · /cart: 3 of 41 · by name`.
pub fn features_title(model: &Model, room: usize) -> String {
    let filter = model.features.filter();
    let sorted = model.features.sort.title();
    let marked = match model.features.marked().count() {
        0 => String::new(),
        count => format!(" · {count} marked"),
    };
    let title = if filter.is_empty() {
        format!("Features{marked}{sorted}")
    } else {
        let found = format!("{} of {}", model.features.matching(), model.features.counts().all);
        format!("Features{marked} · /{}: {found}{sorted}", Shown::cut(filter, 16))
    };
    Shown::cut(&title, room).into_string()
}

/// `checkout ─ CANDIDATE · iteration 3 of 10 · 86.40 / 80`.
pub fn machine_title(model: &Model, room: usize) -> String {
    let Some(key) = model.features.selected_run() else { return "Nothing selected".to_owned() };
    let whole = key.to_string();
    let title = |last: &str, iteration: &str| {
        let mut title = String::new();
        if let Some(card) = model.features.card_of(key) {
            title.push_str(&format!(" ─ {}", card.state));
            let (_, word, _) = card.label();
            let is_design = key.design().is_some() && card.held_by.is_none();
            if is_design && card.is_sealed && !card.state.eq_ignore_ascii_case(word) {
                title.push_str(&format!(", design {word}"));
            }
            // The design and its score are of a run that is over.
            let is_over = matches!(card.needs, Some(Attention::Start | Attention::Reason));
            let run = if is_over { last } else { "" };
            // A measure says it itself, if it is about iterations.
            if let Some(max) = card.max_iterations.filter(|_| card.iteration > 0 && card.measure.is_none()) {
                title.push_str(&format!(" · {run}{iteration}{} of {max}", card.iteration));
            }
            if let Some(measure) = card.measure.as_deref() {
                title.push_str(&format!(" · {}", Shown::line(measure)));
            }
            if let Some(score) = score_in_words(card.score, card.threshold, card.score_of) {
                title.push_str(&format!(" · {score}"));
            }
        }
        title
    };
    // A long name is shortened for the state, as far as it can still be recognised.
    let least = NAME.min(whole.chars().count());
    let fits = |title: &String| title.chars().count() + least <= room;
    let title = Some(title("last run: ", "iteration ")).filter(fits).unwrap_or_else(|| title("last: ", ""));
    let name = feature::name(&whole, room.saturating_sub(title.chars().count()).max(12));
    let text = Shown::cut(&format!("{name}{title}"), room).into_string();
    match design_title(model, room.saturating_sub(text.chars().count() + " · ".len())) {
        Some(design) => format!("{text} · {design}"),
        None => text,
    }
}

/// The title of the design in `room` columns, if it differs from the feature's name.
fn design_title(model: &Model, room: usize) -> Option<String> {
    let detail = model.current()?;
    let title = detail.reading()?.intent.title.trim();
    (feature::says_more(title, detail.id.as_str()) && room >= TITLE.min(Shown::line(title).width()))
        .then(|| Shown::cut(title, room).into_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::modal::ask::{Ask, Yes};
    use crate::tui::panes::fixtures;

    #[test]
    fn the_header_counts_and_shortens_its_left_side() {
        let model = fixtures::model(fixtures::view());
        let shown = |width| fixtures::drawn(width, 1, |area, buffer| header(&model, area, buffer));
        assert!(shown(60).starts_with(" frieze · acme-shop "), "{}", shown(60));
        assert!(shown(60).contains(" 1 needs you · 1 feature"), "{}", shown(60));
        assert!(shown(42).starts_with(" frieze · acme-…"), "{}", shown(42));
        for width in [1, 7, 24, 30] {
            shown(width);
        }
    }

    #[test]
    fn a_tampered_design_is_counted_until_it_is_reset() {
        let mut view = fixtures::view();
        (view.needs, view.file_problem) =
            (Some(frieze_kernel::Need::Reset), Some(frieze_kernel::FileProblem::Tampered));
        let mut model = fixtures::model(view);
        let shown = |model: &Model| fixtures::drawn(80, 1, |area, buffer| header(model, area, buffer));
        assert!(
            shown(&model).contains(" 1 needs you (1 tampered) · 1 failed · 1 feature"),
            "{}",
            shown(&model)
        );
        let card =
            crate::tui::model::feature_list::Card::of(&fixtures::view(), frieze_engine::Activity::Idle);
        model.features.update([(fixtures::view().id, card)]);
        assert!(shown(&model).contains(" 1 needs you · 1 feature"), "{}", shown(&model));
    }

    #[test]
    fn a_failed_run_needs_a_person() {
        let mut view = fixtures::view();
        view.needs = Some(frieze_kernel::Need::Reset);
        let model = fixtures::model(view);
        let shown = fixtures::drawn(80, 1, |area, buffer| header(&model, area, buffer));
        assert!(shown.contains(" 1 needs you · 1 failed · 1 feature"), "{shown}");
    }

    #[test]
    fn a_title_says_whose_the_score_is_and_that_a_design_is_frozen() {
        let mut view = fixtures::judged(&[9_043]);
        (view.state, view.iteration, view.needs, view.score_of) = ("GENERATING", 2, None, Some(1));
        let title = machine_title(&fixtures::model(view.clone()), 80);
        assert_eq!(title, "checkout ─ GENERATING · iteration 2 of 10 · 90.43 / 80 in iteration 1");
        (view.state, view.is_sealed, view.iteration) = ("IDLE", true, 1);
        let title = machine_title(&fixtures::model(view), 80);
        assert!(title.starts_with("checkout ─ IDLE, design frozen · "), "{title}");
    }

    #[test]
    fn the_header_names_the_feature_of_a_zoomed_pane() {
        let mut model = fixtures::model(fixtures::judged(&[8_640]));
        let shown = |model: &Model| fixtures::drawn(80, 1, |area, buffer| header(model, area, buffer));
        assert!(shown(&model).starts_with(" frieze · acme-shop "), "{}", shown(&model));
        (model.focus, model.zoomed) = (PaneKey::Critique, true);
        assert!(
            shown(&model).starts_with(" frieze · checkout ─ CANDIDATE · iteration 1 of"),
            "{}",
            shown(&model)
        );
        // The other counts are there where they have room.
        assert!(!shown(&model).contains("1 feature"), "{}", shown(&model));
        let wide = fixtures::drawn(120, 1, |area, buffer| header(&model, area, buffer));
        assert!(wide.contains(" · iteration 1 of") && wide.contains(" · 1 feature"), "{wide}");
    }

    #[test]
    fn a_long_message_is_shown_whole() {
        let mut model = fixtures::model(fixtures::view());
        let (what, hint) =
            ("the brief is too long: ".repeat(6), "split it, or leave out its appendix".to_owned());
        model.report(&crate::tui::model::detail::Problem::new(what, hint));
        let shown = fixtures::drawn(80, 24, |area, buffer| {
            footer(&model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        });
        let mut lines: Vec<&str> = shown.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let keys = lines.pop().unwrap_or_default();
        assert!(keys.contains("? help"), "the keys are below it: {shown}");
        assert!(lines.len() > 1 && shown.ends_with('\n'), "{shown}");
        assert!(lines.join(" ").ends_with("hint: split it, or leave out its appendix"), "{shown}");
        // Below a dialog there is one line, for the hint.
        let hint = "check whether the disk is mounted read-only".to_owned();
        model.report(&crate::tui::model::detail::Problem::new("not saved ".repeat(20), hint));
        let quit = Ask::new(" Quit ", Vec::new(), "quit", Yes::Quit);
        model.modal = Some(Modal::Ask(Box::new(quit)));
        let below = fixtures::drawn(80, 24, |area, buffer| {
            footer(&model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        });
        assert_eq!(below.trim(), "! hint: check whether the disk is mounted read-only");
        assert!(shown.lines().last().is_some_and(|last| !last.is_empty()), "it is at the bottom: {shown}");
    }

    #[test]
    fn the_panes_end_above_a_long_message() {
        let mut model = fixtures::model(fixtures::view());
        model.say("checkout waits for something that is said at length ".repeat(3));
        let shown = fixtures::drawn(60, 16, |area, buffer| {
            for x in area.left()..area.right() {
                buffer[(x, area.bottom() - 2)].set_symbol("─");
            }
            footer(&model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        });
        let lines: Vec<&str> = shown.lines().collect();
        let at = lines.iter().position(|line| line.contains("checkout")).unwrap();
        assert!(at < 13 && lines[at - 1] == "─".repeat(60), "{shown}");
        assert_eq!(shown.matches('─').count(), 60, "{shown}");
    }

    #[test]
    fn a_short_message_is_next_to_the_keys_and_a_long_one_above_them() {
        let mut model = fixtures::model(fixtures::view());
        let shown = |model: &Model| {
            let all = fixtures::drawn(80, 3, |area, buffer| {
                footer(model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
            });
            all.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect::<Vec<_>>()
        };
        model.say("checkout is CANDIDATE");
        let last = shown(&model).pop().unwrap();
        assert!(last.starts_with("checkout is CANDIDATE") && last.contains("decide"), "{last}");
        model.say("checkout is running in another process, which can pause or abort it: process 7");
        let lines = shown(&model);
        let is_above = matches!(&lines[..], [message, keys] if message.starts_with("checkout is running") && keys.contains("? help"));
        assert!(is_above, "{lines:?}");
    }

    #[test]
    fn titles_show_the_state_before_the_whole_name() {
        let mut model = fixtures::model(fixtures::judged(&[8_640]));
        assert_eq!(machine_title(&model, 80), "checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80");
        let mut view = fixtures::view();
        view.id = "a-feature-with-a-very-long-name-that-does-not-fit".parse().unwrap();
        let long = fixtures::model(view);
        let title = machine_title(&long, 60);
        assert!(title.starts_with("a-featu…not-fit ─ CANDIDATE · iteration 1 of 10 · 86.40"), "{title}");
        assert!(machine_title(&long, 20).ends_with('…'));
        // In little room, the score goes before the word "iteration".
        let title = machine_title(&long, 52);
        assert!(
            title.contains("…") && title.ends_with("t-fit ─ CANDIDATE · 1 of 10 · 86.40 / 80"),
            "{title}"
        );
        assert_eq!(features_title(&model, 30), "Features");
        let mut view = fixtures::judged(&[8_640]);
        (view.state, view.needs) = ("IDLE", Some(frieze_kernel::Need::Start));
        let idle = fixtures::model(view);
        assert_eq!(machine_title(&idle, 80), "checkout ─ IDLE · last run: iteration 1 of 10 · 86.40 / 80");
        assert_eq!(machine_title(&idle, 46), "checkout ─ IDLE · last: 1 of 10 · 86.40 / 80");
        let mut read = fixtures::design::detail(&fixtures::design::shop(), None);
        read.id = "checkout".parse().unwrap();
        model.detail = Some(std::sync::Arc::new(read));
        assert_eq!(machine_title(&model, 80), "checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80 · Shop");
        assert_eq!(machine_title(&model, 58), "checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80");
        let mut design = fixtures::design::shop();
        for (title, shown) in
            [("Check-out", ""), ("Paying for an order \u{1b}[2J with a card", " · Paying for an ord")]
        {
            title.clone_into(&mut design.title);
            let read = fixtures::design::detail(&design, None);
            let read = crate::tui::model::detail::Detail { id: "checkout".parse().unwrap(), ..read };
            model.detail = Some(std::sync::Arc::new(read));
            let title = machine_title(&model, 76);
            let rest = title.strip_prefix("checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80").unwrap();
            assert!(rest.starts_with(shown) && rest.is_empty() == shown.is_empty(), "{title}");
            assert!(title.chars().count() <= 76 && !title.contains('\u{1b}'), "{title}");
        }
        let mut chain = fixtures::view();
        (chain.score, chain.iteration, chain.measure) = (None, 2, Some("specify 2/10".to_owned()));
        assert_eq!(machine_title(&fixtures::model(chain), 80), "checkout ─ CANDIDATE · specify 2/10");
        model.features.set_filter("cart");
        assert_eq!(features_title(&model, 30), "Features · /cart: 0 of 1");
        assert_eq!(features_title(&model, 16), "Features · /car…");
    }
}
