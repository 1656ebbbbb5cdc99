//! The frame clock: at most one frame in 16 ms, and none when nothing changed. What the person did is seen sooner.

use std::time::{Duration, Instant};

/// The shortest time between two frames.
const FRAME: Duration = Duration::from_millis(16);
/// The same after a key: news does not hold up an answer, and a burst of keys is still one frame.
const ANSWER: Duration = Duration::from_millis(4);

/// When the last frame was drawn.
#[derive(Debug, Default)]
pub struct Frames {
    last: Option<Instant>,
    /// The person waits for an answer.
    is_asked: bool,
}

impl Frames {
    /// Whether a frame may be drawn now.
    pub fn is_due(&self, now: Instant) -> bool {
        self.next_after(now) <= now
    }

    /// When the next frame may be drawn.
    pub fn next_after(&self, now: Instant) -> Instant {
        self.last.map_or(now, |last| last + if self.is_asked { ANSWER } else { FRAME })
    }

    /// The person did something.
    pub fn asked(&mut self) {
        self.is_asked = true;
    }

    pub fn drawn(&mut self, now: Instant) {
        *self = Self { last: Some(now), is_asked: false };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_is_due_at_once_and_the_next_one_after_a_while() {
        let mut frames = Frames::default();
        let start = Instant::now();
        assert!(frames.is_due(start));
        frames.drawn(start);
        assert!(!frames.is_due(start + Duration::from_millis(15)));
        assert!(frames.is_due(start + FRAME));
        frames.asked();
        assert!(!frames.is_due(start + Duration::from_millis(3)));
        assert!(frames.is_due(start + ANSWER));
        frames.drawn(start + ANSWER);
        assert!(!frames.is_due(start + ANSWER + ANSWER), "an answer is given once");
    }
}
