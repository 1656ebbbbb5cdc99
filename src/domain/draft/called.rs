//! What the product is called: the title of its document without what kind of document it is, else the feature's name.

use super::phrase::{capital, short};
use super::{verbs, words};
use crate::domain::id::FeatureId;
use crate::domain::lexicon;

#[rustfmt::skip]
const KINDS: &[&str] = &[
    "requirement", "requirements", "document", "specification", "spec", "prd", "srs", "brief", "product", "feature",
    "software", "functional", "design", "proposal", "change", "overview", "introduction", "the", "of", "and", "project",
    "title", "use", "case", "cases", "diagram", "lastenheft", "pflichtenheft", "anforderungen", "user", "stories",
    "readme", "summary", "abstract", "motivation", "기능", "명세서", "요구사항", "정의서",
];
/// The last words of a title that tells which kind of document it is.
const DOCUMENTS: &[&str] =
    &["document", "specification", "spec", "prd", "srs", "requirements", "brief", "lastenheft"];
/// The same where words have no spaces.
const UNSPACED: &[&str] =
    &["要件定義書", "要件書", "仕様書", "产品需求文档", "需求文档", "需求规格说明书", "要求仕様書"];
/// The longest name that stands before what is said of it.
const NAME: usize = 3;

/// The product's name.
pub(super) fn called(title: &str, feature: &FeatureId) -> String {
    let title = without_kind(&short(title, 200));
    if says_nothing(&title) || is_sentence(&title) { named_after(feature) } else { title }
}

fn without_kind(title: &str) -> String {
    let mut title = title.trim();
    // `… Document (PRD)`: the abbreviation of a kind.
    for (open, close) in [('(', ')'), ('（', '）')] {
        if let Some((head, inside)) = title.strip_suffix(close).and_then(|t| t.rsplit_once(open))
            && KINDS.contains(&inside.trim().to_lowercase().as_str())
        {
            title = head.trim();
        }
    }
    for kind in UNSPACED {
        title = title.strip_suffix(kind).map_or(title, str::trim);
    }
    // `Requirement: …`, `기능 명세서: …`: what kind of text follows.
    if let Some((head, rest)) = title.split_once(": ")
        && says_nothing(head)
        && !rest.trim().is_empty()
    {
        title = rest.trim();
    }
    let mut tokens: Vec<&str> = title.split_whitespace().collect();
    let lower = |token: &&str| token.to_lowercase();
    if tokens.len() > 1 && tokens.last().map(lower).is_some_and(|last| DOCUMENTS.contains(&last.as_str())) {
        while tokens.len() > 1 && tokens.last().map(lower).is_some_and(|last| KINDS.contains(&last.as_str()))
        {
            tokens.pop();
        }
    }
    if tokens.len() > 1 && tokens[0].eq_ignore_ascii_case("for") {
        tokens.remove(0);
    }
    let title = tokens.join(" ");
    // `Slipway — order for Claude Code`: with what it is to be made stands behind the name.
    let apart = [" — ", " – ", " - "].iter().find_map(|mark| title.split_once(mark)).map(|(name, _)| name);
    let named = apart.filter(|name| {
        !says_nothing(name) && !lexicon::find(&title).is_empty() && lexicon::find(name).is_empty()
    });
    let title = named.map_or(title.clone(), str::to_owned);
    // `HostelShare: a platform for …`: a name in one word, and what it is.
    let named = title.split_once(": ").filter(|(name, told)| {
        name.split(' ').count() <= NAME
            && told.split(' ').count() > NAME
            && name.starts_with(char::is_uppercase)
    });
    capital(named.map_or(title.as_str(), |(name, _)| name))
}

/// Whether a title is that of a kind of document rather than of a product.
fn says_nothing(title: &str) -> bool {
    let bare = title.trim();
    bare.is_empty()
        || UNSPACED.contains(&bare)
        || words::words(title).iter().all(|w| KINDS.contains(&w.as_str()))
}

/// `The provider owns the listener`: what something does is no name.
fn is_sentence(title: &str) -> bool {
    let said = words::words(title);
    said.len() > 3
        && said
            .iter()
            .skip(1)
            .take(3)
            .any(|word| verbs::is_inflected(word) || matches!(word.as_str(), "owns" | "shall" | "must"))
}

/// `shift-roster` → `Shift roster`.
fn named_after(feature: &FeatureId) -> String {
    capital(&feature.as_str().replace('-', " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_product_is_called_by_its_name() {
        let feature: FeatureId = "shift-roster".parse().unwrap_or_else(|_| unreachable!());
        for (title, expected) in [
            ("AlpCalc Product Requirements Document (PRD)", "AlpCalc"),
            ("For BarnShare: Village Tool Lending and Repair Platform", "BarnShare"),
            ("Order System Requirements", "Order System"),
            ("Product catalog", "Product catalog"),
            ("SLIPWAY — order for Claude Code", "SLIPWAY"),
            ("Slipway — berths for a summer", "Slipway — berths for a summer"),
            ("Requirements Document (PRD) / README: Slipway", "Slipway"),
            ("Requirements document", "Shift roster"),
            ("Use Case Diagram", "Shift roster"),
            ("Lastenheft", "Shift roster"),
            ("要件書", "Shift roster"),
            ("기능 명세서: 장보기 목록", "장보기 목록"),
            ("Requirement: The clock owns the global alarm list", "Shift roster"),
            ("Roster: weekly plan", "Roster: weekly plan"),
        ] {
            assert_eq!(called(title, &feature), expected, "{title}");
        }
    }
}
