//! What a heading announces.

use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    Neutral,
    Summary,
    Goals,
    /// Why it is wanted, what is wrong today: told, not asked for.
    Rationale,
    Success,
    Changes,
    Impact,
    Requirements,
    Quality,
    Constraints,
    Criteria,
    Stories,
    EdgeCases,
    Entities,
    Glossary,
    Assumptions,
    Exclusions,
    Removed,
    Clarifications,
    Questions,
    Actors,
    /// Market, money, licence, history, appendices.
    Business,
    /// Architecture, technology, code: how, not what.
    Technical,
    /// How to test a story on its own.
    Verification,
    Metadata,
}

/// Words of headings, most telling first; a heading that contains one has its role.
#[rustfmt::skip]
const WORDS: &[(Role, &[&str])] = &[
    (Role::Removed, &["removed requirement", "removed requirements"]),
    (Role::Exclusions, &["not now", "not part of", "not in this release", "not in this version", "not planned",
    "what we don't need", "we don't need", "don't need", "not needed", "won't", "will not have", "won't do", "later", "kommt später", "nicht enthalten",
    "nicht teil", "nicht gegenstand", "abgrenzungskriterien", "ausschlüsse", "más adelante", "no incluido", "não incluído", "mais tarde", "non inclus", "plus tard", "제외 범위", "범위 외", "out of scope", "out-of-scope", "non-goals", "non goals", "nongoals",
    "not in scope", "exclusions", "exclusion", "not included", "won't have", "wont have", "deferred",
    "future work", "future considerations", "later phases", "later versions", "explicitly not",
    "not doing", "abgrenzung", "nicht-ziele", "nicht ziele", "außerhalb", "fuera de alcance",
    "fuera del alcance", "hors périmètre", "hors scope", "対象外", "スコープ外", "不包括", "不在范围", "范围外", "非目标", "вне рамок",
    "вне области", "не входит", "fora do escopo", "buiten scope"]),
    (Role::Criteria, &["인수 기준", "수용 기준", "acceptance criteria", "acceptance criterion", "acceptance scenarios",
    "acceptance scenario", "ac", "acs", "done when", "accepted when", "acceptance", "acceptance tests",
    "scenarios", "criteria", "definition of done", "decision", "decided", "we decided", "agreed", "we agreed",
    "resolved", "beschluss", "beschlossen", "entscheidung", "décision", "decisión", "decisão", "besluit",
    "postcondition", "postconditions", "success guarantee", "minimal guarantee", "guarantees", "nachbedingung",
    "extensions", "alternative flow", "alternative flows", "alternate flow", "alternate flows", "受け入れ基準", "受入基準", "受け入れ条件", "akzeptanzkriterien",
    "abnahmekriterien", "criterios de aceptación", "critères d'acceptation", "критерии приемки",
    "критерии приёмки", "验收标准", "驗收標準", "critérios de aceitação", "acceptatiecriteria"]),
    (Role::EdgeCases, &["edge cases", "edge case", "corner cases", "error cases", "exceptions",
    "failure cases", "エッジケース", "例外", "边界情况", "randfälle", "sonderfälle", "casos límite", "casos borde",
    "cas limites", "граничные случаи"]),
    (Role::Entities, &["key entities", "entities", "data", "resources", "objects", "data we need",
    "things we keep", "things", "master data", "main objects", "business objects", "core objects",
    "produktdaten", "stored data", "concepts", "core concepts", "what we store", "what we keep", "records", "daten",
    "datos", "données", "данные", "数据", "データ", "data model", "domain model", "entity", "data dictionary",
    "data structure", "data structures", "data entities", "information model", "データモデル", "エンティティ",
    "datenmodell", "entitäten", "modelo de datos", "entidades", "modèle de données", "модель данных",
    "сущности", "数据模型", "实体"]),
    (Role::Glossary, &["용어", "용어 정의", "legend", "legende", "leyenda", "légende", "glossary", "terminology", "definitions", "terms", "vocabulary", "用語", "用語集",
    "abbreviations", "acronyms", "abkürzungen", "siglas", "abreviaturas", "abréviations", "afkortingen",
    "glossar", "begriffe", "glosario", "glossaire", "глоссарий", "термины", "术语", "术语表", "glossário"]),
    (Role::Clarifications, &["clarifications", "clarification"]),
    (Role::Questions, &["미결 사항", "미결사항", "미정 사항", "open questions", "open question", "open issues", "open", "still open",
    "not decided", "undecided", "parking lot", "to clarify", "question", "offen", "noch offen", "abierto",
    "à décider", "à discuter", "à clarifier", "pendiente de aclarar", "por aclarar", "por decidir", "pendiente de decidir", "zu klären", "открыто", "questions", "unresolved", "to be decided", "tbd", "to be determined",
    "open points", "needs clarification", "unknowns", "未決事項", "未解決", "offene fragen", "offene punkte",
    "preguntas abiertas", "dúvida", "dúvidas", "duda", "dudas", "offene frage", "questions ouvertes", "points ouverts", "открытые вопросы", "待定", "待确认", "未决问题",
    "perguntas em aberto"]),
    (Role::Assumptions, &["assumptions", "assumption", "preconditions", "dependencies", "dependency",
    "prerequisites", "前提条件", "前提", "annahmen", "voraussetzungen", "supuestos", "suposiciones",
    "hypothèses", "предположения", "допущения", "假设", "前提条件", "premissas"]),
    (Role::Success, &["success", "success criteria", "how we'll know", "success metrics", "measurable outcomes", "metrics", "kpis",
    "kpi", "key results", "success measures", "erfolgskriterien", "criterios de éxito", "métricas",
    "critères de succès", "критерии успеха", "成功标准", "成功基準"]),
    (Role::Quality, &["품질 요구사항", "비기능 요구사항", "qualité", "qualität", "calidad", "non-functional", "nonfunctional", "non functional", "quality requirements",
    "quality attributes", "performance requirements", "security requirements", "usability requirements",
    "produktleistungen", "leistungsanforderungen", "qualitätsanforderungen", "niet-functionele", "niet functionele",
    "quality", "nfr", "nfrs", "nichtfunktionale", "nicht-funktionale", "no funcionales", "non fonctionnelles",
    "нефункциональные", "非機能", "非功能"]),
    (Role::Constraints, &["existing behaviour", "existing behavior", "must not change", "must stay the same",
    "stays as is", "stays as it is", "stays the same", "remains unchanged", "what does not change", "unchanged",
    "bestehendes verhalten", "bleibt unverändert", "bleibt wie es ist", "unverändert", "nicht ändern",
    "ne change pas", "reste inchangé", "inchangé", "no cambia", "sin cambios", "fica como está", "não muda",
    "permanece igual", "constraints", "constraint", "limitations", "compliance", "regulatory",
    "legal requirements", "verbatim constraints", "制約", "randbedingungen", "einschränkungen",
    "restricciones", "contraintes", "ограничения", "约束", "限制条件"]),
    (Role::Verification, &["independent test", "test plan", "testing", "verification", "how to test",
    "manual testing"]),
    (Role::Business, &["monetization", "monetisation", "pricing", "business model", "revenue", "market",
    "comments", "comment", "discussion", "attachments", "steps to reproduce", "competitive", "competitors", "competition", "competitor", "go-to-market", "go to market", "marketing",
    "naming", "license", "licence", "licensing", "governance", "references", "works cited", "bibliography",
    "appendix", "revision history", "change record", "change records", "change history", "record of changes", "änderungshistorie", "änderungsverlauf", "änderungsverzeichnis", "historial de cambios", "historique des modifications", "change log", "changelog", "document history", "version history",
    "timeline", "milestones", "schedule", "budget", "team", "attendees", "participants", "action items",
    "action points", "actions arising", "aufgabenliste", "offene aufgaben", "any other business", "aob", "minutes of last meeting", "minutes of the last meeting", "previous minutes",
    "verschiedenes", "sonstiges", "divers", "varia", "next steps", "risks", "roadmap", "launch plan", "rollout", "approvals", "sign-off", "checklist",
    "tasks", "related documents", "table of contents", "contents"]),
    (Role::Technical, &["architecture", "technical design", "technology stack", "tech stack",
    "technical considerations", "technical notes", "technical approach", "implementation notes",
    "implementation details", "implementation plan", "implementation", "affected code", "affected specs",
    "technical details", "database schema", "api design", "repository structure", "technology"]),
    (Role::Impact, &["impact"]),
    (Role::Changes, &["what changes", "what's changing", "proposed changes", "changes", "proposal",
    "solution", "proposed solution", "new features", "変更内容", "änderungen", "cambios"]),
    (Role::Rationale, &["배경", "why this priority", "rationale", "problem", "problem statement", "background",
    "context", "motivation", "pain points", "current state", "present situation", "current situation", "today", "背景", "課題", "ausgangslage", "ausgangssituation", "istzustand", "hintergrund",
    "problemstellung", "achtergrond", "aanleiding", "huidige situatie", "situation actuelle", "situación actual",
    "situação atual", "situazione attuale", "contexto", "contesto", "antecedentes", "contexte", "контекст", "проблема", "背景说明"]),
    (Role::Goals, &["why", "why we are doing this", "why we're doing this", "why we do this", "why now", "why this matters", "goals", "goal", "objectives", "objective", "aims", "business goals", "vision",
    "benefits", "outcomes", "目的", "目標", "ゴール", "ziele", "ziel", "zielbestimmung", "zielsetzung", "zweck", "objetivos", "objetivo", "objectifs",
    "objectif", "цели", "цель", "目标"]),
    (Role::Actors, &["who", "who it's for", "who is it for", "who this is for", "beteiligte", "사용자", "이해관계자", "actors", "callers", "people", "roles and permissions", "personas", "persona",
    "target users", "target user", "target audience", "user roles", "roles", "users", "stakeholders",
    "user types", "who uses it", "audience", "利用者", "ユーザー", "アクター", "benutzer", "akteure", "zielgruppe",
    "rollen", "usuarios", "actores", "utilisateurs", "acteurs", "пользователи", "роли", "用户角色", "角色"]),
    (Role::Stories, &["user scenarios", "user stories", "stories", "use cases", "user journeys",
    "ユーザーストーリー", "benutzergeschichten", "historias de usuario", "récits utilisateur",
    "пользовательские истории", "用户故事"]),
    (Role::Requirements, &["요구사항", "기능 요구사항", "기능", "requirements", "functional requirements", "features", "feature list",
    "user interaction and design", "user interaction", "behaviour", "behavior", "what we build", "what we are building", "what it should do", "what it must do", "what it does", "what it will do", "how it should work", "how it will work", "what it has to do",
    "produkteinsatz", "produktfunktionen", "musskriterien", "sollkriterien", "kannkriterien", "wunschkriterien",
    "capabilities", "functionality", "functions", "scope", "in scope", "user experience",
    "user requirements", "requirement", "feature set", "must have", "must-have", "must haves", "should have", "should haves", "could have", "could-have", "could haves",
    "nice-to-have", "nice to haves",
    "nice to have", "rules", "additional rules", "business rules", "core features", "key features", "decisions", "要件", "機能要件", "機能", "anforderungen",
    "funktionale anforderungen", "funktionen", "requisitos", "funcionalidades", "exigences",
    "fonctionnalités", "требования", "функции", "需求", "功能需求", "功能", "eisen"]),
    (Role::Summary, &["개요", "소개", "overview", "introduction", "summary", "executive summary", "description", "about",
    "abstract", "project description", "input", "tl;dr", "purpose", "概要", "はじめに", "序論", "einleitung",
    "überblick", "übersicht", "zusammenfassung", "introducción", "resumen", "descripción", "introduction",
    "présentation", "résumé", "введение", "обзор", "описание", "简介", "概述", "引言", "introdução",
    "visão geral", "inleiding"]),
    (Role::Metadata, &["feature branch", "created", "status", "author", "authors", "owner", "version",
    "date", "last updated", "updated", "reviewers", "priority", "document version", "prepared by", "epic",
    "estimate", "story points", "sprint", "jira", "ticket", "branch", "due", "reporter", "assignee",
    "labels", "tags"]),
];

/// Every phrase with its role and its place in the table: the earlier is the more telling.
static PHRASES: LazyLock<BTreeMap<&'static str, (usize, Role)>> = LazyLock::new(|| {
    let mut phrases = BTreeMap::new();
    let all = WORDS.iter().flat_map(|(role, words)| words.iter().map(move |word| (*word, *role)));
    for (place, (word, role)) in all.enumerate() {
        phrases.entry(word).or_insert((place, role));
    }
    phrases
});

/// A heading of more words announces nothing.
const MOST_WORDS: usize = 10;

/// Whether a line is one of the phrases that announce something, and nothing else.
pub(super) fn is_announcement(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    line.contains(' ') && PHRASES.get(lower.as_str()).is_some_and(|(_, role)| *role != Role::Metadata)
}

/// The role of a heading or lead, where its words say one.
pub(super) fn role(title: &str) -> Option<Role> {
    if title.len() > 160 {
        return None;
    }
    let lower = strip_number(title).to_lowercase().replace(['*', '_', '`'], "");
    let plain = lower.split(" (").next().unwrap_or(&lower);
    let plain = plain.trim_matches(|c: char| !c.is_alphanumeric());
    if let Some((_, role)) = PHRASES.get(plain) {
        return Some(*role);
    }
    let is_joint = |c: char| !(c.is_alphanumeric() || c == '-' || c == '\'');
    let tokens: Vec<&str> = plain.split(is_joint).filter(|word| !word.is_empty()).collect();
    if tokens.len() > MOST_WORDS {
        return None;
    }
    let mut best: Option<(usize, Role)> = None;
    let mut note = |phrase: &str, fits: &dyn Fn() -> bool| {
        if let Some((place, role)) = PHRASES.get(phrase)
            && *role != Role::Metadata
            && best.is_none_or(|(known, _)| *place < known)
            && fits()
        {
            best = Some((*place, *role));
        }
    };
    for from in 0..tokens.len() {
        for to in from + 1..=tokens.len() {
            let phrase = tokens.get(from..to).unwrap_or_default().join(" ");
            note(&phrase, &|| to - from > 1 || alone_tells(&tokens, &phrase, from));
        }
    }
    if !plain.is_ascii() {
        // Without spaces between words a phrase is found anywhere.
        for phrase in PHRASES
            .keys()
            .filter(|phrase| phrase.chars().all(super::prose::is_wide) && plain.contains(**phrase))
        {
            note(phrase, &|| true);
        }
    }
    best.map(|(_, role)| role)
}

/// Words that announce something only as a whole heading.
#[rustfmt::skip]
const ONLY_WHOLE: &[&str] = &[
    "things", "concepts", "schedule", "vocabulary", "terminology", "data", "resources", "objects",
    "records", "open", "question", "acceptance", "ac", "acs", "people", "callers", "tasks", "questions",
    "references", "description", "users", "checklist", "contents", "entity", "input", "terms", "team",
    "testing", "changes", "budget", "license", "timeline", "exceptions", "why", "today", "about", "success",
    "decision", "decided", "agreed", "resolved", "beschluss", "entscheidung", "besluit", "later", "won't",
    "unchanged", "extensions", "guarantees", "divers", "varia", "sonstiges", "persona", "market", "comments", "comment", "discussion", "history", "rules", "deferred", "audience", "tbd", "offen", "fin", "proposal", "quality", "legend", "who",
];
/// Words that announce something at the end of a short heading: `Core Features`, `Project Scope`.
#[rustfmt::skip]
const ENDINGS: &[&str] = &[
    "scope", "functions", "context", "features", "functionality", "implementation", "technology",
    "verification", "solution", "criteria", "decisions", "dependencies", "vision", "benefits", "outcomes",
    "problem", "governance", "compliance", "roles",
];

/// Whether one word within a heading tells its role.
fn alone_tells(tokens: &[&str], word: &str, at: usize) -> bool {
    let last = at + 1 == tokens.len();
    if ONLY_WHOLE.contains(&word) || tokens.len() > 5 {
        return false;
    }
    if ENDINGS.contains(&word) {
        let joined = tokens.get(1).is_some_and(|next| matches!(*next, "and" | "for" | "of"));
        return (last && tokens.len() <= 3) || (at == 0 && joined && tokens.len() <= 4);
    }
    at == 0 || last
}

/// Put off or left out by what stands in brackets behind it: `Annual invoice (later)`.
pub(super) fn is_put_off(title: &str) -> bool {
    #[rustfmt::skip]
    const MARKS: &[&str] = &[
        "later", "not now", "future", "future work", "deferred", "postponed", "won't", "won't have", "wont",
        "out of scope", "not in this release", "next release", "later release", "post-mvp", "phase 2", "v2", "won't do",
        "wont do", "not doing", "parked", "rejected", "descoped", "cancelled", "verworfen",
        "später", "nicht jetzt", "zurückgestellt", "más adelante", "mais tarde", "plus tard",
    ];
    let text = title.trim().trim_end_matches(['.', ':', ';', '*']);
    let opened = if text.ends_with(')') { '(' } else { '[' };
    let inside = text.strip_suffix([')', ']']).and_then(|text| text.rsplit_once(opened));
    inside.is_some_and(|(_, mark)| {
        let mark = mark.trim().to_lowercase();
        // `(won't do, phones can do this already)`: the reason stands behind.
        MARKS.iter().any(|known| {
            mark.strip_prefix(known).is_some_and(|rest| rest.is_empty() || rest.starts_with([',', ';', ':']))
        })
    }) || is_put_off_at_its_end(text)
}

/// `Pictures would be nice, but not now`.
fn is_put_off_at_its_end(text: &str) -> bool {
    #[rustfmt::skip]
    const ENDS: &[&str] = &[
        "but not now", ", not now", "- not now", "– not now", "maybe later", "perhaps later", "-> later", "→ later", "-> not now", "-> parked", "-> no", "-> später", ", later", "- later", "– later",
        "not in this release", "not in this version", "in a later release", "in a later version", "in a later phase",
        "aber nicht jetzt", "vielleicht später", "pero no ahora", "mais pas maintenant",
    ];
    const LONGEST: usize = 40;
    let from = text.char_indices().rev().nth(LONGEST).map_or(0, |(at, _)| at);
    let lower = text.get(from..).unwrap_or_default().to_lowercase();
    // On its own it heads what is put off.
    ENDS.iter().filter_map(|end| lower.strip_suffix(end)).any(|rest| rest.chars().any(char::is_alphanumeric))
}

/// What people have to do after a meeting, where its minutes head a list with it.
pub(super) fn heads_tasks(title: &str) -> bool {
    #[rustfmt::skip]
    const TASKS: &[&str] = &[
        "actions", "action", "to do", "to dos", "to-do", "to-dos", "todo", "todos", "aufgaben", "maßnahmen", "tareas", "acciones",
        "tâches", "acties", "taken", "follow-up", "follow-ups", "next meeting", "next steps",
    ];
    let lower = strip_number(title).to_lowercase();
    let lower = lower.trim_matches(|c: char| !c.is_alphanumeric());
    let opens = ["minutes of ", "actions from ", "action items", "action points", "report on actions"];
    TASKS.contains(&lower) || opens.iter().any(|open| lower.starts_with(open))
}

/// `Revision history`: what was changed in the document, by whom and when.
pub(super) fn is_history(title: &str) -> bool {
    #[rustfmt::skip]
    const HISTORY: &[&str] = &[
        "revision history", "change record", "change records", "change history", "record of changes", "change log", "changelog",
        "document history", "version history", "änderungshistorie", "änderungsverlauf", "änderungsverzeichnis",
        "historial de cambios", "historique des modifications",
    ];
    let lower = strip_number(title).to_lowercase();
    HISTORY.contains(&lower.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// `Sonstiges`: the rest. In minutes it is talk, elsewhere it goes on with what stands before it.
pub(super) fn heads_the_rest(title: &str) -> bool {
    const REST: &[&str] =
        &["sonstiges", "verschiedenes", "divers", "varia", "miscellaneous", "misc", "other"];
    let lower = strip_number(title).to_lowercase();
    REST.contains(&lower.trim_matches(|c: char| !c.is_alphanumeric()))
}

/// A heading without its number: `2.1 Scope`, `3\. Goals`, `IV. Risks`.
pub(super) fn strip_number(title: &str) -> &str {
    let rest = title.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    if rest.len() < title.len() && (rest.starts_with([' ', ')', '\t']) || rest.is_empty()) {
        return rest.trim_start_matches([' ', ')', '\t', '-', '–', '—']);
    }
    title.trim_start_matches(['#', ' ', '§'])
}

/// `Status: rejected`, `Labels: wontfix`: a field that says that its ticket will not be done.
pub(super) fn is_refused(field: &str) -> bool {
    const FIELDS: &[&str] = &["labels", "label", "status", "state", "resolution", "lösung", "estado"];
    #[rustfmt::skip]
    const REFUSED: &[&str] = &[
        "wontfix", "won't fix", "won’t fix", "won't do", "won’t do", "rejected", "declined", "duplicate", "invalid", "cancelled",
        "canceled", "obsolete", "abgelehnt", "verworfen", "rechazado",
    ];
    let lower = field.to_lowercase();
    lower.split("  ").flat_map(|part| part.split(['|', '·'])).any(|part| {
        part.split_once(':').is_some_and(|(name, value)| {
            FIELDS.contains(&name.trim().trim_matches('*')) && REFUSED.iter().any(|word| value.contains(word))
        })
    })
}

/// Whether what is labelled or numbered under it demands nothing of the product.
pub(super) fn demands_nothing(role: Role) -> bool {
    matches!(
        role,
        Role::Assumptions
            | Role::Exclusions
            | Role::Questions
            | Role::Clarifications
            | Role::Verification
            | Role::Business
    )
}

/// Whether sentences under it ask for something in their ordinary words (will, can, should).
pub(super) fn asks(role: Role) -> bool {
    matches!(
        role,
        Role::Neutral
            | Role::Requirements
            | Role::Changes
            | Role::Stories
            | Role::Quality
            | Role::Constraints
            | Role::Criteria
    )
}
