//! `types.ts`: the types of a design, for TypeScript.

use super::model::Model;
use super::names::line;

pub(super) fn types(model: &Model, title: &str) -> String {
    let mut out = format!("// Types of {}.\n", line(title, "a feature"));
    for table in &model.tables {
        put!(out, "\n{}", comment(&format!("{}: {}", table.entity, table.description), ""));
        put!(out, "export interface {} {{", table.type_name);
        for column in &table.columns {
            if !column.note.trim().is_empty() {
                put!(out, "{}", comment(column.note, "  "));
            }
            let mark = if column.required { "" } else { "?" };
            put!(out, "  {}{mark}: {};", column.property, column.kind.typescript);
        }
        for (property, target) in &table.lists {
            let list = model.key_of(*target).list().typescript;
            put!(out, "  {property}?: {list};");
        }
        out.push_str("}\n");
    }
    if model.tables.is_empty() {
        // A file without an export is no module.
        out.push_str("\nexport {};\n");
    }
    out
}

fn comment(text: &str, indent: &str) -> String {
    format!("{indent}/** {} */", line(text, "…").replace("*/", "* /"))
}
