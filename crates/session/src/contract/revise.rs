//! The built-in reviser: writes the files that a review names again, from the design, and changes no other.

use std::collections::{BTreeMap, BTreeSet};

use frieze_intent::Intent;

use super::model::Model;
use super::names::line;
use super::review::faults;
use super::{ACCEPTANCE, Files, contents};
use crate::bundle::{self, can_carry};
use crate::review::{Issue, Review};
use frieze_data::text::count;

/// The answer to a revising prompt: a bundle of the files that change. What it cannot do is in the text before them.
/// If nothing changes, one file is repeated as it is, because an answer without files could not be read.
pub fn revise(intent: &Intent, files: &Files, review: &Review) -> String {
    let model = Model::of(intent);
    let faults = faults(intent, &model, files);
    let files_by_place: BTreeMap<_, _> =
        faults.iter().map(|fault| (fault.issue.location.as_deref(), fault.file)).collect();
    let file_of = |issue: &&Issue| files_by_place.get(&issue.location.as_deref().map(str::trim)).copied();
    // A review without a list of issues names all faults.
    let issues: Vec<&Issue> = match review.issues.as_slice() {
        [] => faults.iter().map(|fault| &fault.issue).collect(),
        issues => issues.iter().collect(),
    };
    let (named, others): (Vec<&Issue>, Vec<&Issue>) =
        issues.into_iter().partition(|issue| file_of(issue).is_some());
    let names: BTreeSet<&str> = named.iter().filter_map(file_of).collect();
    let mut changed: BTreeMap<String, String> =
        names.into_iter().map(|name| (name.to_owned(), contents(intent, &model, name))).collect();
    let mut before = format!(
        "Written again from the design, for {} of the review; what was added by hand is in the iteration before.\n",
        count(named.len(), "issue", "issues")
    );
    for issue in others {
        let place = line(issue.location.as_deref().unwrap_or_default(), "no place");
        put!(before, "Not done, for a person or a model: {} ({place})", line(&issue.description, "…"));
    }
    if changed.is_empty() {
        before.push_str("Nothing changes; the file below is as it was.\n");
        let same = files.iter().find(|(_, text)| can_carry(text));
        let other = || (ACCEPTANCE.to_owned(), contents(intent, &model, ACCEPTANCE));
        changed.extend([same.cloned().unwrap_or_else(other)]);
    }
    bundle::write(before, changed)
}
