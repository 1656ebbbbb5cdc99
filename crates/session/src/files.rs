//! Paths of a session's files (S12–S15). "Filenames are intentional and semantic. They are part of the workflow
//! contract." They are spelled here and in `phase.rs` only. Journal and lock belong to the engine.

use frieze_data::file_name::{FileName, NotAFileName};
use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_kernel::{Entries, Kind};

use crate::bundle::MOST_FILES;
use crate::phase::Work;

/// The name of the record.
pub const RECORD: &str = "session.json";
/// The name of the standards bundle.
pub const STANDARDS: &str = "standards-bundle.md";
/// What iteration folders begin with, before their number.
const ITERATION: &str = "iteration-";

/// The files of one session.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SessionFiles {
    /// The folder of the session. All its files are below it.
    pub folder: RelPath,
}

impl SessionFiles {
    /// `.aiwf/sessions/<id>/`.
    pub fn of(id: &FeatureId) -> Self {
        Self { folder: shelf().named(&FileName::from(id)) }
    }

    /// The record.
    pub fn record(&self) -> RelPath {
        self.folder.join(RECORD)
    }

    /// "Created at init, immutable".
    pub fn standards(&self) -> RelPath {
        self.folder.join(STANDARDS)
    }

    /// The prompt of some work in an iteration. "Planning prompt/response are session-scoped."
    pub fn prompt(&self, work: Work, iteration: u32) -> RelPath {
        self.scope(work, iteration).join(work.prompt())
    }

    /// The response to that prompt.
    pub fn response(&self, work: Work, iteration: u32) -> RelPath {
        self.scope(work, iteration).join(work.response())
    }

    /// The folder of an iteration, from 1 (S8).
    pub fn iteration(&self, iteration: u32) -> RelPath {
        self.folder.numbered(ITERATION, iteration, "")
    }

    /// The folder of an iteration's code.
    pub fn code_folder(&self, iteration: u32) -> RelPath {
        self.iteration(iteration).join("code")
    }

    /// A file of an iteration's code.
    pub fn code(&self, iteration: u32, name: &FileName) -> RelPath {
        self.code_folder(iteration).named(name)
    }

    /// A path as the record has it: relative to the session's folder.
    pub fn relative<'p>(&self, path: &'p RelPath) -> &'p str {
        let rest = path.as_str().strip_prefix(self.folder.as_str());
        rest.and_then(|rest| rest.strip_prefix('/')).unwrap_or(path.as_str())
    }

    fn scope(&self, work: Work, iteration: u32) -> RelPath {
        match work {
            Work::Planning => self.folder.clone(),
            Work::Generating | Work::Reviewing | Work::Revising => self.iteration(iteration),
        }
    }
}

/// The folder of all sessions.
pub fn shelf() -> RelPath {
    RelPath::new(".aiwf/sessions")
}

/// The path of a code file as artifacts have it: `iteration-1/code/Tier.java`.
pub fn code_path(iteration: u32, name: &FileName) -> String {
    format!("{ITERATION}{iteration}/code/{name}")
}

/// The inverse of [`code_path`].
pub fn code_of_path(path: &str) -> Option<(u32, FileName)> {
    let (iteration, rest) = path.strip_prefix(ITERATION)?.split_once('/')?;
    let iteration = frieze_data::path::number_in(iteration).filter(|n| *n > 0)?;
    Some((iteration, rest.strip_prefix("code/")?.parse().ok()?))
}

/// The code files of a folder, and why others in it cannot be approved. Names with a dot in front belong to systems and editors.
pub fn plain_names(entries: &Entries) -> (Vec<FileName>, Option<String>) {
    let entries = match entries {
        Ok(entries) => entries,
        Err(why) => return (Vec::new(), Some(why.clone())),
    };
    let (mut names, mut problem) = (Vec::new(), None);
    for (name, kind) in entries.iter().filter(|(name, _)| !name.starts_with('.')) {
        let why = match (kind, name.parse()) {
            (Kind::File, Ok(_)) if names.len() == MOST_FILES => {
                format!("it has more than {MOST_FILES} files")
            }
            (Kind::File, Ok(name)) => {
                names.push(name);
                continue;
            }
            (Kind::File, Err(why)) => NotAFileName::to_string(&why),
            (Kind::Folder | Kind::Symlink | Kind::Other, _) => {
                format!("{name:?} is no plain file: move it out of the folder")
            }
        };
        problem.get_or_insert(why);
    }
    (names, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S12–S15: other tools read these names.
    #[test]
    fn the_tree_of_a_session_is_the_requirements() {
        let files = SessionFiles::of(&"tier-1".parse().unwrap());
        let name: FileName = "Tier.java".parse().unwrap();
        let mut tree = vec![files.record(), files.standards()];
        for (work, iteration) in [
            (Work::Planning, 1),
            (Work::Generating, 1),
            (Work::Reviewing, 1),
            (Work::Revising, 2),
            (Work::Reviewing, 2),
        ] {
            tree.extend([files.prompt(work, iteration), files.response(work, iteration)]);
            if matches!(work, Work::Generating | Work::Revising) {
                tree.push(files.code(iteration, &name));
            }
        }
        let tree: Vec<&str> = tree.iter().map(|path| files.relative(path)).collect();
        let expected = "session.json standards-bundle.md planning-prompt.md planning-response.md \
            iteration-1/generating-prompt.md iteration-1/generating-response.md iteration-1/code/Tier.java \
            iteration-1/reviewing-prompt.md iteration-1/reviewing-response.md \
            iteration-2/revising-prompt.md iteration-2/revising-response.md iteration-2/code/Tier.java \
            iteration-2/reviewing-prompt.md iteration-2/reviewing-response.md";
        assert_eq!(tree.join(" "), expected);
        assert_eq!(files.folder.as_str(), ".aiwf/sessions/tier-1");
        assert_eq!(code_path(2, &name), "iteration-2/code/Tier.java");
        assert_eq!(code_of_path("iteration-2/code/Tier.java"), Some((2, name)));
        for other in
            ["iteration-0/code/a", "iteration-02/code/a", "iteration-1/a", "iteration-1/code/../a", "code/a"]
        {
            assert_eq!(code_of_path(other), None, "{other}");
        }
    }
}
