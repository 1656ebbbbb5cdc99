//! What the product or feature is called.

use super::Traced;
use super::block::{Block, Form};
use super::modal;
use super::section::strip_number;

#[rustfmt::skip]
const PREFIXES: &[&str] = &[
    "feature specification:", "product requirements document:", "product requirements document for",
    "product requirements:", "requirements document:", "requirements:", "requirements for", "prd:",
    "prd –", "prd —", "prd -", "feature:", "spec:", "specification:", "brief:", "change:", "proposal:",
    "minutes -", "minutes –", "minutes —", "minutes:", "backlog:", "product backlog:", "change request:", "user stories:", "technical specification:", "software requirements specification:",
    "use case specification:", "use cases:", "requirements specification:", "system requirements specification:", "srs:",
    "기능 명세서:", "기능 명세:", "기능 사양:", "功能规格:", "功能规范:", "功能规格说明:", "功能规格：", "功能规范：", "機能仕様書:", "機能仕様:", "機能仕様：",
    "especificación de funcionalidad:", "especificación de la funcionalidad:", "especificación:", "especificação de funcionalidade:",
    "especificação:", "spécification de fonctionnalité:", "spécification:", "funktionsspezifikation:", "feature-spezifikation:",
    "спецификация функции:", "спецификация:", "lastenheft:", "pflichtenheft:", "requisitos:", "anforderungen:", "functional specification:", "product brief:", "project:", "design:", "epic:", "meeting notes:",
];
#[rustfmt::skip]
const GENERIC: &[&str] = &[
    "requirements document", "requirements", "product requirements document", "prd", "specification",
    "spec", "user stories", "proposal", "introduction", "overview", "document", "functional requirements",
    "software requirements specification", "readme", "change proposal", "why", "brief", "notes",
    "meeting notes", "feature specification", "design", "delta", "added requirements", "要件定義書", "要件",
    "anforderungen", "requisitos", "exigences", "требования", "需求", "需求文档", "summary",
    "acceptance criteria", "modified requirements", "documento de requisitos", "lastenheft", "pflichtenheft", "project title",
    "project name", "product name", "project", "product", "title", "name", "cahier des charges", "game design document",
];

pub(super) fn of(file: &str, blocks: &[Block]) -> Traced {
    let headings = || blocks.iter().filter(|b| matches!(b.form, Form::Heading(_)));
    let first = headings().find(|b| b.form == Form::Heading(1)).or_else(|| headings().next());
    // A heading far below running text is a section of an untitled document.
    let top = blocks.iter().find(|b| b.has_words());
    let candidate =
        first.filter(|h| h.form == Form::Heading(1) || top.is_some_and(|t| t.line == h.line)).or(top);
    let Some(block) = candidate else {
        return Traced { text: stem(file), line: 1 };
    };
    let shown = block.cells.iter().map(super::prose::Prose::text).find(|t| !t.is_empty());
    let text = shown.unwrap_or(block.prose.text());
    let title = without_kind(&without_prefix(strip_number(text)));
    let heading = matches!(block.form, Form::Heading(_));
    if heading && !is_generic(&title) {
        return Traced { text: title, line: block.line };
    }
    // `Software Requirements Specification` straight over what it is of.
    let below = blocks.iter().find(|b| b.line > block.line);
    if let Some(below) = below.filter(|b| heading && matches!(b.form, Form::Heading(_))) {
        let named = strip_number(below.prose.text());
        let named = named.strip_prefix("For ").or_else(|| named.strip_prefix("for ")).unwrap_or(named);
        let name = without_kind(&without_prefix(named));
        if !is_generic(&name) && super::section::role(&name).is_none() {
            return Traced { text: name, line: below.line };
        }
    }
    // `Project title` over the title.
    let label = [Some(block), below].into_iter().flatten();
    if let Some(name) = label.filter(|b| names_a_title(b)).find_map(|label| titled_below(blocks, label)) {
        return name;
    }
    if let Some(named) = named_in_a_field(blocks).or_else(|| named_in_prose(blocks)) {
        return named;
    }
    // The first line of an untitled text, where it is one.
    let first_line = block.prose.wraps().first().and_then(|at| text.get(..*at)).unwrap_or(text).trim();
    let first_line = without_kind(&without_prefix(first_line));
    let untitled =
        !heading && first_line.split_whitespace().count() <= 12 && !super::plain::is_sentence(&first_line);
    if untitled && !is_generic(&first_line) {
        return Traced { text: first_line, line: block.line };
    }
    let stem = stem(file);
    if !is_generic(&stem) && stem.len() > 2 {
        return Traced { text: stem, line: block.line };
    }
    let short: String = super::sentence::sentences(&title)
        .first()
        .and_then(|r| title.get(r.clone()))
        .unwrap_or(&title)
        .to_owned();
    Traced { text: short, line: block.line }
}

fn without_prefix(title: &str) -> String {
    let lower = title.to_ascii_lowercase();
    let skip = PREFIXES
        .iter()
        .filter(|prefix| lower.starts_with(**prefix))
        .map(|prefix| prefix.len())
        .max()
        .unwrap_or(0);
    let named = PREFIXES.iter().filter_map(|prefix| {
        let prefix = prefix.trim_end_matches([':', '–', '—', '-', ' ']);
        let rest = lower.strip_prefix(prefix)?.trim_start();
        let marked = rest.strip_prefix([':', '–', '—', '-'])?;
        Some(lower.len() - marked.len())
    });
    let skip = named.max().unwrap_or(skip).max(skip);
    let rest = title.get(skip..).unwrap_or(title).trim();
    let rest = if rest.is_empty() { title } else { rest }.trim_end_matches(':');
    let ends = [
        " - Product Requirements Document",
        " – Product Requirements Document",
        " — Product Requirements Document",
        ": Product Requirements Document",
        " Product Requirements Document",
        " Requirements Document",
        " — Game Design Document",
        " - Game Design Document",
        " – Game Design Document",
        " Game Design Document",
        " - Software Requirements Specification",
        " – Software Requirements Specification",
        " Software Requirements Specification",
        " - PRD",
        " – PRD",
        " — PRD",
        " PRD",
        " - Requirements",
        " – Requirements",
        " — Requirements",
        " (PRD)",
    ];
    let mut named = rest;
    while let Some(shorter) = ends.iter().find_map(|end| named.strip_suffix(end)) {
        named = shorter;
    }
    named.to_owned()
}

/// `ABC-12  EPIC  Harvest` → `Harvest`: the number and the kind of a ticket are no part of its title.
fn without_ticket(title: &str) -> Option<&str> {
    let (key, rest) = title.split_once(' ')?;
    let (project, number) = key.split_once('-')?;
    let keyed = project.len() > 1
        && project.bytes().all(|b| b.is_ascii_uppercase())
        && !number.is_empty()
        && number.bytes().all(|b| b.is_ascii_digit());
    let rest = rest.trim();
    let kinds = ["EPIC ", "STORY ", "FEATURE ", "TASK "];
    let told = kinds.iter().find_map(|kind| rest.strip_prefix(kind)).unwrap_or(rest).trim();
    (keyed && !told.is_empty()).then_some(told)
}

/// A title without what says which kind of document it heads: `Ferry desk – requirements (export)`, `Lastenheft „Fähre“`,
/// `add-ferry-desk`.
fn without_kind(title: &str) -> String {
    const KINDS: &[&str] = &[
        "requirements",
        "user stories",
        "historias de usuario",
        "anforderungen",
        "requisitos",
        "exigences",
        "what we need",
        "what we want",
        "changes we need",
        "changes",
        "change request",
        "was wir brauchen",
        "lastenheft",
        "pflichtenheft",
        "specification",
        "spec",
        "wish list",
        "wishes",
        "récits utilisateur",
        "benutzergeschichten",
    ];
    const BEFORE: &[&str] = &[
        "Lastenheft ",
        "Pflichtenheft ",
        "Anforderungen an ",
        "Cahier des charges ",
        "Pliego de requisitos ",
    ];
    let mut name = title.trim();
    if let Some(rest) = without_ticket(name) {
        name = rest;
    }
    for mark in [" — ", " – ", " -- ", " - ", ": "] {
        if let Some((head, tail)) = name.split_once(mark) {
            let tail = tail.to_lowercase();
            let plain = tail.split(" (").next().unwrap_or(&tail).trim_matches([' ', '.', ':']);
            if KINDS.contains(&plain) && head.chars().filter(|c| c.is_alphabetic()).count() > 2 {
                name = head.trim();
            } else if KINDS.contains(&head.trim().to_lowercase().as_str()) {
                name = rest_of(name, head, mark);
            }
        }
    }
    if let Some(rest) = BEFORE.iter().find_map(|before| name.strip_prefix(before)) {
        let inner = rest.trim().trim_matches(['„', '“', '”', '"', '«', '»', ' ', ':', '–', '-']);
        if inner.chars().filter(|c| c.is_alphabetic()).count() > 2 {
            name = inner;
        }
    }
    // The id of a change says what is added by its words.
    let id =
        name.contains('-') && name.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if id {
        let told = ["add-", "introduce-", "implement-"]
            .iter()
            .find_map(|verb| name.strip_prefix(verb))
            .unwrap_or(name);
        let words = told.replace('-', " ");
        let mut letters = words.trim().chars();
        return letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect());
    }
    name.to_owned()
}

/// What stands behind the first words of a title and the mark after them.
fn rest_of<'t>(title: &'t str, head: &str, mark: &str) -> &'t str {
    title.get(head.len() + mark.len()..).map_or(title, str::trim)
}

fn is_generic(title: &str) -> bool {
    let lower = title.trim().trim_end_matches(':').to_lowercase();
    let bare = lower.split(" (").next().unwrap_or(&lower).trim_start_matches("# ");
    // A section's heading is no title: `1. Scope`.
    let section =
        title.is_ascii() && title.split_whitespace().count() <= 2 && super::section::role(title).is_some();
    GENERIC.contains(&bare) || section
}

/// A heading that says that the title stands below it.
fn names_a_title(block: &Block) -> bool {
    let lower = strip_number(block.prose.text()).trim_end_matches(':').to_lowercase();
    let named = matches!(lower.as_str(), "title" | "name" | "product" | "project")
        || lower.ends_with(" title")
        || lower.ends_with(" name");
    named && matches!(block.form, Form::Heading(_))
}

fn titled_below(blocks: &[Block], label: &Block) -> Option<Traced> {
    let below = blocks.iter().find(|b| b.line > label.line).filter(|b| b.form == Form::Paragraph)?;
    let name = below.prose.text().trim();
    let short = (1..=8).contains(&name.split_whitespace().count()) && !super::plain::is_sentence(name);
    short.then(|| Traced { text: name.to_owned(), line: below.line })
}

/// `Projektbezeichnung | Budget Binder`: a row of the table at the document's head.
fn named_in_a_field(blocks: &[Block]) -> Option<Traced> {
    #[rustfmt::skip]
    const FIELDS: &[&str] = &[
        "project", "project name", "project title", "product", "product name", "application", "system", "title", "name", "projekt",
        "projektname", "projektbezeichnung", "produkt", "proyecto", "nombre del proyecto", "projeto", "nome do projeto", "projet",
        "nom du projet", "项目名称", "产品名称", "プロジェクト名", "システム名", "프로젝트명", "제품명",
    ];
    const NEAR: usize = 12;
    let rows = blocks.iter().take(NEAR).filter(|b| matches!(b.form, Form::Row { .. }));
    rows.filter_map(|row| {
        let [field, value] = row.cells.as_slice() else { return None };
        let field = field.text().trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let value = value.text().trim();
        let named = FIELDS.contains(&field.as_str()) && (1..=10).contains(&value.split_whitespace().count());
        named.then(|| Traced { text: value.to_owned(), line: row.line })
    })
    .next()
}

/// `The Photo Album Application provides …`: a name in capitals that the text opens with.
fn named_in_prose(blocks: &[Block]) -> Option<Traced> {
    blocks.iter().filter(|b| b.form == Form::Paragraph).take(8).find_map(|block| {
        let text = block.prose.text();
        let rest = text.strip_prefix("The ").or_else(|| text.strip_prefix("This "))?;
        let mut end = 0;
        for (at, word) in modal::words(rest) {
            let inside = rest.get(end..at).unwrap_or_default();
            if !word.chars().next().is_some_and(char::is_uppercase)
                || !inside.chars().all(|c| c == ' ' || c == '-')
            {
                break;
            }
            end = at + word.len();
        }
        let name = rest.get(..end)?;
        (name.split_whitespace().count() >= 2).then(|| Traced { text: name.to_owned(), line: block.line })
    })
}

/// The file's name as words: `photo-albums.kiro.md` is `Photo albums`.
fn stem(file: &str) -> String {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let name = name.trim_start_matches('.').split('.').next().unwrap_or(name);
    let words = name.replace(['-', '_'], " ");
    let mut letters = words.trim().chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
