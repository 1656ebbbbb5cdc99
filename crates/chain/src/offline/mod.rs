//! The players of a chain without a model: they rearrange what is there, and ask about what is not.
