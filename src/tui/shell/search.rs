//! Search over all features: ids, titles, names of elements, requirements and findings.

use super::disk_cards;
use crate::tui::Workspace;
use crate::tui::modal::sheet::SheetLine;
use crate::tui::model::design_parts::Section;
use crate::tui::model::detail::Problem;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_data::text::count;
use frieze_design::critique::CritiqueFile;
use frieze_engine::past::read_design;
use frieze_intent::{Attribute, Intent};
use frieze_kernel::files::Home;
use frieze_ports::Store;

/// The most hits that are listed.
const MOST: usize = 500;

/// The lines with all of these words in the current designs and critiques, each with the command that goes there.
///
/// # Errors
/// If the features cannot be listed. A design that cannot be read has no hits.
pub fn search(workspace: &Workspace, words: &str) -> Result<Vec<SheetLine>, Problem> {
    let words = words.to_lowercase();
    let words: Vec<&str> = words.split_whitespace().collect();
    let ids = workspace.design().features()?;
    let hits = ids.iter().flat_map(|id| of_feature(workspace.store.as_ref(), id, &words));
    let mut hits: Vec<SheetLine> = hits.take(MOST + 1).collect();
    let count = match hits.len() {
        0 => "No feature has these words.".to_owned(),
        found if found > MOST => format!("More than {MOST} hits; these are the first."),
        found => count(found, "hit", "hits"),
    };
    hits.truncate(MOST);
    hits.insert(0, (count, None));
    Ok(hits)
}

fn of_feature(store: &dyn Store, id: &FeatureId, words: &[&str]) -> Vec<SheetLine> {
    let home = Home::of(id);
    let design = read_design(store, &home.intent()).ok().flatten().map(|reading| reading.intent);
    let title = design.as_ref().map_or("", |design| design.title.as_str());
    let mut lines = vec![(String::new(), format!("{id}  {title}"))];
    let of_brief = disk_cards::title(store, id).filter(|of_brief| **of_brief != *title);
    lines.extend(of_brief.map(|title| (String::new(), format!("{id}  brief: {title}"))));
    let element = |(pointer, text)| (pointer, format!("{id}  {text}"));
    lines.extend(design.iter().flat_map(elements).map(element));
    let critique = store.read(&home.critique(), json::LARGEST).ok().flatten();
    let critique = critique.and_then(|bytes| CritiqueFile::read(&bytes).ok());
    lines.extend(critique.into_iter().flat_map(|file| file.findings).map(|finding| {
        let text = format!("{id}  −{} {}: {}", finding.points, finding.check, finding.message);
        (finding.pointer, text)
    }));
    // The id is in every line, but finds only the feature's own.
    let has_all = |pointer: &str, text: &str| {
        let text = text.to_lowercase();
        let own = if pointer.is_empty() { &text } else { text.strip_prefix(id.as_str()).unwrap_or(&text) };
        words.iter().all(|word| text.contains(word)) && words.iter().any(|word| own.contains(word))
    };
    let goes = |pointer: String| Some(format!("show {id} {pointer}").trim_end().to_owned());
    let hits = lines.into_iter().filter(|(pointer, text)| has_all(pointer, text));
    hits.map(|(pointer, text)| (text, goes(pointer))).collect()
}

/// The names of a design's elements and fields and the texts of its requirements, each with its pointer.
fn elements(design: &Intent) -> Vec<(String, String)> {
    let named = Section::ALL.iter().flat_map(|section| {
        (0..section.len(design)).filter_map(move |at| {
            let name = section.name(design, at)?;
            let text = design.requirements.get(at).filter(|_| *section == Section::Requirements);
            let text = text.map_or_else(|| name.to_owned(), |one| format!("{name} {}", one.text));
            Some((format!("{}/{at}", section.pointer()), format!("{}: {text}", section.kind())))
        })
    });
    let fields = design.data_model.entities.iter().enumerate().flat_map(|(at, entity)| {
        let pointer = format!("{}/{at}", Section::Entities.pointer());
        let named =
            move |field: &Attribute| (pointer.clone(), format!("field: {} of {}", field.name, entity.name));
        entity.attributes.iter().map(named)
    });
    named.chain(fields).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::panes::fixtures::design;
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};

    #[test]
    fn names_titles_requirements_and_findings_are_found() {
        let mut shop = design::shop();
        shop.title = "The Zebra".to_owned();
        let critique = design::detail(&shop, None).critique.unwrap().unwrap();
        let home = "features/shop/design";
        let files = Files::from([
            (format!("{home}/intent.json"), serde_json::to_vec(&shop).unwrap()),
            (format!("{home}/critique.json"), serde_json::to_vec(&critique).unwrap()),
            ("features/shop/brief.md".to_owned(), b"# The Quagga\n".to_vec()),
        ]);
        let store = DurableStore::new(MemoryDisk::holding(&files));
        let id: FeatureId = "shop".parse().unwrap();
        let found = |words: &[&str]| of_feature(&store, &id, words);
        let one = |text: &str, command: &str| vec![(text.to_owned(), Some(command.to_owned()))];
        assert_eq!(found(&["zebra"]), one("shop  The Zebra", "show shop"));
        assert_eq!(found(&["quagga"]), one("shop  brief: The Quagga", "show shop"));
        let by_card = "shop  requirement: R1 The shopper can pay an order by card.";
        assert_eq!(found(&["order", "by card"])[0], one(by_card, "show shop /requirements/0")[0]);
        assert_eq!(
            found(&["voucher code"])[0],
            one("shop  component: Voucher code", "show shop /components/4")[0]
        );
        assert_eq!(
            found(&["placed at"]),
            one("shop  field: placed at of Order", "show shop /dataModel/entities/0")
        );
        let findings = found(&["completeness/"]);
        assert!(findings.len() > 1 && findings[0].0.starts_with("shop  −"), "{findings:?}");
        assert_eq!(found(&["zebra", "crocodile"]), []);
        // The id narrows other words down, and alone finds the feature.
        assert_eq!(found(&["shop", "placed at"]).len(), 1);
        let lines = found(&["shop"]);
        assert!(
            lines[0].0 == "shop  The Zebra"
                && lines.iter().skip(2).all(|(text, _)| text[4..].contains("shop")),
            "{lines:?}"
        );
    }
}
