//! The workflows: each is a table, a record and pure functions on the kernel.

pub mod design;
