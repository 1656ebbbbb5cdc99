//! Parts of a design that a person should read before approving it: title, summary, requirements, omissions, goals, flows,
//! components, entities, interactions and open questions, each by its JSON pointer.
//!
//! A part is read once all its lines were on the screen. Title, summary, requirements, omissions, goals and open questions have one
//! line; the other parts have a headline, and further lines that are shown when it is unfolded.

use std::collections::HashMap;

use serde::Serialize;
use strum::VariantArray;

use frieze_data::digest::Digest;
use frieze_design::draft::step_at;
use frieze_design::read_marks::DIGITS;
use frieze_intent::{Component, ComponentType, Entity, Intent, Interaction, Step, UserFlow};

/// A section of a design: a list of parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, VariantArray)]
pub enum Section {
    Requirements,
    NotDesigned,
    Goals,
    UserFlows,
    Components,
    Entities,
    Interactions,
    OpenQuestions,
}

impl Section {
    /// In the order of the design.
    pub const ALL: &'static [Self] = Self::VARIANTS;

    /// Its pointer, and the words for one part and for several.
    fn texts(self) -> [&'static str; 3] {
        match self {
            Self::Requirements => ["/requirements", "requirement", "requirements"],
            Self::NotDesigned => ["/notDesigned", "omission", "omissions"],
            Self::Goals => ["/goals", "goal", "goals"],
            Self::UserFlows => ["/userFlows", "flow", "flows"],
            Self::Components => ["/components", "component", "components"],
            Self::Entities => ["/dataModel/entities", "entity", "entities"],
            Self::Interactions => ["/interactions", "interaction", "interactions"],
            Self::OpenQuestions => ["/openQuestions", "open question", "open questions"],
        }
    }

    pub fn pointer(self) -> &'static str {
        self.texts()[0]
    }

    /// The word for one of its parts.
    pub fn kind(self) -> &'static str {
        self.texts()[1]
    }

    /// The word for several of its parts.
    pub fn kinds(self) -> &'static str {
        self.texts()[2]
    }

    /// The number of its parts.
    pub fn len(self, intent: &Intent) -> usize {
        match self {
            Self::Requirements => intent.requirements.len(),
            Self::NotDesigned => intent.not_designed.len(),
            Self::Goals => intent.goals.len(),
            Self::UserFlows => intent.user_flows.len(),
            Self::Components => intent.components.len(),
            Self::Entities => intent.data_model.entities.len(),
            Self::Interactions => intent.interactions.len(),
            Self::OpenQuestions => intent.open_questions.len(),
        }
    }

    /// The name of a part; of one without a name, its id or its text.
    pub fn name(self, intent: &Intent, at: usize) -> Option<&str> {
        let name = match self {
            Self::Requirements => &intent.requirements.get(at)?.id,
            Self::NotDesigned => &intent.not_designed.get(at)?.requirement,
            Self::Goals => intent.goals.get(at)?,
            Self::UserFlows => &intent.user_flows.get(at)?.name,
            Self::Components => &intent.components.get(at)?.name,
            Self::Entities => &intent.data_model.entities.get(at)?.name,
            Self::Interactions => &intent.interactions.get(at)?.trigger,
            Self::OpenQuestions => intent.open_questions.get(at)?,
        };
        Some(name)
    }
}

/// What people call the element at a pointer: a step of a flow by its own words, everything else as the part that it is in.
pub fn name_at<'i>(intent: &'i Intent, pointer: &str) -> Option<&'i str> {
    let part = || part_at(pointer).and_then(|(section, at)| section.name(intent, at));
    step_at(intent, pointer).map(|step| step.action.as_str()).or_else(part)
}

/// The parts outside of all sections: their pointers, and their names with an article.
pub const FIELDS: [(&str, &str); 2] = [("/title", "the title"), ("/summary", "the summary")];

/// A part, and the pointers of its lines, the headline first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub pointer: String,
    pub lines: Vec<String>,
    /// Names the part by its section and its content, in every version of the design.
    content: String,
}

/// All parts of a design, also by their pointers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    pub all: Vec<Part>,
    places: HashMap<String, usize>,
}

impl Parts {
    /// The parts of a design.
    pub fn of(intent: &Intent) -> Self {
        let all = all(intent);
        let places = all.iter().enumerate().map(|(at, part)| (part.pointer.clone(), at)).collect();
        Self { all, places }
    }

    /// The name of a line in the read marks; `None` if it belongs to no part.
    pub fn mark_of(&self, line: &str) -> Option<String> {
        Some(self.all.get(*self.places.get(holding(line)?)?)?.mark_of(line))
    }
}

impl Part {
    fn new(section: Section, at: usize, content: &impl Serialize) -> Self {
        Self::at(format!("{}/{at}", section.pointer()), section.pointer(), content)
    }

    fn at(pointer: String, place: &str, content: &impl Serialize) -> Self {
        let content = serde_json::to_string(content).unwrap_or_default();
        let mut hash = Digest::of(format!("{place} {content}").as_bytes()).to_string();
        hash.truncate(DIGITS);
        Self { lines: vec![pointer.clone()], pointer, content: hash }
    }

    /// The name of one of its lines in the read marks.
    pub fn mark_of(&self, line: &str) -> String {
        format!("/{}{}", self.content, line.strip_prefix(&self.pointer).unwrap_or_default())
    }

    fn line(&mut self, name: &str) {
        self.lines.push(format!("{}/{name}", self.pointer));
    }

    fn each(&mut self, list: &str, count: usize) {
        self.lines.extend((0..count).map(|at| format!("{}/{list}/{at}", self.pointer)));
    }

    fn steps(&mut self, within: &str, steps: &[Step]) {
        for (at, step) in steps.iter().enumerate() {
            self.line(&format!("{within}steps/{at}"));
            if step.outcome.is_some() {
                self.line(&format!("{within}steps/{at}/outcome"));
            }
        }
    }

    fn flow(mut self, flow: &UserFlow) -> Self {
        ["id", "actor"]
            .into_iter()
            .chain(flow.goal.as_ref().map(|_| "goal"))
            .for_each(|name| self.line(name));
        self.steps("", &flow.steps);
        for (at, alternative) in flow.alternatives.iter().enumerate() {
            self.line(&format!("alternatives/{at}"));
            self.steps(&format!("alternatives/{at}/"), &alternative.steps);
        }
        self.each("satisfies", flow.satisfies.len());
        self
    }

    fn component(mut self, component: &Component) -> Self {
        let lists = [("children", &component.children), ("entities", &component.entities)];
        let lists = lists.into_iter().filter(|(_, names)| !names.is_empty()).map(|(name, _)| name);
        let widget = component.widget.map(|_| "widget");
        let looks = widget.into_iter().chain(component.shared.then_some("shared"));
        let looks = looks.filter(|_| component.kind != ComponentType::View);
        // Preview draws a screen without these two. An id is shown, but no text refers a person to it.
        ["description"].into_iter().chain(looks).chain(lists).for_each(|name| self.line(name));
        self.each("states", component.states.len());
        self.each("satisfies", component.satisfies.len());
        self
    }

    fn entity(mut self, entity: &Entity) -> Self {
        self.line("description");
        self.each("attributes", entity.attributes.len());
        self.each("relationships", entity.relationships.len());
        self
    }

    fn interaction(mut self, interaction: &Interaction) -> Self {
        let feedback = interaction.feedback.as_ref().map(|_| "feedback");
        ["id", "response"].into_iter().chain(feedback).for_each(|name| self.line(name));
        self.each("satisfies", interaction.satisfies.len());
        self
    }
}

/// All parts, in the order of the design.
pub fn all(intent: &Intent) -> Vec<Part> {
    let parts = |section: Section| {
        (0..section.len(intent)).map(move |at| match section {
            Section::Requirements => Part::new(section, at, &intent.requirements[at]),
            Section::NotDesigned => Part::new(section, at, &intent.not_designed[at]),
            Section::Goals => Part::new(section, at, &intent.goals[at]),
            Section::UserFlows => Part::new(section, at, &intent.user_flows[at]).flow(&intent.user_flows[at]),
            Section::Components => {
                Part::new(section, at, &intent.components[at]).component(&intent.components[at])
            }
            Section::Entities => {
                let entity = &intent.data_model.entities[at];
                Part::new(section, at, entity).entity(entity)
            }
            Section::Interactions => {
                Part::new(section, at, &intent.interactions[at]).interaction(&intent.interactions[at])
            }
            Section::OpenQuestions => Part::new(section, at, &intent.open_questions[at]),
        })
    };
    let fields = FIELDS.map(|(pointer, _)| pointer).into_iter().zip([&intent.title, &intent.summary]);
    let fields = fields.map(|(pointer, text)| Part::at(pointer.to_owned(), pointer, text));
    fields.chain(Section::ALL.iter().copied().flat_map(parts)).collect()
}

/// The pointers of all parts, in the order of the design.
pub fn of(intent: &Intent) -> Vec<String> {
    all(intent).into_iter().map(|part| part.pointer).collect()
}

/// The part that a pointer points into: `/userFlows/2` for `/userFlows/2/steps/0`. `None` if it is outside of all parts, as
/// the version is.
pub fn holding(pointer: &str) -> Option<&str> {
    if FIELDS.iter().any(|(field, _)| *field == pointer) {
        return Some(pointer);
    }
    let depth = if pointer.starts_with("/dataModel/") { 3 } else { 2 };
    let mut ends = pointer.match_indices('/').map(|(at, _)| at).skip(depth);
    let whole = pointer.matches('/').count() >= depth;
    whole.then(|| ends.next().map_or(pointer, |end| pointer.get(..end).unwrap_or(pointer)))
}

/// The section of the part that a pointer points into, and the part's key there.
pub fn section_of(pointer: &str) -> Option<(Section, &str)> {
    let (place, key) = holding(pointer)?.rsplit_once('/')?;
    Section::ALL.iter().find(|section| section.pointer() == place).map(|section| (*section, key))
}

/// The same with the part's index in the section.
pub fn part_at(pointer: &str) -> Option<(Section, usize)> {
    let (section, key) = section_of(pointer)?;
    Some((section, key.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_has_a_name_of_its_own() {
        let design = crate::tui::panes::fixtures::design::shop();
        let flow = &design.user_flows[0];
        let named = |pointer: &str| name_at(&design, pointer);
        assert_eq!(named("/userFlows/0/steps/0/outcome"), Some(flow.steps[0].action.as_str()));
        assert_eq!(named("/userFlows/0/steps/99"), Some(flow.name.as_str()));
        assert_eq!(named("/userFlows/0/actor"), Some(flow.name.as_str()));
        let alternative = &flow.alternatives[0].steps[0];
        assert_eq!(named("/userFlows/0/alternatives/0/steps/0"), Some(alternative.action.as_str()));
        assert_eq!(named("/components/0/states/0"), Some(design.components[0].name.as_str()));
    }

    #[test]
    fn a_pointer_is_of_the_part_that_it_points_into() {
        let check = |pointer: &str, part: Option<&str>| assert_eq!(holding(pointer), part, "{pointer}");
        check("/userFlows/2/steps/0/action", Some("/userFlows/2"));
        check("/components/11", Some("/components/11"));
        check("/dataModel/entities/3/attributes/0", Some("/dataModel/entities/3"));
        check("/dataModel/entities", None);
        check("/title", Some("/title"));
        check("/version", None);
        check("", None);
    }
}
