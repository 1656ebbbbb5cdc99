//! Verbs of the command line: usage and completion.

use std::collections::BTreeSet;

use super::line::{PROGRAM, first};
use crate::tui::model::feature_list::Features;
use crate::tui::model::other_flow::OtherFlow;
use frieze_data::id::FeatureId;
use frieze_kernel::Verb;

/// The arguments of a verb.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    /// Nothing, or something that is not completed here.
    Nothing,
    /// A feature; the selected one if none is named.
    Feature,
    /// Features; all if none is named.
    Features,
    Verb,
    /// A feature, and one of these.
    FeatureAnd(&'static [&'static str]),
}

/// The verbs, with the meaning of the shell, except for `:diff ID looked` and `:preview ID`.
static VERBS: [(&str, Takes, &str); 30] = [
    ("abort", Takes::Feature, "abort [ID] [--reason TEXT] · stop a run or discard a candidate"),
    ("answer", Takes::Feature, "answer ID [NUMBER TEXT] · the open questions; in Intent, a answers one"),
    ("approve", Takes::Feature, "approve [ID] [--note TEXT] · open the decision dialog"),
    ("completions", Takes::Nothing, "completions SHELL · completions for a shell"),
    ("config", Takes::Nothing, "config · every setting and where it comes from"),
    (
        "diff",
        Takes::FeatureAnd(&["frozen", "looked", "rejected"]),
        "diff [ID] [A | A..B | frozen | looked | rejected] · compare versions; numbers are iterations of the last run",
    ),
    ("dismiss", Takes::Feature, "dismiss ID · the findings of the critic; in Critique, D dismisses one"),
    ("doctor", Takes::Nothing, "doctor · what is configured, reachable, locked or damaged"),
    ("filter", Takes::Nothing, "filter WORDS · only features with these words"),
    ("hash", Takes::Nothing, "hash FILE · the SHA-256 of a JSON file's canonical form"),
    ("help", Takes::Verb, "help [VERB] · all keys, or the usage of a verb"),
    ("init", Takes::Nothing, "init [DIR] · make a workspace"),
    ("log", Takes::Feature, "log [ID] · the journal"),
    ("man", Takes::Nothing, "man · the manual page"),
    (
        "new",
        Takes::Nothing,
        "new FILE [ID] · or: new ID --brief FILE · create a feature from a requirement document",
    ),
    ("pause", Takes::Feature, "pause [ID] · pause a run; run continues it"),
    ("preview", Takes::Feature, "preview [ID] · open preview.html in the browser"),
    ("prompt", Takes::Feature, "prompt [ID] · what would be sent next to an agent"),
    ("quit", Takes::Nothing, "quit"),
    ("reject", Takes::Feature, "reject [ID] · open the decision dialog"),
    (
        "reset",
        Takes::FeatureAnd(&["--from-best", "--undo", "best"]),
        "reset [ID] [--from-best | --undo] · reset a failed feature to IDLE; the next run starts from the brief, or from its best",
    ),
    (
        "run",
        Takes::Feature,
        "run [ID… | --all] [--reason TEXT] · the reason of an unfreeze, where it is open",
    ),
    ("score", Takes::Nothing, "score FILE · score an intent file"),
    ("show", Takes::Feature, "show ID [POINTER] · go to a feature, and to an element of its design"),
    ("status", Takes::Nothing, "status · the list of features"),
    ("trust", Takes::Nothing, "trust [NAME…] · what agents and servers would do; asks on the terminal"),
    ("unfreeze", Takes::Feature, "unfreeze [ID] [--reason TEXT] · why FROZEN.md was deleted"),
    ("use", Takes::Nothing, "use AGENT · give the roles to an agent program; asks on the terminal"),
    ("validate", Takes::Nothing, "validate FILE… · check intent files against their schema"),
    ("verify", Takes::Features, "verify [ID…] · verify frozen designs; all if none is named"),
];

/// The verbs that the shell does not have.
const NOT_OF_SHELL: [&str; 4] = ["filter", "help", "pause", "quit"];

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

/// Whether the shell has a verb.
pub fn is_of_shell(verb: &str) -> bool {
    find(verb).is_some() && !NOT_OF_SHELL.contains(&verb)
}

/// The path that is being typed after `new`.
pub fn path_in(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("new ")?;
    let path = rest.split_once("--brief").map_or(rest, |(_, path)| path.strip_prefix('=').unwrap_or(path));
    Some(path.trim_start())
}

/// Completions of a line: whole lines, sorted. The program's name may come first; `own` are the verbs of the selected run's
/// workflow, and the name of each workflow is a verb with verbs of its own.
pub fn completions(line: &str, features: &Features, flows: &[OtherFlow], own: &[Verb]) -> Vec<String> {
    if let Some((PROGRAM, rest)) = line.split_once(' ') {
        let rest = completions(rest, features, flows, own);
        return rest.iter().map(|line| format!("{PROGRAM} {line}")).collect();
    }
    if !line.contains(' ') {
        let more = own.iter().map(|verb| verb.name).chain(flows.iter().map(|flow| flow.name));
        let all = names().chain(more).filter(|name| name.starts_with(line));
        let mut all: Vec<String> = all.map(|name| format!("{name} ")).collect();
        all.sort_unstable();
        all.dedup();
        return all;
    }
    let (verb, rest) = first(line);
    let last = line.rsplit(' ').next().unwrap_or_default();
    let head = line.get(..line.len() - last.len()).unwrap_or_default();
    // The words before, without the verb.
    let before = head.split_whitespace().count().saturating_sub(1);
    let ids = || features.keys().map(ToString::to_string);
    let listed = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
    let typed = |words: Vec<String>| -> Vec<String> {
        let words = words.into_iter().filter(|word| word.starts_with(last));
        words.map(|word| format!("{head}{word}")).collect()
    };
    let mut words: Vec<String> = match find(verb).map(|(_, takes, _)| takes) {
        Some(Takes::Feature | Takes::Features) => ids().collect(),
        Some(Takes::Verb) => listed(&names().collect::<Vec<_>>()),
        Some(Takes::FeatureAnd(words)) if before == 0 => ids().chain(listed(words)).collect(),
        Some(Takes::FeatureAnd(words)) => listed(words),
        Some(Takes::Nothing) => Vec::new(),
        None => match flows.iter().find(|flow| flow.name == verb) {
            Some(flow) if before == 0 => flow.verbs.iter().map(|verb| verb.name.to_owned()).collect(),
            Some(flow) if before == 1 => {
                // A verb of the shell alone may begin a run of a feature.
                let is_own = flow.verbs.iter().any(|verb| verb.name == first(rest).0);
                let begins = features.ids().filter(|_| !is_own);
                let runs = features.keys().filter(|key| key.flow == flow.name).map(|key| &key.id);
                let all: BTreeSet<&FeatureId> = runs.chain(begins).collect();
                all.into_iter().map(ToString::to_string).collect()
            }
            Some(_) => Vec::new(),
            None => {
                let own = own.iter().find(|own| own.name == verb);
                // The run's own name may come first. The words stay in their order.
                let is_name =
                    |word: &str| ids().any(|id| id == word) || features.ids().any(|id| id.as_str() == word);
                let named = usize::from(before > 0 && is_name(first(rest).0));
                return typed(own.map_or_else(Vec::new, |own| own.words(before - named)));
            }
        },
    };
    words.sort_unstable();
    typed(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::model::run_key::RunKey;
    use crate::tui::panes::fixtures;

    fn features(names: &[&str]) -> Features {
        let mut features = Features::default();
        features.list(&names.iter().map(|name| name.parse().unwrap()).collect::<Vec<_>>());
        features
    }

    #[test]
    fn every_verb_of_the_shell_is_known() {
        let shell = crate::cli::verbs();
        assert!(shell.len() > 20, "{shell:?}");
        let mut here: Vec<&str> = names().filter(|verb| is_of_shell(verb)).collect();
        here.sort_unstable();
        let mut shell: Vec<&str> = shell.iter().map(String::as_str).collect();
        shell.sort_unstable();
        assert_eq!(here, shell);
    }

    /// What is typed after `:` can be typed in the shell, too.
    #[test]
    fn the_usages_name_options_of_the_shell() {
        let is_in_option = |c: char| c.is_ascii_lowercase() || c == '-';
        for (verb, _, usage) in VERBS.iter().filter(|(verb, ..)| is_of_shell(verb)) {
            let known = crate::cli::options(verb);
            for option in usage.split(|c| !is_in_option(c)).filter_map(|word| word.strip_prefix("--")) {
                assert!(known.iter().any(|known| known == option), "{usage}");
            }
        }
    }

    #[test]
    fn verbs_and_features_are_completed() {
        let features = features(&["refunds", "checkout", "checks"]);
        let check = |line: &str, expected: &[&str]| {
            assert_eq!(completions(line, &features, &[], &[]), expected, "{line:?}");
        };
        check("re", &["reject ", "reset "]);
        check("run ch", &["run checkout", "run checks"]);
        check("run refunds ch", &["run refunds checkout", "run refunds checks"]);
        check(
            "diff ",
            &["diff checkout", "diff checks", "diff frozen", "diff looked", "diff refunds", "diff rejected"],
        );
        check("diff checkout f", &["diff checkout frozen"]);
        check("reset checks --", &["reset checks --from-best", "reset checks --undo"]);
        check("frieze run ch", &["frieze run checkout", "frieze run checks"]);
        check("frieze re", &["frieze reject ", "frieze reset "]);
        check("help ap", &["help approve"]);
        let own = [Verb::of("finish", "pr|merge|keep|discard [proceed]", &["READY"], "Ends it.")];
        let words = |line: &str| completions(line, &features, &[], &own);
        assert_eq!(words("finish "), ["finish pr", "finish merge", "finish keep", "finish discard"]);
        assert_eq!(words("finish checks m"), ["finish checks merge"]);
        assert_eq!(words("finish merge p"), ["finish merge proceed"]);
        check("quit x", &[]);
        check("nonsense ", &[]);
        check(" ", &[]);
    }

    #[test]
    fn the_verbs_of_a_workflow_are_completed_with_its_own_runs() {
        let mut features = features(&["refunds", "checkout"]);
        let key = |flow, id: &str| RunKey { flow, id: id.parse().unwrap() };
        features.list_others(&[key("letter", "checkout"), key("parcel", "checkout"), key("letter", "aunt")]);
        let model = fixtures::other_model();
        let check = |line: &str, expected: &[&str]| {
            assert_eq!(completions(line, &features, &model.others, &[]), expected, "{line:?}");
        };
        check("letter ", &["letter seal"]);
        check("letter seal ", &["letter seal aunt", "letter seal checkout"]);
        check("letter seal aunt ", &[]);
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
