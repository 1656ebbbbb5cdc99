//! Pane of a sheet: the rows that a workflow shows of a run, with looks and folds. It knows no particular workflow.

use std::collections::HashMap;

use super::pen::{Pen, TEXT};
use super::row_tag::{RowTag, hash};
use super::toggles::Toggles;
use super::{FoldedRow, Lines};
use crate::tui::command_line::line::typed_here;
use crate::tui::model::detail::Detail;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::Shown;
use frieze_kernel::{RowLook, SheetRow};
use jiff::tz::TimeZone;

/// Columns of a depth, and the deepest one that is indented.
const INDENT: usize = 2;
const DEEPEST: u8 = 8;
/// A tab of a file, in columns.
const TAB: &str = "    ";

#[derive(Debug, Default)]
pub struct RunSheet {
    /// The place of the sheet among those of the workflow.
    at: usize,
    folded: Toggles,
}

impl RunSheet {
    /// The pane of the sheet at this place.
    pub fn at(at: usize) -> Self {
        Self { at, folded: Toggles::default() }
    }

    fn rows<'d>(&self, detail: &'d Detail) -> &'d [SheetRow] {
        detail.sheets.get(self.at).and_then(|rows| rows.as_deref().ok()).unwrap_or_default()
    }

    fn is_folded(&self, place: &Place) -> bool {
        place.has_deeper && self.folded.is_on(place.tag, false)
    }
}

/// The place of a row among the others.
struct Place {
    /// Made of the texts of the row and of those that it is below, so that a fold stays with its row when others are added.
    tag: RowTag,
    /// Whether deeper rows follow.
    has_deeper: bool,
}

fn places(rows: &[SheetRow]) -> Vec<Place> {
    // The rows that the present one is below: depth and hash.
    let mut above: Vec<(u8, u64)> = Vec::new();
    let mut equal: HashMap<u64, usize> = HashMap::new();
    let place = |(at, row): (usize, &SheetRow)| {
        while above.last().is_some_and(|(depth, _)| *depth >= row.depth) {
            above.pop();
        }
        let text = hash(&(above.last().map(|(_, hash)| hash), &row.text));
        let before = equal.entry(text).or_default();
        *before += 1;
        let tag = hash(&(text, *before));
        above.push((row.depth, tag));
        let has_deeper = rows.get(at + 1).is_some_and(|next| next.depth > row.depth);
        Place { tag: RowTag::Sheet(tag), has_deeper }
    };
    rows.iter().enumerate().map(place).collect()
}

impl Lines for RunSheet {
    fn lines(&self, detail: &Detail, width: u16, theme: Theme) -> Vec<Row> {
        let mut pen = Pen::new(width, theme);
        match (&detail.view, detail.sheets.get(self.at)) {
            (Err(problem), _) => pen.problem(&problem.line()),
            (Ok(_), Some(Err(why))) => pen.problem(why),
            (Ok(_), None) => pen.say("Nothing here.", TextStyle::Dim),
            (Ok(_), Some(Ok(rows))) if rows.is_empty() => pen.say("Nothing here yet.", TextStyle::Dim),
            (Ok(view), Some(Ok(rows))) => {
                self.write(&mut pen, rows, view.next_command.as_deref(), &detail.zone);
            }
        }
        pen.rows()
    }

    fn fold(&mut self, detail: &Detail, row: &Row, fold: Option<bool>) -> Option<FoldedRow> {
        let places = places(self.rows(detail));
        let place = places.iter().find(|place| Some(place.tag) == row.tag && place.has_deeper)?;
        self.folded.set(place.tag, false, fold);
        Some(FoldedRow::Tagged(place.tag))
    }

    fn fold_all(&mut self, detail: &Detail) -> bool {
        let has_some = places(self.rows(detail)).iter().any(|place| place.has_deeper);
        if has_some {
            self.folded.toggle_all();
        }
        has_some
    }
}

impl RunSheet {
    /// Writes the rows that no fold hides. In a row that ends with the next command, it is as it is typed here.
    fn write(&self, pen: &mut Pen, rows: &[SheetRow], next: Option<&str>, zone: &TimeZone) {
        // The depth of the folded row above.
        let mut folded: Option<u8> = None;
        for (row, place) in rows.iter().zip(places(rows)) {
            if folded.is_some_and(|depth| row.depth > depth) {
                continue;
            }
            folded = self.is_folded(&place).then_some(row.depth);
            let before = next.and_then(|next| Some((row.text.strip_suffix(next)?, typed_here(next))));
            let text = before.map(|(before, next)| format!("{before}{next}"));
            self.row(pen, row, text.as_ref().unwrap_or(&row.text), &place, zone);
        }
    }

    fn row(&self, pen: &mut Pen, row: &SheetRow, text: &str, place: &Place, zone: &TimeZone) {
        let (sign, style) = look(row.look);
        let indent = usize::from(row.depth.min(DEEPEST)) * INDENT;
        let at = row.at.map(|at| at.to_zoned(zone.clone()).strftime(" %Y-%m-%d %H:%M:%S").to_string());
        let text = format!("{}{}", text.replace('\t', TAB), at.unwrap_or_default());
        let text = Shown::cut(&text, TEXT).into_string();
        // Further lines are not left of the first: a file indents its lines itself.
        let leading = text.len() - text.trim_start_matches(' ').len();
        let spans = [pen.own(format!("{:indent$}{sign}", ""), style), pen.own(text, style)];
        let mark = if self.is_folded(place) { "▸" } else { "▾" };
        let mark = place.has_deeper.then(|| pen.own(mark, TextStyle::Dim));
        let hang = indent + INDENT + leading;
        let file = row.opens.clone();
        pen.marked(&spans, hang, mark, |row| Row { file, ..row.tagged(place.tag) });
    }
}

/// The sign before a row, and its style. No meaning depends on the style alone.
fn look(look: RowLook) -> (&'static str, TextStyle) {
    match look {
        RowLook::Heading => ("", TextStyle::Heading),
        RowLook::Text => ("", TextStyle::Plain),
        RowLook::Dim => ("", TextStyle::Dim),
        RowLook::Good => ("✓ ", TextStyle::Good),
        RowLook::Warning => ("! ", TextStyle::Attention),
        RowLook::Bad => ("✗ ", TextStyle::Bad),
        RowLook::Added => ("+ ", TextStyle::Added),
        RowLook::Removed => ("- ", TextStyle::Removed),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use crossterm::event::KeyCode;

    use crate::tui::keys::PaneKey;
    use crate::tui::model::Model;
    use crate::tui::msg::Msg;
    use crate::tui::panes::fixtures;
    use crate::tui::update::{shown, update};

    fn press(model: &mut Model, code: KeyCode) {
        update(model, Msg::Key(code.into()));
    }

    fn lines(model: &Model) -> Vec<String> {
        let rows = model.panes.list(PaneKey::Critique).unwrap().rows().iter();
        rows.map(|row| row.line.to_string().split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn rows_have_signs_and_indents_and_are_folded_below_their_heading() {
        let mut model = fixtures::other_model();
        press(&mut model, KeyCode::Char('2'));
        assert!(shown(&model).contains("2 Pages"), "{}", shown(&model));
        let all = ["first part ▾", "✓ a line that is right", "if it { ▾", "✗ a deep line", "second part"];
        assert_eq!(lines(&model), all);
        assert!(shown(&model).contains("      if it {"), "{}", shown(&model));
        press(&mut model, KeyCode::Char(' '));
        assert_eq!(lines(&model), ["first part ▸", "second part"]);
        press(&mut model, KeyCode::Enter);
        assert_eq!(lines(&model), all);
        press(&mut model, KeyCode::Char('z'));
        assert_eq!(lines(&model).len(), 2);
    }

    #[test]
    fn a_run_has_only_the_panes_of_its_workflow() {
        let mut model = fixtures::other_model();
        for key in ['3', '4', '5', '6', '8', '0'] {
            press(&mut model, KeyCode::Char(key));
            assert_eq!(model.focus, PaneKey::Features, "{key}");
            assert!(model.message.take().unwrap().text.starts_with("letter/t1 has no pane"), "{key}");
        }
        for key in ['c', 'a', 'o', 'e', 'x', 'U', '.', 'b'] {
            // The letters right after a refused comment are no keys.
            model.now += Duration::from_secs(1);
            press(&mut model, KeyCode::Char(key));
            assert!(model.message.take().unwrap().text.contains("letter/t1 has no design"), "{key}");
            assert!(model.modal.is_none(), "{key}");
        }
        model.now += Duration::from_secs(1);
        press(&mut model, KeyCode::Char('7'));
        assert_eq!(model.focus, PaneKey::Journal);
        press(&mut model, KeyCode::Char('2'));
        press(&mut model, KeyCode::Char('J'));
        assert_eq!(model.features.selected(), Some(&fixtures::view().id));
        assert!(model.panes.sheets.is_empty() && shown(&model).contains("3 Diff"), "{}", shown(&model));
    }

    /// Code is indented by itself.
    #[test]
    fn further_lines_are_not_left_of_the_first() {
        use crate::tui::model::detail::Detail;
        use frieze_kernel::{RowLook, SheetRow};
        use std::sync::Arc;
        let mut model = fixtures::other_model();
        let code = format!("        return {};", "sum + ".repeat(40));
        let detail = Detail {
            sheets: vec![Ok(vec![SheetRow::new(1, RowLook::Text, code)])],
            ..fixtures::other_detail()
        };
        update(&mut model, Msg::Detail(Arc::new(detail)));
        press(&mut model, KeyCode::Char('2'));
        let rows = model.panes.list(PaneKey::Critique).unwrap().rows();
        let indent = |line: &String| line.len() - line.trim_start().len();
        let indents: Vec<usize> = rows.iter().map(|row| indent(&row.line.to_string())).collect();
        assert!(indents.len() > 2 && indents[0] == 10, "{indents:?}");
        assert!(indents[1..].iter().all(|columns| *columns == 12), "{indents:?}");
    }

    /// The commands of a file that is shown stay as they are.
    #[test]
    fn the_next_command_is_as_it_is_typed_here() {
        use crate::tui::model::detail::Detail;
        use frieze_kernel::{RowLook, SheetRow};
        use std::sync::Arc;
        let mut model = fixtures::other_model();
        let texts = ["next: frieze letter send t1", "say frieze letter send t2"];
        let rows = texts.map(|text| SheetRow::new(0, RowLook::Text, text)).to_vec();
        let mut detail = Detail { sheets: vec![Ok(rows)], ..fixtures::other_detail() };
        detail.view.as_mut().unwrap().next_command = Some("frieze letter send t1".to_owned());
        update(&mut model, Msg::Detail(Arc::new(detail)));
        press(&mut model, KeyCode::Char('2'));
        assert_eq!(lines(&model), ["next: :letter send t1", texts[1]]);
    }

    #[test]
    fn enter_opens_the_file_that_a_line_is_about() {
        use crate::tui::model::detail::Detail;
        use crate::tui::msg::Cmd;
        use frieze_data::path::RelPath;
        use frieze_kernel::{RowLook, SheetRow};
        use std::sync::Arc;
        let mut model = fixtures::other_model();
        let path = RelPath::features().join("idea.md");
        let rows = vec![
            SheetRow::new(0, RowLook::Text, "✓ idea").about(path.clone()),
            SheetRow::new(1, RowLook::Warning, "stale"),
        ];
        let detail = Detail { sheets: vec![Ok(rows)], ..fixtures::other_detail() };
        update(&mut model, Msg::Detail(Arc::new(detail)));
        press(&mut model, KeyCode::Char('2'));
        assert!(shown(&model).contains("enter open"), "{}", shown(&model));
        let cmds = update(&mut model, Msg::Key(KeyCode::Enter.into()));
        let [Cmd::ReadFile(sheet, read)] = cmds.as_slice() else { panic!("{cmds:?}") };
        assert_eq!(*read, path);
        update(&mut model, Msg::SheetRead(*sheet, vec![("# The idea".to_owned(), None)]));
        assert!(shown(&model).contains("features/idea.md ─ / finds · esc closes"), "{}", shown(&model));
        assert!(shown(&model).contains("# The idea"), "{}", shown(&model));
        press(&mut model, KeyCode::Esc);
        press(&mut model, KeyCode::Char(' '));
        assert_eq!(lines(&model), ["✓ idea ▸"], "space folds");
    }

    #[test]
    fn hostile_texts_are_made_safe() {
        use crate::tui::model::detail::Detail;
        use frieze_kernel::{RowLook, SheetRow};
        use std::sync::Arc;
        let mut model = fixtures::other_model();
        let rows = fixtures::HOSTILE.map(|text| SheetRow::new(0, RowLook::Text, text)).to_vec();
        let detail = Detail { sheets: vec![Ok(rows)], ..fixtures::other_detail() };
        update(&mut model, Msg::Detail(Arc::new(detail)));
        press(&mut model, KeyCode::Char('2'));
        let shown = shown(&model);
        assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{shown:?}");
    }
}
