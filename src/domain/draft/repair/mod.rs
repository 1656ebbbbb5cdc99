//! Repairs: for every check of the rubric, what to do at the pointers that it names. A repair adds what the brief
//! says or asks what it leaves open; it never takes words out of a sentence, never puts others in their place and
//! never says what happens where the brief does not. Requirements are never touched. What nothing honest mends
//! stays as it is, and so does its finding. What cannot be done while pointers must stay valid (taking out,
//! putting in between) waits until all else is done.

mod alternative;
mod clarity;
mod coherence;
mod completeness;
mod data_model;
mod place;
mod questions;
mod waiting;
mod wording;

use std::collections::BTreeMap;

use super::cast::Cast;
use super::model::Things;
use super::words::Index;
use crate::domain::brief::Brief;
use crate::domain::finding::Finding;
use crate::domain::intent::Intent;

pub(super) use waiting::{merge_components, take_out_components};

/// What was done about one check.
#[derive(Default)]
pub(super) struct Done {
    pub(super) pointers: Vec<String>,
    pub(super) count: usize,
    pub(super) what: String,
}

/// What a repair works with.
pub(super) struct Work<'a> {
    brief: &'a Brief,
    cast: &'a Cast<'a>,
    things: Things,
    intent: Intent,
    /// Requirements by their words.
    requirements: Index,
    flows: Index,
    components: Index,
    /// Steps by their words, as indexes into `step_places`.
    steps: Index,
    step_places: Vec<(usize, usize)>,
    /// Line of the cast by the text of a requirement.
    lines: BTreeMap<&'a str, usize>,
    requirement_at: BTreeMap<String, usize>,
    component_at: BTreeMap<String, usize>,
    /// Component by the id of a child.
    parent: BTreeMap<String, usize>,
    waiting: waiting::Waiting,
    /// Vague words and the requirements that have them.
    vague: BTreeMap<String, Vec<String>>,
    /// Verbs that do not say what is done, and the requirements that have them.
    weak: BTreeMap<String, Vec<String>>,
}

/// What a set of repairs made of an intent.
pub(super) struct Repaired {
    pub(super) intent: Intent,
    pub(super) done: BTreeMap<String, Done>,
    /// Checks with places at which nothing could be done, and how many.
    pub(super) left: BTreeMap<String, usize>,
}

/// Repairs what the findings name, but for checks that are set aside.
pub(super) fn repaired(
    brief: &Brief,
    cast: &Cast,
    previous: &Intent,
    findings: &[Finding],
    aside: &[&str],
) -> Repaired {
    let mut work = Work::of(brief, cast, previous);
    let mut done: BTreeMap<String, Done> = BTreeMap::new();
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for finding in findings.iter().filter(|f| !aside.contains(&f.check.as_str())) {
        match work.repair(finding) {
            Some(what) => {
                let entry = done.entry(finding.check.clone()).or_default();
                entry.count += 1;
                if entry.what.is_empty() {
                    entry.what = what;
                }
                if entry.pointers.len() < 20 {
                    entry.pointers.push(finding.pointer.clone());
                }
            }
            None => *left.entry(finding.check.clone()).or_default() += 1,
        }
    }
    Repaired { intent: work.finished(), done, left }
}

impl<'a> Work<'a> {
    fn of(brief: &'a Brief, cast: &'a Cast<'a>, intent: &Intent) -> Self {
        let mut requirements = Index::default();
        for (at, r) in intent.requirements.iter().enumerate() {
            requirements.add(&r.text, 1, at);
        }
        let mut flows = Index::default();
        let mut steps = Index::default();
        let mut step_places = Vec::new();
        for (f, flow) in intent.user_flows.iter().enumerate() {
            flows.add(&flow.name, 2, f);
            for (s, step) in flow.steps.iter().enumerate() {
                let told = format!("{} {}", step.action, step.outcome.as_deref().unwrap_or_default());
                flows.add(&told, 1, f);
                steps.add(&told, 1, step_places.len());
                step_places.push((f, s));
            }
        }
        let mut components = Index::default();
        for (c, component) in intent.components.iter().enumerate() {
            components.add(&component.name, 3, c);
            components.add(&component.description, 1, c);
        }
        Self {
            brief,
            cast,
            things: Things::in_model(&intent.data_model),
            requirements,
            flows,
            components,
            steps,
            step_places,
            lines: cast.lines.iter().enumerate().map(|(at, l)| (l.statement.text.as_str(), at)).collect(),
            requirement_at: intent
                .requirements
                .iter()
                .enumerate()
                .map(|(at, r)| (r.id.clone(), at))
                .collect(),
            component_at: intent.components.iter().enumerate().map(|(at, c)| (c.id.clone(), at)).collect(),
            parent: parents(intent),
            waiting: waiting::Waiting::default(),
            vague: BTreeMap::new(),
            weak: BTreeMap::new(),
            intent: intent.clone(),
        }
    }

    /// What was done about a finding; none where nothing honest can be done.
    fn repair(&mut self, finding: &Finding) -> Option<String> {
        let at = finding.pointer.as_str();
        match finding.check.as_str() {
            "completeness/section" => self.section(at),
            "completeness/unsatisfied-requirement" => self.satisfied(at),
            "completeness/flow-frame" => self.framed(at),
            "completeness/no-alternative" => self.alternative(at),
            "completeness/missing-state" => self.state(at, &finding.message),
            "completeness/entity-identity" => self.identified(at),
            "completeness/missing-description" | "clarity/name-echo" => self.described(at),
            "completeness/placeholder" => self.replaced(at),
            "coherence/unknown-component" => self.placed(at),
            "coherence/unused-component" => self.used(at),
            "coherence/component-tree" => self.rooted(at),
            "coherence/disconnected-step" => self.connected(at),
            "coherence/unknown-target" => self.targeted(at),
            "coherence/inconsistent-name" => self.renamed(at, &finding.message),
            "coherence/duplicate" => self.merged(at, &finding.message),
            "coherence/idle-claim" => self.claimed(at),
            "clarity/vague-term" => self.asked_exactly(at, &finding.message),
            "clarity/unmeasured-quality" => self.measured(at),
            "clarity/compound-sentence" => self.parted(at, &finding.message),
            "clarity/weak-verb" => self.asked_what_is_done(at, &finding.message),
            "clarity/bare-step" => self.told(at),
            "agnosticism/identifier" => self.identifier(at),
            "data-model/unknown-entity" => self.known_entity(at),
            "data-model/unreached-entity" => self.reached(at),
            "data-model/unknown-relation" => self.known_relation(at),
            "data-model/one-sided-relation" => self.both_sides(at),
            "data-model/attribute-type" => self.typed(at),
            "data-model/duplicate-attribute" => self.once(at),
            "data-model/unmodelled-step" | "data-model/flow-without-data" => self.modelled(at),
            _ => None,
        }
    }

    /// Line of the brief behind a requirement.
    fn line_of(&self, requirement: &str) -> Option<usize> {
        let text = &self.intent.requirements.get(*self.requirement_at.get(requirement)?)?.text;
        self.lines.get(text.as_str()).copied()
    }

    /// Lines of the brief behind what an element satisfies, at most a few.
    fn lines_of(&self, satisfies: &[String]) -> Vec<usize> {
        satisfies.iter().take(40).filter_map(|id| self.line_of(id)).collect()
    }
}

fn parents(intent: &Intent) -> BTreeMap<String, usize> {
    let mut parents = BTreeMap::new();
    for (at, c) in intent.components.iter().enumerate() {
        for child in &c.children {
            parents.entry(child.clone()).or_insert(at);
        }
    }
    parents
}
