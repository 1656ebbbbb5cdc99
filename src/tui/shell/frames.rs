//! The frame clock: at most one frame in 16 ms, and none when nothing changed. What the person did is seen sooner
//! than news is, and whatever has arrived by then is in the same frame.

use std::time::{Duration, Instant};

/// The shortest time between two frames.
const FRAME: Duration = Duration::from_millis(16);
/// The same between news and the answer to a key: news does not hold up an answer.
const ANSWER: Duration = Duration::from_millis(4);
/// What keeps on arriving does not keep a frame from being drawn for longer than this.
const LATE: Duration = Duration::from_millis(50);

/// When the last frame was drawn, and since when the next one is wanted.
#[derive(Debug, Default)]
pub struct Frames {
    last: Option<Instant>,
    /// The last frame was an answer: the next one keeps its distance, so that a burst of keys is one frame.
    was_answer: bool,
    wanted: Option<Instant>,
    /// The person waits for an answer.
    is_asked: bool,
}

impl Frames {
    /// When the next frame may be drawn.
    pub fn next_after(&self, now: Instant) -> Instant {
        let pause = if self.is_asked && !self.was_answer { ANSWER } else { FRAME };
        self.last.map_or(now, |last| last + pause)
    }

    /// Something on the screen has changed. What has arrived already comes first, unless it goes on and on: whether
    /// the frame has waited for too long.
    pub fn is_late(&mut self, now: Instant) -> bool {
        let since = *self.wanted.get_or_insert(now);
        self.next_after(now) <= now && now.duration_since(since) >= LATE
    }

    /// The person did something.
    pub fn asked(&mut self) {
        self.is_asked = true;
    }

    /// A frame has left.
    pub fn drawn(&mut self, now: Instant) {
        *self = Self { last: Some(now), was_answer: self.is_asked, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_is_due_at_once_and_the_next_one_after_a_while() {
        let mut frames = Frames::default();
        let start = Instant::now();
        let after = |frames: &Frames| frames.next_after(start) - start;
        assert_eq!(after(&frames), Duration::ZERO);
        frames.drawn(start);
        assert_eq!(after(&frames), FRAME);
        frames.asked();
        assert_eq!(after(&frames), ANSWER, "news does not hold up an answer");
        frames.drawn(start);
        assert_eq!(after(&frames), FRAME);
        frames.asked();
        assert_eq!(after(&frames), FRAME, "a burst of keys is one frame");
    }

    #[test]
    fn what_goes_on_arriving_does_not_starve_the_screen() {
        let mut frames = Frames::default();
        let start = Instant::now();
        assert!(!frames.is_late(start));
        assert!(!frames.is_late(start + LATE - Duration::from_millis(1)));
        assert!(frames.is_late(start + LATE));
        frames.drawn(start + LATE);
        assert!(!frames.is_late(start + LATE + LATE), "it is wanted anew from now on");
        assert!(frames.is_late(start + LATE + LATE + LATE));
    }
}
