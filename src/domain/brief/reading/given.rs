//! What people who write a brief hand over or have said: material that they will provide, what somebody else is quoted with.

use super::super::Why;
use super::super::block::{Block, Form};
use super::super::modal::{self, Strength};
use super::super::{section, sentence};
use super::Reader;

/// Heads of lists of what the client brings along.
#[rustfmt::skip]
const PROVIDED: &[&str] = &[
    "i'll provide", "i will provide", "i'll supply", "i will supply", "i'll send", "i will send", "client will provide",
    "customer will provide", "client provides", "provided by the client", "provided by client", "provided by the customer",
    "supplied by the client", "supplied by the customer", "client-supplied", "client-provided", "beistellungen", "beistellung",
    "vom kunden gestellt", "fourni par le client", "fournis par le client", "aportado por el cliente", "fornito dal cliente",
    "fornecido pelo cliente", "door de klant geleverd",
];
/// The same of several people, who elsewhere speak of the product: beside a word for what is handed over.
#[rustfmt::skip]
const WE_PROVIDE: &[&str] = &[
    "we'll provide", "we will provide", "we'll supply", "we will supply", "wir liefern", "wir stellen", "nous fournissons",
];
#[rustfmt::skip]
const MATERIAL: &[&str] = &[
    "content", "contents", "material", "materials", "asset", "assets", "images", "photos", "texts", "copy", "inhalte", "unterlagen",
    "bilder", "contenu", "contenus", "documents",
];
/// What opens a sentence that says how to do with what is not there.
const USE: &[&str] = &["use", "please", "take", "make", "verwenden", "bitte", "utilisez"];

/// `Content I'll provide`: below it stands what is there already.
fn heads_what_is_provided(title: &str) -> bool {
    let lower = section::own_words(title).replace('’', "'");
    let of_us = WE_PROVIDE.iter().any(|word| lower.contains(word));
    let material = || modal::words(&lower).any(|(_, word)| MATERIAL.contains(&word));
    PROVIDED.iter().any(|word| lower.contains(word)) || of_us && material()
}

/// Something in it is to be done all the same: `No photos yet. Use plain blocks for now.`
fn asks_for_something(text: &str) -> bool {
    sentence::sentences(text).into_iter().filter_map(|range| text.get(range)).any(|one| {
        let first = modal::words(one).next().map(|(_, word)| word.to_lowercase()).unwrap_or_default();
        modal::strength(one) > Strength::None || USE.contains(&first.as_str())
    })
}

impl Reader<'_> {
    /// An item that only says what is handed over.
    pub(super) fn is_provided(&self, block: &Block) -> bool {
        block.form == Form::Item
            && self.heading_text().is_some_and(heads_what_is_provided)
            && !asks_for_something(block.prose.text())
    }

    /// `"We lose two hours a week." — Anna`: what somebody is quoted with, by name, is no demand of the document.
    pub(super) fn quotes(&mut self, index: usize) -> bool {
        let Some(block) = self.blocks.get(index).filter(|b| b.form == Form::Paragraph) else { return false };
        let text = block.prose.text().trim();
        let signed_in_line = text.rsplit_once(" — ").or_else(|| text.rsplit_once(" – "));
        if signed_in_line.is_some_and(|(said, name)| is_quotation(said.trim()) && is_name(name)) {
            return true;
        }
        // The dash before the name on a line of its own was read as a bullet.
        let signed = self
            .blocks
            .get(index + 1)
            .filter(|b| b.form == Form::Item && b.parent == block.parent && b.number.is_none())
            .filter(|b| b.until <= index + 2 && is_name(b.prose.text()));
        let alone = self.blocks.get(index + 2).is_none_or(|b| b.form != Form::Item);
        let Some(name) = signed.filter(|_| alone && is_quotation(text)) else { return false };
        self.take(index + 1);
        self.leave_out(name.line, Why::Remark);
        true
    }
}

/// In quotation marks from its first letter to its last, and a sentence.
fn is_quotation(text: &str) -> bool {
    const LEAST: usize = 4;
    let closed = text.ends_with(['"', '”', '“', '»', '«', '’']);
    text.starts_with(['"', '“', '„', '«', '»', '‘'])
        && closed
        && text.split_whitespace().count() >= LEAST
        && text.chars().filter(|c| matches!(c, '"' | '“' | '”' | '„' | '«' | '»')).count() == 2
}

/// `Anna`, `Jo Field, head of the desk`.
fn is_name(text: &str) -> bool {
    let text = text.trim().trim_matches(['*', '_']);
    let name: Vec<&str> = text.split(',').next().unwrap_or_default().split_whitespace().collect();
    (1..=3).contains(&name.len())
        && name.iter().all(|word| word.starts_with(|c: char| c.is_uppercase() || !c.is_ascii()))
        && text.split_whitespace().count() <= 8
        && !text.ends_with([':', '?', '!'])
}

#[cfg(test)]
mod tests {
    use super::{heads_what_is_provided, is_name, is_quotation};

    #[test]
    fn the_client_provides_and_the_product_too() {
        for title in
            ["Content I'll provide", "Provided by the client", "Assets we will provide", "Beistellungen"]
        {
            assert!(heads_what_is_provided(title), "{title}");
        }
        for title in ["What we will provide", "Services we provide", "Content", "What the app provides"] {
            assert!(!heads_what_is_provided(title), "{title}");
        }
    }

    #[test]
    fn a_quotation_is_told_by_its_marks_and_a_name() {
        assert!(is_quotation("“We lose two hours a week.”") && is_name("Jo Field, head of the desk"));
        assert!(
            !is_quotation("\"Save\" and \"Close\"")
                && !is_quotation("\"Save\"")
                && !is_name("the button is red")
        );
    }
}
