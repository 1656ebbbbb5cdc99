//! Every suggestion pays: following it raises the score, whichever check found the fault.

use crate::support::broken::{BREAKS, Break};
use crate::support::damage::DAMAGES;
use crate::support::repair::{repair, take_up};
use crate::support::{GOOD, brief_of, fixture, held, judged};
use frieze_rubric::finding::Finding;
use frieze_rubric::{Evaluation, MISSING, Yardstick, checks};
use serde_json::Value;

/// A design, judged by itself or compared with a brief.
fn judge(intent: &Value, brief: Option<&Yardstick>) -> Evaluation {
    match brief {
        Some(brief) => held(intent, brief),
        None => judged(intent),
    }
}

fn same(one: &Finding, other: &Finding) -> bool {
    (&one.check, &one.pointer, &one.message) == (&other.check, &other.pointer, &other.message)
}

/// Follows the suggestions of the findings of a check that the right design does not have, one after the other: each
/// raises the score. Returns how many there were.
fn follow(
    name: &str,
    check: &str,
    broken: &Value,
    right: &Evaluation,
    brief: Option<&Yardstick>,
    wrong: &mut Vec<String>,
) -> usize {
    let before = judge(broken, brief);
    let new =
        before.findings.iter().filter(|f| f.check == check && !right.findings.iter().any(|r| same(r, f)));
    let mut followed = 0;
    for (n, finding) in new.enumerate() {
        let mut mended = broken.clone();
        let n = 100 + n * 5;
        let demand = brief.and_then(|brief| {
            let id = finding.message.split(' ').next();
            brief.demands().iter().find(|demand| Some(demand.id.as_str()) == id)
        });
        match demand {
            Some(demand) if check == MISSING && finding.pointer == "/requirements" => {
                take_up(&mut mended, demand, n);
            }
            _ if repair(&mut mended, finding, n) => {}
            _ => continue,
        }
        followed += 1;
        let mut after = judge(&mended, brief);
        // A text may have the fault more than once: each finding names the next one.
        for _ in 0..3 {
            let again =
                after.findings.iter().find(|f| (&f.check, &f.pointer) == (&finding.check, &finding.pointer));
            if !again.is_some_and(|again| repair(&mut mended, again, n + 900)) {
                break;
            }
            after = judge(&mended, brief);
        }
        if after.overall <= before.overall || after.findings.iter().any(|f| same(f, finding)) {
            let known = |f: &&Finding| before.findings.iter().any(|b| same(b, f));
            let new: Vec<&Finding> = after.findings.iter().filter(|f| !known(f)).take(3).collect();
            wrong.push(format!("{name}: {} to {}: {finding:?} {new:#?}", before.overall, after.overall));
        }
    }
    followed
}

/// The first few places at which a design can be broken so that the check says so.
fn follow_breaks(name: &str, good: &Value, check: &str, apply: Break, wrong: &mut Vec<String>) -> bool {
    const ENOUGH: usize = 3;
    let brief = brief_of(good);
    let alone = judge(good, None);
    let against = judge(good, Some(&brief));
    let mut followed = 0;
    for nth in 0..400 {
        let mut broken = good.clone();
        if !apply(&mut broken, nth) {
            break;
        }
        let of = format!("{name}, place {nth}");
        let own = follow(&of, check, &broken, &alone, None, wrong);
        let held = follow(&format!("{of}, against its brief"), check, &broken, &against, Some(&brief), wrong);
        followed += usize::from(own + held > 0);
        if followed == ENOUGH {
            break;
        }
    }
    followed > 0
}

#[test]
fn every_suggestion_that_is_followed_raises_the_score() {
    let mut wrong = Vec::new();
    let good = GOOD.map(fixture);
    for (check, apply) in BREAKS {
        let designs = GOOD.iter().zip(&good);
        let followed =
            designs.filter(|(name, good)| follow_breaks(name, good, check, *apply, &mut wrong)).count();
        // Words are not compared across scripts, so some faults are not found in the Japanese design.
        if followed < 2 {
            wrong.push(format!("suggestions of {check} were followed in {followed} designs"));
        }
    }
    let good = fixture("tool-library");
    let right = judged(&good);
    for damage in DAMAGES {
        let mut damaged = good.clone();
        (damage.apply)(&mut damaged);
        follow(damage.name, damage.check, &damaged, &right, None, &mut wrong);
    }
    assert!(wrong.is_empty(), "{} do not pay:\n{}", wrong.len(), wrong.join("\n"));
}

/// Only a critic reports judgements.
#[test]
fn no_check_is_left_out() {
    for check in checks().iter().filter(|check| !check.id.ends_with("/judgement")) {
        assert!(BREAKS.iter().any(|(id, _)| *id == check.id), "nothing breaks {}", check.id);
    }
    for (id, _) in BREAKS {
        assert!(checks().iter().any(|check| check.id == *id), "{id} is not a check");
    }
}
