//! Check of a preview page before the browser opens it: it must be sealed, or be byte for byte a page that frieze makes of a
//! design of the feature. Any other page may contain anything.

use std::collections::BTreeSet;

use crate::tui::model::detail::Problem;
use frieze_data::id::FeatureId;
use frieze_data::json;
use frieze_design::critique::CritiqueFile;
use frieze_engine::{Seal, past};
use frieze_intent::Reading;
use frieze_kernel::files::{Home, Iteration};
use frieze_ports::{Kind, Store};
use frieze_preview as preview;

/// The largest page, in bytes; screens drawn by a server are most of it.
const LARGEST: usize = 32 * 1024 * 1024;
/// How many of the last iterations the page may be of. While the next design is scored, the page is of the previous one.
const NEWEST: usize = 8;

/// Checks whether the page of a feature may be opened.
///
/// # Errors
/// If there is no page, or it may not be opened.
pub fn check(store: &dyn Store, id: &FeatureId, seal: &Seal) -> Result<(), Problem> {
    let path = seal.folder.preview();
    match store.kind_of(&path)? {
        None => {
            return Err(Problem::new(format!("{id} has no preview yet"), "run it first"));
        }
        Some(Kind::File) => {}
        Some(Kind::Folder | Kind::Symlink | Kind::Other) => {
            let what = format!("{path} is not opened: it is not a regular file");
            return Err(Problem::new(what, "delete it; the next run creates one"));
        }
    }
    // A sealed page was verified.
    if seal.checksum.is_some() {
        return Ok(());
    }
    let page = store.read(&path, LARGEST)?.unwrap_or_default();
    let home = Home::of(id);
    let past = past::past_iterations(store, &home, 0)?;
    let folders: Vec<Iteration> =
        past.iter().rev().take(NEWEST).map(|past| home.iteration(past.folder)).collect();
    let is_of = |design: &Reading| is_made_of(store, &home, &folders, design, &page);
    let current = seal.design(store).ok().flatten();
    let earlier = || {
        folders.iter().any(|folder| {
            let designs = [folder.edited_intent(), folder.intent()];
            designs
                .iter()
                .any(|path| past::read_design(store, path).ok().flatten().is_some_and(|d| is_of(&d)))
        })
    };
    if current.is_some_and(|design| is_of(&design)) || earlier() {
        return Ok(());
    }
    Err(Problem::new(
        format!("{path} is not opened: this frieze did not make it of the design"),
        format!("`frieze preview {}` prints the page of the design", seal.folder.intent()),
    ))
}

/// Whether a page is the built-in one of a design, or has the screens of a server's saved answer. Pages of older versions and
/// of designs without a brief do not say how the design compares with it.
fn is_made_of(store: &dyn Store, home: &Home, folders: &[Iteration], design: &Reading, page: &[u8]) -> bool {
    let critiques = folders.iter().flat_map(|folder| [folder.critique(), folder.edited_critique()]);
    let fidelities = std::iter::once(home.critique()).chain(critiques).filter_map(|path| {
        let file = CritiqueFile::read(&store.read(&path, json::LARGEST).ok()??).ok()?;
        file.fidelity.filter(|_| file.input_sha256 == design.sha256)
    });
    let compared: BTreeSet<Option<String>> =
        fidelities.map(|fidelity| Some(fidelity.in_words())).chain([None]).collect();
    let answers: Vec<String> = folders
        .iter()
        .filter_map(|folder| String::from_utf8(store.read(&folder.previewer_answer(), LARGEST).ok()??).ok())
        .collect();
    let Reading { intent, sha256, .. } = design;
    compared.iter().map(Option::as_deref).any(|compared| {
        preview::render(intent, *sha256, compared).as_bytes() == page
            || answers.iter().any(|answer| {
                preview::render_drawn(intent, *sha256, compared, answer)
                    .is_ok_and(|drawn| drawn.as_bytes() == page)
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use frieze_design::critique::Critique;
    use frieze_design::{brief, draft};
    use frieze_intent as intent;
    use frieze_rubric::{Evaluation, Fidelity, evaluate};
    use frieze_store::DurableStore;
    use frieze_testkit::{Files, MemoryDisk};
    use serde_json::json;

    const HOME: &str = "features/checkout/design";

    /// A design with this title, as bytes, and its page.
    fn design(title: &str) -> (Vec<u8>, Vec<u8>) {
        let read = brief::read("brief.md", b"# Checkout\n\nThe shop MUST show a cart.\n").unwrap();
        let mut design = draft::draft(&read, &id());
        title.clone_into(&mut design.title);
        let bytes = serde_json::to_vec(&design).unwrap();
        let reading = intent::read(&bytes).unwrap();
        (bytes, preview::render(&reading.intent, reading.sha256, None).into_bytes())
    }

    fn id() -> FeatureId {
        "checkout".parse().unwrap()
    }

    fn checked(files: &[(&str, &[u8])]) -> Result<(), String> {
        let files = files.iter().map(|(path, bytes)| (format!("{HOME}/{path}"), bytes.to_vec()));
        let disk = MemoryDisk::holding(&Files::from_iter(files));
        check(&DurableStore::new(disk), &id(), &Seal::none(&Home::of(&id()))).map_err(|e| e.what)
    }

    #[test]
    fn a_page_of_the_design_or_of_the_previous_one_is_opened() {
        let ((now, page), (before, its_page)) = (design("Now"), design("Before"));
        assert_eq!(checked(&[("intent.json", &now), ("preview.html", &page)]), Ok(()));
        let earlier =
            [("intent.json", &now[..]), ("preview.html", &its_page), ("iterations/1/intent.json", &before)];
        assert_eq!(checked(&earlier), Ok(()));
        let edited = [("preview.html", &its_page[..]), ("iterations/2/intent-edited.json", &before)];
        assert_eq!(checked(&edited), Ok(()));
    }

    #[test]
    fn a_page_of_anyone_else_is_not_opened() {
        let (now, page) = design("Now");
        let script = [&page[..], b"<script>fetch('x')</script>"].concat();
        let (_, another) = design("Another");
        for page in [&script, &another, &Vec::new()] {
            let why = checked(&[("intent.json", &now), ("preview.html", page)]).unwrap_err();
            assert!(why.contains("this frieze did not make it"), "{why}");
        }
        assert!(checked(&[("preview.html", &page)]).is_err(), "there is no design");
        assert_eq!(checked(&[("intent.json", &now)]), Err("checkout has no preview yet".to_owned()));
    }

    #[test]
    fn a_page_that_compares_the_design_with_its_brief_is_opened() {
        let (now, _) = design("Now");
        let reading = intent::read(&now).unwrap();
        let critique = |met: u32| {
            let fidelity = Fidelity { demanded: 2, in_design: Some(2), met, ..Fidelity::default() };
            let evaluation = Evaluation { fidelity: Some(fidelity), ..evaluate(&reading) };
            let critique = serde_json::to_value(Critique::from(evaluation)).unwrap();
            let mut file = json!({
                "schemaVersion": 1, "featureId": "checkout", "iteration": 1, "threshold": 80,
                "rubricSha256": frieze_rubric::sha256().to_string(),
            });
            let members = critique.as_object().unwrap().clone();
            file.as_object_mut().unwrap().extend(members);
            serde_json::to_vec(&file).unwrap()
        };
        let words = "2 requirements in the brief, 2 in the design, 1 met, 0 left out, 0 foreign.";
        let page = preview::render(&reading.intent, reading.sha256, Some(words));
        assert!(page.contains(words), "{page}");
        let [right, other] = [1, 2].map(critique);
        for (path, critique, opens) in [
            ("critique.json", &right, true),
            ("iterations/1/critique.json", &right, true),
            ("critique.json", &other, false),
        ] {
            let files = [
                ("intent.json", &now[..]),
                ("preview.html", page.as_bytes()),
                ("iterations/1/intent.json", &now),
                (path, critique),
            ];
            assert_eq!(checked(&files).is_ok(), opens, "{path}");
        }
    }

    #[test]
    fn a_page_with_the_screens_of_a_saved_answer_is_opened() {
        let (now, _) = design("Now");
        let answer = br#"{"server":"somebody","pages":[{"title":"Cart","html":"<p>Cart</p>"}]}"#;
        let reading = intent::read(&now).unwrap();
        let text = std::str::from_utf8(answer).unwrap();
        let page = preview::render_drawn(&reading.intent, reading.sha256, None, text).unwrap();
        let files = [("intent.json", &now[..]), ("preview.html", page.as_bytes())];
        assert!(checked(&files).is_err());
        let kept = [&files[..], &[("iterations/1/previewer-answer.json", &answer[..])]].concat();
        // The iteration folder has its design too.
        let kept = [&kept[..], &[("iterations/1/intent.json", &now[..])]].concat();
        assert_eq!(checked(&kept), Ok(()));
    }

    #[test]
    fn a_symlink_is_not_followed() {
        let (now, page) = design("Now");
        let files = [(format!("{HOME}/intent.json"), now), (format!("{HOME}/elsewhere.html"), page)];
        let disk = MemoryDisk::holding(&Files::from(files));
        disk.plant_symlink(Home::of(&id()).folder(), "preview.html").unwrap();
        let seal = Seal::none(&Home::of(&id()));
        let why = check(&DurableStore::new(disk), &id(), &seal).unwrap_err();
        assert!(why.what.contains("is not a regular file"), "{}", why.what);
    }
}
