//! Cache of the skipped lines of each brief.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_design::{brief, skipped_lines};
use frieze_kernel::files::{BRIEF, Home};
use frieze_ports::Store;

/// The longest brief that is read for it, since the person waits for the result.
const LONGEST: usize = 512 * 1024;

/// The skipped lines of the briefs that were read. A feature is read far more often than its brief changes.
#[derive(Debug, Default)]
pub struct BriefCache(Mutex<HashMap<FeatureId, (Digest, Vec<String>)>>);

impl BriefCache {
    /// The skipped lines of a brief, a sentence for each reason. Empty if the brief cannot be read, which is reported
    /// elsewhere.
    pub fn skipped_lines(&self, store: &dyn Store, id: &FeatureId) -> Vec<String> {
        let path = Home::of(id).brief();
        let Ok(Some(bytes)) = store.read_start(&path, LONGEST + 1) else { return Vec::new() };
        if bytes.len() > LONGEST {
            let most = LONGEST / 1024;
            return vec![format!(
                "longer than {most} KiB: skipped lines were listed when the feature was created"
            )];
        }
        let digest = Digest::of(&bytes);
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
        if let Some((_, lines)) = known.filter(|(of, _)| *of == digest) {
            return lines;
        }
        let lines = brief::read(BRIEF, &bytes).map(|read| skipped_lines::describe(&read)).unwrap_or_default();
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), (digest, lines.clone()));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::model::detail::Detail;
    use crate::tui::panes::intent::Intent;
    use crate::tui::panes::{Lines as _, fixtures};
    use crate::tui::view::theme::Theme;
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    const BRIEF: &str =
        "# Checkout\n\nThe shop MUST show a cart.\n\n## Out of scope\n\n- Gift cards\n- Vouchers\n";

    fn of_brief(brief: &str) -> Vec<String> {
        let files = [("features/checkout/brief.md".to_owned(), brief.as_bytes().to_vec())];
        let store = DurableStore::new(MemoryDisk::holding(&Files::from(files)));
        let (briefs, id) = (BriefCache::default(), "checkout".parse().unwrap());
        let lines = briefs.skipped_lines(&store, &id);
        assert_eq!(briefs.skipped_lines(&store, &id), lines, "the second time");
        // A changed brief is read again.
        store.replace(&[(Home::of(&id).brief(), b"# Checkout\n\nA cart MUST be shown.\n".to_vec())]).unwrap();
        assert_eq!(briefs.skipped_lines(&store, &id), Vec::<String>::new());
        lines
    }

    /// With a design, without one, and with an unreadable one.
    #[test]
    fn skipped_lines_are_shown_at_the_top_of_the_intent_pane() {
        let skipped = of_brief(BRIEF);
        assert!(
            matches!(skipped.as_slice(), [one] if one.ends_with("(out of scope): lines 7, 8")),
            "{skipped:?}"
        );
        let unread = Detail { intent: Some(Err("it is no JSON".to_owned())), ..fixtures::detail() };
        let read = [fixtures::detail(), fixtures::design::detail(&fixtures::design::shop(), None), unread];
        for mut detail in read {
            detail.skipped_lines.clone_from(&skipped);
            let rows = Intent::default().lines(&detail, 120, Theme::Plain);
            let line = format!("⋯ brief.md: {}", skipped[0]);
            assert!(rows.iter().take(4).any(|row| row.line.to_string() == line), "{rows:?}");
        }
        assert_eq!(of_brief("# Checkout\n\nThe shop MUST show a cart.\n"), Vec::<String>::new());
        assert_eq!(of_brief(""), Vec::<String>::new());
    }

    #[test]
    fn a_long_brief_is_not_read() {
        let skipped = of_brief(&format!("{BRIEF}{}", "x".repeat(LONGEST)));
        assert!(matches!(skipped.as_slice(), [one] if one.starts_with("longer than 512 KiB")), "{skipped:?}");
    }
}
