//! What stands beside a screen: what it is for, its states and those of its parts, and the flows that visit it.

use std::collections::{BTreeSet, HashMap};

use ratatui::text::Line;

use crate::domain::intent::Step;
use crate::domain::preview;
use crate::tui::panes::names::Names;
use crate::tui::panes::pen::{Pen, counted};
use crate::tui::theme::{Look, Theme};

/// States, parts with states, and flows that are named.
const STATES: usize = 24;
const STATEFUL: usize = 12;
const FLOWS: usize = 10;

/// Which flows come by at which component: the first few by their places, and how many there are.
pub struct Visits<'a> {
    by_component: HashMap<&'a str, (Vec<usize>, usize)>,
}

impl<'a> Visits<'a> {
    pub fn of(names: &Names<'a>) -> Self {
        let mut by_component: HashMap<&str, (Vec<usize>, usize)> = HashMap::new();
        for (at, flow) in names.intent.user_flows.iter().enumerate() {
            let steps = flow.steps.iter().chain(flow.alternatives.iter().flat_map(|other| &other.steps));
            let places: BTreeSet<&str> = steps.map(|step: &Step| step.component.as_str()).collect();
            for place in places {
                let (first, count) = by_component.entry(place).or_default();
                *count += 1;
                if first.len() < FLOWS {
                    first.push(at);
                }
            }
        }
        Self { by_component }
    }
}

pub fn lines(
    names: &Names<'_>,
    visits: &Visits<'_>,
    view: usize,
    parts: &[usize],
    width: u16,
    theme: Theme,
) -> Vec<Line<'static>> {
    let mut pen = Pen::new(width, theme);
    let components = &names.intent.components;
    let Some(screen) = components.get(view) else { return Vec::new() };
    if !screen.description.trim().is_empty() {
        let text = [pen.prose(&screen.description, Look::Dim)];
        pen.text(&text, 0);
    }
    let others: BTreeSet<usize> = parts.iter().copied().filter(|part| *part != view).collect();
    if screen.states.is_empty() {
        pen.say("states  none are named", Look::Attention);
    }
    states(&mut pen, &screen.states, None);
    let stateful = others.iter().filter_map(|at| components.get(*at)).filter(|part| !part.states.is_empty());
    for part in stateful.clone().take(STATEFUL) {
        states(&mut pen, &part.states, Some(&part.name));
    }
    let left = stateful.skip(STATEFUL).count();
    if left > 0 {
        pen.say(format!("… {left} more parts with states in intent.json"), Look::Dim);
    }
    flows(&mut pen, names, visits, view, &others);
    pen.rows().into_iter().map(|row| row.line).collect()
}

fn states(pen: &mut Pen, states: &[String], whose: Option<&str>) {
    for state in states.iter().take(STATES) {
        let (name, shown) = preview::state(state);
        let mut spans = vec![pen.own("◦ ", Look::Dim)];
        if let Some(whose) = whose {
            spans.extend([pen.name(whose, Look::Dim), pen.own(", ", Look::Dim)]);
        }
        spans.push(pen.name(name, Look::Strong));
        if !shown.is_empty() {
            spans.extend([pen.own("  ", Look::Plain), pen.prose(shown, Look::Plain)]);
        }
        pen.text(&spans, 2);
    }
    if states.len() > STATES {
        pen.say(
            format!("… {} more in intent.json", counted(states.len() - STATES, "state", "states")),
            Look::Dim,
        );
    }
}

fn flows(pen: &mut Pen, names: &Names<'_>, visits: &Visits<'_>, view: usize, others: &BTreeSet<usize>) {
    let mut found = BTreeSet::new();
    let mut more = false;
    for at in std::iter::once(view).chain(others.iter().copied()) {
        let id = names.intent.components.get(at).map(|component| component.id.as_str());
        if let Some((first, count)) = id.and_then(|id| visits.by_component.get(id)) {
            found.extend(first.iter().copied());
            more |= *count > first.len();
        }
    }
    if found.is_empty() {
        return pen.say("visited by no flow", Look::Attention);
    }
    let mut spans = vec![pen.own("visited by ", Look::Dim)];
    for (i, flow) in found.iter().take(FLOWS).filter_map(|at| names.intent.user_flows.get(*at)).enumerate() {
        if i > 0 {
            spans.push(pen.own(", ", Look::Dim));
        }
        spans.push(pen.name(&flow.name, Look::Reference));
    }
    if more || found.len() > FLOWS {
        spans.push(pen.own(", …", Look::Dim));
    }
    pen.text(&spans, 2);
}
