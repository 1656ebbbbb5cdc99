//! `frieze prompt`: the prompt that would be sent next to an agent.

use std::io::IsTerminal as _;

use crate::cli::args::{Prompt, PromptRole};
use crate::cli::out::Out;
use crate::cli::{Context, End, Ended, feature};
use frieze_data::text::{Shown, lossy};
use frieze_kernel::files::Seat;

pub fn prompt(context: &Context, args: &Prompt, out: &Out) -> Ended {
    let id = feature(&args.id)?;
    let seat = match args.role {
        PromptRole::Generator => Seat::Generator,
        PromptRole::Critic => Seat::Critic,
    };
    let prompt = context.design().next_prompt(&id, seat)?;
    if std::io::stdout().is_terminal() {
        out.raw(Shown::block(&lossy(prompt)).as_str().as_bytes());
    } else {
        out.raw(&prompt);
    }
    Ok(End::Done)
}
