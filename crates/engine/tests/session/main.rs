//! Tests of sessions in the real engine: power cuts, files of any size, records of other programs, agents.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on says so by panicking")]

use std::cell::LazyCell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use frieze_data::digest::Digest;
use frieze_data::id::FeatureId;
use frieze_data::parallel;
use frieze_data::path::RelPath;
use frieze_engine::{Engine, FrozenDesigns, InspectDepth, Pass, Runs as _, Slots, Trouble, Unsealed, World};
use frieze_kernel::{
    Answer, Attention, Cause, Confirmed, Event, Fault, Need, Order, Record as _, Refusal, Role, RunView,
    Unreadable, journal,
};
use frieze_ports::{Agent, Agents, Ask, Boxed, Checked, Clock, Conditions, Live, NotConfigured, Store};
use frieze_session::flow::Session;
use frieze_session::phase::Phase;
use frieze_session::profile::Profile;
use frieze_session::record::Record;
use frieze_session::terms::Terms;
use frieze_store::DurableStore;
use frieze_testkit::{Fault as DiskFault, FaultyDisk, Files, MemoryDisk, worlds};

struct Fixed;

impl Clock for Fixed {
    fn now(&self) -> jiff::Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }
}

impl Conditions<Terms> for Fixed {
    fn terms(&self, _: &FeatureId) -> Result<Terms, NotConfigured> {
        let profiles = Profile::names().map(|name| (name, Ok(Profile::packaged(name).unwrap()))).collect();
        Ok(Terms { profiles, max_calls: None })
    }

    fn limit_ms(&self) -> u64 {
        300_000
    }
}

/// Answers a planning prompt.
#[derive(Clone)]
struct Planner;

impl Agent for Planner {
    fn ask(&self, ask: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
        assert!(ask.prompt.contains("planning-response.md"));
        Box::pin(async { Ok(Answer::of("the agent's plan", "a model")) })
    }

    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Ok("made up by a test".to_owned()) })
    }
}

impl Agents for Planner {
    fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        Err(Fault::failed(format!("{} is asked for by name", role.0)))
    }

    fn for_request(&self, name: Option<&str>, role: Role) -> Result<Arc<dyn Agent>, Fault> {
        assert_eq!((name, role), (Some("claude"), Role("planner")));
        Ok(Arc::new(self.clone()))
    }
}

fn id() -> FeatureId {
    "t1".parse().unwrap()
}

fn engine(store: Arc<dyn Store>) -> Engine<Session> {
    Engine::new(world(store))
}

fn world(store: Arc<dyn Store>) -> World<Session> {
    World {
        store,
        clock: Arc::new(Fixed),
        agents: Arc::new(Planner),
        conditions: Arc::new(Fixed),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze_ports::Unsigned),
        owner: "engine one".to_owned(),
        slots: Slots::new(1),
        others: None,
        unsealed: None,
    }
}

struct Setup {
    memory: MemoryDisk,
    store: Arc<DurableStore<FaultyDisk<MemoryDisk>>>,
    engine: Engine<Session>,
}

fn setup_over(memory: MemoryDisk) -> Setup {
    let store = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
    let engine = engine(store.clone());
    Setup { memory, store, engine }
}

fn setup_on(files: &Files) -> Setup {
    setup_over(MemoryDisk::holding(files))
}

/// A frozen design.
fn feature() -> Files {
    let world = worlds::World::after("start · design A · clean · approve");
    let file = |name: &str| (format!("features/checkout/{name}"), world.file(name).unwrap().to_vec());
    ["design/final/FROZEN.md", "design/final/intent.json"].map(file).into()
}

fn verb(verb: &'static str, words: &[&str]) -> Event {
    let words = words.iter().map(|word| (*word).to_owned()).collect();
    Event::Ordered(Order::Verb { verb, words, text: Some("# Standards: contract\n".to_owned()) })
}

fn step() -> Event {
    verb("step", &[])
}

const BUILT_IN: [&str; 4] =
    ["feature=checkout", "planner=built-in", "generator=built-in", "reviewer=built-in"];

fn decision(view: &RunView, choice: &str) -> Result<Event, Trouble> {
    let decided = view.gate().unwrap().decide(choice, None, Confirmed::Named("t1"), false);
    let decided = decided.map_err(|why| Refusal::new("undecided", why.to_string(), "repair the disk"))?;
    Ok(Event::Decided(decided))
}

/// Lists have many sessions of one design. What was found in one pass is looked for again in the next.
#[test]
fn a_pass_verifies_the_design_of_all_its_sessions_once() {
    let setup = setup_on(&feature());
    let ids: Vec<FeatureId> = ["t1", "t2", "t3"].map(|id| id.parse().unwrap()).into();
    for id in &ids {
        setup.engine.begin(id, &verb("new", &BUILT_IN)).unwrap();
    }
    let verified = Arc::new(AtomicUsize::new(0));
    let counter = verified.clone();
    let unsealed: Box<Unsealed> = Box::new(move |feature, _| {
        assert_eq!(feature.as_str(), "checkout");
        counter.fetch_add(1, Ordering::Relaxed);
        Ok(Digest::of(b"another design"))
    });
    let engine = Engine::new(World { unsealed: Some(unsealed), ..world(setup.store.clone()) });
    let rules = LazyCell::new(|| engine.rules());
    for passes in 1..=2 {
        let designs = FrozenDesigns::default();
        for id in &ids {
            let pass = Pass { rules: &rules, designs: &designs };
            let view = engine.inspect_in(id, InspectDepth::Record, pass).unwrap().view;
            assert_eq!(view.needs, Some(Need::Restore));
        }
        assert_eq!(verified.load(Ordering::Relaxed), passes);
    }
}

/// Completes a session from any state.
fn drive(engine: &Engine<Session>) -> Result<RunView, Trouble> {
    let mut view = match engine.begin(&id(), &verb("new", &BUILT_IN)) {
        Err(Trouble::Refused(refusal)) if refusal.rule == "exists" => {
            engine.inspect(&id(), InspectDepth::Locked)?.view
        }
        begun => begun?,
    };
    for _ in 0..20 {
        view = match view.needs {
            Some(Need::Decision) => engine.take_once(&id(), &decision(&view, "approve")?)?,
            // A disk that fails cannot show the design, and refuses the step.
            Some(Need::Step | Need::Restore) => engine.take_once(&id(), &step())?,
            needs => {
                assert_eq!((needs, view.state), (None, "COMPLETE"));
                return Ok(view);
            }
        };
    }
    panic!("{} goes on for ever", view.state);
}

const RECORD: &str = ".aiwf/sessions/t1/session.json";

fn record(files: &Files) -> Record {
    Record::read(&id(), &files[RECORD]).unwrap()
}

/// All files but journal and lock; of the record what must not depend on interruptions.
fn end_state(files: &Files) -> Files {
    let mut kept = files.clone();
    kept.retain(|path, _| !path.ends_with("journal.jsonl") && !path.ends_with(".lock"));
    let mut record = record(files);
    record.metadata.frieze.revision = 0;
    record.metadata.frieze.journal = None;
    kept.insert(RECORD.to_owned(), record.bytes());
    kept
}

/// Acceptance 9: after a power cut or a kill at any operation, the session ends where it would have.
#[test]
fn a_power_cut_anywhere_ends_in_the_same_place() {
    let whole = setup_on(&feature());
    drive(&whole.engine).unwrap();
    let files = whole.memory.files();
    let expected = end_state(&files);
    let found = record(&files);
    assert_eq!((found.phase, found.metadata.frieze.approvals.len()), (Phase::Complete, 3));
    let chain = journal::chain(&files[".aiwf/sessions/t1/journal.jsonl"]);
    assert_eq!(chain.damage, []);
    let calls: usize = whole.store.disk().calls().values().sum();
    let states = parallel::each(usize::MAX, &(0..calls).collect::<Vec<_>>(), |&after| {
        let case = format!("after {after} of {calls} operations");
        let cut = setup_on(&feature());
        cut.store.disk().set(Some(DiskFault::power_off_after(after)));
        if let Ok(view) = drive(&cut.engine) {
            // Only the last view could not read the design any more: it offers no code, and says why.
            assert!(view.next_command.is_none() && view.reason.is_some(), "{case}: {view:?}");
        }
        let states = cut.memory.after_a_power_cut(2);
        for left in &states {
            let again = setup_on(left);
            drive(&again.engine).unwrap_or_else(|e| panic!("{case}: {e}"));
            let files = again.memory.files();
            assert_eq!(end_state(&files), expected, "{case}");
            assert_eq!(journal::chain(&files[".aiwf/sessions/t1/journal.jsonl"]).damage, [], "{case}");
        }
        if after % 3 == 0 {
            let Setup { memory, store, engine } = cut;
            drop((store, engine));
            let next = setup_over(memory);
            drive(&next.engine).unwrap_or_else(|e| panic!("killed {case}: {e}"));
            assert_eq!(end_state(&next.memory.files()), expected, "killed {case}");
        }
        states.len()
    });
    let states: usize = states.into_iter().sum();
    assert!(states > 200, "{states}");
}

/// A refused beginning leaves nothing, and a session begins once.
#[test]
fn a_session_begins_once_or_not_at_all() {
    let Setup { memory, engine, .. } = setup_on(&Files::new());
    let refused = |event: &Event| match engine.begin(&id(), event) {
        Err(Trouble::Refused(refusal)) => refusal.rule,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&verb("new", &["profile=jpa-mt"])), "new");
    assert_eq!(refused(&step()), "no-session");
    assert_eq!(memory.files(), Files::new());
    let missing = engine.take_once(&id(), &step()).unwrap_err();
    assert!(matches!(missing, Trouble::NoSuchFeature { .. }), "{missing}");
    let view = engine.begin(&id(), &verb("new", &[])).unwrap();
    assert_eq!((view.state, view.needs), ("INITIALIZED", Some(Need::Step)));
    assert_eq!(refused(&verb("new", &[])), "exists");
    assert_eq!(engine.features().unwrap(), [id()]);
    let names: Vec<String> = memory.files().into_keys().collect();
    let expected = [".lock", "journal.jsonl", "session.json", "standards-bundle.md"];
    assert_eq!(names, expected.map(|name| format!(".aiwf/sessions/t1/{name}")));
}

fn path(name: &'static str) -> RelPath {
    RelPath::new(".aiwf/sessions/t1").join(name)
}

/// A response of 50 MB is one sentence, and no failure of the disk.
#[test]
fn a_response_of_any_size_is_one_sentence() {
    let Setup { memory, engine, .. } = setup_on(&Files::new());
    engine.begin(&id(), &verb("new", &[])).unwrap();
    engine.take_once(&id(), &step()).unwrap();
    memory.edit(&path("planning-response.md"), &vec![b'x'; 50 << 20]).unwrap();
    let view = engine.take_once(&id(), &step()).unwrap();
    assert_eq!((view.state, view.cause), ("PLANNING", Some(Cause::Invalid)));
    let reason = view.reason.unwrap();
    assert!(reason.contains("planning-response.md") && reason.len() < 300, "{reason}");
}

/// Another engine's record is left alone, also when somebody asks to set it aside.
#[test]
fn another_engines_record_is_never_written() {
    let bytes = br#"{"session_id":"t1","phase":"plan","stage":"prompt"}"#.to_vec();
    let files: Files = [(RECORD.to_owned(), bytes.clone())].into();
    let Setup { memory, engine, .. } = setup_on(&files);
    let all = [
        engine.inspect(&id(), InspectDepth::Record).err().unwrap(),
        engine.take_once(&id(), &step()).unwrap_err(),
        engine.set_aside(&id()).unwrap_err(),
        engine.begin(&id(), &verb("new", &[])).unwrap_err(),
    ];
    for trouble in all {
        assert!(matches!(&trouble, Trouble::Record { why: Unreadable::Foreign(_), .. }), "{trouble}");
        assert_eq!(trouble.listed(), ("FOREIGN", Attention::Stuck));
        assert!(trouble.hint().contains("leaves the file as it is"));
    }
    assert_eq!(memory.files()[RECORD], bytes);
    assert!(memory.files().keys().all(|path| !path.contains("damaged")));
}

/// A damaged record is set aside, and the session begun again in its place.
#[test]
fn a_damaged_session_can_be_begun_again() {
    let files: Files = [(RECORD.to_owned(), b"{".to_vec())].into();
    let Setup { memory, engine, .. } = setup_on(&files);
    assert!(matches!(engine.begin(&id(), &verb("new", &[])), Err(Trouble::Record { .. })));
    let view = engine.set_aside(&id()).unwrap();
    assert_eq!(
        (view.needs, view.next_command.as_deref()),
        (Some(Need::Start), Some("frieze session new t1"))
    );
    engine.begin(&id(), &verb("new", &[])).unwrap();
    assert_eq!(memory.files()[".aiwf/sessions/t1/damaged/session-1.json"], b"{");
    assert!(record(&memory.files()).standards_hash.is_some());
}

/// Next to other files a fresh record could never begin, so the session is as if its record was lost.
#[test]
fn a_damaged_session_with_files_is_set_aside_as_a_lost_one() {
    let folder = ".aiwf/sessions/t1";
    let plan = format!("{folder}/iteration-1/planning-response.md");
    let files: Files = [(RECORD.to_owned(), b"{".to_vec()), (plan.clone(), b"# Plan".to_vec())].into();
    let Setup { memory, engine, .. } = setup_on(&files);
    engine.set_aside(&id()).unwrap();
    let found = memory.files();
    assert_eq!(found.get(RECORD), None);
    assert_eq!(found[&format!("{folder}/damaged/session-1.json")], b"{");
    assert!(found.contains_key(&plan));
    assert!(!engine.exists(&id()).unwrap());
}

/// A symlink in the place of code is not followed, and nothing is approved.
#[test]
fn a_symlink_in_the_code_bars_the_approval() {
    let Setup { memory, engine, .. } = setup_on(&feature());
    let mut view = engine.begin(&id(), &verb("new", &BUILT_IN)).unwrap();
    while view.state != "GENERATED" {
        view = match view.gate() {
            Some(_) => engine.take_once(&id(), &decision(&view, "approve").unwrap()).unwrap(),
            None => engine.take_once(&id(), &step()).unwrap(),
        };
    }
    let shown = decision(&view, "approve").unwrap();
    memory.plant_symlink(&path("iteration-1/code"), "passwd.txt").unwrap();
    let refused = engine.take_once(&id(), &shown).unwrap_err();
    assert!(matches!(&refused, Trouble::Refused(refusal) if refusal.rule == "changed"), "{refused}");
    let view = engine.inspect(&id(), InspectDepth::Locked).unwrap().view;
    assert!(view.gate().unwrap().choices[0].barred.as_ref().unwrap().contains("passwd.txt"));
}

/// An agent's answer becomes the response file; the session waits for the next step.
#[test]
fn an_agent_is_asked_and_its_answer_written() {
    let Setup { memory, engine, .. } = setup_on(&Files::new());
    engine.begin(&id(), &verb("new", &["planner=claude"])).unwrap();
    engine.take_once(&id(), &step()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let view = runtime.block_on(engine.run(&id(), Some(step()))).unwrap();
    assert_eq!((view.state, view.needs), ("PLANNING", Some(Need::Step)));
    assert_eq!(memory.files()[".aiwf/sessions/t1/planning-response.md"], b"the agent's plan");
    assert_eq!(runtime.block_on(engine.run(&id(), Some(step()))).unwrap().state, "PLANNED");
}

/// After a kill while an agent works, closing the session asks nobody again.
#[test]
fn closing_after_an_interruption_asks_no_agent() {
    let Setup { memory, engine, .. } = setup_on(&Files::new());
    engine.begin(&id(), &verb("new", &["planner=claude"])).unwrap();
    for _ in 0..2 {
        engine.take_once(&id(), &step()).unwrap();
    }
    let engine = setup_over(memory.clone()).engine;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let view = runtime.block_on(engine.run(&id(), Some(verb("close", &[])))).unwrap();
    assert!(view.is_over, "{}", view.state);
    assert_eq!(view.spent.calls, 1);
    let journal = memory.files()[".aiwf/sessions/t1/journal.jsonl"].clone();
    assert!(!String::from_utf8(journal).unwrap().contains("asked again"));
}
