//! Items and paragraphs by the section they stand in.

use super::super::block::{Block, Form};
use super::super::label::{self, Lead, Rank};
use super::super::modal;
use super::super::prose::Prose;
use super::super::section::{self, Role};
use super::super::{Force, Traced, Why, actors, sentence};
use super::asides::is_provenance;
use super::bare::says_where_it_runs;
use super::spoken::{is_criterion, without_courtesies};
use super::telltale::{states_an_aim, tells_the_purpose};
use super::{Draft, Reader, notices};

impl Reader<'_> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "a role or form not named here is running text")]
    pub(super) fn passage(&mut self, index: usize) {
        let Some(block) = self.blocks.get(index) else { return };
        self.leave_list(index);
        let mut role = self.meant(index, self.role_of(index));
        let lead = label::lead(&block.prose);
        self.inherit_role(index, role, lead.as_ref());
        if role == Role::Removed {
            self.migrate(block, lead.as_ref());
        }
        if block.prose.is_empty() || matches!(role, Role::Removed | Role::Form) {
            return;
        }
        self.note_doubt(block, role);
        if let Some(why) = self.passed_over(block, lead.as_ref()) {
            self.leave_out(block.line, why);
            return;
        }
        if self.sets_apart(block, lead.as_ref()) || self.interviewed(index, role, lead.as_ref()) {
            return;
        }
        if notices::is_of_fields(block.prose.text()) {
            self.leave_out(block.line, Why::Remark);
            return;
        }
        if self.gives_examples(index) || self.quotes(index) {
            self.leave_out(block.line, Why::Remark);
            return;
        }
        if self.is_among_comments(role) {
            self.comment(block, lead.as_ref());
            return;
        }
        // Of several sentences only the last is put off by what it ends with.
        let told = block.prose.text();
        let says = |range: &std::ops::Range<usize>| {
            told.get(range.clone()).is_some_and(|one| one.split_whitespace().count() > 3)
        };
        let alone = || sentence::sentences(told).iter().filter(|range| says(range)).count() <= 1;
        if (block.form == Form::Item || (self.spoken || self.mild) && alone())
            && (section::is_put_off(block.prose.text()) || notices::is_not_built(block.prose.text()))
        {
            self.brief.exclusions.push(Traced { text: block.prose.text().to_owned(), line: block.line });
            if let Some(slot) = self.roles.get_mut(index) {
                *slot = Some(Role::Exclusions);
            }
            return;
        }
        if !matches!(role, Role::Entities | Role::Glossary | Role::Exclusions)
            && (self.user_story(index, lead.as_ref()) || self.scenario(index))
        {
            return;
        }
        let defining = matches!(role, Role::Entities | Role::Glossary) && block.form == Form::Item;
        if let Some(lead) = lead.as_ref().filter(|_| !defining)
            && self.labelled(index, lead, &mut role)
        {
            return;
        }
        let demanded = label::read(block.prose.text())
            .is_some_and(|l| matches!(l.rank, Rank::Requirement | Rank::Quality | Rank::Constraint));
        // `3.2.1 …` says what must be kept, whatever its section is called.
        let numbered = block.number.as_ref().is_some_and(|number| number.contains('.'))
            && modal::strength(block.prose.text()) >= modal::Strength::Need;
        if (demanded || numbered)
            && matches!(role, Role::Glossary | Role::Entities | Role::EdgeCases | Role::Metadata)
        {
            role = Role::Requirements;
        }
        // A section called `Tags` may be about tags.
        if role == Role::Metadata && modal::is_binding(block.prose.text()) {
            role = Role::Requirements;
        }
        match role {
            Role::Glossary => self.term(block, lead.as_ref()),
            Role::Entities => self.entity(index, lead.as_ref()),
            Role::EdgeCases => self.edge_case(index),
            Role::Clarifications | Role::Questions => self.question(block, lead.as_ref()),
            Role::Metadata => {}
            _ => {
                self.keep(index, role, lead.as_ref());
                self.ask(index, role, lead.as_ref());
            }
        }
    }

    /// What goes leaves something to be done: `Migration: open slips must be entered by the desk`.
    fn migrate(&mut self, block: &Block, lead: Option<&Lead>) {
        let moved = lead.filter(|l| l.name.eq_ignore_ascii_case("migration"));
        let Some(lead) = moved else { return };
        let body = block.prose.slice(lead.rest..block.prose.len());
        for range in sentence::sentences(body.text()) {
            let told = body.text().get(range.clone()).unwrap_or_default();
            if !modal::is_binding(told) {
                continue;
            }
            let (text, line) = (told.to_owned(), body.line_at(range.start));
            let (role, force) = (Role::Requirements, Force::Normative);
            self.state(Draft { label: String::new(), text, line, rank: None, role, force });
        }
    }

    /// What stands inside an item has the role that the item's lead announces.
    fn inherit_role(&mut self, index: usize, role: Role, lead: Option<&Lead>) {
        let Some(block) = self.blocks.get(index).filter(|b| b.form == Form::Item) else { return };
        let announced = lead.filter(|l| l.rest >= block.prose.len()).and_then(|l| section::role(&l.name));
        // `Out of scope` over a list inside it.
        let over = self.blocks.get(index + 1).is_some_and(|b| b.parent == Some(index));
        let text = block.prose.text();
        let short = over && lead.is_none() && text.split_whitespace().take(5).count() < 5;
        let left = |role: &Role| matches!(role, Role::Exclusions | Role::Questions | Role::Assumptions);
        let announced = announced.or_else(|| short.then(|| section::role(text)).flatten().filter(left));
        // The features of a price list.
        let announced = announced.filter(|announced| !super::sections::stays(role, *announced));
        let from_parent = block.parent.is_some().then_some(role);
        if let Some(slot) = self.roles.get_mut(index) {
            *slot = announced.or(from_parent);
        }
    }

    /// Leads that are headings, fields or remarks. True when nothing is left to read.
    fn labelled(&mut self, index: usize, lead: &Lead, role: &mut Role) -> bool {
        let Some(block) = self.blocks.get(index) else { return true };
        let text = block.prose.text();
        let alone = lead.rest >= text.len();
        // `Plan comparison: two plans side by side` is no comparison of what may be bought.
        let business = |role: &Role| *role != Role::Business || section::is_phrase(&lead.name);
        let announced = section::role(&lead.name).filter(business);
        // `批量任务应支持以下状态：` is no name of what follows.
        let demands = self.brief.language != "en" && modal::strength(&lead.name) >= modal::Strength::Need
            || super::below::is_open(&lead.name)
            || self.is_ended_by_names(index, text, *role);
        let binds = demands || modal::is_binding(&lead.name);
        if block.form == Form::Paragraph && alone && block.parent.is_none() && !binds {
            self.open_lead(index, &lead.name, block.line);
            return true;
        }
        if alone && block.form == Form::Item && announced.is_some() && label::read(text).is_none() {
            return true;
        }
        // The fields of a document's head, and of a story's.
        match announced {
            Some(Role::Metadata | Role::Business) if lead.bold || block.form == Form::Paragraph => {
                self.decisions(&block.prose);
                true
            }
            // `Abbreviations: CR = condition report, …`
            Some(Role::Glossary)
                if block.form == Form::Paragraph && (text.contains(" = ") || !modal::is_binding(text)) =>
            {
                true
            }
            Some(Role::Summary) if block.form == Form::Paragraph => {
                let body = block.prose.slice(lead.rest..text.len());
                let shown = body
                    .text()
                    .trim_start_matches("User description:")
                    .trim()
                    .trim_matches(['"', '“', '”'])
                    .to_owned();
                self.brief.summary.push(Traced { text: shown, line: body.line() });
                let role = if self.is_ticket() { self.section_role() } else { Role::Summary };
                self.state_paragraph(index, &body, role);
                true
            }
            Some(found @ (Role::Rationale | Role::Verification | Role::Goals))
                if lead.bold || block.form == Form::Paragraph =>
            {
                *role = found;
                false
            }
            Some(
                found @ (Role::Assumptions
                | Role::Exclusions
                | Role::Questions
                | Role::Constraints
                | Role::Actors
                | Role::Criteria),
            ) if (block.form == Form::Paragraph || lead.bold)
                && !(found == Role::Criteria && matches!(role, Role::Clarifications | Role::Questions)) =>
            {
                *role = found;
                false
            }
            _ => false,
        }
    }

    /// Notes what a passage tells beyond what it asks.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a role or form not named here is running text")]
    fn keep(&mut self, index: usize, role: Role, lead: Option<&Lead>) {
        let Some(block) = self.blocks.get(index) else { return };
        let text = block.prose.text();
        let announced = lead.and_then(|l| section::role(&l.name)) == Some(role);
        let from = lead.filter(|_| announced).map_or(0, |l| l.rest);
        let body = block.prose.slice(from..text.len());
        let text = if self.spoken { without_courtesies(body.text()) } else { sentence::uncited(body.text()) };
        let whole = Traced { text, line: body.line() };
        if block.form == Form::Paragraph
            && !matches!(role, Role::Business | Role::Verification | Role::Exclusions)
            && (role != Role::Rationale || self.brief.language == "en")
        {
            self.said.push(whole.clone());
        }
        match role {
            Role::Summary => {
                // `Purpose`: what it is for, beside what it is.
                let purposed =
                    self.heading_text().is_some_and(|title| section::own_words(title).starts_with("purpose"));
                if purposed {
                    let told = traced_sentences(block.form, &body);
                    self.brief.goals.extend(told.into_iter().filter(|t| tells_the_purpose(&t.text)));
                }
                self.brief.summary.push(whole);
            }
            Role::Goals => {
                // Under `Why` stands what is wrong; it is a goal where it says what shall become of it.
                let why = self.heading_text().is_some_and(|title| {
                    section::strip_number(title).get(..3).is_some_and(|word| word.eq_ignore_ascii_case("why"))
                });
                let told = traced_sentences(block.form, &body);
                self.brief.goals.extend(told.into_iter().filter(|t| !why || states_an_aim(&t.text)));
            }
            Role::Success => {
                let labelled = label::read(whole.text.as_str()).map_or(0, |l| l.rest);
                let text = whole.text.get(labelled..).unwrap_or_default().to_owned();
                self.brief.goals.push(Traced { text, line: whole.line });
            }
            Role::Assumptions => self.brief.assumptions.push(whole),
            Role::Exclusions => self.brief.exclusions.extend(traced_sentences(block.form, &body)),
            Role::Actors if !(block.form == Form::Item && self.serves_somebody(block, lead)) => {
                self.actor_passage(block, lead);
            }
            Role::Neutral
                if block.form == Form::Paragraph
                    && self.sections.len() <= 1
                    && self.brief.summary.len() < 4
                    && !whole.text.is_empty()
                    && !self.only_greets(&whole.text)
                    && !is_provenance(&whole.text) =>
            {
                self.brief.summary.push(whole);
            }
            Role::Stories | Role::Requirements | Role::Neutral
                if block.form == Form::Paragraph && modal::strength(&whole.text) != modal::Strength::Loud =>
            {
                self.narrate(whole);
            }
            _ => {}
        }
    }

    /// The title once more, or a form of address: nothing that a summary says.
    fn only_greets(&self, text: &str) -> bool {
        let words = text.split_whitespace().count();
        let title = self.brief.title.text.as_str();
        let titled = text.contains(title) && words <= title.split_whitespace().count() + 4;
        titled || words <= 4 && text.ends_with(',')
    }

    /// The prose of a story.
    fn narrate(&mut self, told: Traced) {
        let story = self.sections.last().filter(|s| s.level < 8).and_then(|s| s.story);
        if let Some(story) = story.and_then(|at| self.brief.stories.get_mut(at)) {
            story.narrative.push(told);
        }
    }

    /// A user or persona that a section on users lists.
    fn actor_passage(&mut self, block: &Block, lead: Option<&Lead>) {
        if block.form == Form::Paragraph {
            let told = actors::subjects(block.prose.text());
            let named = told.into_iter().map(|(at, text)| Traced { text, line: block.prose.line_at(at) });
            self.brief.actors.extend(named);
            return;
        }
        if block.form != Form::Item || block.parent.is_some() {
            return;
        }
        let named = lead.map(|l| l.name.clone()).or_else(|| block.prose.bold_start().map(str::to_owned));
        let named = named.or_else(|| {
            // `Office managers ordering lunch`, `Our crew leads, who …`: who they are, before what they do.
            let text = block.prose.text();
            let end = [" who ", " that ", ",", " (", "（", "：", " – ", " - ", "."]
                .iter()
                .filter_map(|mark| text.find(mark))
                .min();
            let words: Vec<&str> = text.get(..end.unwrap_or(text.len()))?.split_whitespace().collect();
            let doing = words.iter().skip(1).position(|word| word.ends_with("ing")).map(|at| at + 1);
            let named = words.get(..doing.unwrap_or(words.len()))?;
            (1..=4).contains(&named.len()).then(|| named.join(" "))
        });
        if let Some(text) = named {
            self.brief.actors.push(Traced { text, line: block.line });
        }
    }

    /// What a passage asks for.
    #[expect(clippy::wildcard_enum_match_arm, reason = "a role or form not named here is running text")]
    fn ask(&mut self, index: usize, role: Role, lead: Option<&Lead>) {
        let Some(block) = self.blocks.get(index) else { return };
        match block.form {
            Form::Item => {
                if matches!(
                    role,
                    Role::Goals
                        | Role::Rationale
                        | Role::Assumptions
                        | Role::Exclusions
                        | Role::Business
                        | Role::Technical
                        | Role::Impact
                        | Role::Verification
                        | Role::Summary
                        | Role::Actors
                ) && label::read(block.prose.text()).is_none()
                {
                    // A risk that asks is an open question.
                    if role == Role::Business && block.prose.text().ends_with(['?', '？']) {
                        let last = sentence::sentences(block.prose.text()).pop().unwrap_or_default();
                        let text = block.prose.text().get(last.clone()).unwrap_or_default().to_owned();
                        let line = block.prose.line_at(last.start);
                        self.brief.open_questions.push(Traced { text, line });
                    }
                    // Told, not asked for, unless it binds.
                    if modal::is_binding(block.prose.text()) {
                        self.state_item(index, role);
                    } else if role == Role::Actors
                        && (self.serves_somebody(block, lead) || self.permits(block, lead))
                    {
                        self.state_item(index, Role::Requirements);
                    } else if lead.is_some_and(|l| says_where_it_runs(&l.name, role)) {
                        self.state_item(index, Role::Constraints);
                    }
                    return;
                }
                self.state_item(index, role);
            }
            _ => {
                // `Constraint: …`: the lead says what kind of sentence follows.
                let announced = lead.filter(|l| {
                    section::role(&l.name) == Some(role) && label::read(block.prose.text()).is_none()
                });
                let from = announced.map_or(0, |l| l.rest);
                let body = block.prose.slice(from..block.prose.len());
                // `Stays as it is: fines are paid at the desk`: the lead binds what follows.
                if role == Role::Constraints && announced.is_some() && is_criterion(body.text()) {
                    let (text, line) = (body.text().to_owned(), body.line());
                    self.state(Draft {
                        label: String::new(),
                        text,
                        line,
                        rank: None,
                        role,
                        force: Force::Normative,
                    });
                    return;
                }
                self.state_paragraph(index, &body, role);
            }
        }
    }
}

/// An item is one goal; a paragraph is as many as it has sentences.
fn traced_sentences(form: Form, body: &Prose) -> Vec<Traced> {
    if form == Form::Item {
        return vec![Traced { text: sentence::without_citation(body.text()).to_owned(), line: body.line() }];
    }
    let text = body.text();
    sentence::sentences(text)
        .into_iter()
        .filter_map(|range| {
            let line = body.line_at(range.start);
            Some(Traced { text: sentence::without_citation(text.get(range)?).to_owned(), line })
        })
        .collect()
}
