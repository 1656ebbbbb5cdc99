//! Syntax tree of a template. The parser bounds its depth.

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
    Defined,
    Undefined,
    None,
}

#[derive(Clone, Copy)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Comparison {
    pub(super) fn accepts(self, ordering: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::More => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
        }
    }
}
