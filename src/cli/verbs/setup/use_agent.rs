//! `frieze use`: gives roles to an agent in frieze.yaml, then asks for trust. A program that frieze knows needs no description.

use crate::cli::out::{Out, remark};
use crate::cli::verbs::setup::trust;
use crate::cli::wiring::Wiring;
use crate::cli::{ChangedFile, End, Ended, Stop, args};
use frieze_data::text::Shown;
use std::path::Path;

pub fn use_agent<W: Wiring>(wiring: &W, folder: &Path, set: &[String], args: &args::Use, out: &Out) -> Ended {
    let context = wiring.open(folder, set)?;
    let roles: &[&str] = match args.role {
        args::RoleChoice::Generator => &["generator"],
        args::RoleChoice::Critic => &["critic"],
        args::RoleChoice::Both => &["generator", "critic"],
    };
    let used = (context.use_agent)(&args.name, roles)?;
    let name = Shown::line(&args.name);
    let roles_text = roles.join(" and ");
    match used.file {
        ChangedFile::Changed => out.line(&format!("{name} is now {roles_text} in frieze.yaml")),
        ChangedFile::Same => out.line(&format!("{name} already is {roles_text} in frieze.yaml")),
        ChangedFile::ByHand(lines) => {
            lines.iter().for_each(|line| out.line(line));
            return Err(Stop::refused(
                "frieze.yaml is written in a way that cannot be changed safely; nothing was changed",
                format!("write the lines above into it, then run `frieze trust {name}`"),
            ));
        }
    }
    if let Some(missing) = &used.missing_program {
        remark(&format!("{missing} is not in PATH: install it, and run `frieze doctor`"));
    }
    // Read again: the file has changed.
    let context = wiring.open(folder, set)?;
    for role in roles {
        if let Some(other) = context.configured(role).filter(|other| *other != args.name) {
            remark(&format!(
                "{role} stays {other}: a variable or --set comes before frieze.yaml (frieze config)"
            ));
        }
    }
    let definitions = (context.definitions)()?;
    if definitions.iter().all(|definition| definition.name != args.name) {
        return Ok(End::Done);
    }
    let ended = trust::trust(&context, &args::Trust { names: vec![args.name.clone()], sha256: None }, out)?;
    out.line("next: `frieze doctor` checks whether it would answer; `frieze run ID` asks it");
    Ok(ended)
}
