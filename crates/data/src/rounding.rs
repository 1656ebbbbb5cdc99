//! Rounding of points so that the shown parts add up to the shown total.

use super::score::{Points, Score};

const HUNDREDTH: u64 = Points::ONE / 100;

impl Points {
    /// The points lost at a score: 100 minus the score.
    pub const fn lost(score: Score) -> Self {
        Self((10_000 - score.hundredths() as u64) * HUNDREDTH)
    }

    /// Rounds parts to whole hundredths that add up to the total: each is rounded down, and those with the largest remainders up.
    /// Parts that do not make up the total are returned unchanged.
    pub fn round_to_total(total: Self, parts: &[Self]) -> Vec<Self> {
        let rest_of = |part: &Self| part.0 % HUNDREDTH;
        let whole = parts.iter().fold(0, |sum: u64, part| sum.saturating_add(part.0 - rest_of(part)));
        let mut order: Vec<usize> =
            (0..parts.len()).filter(|at| parts.get(*at).map(rest_of) > Some(0)).collect();
        let over = total.0.checked_sub(whole).map(|over| over / HUNDREDTH);
        let Some(over) = over.and_then(|over| usize::try_from(over).ok()).filter(|over| *over <= order.len())
        else {
            return parts.to_vec();
        };
        order.sort_by_key(|at| std::cmp::Reverse(parts.get(*at).map(rest_of)));
        order.truncate(over);
        let up = |at: usize| if order.contains(&at) { HUNDREDTH } else { 0 };
        parts.iter().enumerate().map(|(at, part)| Self(part.0 - rest_of(part) + up(at))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_parts_add_up_to_their_total() {
        let points = |parts: &[u64]| parts.iter().map(|part| Points(*part)).collect::<Vec<_>>();
        let (cent, score) = (Points::ONE / 100, Score::from_hundredths(9_075));
        let parts = points(&[3_046_000_000, 379_000_000, 2_819_400_000, 0, 2_999_700_000]);
        let shown = Points::round_to_total(Points::lost(score), &parts);
        assert_eq!(shown, points(&[305 * cent, 38 * cent, 282 * cent, 0, 300 * cent]));
        // To avoid 0.01 too much, the part with the smallest remainder is rounded down.
        let shown =
            Points::round_to_total(Points(3 * cent), &points(&[9_000_000, 9_500_000, 6_000_000, 4_000_000]));
        assert_eq!(shown, points(&[cent, cent, cent, 0]));
        // Wrong parts are not corrected.
        let wrong = points(&[5 * cent, 7]);
        assert_eq!(Points::round_to_total(Points(9 * cent), &wrong), wrong);
        assert_eq!(Points::round_to_total(Points(cent), &wrong), wrong);
    }
}
