//! Walk over a document. It tracks the current section, story and scenario, and adds what the patterns find to the reading.

mod headings;
mod scenarios;
mod stories;

use std::collections::HashSet;

use frieze_document::{Block, BlockKind, Document, Text};
use frieze_language::{Tag, Topic};

use crate::patterns::{Fact, Pattern, matching};
use crate::pieces::{Piece, pieces};
use crate::unit::{Context, Form, Unit};
use crate::words::Words;
use crate::{
    Force, Reading, Requirement, Screen, Skipped, Story, Traced, Why, clauses, entities, label, screens,
};
use headings::{Announced, Heading, Labelled, Scope};
use scenarios::OpenScenario;
use stories::OpenStory;

pub struct Walk {
    pub words: Words,
    pub reading: Reading,
    headings: Vec<Heading>,
    /// Number of headings so far.
    count: usize,
    /// Whether there are headings below the title.
    has_sections: bool,
    /// The topic of a line like `Acceptance criteria:`. It applies to the next blocks.
    announced: Option<Announced>,
    story: Option<OpenStory>,
    scenario: Option<OpenScenario>,
    /// Depth and requirement of the item above, which deeper items continue.
    item: Option<(u8, usize)>,
    /// Depth and entity of the item above. Deeper items are its fields.
    entity_item: Option<(u8, usize)>,
    /// A heading with a label. It is a requirement if nothing below it is one.
    labelled: Option<Labelled>,
    /// Stories of one line. They are requirements if they have no criteria.
    wishes: Vec<Requirement>,
    seen: HashSet<(u32, String)>,
    actors: HashSet<String>,
    screens: HashSet<String>,
}

impl Walk {
    pub fn new(file: &str, document: &Document) -> Self {
        let mut levels = document.blocks.iter().filter_map(|b| match b.kind {
            BlockKind::Heading { level, .. } => Some(level),
            BlockKind::Paragraph(_) | BlockKind::Item { .. } | BlockKind::Table { .. } => None,
        });
        let title = levels.next();
        let words = Words::of(&sample(document));
        let reading = Reading {
            file: file.to_owned(),
            title: Traced { text: file.to_owned(), line: 0 },
            language: words.code(),
            skipped: document.skipped.clone(),
            ..Reading::default()
        };
        Self {
            words,
            reading,
            headings: Vec::new(),
            count: 0,
            has_sections: title.is_some_and(|title| levels.any(|level| level > title)),
            announced: None,
            story: None,
            scenario: None,
            item: None,
            entity_item: None,
            labelled: None,
            wishes: Vec::new(),
            seen: HashSet::new(),
            actors: HashSet::new(),
            screens: HashSet::new(),
        }
    }

    pub fn read(mut self, document: &Document) -> Reading {
        for block in &document.blocks {
            self.block(block);
        }
        self.end_scenario();
        self.end_labelled(0);
        self.drop_introductions();
        self.stories_without_criteria();
        entities::resolve(&self.words, &mut self.reading.entities);
        self.reading.skipped.sort_by_key(|skipped| skipped.line);
        self.reading.skipped.dedup();
        self.reading
    }

    /// Drops plain items without a modal verb that only introduce a list, like `Core components:`, if nothing was added to them.
    fn drop_introductions(&mut self) {
        let skipped = &mut self.reading.skipped;
        self.reading.requirements.retain(|it| {
            let is_introduction = it.pattern == "list.item" && it.text.ends_with([':', '：']);
            if is_introduction {
                skipped.push(Skipped { line: it.line, why: Why::Prose });
            }
            !is_introduction
        });
    }

    fn block(&mut self, block: &Block) {
        match &block.kind {
            BlockKind::Heading { level, text } => self.heading(*level, text, block.line),
            BlockKind::Paragraph(text) => self.paragraph(text),
            BlockKind::Item { depth, marker, text } => self.item(*depth, marker, text),
            BlockKind::Table { head, rows } => {
                self.table(head, rows, block.line);
                self.use_up();
            }
        }
    }

    pub fn skip(&mut self, line: u32, why: Why) {
        self.reading.skipped.push(Skipped { line, why });
    }

    fn paragraph(&mut self, text: &Text) {
        self.item = None;
        self.entity_item = None;
        if self.story.as_ref().is_some_and(|story| matches!(story.scope, Scope::Item(_)))
            && self.announced.is_none()
        {
            self.story = None;
        }
        if self.announced.as_ref().is_some_and(|announced| announced.is_used) {
            self.announced = None;
        }
        let pieces = pieces(&self.words, text, self.scenario.is_some());
        if let Some(first) = pieces.first().filter(|_| self.count == 0 && self.reading.title.line == 0) {
            let line = text.lines.first().map_or("", |line| line.text.trim());
            self.reading.title = Traced { text: line.to_owned(), line: first.line() };
        }
        let is_single = pieces.len() == 1 && text.lines.len() == 1;
        let mut ticket: Option<(String, String, u32)> = None;
        let mut announces = false;
        for (at, piece) in pieces.iter().enumerate() {
            if self.announce(piece, is_single) {
                announces = true;
                continue;
            }
            if let Some((name, value)) = self.metadata(piece) {
                if self.words.topic(name) == Some(Topic::Overview) {
                    self.reading.summary.push(Traced { text: value.to_owned(), line: piece.line() });
                } else {
                    self.skip(piece.line(), Why::NotAsked);
                }
                continue;
            }
            let Some(piece) = self.opened(piece) else { continue };
            let unit = self.labelled_unit(&piece, Form::Paragraph, self.context());
            // The labelled line above a story is its title: `MKS-12 Book a machine`, `As a member …`.
            let is_over_story = !unit.label.is_empty()
                && pieces
                    .get(at + 1)
                    .is_some_and(|next| self.unit(1, Form::Paragraph, &next.text).story().is_some());
            if is_over_story {
                ticket = Some((unit.label, unit.text, unit.line));
                continue;
            }
            if unit.story().is_some()
                && let Some((label, title, line)) = ticket.take()
            {
                let scope = Scope::Heading(self.headings.last().map_or(1, |heading| heading.level));
                self.open_story(scope, Story { label, title, line, ..Story::default() });
                self.handle(&unit, None);
                continue;
            }
            self.running(&piece, &unit);
        }
        if !announces {
            self.use_up();
        }
    }

    /// Name and value if a piece is about the document, not the product: a bold name and a colon below the title, before the first
    /// section, like `**Status**: Draft`. A story or a verb in capitals is about the product.
    fn metadata<'p>(&self, piece: &'p Piece) -> Option<(&'p str, &'p str)> {
        let is_below_title = self.has_sections && self.count == 1 && self.topic().is_none();
        if !is_below_title || piece.strong.is_empty() || self.story.is_some() || self.labelled.is_some() {
            return None;
        }
        let (name, end) = piece.lead().filter(|_| label::split(&piece.text, true).is_none())?;
        let has_colon = piece.text.get(..end)?.trim_end().ends_with([':', '：']);
        let value = piece.text.get(end..)?;
        let unit = self.unit(piece.line(), Form::Paragraph, value);
        let is_about_product = unit.story().is_some() || unit.modal.is_some_and(|modal| modal.is_loud);
        (has_colon && !is_about_product).then_some((name, value))
    }

    /// Reads running text: as a whole if it has a label or is a story, a step or an entity, otherwise by sentences.
    fn running(&mut self, piece: &Piece, unit: &Unit) {
        let is_thing = unit.is_in(&[Topic::Entities, Topic::Glossary]) && !unit.lead.is_empty();
        let is_scenario = clauses::scenario(&unit.text, &unit.marks, unit.line).is_some();
        let is_step = unit.context.in_scenario && unit.step().is_some();
        if !unit.label.is_empty() || is_thing || is_scenario || is_step || unit.story().is_some() {
            self.handle(unit, None);
            return;
        }
        if self.scenario.as_ref().is_some_and(|open| !open.texts.is_empty()) {
            self.end_scenario();
        }
        let whole = Traced { text: unit.text.clone(), line: unit.line };
        let is_preface = self.count == 1 && unit.context.topic.is_none() && self.story.is_none();
        let is_about = is_preface && piece.strong.is_empty();
        let is_stored = match unit.context.topic {
            Some(Topic::Overview) => {
                self.reading.summary.push(whole);
                true
            }
            // Without an overview, the goals describe the feature.
            Some(Topic::Goals) if self.reading.summary.is_empty() => {
                self.reading.summary.push(whole);
                true
            }
            None if is_about => {
                self.reading.summary.push(whole);
                true
            }
            None | Some(Topic::Stories | Topic::Requirements) => match self.story_at() {
                Some(at) => {
                    if let Some(story) = self.reading.stories.get_mut(at) {
                        story.narrative.push(whole);
                    }
                    true
                }
                None => false,
            },
            Some(_) => false,
        };
        let offset = piece.text.len().saturating_sub(unit.text.len());
        let spaced: Vec<(usize, String)> =
            self.words.sentences(&unit.text).into_iter().map(|(at, s)| (at, s.to_owned())).collect();
        for (at, sentence) in spaced {
            let line = piece.line_at(offset + at);
            let mut part = Unit::new(&self.words, line, Form::Sentence, &sentence, unit.context);
            part.lead.clone_from(&unit.lead);
            strip_code(piece, offset + at, &mut part, &self.words);
            if is_stored && matching(&part).is_empty() {
                continue;
            }
            self.handle(&part, None);
        }
    }

    fn item(&mut self, depth: u8, marker: &str, text: &Text) {
        for (at, piece) in pieces(&self.words, text, self.scenario.is_some()).iter().enumerate() {
            if at > 0 && self.announce(piece, false) {
                continue;
            }
            let mut context = self.context();
            let is_criterion = self.story.as_ref().is_some_and(|story| match story.scope {
                Scope::Item(own) => depth > own,
                Scope::Heading(_) => false,
            });
            if is_criterion && context.topic != Some(Topic::OutOfScope) {
                context.topic = Some(Topic::Criteria);
            } else if self.announced.is_none()
                && self.story.as_ref().is_some_and(|story| matches!(story.scope, Scope::Item(_)))
            {
                self.story = None;
            }
            let mark = marker.trim_matches(|c: char| !c.is_alphanumeric());
            let is_numbered = !mark.is_empty();
            let mut unit = self.labelled_unit(piece, Form::Item { is_numbered }, context);
            if unit.label.is_empty() && at == 0 {
                unit.label = self.numbered_label(mark);
            }
            if self.continues(depth, &unit) {
                continue;
            }
            self.handle(&unit, Some(depth));
        }
        self.use_up();
    }

    /// The label of a numbered item. In a numbered story it begins with the story's number, as such documents cite it.
    fn numbered_label(&self, mark: &str) -> String {
        let number = self.story_at().and_then(|at| self.reading.stories.get(at)).and_then(|story| {
            story.label.split_whitespace().next_back().filter(|n| n.bytes().all(|b| b.is_ascii_digit()))
        });
        match number {
            Some(number) if !mark.is_empty() && !mark.contains('.') => format!("{number}.{mark}"),
            _ => mark.to_owned(),
        }
    }

    /// Whether an item continues the item above it; if so, adds its text there.
    fn continues(&mut self, depth: u8, unit: &Unit) -> bool {
        if self.entity_item.is_some_and(|(own, _)| depth <= own) {
            self.entity_item = None;
        }
        if let Some((_, at)) = self.entity_item {
            let entity = self.reading.entities.get_mut(at);
            if let (Some(entity), Some(field)) = (entity, entities::one(&self.words, &unit.text, unit.line)) {
                entity.attributes.push(field);
                return true;
            }
        }
        if self.item.is_some_and(|(own, _)| depth <= own) {
            self.item = None;
        }
        let Some((_, at)) = self.item.filter(|_| unit.modal.is_none() && unit.story().is_none()) else {
            return false;
        };
        let Some(requirement) = self.reading.requirements.get_mut(at) else { return false };
        let joint = if requirement.text.ends_with([':', '：']) { " " } else { "; " };
        requirement.text.push_str(joint);
        requirement.text.push_str(&unit.text);
        true
    }

    pub fn context(&self) -> Context {
        Context {
            topic: self.topic(),
            in_scenario: self.scenario.is_some(),
            is_foreign: self.reading.language.is_none(),
        }
    }

    pub fn unit(&self, line: u32, form: Form, text: &str) -> Unit {
        Unit::new(&self.words, line, form, text, self.context())
    }

    /// The unit of a piece, without its label. A name at its beginning may give it a topic (`Note: …`).
    fn labelled_unit(&self, piece: &Piece, form: Form, mut context: Context) -> Unit {
        let text = piece.text.as_str();
        let split = label::split(text, !piece.strong.is_empty());
        let (label, rest) = split.unwrap_or(("", text));
        let lead = if split.is_some() { None } else { piece.lead() };
        let announced = lead.and_then(|(name, end)| Some((self.words.topic(name)?, text.get(end..)?)));
        let is_fixed = matches!(
            context.topic,
            Some(
                Topic::OutOfScope
                    | Topic::Remarks
                    | Topic::Entities
                    | Topic::Glossary
                    | Topic::Roles
                    | Topic::Screens
            )
        );
        let rest = match announced {
            Some((topic, body)) if !is_fixed && form == Form::Paragraph && !body.is_empty() => {
                context.topic = Some(topic);
                body
            }
            _ => rest,
        };
        let mut unit = Unit::new(&self.words, piece.line(), form, rest, context);
        unit.label = label.to_owned();
        unit.lead = lead.map(|(name, _)| name.to_owned()).unwrap_or_default();
        strip_code(piece, text.len() - rest.len(), &mut unit, &self.words);
        unit
    }

    /// Adds a unit to the reading. `depth` is that of an item.
    pub fn handle(&mut self, unit: &Unit, depth: Option<u8>) {
        let found = matching(unit);
        if found.is_empty() {
            self.skip(unit.line, Why::Prose);
        }
        let mut is_requirement = false;
        for pattern in found {
            is_requirement |= matches!(pattern.fact, Fact::Requirement(_));
            self.apply(pattern, unit, depth);
        }
        self.open_points(unit);
        if is_requirement {
            for screen in screens::named(&self.words, unit) {
                self.screen(screen);
            }
            if let Some(entity) = entities::each(&self.words, &unit.text, &unit.marks, unit.line) {
                self.reading.entities.push(entity);
            }
        }
    }

    fn apply(&mut self, pattern: &Pattern, unit: &Unit, depth: Option<u8>) {
        let traced = || Traced { text: unit.text.clone(), line: unit.line };
        match pattern.fact {
            Fact::Requirement(force) => self.requirement(unit, pattern.id, force, depth),
            Fact::Story => self.own_story(unit, depth),
            Fact::Step => self.step(unit),
            Fact::Goal => self.reading.goals.push(traced()),
            Fact::Actor => {
                let name = if unit.lead.is_empty() { unit.text.as_str() } else { unit.lead.as_str() };
                self.actor(name, unit.line);
            }
            Fact::Entity => self.entity(unit, depth),
            Fact::Screen => {
                let (name, description) = lead_of(unit);
                let screen =
                    Screen { name: name.to_owned(), line: unit.line, description: description.to_owned() };
                self.screen(screen);
            }
            Fact::EdgeCase => self.reading.edge_cases.push(traced()),
            Fact::Question => self.reading.questions.push(traced()),
            Fact::Exclusion => {
                self.reading.exclusions.push(traced());
                self.skip(unit.line, Why::NotAsked);
            }
            Fact::Known => {}
            Fact::Skipped(why) => self.skip(unit.line, why),
        }
    }

    fn entity(&mut self, unit: &Unit, depth: Option<u8>) {
        let (name, description) = lead_of(unit);
        let entity = entities::described(&self.words, name, description, unit.line);
        let is_term = unit.context.topic == Some(Topic::Glossary);
        if is_term {
            let name = name.replace('_', " ");
            let marks = self.words.marks(&name);
            if marks.iter().any(|mark| mark.tag == Tag::Screen && mark.start > 0 && mark.end == name.len()) {
                self.screen(Screen { name, line: unit.line, description: description.to_owned() });
                return;
            }
            if entity.attributes.is_empty() {
                self.skip(unit.line, Why::Prose);
                return;
            }
        }
        if let Some(depth) = depth {
            self.entity_item = Some((depth, self.reading.entities.len()));
        }
        self.reading.entities.push(entity);
    }

    pub fn actor(&mut self, name: &str, line: u32) {
        let name =
            entities::bare(&self.words, label::without_remark(name)).trim_end_matches(['.', ',', '、']);
        let key = name.split_whitespace().map(|word| self.words.stem(word)).collect::<Vec<_>>().join(" ");
        if !key.is_empty() && self.actors.insert(key) {
            self.reading.actors.push(Traced { text: name.to_owned(), line });
        }
    }

    pub fn screen(&mut self, mut screen: Screen) {
        screen.name = entities::bare(&self.words, &screen.name).to_owned();
        if !screen.name.is_empty() && self.screens.insert(screen.name.to_lowercase()) {
            self.reading.screens.push(screen);
        }
    }

    pub fn requirement(&mut self, unit: &Unit, pattern: &'static str, otherwise: Force, depth: Option<u8>) {
        let scenario =
            clauses::scenario(&unit.text, &unit.marks, unit.line).filter(|_| pattern == "scenario");
        let is_named = unit.label.contains(|c: char| c.is_ascii_alphabetic());
        let parts = scenario.as_ref().map_or_else(
            || clauses::parts(&unit.text, &unit.marks, unit.modal.as_ref()),
            clauses::of_scenario,
        );
        // A labelled requirement binds, even with *will* or *can*.
        let force = match unit.modal {
            Some(modal) if !(modal.is_will || is_named && modal.force == Force::May && !modal.is_loud) => {
                modal.force
            }
            Some(_) | None => otherwise,
        };
        let force = if scenario.is_some() || unit.is_in(&[Topic::Criteria]) && force == Force::May {
            Force::Must
        } else {
            force
        };
        let found = Requirement {
            label: unit.label.clone(),
            text: unit.text.clone(),
            line: unit.line,
            force,
            topic: unit.context.topic,
            heading: self.heading_text(),
            story: self.story_at(),
            parts,
            is_prohibition: unit.modal.is_some_and(|modal| modal.forbids),
            pattern,
        };
        if let (Some(scenario), Some(at)) = (scenario, self.story_at())
            && let Some(story) = self.reading.stories.get_mut(at)
        {
            story.scenarios.push(scenario);
        }
        let at = self.reading.requirements.len();
        self.push(found);
        if let Some(depth) = depth.filter(|_| self.reading.requirements.len() > at)
            && (unit.modal.is_some() || unit.text.ends_with([':', '：']))
        {
            self.item = Some((depth, at));
        }
    }

    fn push(&mut self, found: Requirement) {
        if !found.text.is_empty() && self.seen.insert((found.line, found.text.clone())) {
            self.reading.requirements.push(found);
        }
    }

    /// Adds the open questions in a text: `[NEEDS CLARIFICATION: how long?]`, `TBD`.
    fn open_points(&mut self, unit: &Unit) {
        if unit.is_in(&[Topic::Questions, Topic::OutOfScope]) {
            return;
        }
        let mut is_whole = false;
        for mark in unit.marks.iter().filter(|mark| mark.tag == Tag::Open) {
            let is_open = unit.text.get(..mark.start).is_some_and(|head| head.ends_with('['));
            let rest = unit.text.get(mark.end..).unwrap_or_default();
            let asked = rest
                .split_once(']')
                .map(|(asked, _)| asked.trim_matches([':', ' ']))
                .filter(|a| is_open && !a.is_empty());
            match asked {
                Some(asked) => {
                    self.reading.questions.push(Traced { text: asked.to_owned(), line: unit.line });
                }
                None if is_whole => {}
                None => {
                    is_whole = true;
                    self.reading.questions.push(Traced { text: unit.text.clone(), line: unit.line });
                }
            }
        }
    }
}

/// Name and description of a unit.
fn lead_of(unit: &Unit) -> (&str, &str) {
    if unit.lead.is_empty() {
        return (unit.text.as_str(), "");
    }
    let after = unit.text.find(unit.lead.as_str()).and_then(|at| unit.text.get(at + unit.lead.len()..));
    (unit.lead.as_str(), after.unwrap_or_default().trim_start_matches([':', '：', '–', '—', '-', ' ', '.']))
}

/// Drops the marks of a unit that are code.
fn strip_code(piece: &Piece, offset: usize, unit: &mut Unit, words: &Words) {
    let before = unit.marks.len();
    unit.marks.retain(|mark| !piece.is_code(offset + mark.start, offset + mark.end));
    if unit.marks.len() != before {
        unit.modal = words.modal(&unit.text, &unit.marks);
    }
}

/// The beginning of a document, to detect its language.
fn sample(document: &Document) -> String {
    const BYTES: usize = 60_000;
    let mut out = String::new();
    for block in &document.blocks {
        match &block.kind {
            BlockKind::Heading { text, .. } => out.push_str(text),
            BlockKind::Paragraph(text) | BlockKind::Item { text, .. } => {
                for line in &text.lines {
                    out.push_str(&line.text);
                    out.push('\n');
                }
            }
            BlockKind::Table { rows, .. } => {
                for cell in rows.iter().take(200).flat_map(|row| &row.cells) {
                    out.push_str(cell);
                    out.push('\n');
                }
            }
        }
        out.push('\n');
        if out.len() > BYTES {
            break;
        }
    }
    out
}
