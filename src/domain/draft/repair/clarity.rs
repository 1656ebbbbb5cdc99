//! Repairs of clarity and of framework agnosticism. The wording is the brief's, and what it leaves open cannot be
//! told by taking words out or putting others in: so a repair asks. Only a step that plainly says two things
//! becomes two, each with all of its words.

use super::super::naming::SENTENCE;
use super::super::phrase::short;
use super::super::words::words;
use super::Work;
use super::place::{number, step_at, text_at};
use super::wording;

/// What stands between the quotation marks of a message.
fn quoted(message: &str) -> Vec<&str> {
    message.split('"').skip(1).step_by(2).collect()
}

impl Work<'_> {
    /// What a vague word means is asked, of the requirements or the goal that have it.
    pub(super) fn asked_exactly(&mut self, at: &str, message: &str) -> Option<String> {
        const WHAT: &str = "Asked what vague words mean; the wording stays until somebody says";
        if at.starts_with("/goals/") {
            let goal = text_at(&mut self.intent, at)?.clone();
            return self
                .ask(format!("How is this goal measured: “{}”?", short(&goal, 200)))
                .then(|| WHAT.to_owned());
        }
        let mut asked = false;
        for term in quoted(message) {
            let ids = self.said_in(at, term);
            asked |= self.ask_of(term, ids, |work| &mut work.vague);
        }
        asked.then(|| WHAT.to_owned())
    }

    /// What is done where a verb only says that something is done.
    pub(super) fn asked_what_is_done(&mut self, at: &str, message: &str) -> Option<String> {
        let verb = (*quoted(message).first()?).to_owned();
        let ids = self.said_in(at, &verb);
        self.ask_of(&verb, ids, |work| &mut work.weak)
            .then(|| "Asked what is done where a verb does not say; the wording stays".to_owned())
    }

    /// Whether a question is new to the design.
    pub(super) fn ask(&mut self, question: String) -> bool {
        let known =
            self.intent.open_questions.contains(&question) || self.waiting.questions.contains(&question);
        if !known {
            self.waiting.questions.push(question);
        }
        !known
    }

    fn ask_of(
        &mut self,
        term: &str,
        ids: Vec<String>,
        list: impl Fn(&mut Self) -> &mut std::collections::BTreeMap<String, Vec<String>>,
    ) -> bool {
        let quoted = format!("“{}”", term.to_lowercase());
        if ids.is_empty() || self.intent.open_questions.iter().any(|q| q.contains(&quoted)) {
            return false;
        }
        let known = list(self).entry(term.to_lowercase()).or_default();
        for id in ids {
            if known.len() < 3 && !known.contains(&id) {
                known.push(id);
            }
        }
        true
    }

    /// The requirements of an element that have a term, as whole words.
    fn said_in(&self, at: &str, term: &str) -> Vec<String> {
        let n = number(at, 1);
        let satisfies = match at.split('/').nth(1) {
            Some("userFlows") => n.and_then(|f| self.intent.user_flows.get(f)).map(|f| &f.satisfies),
            Some("components") => n.and_then(|c| self.intent.components.get(c)).map(|c| &c.satisfies),
            Some("interactions") => n.and_then(|i| self.intent.interactions.get(i)).map(|i| &i.satisfies),
            _ => None,
        };
        let wanted = words(term);
        let has = |id: &&String| {
            self.requirement_at.get(*id).is_some_and(|r| {
                let said = words(&self.intent.requirements[*r].text);
                said.windows(wanted.len().max(1)).any(|w| *w == wanted[..])
            })
        };
        satisfies.into_iter().flatten().take(200).filter(has).take(3).cloned().collect()
    }

    pub(super) fn measured(&mut self, at: &str) -> Option<String> {
        let requirement = self.intent.requirements.get(number(at, 1)?)?;
        let question = format!("How is {} measured: “{}”?", requirement.id, short(&requirement.text, 160));
        self.ask(question).then(|| "Asked how qualities without a measure are to be measured".to_owned())
    }

    /// A step that does two things one after the other is two steps; the outcome is that of the second.
    pub(super) fn parted(&mut self, at: &str, message: &str) -> Option<String> {
        let verb = (*quoted(message).first()?).to_owned();
        if !at.ends_with("/action") {
            return None;
        }
        let text = text_at(&mut self.intent, at)?.clone();
        let (first, second) = wording::two_deeds(&text, &verb)?;
        let step = step_at(&mut self.intent, at)?;
        let mut next = step.clone();
        step.action = first;
        step.outcome = None;
        next.action = second;
        self.waiting.next_steps.push((step.id.clone(), next));
        Some("Made two steps of one that did two things".to_owned())
    }

    /// A bare step is told by the brief's own sentence that begins with the same words.
    pub(super) fn told(&mut self, at: &str) -> Option<String> {
        let flow = self.intent.user_flows.get(number(at, 1)?)?;
        let lines = self.lines_of(&flow.satisfies.clone());
        let step = step_at(&mut self.intent, at)?;
        let own = words(&step.action);
        let fuller = lines.iter().filter_map(|l| self.cast.lines[*l].action.as_deref()).find(|action| {
            let said = words(action);
            said.len() > own.len() && !own.is_empty() && said.starts_with(&own)
        })?;
        step.action = short(fuller, SENTENCE);
        Some("Said what steps are done to, in the brief's words".to_owned())
    }

    pub(super) fn identifier(&mut self, at: &str) -> Option<String> {
        let n = number(at, 1)?;
        let old = match at.split('/').nth(1)? {
            "components" => self.intent.components.get(n)?.id.clone(),
            _ => return None,
        };
        self.waiting.identifiers.push(old);
        Some("Gave parts ids that name no technology".to_owned())
    }
}
