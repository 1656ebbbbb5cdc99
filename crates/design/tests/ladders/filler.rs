//! Whatever is put into a good design without making it better, its score does not rise.

use crate::rubric_support::padding::PADDINGS;
use crate::rubric_support::wordy::WORDY_PADDINGS;
use crate::{Change, raising};

#[test]
fn no_filler_raises_the_score_of_a_good_design() {
    const PICKS: usize = 3;
    let raising = raising(|design| {
        let mut padded = Vec::new();
        for (name, pad) in PADDINGS.iter().chain(WORDY_PADDINGS) {
            for pick in 0..PICKS {
                let mut longer = design.clone();
                pad(&mut longer, pick);
                padded.push(Change { what: format!("{name} ({pick})"), changed: longer, gone: None });
            }
        }
        padded
    });
    assert!(raising.is_empty(), "{} fillers raise the score:\n{}", raising.len(), raising.join("\n"));
}
