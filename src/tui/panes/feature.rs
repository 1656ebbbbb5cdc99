//! Features as they are named where there is little room.

/// A feature's name in so many columns. Names of many features begin alike and differ at their ends, so it is the middle
/// that gives way.
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
    fn both_ends_of_a_long_name_are_told() {
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
