//! What changed between two intents: by identity first, then by text.
