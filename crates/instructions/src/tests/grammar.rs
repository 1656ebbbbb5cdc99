//! Tests of the examples of the grammar.

use std::collections::BTreeSet;

use crate::{GRAMMAR, apply};

use super::sample::shop;

#[test]
fn every_example_changes_the_design_once() {
    for form in GRAMMAR {
        let mut design = shop();
        let read = apply(&mut design, form.example);
        let [line] = read.as_slice() else { panic!("{}: {read:?}", form.example) };
        assert!(line.is_understood(), "{}: {:?}", form.example, line.not_understood);
        if form.verb == "answer" {
            assert_eq!((line.answers.len(), line.done.len(), &design), (1, 0, &shop()), "{}", form.example);
            continue;
        }
        let [done] = line.done.as_slice() else { panic!("{}: {line:?}", form.example) };
        assert_ne!(design, shop(), "{}", form.example);
        assert!(!done.what.is_empty() && done.words == form.example, "{done:?}");
        assert_eq!(done.pointers.is_empty(), form.verb == "remove", "{done:?}");
        assert_eq!(done.removed.is_empty(), !matches!(form.verb, "remove" | "merge"), "{done:?}");
        // Repeating the example is refused and changes nothing.
        let once = design.clone();
        let again = apply(&mut design, form.example);
        assert!(again.iter().all(|line| line.done.is_empty() && !line.is_understood()), "{again:?}");
        assert_eq!(design, once, "{}", form.example);
    }
}

#[test]
fn every_form_begins_with_its_verb_and_occurs_once() {
    let forms: BTreeSet<&str> = GRAMMAR.iter().map(|form| form.form).collect();
    assert_eq!(forms.len(), GRAMMAR.len());
    for form in GRAMMAR {
        assert!(form.form.starts_with(form.verb) && form.example.starts_with(form.verb), "{form:?}");
    }
}
