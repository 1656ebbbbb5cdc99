//! Parts of a design that a person should read before approving it: requirements, omissions, goals, flows, components, entities,
//! interactions and open questions, each by its JSON pointer.
//!
//! A part is read once all its lines were on the screen. Requirements, omissions, goals and open questions have one line; the other
//! parts have a headline, and further lines that are shown when it is unfolded.

use frieze_intent::{Component, Entity, Intent, Interaction, Step, UserFlow};

/// A part, and the pointers of its lines, the headline first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    pub pointer: String,
    pub lines: Vec<String>,
}

impl Part {
    fn new(pointer: String) -> Self {
        let lines = vec![pointer.clone()];
        Self { pointer, lines }
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
        ["id", "description"].into_iter().chain(looks).chain(lists).for_each(|name| self.line(name));
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
    let (flows, components) = (&intent.user_flows, &intent.components);
    let (entities, interactions) = (&intent.data_model.entities, &intent.interactions);
    let mut parts = Vec::new();
    let part = |section: &str, at: usize| Part::new(format!("{section}/{at}"));
    parts.extend((0..intent.requirements.len()).map(|at| part("/requirements", at)));
    parts.extend((0..intent.not_designed.len()).map(|at| part("/notDesigned", at)));
    parts.extend((0..intent.goals.len()).map(|at| part("/goals", at)));
    parts.extend(flows.iter().enumerate().map(|(at, each)| part("/userFlows", at).flow(each)));
    parts.extend(components.iter().enumerate().map(|(at, each)| part("/components", at).component(each)));
    parts.extend(entities.iter().enumerate().map(|(at, each)| part("/dataModel/entities", at).entity(each)));
    parts.extend(
        interactions.iter().enumerate().map(|(at, each)| part("/interactions", at).interaction(each)),
    );
    parts.extend((0..intent.open_questions.len()).map(|at| part("/openQuestions", at)));
    parts
}

/// The pointers of all parts, in the order of the design.
pub fn of(intent: &Intent) -> Vec<String> {
    all(intent).into_iter().map(|part| part.pointer).collect()
}

/// The part that a pointer points into: `/userFlows/2` for `/userFlows/2/steps/0`. `None` if it is outside of all parts, as
/// the title is.
pub fn holding(pointer: &str) -> Option<&str> {
    let depth = if pointer.starts_with("/dataModel/") { 3 } else { 2 };
    let mut ends = pointer.match_indices('/').map(|(at, _)| at).skip(depth);
    let whole = pointer.matches('/').count() >= depth;
    whole.then(|| ends.next().map_or(pointer, |end| pointer.get(..end).unwrap_or(pointer)))
}

/// The kind of the part that a pointer points into.
pub fn kind(pointer: &str) -> Option<&'static str> {
    let (section, _) = holding(pointer)?.rsplit_once('/')?;
    Some(match section {
        "/requirements" => "requirement",
        "/notDesigned" => "omission",
        "/goals" => "goal",
        "/userFlows" => "flow",
        "/components" => "component",
        "/dataModel/entities" => "entity",
        "/interactions" => "interaction",
        "/openQuestions" => "open question",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_is_of_the_part_that_it_points_into() {
        let check = |pointer: &str, part: Option<&str>| assert_eq!(holding(pointer), part, "{pointer}");
        check("/userFlows/2/steps/0/action", Some("/userFlows/2"));
        check("/components/11", Some("/components/11"));
        check("/dataModel/entities/3/attributes/0", Some("/dataModel/entities/3"));
        check("/dataModel/entities", None);
        check("/title", None);
        check("", None);
    }
}
