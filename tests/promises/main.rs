//! The promises of README.md beside this file, held to large figures, each check beside a broken variant that the same
//! check catches. One program, so that the product is linked once and the tests run side by side.
//!
//! `FRIEZE_LONG=1` runs the whole figures; without it each test is a matter of seconds.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

#[path = "../cli_support/mod.rs"]
mod cli_support;
#[path = "../flow_world/mod.rs"]
mod flow_world;
#[path = "../rubric_support/mod.rs"]
mod rubric_support;

mod bought;
mod budget;
mod bytes;
mod controls;
mod gate;
mod meddled;
mod memory;
mod names;
mod pairs;
mod planted;
mod recorded;
mod suites;
mod writers;

/// Whether the figures are wanted in full.
fn long() -> bool {
    std::env::var_os("FRIEZE_LONG").is_some()
}

/// Numbers that are the same in every run (splitmix64).
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn roll(&mut self, sides: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(sides).unwrap()).unwrap()
    }
}
