//! The first and the last line, and the titles that tell where a feature stands.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget as _};

use crate::domain::text::Shown;
use crate::kernel::{Call, told_calling};
use crate::tui::features::Sort;
use crate::tui::keys::PaneKey;
use crate::tui::modal::Modal;
use crate::tui::model::Model;
use crate::tui::panes::{feature, wrap};
use crate::tui::theme::Look;

use super::hints;

/// The least of a long name, in columns.
const NAME: usize = 14;

/// The least of a design's title, in columns.
const CALLED: usize = 12;

/// The most lines of a message.
const MESSAGE: usize = 4;
/// The columns of keys that a short message leaves beside it; a longer one stands above them.
const BESIDE: usize = 36;

/// What stands between a trouble and its hint, and how much of that is no hint.
const HINT: &str = " · hint: ";
const HINT_LEAD: usize = " · ".len();

/// Where we are, and how much calls: `frieze · acme-shop      2 need you · 3 running · 41 frozen`.
pub fn header(model: &Model, place: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    let counts = model.features.counts();
    let mut right = Vec::new();
    if let Some(why) = &model.polling {
        let why = Shown::cut(why, usize::from(place.width / 4)).into_string();
        right.push(Span::styled(why, theme.style(Look::Dim)));
        right.push(Span::raw(" · "));
    }
    let calling = match counts.calling {
        0 if counts.all == 0 => Span::styled("no features yet", theme.style(Look::Dim)),
        calling => {
            let look = if calling == 0 { Look::Dim } else { Look::Attention };
            Span::styled(told_calling(calling, counts.tampered), theme.style(look))
        }
    };
    right.push(calling);
    // What no agent has time for yet is no work that goes on.
    let queued = model.live.values().filter(|seen| seen.is_queued()).count().min(counts.running);
    if counts.running > queued {
        right.push(Span::styled(format!(" · {} running", counts.running - queued), theme.style(Look::Busy)));
    }
    if queued > 0 {
        right.push(Span::styled(format!(" · {queued} queued"), theme.style(Look::Dim)));
    }
    if counts.elsewhere > 0 {
        right.push(Span::styled(format!(" · {} elsewhere", counts.elsewhere), theme.style(Look::Busy)));
    }
    if counts.failed > 0 {
        right.push(Span::styled(format!(" · {} failed", counts.failed), theme.style(Look::Bad)));
    }
    // Which feature it is, and how it stands, matters more than those that need nothing.
    if counts.frozen > 0 && !names_nothing(model) {
        right.push(Span::raw(format!(" · {} frozen", counts.frozen)));
    }
    // Which feature it is matters more than how many there are.
    if counts.all > 0 && !names_nothing(model) {
        let features =
            if counts.all == 1 { "1 feature".to_owned() } else { format!("{} features", counts.all) };
        right.push(Span::styled(format!(" · {features}"), theme.style(Look::Dim)));
    }
    if counts.unread > 0 {
        right.push(Span::styled(format!(" · reading {}…", counts.unread), theme.style(Look::Dim)));
    }
    right.push(Span::raw(" "));
    let right = Line::from(right);
    // Where we are gives way to what calls.
    let room = usize::from(place.width).saturating_sub(right.width() + " frieze ·  ".len());
    let mut left = vec![Span::raw(" "), Span::styled("frieze", theme.style(Look::Heading))];
    if room > 3 {
        left.push(Span::raw(" · "));
        left.push(if names_nothing(model) {
            Span::styled(machine_title(model, room), theme.style(Look::Strong))
        } else {
            Span::raw(Shown::cut(&model.place, room).into_string())
        });
    }
    Line::from(left).render(place, buffer);
    right.alignment(Alignment::Right).render(place, buffer);
}

/// Whether no pane on the screen says which feature they all speak of.
fn names_nothing(model: &Model) -> bool {
    let names = |pane: PaneKey| matches!(pane, PaneKey::Features | PaneKey::Machine);
    let is_named = model.areas().is_some_and(|areas| areas.panes.iter().any(|(pane, _)| names(*pane)));
    !is_named && model.features.selected().is_some()
}

/// The keys that matter here, and the message, if there is one: beside them where both fit, else above them. Under a
/// dialog, which tells its own keys, the message alone.
pub fn footer(model: &Model, place: Rect, buffer: &mut Buffer) {
    Clear.render(place, buffer);
    let Some(message) = &model.message else { return hints::keys(model, place, buffer) };
    if model.modal.is_some() {
        return told(model, place, buffer);
    }
    let width = Shown::line(&message.text).width() + " ! ".len();
    if message.is_trouble || width + BESIDE > usize::from(place.width) {
        let above = Rect { y: place.y.saturating_sub(1), ..place };
        told(model, above, buffer);
        return hints::keys(model, place, buffer);
    }
    let [left, right] = place.layout(&Layout::horizontal([
        Constraint::Length(u16::try_from(width).unwrap_or(place.width)),
        Constraint::Fill(1),
    ]));
    told(model, left, buffer);
    hints::keys(model, right, buffer);
}

/// The message.
fn told(model: &Model, place: Rect, buffer: &mut Buffer) {
    let theme = model.theme;
    if let Some(message) = &model.message {
        let look = if message.is_trouble { Look::Bad } else { Look::Strong };
        let sign = if message.is_trouble { " ! " } else { " " };
        let room = usize::from(place.width).saturating_sub(sign.len() + 1);
        // What went wrong and what to do about it is read as a whole: it grows upwards.
        // A dialog stands above the last line alone, and tells what went wrong itself; then what to do counts.
        let is_below = model.modal.as_ref().is_some_and(|modal| !matches!(modal, Modal::Welcome(_)));
        let most = if is_below { 1 } else { MESSAGE };
        let hint = message.text.rfind(HINT).and_then(|at| message.text.get(at + HINT_LEAD..));
        let is_long = Shown::line(&message.text).width() > room * most;
        let text = hint.filter(|_| is_long && most == 1).unwrap_or(&message.text);
        let text = Shown::cut(text, room * most).into_string();
        let lines = wrap::lines(&text, room, most);
        let more = u16::try_from(lines.len().saturating_sub(1)).unwrap_or(0).min(place.y);
        let place = Rect { y: place.y - more, height: place.height + more, ..place };
        Clear.render(place, buffer);
        for (at, (line, y)) in lines.into_iter().zip(place.y..place.bottom()).enumerate() {
            let lead = if at == 0 { sign.to_owned() } else { " ".repeat(sign.len()) };
            let line = Line::from(Span::styled(format!("{lead}{line}"), theme.style(look)));
            line.render(Rect { y, height: 1, ..place }, buffer);
        }
    }
}

/// `Features · /cart: 3 of 41 · by name`.
pub fn features_title(model: &Model, room: usize) -> String {
    let filter = model.features.filter();
    let sorted = match model.features.sort {
        Sort::Need => "",
        Sort::Name => " · by name",
        Sort::Score => " · lowest first",
        Sort::Recent => " · newest first",
    };
    let title = if filter.is_empty() {
        format!("Features{sorted}")
    } else {
        let found = format!("{} of {}", model.features.matching(), model.features.counts().all);
        format!("Features · /{}: {found}{sorted}", Shown::cut(filter, 16))
    };
    Shown::cut(&title, room).into_string()
}

/// `checkout ─ CANDIDATE · iteration 3 of 10 · 86.40 / 80`.
pub fn machine_title(model: &Model, room: usize) -> String {
    let Some(id) = model.features.selected() else { return "Nothing selected".to_owned() };
    let title = |last: &str, iteration: &str| {
        let mut title = String::new();
        if let Some(card) = model.features.card(id) {
            title.push_str(&format!(" ─ {}", card.state));
            // What was made and scored was so by a run that is over.
            let is_over = matches!(card.needs, Some(Call::Start | Call::Reason));
            let run = if is_over { last } else { "" };
            if let Some(max) = card.max_iterations.filter(|_| card.iteration > 0) {
                title.push_str(&format!(" · {run}{iteration}{} of {max}", card.iteration));
            }
            if let Some(score) = card.score {
                title.push_str(&format!(" · {score}"));
                if let Some(threshold) = card.threshold {
                    title.push_str(&format!(" / {threshold}"));
                }
            }
        }
        title
    };
    // A long name gives way to where the feature stands, as far as it can still be told from others.
    let least = NAME.min(id.as_str().chars().count());
    let fits = |title: &String| title.chars().count() + least <= room;
    let title = Some(title("last run: ", "iteration ")).filter(fits).unwrap_or_else(|| title("last: ", ""));
    let name = feature::name(id.as_str(), room.saturating_sub(title.chars().count()).max(12));
    let told = Shown::cut(&format!("{name}{title}"), room).into_string();
    match called(model, room.saturating_sub(told.chars().count() + " · ".len())) {
        Some(called) => format!("{told} · {called}"),
        None => told,
    }
}

/// What the design calls itself, where that says more than the feature's name, in so many columns.
fn called(model: &Model, room: usize) -> Option<String> {
    let detail = model.current()?;
    let title = detail.intent.as_ref()?.as_ref().ok()?.intent.title.trim();
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let says_more = !title.is_empty() && plain(title) != plain(detail.id.as_str());
    (says_more && room >= CALLED.min(Shown::line(title).width()))
        .then(|| Shown::cut(title, room).into_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::sample;

    #[test]
    fn the_header_counts_and_gives_way_to_what_calls() {
        let model = sample::model(sample::view());
        let shown = |width| sample::drawn(width, 1, |area, buffer| header(&model, area, buffer));
        assert!(shown(60).starts_with(" frieze · acme-shop "), "{}", shown(60));
        assert!(shown(60).contains(" 1 needs you · 1 feature"), "{}", shown(60));
        assert!(shown(42).starts_with(" frieze · acme-…"), "{}", shown(42));
        for width in [1, 7, 24, 30] {
            shown(width);
        }
    }

    #[test]
    fn a_tampered_design_is_counted_and_named_until_it_is_taken_back() {
        let mut view = sample::view();
        (view.needs, view.harm) = (Some(crate::kernel::Need::Reset), Some(crate::kernel::Harm::Tampered));
        let mut model = sample::model(view);
        let shown = |model: &Model| sample::drawn(80, 1, |area, buffer| header(model, area, buffer));
        assert!(shown(&model).contains(" 1 needs you (1 tampered) · 1 feature"), "{}", shown(&model));
        let card = crate::tui::features::Card::of(&sample::view(), crate::engine::Doing::Resting);
        model.features.update([(sample::view().id, card)]);
        assert!(shown(&model).contains(" 1 needs you · 1 feature"), "{}", shown(&model));
    }

    #[test]
    fn a_pane_alone_says_whose_it_is() {
        let mut model = sample::model(sample::judged(&[8_640]));
        let shown = |model: &Model| sample::drawn(80, 1, |area, buffer| header(model, area, buffer));
        assert!(shown(&model).starts_with(" frieze · acme-shop "), "{}", shown(&model));
        (model.focus, model.zoomed) = (PaneKey::Critique, true);
        assert!(
            shown(&model).starts_with(" frieze · checkout ─ CANDIDATE · iteration 1 of"),
            "{}",
            shown(&model)
        );
    }

    #[test]
    fn a_message_is_read_as_a_whole() {
        let mut model = sample::model(sample::view());
        let (what, hint) =
            ("the brief is too long: ".repeat(6), "split it, or leave out its appendix".to_owned());
        model.complain(&crate::tui::detail::Stated { what, hint });
        let shown = sample::drawn(80, 24, |area, buffer| {
            footer(&model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        });
        let mut lines: Vec<&str> = shown.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let keys = lines.pop().unwrap_or_default();
        assert!(keys.contains("? help"), "the keys stand below it: {shown}");
        assert!(lines.len() > 1 && shown.ends_with('\n'), "{shown}");
        assert!(lines.join(" ").ends_with("hint: split it, or leave out its appendix"), "{shown}");
        // Under a dialog there is one line, for what to do.
        let hint = "check whether the disk is mounted read-only".to_owned();
        model.complain(&crate::tui::detail::Stated { what: "not saved ".repeat(20), hint });
        model.modal = Some(Modal::Leave(crate::tui::modal::leave::Leave::default()));
        let below = sample::drawn(80, 24, |area, buffer| {
            footer(&model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
        });
        assert_eq!(below.trim(), "! hint: check whether the disk is mounted read-only");
        assert!(
            shown.lines().last().is_some_and(|last| !last.is_empty()),
            "it stands at the bottom: {shown}"
        );
    }

    #[test]
    fn a_short_message_stands_beside_the_keys_and_a_long_one_above_them() {
        let mut model = sample::model(sample::view());
        let shown = |model: &Model| {
            let all = sample::drawn(80, 3, |area, buffer| {
                footer(model, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
            });
            all.lines().map(|line| line.trim().to_owned()).filter(|line| !line.is_empty()).collect::<Vec<_>>()
        };
        model.say("checkout is CANDIDATE");
        let last = shown(&model).pop().unwrap();
        assert!(last.starts_with("checkout is CANDIDATE") && last.contains("decide"), "{last}");
        model.say("checkout is running elsewhere, and is paused or aborted there: process 7");
        let lines = shown(&model);
        let is_above = matches!(&lines[..], [told, keys] if told.starts_with("checkout is running") && keys.contains("? help"));
        assert!(is_above, "{lines:?}");
    }

    #[test]
    fn titles_say_where_a_feature_stands_before_they_say_its_whole_name() {
        let mut model = sample::model(sample::judged(&[8_640]));
        assert_eq!(machine_title(&model, 80), "checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80");
        let mut view = sample::view();
        view.id = "a-feature-with-a-very-long-name-that-does-not-fit".parse().unwrap();
        let long = sample::model(view);
        let title = machine_title(&long, 60);
        assert!(title.starts_with("a-featu…not-fit ─ CANDIDATE · iteration 1 of 10 · 86.40"), "{title}");
        assert!(machine_title(&long, 20).ends_with('…'));
        // Where room is short, the score is told before the word for what it is the score of.
        let title = machine_title(&long, 52);
        assert!(
            title.contains("…") && title.ends_with("t-fit ─ CANDIDATE · 1 of 10 · 86.40 / 80"),
            "{title}"
        );
        assert_eq!(features_title(&model, 30), "Features");
        let mut view = sample::judged(&[8_640]);
        (view.state, view.needs) = ("IDLE", Some(crate::kernel::Need::Start));
        let idle = sample::model(view);
        assert_eq!(machine_title(&idle, 80), "checkout ─ IDLE · last run: iteration 1 of 10 · 86.40 / 80");
        assert_eq!(machine_title(&idle, 46), "checkout ─ IDLE · last: 1 of 10 · 86.40 / 80");
        let mut read = sample::design::detail(&sample::design::shop(), None);
        read.id = "checkout".parse().unwrap();
        model.detail = Some(std::sync::Arc::new(read));
        assert_eq!(machine_title(&model, 80), "checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80 · Shop");
        assert_eq!(machine_title(&model, 58), "checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80");
        let mut called = sample::design::shop();
        for (title, told) in
            [("Check-out", ""), ("Paying for an order \u{1b}[2J with a card", " · Paying for an ord")]
        {
            title.clone_into(&mut called.title);
            let read = sample::design::detail(&called, None);
            let read = crate::tui::detail::Detail { id: "checkout".parse().unwrap(), ..read };
            model.detail = Some(std::sync::Arc::new(read));
            let title = machine_title(&model, 76);
            let rest = title.strip_prefix("checkout ─ CANDIDATE · iteration 1 of 10 · 86.40 / 80").unwrap();
            assert!(rest.starts_with(told) && rest.is_empty() == told.is_empty(), "{title}");
            assert!(title.chars().count() <= 76 && !title.contains('\u{1b}'), "{title}");
        }
        model.features.set_filter("cart");
        assert_eq!(features_title(&model, 30), "Features · /cart: 0 of 1");
        assert_eq!(features_title(&model, 16), "Features · /car…");
    }
}
