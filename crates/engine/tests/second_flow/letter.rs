//! A small workflow: an agent drafts and names a letter for a wish, a person sends or discards it, and a receipt may come. While
//! the draft waits, a copy is in the letter's folder; what was sent is in a log.

use frieze_data::digest::Digest;
use frieze_data::file_name::{FileName, NotAFileName};
use frieze_data::id::FeatureId;
use frieze_data::json as strict;
use frieze_data::path::RelPath;
use frieze_kernel::{
    AgentRequest, Binding, By, Choice, Decision, Edge, Event, Facts, FileState, Files, Flow, Gate, GateKind,
    JournalEnd, Kept, Key, Need, NoteKind, Order, Phase, Place, Record, Refusal, Request, RequestKind, Role,
    RowLook, RunView, Sheet, SheetRow, Shelf, Step, Table, Unreadable, Until, Verb, Watch, Wording,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

pub struct Letter;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum LetterPhase {
    Blank,
    Drafted,
    Sent,
}

impl Phase for LetterPhase {
    const ALL: &'static [Self] = &[Self::Blank, Self::Drafted, Self::Sent];

    fn name(self) -> &'static str {
        match self {
            Self::Blank => "BLANK",
            Self::Drafted => "DRAFTED",
            Self::Sent => "SENT",
        }
    }

    fn work(self) -> &'static str {
        match self {
            Self::Blank => "write",
            Self::Drafted => "read",
            Self::Sent => "wait",
        }
    }
}

const fn edge(from: LetterPhase, to: LetterPhase, by: By, trigger: &'static str) -> Edge<LetterPhase> {
    Edge { from, to, by, trigger, law: "a letter is drafted, read and sent" }
}

/// The record. Its file does not say whose it is.
#[derive(Clone, PartialEq, Debug)]
pub struct LetterRecord {
    pub id: FeatureId,
    pub saved: Saved,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Saved {
    pub revision: u64,
    pub phase: LetterPhase,
    /// How many drafts were asked for.
    pub drafts: u32,
    pub is_asked: bool,
    /// How often the present draft was asked for.
    pub calls: u32,
    pub draft: Option<Digest>,
    /// The name that the writer gave the letter.
    pub name: Option<FileName>,
    pub is_received: bool,
    pub journal: Option<JournalEnd>,
}

impl Record for LetterRecord {
    type Phase = LetterPhase;

    fn fresh(id: &FeatureId) -> Self {
        Self::fresh_after(id, 0)
    }

    fn fresh_after(id: &FeatureId, drafts: u32) -> Self {
        let saved = Saved {
            revision: 0,
            phase: LetterPhase::Blank,
            drafts,
            is_asked: false,
            calls: 0,
            draft: None,
            name: None,
            is_received: false,
            journal: None,
        };
        Self { id: id.clone(), saved }
    }

    fn read(id: &FeatureId, bytes: &[u8]) -> Result<Self, Unreadable> {
        let value = strict::read(bytes).map_err(|e| Unreadable::Damaged(e.to_string()))?;
        let saved = serde_json::from_value(value).map_err(|e| Unreadable::Damaged(e.to_string()))?;
        Ok(Self { id: id.clone(), saved })
    }

    fn glance(id: &FeatureId, bytes: &[u8]) -> Option<Self> {
        Self::read(id, bytes).ok()
    }

    fn bytes(&self) -> Vec<u8> {
        strict::pretty(&self.saved)
    }

    fn phase(&self) -> LetterPhase {
        self.saved.phase
    }

    fn feature(&self) -> &FeatureId {
        &self.id
    }

    fn revision(&self) -> u64 {
        self.saved.revision
    }

    fn journal_end(&self) -> Option<&JournalEnd> {
        self.saved.journal.as_ref()
    }

    fn kept_by_engine(&mut self) -> (&mut u64, &mut Option<JournalEnd>) {
        (&mut self.saved.revision, &mut self.saved.journal)
    }
}

/// The files of a letter.
pub struct Desk(pub RelPath);

impl Desk {
    pub fn of(id: &FeatureId) -> Self {
        Self(RelPath::new("letters").id(id))
    }

    pub fn wish(&self) -> RelPath {
        self.0.join("wish.txt")
    }

    pub fn drafts(&self) -> RelPath {
        self.0.join("drafts")
    }

    pub fn prompt(&self, number: u32) -> RelPath {
        self.drafts().number(number).join("prompt.txt")
    }

    pub fn text(&self, number: u32) -> RelPath {
        self.drafts().number(number).join("text.txt")
    }

    pub fn copy(&self) -> RelPath {
        self.0.join("draft.txt")
    }

    pub fn sent(&self, name: &FileName) -> RelPath {
        self.0.join("sent").named(name)
    }

    pub fn log(&self) -> RelPath {
        self.0.join("sent.log")
    }

    pub fn enclosures(&self) -> RelPath {
        self.0.join("enclosures")
    }

    pub fn receipt(&self) -> RelPath {
        self.0.join("receipt.txt")
    }
}

impl Flow for Letter {
    type Phase = LetterPhase;
    type Record = LetterRecord;
    type Terms = ();

    const NAME: &'static str = "letter";

    const TABLE: Table<LetterPhase> = Table {
        edges: &[
            edge(LetterPhase::Blank, LetterPhase::Drafted, By::Engine, "answer"),
            edge(LetterPhase::Drafted, LetterPhase::Blank, By::Human, "discard"),
            edge(LetterPhase::Drafted, LetterPhase::Sent, By::Human, "send"),
        ],
    };

    const VERBS: &'static [Verb] = &[Verb::of("rename", "NAME", &["DRAFTED"], "Give the draft another name")];

    const SHEETS: &'static [Sheet] = &[Sheet { name: "text", title: "The letter" }];

    fn place(id: &FeatureId) -> Place {
        let desk = Desk::of(id);
        Place { inputs: vec![desk.wish()], ..Place::of(desk.0.clone(), desk.0, "letter.json") }
    }

    fn shelf() -> Shelf {
        Shelf { folder: RelPath::new("letters"), is_one: |files, id| files.has(&Desk::of(id).wish()) }
    }

    fn kept(id: &FeatureId) -> Option<Kept> {
        Some(Kept { folder: Desk::of(id).drafts(), file: "text.txt" })
    }

    fn folders(record: &LetterRecord) -> Vec<RelPath> {
        let (desk, last) = (Desk::of(&record.id), record.saved.drafts);
        let drafts = [last, last.saturating_add(1)].map(|number| desk.drafts().number(number));
        drafts.into_iter().chain([desk.0.join("sent")]).collect()
    }

    fn logs(record: &LetterRecord) -> Vec<RelPath> {
        vec![Desk::of(&record.id).log()]
    }

    fn reads(record: &LetterRecord, _: &Event) -> Vec<RelPath> {
        let desk = Desk::of(&record.id);
        match record.saved.phase {
            LetterPhase::Blank => vec![desk.wish(), desk.copy()],
            LetterPhase::Drafted => vec![desk.text(record.saved.drafts)],
            LetterPhase::Sent => vec![desk.receipt(), desk.copy()],
        }
    }

    fn lists(record: &LetterRecord, _: &Event) -> Vec<RelPath> {
        match record.saved.phase {
            LetterPhase::Drafted => vec![Desk::of(&record.id).enclosures()],
            LetterPhase::Blank | LetterPhase::Sent => Vec::new(),
        }
    }

    fn step(record: LetterRecord, event: &Event, facts: &Facts<()>) -> Result<Step<LetterRecord>, Refusal> {
        match event {
            Event::Inspected => Ok(inspected(record, facts)),
            Event::Ordered(Order::Start)
                if record.saved.phase == LetterPhase::Blank && !record.saved.is_asked =>
            {
                ask(record, By::Human, facts)
            }
            Event::Ordered(Order::Verb { verb: "rename", words, .. })
                if record.saved.phase == LetterPhase::Drafted =>
            {
                renamed(record, words)
            }
            // Two mistakes, which the guard refuses.
            Event::Ordered(Order::Reset { .. }) => {
                let path = Self::place(&record.id).record;
                Ok(Step::to(record, By::Human).remove(path))
            }
            Event::Ordered(Order::Explain { reason }) => {
                let path = Desk::of(&record.id).wish();
                Ok(Step::to(record, By::Human).append(path, reason))
            }
            Event::Ordered(order) => Err(refused(&record, order.verb())),
            Event::Decided(decision) => decided(record, decision, facts),
            Event::AskedAgain { .. } => {
                let mut record = record;
                record.saved.calls += 1;
                Ok(Step::to(record, By::Engine))
            }
            Event::Answered { answer, .. } => Ok(answered(record, &answer.text)),
            Event::Faulted { fault, .. } => {
                let mut record = record;
                record.saved.is_asked = false;
                let step = Step::to(record, By::Engine);
                Ok(step.note(NoteKind::Paused, format!("no draft came: {}", fault.in_words()), json!({})))
            }
            Event::Proceeded { .. } => Err(refused(&record, "proceed")),
        }
    }

    fn wants(record: &LetterRecord) -> Vec<Request> {
        let (desk, number) = (Desk::of(&record.id), record.saved.drafts);
        let request = |key: String, kind| Request { key: Key(key), kind };
        match record.saved.phase {
            LetterPhase::Blank if record.saved.is_asked => {
                let exchange = desk.drafts().number(number).join("writer");
                let ask = AgentRequest::new(Role("writer"), None, desk.prompt(number), exchange);
                let ask = AgentRequest { material: vec![("wish", desk.wish())], ..ask };
                vec![request(format!("write/{number}"), RequestKind::Agent(ask))]
            }
            LetterPhase::Blank => Vec::new(),
            LetterPhase::Drafted => {
                let gate = gate(record);
                vec![Request { key: gate.key.clone(), kind: RequestKind::Gate(gate) }]
            }
            LetterPhase::Sent if record.saved.is_received => Vec::new(),
            LetterPhase::Sent => {
                let watch = Watch { path: desk.receipt(), until: Until::There };
                vec![request("receipt".to_owned(), RequestKind::Watch(watch))]
            }
        }
    }

    fn view(record: &LetterRecord) -> RunView {
        let phase = record.saved.phase;
        let needs = match phase {
            LetterPhase::Blank if record.saved.is_asked => None,
            LetterPhase::Blank => Some(Need::Start),
            LetterPhase::Drafted => Some(Need::Decision),
            LetterPhase::Sent => None,
        };
        RunView {
            begins_in: LetterPhase::Blank.name(),
            iteration: record.saved.drafts,
            folder: record.saved.drafts,
            design: record.saved.draft,
            needs,
            gates: (phase == LetterPhase::Drafted).then(|| gate(record)).into_iter().collect(),
            watches: phase == LetterPhase::Sent && !record.saved.is_received,
            measure: (record.saved.drafts > 0).then(|| format!("draft {}", record.saved.drafts)),
            work: phase.work(),
            next: Self::TABLE.leaving(phase).map(|edge| (edge.to.name(), edge.trigger)).collect(),
            ..RunView::new(record.id.clone(), Self::NAME, phase.name())
        }
    }

    fn sheet(record: &LetterRecord, _: &RunView, name: &str, files: &dyn Files) -> Vec<SheetRow> {
        let desk = Desk::of(&record.id);
        let file = |title: &str, path: RelPath| {
            let FileState::Bytes(bytes) = files.state(&path) else { return Vec::new() };
            let text = SheetRow::new(1, RowLook::Text, String::from_utf8_lossy(&bytes));
            vec![SheetRow::new(0, RowLook::Heading, title).about(path), text]
        };
        match name {
            "text" => [file("Wish", desk.wish()), file("Draft", desk.text(record.saved.drafts))].concat(),
            _ => Vec::new(),
        }
    }
}

/// The draft with the name that a person gave it.
fn renamed(mut record: LetterRecord, words: &[String]) -> Result<Step<LetterRecord>, Refusal> {
    let [name] = words else { return Err(refused(&record, "rename without one name")) };
    let name: FileName = name.parse().map_err(|_| refused(&record, "rename to this name"))?;
    let text = format!("the draft was named {name}");
    record.saved.name = Some(name);
    Ok(Step::to(record, By::Human).note(NoteKind::Run, text, json!({})))
}

fn refused(record: &LetterRecord, what: &str) -> Refusal {
    let why = format!("{} is {} and takes no {what}", record.id, record.saved.phase.name());
    Refusal::new("forbidden-transition", why, "look at the letter first")
}

fn inspected(mut record: LetterRecord, facts: &Facts<()>) -> Step<LetterRecord> {
    let desk = Desk::of(&record.id);
    let is_there = |path: &RelPath| matches!(facts.at(path), FileState::Bytes(_));
    // A drafted letter asks for no facts about its copy.
    if is_there(&desk.copy()) {
        return Step::to(record, By::System).remove(desk.copy());
    }
    let has_come = is_there(&desk.receipt()) && record.saved.phase == LetterPhase::Sent;
    if !has_come || record.saved.is_received {
        return Step::same(record);
    }
    record.saved.is_received = true;
    Step::to(record, By::System).note(NoteKind::Run, "the receipt came", json!({}))
}

/// The first line of an answer names the letter.
fn answered(mut record: LetterRecord, answer: &str) -> Step<LetterRecord> {
    record.saved.is_asked = false;
    let (name, text) = answer.split_once('\n').unwrap_or_default();
    let name = match name.parse() {
        Ok(name) => name,
        Err(why) => {
            let why: NotAFileName = why;
            let step = Step::to(record, By::Engine);
            return step.note(NoteKind::AnswerUnusable, why.to_string(), json!({}));
        }
    };
    let (desk, bytes) = (Desk::of(&record.id), text.as_bytes().to_vec());
    record.saved.draft = Some(Digest::of(&bytes));
    record.saved.name = Some(name);
    record.saved.phase = LetterPhase::Drafted;
    let path = desk.text(record.saved.drafts);
    let step = Step::to(record, By::Engine).write(path, bytes.clone()).write(desk.copy(), bytes);
    step.note(NoteKind::Answer, "a draft came", json!({}))
}

/// Asks for the next draft.
fn ask(mut record: LetterRecord, by: By, facts: &Facts<()>) -> Result<Step<LetterRecord>, Refusal> {
    let desk = Desk::of(&record.id);
    let Some(wish) = facts.bytes(&desk.wish()) else { return Err(refused(&record, "draft without a wish")) };
    let prompt = [b"Write a letter: ", wish].concat();
    record.saved.drafts += 1;
    record.saved.calls = 1;
    record.saved.is_asked = true;
    let path = desk.prompt(record.saved.drafts);
    Ok(Step::to(record, by).write(path, prompt).note(NoteKind::Run, "a draft was asked for", json!({})))
}

fn gate(record: &LetterRecord) -> Gate {
    let choice = |letter, name, wording| {
        let effect = "the letter goes on".to_owned();
        Choice { letter, name, effect, wording, barred: None }
    };
    Gate {
        key: Key(format!("read/{}", record.saved.drafts)),
        kind: GateKind::Plain,
        what: "letter",
        question: "send it?".to_owned(),
        binding: Binding {
            feature: record.id.clone(),
            iteration: record.saved.drafts,
            sha256: record.saved.draft.unwrap_or_else(|| Digest::of(b"")),
        },
        choices: vec![
            choice('s', "send", Wording::Optional("a note")),
            choice('d', "discard", Wording::Required("the reason")),
        ],
    }
}

fn decided(
    mut record: LetterRecord,
    decision: &Decision,
    facts: &Facts<()>,
) -> Result<Step<LetterRecord>, Refusal> {
    let desk = Desk::of(&record.id);
    if decision.choice() == "discard" {
        record.saved.phase = LetterPhase::Blank;
        record.saved.draft = None;
        let step = Step::to(record, By::Human).remove(desk.copy());
        return Ok(step.note(NoteKind::Decision, "the draft was discarded", json!({})));
    }
    let draft = facts.bytes(&desk.text(record.saved.drafts)).unwrap_or_default().to_vec();
    if Digest::of(&draft) != decision.binding().sha256 {
        return Err(refused(&record, "letter that was changed since it was read"));
    }
    let Some(name) = record.saved.name.clone() else { return Err(refused(&record, "letter without a name")) };
    let enclosed = match facts.lists.get(&desk.enclosures()) {
        Some(Ok(entries)) => entries.len(),
        Some(Err(why)) => return Err(Refusal::new("unreadable", why, "look at the enclosures")),
        None => 0,
    };
    record.saved.phase = LetterPhase::Sent;
    let step = Step::to(record, By::Human)
        .write(desk.sent(&name), draft)
        .remove(desk.copy())
        .append(desk.log(), format!("{name}, {enclosed} enclosed\n"))
        .append(desk.log(), "posted\n");
    Ok(step.note(NoteKind::Decision, "the letter was sent", json!({})))
}
