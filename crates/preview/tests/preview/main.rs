//! Preview pages as a browser gets them: what is on them, and that they are inert.

mod inert;
mod pages;
