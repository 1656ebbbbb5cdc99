//! The styles of a screen's cells in words: runs of cells in each row, by their attributes and colours.

use std::fmt::Write as _;

use vt100::{Cell, Color, Screen};

const COLOURS: [&str; 8] = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];

/// One line per row that has more than plain cells: `3: 1 dim, 24 bold yellow`, counted from the left. Plain cells up to
/// the row's end are omitted.
pub fn describe(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let mut out = String::new();
    for row in 0..rows.get() {
        let mut runs: Vec<(usize, String)> = Vec::new();
        for column in 0..columns.get() {
            let look = screen.cell(row, column).map(look).unwrap_or_default();
            match runs.last_mut() {
                Some((count, last)) if *last == look => *count += 1,
                _ => runs.push((1, look)),
            }
        }
        runs.pop_if(|(_, last)| last.is_empty());
        let runs: Vec<String> = runs
            .iter()
            .map(|(count, look)| format!("{count} {}", if look.is_empty() { "plain" } else { look }))
            .collect();
        if !runs.is_empty() {
            let _ = writeln!(out, "{row}: {}", runs.join(", "));
        }
    }
    out
}

/// The style of a cell; empty if plain.
fn look(cell: &Cell) -> String {
    let attributes = [
        (cell.bold(), "bold"),
        (cell.dim(), "dim"),
        (cell.italic(), "italic"),
        (cell.underline(), "underlined"),
        (cell.inverse(), "inverse"),
    ];
    let attributes = attributes.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.to_owned());
    let colours = [colour(cell.fgcolor()), colour(cell.bgcolor()).map(|colour| format!("on {colour}"))];
    attributes.chain(colours.into_iter().flatten()).collect::<Vec<_>>().join(" ")
}

fn colour(colour: Color) -> Option<String> {
    match colour {
        Color::Default => None,
        Color::Idx(number) => Some(
            COLOURS.get(usize::from(number)).map_or_else(|| number.to_string(), |name| (*name).to_owned()),
        ),
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
    }
}
