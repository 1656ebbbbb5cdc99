//! Documents in which people talk: minutes that mark what was decided, exports of trackers with their comments, notes
//! with question marks. What was settled is asked for; talk, tasks and doubts are not.

#![expect(clippy::unwrap_used, reason = "a document that cannot be read fails its test")]

mod brief_support;

use brief_support::check;
use frieze::domain::brief::{Brief, read};

fn brief(file: &str, text: &str) -> Brief {
    read(file, text.as_bytes()).unwrap()
}

#[test]
fn numbered_decisions_are_demands_and_opinions_are_none() {
    let text = "MINUTES - Lock keepers' log, third meeting\nPresent: Ada (chair), Bruno, Chiara\n\n1. Gate panel\n\n\
        Bruno thinks the panel should be bigger. Chiara will ask the supplier.\n\n\
        DECISION 1.1: The keeper opens each gate by hand; the panel only shows its state.\n\
        DECISION 1.2: For every passage the panel keeps boat, keeper\nand time.\n\
        Decision (unanimous): Only the keeper on duty can close a gate.\n\
        It was agreed that a boat can be announced by radio.\n\nAfter the flood everybody agrees this must not happen again.\n\n\
        2. Actions\n\n| No | What | Who | By |\n|----|------|-----|----|\n| A1 | find the old drawings | Ada | Friday |\n| A2 | order two lamps | Bruno | May |\n";
    let brief = brief("minutes.txt", text);
    let told = [
        (8, "The keeper opens each gate"),
        (9, "For every passage the panel keeps boat, keeper and time."),
        (11, "Only the keeper on duty"),
        (12, "a boat can be announced by radio"),
    ];
    check(&brief, &told, &[6, 14, 20, 21]);
    assert!(brief.stories.iter().all(|story| !story.title.contains("Actions")), "{:#?}", brief.stories);
}

#[test]
fn minutes_in_markdown_decide_as_others_do() {
    let text = "# Minutes of the allotment board\n\n**Present:** Ida, Jon\n\n## Water\n\nJon wants a tap at every plot.\n\n\
        **Decision:** The board sees the meter of each plot.\n\n**Decision:** A tenant reports a broken tap with a picture.\n\n\
        **Agreed:** The warden closes a report.\n";
    let told = [(9, "The board sees"), (11, "A tenant reports"), (13, "The warden closes")];
    check(&brief("minutes.md", text), &told, &[3, 7]);
}

#[test]
fn an_export_has_tickets_in_frames_and_comments_below_them() {
    let text = "Export of 12 May by k.lind\n4 issues\n\n==========================\n[HIV-1] Keep the hives of the valley\n\
        Type: Epic     Status: Open\n==========================\nDescription\nThe valley has 90 hives and a paper book.\n\n\
        --------------------------\n[HIV-2] Inspect a hive\nType: Story    Status: To Do    Points: 3\n--------------------------\n\
        As a keeper I want to note what I saw so that I find it again.\n\nAcceptance criteria\n - Keeper notes queen, eggs and stores\n\
        \x20- Keeper can send it by post (won't do, nobody writes letters)\n\nDefinition of done: code reviewed, tests green.\n\n\
        Comments\n  Mara (3 Sep): what about swarms?\n  Tove (4 Sep): yes. A swarm must be noted with its tree.\n\
        \x20 Mara (5 Sep): done in build 7.\n  Ole (6 Sep): Notes should stay hidden from the inspector until they are sent; I change my mind.\n\
        \x20 Ole (7 Sep): does the inspector pay?\n";
    let brief = brief("export.txt", text);
    assert_eq!(brief.title.text, "Keep the hives of the valley");
    let told = [
        (18, "Keeper notes queen"),
        (25, "A swarm must be noted"),
        (27, "Notes should stay hidden from the inspector"),
    ];
    check(&brief, &told, &[1, 2, 5, 6, 12, 13, 19, 21, 24, 26, 28]);
    let asked: Vec<u32> = brief.open_questions.iter().map(|q| q.line).collect();
    assert_eq!(asked, [28], "{:#?}", brief.open_questions);
    assert!(brief.exclusions.iter().any(|e| e.line == 19), "{:#?}", brief.exclusions);
    let story = brief.stories.iter().find(|s| s.label == "HIV-2").unwrap();
    assert_eq!((story.title.as_str(), story.actor.as_deref()), ("Inspect a hive", Some("keeper")));
}

#[test]
fn what_is_doubted_in_a_note_is_a_question() {
    let text = "raft race - what we need\n\nentries\n- crews sign up with a name and a captain\n- do we charge people?? ask Ron\n\
        - children?? - need a life vest, must be signed in by a parent\n\non the day\n- marshals see who is on the water\n- photos would be nice, but not now\n\
        - TODO find a boat\n\n?? who pays\n?? do dogs count\n";
    let brief = brief("note.md", text);
    let told = [(4, "crews sign up"), (6, "children??"), (9, "marshals see")];
    check(&brief, &told, &[3, 5, 8, 10, 11, 13, 14]);
    assert!(brief.exclusions.iter().any(|e| e.line == 10), "{:#?}", brief.exclusions);
    let asked: Vec<u32> = brief.open_questions.iter().map(|q| q.line).collect();
    assert_eq!(asked, [5, 11, 13, 14], "{:#?}", brief.open_questions);
    let titles: Vec<&str> = brief.stories.iter().map(|s| s.title.as_str()).collect();
    assert_eq!(titles, ["entries", "on the day"]);
}

#[test]
fn what_is_left_to_say_is_talk_in_minutes_alone() {
    let text = "# Pflichtenheft Wehr\n\n## 1. Zweck\n\nDas Wehr wird geregelt.\n\n## 2. Sonstiges\n\n\
        2.1 Die Anlage muss bei Frost bedienbar sein.\n\n2.2 Alle Eingaben werden mit Zeitpunkt protokolliert und zehn Jahre aufbewahrt.\n";
    check(&brief("wehr.md", text), &[(9, "Die Anlage muss"), (11, "Alle Eingaben werden")], &[]);
}

#[test]
fn minutes_in_german_decide_with_numbers_and_remarks() {
    let text = "Protokoll Verleih, 4. Sitzung\nDatum: 12.03.2025\nAnwesend: Jutta Behrens (Leitung), Ole, Frau Marx\nProtokoll: Ole\n\n\
        TOP 1 Ausleihe\nBeschluss 1.1: Jedes Mitglied kann bis zu drei Geräte ausleihen.\n\
        Beschluss 1.2 (einstimmig): Bei der Ausgabe werden Gerät und Datum festgehalten.\n\
        Ole: man müsste auch Fotos machen können. -> später\n\
        Es wird beschlossen, dass defekte Geräte nicht ausgeliehen werden dürfen.\n\nTOP 2 Aufgaben\n- Ole: Schloss besorgen\n";
    let told = [(7, "Jedes Mitglied"), (8, "Bei der Ausgabe"), (10, "defekte Geräte")];
    let brief = brief("protokoll.txt", text);
    check(&brief, &told, &[2, 4, 9, 13]);
    assert!(brief.summary.iter().all(|told| !told.text.contains("Datum")), "{:#?}", brief.summary);
}

#[test]
fn issues_have_numbers_fields_and_comments() {
    let text = "# Issues of the river app\n\n## #41 Show every gauge on a map\n\n**Labels:** map  **State:** open\n\n\
        As an angler I want to see every gauge on a map so that I know where I can wade.\n\n### Acceptance\n\n\
        - [ ] Each gauge is a coloured dot\n\n---\n\n> **lena** commented on 3 May\n>\n> Should we merge the dots?\n\n\
        > **marek** commented on 4 May\n>\n> Yes. Dots closer than 20 px must be merged into one.\n\n\
        ## #44 Alarm at a level\n\n**Labels:** alarm\n\nUsers can set a level per gauge. Every page must load in 2 s.\n\n\
        ## #52 Export readings\n\n**Labels:** wontfix\n\nThe app must export CSV. Somebody should do that.\n";
    let brief = brief("issues.md", text);
    let told = [
        (11, "Each gauge is a coloured dot"),
        (21, "Dots closer than 20 px"),
        (27, "Users can set a level"),
        (27, "Every page must load"),
    ];
    check(&brief, &told, &[5, 15, 17, 19, 25, 31, 33]);
    let labels: Vec<(&str, &str)> =
        brief.stories.iter().map(|s| (s.label.as_str(), s.title.as_str())).collect();
    assert!(labels.contains(&("#44", "Alarm at a level")), "{labels:?}");
    assert!(brief.exclusions.iter().any(|e| e.line == 29), "{:#?}", brief.exclusions);
    assert!(brief.open_questions.is_empty(), "the question was answered: {:#?}", brief.open_questions);
}

#[test]
fn an_interview_asks_for_what_is_answered() {
    let text = "# Interview with the head of the seed bank\n\nCreated by Kim, last modified on May 4\n\n\
        Q: What must the system do?\nA: When I scan a jar I want to see where it came from. It must warn us when a jar gets old.\n\n\
        Q: Who uses it?\nA: Two technicians. Guests may only look.\n\nQ: Must it work in the cellar?\n\nQ: When?\nA: Before the harvest.\n";
    let brief = brief("interview.md", text);
    let told = [(6, "When I scan a jar"), (6, "It must warn us"), (9, "Guests may only look")];
    check(&brief, &told, &[3, 5, 8, 11, 13, 14]);
    let asked: Vec<u32> = brief.open_questions.iter().map(|q| q.line).collect();
    assert_eq!(asked, [11], "{:#?}", brief.open_questions);
}

#[test]
fn minutes_under_headings_of_their_own_are_minutes_too() {
    let text = "# Room booking, meeting 5\n\n**Date:** 11 Feb\n**Present:** Priya Raman (chair), Owen Pugh (Timetabling), Luis\n\
        Ferreira (IT), Daisy Okafor (Union)\n**Apologies:** Prof. Whitcombe\n\n## 1. Minutes of meeting 4\n\nActions from last time:\n\n\
        - Owen to send the list of rooms, it must be in by Friday\n\n## 2. Who can book\n\n\
        Outlook should never have been used for rooms. Luis said students should log in.\n\n\
        **Decision 5.1:** Teaching rooms are locked until the timetable is published.\n\n\
        **Decision 5.2:** Staff can book any room a year ahead.\n\n**Decision 5.3:** Only bookings from August onwards are moved.\n";
    let brief = read("m.md", text.as_bytes()).unwrap();
    let told: Vec<u32> = brief.statements.iter().map(|s| s.line).collect();
    assert_eq!(told, [18, 20, 22], "{:#?}", brief.statements);
}

#[test]
fn tickets_between_different_rules_are_tickets() {
    let rule = "=".repeat(60);
    let thin = "-".repeat(60);
    let text = format!(
        "Tracker export\n\n{rule}\nRET-1  [Epic]  Returns portal\nStatus: Open   Priority: High\n{thin}\nDescription:\nReturns take long.\n\n\
        {rule}\nRET-2  [Story]  Find my order\nStatus: Done   Story points: 3\n{thin}\nDescription:\n\
        As a customer I want to find my order so that I need no account.\n\nAcceptance criteria:\n* Items that were returned are greyed out\n\n\
        Comments:\n[Rob 3/May 10:00]\n  Talked to them. Decision: one try is enough for an unknown order.\n\n\
        {{code}}\norder 12 MUST BE SENT\n{{code}}\n"
    );
    let brief = read("export.txt", text.as_bytes()).unwrap();
    let told: Vec<&str> = brief.statements.iter().map(|s| s.text.as_str()).collect();
    assert_eq!(
        told,
        ["Items that were returned are greyed out", "one try is enough for an unknown order."],
        "{:#?}",
        brief.statements
    );
    assert_eq!(brief.stories.iter().map(|s| s.label.as_str()).collect::<Vec<_>>(), ["RET-2"]);
}

#[test]
fn the_description_of_a_ticket_asks() {
    let text = "# Checks\n\n## VFB-33  Breathing apparatus  [Sub-task]\n\nDescription: Two people have to confirm a set. A finished check cannot be changed.\n\n\
        ## VFB-36  Offline  [Sub-task]\n\nDescription: Nothing is written on paper today.\n";
    let brief = brief("checks.md", text);
    let told: Vec<&str> = brief.demands().map(|s| s.text.as_str()).collect();
    assert_eq!(told, ["Two people have to confirm a set.", "A finished check cannot be changed."]);
}

#[test]
fn numbered_items_of_a_ticket_system_are_no_headings() {
    let text = "h3. Goal\nA truck is checked on the tablet.\n\nh3. Acceptance criteria\n# Each item is marked ok or missing\n\
        # A missing item needs a remark\n";
    let brief = read("ticket.txt", text.as_bytes()).unwrap();
    let told: Vec<u32> = brief.demands().map(|s| s.line).collect();
    assert_eq!(told, [5, 6], "{:#?}", brief.statements);
}

#[test]
fn what_is_said_of_the_document_asks_for_nothing() {
    let text = "# Trams\n\nThis page must not be edited during the review week. In this document the word \"shall\" marks a demand.\n\n\
        ## Requirements\n\nThe board must show the next tram.\n\nM = must, S = should\n\n\
        If you are not the intended recipient you must delete it. You should have seen the depot.\n\nThis page must load within a second.\n";
    let brief = read("trams.md", text.as_bytes()).unwrap();
    let told: Vec<u32> = brief.statements.iter().map(|s| s.line).collect();
    assert_eq!(told, [7, 13], "{:#?}", brief.statements);
}
