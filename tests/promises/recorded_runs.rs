//! P16: a recorded run, replayed, gives the same states and scores. The histories in `fixtures/recorded` hold every event
//! with the words of agents and people, and the machine's result. After a deliberate change of the rubric or the machine,
//! renew them with `FRIEZE_GOLDEN=1` and read the difference.

use std::path::PathBuf;

use frieze_kernel::{Event, Fault, Order};
use serde::{Deserialize, Serialize};

use frieze_testkit::worlds::{World, critic_answer, design};

const RECORDED: [(&str, &str); 5] = [
    ("frozen", "start · design A · score 85 · design B · score 87 · design C · clean · approve"),
    (
        "no-progress",
        "start · design A · score 85 · design B · score 85 · design C · score 85 · design D · score 85",
    ),
    (
        "by-hand",
        "start · say {} · say nonsense · design A · say {} · clean · reject split the payment · design B · score 92 · edit C · look · approve · delete design/final/FROZEN.md · look · explain a new law",
    ),
    (
        "no-answer",
        "start · design A · score 80 · slow · reset best · start · design B · clean · abort enough",
    ),
    ("invalid", "start · say {} · say {} · say {}"),
];

/// One event.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
enum Happened {
    Ordered(String),
    Answered(String),
    Faulted(String),
    Decided(String, Option<String>),
    Edited(String),
    Deleted(String),
    Looked,
}

/// An event and its result.
#[derive(Serialize, Deserialize, Clone, Debug)]
struct Entry {
    happened: Happened,
    then: Then,
}

#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "camelCase")]
struct Then {
    state: String,
    refused: Option<String>,
    iteration: u32,
    calls: u32,
    /// Iteration and score, in hundredths.
    scores: Vec<(u32, u16)>,
    intent: Option<String>,
    failure: Option<String>,
}

fn then(world: &World, refused: Option<String>) -> Then {
    let record = &world.record;
    Then {
        state: world.state().to_owned(),
        refused,
        iteration: record.iteration,
        calls: record.run.as_ref().map_or(0, |run| u32::try_from(run.spent.calls).unwrap()),
        scores: record.score_history.iter().map(|(n, score)| (*n, score.hundredths())).collect(),
        intent: record.intent_sha256.map(|sha256| sha256.to_string()),
        failure: record.failure.as_ref().map(|_| world.reason()),
    }
}

/// A word of a script with its meaning.
fn said(world: &World, word: &str) -> Happened {
    let (verb, rest) = word.split_once(' ').unwrap_or((word, ""));
    let words = (!rest.is_empty()).then(|| rest.to_owned());
    match verb {
        "start" | "reset" | "explain" => Happened::Ordered(word.to_owned()),
        "design" => Happened::Answered(design(&world.id, rest).to_string()),
        "say" => Happened::Answered(rest.to_owned()),
        "clean" => Happened::Answered(r#"{"findings":[]}"#.to_owned()),
        "score" => {
            let target = rest.parse::<u16>().unwrap() * 100;
            Happened::Answered(critic_answer(&world.intent(), target))
        }
        "slow" => Happened::Faulted("slow".to_owned()),
        "approve" | "reject" | "abort" => Happened::Decided(verb.to_owned(), words),
        "edit" => Happened::Edited(design(&world.id, rest).to_string()),
        "delete" => Happened::Deleted(rest.to_owned()),
        "look" => Happened::Looked,
        other => panic!("no such word: {other}"),
    }
}

fn happens(world: &mut World, happened: &Happened) -> Then {
    let outcome = match happened {
        Happened::Ordered(order) => {
            let (verb, rest) = order.split_once(' ').unwrap_or((order, ""));
            world.send(&Event::Ordered(match verb {
                "start" => Order::Start,
                "reset" => Order::Reset { from_best: rest == "best" },
                _ => Order::Explain { reason: rest.to_owned() },
            }))
        }
        // A changed history may reach a state in which no agent is asked.
        Happened::Answered(_) | Happened::Faulted(_) if world.asked().is_none() => Ok(()),
        Happened::Answered(text) => world.answer(text),
        Happened::Faulted(_) => world.fault(Fault::TimedOut { limit_ms: 300_000 }),
        Happened::Decided(..) if world.state() != "CANDIDATE" => Ok(()),
        Happened::Decided(choice, words) => world.decide(choice, words.as_deref()),
        Happened::Edited(text) => {
            world.put("design/intent.json", text.as_bytes());
            Ok(())
        }
        Happened::Deleted(name) => {
            world.disk.remove(&format!("features/{}/{name}", world.id));
            Ok(())
        }
        Happened::Looked => world.send(&Event::Inspected),
    };
    world.settle();
    then(world, outcome.err().map(|refusal| refusal.rule.to_owned()))
}

/// Replays a history; returns the first entry with another result.
fn replayed(history: &[Entry]) -> Result<World, String> {
    let mut world = World::new();
    for (number, entry) in history.iter().enumerate() {
        let now = happens(&mut world, &entry.happened);
        if now != entry.then {
            return Err(format!("entry {number}: {now:?} and not {:?}", entry.then));
        }
    }
    Ok(world)
}

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests/fixtures/recorded", &format!("{name}.json")].iter().collect()
}

fn recorded(name: &str) -> Vec<Entry> {
    let bytes = std::fs::read(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
    serde_json::from_slice(&bytes).unwrap_or_else(|e| panic!("{name}: {e}"))
}

#[test]
fn p16_recorded_histories_replay_to_the_same_states_and_scores() {
    if std::env::var_os("FRIEZE_GOLDEN").is_some() {
        for (name, script) in RECORDED {
            let mut world = World::new();
            let mut history = Vec::new();
            for word in script.split('·').map(str::trim) {
                let happened = said(&world, word);
                let then = happens(&mut world, &happened);
                history.push(Entry { happened, then });
            }
            std::fs::create_dir_all(path(name).parent().unwrap()).unwrap();
            std::fs::write(path(name), serde_json::to_string_pretty(&history).unwrap() + "\n").unwrap();
        }
    }
    let mut entries = 0;
    for (name, _) in RECORDED {
        let history = recorded(name);
        let first = replayed(&history).unwrap_or_else(|e| panic!("{name}: {e}"));
        let again = replayed(&history).unwrap();
        assert!(first.disk == again.disk, "{name}: replayed twice, two sets of files");
        entries += history.len();
    }
    println!("{} histories, {entries} entries", RECORDED.len());
}

/// Controls: words are changed, entries are removed or swapped, one by one; the replay detects each.
#[test]
fn p16_a_changed_history_does_not_replay() {
    let (mut changed, mut missing) = (0, 0);
    for (name, _) in RECORDED {
        let history = recorded(name);
        for at in 0..history.len() {
            if let Happened::Answered(text) = &history[at].happened {
                // Another possible answer: a valid one for an invalid one, or the reverse.
                let others = match text.as_str() {
                    r#"{"findings":[]}"# => ["{".to_owned(), "nothing".to_owned()],
                    text if text.contains("\"findings\"") => {
                        [r#"{"findings":[]}"#.to_owned(), "{".to_owned()]
                    }
                    text if text.contains("\"version\"") => {
                        [text.replacen("\"1.0.", "\"2.0.", 1), "{".to_owned()]
                    }
                    _ => [design(&World::new().id, "Z").to_string(), r#"{"findings":[]}"#.to_owned()],
                };
                let noticed = others.into_iter().filter(|text| {
                    let mut other = history.clone();
                    other[at].happened = Happened::Answered(text.clone());
                    replayed(&other).is_err()
                });
                changed += 1;
                assert!(noticed.count() >= 1, "{name}: entry {at} was changed, and nobody noticed");
            }
            if !matches!(history[at].happened, Happened::Looked | Happened::Edited(_) | Happened::Deleted(_))
            {
                let mut other = history.clone();
                other.remove(at);
                missing += 1;
                // After the last entry nothing could detect it.
                assert!(
                    at + 1 == history.len() || replayed(&other).is_err(),
                    "{name}: entry {at} is missing"
                );
            }
        }
    }
    assert!(changed > 10 && missing > 20, "{changed} changed, {missing} missing");
}

/// Replays a run from its files: the answers in its iterations, in order.
#[test]
fn p16_a_run_is_replayed_from_its_files() {
    let script = "start · say {} · design A · score 85 · design B · say {} · score 87 · design C · clean";
    let first = World::after(script);
    let kept = |n: usize, name: &str| {
        let of_role = format!("features/checkout/design/iterations/{n}/{name}-answer-");
        let answers = first.disk.iter().filter(move |(path, _)| path.starts_with(&of_role));
        answers.map(|(_, bytes)| String::from_utf8(bytes.clone()).unwrap()).collect::<Vec<_>>()
    };
    let mut second = World::new();
    second.play("start");
    let mut answers = 0;
    for n in 1..=3 {
        for answer in kept(n, "generator").into_iter().chain(kept(n, "critic")) {
            second.answer(&answer).unwrap();
            second.settle();
            answers += 1;
        }
    }
    assert_eq!(answers, 8, "every answer is kept, the invalid ones too");
    assert_eq!(second.trail, first.trail);
    assert_eq!(second.record, first.record);
    assert!(second.disk == first.disk, "other files");
}
