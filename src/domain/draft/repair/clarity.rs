//! Repairs of clarity and of framework agnosticism: our wording, never the brief's.

use super::super::model::sentence;
use super::super::naming::SENTENCE;
use super::super::phrase::{capital, short};
use super::super::verbs;
use super::super::words::content;
use super::Work;
use super::place::{number, step_at, text_at};
use super::wording;

/// What stands between the quotation marks of a message.
fn quoted(message: &str) -> Vec<&str> {
    message.split('"').skip(1).step_by(2).collect()
}

impl Work<'_> {
    /// Vague words go out of our wording; which requirement has them is asked.
    pub(super) fn exact(&mut self, at: &str, message: &str) -> Option<String> {
        let before = text_at(&mut self.intent, at)?.clone();
        let mut now = Some(before.clone());
        for term in quoted(message) {
            now = now.and_then(|t| wording::without(&t, term));
            self.ask_of(at, term);
        }
        match now.filter(|n| *n != before) {
            Some(now) => *text_at(&mut self.intent, at)? = now,
            None => self.dropped(at, &before, message)?,
        }
        Some(
            "Took vague words out of the wording and asked what they mean where the brief has them"
                .to_owned(),
        )
    }

    /// A sentence that says nothing but something vague goes, where the design can do without it.
    fn dropped(&mut self, at: &str, text: &str, message: &str) -> Option<()> {
        if at.starts_with("/goals/") {
            self.waiting.goals.push(text.to_owned());
            self.waiting.questions.push(format!("How is this goal measured: “{}”?", short(text, 200)));
            return Some(());
        }
        if at.ends_with("/outcome") && !self.last_step(at) {
            step_at(&mut self.intent, at)?.outcome = None;
            return Some(());
        }
        let sentences = super::super::phrase::sentences(text);
        let vague = quoted(message);
        let kept: Vec<String> = sentences
            .into_iter()
            .filter(|s| !vague.iter().any(|v| s.to_lowercase().contains(&v.to_lowercase())))
            .collect();
        if kept.is_empty() {
            return None;
        }
        *text_at(&mut self.intent, at)? = kept.join(" ");
        Some(())
    }

    fn last_step(&self, at: &str) -> bool {
        number(at, 1)
            .and_then(|f| self.intent.user_flows.get(f))
            .is_some_and(|f| number(at, 3) == f.steps.len().checked_sub(1))
            && !at.contains("/alternatives/")
    }

    fn ask_of(&mut self, at: &str, term: &str) {
        let satisfies = match at.split('/').nth(1) {
            Some("userFlows") => {
                number(at, 1).and_then(|f| self.intent.user_flows.get(f)).map(|f| &f.satisfies)
            }
            Some("components") => {
                number(at, 1).and_then(|c| self.intent.components.get(c)).map(|c| &c.satisfies)
            }
            Some("interactions") => {
                number(at, 1).and_then(|i| self.intent.interactions.get(i)).map(|i| &i.satisfies)
            }
            _ => None,
        };
        let lower = term.to_lowercase();
        let has = |id: &&String| {
            self.requirement_at
                .get(*id)
                .is_some_and(|r| self.intent.requirements[*r].text.to_lowercase().contains(&lower))
        };
        let ids: Vec<String> =
            satisfies.into_iter().flatten().take(200).filter(has).take(3).cloned().collect();
        let known = self.vague.entry(lower).or_default();
        for id in ids {
            if known.len() < 3 && !known.contains(&id) {
                known.push(id);
            }
        }
    }

    pub(super) fn measured(&mut self, at: &str) -> Option<String> {
        let requirement = self.intent.requirements.get(number(at, 1)?)?;
        let question = format!("How is {} measured: “{}”?", requirement.id, short(&requirement.text, 160));
        self.waiting.questions.push(question);
        Some("Asked how qualities without a measure are to be measured".to_owned())
    }

    pub(super) fn parted(&mut self, at: &str, message: &str) -> Option<String> {
        const WHAT: &str = "Made two of sentences that said two things";
        let verb = (*quoted(message).first()?).to_owned();
        let text = text_at(&mut self.intent, at)?.clone();
        let (first, second) = wording::two(&text, &verb)?;
        // `Create and manage albums` is one sentence with two verbs, and `so that` says why, not what.
        if first.split(' ').count() < 3 || (at.ends_with("/goal") && first.contains("so that")) {
            return None;
        }
        if at.ends_with("/action")
            && let Some(subject) = wording::subject(&first)
        {
            let step = step_at(&mut self.intent, at)?;
            let own = verbs::is_inflected(&second.split(' ').next().unwrap_or_default().to_lowercase());
            let plural = verbs::is_plural(&subject);
            let second = if own || plural { second } else { verbs::conjugated(&second, false) };
            let mut next = step.clone();
            step.action = first;
            step.outcome = None;
            next.action = format!("{subject} {second}");
            self.waiting.next_steps.push((step.id.clone(), next));
        } else if at.starts_with("/goals/") {
            *text_at(&mut self.intent, at)? = first;
            self.waiting.more_goals.push(capital(&second));
        } else {
            *text_at(&mut self.intent, at)? = format!("{first}; {second}");
        }
        Some(WHAT.to_owned())
    }

    pub(super) fn specific(&mut self, at: &str, message: &str) -> Option<String> {
        let weak = (*quoted(message).first()?).to_owned();
        let satisfies = match at.split('/').nth(1) {
            Some("userFlows") => self.intent.user_flows.get(number(at, 1)?)?.satisfies.clone(),
            Some("components") => self.intent.components.get(number(at, 1)?)?.satisfies.clone(),
            _ => Vec::new(),
        };
        let deeds = self.deeds(&satisfies);
        let text = text_at(&mut self.intent, at)?;
        *text = wording::specific(text, &weak, &deeds)?;
        Some("Said with the brief's own verbs what is done".to_owned())
    }

    /// A bare step says what it is done to.
    pub(super) fn told(&mut self, at: &str) -> Option<String> {
        let f = number(at, 1)?;
        let lines = self.lines_of(&self.intent.user_flows.get(f)?.satisfies.clone());
        let actor = self.actor(self.intent.user_flows.get(f)?);
        let step = step_at(&mut self.intent, at)?;
        let own = content(&step.action);
        let said = lines.iter().map(|l| &self.cast.lines[*l]).find(|l| {
            l.action.as_deref().is_some_and(|a| {
                content(a).len() > own.len() && super::super::words::overlap(&content(a), &own) == own.len()
            })
        });
        let thing = step.entities.first().map(|e| super::super::phrase::label(e));
        let fuller = said.and_then(|l| l.action.clone()).or_else(|| {
            let thing = thing?;
            let lower = step.action.to_lowercase();
            if lower.contains(&thing.to_lowercase()) {
                return None;
            }
            let place = ["page", "screen", "view"].iter().any(|w| lower.ends_with(w));
            Some(match (own.is_empty(), place) {
                (true, false) => format!("The {actor} opens the {thing}"),
                (_, true) => format!("{} to see the {}", step.action, super::super::words::plural(&thing)),
                (false, false) => return None,
            })
        });
        step.action = short(&fuller?, SENTENCE);
        Some("Said what steps are done to".to_owned())
    }

    pub(super) fn shortened(&mut self, at: &str) -> Option<String> {
        let text = text_at(&mut self.intent, at)?;
        let now = wording::shortened(text);
        if now == *text || now.is_empty() {
            return None;
        }
        *text = now;
        Some("Shortened long sentences; the requirements keep them whole".to_owned())
    }

    pub(super) fn neutral(&mut self, at: &str) -> Option<String> {
        const WHAT: &str = "Said in plain words what was said in terms of a technology";
        let text = text_at(&mut self.intent, at)?.clone();
        let mut now = wording::neutral(&text, at.ends_with("/name"));
        if content(&now).is_empty() {
            now = match at.rsplit('/').next() {
                Some("name") => "Part of the product".to_owned(),
                _ => return None,
            };
        }
        if at.ends_with("/description") {
            now = sentence(&now);
        }
        let kept_case = if text.starts_with(char::is_uppercase) { capital(&now) } else { now };
        if at.starts_with("/dataModel/entities/") && at.ends_with("/name") && !at.contains("/attributes/") {
            if self.intent.data_model.entities.iter().any(|e| e.name == kept_case) {
                return None;
            }
            self.waiting.entity_names.push((text, kept_case));
            return Some(WHAT.to_owned());
        }
        if at.ends_with("/name")
            && at.starts_with("/components/")
            && self.intent.components.iter().any(|c| c.name == kept_case)
        {
            return None;
        }
        *text_at(&mut self.intent, at)? = kept_case;
        Some(WHAT.to_owned())
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
