//! The words by which a brief names the parts of a screen, by their kind, and those that are no part of such a name.

/// Screens.
pub(super) const VIEWS: &[&str] =
    &["screen", "page", "dashboard", "homepage", "workspace", "view", "catalog", "catalogue", "portal"];
/// These name a screen without a word before them.
pub(super) const ALONE: &[&str] = &["dashboard", "homepage", "workspace"];
/// What somebody types into, chooses from or presses.
pub(super) const CONTROLS: &[&str] = &[
    "button", "form", "field", "box", "toggle", "checkbox", "dropdown", "selector", "picker", "menu",
    "slider", "filter", "input", "editor", "switcher", "stepper",
];
/// What holds other parts.
pub(super) const CONTAINERS: &[&str] =
    &["dialog", "modal", "panel", "drawer", "sidebar", "popup", "wizard", "toolbar", "tab", "banner"];
/// What shows things.
#[rustfmt::skip]
pub(super) const DATA: &[&str] = &[
    "list", "grid", "table", "chart", "calendar", "timeline", "map", "gallery", "preview", "thumbnail",
    "tile", "report", "queue", "matrix",
];

/// These are as often verbs.
pub(super) const AMBIGUOUS: &[&str] =
    &["report", "view", "filter", "preview", "queue", "input", "map", "form", "box"];
/// What stands before a noun, so that the word behind it is one.
pub(super) const DETERMINERS: &[&str] = &[
    "a", "an", "the", "this", "that", "its", "their", "his", "her", "each", "every", "own", "new", "in", "on",
];

/// Words that tell one screen from no other.
#[rustfmt::skip]
pub(super) const PALE: &[&str] = &[
    "new", "same", "current", "other", "dedicated", "full", "previous", "next", "small", "large",
    "compact", "single", "first", "second", "third", "fourth", "separate", "whole", "existing", "own",
    "mobile", "desktop", "wide", "narrow", "entire", "relevant", "appropriate", "corresponding",
    "different", "given", "multiple", "particular", "post-login", "specific", "last", "default",
    "known", "empty", "long", "short", "clear", "simple", "unified", "restricted", "half", "active",
    "open", "blank", "per", "non", "every", "two", "three", "four", "five", "several", "many", "final",
    "initial", "partial", "usual", "ordinary", "required", "optional", "invalid", "valid", "available",
    "complete", "normal", "consistent", "original", "custom", "free", "real", "actual", "updated",
    "filtered", "resulting", "visible", "flat", "following", "ordered", "sorted", "closed", "fixed",
    "named", "explicit", "still", "just", "both", "main-thread", "without", "across", "around",
    "between", "against", "during", "under", "above", "below", "because", "whose", "like", "never",
    "always", "too", "very", "whatever", "whether", "per-screen", "physical", "ambiguous", "here",
    "now", "once", "nearest", "data", "single-column", "six", "seven", "eight", "nine", "ten", "zero",
    "vs", "broken", "including", "containing", "showing", "covering", "displaying", "listing",
    "requiring", "covers", "includes", "contains", "requires", "keep", "free-text", "form", "today",
    "read-only", "affected", "signed", "paid", "selected", "big", "little", "right", "ready", "guide",
    "manual",
];

/// Verbs before a name: `add a list`, `show charts`.
#[rustfmt::skip]
pub(super) const LEADING: &[&str] = &["create", "add", "show", "see", "open", "visit", "delete", "remove", "build", "display"];
