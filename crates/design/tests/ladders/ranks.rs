//! Five designs of a brief are in the order of their scores as readers put them.

use crate::{BRIEFS, DESIGNS, brief, design, folder, judged};

/// The designs of a brief from best to worst, as readers put them: a name a line.
fn order(of: &str) -> Vec<String> {
    match std::fs::read_to_string(folder(of).join("order.txt")) {
        Ok(order) => order.split_whitespace().map(str::to_owned).collect(),
        Err(_) => DESIGNS.iter().map(|name| (*name).to_owned()).collect(),
    }
}

/// Kendall's tau over all pairs within a brief: pairs in the same order minus pairs in another, of all pairs.
#[test]
fn scores_order_the_designs_of_a_brief_as_readers_do() {
    let (mut agree, mut pairs) = (0, 0);
    let mut scored = Vec::new();
    for of in BRIEFS {
        let yardstick = brief(of);
        let names = order(of);
        assert_eq!(names.len(), DESIGNS.len(), "{of}");
        let score = |name: &String| judged(&design(of, name), &yardstick).unwrap().overall.hundredths();
        let scores: Vec<u16> = names.iter().map(score).collect();
        for (at, better) in scores.iter().enumerate() {
            for worse in &scores[at + 1..] {
                pairs += 1;
                agree += match better.cmp(worse) {
                    std::cmp::Ordering::Greater => 1,
                    std::cmp::Ordering::Equal => 0,
                    std::cmp::Ordering::Less => -1,
                };
            }
        }
        scored.push(format!("{of}: {scores:?}"));
    }
    assert!(agree * 10 >= pairs * 9, "tau is {agree} of {pairs}:\n{}", scored.join("\n"));
}
