//! Tests of whole runs with a fixed clock: power cuts, failing disks, agents that hang, panic or answer late, two engines on one
//! store, many features at once, and replay (promises P1–P6, P13, P16, P25).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use frieze_data::id::FeatureId;
use frieze_data::path::RelPath;
use frieze_engine::{Activity, Engine, InspectDepth, Runs as _, Slots, Trouble, World};
use frieze_flows::design::{CRITIC, Design, DesignRecord, GENERATOR, PREVIEWER, Previewer, Terms};
use frieze_kernel::journal;
use frieze_kernel::journal::{Entry, JournalReading};
use frieze_kernel::{Answer, Confirmed, Event, Fault, Order, RECORDED, Record as _, Role, RunView};
use frieze_ports::{
    Agent, Agents, Ask, Boxed, Checked, Clock, Conditions, Kind, Live, Locked, NotConfigured, Store,
    StoreError,
};
use frieze_store::DurableStore;
use frieze_testkit::worlds::{BRIEF, CRITIC_MODEL, GENERATOR_MODEL, critic_answer, design, feature, terms};
use frieze_testkit::{Fault as DiskFault, FaultyDisk, Files, MemoryDisk, Operation};
use rustix::io::Errno;

type Answers = dyn Fn(Ask) -> Boxed<Result<Answer, Fault>> + Send + Sync;

/// Agents that answer by a function.
#[derive(Clone)]
struct Scripted(Arc<Answers>);

impl Agent for Scripted {
    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Ok("made up by a test".to_owned()) })
    }

    fn ask(&self, ask: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
        (self.0)(ask)
    }
}

impl Agents for Scripted {
    fn for_role(&self, _: Role) -> Result<Arc<dyn Agent>, Fault> {
        Ok(Arc::new(self.clone()))
    }
}

fn ready(text: String, role: Role) -> Result<Answer, Fault> {
    let model = if role == GENERATOR { GENERATOR_MODEL } else { CRITIC_MODEL };
    Ok(Answer::of(text, model))
}

/// The answer of a good agent: a design that differs from iteration to iteration; the first critique sends it back.
fn good_answer(ask: &Ask) -> Result<Answer, Fault> {
    let again = ask.material.iter().any(|(name, _)| *name == "previous");
    let first = design(&ask.feature, "A");
    let text = if ask.role == GENERATOR {
        if again { design(&ask.feature, "B").to_string() } else { first.to_string() }
    } else {
        let judged: serde_json::Value =
            serde_json::from_slice(&ask.material.iter().find(|(name, _)| *name == "intent").unwrap().1)
                .unwrap();
        if judged == first { critic_answer(&first, 8500) } else { r#"{"findings":[]}"#.to_owned() }
    };
    ready(text, ask.role)
}

/// Answers by feature, role and design.
type Known = Mutex<BTreeMap<(FeatureId, Role, Vec<u8>), Answer>>;

fn good() -> Scripted {
    static KNOWN: LazyLock<Known> = LazyLock::new(Mutex::default);
    Scripted(Arc::new(|ask: Ask| {
        let intent =
            ask.material.iter().find(|(n, _)| matches!(*n, "intent" | "previous")).map(|(_, b)| b.clone());
        let key = (ask.feature.clone(), ask.role, intent.unwrap_or_default());
        let known = KNOWN.lock().unwrap().get(&key).cloned();
        let answer = known.unwrap_or_else(|| good_answer(&ask).unwrap());
        KNOWN.lock().unwrap().insert(key, answer.clone());
        Box::pin(async { Ok(answer) })
    }))
}

struct StandingClock;

impl Clock for StandingClock {
    fn now(&self) -> jiff::Timestamp {
        "2026-01-02T03:04:05Z".parse().unwrap()
    }
}

struct Fixed(Mutex<Terms>);

impl Conditions<Terms> for Fixed {
    fn terms(&self, _: &FeatureId) -> Result<Terms, NotConfigured> {
        Ok(self.0.lock().unwrap().clone())
    }

    fn limit_ms(&self) -> u64 {
        300_000
    }
}

type Faulty = DurableStore<FaultyDisk<MemoryDisk>>;

struct Setup {
    memory: MemoryDisk,
    store: Arc<Faulty>,
    engine: Engine<Design>,
}

fn world(store: Arc<dyn Store>, agents: Scripted, owner: &str, concurrency: usize) -> World<Design> {
    World {
        store,
        clock: Arc::new(StandingClock),
        agents: Arc::new(agents),
        conditions: Arc::new(Fixed(Mutex::new(terms()))),
        who: LazyLock::new(Box::new(|| "Ada".into())),
        approvals: Arc::new(frieze_ports::Unsigned),
        owner: owner.to_owned(),
        slots: Slots::new(concurrency),
        others: None,
        unsealed: None,
    }
}

fn setup_on(memory: MemoryDisk, agents: Scripted) -> Setup {
    let store = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
    let engine = Engine::new(world(store.clone(), agents, "engine one", 4));
    Setup { memory, store, engine }
}

fn briefs(names: &[&str]) -> Files {
    names.iter().map(|name| (format!("features/{name}/brief.md"), BRIEF.as_bytes().to_vec())).collect()
}

fn setup(agents: Scripted) -> Setup {
    setup_on(MemoryDisk::holding(&briefs(&["checkout"])), agents)
}

fn start() -> Option<Event> {
    Some(Event::Ordered(Order::Start))
}

fn id() -> FeatureId {
    feature("checkout")
}

fn approval(view: &RunView) -> Event {
    let gate = view.gate().unwrap();
    Event::Decided(gate.decide("approve", None, Confirmed::Typed(view.id.as_str()), false).unwrap())
}

/// The activity of a feature on the board.
fn activity(engine: &Engine<Design>, id: &FeatureId) -> Activity {
    engine.board().borrow()[id].activity.clone()
}

/// Completes a run from any state: start → candidate → approve → frozen.
async fn drive(engine: &Engine<Design>, id: &FeatureId) -> Result<RunView, Trouble> {
    let mut view = engine.run(id, None).await?;
    for _ in 0..6 {
        view = match view.state {
            "IDLE" => engine.run(id, start()).await?,
            // A brief that could not be read bars the approval; the next look reads it again.
            "CANDIDATE" if view.gate().is_some_and(|gate| gate.choices[0].barred.is_some()) => {
                engine.run(id, None).await?
            }
            "CANDIDATE" => engine.run(id, Some(approval(&view))).await?,
            _ => return Ok(view),
        };
    }
    Ok(view)
}

fn on_blocking_threads<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .unwrap()
        .block_on(work)
}

/// The files that must not depend on interruptions: all but the journal, and record and marker without the traces of the
/// interruption itself.
fn end_state(files: &Files) -> Files {
    let mut kept = files.clone();
    kept.retain(|path, _| !path.ends_with("journal.jsonl") && !path.ends_with(".lock"));
    for (path, bytes) in &mut kept {
        if path.ends_with("state.json") {
            let record = DesignRecord::read(&id(), bytes).unwrap();
            let scores = format!("{:?} {:?} {:?}", record.state, record.iteration, record.score_history);
            let sealed = record.frozen.map(|f| (f.number, f.checksum_sha256, f.approver));
            *bytes = format!("{scores} {sealed:?} {:?}", record.evaluations).into_bytes();
        } else if path.ends_with("FROZEN.md") {
            let marker = frieze_design::freeze_marker::read(bytes).unwrap();
            let tip = marker.journal_tip;
            *bytes = format!("{:?}", frieze_design::freeze_marker::Marker { journal_tip: tip, ..marker })
                .replace(&tip.to_string(), "tip")
                .replace(&format!("{tip:?}"), "tip")
                .into_bytes();
        }
    }
    kept
}

fn journal_of(files: &Files, name: &str) -> JournalReading {
    journal::read(&files[&format!("features/{name}/design/journal.jsonl")])
}

fn whole(reading: &JournalReading) -> bool {
    reading.damage.is_empty()
}

/// P6: no transition and no decision of the record is missing from the journal.
fn assert_journal_has_the_history(files: &Files, case: &str) {
    let record = DesignRecord::read(&id(), &files["features/checkout/design/state.json"]).unwrap();
    let reading = journal_of(files, "checkout");
    for entry in serde_json::to_value(&record.history).unwrap().as_array().unwrap() {
        let (kind, data) =
            (entry["kind"].as_str().unwrap(), |e: &Entry, key: &str| e.data[key] == entry[key]);
        let same = |e: &&Entry| match kind {
            "transition" => {
                data(e, "from") && data(e, "to") && e.text.ends_with(entry["why"].as_str().unwrap())
            }
            _ => data(e, "choice") && data(e, "intentSha256"),
        };
        let (noted, known) = (
            reading.entries().filter(|e| e.kind == kind).filter(same).count(),
            record.history.iter().filter(|h| serde_json::to_value(h).unwrap()["why"] == entry["why"]).count(),
        );
        assert!(
            noted >= known.min(1) && noted >= usize::from(kind == "transition") * known,
            "{case}: the journal lacks {entry}"
        );
    }
}

fn uninterrupted() -> (Files, usize) {
    let setup = setup(good());
    let view = on_blocking_threads(drive(&setup.engine, &id())).unwrap();
    assert_eq!((view.state, view.iteration), ("FROZEN", 2));
    (setup.memory.files(), setup.store.disk().calls().values().sum())
}

/// P1, P2, P3: a power cut after every primitive operation of a whole run; every possible state is opened again.
#[test]
fn a_power_cut_anywhere_leads_to_the_same_end() {
    let long = std::env::var_os("FRIEZE_LONG").is_some();
    let (files, calls) = uninterrupted();
    let expected = end_state(&files);
    let mut states = 0;
    let stride = if long { 1 } else { 3 };
    for after in (0..calls).step_by(stride) {
        let cut = setup(good());
        cut.store.disk().set(Some(DiskFault::power_off_after(after)));
        let outcome = on_blocking_threads(drive(&cut.engine, &id()));
        assert!(outcome.is_err(), "after {after} of {calls} calls: {outcome:?}");
        for left in cut.memory.after_a_power_cut(if long { 50 } else { 2 }) {
            let memory = MemoryDisk::holding(&left);
            let again = setup_on(memory.clone(), good());
            let view = on_blocking_threads(drive(&again.engine, &id()))
                .unwrap_or_else(|e| panic!("after {after}: {e}"));
            assert_eq!(view.state, "FROZEN", "after {after}: {:?}", view.reason);
            let files = memory.files();
            let left_over: Vec<_> = files.keys().filter(|path| path.ends_with(".tmp")).collect();
            assert!(left_over.is_empty(), "after {after}: {left_over:?}");
            assert_journal_has_the_history(&files, &format!("after {after}"));
            let end = end_state(&files);
            for (path, bytes) in &expected {
                let found = end.get(path).map(|b| String::from_utf8_lossy(b));
                assert_eq!(found, Some(String::from_utf8_lossy(bytes)), "after {after}: {path}");
            }
            assert_eq!(end.len(), expected.len(), "after {after}: {:?}", end.keys());
            // A second recovery changes nothing.
            drop(again);
            let third = setup_on(MemoryDisk::holding(&files), good());
            on_blocking_threads(drive(&third.engine, &id())).unwrap();
            assert_eq!(third.memory.files(), files, "after {after}");
            states += 1;
        }
    }
    println!("{calls} operations, {states} states after a power cut");
}

/// P4: every operation of a whole run fails once, with every error; it is reported, nothing is lost, and the same engine
/// continues when the disk works again.
#[test]
fn a_failing_disk_is_reported_and_the_run_continues_afterwards() {
    let long = std::env::var_os("FRIEZE_LONG").is_some();
    let probe = setup(good());
    on_blocking_threads(drive(&probe.engine, &id())).unwrap();
    let calls = probe.store.disk().calls();
    let expected = end_state(&probe.memory.files());
    let (mut reported, mut unnoticed) = (0, Vec::new());
    for (operation, many) in calls {
        let errors = [Errno::IO, Errno::NOSPC, Errno::ROFS];
        let stride = if long || many < 12 { 1 } else { many / 12 };
        for nth in (1..=many).step_by(stride) {
            let errno = errors[nth % errors.len()];
            let mut variants = vec![(errno, false), (Errno::IO, true)];
            if long {
                variants = errors.iter().flat_map(|e| [(*e, false), (*e, true)]).collect();
            }
            for (errno, done_anyway) in variants {
                let case = format!("{operation:?} {nth} of {many}, {errno:?}, done anyway: {done_anyway}");
                let setup = setup(good());
                setup
                    .store
                    .disk()
                    .set(Some(DiskFault { done_anyway, ..DiskFault::once(operation, nth, errno) }));
                let end = on_blocking_threads(async {
                    let outcome = drive(&setup.engine, &id()).await;
                    setup.store.disk().set(None);
                    match outcome {
                        Ok(view) => {
                            unnoticed.push(format!("{operation:?}"));
                            view
                        }
                        Err(_) => {
                            reported += 1;
                            drive(&setup.engine, &id()).await.unwrap_or_else(|e| panic!("{case}: {e}"))
                        }
                    }
                });
                assert_eq!(end.state, "FROZEN", "{case}: {:?}", end.reason);
                let files = setup.memory.files();
                let found = end_state(&files);
                for (path, bytes) in &expected {
                    let found = found.get(path).map(|b| String::from_utf8_lossy(b));
                    assert_eq!(found, Some(String::from_utf8_lossy(bytes)), "{case}: {path}");
                }
                assert_journal_has_the_history(&files, &case);
                // At most one torn line, and nothing is missing.
                let reading = journal_of(&files, "checkout");
                assert!(
                    reading.damage.is_empty() && reading.recovered.len() <= 1,
                    "{case}: {:?}",
                    reading.damage
                );
            }
        }
    }
    unnoticed.sort();
    unnoticed.dedup();
    println!("{reported} faults reported; harmless: {unnoticed:?}");
    assert!(reported > 100);
}

/// P13: an agent that never answers ends the run after its time limit.
#[tokio::test(start_paused = true)]
async fn an_agent_that_hangs_is_ended_by_its_limit() {
    for slow in [GENERATOR, CRITIC] {
        let agents = Scripted(Arc::new(move |ask: Ask| {
            if ask.role == slow {
                return Box::pin(std::future::pending());
            }
            let answer = good_answer(&ask);
            Box::pin(async { answer })
        }));
        let setup = setup(agents);
        let began = tokio::time::Instant::now();
        let view = setup.engine.run(&id(), start()).await.unwrap();
        assert_eq!(view.state, "FAILED");
        assert!(view.reason.unwrap().contains("within 300 s"));
        let took = began.elapsed();
        assert!(took >= Duration::from_secs(300) && took < Duration::from_secs(301), "{took:?}");
    }
}

/// A request whose task dies is neither answered nor failed: its run stops, others continue, and it continues when it is opened
/// again.
#[tokio::test(start_paused = true)]
async fn an_agent_whose_task_dies_halts_its_run_alone_and_fails_nothing() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let agents = Scripted(Arc::new(move |ask: Ask| {
        let count = count.clone();
        Box::pin(async move {
            let first = ask.feature.as_str() == "checkout" && count.fetch_add(1, Ordering::SeqCst) == 0;
            assert!(!first, "this agent's task dies");
            good_answer(&ask)
        })
    }));
    let setup = setup_on(MemoryDisk::holding(&briefs(&["checkout", "payment"])), agents);
    let (payment, broken) = (feature("payment"), id());
    let (bad, good) = tokio::join!(setup.engine.run(&broken, start()), drive(&setup.engine, &payment));
    assert!(matches!(bad, Err(Trouble::Lost(_))), "{bad:?}");
    assert_eq!(activity(&setup.engine, &broken), Activity::Idle);
    assert_eq!(good.unwrap().state, "FROZEN");
    assert_eq!(setup.engine.run(&broken, None).await.unwrap().state, "CANDIDATE");
    assert!(asked.load(Ordering::SeqCst) > 1);
}

/// Counts dropped futures.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Ruling 3: an abort while an agent works drops the request; a late answer changes nothing and is journalled.
#[tokio::test(start_paused = true)]
async fn an_abort_drops_the_request_and_its_late_answer() {
    let (dropped, answered) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (count, done) = (dropped.clone(), answered.clone());
    let agents = Scripted(Arc::new(move |ask: Ask| {
        let (guard, done) = (Dropped(count.clone()), done.clone());
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(60)).await;
            done.fetch_add(1, Ordering::SeqCst);
            drop(guard);
            good_answer(&ask)
        })
    }));
    let setup = Arc::new(setup(agents));
    let runner = setup.clone();
    let running = tokio::spawn(async move { runner.engine.run(&id(), start()).await });
    tokio::time::sleep(Duration::from_secs(5)).await;
    let stop = Event::Ordered(Order::Stop { reason: "wrong brief".to_owned() });
    let view = setup.engine.run(&id(), Some(stop)).await.unwrap();
    assert_eq!(view.state, "FAILED");
    tokio::time::sleep(Duration::from_secs(600)).await;
    assert_eq!((dropped.load(Ordering::SeqCst), answered.load(Ordering::SeqCst)), (1, 0));
    assert_eq!(running.await.unwrap().unwrap().state, "FAILED");

    let before = setup.memory.files();
    let key = frieze_kernel::Key("generate/1/0".to_owned());
    let late = Event::Answered { key, answer: ready(design(&id(), "A").to_string(), GENERATOR).unwrap() };
    let refused = setup.engine.run(&id(), Some(late)).await.unwrap_err();
    assert!(matches!(&refused, Trouble::Refused(r) if r.rule == "unasked"), "{refused}");
    let after = setup.memory.files();
    assert_eq!(before["features/checkout/design/state.json"], after["features/checkout/design/state.json"]);
    let last = journal_of(&after, "checkout");
    assert!(whole(&last));
    assert_eq!(last.entries().next_back().unwrap().kind, "refused");
}

/// P5: one writer. The second engine gets the name of the holder, and can read the feature.
#[tokio::test(start_paused = true)]
async fn a_second_engine_gets_the_name_of_the_holder() {
    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(10)).await;
            good_answer(&ask)
        })
    }));
    let first = Arc::new(setup_on(MemoryDisk::holding(&briefs(&["checkout", "payment"])), agents));
    let second = Engine::<Design>::new(world(first.store.clone(), good(), "engine two", 4));
    let runner = first.clone();
    let running = tokio::spawn(async move { runner.engine.run(&id(), start()).await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    for event in [None, start()] {
        let error = second.run(&id(), event).await.unwrap_err();
        assert!(matches!(&error, Trouble::Held { holder, .. } if holder == "engine one"), "{error}");
    }
    assert_eq!(second.inspect(&id(), InspectDepth::Schema).unwrap().view.state, "GENERATING");
    assert_eq!(drive(&second, &feature("payment")).await.unwrap().state, "FROZEN");
    assert_eq!(running.await.unwrap().unwrap().state, "CANDIDATE");
    drop(first);
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
    assert_eq!(drive(&second, &id()).await.unwrap().state, "FROZEN", "the lease ends with its holder");
}

/// "Multiple features MAY be in design phase simultaneously"; P25; no more agents at a time than are configured.
#[tokio::test(start_paused = true)]
async fn fifty_features_at_once_finish_within_the_limit_of_agents() {
    let names: Vec<String> = (0..50).map(|n| format!("feature-{n}")).collect();
    let refs: Vec<&str> = names.iter().map(String::as_str).collect();
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (counted, peak) = (now.clone(), most.clone());
    let agents = Scripted(Arc::new(move |ask: Ask| {
        let (counted, peak) = (counted.clone(), peak.clone());
        Box::pin(async move {
            peak.fetch_max(counted.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            tokio::time::sleep(Duration::from_secs(30)).await;
            counted.fetch_sub(1, Ordering::SeqCst);
            good_answer(&ask)
        })
    }));
    let setup = Arc::new(setup_on(MemoryDisk::holding(&briefs(&refs)), agents));
    let mut all = tokio::task::JoinSet::new();
    for name in &names {
        let (setup, id) = (setup.clone(), feature(name));
        all.spawn(async move { drive(&setup.engine, &id).await.map(|view| (view.state, view.iteration)) });
    }
    while let Some(done) = all.join_next().await {
        assert_eq!(done.unwrap().unwrap(), ("FROZEN", 2));
    }
    assert_eq!(most.load(Ordering::SeqCst), 4);
    let files = setup.memory.files();
    for name in &names {
        let reading = journal_of(&files, name);
        assert!(whole(&reading) && reading.entries().count() > 10, "{name}: {:?}", reading.damage);
    }
    assert_eq!(setup.engine.board().borrow().len(), 50);
}

/// A clock that goes with the runtime's.
struct RunningClock(tokio::time::Instant);

impl RunningClock {
    fn after(&self, seconds: i64) -> jiff::Timestamp {
        StandingClock.now() + jiff::SignedDuration::from_secs(seconds)
    }
}

impl Clock for RunningClock {
    fn now(&self) -> jiff::Timestamp {
        self.after(i64::try_from(self.0.elapsed().as_secs()).unwrap())
    }
}

/// Starts runs of these features, a second apart, until each waits for a person.
fn run_all(engine: &Arc<Engine<Design>>, names: &[&str]) -> tokio::task::JoinSet<(FeatureId, RunView)> {
    let mut all = tokio::task::JoinSet::new();
    for (name, seconds) in names.iter().zip(0..) {
        let (engine, id) = (engine.clone(), feature(name));
        all.spawn(async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            let view = engine.run(&id, start()).await.unwrap();
            (id, view)
        });
    }
    all
}

/// With one slot, a run that is further along goes before a new one; a queued run says so, and its time limit and its age begin
/// when it is asked.
#[tokio::test(start_paused = true)]
async fn runs_go_depth_first_and_a_queued_run_has_no_age() {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let log = asked.clone();
    let agents = Scripted(Arc::new(move |ask: Ask| {
        log.lock().unwrap().push(format!("{} {}", ask.feature, ask.role.0));
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(200)).await;
            let text = match ask.role == GENERATOR {
                true => design(&ask.feature, "A").to_string(),
                false => r#"{"findings":[]}"#.to_owned(),
            };
            ready(text, ask.role)
        })
    }));
    let names = ["one", "two", "three"];
    let store = Arc::new(DurableStore::new(MemoryDisk::holding(&briefs(&names))));
    let clock = Arc::new(RunningClock(tokio::time::Instant::now()));
    let world = World { clock: clock.clone(), ..world(store, agents, "engine one", 1) };
    let engine = Arc::new(Engine::new(world));
    let mut all = run_all(&engine, &names);
    let entry = |name: &str| engine.board().borrow()[&feature(name)].clone();
    tokio::time::sleep(Duration::from_secs(100)).await;
    assert!(!entry("one").is_queued() && entry("two").is_queued() && entry("three").is_queued());
    assert_eq!(entry("two").activity, Activity::Asking("generator"));
    tokio::time::sleep(Duration::from_secs(150)).await;
    assert!(entry("one").is_queued() && !entry("two").is_queued() && entry("three").is_queued());
    assert_eq!(entry("two").since, clock.after(200), "it was queued until then");
    while let Some(done) = all.join_next().await {
        let (id, view) = done.unwrap();
        assert_eq!(view.state, "CANDIDATE", "{id}: {:?}", view.reason);
    }
    // The third waited for more than the time limit.
    let order =
        ["one generator", "two generator", "one critic", "two critic", "three generator", "three critic"];
    assert_eq!(*asked.lock().unwrap(), order);
}

/// An agent that takes no slot is asked at once, while all slots are taken.
#[tokio::test(start_paused = true)]
async fn what_takes_no_slot_waits_for_nobody() {
    struct BuiltIn(Scripted);

    impl Agent for BuiltIn {
        fn check(&self) -> Boxed<Checked> {
            self.0.check()
        }

        fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
            self.0.ask(ask, live)
        }

        fn needs_slot(&self) -> bool {
            false
        }
    }

    struct Mixed(Scripted);

    impl Agents for Mixed {
        fn for_role(&self, role: Role) -> Result<Arc<dyn Agent>, Fault> {
            Ok(if role == CRITIC { Arc::new(BuiltIn(self.0.clone())) } else { Arc::new(self.0.clone()) })
        }
    }

    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            if ask.role == CRITIC {
                return ready(r#"{"findings":[]}"#.to_owned(), CRITIC);
            }
            let seconds = if ask.feature == feature("slow") { 250 } else { 10 };
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            ready(design(&ask.feature, "A").to_string(), GENERATOR)
        })
    }));
    let names = ["quick", "slow"];
    let store = Arc::new(DurableStore::new(MemoryDisk::holding(&briefs(&names))));
    let world = World { agents: Arc::new(Mixed(agents.clone())), ..world(store, agents, "engine one", 1) };
    let engine = Arc::new(Engine::new(world));
    let began = tokio::time::Instant::now();
    let mut all = run_all(&engine, &names);
    let (id, view) = all.join_next().await.unwrap().unwrap();
    assert_eq!((id.as_str(), view.state), ("quick", "CANDIDATE"));
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    assert_eq!(all.join_next().await.unwrap().unwrap().1.state, "CANDIDATE");
}

/// "Feature A's state transitions MUST NOT affect Feature B": B's bytes while A runs.
#[tokio::test(start_paused = true)]
async fn a_step_of_one_feature_changes_no_byte_of_another() {
    let setup = setup_on(MemoryDisk::holding(&briefs(&["checkout", "payment"])), good());
    let (a, b) = (id(), feature("payment"));
    let of = |name: &str| -> Files {
        let files = setup.memory.files();
        files.into_iter().filter(|(path, _)| path.starts_with(&format!("features/{name}/"))).collect()
    };
    setup.engine.run(&a, start()).await.unwrap();
    let before = of("checkout");
    let view = setup.engine.run(&b, start()).await.unwrap();
    assert_eq!(of("checkout"), before);
    let before = of("payment");
    let open = setup.engine.run(&a, None).await.unwrap();
    setup.engine.run(&a, Some(approval(&open))).await.unwrap();
    assert_eq!(of("payment"), before);
    let before = of("checkout");
    setup.engine.run(&b, Some(approval(&view))).await.unwrap();
    assert_eq!(of("checkout"), before);
}

/// P5: a record that another program changed meanwhile is not overwritten.
#[tokio::test(start_paused = true)]
async fn a_record_that_another_program_changed_is_not_overwritten() {
    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(10)).await;
            good_answer(&ask)
        })
    }));
    let setup = Arc::new(setup(agents));
    let runner = setup.clone();
    let running = tokio::spawn(async move { runner.engine.run(&id(), start()).await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    let path = RelPath::feature(&id()).join("design/state.json");
    let mut other = DesignRecord::read(&id(), &setup.memory.files()[path.as_str()]).unwrap();
    other.revision += 1;
    setup.memory.edit(&path, &other.bytes()).unwrap();
    let error = running.await.unwrap().unwrap_err();
    assert!(matches!(error, Trouble::Overtaken { .. }), "{error}");
    let files = setup.memory.files();
    assert_eq!(files[path.as_str()], other.bytes());
    assert!(!files.keys().any(|p| p.contains("/final/")));
    // As the hint says: repeat the command.
    let again = drive(&setup.engine, &id()).await.unwrap();
    assert_eq!(again.state, "FROZEN");
}

/// P5: if the lock file is deleted or replaced during a run, another process may hold a lock too. The run ends with an error
/// before it writes again.
#[tokio::test(start_paused = true)]
async fn a_run_whose_lock_file_is_gone_writes_nothing_more() {
    for is_replaced in [false, true] {
        let agents = Scripted(Arc::new(|ask: Ask| {
            Box::pin(async move {
                tokio::time::sleep(Duration::from_secs(10)).await;
                good_answer(&ask)
            })
        }));
        let setup = Arc::new(setup(agents));
        let runner = setup.clone();
        let running = tokio::spawn(async move { runner.engine.run(&id(), start()).await });
        tokio::time::sleep(Duration::from_secs(1)).await;
        let lock = RelPath::feature(&id()).join("design/.lock");
        setup.memory.delete(&lock).unwrap();
        if is_replaced {
            setup.memory.edit(&lock, b"process 7 on another machine").unwrap();
        }
        let before = setup.memory.files();
        let error = running.await.unwrap().expect_err("the lock is not ours any more");
        let text = error.to_string();
        assert!(text.contains(lock.as_str()) && text.contains("deleted or replaced"), "{text}");
        assert!(error.hint().contains("frieze status"), "{}", error.hint());
        assert_eq!(setup.memory.files(), before, "replaced: {is_replaced}");
        // The next process continues with a new lock file.
        let next = Engine::<Design>::new(world(setup.store.clone(), good(), "engine two", 4));
        assert_eq!(drive(&next, &id()).await.unwrap().state, "FROZEN");
    }
}

/// Journalling a refusal needs the lock too.
#[tokio::test(start_paused = true)]
async fn a_refusal_is_not_journalled_if_the_lock_file_is_gone() {
    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(10)).await;
            good_answer(&ask)
        })
    }));
    let setup = Arc::new(setup(agents));
    let runner = setup.clone();
    let running = tokio::spawn(async move { runner.engine.run(&id(), start()).await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    setup.memory.delete(&RelPath::feature(&id()).join("design/.lock")).unwrap();
    let before = setup.memory.files();
    let error = setup.engine.run(&id(), start()).await.expect_err("it runs already");
    assert!(error.to_string().contains("deleted or replaced"), "{error}");
    drop(running.await.unwrap());
    assert_eq!(setup.memory.files(), before);
}

/// An idle run holds no lease, so that others may decide; nor does a paused one, and it continues later.
#[tokio::test(start_paused = true)]
async fn an_idle_or_paused_run_holds_no_lease() {
    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(10)).await;
            good_answer(&ask)
        })
    }));
    let first = Arc::new(setup_on(MemoryDisk::holding(&briefs(&["checkout"])), agents));
    let second = Engine::<Design>::new(world(first.store.clone(), good(), "engine two", 4));
    assert!(matches!(first.engine.pause(&id()).await, Err(Trouble::Refused(_))));
    let runner = first.clone();
    let running = tokio::spawn(async move { runner.engine.run(&id(), start()).await });
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(matches!(second.inspect(&id(), InspectDepth::Locked), Err(Trouble::Held { .. })));
    assert_eq!(first.engine.pause(&id()).await.unwrap().state, "GENERATING");
    assert_eq!(running.await.unwrap().unwrap().state, "GENERATING");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(
        second.inspect(&id(), InspectDepth::Locked).unwrap().view.state,
        "GENERATING",
        "the run continued during the pause"
    );
    let view = first.engine.run(&id(), None).await.unwrap();
    assert_eq!(view.state, "CANDIDATE");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(second.run(&id(), Some(approval(&view))).await.unwrap().state, "FROZEN");
}

/// Ruling 12: while a preview server draws, a person can decide in any process, and other runs can use agents.
#[tokio::test(start_paused = true)]
async fn a_drawing_in_progress_blocks_nobody() {
    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            if ask.role == PREVIEWER {
                tokio::time::sleep(Duration::from_secs(200)).await;
                return Err(Fault::Failed { why: "nothing was drawn".to_owned() });
            }
            good_answer(&ask)
        })
    }));
    for elsewhere in [true, false] {
        let store = Arc::new(DurableStore::new(MemoryDisk::holding(&briefs(&["checkout", "payment"]))));
        let mut drawn = terms();
        drawn.previewer = Some(Previewer { name: "stitch".to_owned(), max_screens: 2 });
        let mut one = world(store.clone(), agents.clone(), "engine one", 1);
        one.conditions = Arc::new(Fixed(Mutex::new(drawn)));
        let first = Arc::new(Engine::new(one));
        let run = |id: FeatureId| {
            let first = first.clone();
            tokio::spawn(async move { first.run(&id, start()).await })
        };
        let (running, other) = (run(id()), run(feature("payment")));
        tokio::time::sleep(Duration::from_secs(10)).await;
        for name in ["checkout", "payment"] {
            assert_eq!(
                first.inspect(&feature(name), InspectDepth::Schema).unwrap().view.state,
                "CANDIDATE",
                "one agent at a time, {name}"
            );
        }
        let second = Engine::<Design>::new(world(store.clone(), good(), "engine two", 1));
        let candidate = second.inspect(&id(), InspectDepth::Locked).unwrap().view;
        let frozen = match elsewhere {
            true => second.take_once(&id(), &approval(&candidate)).unwrap(),
            false => first.run(&id(), Some(approval(&candidate))).await.unwrap(),
        };
        assert_eq!((candidate.state, frozen.state), ("CANDIDATE", "FROZEN"));
        assert_eq!(running.await.unwrap().unwrap().state, "FROZEN", "the drawing is dropped");
        let other = other.await.unwrap().unwrap();
        assert!(other.preview.unwrap().contains("nothing was drawn"), "the other run continues");
        for name in ["checkout", "payment"] {
            let path = RelPath::feature(&feature(name)).join("design/journal.jsonl");
            let bytes = store.read(&path, 1 << 20).unwrap().unwrap();
            let reading = journal::read(&bytes);
            assert!(whole(&reading) && reading.entries().all(|entry| entry.kind != "refused"), "{name}");
        }
    }
}

/// An answer that comes while another process holds the lease ends the run's task, and the board shows the run as idle.
#[tokio::test(start_paused = true)]
async fn a_run_ends_if_another_process_takes_its_lease() {
    let drawing = Arc::new(tokio::sync::Notify::new());
    let drawn = drawing.clone();
    let setup = {
        let agents = Scripted(Arc::new(move |ask: Ask| {
            let drawn = drawn.clone();
            Box::pin(async move {
                if ask.role == PREVIEWER {
                    drawn.notified().await;
                    return Err(Fault::Failed { why: "nothing was drawn".to_owned() });
                }
                good_answer(&ask)
            })
        }));
        let store = Arc::new(DurableStore::new(FaultyDisk::new(MemoryDisk::holding(&briefs(&["checkout"])))));
        let mut drawn = terms();
        drawn.previewer = Some(Previewer { name: "stitch".to_owned(), max_screens: 2 });
        let mut one = world(store.clone(), agents, "engine one", 1);
        one.conditions = Arc::new(Fixed(Mutex::new(drawn)));
        (store, Arc::new(Engine::<Design>::new(one)))
    };
    let (store, first) = setup;
    let runner = first.clone();
    let running = tokio::spawn(async move { runner.run(&id(), start()).await });
    tokio::time::sleep(Duration::from_secs(10)).await;
    assert_eq!(activity(&first, &id()), Activity::Asking("previewer"));
    let lease = Engine::<Design>::new(world(store, good(), "engine two", 1)).lease(&id()).unwrap();
    drawing.notify_one();
    let outcome = running.await.unwrap();
    assert!(matches!(outcome, Err(Trouble::Lost(_) | Trouble::Held { .. })), "{outcome:?}");
    assert_eq!(activity(&first, &id()), Activity::Idle);
    drop(lease);
    let view = first.run(&id(), None).await.unwrap();
    assert_eq!(first.run(&id(), Some(approval(&view))).await.unwrap().state, "FROZEN");
}

/// Folders with numbers that no run uses are ignored.
#[tokio::test]
async fn folders_that_no_run_made_are_ignored() {
    for (names, expected) in [
        (["2000000000", "+5", "007"], "1"),
        (["2000000000", "3", "007"], "4"),
        (["1000000000", "999999999", "4294967295"], "1"),
    ] {
        let mut files = briefs(&["checkout"]);
        for name in names {
            let path = format!("features/checkout/design/iterations/{name}/intent.json");
            files.insert(path, b"{}".to_vec());
        }
        let setup = setup_on(MemoryDisk::holding(&files), good());
        assert_eq!(drive(&setup.engine, &id()).await.unwrap().state, "FROZEN", "{names:?}");
        let first = format!("features/checkout/design/iterations/{expected}/critique.json");
        assert!(setup.memory.files().contains_key(&first), "{names:?}");
    }
}

/// P16: replaying the recorded answers of a run leads to the same states and scores.
#[tokio::test(start_paused = true)]
async fn a_recorded_run_replays_to_the_same_states_and_scores() {
    let recorded: Arc<Mutex<Vec<(Role, String, Answer)>>> = Arc::default();
    let tape = recorded.clone();
    let recording = Scripted(Arc::new(move |ask: Ask| {
        let answer = good_answer(&ask).unwrap();
        tape.lock().unwrap().push((ask.role, ask.prompt, answer.clone()));
        Box::pin(async { Ok(answer) })
    }));
    let first = setup(recording);
    let end = drive(&first.engine, &id()).await.unwrap();
    let tape = Arc::new(Mutex::new(recorded.lock().unwrap().clone().into_iter()));
    let replaying = Scripted(Arc::new(move |ask: Ask| {
        let (role, prompt, answer) = tape.lock().unwrap().next().unwrap();
        assert_eq!((role, prompt), (ask.role, ask.prompt));
        Box::pin(async { Ok(answer) })
    }));
    let second = setup(replaying);
    assert_eq!(drive(&second.engine, &id()).await.unwrap(), end);
    assert_eq!(first.memory.files(), second.memory.files());
}

/// P25 and P4: a panic during a step ends the task of that run, and the next order starts a new one.
#[tokio::test(start_paused = true)]
async fn a_run_that_was_lost_can_be_opened_again() {
    let armed = Arc::new(AtomicUsize::new(1));
    let trap = armed.clone();
    let setup = setup(good());
    struct Trap(Arc<AtomicUsize>);
    impl Conditions<Terms> for Trap {
        fn terms(&self, _: &FeatureId) -> Result<Terms, NotConfigured> {
            let calls = self.0.fetch_add(1, Ordering::SeqCst);
            assert!(calls != 3, "reading the configuration panics once");
            Ok(terms())
        }
        fn limit_ms(&self) -> u64 {
            300_000
        }
    }
    let mut world = world(setup.store.clone(), good(), "engine one", 4);
    world.conditions = Arc::new(Trap(trap));
    let engine = Engine::<Design>::new(world);
    let mut outcomes = Vec::new();
    for _ in 0..4 {
        outcomes.push(drive(&engine, &id()).await.map(|view| view.state).map_err(|e| e.to_string()));
    }
    assert!(outcomes.iter().any(Result::is_err), "{outcomes:?}");
    assert_eq!(outcomes.last().unwrap().as_deref(), Ok("FROZEN"), "{outcomes:?}");
}

/// An unreadable file halts the run without failing it, and no agent is asked again.
#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_taken_halts_the_run() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let setup = setup(Scripted(Arc::new(move |ask: Ask| {
        count.fetch_add(1, Ordering::SeqCst);
        let answer = good_answer(&ask);
        Box::pin(async {
            tokio::time::sleep(Duration::from_secs(10)).await;
            answer
        })
    })));
    let setup = Arc::new(setup);
    let run = |event: Option<Event>| {
        let setup = setup.clone();
        tokio::spawn(async move { setup.engine.run(&id(), event).await })
    };
    let running = run(start());
    tokio::time::sleep(Duration::from_secs(2)).await;
    let waiting = [run(None), run(None)];
    tokio::time::sleep(Duration::from_secs(3)).await;
    let brief = RelPath::feature(&id()).join("brief.md");
    setup.memory.delete(&brief).unwrap();
    setup.memory.plant_symlink(&RelPath::feature(&id()), "brief.md").unwrap();
    // Everyone who waits for the run gets the error.
    for one in [running].into_iter().chain(waiting) {
        let error = one.await.unwrap().unwrap_err();
        assert!(error.to_string().contains("brief.md"), "{error}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert_eq!(activity(&setup.engine, &id()), Activity::Idle);
    assert_eq!(setup.engine.inspect(&id(), InspectDepth::Schema).unwrap().view.state, "GENERATING");
    setup.memory.delete(&brief).unwrap();
    setup.memory.edit(&brief, BRIEF.as_bytes()).unwrap();
    assert_eq!(drive(&setup.engine, &id()).await.unwrap().state, "FROZEN");
}

/// "Checksum verification MUST occur on every load of frozen design"; "System detects deletion": also in a long-lived engine, and
/// before every order.
#[tokio::test(start_paused = true)]
async fn a_long_lived_engine_inspects_before_every_order() {
    let frozen = |name: &'static str| async move {
        let setup = setup_on(MemoryDisk::holding(&briefs(&[name])), good());
        assert_eq!(drive(&setup.engine, &feature(name)).await.unwrap().state, "FROZEN");
        setup
    };
    let design = RelPath::feature(&id()).join("design");
    let (marker, sealed) = (design.join("final/FROZEN.md"), design.join("final/intent.json"));

    let kept = frozen("checkout").await;
    assert_eq!(kept.engine.run(&id(), None).await.unwrap().state, "FROZEN");
    kept.memory.delete(&marker).unwrap();
    assert_eq!(kept.engine.run(&id(), None).await.unwrap().state, "IDLE");

    let ordered = frozen("checkout").await;
    ordered.memory.delete(&marker).unwrap();
    assert_eq!(ordered.engine.run(&id(), start()).await.unwrap().state, "CANDIDATE");

    let tampered = frozen("checkout").await;
    let approved = tampered.memory.files()[sealed.as_str()].clone();
    tampered.memory.edit(&sealed, b"{}").unwrap();
    let view = tampered.engine.run(&id(), None).await.unwrap();
    assert!(view.state == "FAILED" && view.reason.unwrap().contains("integrity violation"));
    // With the files restored, the feature stays failed until a person resets it, and says so.
    let explanation = |engine: &Engine<_>| {
        let view = engine.inspect(&id(), InspectDepth::Record).unwrap().view;
        assert_eq!(view.state, "FAILED");
        [view.reason, view.hint, engine.inspect(&id(), InspectDepth::Schema).unwrap().view.reason]
            .map(Option::unwrap)
            .join(" | ")
    };
    let broken = explanation(&tampered.engine);
    assert!(!broken.contains("restored"), "{broken}");
    tampered.memory.edit(&sealed, &approved).unwrap();
    let restored = explanation(&tampered.engine);
    assert_eq!(restored.matches("the frozen files are restored").count(), 2, "{restored}");
    assert!(restored.contains("| `frieze reset checkout` marks it frozen again"), "{restored}");
    let reset = Event::Ordered(Order::Reset { from_best: false });
    assert!(tampered.engine.take_once(&id(), &reset).unwrap().is_sealed);

    // A candidate that was edited since it was shown is scored before the decision is taken, which is then outdated.
    let edited = setup(good());
    let shown = edited.engine.run(&id(), start()).await.unwrap();
    let other = serde_json::to_vec(&frieze_testkit::worlds::design(&id(), "C")).unwrap();
    edited.memory.edit(&design.join("intent.json"), &other).unwrap();
    assert!(matches!(edited.engine.run(&id(), Some(approval(&shown))).await, Err(Trouble::Refused(_))));
    let now = edited.engine.inspect(&id(), InspectDepth::Schema).unwrap().view;
    assert!(now.state == "CANDIDATE" && now.reason.unwrap().contains("by hand"));
}

/// Two orders for one feature at the same time share the lease of their engine.
#[tokio::test(start_paused = true)]
async fn orders_at_the_same_moment_share_one_run() {
    let setup = setup(good());
    let checkout = id();
    let (a, b, c) = tokio::join!(
        setup.engine.run(&checkout, None),
        setup.engine.run(&checkout, start()),
        setup.engine.run(&checkout, None)
    );
    assert!(a.is_ok() && c.is_ok(), "{a:?} {c:?}");
    assert_eq!(b.unwrap().state, "CANDIDATE");
}

/// A feature that is deleted during an inspection stays deleted: no lease brings its folders back.
#[test]
fn inspecting_a_missing_feature_creates_nothing() {
    let gone = feature("gone");
    for (names, is_there) in [(&["checkout"][..], false), (&["checkout", "gone"], true)] {
        let engine = setup_on(MemoryDisk::holding(&briefs(names)), good()).engine;
        let found = [InspectDepth::Locked, InspectDepth::Changes, InspectDepth::Whole]
            .map(|depth| engine.inspect(&gone, depth).map(|found| found.view));
        assert!(is_there == found[0].is_ok(), "{:?}", found[0]);
        let saved = engine.save(&gone, &RelPath::feature(&gone).join("design/feedback-draft.md"), b"words");
        assert_eq!(saved.is_ok(), is_there, "{saved:?}");
        assert_eq!(engine.lease(&gone).is_ok(), is_there);
        assert_eq!(engine.features().unwrap().contains(&gone), is_there);
    }
}

/// Finding the person at the keyboard starts other programs, which may be slow: no feature is locked meanwhile.
#[test]
fn no_feature_is_locked_while_the_person_is_found() {
    let memory = MemoryDisk::holding(&briefs(&["checkout"]));
    let store = Arc::new(DurableStore::new(FaultyDisk::new(memory)));
    let (other, was_free) = (store.clone(), Arc::new(AtomicUsize::new(0)));
    let mut world = world(store, good(), "engine one", 4);
    let counted = was_free.clone();
    world.who = LazyLock::new(Box::new(move || {
        let lock = RelPath::feature(&id()).join("design/.lock");
        let free = matches!(other.lock(&RelPath::root(), &lock, b"another"), Ok(Some(Locked::Held(_))));
        counted.fetch_add(1 + usize::from(free), Ordering::SeqCst);
        "Ada".into()
    }));
    let engine = Engine::<Design>::new(world);
    let view = on_blocking_threads(engine.run(&id(), start())).unwrap();
    assert_eq!((view.state, was_free.load(Ordering::SeqCst)), ("CANDIDATE", 2));
}

/// Agents that never answer, and the number of requests.
fn silent() -> (Scripted, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let agents = Scripted(Arc::new(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Box::pin(std::future::pending())
    }));
    (agents, asked)
}

/// The disk after a run was killed while it waited for the generator.
fn interrupted() -> MemoryDisk {
    let (agents, asked) = silent();
    let setup = setup(agents);
    on_blocking_threads(async {
        let _ = tokio::time::timeout(Duration::from_secs(5), setup.engine.run(&id(), start())).await;
    });
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    MemoryDisk::holding(&setup.memory.files())
}

/// "Rejected transitions MUST log violation and maintain current state": an open run journals the refusal and continues;
/// without an open run none is started. A repeated attempt is journalled once.
#[test]
fn an_attempt_is_refused_and_journalled_once() {
    let (agents, asked) = silent();
    let setup = setup(agents);
    let refused = |files: &BTreeMap<String, Vec<u8>>, what: &str| {
        let journal = String::from_utf8_lossy(&files["features/checkout/design/journal.jsonl"]).into_owned();
        let done = format!("{}ed", what.trim_end_matches('e'));
        let refused = journal.matches(&format!("is waiting for the generator; it can't be {done}\"")).count();
        refused + journal.matches(&format!("couldn't be {done} when you tried it")).count()
    };
    on_blocking_threads(async {
        let id = id();
        let attempts = async {
            while asked.load(Ordering::SeqCst) == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            for what in ["approve", "approve", "reject", "approve"] {
                let outcome = setup.engine.journal_refusal(&id, what).await;
                assert!(matches!(outcome, Err(Trouble::Refused(_))), "{outcome:?}");
            }
        };
        tokio::select! {
            outcome = setup.engine.run(&id, start()) => panic!("the run ended: {outcome:?}"),
            () = attempts => {}
        }
    });
    let files = setup.memory.files();
    assert_eq!((refused(&files, "approve"), refused(&files, "reject")), (1, 1));
    assert_eq!(asked.load(Ordering::SeqCst), 1, "the agent was asked again");

    let memory = MemoryDisk::holding(&files);
    let (agents, asked) = silent();
    let engine = under(terms(), &memory, agents);
    for what in ["reject", "abort", "abort"] {
        let outcome = on_blocking_threads(engine.journal_refusal(&id(), what));
        assert!(matches!(outcome, Err(Trouble::Refused(_))), "{outcome:?}");
    }
    assert_eq!((refused(&memory.files(), "reject"), refused(&memory.files(), "abort")), (1, 1));
    assert_eq!(
        (engine.inspect(&id(), InspectDepth::Schema).unwrap().view.state, asked.load(Ordering::SeqCst)),
        ("GENERATING", 0)
    );
}

fn under(terms: Terms, memory: &MemoryDisk, agents: Scripted) -> Engine<Design> {
    let store = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
    let conditions = Arc::new(Fixed(Mutex::new(terms)));
    Engine::new(World { conditions, ..world(store, agents, "another engine", 4) })
}

/// "On each agent invocation …": inspecting an interrupted run under other settings changes nothing; continuing it under them
/// fails it with both values; continuing it under its own settings completes it.
#[test]
fn an_interrupted_run_fails_if_continued_under_other_settings_but_not_if_inspected() {
    let memory = interrupted();
    let before = memory.files();
    let mut other = terms();
    other.pins.generator.prompt_template_version = "9.9.9".to_owned();
    let (agents, asked) = silent();
    let engine = under(other.clone(), &memory, agents);
    assert_eq!(engine.inspect(&id(), InspectDepth::Locked).unwrap().view.state, "GENERATING");
    assert_eq!(engine.inspect(&id(), InspectDepth::Record).unwrap().view.state, "GENERATING");
    let path = "features/checkout/design/state.json";
    assert_eq!(memory.files()[path], before[path], "an inspection changed the record");

    let elsewhere = MemoryDisk::holding(&before);
    let view = on_blocking_threads(under(other, &elsewhere, good()).run(&id(), None)).unwrap();
    let reason = view.reason.unwrap();
    assert!(view.state == "FAILED" && reason.contains("2.1.0") && reason.contains("9.9.9"), "{reason}");
    assert_eq!(asked.load(Ordering::SeqCst), 0, "an inspection asked an agent");

    let view = on_blocking_threads(under(terms(), &memory, good()).run(&id(), None)).unwrap();
    assert_eq!(view.state, "CANDIDATE");
}

/// P14: a run that is interrupted again and again does not exceed its budget of calls.
#[test]
fn p14_asking_again_after_an_interruption_spends_the_budget() {
    let mut memory = interrupted();
    let mut terms = terms();
    terms.max_calls = 3;
    let mut all = 1;
    loop {
        let (agents, asked) = silent();
        let engine = under(terms.clone(), &memory, agents);
        let ended = on_blocking_threads(async {
            tokio::time::timeout(Duration::from_secs(5), engine.run(&id(), None)).await
        });
        memory = MemoryDisk::holding(&memory.files());
        all += asked.load(Ordering::SeqCst);
        assert!(all <= 3, "asked {all} times");
        if let Ok(view) = ended {
            assert_eq!((view.unwrap().state, all), ("FAILED", 3));
            return;
        }
    }
}

const JOURNAL: &str = "features/checkout/design/journal.jsonl";

/// A candidate with these journal lines: its files after two inspections.
fn inspected_with_journal(lines: &[&str]) -> Files {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let mut files = setup.memory.files();
    files.insert(JOURNAL.to_owned(), lines.concat().into_bytes());
    let again = setup_on(MemoryDisk::holding(&files), good());
    assert_eq!(again.engine.inspect(&id(), InspectDepth::Locked).unwrap().view.state, "CANDIDATE");
    let once = again.memory.files();
    assert_eq!(again.engine.inspect(&id(), InspectDepth::Locked).unwrap().view.state, "CANDIDATE");
    assert_eq!(again.memory.files()[JOURNAL], once[JOURNAL], "it is noted once");
    once
}

/// P6: the end of a journal is restored from the record as far as that has it; other lost entries are noted and stay visible as
/// a gap.
#[test]
fn p06_a_journal_that_lost_its_end_is_restored_or_marked_damaged() {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let files = setup.memory.files();
    let record = DesignRecord::read(&id(), &files["features/checkout/design/state.json"]).unwrap();
    let remembered = record.journal.unwrap().lines.len();
    let text = String::from_utf8(files[JOURNAL].clone()).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert!(remembered >= 2 && lines.len() > remembered + 2, "{remembered} of {}", lines.len());
    for lost in 0..=lines.len() {
        let kept = &lines[..lines.len() - lost];
        let after = inspected_with_journal(kept);
        let reading = journal_of(&after, "checkout");
        let kinds: Vec<&str> = reading.entries().map(|e| e.kind.as_str()).collect();
        let again = String::from_utf8(after[JOURNAL].clone()).unwrap();
        assert!(again.starts_with(&kept.concat()), "nothing is dropped");
        match lost {
            0 => assert_eq!(again, text),
            _ if lost <= remembered => {
                assert!(again.starts_with(&text), "{lost} lines: {again}");
                assert!(whole(&reading) && kinds.last() == Some(&"journal-restored"), "{lost}: {kinds:?}");
            }
            _ => {
                assert!(!whole(&reading), "{lost} lines are gone, and nothing shows it");
                assert_eq!(kinds.last(), Some(&"journal-damaged"), "{lost}");
                let gone = format!("lacks the entries {} to {}", kept.len() + 1, lines.len() - remembered);
                assert!(reading.entries().next_back().unwrap().text.contains(&gone), "{lost}: {gone}");
            }
        }
    }
    // A torn line, and a changed last line.
    let (last, before) = lines.split_last().unwrap();
    let torn = [before, &[&last[..last.len() / 2]]].concat();
    let reading = journal_of(&inspected_with_journal(&torn), "checkout");
    assert_eq!(reading.entries().filter(|e| e.text == "iteration 2 scored 100.00").count(), 1);
    assert!(
        reading.damage.is_empty() && reading.recovered == [lines.len()],
        "the torn line is reported: {reading:?}"
    );
    let changed = last.replace("100.00", "100.01");
    assert_ne!(*last, changed);
    let reading = journal_of(&inspected_with_journal(&[before, &[&changed]].concat()), "checkout");
    assert_eq!(reading.entries().next_back().unwrap().kind, "journal-damaged");
}

/// P3, P6: a freeze that was cut short between the marker and the record is completed with a journal of any length: the
/// decision is at its end.
#[test]
fn a_freeze_that_was_cut_short_is_completed_without_reading_the_whole_journal() {
    let setup = setup(good());
    let candidate = on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let before = setup.memory.files();
    let frozen = on_blocking_threads(setup.engine.run(&id(), Some(approval(&candidate)))).unwrap();
    assert_eq!(frozen.state, "FROZEN");
    let mut cut = setup.memory.files();
    cut.extend(
        before.get_key_value("features/checkout/design/state.json").map(|(p, b)| (p.clone(), b.clone())),
    );
    let lines = |files: &Files| journal_of(files, "checkout").lines.len();
    let kept: Vec<&[u8]> = cut[JOURNAL].split_inclusive(|b| *b == b'\n').take(lines(&before) + 1).collect();
    let mut line = vec![b' '; 1023];
    line.push(b'\n');
    let older = line.repeat(frieze_data::json::LARGEST / line.len() + 1);
    cut.insert(JOURNAL.to_owned(), [older, kept.concat()].concat());
    let again = setup_on(MemoryDisk::holding(&cut), good());
    let view = again.engine.inspect(&id(), InspectDepth::Locked).unwrap().view;
    assert_eq!(view.state, "FROZEN", "{:?}", view.reason);
}

/// An approval whose marker is on disk is not called failed, whatever fails after it: the error, lists and the verification
/// name the same state, and the next inspection completes it.
#[test]
fn an_approval_that_fails_after_its_marker_is_called_recorded() {
    const MARKER: &str = "features/checkout/design/final/FROZEN.md";
    let probe = setup(good());
    let candidate = on_blocking_threads(probe.engine.run(&id(), start())).unwrap();
    let files = probe.memory.files();
    let (mut recorded, mut before) = (0, 0);
    for operation in [Operation::SyncFile, Operation::SyncFolder, Operation::Rename] {
        for nth in 1..=24 {
            let case = format!("{operation:?} {nth}");
            let setup = setup_on(MemoryDisk::holding(&files), good());
            setup.store.disk().set(Some(DiskFault::once(operation, nth, Errno::IO)));
            let outcome = setup.engine.take_once(&id(), &approval(&candidate));
            setup.store.disk().set(None);
            let Err(trouble) = outcome else { continue };
            let view = setup.engine.inspect(&id(), InspectDepth::Record).unwrap().view;
            if !matches!(trouble, Trouble::Recorded { .. }) {
                let is_frozen = setup.memory.files().contains_key(MARKER);
                assert_eq!(view.state, if is_frozen { "FROZEN" } else { "CANDIDATE" }, "{case}: {trouble}");
                before += usize::from(!is_frozen);
                continue;
            }
            let said = trouble.to_string();
            assert!(said.starts_with("checkout: approval recorded, will be completed: "), "{case}: {said}");
            assert!(
                trouble.hint().ends_with("`frieze show checkout` completes it"),
                "{case}: {}",
                trouble.hint()
            );
            // Where only the folder of the new record was not synced, the record says FROZEN already.
            if view.state == "CANDIDATE" {
                recorded += 1;
                assert_eq!(view.reason.as_deref(), Some(RECORDED), "{case}");
                assert_eq!((view.gates, view.needs), (vec![], None), "{case}");
                let verified = setup.engine.verify_under(&id(), &setup.engine.rules()).unwrap();
                assert_eq!((verified.ok, verified.problem.as_deref()), (false, Some(RECORDED)), "{case}");
            }
            let completed = setup.engine.inspect(&id(), InspectDepth::Locked).unwrap().view;
            assert_eq!(completed.state, "FROZEN", "{case}: {:?}", completed.reason);
            assert!(
                setup.engine.verify_under(&id(), &setup.engine.rules()).is_some_and(|verified| verified.ok),
                "{case}"
            );
        }
    }
    assert!(recorded > 0 && before > 0, "{recorded} recorded, {before} before the marker");
}

/// Records of older versions have no journal end.
#[test]
fn a_record_without_a_journal_end_is_no_damage() {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let mut files = setup.memory.files();
    let path = "features/checkout/design/state.json";
    let mut state: serde_json::Value = serde_json::from_slice(&files[path]).unwrap();
    assert!(state.as_object_mut().unwrap().remove("journal").is_some());
    files.insert(path.to_owned(), serde_json::to_vec(&state).unwrap());
    let again = setup_on(MemoryDisk::holding(&files), good());
    assert_eq!(again.engine.inspect(&id(), InspectDepth::Locked).unwrap().view.state, "CANDIDATE");
    assert_eq!(again.memory.files(), files);
}

/// A store in which somebody repairs the record just before the n-th lock.
struct Repairing {
    inner: Arc<Faulty>,
    locks: AtomicUsize,
    at: usize,
    memory: MemoryDisk,
    sound: Vec<u8>,
}

impl Store for Repairing {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.read(path, most)
    }
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        self.inner.read_end(path, most)
    }
    fn kind_of(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        self.inner.kind_of(path)
    }
    fn list(&self, folder: &RelPath) -> Result<Vec<(String, Kind)>, StoreError> {
        self.inner.list(folder)
    }
    fn replace(&self, files: &[(RelPath, Vec<u8>)]) -> Result<(), StoreError> {
        self.inner.replace(files)
    }
    fn append(&self, path: &RelPath, bytes: &[u8]) -> Result<(), StoreError> {
        self.inner.append(path, bytes)
    }
    fn remove(&self, path: &RelPath) -> Result<(), StoreError> {
        self.inner.remove(path)
    }
    fn lock(&self, within: &RelPath, path: &RelPath, owner: &[u8]) -> Result<Option<Locked>, StoreError> {
        if self.locks.fetch_add(1, Ordering::SeqCst) + 1 == self.at {
            let state = RelPath::feature(&id()).join("design/state.json");
            self.memory.edit(&state, &self.sound).unwrap();
        }
        self.inner.lock(within, path, owner)
    }
    fn sweep(&self, folder: &RelPath) -> Result<(), StoreError> {
        self.inner.sweep(folder)
    }
    fn sweep_of(&self, path: &RelPath) -> Result<(), StoreError> {
        self.inner.sweep_of(path)
    }
}

/// A record that somebody repairs while it is being set aside stays.
#[test]
fn a_record_that_was_repaired_meanwhile_is_not_set_aside() {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let mut files = setup.memory.files();
    let path = "features/checkout/design/state.json";
    let sound = files.insert(path.to_owned(), b"{ damaged".to_vec()).unwrap();
    for at in 0..=2 {
        let memory = MemoryDisk::holding(&files);
        let inner = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
        let store = Arc::new(Repairing {
            inner,
            locks: AtomicUsize::new(0),
            at,
            memory: memory.clone(),
            sound: sound.clone(),
        });
        let engine = Engine::<Design>::new(world(store.clone(), good(), "engine one", 4));
        let outcome = engine.set_aside(&id());
        let after = memory.files();
        let is_repaired = at > 0 && store.locks.load(Ordering::SeqCst) >= at;
        if is_repaired {
            let why = outcome.unwrap_err().to_string();
            assert!(why.contains("nothing was set aside") && after[path] == sound, "{at}: {why}");
        } else {
            assert_eq!(outcome.unwrap().state, "IDLE", "{at}");
            assert_eq!(after["features/checkout/design/damaged/state-1.json"], b"{ damaged");
        }
    }
}

/// P13: the board shows what each run waits for and since when; orders are answered while other runs work, and a run can be
/// aborted at any time.
#[tokio::test(start_paused = true)]
async fn the_board_shows_each_activity_and_its_beginning() {
    struct Moving(tokio::time::Instant);
    impl Clock for Moving {
        fn now(&self) -> jiff::Timestamp {
            let began: jiff::Timestamp = "2026-01-02T03:04:05Z".parse().unwrap();
            began + jiff::SignedDuration::try_from(self.0.elapsed()).unwrap()
        }
    }
    let agents = Scripted(Arc::new(|ask: Ask| {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(60)).await;
            good_answer(&ask)
        })
    }));
    let memory = MemoryDisk::holding(&briefs(&["checkout", "payment"]));
    let mut world = world(Arc::new(DurableStore::new(FaultyDisk::new(memory))), agents, "engine one", 4);
    world.clock = Arc::new(Moving(tokio::time::Instant::now()));
    let engine = Arc::new(Engine::<Design>::new(world));
    let board = engine.board();
    let send = |name: &str, event: Event| {
        let (engine, id) = (engine.clone(), feature(name));
        tokio::spawn(async move { engine.run(&id, Some(event)).await })
    };
    let of = |name: &str| {
        let entry = board.borrow().get(&feature(name)).cloned().unwrap();
        (entry.view.state, entry.activity.clone(), entry.since.to_string()[14..19].to_owned())
    };
    let text = |text: &str| text.to_owned();
    for (name, after) in [("checkout", 0), ("payment", 20)] {
        tokio::time::sleep(Duration::from_secs(after)).await;
        send(name, Event::Ordered(Order::Start));
    }
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(of("checkout"), ("GENERATING", Activity::Asking("generator"), text("04:05")));
    assert_eq!(of("payment"), ("GENERATING", Activity::Asking("generator"), text("04:25")));
    // An inspection does not restart the activity.
    send("checkout", Event::Inspected);
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(of("checkout"), ("EVALUATING", Activity::Asking("critic"), text("05:05")));
    let refused = engine.run(&id(), Some(Event::Ordered(Order::Reset { from_best: false }))).await;
    assert!(matches!(refused, Err(Trouble::Refused(_))), "{refused:?}");
    let stop = Event::Ordered(Order::Stop { reason: text("enough") });
    assert_eq!(engine.run(&id(), Some(stop)).await.unwrap().state, "FAILED");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(of("checkout"), ("FAILED", Activity::Idle, text("05:10")));
    assert_eq!(engine.run(&feature("payment"), None).await.unwrap().state, "CANDIDATE");
}

/// A prompt may be longer than any JSON file; beyond its own limit the run fails and says so.
#[tokio::test]
async fn a_long_prompt_is_sent_whole_and_one_beyond_the_limit_is_not() {
    let requests = Arc::new(Mutex::new(Vec::new()));
    for (times, asked) in [(5, true), (17, false)] {
        let log = requests.clone();
        let agents = Scripted(Arc::new(move |ask: Ask| {
            log.lock().unwrap().push((ask.role, ask.prompt.len()));
            let answer = good_answer(&ask);
            Box::pin(async { answer })
        }));
        let memory = MemoryDisk::holding(&briefs(&["checkout"]));
        let mut world = world(Arc::new(DurableStore::new(FaultyDisk::new(memory))), agents, "engine one", 4);
        // As long as with a large brief and large designs.
        let long = Terms { critic_template: "| x\n".repeat(times << 20), ..terms() };
        world.conditions = Arc::new(Fixed(Mutex::new(long)));
        let view = Engine::<Design>::new(world).run(&id(), start()).await.unwrap();
        let judged: Vec<usize> = requests
            .lock()
            .unwrap()
            .drain(..)
            .filter(|(role, _)| *role == CRITIC)
            .map(|(_, bytes)| bytes)
            .collect();
        let reason = view.reason.clone().unwrap_or_default();
        if asked {
            assert_eq!(view.state, "CANDIDATE", "{reason}");
            assert!(judged.iter().all(|bytes| *bytes > 16 * 1024 * 1024), "{judged:?}");
        } else {
            assert_eq!((view.state, judged.len()), ("FAILED", 0), "{reason}");
            assert!(
                reason.contains("at most 67108864 bytes; shorten it") && reason.contains("/design-critic-v"),
                "{reason}"
            );
        }
    }
}
