//! FROZEN.md: the marker that makes a design immutable.
