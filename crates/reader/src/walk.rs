//! The walk over a document: it knows the section, the story and the scenario that it is in, and puts what the patterns
//! find into the reading.

use std::collections::HashSet;

use frieze_document::{Block, BlockKind, Document, Text};
use frieze_language::{Column, Label, Tag, Topic};

use crate::patterns::{Fact, Pattern, matching};
use crate::pieces::{Piece, pieces};
use crate::unit::{Context, Form, Unit};
use crate::words::Words;
use crate::{
    Force, Parts, Reading, Requirement, Scenario, Screen, Section, Skipped, Story, Traced, Why, entities,
    label, parts, screens,
};

pub struct Walk {
    pub words: Words,
    pub reading: Reading,
    headings: Vec<Heading>,
    /// Headings so far.
    count: usize,
    has_headings: bool,
    /// What a line of its own announced: `Acceptance criteria:`. It holds for what follows directly.
    announced: Option<Announced>,
    story: Option<OpenStory>,
    scenario: Option<OpenScenario>,
    /// The requirement of the item above, which deeper items go on with.
    item: Option<(u8, usize)>,
    /// The thing of the item above, whose fields deeper items are.
    entity_item: Option<(u8, usize)>,
    /// A heading with a label, which is a requirement where nothing below it is.
    labelled: Option<Labelled>,
    /// One-line stories, which are requirements where nothing below says more of them.
    wishes: Vec<Requirement>,
    seen: HashSet<(u32, String)>,
    actors: HashSet<String>,
    screens: HashSet<String>,
}

struct Heading {
    level: u8,
    text: String,
    topic: Option<Topic>,
}

struct Announced {
    topic: Topic,
    is_used: bool,
}

struct OpenStory {
    at: usize,
    scope: Scope,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Until a heading of this level or above.
    Heading(u8),
    /// The items below it.
    Item(u8),
}

struct OpenScenario {
    scenario: Scenario,
    texts: Vec<String>,
    tag: Tag,
    is_background: bool,
}

struct Labelled {
    level: u8,
    label: String,
    text: String,
    line: u32,
    before: usize,
}

impl Walk {
    pub fn new(file: &str, document: &Document) -> Self {
        let has_headings = document.blocks.iter().any(|b| matches!(b.kind, BlockKind::Heading { .. }));
        let words = Words::of(&sample(document));
        let reading = Reading {
            file: file.to_owned(),
            title: Traced { text: file.to_owned(), line: 0 },
            language: words.code(),
            summary: Vec::new(),
            goals: Vec::new(),
            requirements: Vec::new(),
            stories: Vec::new(),
            actors: Vec::new(),
            entities: Vec::new(),
            screens: Vec::new(),
            edge_cases: Vec::new(),
            questions: Vec::new(),
            exclusions: Vec::new(),
            skipped: document.skipped.clone(),
        };
        Self {
            words,
            reading,
            headings: Vec::new(),
            count: 0,
            has_headings,
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
        self.stories_without_criteria();
        entities::resolve(&self.words, &mut self.reading.entities);
        self.reading.skipped.sort_by_key(|skipped| skipped.line);
        self.reading.skipped.dedup();
        self.reading
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

    /// The topic of the place that the walk is at.
    pub fn topic(&self) -> Option<Topic> {
        let above = self.headings.iter().rev().find_map(|heading| heading.topic);
        match (&self.announced, above) {
            // What is put off stays so, whatever is announced in it.
            (_, Some(Topic::OutOfScope | Topic::Remarks)) | (None, _) => above,
            (Some(announced), _) => Some(announced.topic),
        }
    }

    pub fn heading_text(&self) -> String {
        self.headings.last().map(|heading| heading.text.clone()).unwrap_or_default()
    }

    pub fn skip(&mut self, line: u32, why: Why) {
        self.reading.skipped.push(Skipped { line, why });
    }

    fn heading(&mut self, level: u8, text: &str, line: u32) {
        self.end_scenario();
        self.end_labelled(level);
        self.announced = None;
        self.item = None;
        self.entity_item = None;
        self.count += 1;
        while self.headings.last().is_some_and(|heading| heading.level >= level) {
            self.headings.pop();
        }
        if self.story.as_ref().is_some_and(|story| match story.scope {
            Scope::Heading(own) => level <= own,
            Scope::Item(_) => true,
        }) {
            self.story = None;
        }
        let above = self.topic();
        let is_excluded = matches!(above, Some(Topic::OutOfScope | Topic::Remarks));
        let named = named(&self.words, text);
        let (number, bare) = label::bare_heading(text);
        // `1. Background` is a part of the document that the line above it is the title of.
        if self.count == 1 && (number.is_empty() || self.reading.title.line == 0) {
            let title = named.as_ref().filter(|n| matches!(n.label, Label::Feature | Label::Document));
            let title = title.map_or(text.trim(), |named| named.title);
            self.reading.title = Traced { text: title.to_owned(), line };
        }
        let mut topic = None;
        match named {
            _ if is_excluded => {
                if above == Some(Topic::OutOfScope) {
                    let title = named.map_or(bare, |named| named.title);
                    self.reading.exclusions.push(Traced { text: title.to_owned(), line });
                }
            }
            Some(Named { label: Label::Story, whole, title }) => {
                self.open_story(
                    Scope::Heading(level),
                    Story {
                        label: whole.to_owned(),
                        title: label::without_remark(title).to_owned(),
                        line,
                        ..empty_story()
                    },
                );
            }
            Some(Named { label: Label::Scenario, title, .. }) => self.open_scenario(title, line, false),
            Some(Named { label: Label::Background, title, .. }) => self.open_scenario(title, line, true),
            Some(Named { label: Label::Examples, .. }) => topic = Some(Topic::Remarks),
            Some(Named { label: Label::Feature | Label::Rule | Label::Document, .. }) => {}
            None => topic = self.plain_heading(level, text, line, above),
        }
        self.headings.push(Heading { level, text: bare.to_owned(), topic });
    }

    /// A heading without a word that names its kind; its topic.
    fn plain_heading(&mut self, level: u8, text: &str, line: u32, above: Option<Topic>) -> Option<Topic> {
        let (_, bare) = label::bare_heading(text);
        if let Some((label, rest)) =
            label::split(text, true).filter(|(l, _)| l.starts_with(|c: char| c.is_ascii_alphabetic()))
        {
            let before = self.reading.requirements.len();
            self.labelled =
                Some(Labelled { level, label: label.to_owned(), text: rest.to_owned(), line, before });
            return None;
        }
        let topic = self.words.heading(bare);
        // The first heading is the title: its words put nothing off.
        let topic = topic.filter(|t| self.count > 1 || !matches!(t, Topic::OutOfScope | Topic::Remarks));
        if topic.is_none() {
            match above {
                Some(Topic::Roles) => self.actor(bare, line),
                Some(Topic::Screens) => {
                    self.screen(Screen { name: bare.to_owned(), line, description: String::new() });
                }
                Some(Topic::Entities) => {
                    self.reading.entities.push(entities::described(&self.words, bare, "", line));
                }
                _ => {}
            }
        }
        topic
    }

    fn end_labelled(&mut self, level: u8) {
        let Some(known) = self.labelled.take_if(|known| level <= known.level) else { return };
        if known.before == self.reading.requirements.len() {
            let mut unit = self.unit(known.line, Form::Paragraph, &known.text);
            unit.label = known.label;
            self.requirement(&unit, "label.heading", Force::Must, None);
        }
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
            let Some(piece) = self.opened(piece) else { continue };
            let unit = self.labelled_unit(&piece, Form::Paragraph, self.context());
            // The line above a story is its title: `MKS-12 Book a machine`, `As a member …`.
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
                self.open_story(scope, Story { label, title, line, ..empty_story() });
                self.handle(&unit, None);
                continue;
            }
            self.running(&piece, &unit);
        }
        if !announces {
            self.use_up();
        }
    }

    /// Running text: whole where it is one thing, otherwise sentence by sentence.
    fn running(&mut self, piece: &Piece, unit: &Unit) {
        let is_thing = unit.is_in(&[Topic::Entities, Topic::Glossary]) && !unit.lead.is_empty();
        let is_scenario = parts::scenario(&unit.text, &unit.marks, unit.line).is_some();
        let is_step = unit.context.in_scenario && unit.step().is_some();
        if !unit.label.is_empty() || is_thing || is_scenario || is_step || unit.story().is_some() {
            self.handle(unit, None);
            return;
        }
        if self.scenario.as_ref().is_some_and(|open| !open.texts.is_empty()) {
            self.end_scenario();
        }
        let whole = Traced { text: unit.text.clone(), line: unit.line };
        let is_preface =
            self.has_headings && self.count == 1 && unit.context.topic.is_none() && self.story.is_none();
        let is_about = is_preface && piece.strong.is_empty();
        let is_taken_up = match unit.context.topic {
            Some(Topic::Overview) => {
                self.reading.summary.push(whole);
                true
            }
            // Why it is made says what it is, where nothing else does.
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
            if is_taken_up && matching(&part).is_empty() {
                continue;
            }
            self.handle(&part, None);
        }
    }

    /// Whether a line of its own announces what follows.
    fn announce(&mut self, piece: &Piece, is_single: bool) -> bool {
        let text = piece.text.trim();
        let is_closed = text.ends_with([':', '：']);
        let is_bold =
            !piece.strong.is_empty() && piece.strong.trim_end_matches(':') == text.trim_end_matches(':');
        let is_plain = is_single && !text.contains([':', '.', ',', '?', '。', '、']);
        if !(is_closed || is_bold || is_plain) || text.len() > 80 {
            return false;
        }
        let (_, bare) = label::bare_heading(text.trim_end_matches([':', '：']));
        let Some(topic) = self.words.topic(bare) else { return false };
        self.announced = Some(Announced { topic, is_used: false });
        true
    }

    fn use_up(&mut self) {
        if let Some(announced) = &mut self.announced {
            announced.is_used = true;
        }
    }

    /// A piece without the word that names its kind; nothing where that word was all of it.
    fn opened(&mut self, piece: &Piece) -> Option<Piece> {
        let Some(named) = named(&self.words, &piece.text)
            .filter(|n| !n.title.is_empty() || n.whole.len() < piece.text.len())
        else {
            return Some(piece.clone());
        };
        let is_put_off = matches!(self.topic(), Some(Topic::OutOfScope | Topic::Remarks));
        match named.label {
            _ if is_put_off => return Some(piece.clone()),
            Label::Scenario => self.open_scenario(named.title, piece.line(), false),
            Label::Background => self.open_scenario(named.title, piece.line(), true),
            Label::Examples => self.end_scenario(),
            Label::Story | Label::Feature | Label::Rule | Label::Document => return Some(piece.clone()),
        }
        None
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
                unit.label = self.counted(mark);
            }
            if self.goes_on(depth, &unit) {
                continue;
            }
            self.handle(&unit, Some(depth));
        }
        self.use_up();
    }

    /// The label of a counted item: within a numbered story the number of the story comes first, as such documents cite it.
    fn counted(&self, mark: &str) -> String {
        let number = self.story_at().and_then(|at| self.reading.stories.get(at)).and_then(|story| {
            story.label.split_whitespace().next_back().filter(|n| n.bytes().all(|b| b.is_ascii_digit()))
        });
        match number {
            Some(number) if !mark.is_empty() && !mark.contains('.') => format!("{number}.{mark}"),
            _ => mark.to_owned(),
        }
    }

    /// Whether an item goes on with the one that it is below.
    fn goes_on(&mut self, depth: u8, unit: &Unit) -> bool {
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

    /// A unit of a piece, its label taken off; what leads it can say that it is no demand (`Note: …`).
    fn labelled_unit(&self, piece: &Piece, form: Form, mut context: Context) -> Unit {
        let text = piece.text.as_str();
        let split = label::split(text, !piece.strong.is_empty());
        let (label, rest) = split.unwrap_or(("", text));
        let lead = if split.is_some() { None } else { piece.lead() };
        let said = lead.and_then(|(name, end)| Some((self.words.topic(name)?, text.get(end..)?)));
        let is_put_off = matches!(
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
        let rest = match said {
            Some((topic, body)) if !is_put_off && form == Form::Paragraph && !body.is_empty() => {
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

    /// Puts what a unit is into the reading. `depth` is that of an item.
    pub fn handle(&mut self, unit: &Unit, depth: Option<u8>) {
        let found = matching(unit);
        if found.is_empty() {
            self.skip(unit.line, Why::Prose);
        }
        let mut asks = false;
        for pattern in found {
            asks |= matches!(pattern.fact, Fact::Requirement(_));
            self.apply(pattern, unit, depth);
        }
        self.open_points(unit);
        if asks {
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

    pub fn screen(&mut self, screen: Screen) {
        if !screen.name.is_empty() && self.screens.insert(screen.name.to_lowercase()) {
            self.reading.screens.push(screen);
        }
    }

    pub fn requirement(&mut self, unit: &Unit, pattern: &'static str, otherwise: Force, depth: Option<u8>) {
        let scenario = parts::scenario(&unit.text, &unit.marks, unit.line).filter(|_| pattern == "scenario");
        let is_named = unit.label.contains(|c: char| c.is_ascii_alphabetic());
        let parts = scenario
            .as_ref()
            .map_or_else(|| parts::parts(&unit.text, &unit.marks, unit.modal.as_ref()), parts::of_scenario);
        // A label binds: only *should* and *may* in it say less.
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
            section: section(unit.context.topic),
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

    /// A story that nothing below it says more of is a requirement itself.
    fn stories_without_criteria(&mut self) {
        let with_criteria: HashSet<usize> =
            self.reading.requirements.iter().filter_map(|requirement| requirement.story).collect();
        let bare = std::mem::take(&mut self.wishes).into_iter();
        let bare = bare.filter(|wish| wish.story.is_none_or(|story| !with_criteria.contains(&story)));
        for wish in bare.collect::<Vec<_>>() {
            self.push(wish);
        }
        self.reading.requirements.sort_by_key(|requirement| requirement.line);
    }

    fn story_at(&self) -> Option<usize> {
        self.story.as_ref().map(|story| story.at)
    }

    fn open_story(&mut self, scope: Scope, story: Story) {
        self.story = Some(OpenStory { at: self.reading.stories.len(), scope });
        self.reading.stories.push(story);
    }

    /// `As a …, I want …, so that …`: of the story that a heading opened, or one of its own.
    fn own_story(&mut self, unit: &Unit, depth: Option<u8>) {
        let Some(story) = story_parts(unit) else { return };
        if let Some(actor) = &story.actor {
            let actor = actor.clone();
            self.actor(&actor.text, actor.line);
        }
        let is_waiting = depth.is_none()
            && self
                .story_at()
                .and_then(|at| self.reading.stories.get(at))
                .is_some_and(|story| story.want.is_none());
        if let Some(open) =
            self.story_at().filter(|_| is_waiting).and_then(|at| self.reading.stories.get_mut(at))
        {
            open.actor = story.actor;
            open.want = story.want;
            open.benefit = story.benefit;
            self.wish(unit);
            return;
        }
        let level = self.headings.last().map_or(1, |heading| heading.level);
        let heading = self
            .headings
            .last()
            .filter(|heading| depth.is_none() && heading.topic.is_none() && self.count > 1);
        // The first story below a heading that says nothing else has that heading as its title.
        let title = heading
            .map(|heading| heading.text.clone())
            .filter(|title| !self.reading.stories.iter().rev().take(1).any(|story| &story.title == title));
        let wish = story.want.as_ref().map(|want| want.text.clone()).unwrap_or_default();
        let scope = depth.map_or(Scope::Heading(level), Scope::Item);
        let story = Story { title: title.unwrap_or(wish), label: story_label(&self.words, unit), ..story };
        self.open_story(scope, story);
        self.wish(unit);
    }

    /// What the open story asks for as a whole.
    fn wish(&mut self, unit: &Unit) {
        let story = self.story_at().and_then(|at| self.reading.stories.get(at));
        let text = |part: Option<&Traced>| part.map(|part| part.text.clone());
        let parts = Parts {
            subject: text(story.and_then(|story| story.actor.as_ref())),
            response: text(story.and_then(|story| story.want.as_ref())),
            ..Parts::default()
        };
        self.wishes.push(Requirement {
            label: unit.label.clone(),
            text: unit.text.clone(),
            line: unit.line,
            force: Force::Should,
            section: Section::Stories,
            heading: self.heading_text(),
            story: self.story_at(),
            parts,
            is_prohibition: false,
            pattern: "story",
        });
    }

    fn open_scenario(&mut self, title: &str, line: u32, is_background: bool) {
        self.end_scenario();
        let scenario = Scenario { title: title.to_owned(), line, ..Scenario::default() };
        self.scenario = Some(OpenScenario { scenario, texts: Vec::new(), tag: Tag::Given, is_background });
    }

    fn step(&mut self, unit: &Unit) {
        let (Some(step), Some(open)) = (unit.step(), &mut self.scenario) else { return };
        if step.tag != Tag::And {
            open.tag = step.tag;
        }
        if open.texts.is_empty() {
            open.scenario.line = unit.line;
        }
        let rest = unit.text.get(step.end..).unwrap_or_default().trim_matches([' ', ',', ':']);
        parts::push(&mut open.scenario, open.tag, rest, unit.line);
        open.texts.push(unit.text.clone());
    }

    fn end_scenario(&mut self) {
        let Some(open) = self.scenario.take().filter(|open| !open.texts.is_empty() && !open.is_background)
        else {
            return;
        };
        let scenario = open.scenario;
        let found = Requirement {
            label: String::new(),
            text: open.texts.join(if self.words.is_spaceless() { "" } else { " " }),
            line: scenario.line,
            force: Force::Must,
            section: Section::Criteria,
            heading: scenario.title.clone(),
            story: self.story_at(),
            parts: parts::of_scenario(&scenario),
            is_prohibition: false,
            pattern: "scenario.steps",
        };
        if let Some(story) = self.story_at().and_then(|at| self.reading.stories.get_mut(at)) {
            story.scenarios.push(scenario);
        }
        self.push(found);
    }

    /// What a text itself leaves open: `[NEEDS CLARIFICATION: how long?]`, `TBD`.
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

    /// The last heading that names something: no topic of its own.
    pub fn named_heading(&self) -> Option<String> {
        self.headings.last().filter(|heading| heading.topic.is_none()).map(|heading| heading.text.clone())
    }

    pub fn columns(&self, head: &[String]) -> Vec<Option<Column>> {
        head.iter().map(|cell| self.words.column(cell)).collect()
    }
}

struct Named<'t> {
    label: Label,
    /// The word and its number.
    whole: &'t str,
    title: &'t str,
}

/// A text that begins with a word for its kind, and a number or a colon.
fn named<'t>(words: &Words, text: &'t str) -> Option<Named<'t>> {
    let text = text.trim();
    let (label, end) = words.label(text)?;
    let rest = text.get(end..)?;
    let after = rest.trim_start();
    let digits = after.find(|c: char| !(c.is_ascii_digit() || c == '.')).unwrap_or(after.len());
    let number = after.get(..digits)?.trim_end_matches('.');
    let tail = after.get(number.len()..)?.trim_start();
    let title = tail.trim_start_matches([':', '：', '-', '–', '—', '.', ')', ' ']);
    if number.is_empty() && !tail.starts_with([':', '：']) {
        return None;
    }
    let whole_end = text.len() - after.len() + number.len();
    let whole = if number.is_empty() { "" } else { text.get(..whole_end)? };
    Some(Named { label, whole, title })
}

fn story_label(words: &Words, unit: &Unit) -> String {
    if !unit.label.is_empty() {
        return unit.label.clone();
    }
    named(words, &unit.text).map(|named| named.whole.to_owned()).unwrap_or_default()
}

/// Actor, wish and benefit of a story.
fn story_parts(unit: &Unit) -> Option<Story> {
    let actor = unit.story()?;
    let want = unit.marks.iter().find(|m| m.tag == Tag::Want && m.start >= actor.end)?;
    let after = unit.marks.iter().filter(|m| {
        m.tag == Tag::Benefit
            && m.start >= actor.end.max(if actor.tag == Tag::AsA { want.end } else { actor.end })
    });
    let is_apart =
        |at: usize| unit.text.get(..at).is_some_and(|head| head.trim_end().ends_with([',', '。', '、']));
    let length = |m: &frieze_language::Mark| m.end - m.start;
    let benefit = after.max_by_key(|m| (is_apart(m.start), length(m), std::cmp::Reverse(m.start)));
    let clean = |from: usize, to: usize| {
        let text = unit.text.get(from..to)?.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, ',' | '.' | ':' | '、' | '。' | ';' | '*')
        });
        (!text.is_empty()).then(|| Traced { text: text.to_owned(), line: unit.line })
    };
    let end = benefit.map_or(unit.text.len(), |m| m.start);
    let (who, wish) = if actor.tag == Tag::AsA {
        (clean(actor.end, want.start), clean(want.end, end))
    } else {
        let head = unit.text.get(..actor.start)?;
        let from = head
            .rfind(['：', ':', '」', ' '])
            .and_then(|at| Some(at + head.get(at..)?.chars().next()?.len_utf8()));
        (clean(from.unwrap_or(0), actor.start), clean(actor.end, end))
    };
    let why = benefit.and_then(|m| clean(m.end, unit.text.len()));
    Some(Story { line: unit.line, actor: who, want: wish, benefit: why, ..empty_story() })
}

fn empty_story() -> Story {
    Story {
        label: String::new(),
        title: String::new(),
        line: 0,
        actor: None,
        want: None,
        benefit: None,
        scenarios: Vec::new(),
        narrative: Vec::new(),
    }
}

/// Name and description of a unit that a name leads.
fn lead_of(unit: &Unit) -> (&str, &str) {
    if unit.lead.is_empty() {
        return (unit.text.as_str(), "");
    }
    let after = unit.text.find(unit.lead.as_str()).and_then(|at| unit.text.get(at + unit.lead.len()..));
    (unit.lead.as_str(), after.unwrap_or_default().trim_start_matches([':', '：', '–', '—', '-', ' ', '.']))
}

/// A name that is set as code is no word of the sentence.
fn strip_code(piece: &Piece, offset: usize, unit: &mut Unit, words: &Words) {
    let before = unit.marks.len();
    unit.marks.retain(|mark| !piece.is_code(offset + mark.start, offset + mark.end));
    if unit.marks.len() != before {
        unit.modal = words.modal(&unit.text, &unit.marks);
    }
}

fn section(topic: Option<Topic>) -> Section {
    match topic {
        None => Section::Plain,
        Some(Topic::Overview) => Section::Overview,
        Some(Topic::Goals) => Section::Goals,
        Some(Topic::Stories) => Section::Stories,
        Some(Topic::Requirements) => Section::Requirements,
        Some(Topic::Criteria) => Section::Criteria,
        Some(Topic::Quality) => Section::Quality,
        Some(Topic::Constraints) => Section::Constraints,
        Some(Topic::Entities | Topic::Glossary) => Section::Entities,
        Some(Topic::Roles) => Section::Roles,
        Some(Topic::Screens) => Section::Screens,
        Some(Topic::EdgeCases) => Section::EdgeCases,
        Some(Topic::Questions) => Section::Questions,
        Some(Topic::OutOfScope) => Section::OutOfScope,
        Some(Topic::Remarks) => Section::Remarks,
    }
}

/// The beginning of a document, by which its language is story.
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
