//! Documents laid out for the eye rather than as Markdown: what they demand is found, on its own line.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::{Brief, read};

/// Every statement named is there on its line; nothing named as left out is among the statements.
fn check(file: &str, text: &str, title: &str, stated: &[(u32, &str)], excluded: &[u32]) -> Brief {
    let brief = read(file, text.as_bytes()).unwrap();
    assert_eq!(brief.title.text, title, "{text}");
    for (line, start) in stated {
        let found = brief.statements.iter().any(|s| s.line == *line && s.text.starts_with(start));
        assert!(found, "line {line}: {start}\nin {:#?}", brief.statements);
    }
    for line in excluded {
        assert!(brief.statements.iter().all(|s| s.line != *line), "line {line} in {:#?}", brief.statements);
        assert!(brief.exclusions.iter().any(|e| e.line == *line), "line {line} in {:#?}", brief.exclusions);
    }
    brief
}

#[test]
fn plain_bullets_under_a_story_are_what_it_is_accepted_by() {
    let text = "# Boat club\n\n## BC-7 Key cabinet\n\nAs a member I want to borrow the boathouse key so that I can row early.\n\
        * A key has a number and a hook.\n* The caretaker sees who has which key.\n\n\
        ## BC-8 Regatta results (later)\n\nAs a coach I want to enter results so that we have a history.\n* A result has a time and a crew.\n\n\
        ## Won't have\n- No weather forecast.\n";
    let told = [(6, "A key has a number"), (7, "The caretaker sees who")];
    let brief = check("brief.md", text, "Boat club", &told, &[9, 12, 15]);
    assert!(brief.stories.iter().all(|story| !story.title.contains("Regatta")));
}

#[test]
fn an_outline_is_told_by_its_examples() {
    let text = "# Parking\n\n```gherkin\nFeature: Tickets\n\n  Scenario Outline: Price\n    Given I parked for <hours> hours\n    \
        When I leave\n    Then I pay <price>\n\n    Examples:\n      | hours | price |\n      | 1     | 2 €   |\n      | 3     | 5 €   |\n```\n";
    let told =
        [(7, "Given I parked for 1 hours When I leave Then I pay 2 €"), (14, "Given I parked for 3 hours")];
    check("brief.md", text, "Parking", &told, &[]);
    let feature = "Feature: Tickets\n  Scenario Outline: Price\n    Given I parked for <hours> hours\n    When I leave\n    \
        Then I pay <price>\n    Examples:\n      | hours | price |\n      | 1 | 2 € |\n      | 3 | 5 € |\n";
    let brief = read("tickets.feature", feature.as_bytes()).unwrap();
    let told: Vec<(u32, &str)> = brief.statements.iter().map(|s| (s.line, s.text.as_str())).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|(_, text)| !text.contains('<')), "{told:?}");
}

#[test]
fn a_printed_standard_has_pages_columns_and_drawn_tables() {
    let text = "Working Party on Lifts                                    K. Author\nDraft                                                     May 2026\n\n\
        \x20             Lift Watch: Supervision of Unattended Lifts\n                     draft-author-lift-watch-01\n\n\
        Abstract\n\n   This document says what the watch room shows.\n\n\
        1.  Contents  . . . . . . . . . . . . 2\n\n1.  Alarms\n\n   The desk MUST show every alarm within 5 seconds.\n\n\
        \x20  +--------+---------+----------------------+\n   | Field  | Type    | Requirement          |\n   +--------+---------+----------------------+\n   | serial | string  | MUST be unique       |\n   | floor  | integer | MUST be given for an |\n   |        |         | alarm                |\n   +--------+---------+----------------------+\n\n\
        Author                  Draft                    [Page 1]\n\x0c\n2.  Failures\n\n\
        \x20  | Code | Meaning      | The desk SHALL     |\n   |------|--------------|--------------------|\n   | L1   | door blocked | call the caretaker |\n";
    let told = [
        (15, "The desk MUST show every alarm"),
        (20, "serial MUST be unique"),
        (21, "floor MUST be given for an alarm"),
        (31, "The desk SHALL call the caretaker (L1, door blocked)"),
    ];
    let brief = check("lift.txt", text, "Lift Watch: Supervision of Unattended Lifts", &told, &[]);
    assert!(brief.statements.iter().all(|s| !s.text.contains("--")), "{:#?}", brief.statements);
}

#[test]
fn columns_over_a_rule_are_a_table() {
    let text = "Rates\n\n    Vehicle    Fee   Rule\n    ---------  ----  -----------------------\n    bus        9     A bus must be announced\n    \
        van        4     none\n";
    let brief = check("rates.txt", text, "Rates", &[(5, "A bus must be announced")], &[]);
    assert_eq!(brief.statements.len(), 1, "{:#?}", brief.statements);
}

#[test]
fn minutes_decide_line_by_line() {
    let text = "Minutes - Repair cafe, second meeting\npresent: Ilse (chair), Bogdan, Mireille\n\nTOP 1 what we repair\n\
        a long talk about lamps.\n=> DECISION: we repair lamps, radios and bicycles, no phones\n- every repair gets a slip (Bogdan prints them)\n\
        * Guests wait in the hall.\nMireille arrives.\nIlse: the desk should see who waits longest.\n\
        Bogdan asks for e-mail. -> fine. decision: guests can book a slot by e-mail.\nDonations? => voluntary, into the tin\n\n\
        TOP 2 any other business\ncake\n";
    let told = [
        (6, "we repair lamps"),
        (7, "every repair gets a slip"),
        (8, "Guests wait in the hall."),
        (10, "the desk should see"),
        (11, "guests can book"),
        (12, "Donations? voluntary"),
    ];
    let brief = check("minutes.txt", text, "Repair cafe, second meeting", &told, &[]);
    assert!(
        brief.statements.iter().all(|s| !s.text.contains("arrives") && !s.text.contains("Bogdan")),
        "{:#?}",
        brief.statements
    );
    assert!(brief.stories.iter().all(|story| !story.title.contains("TOP")), "{:#?}", brief.stories);
}

#[test]
fn a_mail_is_called_by_its_subject() {
    let text = "From: Otto <otto@example.org>\nTo: Kim\nSubject: Re: Fwd: a list for the bakery\n\nHi Kim,\n\n\
        I'd like to see by noon what is sold out. Please warn me when flour runs low.\n\n> What must it do?\n";
    let told = [(7, "I'd like to see by noon"), (7, "Please warn me")];
    let brief = check("brief.md", text, "a list for the bakery", &told, &[]);
    assert!(brief.statements.iter().all(|s| s.line == 7), "{:#?}", brief.statements);
}

#[test]
fn cases_under_a_colon_go_on_with_it() {
    let text = "1. SCOPE\nThe yard keeps one list.\n\n2. THE LIST\n2.1 The list shall not accept:\n    (a) two boats in one berth;\n    (b) a boat without an owner.\n\
        2.2 The list shall be printed daily.\n";
    let told = [
        (6, "The list shall not accept: two boats in one berth"),
        (7, "The list shall not accept: a boat without an owner."),
        (8, "The list shall be printed daily."),
    ];
    let brief = read("yard.txt", text.as_bytes()).unwrap();
    for (line, start) in told {
        assert!(
            brief.statements.iter().any(|s| s.line == line && s.text.starts_with(start)),
            "{:#?}",
            brief.statements
        );
    }
}

#[test]
fn what_stays_as_it_is_and_its_measures_are_kept() {
    let text = "# Änderungsantrag: Ausleihe\n\n## Gewünschte Änderung\n\n1. Leser sollen online verlängern können und das System muss es zeigen.\n\n\
        ## Bestehendes Verhalten, das bleibt\n\n- Die Gebühren werden am Schalter bezahlt.\n\n\
        ## Nichtfunktionale Anforderungen\n\n| Nr. | Anforderung | Messgröße |\n|---|---|---|\n| N1 | Die Suche muss schnell sein | unter 2 s |\n";
    let told =
        [(9, "Die Gebühren werden am Schalter"), (15, "Die Suche muss schnell sein (messgröße: unter 2 s)")];
    let brief = read("brief.md", text.as_bytes()).unwrap();
    for (line, start) in told {
        assert!(
            brief.statements.iter().any(|s| s.line == line && s.text.starts_with(start)),
            "{:#?}",
            brief.statements
        );
    }
    assert!(brief.stories.iter().all(|story| !story.title.contains("Bestehendes")), "{:#?}", brief.stories);
}

#[test]
fn a_note_of_a_few_sentences_says_what_it_is_for() {
    let text = "A clock for the sauna. You choose the heat, and it tells you when to leave. I fall asleep, so it should wake me.";
    let brief = read("brief.md", text.as_bytes()).unwrap();
    assert_eq!(brief.demands().count(), 2, "{:#?}", brief.statements);
}

#[test]
fn lines_that_end_in_a_carriage_return_are_lines() {
    let text = "# Kiosk\r\rThe kiosk must sell papers.\r\rIt must give change.\r";
    let told = [(3, "The kiosk must sell"), (5, "It must give")];
    check("brief.md", text, "Kiosk", &told, &[]);
}

#[test]
fn extensions_of_a_use_case_are_statements() {
    let text = "# Locker\n\n## UC-1 Open a locker\n\nMain success scenario\n\n1. The guest types a code.\n2. The locker opens.\n\nExtensions\n\n\
        2a. The code is wrong: the locker stays shut\n    and says so.\n2b. The locker is broken: the desk is told.\n\nNot part of this release\n\n- Payment\n";
    let told = [
        (7, "The guest types"),
        (12, "The code is wrong: the locker stays shut and says so."),
        (14, "The locker is broken"),
    ];
    check("brief.md", text, "Locker", &told, &[18]);
}
