//! Widgets: parts of the screen that know nothing of features.

pub mod extent;
pub mod listing;
pub mod text_field;
pub mod wheel;
