//! No-progress detection (1-design-engine.md, "No Progress Detection Rules"; ruling 1).
//!
//! The first score of a plateau is the anchor. A later score within one hundredth of it repeats it; any other score is the
//! new anchor. The same overall score with a changed dimension is progress and starts a new plateau. Three repeats in a row
//! are no progress.

use crate::design::record::Evaluated;

/// Repeats in a row that end a run.
pub const MOST_REPEATS: u32 = 3;
/// How far a score may be from the anchor and still repeat it, in hundredths.
const TOLERANCE: u16 = 1;

/// The current plateau of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plateau {
    /// Iteration of the anchor.
    pub since: u32,
    /// Iteration of the last score.
    pub until: u32,
    /// Scores since the anchor that repeat it.
    pub repeats: u32,
}

/// The plateau at the end of a run's evaluations; `None` before the first.
pub fn plateau(evaluations: &[Evaluated]) -> Option<Plateau> {
    let mut iterations = evaluations.iter().filter(|e| !e.edited);
    let mut anchor = iterations.next()?;
    let mut plateau = Plateau { since: anchor.iteration, until: anchor.iteration, repeats: 0 };
    for next in iterations {
        let apart = next.overall.hundredths().abs_diff(anchor.overall.hundredths());
        let moved_inside = apart == 0 && next.dimensions != anchor.dimensions;
        if apart <= TOLERANCE && !moved_inside {
            plateau.repeats += 1;
        } else {
            anchor = next;
            plateau = Plateau { since: next.iteration, until: next.iteration, repeats: 0 };
        }
        plateau.until = next.iteration;
    }
    Some(plateau)
}

#[cfg(test)]
mod tests {
    use crate::design::record::stagnation::*;
    use frieze_data::digest::Digest;
    use frieze_data::score::{Dimensions, Score};

    fn repeats(scores: &[(u16, u16)]) -> u32 {
        let evaluations: Vec<Evaluated> = (1..)
            .zip(scores)
            .map(|(iteration, (overall, dimension))| Evaluated {
                input_sha256: Digest::of(&[]),
                iteration,
                overall: Score::from_hundredths(*overall),
                dimensions: Dimensions::from_fn(|_| Score::from_hundredths(*dimension)),
                edited: false,
                yardstick_sha256: None,
            })
            .collect();
        plateau(&evaluations).map_or(0, |p| p.repeats)
    }

    /// Ruling 1: the document's own example ends at its fourth score, as written.
    #[test]
    fn the_example_of_the_requirement_ends_at_iteration_8() {
        assert_eq!(repeats(&[(7245, 1), (7246, 1), (7244, 1)]), 2);
        assert_eq!(repeats(&[(7245, 1), (7246, 1), (7244, 1), (7245, 1)]), MOST_REPEATS);
    }

    #[test]
    fn the_anchor_stays_the_first_score_of_the_plateau() {
        let cases: [(&[(u16, u16)], u32); 8] = [
            (&[(7245, 1)], 0),
            (&[(7245, 1), (7247, 1)], 0),
            (&[(7245, 1), (7246, 1), (7247, 1)], 0),
            (&[(7245, 1), (7246, 1), (7247, 1), (7247, 1)], 1),
            (&[(7245, 1), (7245, 2)], 0),
            (&[(7245, 1), (7246, 2)], 1),
            (&[(7245, 1), (7245, 1), (7245, 2), (7245, 2)], 1),
            (&[(1, 1), (7245, 1), (7245, 1), (7245, 1), (7245, 1)], 3),
        ];
        for (scores, expected) in cases {
            assert_eq!(repeats(scores), expected, "{scores:?}");
        }
    }
}
