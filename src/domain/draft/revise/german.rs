//! Instructions in German, said again in English: the verbs and the kinds of parts, never the names.

use super::pieces::{after, cut};

/// The instruction in English, where the words are a German one.
pub(super) fn in_english(text: &str) -> Option<String> {
    let text = after(text, &["bitte "]).unwrap_or(text);
    let text = after(text, &["wir brauchen ", "es fehlt ", "es fehlen "])
        .map_or_else(|| text.to_owned(), |rest| format!("ergänze {rest}"));
    let kinds = |part: &str| kind(part);
    if let Some(rest) = after(&text, &["entferne ", "lösche ", "streiche ", "nimm "]) {
        let rest = rest.trim_end_matches(" heraus").trim_end_matches(" raus");
        return Some(match cut(rest, &[" aus ", " von "]) {
            Some((what, of)) => format!("remove {} from {}", kinds(what), kinds(of)),
            None => format!("remove {}", kinds(rest)),
        });
    }
    if let Some(what) = [" entfernen", " löschen", " streichen"].iter().find_map(|end| text.strip_suffix(end))
    {
        return Some(format!("remove {}", kinds(what)));
    }
    let added = after(&text, &["füge ", "ergänze "])
        .or_else(|| [" hinzufügen", " ergänzen"].iter().find_map(|end| text.strip_suffix(end)));
    if let Some(rest) = added {
        let rest = rest.trim_end_matches(" hinzu").trim_end_matches(" ein");
        return Some(match cut(rest, &[" zu ", " zum ", " zur ", " bei ", " in ", " im "]) {
            Some((what, to)) => format!("add {} to {}", kinds(what), kinds(to)),
            None => format!("add {}", kinds(rest)),
        });
    }
    let renamed = after(&text, &["benenne "])
        .map(|rest| rest.trim_end_matches(" um"))
        .or_else(|| text.strip_suffix(" umbenennen"));
    if let Some(rest) = renamed {
        let (from, to) = cut(rest, &[" in ", " zu "])?;
        return Some(format!("rename {} to {}", kinds(from), kinds(to)));
    }
    if let Some(rest) = after(&text, &["teile "]) {
        let (what, parts) = cut(rest.trim_end_matches(" auf"), &[" in "])?;
        return Some(format!("split {} into {}", kinds(what), parts.replace(" und ", " and ")));
    }
    if let Some(rest) = after(&text, &["fasse ", "führe "]) {
        let rest = rest.trim_end_matches(" zusammen");
        return Some(format!("merge {}", kinds(rest).replace(" und ", " and ").replace(" mit ", " and ")));
    }
    if let Some(case) = after(&text, &["beschreibe, was passiert, wenn ", "was passiert, wenn "]) {
        return Some(format!("describe what happens when {case}"));
    }
    let rest = after(&text, &["beschreibe "])?;
    let (what, said) = cut(rest, &[" als ", ": "])?;
    Some(format!("describe {} as {said}", kinds(what)))
}

/// `den Bildschirm "Kasse"` → `"Kasse" screen`; a name without such a word stays as it is.
fn kind(part: &str) -> String {
    #[rustfmt::skip]
    const KINDS: &[(&str, &str)] = &[
        ("bildschirm", "screen"), ("ansicht", "screen"), ("seite", "screen"), ("ablauf", "flow"),
        ("attribut", "attribute"), ("feld", "attribute"), ("attribute", "attributes"), ("felder", "attributes"),
        ("eigenschaft", "attribute"), ("entität", "entity"), ("objekt", "entity"), ("schritt", "step"),
        ("ziel", "goal"), ("frage", "question"), ("maske", "screen"), ("knopf", "button"),
        ("schaltfläche", "button"), ("formular", "form"), ("liste", "list"), ("dialog", "dialog"),
        ("tabelle", "table"),
    ];
    #[rustfmt::skip]
    const ARTICLES: &[&str] = &[
        "der ", "die ", "das ", "den ", "dem ", "des ", "ein ", "eine ", "einen ", "einem ", "einer ",
    ];
    let mut rest = part.trim();
    while let Some(next) = after(rest, ARTICLES) {
        rest = next;
    }
    let (first, name) = rest.split_once(' ').unwrap_or((rest, ""));
    let word = first.to_lowercase();
    match KINDS.iter().find(|(german, _)| *german == word).map(|(_, english)| *english) {
        Some(part @ ("screen" | "button" | "form" | "list" | "dialog" | "table")) if !name.is_empty() => {
            format!("{} {part}", name.trim_start_matches("für "))
        }
        Some(english) if !name.is_empty() => format!("{english} {name}"),
        Some(_) | None => rest.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn german_verbs_and_kinds_are_said_again() {
        for (text, expected) in [
            (
                "Bitte den Bildschirm \"Kasse\" in \"Bezahlen\" umbenennen",
                "rename \"Kasse\" screen to \"Bezahlen\"",
            ),
            ("Füge ein Attribut \"Telefon\" zu Kunde hinzu", "add attribute \"Telefon\" to Kunde"),
            ("Entferne die Ansicht Export", "remove Export screen"),
            ("Fasse Korb und Wagen zusammen", "merge Korb and Wagen"),
        ] {
            assert_eq!(in_english(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(in_english("remove the cart"), None);
    }
}
