//! Notes next to a screen: its description, its states and those of its parts, and the flows that visit it.

use std::collections::{BTreeSet, HashMap};

use crate::tui::panes::names::Names;
use crate::tui::panes::pen::Pen;
use crate::tui::view::theme::{TextStyle, Theme};
use crate::tui::widgets::listing::Row;
use frieze_data::text::count;
use frieze_intent::Step;
use frieze_preview as preview;

/// The most states, parts with states, and flows listed.
const STATES: usize = 24;
const STATEFUL: usize = 12;
const FLOWS: usize = 10;

/// The flows that visit each component: the indexes of the first few, and their number.
pub type Visits<'a> = HashMap<&'a str, (Vec<usize>, usize)>;

/// Counts the visits of a design.
pub fn visits<'a>(names: &Names<'a>) -> Visits<'a> {
    let mut visits = Visits::new();
    for (at, flow) in names.intent.user_flows.iter().enumerate() {
        let steps = flow.steps.iter().chain(flow.alternatives.iter().flat_map(|other| &other.steps));
        let places: BTreeSet<&str> = steps.map(|step: &Step| step.component.as_str()).collect();
        for place in places {
            let (first, count) = visits.entry(place).or_default();
            *count += 1;
            if first.len() < FLOWS {
                first.push(at);
            }
        }
    }
    visits
}

pub fn lines(
    names: &Names<'_>,
    visits: &Visits<'_>,
    view: usize,
    parts: &[usize],
    width: u16,
    theme: Theme,
) -> Vec<Row> {
    let mut pen = Pen::new(width, theme);
    let components = &names.intent.components;
    let Some(screen) = components.get(view) else { return Vec::new() };
    let pointer = format!("/components/{view}");
    let mut paragraphs = screen.description.lines().filter(|line| !line.trim().is_empty()).peekable();
    while let Some(paragraph) = paragraphs.next() {
        let is_last = paragraphs.peek().is_none();
        let shows = is_last.then(|| format!("{pointer}/description")).into_iter().collect();
        pen.shown(&[pen.prose(paragraph, TextStyle::Dim)], 0, shows);
    }
    let others: BTreeSet<usize> = parts.iter().copied().filter(|part| *part != view).collect();
    if screen.states.is_empty() {
        pen.say("states  none", TextStyle::Attention);
    }
    states(&mut pen, view, &screen.states, None);
    let stateful = others.iter().filter_map(|at| Some((*at, components.get(*at)?)));
    let stateful = stateful.filter(|(_, part)| !part.states.is_empty());
    for (at, part) in stateful.clone().take(STATEFUL) {
        states(&mut pen, at, &part.states, Some(&part.name));
    }
    let left = stateful.skip(STATEFUL).count();
    if left > 0 {
        pen.say(format!("… {left} more parts with states in intent.json"), TextStyle::Dim);
    }
    let entities = vec![format!("{pointer}/entities")];
    listed(&mut pen, "shows ", &screen.entities, entities);
    let satisfied = (0..screen.satisfies.len()).map(|at| format!("{pointer}/satisfies/{at}"));
    listed(&mut pen, "satisfies ", &screen.satisfies, satisfied.collect());
    flows(&mut pen, names, visits, view, &others);
    pen.rows()
}

/// Names after a word; nothing without names.
fn listed(pen: &mut Pen, word: &'static str, all: &[String], shows: Vec<String>) {
    if let Some((first, more)) = all.split_first() {
        let mut spans = vec![pen.own(word, TextStyle::Dim), pen.name(first, TextStyle::Reference)];
        for name in more {
            spans.extend([pen.own(", ", TextStyle::Dim), pen.name(name, TextStyle::Reference)]);
        }
        pen.shown(&spans, 2, shows);
    }
}

fn states(pen: &mut Pen, at: usize, states: &[String], part: Option<&str>) {
    for (number, state) in states.iter().enumerate().take(STATES) {
        let (name, shown) = preview::state(state);
        let mut spans = vec![pen.own("◦ ", TextStyle::Dim)];
        if let Some(part) = part {
            spans.extend([pen.name(part, TextStyle::Dim), pen.own(", ", TextStyle::Dim)]);
        }
        spans.push(pen.name(name, TextStyle::Strong));
        if !shown.is_empty() {
            spans.extend([pen.own("  ", TextStyle::Plain), pen.prose(shown, TextStyle::Plain)]);
        }
        pen.shown(&spans, 2, vec![format!("/components/{at}/states/{number}")]);
    }
    if states.len() > STATES {
        pen.say(
            format!("… {} more in intent.json", count(states.len() - STATES, "state", "states")),
            TextStyle::Dim,
        );
    }
}

fn flows(pen: &mut Pen, names: &Names<'_>, visits: &Visits<'_>, view: usize, others: &BTreeSet<usize>) {
    let mut found = BTreeSet::new();
    let mut more = false;
    for at in std::iter::once(view).chain(others.iter().copied()) {
        let id = names.intent.components.get(at).map(|component| component.id.as_str());
        if let Some((first, count)) = id.and_then(|id| visits.get(id)) {
            found.extend(first.iter().copied());
            more |= *count > first.len();
        }
    }
    if found.is_empty() {
        return pen.say("visited by no flow", TextStyle::Attention);
    }
    let mut spans = vec![pen.own("visited by ", TextStyle::Dim)];
    for (i, flow) in found.iter().take(FLOWS).filter_map(|at| names.intent.user_flows.get(*at)).enumerate() {
        if i > 0 {
            spans.push(pen.own(", ", TextStyle::Dim));
        }
        spans.push(pen.name(&flow.name, TextStyle::Reference));
    }
    if more || found.len() > FLOWS {
        spans.push(pen.own(", …", TextStyle::Dim));
    }
    pen.text(&spans, 2);
}
