//! The rubric: a pure function from an intent to scores and findings.
