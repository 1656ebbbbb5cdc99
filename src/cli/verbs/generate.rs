//! `frieze completions` and `frieze man`: generated from the grammar.

use crate::cli::examples::command;
use crate::cli::out::Out;
use crate::cli::{End, Ended, Stop, completion};

pub fn completions(shell: clap_complete::Shell, out: &Out) -> Ended {
    let script = completion::script(&shell.to_string());
    let refused = || Stop::refused(format!("there is no completion for {shell}"), "use another shell");
    out.raw(&script.ok_or_else(refused)?);
    Ok(End::Done)
}

pub fn man(out: &Out) -> End {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(command()).render(&mut bytes);
    // It names the commands as pages of their own, which there are not.
    let page = String::from_utf8_lossy(&bytes).replace("frieze\\-", "frieze ").replace("(1)", "");
    out.raw(page.as_bytes());
    End::Done
}
