//! The word lists of the rubric: a constant for each list of `lists.txt`.

include!(concat!(env!("OUT_DIR"), "/lists.rs"));
