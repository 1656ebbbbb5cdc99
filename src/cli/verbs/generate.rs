//! `frieze completions` and `frieze man`: generated from the grammar.

use clap::CommandFactory as _;

use crate::cli::End;
use crate::cli::args::Cli;
use crate::cli::out::Out;

pub fn completions(shell: clap_complete::Shell, out: &Out) -> End {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "frieze", &mut bytes);
    out.raw(&bytes);
    End::Done
}

pub fn man(out: &Out) -> End {
    let mut bytes = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(Cli::command()).render(&mut bytes);
    out.raw(&bytes);
    End::Done
}
