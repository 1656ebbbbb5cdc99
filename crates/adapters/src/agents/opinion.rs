//! A second opinion: asks the critic twice about one design, outside of every run (`frieze score --again`). The flow has the
//! rules; this module sends the requests. Nothing is saved, except the folder of an agent that exchanges files.

use std::sync::Arc;
use std::time::Duration;

use frieze_data::id::FeatureId;
use frieze_data::path::{RelPath, number_in};
use frieze_design::answers;
use frieze_design::critique::{Critique, TwoCritiques};
use frieze_flows::design::{CRITIC, CriticStep, DetachedCritic, Terms, time_of_day};
use frieze_kernel::files::Home;
use frieze_kernel::{Answer, BUILT_IN, Fault};
use frieze_ports::{Agent, Agents, Ask, Clock, Conditions, Live, Misconfigured, NotConfigured, Store};

/// Maximum size of the brief that is quoted, in bytes.
const LARGEST: usize = frieze_design::brief::LARGEST;

/// The ports that asking twice needs.
pub struct Asking {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub agents: Arc<dyn Agents>,
    pub conditions: Arc<dyn Conditions<Terms>>,
    /// Receives progress: which agent is asked, and what it waits for.
    pub report: fn(&str),
}

impl Asking {
    /// Asks twice; `None` if no critic is configured.
    ///
    /// # Errors
    /// If the critic may not or cannot be asked.
    pub async fn twice(
        &self,
        feature: &FeatureId,
        intent: &[u8],
    ) -> Result<Option<TwoCritiques>, NotConfigured> {
        let terms = self.conditions.terms(feature)?;
        let critic = terms.critic.name.clone();
        if critic == BUILT_IN {
            return Ok(None);
        }
        let brief = self.store.read(&Home::of(feature).brief(), LARGEST)?;
        let answers = self.store.read(&Home::of(feature).answers(), answers::LARGEST)?;
        let missing = |fault: Fault| {
            Misconfigured::new(fault.in_words(), "`frieze doctor` shows what the critic needs")
        };
        let agent = self.agents.for_role(CRITIC).map_err(missing)?;
        if !agent.answers_outside_runs() {
            return Err(Misconfigured::new(
                format!("the critic {critic} replays the answers of a run, and has none for this request"),
                "use another critic, for example --set critic=built-in for the rubric alone",
            )
            .into());
        }
        let quoted = brief.as_deref().unwrap_or_default();
        let documents = (quoted, answers.as_deref());
        let mut opinion = DetachedCritic::new(feature, intent, documents, terms, self.clock.now());
        let session =
            Session { asking: self, agent, feature, folder: self.unused_folder(), documents, intent };
        (self.report)(&format!("asking the critic {critic} for the first time"));
        let first = session.critique(&mut opinion, 1).await;
        let outcome = match first {
            Ok(first) => {
                opinion.restart(self.clock.now());
                (self.report)(&format!("asking the critic {critic} for the second time"));
                session.critique(&mut opinion, 2).await.map(|second| [first, second])
            }
            Err(why) => Err(why),
        };
        // A person's answers are kept.
        if let Ok(Some(_)) = self.store.kind_of(&session.folder) {
            (self.report)(&format!("prompts and answers are saved in {}", session.folder));
        }
        let (model, spent) = (opinion.model().map(str::to_owned), opinion.spent());
        Ok(Some(TwoCritiques { critic, model, outcome, spent, has_brief: brief.is_some() }))
    }

    /// An unused folder for agents that exchange files.
    fn unused_folder(&self) -> RelPath {
        let all = RelPath::new("opinions");
        let used = self.store.list(&all).unwrap_or_default();
        let last = used.iter().filter_map(|(name, _)| number_in(name)).max().unwrap_or(0);
        all.number(last.saturating_add(1))
    }
}

/// A critic with the design that it judges.
struct Session<'a> {
    asking: &'a Asking,
    agent: Arc<dyn Agent>,
    feature: &'a FeatureId,
    folder: RelPath,
    /// The brief, and the answers if there are any.
    documents: (&'a [u8], Option<&'a [u8]>),
    intent: &'a [u8],
}

impl Session<'_> {
    async fn critique(&self, opinion: &mut DetachedCritic, number: u32) -> Result<Critique, String> {
        loop {
            let (key, prompt, attempt, not_before) = match opinion.next_step() {
                CriticStep::Done(critique) => return Ok((*critique).into()),
                CriticStep::Failed(why) => return Err(why),
                CriticStep::Ask { key, prompt, attempt, not_before } => (key, prompt, attempt, not_before),
            };
            if let Some(at) = not_before {
                let wait = at.duration_since(self.asking.clock.now());
                (self.asking.report)(&format!("the critic will be asked again at {}", time_of_day(at)));
                tokio::time::sleep(Duration::try_from(wait).unwrap_or_default()).await;
            }
            let outcome = self.ask(prompt, self.folder.number(number).number(attempt)).await;
            opinion.answer(key, outcome, self.asking.clock.now());
        }
    }

    async fn ask(&self, prompt: String, exchange: RelPath) -> Result<Answer, Fault> {
        let (brief, answers) = self.documents;
        let mut material = vec![("brief", brief.to_vec())];
        material.extend(answers.map(|answers| ("answers", answers.to_vec())));
        material.push(("intent", self.intent.to_vec()));
        let ask = Ask {
            role: CRITIC,
            agent: None,
            feature: self.feature.clone(),
            prompt,
            exchange,
            material,
            temperature_refused: false,
        };
        let report = self.asking.report;
        // The text of an answer is for screens; each stage is reported once.
        let live = Live::new(move |progress| {
            let words = progress.status.words();
            if progress.received == 0 && !words.is_empty() {
                report(words);
            }
        });
        let limit_ms = self.asking.conditions.limit_ms();
        self.agent.patience().hold(limit_ms, self.agent.ask(ask, live)).await
    }
}
