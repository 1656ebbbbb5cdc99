//! Preview pages as a browser is given them: what is on them, and that they do nothing.

mod inert;
mod pages;
