//! Runs of other workflows, for a workflow that begins them.

use std::sync::Arc;

use super::sessions;
use frieze_adapters::session_conditions::SessionConditions;
use frieze_data::id::FeatureId;
use frieze_engine::{Runs, Trouble};
use frieze_kernel::{BUILT_IN, Begin, Event, Order};
use frieze_ports::{Misconfigured, OtherRun, Others};
use frieze_session::phase::Work;

const SESSION: &str = "session";

/// The workflows that another one can begin.
pub struct OtherFlows {
    pub sessions: Arc<dyn Runs>,
    pub conditions: Arc<SessionConditions>,
}

impl OtherFlows {
    fn begin_session(&self, id: &FeatureId, words: &[String]) -> Result<(), Trouble> {
        if self.sessions.exists(id)? {
            return Ok(());
        }
        let pairs: Vec<(&str, &str)> = words.iter().filter_map(|word| word.split_once('=')).collect();
        let profile = pairs.iter().find(|(key, _)| *key == "profile").map_or("", |(_, name)| *name);
        let bundle = sessions::bundle(&self.conditions, profile, &[])?;
        let settings = self.conditions.configuration.settings().map_err(Misconfigured::from)?;
        let roles = settings.roles.get(SESSION);
        // Another workflow waits for the session, so the built-in agents play what nobody else does.
        let players = Work::ALL.map(|work| {
            let agent = roles.and_then(|roles| roles.get(work.role())).map_or(BUILT_IN, String::as_str);
            format!("{}={agent}", work.role())
        });
        let words = words.iter().cloned().chain(players).collect();
        let order = Order::Verb { verb: "new", words, text: Some(bundle) };
        self.sessions.begin(id, &Event::Ordered(order)).map(drop)
    }
}

impl Others for OtherFlows {
    fn begin(&self, run: &OtherRun) -> Result<(), String> {
        let Begin::Ensure(words) = &run.begin;
        match run.flow {
            SESSION => self.begin_session(&run.id, words).map_err(|trouble| trouble.to_string()),
            // A brief is all that a design needs to be a run.
            "design" => Ok(()),
            flow => Err(format!("no workflow {flow} can be begun by another")),
        }
    }
}
