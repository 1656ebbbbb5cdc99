//! The walk over the blocks of a document: it knows the section it is in and hands each block to the part
//! of the reader that understands it.

use std::collections::{BTreeMap, BTreeSet};

use super::block::{Block, Form};
use super::label::Rank;
use super::layout::Manner;
use super::section::Role;
use super::{Brief, Shape, Traced};
use super::{actors, contradictions, entities, language, shape, stories, title};

mod asides;
mod asked;
mod bare;
mod behaviour;
mod below;
mod binding;
mod comments;
mod contents;
mod continued;
mod doubts;
mod edge_cases;
mod entitled;
mod given;
mod granted;
mod headed;
mod notices;
mod passages;
mod present;
mod proposals;
mod scenarios;
mod sections;
mod spoken;
mod statements;
mod telling;
mod telltale;
mod unsettled;

pub(super) use statements::Draft;

/// More remarks than this on what was not understood help nobody.
const MOST_REMARKS: usize = 40;

pub(super) struct Section {
    level: u8,
    pub(super) role: Role,
    title: Traced,
    /// The number that criteria are counted under.
    number: Option<String>,
    story: Option<usize>,
    /// A heading that says what kind of thing follows, and not what it is about.
    generic: bool,
    /// The label of a requirement in its heading.
    label: Option<(String, Rank)>,
    /// A heading that is itself a demand, if nothing under it is.
    pending: bool,
}

pub(super) struct Reader<'b> {
    blocks: &'b [Block],
    taken: Vec<bool>,
    /// The line of the heading that names the document.
    entitled: Option<u32>,
    /// The role that an item gives to what stands in it.
    roles: Vec<Option<Role>>,
    sections: Vec<Section>,
    explicit_stories: bool,
    /// The sentence that tells a story, by the story.
    told: BTreeMap<usize, Traced>,
    /// Paragraphs that ask for nothing: they may tell what a thing has.
    said: Vec<Traced>,
    /// Where an entity of a name is.
    named: BTreeMap<String, usize>,
    /// Items that a sentence above them demands, each for itself.
    demanded: BTreeSet<usize>,
    /// The labels that were read so far, and what they stand for: a table that names them again may refer to them.
    labels: BTreeMap<String, String>,
    /// Steps that are known to lead to no Then.
    idle: std::ops::Range<usize>,
    /// Written to people as they speak: what somebody wants is asked for.
    spoken: bool,
    /// The line of the last question in a comment.
    talk: Option<u32>,
    /// Made of questions and answers.
    interview: bool,
    /// Those who were at the meeting whose decisions the document marks.
    present: Vec<String>,
    /// A few sentences and nothing else: what they say of its use is what is wanted.
    note: bool,
    /// It hardly ever says must: what it tells of the product is what it asks for.
    mild: bool,
    /// A letter: what it tells without a heading is about the product.
    letter: bool,
    /// A specification that says `shall`: what it demands it demands so, and its notes demand nothing.
    formal: bool,
    /// A proposal: what would be done is what is asked for.
    proposal: bool,
    /// The last item that only names the list inside it.
    head: Option<headed::Head>,
    brief: Brief,
}

/// Reads blocks as a brief.
pub(super) fn brief(file: &str, blocks: &[Block], manner: Manner) -> Brief {
    let language = language::of(blocks);
    let shape = shape::of(blocks, &language);
    let interview = asked::is_interview(blocks);
    let explicit =
        |b: &Block| matches!(b.form, Form::Heading(_)) && stories::opened(b.prose.text()).is_some();
    let brief = Brief {
        file: file.to_owned(),
        title: title::of(file, blocks),
        shape,
        language,
        summary: Vec::new(),
        goals: Vec::new(),
        actors: Vec::new(),
        stories: Vec::new(),
        statements: Vec::new(),
        entities: Vec::new(),
        glossary: Vec::new(),
        edge_cases: Vec::new(),
        open_questions: Vec::new(),
        exclusions: Vec::new(),
        assumptions: Vec::new(),
        left_out: Vec::new(),
        not_understood: Vec::new(),
    };
    let mut reader = Reader {
        blocks,
        taken: contents::listed(blocks),
        entitled: entitled::line(blocks),
        roles: vec![None; blocks.len()],
        sections: Vec::new(),
        explicit_stories: blocks.iter().any(explicit)
            || matches!(shape, Shape::SpecKit | Shape::Kiro | Shape::OpenSpec),
        told: BTreeMap::new(),
        said: Vec::new(),
        named: BTreeMap::new(),
        demanded: BTreeSet::new(),
        labels: BTreeMap::new(),
        idle: 0..0,
        talk: None,
        spoken: manner.spoken || interview,
        interview,
        present: manner.present,
        note: spoken::is_note(blocks),
        mild: spoken::is_mild(blocks),
        letter: manner.letter,
        formal: asides::is_formal(blocks),
        proposal: proposals::is_proposal(blocks),
        head: None,
        brief,
    };
    reader.remark_on_language();
    reader.walk();
    reader.finish()
}

impl Reader<'_> {
    fn remark_on_language(&mut self) {
        if self.brief.language != "en" {
            let text = format!(
                "The brief is written in {}, which is read by its headings, lists, numbering and words of obligation only.",
                self.brief.language
            );
            self.brief.not_understood.push(Traced { text, line: 1 });
        }
    }

    fn walk(&mut self) {
        let blocks = self.blocks;
        for (index, block) in blocks.iter().enumerate() {
            if self.taken.get(index).copied().unwrap_or(true) {
                continue;
            }
            match block.form {
                Form::Heading(level) => self.open_heading(index, level),
                Form::Row { .. } => self.table(index),
                Form::Code => self.remark(block.line, "The code block or diagram on line"),
                Form::Picture => self.remark(block.line, "The picture on line"),
                Form::Paragraph | Form::Item => self.passage(index),
            }
        }
        self.close(0);
    }

    fn remark(&mut self, line: u32, what: &str) {
        if self.brief.not_understood.len() < MOST_REMARKS {
            self.brief.not_understood.push(Traced { text: format!("{what} {line} was not read."), line });
        }
    }

    fn section_role(&self) -> Role {
        self.sections.last().map_or(Role::Neutral, |section| section.role)
    }

    /// The role that holds for a block: of the item it stands in, else of its section.
    pub(super) fn role_of(&self, index: usize) -> Role {
        let parent = self.blocks.get(index).and_then(|block| block.parent);
        parent.and_then(|at| self.roles.get(at).copied().flatten()).unwrap_or_else(|| self.section_role())
    }

    fn finish(mut self) -> Brief {
        self.state_stories();
        self.brief.statements.sort_by_key(|statement| statement.line);
        self.brief.left_out.sort_by_key(|left| left.line);
        for story in &self.brief.stories {
            if let Some(benefit) = &story.benefit {
                let text = stories::of_somebody(benefit, story.actor.as_deref().unwrap_or("user"));
                self.brief.goals.push(Traced { text, line: story.line });
            }
        }
        self.brief.open_questions.extend(contradictions::questions(&self.brief.statements));
        self.settle_questions();
        actors::gather(&mut self.brief);
        entities::gather(&mut self.brief, &self.said);
        self.brief
    }
}

/// What the parts of the reader that live beside this file need of it.
impl<'b> Reader<'b> {
    pub(super) fn block(&self, index: usize) -> Option<&'b Block> {
        self.blocks.get(index)
    }

    pub(super) fn name_entity(&mut self, name: &str, at: usize) {
        self.named.insert(name.to_owned(), at);
    }

    pub(super) fn entity_at(&self, name: &str) -> Option<usize> {
        self.named.get(name).copied()
    }

    /// Keeps a paragraph that may tell what a thing has.
    pub(super) fn say(&mut self, told: Traced) {
        self.said.push(told);
    }

    pub(super) fn brief(&self) -> &Brief {
        &self.brief
    }

    pub(super) fn brief_mut(&mut self) -> &mut Brief {
        &mut self.brief
    }

    /// The innermost heading's words.
    pub(super) fn heading_text(&self) -> Option<&str> {
        self.sections.last().map(|section| section.title.text.as_str())
    }
}
