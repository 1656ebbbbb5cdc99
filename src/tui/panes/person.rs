//! Display names of people.

/// The name without the address after it: `Ana <ana@example.org>` is Ana. The files keep both.
pub fn name(who: &str) -> &str {
    match who.split_once(" <") {
        Some((name, address)) if !name.trim().is_empty() && address.ends_with('>') => name.trim(),
        _ => who,
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn an_address_after_a_name_is_dropped() {
        assert_eq!(name("Ana Lima <ana@example.org>"), "Ana Lima");
        assert_eq!(name("<ana@example.org>"), "<ana@example.org>");
        assert_eq!(name("a <b"), "a <b");
        assert_eq!(name("engine"), "engine");
    }
}
