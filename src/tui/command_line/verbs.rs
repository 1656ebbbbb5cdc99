//! Verbs of the command line: usage and completion.

use super::line::{PROGRAM, first};
use crate::tui::model::feature_list::Features;
use frieze_kernel::Verb;

/// The arguments of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    /// Nothing, or something that is not completed here.
    Nothing,
    /// A feature; the selected one if none is named.
    Feature,
    /// A verb.
    Verb,
    /// One of these.
    OneOf(&'static [&'static str]),
    /// A feature, and one of these.
    FeatureAnd(&'static [&'static str]),
}

/// The verbs, with the meaning of the shell, except for `:diff ID looked` and `:preview ID`.
static VERBS: [(&str, Takes, &str); 19] = [
    ("abort", Takes::Feature, "abort [ID] [REASON] · stop a run or discard a candidate"),
    ("approve", Takes::Feature, "approve [ID] [--note TEXT] · open the decision dialog"),
    (
        "diff",
        Takes::FeatureAnd(&["frozen", "looked", "rejected"]),
        "diff [ID] [A | A..B | frozen | looked | rejected] · compare versions; numbers are iterations of the last run",
    ),
    ("doctor", Takes::Nothing, "doctor · run `frieze doctor` in a shell"),
    ("filter", Takes::Nothing, "filter WORDS · only features with these words"),
    ("help", Takes::Verb, "help [VERB] · all keys, or the usage of a verb"),
    ("log", Takes::Feature, "log [ID] · the journal"),
    (
        "new",
        Takes::Nothing,
        "new FILE [ID] · or: new ID --brief FILE · create a feature from a requirement document",
    ),
    ("pause", Takes::Feature, "pause [ID] · pause a run; run continues it"),
    ("preview", Takes::Feature, "preview [ID] · open preview.html in the browser"),
    ("quit", Takes::Nothing, "quit"),
    ("reject", Takes::Feature, "reject [ID] · open the decision dialog"),
    (
        "reset",
        Takes::FeatureAnd(&["--from-best", "best"]),
        "reset [ID] [best] · reset a failed feature to IDLE; the next run starts from scratch, or from its best",
    ),
    ("run", Takes::Feature, "run [ID… | all]"),
    ("show", Takes::Feature, "show ID · go to a feature"),
    ("sort", Takes::OneOf(&["name", "need", "recent", "score"]), "sort need | name | score | recent"),
    ("status", Takes::Nothing, "status · the list of features"),
    ("unfreeze", Takes::Feature, "unfreeze [ID] [REASON] · why FROZEN.md was deleted"),
    ("verify", Takes::Feature, "verify [ID…] · verify frozen designs; all if none is named"),
];

/// Verbs that only the shell has, with what they do.
const SHELL: [(&str, &str); 13] = [
    ("answer", "answers open questions; here, press a"),
    ("completions", "prints completions for a shell"),
    ("config", "prints every setting and where it comes from"),
    ("dismiss", "dismisses a finding of the critic; here, press D on it"),
    ("doctor", "shows what is configured, reachable, locked or damaged"),
    ("hash", "prints the SHA-256 of a JSON file's canonical form"),
    ("init", "makes a workspace"),
    ("man", "prints the manual page"),
    ("prompt", "prints what would be sent next to an agent; here, Exchange shows what was sent"),
    ("score", "scores an intent file; here, Critique and Scores show the scores of a feature"),
    ("trust", "shows what an agent or a server would do, and asks"),
    ("use", "gives the roles to an agent program"),
    ("validate", "checks intent files against their schema"),
];

/// Options that only the shell has, with what does the same here.
const SHELL_OPTIONS: [(&str, &str); 8] = [
    ("--all", "here, press z to unfold everything"),
    ("--as-prose", "it takes a document in which no requirement can be read"),
    ("--feedback", "here, paste it into the editor, or open your own with ctrl-x"),
    ("--full", "here, Intent shows the whole design"),
    ("--json", "it is for programs"),
    ("--plain", "here, set `screen: {theme: plain}` in frieze.yaml for no colours"),
    ("--reason", "here, type unfreeze [ID] REASON"),
    ("-n", "here, the journal starts at its end"),
];

/// The names of the verbs.
pub fn names() -> impl Iterator<Item = &'static str> {
    VERBS.iter().map(|(name, ..)| *name)
}

fn find(verb: &str) -> Option<&'static (&'static str, Takes, &'static str)> {
    VERBS.iter().find(|(name, ..)| *name == verb)
}

/// Whether a verb is about a feature: the selected one if none is named.
pub fn is_about_one(verb: &str) -> bool {
    matches!(find(verb), Some((_, Takes::Feature | Takes::FeatureAnd(_), _)))
}

/// The usage of a line's verb, for the line above the prompt; `None` for an unknown verb.
pub fn usage(line: &str) -> Option<&'static str> {
    let verb = line.split_whitespace().find(|word| *word != PROGRAM)?;
    find(verb).map(|(_, _, usage)| *usage)
}

/// The usage of a verb of a workflow.
pub fn usage_of(verb: &Verb) -> String {
    let takes = if verb.takes.is_empty() { String::new() } else { format!(" {}", verb.takes) };
    format!("{}{takes} · {}", verb.name, verb.help)
}

/// The usage of a line's verb, also if it is one of the selected run's workflow.
pub fn line_usage(line: &str, own: &[Verb]) -> Option<String> {
    let verb = line.split_whitespace().find(|word| *word != PROGRAM)?;
    let own = || own.iter().find(|own| own.name == verb).map(usage_of);
    usage(line).map(str::to_owned).or_else(own)
}

/// What a verb of the shell does; `None` for other verbs.
pub fn shell_verb(verb: &str) -> Option<String> {
    let (name, does) = SHELL.iter().find(|(name, _)| *name == verb)?;
    Some(format!("`frieze {name}` in a shell {does}"))
}

/// The message about an option that only the shell has; `None` for other options.
pub fn shell_option(verb: &str, option: &str) -> Option<String> {
    let (_, instead) = SHELL_OPTIONS.iter().find(|(name, _)| *name == option)?;
    Some(format!("`frieze {verb} … {option}` is for a shell: {instead}"))
}

/// The path that is being typed after `new`.
pub fn path_in(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("new ")?;
    let path = rest.split_once("--brief").map_or(rest, |(_, path)| path.strip_prefix('=').unwrap_or(path));
    Some(path.trim_start())
}

/// Completions of a line: whole lines, sorted. The program's name may come first; `own` are the verbs of the selected run's
/// workflow.
pub fn completions(line: &str, features: &Features, own: &[Verb]) -> Vec<String> {
    if let Some((PROGRAM, rest)) = line.split_once(' ') {
        return completions(rest, features, own).iter().map(|line| format!("{PROGRAM} {line}")).collect();
    }
    if !line.contains(' ') {
        let all = names().chain(own.iter().map(|verb| verb.name)).filter(|name| name.starts_with(line));
        let mut all: Vec<String> = all.map(|name| format!("{name} ")).collect();
        all.sort_unstable();
        all.dedup();
        return all;
    }
    let (verb, rest) = first(line);
    let last = line.rsplit(' ').next().unwrap_or_default();
    let head = line.get(..line.len() - last.len()).unwrap_or_default();
    let is_first = rest.is_empty() || (!rest.contains(' ') && !last.is_empty());
    let ids = || features.keys().map(ToString::to_string);
    let listed = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut words: Vec<String> = match find(verb).map(|(_, takes, _)| takes) {
        Some(Takes::Feature) => ids().collect(),
        Some(Takes::OneOf(words)) => listed(words),
        Some(Takes::Verb) => listed(&names().collect::<Vec<_>>()),
        Some(Takes::FeatureAnd(words)) if is_first => ids().chain(listed(words)).collect(),
        Some(Takes::FeatureAnd(words)) => listed(words),
        Some(Takes::Nothing) | None => Vec::new(),
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
    fn every_verb_of_the_shell_is_known() {
        let shell = crate::cli::verbs();
        assert!(shell.len() > 20, "{shell:?}");
        for verb in shell {
            // Workflows name themselves.
            let is_flow = <frieze_session::flow::Session as frieze_kernel::Flow>::NAME == verb;
            let known = names().chain(SHELL.iter().map(|(name, _)| *name)).any(|name| name == verb);
            assert!(known || is_flow, "{verb}");
        }
    }

    #[test]
    fn verbs_and_features_are_completed() {
        let features = features(&["refunds", "checkout", "checks"]);
        let check = |line: &str, expected: &[&str]| {
            assert_eq!(completions(line, &features, &[]), expected, "{line:?}");
        };
        check("re", &["reject ", "reset "]);
        check("run ch", &["run checkout", "run checks"]);
        check("run refunds ch", &["run refunds checkout", "run refunds checks"]);
        check("sort s", &["sort score"]);
        check(
            "diff ",
            &["diff checkout", "diff checks", "diff frozen", "diff looked", "diff refunds", "diff rejected"],
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
    fn verbs_are_sorted_and_have_a_usage() {
        assert!(VERBS.is_sorted_by_key(|(name, ..)| *name));
        for (name, _, text) in VERBS {
            assert!(text.starts_with(name), "{text}");
            assert_eq!(usage(&format!("{name} x")), Some(text));
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
