//! The machine's clock.

use jiff::Timestamp;

use frieze_ports::Clock;

/// The time of this machine, in whole milliseconds.
#[derive(Debug)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        Timestamp::from_millisecond(now.as_millisecond()).unwrap_or(now)
    }
}
