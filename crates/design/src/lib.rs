//! The files of the design workflow as values: brief, answers, critique, feedback, freeze marker, templates; and the writer of
//! documents about a feature. Pure: no clock, no disk, no randomness.

pub mod answer;
pub mod answers;
pub mod brief;
pub mod carry_over;
pub mod critique;
pub mod draft;
pub mod feedback;
pub mod freeze_marker;
pub mod frozen;
pub mod integrity;
mod memo;
pub mod page;
pub mod read_marks;
pub mod skipped_lines;
pub mod template;
pub mod yaml;
