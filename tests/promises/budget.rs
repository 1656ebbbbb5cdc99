//! P14: loops end. Every sequence of outcomes that agents and people can cause, under every budget: no agent gets more
//! calls than the budget allows, each call is counted in the saved record before it is made, and every end has a reason.

use frieze_kernel::{Answer, Event, Fault, Key, Order, Record as _};

use crate::long;
use frieze_testkit::worlds::{World, critic_answer, design};

/// The possible outcomes of a step. `Stranger` answers as another model.
#[derive(Clone, Copy, Debug)]
enum Outcome {
    Design,
    Invalid,
    Low,
    Clean,
    Dead,
    /// The connection broke in the middle of the answer.
    Lost,
    Slow,
    Stranger,
    Reject,
    Approve,
    /// A person lets a paused run go on.
    Resume,
}

use Outcome::{Approve, Clean, Dead, Design, Invalid, Lost, Low, Reject, Resume, Slow, Stranger};

/// The outcomes of each state, from the specification.
fn outcomes(world: &World) -> &'static [Outcome] {
    match world.state() {
        _ if world.record.paused.is_some() => &[Resume],
        // Only in the first iteration: all outcomes in every iteration would be too many.
        "GENERATING" if world.record.iteration == 1 => &[Design, Invalid, Dead, Lost, Stranger],
        "GENERATING" => &[Design, Invalid, Dead, Stranger],
        "EVALUATING" => &[Low, Clean, Invalid, Slow],
        "CANDIDATE" => &[Reject, Approve],
        _ => &[],
    }
}

struct Search<'a> {
    most: u32,
    /// Two critiques, so that scores may differ.
    low: [String; 2],
    /// A fault of a broken machine, applied after every step.
    broken: &'a dyn Fn(&mut World),
    sequences: usize,
    spent: usize,
}

impl Search<'_> {
    /// Follows every sequence from here. `asked` counts the calls so far, `open` is the last of them.
    fn follow(&mut self, world: &World, asked: u32, open: Option<&Key>) -> Result<(), String> {
        let now = world.asked().map(|(key, _)| key);
        let asked = asked + u32::from(now.is_some() && now.as_ref() != open);
        let fault = |what: &str| format!("{what}: {asked} calls of {} in {:?}", self.most, world.trail);
        if asked > self.most {
            return Err(fault("one call too many"));
        }
        if let Some(run) = &world.record.run {
            let bytes = world.file("design/state.json").unwrap();
            let saved = frieze_flows::design::DesignRecord::read(&world.id, bytes);
            let saved = saved.unwrap().run.map(|run| run.spent.calls);
            let counted = u64::from(asked);
            if (run.spent.calls, saved) != (counted, Some(counted)) {
                return Err(fault(&format!("counted as {}, saved as {saved:?}", run.spent.calls)));
            }
        }
        if world.state() == "FAILED" {
            self.sequences += 1;
            let spent = world.reason() == "budget-spent";
            self.spent += usize::from(spent);
            if spent && asked != self.most {
                return Err(fault("ended before the budget was spent"));
            }
            if !spent && world.message().is_empty() {
                return Err(fault("ended without a reason"));
            }
        }
        if world.state() == "FROZEN" {
            self.sequences += 1;
        }
        for &outcome in outcomes(world) {
            let mut next = world.clone();
            self.happens(&mut next, outcome, asked);
            next.settle();
            (self.broken)(&mut next);
            self.follow(&next, asked, now.as_ref())?;
        }
        Ok(())
    }

    fn happens(&self, world: &mut World, outcome: Outcome, asked: u32) {
        let done = match outcome {
            Design => world.answer(&design(&world.id, &asked.to_string()).to_string()),
            Invalid => world.answer("{}"),
            Low => world.answer(&self.low[usize::from(asked % 4 < 2)]),
            Clean => world.answer(r#"{"findings":[]}"#),
            Dead => world.fault(Fault::Failed { why: "it is gone".to_owned() }),
            Lost => world.fault(Fault::Unusable {
                why: "the connection was lost".to_owned(),
                answer: Box::new(Answer::of("{".to_owned(), "model")),
                again: true,
            }),
            Slow => world.fault(Fault::TimedOut { limit_ms: 1 }),
            Stranger => {
                let (key, _) = world.asked().unwrap();
                let text = design(&world.id, "A").to_string();
                world.send(&Event::Answered { key, answer: Answer::of(text, "another") })
            }
            Reject => world.decide("reject", Some("more")),
            Approve => world.decide("approve", None),
            Resume => world.send(&Event::Ordered(Order::Start)),
        };
        done.unwrap_or_else(|e| panic!("{outcome:?} in {}: {e:?}", world.state()));
    }
}

/// Follows every sequence under a budget; returns how many there are and how many spend it.
fn every_sequence(most: u32, allowed: u32, broken: &dyn Fn(&mut World)) -> Result<(usize, usize), String> {
    let mut world = World::new();
    world.terms.max_calls = allowed;
    world.play("start");
    let sample = design(&world.id, "0");
    let low = [critic_answer(&sample, 8500), critic_answer(&sample, 8700)];
    let mut search = Search { most, low, broken, sequences: 0, spent: 0 };
    search.follow(&world, 0, None)?;
    Ok((search.sequences, search.spent))
}

#[test]
fn p14_no_sequence_of_outcomes_exceeds_the_budget() {
    let (mut sequences, mut spent) = (0, 0);
    for most in 0..=if long() { 12 } else { 6 } {
        let (found, ended) = every_sequence(most, most, &|_| {}).unwrap_or_else(|e| panic!("{e}"));
        assert!(ended > 0, "no sequence of {found} spends a budget of {most}");
        (sequences, spent) = (sequences + found, spent + ended);
    }
    println!("{sequences} sequences, {spent} of them ended by their budget");
}

/// Controls: a machine that forgets to count, one that counts the last call too late, one with another limit.
#[test]
fn p14_machines_that_break_their_budget_are_caught() {
    let forgets = every_sequence(3, 3, &|world| {
        if let Some(run) = &mut world.record.run {
            run.spent.calls = 0;
        }
    });
    let late = every_sequence(3, 3, &|world| {
        if let (true, Some(run)) = (world.asked().is_some(), &mut world.record.run) {
            run.spent.calls = run.spent.calls.saturating_sub(1);
        }
    });
    for (name, outcome) in [("forgets", forgets), ("late", late), ("another", every_sequence(3, 4, &|_| {}))]
    {
        assert!(outcome.is_err(), "a machine that {name} passes: {outcome:?}");
    }
}
