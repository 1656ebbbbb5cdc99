//! Skipped lines of a feature's brief.

use frieze_data::id::FeatureId;
use frieze_design::{brief, skipped_lines};
use frieze_kernel::files::{BRIEF, Home};
use frieze_ports::Store;

/// The longest brief that is read for it, since the person waits for the result.
const LONGEST: usize = 512 * 1024;

/// The skipped lines of a brief, a sentence for each reason. Empty if the brief cannot be read, which is reported elsewhere.
pub fn skipped_in_brief(store: &dyn Store, id: &FeatureId) -> Vec<String> {
    let Ok(Some(bytes)) = store.read_start(&Home::of(id).brief(), LONGEST + 1) else { return Vec::new() };
    if bytes.len() > LONGEST {
        let most = LONGEST / 1024;
        return vec![format!(
            "longer than {most} KiB: skipped lines were listed when the feature was created"
        )];
    }
    brief::read(BRIEF, &bytes).map(|read| skipped_lines::describe(&read)).unwrap_or_default()
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

    fn skipped_in(brief: &str) -> Vec<String> {
        let files = [("features/checkout/brief.md".to_owned(), brief.as_bytes().to_vec())];
        let store = DurableStore::new(MemoryDisk::holding(&Files::from(files)));
        skipped_in_brief(&store, &"checkout".parse().unwrap())
    }

    /// With a design, without one, and with an unreadable one.
    #[test]
    fn skipped_lines_are_shown_at_the_top_of_the_intent_pane() {
        let skipped = skipped_in(BRIEF);
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
        assert_eq!(skipped_in("# Checkout\n\nThe shop MUST show a cart.\n"), Vec::<String>::new());
        assert_eq!(skipped_in(""), Vec::<String>::new());
    }

    #[test]
    fn a_long_brief_is_not_read() {
        let skipped = skipped_in(&format!("{BRIEF}{}", "x".repeat(LONGEST)));
        assert!(matches!(skipped.as_slice(), [one] if one.starts_with("longer than 512 KiB")), "{skipped:?}");
    }
}
