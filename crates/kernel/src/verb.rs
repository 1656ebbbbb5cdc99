//! Verbs that a workflow adds to those that all workflows have.

/// A verb of a workflow: `frieze <flow> <verb> <id>` in the shell, `:<verb>` on the screen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    pub name: &'static str,
    /// The words that follow it, as help shows them, for example `review|edit [note=TEXT]`: one of several has `|` between them,
    /// one that can be left out is in brackets, and a name in capitals is in place of the person's own word. Empty if none.
    pub takes: &'static str,
    /// What it does, in a sentence.
    pub help: &'static str,
    /// The names of the phases in which it can be used; empty for all.
    pub phases: &'static [&'static str],
    /// Its words that cannot be taken back, and what each loses and keeps: the screen asks first.
    pub final_words: &'static [(&'static str, &'static str)],
}

impl Verb {
    /// A verb that can be used in these phases.
    pub const fn of(
        name: &'static str,
        takes: &'static str,
        phases: &'static [&'static str],
        help: &'static str,
    ) -> Self {
        Self { name, takes, help, phases, final_words: &[] }
    }

    /// The verb with words that cannot be taken back.
    #[must_use]
    pub const fn asking_before(self, final_words: &'static [(&'static str, &'static str)]) -> Self {
        Self { final_words, ..self }
    }

    /// The words that can follow so many others, as help shows them, for completion: what can be left out comes after the rest.
    pub fn words(&self, before: usize) -> Vec<String> {
        let (optional, needed): (Vec<&str>, Vec<&str>) =
            self.takes.split_whitespace().partition(|group| group.starts_with('['));
        let groups = needed.get(before).map_or(optional, |group| vec![*group]);
        let groups = groups.into_iter().map(|group| group.trim_matches(['[', ']']));
        let words = groups.flat_map(|group| {
            let (key, values) = group.split_at(group.find('=').map_or(0, |at| at + 1));
            values.split('|').map(move |value| (key, value))
        });
        let is_own = |value: &str| value.is_empty() || value.starts_with(|c: char| c.is_ascii_uppercase());
        words.filter(|(_, value)| !is_own(value)).map(|(key, value)| format!("{key}{value}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_verb_can_be_typed() {
        let check = |takes, before, words: &[&str]| {
            assert_eq!(Verb::of("go", takes, &[], "").words(before), words, "{takes}");
        };
        check("pr|merge [proceed]", 0, &["pr", "merge"]);
        check("pr|merge [proceed]", 1, &["proceed"]);
        check("[mode=quick|full] [name=TEXT]", 0, &["mode=quick", "mode=full"]);
        check("FINDING", 0, &[]);
        check("", 0, &[]);
    }
}
