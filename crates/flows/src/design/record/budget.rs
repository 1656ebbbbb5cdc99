//! Budget of a run: calls are counted before they are made, so that a run stops before it exceeds its budget (promise P14),
//! and corrected by the agents' usage reports.

use serde_json::json;

use crate::design::Facts;
use crate::design::current_role::current_role;
use crate::design::record::DesignRecord;
use crate::design::record::phase::DesignPhase;
use crate::design::record::run_terms::Meter;
use frieze_kernel::{Answer, Note, NoteKind, Usage, in_units};

/// Bytes per token for estimates: fewer than in prose of any European language, so that an estimate is rather too high.
const BYTES_PER_TOKEN: u64 = 3;

/// An estimate of the tokens in a text of this length.
pub fn estimated_tokens(bytes: usize) -> u64 {
    (bytes as u64).div_ceil(BYTES_PER_TOKEN)
}

/// Counts the call that is about to be made.
///
/// # Errors
/// Which limit the call would exceed.
pub fn called(record: &mut DesignRecord, prompt_bytes: usize, facts: &Facts) -> Result<(), String> {
    let meter = meter(record, facts);
    let Some(run) = &mut record.run else { return Ok(()) };
    let most = facts.terms.max_calls;
    if run.spent.calls >= u64::from(most) {
        return Err(format!("the run reached its limit of calls (maxCalls: {most})"));
    }
    if let Some(meter) = meter {
        let next =
            Usage { input_tokens: estimated_tokens(prompt_bytes), output_tokens: meter.longest_answer };
        let tokens = run.spent.tokens().saturating_add(next.input_tokens).saturating_add(next.output_tokens);
        if let Some(most) = facts.terms.max_tokens.filter(|most| tokens > *most) {
            return Err(format!(
                "the agents used {} tokens, and the next call may use {} more; the limit is {most}",
                run.spent.tokens(),
                tokens - run.spent.tokens()
            ));
        }
        let cost = run.spent.cost_micros.saturating_add(meter.cost(next));
        if let Some(most) = facts.terms.max_cost.filter(|most| cost > *most) {
            return Err(format!(
                "the run cost {} so far, and the next call may cost {} more; the limit is {}",
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

/// As [`called`], for the last prompt again.
///
/// # Errors
/// Like [`called`].
pub fn called_again(record: &mut DesignRecord, facts: &Facts) -> Result<(), String> {
    let bytes = record.run.as_ref().map_or(0, |run| usize::try_from(run.prompt_bytes).unwrap_or(usize::MAX));
    called(record, bytes, facts)
}

/// Counts the usage of an answer, and returns it in words.
pub fn answered(record: &mut DesignRecord, answer: &Answer, facts: &Facts) -> String {
    let bytes = answer.text.len();
    let Some(meter) = meter(record, facts) else { return format!("{bytes} bytes") };
    let usage = answer.usage.unwrap_or_else(|| Usage {
        input_tokens: record.run.as_ref().map_or(0, |run| run.prompt_bytes.div_ceil(BYTES_PER_TOKEN)),
        output_tokens: estimated_tokens(bytes),
    });
    let cost = answer.cost_micros.unwrap_or_else(|| meter.cost(usage));
    spend(record, usage, cost, answer.usage.is_none());
    let about = if answer.usage.is_none() { "about " } else { "" };
    let words = format!("{bytes} bytes, {about}{} + {} tokens", usage.input_tokens, usage.output_tokens);
    if cost == 0 { words } else { format!("{words}, {}", in_units(cost)) }
}

/// A note if a server counted far fewer tokens than the prompt has: a server with a small context silently truncates prompts.
/// The estimate is rather too high, but never twice.
pub fn cut(record: &DesignRecord, answer: &Answer, facts: &Facts) -> Option<Note> {
    meter(record, facts)?;
    let took = answer.usage.map(|usage| usage.input_tokens).filter(|took| *took > 0)?;
    let expected = record.run.as_ref()?.prompt_bytes.div_ceil(BYTES_PER_TOKEN);
    (took.saturating_mul(2) < expected).then(|| Note {
        kind: NoteKind::PromptCut,
        text: format!(
            "the server counted {took} tokens in a prompt of about {expected}, so it may have cut it: give it a larger context \
             (Ollama: OLLAMA_CONTEXT_LENGTH=32768 ollama serve)"
        ),
        data: json!({ "iteration": record.iteration, "inputTokens": took, "expected": expected }),
    })
}

/// A call that got no answer may have been charged all the same: its prompt is counted.
pub fn unanswered(record: &mut DesignRecord, facts: &Facts) {
    if let (Some(meter), Some(run)) = (meter(record, facts), &record.run) {
        let input_tokens = run.prompt_bytes.div_ceil(BYTES_PER_TOKEN);
        let usage = Usage { input_tokens, output_tokens: 0 };
        spend(record, usage, meter.cost(usage), true);
    }
}

fn spend(record: &mut DesignRecord, usage: Usage, cost: u64, estimated: bool) {
    let run = record.run.as_mut().map(|run| &mut run.spent);
    for spent in run.into_iter().chain([&mut record.spent]) {
        spent.add(usage, cost, estimated);
    }
}

/// The prices of this phase's agent. A candidate only uses a preview server, which counts no tokens.
fn meter(record: &DesignRecord, facts: &Facts) -> Option<Meter> {
    let counts_tokens = record.state != DesignPhase::Candidate;
    facts.terms.agent(current_role(record)).meter.filter(|_| counts_tokens)
}

#[cfg(test)]
mod tests {
    use crate::design::record::budget::*;

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
