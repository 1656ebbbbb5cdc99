//! `frieze trust`: shows what the workspace's agents and servers would do, and asks for trust.

use crate::cli::confirm::{at_terminal, can_ask, typed};
use crate::cli::out::Out;
use crate::cli::{Context, End, Ended, Stop, args};
use frieze_data::text::Shown;
use frieze_ports::Definition;

pub fn trust(context: &Context, args: &args::Trust, out: &Out) -> Ended {
    let definitions = (context.definitions)()?;
    if let Some(name) = args.names.iter().find(|name| definitions.iter().all(|d| d.name != **name)) {
        return Err(Stop::refused(
            format!("{name}: no definition of this workspace with that name needs trust"),
            "`frieze trust` without a name lists them",
        ));
    }
    let named = |d: &&Definition| args.names.is_empty() || args.names.contains(&d.name);
    let selected: Vec<&Definition> = definitions.iter().filter(named).collect();
    if selected.is_empty() {
        out.line("nothing in this workspace needs trust");
    }
    // Definitions go to standard output, the question to standard error.
    if args.sha256.is_none() && !(at_terminal() && can_ask()) {
        return show_only(&selected, out);
    }
    let selected = match &args.sha256 {
        Some(given) => with_sha256(&selected, given)?,
        None => selected,
    };
    let mut left = Vec::new();
    for definition in selected {
        show(definition, out);
        if definition.trusted {
            continue;
        }
        if args.sha256.is_some() || confirm(&definition.name)? {
            (context.save_trust)(definition)?;
            out.line("  trusted, as described here");
        } else {
            out.line("  not trusted: the name was not typed");
            left.push(definition);
        }
    }
    match untrusted(&left) {
        None => Ok(End::Done),
        Some(what) => Err(Stop::refused(what, "`frieze trust` asks again")),
    }
}

/// Shows all definitions without a terminal, with the command to trust each.
fn show_only(selected: &[&Definition], out: &Out) -> Ended {
    selected.iter().for_each(|definition| show(definition, out));
    let left: Vec<&Definition> = selected.iter().copied().filter(|definition| !definition.trusted).collect();
    let Some(what) = untrusted(&left) else { return Ok(End::Done) };
    let commands: Vec<String> =
        left.iter().map(|d| format!("`frieze trust {} --sha256 {}`", d.name, d.sha256)).collect();
    Err(Stop::refused(
        what,
        format!(
            "read what they would do, then run `frieze trust` at a terminal, or here {}",
            commands.join(", ")
        ),
    ))
}

/// A sentence with the untrusted names.
fn untrusted(left: &[&Definition]) -> Option<String> {
    let names: Vec<&str> = left.iter().map(|definition| definition.name.as_str()).collect();
    match names.as_slice() {
        [] => None,
        [one] => Some(format!("{one} is not trusted")),
        several => Some(format!("{} are not trusted", several.join(", "))),
    }
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

/// The definitions with the SHA-256 that a person has read, trusted already or not.
fn with_sha256<'d>(selected: &[&'d Definition], given: &str) -> Result<Vec<&'d Definition>, Stop> {
    let read: Vec<&Definition> = selected
        .iter()
        .copied()
        .filter(|definition| given.eq_ignore_ascii_case(&definition.sha256))
        .collect();
    let Some(other) = selected.first().filter(|_| read.is_empty()) else { return Ok(read) };
    Err(Stop::refused(
        format!("{} has changed: its SHA-256 is {}", other.name, other.sha256),
        "read what it would do, then give that SHA-256",
    ))
}

/// Asks a person to type the name. Cancelling ends the command.
fn confirm(name: &str) -> Result<bool, Stop> {
    match typed(&format!("Type {name} to trust it: "))? {
        Some(line) => Ok(line.trim() == name),
        None => Err(Stop::refused(
            format!("{name} is not trusted"),
            "the others were not asked; `frieze trust` asks again",
        )),
    }
}
