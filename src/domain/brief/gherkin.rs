//! Feature files, which are lines and not Markdown: `#` comments there, tags and tables have meanings of their own.

use super::block::{Block, Form};
use super::layout::Laid;
use super::prose::Prose;
use super::scenario;

const FEATURE: &[&str] =
    &["Feature:", "Funktionalität:", "Característica:", "Fonctionnalité:", "機能:", "Функция:", "功能:"];

pub(super) fn is_feature_file(file: &str, source: &str) -> bool {
    let first = source.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(['#', '@']));
    let named = file.to_ascii_lowercase().ends_with(".feature");
    // A Markdown heading would have been skipped as a comment.
    let markdown = source.lines().any(|line| line.starts_with("## "));
    named || (!markdown && first.is_some_and(|line| FEATURE.iter().any(|word| line.starts_with(word))))
}

pub(super) fn blocks(laid: &Laid<'_>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut group = 1;
    let mut quoted = false;
    for (index, line) in laid.text().lines().enumerate() {
        let number = laid.line(u32::try_from(index).unwrap_or(u32::MAX).saturating_add(1));
        let text = line.trim();
        if text.starts_with("\"\"\"") || text.starts_with("```") {
            quoted = !quoted;
            continue;
        }
        if quoted || text.starts_with('|') {
            append(&mut blocks, text, number);
            continue;
        }
        if text.is_empty()
            || text.starts_with(['#', '@'])
            || text.starts_with("Examples:")
            || text.starts_with("Beispiele:")
        {
            if text.is_empty() && blocks.last().is_some_and(|b| b.form == Form::Paragraph) {
                group += 1;
            }
            continue;
        }
        if FEATURE.iter().any(|word| text.starts_with(word)) {
            add(&mut blocks, Form::Heading(1), text, number, 0);
        } else if text.starts_with("Rule:") {
            add(&mut blocks, Form::Heading(2), text.trim_start_matches("Rule:").trim(), number, 0);
        } else if scenario::opens_scenario(text) {
            group += 1;
            add(&mut blocks, Form::Item, text, number, group);
        } else if let Some(step) = text.strip_prefix("* ") {
            add(&mut blocks, Form::Item, step, number, group);
        } else if scenario::step(text).is_some() {
            add(&mut blocks, Form::Item, text, number, group);
        } else if blocks.last().is_some_and(|b| b.form == Form::Paragraph && b.group == group) {
            append(&mut blocks, text, number);
        } else {
            add(&mut blocks, Form::Paragraph, text, number, group);
        }
    }
    blocks
}

fn add(blocks: &mut Vec<Block>, form: Form, text: &str, line: u32, group: u32) {
    let mut prose = Prose::default();
    prose.push(text, line);
    let mut block = Block::new(form, prose.finish(), line);
    block.group = group;
    block.until = blocks.len() + 1;
    if !block.prose.is_empty() {
        blocks.push(block);
    }
}

/// A data table, a quotation or a wrapped line belongs to what stands before it.
fn append(blocks: &mut [Block], text: &str, line: u32) {
    if let Some(block) = blocks.last_mut().filter(|block| !matches!(block.form, Form::Heading(_))) {
        block.prose.end_line();
        block.prose.push(text, line);
    }
}
