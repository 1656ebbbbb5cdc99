//! Frame clock: at most one frame in 16 ms, and none if nothing changed. A frame after input comes sooner than a frame after
//! other messages, and the first messages after it, which mostly answer the input, are drawn at once.

use std::time::{Duration, Instant};

/// The shortest time between two frames after input, and between two without.
const FRAME: Duration = Duration::from_millis(16);
/// The shortest time between a frame without input and the next one after input.
const INPUT: Duration = Duration::from_millis(4);
/// Messages that keep arriving delay a frame by at most this time.
const LATE: Duration = Duration::from_millis(50);

/// The times of the last frames, and since when the next one is due.
#[derive(Debug, Default)]
pub struct Frames {
    last: Option<Instant>,
    last_after_input: Option<Instant>,
    due_since: Option<Instant>,
    /// Input arrived since the last frame.
    has_input: bool,
}

impl Frames {
    /// The earliest time of the next frame.
    pub fn next_after(&self, now: Instant) -> Instant {
        let Some(last) = self.last else { return now };
        if self.has_input {
            // A burst of keys is one frame.
            return self.last_after_input.map_or(last, |input| input + FRAME).max(last + INPUT);
        }
        if self.last_after_input == Some(last) { last } else { last + FRAME }
    }

    /// Notes that something changed. Returns whether the frame has waited too long, so that it must be drawn before other
    /// messages are handled.
    pub fn is_late(&mut self, now: Instant) -> bool {
        let since = *self.due_since.get_or_insert(now);
        self.next_after(now) <= now && now.duration_since(since) >= LATE
    }

    /// Notes an input event.
    pub fn input_arrived(&mut self) {
        self.has_input = true;
    }

    /// Notes a drawn frame.
    pub fn drawn(&mut self, now: Instant) {
        let last_after_input = if self.has_input { Some(now) } else { self.last_after_input };
        *self = Self { last: Some(now), last_after_input, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_frame_is_due_at_once_and_the_next_one_later() {
        let mut frames = Frames::default();
        let start = Instant::now();
        let after = |frames: &Frames| frames.next_after(start) - start;
        assert_eq!(after(&frames), Duration::ZERO);
        frames.drawn(start);
        assert_eq!(after(&frames), FRAME);
        frames.input_arrived();
        assert_eq!(after(&frames), INPUT, "input has precedence");
        let typed = start + INPUT;
        frames.drawn(typed);
        assert_eq!(after(&frames), INPUT, "the answer is drawn at once");
        frames.drawn(typed + Duration::from_millis(1));
        assert_eq!(after(&frames), INPUT + Duration::from_millis(1) + FRAME, "once");
        frames.input_arrived();
        assert_eq!(after(&frames), INPUT + FRAME, "a burst of keys is one frame");
    }

    #[test]
    fn constant_messages_do_not_starve_the_screen() {
        let mut frames = Frames::default();
        let start = Instant::now();
        assert!(!frames.is_late(start));
        assert!(!frames.is_late(start + LATE - Duration::from_millis(1)));
        assert!(frames.is_late(start + LATE));
        frames.drawn(start + LATE);
        assert!(!frames.is_late(start + LATE + LATE), "the next frame has just become due");
        assert!(frames.is_late(start + LATE + LATE + LATE));
    }
}
