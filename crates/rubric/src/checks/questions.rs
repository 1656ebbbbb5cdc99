//! What the open questions ask about. A question counts if it names a requirement and asks something about it; naming
//! requirements is not enough.

use crate::text::texts::Texts;
use crate::text::words::NameSet;
use frieze_intent::Intent;

/// A question with more requirements than this is a list.
const MOST_NAMED: usize = 3;

/// The ids of the requirements that some question asks about.
pub(crate) fn asked<'i>(intent: &'i Intent, texts: &Texts) -> NameSet<'i> {
    let ids: NameSet = intent.requirements.iter().map(|r| r.id.as_str()).collect();
    let mut asked = NameSet::default();
    for (question, id) in intent.open_questions.iter().zip(texts.ids.questions.clone()) {
        let words = question
            .split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '(' | ')' | '?' | '"'))
            .map(|word| word.trim_end_matches(['.', '-']));
        let named: Vec<&str> = words.filter(|word| ids.contains(word)).collect();
        if named.len() <= MOST_NAMED && texts.said(id).substance() >= 3 + named.len() {
            asked.extend(named);
        }
    }
    asked
}
