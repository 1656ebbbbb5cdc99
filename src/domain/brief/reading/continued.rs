//! Demands that go on below their sentence: in what stands inside it, in the list that its colon announces, in cases
//! of which each is a demand, in a list that finishes the sentence.

use super::super::Force;
use super::super::block::{Block, Form};
use super::super::label;
use super::super::modal;
use super::super::section::{self, Role};
use super::bare::is_wide_sentence;
use super::behaviour::is_gone_on_with;
use super::{Draft, Reader};

impl Reader<'_> {
    /// The text with what its children add: a paragraph that goes on, a list that the text announces.
    pub(super) fn with_children(&mut self, index: usize, text: &str) -> String {
        let Some(block) = self.blocks.get(index) else { return text.to_owned() };
        let mut whole = text.to_owned();
        let announced = text.ends_with([':', '：']);
        let mut at = index + 1;
        let mut first = true;
        while at < block.until {
            let Some(child) = self.blocks.get(at) else { break };
            // Inside a sentence that no colon ends, what should be done is a demand of its own.
            let told = child.prose.text();
            let asks =
                !announced && (modal::strength(told) >= modal::Strength::Need || is_wide_sentence(told));
            let plain = child.form == Form::Item && self.is_plain(child) && !asks;
            let goes_on = child.form == Form::Item || announced;
            if plain && goes_on && child.has_words() {
                whole.push_str(if first { " " } else { "; " });
                whole.push_str(child.prose.text());
                first = false;
                self.take(at);
            }
            at += 1;
        }
        whole
    }

    /// Whether some of the items around one in its list bind.
    pub(super) fn binds_around(&self, index: usize, group: u32) -> bool {
        const ENOUGH: usize = 2;
        const NEAR: usize = 16;
        let from = index.saturating_sub(NEAR);
        let around = self.blocks.iter().skip(from).take(2 * NEAR);
        let items = around.filter(|b| b.form == Form::Item && b.group == group);
        items.filter(|b| modal::is_binding(b.prose.text())).take(ENOUGH).count() == ENOUGH
    }

    /// `Not in this release:` heads the list below it; a sentence behind the list that binds is said of the section again.
    pub(super) fn leave_list(&mut self, index: usize) {
        const LABEL_LEVEL: u8 = 8;
        let Some(block) = self.blocks.get(index).filter(|b| b.form == Form::Paragraph && b.parent.is_none())
        else {
            return;
        };
        let labelled =
            self.sections.last().is_some_and(|s| s.level == LABEL_LEVEL && s.role == Role::Exclusions);
        let behind =
            index.checked_sub(1).and_then(|at| self.blocks.get(at)).is_some_and(|b| b.form == Form::Item);
        if labelled && behind && modal::is_binding(block.prose.text()) {
            self.close(LABEL_LEVEL);
        }
    }

    /// Binds nothing of its own: part of what announces it.
    pub(super) fn is_plain(&self, block: &Block) -> bool {
        let text = block.prose.text();
        !modal::is_binding(text) && label::read(text).is_none()
    }

    /// `3.3 It shall not accept:` with `(a)`, `(b)` below: each is a demand, and the words above are part of it.
    pub(super) fn state_cases(&mut self, index: usize, stem: &str, role: Role) {
        // A longer sentence would be repeated in every case.
        let Some(block) = self.blocks.get(index).filter(|_| stem.len() <= 400) else { return };
        let lettered = |b: &&Block| {
            b.form == Form::Item && b.number.is_none() && b.parent == block.parent && b.has_words()
        };
        let mut at = index + 1;
        while let Some(case) = self.blocks.get(at).filter(lettered) {
            let told = case.prose.text().trim_end_matches([';', ',']);
            let told = ["; or", "; and", ", or", ", and"]
                .iter()
                .find_map(|end| told.strip_suffix(end))
                .unwrap_or(told);
            let text = format!("{stem} {told}");
            let line = case.line;
            self.take(at);
            self.state(Draft { label: String::new(), text, line, rank: None, role, force: Force::Normative });
            at += 1;
        }
    }

    /// `Each card shows:` over names, where something is asked for: one sentence, and no heading of theirs.
    pub(super) fn is_ended_by_names(&self, index: usize, stem: &str, role: Role) -> bool {
        let asked = section::asks(role)
            && role != Role::Criteria
            && (role != Role::Neutral || self.mild && self.speaks_of_the_product());
        if !asked || !is_gone_on_with(stem) {
            return false;
        }
        let items = self.list_after(index);
        let named = |at: &&usize| {
            self.blocks.get(**at).is_some_and(|b| b.until == **at + 1 && is_part(b.prose.text()))
        };
        // Cases that are told as parts of a sentence, and not as sentences.
        let ended = |at: &usize| self.blocks.get(*at).is_some_and(|b| b.prose.text().ends_with('.'));
        let cased = (stem.ends_with(" when:") || stem.ends_with(" if:")) && !items.iter().all(ended);
        items.len() >= 2 && items.iter().all(|at| cased || named(&at))
    }

    /// A sentence that ends with a colon announces the plain list under it.
    pub(super) fn with_following(&mut self, index: usize, text: &str) -> String {
        let mut whole = text.to_owned();
        if !text.ends_with([':', '：']) || announces_demands(text) {
            return whole;
        }
        let mut separator = " ";
        for at in self.list_after(index) {
            let Some(item) = self.blocks.get(at) else { break };
            let inside = self.blocks.get(at..item.until).unwrap_or_default();
            if !inside.iter().all(|b| self.is_plain(b)) {
                break;
            }
            for block in inside.iter().filter(|b| b.has_words()) {
                whole.push_str(separator);
                whole.push_str(block.prose.text().trim_end_matches([';', ',']));
                separator = "; ";
            }
            for taken in at..item.until {
                self.take(taken);
            }
        }
        whole
    }

    /// The items of the list that follows a block.
    fn list_after(&self, index: usize) -> Vec<usize> {
        let Some(first) = self.blocks.get(index + 1).filter(|b| b.form == Form::Item) else {
            return Vec::new();
        };
        let beside = |b: &&Block| b.form == Form::Item && b.group == first.group && b.parent == first.parent;
        let mut found = Vec::new();
        let mut at = index + 1;
        while let Some(item) = self.blocks.get(at).filter(beside) {
            found.push(at);
            at = item.until.max(at + 1);
        }
        found
    }

    /// `For each step the system shall record` over `- the volume,` and `- the time.`: items that finish the sentence.
    pub(super) fn with_rest(&mut self, index: usize, text: String) -> String {
        /// More items, and longer ones, are statements of their own.
        const MOST: usize = 20;
        let ends_open = text.ends_with(|c: char| c.is_lowercase() || c.is_ascii_digit() || c == ',');
        let Some(block) = self.blocks.get(index).filter(|_| ends_open && modal::is_binding(&text)) else {
            return text;
        };
        let from = block.until.max(index + 1);
        let inside = |b: &&Block| {
            b.form == Form::Item && b.number.is_none() && b.parent == block.parent && self.is_plain(b)
        };
        let mut told: Vec<&str> = Vec::new();
        for item in self.blocks.get(from..).unwrap_or_default().iter().take_while(inside).take(MOST) {
            told.push(item.prose.text());
            if !runs_on(item.prose.text()) {
                break;
            }
        }
        if told.len() < 2 || told.last().is_some_and(|last| runs_on(last)) {
            return text;
        }
        let size = told.len();
        let whole = format!("{} {}", text.trim_end_matches(','), told.join(" "));
        (from..from + size).for_each(|at| self.take(at));
        whole
    }
}

/// `It will include features in four epics:`, `The system must do the following:`: each item below is a demand.
pub(super) fn announces_demands(text: &str) -> bool {
    #[rustfmt::skip]
    const ANNOUNCED: &[&str] = &[
        "features", "epics", "requirements", "capabilities", "functions", "functionality", "functionalities", "modules", "stories",
    ];
    let lower = text.to_lowercase();
    let last = lower.split(". ").last().unwrap_or(&lower);
    last.split(|c: char| !c.is_alphanumeric()).any(|word| ANNOUNCED.contains(&word))
}

/// A few words that say nothing of what they name: part of something.
fn is_part(item: &str) -> bool {
    const MOST: usize = 6;
    // `each rack of the hall for each hour of the shift` goes on with a sentence, and is none.
    let most = if item.starts_with(char::is_lowercase) { 2 * MOST } else { MOST };
    item.split_whitespace().count() <= most
        && !item.contains([':', '：', '?', '？'])
        && modal::strength(item) == modal::Strength::None
}

/// Ends as an item does that another follows: `the volume,`, `the time; and`.
fn runs_on(item: &str) -> bool {
    let told =
        [" and", " or", " und", " oder", " y", " et", " en"].iter().find_map(|end| item.strip_suffix(end));
    told.unwrap_or(item).trim_end().ends_with([',', ';'])
}
