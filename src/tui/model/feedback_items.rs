//! Requests of rejections, by row of the Feedback pane, and the marks of those that are done.

use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_design::feedback::DoneFile;
use frieze_engine::past::{Item, Rejection};
use frieze_kernel::files::Home;
use frieze_ports::Store;

/// The request with this number, counted from 1 through all rejections.
pub fn item(rejections: &[Rejection], number: usize) -> Option<(&Rejection, &Item)> {
    let mut items = rejections.iter().flat_map(|r| r.items.iter().flatten().map(move |item| (r, item)));
    items.nth(number.checked_sub(1)?)
}

/// The marks of requests that are done; none if there is no file.
///
/// # Errors
/// If the file cannot be read or used.
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
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    #[test]
    fn unreadable_marks_are_reported_and_a_missing_file_has_none() {
        let id: FeatureId = "checkout".parse().unwrap();
        let files = Files::from([("features/checkout/design/feedback-done.json".to_owned(), b"[]".to_vec())]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        assert!(done(&store, &Home::of(&id), &id).unwrap_err().contains("feedback-done"));
        let other = "other".parse().unwrap();
        assert_eq!(done(&store, &Home::of(&other), &other), Ok(DoneFile::new(&other)));
    }
}
