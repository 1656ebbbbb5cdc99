//! Items of feedback on the screen: which one a row speaks of, and which are marked as done.

use crate::domain::feedback::DoneFile;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::json;
use crate::engine::past::{Item, Rejection};
use crate::ports::Store;

/// The item that a row of the Feedback pane speaks of: counted from 1 through all rejections.
pub fn item(rejections: &[Rejection], number: usize) -> Option<(&Rejection, &Item)> {
    let mut items = rejections.iter().flat_map(|r| r.items.iter().flatten().map(move |item| (r, item)));
    items.nth(number.checked_sub(1)?)
}

/// The marks; none where there is no file.
pub fn done(store: &dyn Store, home: &Home, id: &FeatureId) -> Result<DoneFile, String> {
    let path = home.done();
    match store.read(&path, json::LARGEST) {
        Ok(None) => Ok(DoneFile::new(id)),
        Ok(Some(bytes)) => DoneFile::read(&bytes, id).map_err(|e| format!("{path} cannot be used: {e}")),
        Err(e) => Err(e.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};

    #[test]
    fn marks_that_cannot_be_read_are_told_and_none_are_no_trouble() {
        let id: FeatureId = "checkout".parse().unwrap();
        let files = Files::from([("features/checkout/design/feedback-done.json".to_owned(), b"[]".to_vec())]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        assert!(done(&store, &Home::of(&id), &id).unwrap_err().contains("feedback-done"));
        let other = "other".parse().unwrap();
        assert_eq!(done(&store, &Home::of(&other), &other), Ok(DoneFile::new(&other)));
    }
}
