//! Short names of features, and their titles.

/// A feature's name in at most this many columns. Long names are cut in the middle, because names of related features
/// begin alike and differ at their ends.
pub fn name(id: &str, columns: usize) -> String {
    let length = id.chars().count();
    if length <= columns {
        return id.to_owned();
    }
    let Some(kept) = columns.checked_sub(1) else { return String::new() };
    let tail = kept / 2;
    let chars = |from: usize, count: usize| id.chars().skip(from).take(count);
    chars(0, kept - tail).chain(['…']).chain(chars(length - tail, tail)).collect()
}

/// Whether a title says more than the id of its feature.
pub fn says_more(title: &str, id: &str) -> bool {
    let plain = |name: &str| -> String {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    !plain(title).is_empty() && plain(title) != plain(id)
}

/// The title in the first lines of a brief, after its front matter, without heading signs and a label such as `Change:`; `None`
/// if it says no more than the id.
pub fn brief_title(brief: &str, id: &str) -> Option<String> {
    let lines: Vec<&str> = brief.trim_start_matches('\u{FEFF}').lines().collect();
    let begin = frieze_design::brief::front_matter(&lines).map_or(0, |end| end + 1);
    let mut lines = lines.iter().skip(begin).map(|line| line.trim_start_matches('#').trim());
    let line = lines.find(|line| !line.is_empty())?;
    let is_label = |label: &str| label.split_whitespace().count() <= 2;
    let title =
        line.split_once(": ").filter(|(label, _)| is_label(label)).map_or(line, |(_, title)| title.trim());
    // Without the marks of bold and of italic text.
    let title = title.replace("**", "");
    let title = title.trim_matches(['*', '_']);
    says_more(title, id).then(|| title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{brief_title, name};

    #[test]
    fn the_title_of_a_brief_says_more_than_its_id() {
        let title = |brief: &str| brief_title(brief, "store-pickup");
        assert_eq!(title("\n# Change: Add store pickup\n").as_deref(), Some("Add store pickup"));
        assert_eq!(title("# **Pickup for \"One\": orders**").as_deref(), Some("Pickup for \"One\": orders"));
        assert_eq!(title("Orders at the counter: how we hand them over").as_deref().map(str::len), Some(44));
        assert_eq!(title("# Feature Specification: Store Pickup\n\nmore"), None);
        assert_eq!(title(""), None);
        let front = "\u{FEFF}---\nowner: shop\nstatus: draft\n---\n\n# Pick up in the store\n";
        assert_eq!(title(front).as_deref(), Some("Pick up in the store"));
        assert_eq!(title("\u{FEFF}# Store pickup\n"), None);
        // Front matter that is longer than what was read of the brief.
        assert_eq!(title("---\nowner: shop\nstat"), None);
    }

    #[test]
    fn a_long_name_keeps_both_ends() {
        let check =
            |columns: usize, expected: &str| assert_eq!(name("payments-refund-12", columns), expected);
        check(18, "payments-refund-12");
        check(12, "paymen…nd-12");
        check(5, "pa…12");
        check(2, "p…");
        check(1, "…");
        check(0, "");
    }
}
