//! The command line with examples: every verb's `--help` ends with some.

use clap::{Command, CommandFactory as _};

use super::args::Cli;

/// Verbs with commands to try, as a person types them.
const EXAMPLES: &[(&str, &[&str])] = &[
    ("init", &["frieze init", "frieze init --demo shop"]),
    (
        "new",
        &[
            "frieze new checkout --brief checkout.md",
            "frieze new search --brief - --mode standard < notes.txt",
        ],
    ),
    ("run", &["frieze run checkout", "frieze run --all", "frieze run session/checkout-1"]),
    ("status", &["frieze status", "frieze status --json"]),
    ("show", &["frieze show checkout", "frieze show checkout --all", "frieze show session/checkout-1"]),
    ("diff", &["frieze diff checkout", "frieze diff checkout 1..3", "frieze diff old.json new.json"]),
    ("log", &["frieze log checkout", "frieze log checkout -n 20"]),
    ("prompt", &["frieze prompt checkout", "frieze prompt checkout --role critic"]),
    (
        "answer",
        &["frieze answer checkout", "frieze answer checkout 2 \"30 days\"", "frieze answer checkout --edit"],
    ),
    ("approve", &["frieze approve checkout", "frieze approve checkout --full"]),
    ("reject", &["frieze reject checkout", "frieze reject checkout --feedback words.md"]),
    ("abort", &["frieze abort checkout --reason \"not this year\""]),
    (
        "dismiss",
        &["frieze dismiss checkout", "frieze dismiss checkout 3f2a90c4 --reason \"the brief says so\""],
    ),
    ("reset", &["frieze reset checkout", "frieze reset checkout --from-best"]),
    ("unfreeze", &["frieze unfreeze checkout --reason \"the refund rules changed\""]),
    ("validate", &["frieze validate features/checkout/design/intent.json"]),
    ("score", &["frieze score intent.json", "frieze score intent.json --brief checkout.md"]),
    ("hash", &["frieze hash features/checkout/design/final/intent.json"]),
    ("preview", &["frieze preview intent.json > preview.html"]),
    ("verify", &["frieze verify", "frieze verify checkout"]),
    ("doctor", &["frieze doctor"]),
    ("trust", &["frieze trust", "frieze trust local"]),
    ("use", &["frieze use claude", "frieze use local --role critic"]),
    ("config", &["frieze config", "frieze config --set threshold=85"]),
    ("completions", &["frieze completions bash > ~/.local/share/bash-completion/completions/frieze"]),
    ("man", &["frieze man > frieze.1"]),
    (
        "chain",
        &[
            "frieze chain next checkout",
            "frieze chain specify checkout --from spec.md",
            "frieze chain show checkout",
        ],
    ),
    ("session", &["frieze session new --feature checkout", "frieze session step checkout-1"]),
];

/// The grammar of the command line.
pub fn command() -> Command {
    EXAMPLES.iter().fold(Cli::command(), |command, (verb, examples)| {
        command.mut_subcommand(verb, |verb| {
            let more = verb.get_after_help().map(|help| format!("{help}\n\n")).unwrap_or_default();
            verb.after_help(format!("{more}Examples:\n  {}", examples.join("\n  ")))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a command, without the shell's quotes and redirections.
    fn words(example: &str) -> Vec<String> {
        let command = example.split([' ']).take_while(|word| ![">", "<"].contains(word));
        let mut words: Vec<String> = Vec::new();
        let mut is_quoted = false;
        for word in command {
            let bare = word.replace('"', "");
            match words.last_mut().filter(|_| is_quoted) {
                Some(last) => *last = format!("{last} {bare}"),
                None => words.push(bare),
            }
            is_quoted ^= word.matches('"').count() % 2 == 1;
        }
        words
    }

    #[test]
    fn every_verb_has_examples_that_can_be_typed() {
        for verb in command().get_subcommands() {
            let (_, examples) = EXAMPLES.iter().find(|(name, _)| *name == verb.get_name()).unwrap();
            for example in *examples {
                let read = command().try_get_matches_from(words(example));
                assert!(read.is_ok(), "{example}: {read:?}");
            }
        }
    }

    /// The screen starts the program by another name.
    #[test]
    fn the_usage_names_the_program_and_no_outcome_promises_git() {
        let help = |words: &[&str]| {
            let words = ["/proc/self/exe"].iter().chain(words).chain(&["--help"]);
            command().try_get_matches_from(words).unwrap_err().to_string()
        };
        let chain = help(&["chain"]);
        assert!(chain.contains("Usage: frieze chain") && !chain.contains("Usage: exe"), "{chain}");
        let finish = help(&["chain", "finish"]);
        assert!(finish.contains("Usage: frieze chain finish") && finish.contains("runs no git"), "{finish}");
        assert!(!finish.contains("is opened") && !finish.contains("is merged"), "{finish}");
    }

    #[test]
    fn every_flag_and_argument_is_described() {
        fn check(command: &Command) {
            for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
                assert!(argument.get_help().is_some(), "{} {}", command.get_name(), argument.get_id());
            }
            command.get_subcommands().for_each(check);
        }
        check(&command());
    }
}
