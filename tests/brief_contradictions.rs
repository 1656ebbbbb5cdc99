//! Two demands that cannot both hold are asked about with both lines; an exception, another case and another thing
//! are none.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::read;

/// The questions that a list of demands poses, from line 3 on.
fn asked(demands: &[&str]) -> Vec<String> {
    let list: String = demands.iter().map(|demand| format!("- {demand}\n")).collect();
    let brief = read("brief.md", format!("# Reports\n\n{list}").as_bytes()).unwrap();
    assert_eq!(brief.statements.len(), demands.len(), "nothing is left out: {:#?}", brief.statements);
    brief.open_questions.into_iter().map(|q| q.text).filter(|q| q.contains("contradict")).collect()
}

#[test]
fn one_limit_with_two_numbers_is_asked_about() {
    for (one, two) in [
        ("A user must be able to upload up to 5 files.", "At most 10 files may be uploaded per report."),
        ("Reports must be kept for 24 months.", "Reports must be kept for 3 years."),
        ("The list must be updated within 10 seconds.", "The list must be updated within one minute."),
        ("Each report must have at least two photos.", "Each report must have at least 3 photos."),
    ] {
        let found = asked(&[one, "The desk must see who wrote a report.", two]);
        assert_eq!(found.len(), 1, "{one} {two}: {found:?}");
        assert!(found[0].contains("Lines 3 and 5"), "{found:?}");
    }
}

#[test]
fn what_is_demanded_and_forbidden_is_asked_about() {
    for (one, two) in [
        ("The app MUST store the card number.", "The app MUST NOT store card numbers."),
        (
            "Guests must be able to check out without an account.",
            "Guests must not check out without an account.",
        ),
        ("Photos must be deleted after 30 days.", "The system must never delete photos."),
        ("Readers may cancel a loan.", "Loans must not be cancelled by readers."),
        (
            "Directors must be able to reserve without logging in.",
            "Everybody must log in before they reserve anything.",
        ),
        ("Guests can pay without registering.", "Guests must register before they pay."),
    ] {
        let found = asked(&[one, two]);
        assert_eq!(found.len(), 1, "{one} {two}: {found:?}");
    }
}

#[test]
fn another_case_is_no_contradiction() {
    for (one, two) in [
        ("A photo must have at most 5 MB.", "A video must have at most 100 MB."),
        ("Members must be able to book up to 3 courts.", "Coaches must be able to book up to 5 courts."),
        (
            "Search results must appear within 2 seconds.",
            "Search results must appear within 4 seconds on phones.",
        ),
        (
            "Members must be able to cancel a booking.",
            "Members must not cancel a booking after the deadline.",
        ),
        ("Reports must be kept for 24 months.", "Reports must be kept for 2 years."),
        ("Drafts must be deleted after one month.", "Drafts must be deleted after 30 days."),
        ("The desk must see all bookings.", "Guests must not see all bookings."),
        ("Sessions must end within 24 hours.", "Sessions must end within 1 day."),
        ("Guests can pay without registering.", "Sellers must register before they pay out."),
        ("The desk can print without asking.", "Guests must ask for a key."),
    ] {
        let found = asked(&[one, two]);
        assert_eq!(found, Vec::<String>::new(), "{one} {two}");
    }
}
