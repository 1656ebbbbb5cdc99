//! `frieze show FLOW/ID`: a run of another workflow than the design: what it needs, its open gates, and its sheets.

use serde_json::{Value, json};

use crate::cli::named_run::NamedRun;
use crate::cli::out::{Out, Style, local_time};
use crate::cli::run_report::{answers, asks, next};
use crate::cli::verbs::status::other_runs::{self, with_next};
use crate::cli::{Context, End, Ended, Stop};
use frieze_kernel::{Gate, Need, RowLook, RunView, Sheet, SheetRow};

/// A sheet with its rows.
type FilledSheet = (&'static Sheet, Vec<SheetRow>);

pub fn show(context: &Context, run: &NamedRun, as_json: bool, out: &Out) -> Ended {
    let view = with_next(context, run.inspect().map_err(|trouble| run.stop(trouble))?)?;
    let sheets = sheets(run)?;
    let needs = other_runs::needs(context, run.runs.as_ref(), &view);
    if as_json {
        out.json(&json!({
            "schemaVersion": 1,
            "flow": run.runs.name(),
            "id": run.id,
            "state": view.state,
            "measure": view.measure,
            "needs": needs,
            "since": view.since.map(|since| since.to_string()),
            "reason": view.reason,
            "hint": view.hint,
            "nextCommand": view.next_command,
            "gates": view.gates.iter().map(gate_json).collect::<Vec<_>>(),
            "next": view.next,
            "sheets": sheets.iter().map(sheet_json).collect::<Vec<_>>(),
        }));
        return Ok(End::Done);
    }
    print_head(run, &view, needs, out);
    for gate in &view.gates {
        print_gate(gate, &view, out);
    }
    for (sheet, rows) in &sheets {
        print_sheet(sheet, rows, out);
    }
    Ok(End::Done)
}

fn sheets(run: &NamedRun) -> Result<Vec<FilledSheet>, Stop> {
    let filled = run.runs.sheets().iter().map(|sheet| {
        let rows = run.runs.sheet(&run.id, sheet.name).map_err(|trouble| run.stop(trouble))?;
        Ok((sheet, rows))
    });
    filled.collect()
}

fn gate_json(gate: &Gate) -> Value {
    json!({
        "question": gate.question,
        "what": gate.what,
        "sha256": gate.binding.sha256,
        "choices": gate.choices,
    })
}

fn sheet_json((sheet, rows): &FilledSheet) -> Value {
    let row = |row: &SheetRow| {
        json!({
            "depth": row.depth,
            "look": row.look.name(),
            "text": row.text,
            "opens": row.opens.as_ref().map(ToString::to_string),
            "at": row.at.map(|at| at.to_string()),
        })
    };
    json!({ "name": sheet.name, "title": sheet.title, "rows": rows.iter().map(row).collect::<Vec<_>>() })
}

fn print_head(run: &NamedRun, view: &RunView, needs: Option<&str>, out: &Out) {
    let measure = view.measure.as_ref().map(|measure| format!(" · {measure}")).unwrap_or_default();
    out.paragraph(Style::Bold, 0, &format!("{run} · {}{measure}", view.state));
    if let Some(needs) = needs {
        let what = view.needs.and_then(Need::words).map(|what| format!(": {what}")).unwrap_or_default();
        out.paragraph(Style::Plain, 0, &format!("needs {needs}{what}"));
    }
    if let Some(reason) = &view.reason {
        out.paragraph(Style::Notice, 0, reason);
    }
    if let Some(hint) = &view.hint {
        out.paragraph(Style::Plain, 6, &format!("hint: {hint}"));
    }
    if let Some(next) = next(view) {
        out.paragraph(Style::Plain, 6, &next);
    }
}

/// Prints a question and its choices. That they are barred for a reason that was printed already is not said again.
fn print_gate(gate: &Gate, view: &RunView, out: &Out) {
    out.line("");
    out.paragraph(Style::Bold, 0, &gate.question);
    let names = gate.choices.iter().map(|choice| choice.name).chain([gate.what]);
    let width = names.map(|name| name.len() + 2).fold(8, usize::max);
    if let Some(hash) = gate.file_hash() {
        out.paragraph(Style::Plain, width, &format!("{:<width$}{hash}", gate.what));
    }
    answers(view, out);
    for choice in gate.choices.iter().filter(|_| !asks(view)) {
        let effect = match choice.barred.as_deref() {
            Some(barred) if view.reason.as_deref() == Some(barred) => "not possible now",
            barred => barred.unwrap_or(&choice.effect),
        };
        out.paragraph(Style::Plain, width, &format!("{:<width$}{effect}", choice.name));
    }
}

fn print_sheet(sheet: &Sheet, rows: &[SheetRow], out: &Out) {
    out.line("");
    out.line(&out.style(Style::Bold, sheet.title));
    print_rows(rows, out);
}

/// Prints rows of a sheet.
pub fn print_rows(rows: &[SheetRow], out: &Out) {
    for row in rows {
        let indent = 2 * (usize::from(row.depth) + 1);
        let (style, sign) = drawn(row.look);
        let at = row.at.map(|at| format!(" {}", local_time(&at.to_string()))).unwrap_or_default();
        out.paragraph(style, indent, &format!("{}{sign}{}{at}", " ".repeat(indent), row.text));
    }
}

/// The style of a row, and the sign before it.
fn drawn(look: RowLook) -> (Style, &'static str) {
    match look {
        RowLook::Heading => (Style::Bold, ""),
        RowLook::Text => (Style::Plain, ""),
        RowLook::Dim => (Style::Dim, ""),
        RowLook::Good => (Style::Good, ""),
        RowLook::Warning => (Style::Notice, "! "),
        RowLook::Bad => (Style::Bad, "! "),
        RowLook::Added => (Style::Good, "+ "),
        RowLook::Removed => (Style::Bad, "- "),
    }
}
