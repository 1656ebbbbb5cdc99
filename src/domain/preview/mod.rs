//! The built-in preview: an intent as one self-contained, inert HTML page.
