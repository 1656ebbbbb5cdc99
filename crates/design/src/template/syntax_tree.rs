//! Syntax tree of a template. The parser bounds its depth.

use std::cmp::Ordering;

use serde_json::Value;

pub(super) enum Node<'t> {
    Text { line: usize, text: &'t str },
    Print { line: usize, what: Expr<'t> },
    If { line: usize, arms: Vec<(Expr<'t>, Vec<Node<'t>>)>, otherwise: Vec<Node<'t>> },
    For { line: usize, name: &'t str, list: Expr<'t>, body: Vec<Node<'t>>, otherwise: Vec<Node<'t>> },
    Set { line: usize, name: &'t str, value: Expr<'t> },
}

pub(super) enum Expr<'t> {
    Constant(Value),
    Named(&'t str),
    /// A value and its suffixes, from left to right: a chain of any length is one level deep.
    Followed(Box<Expr<'t>>, Vec<Suffix<'t>>),
    Not(Box<Expr<'t>>),
    /// `and`: the first that is not true, else the last.
    All(Vec<Expr<'t>>),
    /// `or`: the first that is true, else the last.
    Any(Vec<Expr<'t>>),
    /// One side is a constant.
    Compared(Box<(Expr<'t>, Comparison, Expr<'t>)>),
}

pub(super) enum Suffix<'t> {
    Attribute(&'t str),
    Item(usize),
    Length,
    Filter(fn(&Value) -> String),
    Is { kind: Kind, not: bool },
}

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Undefined,
    None,
}

/// Whether a comparison holds for two values in this order.
pub(super) type Accepts = fn(Ordering) -> bool;

#[derive(Clone, Copy)]
pub(super) struct Comparison {
    pub(super) accepts: Accepts,
    /// The result for values of different kinds; `None` if they cannot be compared.
    pub(super) of_different_kinds: Option<bool>,
}
