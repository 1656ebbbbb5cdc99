//! Texts of the open questions. The same reading gives the same texts.

use frieze_reader::{Entity, Reading, Requirement, Story, Traced};

use crate::limits::{QUESTION, QUOTED, shortened};
use crate::plain_answers::{ENTITIES, EXCEPTION, FIELDS, INTERACTION, MANY, PERSON, STATES, STEPS};

/// The end of a question, and the form of its answer.
const FORMS: [(&str, &str); 7] = [
    ("which fields does it have?", FIELDS),
    ("which fields does each thing have?", ENTITIES),
    ("which role or system?", PERSON),
    ("how does it end then?", EXCEPTION),
    ("what is the response?", INTERACTION),
    ("how does it end?", STEPS),
    ("when that fails?", STATES),
];

/// The form of the answer to a question of the built-in generator; `None` if it is free text.
pub fn form(question: &str) -> Option<&'static str> {
    let known = FORMS.iter().find(|(end, _)| question.ends_with(end)).map(|(_, form)| *form);
    known.or_else(|| question.contains("): one or many of \"").then_some(MANY))
}

/// Where a flow comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin(String);

impl Origin {
    pub fn story(story: &Story) -> Self {
        let title = if story.title.trim().is_empty() { &story.label } else { &story.title };
        Self(format!("Story \"{}\" (line {})", short(title), story.line))
    }

    /// A section, by its heading and the line of its first requirement. A brief without a title has no name.
    pub fn section(reading: &Reading, heading: &str, line: u32) -> Self {
        let is_nameless = reading.title.line == 0 && heading == reading.title.text;
        Self(match is_nameless {
            true => format!("The brief (line {line})"),
            false => format!("Section \"{}\" (line {line})", short(heading)),
        })
    }

    pub fn actor(&self) -> String {
        format!("{}: who does this, which role or system?", self.0)
    }

    pub fn steps(&self) -> String {
        format!("{}: which steps are taken, and how does it end?", self.0)
    }

    pub fn failure(&self) -> String {
        format!("{}: what happens when it fails, and how does it end then?", self.0)
    }

    pub fn goal(&self) -> String {
        format!("{}: which benefit or result does it bring?", self.0)
    }

    /// All questions about it. The answer "out of scope" to any of them excludes it.
    pub fn all(&self) -> [String; 4] {
        [self.actor(), self.steps(), self.failure(), self.goal()]
    }
}

pub fn outcome(id: &str, requirement: &Requirement) -> String {
    format!(
        "{id} (line {}): what is different when it is done? \"{}\"",
        requirement.line,
        short(&requirement.text)
    )
}

pub fn measure(id: &str, requirement: &Requirement) -> String {
    format!("{id} (line {}): how is it measured? \"{}\"", requirement.line, short(&requirement.text))
}

pub fn fields(entity: &Entity) -> String {
    format!("{} (line {}): which fields does it have?", short(&entity.name), entity.line)
}

pub fn reached(entity: &Entity) -> String {
    format!("{} (line {}): which view shows it?", short(&entity.name), entity.line)
}

pub fn shown(entity: &str) -> String {
    format!("{}: which view shows it?", short(entity))
}

pub fn relation(from: &str, to: &str, line: u32) -> String {
    format!("{} (line {line}): one or many of \"{}\"?", short(from), short(to))
}

pub fn data(title: &str) -> String {
    format!("Data of \"{}\": what is kept, and which fields does each thing have?", short(title))
}

pub fn purpose(title: &str) -> String {
    format!("\"{}\": what is it, and who is it for?", short(title))
}

pub fn goals(title: &str) -> String {
    format!("\"{}\": what is to be gained by it?", short(title))
}

pub fn nothing(title: &str) -> String {
    format!("\"{}\": what must it do? No requirement was read.", short(title))
}

pub fn states(view: &str) -> String {
    format!("View {}: what does it show while it is empty, while it loads and when that fails?", short(view))
}

pub fn view(view: &str) -> String {
    format!("View {}: what is it for?", short(view))
}

pub fn entity(entity: &str) -> String {
    format!("{}: what is it?", short(entity))
}

pub fn interactions(title: &str) -> String {
    format!("Interactions of \"{}\": what is pressed or entered, and what is the response?", short(title))
}

pub fn edge_case(case: &Traced) -> String {
    format!("Edge case (line {}): {}", case.line, asked(&case.text, "what happens then?"))
}

pub fn document(question: &Traced) -> String {
    format!("Open question (line {}): {}", question.line, shortened(&question.text, QUESTION))
}

fn asked(text: &str, ask: &str) -> String {
    let text = shortened(text, QUESTION);
    if text.ends_with(['?', '？']) {
        text
    } else {
        format!("{} – {ask}", text.trim_end_matches(['.', '。']))
    }
}

/// A name or a quoted text in a question.
fn short(text: &str) -> String {
    shortened(text, QUOTED)
}
