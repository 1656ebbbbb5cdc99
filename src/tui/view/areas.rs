//! Areas of the panes. Narrow screens have one pane at a time; normal ones the list, the machine and one pane, with the score
//! chart above the critique; wide ones two panes side by side.

use ratatui::layout::{Constraint, Layout, Rect, Size};

use crate::tui::keys::PaneKey;

/// The smallest usable screen.
pub const SMALLEST: Size = Size { width: 60, height: 16 };
/// From this width on, the list is next to the feature.
const NORMAL: u16 = 100;
/// From this width on, two panes are side by side.
const WIDE: u16 = 170;
/// From this width on, the gate is next to the design.
const BOTH: u16 = 120;
/// From this height on, the score chart is above the critique, with this many rows including borders.
const TALL: u16 = 36;
const CHART: u16 = 8;
/// The fewest rows of the Scores pane, including borders, that have room for all dimensions next to the chart.
const DIMENSIONS: u16 = 9;
/// The fewest rows of any pane, including borders. A lower pane would show nothing.
const LEAST: u16 = 5;

/// The areas of a screen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Areas {
    pub header: Rect,
    pub footer: Rect,
    /// The visible panes with their areas, including borders.
    pub panes: Vec<(PaneKey, Rect)>,
    /// Everything between header and footer.
    pub body: Rect,
}

impl Areas {
    /// `tab` is the pane in front among those that share an area, `focus` the pane that takes the keys, `zoomed` whether it
    /// fills the screen, `has_history` whether there are several scores, `None` for a run that has none by its workflow,
    /// `explains` whether the machine has a reason and a hint to show. `None` if the screen is too small.
    pub fn of(
        size: Size,
        tab: PaneKey,
        focus: PaneKey,
        zoomed: bool,
        has_history: Option<bool>,
        explains: bool,
    ) -> Option<Self> {
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
            narrow(body, focus, zoomed || has_history.is_none())
        } else {
            let rows = columns(body, focus, size, explains);
            side_by_side(rows, tab, size, has_history.map(|has| ScoresBand::of(size, tab, focus, has)))
        };
        Some(Self { header, footer, panes, body })
    }

    /// The pane in front, right of the gate; `None` if there is no room for both.
    pub fn next_to_gate(size: Size, tab: PaneKey) -> Option<Self> {
        let gate = gate_area(size)?;
        let areas = Self::of(size, tab, tab, true, None, false)?;
        let pane = Rect { x: gate.right(), width: size.width - gate.right(), ..areas.body };
        Some(Self { panes: vec![(tab, pane)], ..areas })
    }

    /// The area inside of a pane's borders; empty if the pane is not visible.
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

/// The area of the gate on a screen that has room for the design next to it.
pub fn gate_area(size: Size) -> Option<Rect> {
    let area = Rect { x: 0, y: 1, width: size.width / 2, height: size.height.saturating_sub(2) };
    (size.width >= BOTH && size.height >= SMALLEST.height).then_some(area)
}

fn narrow(body: Rect, focus: PaneKey, zoomed: bool) -> Vec<(PaneKey, Rect)> {
    let is_one_of_two = matches!(focus, PaneKey::Machine | PaneKey::Scores);
    if !is_one_of_two || zoomed || body.height < 20 {
        return vec![(focus, body)];
    }
    let [machine, scores] = body.layout(&Layout::vertical([Constraint::Length(10), Constraint::Fill(1)]));
    vec![(PaneKey::Machine, machine), (PaneKey::Scores, scores)]
}

/// The rows that the Scores pane takes from the pane in front. That pane keeps its whole width, which its titles need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScoresBand {
    /// A single score is in the machine's title, and only the critique explains scores.
    None,
    /// The chart alone: the dimensions are in the critique below it.
    Chart,
    /// The Scores pane takes the keys: half of the rows, or all of them if half is too few for two panes.
    Half,
}

impl ScoresBand {
    fn of(size: Size, tab: PaneKey, focus: PaneKey, has_history: bool) -> Self {
        let is_above_critique = tab == PaneKey::Critique && size.height >= TALL;
        match (focus == PaneKey::Scores, has_history) {
            // A single score has no history, and its dimensions are below.
            (true, false) | (false, true) if is_above_critique => Self::Chart,
            (true, _) => Self::Half,
            (false, _) => Self::None,
        }
    }

    fn rows(self, of: u16) -> u16 {
        match self {
            Self::None => 0,
            Self::Chart => CHART,
            Self::Half => {
                let rows = (of / 2).max(DIMENSIONS);
                if of < rows + LEAST { of } else { rows }
            }
        }
    }
}

/// The areas of the list, of the machine, and of what is below the machine. The machine has its path and its status on a few
/// lines; it has more of them when it takes the keys, has something to explain, or is next to the scores.
fn columns(body: Rect, focus: PaneKey, size: Size, explains: bool) -> (Rect, Rect, Rect) {
    // On wide screens the titles of two panes need the columns, else the feature names do.
    let list = if size.width >= WIDE { (size.width * 3 / 10).min(56) } else { (size.width * 7 / 20).max(36) };
    let [features, feature] =
        body.layout(&Layout::horizontal([Constraint::Length(list), Constraint::Fill(1)]));
    let machine_height = match (size.width >= WIDE || explains, size.height >= 30) {
        _ if focus == PaneKey::Machine => (body.height / 2).max(LEAST),
        (true, true) => 10,
        (true, false) => 8,
        (false, true) => 6,
        (false, false) => LEAST,
    };
    let [machine, below] =
        feature.layout(&Layout::vertical([Constraint::Length(machine_height), Constraint::Fill(1)]));
    (features, machine, below)
}

fn side_by_side(
    (features, machine, below): (Rect, Rect, Rect),
    tab: PaneKey,
    size: Size,
    band: Option<ScoresBand>,
) -> Vec<(PaneKey, Rect)> {
    let mut panes = vec![(PaneKey::Features, features), (PaneKey::Machine, machine)];
    if size.width >= WIDE {
        // The scores are next to the machine, and the pane in front has a companion.
        if band.is_some() {
            let [machine, scores] =
                machine.layout(&Layout::horizontal([Constraint::Fill(3), Constraint::Fill(2)]));
            panes[1].1 = machine;
            panes.push((PaneKey::Scores, scores));
        }
        let companion = match band {
            Some(_) => companion(tab),
            None => Some(PaneKey::Journal).filter(|journal| *journal != tab),
        };
        let [left, right] = below.layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Fill(1)]));
        match companion {
            Some(next) => panes.extend([(tab, left), (next, right)]),
            None => panes.push((tab, below)),
        }
    } else {
        let rows = band.map_or(0, |band| band.rows(below.height));
        let [scores, front] =
            below.layout(&Layout::vertical([Constraint::Length(rows), Constraint::Fill(1)]));
        panes.extend(
            [(PaneKey::Scores, scores), (tab, front)].into_iter().filter(|(_, place)| !place.is_empty()),
        );
    }
    panes
}

/// The pane next to the one in front on a wide screen: the changes next to the screens, the critique next to the design. Diff has
/// old and new next to each other.
fn companion(tab: PaneKey) -> Option<PaneKey> {
    const COMPANIONS: [(PaneKey, Option<PaneKey>); 3] = [
        (PaneKey::Diff, None),
        (PaneKey::Preview, Some(PaneKey::Diff)),
        (PaneKey::Critique, Some(PaneKey::Intent)),
    ];
    COMPANIONS.iter().find(|(pane, _)| *pane == tab).map_or(Some(PaneKey::Critique), |(_, next)| *next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pane_in_front_keeps_its_width() {
        let size = Size::new(120, 36);
        let widths = |tab, focus, has_history| {
            let areas = Areas::of(size, tab, focus, false, Some(has_history), false).unwrap();
            let width = |pane| areas.inside(pane).width;
            (width(tab), width(PaneKey::Scores))
        };
        for tab in [PaneKey::Diff, PaneKey::Preview, PaneKey::Intent, PaneKey::Feedback, PaneKey::Exchange] {
            assert_eq!(widths(tab, tab, true), (76, 0), "{tab:?}: the scores are no part of it");
            assert_eq!(widths(tab, PaneKey::Scores, true), (76, 76), "{tab:?}: the person asked for them");
        }
        assert_eq!(widths(PaneKey::Critique, PaneKey::Features, true), (76, 76));
        assert_eq!(widths(PaneKey::Critique, PaneKey::Features, false), (76, 0));
        // On a low screen the findings take all rows.
        let low =
            Areas::of(Size::new(120, 24), PaneKey::Critique, PaneKey::Features, false, Some(true), false)
                .unwrap();
        assert_eq!(low.inside(PaneKey::Scores), Rect::ZERO);
    }

    #[test]
    fn panes_fill_the_screen_without_overlapping() {
        for (width, height) in [(60, 16), (80, 24), (99, 30), (100, 24), (120, 36), (200, 60), (400, 120)] {
            for tab in [PaneKey::Critique, PaneKey::Diff, PaneKey::Intent] {
                for (focus, zoomed) in
                    [(PaneKey::Features, false), (tab, false), (tab, true), (PaneKey::Scores, false)]
                {
                    for has_history in [false, true] {
                        let areas =
                            Areas::of(Size::new(width, height), tab, focus, zoomed, Some(has_history), true)
                                .unwrap();
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
        assert_eq!(
            Areas::of(Size::new(59, 40), PaneKey::Diff, PaneKey::Diff, false, Some(true), false),
            None
        );
    }

    #[test]
    fn the_diff_has_room_for_old_and_new_from_170_columns_on() {
        let inside = |width, tab| {
            let areas = Areas::of(Size::new(width, 40), tab, tab, false, Some(true), false).unwrap();
            (areas.inside(PaneKey::Diff).width, areas.inside(PaneKey::Preview).width)
        };
        assert_eq!(inside(170, PaneKey::Diff), (117, 0));
        assert_eq!(inside(200, PaneKey::Preview), (70, 70));
    }

    #[test]
    fn no_visible_pane_is_only_a_border() {
        for width in [60, 79, 80, 99, 100, 120, 169, 170, 200, 400] {
            for height in SMALLEST.height..70 {
                for tab in [PaneKey::Critique, PaneKey::Diff] {
                    for focus in [PaneKey::Features, PaneKey::Machine, PaneKey::Scores, tab] {
                        for has_history in [false, true] {
                            let size = Size::new(width, height);
                            let areas = Areas::of(size, tab, focus, false, Some(has_history), false).unwrap();
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
