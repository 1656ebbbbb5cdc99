//! What of a feature is compared, in the words of the screen's `:diff`: an iteration of its last run by number, the design that
//! was rejected last, or the one that was frozen last.

use super::{Stop, Tools, show};
use crate::domain::intent::{self, Intent};
use crate::domain::json;
use crate::domain::path::RelPath;
use crate::kernel::{Flow, RunView};

/// A design of a feature, as it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    Iteration(u32),
    Rejected,
    Frozen,
}

/// `A`, or `A..B`; without B it is the current design. `None` for what names no design.
pub fn range(text: &str) -> Option<(Base, Option<Base>)> {
    match text.split_once("..") {
        Some((old, new)) => Some((base(old)?, Some(base(new)?))),
        None => Some((base(text)?, None)),
    }
}

fn base(word: &str) -> Option<Base> {
    match word {
        "rejected" => Some(Base::Rejected),
        "frozen" => Some(Base::Frozen),
        number => number.parse().ok().map(Base::Iteration),
    }
}

impl Base {
    /// The design that it names.
    pub fn read<F: Flow>(self, tools: &Tools<F>, view: &RunView) -> Result<Intent, Stop> {
        let (id, home) = (&view.id, F::home(&view.id));
        match self {
            Self::Iteration(number) => iteration(tools, view, number),
            Self::Rejected => match rejected(tools, view)? {
                Some(folder) => {
                    // What a person made of an iteration is kept beside it, as it was left: that is what was rejected.
                    let folder = home.join("iterations").number(folder);
                    let edited = folder.join("intent-edited.json");
                    let is_edited = tools.store.look(&edited)?.is_some();
                    at(tools, &if is_edited { edited } else { folder.join("intent.json") })
                }
                None => Err(none(format!("nothing of {id} was rejected yet"))),
            },
            Self::Frozen => frozen(tools, view),
        }
    }
}

/// What is frozen, or was and is remembered as such, is verified; what was unfrozen is a file like any other.
fn frozen<F: Flow>(tools: &Tools<F>, view: &RunView) -> Result<Intent, Stop> {
    let id = &view.id;
    let seal = tools.engine.seal(view);
    if view.is_sealed {
        let design = show::design(tools, &seal)?;
        return design.ok_or_else(|| none(format!("the frozen design of {id} cannot be read")));
    }
    let path = F::home(id).join("final/intent.json");
    match (&seal.last_freeze_broken, tools.store.look(&path)?) {
        (Some(why), _) => Err(show::not_shown(&path, why)),
        (None, None) => Err(none(format!("nothing of {id} has been frozen yet"))),
        (None, Some(_)) => at(tools, &path),
    }
}

fn none(what: String) -> Stop {
    Stop::refused(what, "a number compares with an iteration of the last run: `frieze diff FEATURE 1`")
}

/// The folder of the iteration that was rejected last, in this run or an earlier one.
fn rejected<F: Flow>(tools: &Tools<F>, view: &RunView) -> Result<Option<u32>, Stop> {
    let iterations = F::home(&view.id).join("iterations");
    let mut folders: Vec<u32> =
        tools.store.list(&iterations)?.iter().filter_map(|(name, _)| name.parse().ok()).collect();
    folders.sort_unstable();
    while let Some(folder) = folders.pop() {
        if tools.store.look(&iterations.number(folder).join("feedback.md"))?.is_some() {
            return Ok(Some(folder));
        }
    }
    Ok(None)
}

/// An iteration of the last run, from 1.
pub fn iteration<F: Flow>(tools: &Tools<F>, view: &RunView, number: u32) -> Result<Intent, Stop> {
    let id = &view.id;
    if number == 0 || number > view.iteration {
        let has = format!("{id} has iterations 1 to {} in its last run", view.iteration);
        return Err(Stop::refused(format!("there is no iteration {number} of {id} to compare"), has));
    }
    let folder = F::home(id).join("iterations").number(view.folder - view.iteration + number);
    at(tools, &folder.join("intent.json"))
}

fn at<F: Flow>(tools: &Tools<F>, path: &RelPath) -> Result<Intent, Stop> {
    let restore = "restore the file from version control";
    let bytes = tools.store.read(path, json::LARGEST)?;
    let bytes = bytes.ok_or_else(|| Stop::refused(format!("{path} is not there to compare"), restore))?;
    let reading = intent::read(&bytes).map_err(|e| Stop::refused(format!("{path}: {e}"), restore))?;
    Ok(reading.intent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn designs_are_named_as_on_the_screen() {
        use Base::{Frozen, Iteration, Rejected};
        for (text, named) in [
            ("2", Some((Iteration(2), None))),
            ("1..3", Some((Iteration(1), Some(Iteration(3))))),
            ("rejected", Some((Rejected, None))),
            ("frozen", Some((Frozen, None))),
            ("frozen..2", Some((Frozen, Some(Iteration(2))))),
            ("1..rejected", Some((Iteration(1), Some(Rejected)))),
            ("", None),
            ("1..", None),
            ("..2", None),
            ("-1", None),
            ("Frozen", None),
            ("intent.json", None),
        ] {
            assert_eq!(range(text), named, "{text:?}");
        }
    }
}
