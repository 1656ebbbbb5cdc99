//! What a requirement document says that is not taken over: told when the feature is made, and as long as it is looked at.

use crate::domain::id::FeatureId;
use crate::domain::path::RelPath;
use crate::domain::{brief, left_out};
use crate::ports::Store;

/// The longest document that is read for it: whoever looks waits for that.
const LONGEST: usize = 512 * 1024;

/// A sentence for each reason. That a document cannot be read is told elsewhere.
pub fn of(store: &dyn Store, id: &FeatureId) -> Vec<String> {
    let path = RelPath::feature(id).join("brief.md");
    match store.read_start(&path, LONGEST + 1) {
        Ok(Some(bytes)) if bytes.len() > LONGEST => {
            let most = LONGEST / 1024;
            vec![format!(
                "it is longer than {most} KiB: what is not taken over was told when the feature was made"
            )]
        }
        Ok(Some(bytes)) => {
            brief::read("brief.md", &bytes).map(|read| left_out::told(&read)).unwrap_or_default()
        }
        Ok(None) | Err(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adapters::store::{DurableStore, Files, MemoryDisk};
    use crate::tui::panes::intent::Intent;
    use crate::tui::panes::{Lines as _, sample};
    use crate::tui::theme::Theme;

    const BRIEF: &str =
        "# Checkout\n\nThe shop MUST show a cart.\n\n## Out of scope\n\n- Gift cards\n- Vouchers\n";

    fn of_brief(brief: &str) -> Vec<String> {
        let files = [("features/checkout/brief.md".to_owned(), brief.as_bytes().to_vec())];
        of(&DurableStore::new(MemoryDisk::holding(&Files::from(files))), &"checkout".parse().unwrap())
    }

    /// With a design and without one, for as long as the document says so.
    #[test]
    fn what_is_not_taken_over_stands_where_the_design_does() {
        let told = of_brief(BRIEF);
        assert!(matches!(told.as_slice(), [one] if one.ends_with("not designed: line 7, 8")), "{told:?}");
        let read = [sample::detail(), sample::design::detail(&sample::design::shop(), None)];
        for mut detail in read {
            detail.left_out.clone_from(&told);
            let rows = Intent::default().lines(&detail, 120, Theme::Plain);
            let line = format!("· brief.md: {}", told[0]);
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
