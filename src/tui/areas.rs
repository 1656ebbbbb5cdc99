//! Where everything is: a pure function of the screen's size and of what is in front. Narrow: one pane at a time;
//! normal: the list, the machine and one pane, above which the course of the scores stands where it says why; wide:
//! two panes side by side.

use ratatui::layout::{Constraint, Layout, Rect, Size};

use super::keys::PaneKey;

/// The smallest screen that can be worked on.
pub const SMALLEST: Size = Size { width: 60, height: 16 };
/// From this width on the list stands beside the feature.
const NORMAL: u16 = 100;
/// From this width on two panes stand side by side.
const WIDE: u16 = 170;
/// From this height on the course of the scores has rows of its own above the critique, and so many, borders included.
const TALL: u16 = 36;
const COURSE: u16 = 8;
/// The fewest rows of the scores, borders included, that have room for every dimension beside the chart.
const DIMENSIONS: u16 = 9;
/// The fewest rows of any pane, borders included: with fewer it would show nothing, and its place is another one's.
const LEAST: u16 = 5;

/// The places of one screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Areas {
    pub header: Rect,
    pub footer: Rect,
    /// The panes that are on the screen, each with its place, borders included.
    pub panes: Vec<(PaneKey, Rect)>,
    /// Everything between header and footer.
    pub body: Rect,
}

impl Areas {
    /// `tab` is the pane in front among those that share a place, `focus` the pane that has the keys, `zoomed`
    /// whether it has the screen for itself, `course` whether there is more than one score to draw. `None` where the screen is too small to work on.
    pub fn of(size: Size, tab: PaneKey, focus: PaneKey, zoomed: bool, course: bool) -> Option<Self> {
        if size.width < SMALLEST.width || size.height < SMALLEST.height {
            return None;
        }
        let whole = Rect::from(size);
        let [header, body, footer] = whole.layout(&Layout::vertical([
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
        ]));
        let panes = if zoomed || size.width < NORMAL {
            narrow(body, focus, zoomed)
        } else {
            beside(body, tab, size, Band::of(size, tab, focus, course))
        };
        Some(Self { header, footer, panes, body })
    }

    /// The inside of a pane's borders; empty where the pane is not on the screen.
    pub fn inside(&self, pane: PaneKey) -> Rect {
        let place = self.panes.iter().find(|(key, _)| *key == pane).map(|(_, place)| *place);
        place.map_or(Rect::ZERO, |r| r.inner(ratatui::layout::Margin::new(1, 1)))
    }

    /// The pane under a cell.
    pub fn at(&self, column: u16, row: u16) -> Option<PaneKey> {
        let position = ratatui::layout::Position::new(column, row);
        self.panes.iter().find(|(_, place)| place.contains(position)).map(|(key, _)| *key)
    }
}

fn narrow(body: Rect, focus: PaneKey, zoomed: bool) -> Vec<(PaneKey, Rect)> {
    match focus {
        PaneKey::Features => vec![(PaneKey::Features, body)],
        PaneKey::Machine | PaneKey::Scores if zoomed || body.height < 20 => vec![(focus, body)],
        PaneKey::Machine | PaneKey::Scores => {
            let [machine, scores] =
                body.layout(&Layout::vertical([Constraint::Length(10), Constraint::Fill(1)]));
            vec![(PaneKey::Machine, machine), (PaneKey::Scores, scores)]
        }
        PaneKey::Critique
        | PaneKey::Diff
        | PaneKey::Preview
        | PaneKey::Intent
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Exchange => vec![(focus, body)],
    }
}

/// The rows that the scores take from the pane in front, which keeps its whole width: the titles of those that share
/// its place need it, and what it tells does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Band {
    /// One score stands in the machine's title, and no other pane asks how it came about.
    Nowhere,
    /// The chart alone: each dimension stands in the critique below it.
    Course,
    /// The person is on it: half of the rows, so that the dimensions have theirs; all of them, where half is too few for two.
    Half,
}

impl Band {
    fn of(size: Size, tab: PaneKey, focus: PaneKey, course: bool) -> Self {
        if focus == PaneKey::Scores && !course && tab == PaneKey::Critique && size.height >= TALL {
            // One score has no course, and its dimensions stand below.
            Self::Course
        } else if focus == PaneKey::Scores {
            Self::Half
        } else if course && tab == PaneKey::Critique && size.height >= TALL {
            Self::Course
        } else {
            Self::Nowhere
        }
    }

    fn rows(self, of: u16) -> u16 {
        match self {
            Self::Nowhere => 0,
            Self::Course => COURSE,
            Self::Half => {
                let rows = (of / 2).max(DIMENSIONS);
                if of < rows + LEAST { of } else { rows }
            }
        }
    }
}

fn beside(body: Rect, tab: PaneKey, size: Size, band: Band) -> Vec<(PaneKey, Rect)> {
    // Where two panes stand side by side, their titles need the columns; else the names do.
    let list = if size.width >= WIDE { (size.width * 3 / 10).min(56) } else { (size.width * 7 / 20).max(36) };
    let [features, feature] =
        body.layout(&Layout::horizontal([Constraint::Length(list), Constraint::Fill(1)]));
    let machine_height = if size.height >= 30 { 10 } else { 8 };
    let [machine, below] =
        feature.layout(&Layout::vertical([Constraint::Length(machine_height), Constraint::Fill(1)]));
    let mut panes = vec![(PaneKey::Features, features), (PaneKey::Machine, machine)];
    if size.width >= WIDE {
        // Wide: the scores stand beside the machine, and what is in front has company.
        let [machine, scores] =
            machine.layout(&Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]));
        panes[1].1 = machine;
        panes.push((PaneKey::Scores, scores));
        let [left, right] = below.layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]));
        panes.push((tab, left));
        panes.push((companion(tab), right));
    } else {
        let rows = band.rows(below.height);
        let [scores, front] =
            below.layout(&Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]));
        panes.extend(
            [(PaneKey::Scores, scores), (tab, front)].into_iter().filter(|(_, place)| !place.is_empty()),
        );
    }
    panes
}

/// What stands beside a pane on a wide screen: what changed beside the screens, why beside the design.
pub fn companion(tab: PaneKey) -> PaneKey {
    match tab {
        PaneKey::Diff => PaneKey::Preview,
        PaneKey::Preview => PaneKey::Diff,
        PaneKey::Critique => PaneKey::Intent,
        PaneKey::Intent
        | PaneKey::Feedback
        | PaneKey::Journal
        | PaneKey::Exchange
        | PaneKey::Features
        | PaneKey::Scores
        | PaneKey::Machine => PaneKey::Critique,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pane_in_front_keeps_its_width_whatever_the_scores_tell() {
        let size = Size::new(120, 36);
        let widths = |tab, focus, course| {
            let areas = Areas::of(size, tab, focus, false, course).unwrap();
            let width = |pane| areas.inside(pane).width;
            (width(tab), width(PaneKey::Scores))
        };
        for tab in [PaneKey::Diff, PaneKey::Preview, PaneKey::Intent, PaneKey::Feedback, PaneKey::Exchange] {
            assert_eq!(widths(tab, tab, true), (76, 0), "{tab:?}: the scores are no part of it");
            assert_eq!(widths(tab, PaneKey::Scores, true), (76, 76), "{tab:?}: the person asked for them");
        }
        assert_eq!(widths(PaneKey::Critique, PaneKey::Features, true), (76, 76));
        assert_eq!(widths(PaneKey::Critique, PaneKey::Features, false), (76, 0));
        // Where there are few rows, the findings have them.
        let low = Areas::of(Size::new(120, 24), PaneKey::Critique, PaneKey::Features, false, true).unwrap();
        assert_eq!(low.inside(PaneKey::Scores), Rect::ZERO);
    }

    #[test]
    fn panes_fill_the_screen_without_overlapping() {
        for (width, height) in [(60, 16), (80, 24), (99, 30), (100, 24), (120, 36), (200, 60), (400, 120)] {
            for tab in [PaneKey::Critique, PaneKey::Diff, PaneKey::Intent] {
                for (focus, zoomed) in
                    [(PaneKey::Features, false), (tab, false), (tab, true), (PaneKey::Scores, false)]
                {
                    for course in [false, true] {
                        let areas = Areas::of(Size::new(width, height), tab, focus, zoomed, course).unwrap();
                        let sum: u32 = areas.panes.iter().map(|(_, r)| r.area()).sum();
                        assert_eq!(sum, areas.body.area(), "{width}x{height} {tab:?} {focus:?}");
                        for (i, (_, a)) in areas.panes.iter().enumerate() {
                            for (_, b) in areas.panes.iter().skip(i + 1) {
                                assert!(!a.intersects(*b), "{width}x{height}: {areas:?}");
                            }
                        }
                        assert!(
                            areas.panes.iter().any(|(key, _)| *key == focus),
                            "{width}: {focus:?} is not shown"
                        );
                    }
                }
            }
        }
        assert_eq!(Areas::of(Size::new(59, 40), PaneKey::Diff, PaneKey::Diff, false, true), None);
    }

    /// Whatever the size and the pane with the keys, every pane that is on the screen has rows for what it tells.
    #[test]
    fn no_pane_is_a_border_without_an_inside() {
        for width in [60, 79, 80, 99, 100, 120, 169, 170, 200, 400] {
            for height in SMALLEST.height..70 {
                for tab in [PaneKey::Critique, PaneKey::Diff] {
                    for focus in [PaneKey::Features, PaneKey::Machine, PaneKey::Scores, tab] {
                        for course in [false, true] {
                            let size = Size::new(width, height);
                            let areas = Areas::of(size, tab, focus, false, course).unwrap();
                            for (pane, place) in &areas.panes {
                                let what = format!("{width}x{height} {tab:?} {focus:?} {pane:?}");
                                assert!(place.height >= LEAST, "{what}: {place:?}");
                            }
                        }
                    }
                }
            }
        }
    }
}
