//! `frieze config`: every value and where it came from.

use serde_json::json;

use super::out::{Out, remark, table};
use super::{End, Ended, Stop, Tools};
use crate::domain::text::Shown;
use crate::kernel::Flow;

pub fn config<F: Flow>(tools: &Tools<F>, as_json: bool, out: &Out) -> Ended {
    for name in &tools.unknown_variables {
        remark(&format!("{name} is set and ignored: no value is configured by that name"));
    }
    let lines = tools.configuration.as_ref().map_err(|e| Stop::refused(e.what.clone(), e.hint.clone()))?;
    if as_json {
        let values: Vec<_> = lines
            .iter()
            .map(|[key, value, origin]| json!({ "key": key, "value": value, "origin": origin }))
            .collect();
        out.json(&json!({ "schemaVersion": 1, "workspace": tools.root.to_string_lossy(), "values": values }));
        return Ok(End::Done);
    }
    let rows: Vec<Vec<String>> =
        lines.iter().map(|line| line.iter().map(|cell| Shown::line(cell).into_string()).collect()).collect();
    for line in table(&rows) {
        out.line(&line);
    }
    Ok(End::Done)
}
