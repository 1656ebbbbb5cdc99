//! Runs of other workflows, for a workflow that begins them.

use std::sync::Arc;

use super::sessions;
use frieze_adapters::session_conditions::SessionConditions;
use frieze_data::id::FeatureId;
use frieze_engine::{Runs, Trouble};
use frieze_kernel::{Begin, Event, Order};
use frieze_ports::{OtherRun, Others};

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
        let order = Order::Verb { verb: "new", words: words.to_vec(), text: Some(bundle) };
        self.sessions.begin(id, &Event::Ordered(order)).map(drop)
    }
}

impl Others for OtherFlows {
    fn begin(&self, run: &OtherRun) -> Result<(), String> {
        let Begin::Ensure(words) = &run.begin;
        match run.flow {
            "session" => self.begin_session(&run.id, words).map_err(|trouble| trouble.to_string()),
            // A brief is all that a design needs to be a run.
            "design" => Ok(()),
            flow => Err(format!("no workflow {flow} can be begun by another")),
        }
    }
}
