//! What somebody may have meant who mistyped a word.

/// The longest word that is looked at, in characters.
const LONGEST: usize = 64;

/// The known word that is nearest to one that was typed: a few letters off, or begun with it. `None` where nothing is near.
pub fn meant<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let length = typed.chars().count();
    if !(2..=LONGEST).contains(&length) {
        return None;
    }
    let most = (length / 3).max(1);
    let near = known.into_iter().filter_map(|word| {
        let begun = length > 2 && word.starts_with(&typed);
        let apart = if begun { 1 } else { strsim::osa_distance(&typed, &word.to_lowercase()) };
        (apart <= most).then_some((apart, word))
    });
    near.min_by_key(|(apart, _)| *apart).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_few_letters_off_is_meant_and_anything_else_is_not() {
        let known = ["approve", "checkout", "reject", "reset", "run", "threshold"];
        let check = |typed: &str, expected: Option<&str>| {
            assert_eq!(meant(typed, known), expected, "{typed}");
        };
        check("aprove", Some("approve"));
        check("chekcout", Some("checkout"));
        check("REJCET", Some("reject"));
        check("rest", Some("reset"));
        check("treshold", Some("threshold"));
        check("check", Some("checkout"));
        check("rnu", Some("run"));
        check("dance", None);
        check("x", None);
        check("", None);
    }
}
