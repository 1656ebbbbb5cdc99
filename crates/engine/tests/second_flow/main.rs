//! Tests of the engine with a second workflow, which shares nothing with the design: folder, record, phases and gate are its own.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod letter;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use frieze_data::digest::Digest;
use frieze_data::file_state::FileState;
use frieze_data::id::FeatureId;
use frieze_data::parallel;
use frieze_engine::{Engine, Flows, InspectDepth, Runs, Slots, Trouble, World};
use frieze_flows::design::Design;
use frieze_kernel::journal;
use frieze_kernel::{
    Answer, Confirmed, Event, Facts, Fault, Flow, Key, Order, Phase as _, Record as _, Role, RunView, advance,
};
use frieze_ports::{Agent, Agents, Ask, Boxed, Checked, Clock, Conditions, Live, NotConfigured, Store};
use frieze_store::DurableStore;
use frieze_testkit::worlds::{BRIEF, terms};
use frieze_testkit::{Fault as DiskFault, FaultyDisk, Files, MemoryDisk};
use letter::{Desk, Letter, LetterPhase, LetterRecord};

/// Gives every letter the same name, and counts how many are at work at once.
#[derive(Clone)]
struct Writer {
    name: &'static str,
    at_work: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

fn writer(name: &'static str) -> Writer {
    Writer { name, at_work: Arc::default(), most: Arc::default() }
}

impl Agent for Writer {
    fn ask(&self, ask: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
        let writer = self.clone();
        Box::pin(async move {
            let now = writer.at_work.fetch_add(1, Ordering::SeqCst) + 1;
            writer.most.fetch_max(now, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_secs(1)).await;
            writer.at_work.fetch_sub(1, Ordering::SeqCst);
            Ok(Answer::of(format!("{}\nDear reader: {}", writer.name, ask.prompt), "a writer"))
        })
    }

    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Ok("made up by a test".to_owned()) })
    }
}

impl Agents for Writer {
    fn for_role(&self, _: Role) -> Result<Arc<dyn Agent>, Fault> {
        Ok(Arc::new(self.clone()))
    }
}

struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> jiff::Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }
}

impl Conditions<()> for Fixed {
    fn terms(&self, _: &FeatureId) -> Result<(), NotConfigured> {
        Ok(())
    }

    fn limit_ms(&self) -> u64 {
        300_000
    }
}

impl Conditions<frieze_flows::design::Terms> for Fixed {
    fn terms(&self, _: &FeatureId) -> Result<frieze_flows::design::Terms, NotConfigured> {
        Ok(terms())
    }

    fn limit_ms(&self) -> u64 {
        300_000
    }
}

fn engine<F: Flow>(store: Arc<dyn Store>, writer: Writer, slots: Slots) -> Engine<F>
where
    Fixed: Conditions<F::Terms>,
{
    Engine::new(World {
        store,
        clock: Arc::new(Fixed),
        agents: Arc::new(writer),
        conditions: Arc::new(Fixed),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze_ports::Unsigned),
        owner: "engine one".to_owned(),
        slots,
        others: None,
        unsealed: None,
    })
}

struct Setup {
    memory: MemoryDisk,
    store: Arc<DurableStore<FaultyDisk<MemoryDisk>>>,
    engine: Engine<Letter>,
}

fn setup_on(files: &Files) -> Setup {
    setup_over(MemoryDisk::holding(files))
}

fn setup_over(memory: MemoryDisk) -> Setup {
    let store = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
    let engine = engine(store.clone(), writer("thanks.txt"), Slots::new(1));
    Setup { memory, store, engine }
}

fn wish() -> Files {
    let files = [
        ("letters/aunt/wish.txt", "thanks for the scarf"),
        ("letters/aunt/enclosures/photo.jpg", "a photo"),
        ("letters/aunt/sent.log", "posted\n"),
    ];
    files.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec())).into()
}

const LOG: &[u8] = b"posted\nthanks.txt, 1 enclosed\nposted\n";

fn setup() -> Setup {
    setup_on(&wish())
}

fn id() -> FeatureId {
    "aunt".parse().unwrap()
}

fn wait_for<T>(work: impl Future<Output = T>) -> T {
    let mut runtime = tokio::runtime::Builder::new_current_thread();
    runtime.enable_time().start_paused(true).build().unwrap().block_on(work)
}

fn start() -> Option<Event> {
    Some(Event::Ordered(Order::Start))
}

fn rename(name: &str) -> Order {
    Order::Verb { verb: "rename", words: vec![name.to_owned()], text: None }
}

fn decision(view: &RunView, choice: &str, words: Option<&str>) -> Event {
    let gate = view.gate().unwrap();
    Event::Decided(gate.decide(choice, words, Confirmed::Typed(view.id.as_str()), false).unwrap())
}

/// Completes a letter from any state.
async fn drive(engine: &Engine<Letter>) -> Result<RunView, Trouble> {
    let mut view = engine.run(&id(), None).await?;
    for _ in 0..4 {
        view = match view.state {
            "BLANK" => engine.run(&id(), start()).await?,
            "DRAFTED" => engine.run(&id(), Some(decision(&view, "send", None))).await?,
            _ => return Ok(view),
        };
    }
    Ok(view)
}

fn texts_of_journal(files: &Files) -> Vec<String> {
    let chain = journal::chain(&files["letters/aunt/journal.jsonl"]);
    assert_eq!(chain.damage, []);
    chain.links.iter().map(|link| link.entry().unwrap().text).collect()
}

fn record(files: &Files) -> LetterRecord {
    LetterRecord::read(&id(), &files["letters/aunt/letter.json"]).unwrap()
}

/// A letter in each phase, as the engine leaves it.
fn records() -> [(&'static str, LetterRecord); 4] {
    let blank = LetterRecord::fresh(&id());
    let mut asked = blank.clone();
    (asked.saved.is_asked, asked.saved.drafts) = (true, 1);
    let mut drafted = blank.clone();
    (drafted.saved.phase, drafted.saved.drafts) = (LetterPhase::Drafted, 1);
    drafted.saved.draft = Some(Digest::of(b"Dear aunt"));
    drafted.saved.name = "thanks.txt".parse().ok();
    let mut sent = drafted.clone();
    sent.saved.phase = LetterPhase::Sent;
    [("blank", blank), ("asked", asked), ("drafted", drafted), ("sent", sent)]
}

/// What every event comes to in every phase: a phase, `-` for no change, or the rule that refuses it.
const EVERY_EVENT: &str = "\
inspected: -, -, -, SENT
run: BLANK, forbidden-transition, forbidden-transition, forbidden-transition
abort: forbidden-transition, forbidden-transition, forbidden-transition, forbidden-transition
reset: forbidden-file, forbidden-file, forbidden-file, forbidden-file
explain: forbidden-file, forbidden-file, forbidden-file, forbidden-file
dismiss: forbidden-transition, forbidden-transition, forbidden-transition, forbidden-transition
rename: forbidden-transition, forbidden-transition, DRAFTED, forbidden-transition
fly: forbidden-transition, forbidden-transition, forbidden-transition, forbidden-transition
send: unasked, unasked, SENT, unasked
discard: unasked, unasked, BLANK, unasked
asked again: unasked, BLANK, unasked, unasked
answered: unasked, DRAFTED, unasked, unasked
faulted: unasked, BLANK, unasked, unasked
proceeded: unasked, forbidden-transition, unasked, unasked
";

#[test]
fn every_event_in_every_phase() {
    let view = Letter::view(&records()[2].1);
    let key = || Key("write/1".to_owned());
    let order = |order: Order| (order.verb(), Event::Ordered(order));
    let events = [
        ("inspected", Event::Inspected),
        order(Order::Start),
        order(Order::Stop { reason: "late".to_owned() }),
        order(Order::Reset { from_best: false }),
        order(Order::Explain { reason: "late".to_owned() }),
        order(Order::Verb { verb: "dismiss", words: vec!["f".to_owned()], text: Some("no".to_owned()) }),
        order(rename("scarf.txt")),
        order(Order::Attempt { what: "fly" }),
        ("send", decision(&view, "send", None)),
        ("discard", decision(&view, "discard", Some("too short"))),
        ("asked again", Event::AskedAgain { key: key() }),
        ("answered", Event::Answered { key: key(), answer: Answer::of("thanks.txt\nDear aunt", "a writer") }),
        (
            "faulted",
            Event::Faulted {
                key: key(),
                fault: Fault::Failed { why: "ill".to_owned() },
                partial: Vec::new(),
            },
        ),
        ("proceeded", Event::Proceeded { key: key() }),
    ];
    let desk = Desk::of(&id());
    let files = [(desk.wish(), "thanks"), (desk.text(1), "Dear aunt"), (desk.receipt(), "yours")];
    let files = files.map(|(path, text)| (path, FileState::Bytes(text.as_bytes().to_vec())));
    let facts = Facts {
        now: Fixed.now(),
        who: "Ada".to_owned(),
        journal_tip: Digest::of(b""),
        files: files.into(),
        lists: BTreeMap::new(),
        terms: (),
    };
    let mut found = String::new();
    for (name, event) in &events {
        let outcomes = records().map(|(_, record)| match advance::<Letter>(&record, event, &facts) {
            Ok(step) if step.changed => step.record.phase().name().to_owned(),
            Ok(step) => {
                assert_eq!(step.record, record);
                "-".to_owned()
            }
            Err(refusal) => refusal.rule.to_owned(),
        });
        found.push_str(&format!("{name}: {}\n", outcomes.join(", ")));
    }
    assert_eq!(found, EVERY_EVENT);
}

#[test]
fn a_letter_is_listed_run_and_decided() {
    let mut files = wish();
    files.insert("letters/nobody/notes.txt".to_owned(), b"no wish, so no letter".to_vec());
    files.insert("features/checkout/brief.md".to_owned(), BRIEF.as_bytes().to_vec());
    let Setup { memory, engine, .. } = setup_on(&files);
    assert_eq!(engine.features().unwrap(), [id()]);
    assert!(engine.exists(&id()).unwrap() && !engine.exists(&"nobody".parse().unwrap()).unwrap());
    assert_eq!(engine.inspect(&id(), InspectDepth::Record).unwrap().view.state, "BLANK");
    let unknown = wait_for(engine.run(&"aunts".parse().unwrap(), start())).unwrap_err();
    assert!(matches!(unknown, Trouble::NoSuchFeature { near: Some(near), .. } if near == id()));

    let view = wait_for(engine.run(&id(), start())).unwrap();
    assert_eq!((view.state, view.iteration), ("DRAFTED", 1));
    let discarded = wait_for(engine.run(&id(), Some(decision(&view, "discard", Some("too short"))))).unwrap();
    assert_eq!(discarded.state, "BLANK");
    assert_eq!(wait_for(drive(&engine)).unwrap().state, "SENT");
    let refused = wait_for(engine.run(&id(), start())).unwrap_err();
    assert!(matches!(&refused, Trouble::Refused(refusal) if refusal.rule == "forbidden-transition"));

    let found = memory.files();
    assert_eq!(record(&found).saved.drafts, 2);
    assert_eq!(found["letters/aunt/sent/thanks.txt"], b"Dear reader: Write a letter: thanks for the scarf");
    assert_eq!(found["letters/aunt/sent.log"], LOG);
    assert_eq!(
        texts_of_journal(&found),
        [
            "a draft was asked for",
            "a draft came",
            "the draft was discarded",
            "a draft was asked for",
            "a draft came",
            "the letter was sent",
            "aunt is SENT and takes no run",
        ]
    );
    let names: Vec<&str> =
        found.keys().filter(|path| !files.contains_key(*path)).map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "letters/aunt/.lock",
            "letters/aunt/drafts/1/prompt.txt",
            "letters/aunt/drafts/1/text.txt",
            "letters/aunt/drafts/2/prompt.txt",
            "letters/aunt/drafts/2/text.txt",
            "letters/aunt/journal.jsonl",
            "letters/aunt/letter.json",
            "letters/aunt/sent/thanks.txt",
        ]
    );
}

/// The files that must not depend on interruptions: all but the journal and the lock, and the record without its counts of
/// steps and calls.
fn end_state(files: &Files) -> Files {
    let mut kept = files.clone();
    kept.retain(|path, _| !path.ends_with("journal.jsonl") && !path.ends_with(".lock"));
    let saved = record(files).saved;
    let record = format!("{:?} {} {:?} {}", saved.phase, saved.drafts, saved.draft, saved.is_received);
    kept.insert("letters/aunt/letter.json".to_owned(), record.into_bytes());
    kept
}

/// Stops the power after every operation of a letter, and checks every state that this may leave. Returns how many.
fn cut_everywhere(check: impl Fn(&Files, &str) + Sync) -> usize {
    let whole = setup();
    wait_for(drive(&whole.engine)).unwrap();
    let expected = end_state(&whole.memory.files());
    let calls: usize = whole.store.disk().calls().values().sum();
    let states = parallel::each(usize::MAX, &(0..calls).collect::<Vec<_>>(), |after| {
        let cut = setup();
        cut.store.disk().set(Some(DiskFault::power_off_after(*after)));
        wait_for(drive(&cut.engine)).unwrap_err();
        let states = cut.memory.after_a_power_cut(12);
        for left in &states {
            let case = format!("after {after} of {calls} operations");
            let again = setup_on(left);
            let end = wait_for(drive(&again.engine)).map(|view| view.state).map_err(|e| e.to_string());
            assert_eq!(end, Ok("SENT"), "{case}");
            let files = again.memory.files();
            assert_eq!(end_state(&files), expected, "{case}");
            check(&files, &case);
            drop(again);
            // A second recovery changes nothing.
            let third = setup_on(&files);
            wait_for(drive(&third.engine)).unwrap();
            assert_eq!(third.memory.files(), files, "{case}");
        }
        // A killed process leaves what was not synced. Once the next one is done, a power cut takes nothing of it.
        let Setup { memory, store, engine } = cut;
        drop((store, engine));
        let next = setup_over(memory);
        wait_for(drive(&next.engine)).unwrap();
        for left in next.memory.after_a_power_cut(12) {
            assert_eq!(end_state(&left), expected, "killed after {after} of {calls} operations");
        }
        states.len()
    });
    states.into_iter().sum()
}

#[test]
fn a_power_cut_anywhere_ends_in_the_same_place() {
    let states = cut_everywhere(|files, case| {
        let texts = texts_of_journal(files);
        for text in ["a draft was asked for", "a draft came", "the letter was sent"] {
            assert_eq!(texts.iter().filter(|found| *found == text).count(), 1, "{case}: {texts:?}");
        }
    });
    assert!(states > 200, "{states}");
}

/// A name from an answer that leads elsewhere makes no file.
#[test]
fn a_letter_with_a_bad_name_is_no_draft() {
    for name in ["../wish.txt", "..", "letter.json/..", ".lock", "con.txt"] {
        let memory = MemoryDisk::holding(&wish());
        let engine: Engine<Letter> =
            engine(Arc::new(DurableStore::new(memory.clone())), writer(name), Slots::new(1));
        assert_eq!(wait_for(engine.run(&id(), start())).unwrap().state, "BLANK", "{name}");
        let (before, after) = (wish(), memory.files());
        let new: Vec<_> = after.keys().filter(|path| !before.contains_key(*path)).collect();
        let known = [".lock", "drafts/1/prompt.txt", "journal.jsonl", "letter.json"];
        assert_eq!(
            new,
            known.map(|name| format!("letters/aunt/{name}")).iter().collect::<Vec<_>>(),
            "{name}"
        );
        assert!(texts_of_journal(&after)[1].contains("is not a file name"), "{name}");
    }
}

/// The entries of a folder are facts; of a folder that cannot be listed, the reason is.
#[test]
fn a_letter_with_too_many_enclosures_is_not_sent() {
    let mut files = wish();
    files.extend((0..2000).map(|n| (format!("letters/aunt/enclosures/{n}"), Vec::new())));
    let Setup { memory, engine, .. } = setup_on(&files);
    let why = wait_for(drive(&engine)).unwrap_err().to_string();
    assert_eq!(why, "letters/aunt/enclosures has more than 2000 entries");
    memory.delete(&Desk::of(&id()).enclosures().join("photo.jpg")).unwrap();
    assert_eq!(wait_for(drive(&engine)).unwrap().state, "SENT");
}

/// What is left of the texts in a log, and what is made of it: everything is there once, whatever else was written. A log that the
/// flow does not name is left alone: anybody may have written the record.
#[test]
fn texts_of_a_log_are_completed_once() {
    let whole = setup();
    wait_for(drive(&whole.engine)).unwrap();
    let files = whole.memory.files();
    let recover = |log: &[u8], change: &dyn Fn(&mut LetterRecord)| {
        let mut files = files.clone();
        let mut record = record(&files);
        change(&mut record);
        files.insert("letters/aunt/letter.json".to_owned(), record.bytes());
        files.insert("letters/aunt/sent.log".to_owned(), log.to_vec());
        // The journal shows that the step was interrupted.
        let lines = files.get_mut("letters/aunt/journal.jsonl").unwrap();
        let end = lines[..lines.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap();
        lines.truncate(end + 1);
        let again = setup_on(&files);
        wait_for(drive(&again.engine)).unwrap();
        let found = again.memory.files();
        assert_eq!(found["letters/aunt/wish.txt"], files["letters/aunt/wish.txt"]);
        String::from_utf8(found["letters/aunt/sent.log"].clone()).unwrap()
    };
    // Where the second text begins.
    const FIRST: usize = LOG.len() - 7;
    let due = String::from_utf8(LOG.to_vec()).unwrap();
    for end in 7..=LOG.len() {
        assert_eq!(recover(&LOG[..end], &|_| {}), due, "cut at {end}");
        let mut unwritten = LOG[..end].to_vec();
        unwritten.resize(LOG.len(), 0);
        assert_eq!(recover(&unwritten[..end.max(FIRST)], &|_| {}), due, "zeros from {end}");
    }
    let edited = b"posted\nby hand\n";
    assert_eq!(recover(edited, &|_| {}), "posted\nby hand\nthanks.txt, 1 enclosed\nposted\n");
    assert_eq!(recover(b"", &|_| {}), "thanks.txt, 1 enclosed\nposted\n");
    let hostile = |record: &mut LetterRecord| {
        for one in &mut record.saved.journal.as_mut().unwrap().appended {
            one.log = "letters/aunt/wish.txt".to_owned();
        }
    };
    assert_eq!(recover(b"", &hostile), "");
    let empty = |record: &mut LetterRecord| {
        for one in &mut record.saved.journal.as_mut().unwrap().appended {
            (one.at, one.text) = (1 << 50, String::new());
        }
    };
    assert_eq!(recover(b"posted\n", &empty), "posted\n");
}

#[test]
fn a_lost_record_begins_after_the_last_draft() {
    let Setup { memory, engine, .. } = setup();
    wait_for(drive(&engine)).unwrap();
    drop(engine);
    let mut files = memory.files();
    files.remove("letters/aunt/letter.json");
    files.insert("letters/aunt/drafts/7/prompt.txt".to_owned(), b"never answered".to_vec());
    let Setup { memory, engine, .. } = setup_on(&files);
    wait_for(drive(&engine)).unwrap();
    assert_eq!(record(&memory.files()).saved.drafts, 2);
}

#[test]
fn a_damaged_record_is_named_and_set_aside() {
    let mut files = wish();
    files.insert("letters/aunt/letter.json".to_owned(), b"{}".to_vec());
    files.insert("letters/aunt/damaged/letter-4.json".to_owned(), b"{".to_vec());
    let Setup { memory, engine, .. } = setup_on(&files);
    let trouble = engine.inspect(&id(), InspectDepth::Record).err().unwrap();
    assert!(trouble.to_string().starts_with("letters/aunt/letter.json cannot be used: "), "{trouble}");
    assert_eq!(engine.set_aside(&id()).unwrap().state, "BLANK");
    let found = memory.files();
    assert_eq!(found["letters/aunt/damaged/letter-5.json"], b"{}");
    let text = "the damaged letter.json was set aside as letters/aunt/damaged/letter-5.json";
    assert_eq!(texts_of_journal(&found), [text]);
}

#[test]
fn a_journal_that_lost_its_end_is_restored_from_its_record() {
    let Setup { memory, engine, .. } = setup();
    wait_for(drive(&engine)).unwrap();
    drop(engine);
    let mut files = memory.files();
    let lines = files.get_mut("letters/aunt/journal.jsonl").unwrap();
    let end = lines[..lines.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap();
    lines.truncate(end + 1);
    let Setup { memory, engine, .. } = setup_on(&files);
    wait_for(drive(&engine)).unwrap();
    let texts = texts_of_journal(&memory.files());
    let text = "an interruption kept 1 lines from the journal; they were written from letter.json";
    assert_eq!(texts[texts.len() - 2..], ["the letter was sent", text]);
}

/// A receipt that has not come is no suspicion: only a file that should be there and is gone may be half written.
#[test]
fn a_file_that_is_waited_for_is_no_suspicion() {
    let Setup { memory, store, engine } = setup();
    wait_for(drive(&engine)).unwrap();
    for depth in [InspectDepth::Record, InspectDepth::Seal, InspectDepth::Changes, InspectDepth::Whole] {
        let found = engine.inspect(&id(), depth).unwrap();
        assert!(found.suspicion.is_none() && found.view.watches, "{depth:?}");
    }
    store.replace(&[(Desk::of(&id()).receipt(), b"yours".to_vec())]).unwrap();
    assert!(!engine.inspect(&id(), InspectDepth::Changes).unwrap().view.watches);
    assert!(record(&memory.files()).saved.is_received);
}

/// Two workflows on one store: each sees its own runs, both may have a run of the same name, and they share the limit of agents.
#[test]
fn two_engines_share_a_workspace_and_the_limit_of_agents() {
    for (limit, most) in [(1, 1), (2, 2)] {
        let mut files = wish();
        files.insert("features/aunt/brief.md".to_owned(), BRIEF.as_bytes().to_vec());
        let store = Arc::new(DurableStore::new(MemoryDisk::holding(&files)));
        let (writer, slots) = (writer("thanks.txt"), Slots::new(limit));
        let letters: Engine<Letter> = engine(store.clone(), writer.clone(), slots.clone());
        let designs: Engine<Design> = engine(store, writer.clone(), slots);
        assert_eq!((letters.features().unwrap(), designs.features().unwrap()), (vec![id()], vec![id()]));
        let (letter, design) = wait_for(async {
            let id = id();
            tokio::join!(letters.run(&id, start()), designs.run(&id, start()))
        });
        // What the writer says is no design.
        assert_eq!((letter.unwrap().state, design.unwrap().state), ("DRAFTED", "FAILED"));
        assert_eq!(writer.most.load(Ordering::SeqCst), most);
    }
}

/// A front end holds both workflows, and knows neither type.
#[test]
fn a_letter_is_listed_shown_ordered_and_decided_without_its_type() {
    let Setup { memory, store, engine: letters } = setup();
    let designs: Engine<Design> = engine(store, writer("thanks.txt"), Slots::new(1));
    let flows = Flows { design: Arc::new(designs), others: vec![Arc::new(letters)] };
    assert_eq!(flows.all().map(|runs| runs.name()).collect::<Vec<_>>(), ["design", "letter"]);
    assert!(flows.named("poem").is_none());
    let letters = flows.named("letter").unwrap().clone();
    assert_eq!(letters.features().unwrap(), [id()]);
    assert_eq!(letters.place(&id()).record.as_str(), "letters/aunt/letter.json");
    let machine = letters.machine();
    assert_eq!(machine.phases, ["BLANK", "DRAFTED", "SENT"]);
    assert_eq!((machine.edges[0].from, machine.edges[0].to), ("BLANK", "DRAFTED"));

    let rows = |letters: &dyn Runs| {
        let rows = letters.sheet(&id(), letters.sheets()[0].name).unwrap();
        rows.into_iter().map(|row| row.text).collect::<Vec<_>>()
    };
    assert_eq!(rows(letters.as_ref()), ["Wish", "thanks for the scarf"]);
    wait_for(letters.run(&id(), start())).unwrap();
    let draft = "Dear reader: Write a letter: thanks for the scarf";
    assert_eq!(rows(letters.as_ref()), ["Wish", "thanks for the scarf", "Draft", draft]);
    assert_eq!(letters.sheet(&id(), "poem").unwrap(), []);

    let verb = letters.verbs()[0].name;
    let order = |words: &[&str]| {
        let words = words.iter().map(|word| (*word).to_owned()).collect();
        letters.take_once(&id(), &Event::Ordered(Order::Verb { verb, words, text: None }))
    };
    assert!(matches!(order(&[]), Err(Trouble::Refused(_))));
    let view = order(&["scarf.txt"]).unwrap();
    let gate = view.gate().unwrap();
    assert!(gate.decide("send", None, Confirmed::Named("uncle"), false).is_err());
    let decided = gate.decide("send", None, Confirmed::Named("aunt"), false).unwrap();
    let sent = letters.take_once(&id(), &Event::Decided(decided)).unwrap();
    assert_eq!((sent.state, sent.needs), ("SENT", None));
    assert_eq!(memory.files()["letters/aunt/sent/scarf.txt"], draft.as_bytes());

    // A damaged record has no sheets.
    let mut files = wish();
    files.insert("letters/aunt/letter.json".to_owned(), b"{".to_vec());
    let damaged: Arc<dyn Runs> = Arc::new(setup_on(&files).engine);
    assert!(matches!(damaged.sheet(&id(), "text"), Err(Trouble::Record { .. })));
}
