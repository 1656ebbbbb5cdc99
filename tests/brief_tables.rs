//! Tables and lists whose rows and items are demands, or go on with one.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

use frieze::domain::brief::{Brief, read};

fn brief(text: &str) -> Brief {
    read("brief.md", text.as_bytes()).unwrap()
}

#[track_caller]
fn check(brief: &Brief, told: &[(u32, &str)]) {
    for (line, start) in told {
        let has = brief.demands().any(|s| s.line == *line && s.text.starts_with(start));
        assert!(has, "line {line}: {start}\nin {:#?}", brief.statements);
    }
}

#[test]
fn a_criterion_beside_what_is_asked_for_is_asked_for_too() {
    let text = "# Courts\n\n## Requirements\n\n| ID | Requirement | Acceptance criterion |\n|---|---|---|\n\
        | R1 | Members can book courts | The booking is confirmed by mail within a minute |\n\n\
        ## More\n\n| No | Description | Acceptance criteria |\n|---|---|---|\n| 1 | The desk prints a list | The list has one row per court |\n";
    let told = [
        (7, "Members can book courts"),
        (7, "The booking is confirmed"),
        (13, "The desk prints a list"),
        (13, "The list has one row"),
    ];
    check(&brief(text), &told);
}

#[test]
fn a_story_in_a_row_is_a_story() {
    let text = "# Courts\n\n| Key | User story | Acceptance criteria |\n|---|---|---|\n\
        | C-1 | As coach I want to block a court so that we can train | A blocked court is shown in grey |\n\
        | C-2 | As a member, I want to cancel a booking | Nothing is charged before the deadline |\n";
    let brief = brief(text);
    check(&brief, &[(5, "A blocked court"), (6, "Nothing is charged")]);
    let actors: Vec<_> = brief.stories.iter().filter_map(|s| s.actor.as_deref()).collect();
    assert_eq!(actors, ["coach", "member"]);
    assert!(brief.statements.iter().all(|s| s.story.is_some()), "{:#?}", brief.statements);
}

#[test]
fn stories_line_by_line_need_no_article() {
    let text = "# Courts\n\nAs coach I want a list of players.\nAs treasurer I want the fees per member.\n\n- As coordinator\n- I want to see who is absent\n";
    let actors: Vec<_> = brief(text).stories.iter().filter_map(|s| s.actor.clone()).collect();
    assert_eq!(actors, ["coach", "treasurer", "coordinator"]);
}

#[test]
fn items_that_finish_a_sentence_are_part_of_it() {
    let text = "1. PUMPS\n\n1.1 For each run the system shall record\n    - the pump and its operator,\n    - Litres pumped,\n    - start and end time.\n\n\
        1.2 The system shall list all runs.\n";
    let brief = read("pumps.txt", text.as_bytes()).unwrap();
    let told: Vec<(u32, &str)> = brief.demands().map(|s| (s.line, s.text.as_str())).collect();
    let first =
        "For each run the system shall record the pump and its operator, Litres pumped, start and end time.";
    assert_eq!(told, [(3, first), (8, "The system shall list all runs.")]);
}

#[test]
fn an_edge_case_that_says_what_follows_is_a_demand() {
    let text = "# Feature Specification: Racks\n\n## User Scenarios & Testing\n\n### User Story 1 - Turn a rack (Priority: P1)\n\n\
        A turner turns a rack.\n\n**Acceptance Scenarios**:\n\n1. **Given** a rack, **When** it is turned, **Then** the time is kept.\n\n\
        ### Edge Cases\n\n- What happens when two people turn one rack?\n- If both mark the rack, the system keeps the earlier entry.\n- A rack without wheels\n";
    let brief = brief(text);
    check(&brief, &[(16, "If both mark the rack")]);
    assert!(brief.demands().all(|s| s.line != 15 && s.line != 17), "{:#?}", brief.statements);
}

#[test]
fn short_items_over_lists_are_headings_of_them() {
    let text = "# Docks\n\n## Scope\n\n- In scope\n  - Booking of slots\n    - A carrier can book a slot up to 14 days ahead.\n\
        \x20 - Gate\n    - The guard sees all trucks expected today.\n- Out of scope\n  - Customs\n  - Payment at the gate\n";
    let brief = brief(text);
    let told: Vec<u32> = brief.demands().map(|s| s.line).collect();
    assert_eq!(told, [7, 9], "{:#?}", brief.statements);
    let out: Vec<u32> = brief.exclusions.iter().map(|e| e.line).collect();
    assert_eq!(out, [11, 12], "{:#?}", brief.exclusions);
}

#[test]
fn known_labels_and_short_lines_stand_over_sentences_without_a_mark() {
    let text = "Door requirements\n\nUbiquitous\nThe controller shall log every movement.\n\n\
        Event-driven\nWhen the wind exceeds 15 m/s, the controller shall close the door.\n\n\
        Business rules\nBR-1 A door is locked 20 minutes after sunset.\nBR-2 A guard may not open a locked door.\n";
    let brief = read("doors.txt", text.as_bytes()).unwrap();
    let told: Vec<(u32, &str, &str)> =
        brief.demands().map(|s| (s.line, s.label.as_str(), s.text.as_str())).collect();
    let wanted = [
        (4, "", "The controller shall log every movement."),
        (7, "", "When the wind exceeds 15 m/s, the controller shall close the door."),
        (10, "BR-1", "A door is locked 20 minutes after sunset."),
        (11, "BR-2", "A guard may not open a locked door."),
    ];
    assert_eq!(told, wanted);
}

#[test]
fn a_row_of_given_when_then_is_a_scenario() {
    let text = "# Parcel lockers\n\n| ID | Given | When | Then |\n|---|---|---|---|\n\
        | AT-1 | a parcel waits in box 7 | the customer enters the code | box 7 opens |\n\
        | AT-2 | - | midnight passes | the courier is told |\n| AT-3 | a box is open | - | - |\n\n\
        ## Must have\n\n- Couriers log in with a card.\n\n## Could have\n\n- A map of all lockers.\n";
    let brief = brief(text);
    let told: Vec<(u32, &str, &str)> =
        brief.demands().map(|s| (s.line, s.label.as_str(), s.text.as_str())).collect();
    let wanted = [
        (5, "AT-1", "Given a parcel waits in box 7 When the customer enters the code Then box 7 opens"),
        (6, "AT-2", "When midnight passes Then the courier is told"),
        (11, "", "Couriers log in with a card."),
        (15, "", "A map of all lockers."),
    ];
    assert_eq!(told, wanted);
    assert!(brief.stories.iter().all(|story| story.title != "Could have"), "{:#?}", brief.stories);
}

#[test]
fn a_wiki_has_headings_and_numbers_of_its_own() {
    let text = "= Seed swap =\n\n{{Draft|date=March}}\n\n== What people can do ==\n# A giver enters packets with a name.\n\
        # A taker can reserve up to 10 packets.\n#* A packet that is not fetched must be free again.\n\
        # Everybody sees what is left on the [[screen|big screen]].\n\n== Not planned ==\n* Selling\n\n== Open questions ==\n* Who pays?\n";
    let brief = read("swap.txt", text.as_bytes()).unwrap();
    assert_eq!(brief.title.text, "Seed swap");
    let told = [
        (6, "A giver enters packets"),
        (7, "A taker can reserve"),
        (8, "A packet that is not fetched"),
        (9, "Everybody sees what is left on the big screen."),
    ];
    check(&brief, &told);
    let lines = |told: &[frieze::domain::brief::Traced]| told.iter().map(|t| t.line).collect::<Vec<_>>();
    assert_eq!((lines(&brief.exclusions), lines(&brief.open_questions)), (vec![12], vec![15]));
}

#[test]
fn a_title_stands_below_the_kind_of_document() {
    let text = "# Software Requirements Specification\n## Vaccine fridge monitor\n\n### 3 Specific requirements\n\n#### 3.2 Records\n\
        3.2.1 The monitor shall keep each excursion.\n3.2.2 The monitor should produce a monthly report.\n";
    let brief = brief(text);
    assert_eq!((brief.title.text.as_str(), brief.title.line), ("Vaccine fridge monitor", 2));
    check(&brief, &[(7, "The monitor shall keep"), (8, "The monitor should produce")]);
}

#[test]
fn rows_of_a_ranked_table_ask_without_a_word_of_obligation() {
    let text = "# Loans\n\n## Legend\n\n| Term | Meaning |\n|---|---|\n| Must | No release without it |\n\n## Condition\n\n\
        | ID | Text | Priority | Comment |\n|---|---|---|---|\n| CO-1 | Conservator records the condition with photos | M | |\n\
        | CO-2 | TBD | | |\n\n## Quality\n\n| Topic | Target | How measured |\n|---|---|---|\n\
        | Availability | 99.9 % per month for lending, 99.5 % for the rest | monitoring |\n";
    let brief = brief(text);
    check(&brief, &[(13, "Conservator records"), (20, "99.9 %")]);
    let told: Vec<u32> = brief.demands().map(|s| s.line).collect();
    assert_eq!(told, [13, 20], "{:#?}", brief.statements);
}

#[test]
fn the_history_of_a_document_asks_for_nothing() {
    let text = "# Lockers\n\n- [1 Background](#1)\n- [2 Who must be served](#2)\n- [3 Opening](#3)\n\n\
        | Version | Date | Author | Change |\n|---|---|---|---|\n| 0.6 | 2024-02-14 | MO | locker must open by card |\n\n\
        ## 1 Background\n\nReaders wait.\n\n## 2 Who\n\nReaders.\n\n## 3 Opening\n\nThe locker must open by card.\n";
    let brief = brief(text);
    let told: Vec<u32> = brief.statements.iter().map(|s| s.line).collect();
    assert_eq!(told, [21], "{:#?}", brief.statements);
}

#[test]
fn coded_lines_of_a_german_specification_ask_in_the_present_tense() {
    let text = "Lastenheft Bad\n\n0  Ausgangslage\n\nDie Karten müssen heute aus dem Keller geholt werden.\n\n\
        1  Zielbestimmung\n\n1.1  Musskriterien\n\n/M010/  Der Bademeister erhält jeden Morgen eine Liste der Kurse.\n\
        /M020/  Ein Kurs verfällt nach einer Woche, wenn ihn niemand bestätigt.\n\n1.2  Abgrenzungskriterien\n\n\
        Das System ersetzt nicht die Kasse.\n\n2  Produktdaten\n\n/D010/  Für jeden Gast werden gespeichert: Name, Alter, Kurs.\n\
        Angaben zur Gesundheit dürfen nicht erfasst werden.\n\n3  Leistungsanforderungen\n\n\
        L1  Eine Suche darf nicht länger als zwei Sekunden dauern.\nL2  Das System hat werktags zur Verfügung zu stehen.\n\
        L3  Buchungen gelten 24 Stunden.\n";
    let brief = read("bad.txt", text.as_bytes()).unwrap();
    let wanted = [
        (11, "Der Bademeister erhält"),
        (12, "Ein Kurs verfällt"),
        (20, "Für jeden Gast"),
        (25, "Eine Suche darf nicht"),
        (26, "Das System hat werktags"),
        (27, "Buchungen gelten"),
    ];
    check(&brief, &wanted);
    assert!(brief.demands().all(|s| s.line != 5 && s.line != 16), "{:#?}", brief.statements);
}

#[test]
fn beside_items_that_bind_the_others_of_a_list_hold_too() {
    let text = "# Repeats\n\n## Who\n\n- Readers hold a card and may be young\n\n## Requirements\n\n\
        - The service must cope with 1000 reminders at once.\n- The history is kept for 24 months and then erased.\n\
        - Patients must give their consent.\n- Colours TBD\n";
    let brief = brief(text);
    let told: Vec<u32> = brief.demands().map(|s| s.line).collect();
    assert_eq!(told, [9, 10, 11], "{:#?}", brief.statements);
}

#[test]
fn keys_points_and_settings_of_a_game_are_asked_for() {
    let text = "# Regał — gra\n\n## 2. Rozgrywka\n\n### 2.1 Sterowanie\n\n| Klawisz | Akcja |\n|---|---|\n| ← / → | ruch kota |\n| M | dźwięk |\n\n\
        ### 2.2 Myszy\n\n| Typ | Punkty |\n|---|---|\n| Szara | 10 |\n| Biała | 30 |\n\n\
        ### 2.3 Poziomy\n\n| Parametr | Łatwy | Trudny |\n|---|---|---|\n| Życia | 5 | 2 |\n| Prędkość | ×0.7 | ×1.4 |\n";
    let brief = brief(text);
    let told = [
        (9, "← / →: ruch kota"),
        (10, "M: dźwięk"),
        (16, "Szara: 10"),
        (17, "Biała: 30"),
        (23, "Życia: łatwy 5; trudny 2"),
        (24, "Prędkość: łatwy ×0.7; trudny ×1.4"),
    ];
    check(&brief, &told);
    let mice = brief.entities.iter().find(|e| e.name == "Myszy").unwrap();
    let has: Vec<&str> = mice.attributes.iter().map(|a| a.name.as_str()).collect();
    assert_eq!(has, ["typ", "punkty"]);
}

#[test]
fn tables_that_only_look_like_those_of_a_game_ask_for_nothing() {
    let text = "# Library\n\n## Loans\n\nA reader can borrow a book. A reader can return a book.\n\n| Story | Points |\n|---|---|\n| Borrow | 5 |\n\n\
        | Parameter | Type | Default |\n|---|---|---|\n| limit | integer | 10 |\n\n| Key | Value |\n|---|---|\n| lang | en |\n\n\
        | Item | Cost |\n|---|---|\n| Scanner | 300 |\n\n| Version | Bonus |\n|---|---|\n| 1.2 | none |\n";
    let told: Vec<u32> = brief(text).demands().map(|s| s.line).collect();
    assert_eq!(told, [5, 5]);
}
