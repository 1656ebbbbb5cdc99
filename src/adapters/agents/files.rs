//! A person, or any other tool, with files: the prompt is written, the answer is waited for.

use std::sync::Arc;

use crate::kernel::{Answer, Fault};
use crate::ports::{Agent, Ask, Boxed, Checked, Live, Store};

/// How whoever answers is called.
pub fn model(name: &str) -> String {
    format!("files ({name})")
}

struct Desk;

impl Agent for Desk {
    fn ask(&self, _ask: Ask, _live: Live) -> Boxed<Result<Answer, Fault>> {
        Box::pin(async { Err(Fault::Failed { why: "not built yet".to_owned() }) })
    }

    fn check(&self) -> Boxed<Checked> {
        Box::pin(async { Checked::ill("not built yet", "") })
    }
}

pub fn agent(_name: &str, _store: Arc<dyn Store>) -> Arc<dyn Agent> {
    Arc::new(Desk)
}
