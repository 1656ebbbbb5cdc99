//! The verbs of the command line: what each looks like, and how a line that begins with one may go on.

use super::line::first;
use crate::tui::features::Features;

/// What stands behind a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Nothing,
    /// A feature; the selected one where none is named.
    Feature,
    /// A file, and an id.
    File,
    /// Words.
    Words,
    /// A verb.
    Verb,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// A feature, and one of these.
    FeatureAnd(&'static [&'static str]),
}

/// The verbs. What they mean is what they mean in a shell.
const VERBS: [(&str, Takes, &str); 19] = [
    ("abort", Takes::Feature, "abort [ID] [REASON] · stop a run, or give up a candidate"),
    ("approve", Takes::Feature, "approve [ID] [--note TEXT] · opens the gate"),
    (
        "diff",
        Takes::FeatureAnd(&["A..B", "frozen", "looked", "rejected"]),
        "diff [ID] [A | A..B | frozen | looked | rejected] · what to compare; numbers are iterations of its last run",
    ),
    ("doctor", Takes::Nothing, "doctor · run `frieze doctor` in a shell"),
    ("filter", Takes::Words, "filter WORDS · only features with these words"),
    ("help", Takes::Verb, "help [VERB] · all keys, or what a verb takes"),
    ("log", Takes::Feature, "log [ID] · the journal"),
    ("new", Takes::File, "new FILE [ID] · or: new ID --brief FILE · a feature from a requirement document"),
    ("pause", Takes::Feature, "pause [ID] · stop working on it; run goes on"),
    ("preview", Takes::Feature, "preview [ID] · open preview.html in the browser"),
    ("quit", Takes::Nothing, "quit"),
    ("reject", Takes::Feature, "reject [ID] · opens the gate"),
    (
        "reset",
        Takes::FeatureAnd(&["--from-best", "best"]),
        "reset [ID] [best] · a failed feature back to IDLE; its next run begins anew, or from its best",
    ),
    ("run", Takes::Feature, "run [ID… | all]"),
    ("show", Takes::Feature, "show ID · go to a feature"),
    ("sort", Takes::OneOf(&["name", "need", "recent", "score"]), "sort need | name | score | recent"),
    ("status", Takes::Nothing, "status · the list of features"),
    ("unfreeze", Takes::Feature, "unfreeze [ID] [REASON] · why FROZEN.md was deleted"),
    ("verify", Takes::Feature, "verify [ID…] · check frozen designs; all of them where none is named"),
];

/// Verbs that only a shell has, with what they are for.
const SHELL: [(&str, &str); 9] = [
    ("completions", "prints completions for a shell"),
    ("config", "prints every configured value and where it came from"),
    ("doctor", "tells what is configured, reachable, locked or damaged"),
    ("hash", "prints the SHA-256 of a JSON file's canonical form"),
    ("init", "makes a workspace"),
    ("man", "prints the manual page"),
    ("score", "scores an intent file; here, Critique and Scores show what a feature's design is worth"),
    ("trust", "shows what an agent or a server would do, and asks"),
    ("validate", "checks intent files against their schema"),
];

/// Options that mean something in a shell alone, with what does the same here.
const SHELL_OPTIONS: [(&str, &str); 7] = [
    ("--all", "here, z unfolds everything"),
    ("--feedback", "here, paste it into the editor, or open your own there with ctrl-x"),
    ("--full", "here, Intent shows the whole design"),
    ("--json", "it is for programs"),
    ("--plain", "here, `screen: {theme: plain}` in frieze.yaml leaves colours out"),
    ("--reason", "here, unfreeze [ID] REASON says it"),
    ("-n", "here, the journal begins at its end"),
];

/// What stands before a verb in a shell.
pub const PROGRAM: &str = "frieze";

/// The names of the verbs.
pub fn names() -> impl Iterator<Item = &'static str> {
    VERBS.iter().map(|(name, ..)| *name)
}

/// Whether a verb is about a feature: the selected one, where none is named.
pub fn is_about_one(verb: &str) -> bool {
    let takes = VERBS.iter().find(|(name, ..)| *name == verb).map(|(_, takes, _)| *takes);
    matches!(takes, Some(Takes::Feature | Takes::FeatureAnd(_)))
}

/// What a verb looks like, for the line above the prompt; `None` for what is no verb.
pub fn usage(line: &str) -> Option<&'static str> {
    let verb = line.split_whitespace().find(|word| *word != PROGRAM)?;
    VERBS.iter().find(|(name, ..)| *name == verb).map(|(_, _, usage)| *usage)
}

/// What a verb of the shell is for; `None` for what it has not.
pub fn in_a_shell(verb: &str) -> Option<String> {
    let (name, does) = SHELL.iter().find(|(name, _)| *name == verb)?;
    Some(format!("`frieze {name}` in a shell {does}"))
}

/// What is said of an option that a verb does not take here.
pub fn option_in_a_shell(verb: &str, option: &str) -> Option<String> {
    let (_, instead) = SHELL_OPTIONS.iter().find(|(name, _)| *name == option)?;
    Some(format!("`frieze {verb} … {option}` is for a shell: {instead}"))
}

/// The path that is being typed behind a verb.
pub fn path_in(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("new ")?;
    let path = rest.split_once("--brief").map_or(rest, |(_, path)| path.strip_prefix('=').unwrap_or(path));
    Some(path.trim_start())
}

/// How a line may go on: whole lines, sorted. Whoever types the program's name first means the same.
pub fn completions(line: &str, features: &Features) -> Vec<String> {
    if let Some((PROGRAM, rest)) = line.split_once(' ') {
        return completions(rest, features).iter().map(|line| format!("{PROGRAM} {line}")).collect();
    }
    if !line.contains(' ') {
        return names().filter(|name| name.starts_with(line)).map(|name| format!("{name} ")).collect();
    }
    let (verb, rest) = first(line);
    let last = line.rsplit(' ').next().unwrap_or_default();
    let head = line.get(..line.len() - last.len()).unwrap_or_default();
    let takes = VERBS.iter().find(|(name, ..)| *name == verb).map(|(_, takes, _)| *takes);
    let is_first = rest.is_empty() || (!rest.contains(' ') && !last.is_empty());
    let ids = || features.ids().map(ToString::to_string);
    let own = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut words: Vec<String> = match takes {
        Some(Takes::Feature) => ids().collect(),
        Some(Takes::OneOf(words)) => own(words),
        Some(Takes::Verb) => own(&names().collect::<Vec<_>>()),
        Some(Takes::FeatureAnd(words)) if is_first => ids().chain(own(words)).collect(),
        Some(Takes::FeatureAnd(words)) => own(words),
        Some(Takes::Nothing | Takes::File | Takes::Words) | None => Vec::new(),
    };
    words.retain(|word| word.starts_with(last));
    words.sort_unstable();
    words.into_iter().map(|word| format!("{head}{word}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(names: &[&str]) -> Features {
        let mut features = Features::default();
        features.list(&names.iter().map(|name| name.parse().unwrap()).collect::<Vec<_>>());
        features
    }

    #[test]
    fn verbs_and_features_are_completed() {
        let features = features(&["refunds", "checkout", "checks"]);
        let check = |line: &str, expected: &[&str]| {
            assert_eq!(completions(line, &features), expected, "{line:?}");
        };
        check("re", &["reject ", "reset "]);
        check("run ch", &["run checkout", "run checks"]);
        check("run refunds ch", &["run refunds checkout", "run refunds checks"]);
        check("sort s", &["sort score"]);
        check(
            "diff ",
            &[
                "diff A..B",
                "diff checkout",
                "diff checks",
                "diff frozen",
                "diff looked",
                "diff refunds",
                "diff rejected",
            ],
        );
        check("diff checkout f", &["diff checkout frozen"]);
        check("reset checks --", &["reset checks --from-best"]);
        check("frieze run ch", &["frieze run checkout", "frieze run checks"]);
        check("frieze re", &["frieze reject ", "frieze reset "]);
        check("help ap", &["help approve"]);
        check("quit x", &[]);
        check("nonsense ", &[]);
    }

    #[test]
    fn every_verb_is_sorted_and_told() {
        assert!(VERBS.is_sorted_by_key(|(name, ..)| *name));
        for (name, _, told) in VERBS {
            assert!(told.starts_with(name), "{told}");
            assert_eq!(usage(&format!("{name} x")), Some(told));
        }
    }

    #[test]
    fn the_path_that_is_typed_is_found() {
        assert_eq!(
            ["new a/b", "new shop --brief a", "new shop --brief=", "run x"].map(path_in),
            [Some("a/b"), Some("a"), Some(""), None]
        );
    }
}
