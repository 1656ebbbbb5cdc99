//! What a requirement document says that is not taken over: told when the feature is made, and as long as it is looked at.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use crate::domain::digest::Digest;
use crate::domain::files::{BRIEF, Home};
use crate::domain::id::FeatureId;
use crate::domain::{brief, left_out};
use crate::ports::Store;

/// The longest document that is read for it: whoever looks waits for that.
const LONGEST: usize = 512 * 1024;

/// The requirement documents that were read, by their bytes: a feature is read again far more often than its document changes.
#[derive(Debug, Default)]
pub struct Briefs(Mutex<HashMap<FeatureId, (Digest, Vec<String>)>>);

impl Briefs {
    /// What is not taken over, a sentence for each reason. That a document cannot be read is told elsewhere.
    pub fn left_out(&self, store: &dyn Store, id: &FeatureId) -> Vec<String> {
        let path = Home::of(id).brief();
        let Ok(Some(bytes)) = store.read_start(&path, LONGEST + 1) else { return Vec::new() };
        if bytes.len() > LONGEST {
            let most = LONGEST / 1024;
            return vec![format!(
                "it is longer than {most} KiB: what is not taken over was told when the feature was made"
            )];
        }
        let now = Digest::of(&bytes);
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some((_, told)) = known.filter(|(of, _)| *of == now) {
            return told;
        }
        let told = brief::read(BRIEF, &bytes).map(|read| left_out::told(&read)).unwrap_or_default();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), (now, told.clone()));
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::tui::detail::Detail;
    use crate::tui::panes::intent::Intent;
    use crate::tui::panes::{Lines as _, sample};
    use crate::tui::theme::Theme;

    const BRIEF: &str =
        "# Checkout\n\nThe shop MUST show a cart.\n\n## Out of scope\n\n- Gift cards\n- Vouchers\n";

    fn of_brief(brief: &str) -> Vec<String> {
        let files = [("features/checkout/brief.md".to_owned(), brief.as_bytes().to_vec())];
        let store = DurableStore::new(MemoryDisk::holding(&Files::from(files)));
        let (briefs, id) = (Briefs::default(), "checkout".parse().unwrap());
        let told = briefs.left_out(&store, &id);
        assert_eq!(briefs.left_out(&store, &id), told, "the second time");
        // Another document is read anew.
        store.replace(&[(Home::of(&id).brief(), b"# Checkout\n\nA cart MUST be shown.\n".to_vec())]).unwrap();
        assert_eq!(briefs.left_out(&store, &id), Vec::<String>::new());
        told
    }

    /// With a design, without one and beside one that cannot be read, for as long as the document says so.
    #[test]
    fn what_is_not_taken_over_stands_where_the_design_does() {
        let told = of_brief(BRIEF);
        assert!(matches!(told.as_slice(), [one] if one.ends_with("not designed: line 7, 8")), "{told:?}");
        let unread = Detail { intent: Some(Err("it is no JSON".to_owned())), ..sample::detail() };
        let read = [sample::detail(), sample::design::detail(&sample::design::shop(), None), unread];
        for mut detail in read {
            detail.left_out.clone_from(&told);
            let rows = Intent::default().lines(&detail, 120, Theme::Plain);
            let line = format!("⋯ brief.md: {}", told[0]);
            assert!(rows.iter().take(4).any(|row| row.line.to_string() == line), "{rows:?}");
        }
        assert_eq!(of_brief("# Checkout\n\nThe shop MUST show a cart.\n"), Vec::<String>::new());
        assert_eq!(of_brief(""), Vec::<String>::new());
    }

    #[test]
    fn of_a_document_that_takes_long_to_read_it_says_so() {
        let told = of_brief(&format!("{BRIEF}{}", "x".repeat(LONGEST)));
        assert!(matches!(told.as_slice(), [one] if one.starts_with("it is longer than 512 KiB")), "{told:?}");
    }
}
