//! REVISING: what the next iteration must do better is known; the next prompt is written.

use super::moves::moved;
use super::paths::Paths;
use super::phase::DesignPhase;
use super::record::DesignRecord;
use super::terms::Terms;
use super::{Outcome, prompts, refuse};
use crate::domain::path::RelPath;
use crate::kernel::{By, Event, Facts, Step};

pub fn reads(record: &DesignRecord) -> Vec<RelPath> {
    prompts::generator_reads(record, &Paths::of(&record.feature_id))
}

pub fn step(mut record: DesignRecord, event: &Event, facts: &Facts<Terms>) -> Outcome {
    match event {
        Event::Looked => Ok(Step::same(record)),
        Event::Proceeded { .. } => {
            record.iteration += 1;
            record.seed_folder = None;
            record.invalid_answer.clear();
            record.candidate = None;
            let why = format!("iteration {} begins with what is to be improved", record.iteration);
            Ok(moved(record, DesignPhase::Generating, By::Engine, &why, facts))
        }
        Event::Ordered(_) | Event::Decided(_) | Event::Answered { .. } | Event::Faulted { .. } => {
            Err(refuse(DesignPhase::Revising, event))
        }
    }
}
