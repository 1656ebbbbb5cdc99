//! Paths inside a workspace, built from constants, feature ids, numbers and checked file names only: no name from a brief, a model
//! or a server can lead outside (promise P17).

use std::fmt;

use super::file_name::FileName;
use super::id::FeatureId;

/// A relative path of plain components with `/` between them, below the workspace's root.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RelPath(String);

impl RelPath {
    /// The root of the workspace.
    pub fn root() -> Self {
        Self(String::new())
    }

    /// From a constant of this program.
    ///
    /// # Panics
    /// If a component is not plain: a mistake in the program, not in input.
    pub fn new(constant: &'static str) -> Self {
        assert!(is_plain(constant), "not a plain path: {constant:?}");
        Self(constant.to_owned())
    }

    /// The folder of all features.
    pub fn features() -> Self {
        Self::new("features")
    }

    /// The folder of one feature.
    pub fn feature(id: &FeatureId) -> Self {
        Self::features().id(id)
    }

    /// This path with an id as the next component.
    pub fn id(&self, id: &FeatureId) -> Self {
        self.with(id.as_str())
    }

    /// This path with a constant appended.
    ///
    /// # Panics
    /// As [`RelPath::new`].
    pub fn join(&self, constant: &'static str) -> Self {
        assert!(is_plain(constant), "not a plain path: {constant:?}");
        self.with(constant)
    }

    /// This path with a file of an answer appended. [`FileName`] is the only door for such names.
    pub fn named(&self, name: &FileName) -> Self {
        self.with(name.as_str())
    }

    /// This path with a number as the next component.
    pub fn number(&self, number: u32) -> Self {
        self.with(&number.to_string())
    }

    /// This path with a numbered file appended, for example `answer-2.txt`.
    pub fn numbered(&self, before: &'static str, number: u32, after: &'static str) -> Self {
        self.with(&format!("{before}{number}{after}"))
    }

    /// This path with a file appended that has another one's name and a number: `state-2.json` for `state.json`.
    pub fn numbered_like(&self, other: &Self, number: u32) -> Self {
        let (stem, ending) = stem_and_ending(other.name());
        self.with(&format!("{stem}-{number}{ending}"))
    }

    /// This path with a numbered file of somebody appended, for example `planner-prompt-2.txt`.
    pub fn numbered_of(
        &self,
        who: &'static str,
        before: &'static str,
        number: u32,
        after: &'static str,
    ) -> Self {
        self.with(&format!("{who}{before}{number}{after}"))
    }

    /// This path with a file that has two numbers appended, for example `answer-2-time-3.txt`.
    pub fn twice_numbered(&self, before: &'static str, numbers: [(u32, &'static str); 2]) -> Self {
        let [(first, between), (second, after)] = numbers;
        self.with(&format!("{before}{first}{between}{second}{after}"))
    }

    /// This path with a file with a semantic version in its name, for example `design-critic-v1.0.0.txt`.
    pub fn versioned(&self, before: &'static str, version: [u32; 3], after: &'static str) -> Self {
        let [major, minor, patch] = version;
        self.with(&format!("{before}{major}.{minor}.{patch}{after}"))
    }

    /// The parent folder; `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        if self.0.is_empty() {
            return None;
        }
        Some(Self(self.0.rsplit_once('/').map_or(String::new(), |(parent, _)| parent.to_owned())))
    }

    /// The last component; empty for the root.
    pub fn name(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or_default()
    }

    /// The path from the workspace's root, with `/` between components; empty for the root.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    fn with(&self, component: &str) -> Self {
        // Lists make the paths of thousands of runs: one allocation each.
        Self(if self.0.is_empty() { component.to_owned() } else { [&self.0, "/", component].concat() })
    }
}

/// The number of a name that [`RelPath::number`] made. `None` for names like `007`, which it does not make.
pub fn number_in(name: &str) -> Option<u32> {
    let number: u32 = name.parse().ok()?;
    (number.to_string() == name).then_some(number)
}

/// The number of a name that [`RelPath::numbered_like`] made for a file of the name `like`.
pub fn number_like(like: &str, name: &str) -> Option<u32> {
    let (stem, ending) = stem_and_ending(like);
    number_in(name.strip_prefix(stem)?.strip_prefix('-')?.strip_suffix(ending)?)
}

/// The parts of a file name: `state` and `.json`. A dot at the beginning starts no ending.
fn stem_and_ending(name: &str) -> (&str, &str) {
    name.rfind('.').filter(|at| *at > 0).map_or((name, ""), |at| name.split_at(at))
}

fn is_plain(path: &str) -> bool {
    path.as_bytes().split(|byte| *byte == b'/').all(|part| {
        let is_plain = |byte: &u8| !matches!(byte, b'\\' | b':') && !byte.is_ascii_control();
        !matches!(part, b"" | b"." | b"..") && part.iter().all(is_plain)
    })
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "." } else { &self.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_built_below_the_workspace() {
        let id: FeatureId = "checkout".parse().unwrap();
        let design = RelPath::feature(&id).join("design");
        let path = design.join("iterations").number(3).join("intent.json");
        assert_eq!(path.as_str(), "features/checkout/design/iterations/3/intent.json");
        assert_eq!(path.parent().unwrap().name(), "3");
        assert_eq!(RelPath::new("frieze.yaml").parent(), Some(RelPath::root()));
    }

    #[test]
    fn a_checked_name_stays_below_its_folder() {
        let folder = RelPath::new("a/b");
        assert_eq!(folder.named(&"Tier.java".parse().unwrap()).as_str(), "a/b/Tier.java");
        assert_eq!(folder.named(&"Tier.java".parse().unwrap()).parent(), Some(folder));
    }

    #[test]
    fn a_number_is_read_as_it_is_written_and_not_otherwise() {
        for (name, expected) in [("0", Some(0)), ("7", Some(7)), ("4294967295", Some(u32::MAX))] {
            assert_eq!(number_in(name), expected, "{name}");
            assert_eq!(RelPath::root().number(number_in(name).unwrap()).as_str(), name);
        }
        for name in ["", "007", "+5", "-1", " 1", "1 ", "4294967296", "1.0", "x"] {
            assert_eq!(number_in(name), None, "{name:?}");
        }
    }

    #[test]
    fn a_number_goes_before_the_ending_of_a_name() {
        let folder = RelPath::new("damaged");
        for (name, numbered) in [
            ("state.json", "state-2.json"),
            (".meta.json", ".meta-2.json"),
            ("a.local.md", "a.local-2.md"),
            (".lock", ".lock-2"),
            ("record", "record-2"),
        ] {
            assert_eq!(folder.numbered_like(&RelPath::new(name), 2).as_str(), format!("damaged/{numbered}"));
            assert_eq!(number_like(name, numbered), Some(2), "{name}");
        }
        for other in ["state.json", "state-07.json", "state-.json", "state-2.txt", "other-2.json"] {
            assert_eq!(number_like("state.json", other), None, "{other}");
        }
    }

    #[test]
    #[should_panic(expected = "not a plain path")]
    fn a_constant_that_climbs_is_a_mistake() {
        drop(RelPath::root().join("../x"));
    }
}
