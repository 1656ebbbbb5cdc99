//! The built-in generator: from a brief to an intent, and from findings and feedback to a better one.
