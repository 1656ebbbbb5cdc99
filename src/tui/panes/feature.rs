//! Short names of features.

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

#[cfg(test)]
mod tests {
    use super::name;

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
