//! What a run may take of its agents: counted before they are asked, so that a run stops before it exceeds its budget
//! (promise P14), and corrected by what they say they took.

use serde_json::json;

use super::asking::asked_role;
use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::{Meter, Terms};
use crate::kernel::{Answer, Facts, Note, NoteKind, Usage, in_units};

/// How many bytes of text are taken for a token where nobody counts: fewer than in prose of any European language, so
/// that an estimate is rather too high.
const BYTES_PER_TOKEN: u64 = 3;

fn estimated(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(BYTES_PER_TOKEN)
}

/// Counts the call that is about to be made, or says that the budget does not allow it.
pub fn called(record: &mut DesignRecord, prompt_bytes: usize, facts: &Facts<Terms>) -> Result<(), String> {
    let meter = meter(record, facts);
    let Some(run) = &mut record.run else { return Ok(()) };
    let most = facts.terms.max_calls;
    if run.spent.calls >= u64::from(most) {
        return Err(format!("the agents were asked {most} times, and no more is allowed"));
    }
    if let Some(meter) = meter {
        let next = Usage { input_tokens: estimated(prompt_bytes), output_tokens: meter.longest_answer };
        let tokens = run.spent.tokens().saturating_add(next.input_tokens).saturating_add(next.output_tokens);
        if let Some(most) = facts.terms.max_tokens.filter(|most| tokens > *most) {
            return Err(format!(
                "the agents took {} tokens, the next call may take {} more, and {most} are allowed",
                run.spent.tokens(),
                tokens - run.spent.tokens()
            ));
        }
        let cost = run.spent.cost_micros.saturating_add(meter.cost(next));
        if let Some(most) = facts.terms.max_cost.filter(|most| cost > *most) {
            return Err(format!(
                "the run has cost {}, the next call may cost {} more, and {} is allowed",
                in_units(run.spent.cost_micros),
                in_units(meter.cost(next)),
                in_units(most)
            ));
        }
    }
    run.prompt_bytes = prompt_bytes as u64;
    for spent in [&mut run.spent, &mut record.spent] {
        spent.calls = spent.calls.saturating_add(1);
    }
    Ok(())
}

/// As [`called`], for the last prompt once more.
pub fn called_again(record: &mut DesignRecord, facts: &Facts<Terms>) -> Result<(), String> {
    let bytes = record.run.as_ref().map_or(0, |run| usize::try_from(run.prompt_bytes).unwrap_or(usize::MAX));
    called(record, bytes, facts)
}

/// Counts what an answer took, and says it in words.
pub fn answered(record: &mut DesignRecord, answer: &Answer, facts: &Facts<Terms>) -> String {
    let bytes = answer.text.len();
    let Some(meter) = meter(record, facts) else { return format!("{bytes} bytes") };
    let usage = answer.usage.unwrap_or_else(|| Usage {
        input_tokens: record.run.as_ref().map_or(0, |run| run.prompt_bytes.div_ceil(BYTES_PER_TOKEN)),
        output_tokens: estimated(bytes),
    });
    let cost = spend(record, meter, usage, answer.usage.is_none());
    let about = if answer.usage.is_none() { "about " } else { "" };
    let words = format!("{bytes} bytes, {about}{} + {} tokens", usage.input_tokens, usage.output_tokens);
    if cost == 0 { words } else { format!("{words}, {}", in_units(cost)) }
}

/// What is said where a server took far fewer tokens than its prompt has: one whose context is too small cuts the prompt
/// without a word, and the model answers what it never read. An estimate is rather too high, but not twice.
pub fn cut(record: &DesignRecord, answer: &Answer, facts: &Facts<Terms>) -> Option<Note> {
    meter(record, facts)?;
    let took = answer.usage.map(|usage| usage.input_tokens).filter(|took| *took > 0)?;
    let expected = record.run.as_ref()?.prompt_bytes.div_ceil(BYTES_PER_TOKEN);
    (took.saturating_mul(2) < expected).then(|| Note {
        kind: NoteKind::PromptCut,
        text: format!(
            "the server counts {took} tokens in a prompt of about {expected}: it may have cut it; give it a larger context \
             (Ollama: OLLAMA_CONTEXT_LENGTH=32768 ollama serve)"
        ),
        data: json!({ "iteration": record.iteration, "inputTokens": took, "expected": expected }),
    })
}

/// A call that got no answer may have been charged all the same: its prompt is counted.
pub fn unanswered(record: &mut DesignRecord, facts: &Facts<Terms>) {
    if let (Some(meter), Some(run)) = (meter(record, facts), &record.run) {
        let input_tokens = run.prompt_bytes.div_ceil(BYTES_PER_TOKEN);
        spend(record, meter, Usage { input_tokens, output_tokens: 0 }, true);
    }
}

fn spend(record: &mut DesignRecord, meter: Meter, usage: Usage, estimated: bool) -> u64 {
    let cost = meter.cost(usage);
    let run = record.run.as_mut().map(|run| &mut run.spent);
    for spent in run.into_iter().chain([&mut record.spent]) {
        spent.add(usage, cost, estimated);
    }
    cost
}

/// What the agent that is asked in this phase costs. A candidate asks nobody but a preview server, which counts no
/// tokens.
fn meter(record: &DesignRecord, facts: &Facts<Terms>) -> Option<Meter> {
    let counts_tokens = record.state != DesignPhase::Candidate;
    facts.terms.agreed(asked_role(record)).meter.filter(|_| counts_tokens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_write_them() {
        for (micros, expected) in [
            (0, "0.00"),
            (1_250_000, "1.25"),
            (3_100, "0.0031"),
            (1, "0.000001"),
            (2_000_000, "2.00"),
            (500_000, "0.50"),
        ] {
            assert_eq!(in_units(micros), expected);
        }
    }
}
