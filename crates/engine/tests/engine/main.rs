//! Tests of the engine over a disk in memory, with controlled clocks and agents.

mod journal;
mod runs;
mod suspicions;
