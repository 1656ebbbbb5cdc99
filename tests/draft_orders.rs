//! What a person orders is done once, to what they named and to nothing else, and what was done is found again.

#![expect(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use frieze::domain::brief::{self, Brief};
use frieze::domain::draft::{Revision, draft, revise, told, understood};
use frieze::domain::feedback;
use frieze::domain::intent::{self, ComponentType, Intent};
use frieze::domain::rubric::evaluate;
use proptest::prelude::*;

fn demo(name: &str) -> (Brief, Intent) {
    let bytes = std::fs::read(format!("assets/demo/{name}")).unwrap();
    let brief = brief::read(name, &bytes).unwrap();
    let intent = draft(&brief, &"demo".parse().unwrap());
    (brief, intent)
}

/// The next version by one order, which is carried out.
fn ordered(brief: &Brief, intent: &Intent, words: &str) -> Revision {
    let revision = revise(brief, intent, &[], &[words.to_owned()]);
    assert!(revision.not_applied.is_empty(), "{words}: {:?}", revision.not_applied);
    let value = serde_json::to_value(&revision.intent).unwrap();
    intent::read_value(&value).unwrap_or_else(|e| panic!("{words}: {e}"));
    revision
}

fn own_text(intent: &Intent) -> String {
    let mut own = intent.clone();
    own.requirements.clear();
    own.version.clear();
    serde_json::to_string(&own).unwrap()
}

fn view(intent: &Intent) -> String {
    intent.components.iter().find(|c| c.kind == ComponentType::View).unwrap().name.clone()
}

#[test]
fn a_new_name_that_holds_the_old_one_is_put_in_once() {
    let (brief, before) = demo("checkout.md");
    let revision = ordered(&brief, &before, "rename \"Payment\" to \"Card payment\"");
    let text = own_text(&revision.intent).to_lowercase();
    assert!(text.contains("card payment") && !text.contains("card card"), "{text}");
    // Said again, it changes nothing and says so.
    let again = revise(&brief, &revision.intent, &[], &["rename \"Payment\" to \"Card payment\"".to_owned()]);
    assert_eq!(own_text(&again.intent), own_text(&revision.intent));
    assert_eq!(again.applied.len(), 0, "{:?}", again.applied);
}

#[test]
fn a_name_within_the_name_of_another_thing_stays_there() {
    let (brief, mut before) = demo("gift-cards.md");
    let names = ["Card page", "Gift card page"];
    for (at, name) in names.iter().enumerate() {
        before.components[at].name = (*name).to_owned();
        before.components[at].description = format!("The {} shows the amount.", name.to_lowercase());
    }
    let revision = ordered(&brief, &before, "rename \"Card page\" to \"My card\"");
    let after = &revision.intent.components;
    assert_eq!([after[0].name.as_str(), after[1].name.as_str()], ["My card", "Gift card page"]);
    assert_eq!(after[0].description, "The my card shows the amount.");
    assert_eq!(after[1].description, "The gift card page shows the amount.");
    assert!(revision.applied[0].what.contains("“Gift card page” is another thing"), "{:?}", revision.applied);
}

#[test]
fn a_kind_before_the_name_finds_it_and_what_it_took_is_told() {
    for name in ["checkout.md", "gift-cards.md", "refunds.md"] {
        let (brief, before) = demo(name);
        let screen = view(&before);
        for words in [
            format!("remove the screen \"{screen}\""),
            format!("remove the \"{screen}\" screen"),
            format!("delete page '{screen}'"),
            format!("entferne den Bildschirm \"{screen}\""),
        ] {
            let revision = revise(&brief, &before, &[], std::slice::from_ref(&words));
            let Some(applied) = revision.applied.first() else {
                // The only screen of a design stays.
                let why = &revision.not_applied[0].why;
                assert!(why.contains("a design needs a view"), "{words}: {why}");
                continue;
            };
            assert!(
                !revision.intent.components.iter().any(|c| c.name == screen && c.kind == ComponentType::View)
            );
            assert!(applied.what.starts_with(&format!("Removed the screen “{screen}”")), "{}", applied.what);
            let quoted = format!("“{screen}”");
            let named: Vec<&String> = revision
                .intent
                .open_questions
                .iter()
                .filter(|q| q.contains(&quoted) && !q.contains("taken out in review"))
                .collect();
            assert!(named.is_empty() || own_text(&revision.intent).contains(&screen), "{words}: {named:?}");
            let report =
                serde_json::json!({ "applied": revision.applied, "notApplied": revision.not_applied });
            let outcomes =
                feedback::outcomes(&feedback::asked(&words), &before, &revision.intent, Some(&report));
            let feedback::Outcome::Changed { places, denied: false, .. } = &outcomes[0] else {
                panic!("{words}: {outcomes:?}")
            };
            assert!(places.iter().any(|place| place.sentence.contains("removed")), "{places:?}");
        }
    }
}

#[test]
fn a_removal_takes_one_kind_of_several_of_a_name_and_says_so() {
    let (brief, mut before) = demo("checkout.md");
    before.user_flows[0].name = "Ledger".to_owned();
    let at = before.components.iter().position(|c| c.kind == ComponentType::Control).unwrap();
    before.components[at].name = "Ledger".to_owned();
    let revision = ordered(&brief, &before, "remove \"Ledger\"");
    assert!(!revision.intent.components.iter().any(|c| c.name == "Ledger"));
    let flow = revision.intent.user_flows.iter().find(|f| f.name == "Ledger").expect("the flow stays");
    assert!(
        revision.applied[0].what.contains(&format!("Not meant was flow {}", flow.id)),
        "{:?}",
        revision.applied
    );
}

#[test]
fn plain_sentences_are_orders() {
    let (brief, before) = demo("gift-cards.md");
    let screen = view(&before);
    let show = ordered(&brief, &before, &format!("show the remaining deposit on the {screen} page"));
    let part = show.intent.components.iter().find(|c| c.name == "Remaining deposit").expect("the part");
    let home = show.intent.components.iter().find(|c| c.name == screen).unwrap();
    assert!(home.children.contains(&part.id) && part.kind == ComponentType::Data, "{part:?}");

    let words = format!("The error state of the {screen} screen should say “It failed. Try again.”");
    let state = ordered(&brief, &before, &words);
    let home = state.intent.components.iter().find(|c| c.name == screen).unwrap();
    assert!(home.states.contains(&"error: It failed. Try again.".to_owned()), "{:?}", home.states);
    assert_eq!(home.states.iter().filter(|s| s.starts_with("error")).count(), 1);
    // A finding does not write over what a person said.
    let mut intent = state.intent;
    for _ in 0..3 {
        let reading = intent::read_value(&serde_json::to_value(&intent).unwrap()).unwrap();
        intent = revise(&brief, &intent, &evaluate(&reading).findings, &[]).intent;
    }
    let home = intent.components.iter().find(|c| c.name == screen).unwrap();
    assert!(home.states.contains(&"error: It failed. Try again.".to_owned()), "{:?}", home.states);

    let words = "The amount should be chosen with three buttons: 25, 50 and 100 EUR";
    let choice = ordered(&brief, &before, words).intent;
    let group = choice.components.iter().find(|c| c.name == "Amount buttons").expect("the group");
    let names: Vec<&str> = choice
        .components
        .iter()
        .filter(|c| group.children.contains(&c.id))
        .map(|c| c.name.as_str())
        .collect();
    assert_eq!(names, ["25 EUR button", "50 EUR button", "100 EUR button"]);
    assert!(
        choice.components.iter().any(|c| c.kind == ComponentType::View && c.children.contains(&group.id))
    );
}

#[test]
fn what_is_not_understood_is_told_before_it_is_sent() {
    let (brief, before) = demo("gift-cards.md");
    let screen = view(&before);
    let words =
        format!("- rename \"{screen}\" to \"Counter\"\nmake it sing\n\nadd a help page. It feels off");
    let heard = understood(&before, &words);
    let are: Vec<bool> = heard.iter().map(frieze::domain::draft::Heard::is_understood).collect();
    assert_eq!(are, [true, false, false], "{heard:?}");
    let line = told(&heard).unwrap();
    assert!(line.starts_with("1 of 3 lines understood; not: “make it sing”"), "{line}");
    assert_eq!(told(&understood(&before, " \n")), None);
    // What is told is what is done.
    let done = revise(&brief, &before, &[], std::slice::from_ref(&words));
    let all = heard.iter().flat_map(|h| &h.done).collect::<Vec<_>>();
    assert_eq!(all, done.applied.iter().map(|a| &a.what).collect::<Vec<_>>());
    assert_eq!(heard.iter().map(|h| h.not_done.len()).sum::<usize>(), done.not_applied.len());
}

/// The built-in generator fills what is empty and asks; a description that says something is not added to.
#[test]
fn no_statement_is_changed_that_nobody_named() {
    for name in ["checkout.md", "gift-cards.md", "refunds.md", "ideas.md", "store-pickup.md", "loyalty.txt"] {
        let (brief, first) = demo(name);
        let mut intent = first;
        for _ in 0..3 {
            let reading = intent::read_value(&serde_json::to_value(&intent).unwrap()).unwrap();
            let next = revise(&brief, &intent, &evaluate(&reading).findings, &[]).intent;
            for old in &intent.components {
                let Some(new) = next.components.iter().find(|c| c.id == old.id) else { continue };
                let kept = old.description == new.description
                    || old.description.trim().is_empty()
                    || old.description.trim_end_matches('.').eq_ignore_ascii_case(&old.name);
                assert!(kept, "{name}: {} → {}", old.description, new.description);
            }
            for old in &intent.data_model.entities {
                let Some(new) = next.data_model.entities.iter().find(|e| e.name == old.name) else {
                    continue;
                };
                let grown = !old.description.is_empty() && new.description.len() > old.description.len();
                assert!(
                    !grown || !new.description.starts_with(&old.description),
                    "{name}: {}",
                    new.description
                );
            }
            assert!(intent.summary.trim().is_empty() || next.summary == intent.summary, "{name}");
            intent = next;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Whatever is renamed to whatever: once is enough, and only mentions change.
    #[test]
    fn renaming_twice_is_renaming_once(
        at in 0_usize..40,
        before in prop_oneof![Just(""), Just("Card "), Just("My "), Just("New old ")],
        middle in prop_oneof![Just(None), Just(Some("Zebra")), Just(Some("zebra crossing"))],
        after in prop_oneof![Just(""), Just(" page"), Just("s")],
    ) {
        let (brief, intent) = demo("checkout.md");
        let names: Vec<&String> = intent.components.iter().map(|c| &c.name).collect();
        let old = names[at % names.len()].clone();
        let new = format!("{before}{}{after}", middle.unwrap_or(&old));
        let words = [format!("rename \"{old}\" to \"{new}\"")];
        let once = revise(&brief, &intent, &[], &words).intent;
        let twice = revise(&brief, &once, &[], &words).intent;
        prop_assert_eq!(own_text(&once), own_text(&twice), "{}", words[0]);
        prop_assert_eq!(&once.requirements, &intent.requirements);
        // Ids and what refers to them stay.
        let ids = |i: &Intent| i.components.iter().map(|c| (c.id.clone(), c.children.clone())).collect::<Vec<_>>();
        prop_assert_eq!(ids(&once), ids(&intent));
        // What does not speak of it is as it was.
        let stem: String = old.split(' ').next().unwrap_or_default().to_lowercase().chars().take(4).collect();
        for (was, is) in intent.components.iter().zip(&once.components) {
            if !was.description.to_lowercase().contains(&stem) {
                prop_assert_eq!(&was.description, &is.description);
            }
        }
    }
}
