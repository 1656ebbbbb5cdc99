//! `frieze trust`: shows what the workspace's agents and servers would run, or where they would send what, and asks.

use super::args;
use super::confirm::typed;
use super::out::Out;
use super::{End, Ended, Stop, Tools};
use crate::domain::text::Shown;
use crate::kernel::Flow;
use crate::ports::Definition;

pub fn trust<F: Flow>(tools: &Tools<F>, args: &args::Trust, out: &Out) -> Ended {
    let definitions = (tools.trust.definitions)().map_err(|e| Stop::refused(e.what, e.hint))?;
    if let Some(name) = args.names.iter().find(|name| definitions.iter().all(|d| d.name != **name)) {
        return Err(Stop::refused(
            format!("{name}: frieze.yaml describes nothing by that name that needs trust"),
            "`frieze trust` without a name lists what does",
        ));
    }
    let named = |d: &&Definition| args.names.is_empty() || args.names.contains(&d.name);
    let asked: Vec<&Definition> = definitions.iter().filter(named).collect();
    if asked.is_empty() {
        out.line("frieze.yaml describes no agent and no server that needs trust");
    }
    for definition in asked {
        show(definition, out);
        if !definition.trusted {
            confirm(definition, args.sha256.as_deref())?;
            (tools.trust.keep)(definition).map_err(|e| Stop::refused(e.what, e.hint))?;
            out.line("  trusted from now on, as it is described here");
        }
    }
    Ok(End::Done)
}

fn show(definition: &Definition, out: &Out) {
    let Definition { section, name, sha256, .. } = definition;
    let known = if definition.trusted { "trusted" } else { "not trusted" };
    out.line(&format!("{}: {known}", Shown::line(&format!("{section}.{name}"))));
    for line in &definition.does {
        out.line(&format!("  {}", Shown::line(line)));
    }
    out.line(&format!("  SHA-256 {sha256}"));
}

/// A person types the name, or a script names the definition that a person read.
fn confirm(definition: &Definition, sha256: Option<&str>) -> Result<(), Stop> {
    let Definition { name, sha256: own, .. } = definition;
    if let Some(given) = sha256 {
        if given.eq_ignore_ascii_case(own) {
            return Ok(());
        }
        return Err(Stop::refused(
            format!("{name} is described otherwise: its SHA-256 is {own}"),
            "read what it would do, then name the SHA-256 of what you read",
        ));
    }
    if !super::confirm::at_terminal() {
        return Err(Stop::refused(
            format!("{name} is not trusted: its SHA-256 is {own}"),
            format!("run `frieze trust {name}` at a terminal, or `frieze trust {name} --sha256 {own}`"),
        ));
    }
    match typed(&format!("Type {name} to trust it: "))? {
        Some(line) if line.trim() == name => Ok(()),
        Some(_) | None => Err(Stop::refused(format!("{name} was not trusted"), "nothing was changed")),
    }
}
