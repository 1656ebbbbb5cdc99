//! The screen over a second workflow, letters, which it has no code for: row, sheet, next step, verb and plain gate.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crossterm::event::KeyCode;

use super::{Cmd, Model, Msg, fixtures, press, screen, update};
use crate::tui::model::detail::Detail;
use crate::tui::model::feature_list::Card;
use crate::tui::model::other_flow::OtherFlow;
use crate::tui::model::run_key::RunKey;
use crate::tui::msg::Job;
use frieze_data::id::FeatureId;
use frieze_engine::{Activity, Engine, Flows, InspectDepth, Runs, Slots, World};
use frieze_kernel::{Answer, Event, Fault, Role, RunView};
use frieze_ports::{Agent, Agents, Ask, Boxed, Checked, Clock, Conditions, Live, NotConfigured, Store};
use frieze_store::DurableStore;
use frieze_testkit::MemoryDisk;

#[path = "../../../../crates/engine/tests/second_flow/letter.rs"]
mod letter;

struct Writer;

impl Agent for Writer {
    fn ask(&self, _: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
        Box::pin(async { Ok(Answer::of("thanks.txt\nDear aunt", "a writer")) })
    }

    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Ok("made up by a test".to_owned()) })
    }
}

impl Agents for Writer {
    fn for_role(&self, _: Role) -> Result<Arc<dyn Agent>, Fault> {
        Ok(Arc::new(Self))
    }
}

impl Conditions<()> for Writer {
    fn terms(&self, _: &FeatureId) -> Result<(), NotConfigured> {
        Ok(())
    }

    fn limit_ms(&self) -> u64 {
        300_000
    }
}

impl Clock for Writer {
    fn now(&self) -> jiff::Timestamp {
        fixtures::now()
    }
}

/// A screen with a candidate and letters; what it orders is carried out at once.
struct Desk {
    model: Model,
    runs: Arc<dyn Runs>,
    store: Arc<dyn Store>,
}

impl Desk {
    /// With letters of these ids.
    fn new(ids: &[&str]) -> Self {
        let wish = |id: &&str| (format!("letters/{id}/wish.txt"), b"thanks for the scarf".to_vec());
        let store: Arc<dyn Store> =
            Arc::new(DurableStore::new(MemoryDisk::holding(&ids.iter().map(wish).collect())));
        let world: World<letter::Letter> = World {
            store: store.clone(),
            clock: Arc::new(Writer),
            agents: Arc::new(Writer),
            conditions: Arc::new(Writer),
            who: LazyLock::new(Box::new(|| "Ada".into())),
            approvals: Arc::new(frieze_ports::Unsigned),
            owner: "this test".to_owned(),
            slots: Slots::new(1),
            others: None,
            unsealed: None,
        };
        let runs: Arc<dyn Runs> = Arc::new(Engine::new(world));
        let flows = Flows { design: runs.clone(), others: vec![runs.clone()] };
        let mut desk = Self { model: fixtures::model(fixtures::view()), runs, store };
        desk.send(Msg::OtherFlows(OtherFlow::all(&flows)));
        let keys: Vec<RunKey> = ids.iter().map(|id| key(id)).collect();
        desk.send(Msg::OthersListed(Ok(keys.clone())));
        for key in keys {
            let view = desk.runs.inspect(&key.id, InspectDepth::Record).unwrap().view;
            desk.send(Msg::CardsRead(vec![(key, Card::of(&view, Activity::Idle))]));
        }
        desk
    }

    fn send(&mut self, msg: Msg) {
        let mut msgs = VecDeque::from([msg]);
        while let Some(msg) = msgs.pop_front() {
            let cmds = update(&mut self.model, msg);
            msgs.extend(cmds.into_iter().flat_map(|cmd| self.carry_out(cmd)));
        }
        update(&mut self.model, Msg::Drawn(Vec::new()));
    }

    fn carry_out(&self, cmd: Cmd) -> Vec<Msg> {
        let is_letter = |key: &RunKey| key.flow == self.runs.name();
        let (key, event, job) = if let Cmd::Order(key, order) = cmd {
            (key, Event::Ordered(order), Job::Run)
        } else if let Cmd::Decide(key, decision) = cmd {
            (key, Event::Decided(decision), Job::Decide)
        } else if let Cmd::Load(key) = cmd
            && is_letter(&key)
        {
            let read = Detail::read_other(self.runs.as_ref(), self.store.as_ref(), &key);
            return vec![Msg::Detail(Arc::new(read))];
        } else {
            return Vec::new();
        };
        assert!(is_letter(&key), "{key}");
        let view = self.run(&key, event);
        let card = (key, Card::of(&view, Activity::Idle));
        vec![Msg::RunsChanged(vec![card]), Msg::RunStopped(job, Box::new(view))]
    }

    fn run(&self, key: &RunKey, event: Event) -> RunView {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let work = self.runs.run(&key.id, Some(event));
        let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(60), work).await });
        ended.unwrap().unwrap()
    }

    fn type_keys(&mut self, keys: &str) {
        for key in keys.chars() {
            let code = match key {
                '\r' => KeyCode::Enter,
                '\t' => KeyCode::Tab,
                key => KeyCode::Char(key),
            };
            self.send(Msg::Key(code.into()));
        }
    }

    #[track_caller]
    fn shows(&self, parts: &[&str]) {
        let shown = screen(&self.model);
        let words = shown.split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(words.contains(part), "{part}: {shown}");
        }
    }

    fn selected(&self) -> String {
        self.model.features.selected_run().unwrap().to_string()
    }
}

fn key(id: &str) -> RunKey {
    RunKey { flow: "letter", id: id.parse().unwrap() }
}

#[test]
fn a_letter_is_run_shown_named_and_sent() {
    let mut desk = Desk::new(&["aunt"]);
    desk.shows(&["· letter/aunt", "◆ checkout"]);
    desk.type_keys(":show letter/aunt\rr");
    desk.shows(&["◆ letter/aunt draft 1 decide"]);
    desk.type_keys("2");
    desk.shows(&["2 The letter", "Wish", "thanks for the scarf", "Draft", "Dear aunt"]);
    // A verb of the workflow is completed and takes a word.
    desk.type_keys(":ren\tscarf.txt\r");
    desk.type_keys("7");
    desk.shows(&["the draft was named scarf.txt"]);
    // Nothing is chosen, so `y` decides nothing.
    desk.type_keys("dy");
    desk.shows(&["send it?"]);
    desk.type_keys("s");
    desk.type_keys("y");
    assert!(desk.model.modal.is_none(), "{}", screen(&desk.model));
    assert_eq!(desk.model.features.card_of(&key("aunt")).unwrap().state, "SENT");
    assert!(
        desk.store
            .read(&letter::Desk::of(&key("aunt").id).sent(&"scarf.txt".parse().unwrap()), 99)
            .unwrap()
            .is_some()
    );
    assert_eq!(desk.selected(), "checkout", "the next one that needs the person");
    desk.type_keys(":show letter/aunt\r:rename x\r");
    desk.shows(&["letter/aunt is SENT, and rename is not possible there"]);
}

#[test]
fn runs_of_one_feature_are_one_row_with_the_most_urgent() {
    let mut desk = Desk::new(&["aunt", "checkout"]);
    assert_eq!((desk.model.features.matching(), desk.model.features.counts().all), (2, 2));
    desk.shows(&["◆ checkout design +1"]);
    // The key goes through the runs; the row still shows the one that is due.
    desk.type_keys("w");
    assert_eq!(desk.selected(), "letter/checkout");
    desk.shows(&["letter/checkout: run 2 of 2 of this feature.", "◆ checkout design +1"]);
    desk.type_keys("w");
    assert_eq!(desk.selected(), "checkout");
    // The design is frozen: what is left to do is the letter.
    let frozen =
        RunView { state: "FROZEN", needs: None, gates: Vec::new(), is_sealed: true, ..fixtures::view() };
    desk.send(Msg::RunsChanged(vec![(frozen.id.clone().into(), Card::of(&frozen, Activity::Idle))]));
    desk.shows(&["· checkout letter +1", "· 1 frozen ·"]);
    assert_eq!(desk.selected(), "letter/checkout", "the list is on what is due");
    desk.type_keys("wd");
    desk.shows(&["checkout has nothing to decide. letter/checkout is due; w goes through"]);
    desk.type_keys(":run checkout\r");
    assert_eq!(desk.selected(), "letter/checkout");
    desk.shows(&["◆ checkout letter +1", "· 1 frozen ·"]);
    // Harm to a frozen design comes before everything else.
    let reset = Some(frieze_kernel::Need::Reset);
    let file_problem = Some(frieze_kernel::FileProblem::Tampered);
    let tampered =
        RunView { state: "FAILED", needs: reset, file_problem, is_sealed: false, ..frozen.clone() };
    for (view, selected) in [(&tampered, "checkout"), (&frozen, "letter/checkout")] {
        desk.send(Msg::RunsChanged(vec![(view.id.clone().into(), Card::of(view, Activity::Idle))]));
        assert_eq!(desk.selected(), selected);
    }
    // From another row, the key goes to the run that is due.
    desk.type_keys(":show letter/aunt\rn");
    assert_eq!(desk.selected(), "letter/checkout");
    desk.type_keys(":show design/checkout\r");
    assert_eq!(desk.selected(), "checkout");
    desk.type_keys(":approve checkout\r");
    desk.shows(&["Decide on letter/checkout", "send it?"]);
    // Where the person stays at a run that is done, the one that is due is named.
    desk.type_keys("sy");
    let candidate = fixtures::view();
    desk.send(Msg::RunsChanged(vec![(candidate.id.clone().into(), Card::of(&candidate, Activity::Idle))]));
    desk.type_keys(":show letter/checkout\r");
    desk.shows(&["checkout is due: w goes there"]);
    // The filter finds a feature by each of its runs.
    press(&mut desk.model, KeyCode::Esc);
    desk.model.features.set_filter("letter/che");
    assert_eq!(desk.model.features.matching(), 1);
}
