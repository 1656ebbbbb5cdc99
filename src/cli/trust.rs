//! `frieze trust`: shows what the workspace's agents and servers would run, or where they would send what, and asks.

use super::args;
use super::confirm::{at_terminal, can_ask, typed};
use super::out::Out;
use super::{End, Ended, Stop, Tools};
use crate::domain::text::Shown;
use crate::kernel::Flow;
use crate::ports::Definition;

pub fn trust<F: Flow>(tools: &Tools<F>, args: &args::Trust, out: &Out) -> Ended {
    let definitions = (tools.trust.definitions)().map_err(|e| Stop::refused(e.what, e.hint))?;
    if let Some(name) = args.names.iter().find(|name| definitions.iter().all(|d| d.name != **name)) {
        return Err(Stop::refused(
            format!("{name}: nothing by that name came with this workspace and needs trust"),
            "`frieze trust` without a name lists what does",
        ));
    }
    let named = |d: &&Definition| args.names.is_empty() || args.names.contains(&d.name);
    let asked: Vec<&Definition> = definitions.iter().filter(named).collect();
    if asked.is_empty() {
        out.line("nothing that came with this workspace needs trust");
    }
    // What is asked about stands on standard output, the question on standard error.
    if args.sha256.is_none() && !(at_terminal() && can_ask()) {
        return shown_only(&asked, out);
    }
    let asked = match &args.sha256 {
        Some(given) => what_was_read(&asked, given)?,
        None => asked,
    };
    let mut left = Vec::new();
    for definition in asked {
        show(definition, out);
        if definition.trusted {
            continue;
        }
        if args.sha256.is_some() || confirm(&definition.name)? {
            (tools.trust.keep)(definition).map_err(|e| Stop::refused(e.what, e.hint))?;
            out.line("  trusted from now on, as it is described here");
        } else {
            out.line("  not trusted: its name was not typed");
            left.push(definition);
        }
    }
    match untrusted(&left) {
        None => Ok(End::Done),
        Some(what) => Err(Stop::refused(what, "`frieze trust` asks again")),
    }
}

/// Shows all of them where nobody can be asked, and how each can be trusted.
fn shown_only(asked: &[&Definition], out: &Out) -> Ended {
    asked.iter().for_each(|definition| show(definition, out));
    let left: Vec<&Definition> = asked.iter().copied().filter(|definition| !definition.trusted).collect();
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

/// Which of them are not trusted, in one sentence.
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

/// A script names the definition that a person read: one of those that stand there must be it, trusted already or not.
fn what_was_read<'d>(asked: &[&'d Definition], given: &str) -> Result<Vec<&'d Definition>, Stop> {
    let read: Vec<&Definition> =
        asked.iter().copied().filter(|definition| given.eq_ignore_ascii_case(&definition.sha256)).collect();
    let Some(other) = asked.first().filter(|_| read.is_empty()) else { return Ok(read) };
    Err(Stop::refused(
        format!("{} is described otherwise: its SHA-256 is {}", other.name, other.sha256),
        "read what it would do, then name the SHA-256 of what you read",
    ))
}

/// A person types the name. Whoever leaves is asked nothing more.
fn confirm(name: &str) -> Result<bool, Stop> {
    match typed(&format!("Type {name} to trust it: "))? {
        Some(line) => Ok(line.trim() == name),
        None => Err(Stop::refused(
            format!("{name} is not trusted"),
            "nothing more was asked; `frieze trust` asks again",
        )),
    }
}
