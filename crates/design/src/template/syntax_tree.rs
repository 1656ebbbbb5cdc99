//! Syntax tree of a template. The parser bounds its depth and the length of each tag.

use serde_json::Value;

pub(super) struct Node<'t> {
    pub(super) line: usize,
    pub(super) what: What<'t>,
}

pub(super) enum What<'t> {
    Text(&'t str),
    Print { path: Path<'t>, filter: Option<fn(&Value) -> String> },
    If { all: Vec<Condition<'t>>, body: Vec<Node<'t>>, otherwise: Vec<Node<'t>> },
    For { name: &'t str, list: Path<'t>, body: Vec<Node<'t>> },
}

/// `name` or `name.field`.
#[derive(Clone, Copy)]
pub(super) struct Path<'t> {
    pub(super) name: &'t str,
    pub(super) field: Option<&'t str>,
}

pub(super) struct Condition<'t> {
    pub(super) path: Path<'t>,
    pub(super) test: Test<'t>,
}

pub(super) enum Test<'t> {
    /// Not empty, not zero, not false and not `none`.
    True,
    NotTrue,
    NotNone,
    Is(&'t str),
}
