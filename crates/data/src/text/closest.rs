//! Suggestions for mistyped words.

/// The longest word that gets a suggestion, in characters.
const LONGEST: usize = 64;

/// The known word that is closest to a typed one: a few letters differ, or it begins with it. `None` if none is close.
pub fn closest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
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
    use super::closest;

    #[test]
    fn words_with_a_few_other_letters_are_found() {
        let known = ["approve", "checkout", "reject", "reset", "run", "threshold"];
        let check = |typed: &str, expected: Option<&str>| {
            assert_eq!(closest(typed, known), expected, "{typed}");
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
