//! Drafts the skeleton of a design without a model: what the document names, in the intent's places, and an open question for what
//! is missing.
