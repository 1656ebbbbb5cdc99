//! Asks the critic twice about one design, outside of every run (`frieze score --again`): the rules are the flow's, the
//! asking is done here. Nothing is kept but what an agent that exchanges files leaves in its folder.

use std::sync::Arc;
use std::time::Duration;

use crate::domain::answers;
use crate::domain::critique::CritiqueFile;
use crate::domain::files::Home;
use crate::domain::id::FeatureId;
use crate::domain::path::{RelPath, number_in};
use crate::flows::design::{CRITIC, Next, Opinion, Terms};
use crate::kernel::{Answer, BUILT_IN, Fault, Key, Spent};
use crate::ports::{Agent, Agents, Ask, Clock, Conditions, Live, Misconfigured, NotConfigured, Store};

/// The longest brief that is quoted, in bytes.
const LARGEST: usize = crate::domain::brief::LARGEST;

/// What asking twice needs of the world.
pub struct Asking {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub agents: Arc<dyn Agents>,
    pub conditions: Arc<dyn Conditions<Terms>>,
    /// Where it is told who is asked, and what is waited for.
    pub tell: fn(&str),
}

/// What came of it.
pub struct Asked {
    /// The critic's name in the configuration.
    pub critic: String,
    /// The model that answered.
    pub model: Option<String>,
    /// Both judgements, or why there are none.
    pub outcome: Result<[CritiqueFile; 2], String>,
    pub spent: Spent,
    /// Whether the brief was quoted; without one, the critic judges the design alone.
    pub has_brief: bool,
}

impl Asking {
    /// Asks twice; `None` where no critic is configured. The error says why the critic may not be asked.
    pub async fn twice(&self, feature: &FeatureId, intent: &[u8]) -> Result<Option<Asked>, NotConfigured> {
        let terms = self.conditions.terms(feature)?;
        let critic = terms.critic.name.clone();
        if critic == BUILT_IN {
            return Ok(None);
        }
        let refused = |what: String, hint: String| Misconfigured { what, hint };
        let brief = self.store.read(&Home::of(feature).brief(), LARGEST)?;
        let answers = self.store.read(&Home::of(feature).answers(), answers::LARGEST)?;
        let missing = |fault: Fault| {
            refused(fault.in_words().into_owned(), "`frieze doctor` shows what the critic needs".to_owned())
        };
        let agent = self.agents.for_role(CRITIC).map_err(missing)?;
        if !agent.answers_outside_runs() {
            return Err(refused(
                format!(
                    "the critic {critic} gives the answers of a run again, and has none to what is asked now"
                ),
                "name another critic, for example --set critic=built-in for the rubric alone".to_owned(),
            )
            .into());
        }
        let quoted = brief.as_deref().unwrap_or_default();
        let documents = (quoted, answers.as_deref());
        let mut opinion = Opinion::begin(feature, intent, documents, terms, self.clock.now());
        let desk = Desk { asking: self, agent, feature, place: self.place(), documents, intent };
        (self.tell)(&format!("asking the critic {critic} for the first time"));
        let first = desk.judged(&mut opinion, 1).await;
        let outcome = match first {
            Ok(first) => {
                opinion.again(self.clock.now());
                (self.tell)(&format!("asking the critic {critic} for the second time"));
                desk.judged(&mut opinion, 2).await.map(|second| [first, second])
            }
            Err(why) => Err(why),
        };
        // A person's words are not thrown away.
        if let Ok(Some(_)) = self.store.look(&desk.place) {
            (self.tell)(&format!("what was asked and answered is kept in {}", desk.place));
        }
        let (model, spent) = (opinion.model().map(str::to_owned), opinion.spent());
        Ok(Some(Asked { critic, model, outcome, spent, has_brief: brief.is_some() }))
    }

    /// A folder that nobody has used yet, for agents that exchange files.
    fn place(&self) -> RelPath {
        let all = RelPath::new("opinions");
        let used = self.store.list(&all).unwrap_or_default();
        let last = used.iter().filter_map(|(name, _)| number_in(name)).max().unwrap_or(0);
        all.number(last.saturating_add(1))
    }
}

/// One critic, asked about one design.
struct Desk<'a> {
    asking: &'a Asking,
    agent: Arc<dyn Agent>,
    feature: &'a FeatureId,
    place: RelPath,
    /// The brief, and the answers where there are some.
    documents: (&'a [u8], Option<&'a [u8]>),
    intent: &'a [u8],
}

impl Desk<'_> {
    async fn judged(&self, opinion: &mut Opinion, number: u32) -> Result<CritiqueFile, String> {
        loop {
            let (key, prompt, attempt, not_before) = match opinion.waits_for() {
                Next::Judged(critique) => return Ok(critique),
                Next::Failed(why) => return Err(why),
                Next::Asking { key, prompt, attempt, not_before } => (key, prompt, attempt, not_before),
            };
            if let Some(at) = not_before {
                let wait = at.duration_since(self.asking.clock.now());
                (self.asking.tell)(&format!("the critic is asked again at {}", at.strftime("%H:%M:%S UTC")));
                tokio::time::sleep(Duration::try_from(wait).unwrap_or_default()).await;
            }
            let (key, outcome) = self.ask(key, prompt, self.place.number(number).number(attempt)).await;
            opinion.answered(key, outcome, self.asking.clock.now());
        }
    }

    async fn ask(&self, key: Key, prompt: String, exchange: RelPath) -> (Key, Result<Answer, Fault>) {
        let (brief, answers) = self.documents;
        let mut material = vec![("brief", brief.to_vec())];
        material.extend(answers.map(|answers| ("answers", answers.to_vec())));
        material.push(("intent", self.intent.to_vec()));
        let ask = Ask { role: CRITIC, feature: self.feature.clone(), prompt, exchange, material };
        let tell = self.asking.tell;
        // Text that comes is for screens; what is waited for is told once.
        let live = Live::new(move |progress| {
            let words = progress.stage.words();
            if progress.received == 0 && !words.is_empty() {
                tell(words);
            }
        });
        let limit_ms = self.asking.conditions.limit_ms();
        (key, self.agent.patience().hold(limit_ms, self.agent.ask(ask, live)).await)
    }
}
