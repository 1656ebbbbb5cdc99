//! `frieze completions` and `frieze man`: made from the grammar itself.

use clap::CommandFactory as _;

use super::End;
use super::args::Cli;
use super::out::Out;

pub fn completions(shell: clap_complete::Shell, out: &Out) -> End {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "frieze", &mut bytes);
    out.raw(&bytes);
    End::Done
}

pub fn man(out: &Out) -> End {
    let mut bytes = Vec::new();
    // Writing to memory does not fail.
    let _ = clap_mangen::Man::new(Cli::command()).render(&mut bytes);
    out.raw(&bytes);
    End::Done
}
