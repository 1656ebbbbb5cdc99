//! Names of the elements of a design, in comments and in the questions of prompts.

use crate::tui::model::design_parts;
use crate::tui::model::detail::Detail;
use frieze_data::text::Shown;

/// The most columns of an element's name in a comment.
const NAME: usize = 60;

/// The name of an element in a question: id and text of a requirement, else its name.
pub fn display_name(detail: &Detail, pointer: &str) -> Option<String> {
    let name = name(detail, pointer)?;
    let Some(Ok(reading)) = &detail.intent else { return Some(name) };
    let at = design_parts::holding(pointer)?
        .strip_prefix("/requirements/")
        .and_then(|at| at.parse::<usize>().ok());
    let requirement = at.and_then(|at| reading.intent.requirements.get(at));
    Some(match requirement {
        Some(requirement) => Shown::cut(&format!("{name} {}", requirement.text.trim()), NAME).into_string(),
        None => name,
    })
}

/// The name of the element that a pointer points into.
pub fn name(detail: &Detail, pointer: &str) -> Option<String> {
    let Some(Ok(reading)) = &detail.intent else { return None };
    let (section, at) = design_parts::holding(pointer)?.rsplit_once('/')?;
    let (intent, at) = (&reading.intent, at.parse::<usize>().ok()?);
    let name = match section {
        "/requirements" => &intent.requirements.get(at)?.id,
        "/notDesigned" => &intent.not_designed.get(at)?.requirement,
        "/goals" => intent.goals.get(at)?,
        "/userFlows" => &intent.user_flows.get(at)?.name,
        "/components" => &intent.components.get(at)?.name,
        "/dataModel/entities" => &intent.data_model.entities.get(at)?.name,
        "/interactions" => &intent.interactions.get(at)?.trigger,
        "/openQuestions" => intent.open_questions.get(at)?,
        _ => return None,
    };
    Some(Shown::cut(name.trim(), NAME).into_string())
}
