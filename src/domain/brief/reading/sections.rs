//! Sections: what a heading opens, and what it makes of the text below it.

use super::super::label::{self, Rank};
use super::super::section::{self, Role};
use super::super::{Story, Traced, scenario, stories};
use super::{Reader, Section, spoken};

const LABEL_LEVEL: u8 = 8;

impl Reader<'_> {
    pub(super) fn open_heading(&mut self, index: usize, level: u8) {
        let Some(block) = self.blocks.get(index) else { return };
        self.close(level);
        // The history of a document and its table of contents have no parts.
        if self.heading_text().is_some_and(|title| section::is_history(title) || section::is_contents(title))
        {
            self.sections.pop();
        }
        let text = block.prose.text();
        let line = block.line;
        if scenario::name(text).is_some() {
            self.open(level, Role::Criteria, text, line, true);
            self.scenario_below(index + 1);
            return;
        }
        let role = self.told_by(index, text);
        let announced = role.is_some();
        if section::is_put_off(text) || self.section_role() == Role::Exclusions && role.is_none() {
            self.open(level, Role::Exclusions, text, line, true);
            if let Some(section) = self.sections.last_mut() {
                section.story = None;
            }
            self.brief.exclusions.push(Traced { text: text.to_owned(), line });
            return;
        }
        let opened = stories::opened(text)
            .filter(|o| role.is_none() || o.number.is_some() || !o.label.is_empty() || o.title != text);
        let inherited = self.section_role();
        let role = match (&opened, role) {
            (Some(_), _) if inherited == Role::Removed => Role::Removed,
            // `TC-4: …` among the tests is one of them, and no story.
            (Some(opened), _) if self.is_tested_by(opened) => Role::Verification,
            (Some(_), _) if inherited == Role::Quality => Role::Quality,
            // A ticket may be about nothing but qualities.
            (Some(_), Some(Role::Quality)) => Role::Quality,
            (Some(_), _) => Role::Requirements,
            (None, Some(_)) if inherited == Role::Form => inherited,
            (None, Some(role)) if self.stays_told(inherited, role) || self.goes_on(text, role) => inherited,
            (None, Some(role)) => role,
            (None, None) => inherited,
        };
        if role == Role::Removed && opened.is_some() {
            let named = opened.as_ref().map_or(text, |o| o.title.as_str()).to_owned();
            self.brief.exclusions.push(Traced { text: named, line });
        }
        if inherited == Role::Actors && opened.is_none() && section::role(text).is_none() {
            let named = section::strip_number(text).to_owned();
            self.brief.actors.push(Traced { text: named, line });
        }
        // What names the thing that is built says what it is about.
        let named = self.announced(text).is_some() && !announced;
        let generic = opened.is_none() && section::role(text).is_some() && !named;
        self.open(level, role, text, line, generic);
        if role == Role::Entities && section::role(text).is_none() {
            self.entity_heading(text, line);
        }
        if let Some(opened) = opened {
            self.open_story(opened, line);
        }
        if stories::as_a(section::strip_number(text)).is_some()
            && let Some(story) = self.sections.last().and_then(|s| s.story)
        {
            self.told.insert(story, Traced { text: text.to_owned(), line });
        }
        self.note_pending(text);
    }

    /// `Marketing and messages` among the features is one of them, `Description` below a requirement is the requirement.
    pub(super) fn goes_on(&self, title: &str, role: Role) -> bool {
        let among = self.section_role() == Role::Requirements && section::may_be_a_feature(title);
        let within = || self.sections.iter().any(|s| s.label.is_some() || s.story.is_some() && !s.generic);
        // `About` among the pages that are asked for is one of them.
        let page = self.section_role() == Role::Requirements && section::is_about(title);
        // `Device metrics` among them is what the product shows.
        let shown = self.section_role() == Role::Requirements && !section::is_phrase(title);
        role == Role::Business && among
            || role == Role::Success && shown
            || role == Role::Summary && (page || within())
            || role == Role::Rationale && self.is_a_page(title)
    }

    /// `About the business` below another section is a part of what that lists; at the top of a document it tells of people.
    fn is_a_page(&self, title: &str) -> bool {
        section::is_about(title) && self.sections.iter().any(|section| (2..8).contains(&section.level))
    }

    /// What a heading announces in this document.
    pub(super) fn announced(&self, title: &str) -> Option<Role> {
        match section::role(title) {
            Some(Role::Business) if !self.spoken && section::heads_the_rest(title) => None,
            None | Some(Role::Requirements) if self.spoken && section::heads_tasks(title) => {
                Some(Role::Business)
            }
            role => role,
        }
    }

    /// The heading of a test in a section of tests.
    fn is_tested_by(&self, opened: &stories::Opened) -> bool {
        let tests = self.section_role() == Role::Verification;
        // `TC` is a technical constraint elsewhere.
        let label = opened.label.as_str();
        let test =
            !opened.requirement || ["TC", "TEST", "QA", "AT"].iter().any(|name| label.starts_with(name));
        let told = self.sections.iter().any(|section| section.story.is_some());
        tests && test && !told && stories::as_a(&opened.title).is_none()
    }

    pub(super) fn open_story(&mut self, opened: stories::Opened, line: u32) {
        if self.section_role() == Role::Removed || self.section_role() == Role::Verification {
            return;
        }
        let told = stories::as_a(&opened.title);
        let story = Story {
            label: opened.label.clone(),
            title: opened.title,
            line,
            actor: told.as_ref().map(|t| t.actor.clone()),
            want: told.as_ref().and_then(|t| t.want.clone()),
            benefit: told.and_then(|t| t.benefit),
            narrative: Vec::new(),
        };
        self.note_label(&story.label, &story.title);
        self.brief.stories.push(story);
        let at = self.brief.stories.len() - 1;
        if let Some(section) = self.sections.last_mut() {
            section.story = Some(at);
            section.number = opened.number;
            if opened.requirement {
                let rank = label::read(&opened.label).map_or(Rank::Requirement, |l| l.rank);
                section.label = Some((opened.label, rank));
            }
        }
    }

    pub(super) fn open(&mut self, level: u8, role: Role, title: &str, line: u32, generic: bool) {
        let above = self.sections.last();
        let (number, story) = (above.and_then(|s| s.number.clone()), above.and_then(|s| s.story));
        let title = Traced { text: title.to_owned(), line };
        self.sections.push(Section {
            level,
            role,
            title,
            number,
            story,
            generic,
            label: None,
            pending: false,
        });
    }

    /// Leaves the sections at a level and below it.
    pub(super) fn close(&mut self, level: u8) {
        while self.sections.last().is_some_and(|section| section.level >= level) {
            if let Some(section) = self.sections.pop()
                && section.pending
            {
                self.state_heading(&section);
            }
        }
    }

    /// A sub-heading in running text: bold words or words before a colon, alone in their paragraph.
    pub(super) fn open_label(&mut self, title: &str, line: u32) {
        self.close(LABEL_LEVEL);
        self.open_as(self.announced(title), title, line);
    }

    /// The same for the words that lead a block.
    pub(super) fn open_lead(&mut self, index: usize, title: &str, line: u32) {
        self.close(LABEL_LEVEL);
        self.open_as(self.told_by(index, title), title, line);
    }

    fn open_as(&mut self, role: Option<Role>, title: &str, line: u32) {
        let inherited = self.section_role();
        let goes_on = role.is_some_and(|role| self.stays_told(inherited, role) || self.goes_on(title, role));
        let role_here = role.filter(|_| !goes_on).unwrap_or(inherited);
        let role_here = if role_here == Role::Goals && spoken::tells_of_want(title) {
            Role::Rationale
        } else {
            role_here
        };
        self.open(LABEL_LEVEL, role_here, title, line, role.is_some());
    }
}

/// Features of a price list are no features to build, nor are those out of scope.
pub(super) fn stays(inherited: Role, role: Role) -> bool {
    let asking = matches!(
        role,
        Role::Requirements
            | Role::Changes
            | Role::Goals
            | Role::Rationale
            | Role::Success
            | Role::Summary
            | Role::Stories
    );
    asking && matches!(inherited, Role::Business | Role::Exclusions)
        // What is chosen and why, and what a test expects, is told of the making.
        || inherited == Role::Technical && matches!(role, Role::Changes | Role::Goals | Role::Summary | Role::Success)
        || inherited == Role::Verification
            && matches!(role, Role::Requirements | Role::Changes | Role::Success | Role::Assumptions)
}
