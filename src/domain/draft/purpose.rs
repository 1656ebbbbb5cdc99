//! What a product is for, where no heading announces its goals: the sentence of the summary that says it.

use super::phrase::{capital, clause, sentences, short};
use crate::domain::brief::Brief;
use crate::domain::lexicon;

/// Words by which a sentence says what something is for.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    " to provide ", " to help ", " to let ", " to give ", " so that ", " in order to ", " aims to ", " aim is to ", " goal is ", " intent is to ", " intention is to ", " purpose of ",
    "ziel ist", "ziel des ", "ziel der ", " damit ", "zweck ", " con el fin de ", " para que ", "objetivo ", " afin de ", " afin que ",
    "objectif ", " a fim de ", "obiettivo ", " allo scopo di ", "doel is", " zodat ", "чтобы ", "цель ", "щоб ", "мета ", " celem ", " aby ",
    "amacı", "amacıyla", "bertujuan", " cílem ", "mục tiêu", "목적", "위해", "ために", "目的",
];
/// Sentences that say it; more are a story.
const MOST: usize = 2;

/// The sentences of the summary that say what the product is for, in the words of the brief.
pub(super) fn told(brief: &Brief) -> Vec<String> {
    let told = brief.summary.iter().flat_map(|paragraph| sentences(&paragraph.text));
    let says = |sentence: &String| {
        let lower = format!(" {}", sentence.to_lowercase());
        WORDS.iter().any(|word| lower.contains(word))
    };
    told.filter(says).filter_map(|sentence| without_technology(&sentence)).take(MOST).collect()
}

fn without_technology(sentence: &str) -> Option<String> {
    let told = if lexicon::find(sentence).is_empty() {
        sentence.to_owned()
    } else {
        super::neutral::clause(sentence)?
    };
    Some(capital(&short(&clause(&told), 300))).filter(|goal| !goal.is_empty())
}
