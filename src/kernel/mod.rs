//! The kernel that every workflow runs on: a table of legal moves, a durable record, and pure
//! functions over it. It knows no particular workflow, no clock and no disk.

mod advance;
mod call;
mod cause;
mod event;
mod facts;
mod flow;
mod gate;
mod journalled;
mod note;
mod refusal;
mod request;
mod spent;
mod step;
mod table;
mod view;

pub use advance::advance;
pub use call::{Call, Standing, told_calling};
pub use cause::Cause;
pub use event::{Answer, BUILT_IN, Event, Fault, Order, Usage};
pub use facts::{Facts, Look};
pub use flow::{Flow, RECORDED, Record, Sealed, Unreadable};
pub use gate::{
    Binding, CONFIRMING_DIGITS, Choice, Decision, Gate, LONGEST_WORDS, Undecided, Wording, short_enough,
};
pub use journalled::Journalled;
pub use note::{Note, NoteKind};
pub use refusal::Refusal;
pub use request::{Errand, Key, Request, Role, Want};
pub use spent::{Spent, in_units};
pub use step::{Step, Write};
pub use table::{By, Edge, Phase, Table};
pub use view::{Harm, Judged, Move, Need, RunView};
