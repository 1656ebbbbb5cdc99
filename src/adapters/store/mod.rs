//! Files: the store port over three kinds of disk.
