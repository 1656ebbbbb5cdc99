//! Documents laid out for the eye rather than as Markdown: what they demand is found, on its own line.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::{Brief, Force, Why, read};

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

/// What a design answers for, by line.
fn demanded(file: &str, text: &str) -> Vec<(u32, String)> {
    let brief = read(file, text.as_bytes()).unwrap();
    brief.demands().map(|s| (s.line, s.text.clone())).collect()
}

fn lines(demands: &[(u32, String)]) -> Vec<u32> {
    demands.iter().map(|(line, _)| *line).collect()
}

/// Lines left out, each with its reason.
fn passed(file: &str, text: &str) -> Vec<(u32, Why)> {
    let brief = read(file, text.as_bytes()).unwrap();
    brief.left_out.iter().map(|left| (left.line, left.why)).collect()
}

#[test]
fn letters_below_a_letter_are_read_and_their_answered_lines_are_not() {
    let text = "From: Berta Lind <b.lind@tidewater.example>\nTo: Karim Soto\nSubject: Re: the boat rental\n\nKarim,\n\n\
        see below.\n\n> 1. Is there a deposit?\n\nYes. If a boat comes back late the deposit stays with us at the hut.\n\
        They have ten minutes at the jetty, otherwise the next party gets the boat.\nWhen I was away nobody rented anything.\n\nBerta\n\n\
        PS No phone number must be shown in public.\n\nOn Mon, 4 Aug, Karim Soto wrote:\n> Dear Berta,\n>\n> what I understood:\n>\n\
        > - a boat is booked by the hour\n> - the jetty sees who comes next\n>\n> 1. Is there a deposit?\n>\n> Best, Karim\n";
    let found = demanded("mail.txt", text);
    assert_eq!(lines(&found), [11, 12, 17, 24, 25], "{found:#?}");
    let brief = read("mail.txt", text.as_bytes()).unwrap();
    assert!(brief.open_questions.is_empty(), "{:#?}", brief.open_questions);
    assert!(brief.stories.iter().all(|s| s.title != "Berta" && s.title != "Karim"), "{:#?}", brief.stories);
}

#[test]
fn a_specification_sheet_has_its_labels_between_strokes() {
    let text = "# Lastenheft „Sägewerk\"\n\n## 3 Funktionale Anforderungen\n\n**/LF10/** Der Stamm wird beim Eingang vermessen. Das System druckt eine Marke.\n\n\
        /LF20/ Nach 30 Tagen erhält der Kunde eine Mahnung.\n/LF30/ Die Säge ist vor jeder Schicht zu prüfen.\n\n\
        ## 4 Produktdaten\n\n/LD10/ Stamm: Nummer, Länge, Durchmesser\n\n## 5 Nichtfunktionale Anforderungen\n\n\
        /LL10/ Eine Suche dauert höchstens 2 Sekunden.\n\n## 6 Abgrenzung\n\n- Rinde; diese ist täglich abzufahren\n";
    let found = demanded("lastenheft.md", text);
    assert_eq!(lines(&found), [5, 7, 8, 16], "{found:#?}");
    let brief = read("lastenheft.md", text.as_bytes()).unwrap();
    let labels: Vec<&str> = brief.demands().map(|s| s.label.as_str()).collect();
    assert_eq!(labels, ["LF10", "LF20", "LF30", "LL10"]);
    assert_eq!(brief.exclusions.len(), 1, "{:#?}", brief.exclusions);
}

#[test]
fn words_of_obligation_of_neighbouring_languages_bind() {
    let texts = [
        "# Wasserwerk\n\nDie Zähler sind jährlich abzulesen. Es ist schwer, das zu verstehen. Die Karte ist zu klein.\n\nDer Plan und die Liste liegen auf dem Tisch.\n",
        "# Waterschap\n\nDe meters dienen te worden afgelezen. Het is een oud systeem met de hand. De lijst van het dorp ligt op tafel.\n",
        "# La piscine\n\nIl faut vider le bassin une fois par an. Le bassin est vieux et la clé est dans le tiroir de la table.\n",
        "# El pozo\n\nEl vecino tiene que cerrar la puerta del pozo. La llave del pozo es vieja y está en la mesa con una cuerda.\n",
    ];
    for text in texts {
        let brief = read("brief.md", text.as_bytes()).unwrap();
        let binding = brief.statements.iter().filter(|s| s.force == Force::Normative).count();
        assert_eq!((brief.language.as_str() != "en", binding), (true, 1), "{:#?}", brief.statements);
    }
}

#[test]
fn a_story_without_criteria_is_asked_for_beside_those_that_have_them() {
    let text = "# Huerto\n\n## HU-1 Regar\n\n**Como** vecina **quiero** reservar el agua **para** no esperar.\n\n\
        - Una reserva dura media hora.\n- Solo se reserva para el mismo día.\n- La llave se abre sola.\n- El turno se ve en la puerta.\n- Nadie reserva dos veces.\n- El agua se corta a las diez.\n\n\
        ## HU-2 Avisar\n\n**Como** hortelano **quiero** avisar de una fuga **para** que la arreglen.\n";
    let found = demanded("huerto.md", text);
    assert_eq!(lines(&found), [7, 8, 9, 10, 11, 12, 16], "{found:#?}");
}

#[test]
fn the_answer_to_an_edge_case_is_demanded_and_its_question_is_not() {
    let text = "# Feature Specification: Kiln booking\n\n## User Scenarios & Testing\n\n### Edge Cases\n\n\
        - What happens when the kiln is too hot? The door stays locked and the potter is told.\n- What if two book at once?\n  - The second one is offered the next slot.\n\
        - What about holidays? Not decided, TBD.\n- A broken pot.\n\n## Requirements\n\n### Functional Requirements\n\n\
        - **FR-001**: System MUST show the temperature.\n- **FR-002**: System MUST [NEEDS CLARIFICATION: how long are firings kept?]\n\
        - **FR-003**: System MUST sign potters in by [NEEDS CLARIFICATION: which means?].\n- **FR-004**: Removed.\n";
    let found = demanded("kiln.md", text);
    assert_eq!(lines(&found), [7, 9, 17, 19], "{found:#?}");
    assert_eq!(passed("kiln.md", text), [(18, Why::Unsettled), (20, Why::Remark)]);
}

#[test]
fn what_a_list_or_table_of_qualities_says_is_measured() {
    let head = "# Requirements Document\n\n## Requirements\n\n### Requirement 1: Slips\n\n#### Acceptance Criteria\n\n\
        1. WHEN a boat leaves THE system SHALL print a slip\n2. THE system SHALL list boats\n3. THE system SHALL list slips\n\
        4. THE system SHALL list crews\n5. THE system SHALL list berths\n6. THE system SHALL list keys\n\n## Non-Functional Requirements\n\n";
    let listed = format!("{head}- Slips are kept for 3 years\n- Works without a mouse\n- Speed: tbd\n");
    assert_eq!(lines(&demanded("a.kiro.md", &listed)), [9, 10, 11, 12, 13, 14, 18, 19]);
    let table = format!(
        "{head}| No. | Area | Demand |\n|---|---|---|\n| N1 | Retention | Slips are deleted after a year |\n"
    );
    assert_eq!(lines(&demanded("b.kiro.md", &table)).last(), Some(&20));
    let measures = format!("{head}| Area | Level |\n|---|---|\n| Availability | 99.9 % |\n| Colour | - |\n");
    let found = demanded("c.kiro.md", &measures);
    assert_eq!(found.last(), Some(&(20, "Availability: 99.9 %".to_owned())), "{found:#?}");
}

#[test]
fn a_row_ranked_as_not_to_be_built_is_left_out() {
    let text = "# Wishes\n\nAbbreviations: M/S/C/W = must, should, could, won't\n\n| ID | Requirement | Priority |\n|---|---|---|\n\
        | A-1 | Boats are counted at night | M |\n| A-2 | Sails are dried in the loft | S |\n| A-3 | Live radar | W |\n";
    assert_eq!(lines(&demanded("wishes.md", text)), [7, 8]);
    let brief = check("wishes.md", text, "Wishes", &[], &[9]);
    assert_eq!(brief.exclusions[0].text, "Live radar");
    // A column that holds nothing but ranks needs no name; other letters rank nothing.
    assert_eq!(lines(&demanded("wishes.md", &text.replace("Priority", "MSCW?"))), [7, 8]);
    let text = text.replace("| M |", "| X |").replace("| S |", "| Y |");
    assert_eq!(lines(&demanded("wishes.md", &text)), [7, 8, 9]);
}

#[test]
fn marks_of_a_wiki_are_headings_and_tables() {
    let text = "BRD-1  EPIC  Bread round\n\nh2. Summary\n\nLoaves leave at five.\n\n----\nBRD-2  STORY  Load the van  (3 pts)\n\n\
        As driver I want to see my loaves so I load the right ones.\n\n - loaves are listed by street\n - a crate holds no more than the table says\n\n\
        || crate || loaves ||\n| small | 12 |\n| large | 30 |\n\nDefinition of Done\n [ ] code reviewed, tests green\n [ ] all texts readable at five in the morning\n [ ] demo to the bakers\n";
    let found = demanded("bread.txt", text);
    assert_eq!(lines(&found), [12, 13, 21], "{found:#?}");
    assert_eq!(passed("bread.txt", text), [(20, Why::Work), (22, Why::Work)]);
}

#[test]
fn a_specification_says_how_it_is_read_and_that_binds_nobody() {
    let shall: String = (1..7).map(|n| format!("3.{n} The gate shall show lamp {n}.\n\n")).collect();
    let text = format!(
        "# 1 Introduction\n\nThe keywords \"shall\" and \"should\" are used as follows: \"shall\" marks a requirement.\n\n\
        # 2 Overall view\n\nGuards presently lift the bar by hand, which is not to be lost.\n\n# 3 Requirements\n\n{shall}Note: the law allows this twice; whether the gate has to know is open.\n\n\
        Note: a lamp shall not blink.\n\n# 4 Notes\n\n- see also sheet 3\n- Lamps come from the depot.\n\n# 5 Exclusions\n\nBikes must be walked, by their owners. The system must not photograph anybody.\n"
    );
    let found = demanded("gate.md", &text);
    assert_eq!(lines(&found), [11, 13, 15, 17, 19, 21, 25, 34], "{found:#?}");
    let reasons: Vec<Why> = passed("gate.md", &text).into_iter().map(|(_, why)| why).collect();
    assert_eq!(reasons, [Why::Today, Why::Remark, Why::Remark, Why::Remark], "{text}");
}

#[test]
fn success_that_shows_in_the_business_is_no_requirement() {
    let text = "# Feature Specification: Ferry tickets\n\n## Requirements\n\n- **FR-001**: System MUST sell tickets.\n\n## Success Criteria\n\n\
        - **SC-001**: A ticket is bought in under 30 seconds.\n- **SC-002**: Queue time falls from 12 to 5 minutes within a year of launch.\n\
        - **SC-003**: 95% of scans are answered within 1 second of launch of the app.\n";
    assert_eq!(lines(&demanded("ferry.md", text)), [5, 9, 11]);
    assert_eq!(passed("ferry.md", text), [(10, Why::Outcome)]);
}

#[test]
fn what_goes_leaves_something_to_be_done() {
    let text = "# Change: cards\n\n## Why\n\nCards are lost.\n\n## What Changes\n\n- Cards go\n\n## REMOVED Requirements\n\n### Requirement: Paper card\n\n\
        **Reason**: nobody must carry one.\n**Migration**: Old cards must be typed in within a week; the desk sees them.\n";
    assert_eq!(lines(&demanded("cards.openspec.md", text)).last(), Some(&16));
    assert!(!lines(&demanded("cards.openspec.md", text)).contains(&15));
}

#[test]
fn under_a_heading_of_what_is_built_the_present_tense_asks() {
    let text = "# Allotment shop\n\n## Background\n\nThe manager keeps a list of seeds on paper.\n\n## What we build\n\n\
        The manager sets up a sale with its seeds. A sale is a day with a table and seeds. Most sales look alike. If a bag is empty the \
        list shows it in red. Members hate queues in the rain. We believe a grid may be right. It works without a network in the shed.\n";
    let found = demanded("shop.md", text);
    let starts: Vec<&str> = found.iter().map(|(_, text)| text.split(' ').next().unwrap()).collect();
    assert_eq!(starts, ["The", "If", "It"], "{found:#?}");
}

#[test]
fn sentences_that_only_begin_like_steps_are_no_scenario() {
    let text = "From: Jo Petty <jo@parish.example>\nTo: Sam\nSubject: hall\n\nWhen there is time somebody should count the chairs.\n\
        When I came home the heating was on.\n\nIf a group cancels late they pay half of it. You should send me the prices, and please call me.\n";
    let found = demanded("mail.txt", text);
    assert_eq!(lines(&found), [5, 8], "{found:#?}");
    assert!(!found[0].1.contains("heating"), "{found:#?}");
}

#[test]
fn how_it_is_today_is_no_demand_even_with_a_must() {
    let text = "# Clinic\n\nToday the clerk must copy each slip by hand. The currently open slip can be printed. The clerk should see all slips.\n\n\
        See the slips of today at a glance.\n\n- see also sheet 3\n- Prints on paper\n";
    let found = demanded("clinic.md", text);
    assert_eq!(lines(&found), [3, 3, 8], "{found:#?}");
    assert_eq!(passed("clinic.md", text), [(3, Why::Today), (7, Why::Remark)]);
}
