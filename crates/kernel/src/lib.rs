//! The kernel of every workflow: a table of legal transitions, a durable record, and pure functions over it. It knows no
//! particular workflow, no clock and no disk.

mod advance;
pub mod approval;
mod attention;
mod cause;
mod due;
mod event;
mod facts;
pub mod files;
mod flow;
mod gate;
pub mod journal;
mod journal_end;
mod key;
mod note;
mod place;
mod refusal;
mod request;
mod run_view;
mod sheet;
mod spent;
mod step;
mod transitions;
mod verb;

pub use advance::advance;
pub use attention::{Attention, FeatureStatus, attention_summary};
pub use cause::Cause;
pub use due::{FeatureRun, due, ended, is_left};
pub use event::{Answer, BUILT_IN, Event, Fault, Order, Usage};
pub use facts::{Entries, Facts, FileState, Files, Kind, MOST_ENTRIES};
pub use flow::{Flow, RECORDED, Record, Sealed, Unreadable};
pub use gate::{
    APPROVE, Binding, CONFIRMING_DIGITS, Choice, Confirmed, Decision, Gate, GateKind, LONGEST_WORDS,
    Undecided, Wording, short_enough,
};
pub use journal_end::{Appended, JournalEnd};
pub use key::Key;
pub use note::{Note, NoteKind};
pub use place::{Kept, Place, Shelf};
pub use refusal::{Refusal, WOULD_END};
pub use request::{AgentRequest, Begin, REJECTED, Request, RequestKind, Role, Until, Watch};
pub use run_view::{FileProblem, Judged, Move, Need, RunView, SKELETON, WaitingFor, score_in_words};
pub use sheet::{MOST_ROWS, RowLook, Sheet, SheetRow, bounded};
pub use spent::{Spent, in_units};
pub use step::{Append, Step, Write};
pub use transitions::{By, Edge, Phase, Table, Transitions, UNDO, edge};
pub use verb::Verb;
