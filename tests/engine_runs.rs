//! The engine over a disk in memory and a clock that stands still: power cuts, failing disks, agents that hang,
//! panic or answer late, two engines on one store, many features at once, and replay (promises P1–P6, P13, P16, P25).

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says so by panicking")]

mod flow_world;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use flow_world::{BRIEF, CRITIC_MODEL, GENERATOR_MODEL, critic_answer, design, feature, terms};
use frieze::adapters::store::{DurableStore, Fault as DiskFault, FaultyDisk, Files, MemoryDisk};
use frieze::domain::id::FeatureId;
use frieze::domain::journal::{self, Entry, JournalReading};
use frieze::domain::path::RelPath;
use frieze::engine::{Doing, Engine, Trouble, World};
use frieze::flows::design::{CRITIC, Design, DesignRecord, GENERATOR, PREVIEWER, Previewer, Terms};
use frieze::kernel::{Answer, Event, Fault, Order, Record as _, Role, RunView};
use frieze::ports::{
    Agent, Agents, Ask, Boxed, Checked, Clock, Conditions, Kind, Live, Locked, NotConfigured, Store,
    StoreError,
};
use rustix::io::Errno;

type Answers = dyn Fn(Ask) -> Boxed<Result<Answer, Fault>> + Send + Sync;

/// Agents that a test makes up.
#[derive(Clone)]
struct Scripted(Arc<Answers>);

impl Agent for Scripted {
    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Checked::well("made up by a test") })
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

/// What good agents answer: a design that differs from iteration to iteration, with a first critique that sends it back.
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

/// Answers by feature, role and the design that they are about.
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
        approvals: Arc::new(frieze::ports::Unsigned),
        owner: owner.to_owned(),
        concurrency,
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
    let gate = view.gate.as_ref().unwrap();
    Event::Decided(gate.decide("approve", None, view.id.as_str(), false).unwrap())
}

/// What the board says is done for a feature.
fn doing(engine: &Engine<Design>, id: &FeatureId) -> Doing {
    engine.board().borrow()[id].doing.clone()
}

/// A whole run, from wherever it stands: start → candidate → approve → frozen.
async fn drive(engine: &Engine<Design>, id: &FeatureId) -> Result<RunView, Trouble> {
    let mut view = engine.run(id, None).await?;
    for _ in 0..6 {
        view = match view.state {
            "IDLE" => engine.run(id, start()).await?,
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

/// What must be the same however a run was interrupted: every file but the journal, and of record and marker what
/// does not tell of the interruption itself.
fn end_state(files: &Files) -> Files {
    let mut kept = files.clone();
    kept.retain(|path, _| !path.ends_with("journal.jsonl") && !path.ends_with(".lock"));
    for (path, bytes) in &mut kept {
        if path.ends_with("state.json") {
            let record = DesignRecord::read(bytes).unwrap();
            let scores = format!("{:?} {:?} {:?}", record.state, record.iteration, record.score_history);
            let sealed = record.frozen.map(|f| (f.number, f.checksum_sha256, f.approver));
            *bytes = format!("{scores} {sealed:?} {:?}", record.evaluations).into_bytes();
        } else if path.ends_with("FROZEN.md") {
            let marker = frieze::domain::frozen::read(bytes).unwrap();
            let tip = marker.journal_tip;
            *bytes = format!("{:?}", frieze::domain::frozen::Marker { journal_tip: tip, ..marker })
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
fn remembers_what_the_record_knows(files: &Files, case: &str) {
    let record = DesignRecord::read(&files["features/checkout/design/state.json"]).unwrap();
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

/// P1, P2, P3: the power goes after every primitive operation of a whole run; what may be left is opened again.
#[test]
fn a_power_cut_anywhere_ends_in_the_same_place() {
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
            remembers_what_the_record_knows(&files, &format!("after {after}"));
            let end = end_state(&files);
            for (path, bytes) in &expected {
                let found = end.get(path).map(|b| String::from_utf8_lossy(b));
                assert_eq!(found, Some(String::from_utf8_lossy(bytes)), "after {after}: {path}");
            }
            assert_eq!(end.len(), expected.len(), "after {after}: {:?}", end.keys());
            // Recovery twice is recovery once.
            drop(again);
            let third = setup_on(MemoryDisk::holding(&files), good());
            on_blocking_threads(drive(&third.engine, &id())).unwrap();
            assert_eq!(third.memory.files(), files, "after {after}");
            states += 1;
        }
    }
    println!("{calls} operations, {states} states after a power cut");
}

/// P4: every operation that a whole run makes fails once, with every error; it is told, nothing is lost, and the same
/// engine goes on when the disk works again.
#[test]
fn a_failing_disk_is_told_and_the_run_goes_on_afterwards() {
    let long = std::env::var_os("FRIEZE_LONG").is_some();
    let probe = setup(good());
    on_blocking_threads(drive(&probe.engine, &id())).unwrap();
    let calls = probe.store.disk().calls();
    let expected = end_state(&probe.memory.files());
    let (mut told, mut unnoticed) = (0, Vec::new());
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
                            told += 1;
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
                remembers_what_the_record_knows(&files, &case);
                // At most the line that the disk cut short is no entry, and nothing is missing.
                let reading = journal_of(&files, "checkout");
                assert!(
                    reading.damage.is_empty() && reading.mended.len() <= 1,
                    "{case}: {:?}",
                    reading.damage
                );
            }
        }
    }
    unnoticed.sort();
    unnoticed.dedup();
    println!("{told} faults told; harmless: {unnoticed:?}");
    assert!(told > 100);
}

/// P13: an agent that never answers ends the run after its limit, by the clock and not by patience.
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

/// A task that dies is no answer of the agent's: its run stops where it is, others go on, and so does it when it is
/// opened again.
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
    assert_eq!(doing(&setup.engine, &broken), Doing::Resting);
    assert_eq!(good.unwrap().state, "FROZEN");
    assert_eq!(setup.engine.run(&broken, None).await.unwrap().state, "CANDIDATE");
    assert!(asked.load(Ordering::SeqCst) > 1);
}

/// Tells when a future that was asked for is dropped.
struct Dropped(Arc<AtomicUsize>);

impl Drop for Dropped {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

/// Ruling 3: an abort while an agent is asked drops the request; what comes later changes nothing and is journalled.
#[tokio::test(start_paused = true)]
async fn an_abort_drops_the_request_and_its_late_answer() {
    let (dropped, answered) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (seen, done) = (dropped.clone(), answered.clone());
    let agents = Scripted(Arc::new(move |ask: Ask| {
        let (guard, done) = (Dropped(seen.clone()), done.clone());
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
    let key = frieze::kernel::Key("generate/1/0".to_owned());
    let late = Event::Answered { key, answer: ready(design(&id(), "A").to_string(), GENERATOR).unwrap() };
    let refused = setup.engine.run(&id(), Some(late)).await.unwrap_err();
    assert!(matches!(&refused, Trouble::Refused(r) if r.rule == "unasked"), "{refused}");
    let after = setup.memory.files();
    assert_eq!(before["features/checkout/design/state.json"], after["features/checkout/design/state.json"]);
    let last = journal_of(&after, "checkout");
    assert!(whole(&last));
    assert_eq!(last.entries().next_back().unwrap().kind, "refused");
}

/// P5: one writer. The second engine is told who holds the feature, and can look all the same.
#[tokio::test(start_paused = true)]
async fn a_second_engine_is_told_who_holds_the_feature() {
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
        let told = second.run(&id(), event).await.unwrap_err();
        assert!(matches!(&told, Trouble::Held { holder, .. } if holder == "engine one"), "{told}");
    }
    assert_eq!(second.peek(&id()).unwrap().state, "GENERATING");
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

/// P5: a record that another program changed meanwhile is not written over.
#[tokio::test(start_paused = true)]
async fn a_record_that_changed_behind_our_back_is_left_alone() {
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
    let mut other = DesignRecord::read(&setup.memory.files()[path.as_str()]).unwrap();
    other.revision += 1;
    setup.memory.edit(&path, &other.bytes()).unwrap();
    let told = running.await.unwrap().unwrap_err();
    assert!(matches!(told, Trouble::Overtaken { .. }), "{told}");
    let files = setup.memory.files();
    assert_eq!(files[path.as_str()], other.bytes());
    assert!(!files.keys().any(|p| p.contains("/final/")));
    // As the hint says: look again and repeat.
    let again = drive(&setup.engine, &id()).await.unwrap();
    assert_eq!(again.state, "FROZEN");
}

/// P5: where the lock file was deleted or replaced under a run, another process may hold "the" lock too. The run ends before
/// it writes anything more, and says what happened.
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
        let told = running.await.unwrap().expect_err("the lock is not ours any more");
        let said = told.to_string();
        assert!(said.contains(lock.as_str()) && said.contains("deleted or replaced"), "{said}");
        assert!(told.hint().contains("frieze status"), "{}", told.hint());
        assert_eq!(setup.memory.files(), before, "replaced: {is_replaced}");
        // With a lock file of its own the next process goes on from there.
        let next = Engine::<Design>::new(world(setup.store.clone(), good(), "engine two", 4));
        assert_eq!(drive(&next, &id()).await.unwrap().state, "FROZEN");
    }
}

/// A refusal is journalled, which needs the lock as well.
#[tokio::test(start_paused = true)]
async fn a_refusal_is_not_journalled_where_the_lock_file_is_gone() {
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
    let told = setup.engine.run(&id(), start()).await.expect_err("it runs already");
    assert!(told.to_string().contains("deleted or replaced"), "{told}");
    drop(running.await.unwrap());
    assert_eq!(setup.memory.files(), before);
}

/// A run that rests holds no lease, so that others may decide; one that is paused neither, and goes on later.
#[tokio::test(start_paused = true)]
async fn a_run_that_rests_or_is_paused_holds_no_lease() {
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
    assert!(matches!(second.look(&id()), Err(Trouble::Held { .. })));
    assert_eq!(first.engine.pause(&id()).await.unwrap().state, "GENERATING");
    assert_eq!(running.await.unwrap().unwrap().state, "GENERATING");
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(second.look(&id()).unwrap().state, "GENERATING", "nothing went on behind the pause");
    let view = first.engine.run(&id(), None).await.unwrap();
    assert_eq!(view.state, "CANDIDATE");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(second.run(&id(), Some(approval(&view))).await.unwrap().state, "FROZEN");
}

/// Ruling 12: a server that draws keeps nobody from deciding, in this process or another, and no run from its agents.
#[tokio::test(start_paused = true)]
async fn a_drawing_that_is_under_way_hinders_nobody() {
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
            assert_eq!(first.peek(&feature(name)).unwrap().state, "CANDIDATE", "one agent at a time, {name}");
        }
        let second = Engine::<Design>::new(world(store.clone(), good(), "engine two", 1));
        let seen = second.look(&id()).unwrap();
        let frozen = match elsewhere {
            true => second.once(&id(), &approval(&seen)).unwrap(),
            false => first.run(&id(), Some(approval(&seen))).await.unwrap(),
        };
        assert_eq!((seen.state, frozen.state), ("CANDIDATE", "FROZEN"));
        assert_eq!(running.await.unwrap().unwrap().state, "FROZEN", "what is drawn then is dropped");
        let rested = other.await.unwrap().unwrap();
        assert!(rested.preview.unwrap().contains("nothing was drawn"), "the other goes on");
        for name in ["checkout", "payment"] {
            let path = RelPath::feature(&feature(name)).join("design/journal.jsonl");
            let bytes = store.read(&path, 1 << 20).unwrap().unwrap();
            let reading = journal::read(&bytes);
            assert!(whole(&reading) && reading.entries().all(|entry| entry.kind != "refused"), "{name}");
        }
    }
}

/// An answer that comes while somebody else is at work on the feature ends this run's task; the board says so.
#[tokio::test(start_paused = true)]
async fn a_run_whose_lease_another_has_is_at_work_no_more() {
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
    assert_eq!(doing(&first, &id()), Doing::Asking("previewer"));
    let lease = Engine::<Design>::new(world(store, good(), "engine two", 1)).lease(&id()).unwrap();
    drawing.notify_one();
    let told = running.await.unwrap();
    assert!(matches!(told, Err(Trouble::Lost(_) | Trouble::Held { .. })), "{told:?}");
    assert_eq!(doing(&first, &id()), Doing::Resting);
    drop(lease);
    let view = first.run(&id(), None).await.unwrap();
    assert_eq!(first.run(&id(), Some(approval(&view))).await.unwrap().state, "FROZEN");
}

/// Folders of which no run can have been the writer are in nobody's way.
#[tokio::test]
async fn a_folder_that_no_run_made_counts_for_nothing() {
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

/// P16: the answers of a run, recorded and given again, lead through the same states with the same scores.
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

/// P25 and P4: a store that panics in the middle of a step ends that run's task, and the next order begins a new one.
#[tokio::test(start_paused = true)]
async fn a_run_that_was_lost_can_be_opened_again() {
    let armed = Arc::new(AtomicUsize::new(1));
    let trap = armed.clone();
    let setup = setup(good());
    struct Trap(Arc<AtomicUsize>);
    impl Conditions<Terms> for Trap {
        fn terms(&self, _: &FeatureId) -> Result<Terms, NotConfigured> {
            let calls = self.0.fetch_add(1, Ordering::SeqCst);
            assert!(calls != 3, "the third look at the configuration panics");
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

/// Material that cannot be read stops the run where it is; it neither fails it nor asks an agent again and again.
#[tokio::test(start_paused = true)]
async fn an_answer_that_cannot_be_taken_halts_the_run_and_asks_nobody_again() {
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
    // Everybody who waits for the run is told: to none of them it rests.
    for one in [running].into_iter().chain(waiting) {
        let told = one.await.unwrap().unwrap_err();
        assert!(told.to_string().contains("brief.md"), "{told}");
    }
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert_eq!(doing(&setup.engine, &id()), Doing::Resting);
    assert_eq!(setup.engine.peek(&id()).unwrap().state, "GENERATING");
    setup.memory.delete(&brief).unwrap();
    setup.memory.edit(&brief, BRIEF.as_bytes()).unwrap();
    assert_eq!(drive(&setup.engine, &id()).await.unwrap().state, "FROZEN");
}

/// "Checksum verification MUST occur on every load of frozen design"; "System detects deletion": also in an engine that
/// lives on, and before any order is answered.
#[tokio::test(start_paused = true)]
async fn an_engine_that_lives_on_looks_before_it_answers() {
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
    // Put back, it stays failed until a person takes it back, who is told that this is all that is left to do.
    let told = |engine: &Engine<_>| {
        let view = engine.glance(&id()).unwrap().view;
        assert_eq!(view.state, "FAILED");
        [view.reason, view.hint, engine.peek(&id()).unwrap().reason].map(Option::unwrap).join(" | ")
    };
    assert!(!told(&tampered.engine).contains("approved again"), "{}", told(&tampered.engine));
    tampered.memory.edit(&sealed, &approved).unwrap();
    let mended = told(&tampered.engine);
    assert_eq!(mended.matches("as they were approved again").count(), 2, "{mended}");
    assert!(mended.contains("| `frieze reset checkout` takes it back"), "{mended}");
    let reset = Event::Ordered(Order::Reset { from_best: false });
    assert!(tampered.engine.once(&id(), &reset).unwrap().is_sealed);

    // A candidate that was edited since it was shown is scored before the decision is heard, which is then too old.
    let edited = setup(good());
    let shown = edited.engine.run(&id(), start()).await.unwrap();
    let other = serde_json::to_vec(&flow_world::design(&id(), "C")).unwrap();
    edited.memory.edit(&design.join("intent.json"), &other).unwrap();
    assert!(matches!(edited.engine.run(&id(), Some(approval(&shown))).await, Err(Trouble::Refused(_))));
    let now = edited.engine.peek(&id()).unwrap();
    assert!(now.state == "CANDIDATE" && now.reason.unwrap().contains("by hand"));
}

/// Two orders for one feature at the same moment do not find the feature held by their own engine.
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

/// A feature that is deleted while somebody looks at it stays deleted: no lease brings its folders back.
#[test]
fn looking_at_what_is_not_there_makes_nothing() {
    let gone = feature("gone");
    for (names, is_there) in [(&["checkout"][..], false), (&["checkout", "gone"], true)] {
        let engine = setup_on(MemoryDisk::holding(&briefs(names)), good()).engine;
        let noticed = engine.notice(&gone).map(|seen| seen.view);
        let looked = [engine.look(&gone), noticed, engine.study(&gone)];
        assert!(is_there == looked[0].is_ok(), "{:?}", looked[0]);
        let kept = engine.keep(&gone, &RelPath::feature(&gone).join("design/feedback-draft.md"), b"words");
        assert_eq!(kept.is_ok(), is_there, "{kept:?}");
        assert_eq!(engine.lease(&gone).is_ok(), is_there);
        assert_eq!(engine.features().unwrap().contains(&gone), is_there, "a ghost");
    }
}

/// Finding out who is at the keyboard starts other programs, which may take their time: no feature is locked meanwhile.
#[test]
fn no_feature_is_locked_while_the_person_is_found_out() {
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

/// Agents of which nobody ever answers; how often they were asked.
fn silent() -> (Scripted, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let agents = Scripted(Arc::new(move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        Box::pin(std::future::pending())
    }));
    (agents, asked)
}

/// What a run that was killed while it waited for the generator leaves on the disk.
fn interrupted() -> MemoryDisk {
    let (agents, asked) = silent();
    let setup = setup(agents);
    on_blocking_threads(async {
        let _ = tokio::time::timeout(Duration::from_secs(5), setup.engine.run(&id(), start())).await;
    });
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    MemoryDisk::holding(&setup.memory.files())
}

/// "Rejected transitions MUST log violation and maintain current state": by the run that is at work, which goes on, and where
/// none is, without carrying one on; the same in the same state, once.
#[test]
fn an_attempt_is_refused_and_journalled_once_whoever_has_the_run() {
    let (agents, asked) = silent();
    let setup = setup(agents);
    let refused = |files: &BTreeMap<String, Vec<u8>>, what: &str| {
        let journal = String::from_utf8_lossy(&files["features/checkout/design/journal.jsonl"]).into_owned();
        let refused = journal.matches(&format!("\"GENERATING does not allow {what}\"")).count();
        refused + journal.matches(&format!("\"{what} was not possible when it was tried; GENERATING")).count()
    };
    on_blocking_threads(async {
        let id = id();
        let attempts = async {
            while asked.load(Ordering::SeqCst) == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            for what in ["approve", "approve", "reject", "approve"] {
                let outcome = setup.engine.attempt(&id, what).await;
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
        let outcome = on_blocking_threads(engine.attempt(&id(), what));
        assert!(matches!(outcome, Err(Trouble::Refused(_))), "{outcome:?}");
    }
    assert_eq!((refused(&memory.files(), "reject"), refused(&memory.files(), "abort")), (1, 1));
    assert_eq!((engine.peek(&id()).unwrap().state, asked.load(Ordering::SeqCst)), ("GENERATING", 0));
}

fn under(terms: Terms, memory: &MemoryDisk, agents: Scripted) -> Engine<Design> {
    let store = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
    let conditions = Arc::new(Fixed(Mutex::new(terms)));
    Engine::new(World { conditions, ..world(store, agents, "another engine", 4) })
}

/// "On each agent invocation …": an interrupted run that somebody looks at under other settings is left alone, carried
/// on under them it fails with both values, and carried on under its own it ends as if nothing had been.
#[test]
fn an_interrupted_run_is_failed_by_carrying_it_on_otherwise_and_not_by_a_look() {
    let memory = interrupted();
    let before = memory.files();
    let mut other = terms();
    other.pins.generator.prompt_template_version = "9.9.9".to_owned();
    let (agents, asked) = silent();
    let engine = under(other.clone(), &memory, agents);
    assert_eq!(engine.look(&id()).unwrap().state, "GENERATING");
    assert_eq!(engine.glance(&id()).unwrap().view.state, "GENERATING");
    let path = "features/checkout/design/state.json";
    assert_eq!(memory.files()[path], before[path], "a look changed the record");

    let elsewhere = MemoryDisk::holding(&before);
    let view = on_blocking_threads(under(other, &elsewhere, good()).run(&id(), None)).unwrap();
    let reason = view.reason.unwrap();
    assert!(view.state == "FAILED" && reason.contains("1.1.0") && reason.contains("9.9.9"), "{reason}");
    assert_eq!(asked.load(Ordering::SeqCst), 0, "a look asks nobody");

    let view = on_blocking_threads(under(terms(), &memory, good()).run(&id(), None)).unwrap();
    assert_eq!(view.state, "CANDIDATE");
}

/// P14: a run that is interrupted again and again does not ask oftener than its budget allows.
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

/// A candidate whose journal lost its last lines; what is on the disk after two looks.
fn looked_at_with_a_journal_of(lines: &[&str]) -> Files {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let mut files = setup.memory.files();
    files.insert(JOURNAL.to_owned(), lines.concat().into_bytes());
    let again = setup_on(MemoryDisk::holding(&files), good());
    assert_eq!(again.engine.look(&id()).unwrap().state, "CANDIDATE");
    let once = again.memory.files();
    assert_eq!(again.engine.look(&id()).unwrap().state, "CANDIDATE");
    assert_eq!(again.memory.files()[JOURNAL], once[JOURNAL], "it is said once");
    once
}

/// P6: a journal that lost its end is mended from the record as far as that remembers, and what is gone is said and
/// stays to be seen.
#[test]
fn p06_a_journal_that_lost_its_end_is_mended_or_says_so() {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let files = setup.memory.files();
    let record = DesignRecord::read(&files["features/checkout/design/state.json"]).unwrap();
    let remembered = record.journal.unwrap().lines.len();
    let text = String::from_utf8(files[JOURNAL].clone()).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    assert!(remembered >= 2 && lines.len() > remembered + 2, "{remembered} of {}", lines.len());
    for lost in 0..=lines.len() {
        let kept = &lines[..lines.len() - lost];
        let after = looked_at_with_a_journal_of(kept);
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
    // A torn line, and a last line that somebody changed.
    let (last, before) = lines.split_last().unwrap();
    let torn = [before, &[&last[..last.len() / 2]]].concat();
    let reading = journal_of(&looked_at_with_a_journal_of(&torn), "checkout");
    assert_eq!(reading.entries().filter(|e| e.text == "iteration 2 scored 100.00").count(), 1);
    assert!(
        reading.damage.is_empty() && reading.mended == [lines.len()],
        "the torn line is told: {reading:?}"
    );
    let changed = last.replace("100.00", "100.01");
    assert_ne!(*last, changed);
    let reading = journal_of(&looked_at_with_a_journal_of(&[before, &[&changed]].concat()), "checkout");
    assert_eq!(reading.entries().next_back().unwrap().kind, "journal-damaged");
}

/// P3, P6: a freeze that was cut between the marker and the record is completed beside a journal of any length: the
/// decision stands at its end.
#[test]
fn a_freeze_that_was_cut_is_completed_beside_a_journal_that_is_never_read_whole() {
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
    let older = vec![b'\n'; frieze::domain::json::LARGEST + 1];
    cut.insert(JOURNAL.to_owned(), [older, kept.concat()].concat());
    let again = setup_on(MemoryDisk::holding(&cut), good());
    let view = again.engine.look(&id()).unwrap();
    assert_eq!(view.state, "FROZEN", "{:?}", view.reason);
}

/// A record from before it knew of its journal is read as it always was.
#[test]
fn a_record_that_knows_nothing_of_its_journal_is_no_damage() {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let mut files = setup.memory.files();
    let path = "features/checkout/design/state.json";
    let mut state: serde_json::Value = serde_json::from_slice(&files[path]).unwrap();
    assert!(state.as_object_mut().unwrap().remove("journal").is_some());
    files.insert(path.to_owned(), serde_json::to_vec(&state).unwrap());
    let again = setup_on(MemoryDisk::holding(&files), good());
    assert_eq!(again.engine.look(&id()).unwrap().state, "CANDIDATE");
    assert_eq!(again.memory.files(), files);
}

/// A store in which somebody mends the record at the moment of a certain lock.
struct Mending {
    inner: Arc<Faulty>,
    locks: AtomicUsize,
    at: usize,
    memory: MemoryDisk,
    sound: Vec<u8>,
}

impl Store for Mending {
    fn read(&self, path: &RelPath, most: usize) -> Result<Option<Vec<u8>>, StoreError> {
        self.inner.read(path, most)
    }
    fn read_end(&self, path: &RelPath, most: usize) -> Result<Option<(u64, Vec<u8>)>, StoreError> {
        self.inner.read_end(path, most)
    }
    fn look(&self, path: &RelPath) -> Result<Option<Kind>, StoreError> {
        self.inner.look(path)
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

/// A record that somebody mends while it is being set aside stays: what is set aside is never a sound one.
#[test]
fn a_record_that_was_mended_meanwhile_is_not_set_aside() {
    let setup = setup(good());
    on_blocking_threads(setup.engine.run(&id(), start())).unwrap();
    let mut files = setup.memory.files();
    let path = "features/checkout/design/state.json";
    let sound = files.insert(path.to_owned(), b"{ damaged".to_vec()).unwrap();
    for at in 0..=2 {
        let memory = MemoryDisk::holding(&files);
        let inner = Arc::new(DurableStore::new(FaultyDisk::new(memory.clone())));
        let store = Arc::new(Mending {
            inner,
            locks: AtomicUsize::new(0),
            at,
            memory: memory.clone(),
            sound: sound.clone(),
        });
        let engine = Engine::<Design>::new(world(store.clone(), good(), "engine one", 4));
        let outcome = engine.set_aside(&id());
        let after = memory.files();
        let mended = at > 0 && store.locks.load(Ordering::SeqCst) >= at;
        if mended {
            let why = outcome.unwrap_err().to_string();
            assert!(why.contains("nothing was set aside") && after[path] == sound, "{at}: {why}");
        } else {
            assert_eq!(outcome.unwrap().state, "IDLE", "{at}");
            assert_eq!(after["features/checkout/design/damaged/state-1.json"], b"{ damaged");
        }
    }
}

/// P13: waiting always says for what and since when; an order is answered while other runs go on, and a run that is
/// under way can be aborted at once.
#[tokio::test(start_paused = true)]
async fn the_board_tells_what_is_done_and_since_when() {
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
    let tell = |name: &str, event: Event| {
        let (engine, id) = (engine.clone(), feature(name));
        tokio::spawn(async move { engine.run(&id, Some(event)).await })
    };
    let of = |name: &str| {
        let seen = board.borrow().get(&feature(name)).cloned().unwrap();
        (seen.view.state, seen.doing.clone(), seen.since.to_string()[14..19].to_owned())
    };
    let said = |text: &str| text.to_owned();
    for (name, after) in [("checkout", 0), ("payment", 20)] {
        tokio::time::sleep(Duration::from_secs(after)).await;
        tell(name, Event::Ordered(Order::Start));
    }
    tokio::time::sleep(Duration::from_secs(30)).await;
    assert_eq!(of("checkout"), ("GENERATING", Doing::Asking("generator"), said("04:05")));
    assert_eq!(of("payment"), ("GENERATING", Doing::Asking("generator"), said("04:25")));
    // A look in between is no new beginning.
    tell("checkout", Event::Looked);
    tokio::time::sleep(Duration::from_secs(15)).await;
    assert_eq!(of("checkout"), ("EVALUATING", Doing::Asking("critic"), said("05:05")));
    let refused = engine.run(&id(), Some(Event::Ordered(Order::Reset { from_best: false }))).await;
    assert!(matches!(refused, Err(Trouble::Refused(_))), "{refused:?}");
    let stop = Event::Ordered(Order::Stop { reason: said("enough") });
    assert_eq!(engine.run(&id(), Some(stop)).await.unwrap().state, "FAILED");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(of("checkout"), ("FAILED", Doing::Resting, said("05:10")));
    assert_eq!(engine.run(&feature("payment"), None).await.unwrap().state, "CANDIDATE");
}

/// A prompt quotes what is bounded itself, and may be longer than any JSON that is read; beyond its own bound the run says so.
#[tokio::test]
async fn a_long_prompt_is_asked_whole_and_one_without_measure_is_not() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    for (times, asked) in [(5, true), (17, false)] {
        let hears = heard.clone();
        let agents = Scripted(Arc::new(move |ask: Ask| {
            hears.lock().unwrap().push((ask.role, ask.prompt.len()));
            let answer = good_answer(&ask);
            Box::pin(async { answer })
        }));
        let memory = MemoryDisk::holding(&briefs(&["checkout"]));
        let mut world = world(Arc::new(DurableStore::new(FaultyDisk::new(memory))), agents, "engine one", 4);
        // As long as a brief and designs make it that are quoted line by line.
        let long = Terms { critic_template: "| x\n".repeat(times << 20), ..terms() };
        world.conditions = Arc::new(Fixed(Mutex::new(long)));
        let view = Engine::<Design>::new(world).run(&id(), start()).await.unwrap();
        let judged: Vec<usize> = heard
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
