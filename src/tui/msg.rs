//! What can happen to the screen, and what the screen can ask of the shell: two closed lists, and the only way in
//! and out of the model.

use std::sync::Arc;

use crossterm::event::{KeyEvent, MouseEvent};
use jiff::Timestamp;

use super::detail::{Base, Compared, Detail, Stated};
use super::features::Card;
use super::settings::Settings;
use secrecy::SecretString;

use crate::domain::digest::Digest;
use crate::domain::id::FeatureId;
use crate::domain::looked::Looked;
use crate::engine::Seen;
use crate::kernel::{Decision, Order, RunView};

/// Something that happened.
#[derive(Debug)]
pub enum Msg {
    /// A key went down.
    Key(KeyEvent),
    /// Text was pasted; line ends are `\n`.
    Pasted(String),
    Mouse(MouseEvent),
    Resized(u16, u16),
    /// Whether the terminal window has the person's attention.
    Focused(bool),
    /// Time has passed while something on the screen counts it.
    Tick(Timestamp),
    /// The frame that was asked for is on the screen, and whatever was typed before that is dropped.
    Drawn(Vec<Arc<str>>),
    /// What this person looked at before.
    Looked(Vec<Looked>),
    /// What they looked at was saved, or could not be.
    Kept(Result<(), Stated>),
    /// The features that there are.
    Listed(Result<Vec<FeatureId>, Stated>),
    /// What this program's own runs are doing.
    Ran(Vec<(FeatureId, Card)>),
    /// What agents that are asked tell meanwhile.
    Told(Vec<(FeatureId, Arc<Seen>)>),
    /// What was read of some of them.
    Read(Vec<(FeatureId, Card)>),
    /// A feature whose files may have changed, looked at again.
    Touched(Vec<(FeatureId, Card)>),
    /// Everything about one feature.
    Detail(Arc<Detail>),
    /// Two designs, compared.
    Compared(FeatureId, Compared),
    /// An order, a decision or another errand ended.
    Ended(FeatureId, Errand, Result<String, Stated>),
    /// What was written for the next rejection was saved together with what another window had written meanwhile: as
    /// one text, this.
    Joined(FeatureId, String),
    /// That this was refused of a feature could not be written into the journal.
    NotJournalled(FeatureId, &'static str, Stated),
    /// A run came to rest, which an order or a decision had begun.
    Rested(Errand, Box<RunView>),
    /// The key that signs a decision asks this question before it does.
    Locked(FeatureId, String),
    /// Something that is about no feature ended.
    Said(Result<String, Stated>),
    /// The workspace was made, or could not be.
    Made(Result<(), Stated>),
    /// The editor gave the text back; `None` where it failed.
    Edited(Result<String, Stated>),
    /// What a path could go on to, and the path.
    Paths(String, Vec<String>),
    /// How the screen is set was read again.
    Set(Result<Settings, Stated>),
    /// Files are watched, or only looked at now and then, with why.
    Watching(Result<(), String>),
}

/// What ended: so that the screen knows what to do next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    Run,
    Decide,
    Pause,
    Explain,
    Create,
    KeepDraft,
    MarkDone,
    Answer,
    SetAside,
}

/// Something that the shell is to do.
#[derive(Debug)]
pub enum Cmd {
    Quit,
    Suspend,
    /// Read a feature for the panes, compared with a base where one was chosen.
    Load(FeatureId, Option<Base>),
    /// Compare two designs of a feature.
    Compare(Arc<Detail>, Base, Option<Base>),
    /// Give an order to a feature and let it run on.
    Order(FeatureId, Order),
    /// Go on with a run that was paused or interrupted.
    GoOn(FeatureId),
    /// Every feature that can run.
    RunAll(Vec<FeatureId>),
    Pause(FeatureId),
    /// Bring a decision to the engine, which looks at the files again under the lease.
    Decide(FeatureId, Decision),
    /// The same with the passphrase of the key that signs it.
    Unlock(FeatureId, SecretString, Decision),
    /// Have it journalled that this was wanted of a feature and is not allowed where it stands.
    Attempt(FeatureId, &'static str),
    /// A damaged record is set aside.
    SetAside(FeatureId),
    /// A new feature from a requirement document.
    Create(FeatureId, String),
    /// Keep what was written for the next rejection, and what the file held when that was begun.
    KeepDraft(FeatureId, String, String),
    /// Save what this person looked at.
    KeepLooks(Vec<Looked>),
    /// Keep the answer to an open question.
    Answer(FeatureId, String, String),
    /// Mark an item of feedback as done, or take the mark away: folder and SHA-256 of the words.
    MarkDone(FeatureId, u32, Digest),
    /// Open the person's editor on a text.
    Edit(String),
    OpenPreview(FeatureId),
    /// Open the person's editor on a feature's requirement document.
    OpenBrief(FeatureId),
    Copy(String),
    /// Make a workspace here, with a demo or without.
    MakeWorkspace {
        demo: bool,
    },
    /// Tell the person, who may be looking elsewhere.
    Notify(String),
    /// The terminal is to be used otherwise: its mouse, its bell, its colours.
    Adjust(Settings),
    /// Look again at features that another process holds: giving a lease back changes no file that is watched.
    LookAgain(Vec<FeatureId>),
    /// Read the list of features again.
    Relist,
    /// Check these frozen designs; all of them where none is named.
    Verify(Vec<FeatureId>),
    /// Find what a path that is being typed could go on to.
    FindPaths(String),
}
