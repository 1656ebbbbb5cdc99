//! The context of an agent: a prompt that does not fit is refused before anything is sent. Servers cut such prompts silently.

use std::sync::Arc;

use super::kind::AgentKind;
use crate::config::AgentEntry;
use frieze_flows::design::estimated_tokens;
use frieze_kernel::{Answer, Fault};
use frieze_ports::{Agent, Ask, Boxed, Checked, Live, Patience};

/// The context that an entry states, and the longest answer that has to fit into it, if that is known.
fn context_of(entry: &AgentEntry) -> Option<(u64, Option<u64>)> {
    match AgentKind::of(entry) {
        AgentKind::Model(_, http) => Some((http.context?, Some(http.max_answer_tokens))),
        AgentKind::Known(_, preset) => Some((preset.program.context?, Some(preset.max_answer_tokens))),
        AgentKind::Program(program) | AgentKind::Acp(program) => Some((program.context?, None)),
        AgentKind::Files { .. } | AgentKind::Replay { .. } => None,
    }
}

/// The agent, which refuses prompts that exceed the context of its entry.
pub fn limited(agent: Arc<dyn Agent>, name: &str, entry: &AgentEntry) -> Arc<dyn Agent> {
    match context_of(entry) {
        None => agent,
        Some((context, longest_answer)) => {
            Arc::new(Limited { agent, name: name.to_owned(), context, longest_answer })
        }
    }
}

/// An agent with a stated context.
struct Limited {
    agent: Arc<dyn Agent>,
    name: String,
    context: u64,
    longest_answer: Option<u64>,
}

impl Limited {
    /// Why a prompt does not fit.
    fn excess(&self, prompt: &str) -> Option<String> {
        let tokens = estimated_tokens(prompt.len());
        if tokens.saturating_add(self.longest_answer.unwrap_or_default()) <= self.context {
            return None;
        }
        let (answer, shorter) = match self.longest_answer {
            Some(longest) => {
                (format!(" and its answer up to {longest} (maxAnswerTokens)"), ", lower its maxAnswerTokens")
            }
            None => (String::new(), ""),
        };
        Some(format!(
            "the prompt has about {tokens} tokens ({} bytes){answer}, but {} has a context of {} tokens, so nothing was sent: \
             shorten the brief{shorter}, use an agent with a larger context, or correct its context:",
            prompt.len(),
            self.name,
            self.context
        ))
    }
}

impl Agent for Limited {
    fn ask(&self, ask: Ask, live: Live) -> Boxed<Result<Answer, Fault>> {
        match self.excess(&ask.prompt) {
            Some(why) => Box::pin(async { Err(Fault::Unready { why }) }),
            None => self.agent.ask(ask, live),
        }
    }

    fn check(&self) -> Boxed<Checked> {
        self.agent.check()
    }

    fn patience(&self) -> Patience {
        self.agent.patience()
    }

    fn needs_slot(&self) -> bool {
        self.agent.needs_slot()
    }

    fn answers_outside_runs(&self) -> bool {
        self.agent.answers_outside_runs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_data::path::RelPath;
    use frieze_flows::design::GENERATOR;

    /// Answers everything.
    struct Answers;

    impl Agent for Answers {
        fn ask(&self, _: Ask, _: Live) -> Boxed<Result<Answer, Fault>> {
            Box::pin(async { Ok(Answer::of("text", "m")) })
        }

        fn check(&self) -> Boxed<Checked> {
            Box::pin(async { Ok("made up by a test".to_owned()) })
        }
    }

    fn asked(entry: &str, bytes: usize) -> Result<Answer, Fault> {
        let entry: AgentEntry = serde_json::from_str(entry).unwrap();
        let agent = limited(Arc::new(Answers), "writer", &entry);
        let ask = Ask {
            role: GENERATOR,
            agent: None,
            feature: "checkout".parse().unwrap(),
            prompt: "x".repeat(bytes),
            exchange: RelPath::new("x"),
            material: Vec::new(),
            temperature_refused: false,
        };
        tokio::runtime::Builder::new_current_thread()
            .build()
            .unwrap()
            .block_on(agent.ask(ask, Live::new(drop)))
    }

    /// The largest prompt that fits: three bytes a token, and the longest answer.
    #[test]
    fn prompt_and_longest_answer_fit_into_the_context_or_are_refused() {
        for (entry, most) in [
            (r#"{"kind":"openai","model":"m","context":1000,"maxAnswerTokens":400}"#, Some(1800)),
            (r#"{"kind":"claude","context":1000,"maxAnswerTokens":400}"#, Some(1800)),
            (r#"{"kind":"acp","command":["x"],"context":1000}"#, Some(3000)),
            (r#"{"kind":"command","command":["x"],"context":1000}"#, Some(3000)),
            (r#"{"kind":"openai","model":"m"}"#, None),
            (r#"{"kind":"codex"}"#, None),
            (r#"{"kind":"files"}"#, None),
        ] {
            assert!(asked(entry, most.unwrap_or(3_000_000)).is_ok(), "{entry}");
            let Some(most) = most else { continue };
            let Err(Fault::Unready { why }) = asked(entry, most + 1) else { panic!("{entry}") };
            let tokens = estimated_tokens(most + 1).to_string();
            for words in [
                &tokens,
                &format!("{} bytes", most + 1),
                "writer has a context of 1000 tokens",
                "shorten the brief",
            ] {
                assert!(why.contains(words), "{words:?} is not in {why:?}");
            }
            assert_eq!(
                why.contains("up to 400 (maxAnswerTokens)"),
                entry.contains("maxAnswerTokens"),
                "{why}"
            );
        }
    }
}
