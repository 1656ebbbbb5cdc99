//! The workflows, each a table, a record and pure functions on the kernel.

pub mod design;
