//! `frieze config`: every value with its origin.

use serde_json::json;

use crate::cli::out::{Out, remark, table};
use crate::cli::wiring::Configured;
use crate::cli::{Context, End, Ended, Stop};
use frieze_data::text::Shown;

pub fn config(context: &Context, as_json: bool, out: &Out) -> Ended {
    for name in &context.unknown_names {
        remark(&format!("{name} is set but ignored: no setting has that name"));
    }
    print(&context.configuration, Some(&context.root.to_string_lossy()), as_json, out)
}

/// Prints the values; `workspace` is `None` outside of one.
pub fn print(configured: &Configured, workspace: Option<&str>, as_json: bool, out: &Out) -> Ended {
    let lines = configured.as_ref().map_err(Stop::clone)?;
    if as_json {
        let values: Vec<_> = lines
            .iter()
            .map(|[key, value, origin]| json!({ "key": key, "value": value, "origin": origin }))
            .collect();
        out.json(&json!({ "schemaVersion": 1, "workspace": workspace, "values": values }));
        return Ok(End::Done);
    }
    let rows: Vec<Vec<String>> =
        lines.iter().map(|line| line.iter().map(|cell| Shown::line(cell).into_string()).collect()).collect();
    for line in table(&rows) {
        out.line(&line);
    }
    Ok(End::Done)
}
