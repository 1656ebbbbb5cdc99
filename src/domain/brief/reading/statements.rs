//! Statements out of items, paragraphs and headings.

use super::super::label::{self, Rank};
use super::super::modal::{self, Strength};
use super::super::scenario;
use super::super::section::{self, Role};
use super::super::sentence;
use super::super::{Force, Shape, Statement, Traced, clauses, headings, kind};
use super::bare::{is_a_field, is_told, says_there_is_more, with_open_name};
use super::continued::announces_demands;
use super::spoken::{is_criterion, is_declined, says_of_something, tells_a_deed};
use super::{Reader, Section};
use crate::domain::brief::block::{Block, Form};
use crate::domain::brief::prose::Prose;

/// A statement to be, before its story and clauses are known.
pub(in super::super) struct Draft {
    pub(in super::super) label: String,
    pub(in super::super) text: String,
    pub(in super::super) line: u32,
    pub(in super::super) rank: Option<Rank>,
    pub(in super::super) role: Role,
    pub(in super::super) force: Force,
}

impl Draft {
    /// A demand whose label, if it has one, says nothing of its kind.
    pub(in super::super) fn demand(label: String, text: String, line: u32, role: Role) -> Self {
        Self { label, text, line, rank: None, role, force: Force::Normative }
    }
}

impl Reader<'_> {
    pub(in super::super) fn state(&mut self, draft: Draft) {
        let Draft { label, text, line, rank, role, force } = draft;
        // Neither a line to sign on nor an address is a statement.
        let address = text.starts_with("http") && text.contains("://") && !text.trim().contains(' ');
        if !text.chars().any(char::is_alphanumeric) || text.contains("____") || address {
            return;
        }
        if says_there_is_more(&text) {
            return;
        }
        let text = sentence::uncited(&text);
        let text = if label.is_empty() { text } else { with_open_name(text) };
        let kind = kind::of(&text, role, rank);
        let clauses = clauses::of(&text);
        let story = self.story().or_else(|| self.story_of_list(line));
        if force == Force::Normative {
            for section in &mut self.sections {
                section.pending = false;
            }
        }
        self.note_label(&label, &text);
        self.brief.statements.push(Statement { label, text, line, kind, force, clauses, story });
    }

    /// Keeps a label with what stands behind it where it is first read.
    pub(super) fn note_label(&mut self, label: &str, text: &str) {
        if !label.is_empty() && !self.labels.contains_key(label) {
            self.labels.insert(label.to_owned(), text.to_owned());
        }
    }

    /// What a label that was read before stands for.
    pub(in super::super) fn labelled_text(&self, label: &str) -> Option<&str> {
        self.labels.get(label).map(String::as_str)
    }

    /// Whether parts of a label were read before: `FR-3.1` of `FR-3`.
    pub(in super::super) fn has_parts(&self, label: &str) -> bool {
        let dotted = format!("{label}.");
        self.labels.range(dotted.clone()..).next().is_some_and(|(key, _)| key.starts_with(&dotted))
    }

    /// An item is one statement, with the plain items that its colon announces.
    pub(in super::super) fn state_item(&mut self, index: usize, role: Role) {
        let Some(block) = self.blocks.get(index) else { return };
        let text = block.prose.text();
        if let Some(why) = self.aside(text, role) {
            self.set_aside(text, block.line, why);
            return;
        }
        let labelled = label::read(text);
        let rank = labelled.as_ref().map(|l| l.rank);
        let announced = label::lead(&block.prose)
            .filter(|l| labelled.is_none() && section::role(&l.name) == Some(Role::Criteria));
        let announced_criterion = announced.is_some();
        let from = labelled.as_ref().map(|l| l.rest).or(announced.map(|l| l.rest)).unwrap_or(0);
        let demanded = matches!(rank, Some(Rank::Requirement | Rank::Quality | Rank::Constraint))
            && !section::demands_nothing(role);
        let asked = matches!(role, Role::Requirements | Role::Quality | Role::Constraints);
        let foreign = self.brief.language != "en";
        // In a language of its own, and under a number of its own, an item demands by its place.
        let numbered = block.number.as_ref().is_some_and(|n| n.contains('.')) && is_criterion(text);
        // What a list says under a story is what the story is accepted by.
        let above = self.sections.last().and_then(|section| section.story);
        let accepted = above.is_some_and(|story| self.told.contains_key(&story) || self.is_required(story))
            && matches!(role, Role::Requirements | Role::Stories | Role::Neutral)
            && is_criterion(text);
        let criterion =
            role == Role::Criteria || announced_criterion || accepted || asked && (foreign || numbered);
        let criterion = criterion || role == Role::Success && self.accepts(block);
        let criterion = criterion || self.demanded.contains(&index);
        // What a list of qualities or limits says, the product is measured by.
        let open = text.to_lowercase().ends_with("tbd");
        let measured = matches!(role, Role::Quality | Role::Constraints) && block.parent.is_none() && !open;
        // Beside items that bind, what others of the list say holds as well.
        let beside = asked && block.parent.is_none() && self.binds_around(index, block.group) && !open;
        // `Interface requirements` over a list: each sentence in it is one.
        let named =
            role == Role::Requirements && block.parent.is_none() && !open && self.is_under_requirements();
        let offered = (measured || beside || named || asked && modal::strength(text) == Strength::Wish)
            && is_criterion(text);
        let scenario = block.prose.slice(from..text.len());
        let force = if demanded || criterion || offered || scenario::is_demanding(scenario.text()) {
            Some(Force::Normative)
        } else {
            self.force_of(text, role)
        };
        let force = force.or_else(|| section::asks(role).then_some(Force::Descriptive));
        let Some(force) = force else { return };
        if force == Force::Descriptive
            && (text.ends_with(['?', '？']) || text.to_lowercase().ends_with("tbd"))
        {
            self.brief.open_questions.push(Traced { text: text.to_owned(), line: block.line });
            return;
        }
        let body = block.prose.slice(from..text.len());
        let label = match &labelled {
            Some(labelled) => labelled.text.clone(),
            None => self.criterion_label(block, criterion),
        };
        // `- Core parts:` names the list inside it.
        let names = force == Force::Descriptive
            && text.ends_with([':', '：'])
            && text.split_whitespace().count() <= 12;
        let over_table =
            self.blocks.get(block.until.max(index + 1)).is_some_and(|b| matches!(b.form, Form::Row { .. }));
        if names && over_table {
            return;
        }
        let heads = force == Force::Descriptive && !tells_a_deed(text);
        let heads = (criterion || names || heads) && !self.lists_names(index, text);
        if labelled.is_none() && heads && self.announces(index) {
            self.head_list(index, role);
            return;
        }
        if label.is_empty() && self.demands_below(index, body.text(), role) {
            return;
        }
        let binding = force == Force::Normative;
        let text = if binding { self.with_children(index, body.text()) } else { body.text().to_owned() };
        let text = if binding { self.with_rest(index, text) } else { text };
        let line = body.line();
        let stem =
            (binding && block.number.is_some() && text.ends_with([':', '：']) && block.until == index + 1)
                .then(|| text.clone());
        self.state(Draft { label, text, line, rank, role, force });
        if let Some(stem) = stem {
            self.state_cases(index, &stem, role);
        }
    }

    /// A story whose heading is the label of a requirement.
    fn is_required(&self, story: usize) -> bool {
        let labelled = self.brief.stories.get(story).and_then(|story| label::read(&story.label));
        labelled.is_some_and(|l| matches!(l.rank, Rank::Requirement | Rank::Quality | Rank::Constraint))
    }

    /// `2.4`: criterion 4 of requirement 2.
    fn criterion_label(&self, block: &Block, criterion: bool) -> String {
        let dotted = |number: &String| number.contains('.');
        let Some(number) = block.number.as_ref().filter(|number| criterion || dotted(number)) else {
            return String::new();
        };
        if number.contains('.') {
            return number.clone();
        }
        let above = self.sections.iter().rev().find_map(|section| section.number.as_ref());
        above.map_or_else(|| number.clone(), |above| format!("{above}.{number}"))
    }

    /// A short item in a list of criteria whose children are the criteria: `- Log in`.
    fn announces(&self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index) else { return false };
        let text = block.prose.text();
        let has_children =
            self.blocks.get(index + 1).is_some_and(|b| b.parent == Some(index) && b.form == Form::Item);
        // `IF the item is a weapon, THEN`: a case, and its answers inside.
        let case = ["if ", "when ", "while ", "where "]
            .iter()
            .any(|word| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
        has_children
            && !case
            && !modal::is_binding(text)
            && !is_told(text)
            && text.split_whitespace().count() <= 12
            && (text.ends_with([':', '：'])
                || text.split_whitespace().count() <= 6 && !says_of_something(text))
    }

    pub(in super::super) fn take(&mut self, index: usize) {
        if let Some(taken) = self.taken.get_mut(index) {
            *taken = true;
        }
    }

    /// A paragraph is as many statements as it has sentences that ask; a labelled one is a single statement.
    pub(in super::super) fn state_paragraph(&mut self, index: usize, prose: &Prose, role: Role) {
        let text = prose.text();
        let labelled = label::read(text)
            .filter(|l| matches!(l.rank, Rank::Requirement | Rank::Quality | Rank::Constraint));
        if let Some(labelled) = labelled.filter(|_| !section::demands_nothing(role)) {
            let body = prose.slice(labelled.rest..text.len());
            let line = body.line();
            if let Some(why) = self.aside(text, role) {
                self.set_aside(text, line, why);
                return;
            }
            let text = self.with_following(index, body.text());
            let rank = Some(labelled.rank);
            self.state(Draft { label: labelled.text, text, line, rank, role, force: Force::Normative });
            return;
        }
        let body = !is_a_field(text);
        let heading = self.sections.last_mut().filter(|_| body).and_then(|section| section.label.take());
        if let Some((label, rank)) = heading {
            let text = self.with_following(index, text);
            self.state(Draft {
                label,
                text,
                line: prose.line(),
                rank: Some(rank),
                role,
                force: Force::Normative,
            });
            return;
        }
        let ranges = sentence::sentences(text);
        let last = ranges.len().saturating_sub(1);
        for (at, range) in ranges.into_iter().enumerate() {
            let whole = sentence::without_citation(text.get(range.clone()).unwrap_or_default());
            if self.spoken && is_declined(whole) {
                let left = Traced { text: whole.to_owned(), line: prose.line_at(range.start) };
                self.brief.exclusions.push(left);
                continue;
            }
            let force = if role == Role::Criteria && is_criterion(whole) {
                Some(Force::Normative)
            } else {
                // The prose of a story tells of needs that the product ends.
                let narrated = self.explicit_stories && self.brief.shape == Shape::SpecKit;
                let narrated = narrated && modal::strength(whole) == Strength::Need;
                self.force_of(whole, if narrated { Role::Stories } else { role })
            };
            let listed = at == last && self.is_ended_by_names(index, whole, role);
            let force = force.or_else(|| listed.then_some(Force::Descriptive));
            let Some(force) = force else { continue };
            // `What we want is a program where`: its list says it.
            let below = self.blocks.get(index + 1).is_some_and(|b| b.form == Form::Item);
            let announced = whole.ends_with(':') && announces_demands(whole);
            if at == last && below && (force == Force::Descriptive && headings::leads_on(whole) || announced)
            {
                continue;
            }
            let line = prose.line_at(range.start);
            if let Some(why) = self.aside(whole, role) {
                self.set_aside(whole, line, why);
                continue;
            }
            if at == last && self.demands_below(index, whole, role) {
                continue;
            }
            let whole = whole.to_owned();
            let whole = if at == last && (force == Force::Normative || listed) {
                let whole = self.with_following(index, &whole);
                self.with_rest(index, whole)
            } else {
                whole
            };
            let stem = (at == last && force == Force::Normative && whole.ends_with([':', '：']))
                .then(|| whole.clone());
            self.state(Draft { label: String::new(), text: whole, line, rank: None, role, force });
            if let Some(stem) = stem {
                self.state_cases(index, &stem, role);
            }
        }
    }

    /// A heading that is a demand in itself counts when nothing under it is one.
    pub(super) fn note_pending(&mut self, text: &str) {
        let words = text.split_whitespace().count();
        let binding = modal::is_binding(text) && words >= 4 && !section::is_phrase(text);
        if let Some(section) = self.sections.last_mut() {
            section.pending = section.role != Role::Removed && (binding || section.label.is_some());
        }
    }

    pub(super) fn state_heading(&mut self, section: &Section) {
        let text = section.title.text.clone();
        let (label, rank, from) = match label::read(&text) {
            Some(label) => (label.text, Some(label.rank), label.rest),
            None => (String::new(), None, 0),
        };
        let text = text.get(from..).unwrap_or_default().trim().to_owned();
        let (line, role) = (section.title.line, section.role);
        let restored = section.story;
        self.state(Draft { label, text, line, rank, role, force: Force::Normative });
        if let Some(statement) = self.brief.statements.last_mut() {
            statement.story = restored.or(statement.story);
        }
    }
}
